// Prints the suite of shapes as JSON lines: tools/make_tsumego_shapes.
#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/tsumego/shapes.h"

namespace tenuki {
namespace {

template <typename Points>
std::string List(const Points& points) {
  return absl::StrCat(
      "[",
      absl::StrJoin(points, ",",
                    [](std::string* out, Move move) { absl::StrAppend(out, "\"", ToSgf(13, move), "\""); }),
      "]");
}

std::vector<Point> Listed(const PointSet& points) {
  std::vector<Point> list;
  for (Point point : points) list.push_back(point);
  return list;
}

std::string Stones(const PointSet& points) {
  std::string text;
  for (Point point : points) absl::StrAppend(&text, "[", ToSgf(13, point), "]");
  return text;
}

void Print(const Shape& shape, int number) {
  const Board& board = shape.problem.board;
  const char* to_move = board.to_move() == Color::kBlack ? "B" : "W";
  std::printf(
      "{\"id\":\"%d %s\",\"level\":\"%s\",\"to_move\":\"%s\",\"goal\":\"%s\",\"correct\":%s,\"outcome\":\"%s\",",
      number, shape.name.c_str(), shape.level.c_str(), to_move, std::string(GoalName(shape.problem.goal)).c_str(),
      List(shape.correct).c_str(), std::string(OutcomeName(shape.outcome)).c_str());
  std::printf("\"target\":%s,\"region\":%s,\"sgf\":\"(;GM[1]FF[4]SZ[13]PL[%s]AB%sAW%s)\"}\n",
              List(Listed(shape.problem.target)).c_str(), List(Listed(shape.problem.region)).c_str(), to_move,
              Stones(board.stones(Color::kBlack)).c_str(), Stones(board.stones(Color::kWhite)).c_str());
}

}  // namespace
}  // namespace tenuki

int main() {
  int number = 0;
  for (const tenuki::Shape& shape : tenuki::MakeShapes()) tenuki::Print(shape, ++number);
}
