#include "experiments/similarity/collection.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status_macros.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/board/symmetry.h"
#include "engine/sgf/move_list.h"
#include "engine/sgf/reader.h"
#include "engine/sgf/record.h"
#include "engine/sgf/replay.h"

namespace tenuki {

// Reads games, counts them by position, and selects.
class CollectionReader {
 public:
  explicit CollectionReader(const v1::Similarity& similarity) : similarity_(similarity) {
    collection_.board_size_ = similarity.board_size();
  }

  void AddFile(const v1::InputFile& file) {
    if (absl::EndsWithIgnoreCase(file.path(), ".sgf")) {
      AddSgf(file);
    } else {
      AddMoveLists(file);
    }
  }

  absl::StatusOr<Collection> Finish() {
    const int64_t num_used = collection_.games(GameOutcome::kUsed).count;
    collection_.num_distinct_positions_ = static_cast<int64_t>(counts_.size());
    Select();
    ABSL_RETURN_IF_ERROR(CheckSelection());
    int64_t num_selected = 0;
    for (const CollectedPosition& position : collection_.positions_) num_selected += position.num_games;
    collection_.games_[static_cast<size_t>(GameOutcome::kUsed)].count = num_selected;
    collection_.games_[static_cast<size_t>(GameOutcome::kUnselected)].count = num_used - num_selected;
    return std::move(collection_);
  }

 private:
  struct Key {
    PointSet black;
    PointSet white;
    Color to_move;
    friend bool operator==(const Key&, const Key&) = default;
    template <typename H>
    friend H AbslHashValue(H state, const Key& key) {
      for (int i = 0; i < PointSet::kWords; ++i) {
        state = H::combine(std::move(state), key.black.word(i), key.white.word(i));
      }
      return H::combine(std::move(state), key.to_move);
    }
  };
  struct Counts {
    uint8_t stabiliser = 1;
    int64_t num_games = 0;
    // In the order of their points.
    std::vector<Reply> replies;
  };

  void AddSgf(const v1::InputFile& file) {
    const absl::StatusOr<SgfCollection> games = ReadSgf(file.content());
    if (!games.ok()) return Note(GameOutcome::kUnreadable, file, games.status().message());
    for (SgfCollection::NodeId root = 0; root != SgfCollection::kNone; root = games->NextSibling(root)) {
      const absl::StatusOr<SgfRecord> record = MakeRecord(*games, root);
      if (!record.ok()) {
        Note(GameOutcome::kUnreadable, file, record.status().message());
      } else {
        AddGame(*record, file, root == 0 ? "" : absl::StrCat("the game of node ", root, ": "));
      }
    }
  }

  void AddMoveLists(const v1::InputFile& file) {
    int line_number = 0;
    for (std::string_view line : absl::StrSplit(file.content(), '\n')) {
      const absl::StatusOr<std::optional<SgfRecord>> record =
          ReadMoveList(line, ++line_number, similarity_.board_size());
      if (!record.ok()) {
        Note(GameOutcome::kUnreadable, file, record.status().message());
      } else if (record->has_value()) {
        AddGame(**record, file, absl::StrCat("line ", line_number, ": "));
      }
    }
  }

  void AddGame(const SgfRecord& record, const v1::InputFile& file, const std::string& where) {
    if (record.size != similarity_.board_size()) {
      return Note(GameOutcome::kOtherBoard, file, absl::StrCat(where, "a board of size ", record.size));
    }
    const bool has_starting_stones = std::ranges::any_of(
        record.setups, [](const SgfSetup& setup) { return setup.plies_before == 0 && !setup.touched().empty(); });
    if (has_starting_stones && similarity_.starting_stones() == v1::LEAVE_OUT) {
      return Note(GameOutcome::kStartingStones, file, absl::StrCat(where, "stones on the board before the first move"));
    }
    const int move_number = similarity_.move_number();
    if (std::ssize(record.plies) <= move_number) {
      return Note(GameOutcome::kTooShort, file, absl::StrCat(where, "ends after move ", record.plies.size()));
    }
    const absl::StatusOr<Board> board = PositionAt(record, move_number);
    if (!board.ok()) return Note(GameOutcome::kIllegal, file, board.status().message());
    const auto& [color, reply] = record.plies[move_number];
    if (reply == kPass) return Note(GameOutcome::kTooShort, file, absl::StrCat(where, "the reply is a pass"));
    if (board->at(reply) != Color::kEmpty) {
      return Note(
          GameOutcome::kIllegal, file,
          absl::StrCat(record.ply_locations[move_number], ": ", Explain(MoveError::kOccupied, record.size, reply)));
    }
    const CanonicalPosition canonical =
        Canonicalise(record.size, board->stones(Color::kBlack), board->stones(Color::kWhite));
    Counts& counts = counts_[{canonical.black, canonical.white, color}];
    counts.stabiliser = canonical.stabiliser;
    ++counts.num_games;
    CountReply(canonical.Fold(reply), counts.replies);
    ++collection_.games_[static_cast<size_t>(GameOutcome::kUsed)].count;
  }

  static void CountReply(Point point, std::vector<Reply>& replies) {
    const auto place = std::ranges::lower_bound(replies, point, {}, &Reply::point);
    if (place != replies.end() && place->point == point) {
      ++place->num_games;
    } else {
      replies.insert(place, {.point = point, .num_games = 1});
    }
  }

  void Note(GameOutcome outcome, const v1::InputFile& file, std::string_view message) {
    Collection::Games& games = collection_.games_[static_cast<size_t>(outcome)];
    if (games.count++ == 0) games.example = absl::StrCat(file.path(), ": ", message);
  }

  void Select() {
    std::vector<CollectedPosition>& positions = collection_.positions_;
    for (auto& [key, counts] : counts_) {
      std::erase_if(counts.replies,
                    [&](const Reply& reply) { return reply.num_games < similarity_.min_reply_games(); });
      if (counts.num_games < similarity_.min_games() || counts.replies.empty()) continue;
      positions.push_back({.black = key.black,
                           .white = key.white,
                           .to_move = key.to_move,
                           .stabiliser = counts.stabiliser,
                           .num_games = counts.num_games,
                           .replies = std::move(counts.replies)});
    }
    std::ranges::sort(positions, [](const CollectedPosition& a, const CollectedPosition& b) {
      if (a.num_games != b.num_games) return a.num_games > b.num_games;
      return std::tie(a.black, a.white, a.to_move) < std::tie(b.black, b.white, b.to_move);
    });
    num_candidates_ = static_cast<int64_t>(positions.size());
    if (similarity_.top() > 0 && num_candidates_ > similarity_.top()) positions.resize(similarity_.top());
  }

  absl::Status CheckSelection() const {
    if (num_candidates_ == 0) {
      return absl::InvalidArgumentError(absl::StrCat("similarity.games: no position is left: ", DescribeGames()));
    }
    if (num_candidates_ < similarity_.top()) {
      return absl::InvalidArgumentError(absl::StrCat("similarity.top: ", similarity_.top(), ", and there are only ",
                                                     num_candidates_, " positions (", DescribeGames(),
                                                     "); 0 takes all"));
    }
    if (collection_.positions_.size() > kMaxPositions) {
      return absl::InvalidArgumentError(absl::StrCat("similarity: there are ", num_candidates_,
                                                     " positions, and at most ", kMaxPositions,
                                                     " can be compared; set similarity.top or similarity.min_games"));
    }
    return absl::OkStatus();
  }

  std::string DescribeGames() const {
    int64_t num_games = 0;
    for (const Collection::Games& games : collection_.games_) num_games += games.count;
    std::string text = absl::StrCat(num_games, " games, ", counts_.size(), " positions before any was left out");
    for (int i = 0; i < kNumGameOutcomes; ++i) {
      const Collection::Games& games = collection_.games_[i];
      if (games.example.empty()) continue;
      absl::StrAppend(&text, "; ", GameOutcomeName(static_cast<GameOutcome>(i)), " ", games.count, ", first ",
                      games.example);
    }
    return text;
  }

  const v1::Similarity& similarity_;
  absl::flat_hash_map<Key, Counts> counts_;
  int64_t num_candidates_ = 0;
  Collection collection_;
};

std::string_view GameOutcomeName(GameOutcome outcome) {
  switch (outcome) {
    case GameOutcome::kUsed: return "used";
    case GameOutcome::kUnselected: return "not selected";
    case GameOutcome::kUnreadable: return "unreadable";
    case GameOutcome::kIllegal: return "illegal move";
    case GameOutcome::kOtherBoard: return "other board size";
    case GameOutcome::kStartingStones: return "starting stones";
    case GameOutcome::kTooShort: return "too short";
  }
  return "";
}

PointSet CollectedPosition::ReplyPoints() const {
  PointSet points;
  for (const Reply& reply : replies) points.Insert(reply.point);
  return points;
}

absl::StatusOr<Collection> Collection::Read(const v1::InputFiles& files, const v1::Similarity& similarity) {
  CollectionReader reader(similarity);
  for (const v1::InputFile& file : files.files()) reader.AddFile(file);
  return reader.Finish();
}

std::string CollectionKey(const v1::Similarity& similarity) {
  return absl::StrCat("collection ", similarity.board_size(), " ", similarity.move_number(), " ",
                      similarity.starting_stones(), " ", similarity.top(), " ", similarity.min_games(), " ",
                      similarity.min_reply_games());
}

absl::StatusOr<std::shared_ptr<const Collection>> CollectionOf(const v1::Experiment& cell, Inputs& inputs) {
  const v1::Similarity& similarity = cell.similarity();
  return inputs.Get<Collection>(cell, similarity.games(), CollectionKey(similarity),
                                [&](const v1::InputFiles& files) { return Collection::Read(files, similarity); });
}

}  // namespace tenuki
