#include <gtest/gtest.h>

#include "core/analysis/cost/work.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

TEST(Work, CountsOperationsAndCompulsoryBytes) {
  PrimFunc f("f", Evaluate{0});
  const Var n("n"), i("i"), k("k"), x("x", dtype::Handle()), y("y", dtype::Handle());
  const Buffer a = makeBuffer("A", {n, 8}, dtype::Float32), s = makeBuffer("S", {n}, dtype::Float32);
  f.params = {x, y};
  f.buffers = {{x, a}, {y, s}};
  const Expr sum = Expr(BufferLoad{s, {i}}) + Expr(BufferLoad{a, {i, k}}) * BufferLoad{a, {i, k}};
  Stmt body = BufferStore{s, {i}, Call{dtype::Float32, "exp", {sum}}};
  body = For{f.freshLoop(), k, 0, 8, ForKind::Serial, "", {}, body};
  f.body = For{f.freshLoop(), i, 0, n, ForKind::Serial, "", {}, body};
  const Work work = countWork(f, {{n.key(), 10}});
  EXPECT_EQ(work.flops, 10 * 8 * 3);
  EXPECT_EQ(work.bytes, 10 * 8 * 4 + 10 * 4);
}

TEST(Work, SizesHaveTheTypesOfTheirVariables) {
  PrimFunc f("f", Evaluate{0});
  const Var n("n", dtype::Int64), m("m", dtype::Int64), i("i", dtype::Int64), x("x", dtype::Handle());
  const Buffer a = makeBuffer("A", {n + m * makeConst(dtype::Int64, 2)}, dtype::Float32);
  f.params = {x};
  f.buffers = {{x, a}};
  const Stmt body = BufferStore{a, {i}, Expr(BufferLoad{a, {i}}) * BufferLoad{a, {i}}};
  f.body = For{f.freshLoop(), i, makeConst(dtype::Int64, 0), a->shape[0], ForKind::Serial, "", {}, body};
  const Work work = countWork(f, {{n.key(), 3}, {m.key(), 5}});
  EXPECT_EQ(work.flops, 13);
  EXPECT_EQ(work.bytes, 13 * 4);
}

}  // namespace
}  // namespace lw
