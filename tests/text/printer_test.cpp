#include <gtest/gtest.h>

#include "core/ir/ops.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

// A product with an initialisation, built by hand.
struct Product {
  PrimFunc f{"main", Evaluate{0}};
  LoopId i, j, k;
  BlockId block;
};

Product product() {
  Product p;
  const Buffer a = makeBuffer("A", {16, 12}, dtype::Float32), c = makeBuffer("C", {16, 16}, dtype::Float32);
  const Var handleA("a", dtype::Handle()), handleC("c", dtype::Handle());
  p.f.params = {handleA, handleC};
  p.f.buffers = {{handleA, a}, {handleC, c}};
  const Var i("i"), j("j"), k("k"), vi("vi"), vj("vj"), vk("vk");
  p.i = p.f.freshLoop(), p.j = p.f.freshLoop(), p.k = p.f.freshLoop(), p.block = p.f.freshBlock();
  const Expr old = BufferLoad{c, {vi, vj}};
  const auto point = [](const Buffer& b, Expr x, Expr y) { return BufferRegion{b, {{x, 1}, {y, 1}}}; };
  Block block(p.block, "C", BufferStore{c, {vi, vj}, old + Expr(BufferLoad{a, {vi, vk}}) * BufferLoad{a, {vj, vk}}});
  block.iters = {{vi, {0, 16}, IterKind::Spatial}, {vj, {0, 16}, IterKind::Spatial}, {vk, {0, 12}, IterKind::Reduce}};
  block.bindings = {i, j, k};
  block.reads = {point(a, vi, vk), point(a, vj, vk)};
  block.writes = {point(c, vi, vj)};
  block.init = BufferStore{c, {vi, vj}, makeFloat(dtype::Float32, 0)};
  Stmt body = For{p.k, k, 0, 12, ForKind::Serial, "", {}, block};
  body = For{p.j, j, 0, 16, ForKind::Vectorized, "", {}, body};
  body = For{p.i, i, 0, 16, ForKind::Serial, "", {{"k", 1}}, body};
  p.f.body = Block(p.f.freshBlock(), "root", body);
  return p;
}

TEST(Printer, PrintsAsTvmDoes) {
  EXPECT_EQ(print(product().f).text, R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((16, 12), "float32"), C: T.Buffer((16, 16), "float32")):
    # with T.block("root"):
    for i in T.serial(16, annotations={"k": 1}):
        for j in T.vectorized(16):
            for k in range(12):
                with T.block("C"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    T.reads(A[vi, vk], A[vj, vk])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.float32(0.0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * A[vj, vk]
)");
}

TEST(Printer, RangesCoverTheTextOfTheirNodes) {
  const Product p = product();
  const PrintedText printed = print(p.f);
  const auto text = [&](Span s) {
    return printed.text.substr(static_cast<size_t>(s.begin), static_cast<size_t>(s.end - s.begin));
  };
  ASSERT_EQ(printed.map.spansOf(p.j).size(), 2u);
  EXPECT_EQ(text(printed.map.spansOf(p.j)[0]).substr(0, 26), "for j in T.vectorized(16):");
  EXPECT_EQ(text(printed.map.spansOf(p.j)[1]), "j");
  EXPECT_EQ(text(printed.map.spansOf(p.block)[0]).substr(0, 17), "with T.block(\"C\")");
  const int store = static_cast<int>(printed.text.rfind("C[vi, vj] ="));
  EXPECT_EQ(printed.map.scopeAt(store)->name, "C");
  EXPECT_EQ(text(printed.map.innermostAt(store + 12)->span), "C");
}

TEST(Printer, ParenthesesOnlyWhereTheyCount) {
  const Expr a = Var("a"), b = Var("b"), c = Var("c");
  EXPECT_EQ(toText((a + b) + c), "a + b + c");
  EXPECT_EQ(toText(a + (b + c)), "a + (b + c)");
  EXPECT_EQ(toText((a + b) * c), "(a + b) * c");
  EXPECT_EQ(toText(a - (b - c)), "a - (b - c)");
  EXPECT_EQ(toText(floordiv(a * 2, 4)), "a * 2 // 4");
  EXPECT_EQ(toText(a * floordiv(b, 4)), "a * (b // 4)");
  EXPECT_EQ(toText(logicalNot(lt(a, b))), "not a < b");
  EXPECT_EQ(toText(logicalNot(logicalAnd(lt(a, b), lt(b, c)))), "not (a < b and b < c)");
  EXPECT_EQ(toText(logicalAnd(lt(a, b), logicalOr(lt(b, c), le(a, c)))), "a < b and (b < c or a <= c)");
  EXPECT_EQ(toText(eq(a, Expr(-2))), "a == -2");
  EXPECT_EQ(toText(binary(BinaryOp::Div, a, b)), "T.Div(a, b)");
}

}  // namespace
}  // namespace lw
