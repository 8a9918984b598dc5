// The page of all steps: its times, and what it says of results that are wrong.
#include "core/trace/storyboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/tir/parser.h"

namespace lw {
namespace {

using testing::HasSubstr;
using testing::Not;

Story story(bool lastIsRight) {
  const SourceFile file = parseSource("scale.py", R"(from tvm.script import tir as T

@T.prim_func
def scale(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi] * T.float32(2)
)");
  const Snapshot program(*file.select(""));
  Story story{"scale", "cpu, a machine, 2 threads", 0, {}};
  story.steps.push_back({"", program, "", "", 40.0, true, "the unscheduled program"});
  story.steps.push_back({"vectorize(i)", program, "", "", 10.0, lastIsRight, "the unscheduled program"});
  return story;
}

TEST(Storyboard, RightResultsSayComparedWithWhat) {
  const std::string page = toHtml(story(true));
  EXPECT_THAT(page, HasSubstr("from 40.0 ms to 10.0 ms (4 times faster), measured on cpu, a machine, 2 threads"));
  EXPECT_THAT(page, HasSubstr("<span class=\"good\">✓ as the unscheduled program</span>"));
  EXPECT_THAT(page, Not(HasSubstr("class=\"bar wrong\"")));
}

TEST(Storyboard, WrongResultsAreRedAndNotFaster) {
  const std::string page = toHtml(story(false));
  EXPECT_THAT(page, Not(HasSubstr("times faster")));
  EXPECT_THAT(page, HasSubstr("the result of step 1 is wrong"));
  EXPECT_THAT(page, HasSubstr("class=\"bar wrong\""));
  EXPECT_THAT(page, HasSubstr("<span class=\"bad\">10.0 ms</span> <span class=\"bad\">✗ wrong result</span>"));
}

}  // namespace
}  // namespace lw
