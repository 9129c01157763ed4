// Colours of figures, as SVG writes them. All can be told apart with any colour vision: the series' are those of Okabe
// & Ito (2008), the ramps ColorBrewer's Blues and RdBu (Cynthia Brewer). Pure functions: no thread rules.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tenuki {

// Of what has no value.
inline constexpr std::string_view kNoValueColor = "#c4c4c4";

// They begin again after the last one; lines are dashed then.
std::string_view SeriesColor(size_t series);
std::string_view SeriesDash(size_t series);

// From almost white to dark blue. `place` is from 0 to 1, beyond that the end. REQUIRES: not NaN.
std::string SequentialColor(double place);

// From red by white, at 0.5, to blue. `place` is from 0 to 1, beyond that the end. REQUIRES: not NaN.
std::string DivergingColor(double place);

// The ink that can be read on a colour of the ramps.
std::string_view InkOn(std::string_view color);

}  // namespace tenuki
