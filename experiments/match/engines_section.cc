#include "experiments/match/engines_section.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "experiments/engines.h"
#include "experiments/report_values.h"

namespace tenuki {
namespace {

v1::Table ProgramsTable(const std::vector<v1::PinnedEngine>& engines) {
  v1::Table programs;
  for (const char* name : {"engine", "version", "identity", "deterministic"}) {
    AddColumn(programs, name, v1::ALIGNMENT_LEFT);
  }
  for (const v1::PinnedEngine& engine : engines) {
    v1::Row& row = *programs.add_rows();
    *row.add_values() = TextValue(engine.name());
    *row.add_values() = TextValue(engine.version());
    *row.add_values() = TextValue(absl::StrCat(engine.identity().substr(0, 12), "…"));
    *row.add_values() = TextValue(engine.deterministic() ? "yes" : "no: another run gives other games");
  }
  return programs;
}

std::string DescribeForfeits(int64_t by_player, int64_t by_opponent) {
  const int64_t forfeits = by_player + by_opponent;
  if (forfeits == 0) return "No game was lost by what an engine did wrong.";
  return absl::StrCat(
      forfeits, forfeits == 1 ? " game was" : " games were",
      " lost by what an engine did (crash, hang, illegal move …): ", by_player, " by match.player, ", by_opponent,
      " by match.opponent. They count as any other game: a win rate with many of them says little about "
      "play. The columns reason and failure of the table `games` say what it was in each.");
}

std::string DescribeCounts(int64_t counted, int64_t disagreements) {
  if (counted == 0) return "";
  return absl::StrCat(
      " Of ", counted, " games that an engine has counted too, ",
      disagreements == 0 ? "none has" : absl::StrCat(disagreements, disagreements == 1 ? " has" : " have"),
      " another winner by its count.");
}

}  // namespace

std::optional<v1::Section> EnginesSection(const Plan& plan, const std::vector<CellSummary>& cells,
                                          const std::vector<Fault>& faults) {
  const std::vector<v1::PinnedEngine> engines = PinnedEngines(plan.experiment);
  if (engines.empty()) return std::nullopt;
  const auto sum = [&](SummaryColumn column) {
    int64_t total = 0;
    for (const CellSummary& cell : cells) total += cell.counts[column];
    return total;
  };
  v1::Section section;
  section.set_heading("External engines");
  *section.add_blocks()->mutable_table() = ProgramsTable(engines);
  section.add_blocks()->set_paragraph(
      absl::StrCat(DescribeForfeits(sum(kSummaryPlayerForfeits), sum(kSummaryOpponentForfeits)),
                   DescribeCounts(sum(kSummaryEngineCounts), sum(kSummaryDisagreements))));
  if (!faults.empty()) *section.add_blocks()->mutable_table() = FaultsTable(faults);
  return section;
}

}  // namespace tenuki
