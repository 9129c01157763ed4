// Selection at every CPU level, against the formulas one edge at a time.
#include "engine/search/selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/portable_math.h"
#include "common/random.h"

namespace tenuki {
namespace {

using Kind = SelectionRule::Kind;

struct RandomEdges {
  RandomEdges(uint32_t count, uint64_t seed) : values(count) {
    const auto draw = [&](uint64_t counter, uint32_t below) {
      return static_cast<float>(UniformBelow(below, Random32(seed, counter)));
    };
    for (uint32_t i = 0; i < count; ++i) {
      visits.push_back(draw(4 * i, 30));
      wins.push_back(std::floor(visits[i] * draw(4 * i + 1, 11) / 10));
      rave_visits.push_back(draw(4 * i + 2, 300));
      rave_wins.push_back(std::floor(rave_visits[i] * draw(4 * i + 3, 11) / 10));
      bonus.push_back(draw(4 * i, 7) / 16 - 0.2F);
    }
  }
  SelectionEdges edges() const {
    return {visits.data(),      wins.data(),      bonus.data(),
            rave_visits.data(), rave_wins.data(), static_cast<uint32_t>(visits.size())};
  }

  std::vector<float> visits, wins, rave_visits, rave_wins, bonus, values;
};

float ValueOf(const RandomEdges& edges, size_t i, const SelectionRule& rule, float log_total) {
  const float n = edges.visits[i];
  const float r = edges.rave_visits[i];
  const float count = std::max(n, 1.0F);
  const float mean = edges.wins[i] / count;
  const float ratio = log_total / count;
  const float tuned = std::sqrt(ratio * std::min(0.25F, mean - mean * mean + std::sqrt(2 * ratio)));
  if (rule.kind == Kind::kUcb1) {
    return (n > 0 ? mean + rule.exploration * std::sqrt(2 * log_total / count) : rule.urgency) + edges.bonus[i];
  }
  if (rule.kind == Kind::kUcb1Tuned) {
    return (n > 0 ? mean + rule.exploration * tuned : rule.urgency) + edges.bonus[i];
  }
  if (n + r == 0) return rule.urgency;
  const float beta = r / std::max(n + r + n * r * rule.rave_bias, 1e-6F);
  return beta * (edges.rave_wins[i] / std::max(r, 1e-6F)) + (1 - beta) * mean + rule.exploration * tuned;
}

class SelectionTest : public testing::TestWithParam<CpuLevel> {};

TEST_P(SelectionTest, TakesTheFirstOfTheLargestValues) {
  for (Kind kind : {Kind::kUcb1Tuned, Kind::kUcb1, Kind::kRave}) {
    for (float exploration : {0.0F, 0.3F}) {
      const SelectionRule rule = {.kind = kind, .exploration = exploration, .urgency = 1.1F, .rave_bias = 0.04F};
      for (uint32_t count = 1; count <= 362; count += count < 40 ? 1 : 23) {
        RandomEdges edges(count, count);
        const float log_total = static_cast<float>(PortableLog(10.0 * count));
        std::vector<float> expected;
        for (size_t i = 0; i < count; ++i) expected.push_back(ValueOf(edges, i, rule, log_total));
        const uint32_t chosen = SelectionFor(GetParam())(edges.edges(), rule, log_total, edges.values.data());
        EXPECT_EQ(chosen, std::ranges::max_element(expected) - expected.begin());
        EXPECT_EQ(edges.values, expected) << "bit for bit";
      }
    }
  }
}

TEST_P(SelectionTest, AddsAPlayoutToTheRaveValues) {
  for (uint32_t count = 1; count <= 82; count += 3) {
    RandomEdges edges(count, count);
    std::vector<int16_t> moves;
    std::vector<float> played = {0};  // a pass
    for (uint32_t i = 0; i < count; ++i) {
      moves.push_back(static_cast<int16_t>(static_cast<int>(count - i) - 2));
      played.push_back(static_cast<float>(Random32(9, i) % 2));
    }
    const RandomEdges before = edges;
    RaveUpdateFor(GetParam())(moves.data(), count, played.data(), 0.5F, edges.rave_visits.data(),
                              edges.rave_wins.data());
    for (uint32_t i = 0; i < count; ++i) {
      const float each = played[moves[i] + 1];
      EXPECT_EQ(edges.rave_visits[i], before.rave_visits[i] + each);
      EXPECT_EQ(edges.rave_wins[i], before.rave_wins[i] + each / 2);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, SelectionTest, testing::ValuesIn(SupportedCpuLevels()),
                         [](const auto& info) { return std::string(CpuLevelName(info.param)); });

}  // namespace
}  // namespace tenuki
