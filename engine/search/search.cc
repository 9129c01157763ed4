#include "engine/search/search.h"

#include <algorithm>

#include "absl/log/check.h"
#include "common/portable_math.h"
#include "common/random.h"

namespace tenuki {
namespace {

// Streams of the seed: number 2 n is that of playout n, 2 n + 1 that of node n.
uint64_t PlayoutSeed(uint64_t seed, int playout) { return DeriveSeed(seed, 2 * static_cast<uint64_t>(playout)); }
uint64_t NodeSeed(uint64_t seed, size_t node) { return DeriveSeed(seed, 2 * static_cast<uint64_t>(node) + 1); }

// ln n for the numbers of visits that occur.
float LogOf(float visits) {
  static const std::vector<float>& table = *new std::vector<float>([] {
    std::vector<float> values(1 << 15);
    for (size_t n = 1; n < values.size(); ++n) values[n] = static_cast<float>(PortableLog(static_cast<double>(n)));
    return values;
  }());
  const auto n = static_cast<size_t>(visits);
  return n < table.size() ? table[n] : static_cast<float>(PortableLog(visits));
}

SelectionRule RuleOf(const SearchParameters& parameters) {
  return {.kind = parameters.guide == SearchParameters::Guide::kRave        ? SelectionRule::Kind::kRave
                  : parameters.bound == SearchParameters::Bound::kUcb1Tuned ? SelectionRule::Kind::kUcb1Tuned
                                                                            : SelectionRule::Kind::kUcb1,
          .exploration = static_cast<float>(parameters.exploration),
          .urgency = static_cast<float>(parameters.first_play_urgency),
          .rave_bias = static_cast<float>(4 * parameters.rave_bias * parameters.rave_bias)};
}

}  // namespace

int64_t MaxSearchBytes(const SearchParameters& parameters, int board_size) {
  constexpr int64_t kBytesOfEdge = 2 + 6 * 4;
  const int64_t nodes = std::min(parameters.playouts / parameters.expansion_visits + 1, parameters.max_nodes);
  return 2 * nodes * (int64_t{board_size} * board_size + 1) * kBytesOfEdge;  // vectors double
}

Search::Search(const Game& game, const SearchParameters& parameters, uint64_t seed, CpuLevel level)
    : parameters_(parameters),
      rule_(RuleOf(parameters)),
      select_(SelectionFor(level)),
      update_rave_(RaveUpdateFor(level)),
      seed_(seed),
      root_(game.board()),
      komi_half_points_(game.rules().komi_half_points),
      request_{.start = root_, .options = {.mercy_stones = parameters.mercy_stones}} {
  CHECK_GT(parameters.playouts, 0);
  CHECK_GT(parameters.expansion_visits, 0);
  CHECK_GT(parameters.max_nodes, 0);
  const bool uses_covariance = parameters.guide == SearchParameters::Guide::kCovariance ||
                               parameters.rave_bonus != SearchParameters::RaveBonus::kNone;
  if (uses_covariance) control_table_ = std::make_unique<ControlTable>(root_.size(), parameters.control);
  if (parameters.guide == SearchParameters::Guide::kCriticality) {
    criticality_map_ = std::make_unique<CriticalityMap>(root_.size(), parameters.control, parameters.criticality_groups,
                                                        parameters.clusters, komi_half_points_);
  }
  std::vector<Move> moves = MovesOf(root_);
  std::erase_if(moves, [&](Move move) { return game.Check(move) != MoveError::kNone; });
  AddNode(moves);
}

// A pass is always among them.
std::vector<Move> Search::MovesOf(const Board& board) const {
  std::vector<Move> moves;
  moves.reserve(static_cast<size_t>(board.num_points()) + 1);
  for (Point point : board.PlayoutCandidates()) moves.push_back(point);
  moves.push_back(kPass);
  return moves;
}

void Search::AddNode(const std::vector<Move>& moves) {
  const size_t first = edges_.move.size();
  const size_t size = first + moves.size();
  const uint64_t seed = NodeSeed(seed_, nodes_.size());
  nodes_.push_back({.first_edge = static_cast<uint32_t>(first), .num_edges = static_cast<uint32_t>(moves.size())});
  edges_.move.insert(edges_.move.end(), moves.begin(), moves.end());
  for (size_t i = moves.size(); i > 1; --i) {
    std::swap(edges_.move[first + i - 1],
              edges_.move[first + UniformBelow(static_cast<uint32_t>(i), Random32(seed, i))]);
  }
  edges_.child.resize(size);
  edges_.visits.resize(size);
  edges_.wins.resize(size);
  if (parameters_.guide == SearchParameters::Guide::kRave) {
    edges_.rave_visits.resize(size);
    edges_.rave_wins.resize(size);
  }
  edges_.bonus.resize(size);
  values_.resize(std::max(values_.size(), moves.size()));
  if (!is_guided_) return;
  for (size_t edge = first; edge < size; ++edge) {
    const float bonus = BonusOf(edges_.move[edge]);
    if (HasBonus()) {
      edges_.bonus[edge] = bonus;
    } else if (parameters_.rave_bonus == SearchParameters::RaveBonus::kAtCreation && bonus > 0) {
      edges_.rave_visits[edge] += bonus;
      edges_.rave_wins[edge] += bonus;
    }
  }
}

const PlayoutRequest* Search::Next(int until) {
  while (!is_waiting_ && num_playouts_ < std::min(until, parameters_.playouts)) Descend();
  return is_waiting_ ? &request_ : nullptr;
}

// Goes down the tree to a move without a node, and asks for a playout from there; or to the end of a game, which it
// counts.
void Search::Descend() {
  path_.clear();
  Board& board = request_.start;
  board = root_;
  uint32_t node = 0;
  while (true) {
    const uint32_t edge = Select(nodes_[node]);
    path_.push_back({.node = node, .edge = edge, .color = board.to_move()});
    board.PlayUnchecked(edges_.move[edge]);
    if (board.passes() >= 2) return EndInTree(board);
    if (edges_.child[edge] == 0) {
      if (!CanExpand(edge)) break;
      edges_.child[edge] = static_cast<uint32_t>(nodes_.size());
      AddNode(MovesOf(board));
    }
    node = edges_.child[edge];
  }
  request_.seed = PlayoutSeed(seed_, num_playouts_);
  is_waiting_ = true;
}

bool Search::CanExpand(uint32_t edge) const {
  return edges_.visits[edge] >= static_cast<float>(parameters_.expansion_visits) &&
         nodes_.size() < static_cast<size_t>(parameters_.max_nodes);
}

uint32_t Search::Select(const Node& node) {
  const size_t first = node.first_edge;
  const bool has_rave = parameters_.guide == SearchParameters::Guide::kRave;
  const SelectionEdges edges = {.visits = edges_.visits.data() + first,
                                .wins = edges_.wins.data() + first,
                                .bonus = edges_.bonus.data() + first,
                                .rave_visits = has_rave ? edges_.rave_visits.data() + first : nullptr,
                                .rave_wins = has_rave ? edges_.rave_wins.data() + first : nullptr,
                                .count = node.num_edges};
  return node.first_edge + select_(edges, rule_, LogOf(std::max(node.visits, 1.0F)), values_.data());
}

// A game that two passes have ended needs no playout.
void Search::EndInTree(const Board& board) {
  const Area area = board.ComputeArea();
  const PointSet stones[2] = {board.stones(Color::kBlack), board.stones(Color::kWhite)};
  if (score_table_ != nullptr) {
    score_table_->Add(area.Score(), ControlOf(score_reading_, board.size(), stones, area));
  }
  const int lead = 2 * area.Score() - komi_half_points_;
  Back(lead > 0 ? 1.0F : lead < 0 ? 0.0F : 0.5F, nullptr);
}

void Search::Take(const Playout& playout) {
  CHECK(is_waiting_);
  is_waiting_ = false;
  if (IsCollecting() && (!is_guided_ || parameters_.refresh_period > 0)) Collect(playout);
  if (score_table_ != nullptr) {
    score_table_->Add(playout.score, ControlOf(score_reading_, root_.size(), playout.stones, playout.area));
  }
  const bool black_wins = playout.BlackWins(komi_half_points_);
  const bool white_wins = playout.WhiteWins(komi_half_points_);
  Back(black_wins ? 1.0F : white_wins ? 0.0F : 0.5F, playout.first_played);
}

void Search::Back(float black_wins, const PointSet* first_played) {
  const bool has_rave = parameters_.guide == SearchParameters::Guide::kRave;
  if (has_rave) SetPlayed(first_played);
  for (size_t depth = path_.size(); depth-- > 0;) {
    const Step& step = path_[depth];
    const float wins = step.color == Color::kBlack ? black_wins : 1 - black_wins;
    nodes_[step.node].visits += 1;
    edges_.visits[step.edge] += 1;
    edges_.wins[step.edge] += wins;
    if (has_rave) AddToRave(step, wins);
  }
  ++num_playouts_;
  if (!IsCollecting()) return;
  if (num_playouts_ == parameters_.collection_playouts || IsGuideDue()) UseGuide();
}

// Whether a guide is part of the bound, as in eq. 4.
bool Search::HasBonus() const {
  return parameters_.guide == SearchParameters::Guide::kCovariance ||
         parameters_.guide == SearchParameters::Guide::kCriticality;
}

void Search::Collect(const Playout& playout) {
  if (control_table_ != nullptr) control_table_->Add(playout, komi_half_points_);
  if (criticality_map_ != nullptr) criticality_map_->Add(playout);
}

// Whether it is to be used again, after the first time.
bool Search::IsGuideDue() const {
  const int period = HasBonus()                                                         ? parameters_.refresh_period
                     : parameters_.rave_bonus == SearchParameters::RaveBonus::kPeriodic ? parameters_.rave_bonus_period
                                                                                        : 0;
  return is_guided_ && period > 0 && num_playouts_ % period == 0;
}

void Search::SetPlayed(const PointSet* first_played) {
  for (int side : {0, 1}) {
    std::fill_n(played_[side].begin(), root_.num_points() + 1, 0.0F);
    if (first_played == nullptr) continue;
    for (Point point : first_played[side]) played_[side][point + 1] = 1;
  }
}

// Whoever plays at a point first, from here on.
void Search::AddToRave(const Step& step, float wins) {
  if (const Move move = edges_.move[step.edge]; move != kPass) {
    played_[Side(step.color)][move + 1] = 1;
    played_[Side(Opponent(step.color))][move + 1] = 0;
  }
  const Node& node = nodes_[step.node];
  update_rave_(edges_.move.data() + node.first_edge, node.num_edges, played_[Side(step.color)].data(), wins,
               edges_.rave_visits.data() + node.first_edge, edges_.rave_wins.data() + node.first_edge);
}

float Search::BonusOf(Move move) const {
  if (move == kPass) return 0;
  if (criticality_map_ != nullptr) {
    return static_cast<float>(parameters_.criticality_weight * criticality_map_->At(move));
  }
  const double covariance = control_table_->Covariance(move);
  return static_cast<float>(parameters_.guide == SearchParameters::Guide::kCovariance
                                ? parameters_.covariance_weight * covariance
                                : parameters_.rave_bonus_playouts * std::max(0.0, 4 * covariance));
}

// From now on the table guides as it stands, in all nodes there are and those to come.
void Search::UseGuide() {
  is_guided_ = true;
  if (criticality_map_ != nullptr) criticality_map_->Learn();
  for (size_t edge = 0; edge < edges_.move.size(); ++edge) {
    const float bonus = BonusOf(edges_.move[edge]);
    if (HasBonus()) {
      edges_.bonus[edge] = bonus;
    } else if (parameters_.rave_bonus == SearchParameters::RaveBonus::kPeriodic) {
      edges_.rave_visits[edge] += bonus;
      edges_.rave_wins[edge] += bonus;
    }
  }
}

std::vector<RootMove> Search::RootMoves() const {
  std::vector<RootMove> moves;
  for (uint32_t edge = 0; edge < nodes_[0].num_edges; ++edge) {
    moves.push_back(
        {.move = edges_.move[edge], .visits = static_cast<int>(edges_.visits[edge]), .wins = edges_.wins[edge]});
  }
  // kPass is below all points.
  std::ranges::sort(moves, {}, [](const RootMove& each) { return static_cast<unsigned>(each.move); });
  return moves;
}

int64_t Search::num_bytes() const {
  const auto bytes = [](const auto& values) { return values.capacity() * sizeof(values[0]); };
  const size_t size = bytes(nodes_) + bytes(edges_.move) + bytes(edges_.child) + bytes(edges_.visits) +
                      bytes(edges_.wins) + bytes(edges_.rave_visits) + bytes(edges_.rave_wins) + bytes(edges_.bonus) +
                      bytes(path_) + bytes(values_) + (control_table_ == nullptr ? 0 : sizeof(*control_table_)) +
                      (criticality_map_ == nullptr ? 0 : criticality_map_->table().num_bytes());
  return static_cast<int64_t>(size);
}

RootMove Search::BestMove(bool may_pass) const {
  std::vector<RootMove> moves = RootMoves();
  if (!may_pass && moves.size() > 1) moves.pop_back();
  return *std::ranges::max_element(moves, {}, [&](const RootMove& each) {
    return parameters_.final_choice == SearchParameters::FinalChoice::kMostVisits ? each.visits : each.wins;
  });
}

}  // namespace tenuki
