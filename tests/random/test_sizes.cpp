// Extents that are negative when the program runs give no iteration, and a reduction over nothing gives its init,
// before and after every step, interpreted and compiled.
#include <gtest/gtest.h>

#include "backends/interpreter/interpreter.h"
#include "tests/random/fuzz.h"
#include "tests/random/sized_cases.h"

namespace lw {
namespace {

using test::boundSizes;

void expectRight(const char* text, const std::vector<const char*>& schedules, const std::vector<InputSpec>& sizes,
                 void (*compute)(std::vector<Argument>&)) {
  for (const char* schedule : schedules) {
    const test::SizedCase c = test::sizedCase(text, schedule);
    if (testing::Test::HasFailure()) return;
    for (size_t i = 0; i < sizes.size(); ++i) {
      const InputSpec& spec = sizes[i];
      const Result<std::vector<Argument>> inputs = makeArguments(c.source, spec);
      ASSERT_TRUE(inputs);
      std::vector<Argument> wanted = *inputs, got = *inputs;
      compute(wanted);
      const std::string what = std::string(schedule) + " with " + std::to_string(spec.bind.begin()->second) + " and " +
                               std::to_string(spec.bind.rbegin()->second);
      const Status ok = interpret(c.scheduled, got);
      ASSERT_TRUE(ok) << what << ": " << toText(ok.error());
      EXPECT_EQ(compareArrays(std::get<NDArray>(got[1]), std::get<NDArray>(wanted[1]), 0, 0).count, 0) << what;
      if (i % 5 != 0) continue;
      const auto expected = ExpectedValues::of(c.source, *inputs);
      ASSERT_TRUE(expected);
      EXPECT_EQ(expected->compiled(c.scheduled), "") << what;
    }
  }
}

TEST(Sizes, NegativeExtentsGiveNoIteration) {
  expectRight(test::kNegativeExtents,
              {"none", "fuse", "fuse_parallel", "tiles", "parts", "peel", "copies", "copies_inside"},
              boundSizes("h", "w"), test::addNeighbours);
}

TEST(Sizes, ReductionsOverNothingGiveTheirInit) {
  expectRight(test::kEmptyReductions,
              {"none", "decompose", "decompose_outside", "rfactor", "rfactor_outer", "tiles", "parts", "blockize",
               "peel", "copy", "parallel", "vector", "gpu", "gpu_rows", "gpu_many"},
              boundSizes("n", "m"), test::sumRows);
}

}  // namespace
}  // namespace lw
