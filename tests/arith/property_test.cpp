// Random expressions over variables with small ranges, compared point by point.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "core/arith/compare_expr.h"
#include "core/ir/ops.h"
#include "tests/arith/text.h"

namespace lw::test {
namespace {

struct Domain {
  Var var;
  int64_t low, high;  // closed
};

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {
    for (const char* name : {"x", "y", "z"}) {
      const int64_t low = pick(0, 2) == 0 ? pick(-5, 3) : 0;
      domains.push_back({Var(name), low, low + pick(0, 7)});
    }
  }
  int64_t pick(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random_); }
  Expr integer(int depth) {
    if (depth == 0 || pick(0, 9) == 0)
      return pick(0, 2) == 0 ? Expr(static_cast<int>(pick(-9, 9))) : Expr(domains[static_cast<size_t>(pick(0, 2))].var);
    const auto sub = [&] { return integer(depth - 1); };
    switch (pick(0, 13)) {
      case 0:
      case 1:
      case 2:
        return rawBinary(BinaryOp::Add, sub(), sub());
      case 3:
      case 4:
        return rawBinary(BinaryOp::Sub, sub(), sub());
      case 5:
        return rawBinary(BinaryOp::Mul, sub(), static_cast<int>(pick(-6, 12)));
      case 6:
        return rawBinary(BinaryOp::Mul, sub(), sub());
      case 7:
        return rawBinary(BinaryOp::FloorDiv, sub(), static_cast<int>(pick(1, 12)));
      case 8:
        return rawBinary(BinaryOp::FloorMod, sub(), static_cast<int>(pick(1, 12)));
      case 9:
        return rawBinary(pick(0, 1) ? BinaryOp::FloorDiv : BinaryOp::FloorMod, sub(),
                         pick(0, 3) ? sub() : Expr(static_cast<int>(-pick(1, 5))));
      case 10:
        return rawBinary(BinaryOp::Min, sub(), sub());
      case 11:
        return rawBinary(BinaryOp::Max, sub(), sub());
      case 12:
        return Select{boolean(depth - 1), sub(), sub()};
      default:
        return rawBinary(pick(0, 1) ? BinaryOp::Div : BinaryOp::Mod, sub(), static_cast<int>(pick(1, 9)));
    }
  }
  Expr boolean(int depth) {
    if (depth > 0 && pick(0, 2) == 0) {
      switch (pick(0, 2)) {
        case 0:
          return rawBinary(BinaryOp::And, boolean(depth - 1), boolean(depth - 1));
        case 1:
          return rawBinary(BinaryOp::Or, boolean(depth - 1), boolean(depth - 1));
        default:
          return Not{boolean(depth - 1)};
      }
    }
    const BinaryOp ops[] = {BinaryOp::EQ, BinaryOp::NE, BinaryOp::LT, BinaryOp::LE, BinaryOp::GT, BinaryOp::GE};
    return rawBinary(ops[pick(0, 5)], integer(depth), integer(depth));
  }
  // Sums of split and fused indices, as schedules make them.
  Expr index(int depth) {
    if (depth == 0) return domains[static_cast<size_t>(pick(0, 2))].var;
    const int c = static_cast<int>(pick(1, 8));
    switch (pick(0, 3)) {
      case 0:
        return rawBinary(BinaryOp::Add, rawBinary(BinaryOp::Mul, index(depth - 1), c), index(depth - 1));
      case 1:
        return rawBinary(BinaryOp::FloorDiv, index(depth - 1), c);
      case 2:
        return rawBinary(BinaryOp::FloorMod, index(depth - 1), c);
      default:
        return rawBinary(BinaryOp::Add, index(depth - 1), static_cast<int>(pick(-4, 9)));
    }
  }
  void bindAll(Analyzer& analyzer) const {
    for (const Domain& d : domains)
      analyzer.bind(d.var, {static_cast<int>(d.low), static_cast<int>(d.high - d.low + 1)});
  }
  void forEachPoint(const std::function<void(const std::map<const void*, int64_t>&)>& f) const {
    std::map<const void*, int64_t> point;
    for (int64_t a = domains[0].low; a <= domains[0].high; ++a)
      for (int64_t b = domains[1].low; b <= domains[1].high; ++b)
        for (int64_t c = domains[2].low; c <= domains[2].high; ++c) {
          point = {{domains[0].var.key(), a}, {domains[1].var.key(), b}, {domains[2].var.key(), c}};
          f(point);
        }
  }
  std::string ranges() const {
    std::string s;
    for (const Domain& d : domains)
      s += d.var.name() + " in [" + std::to_string(d.low) + ", " + std::to_string(d.high) + "] ";
    return s;
  }

  std::vector<Domain> domains;

 private:
  std::mt19937 random_;
};

constexpr uint32_t kCases = 6000;

// Same values wherever the original is defined, and constant bounds that hold.
void checkSame(const Generator& g, const Analyzer& analyzer, const Expr& e, const Expr& r) {
  const IntBound bound = analyzer.constBound(e);
  const Modular modular = analyzer.modular(e);
  bool ok = true;
  g.forEachPoint([&](const auto& point) {
    const auto before = evaluate(e, point);
    if (!ok || !before) return;
    const auto after = evaluate(r, point);
    ok = after == before;
    EXPECT_TRUE(ok) << show(e) << "\n  became " << show(r) << "\n  at x=" << point.at(g.domains[0].var.key())
                    << " y=" << point.at(g.domains[1].var.key()) << " z=" << point.at(g.domains[2].var.key()) << ": "
                    << *before << " became " << after.value_or(-999999) << "\n  " << g.ranges();
    ok &= *before >= bound.min && *before <= bound.max;
    EXPECT_TRUE(ok) << show(e) << " = " << *before << " leaves [" << bound.min << ", " << bound.max << "] with "
                    << g.ranges();
    if (modular.coeff == 0)
      ok &= *before == modular.base;
    else
      ok &= floorModulo(*before - modular.base, modular.coeff) == 0;
    EXPECT_TRUE(ok) << show(e) << " = " << *before << " is not " << modular.coeff << " * q + " << modular.base;
  });
}

TEST(SimplifyProperty, IntegersKeepTheirValues) {
  for (uint32_t seed = 0; seed < kCases && !HasFailure(); ++seed) {
    Generator g(seed);
    Analyzer analyzer;
    g.bindAll(analyzer);
    const Expr e = g.integer(static_cast<int>(g.pick(1, 4)));
    checkSame(g, analyzer, e, analyzer.simplify(e));
    EXPECT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(SimplifyProperty, ConditionsKeepTheirValues) {
  for (uint32_t seed = 0; seed < kCases && !HasFailure(); ++seed) {
    Generator g(seed + 1000000);
    Analyzer analyzer;
    g.bindAll(analyzer);
    const Expr e = g.boolean(static_cast<int>(g.pick(1, 3)));
    checkSame(g, analyzer, e, analyzer.simplify(e));
    EXPECT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(SimplifyProperty, IndicesKeepTheirValues) {
  for (uint32_t seed = 0; seed < kCases && !HasFailure(); ++seed) {
    Generator g(seed + 2000000);
    Analyzer analyzer;
    g.bindAll(analyzer);
    const Expr e = g.index(static_cast<int>(g.pick(2, 6)));
    checkSame(g, analyzer, e, analyzer.simplify(e));
    EXPECT_FALSE(HasFailure()) << "seed " << seed;
  }
}

// All small constants, x of both signs, and y that may or may not stay below the factor.
TEST(SimplifyProperty, QuotientsOfRemaindersKeepTheirValues) {
  const Var x("x"), y("y");
  const auto check = [&](int factor, int modulus, int divisor, int low, int count) {
    Analyzer analyzer;
    analyzer.bind(y, {low, count});
    const Expr sum = rawBinary(BinaryOp::Add, rawBinary(BinaryOp::Mul, x, factor), y);
    const Expr e = rawBinary(BinaryOp::FloorDiv, rawBinary(BinaryOp::FloorMod, sum, modulus), divisor),
               r = analyzer.simplify(e);
    for (int64_t a = -14; a <= 14; ++a)
      for (int64_t b = low; b < low + count; ++b) {
        const std::map<const void*, int64_t> point{{x.key(), a}, {y.key(), b}};
        ASSERT_EQ(evaluate(r, point), evaluate(e, point)) << show(e) << " became " << show(r) << " at x=" << a
                                                          << " y=" << b << ", " << count << " values of y from " << low;
      }
  };
  for (int factor = 1; factor <= 6; ++factor)
    for (int modulus = 1; modulus <= 13; ++modulus)
      for (int divisor = 1; divisor <= 6; ++divisor)
        for (int low = -1; low <= 1; ++low)
          for (int count = 1; count <= factor + 1 && !HasFailure(); ++count)
            check(factor, modulus, divisor, low, count);
}

// Minima and maxima of quotients and quotients of them: all small divisors of both signs, rounded down or towards 0,
// numbers of both signs, operands that the divisor divides and others. Both sides of a law have one form, except that a
// quotient may be taken apart.
TEST(SimplifyProperty, QuotientsOfExtremesKeepTheirValues) {
  const Var x("x"), y("y"), n("n");
  Analyzer analyzer;
  analyzer.bind(n, {1, 4});
  const auto check = [&](const Expr& e) {
    const Expr r = analyzer.simplify(e);
    for (int64_t a = -9; a <= 9; ++a)
      for (int64_t b = -9; b <= 9; ++b)
        for (int64_t c = 1; c <= 4 && !HasFailure(); ++c) {
          const std::map<const void*, int64_t> point{{x.key(), a}, {y.key(), b}, {n.key(), c}};
          if (const auto before = evaluate(e, point))
            EXPECT_EQ(evaluate(r, point), before)
                << show(e) << " became " << show(r) << " at x=" << a << " y=" << b << " n=" << c;
        }
    EXPECT_TRUE(arith::same(analyzer.simplify(r), r))
        << show(e) << " has no stable form: " << show(r) << ", " << show(analyzer.simplify(r));
    return r;
  };
  for (const BinaryOp op : {BinaryOp::Min, BinaryOp::Max})
    for (const BinaryOp by : {BinaryOp::FloorDiv, BinaryOp::Div})
      for (const int c : {-3, -1, 1, 2, 3, 4, 5, 0}) {  // 0: by n
        const Expr divisor = c ? Expr(c) : Expr(n);
        for (const Expr& a :
             {Expr(x), Expr(x) + 1, Expr(x) * 4 + 3, Expr(x) * 6 + 5, Expr(x) * n, Expr(x) * 2 - Expr(y) * 4})
          for (const Expr& b : {Expr(y), Expr(y) * 4 - 1, Expr(y) * n, Expr(7), Expr(-5), Expr(0)})
            for (const int plus : {0, 1, -2}) {
              if (HasFailure()) return;
              const Expr outside = check(rawBinary(by, rawBinary(op, a, b), divisor));
              const Expr inside = check(rawBinary(op, rawBinary(by, a, divisor) + plus, rawBinary(by, b, divisor)));
              const bool apart = a.as<Binary>() && a.as<Binary>()->op == BinaryOp::Sub;
              if (c >= 0 && plus == 0 && by == BinaryOp::FloorDiv && !apart)
                EXPECT_TRUE(arith::same(outside, inside)) << show(outside) << " and " << show(inside);
            }
      }
}

TEST(SimplifyProperty, QuotientsAreComparedSoundly) {
  int proven = 0;
  for (uint32_t seed = 0; seed < kCases && !HasFailure(); ++seed) {
    Generator g(seed + 6000000);
    Analyzer analyzer;
    g.bindAll(analyzer);
    const int c = static_cast<int>(g.pick(1, 5));
    const Expr a = g.integer(2), b = g.pick(0, 1)
                                         ? rawBinary(g.pick(0, 1) ? BinaryOp::Min : BinaryOp::Max, a, g.integer(1))
                                         : g.integer(2);
    const auto quotient = [&](const Expr& e) { return rawBinary(BinaryOp::FloorDiv, e, c); };
    const Expr claim =
        rawBinary(g.pick(0, 1) ? BinaryOp::LE : BinaryOp::LT, quotient(a) * static_cast<int>(g.pick(1, 2)),
                  quotient(b) * static_cast<int>(g.pick(1, 2)) + static_cast<int>(g.pick(-1, 2)));
    const bool proof = analyzer.canProve(claim);
    proven += proof;
    g.forEachPoint([&](const auto& point) {
      const auto holds = evaluate(claim, point);
      if (proof && holds)
        EXPECT_TRUE(*holds) << "wrong proof of " << show(claim) << " " << g.ranges() << " seed " << seed;
    });
  }
  EXPECT_GT(proven, static_cast<int>(kCases) / 20);
}

TEST(SimplifyProperty, ConditionsInForceAreUsedSoundly) {
  int proven = 0;
  for (uint32_t seed = 0; seed < kCases && !HasFailure(); ++seed) {
    Generator g(seed + 3000000);
    Analyzer analyzer;
    g.bindAll(analyzer);
    const Expr condition =
        seed % 2 ? g.boolean(2) : rawBinary(BinaryOp::LT, g.index(3), static_cast<int>(g.pick(0, 40)));
    const Expr e = seed % 3 ? g.boolean(2) : rawBinary(BinaryOp::LE, g.index(3), static_cast<int>(g.pick(0, 40)));
    const auto scope = analyzer.with(condition);
    const Expr r = analyzer.simplify(e);
    const bool proof = analyzer.canProve(e);
    proven += proof;
    g.forEachPoint([&](const auto& point) {
      const auto holds = evaluate(condition, point), before = evaluate(e, point);
      if (HasFailure() || !holds || !*holds || !before) return;
      EXPECT_EQ(evaluate(r, point), before) << show(e) << "\n  became " << show(r) << "\n  under " << show(condition)
                                            << "\n  " << g.ranges() << " seed " << seed;
      if (proof)
        EXPECT_TRUE(*before) << "wrong proof of " << show(e) << " under " << show(condition) << " " << g.ranges()
                             << " seed " << seed;
    });
  }
  EXPECT_GT(proven, static_cast<int>(kCases) / 20);
}

// n and m stand for sizes: proofs may use that ranges end at them.
TEST(SimplifyProperty, SymbolicEndsAreUsedSoundly) {
  int proven = 0;
  for (uint32_t seed = 0; seed < kCases / 3 && !HasFailure(); ++seed) {
    Generator g(seed + 4000000);
    const Var n("n"), m("m"), i("i"), j("j");
    Analyzer analyzer;
    analyzer.bind(n, {1, 1 << 20});
    analyzer.bind(m, {1, 1 << 20});
    const int c = static_cast<int>(g.pick(1, 5));
    const Expr iEnds[] = {n, floordiv(Expr(n) + (c - 1), c), Expr(n) * m, min(n, m)},
               jEnds[] = {m, c, floordiv(n, c), Expr(i) + 1};
    const Expr iEnd = iEnds[g.pick(0, 3)], jEnd = jEnds[g.pick(0, 3)];
    analyzer.bind(i, {0, iEnd});
    analyzer.bind(j, {0, jEnd});
    const Expr atoms[] = {i,
                          j,
                          n,
                          m,
                          Expr(i) * c + j,
                          Expr(i) * m + j,
                          floordiv(i, m),
                          floormod(i, m),
                          floordiv(i, c),
                          floormod(i, c),
                          Expr(n) * m,
                          c};
    const auto atom = [&] { return atoms[g.pick(0, 11)]; };
    const auto side = [&] {
      const Expr a = atom(), b = atom();
      switch (g.pick(0, 5)) {
        case 0:
          return a + b;
        case 1:
          return a - b;
        case 2:
          return a - static_cast<int>(g.pick(-2, 2));
        case 3:
          return min(a, b);
        case 4:
          return max(a, b);
        default:
          return a;
      }
    };
    const Expr claim = rawBinary(g.pick(0, 1) ? BinaryOp::LT : BinaryOp::LE, side(), side());
    const Expr value = side();
    const Expr simple = analyzer.simplify(value);
    const bool proof = analyzer.canProve(claim);
    proven += proof;
    for (int64_t nv = 1; nv <= 5; ++nv)
      for (int64_t mv = 1; mv <= 4; ++mv)
        for (int64_t iv = 0; iv < 20; ++iv)
          for (int64_t jv = 0; jv < 5 && !HasFailure(); ++jv) {
            const std::map<const void*, int64_t> at{{n.key(), nv}, {m.key(), mv}, {i.key(), iv}, {j.key(), jv}};
            if (iv >= *evaluate(iEnd, at) || jv >= *evaluate(jEnd, at)) continue;
            if (proof)
              EXPECT_EQ(evaluate(claim, at), 1)
                  << show(claim) << " with i < " << show(iEnd) << ", j < " << show(jEnd) << " seed " << seed;
            EXPECT_EQ(evaluate(value, at), evaluate(simple, at))
                << show(value) << " became " << show(simple) << " with i < " << show(iEnd) << ", j < " << show(jEnd)
                << " seed " << seed;
          }
  }
  EXPECT_GT(proven, static_cast<int>(kCases) / 30);
  std::printf("proven %d of %u\n", proven, kCases / 3);
}

// Without a limit some of these would not end.
TEST(SimplifyProperty, DeepExpressionsEnd) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Generator g(seed + 5000000);
    Analyzer analyzer;
    g.bindAll(analyzer);
    const Expr e = g.integer(9);
    (void)analyzer.simplify(e);
    (void)analyzer.canProve(rawBinary(BinaryOp::LT, e, 1000));
  }
}

}  // namespace
}  // namespace lw::test
