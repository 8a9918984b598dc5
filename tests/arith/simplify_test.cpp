// A table of forms, most of them as they stand in programs that TVM scheduled.
#include <gtest/gtest.h>

#include "core/arith/compare_expr.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "tests/arith/text.h"

namespace lw::test {
namespace {

struct Row {
  const char *ranges, *input, *output;
};

const Row kRows[] = {
    // Sums: constant factors descend, the constant stands behind the added terms, subtracted terms follow.
    {"", "x + 0", "x"},
    {"", "2 + x", "x + 2"},
    {"", "x + y - x", "y"},
    {"", "y + x * 4", "x * 4 + y"},
    {"", "x * 2 + x * 3", "x * 5"},
    {"", "x + (y - 1)", "x + y - 1"},
    {"", "7 - x", "7 - x"},
    {"", "3 - (x - 4)", "7 - x"},
    {"", "x - (y + 1) + 1", "x - y"},
    {"", "(x + 1) * 4", "x * 4 + 4"},
    {"", "0 - x * 2 + 1", "1 - x * 2"},
    {"", "max(x, 7 - x) - min(x, 7 - x) + 1", "max(x, 7 - x) + 1 - min(x, 7 - x)"},
    {"", "max(x, 0) - min(x, 0) + 1", "max(x, 0) + 1 - min(x, 0)"},
    {"", "n * m - 1", "n * m - 1"},
    {"", "i + (24 - i) - i", "24 - i"},
    // Floor division and remainder.
    {"x: 0..8, y: 0..4", "(x * 4 + y) // 4", "x"},
    {"x: 0..8, y: 0..4", "(x * 4 + y) % 4", "y"},
    {"x: 0..8, y: 0..4", "(x * 8 + y) // 4", "x * 2"},
    {"x: 0..8, y: 0..4", "(x * 8 + y) % 16", "(x * 8 + y) % 16"},
    {"x: 0..8", "x // 8", "0"},
    {"x: 0..8", "x % 8", "x"},
    {"x: 8..16", "x // 8", "1"},
    {"x: 8..16", "x % 8", "x - 8"},
    {"x: -8..0", "x // 8", "-1"},
    {"", "x // 4 // 8", "x // 32"},
    {"", "x % 16 // 4 * 4 + x % 4", "x % 16"},
    {"", "x // 4 * 4 + x % 4", "x"},
    {"", "x // 12 * 12 + x % 12 // 3 * 3 + x % 3", "x"},
    {"", "(x + 5) % 64 % 16", "(x + 5) % 16"},
    {"", "(x + 5) % 64 // 16", "(x + 5) % 64 // 16"},
    {"x: 0..8, y: 0..4", "(x * 4 + y) % 16 // 4", "x % 4"},
    {"y: 0..5", "(x * 4 + y) % 16 // 4", "(x * 4 + y) % 16 // 4"},
    {"y: 0..4", "(x * 4 + y) % 18 // 4", "(x * 4 + y) % 18 // 4"},
    {"y: 0..4", "(x * 4 + y) % 16 // 8", "(x * 4 + y) % 16 // 8"},
    {"", "x % 64 // 64", "0"},
    {"", "(x * 6) // 4", "x * 6 // 4"},
    {"", "(x * 6) % 4", "x % 2 * 2"},
    {"", "(x * 17) % 16", "x % 16"},
    {"", "(x + 16) // 16", "x // 16 + 1"},
    {"", "(x + 16) % 16", "x % 16"},
    {"", "x * 2 // 5", "x * 2 // 5"},
    {"", "(x * 16 + y) // 50", "(x * 16 + y) // 50"},
    {"", "min(x, (x + 5) % 64) // 16", "min(x, (x + 5) % 64) // 16"},
    {"", "min(x // 16, (x + 5) % 64 // 16)", "min(x, (x + 5) % 64) // 16"},
    {"n: 1..", "(n + 15) // 16", "(n + 15) // 16"},
    // Symbolic sizes.
    {"m: 1.., x: 0..m", "(y * m + x) // m", "y"},
    {"m: 1.., x: 0..m", "(y * m + x) % m", "x"},
    {"n: 1.., x: 0..n", "x // n", "0"},
    {"n: 1.., x: 0..n", "x % n", "x"},
    {"", "f // m * m + f % m", "f"},
    {"", "(x * n) // n", "x"},
    // Minimum and maximum.
    {"", "min(x, x + 1)", "x"},
    {"", "max(x * 2, x * 2 + 1)", "x * 2 + 1"},
    {"", "min(x, 7 - x)", "min(x, 7 - x)"},
    {"x: 0..8", "min(x, 7)", "x"},
    {"x: 0..8", "max(x, 0)", "x"},
    {"x: 0..8", "min(x, 5)", "min(x, 5)"},
    {"", "min(min(x, 5), 3)", "min(x, 3)"},
    {"", "min(5, x)", "min(x, 5)"},
    {"", "min(x + y, x + z)", "min(y, z) + x"},
    // A quotient of a minimum where both are divided, a minimum of quotients where one needs no division.
    {"", "max(x // 16, y // 16)", "max(x, y) // 16"},
    {"", "min(x // 16 + 1, y // 16 + 3)", "min(x, y + 32) // 16 + 1"},
    {"", "max(x // 16 - 1, y // 16)", "max(x, y + 16) // 16 - 1"},
    {"n: 1..", "min(x // n, y // n)", "min(x, y) // n"},
    {"", "min(x // n, y // n)", "min(x // n, y // n)"},
    {"", "min(x // 4, y // 8)", "min(x // 4, y // 8)"},
    {"", "min(x, 50) // 16", "min(x // 16, 3)"},
    {"", "max(x, 40) // 16", "max(x // 16, 2)"},
    {"", "min(x // 16, max(y, 50) // 16)", "min(x // 16, max(y // 16, 3))"},
    {"", "min(x // 16, min(y, 50) // 16)", "min(x // 16, min(y // 16, 3))"},
    {"", "min(min(x, 50) // 16, y // 16)", "min(min(x, y) // 16, 3)"},
    {"", "min(i * 16 + 15, n - 1) // 16", "min(i, (n - 1) // 16)"},
    {"", "min(i * 32 - j * 16 + 17, n) // 16", "min(i * 2 + 1 - j, n // 16)"},
    {"n: 1..", "min(i * n, m) // n", "min(i, m // n)"},
    {"", "min(x // 1000 + 500000, y // 1000)", "min(x // 1000 + 500000, y // 1000)"},
    // Comparisons.
    {"", "x >= 2", "2 <= x"},
    {"", "x > y", "y < x"},
    {"", "not (x < 2)", "2 <= x"},
    {"x: 0..8", "x < 8", "True"},
    {"x: 0..8", "x == 9", "False"},
    {"", "x + 1 < 5", "x < 4"},
    {"", "x * 4 < 10", "x < 3"},
    {"", "x * 4 <= 12", "x <= 3"},
    {"", "x // 4 < 2", "x < 8"},
    {"", "x * 4 == 10", "False"},
    {"r: 0..4, s: 0..16", "r * 16 + s < 50", "r * 16 + s < 50"},
    {"r: 0..4, s: 0..16", "r * 16 + s < 64", "True"},
    {"r: 0..4, s: 0..16", "r * 16 + s < 48", "r < 3"},
    {"", "r * 16 + s < n", "r * 16 + s < n"},
    {"", "x % 2 * 2 == 1", "False"},
    {"", "x == 3 and 2 <= y", "x == 3 and 2 <= y"},
    {"", "i < 1 or 2 <= a", "i < 1 or 2 <= a"},
    {"", "x < 5 and 6 < x", "False"},
    {"", "x < 5 and x < 5", "x < 5"},
    {"", "not (x < 5 and y < 3)", "5 <= x or 3 <= y"},
    {"x: 0..4", "select(x < 4, x, y)", "x"},
};

TEST(Simplify, Table) {
  for (const Row& row : kRows) {
    Names names;
    Analyzer analyzer;
    names.bind(analyzer, row.ranges);
    const Expr result = analyzer.simplify(names.parse(row.input));
    const Expr expected = names.parse(row.output);
    EXPECT_TRUE(arith::same(result, expected))
        << row.input << " with " << row.ranges << "\n  gives " << show(result) << "\n  not   " << show(expected);
    EXPECT_TRUE(arith::same(analyzer.simplify(result), result))
        << row.input << " has no stable form: " << show(analyzer.simplify(result));
  }
}

TEST(Simplify, UsesConditionsWhileTheyHold) {
  Names names;
  Analyzer analyzer;
  names.bind(analyzer, "r: 0..6, s: 0..8");
  const Expr guard = names.parse("r * 8 + s < 45");
  EXPECT_FALSE(isTrue(analyzer.simplify(guard)));
  {
    const auto scope = analyzer.with(guard);
    EXPECT_TRUE(isTrue(analyzer.simplify(guard)));
    EXPECT_TRUE(analyzer.canProve(names.parse("r * 8 + s <= 44")));
    EXPECT_TRUE(analyzer.canProve(names.parse("s + r * 8 < 46")));
    EXPECT_FALSE(analyzer.canProve(names.parse("r * 8 + s < 44")));
  }
  EXPECT_FALSE(isTrue(analyzer.simplify(guard)));
}

struct Claim {
  const char *ranges, *condition;
  bool provable;
};

TEST(Prove, Table) {
  const Claim claims[] = {
      {"", "(n + 15) // 16 * 16 >= n", true},
      {"", "(n + 15) // 16 * 16 > n", false},
      {"", "(n + 15) // 16 * 16 < n + 16", true},
      {"", "n // 16 * 16 <= n", true},
      {"i: 0..(n + 15) // 16, j: 0..16", "i * 16 + j < (n + 15) // 16 * 16", true},
      {"i: 0..(n + 15) // 16, j: 0..16", "i * 16 + j < n + 15", true},
      {"i: 0..(n + 15) // 16, j: 0..16", "i * 16 + j < n", false},
      {"i: 0..n // 16, j: 0..16", "i * 16 + j < n", true},
      {"x: 0..10, y: 0..10", "min(x, y) <= x", true},
      {"", "min(x, y) // 16 <= x // 16", true},
      {"", "max(x + 16, y) // 16 > x // 16", true},
      {"", "max(x + 15, y) // 16 > x // 16", false},
      {"n: 1..", "min(x, y) // n <= y // n", true},
      {"", "min(x, y) // n <= y // n", false},
      {"i: 0..8, n: 1..", "min(i * 4 + 7, n) // 4 == min(i + 1, n // 4)", true},
      {"x: 0..10, y: 3..10", "min(x, 5) < y + 3", true},
      {"x: 0..10, y: 3..10", "max(x, y) >= 3", true},
      {"i: 0..min(8, n - 3)", "i + 3 < n", true},
      {"i: 0..min(8, n - 3)", "i < 8", true},
      {"i: 0..min(8, n - 3)", "i + 4 < n", false},
      {"f: 0..n * m, n: 1.., m: 1..", "f // m < n", true},
      {"o: 0..6, i: o * 8..min(o * 8 + 8, 45)", "i < 45", true},
      {"o: 0..6, i: o * 8..min(o * 8 + 8, 45)", "i - o * 8 < 8", true},
      {"i: 0..24, j: i..24", "j - i >= 0 and j < 24", true},
  };
  for (const Claim& c : claims) {
    Names names;
    Analyzer analyzer;
    names.bind(analyzer, c.ranges);
    EXPECT_EQ(analyzer.canProve(names.parse(c.condition)), c.provable) << c.condition << " with " << c.ranges;
  }
}

TEST(Simplify, FloatsFoldConstantsAndKeepTheirOrder) {
  const Analyzer analyzer;
  const Var x("x", dtype::Float32), i("i"), j("j");
  const auto real = [](double v) { return makeFloat(dtype::Float32, v); };
  const auto raw = [](BinaryOp op, const Expr& a, const Expr& b) { return rawBinary(op, a, b); };
  EXPECT_EQ(show(analyzer.simplify(raw(BinaryOp::Add, raw(BinaryOp::Mul, x, real(1)), real(0)))), "x");
  const Expr product = raw(BinaryOp::Mul, raw(BinaryOp::Mul, x, real(2)), real(3));
  EXPECT_TRUE(analyzer.simplify(product).sameAs(product));
  EXPECT_EQ(show(analyzer.simplify(raw(BinaryOp::Mul, real(2), real(4)))), show(real(8)));
  EXPECT_EQ(show(analyzer.simplify(raw(BinaryOp::GT, x, real(0)))), "(" + show(real(0)) + " < x)");
  const Expr less = Not{raw(BinaryOp::LT, x, real(1))};  // true for a NaN, where 1 <= x is false
  const Expr either =
      raw(BinaryOp::Or, raw(BinaryOp::LT, x, real(1)), raw(BinaryOp::LE, real(1), x));  // false for a NaN
  EXPECT_FALSE(isTrue(Analyzer().simplify(either)));
  EXPECT_TRUE(analyzer.simplify(less).sameAs(less));
  EXPECT_TRUE(analyzer.simplify(raw(BinaryOp::Sub, x, x)).as<Binary>()) << "infinity - infinity is no 0";
}

TEST(Simplify, LoadsAndCallsAreSimplifiedInside) {
  const Analyzer analyzer;
  const Buffer a = makeBuffer("A", {64}, dtype::Float32);
  const Var i("i"), j("j");
  const Expr load =
      BufferLoad{a, {rawBinary(BinaryOp::Add, floordiv(Expr(i) * 5 + j, 5) * 5, floormod(Expr(i) * 5 + j, 5))}};
  const Expr call = Call{dtype::Float32, "exp", {load}};
  const Expr r = analyzer.simplify(call);
  ASSERT_TRUE(r.as<Call>());
  EXPECT_EQ(show(r.as<Call>()->args[0].as<BufferLoad>()->indices[0]), "((i * 5) + j)");
  const Expr choice = Call{dtype::Int32, "if_then_else", {rawBinary(BinaryOp::LT, 1, 2), i, j}};
  EXPECT_EQ(show(analyzer.simplify(choice)), "i");
}

TEST(Simplify, NarrowIntegersWrapAround) {
  Analyzer analyzer;
  const Var x("x", dtype::Int(8)), u("u", dtype::UInt(32));
  const auto byte = [](int v) { return makeConst(dtype::Int(8), v); };
  // 100 + 100 wraps, so neither x + 100 < x nor x * 2 // 2 may be decided.
  const Expr sum = rawBinary(BinaryOp::LT, rawBinary(BinaryOp::Add, x, byte(100)), x);
  EXPECT_FALSE(asInt(analyzer.simplify(sum)).has_value());
  const Expr half = rawBinary(BinaryOp::FloorDiv, rawBinary(BinaryOp::Mul, x, byte(2)), byte(2));
  EXPECT_TRUE(analyzer.simplify(half).as<Binary>());
  EXPECT_FALSE(analyzer.canProve(ge(Expr(u) - makeConst(dtype::UInt(32), 1), makeConst(dtype::UInt(32), 1))));
  EXPECT_EQ(analyzer.constBound(rawBinary(BinaryOp::Add, x, byte(100))), (IntBound{-128, 127}));
}

TEST(Simplify, BitsOfANumberHaveTheBoundsOfTheMask) {
  const Analyzer analyzer;
  const Var x("x");
  const auto masked = [&](const Expr& a, const Expr& b) {
    return analyzer.constBound(Call{dtype::Int32, "bitwise_and", {a, b}});
  };
  EXPECT_EQ(masked(x, 15), (IntBound{0, 15}));  // also of a negative number
  EXPECT_EQ(masked(15, x), (IntBound{0, 15}));
  EXPECT_EQ(masked(x, -16), (IntBound{INT32_MIN, INT32_MAX}));
}

// Constants that would leave the type stay apart instead of wrapping around. The least value itself is left out: it has
// no negative.
TEST(Simplify, ConstantsAtTheEndsOfTheType) {
  const Analyzer analyzer;
  const Var x("x"), y("y", dtype::Int64);
  const Expr top = makeConst(dtype::Int32, INT32_MAX), bottom = makeConst(dtype::Int32, INT32_MIN);
  const Expr low64 = makeConst(dtype::Int64, INT64_MIN), high64 = makeConst(dtype::Int64, INT64_MAX),
             minus = makeConst(dtype::Int64, -1);
  const BinaryOp ops[] = {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::FloorDiv, BinaryOp::FloorMod,
                          BinaryOp::Div, BinaryOp::Mod, BinaryOp::Min, BinaryOp::Max,      BinaryOp::EQ,
                          BinaryOp::NE,  BinaryOp::LT,  BinaryOp::LE};
  for (const BinaryOp p : ops) {
    if (isComparison(p)) continue;
    for (const BinaryOp q : ops) {
      for (const Expr& c : {top, bottom, Expr(-1), Expr(0)})
        for (const Expr& d : {top, bottom, Expr(-1), Expr(0)}) {
          const Expr e = rawBinary(q, rawBinary(p, x, c), d);
          const Expr r = analyzer.simplify(e);
          (void)analyzer.canProve(le(e, e));
          for (const int64_t at : {int64_t{INT32_MIN} + 1, int64_t{-1}, int64_t{0}, int64_t{1}, int64_t{INT32_MAX}}) {
            const std::map<const void*, int64_t> point{{x.key(), at}};
            const auto inner = evaluate(rawBinary(p, x, c), point), value = evaluate(e, point);
            const auto inside = [](int64_t v) { return v >= INT32_MIN && v <= INT32_MAX; };
            if (!inner || !value || !inside(*inner) || !inside(*value)) continue;
            forEachExpr(r, [&](const Expr& part) {
              EXPECT_TRUE(inside(evaluate(part, point).value_or(0)))
                  << show(e) << " became " << show(r) << ", which overflows at " << at;
            });
            EXPECT_EQ(evaluate(r, point), value) << show(e) << " became " << show(r) << " at " << at;
          }
        }
      for (const Expr& c : {low64, high64, minus})
        for (const Expr& d : {low64, high64, minus}) (void)analyzer.simplify(rawBinary(q, rawBinary(p, y, c), d));
    }
  }
}

TEST(Simplify, VectorsOfIndices) {
  const Analyzer analyzer;
  const Var i("i");
  const Expr ramp = Ramp{Expr(i) * 4, 1, 4};
  const Expr r = analyzer.simplify(rawBinary(BinaryOp::Add, ramp, Broadcast{8, 4}));
  ASSERT_TRUE(r.as<Ramp>());
  EXPECT_EQ(show(r.as<Ramp>()->base), "((i * 4) + 8)");
}

TEST(Simplify, WideIndicesStayWide) {
  Analyzer analyzer;
  const Var i("i", dtype::Int64), j("j", dtype::Int64);
  analyzer.bind(i, {0, 1 << 20});
  analyzer.bind(j, {0, 4});
  const Expr e = floordiv(Expr(i) * 4 + Expr(j), 4);
  EXPECT_EQ(show(analyzer.simplify(e)), "i");
  EXPECT_EQ(analyzer.simplify(Expr(i) * 4 - Expr(i) * 3 + 1 - Expr(i)).dtype(), dtype::Int64);
  EXPECT_TRUE(
      analyzer.canProve(lt(Expr(i) * makeConst(dtype::Int64, 1 << 20), makeConst(dtype::Int64, int64_t{1} << 40))));
}

TEST(Prove, SymbolicRanges) {
  Names names;
  Analyzer analyzer;
  names.bind(analyzer, "n: 1.., m: 1.., y: 0..n, x: 0..m");
  EXPECT_TRUE(analyzer.canProve(names.parse("x < m")));
  EXPECT_TRUE(analyzer.canProve(names.parse("y * m + x < n * m")));
  EXPECT_FALSE(analyzer.canProve(names.parse("y * m + x < n * m - 1")));
  EXPECT_TRUE(analyzer.canProveEqual(names.parse("(n + 1) * m"), names.parse("m * n + m")));
  EXPECT_FALSE(analyzer.canProveEqual(names.parse("n * m"), names.parse("n + m")));
}

// Without a limit this would not end.
TEST(Simplify, ManyNestedOperationsEnd) {
  Names names;
  Analyzer analyzer;
  names.bind(analyzer, "x: 0..9, y: 0..7");
  std::string text = "x";
  for (int i = 0; i < 60; ++i) text = "min((" + text + " * 3 + y) // 2, max(y, (" + std::to_string(i) + " - x) % 5))";
  (void)analyzer.simplify(names.parse(text));
  (void)analyzer.canProve(names.parse(text + " < 100"));
}

}  // namespace
}  // namespace lw::test
