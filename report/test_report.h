// Reports for tests, written as text protos.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "google/protobuf/text_format.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

template <typename Message = v1::Report>
Message ParseText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

inline v1::Report ReportOf(const v1::Figure& figure) {
  v1::Report report;
  *report.add_sections()->add_blocks()->mutable_figure() = figure;
  return report;
}

// As the kind match writes it, with a paper's values; one cell has not been played.
inline constexpr char kMatchReport[] = R"(
  title: "uct-vs-gnugo"
  description: "UCT against GNU Go, as in table 2.\nOne playout a move more."
  sections {
    heading: "Results of match.player against match.opponent"
    blocks {
      table {
        caption: "All games"
        columns { name: "playouts" }
        columns { name: "games" alignment: ALIGNMENT_RIGHT }
        columns { name: "win rate" alignment: ALIGNMENT_RIGHT }
        columns { name: "paper" alignment: ALIGNMENT_RIGHT }
        columns { name: "differs" alignment: ALIGNMENT_RIGHT }
        rows {
          values { text: "100" }
          values { count: 1200 }
          values { interval { estimate: 0.531 low: 0.5023 high: 0.5596 confidence: 0.95
                              format { decimals: 1 percent: true } } }
          values { number { value: 0.52 format { decimals: 1 percent: true } } }
          values { test { p_value: 0.443 } }
        }
        rows {
          values { text: "1000|rave" }
          values { count: 0 }
          values {}
          values { number { value: 0.71 format { decimals: 1 percent: true } } }
          values { test { p_value: 0.00002 rejected: true } }
        }
      }
    }
    blocks { paragraph: "Win rates count a draw as half a win." }
  }
  assumptions: "board size 9: the paper does not say"
  assumptions: "komi 7.5: *usual* at that time"
)";

}  // namespace tenuki
