#include "core/arith/linear_sum.h"

#include <gtest/gtest.h>

#include <random>

#include "core/arith/variable_sum.h"
#include "tests/arith/text.h"

namespace lw::test {
namespace {

using Numbered = LinearSum<int>;

std::string shown(const VariableSum& sum) {
  std::string text = std::to_string(sum.constant);
  for (const VariableSum::Term& t : sum.terms) text += " + " + std::to_string(t.factor) + " " + t.atom.name();
  return text;
}

TEST(LinearSum, TakesExpressionsApart) {
  Names names;
  const std::pair<const char*, const char*> cases[] = {
      {"x * 4 + y - 3", "-3 + 4 x + 1 y"}, {"(x + y * 2) * 3 - (x - 1) * 3", "3 + 6 y"},
      {"(2 + 3) * x", "0 + 5 x"},          {"x - x", "0"},
      {"2 * (x * (1 + 1))", "0 + 4 x"},
  };
  for (const auto& [text, expected] : cases) {
    const std::optional<VariableSum> sum = variableSum(names.parse(text));
    ASSERT_TRUE(sum) << text;
    EXPECT_EQ(shown(*sum), expected) << text;
  }
  for (const char* text : {"x * y", "x // 2", "min(x, y)", "1000000000 * x * 1000000000 * 1000000000"})
    EXPECT_FALSE(variableSum(names.parse(text))) << text;
}

TEST(LinearSum, LargeNumbersMakeItInvalidAndStay) {
  Numbered sum = Numbered::of(0, kLargestFactor - 1);
  EXPECT_TRUE(sum.valid);
  EXPECT_FALSE(sum.add(0, 1));
  EXPECT_FALSE((sum - sum).valid);
  EXPECT_FALSE((Numbered(1) + sum).valid);
  EXPECT_FALSE(Numbered(kLargestFactor).valid);
  EXPECT_FALSE((Numbered::of(3, int64_t{1} << 40) * (int64_t{1} << 40)).valid);
}

TEST(LinearSum, TermsOfAtomsWithAnOrderAreSorted) {
  const Numbered sum = Numbered::of(3) + Numbered::of(1, 2) + Numbered::of(2) - Numbered::of(2);
  ASSERT_EQ(sum.terms.size(), 2U);
  EXPECT_EQ(sum.terms[0].atom, 1);
  EXPECT_EQ(sum.terms[1].atom, 3);
  EXPECT_EQ(sum.factorOf(1), 2);
  EXPECT_EQ(sum.factorOf(2), 0);
}

// sum // d = whole + rest // d and sum % d = rest % d at random points.
TEST(LinearSum, DivisionsAgreeWithTheirValues) {
  std::mt19937 random(7);
  const auto pick = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  const auto at = [](const Numbered& sum, const std::vector<int64_t>& point) {
    int64_t value = sum.constant;
    for (const auto& [atom, factor] : sum.terms) value += factor * point[static_cast<size_t>(atom)];
    return value;
  };
  for (int round = 0; round < 2000; ++round) {
    Numbered sum(pick(-50, 50));
    for (int atom = 0; atom < 3; ++atom) sum.add(atom, pick(-24, 24));
    const int64_t divisor = pick(1, 12);
    const auto [whole, rest, common] = sum.dividedBy(divisor);
    const std::vector<int64_t> point{pick(-9, 9), pick(-9, 9), pick(-9, 9)};
    ASSERT_EQ(floorDivide(at(sum, point), divisor), at(whole, point) + floorDivide(at(rest, point), divisor));
    ASSERT_EQ(floorModulo(at(sum, point), divisor), floorModulo(at(rest, point), divisor));
    ASSERT_EQ(divisor % common, 0);
    Numbered reduced = rest;
    reduced.reduceBy(common);
    ASSERT_EQ(floorDivide(at(rest, point), divisor), floorDivide(at(reduced, point), divisor / common));
  }
}

}  // namespace
}  // namespace lw::test
