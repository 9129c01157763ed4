#include "experiments/match/openings.h"

#include <utility>

#include "absl/log/check.h"
#include "absl/status/status_macros.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/gtp/handicap.h"
#include "engine/sgf/move_list.h"
#include "engine/sgf/reader.h"
#include "engine/sgf/replay.h"

namespace tenuki {
namespace {

absl::Status CheckOpening(const SgfRecord& record, int board_size, const Rules& rules) {
  if (record.size != board_size) {
    return absl::InvalidArgumentError(
        absl::StrCat("the game is on a board of size ", record.size, ", and match.board_size is ", board_size));
  }
  ABSL_ASSIGN_OR_RETURN(const Game game, ToGame(record, rules));
  return game.IsOver() ? absl::InvalidArgumentError("the game is over: it ends with two passes") : absl::OkStatus();
}

absl::StatusOr<std::vector<SgfRecord>> ReadLists(const std::string& content, int board_size, const Rules& rules) {
  ABSL_ASSIGN_OR_RETURN(std::vector<SgfRecord> records, ReadMoveLists(content, board_size));
  for (const SgfRecord& record : records) {
    const absl::Status status = CheckOpening(record, board_size, rules);
    if (status.ok()) continue;
    // Errors of moves say where they stand.
    return absl::StartsWith(status.message(), "line ")
               ? status
               : absl::InvalidArgumentError(
                     absl::StrCat("line ", record.ply_locations[0].line, ": ", status.message()));
  }
  return records;
}

absl::StatusOr<std::vector<SgfRecord>> ReadSgfFile(const std::string& content, int board_size, const Rules& rules) {
  ABSL_ASSIGN_OR_RETURN(const SgfCollection games, ReadSgf(content));
  std::vector<SgfRecord> records;
  for (SgfCollection::NodeId root = 0; root != SgfCollection::kNone; root = games.NextSibling(root)) {
    absl::StatusOr<SgfRecord> record = MakeRecord(games, root);
    absl::Status status = record.ok() ? CheckOpening(*record, board_size, rules) : record.status();
    if (!status.ok() && games.NextSibling(0) != SgfCollection::kNone) {
      status = absl::Status(status.code(), absl::StrCat("game ", records.size() + 1, ": ", status.message()));
    }
    ABSL_RETURN_IF_ERROR(status);
    records.push_back(*std::move(record));
  }
  return records;
}

}  // namespace

Rules RulesOf(const v1::Match& match) {
  Rules rules;
  rules.komi_half_points = static_cast<int>(2 * match.komi());
  rules.suicide_allowed = match.suicide_allowed();
  switch (match.ko_rule()) {
    case v1::SIMPLE_KO: rules.ko = KoRule::kSimple; break;
    case v1::POSITIONAL_SUPERKO: rules.ko = KoRule::kPositionalSuperko; break;
    case v1::SITUATIONAL_SUPERKO: rules.ko = KoRule::kSituationalSuperko; break;
  }
  return rules;
}

Openings::Openings(int board_size, const Rules& rules, int handicap) : rules_(rules), board_(board_size) {
  if (handicap == 0) return;
  PointSet stones;
  for (Point point : FixedHandicap(board_size, handicap)) stones.Insert(point);
  board_ = *Board::FromStones(board_size, stones, {}, Color::kWhite);
}

std::optional<int32_t> Openings::IndexOf(int64_t unit) const {
  if (records_.empty()) return std::nullopt;
  return static_cast<int32_t>(unit % size());
}

absl::StatusOr<Openings> Openings::Read(const v1::InputFiles& files, int board_size, const Rules& rules) {
  Openings openings(board_size, rules);
  for (const v1::InputFile& file : files.files()) {
    absl::StatusOr<std::vector<SgfRecord>> records = absl::EndsWithIgnoreCase(file.path(), ".sgf")
                                                         ? ReadSgfFile(file.content(), board_size, rules)
                                                         : ReadLists(file.content(), board_size, rules);
    if (!records.ok()) {
      return absl::Status(records.status().code(), absl::StrCat(file.path(), ": ", records.status().message()));
    }
    for (SgfRecord& record : *records) openings.records_.push_back(std::move(record));
  }
  if (openings.records_.empty()) return absl::InvalidArgumentError("there are no games in it");
  return openings;
}

Game Openings::StartOf(int64_t unit) const {
  if (records_.empty()) return Game(board_, rules_);
  absl::StatusOr<Game> game = ToGame(records_[*IndexOf(unit)], rules_);
  CHECK_OK(game.status());  // Read has tried it
  return *std::move(game);
}

absl::StatusOr<std::shared_ptr<const Openings>> OpeningsOf(const v1::Experiment& cell, Inputs& inputs) {
  const v1::Match& match = cell.match();
  if (match.openings().empty()) {
    return std::make_shared<const Openings>(match.board_size(), RulesOf(match), match.handicap());
  }
  const std::string key = absl::StrCat("openings ", match.board_size(), " ", match.komi(), " ", match.ko_rule(), " ",
                                       match.suicide_allowed());
  absl::StatusOr<std::shared_ptr<const Openings>> openings = inputs.Get<Openings>(
      cell, match.openings(), key,
      [&](const v1::InputFiles& files) { return Openings::Read(files, match.board_size(), RulesOf(match)); });
  if (openings.ok()) return openings;
  return absl::Status(openings.status().code(), absl::StrCat("match.openings: ", openings.status().message()));
}

}  // namespace tenuki
