// Each program is compared with a form of itself in which the two nests are exchanged, or blocks lose their predicates.
#include <gtest/gtest.h>

#include "core/analysis/values/small_programs.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

PrimFunc smallFunction(const std::string& body) {
  const std::string text = "from tvm.script import tir as T\n\n\n@T.prim_func\n" + body;
  const SourceFile file = parseSource("small.py", text);
  EXPECT_EQ(file.functions.size(), 1u) << text;
  return file.functions.front();
}

PrimFunc exchanged(PrimFunc f) {
  Block root = *f.body.as<Block>();
  const Seq& nests = *root.body.as<Seq>();
  root.body = sequence({nests.stmts[1], nests.stmts[0]});
  f.body = root;
  return f;
}

PrimFunc unguarded(PrimFunc f) {
  f.body = rewriteStmts(f.body, [](const Stmt& s) -> std::optional<Stmt> {
    const auto* block = s.as<Block>();
    if (!block) return std::nullopt;
    Block changed = *block;
    changed.predicate = boolConst(true);
    return Stmt(changed);
  });
  return f;
}

bool same(const PrimFunc& before, const PrimFunc& after, const ProofBudget& budget = {}) {
  return analysis::leaveTheSameTerms(before, after, {}, budget);
}

// Two nests: the first one stores to an element of B, the second one to an element of C.
PrimFunc twoNests(const std::string& first, const std::string& second, const std::string& parameters = "") {
  return smallFunction(
      "def f(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\"), C: T.Buffer((8,), "
      "\"float32\")" +
      parameters + "):\n" +
      "    for i in range(8):\n        with T.block(\"B\"):\n            vi = " + "T.axis.spatial(8, i)\n            " +
      first + "\n    for i in range(8):\n        with T.block(\"C\"):\n            vi = " +
      "T.axis.spatial(8, i)\n            " + second + "\n");
}

TEST(LeaveTheSameTerms, OrderMattersWhereValuesArePassedOn) {
  const PrimFunc apart = twoNests("B[vi] = A[vi]", "C[vi] = A[7 - vi]");
  EXPECT_TRUE(same(apart, exchanged(apart)));
  const PrimFunc passed = twoNests("B[vi] = A[vi]", "C[vi] = B[7 - vi]");
  EXPECT_TRUE(same(passed, passed));
  EXPECT_FALSE(same(passed, exchanged(passed)));
  // Only elements that the first nest leaves as they are, by an index that is not affine.
  const PrimFunc swizzled = twoNests("B[T.bitwise_or(vi, 1)] = A[vi]", "C[vi] = B[T.bitwise_and(vi, 6)]");
  EXPECT_TRUE(same(swizzled, exchanged(swizzled)));
}

TEST(LeaveTheSameTerms, EqualValuesAreEqualWhoeverWritesThem) {
  const PrimFunc twice = twoNests("B[vi] = A[vi // 2] * T.float32(2)", "B[vi] = A[vi // 2] * T.float32(2)");
  EXPECT_TRUE(same(twice, exchanged(twice)));
  const PrimFunc other = twoNests("B[vi] = A[vi // 2] * T.float32(2)", "B[vi] = A[vi // 2] * T.float32(3)");
  EXPECT_FALSE(same(other, exchanged(other)));
}

TEST(LeaveTheSameTerms, PlacesMayDependOnValuesThatAreRead) {
  const std::string ids = ", ids: T.Buffer((8,), \"int32\")";
  const PrimFunc passed = twoNests("B[vi] = A[vi]", "C[vi] = B[ids[vi]]", ids);
  EXPECT_TRUE(same(passed, passed));
  EXPECT_FALSE(same(passed, exchanged(passed)));
  const PrimFunc scattered = twoNests("B[ids[vi]] = A[vi]", "C[vi] = A[vi]", ids);
  EXPECT_FALSE(same(scattered, scattered)) << "it is not known what is written";
}

TEST(LeaveTheSameTerms, NothingIsDecidedOutsideOfBuffersSizesAndLimits) {
  const PrimFunc fine = twoNests("B[vi] = A[vi]", "C[vi] = A[vi]");
  EXPECT_TRUE(same(fine, fine));
  const ProofBudget little(100), wasted(100);
  EXPECT_FALSE(same(fine, fine, little));
  EXPECT_TRUE(little.exhausted()) << "a larger budget decides";
  const PrimFunc outside = twoNests("B[vi] = A[vi + 1]", "C[vi] = A[vi]");
  EXPECT_FALSE(same(outside, outside));
  const PrimFunc symbolic = smallFunction(
      "def f(a: T.handle, n: T.int32):\n    A = T.match_buffer(a, (n,), \"float32\")\n    for i in range(n):\n"
      "        with T.block(\"B\"):\n            vi = T.axis.spatial(n, i)\n            A[vi] = A[vi] * "
      "T.float32(2)\n");
  EXPECT_FALSE(same(symbolic, symbolic, wasted));
  EXPECT_FALSE(wasted.exhausted()) << "no budget decides";
}

TEST(LeaveTheSameTerms, WhatRunsInAdditionMayNotFail) {
  const auto guarded = [](const std::string& value) {
    return smallFunction(
        "def f(A: T.Buffer((8,), \"float32\"), ids: T.Buffer((8,), \"int32\"), C: T.Buffer((4,), \"float32\")):\n"
        "    B = T.alloc_buffer((8,), \"float32\")\n    for i in range(8):\n        with T.block(\"B\"):\n"
        "            vi = T.axis.spatial(8, i)\n            T.where(i < 4)\n            B[vi] = " +
        value +
        "\n    for i in range(4):\n        with T.block(\"C\"):\n            vi = T.axis.spatial(4, i)\n"
        "            C[vi] = B[vi]\n");
  };
  const PrimFunc plain = guarded("A[vi]");
  EXPECT_TRUE(same(plain, unguarded(plain)));
  const PrimFunc gathered = guarded("A[ids[vi]]");
  EXPECT_TRUE(same(gathered, gathered));
  EXPECT_FALSE(same(gathered, unguarded(gathered))) << "ids[4] may be outside of A";
  const PrimFunc unwritten = exchanged(plain);
  EXPECT_FALSE(same(unwritten, unwritten)) << "C reads what was never written";
}

}  // namespace
}  // namespace lw
