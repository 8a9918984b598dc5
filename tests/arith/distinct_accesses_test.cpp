#include "core/arith/distinct_accesses.h"

#include <gtest/gtest.h>

#include "core/ir/ops.h"

namespace lw {
namespace {

TEST(DistinctAccesses, AreComparedByWhatTheirIndicesAddUpTo) {
  const Buffer a = makeBuffer("A", {64}, dtype::Float32), b = makeBuffer("B", {64}, dtype::Float32);
  const Var v("v"), w("w");
  DistinctAccesses known;
  const auto add = [&](const Buffer& buffer, const Expr& index) { return known.add(buffer, {index}); };
  EXPECT_TRUE(add(a, Expr(v) + 3));
  EXPECT_FALSE(add(a, Expr(v) + 3));
  EXPECT_FALSE(add(a, rawBinary(BinaryOp::Add, rawBinary(BinaryOp::Add, v, 1), 2)));
  EXPECT_FALSE(add(a, rawBinary(BinaryOp::Add, rawBinary(BinaryOp::Add, 2, v), 1)));
  EXPECT_TRUE(add(a, Expr(v) + 4));
  EXPECT_TRUE(add(a, Expr(w) + 3));
  EXPECT_TRUE(add(b, Expr(v) + 3));
  EXPECT_TRUE(add(a, Expr(v) * 2 + w));
  EXPECT_FALSE(add(a, Expr(w) + Expr(v) + v));
  EXPECT_TRUE(add(a, Expr(w) * 2 + v));
  EXPECT_TRUE(add(a, floordiv(v, 2)));
  EXPECT_FALSE(add(a, floordiv(v, 2)));
  EXPECT_TRUE(add(a, floormod(v, 2)));
}

TEST(DistinctAccesses, DifferByTheirConditions) {
  const Buffer a = makeBuffer("A", {64}, dtype::Float32);
  const Var v("v");
  DistinctAccesses known;
  EXPECT_TRUE(known.add(a, {v}, {}));
  EXPECT_TRUE(known.add(a, {v}, {lt(v, 4)}));
  EXPECT_FALSE(known.add(a, {v}, {lt(v, 4)}));
  EXPECT_TRUE(known.add(a, {v}, {lt(v, 5)}));
  EXPECT_TRUE(known.add(a, {v}, {lt(v, 4), lt(v, 5)}));
}

}  // namespace
}  // namespace lw
