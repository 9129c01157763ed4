// Figures as SVG: files that a browser, GitHub and a typesetter show as they are, without fonts or styles from
// elsewhere.
//
//   WriteFile("figures/01-win-rate.svg", RenderSvg(figure));
//
// Whatever a document holds, the result is well-formed, of bounded size, and the same bytes on every machine (law 1):
// no locale, no transcendental function of the library, coordinates as decimals of our own. What is too much to be
// drawn is left out with a note in the figure. A pure function: no thread rules.
#pragma once

#include <string>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

std::string RenderSvg(const v1::Figure& figure);

}  // namespace tenuki
