#include "engine/sgf/move_list.h"

#include <optional>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace tenuki {

absl::StatusOr<std::optional<SgfRecord>> ReadMoveList(std::string_view line, int line_number, int size) {
  line = absl::StripTrailingAsciiWhitespace(line);
  if (line.empty() || line[0] == '#') return std::nullopt;
  SgfRecord record;
  record.size = size;
  Color color = Color::kBlack;
  for (size_t at = 0; at < line.size() && !absl::ascii_isspace(line[at]); at += 2) {
    const std::string_view text = line.substr(at, 2);
    const SgfLocation where = {line_number, static_cast<int>(at) + 1};
    const std::optional<Move> move = text.size() == 2 ? MoveFromSgf(size, text) : std::nullopt;
    if (!move.has_value()) {
      return absl::InvalidArgumentError(absl::StrCat(where, ": '", text, "' is no point of a board of size ", size,
                                                     "; expected two letters, e.g. ee"));
    }
    record.plies.push_back({color, *move});
    record.ply_locations.push_back(where);
    color = Opponent(color);
  }
  return record;
}

absl::StatusOr<std::vector<SgfRecord>> ReadMoveLists(std::string_view text, int size) {
  std::vector<SgfRecord> records;
  int line_number = 0;
  for (std::string_view line : absl::StrSplit(text, '\n')) {
    ABSL_ASSIGN_OR_RETURN(std::optional<SgfRecord> record, ReadMoveList(line, ++line_number, size));
    if (record.has_value()) records.push_back(*std::move(record));
  }
  return records;
}

}  // namespace tenuki
