// Verdicts of the dependence analysis against enumeration: random nests of three loops with one or two affine stores.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/analysis/dependence/dependence.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

struct Affine {  // ((c0*x0 + c1*x1 + c2*x2 + offset) // divisor) % modulus
  int c[3];
  int offset, divisor, modulus;
  int64_t at(const std::array<int, 3>& x) const {
    const int64_t sum = c[0] * x[0] + c[1] * x[1] + c[2] * x[2] + offset;
    const int64_t q = floorDivide(sum, divisor);
    return modulus ? floorModulo(q, modulus) : q;
  }
  Expr expr(const std::vector<Var>& v) const {
    Expr sum = Expr(v[0]) * c[0] + Expr(v[1]) * c[1] + Expr(v[2]) * c[2] + offset;
    sum = floordiv(sum, divisor);
    return modulus ? floormod(sum, modulus) : sum;
  }
};

struct RandomStore {
  Affine target, source;
  bool accumulate;
  int guard;  // runs where (x0 + x2) % 3 != guard
};

struct RandomProgram {
  std::array<int, 3> extents;
  std::vector<RandomStore> stores;
  PrimFunc function{"f", Evaluate{0}};
  std::vector<LoopId> loops;

  bool runs(const RandomStore& s, const std::array<int, 3>& x) const { return (x[0] + x[2]) % 3 != s.guard; }
};

RandomProgram make(std::mt19937& random) {
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  const auto affine = [&] {
    return Affine{{pick(-1, 2), pick(-1, 2), pick(0, 2)}, pick(0, 3), pick(0, 3) ? 1 : 2, pick(0, 3) ? 0 : 5};
  };
  RandomProgram p;
  p.extents = {pick(2, 4), pick(1, 4), pick(2, 4)};
  for (int i = pick(1, 2); i > 0; --i) p.stores.push_back({affine(), affine(), pick(0, 1) == 0, pick(0, 5)});
  const Buffer a = makeBuffer("A", {64}, dtype::Int32);
  const std::vector<Var> v = {Var("x"), Var("y"), Var("z")};
  std::vector<Stmt> body;
  for (const RandomStore& s : p.stores) {
    const Expr to = s.target.expr(v), from = BufferLoad{a, {s.source.expr(v)}};
    const Expr value = s.accumulate ? Expr(BufferLoad{a, {to}}) + 1 : from;
    const Expr guard = ne(floormod(Expr(v[0]) + v[2], 3), s.guard);
    body.push_back(Block(p.function.freshBlock(), "b", BufferStore{a, {to}, value}, guard));
  }
  Stmt s = sequence(body);
  p.loops.resize(3);
  for (int i = 2; i >= 0; --i) {
    p.loops[i] = p.function.freshLoop();
    s = For{p.loops[i], v[i], 0, p.extents[i], ForKind::Serial, "", {}, s};
  }
  p.function.body = s;
  return p;
}

struct Execution {
  int store;
  std::array<int, 3> x;
};

std::vector<Execution> executions(const RandomProgram& p) {
  std::vector<Execution> all;
  for (int x = 0; x < p.extents[0]; ++x)
    for (int y = 0; y < p.extents[1]; ++y)
      for (int z = 0; z < p.extents[2]; ++z)
        for (int s = 0; s < static_cast<int>(p.stores.size()); ++s)
          if (p.runs(p.stores[s], {x, y, z})) all.push_back({s, {x, y, z}});
  return all;
}

bool conflict(const RandomProgram& p, const Execution& a, const Execution& b) {
  const auto target = [&](const Execution& e) { return p.stores[e.store].target.at(e.x); };
  const auto source = [&](const Execution& e) {
    return p.stores[e.store].accumulate ? target(e) : p.stores[e.store].source.at(e.x);
  };
  return target(a) == target(b) || target(a) == source(b) || source(a) == target(b);
}

TEST(DependenceRandom, IterationsIndependentAgreesWithEnumeration) {
  std::mt19937 random(1);
  int yes = 0, no = 0;
  for (int round = 0; round < 200; ++round) {
    const RandomProgram p = make(random);
    const std::vector<Execution> all = executions(p);
    for (int loop = 0; loop < 3; ++loop) {
      bool independent = true;
      for (const Execution& a : all)
        for (const Execution& b : all)
          independent &=
              !(std::equal(a.x.begin(), a.x.begin() + loop, b.x.begin()) && a.x[loop] < b.x[loop] && conflict(p, a, b));
      const Verdict v = iterationsIndependent(p.function, p.loops[loop]);
      ASSERT_NE(v.answer, Verdict::Answer::Unknown);
      ASSERT_EQ(v.yes(), independent) << "round " << round << " loop " << loop;
      (independent ? yes : no)++;
    }
  }
  EXPECT_GT(yes, 100);
  EXPECT_GT(no, 100);
}

TEST(DependenceRandom, ReorderAgreesWithEnumeration) {
  std::mt19937 random(2);
  int yes = 0, no = 0, undecided = 0;
  for (int round = 0; round < 200; ++round) {
    const RandomProgram p = make(random);
    const std::vector<Execution> all = executions(p);
    std::array<int, 3> order = {0, 1, 2};
    std::shuffle(order.begin(), order.end(), random);
    const auto moved = [&](const Execution& e) {
      return std::array<int, 4>{e.x[order[0]], e.x[order[1]], e.x[order[2]], e.store};
    };
    bool kept = true;
    for (size_t i = 0; i < all.size(); ++i)
      for (size_t j = i + 1; j < all.size(); ++j) {
        const bool reduction = all[i].store == all[j].store && p.stores[all[i].store].accumulate;
        if (!reduction && conflict(p, all[i], all[j]) && moved(all[j]) < moved(all[i])) kept = false;
      }
    const Verdict v = reorderKeepsResults(p.function, {p.loops[order[0]], p.loops[order[1]], p.loops[order[2]]});
    if (v.answer == Verdict::Answer::Unknown) {
      ++undecided;
      continue;
    }
    ASSERT_EQ(v.yes(), kept) << "round " << round;
    (kept ? yes : no)++;
  }
  EXPECT_GT(yes, 30);
  EXPECT_GT(no, 30);
  EXPECT_LE(undecided, 3) << "the limit of operations is for hard cases only";
}

}  // namespace
}  // namespace lw
