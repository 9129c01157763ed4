// What a report of an analysis is made of: the derived tables, read back by cell, position and number of simulations.
//
//   ABSL_ASSIGN_OR_RETURN(std::vector<CellFindings> cells, ReadFindings(plan, derived_tables));
//   cells[cell.index].at(unit).rbegin()->second.clusters        // at the end of its simulations
//
// Lists are in the order of their numbers, whatever the order of rows. Values: no thread rules.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "experiments/experiment.h"

namespace tenuki::analysis {

// Units from this one on have no figures: a report is to be read. Of them only what its tables show is read back.
inline constexpr int64_t kMaxDrawnPositions = 50;

// Of one position after so many simulations; the fields are the columns of schema.h.
struct SampleFindings {
  struct Score {
    int64_t count = 0;
    double density = 0;
    // From 1; 0 of scores that did not occur.
    int cluster = 0;
  };
  struct Cluster {
    double mode = 0;
    double density = 0;
    int first_score = 0;
    int last_score = 0;
    int64_t count = 0;
    double weight = 0;
    std::string winner;
  };
  struct Point {
    double covariance = 0;
    double former = 0;
    double black_control = 0;
    double white_control = 0;
  };
  struct Criticality {
    double black = 0;
    double white = 0;
  };
  struct Semeai {
    std::string points;
    int num_points = 0;
    std::optional<double> worth;
  };
  struct Region {
    std::string points;
    int num_points = 0;
    std::string holder;
    double mean = 0;
    double peak = 0;
    double black_share = 0;
  };
  struct Found {
    std::string black;
    std::string white;
    std::string black_first;
    std::string white_first;
    int semeai = 0;
    double black_stones = 0;
    double white_stones = 0;
    std::optional<double> worth;
  };

  std::string name;
  int size = 0;
  double komi = 0;
  std::string to_move;
  std::string black;
  std::string white;
  int64_t count = 0;
  double mean = 0;
  double deviation = 0;
  double bandwidth = 0;
  double black_win_rate = 0;
  bool mean_misleads = false;
  std::optional<double> map_agreement;
  // Empty where there was no search.
  std::string move;
  int64_t visits = 0;
  std::optional<double> win_rate;

  // By score.
  std::map<int, Score> scores;
  // By number, from 1.
  std::map<int, Cluster> clusters;
  std::map<int, Semeai> semeai;
  std::map<int, Found> found;
  // By cluster, then by point.
  std::map<int, std::map<int, Criticality>> criticality;
  // By point.
  std::map<int, Point> points;
  // By cluster, then by semeai.
  std::map<int, std::map<int, Region>> regions;
};

// By number of simulations.
using PositionFindings = std::map<int32_t, SampleFindings>;
// By unit.
using CellFindings = std::map<int64_t, PositionFindings>;

// By cell.
absl::StatusOr<std::vector<CellFindings>> ReadFindings(const Plan& plan, TableSource& derived_tables);

}  // namespace tenuki::analysis
