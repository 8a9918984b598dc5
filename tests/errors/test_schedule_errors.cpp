// What a schedule says of steps that name what it does not have: other programs reach it without a script.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/schedule/errors.h"
#include "core/schedule/schedule.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

TEST(ScheduleErrors, NameWhatIsNotThere) {
  const SourceFile file = parseSource("case.py", R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((8,), "int32")):
    for i in range(8):
        with T.block("A"):
            vi = T.axis.spatial(8, i)
            A[vi] = 0
)");
  Schedule schedule{Snapshot(*file.select("main"))};
  const Result<StepValue> noStep = schedule.apply("spilt", {"i", 2}), noLoop = schedule.apply("unroll", {LoopId{77}}),
                          noBlock = schedule.apply("compute_inline", {BlockId{77}});
  ASSERT_FALSE(noStep.ok() || noLoop.ok() || noBlock.ok());
  EXPECT_EQ(noStep.error().kind, "schedule.unknown-primitive");
  EXPECT_THAT(noStep.error().message, ::testing::EndsWith("no primitive named \"spilt\""));
  EXPECT_EQ(noLoop.error().kind, "schedule.not-in-program");
  EXPECT_EQ(noLoop.error().message, "the loop is not in the program");
  EXPECT_EQ(noBlock.error().message, "the block is not in the program");
  const Status noHandle = schedule.removeHandle(3);
  ASSERT_FALSE(noHandle.ok());
  EXPECT_EQ(noHandle.error().kind, "schedule.no-handle");
  EXPECT_EQ(noHandle.error().message, "the number 3 is not a handle");
  EXPECT_EQ(schedule.stepCount(), 0);
}

}  // namespace
}  // namespace lw
