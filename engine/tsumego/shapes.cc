#include "engine/tsumego/shapes.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/board/geometry.h"
#include "engine/tsumego/exhaustive.h"
#include "engine/tsumego/local_game.h"
#include "engine/tsumego/solver.h"

namespace tenuki {
namespace {

constexpr int kSize = 13;
constexpr int64_t kMaxStates = 60'000;
// States that exhaustive solving visits, up to which a problem is of the first, second and third level.
constexpr int64_t kLevelBounds[] = {150, 1'000, 6'000};
constexpr std::string_view kLevels[] = {"primary", "intermediate", "high", "high_dan"};
constexpr int kMaxOfEachSort = 30;

// Column and row steps from the shape's corner.
struct EyeShape {
  std::string_view name;
  std::string_view rows;  // '#' is a point of the shape; '/' ends a row
};
constexpr EyeShape kEyeShapes[] = {
    {"straight three", "###"},     {"bent three", "##/#"},         {"straight four", "####"},
    {"bent four", "###/#"},        {"pyramid four", "###/.#"},     {"zigzag four", "##/.##"},
    {"square four", "##/##"},      {"straight five", "#####"},     {"bulky five", "##/###"},
    {"crossed five", ".#/###/.#"}, {"long bent five", "####/#"},   {"pyramid five", "####/.#"},
    {"rabbity six", "##/###/.#"},  {"rectangular six", "###/###"}, {"long pyramid six", "#####/..#"},
    {"hooked five", "###/#/#"},
};

struct Place {
  std::string_view name;
  int column;
  int row;
};
constexpr Place kPlaces[] = {{"in the corner", 0, 0}, {"on the side", 4, 0}, {"in the middle", 4, 4}};

PointSet Placed(const EyeShape& shape, int column, int row) {
  PointSet points;
  int x = column;
  for (char c : shape.rows) {
    if (c == '/') {
      ++row;
      x = column;
      continue;
    }
    if (c == '#') points.Insert(MakePoint(kSize, x, row));
    ++x;
  }
  return points;
}

// Points beside those of a set, over the corners too.
PointSet RingOf(const PointSet& points) {
  const Geometry& geometry = GeometryOf(kSize);
  PointSet ring;
  for (Point point : points) {
    const Neighbours& near = geometry.neighbours[point];
    for (int i = 0; i < 4; ++i) {
      if (near.side[i] != geometry.num_points) ring.Insert(near.side[i]);
      if (near.diagonal[i] != geometry.num_points) ring.Insert(near.diagonal[i]);
    }
  }
  return ring - points;
}

PointSet BesideOf(const PointSet& points) {
  const Geometry& geometry = GeometryOf(kSize);
  PointSet beside;
  for (Point point : points) {
    for (int side : geometry.neighbours[point].side) {
      if (side != geometry.num_points) beside.Insert(side);
    }
  }
  return beside - points;
}

// A group around an eye space, with so many liberties outside, and the attacker's wall around all that.
std::optional<Problem> WalledIn(const PointSet& eye_space, const PointSet& inside_black, const PointSet& inside_white,
                                int num_liberties, Color to_move) {
  const PointSet group = RingOf(eye_space);
  PointSet wall = RingOf(eye_space | group);
  PointSet liberties;
  for (Point point : BesideOf(group)) {
    const bool is_apart = (RingOf(liberties) & BesideOf(group)).Contains(point);
    if (liberties.size() == num_liberties || is_apart || !wall.Contains(point)) continue;
    liberties.Insert(point);
  }
  if (liberties.size() < num_liberties) return std::nullopt;
  wall |= RingOf(eye_space | group | wall);
  wall -= liberties;
  const std::optional<Board> board = Board::FromStones(kSize, group | inside_black, wall | inside_white, to_move);
  if (!board.has_value()) return std::nullopt;
  Problem problem{.board = *board, .defender = Color::kBlack};
  problem.goal = problem.attacker_to_move() ? Goal::kKill : Goal::kLive;
  problem.target = board->ChainAt(*group.begin());
  problem.region = (eye_space - inside_black - inside_white) | liberties;
  return problem;
}

// Two chains side by side along the edge, each with liberties of its own at its end.
std::optional<Problem> Race(int length, int black_liberties, int white_liberties, Color to_move) {
  PointSet black, white, region;
  const int width = length + std::max(black_liberties, white_liberties) + 1;
  for (int x = 0; x < width; ++x) {
    const Point edge = MakePoint(kSize, x, 0);
    const Point second = MakePoint(kSize, x, 1);
    (x < length ? black : x < length + black_liberties ? region : white).Insert(edge);
    (x < length ? white : x < length + white_liberties ? region : black).Insert(second);
    black.Insert(MakePoint(kSize, x, 2));
  }
  const std::optional<Board> board = Board::FromStones(kSize, black, white, to_move);
  if (!board.has_value()) return std::nullopt;
  Problem problem{.board = *board, .defender = Color::kBlack};
  problem.goal = problem.attacker_to_move() ? Goal::kKill : Goal::kLive;
  problem.target = board->ChainAt(MakePoint(kSize, 0, 0));
  problem.region = region;
  return problem;
}

std::string_view LevelOf(int64_t num_states) {
  size_t level = 0;
  while (level < std::size(kLevelBounds) && num_states > kLevelBounds[level]) ++level;
  return kLevels[level];
}

// What exhaustive solving makes of it; nothing where the first move does not matter, or the problem is too large.
std::optional<Shape> Judge(const Problem& problem) {
  Shape shape{.problem = problem};
  const Role mover = problem.attacker_to_move() ? Role::kAttacker : Role::kDefender;
  const KoRights own = mover == Role::kAttacker ? KoRights::kAttacker : KoRights::kDefender;
  const KoRights others = mover == Role::kAttacker ? KoRights::kDefender : KoRights::kAttacker;
  for (KoRights rights : {others, KoRights::kNeither, own}) {
    const absl::StatusOr<LocalGame> game = LocalGame::Make(problem, rights);
    if (!game.ok()) return std::nullopt;
    const std::optional<ExhaustiveResult> exact = SolveExhaustively(*game, kMaxStates);
    if (!exact.has_value()) return std::nullopt;
    shape.num_states = std::max(shape.num_states, exact->num_states);
    if (exact->winner != mover) continue;
    LocalState passed = game->start();
    if (game->Play(passed, kPassSpot)) {
      LocalGame after = *game;
      after.StartFrom(passed);
      const std::optional<ExhaustiveResult> idle = SolveExhaustively(after, kMaxStates);
      if (!idle.has_value() || idle->winner == mover) return std::nullopt;
    }
    for (Spot spot : exact->winning_moves) shape.correct.push_back(game->PointOf(spot));
    const absl::StatusOr<Solution> solution =
        Solve(problem, {.method = Method::kProof, .table_bytes = 1 << 20, .find_other_moves = false});
    if (!solution.ok() || solution->certainty != Certainty::kProven) return std::nullopt;
    shape.outcome = solution->outcome;
    shape.level = LevelOf(shape.num_states);
    return shape;
  }
  return std::nullopt;
}

// Whether the first move puts a stone into atari where it can be taken.
bool IsThrowIn(const Shape& shape) {
  const LocalGame game = *LocalGame::Make(shape.problem, KoRights::kNeither);
  LocalState state = game.start();
  const Spot spot = game.SpotOf(shape.correct[0]);
  const Role mover = state.to_move;
  game.Play(state, spot);
  const LocalGame::Chain chain = game.ChainAt(state, mover, spot);
  return !game.IsSafe(chain, mover) && (chain.around & game.Empty(state)).size() == 1;
}

// Whether the loser takes three stones or more in the line of play, and the winner then plays where they stood.
bool IsUnderTheStones(const Shape& shape) {
  const LocalGame game = *LocalGame::Make(shape.problem, KoRights::kNeither);
  const Role winner = game.start().to_move;
  const absl::StatusOr<Solution> solution =
      Solve(shape.problem, {.method = Method::kProof, .table_bytes = 1 << 20, .find_other_moves = false});
  if (!solution.ok()) return false;
  LocalState state = game.start();
  SpotSet taken;
  for (Move move : solution->line) {
    const Spot spot = move == kPass ? kPassSpot : game.SpotOf(move);
    if (state.to_move == winner && spot != kPassSpot && taken.Contains(spot)) return true;
    const SpotSet before = state.of(winner);
    if (!game.Play(state, spot)) return false;
    const SpotSet lost = before - state.of(winner);
    if (lost.size() >= 3) taken |= lost;
  }
  return false;
}

std::string SortOf(const Shape& shape) {
  if (shape.outcome == Outcome::kKoForAttacker || shape.outcome == Outcome::kKoForDefender) return "ko";
  if (shape.outcome == Outcome::kSeki) return "seki";
  if (IsUnderTheStones(shape)) return "under the stones";
  if (shape.correct.size() == 1 && IsThrowIn(shape)) return "snapback";
  return "";
}

std::string_view MoverAndGoal(const Problem& problem) {
  return problem.attacker_to_move() ? "white to kill" : "black to live";
}

void AddEyeShapes(std::vector<Shape>& shapes) {
  for (const EyeShape& eye_shape : kEyeShapes) {
    for (const Place& place : kPlaces) {
      const PointSet eye_space = Placed(eye_shape, place.column, place.row);
      for (int liberties = 0; liberties <= 3; ++liberties) {
        for (Color to_move : {Color::kBlack, Color::kWhite}) {
          const std::optional<Problem> problem = WalledIn(eye_space, {}, {}, liberties, to_move);
          if (!problem.has_value()) continue;
          std::optional<Shape> shape = Judge(*problem);
          if (!shape.has_value()) continue;
          shape->name = absl::StrCat(eye_shape.name, " ", place.name, ", ", liberties, " liberties outside, ",
                                     MoverAndGoal(*problem));
          shape->sort = place.column == 0 ? "corner shape" : "eye shape";
          shapes.push_back(*std::move(shape));
        }
      }
    }
  }
}

void AddRaces(std::vector<Shape>& shapes) {
  for (int length : {3, 5}) {
    for (int black = 1; black <= 4; ++black) {
      for (int white = 1; white <= 4; ++white) {
        for (Color to_move : {Color::kBlack, Color::kWhite}) {
          const std::optional<Problem> problem = Race(length, black, white, to_move);
          if (!problem.has_value()) continue;
          std::optional<Shape> shape = Judge(*problem);
          if (!shape.has_value()) continue;
          shape->name = absl::StrCat("race of ", black, " liberties against ", white, ", chains of ", length, ", ",
                                     MoverAndGoal(*problem));
          shape->sort = "race";
          shapes.push_back(*std::move(shape));
        }
      }
    }
  }
}

// Shapes with stones of both sides inside, drawn at random; what they are is found out.
void AddFoundShapes(std::vector<Shape>& shapes) {
  std::map<std::string, int> count;
  for (uint64_t seed = 0; seed < 6000; ++seed) {
    uint64_t counter = 0;
    const auto below = [&](size_t n) { return UniformBelow(static_cast<uint32_t>(n), Random32(seed, counter++)); };
    const EyeShape& eye_shape = kEyeShapes[7 + below(std::size(kEyeShapes) - 7)];
    const Place& place = kPlaces[below(std::size(kPlaces))];
    const PointSet eye_space = Placed(eye_shape, place.column, place.row);
    PointSet black, white;
    for (Point point : eye_space) {
      const uint32_t draw = below(5);
      if (draw < 2) (draw == 0 ? black : white).Insert(point);
    }
    const int liberties = static_cast<int>(below(3));
    const std::optional<Problem> problem =
        WalledIn(eye_space, black, white, liberties, below(2) == 0 ? Color::kBlack : Color::kWhite);
    if (!problem.has_value()) continue;
    std::optional<Shape> shape = Judge(*problem);
    if (!shape.has_value()) continue;
    shape->sort = SortOf(*shape);
    if (shape->sort.empty() || ++count[shape->sort] > kMaxOfEachSort) continue;
    shape->name = absl::StrCat(shape->sort, " ", count[shape->sort], ": ", eye_shape.name, " ", place.name, ", ",
                               MoverAndGoal(*problem));
    shapes.push_back(*std::move(shape));
  }
}

}  // namespace

std::vector<Shape> MakeShapes() {
  std::vector<Shape> shapes;
  AddEyeShapes(shapes);
  AddRaces(shapes);
  AddFoundShapes(shapes);
  const auto level = [](const Shape& shape) { return std::ranges::find(kLevels, shape.level) - std::begin(kLevels); };
  std::ranges::stable_sort(shapes, [&](const Shape& a, const Shape& b) { return level(a) < level(b); });
  return shapes;
}

}  // namespace tenuki
