// reaches() and namesIterations() against enumeration: they may only say "yes" where that is true.
#include "core/arith/reach.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "core/ir/ops.h"

namespace lw {
namespace {

using Point = std::map<const void*, int64_t>;

int64_t valueOf(const Expr& e, const Point& at) {
  if (const auto* i = e.as<IntImm>()) return i->value;
  if (const auto* v = e.as<Var>()) return at.at(v->key());
  const auto* n = e.as<Binary>();
  const int64_t a = valueOf(n->a, at), b = valueOf(n->b, at);
  switch (n->op) {
    case BinaryOp::Add:
      return a + b;
    case BinaryOp::Sub:
      return a - b;
    case BinaryOp::Mul:
      return a * b;
    case BinaryOp::FloorDiv:
      return floorDivide(a, b);
    case BinaryOp::FloorMod:
      return floorModulo(a, b);
    case BinaryOp::EQ:
      return a == b;
    case BinaryOp::LT:
      return a < b;
    case BinaryOp::GE:
      return a >= b;
    case BinaryOp::LE:
      return a <= b;
    case BinaryOp::GT:
      return a > b;
    default:
      ADD_FAILURE() << "an operator that the test does not make";
      return 0;
  }
}

void forEachPoint(const std::vector<IterDomain>& loops, Point at, const std::function<void(const Point&)>& visit,
                  size_t next = 0) {
  if (next == loops.size()) return visit(at);
  const int64_t min = *asInt(loops[next].range.min), extent = *asInt(loops[next].range.extent);
  for (int64_t i = 0; i < extent; ++i) {
    at[loops[next].var.key()] = min + i;
    forEachPoint(loops, at, visit, next + 1);
  }
}

std::vector<int64_t> valuesOf(const std::vector<Expr>& list, const Point& at) {
  std::vector<int64_t> values;
  for (const Expr& e : list) values.push_back(valueOf(e, at));
  return values;
}

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  std::vector<IterDomain> loops(const char* prefix, int count) {
    std::vector<IterDomain> list;
    for (int i = 0; i < count; ++i)
      list.push_back({Var(prefix + std::to_string(i)), {pick(0, 4) ? 0 : pick(1, 2), pick(1, 4)}});
    return list;
  }
  // Mostly digits of a mixed radix, as splits leave them.
  Expr sum(const std::vector<IterDomain>& loops) {
    Expr e = pick(-1, 1);
    int factor = 1;
    for (const IterDomain& d : loops) {
      if (pick(0, 2) == 0) continue;
      e = e + Expr(d.var) * (pick(0, 3) ? factor : pick(-1, 3));
      factor *= static_cast<int>(*asInt(d.range.extent));
    }
    if (pick(0, 4) == 0) e = pick(0, 1) ? floordiv(e, pick(2, 3)) : floormod(e, pick(2, 4));
    return e;
  }
  Expr condition(const std::vector<IterDomain>& loops) {
    const Expr e = sum(loops);
    const int limit = pick(0, 6);
    return pick(0, 3) == 0 ? eq(e, limit / 3) : pick(0, 2) ? lt(e, limit) : ge(e, limit / 3);
  }

 private:
  std::mt19937 random_;
};

TEST(Reach, AgreesWithEnumeration) {
  Draw draw(1);
  int yes = 0, conditional = 0, divided = 0;
  for (int round = 0; round < 40000; ++round) {
    const std::vector<IterDomain> outer = draw.loops("o", draw.pick(0, 1));
    Produced p{{}, draw.loops("i", draw.pick(1, 3)), {}};
    std::vector<IterDomain> all = outer, reading = outer;
    all.insert(all.end(), p.loops.begin(), p.loops.end());
    const std::vector<IterDomain> own = draw.loops("r", draw.pick(0, 2));
    reading.insert(reading.end(), own.begin(), own.end());
    std::vector<Expr> wanted;
    for (int i = draw.pick(1, 2); i > 0; --i) {
      p.values.push_back(draw.sum(all));
      wanted.push_back(draw.sum(reading));
    }
    for (int i = draw.pick(0, 3) - 2; i > 0; --i) p.conditions.push_back(draw.condition(all));
    Analyzer known;
    for (const IterDomain& d : reading) known.bind(d.var, d.range);
    if (!reaches(p, wanted, known)) continue;
    ++yes;
    conditional += !p.conditions.empty();
    divided +=
        !asInt(p.values[0]) && p.values[0].as<Binary>() &&
        (p.values[0].as<Binary>()->op == BinaryOp::FloorDiv || p.values[0].as<Binary>()->op == BinaryOp::FloorMod);
    forEachPoint(reading, {}, [&](const Point& at) {
      Point fixed;
      for (const IterDomain& d : outer) fixed[d.var.key()] = at.at(d.var.key());
      std::set<std::vector<int64_t>> made;
      forEachPoint(p.loops, fixed, [&](const Point& x) {
        for (const Expr& c : p.conditions)
          if (!valueOf(c, x)) return;
        made.insert(valuesOf(p.values, x));
      });
      ASSERT_TRUE(made.contains(valuesOf(wanted, at))) << "round " << round;
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(yes, 1000);
  EXPECT_GT(conditional, 50);
  EXPECT_GT(divided, 20);
}

// Conditions on the leading digits of a value, as simplified guards of tiles are.
TEST(Reach, ConditionsOnLeadingDigitsAgreeWithEnumeration) {
  Draw draw(3);
  int yes = 0;
  for (int round = 0; round < 20000; ++round) {
    Produced p{{}, draw.loops("i", 3), {}};
    const std::vector<IterDomain> reading = draw.loops("r", 2);
    const Expr a = p.loops[0].var, b = p.loops[1].var, c = p.loops[2].var;
    const int inner = draw.pick(1, 4), middle = draw.pick(1, 3), q = draw.pick(2, 4);
    p.values.push_back(a * (q * middle) + b * q + c * (draw.pick(0, 3) ? 1 : inner) + draw.pick(-1, 1));
    const Expr digits = a * middle + b + draw.pick(-1, 1), limit = draw.pick(-1, 5);
    const int op = draw.pick(0, 3);
    p.conditions.push_back(op == 0   ? lt(digits, limit)
                           : op == 1 ? le(digits, limit)
                           : op == 2 ? gt(digits, limit)
                                     : ge(digits, limit));
    const std::vector<Expr> wanted{Expr(reading[0].var) * draw.pick(1, 3) + reading[1].var + draw.pick(-1, 2)};
    Analyzer known;
    for (const IterDomain& d : reading) known.bind(d.var, d.range);
    if (!reaches(p, wanted, known)) continue;
    ++yes;
    std::set<std::vector<int64_t>> made;
    forEachPoint(p.loops, {}, [&](const Point& x) {
      if (valueOf(p.conditions[0], x)) made.insert(valuesOf(p.values, x));
    });
    forEachPoint(reading, {},
                 [&](const Point& at) { ASSERT_TRUE(made.contains(valuesOf(wanted, at))) << "round " << round; });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(yes, 200);
}

TEST(Reach, NamesAgreeWithEnumeration) {
  Draw draw(2);
  int yes = 0;
  for (int round = 0; round < 10000; ++round) {
    const std::vector<IterDomain> loops = draw.loops("i", draw.pick(1, 3));
    std::vector<Expr> values;
    for (int i = draw.pick(1, 3); i > 0; --i) values.push_back(draw.sum(loops));
    Analyzer known;
    for (const IterDomain& d : loops) known.bind(d.var, d.range);
    if (!namesIterations(values, loops, known)) continue;
    ++yes;
    std::set<std::vector<int64_t>> seen;
    forEachPoint(loops, {},
                 [&](const Point& at) { ASSERT_TRUE(seen.insert(valuesOf(values, at)).second) << "round " << round; });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(yes, 500);
}

// Tiles of a symbolic size c, which is also an extent: for every value of c that the facts allow, also 0 and less.
TEST(Reach, TilesOfSymbolicSizeAgreeWithEnumeration) {
  Draw draw(4);
  int yes = 0, uncertain = 0;
  for (int round = 0; round < 30000; ++round) {
    const Var c("c"), o("o"), i("i"), k("k"), r("r");
    const int most = draw.pick(1, 3);
    const Expr size =
        draw.pick(0, 2) ? Expr(c) + draw.pick(-1, 1) : floordiv(Expr(c) + draw.pick(0, 3), draw.pick(1, 2));
    const Expr tile = draw.pick(0, 3) ? size : Expr(c);
    Produced p{{}, {{i, {0, size}}}, {}};
    Expr value = Expr(o) * tile + Expr(i) + draw.pick(-1, 1);
    if (draw.pick(0, 1)) {  // a digit that may reach beyond the next value of i
      const int extent = draw.pick(1, 3), factor = draw.pick(1, 3);
      p.loops.push_back({k, {0, extent}});
      value = Expr(o) * tile + Expr(i) * factor + k;
    }
    p.values = {value};
    if (draw.pick(0, 2) == 0) p.conditions.push_back(lt(value, Expr(c) * draw.pick(1, 3)));
    const std::vector<Expr> wanted{Expr(o) * tile + Expr(r) + draw.pick(-1, 1)};
    const Expr reading = draw.pick(0, 2) ? size : Expr(draw.pick(1, 2));
    Analyzer known;
    known.bind(o, {0, most});
    known.bind(r, {0, reading});
    std::vector<Expr> facts{ge(reading, 1)};
    if (!p.conditions.empty() && draw.pick(0, 1)) facts.push_back(lt(wanted[0], p.conditions[0].as<Binary>()->b));
    std::vector<Analyzer::Scope> scopes;
    for (const Expr& fact : facts) scopes.push_back(known.with(fact));
    const bool reached = reaches(p, wanted, known);
    while (!scopes.empty()) scopes.pop_back();
    if (!reached) continue;
    ++yes;
    const bool sized = size.as<Var>();  // an extent that is a variable counts as a size, which is at least 1
    uncertain += !sized;
    for (int64_t n = sized ? 1 : -3; n <= 6; ++n) {
      Point at{{c.key(), n}};
      for (int64_t outer = 0; outer < most; ++outer)
        for (int64_t inner = 0; inner < valueOf(reading, at); ++inner) {
          at[o.key()] = outer, at[r.key()] = inner;
          if (std::any_of(facts.begin(), facts.end(), [&](const Expr& fact) { return !valueOf(fact, at); })) continue;
          bool made = false;
          for (int64_t x = 0; x < valueOf(size, at); ++x)
            for (int64_t y = 0; y < (p.loops.size() > 1 ? *asInt(p.loops[1].range.extent) : 1); ++y) {
              at[i.key()] = x, at[k.key()] = y;
              const bool runs = p.conditions.empty() || valueOf(p.conditions[0], at);
              made = made || (runs && valueOf(value, at) == valueOf(wanted[0], at));
            }
          ASSERT_TRUE(made) << "round " << round << ", c = " << n << ", o = " << outer << ", r = " << inner;
        }
    }
  }
  EXPECT_GT(yes, 1000);
  EXPECT_GT(uncertain, 500);
}

// The only value of `j` is that of `i`, so that the difference is always 0.
TEST(Reach, ALoopOfOneIterationMayStartElsewhereEachTime) {
  const Var i("i"), j("j");
  Analyzer known;
  known.bind(i, {0, 4});
  EXPECT_FALSE(namesIterations({Expr(i) - j}, {{i, {0, 4}}, {j, {i, 1}}}, known));
  EXPECT_TRUE(namesIterations({Expr(i) - j}, {{i, {0, 4}}, {j, {2, 1}}}, known));
}

// What a split with a tail, a moved block and a fused loop leave behind.
TEST(Reach, KnowsTheUsualForms) {
  const Var o("o"), i("i"), r("r"), f("f"), n("n");
  Analyzer known;
  known.bind(r, {0, 37});
  EXPECT_TRUE(reaches({{Expr(o) * 16 + i}, {{o, {0, 3}}, {i, {0, 16}}}, {lt(Expr(o) * 16 + i, 37)}}, {r}, known));
  EXPECT_FALSE(reaches({{Expr(o) * 16 + i}, {{o, {0, 3}}, {i, {0, 16}}}, {lt(Expr(o) * 16 + i, 36)}}, {r}, known));
  EXPECT_TRUE(reaches({{floordiv(f, 8), floormod(f, 8)}, {{f, {0, 48}}}, {}}, {floormod(r, 6), floormod(r, 8)}, known));
  const std::vector<IterDomain> tiles = {{o, {0, 3}}, {i, {0, 4}}, {f, {0, 8}}};
  const Expr column = Expr(o) * 32 + Expr(i) * 8 + f;
  const auto covers = [&](const Expr& guard, int columns) {
    Analyzer reader;
    reader.bind(r, {0, columns});
    return reaches({{column}, tiles, {guard}}, {r}, reader);
  };
  EXPECT_TRUE(covers(lt(Expr(o) * 4 + i, 9), 72));
  EXPECT_FALSE(covers(lt(Expr(o) * 4 + i, 9), 73));
  EXPECT_TRUE(covers(le(Expr(o) * 4 + i, 8), 72));
  // The same tiles are read: their guard bounds the column.
  const Var ro("ro"), ri("ri"), rf("rf");
  Analyzer guarded;
  guarded.bind(ro, {0, 3});
  guarded.bind(ri, {0, 4});
  guarded.bind(rf, {0, 8});
  const Analyzer::Scope scope = guarded.with(lt(Expr(ro) * 4 + ri, 9));
  const Expr read = Expr(ro) * 32 + Expr(ri) * 8 + rf;
  EXPECT_TRUE(reaches({{Expr(f)}, {{f, {0, 72}}}, {}}, {read}, guarded));
  EXPECT_FALSE(reaches({{Expr(f)}, {{f, {0, 71}}}, {}}, {read}, guarded));
  Analyzer symbolic;
  symbolic.bind(r, {0, n});
  EXPECT_TRUE(reaches({{i}, {{i, {0, n}}}, {}}, {r}, symbolic));
  EXPECT_FALSE(reaches({{i}, {{i, {0, n}}}, {}}, {Expr(r) + 1}, symbolic));
}

}  // namespace
}  // namespace lw
