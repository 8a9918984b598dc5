// Iters that are marked spatial: which of them hold.
#include "core/analysis/dependence/well_formed.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace lw {
namespace {

std::vector<Diagnostic> warnings(const std::string& body) {
  const SourceFile file = parseSource(
      "spatial.py", "@T.prim_func\ndef f(A: T.Buffer((12,), \"float32\"), B: T.Buffer((12,), \"float32\")):\n" + body);
  EXPECT_FALSE(file.hasErrors()) << render(file.diagnostics.front(), file.source);
  return wellFormednessWarnings(file);
}

TEST(FalseSpatial, SumMarkedSpatial) {
  const auto found = warnings(R"(
    for i in range(12):
        with T.block("sum"):
            vi = T.axis.spatial(12, i)
            B[0] = B[0] + A[vi]
)");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message,
            "vi of block sum is marked spatial, but its iterations depend on each other: sum(i=0) and sum(i=1) both "
            "update B[0]");
  EXPECT_EQ(found[0].hint, "declare it as T.axis.reduce(...), and initialise the sum in T.init()");
  EXPECT_EQ(found[0].kind, "check.false-spatial");
  EXPECT_EQ(found[0].severity, Diagnostic::Severity::Warning);
  EXPECT_TRUE(found[0].span.valid());
}

TEST(FalseSpatial, ProductsThatWriteOneElement) {
  const auto found = warnings(R"(
    for i in range(12):
        with T.block("square"):
            vi = T.axis.spatial(12, i)
            B[vi * vi % 12] = A[vi]
)");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message,
            "vi of block square is marked spatial, but its iterations depend on each other: square(vi=2) and "
            "square(vi=4) both write B[4]");
  EXPECT_TRUE(warnings(R"(
    for i in range(4):
        with T.block("square"):
            vi = T.axis.spatial(4, i)
            B[vi * vi % 12] = A[vi]
)")
                  .empty())
      << "0, 1, 4, 9";
}

// layout_free_buffers lists weights, which the function only reads.
TEST(LayoutFree, WhatIsNoWeightIsReported) {
  const auto found = warnings(R"(
    T.func_attr({"layout_free_buffers": [0, 1]})
    for i in range(12):
        with T.block("B"):
            vi = T.axis.spatial(12, i)
            B[vi] = A[vi]
)");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "layout_free_buffers lists B, but the function writes to it");
  EXPECT_EQ(found[0].hint, "list weights only: buffers that are the same in every call");
  EXPECT_EQ(found[0].severity, Diagnostic::Severity::Warning);
  EXPECT_TRUE(found[0].span.valid());
}

TEST(FalseSpatial, ReadsItsNeighbour) {
  const auto found = warnings(R"(
    for i in range(11):
        with T.block("scan"):
            vi = T.axis.spatial(11, i)
            B[vi + 1] = B[vi] + A[vi]
)");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].message.find("scan(i=0) writes B[1], which scan(i=1) reads"), std::string::npos)
      << found[0].message;
}

TEST(FalseSpatial, TwoIterationsWriteOneElement) {
  const auto found = warnings(R"(
    for i, j in T.grid(4, 3):
        with T.block("half"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi * 2 + vj] = A[vi]
)");
  ASSERT_EQ(found.size(), 2u) << "neither holds without the other";
  EXPECT_NE(found[0].message.find("both write B[2]"), std::string::npos) << found[0].message;
}

TEST(FalseSpatial, WhatHoldsIsNotReported) {
  EXPECT_TRUE(warnings(R"(
    for i, j in T.grid(4, 3):
        with T.block("rows"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi * 3 + vj] = A[vi * 3 + vj] + B[vi * 3 + vj]
)")
                  .empty());
  EXPECT_TRUE(warnings(R"(
    for i, k in T.grid(4, 3):
        with T.block("windows"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi * 3 + vk]
)")
                  .empty());
}

// A loop that repeats the block, an iter that says it is ordered, and a scratch buffer of each execution.
TEST(FalseSpatial, OrderThatIsSaidAndScratchAreNoFault) {
  EXPECT_TRUE(warnings(R"(
    for t, i in T.grid(3, 12):
        with T.block("again"):
            vi = T.axis.spatial(12, i)
            B[vi] = A[vi]
)")
                  .empty());
  EXPECT_TRUE(warnings(R"(
    for i in range(11):
        with T.block("scan"):
            vi = T.axis.scan(11, i)
            B[vi + 1] = B[vi] + A[vi]
)")
                  .empty());
  EXPECT_TRUE(warnings(R"(
    S = T.alloc_buffer((1,), "float32")
    for i in range(12):
        with T.block("outer"):
            vi = T.axis.spatial(12, i)
            S[0] = A[vi] * T.float32(2)
            B[vi] = S[0]
)")
                  .empty());
}

// What is not affine is not judged: nothing false is said about a gather.
TEST(FalseSpatial, UnknownIndicesAreNotJudged) {
  EXPECT_TRUE(warnings(R"(
    for i in range(12):
        with T.block("scatter"):
            vi = T.axis.spatial(12, i)
            B[T.Cast("int32", A[vi])] = A[vi]
)")
                  .empty());
}

// TVM's own programs are well-formed.
TEST(FalseSpatial, NoneInTheGoldenPrograms) {
  namespace fs = std::filesystem;
  int checked = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(LW_SOURCE_DIR) / "tests/golden/programs")) {
    std::ifstream in(entry.path());
    std::ostringstream text;
    text << in.rdbuf();
    const SourceFile file = parseSource(entry.path().filename(), text.str());
    for (const Diagnostic& d : wellFormednessWarnings(file)) ADD_FAILURE() << render(d, file.source);
    ++checked;
  }
  EXPECT_GE(checked, 10);
}

}  // namespace
}  // namespace lw
