#include "engine/sgf/record.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/status_macros.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "engine/sgf/text.h"

namespace tenuki {
namespace {

using NodeId = SgfCollection::NodeId;
using Property = SgfCollection::Property;
using Value = SgfCollection::Value;

// A number as SGF writes it: an optional sign and digits, nothing else.
std::optional<int> ParseNumber(std::string_view text) {
  int number = 0;
  const bool digits_only = text.find_first_not_of("+-0123456789") == std::string_view::npos;
  return digits_only && absl::SimpleAtoi(text, &number) ? std::optional(number) : std::nullopt;
}

// Twice the number that `text` is; empty when that is no integer, or `text` no number.
std::optional<int> ParseHalves(std::string_view text) {
  const size_t dot = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, dot);
  const std::string_view fraction = dot < text.size() ? text.substr(dot + 1) : "0";
  const bool has_half = fraction.starts_with('5');
  const bool is_half_or_zero = !fraction.empty() && fraction.find_first_not_of('0', has_half ? 1 : 0) == fraction.npos;
  const std::optional<int> number = ParseNumber(whole);
  constexpr int kTooMuch = 1'000'000;  // so that doubling does not overflow
  if (!number || !is_half_or_zero || std::abs(*number) > kTooMuch) return std::nullopt;
  return 2 * *number + (has_half ? (whole.starts_with('-') ? -1 : 1) : 0);
}

// "ii" on a board of size 9.
std::string LastPoint(int size) { return ToSgf(size, size * size - 1); }

std::optional<Point> ParsePoint(int size, std::string_view text) {
  const std::optional<Move> move = MoveFromSgf(size, text);
  return move && *move != kPass ? move : std::nullopt;
}

// Adds a point, or the rectangle between two, to `points`; false when `text` is neither.
bool InsertPoints(int size, std::string_view text, PointSet& points) {
  const auto corners = SplitComposed(text);
  const std::optional<Point> first = ParsePoint(size, corners ? corners->first : text);
  const std::optional<Point> last = corners ? ParsePoint(size, corners->second) : first;
  if (!first || !last || ColumnOf(size, *first) > ColumnOf(size, *last) || RowOf(size, *first) > RowOf(size, *last)) {
    return false;
  }
  for (int column = ColumnOf(size, *first); column <= ColumnOf(size, *last); ++column) {
    for (int row = RowOf(size, *first); row <= RowOf(size, *last); ++row) points.Insert(MakePoint(size, column, row));
  }
  return true;
}

// In points. On the largest board no more can be won; "550", for 5.5, is above it.
constexpr int kMaxKomi = kMaxPoints;
// How much of a value an error shows.
constexpr size_t kMaxShown = 40;

struct InfoText {
  std::string_view name;
  std::string SgfGameInfo::* field;
};
constexpr InfoText kInfoTexts[] = {{"PB", &SgfGameInfo::black_player},
                                   {"PW", &SgfGameInfo::white_player},
                                   {"RU", &SgfGameInfo::ruleset},
                                   {"RE", &SgfGameInfo::result}};

class RecordMaker {
 public:
  RecordMaker(const SgfCollection& collection, NodeId root)
      : collection_(collection), root_(root), locator_(collection.MakeLocator(root)) {}

  absl::StatusOr<SgfRecord> Make() {
    // The format comes first, since the board size says what all points mean.
    for (const Property& property : collection_.Properties(root_)) ABSL_RETURN_IF_ERROR(ReadFormat(property));
    for (NodeId node = root_; node != SgfCollection::kNone; node = collection_.FirstChild(node)) {
      ABSL_RETURN_IF_ERROR(ReadNode(node));
    }
    return std::move(record_);
  }

 private:
  absl::Status ReadFormat(const Property& property) {
    const std::string_view name = collection_.Name(property);
    if (name != "GM" && name != "FF" && name != "SZ") return absl::OkStatus();
    ABSL_RETURN_IF_ERROR(CheckGivenOnce(property));
    if (name == "SZ") return ReadSize(property);
    const std::optional<int> number = ParseNumber(Raw(property));
    if (name == "GM") return number == 1 ? absl::OkStatus() : Unexpected(property, "1, which is Go");
    const bool known = number && *number >= 1 && *number <= 4;
    return known ? absl::OkStatus() : Unexpected(property, "a file format from 1 to 4");
  }

  absl::Status ReadSize(const Property& property) {
    const auto sides = SplitComposed(Raw(property));
    const std::optional<int> columns = ParseNumber(sides ? sides->first : Raw(property));
    const std::optional<int> rows = sides ? ParseNumber(sides->second) : columns;
    if (!columns || columns != rows || *columns < 1 || *columns > kMaxBoardSize) {
      return Unexpected(property, absl::StrCat("the size of a square board, from 1 to ", kMaxBoardSize));
    }
    record_.size = *columns;
    return absl::OkStatus();
  }

  absl::Status ReadNode(NodeId node) {
    SgfSetup setup;
    setup.plies_before = static_cast<int>(record_.plies.size());
    bool has_setup = false;
    bool has_move = false;
    for (const Property& property : collection_.Properties(node)) {
      const std::string_view name = collection_.Name(property);
      if (name == "B" || name == "W") {
        if (has_move) return ErrorAt(property, "expected one move in a node, found a second");
        has_move = true;
        ABSL_RETURN_IF_ERROR(ReadMove(property));
      } else if (name == "AB" || name == "AW" || name == "AE" || name == "PL") {
        if (!has_setup) setup.where = locator_.At(FirstValue(property).offset);
        has_setup = true;
        ABSL_RETURN_IF_ERROR(name == "PL" ? ReadToMove(property, setup) : ReadStones(property, setup));
      } else if (name.size() == 2) {
        ABSL_RETURN_IF_ERROR(ReadInfo(property));
      }
    }
    if (has_setup) record_.setups.push_back(setup);
    return absl::OkStatus();
  }

  absl::Status ReadMove(const Property& property) {
    ABSL_RETURN_IF_ERROR(CheckOneValue(property));
    const std::optional<Move> move = MoveFromSgf(record_.size, Raw(property));
    if (!move) {
      return Unexpected(property, absl::StrCat("a point from aa to ", LastPoint(record_.size), " or nothing, a pass"));
    }
    record_.plies.push_back({collection_.Name(property) == "B" ? Color::kBlack : Color::kWhite, *move});
    record_.ply_locations.push_back(locator_.At(FirstValue(property).offset));
    return absl::OkStatus();
  }

  absl::Status ReadToMove(const Property& property, SgfSetup& setup) {
    ABSL_RETURN_IF_ERROR(CheckOneValue(property));
    if (setup.to_move) return ErrorAt(property, "expected one PL in a node, found a second");
    const std::string_view color = Raw(property);
    if (color != "B" && color != "W") return Unexpected(property, "B or W");
    setup.to_move = color == "B" ? Color::kBlack : Color::kWhite;
    return absl::OkStatus();
  }

  absl::Status ReadStones(const Property& property, SgfSetup& setup) {
    const std::string_view name = collection_.Name(property);
    PointSet& points = name == "AB" ? setup.black : name == "AW" ? setup.white : setup.empty;
    for (const Value& value : collection_.Values(property)) {
      if (!InsertPoints(record_.size, collection_.Raw(value), points)) {
        return Unexpected(property, value,
                          absl::StrCat("a point from aa to ", LastPoint(record_.size),
                                       ", or a rectangle as its upper left and lower right point with ':' between"));
      }
    }
    const PointSet twice = (setup.black & setup.white) | (setup.black & setup.empty) | (setup.white & setup.empty);
    if (twice.empty()) return absl::OkStatus();
    const Point point = *twice.begin();
    return ErrorAt(property, absl::StrCat("expected each point in one of AB, AW and AE, found ",
                                          ToSgf(record_.size, point), " in two"));
  }

  absl::Status ReadInfo(const Property& property) {
    const std::string_view name = collection_.Name(property);
    if (name == "KM") return ReadKomi(property);
    if (name == "HA") return ReadHandicap(property);
    for (const InfoText& text : kInfoTexts) {
      if (name != text.name) continue;
      ABSL_RETURN_IF_ERROR(CheckGivenOnce(property));
      record_.info.*text.field = SgfSimpleText(Raw(property));
    }
    return absl::OkStatus();
  }

  absl::Status ReadKomi(const Property& property) {
    ABSL_RETURN_IF_ERROR(CheckGivenOnce(property));
    if (Raw(property).empty()) return absl::OkStatus();
    const std::optional<int> half_points = ParseHalves(Raw(property));
    if (!half_points || std::abs(*half_points) > 2 * kMaxKomi) {
      return Unexpected(property,
                        absl::StrCat("a number of whole or half points between ", -kMaxKomi, " and ", kMaxKomi));
    }
    record_.komi_half_points = half_points;
    return absl::OkStatus();
  }

  absl::Status ReadHandicap(const Property& property) {
    ABSL_RETURN_IF_ERROR(CheckGivenOnce(property));
    if (Raw(property).empty()) return absl::OkStatus();
    const int max_handicap = record_.size * record_.size;
    const std::optional<int> handicap = ParseNumber(Raw(property));
    if (!handicap || *handicap < 0 || *handicap > max_handicap) {
      return Unexpected(property, absl::StrCat("a number of stones from 0 to ", max_handicap));
    }
    record_.info.handicap = *handicap;
    return absl::OkStatus();
  }

  // A property has at least one value.
  const Value& FirstValue(const Property& property) const { return collection_.Values(property).front(); }
  std::string_view Raw(const Property& property) const { return collection_.Raw(FirstValue(property)); }

  absl::Status CheckOneValue(const Property& property) const {
    if (property.num_values == 1) return absl::OkStatus();
    return ErrorAt(property,
                   absl::StrCat("expected one value of ", collection_.Name(property), ", found ", property.num_values));
  }

  // One value, and no other property of that name on the main line.
  absl::Status CheckGivenOnce(const Property& property) {
    ABSL_RETURN_IF_ERROR(CheckOneValue(property));
    const std::string_view name = collection_.Name(property);
    if (std::ranges::find(given_, name) != given_.end()) {
      return ErrorAt(property, absl::StrCat("expected ", name, " once in a game, found a second"));
    }
    given_.push_back(name);
    return absl::OkStatus();
  }

  absl::Status ErrorAt(const Property& property, std::string_view message) const {
    return ErrorAt(FirstValue(property), message);
  }
  absl::Status ErrorAt(const Value& value, std::string_view message) const {
    // Not by `locator_`, which may be past this value.
    return absl::InvalidArgumentError(absl::StrCat(collection_.MakeLocator(root_).At(value.offset), ": ", message));
  }
  absl::Status Unexpected(const Property& property, std::string_view expected) const {
    return Unexpected(property, FirstValue(property), expected);
  }
  absl::Status Unexpected(const Property& property, const Value& value, std::string_view expected) const {
    const std::string shown = absl::Utf8SafeCHexEscape(collection_.Raw(value).substr(0, kMaxShown));
    return ErrorAt(value, absl::StrCat("expected as ", collection_.Name(property), " ", expected, ", found \"", shown,
                                       value.length > kMaxShown ? "…\"" : "\""));
  }

  const SgfCollection& collection_;
  const NodeId root_;
  // For what is kept in the record; each value of the main line is later in the file than the one before.
  SgfLocator locator_;
  SgfRecord record_;
  // Names that a game has once, of those met up to now.
  std::vector<std::string_view> given_;
};

}  // namespace

absl::StatusOr<SgfRecord> MakeRecord(const SgfCollection& collection, NodeId root) {
  return RecordMaker(collection, root).Make();
}

}  // namespace tenuki
