// Small copies of scheduled programs.
#include "core/trace/shrunk_program.h"

#include <gtest/gtest.h>

#include "core/ir/ops.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

Schedule scheduleOf(const std::string& text) {
  const SourceFile file = parseSource("t.py", "from tvm.script import tir as T\n\n@T.prim_func\n" + text);
  const Result<PrimFunc> f = file.select("");
  EXPECT_TRUE(f) << text;
  return Schedule(Snapshot(*f));
}

constexpr const char* kProduct =
    R"(def mm(A: T.Buffer((1024, 2048), "float32"), B: T.Buffer((2048, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
    for i, j, k in T.grid(1024, 1024, 2048):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)";

std::vector<int64_t> shapeOf(const PrimFunc& f, size_t parameter) {
  std::vector<int64_t> shape;
  for (const Expr& e : f.buffers[parameter].second->shape) shape.push_back(*asInt(e));
  return shape;
}

std::vector<int64_t> extents(const PrimFunc& f) {
  std::vector<int64_t> list;
  const Snapshot program(f);
  for (const LoopId loop : program.loops(0)) list.push_back(*asInt(program.loop(loop).extent));
  return list;
}

TEST(Toy, UnscheduledProgramsShrinkToSixteen) {
  const ToyProgram toy = toyOf(scheduleOf(kProduct), 0);
  EXPECT_TRUE(toy.shrunk());
  EXPECT_EQ(toy.sizes, (std::vector<std::pair<int64_t, int64_t>>{{2048, 16}, {1024, 16}}));
  EXPECT_EQ(shapeOf(toy.function, 1), (std::vector<int64_t>{16, 16}));
  EXPECT_EQ(extents(toy.function), (std::vector<int64_t>{16, 16, 16}));
}

TEST(Toy, TilesKeepTheirSizesAndLoopsTheirNumber) {
  Schedule schedule = scheduleOf(kProduct);
  ASSERT_TRUE(
      schedule.apply("split", {StepValue("j"), StepValue(StepValue::List{StepValue(), StepValue(int64_t{32})})}).ok());
  ASSERT_TRUE(
      schedule.apply("split", {StepValue("k"), StepValue(StepValue::List{StepValue(), StepValue(int64_t{4})})}).ok());
  const ToyProgram toy = toyOf(schedule, 0);
  EXPECT_EQ(toy.sizes, (std::vector<std::pair<int64_t, int64_t>>{{2048, 8}, {1024, 64}}))
      << "two tiles of 32; j and i have one size; with 16 for k there would be too many stores to look at";
  EXPECT_EQ(extents(toy.function), (std::vector<int64_t>{64, 2, 32, 2, 4}));
  EXPECT_EQ(shapeOf(toy.function, 0), (std::vector<int64_t>{64, 8}));
}

// No guard may appear that the program does not have.
TEST(Toy, SmallProgramsStayAsTheyAre) {
  const ToyProgram toy = toyOf(scheduleOf(R"(def small(A: T.Buffer((7, 3), "float32"), B: T.Buffer((7, 3), "float32")):
    for i, j in T.grid(7, 3):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
)"),
                               0);
  EXPECT_FALSE(toy.shrunk());
  EXPECT_EQ(extents(toy.function), (std::vector<int64_t>{7, 3}));
}

// 16 is in the index of the second stage: it has to stay, and so does what the first one writes.
TEST(Toy, StagesFitTogether) {
  const ToyProgram toy =
      toyOf(scheduleOf(R"(def packed(A: T.Buffer((512, 512), "float32"), C: T.Buffer((512, 512), "float32")):
    P = T.alloc_buffer((32, 512, 16))
    for x, y, z in T.grid(32, 512, 16):
        with T.block("P"):
            vx, vy, vz = T.axis.remap("SSS", [x, y, z])
            P[vx, vy, vz] = A[vy, vx * 16 + vz]
    for i, j in T.grid(512, 512):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = P[vj // 16, vi, vj % 16]
)"),
            0);
  EXPECT_TRUE(toy.shrunk());
  EXPECT_EQ(toy.sizes.back(), (std::pair<int64_t, int64_t>{16, 16}));
  EXPECT_EQ(extents(toy.function), (std::vector<int64_t>{16, 16, 16, 16, 16}));
}

TEST(Toy, ExtentsThatAreComparedWithStay) {
  const ToyProgram toy =
      toyOf(scheduleOf(R"(def pad(A: T.Buffer((64, 64), "float32"), B: T.Buffer((66, 64), "float32")):
    for i, j in T.grid(66, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.if_then_else(1 <= vi and vi < 65, A[vi - 1, vj], T.float32(0))
)"),
            0);
  EXPECT_FALSE(toy.shrunk()) << "64 and 66 are next to 65";
}

TEST(Toy, BuffersOfWindowsKeepTheirRims) {
  const ToyProgram toy =
      toyOf(scheduleOf(R"(def blur(A: T.Buffer((130, 130), "float32"), B: T.Buffer((128, 128), "float32")):
    for i, j, r in T.grid(128, 128, 3):
        with T.block("B"):
            vi, vj, vr = T.axis.remap("SSR", [i, j, r])
            with T.init():
                B[vi, vj] = T.float32(0)
            B[vi, vj] = B[vi, vj] + A[vi + vr, vj]
)"),
            0);
  EXPECT_EQ(shapeOf(toy.function, 0), (std::vector<int64_t>{18, 16}));
  EXPECT_EQ(shapeOf(toy.function, 1), (std::vector<int64_t>{16, 16}));
}

}  // namespace
}  // namespace lw
