// Any bytes: the reader refuses them or gives a tree that survives writing and reading; and if the tree is a game that
// can be played, that game survives them too.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/sgf/reader.h"
#include "engine/sgf/record.h"
#include "engine/sgf/replay.h"
#include "engine/sgf/text.h"
#include "engine/sgf/write_game.h"
#include "engine/sgf/writer.h"

namespace tenuki {
namespace {

// Not CHECK: libFuzzer wants an abort with a short reason.
void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void CheckError(const absl::Status& status) {
  Require(absl::IsInvalidArgument(status), "errors are INVALID_ARGUMENT");
  Require(status.message().starts_with("line "), "errors start with a location");
  Require(status.message().size() < 1000, "errors are short");
}

void CheckTexts(const SgfCollection& tree) {
  for (SgfCollection::NodeId node = 0; node < tree.num_nodes(); ++node) {
    for (const auto& property : tree.Properties(node)) {
      Require(property.num_values > 0, "properties have values");
      for (const auto& value : tree.Values(property)) {
        Require(IsSgfValue(tree.Raw(value)), "values can be written");
        const std::string text = SgfText(tree.Raw(value));
        Require(SgfText(EscapeSgf(text)) == text, "texts can be escaped");
        Require(SgfSimpleText(tree.Raw(value)).size() == text.size(), "both kinds of text differ in line ends only");
      }
    }
  }
}

void CheckGame(const Game& game, const SgfGameInfo& info) {
  const absl::StatusOr<SgfCollection> tree = ReadSgf(WriteGame(game, info));
  Require(tree.ok(), "a written game can be read");
  const absl::StatusOr<SgfRecord> record = MakeRecord(*tree);
  Require(record.ok() && record->info == info, "a written game has a record with the same information");
  const absl::StatusOr<Game> again = ToGame(*record, game.rules());
  Require(again.ok() && again->plies() == game.plies(), "a written game has the same moves");
  Require(again->start().hash() == game.start().hash() && again->start().to_move() == game.start().to_move(),
          "a written game has the same start");
}

void CheckRecord(const SgfCollection& tree, SgfCollection::NodeId root) {
  const absl::StatusOr<SgfRecord> record = MakeRecord(tree, root);
  if (!record.ok()) return CheckError(record.status());
  Require(record->ply_locations.size() == record->plies.size(), "each ply has a location");
  const Rules rules = {
      .ko = KoRule::kSimple, .suicide_allowed = true, .komi_half_points = record->komi_half_points.value_or(0)};
  const absl::StatusOr<Board> last = PositionAt(*record, static_cast<int>(record->plies.size()));
  const absl::StatusOr<Game> game = ToGame(*record, rules);
  if (!last.ok()) CheckError(last.status());
  if (!game.ok()) return CheckError(game.status());
  Require(last.ok() && last->hash() == game->board().hash() && last->to_move() == game->board().to_move(),
          "a legal game ends in the last position");
  CheckGame(*game, record->info);
}

void CheckSgf(std::string_view text) {
  const absl::StatusOr<SgfCollection> tree = ReadSgf(text);
  if (!tree.ok()) return CheckError(tree.status());
  const std::string written = WriteSgf(*tree);
  const absl::StatusOr<SgfCollection> again = ReadSgf(written);
  Require(again.ok() && *again == *tree, "a written tree reads as the same tree");
  Require(WriteSgf(*again) == written, "the layout is canonical");
  CheckTexts(*tree);
  for (SgfCollection::NodeId root = 0; root != SgfCollection::kNone; root = tree->NextSibling(root)) {
    CheckRecord(*tree, root);
  }
}

}  // namespace
}  // namespace tenuki

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tenuki::CheckSgf(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
