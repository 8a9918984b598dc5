// An expression that reads few elements very often: the analyses see each element once.
#include <gtest/gtest.h>

#include "core/analysis/tables/accesses.h"
#include "core/analysis/tables/statements.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

// The value at `index` after `steps` of x[v] + x[v + 1] * x[v + 2], with the indices as inlining leaves them.
Expr nested(const Buffer& a, const Expr& index, int steps) {
  if (steps == 0) return BufferLoad{a, {index}};
  const auto next = [&](int by) { return nested(a, by ? rawBinary(BinaryOp::Add, index, by) : index, steps - 1); };
  return next(0) + next(1) * next(2);
}

PrimFunc program(int steps) {
  PrimFunc f("f", Evaluate{0});
  const Buffer a = makeBuffer("A", {100}, dtype::Float32), b = makeBuffer("B", {64}, dtype::Float32);
  const Var i("i"), v("v");
  Block block(f.freshBlock(), "B", BufferStore{b, {v}, nested(a, v, steps)});
  block.iters = {{v, {0, 64}, IterKind::Spatial}};
  block.bindings = {i};
  f.body = Block(f.freshBlock(), "root", For{f.freshLoop(), i, 0, 64, ForKind::Serial, "", {}, block});
  return f;
}

TEST(DistinctReads, AreCollectedOnce) {
  for (const int steps : {1, 4, 9}) {
    const PrimFunc f = program(steps);
    const size_t elements = 2 * static_cast<size_t>(steps) + 1;
    const analysis::Statements statements = analysis::collectStatements(f);
    ASSERT_EQ(statements.all.size(), 1u);
    EXPECT_TRUE(statements.understood);
    EXPECT_EQ(statements.all[0].loads.size(), elements);
    const analysis::AccessTable table = analysis::collectAccesses(f);
    ASSERT_EQ(table.instances.size(), 1u);
    EXPECT_EQ(table.instances[0].accesses.size(), elements + 1) << "and the store";
  }
}

// Reads under different conditions are different accesses.
TEST(DistinctReads, UnderOtherConditionsAreOthers) {
  PrimFunc f("f", Evaluate{0});
  const Buffer a = makeBuffer("A", {100}, dtype::Float32), b = makeBuffer("B", {64}, dtype::Float32);
  const Var i("i");
  const Expr read = BufferLoad{a, {i}};
  const auto under = [&](int limit) { return Expr(Call{dtype::Float32, "if_then_else", {lt(i, limit), read, read}}); };
  f.body =
      Block(f.freshBlock(), "root",
            For{f.freshLoop(), i, 0, 64, ForKind::Serial, "", {}, BufferStore{b, {i}, under(4) + under(5) + under(4)}});
  EXPECT_EQ(analysis::collectStatements(f).all[0].loads.size(), 4u);
  EXPECT_EQ(analysis::collectAccesses(f).instances[0].accesses.size(), 5u);
}

}  // namespace
}  // namespace lw
