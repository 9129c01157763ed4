// One board of a figure: lines, coordinates, stones, shades, values as shapes, marks.
//
//   const BoardPoints points(board);
//   const double side = SvgBoardSide(board.size(), 26);
//   PaintSvgBoard(board, points, page.left(), page.Advance(side), 26, page.canvas());
//
// Pure functions but for the canvas that they draw on: no thread rules.
#pragma once

#include "report/board_points.h"
#include "report/svg_canvas.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

// The width and height of a diagram with `distance` pixels between two lines: the lines, and coordinates on each side.
double SvgBoardSide(int size, double distance);

// `left` and `top` are the diagram's. REQUIRES: the points are those of the board.
void PaintSvgBoard(const v1::Board& board, const BoardPoints& points, double left, double top, double distance,
                   SvgCanvas& canvas);

// The sign of a value, from −1 to 1, with its middle at x and y; by area, so that twice the value takes twice the ink.
void AddBoardShape(v1::Shape shape, double x, double y, double value, double distance, SvgCanvas& canvas);

}  // namespace tenuki
