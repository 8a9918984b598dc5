// Each program is built by hand: a nest of named loops over one or two stores.
#include <gtest/gtest.h>

#include "core/analysis/dependence/dependence.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

// Loops, outermost first, and one block without axes of its own: indices use the loops directly.
class Nest {
 public:
  PrimFunc f{"f", Evaluate{0}};
  std::vector<Var> vars;
  std::vector<LoopId> ids;
  std::vector<Expr> extents;

  Nest& loop(const std::string& name, Expr extent) {
    vars.emplace_back(name);
    ids.push_back(f.freshLoop());
    extents.push_back(extent);
    return *this;
  }
  Expr var(size_t i) const { return vars[i]; }
  Stmt block(const std::string& name, Stmt body, Expr predicate = boolConst(true)) {
    return Block(f.freshBlock(), name, std::move(body), predicate);
  }
  Stmt wrap(Stmt body, size_t from = 0) {
    for (size_t i = vars.size(); i-- > from;)
      body = For{ids[i], vars[i], 0, extents[i], ForKind::Serial, "", {}, std::move(body)};
    return body;
  }
  PrimFunc& done(Stmt body, std::vector<Buffer> allocs = {}) {
    Block root(f.freshBlock(), "root", std::move(body));
    root.allocs = std::move(allocs);
    f.body = root;
    return f;
  }
};

Expr load(const Buffer& b, std::vector<Expr> indices) { return BufferLoad{b, std::move(indices)}; }

TEST(IterationsIndependent, ElementwiseIsReductionIsNot) {
  Nest n;
  n.loop("i", 16).loop("k", 8);
  const Buffer a = makeBuffer("A", {16, 8}, dtype::Float32), s = makeBuffer("S", {16}, dtype::Float32);
  const Expr i = n.var(0), k = n.var(1);
  PrimFunc& f = n.done(n.wrap(n.block("sum", BufferStore{s, {i}, load(s, {i}) + load(a, {i, k})})));
  EXPECT_TRUE(iterationsIndependent(f, n.ids[0]).yes());
  const Verdict v = iterationsIndependent(f, n.ids[1]);
  ASSERT_TRUE(v.no());
  EXPECT_FALSE(v.conservative);
  EXPECT_EQ(v.witness->sentence(), "sum(i=0, k=0) and sum(i=0, k=1) both update S[0]");
}

TEST(IterationsIndependent, StencilDistanceAndGuardDecide) {
  Nest n;
  n.loop("i", 15);
  const Buffer a = makeBuffer("A", {16}, dtype::Float32);
  const Expr i = n.var(0);
  const Stmt shift = BufferStore{a, {i + 1}, load(a, {i})};
  EXPECT_TRUE(iterationsIndependent(n.done(n.wrap(n.block("B", shift))), n.ids[0]).no());
  // Only even iterations run, so no iteration reads what another one wrote.
  const Expr even = eq(floormod(i, 2), 0);
  EXPECT_TRUE(iterationsIndependent(n.done(n.wrap(n.block("B", shift, even))), n.ids[0]).yes());
}

TEST(IterationsIndependent, SlidingSumInOneDirectionOnly) {
  Nest n;
  n.loop("i", 16).loop("j", 8);
  const Buffer a = makeBuffer("A", {23}, dtype::Float32), b = makeBuffer("B", {23}, dtype::Float32);
  const Expr at = n.var(0) + n.var(1);
  PrimFunc& f = n.done(n.wrap(n.block("B", BufferStore{b, {at}, load(a, {at}) + load(b, {at})})));
  EXPECT_TRUE(iterationsIndependent(f, n.ids[1]).yes());
  EXPECT_TRUE(iterationsIndependent(f, n.ids[0]).no());
}

TEST(IterationsIndependent, IntermediateFedByTheSameIterationIsPrivate) {
  Nest n;
  n.loop("i", 16);
  const Buffer a = makeBuffer("A", {18}, dtype::Float32), c = makeBuffer("C", {16}, dtype::Float32);
  const Buffer t = makeBuffer("T", {18}, dtype::Float32);
  const Expr i = n.var(0);
  const Var j("j");
  const auto fill = [&](int extent) {
    return Stmt(For{n.f.freshLoop(),
                    j,
                    0,
                    extent,
                    ForKind::Serial,
                    "",
                    {},
                    n.block("T", BufferStore{t, {i + j}, load(a, {i + j})})});
  };
  const Stmt use = n.block("C", BufferStore{c, {i}, load(t, {i}) + load(t, {i + 2})});
  EXPECT_TRUE(iterationsIndependent(n.done(n.wrap(sequence({fill(3), use})), {t}), n.ids[0]).yes());
  // T[i + 2] comes from another iteration (or from nowhere).
  EXPECT_TRUE(iterationsIndependent(n.done(n.wrap(sequence({fill(2), use})), {t}), n.ids[0]).no());
  // A parameter is not private.
  EXPECT_TRUE(iterationsIndependent(n.done(n.wrap(sequence({fill(3), use}))), n.ids[0]).no());
}

TEST(IterationsIndependent, GatherIsJudgedConservatively) {
  Nest n;
  n.loop("i", 16);
  const Buffer ids = makeBuffer("ids", {16}, dtype::Int32), c = makeBuffer("C", {16}, dtype::Float32);
  const Expr i = n.var(0);
  const Verdict v = iterationsIndependent(
      n.done(n.wrap(n.block("scatter", BufferStore{c, {load(ids, {i})}, makeFloat(dtype::Float32, 1)}))), n.ids[0]);
  EXPECT_TRUE(v.no());
  EXPECT_TRUE(v.conservative);
  EXPECT_EQ(v.witness->element, "C[?]");
}

TEST(IterationsIndependent, SymbolicExtents) {
  Nest n;
  const Var m("m");
  n.loop("i", m).loop("j", m);
  const Buffer a = makeBuffer("A", {m, m}, dtype::Float32);
  const Expr i = n.var(0), j = n.var(1);
  EXPECT_TRUE(iterationsIndependent(
                  n.done(n.wrap(n.block("B", BufferStore{a, {i, j}, load(a, {i, j}) + load(a, {i, j})}))), n.ids[0])
                  .yes());
  EXPECT_TRUE(
      iterationsIndependent(n.done(n.wrap(n.block("B", BufferStore{a, {i, j}, load(a, {j, i})}))), n.ids[0]).no());
}

TEST(ReorderKeepsResults, LastWriterDecides) {
  Nest n;
  n.loop("i", 6).loop("j", 7);
  const Buffer a = makeBuffer("A", {6, 7}, dtype::Float32), c = makeBuffer("C", {12}, dtype::Float32);
  const Expr i = n.var(0), j = n.var(1);
  const Verdict v = reorderKeepsResults(n.done(n.wrap(n.block("diag", BufferStore{c, {i + j}, load(a, {i, j})}))),
                                        {n.ids[1], n.ids[0]});
  ASSERT_TRUE(v.no());
  EXPECT_EQ(v.witness->sentence(), "diag(i=0, j=1) and diag(i=1, j=0) both write C[1]");
  EXPECT_TRUE(
      reorderKeepsResults(n.done(n.wrap(n.block("copy", BufferStore{a, {i, j}, load(c, {i})}))), {n.ids[1], n.ids[0]})
          .yes());
}

TEST(ReorderKeepsResults, ReductionMayBeReorderedRecurrenceNot) {
  Nest n;
  n.loop("i", 8).loop("j", 8).loop("k", 8);
  const Buffer a = makeBuffer("A", {8, 8}, dtype::Float32), c = makeBuffer("C", {8, 8}, dtype::Float32);
  const Expr i = n.var(0), j = n.var(1), k = n.var(2);
  const std::vector<LoopId> order = {n.ids[2], n.ids[0], n.ids[1]};
  EXPECT_TRUE(
      reorderKeepsResults(
          n.done(n.wrap(n.block("mm", BufferStore{c, {i, j}, load(c, {i, j}) + load(a, {i, k}) * load(a, {k, j})}))),
          order)
          .yes());
  EXPECT_TRUE(
      reorderKeepsResults(
          n.done(n.wrap(n.block(
              "rec", BufferStore{c, {i, j}, load(c, {i, j}) * makeFloat(dtype::Float32, 2) + load(a, {i, k})}))),
          order)
          .yes())
      << "k stays in order for each (i, j)";
  const Verdict v = reorderKeepsResults(
      n.done(n.wrap(n.block("rec", BufferStore{c, {i, 0}, load(c, {i, 0}) - load(a, {j, k})}))), order);
  EXPECT_TRUE(v.no());
}

TEST(MergeKeepsResults, ConsumerMayNotRunAhead) {
  Nest n;
  n.loop("i", 16);
  const Buffer a = makeBuffer("A", {16}, dtype::Float32), b = makeBuffer("B", {16}, dtype::Float32),
               c = makeBuffer("C", {16}, dtype::Float32);
  const Var p("p"), q("q");
  const LoopId first = n.f.freshLoop(), second = n.f.freshLoop();
  const auto program = [&](const Expr& index) {
    const Stmt produce = For{first, p, 0, 16, ForKind::Serial, "", {}, n.block("B", BufferStore{b, {p}, load(a, {p})})};
    const Stmt consume =
        For{second, q, 0, 16, ForKind::Serial, "", {}, n.block("C", BufferStore{c, {q}, load(b, {index})})};
    return n.done(sequence({produce, consume}));
  };
  EXPECT_TRUE(mergeKeepsResults(program(q), {first}, {second}).yes());
  EXPECT_TRUE(mergeKeepsResults(program(max(Expr(q) - 3, 0)), {first}, {second}).yes());
  const Verdict v = mergeKeepsResults(program(Expr(15) - q), {first}, {second});
  ASSERT_TRUE(v.no());
  EXPECT_EQ(v.witness->sentence(), "B(p=8) writes B[8], which C(q=7) reads");
}

TEST(MayExchange, OnlyWhatDoesNotConflict) {
  Nest n;
  const Buffer a = makeBuffer("A", {16}, dtype::Float32), b = makeBuffer("B", {16}, dtype::Float32);
  const Var p("p"), q("q");
  const auto nest = [&](const Var& v, const Buffer& to, const Buffer& from) {
    return Stmt(For{
        n.f.freshLoop(), v, 0, 16, ForKind::Serial, "", {}, n.block(to->name, BufferStore{to, {v}, load(from, {v})})});
  };
  const Buffer c = makeBuffer("C", {16}, dtype::Float32);
  const Stmt x = nest(p, b, a), y = nest(q, c, a), z = nest(Var("r"), c, b);
  EXPECT_TRUE(mayExchange(n.done(sequence({x, y})), x, y).yes());
  EXPECT_TRUE(mayExchange(n.done(sequence({x, z})), x, z).no());
}

}  // namespace
}  // namespace lw
