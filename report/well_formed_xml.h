// For tests: is a text a well-formed XML 1.0 document? Only what SVG files of ours have: elements, attributes in double
// quotes, text and the five entities; no comments, declarations or processing instructions.
//
//   EXPECT_EQ(WhyNotWellFormed("<svg><g/></svg>"), "");
//   WhyNotWellFormed("<svg><g></svg>")              // "</svg> ends g, at 11"
//
// A pure function: no thread rules.
#pragma once

#include <string>
#include <string_view>

namespace tenuki {

std::string WhyNotWellFormed(std::string_view text);

}  // namespace tenuki
