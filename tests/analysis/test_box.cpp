// Questions over boxes of integer points, by ISL and by trying.
#include "core/analysis/shapes/box.h"

#include <gtest/gtest.h>

#include "core/ir/ops.h"

namespace lw {
namespace {

struct BoxTest : testing::Test {
  Var i{"i"}, j{"j"}, n{"n"};
  Box small{{i, j}, {{0, 6}, {0, 8}}};
  Box symbolic{{i, j}, {{0, n}, {0, 8}}};
};

TEST_F(BoxTest, FusedIndexDeterminesItsParts) {
  EXPECT_TRUE(determines(small, {i * 8 + j}, {i, j}).yes());
  EXPECT_TRUE(determines(symbolic, {i * 8 + j}, {i, j}).yes());
}

TEST_F(BoxTest, CollisionsComeWithTwoPoints) {
  const BoxAnswer answer = determines(small, {i * 7 + j}, {i, j});
  ASSERT_TRUE(answer.no());
  ASSERT_EQ(answer.points.size(), 2u);
  EXPECT_NE(answer.points[0], answer.points[1]);
  EXPECT_EQ(answer.points[0][0] * 7 + answer.points[0][1], answer.points[1][0] * 7 + answer.points[1][1]);
  EXPECT_TRUE(determines(symbolic, {floordiv(i, Expr(2)), j}, {i, j}).no());
}

TEST_F(BoxTest, WithinAnyLimitANoHasItsPoints) {
  int found = 0;
  for (unsigned long operations = 1; operations < 3000; operations += 7) {
    const BoxAnswer answer = determines(symbolic, {floordiv(i, Expr(2)), j}, {i, j}, ProofBudget(operations));
    found += answer.no();
    EXPECT_EQ(answer.points.size(), answer.no() ? 2u : 0u) << operations;
  }
  EXPECT_GT(found, 0);
}

TEST_F(BoxTest, NonAffineMapsAreTriedOut) {
  const Expr swizzled = Call{dtype::Int32, "bitwise_xor", {j, floormod(i, Expr(4))}};
  EXPECT_TRUE(determines(small, {i, swizzled}, {i, j}).yes());
  EXPECT_TRUE(determines(small, {swizzled}, {j}).no());
  EXPECT_FALSE(determines(symbolic, {i, swizzled}, {i, j}).yes()) << "a symbolic box cannot be tried out";
  EXPECT_EQ(extremes(small, swizzled), (std::pair<int64_t, int64_t>{0, 7}));
  EXPECT_EQ(extremes(small, floordiv(Expr(12), i)), std::nullopt) << "divides by zero at i = 0";
}

TEST_F(BoxTest, ConditionsHoldEverywhereOrNot) {
  EXPECT_TRUE(holdsEverywhere(small, lt(i + j, Expr(13))).yes());
  EXPECT_TRUE(holdsEverywhere(symbolic, ge(i, Expr(0))).yes());
  const BoxAnswer answer = holdsEverywhere(small, lt(i + j, Expr(12)));
  ASSERT_TRUE(answer.no());
  EXPECT_EQ(answer.points.at(0), (std::vector<int64_t>{5, 7}));
}

}  // namespace
}  // namespace lw
