#include <gtest/gtest.h>

#include "core/ir/debug_text.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/verify.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

Stmt loop(PrimFunc& f, Var v, int extent, Stmt body) {
  return For{f.freshLoop(), std::move(v), 0, extent, ForKind::Serial, "", {}, std::move(body)};
}

TEST(Ops, FoldConstantsAndNeutralElements) {
  const Var x("x");
  EXPECT_TRUE((Expr(x) * 1 + 0).as<Var>());
  EXPECT_EQ(asInt(floordiv(Expr(-7), Expr(2))), -4);
  EXPECT_EQ(asInt(floormod(Expr(-7), Expr(2))), 1);
  EXPECT_EQ(debugText(floordiv(Expr(7), Expr(0))), "(7 // 0)") << "division by zero is not folded";
  EXPECT_EQ(debugText(makeConst(dtype::Int32, 2147483647) + 1), "(2147483647 + 1)") << "overflow is not folded";
}

TEST(Ops, LiteralsTakeTheTypeOfTheOtherOperand) {
  const Var f("f", dtype::Float32), i("i", dtype::Int64);
  EXPECT_EQ(toString((Expr(f) * 2).dtype()), "float32");
  EXPECT_EQ(toString((Expr(i) + 1).dtype()), "int64");
  EXPECT_EQ(toString((Expr(Var("j")) + Expr(i)).dtype()), "int64");
  EXPECT_EQ(toString((Expr(Var("j")) + makeFloat(dtype::Float32, 0.5)).dtype()), "float32") << "the fraction is kept";
}

TEST(Rewriter, UnchangedMeansTheSameHandle) {
  PrimFunc f("f", Evaluate{0});
  const Var i("i"), j("j");
  const Buffer a = makeBuffer("A", {4, 4}, dtype::Float32);
  const Stmt nest = loop(f, i, 4, loop(f, j, 4, BufferStore{a, {i, j}, BufferLoad{a, {j, i}}}));
  EXPECT_TRUE(rewriteExprs(nest, [](const Expr&) -> std::optional<Expr> { return std::nullopt; }).sameAs(nest));
  EXPECT_TRUE(substitute(nest, {{Var("other").key(), Expr(1)}}).sameAs(nest));
}

TEST(Equal, UpToNamesOfVariablesAndBuffers) {
  const auto build = [](std::string name, int extent, bool swap) {
    PrimFunc f(std::move(name), Evaluate{0});
    const Var i("i_" + f.name), handle("h", dtype::Handle());
    const Buffer a = makeBuffer("A" + f.name, {extent, extent}, dtype::Float32);
    f.params = {handle};
    f.buffers = {{handle, a}};
    const Var j("j");
    const Expr load = swap ? BufferLoad{a, {j, i}} : BufferLoad{a, {i, j}};
    f.body = loop(f, i, extent, loop(f, j, extent, BufferStore{a, {i, j}, load}));
    return f;
  };
  EXPECT_TRUE(equal(build("f", 4, false), build("g", 4, false)));
  EXPECT_EQ(structuralHash(build("f", 4, false)), structuralHash(build("g", 4, false)));
  const auto d = firstDifference(build("f", 4, false), build("f", 4, true));
  ASSERT_TRUE(d);
  EXPECT_EQ(d->path, "f, for i_f, for j, store to Af");
  EXPECT_EQ(d->left + " " + d->right, "i_f j");
  EXPECT_FALSE(equal(build("f", 4, false), build("f", 5, false)));
}

TEST(FreshCopy, RenamesDefinitionsOnly) {
  PrimFunc f("f", Evaluate{0});
  const Var i("i"), n("n");
  const Buffer a = makeBuffer("A", {4}, dtype::Float32);
  const Stmt nest = loop(f, i, 4, BufferStore{a, {Expr(i) + n}, makeFloat(dtype::Float32, 0)});
  const Stmt copy = freshCopy(nest, f);
  EXPECT_FALSE(copy.as<For>()->var.sameAs(i));
  EXPECT_NE(copy.as<For>()->id, nest.as<For>()->id);
  EXPECT_EQ(freeVars(copy).size(), 1u);
  EXPECT_TRUE(equal(copy, nest));
}

TEST(Verify, AVariableHasAValueInItsLoopOnly) {
  PrimFunc f("f", Evaluate{0});
  const Var i("i"), j("j");
  const Buffer a = makeBuffer("A", {8}, dtype::Int32);
  const Var handle("A", dtype::Handle());
  f.params = {handle};
  f.buffers = {{handle, a}};
  const Stmt first = loop(f, i, 4, BufferStore{a, {i}, 1});
  f.body = Seq{{first, loop(f, j, 4, BufferStore{a, {j}, 2})}};
  EXPECT_TRUE(verify(f).empty());
  f.body = Seq{{first, For{f.freshLoop(), j, 0, Expr(i) + 1, ForKind::Serial, "", {}, BufferStore{a, {j}, 2}}}};
  ASSERT_EQ(verify(f).size(), 1u);
  EXPECT_EQ(verify(f).front(), "2: variable i is used where it has no value any more");
}

}  // namespace
}  // namespace lw
