#include <set>

#include "core/ir/visit.h"
#include "tests/passes/programs.h"

namespace lw::test {
namespace {

using K = IterKind;

int loopsOf(const PrimFunc& f) {
  int n = 0;
  forEachStmt(f.body, [&](const Stmt& s) { n += s.as<For>() != nullptr; });
  return n;
}

// C = A @ B; D = exp(C); F = D @ E
PrimFunc mmExpMm(int m, int k, int l, int n) {
  Builder b;
  Buffer A = b.param("A", {m, k}), B = b.param("B", {k, l}), E = b.param("E", {l, n}), F = b.param("F", {m, n});
  Buffer C = b.alloc("C", {m, l}), D = b.alloc("D", {m, l});
  const auto product = [&](const std::string& name, const Buffer& out, const Buffer& x, const Buffer& y, int rows,
                           int columns, int depth) {
    Var i("i"), j("j"), r("k"), vi("vi"), vj("vj"), vk("vk");
    Block block = b.block(
        name, {{vi, rows, i}, {vj, columns, j}, {vk, depth, r, K::Reduce}},
        BufferStore{out, {vi, vj}, BufferLoad{out, {vi, vj}} + BufferLoad{x, {vi, vk}} * BufferLoad{y, {vk, vj}}},
        BufferStore{out, {vi, vj}, makeFloat(dtype::Float32, 0)});
    return b.loop(i, rows, b.loop(j, columns, b.loop(r, depth, block)));
  };
  Var i("i"), j("j"), vi("vi"), vj("vj");
  Block exp = b.block("D", {{vi, m, i}, {vj, l, j}},
                      BufferStore{D, {vi, vj}, Call{dtype::Float32, "exp", {BufferLoad{C, {vi, vj}}}}});
  return b.finish(
      sequence({product("C", C, A, B, m, l, k), b.loop(i, m, b.loop(j, l, exp)), product("F", F, D, E, m, n, l)}));
}

TEST(Pipeline, MatmulExpMatmul) { expectStagesKeepResults(mmExpMm(8, 6, 7, 5)); }

// One row of 37 elements in vectors of 16, with a guard.
TEST(Pipeline, VectorizedTailOfASplit) {
  for (ForKind kind : {ForKind::Vectorized, ForKind::Unrolled, ForKind::Serial}) {
    Builder b;
    Buffer A = b.param("A", {37}), B = b.param("B", {37});
    Var o("i_0"), i("i_1"), vi("vi");
    const Expr index = Expr(o) * 16 + i;
    Block block = b.block("B", {{vi, 37, index}},
                          BufferStore{B, {vi}, BufferLoad{A, {vi}} * makeFloat(dtype::Float32, 2)}, {}, lt(index, 37));
    const auto stages = expectStagesKeepResults(b.finish(b.loop(o, 3, b.loop(i, 16, block, kind))));
    forEachStmt(stages.back().function.body,
                [&](const Stmt& s) { EXPECT_FALSE(s.as<IfThenElse>()) << print(stages.back().function).text; });
  }
}

// A condition that is always true or false is removed, and each branch is simplified under its condition.
TEST(Pipeline, ChoicesThatAreKnownAreMade) {
  Builder b;
  Buffer A = b.param("A", {20}), B = b.param("B", {20});
  Var i("i"), vi("vi");
  const Expr zero = makeFloat(dtype::Float32, 0);
  const auto choose = [](Expr condition, Expr yes, Expr no) {
    return Expr(Call{dtype::Float32, "if_then_else", {std::move(condition), std::move(yes), std::move(no)}});
  };
  const Expr value = choose(
      lt(vi, 20),
      choose(lt(vi, 8), choose(lt(vi, 9), BufferLoad{A, {vi}}, zero), choose(lt(vi, 8), zero, BufferLoad{A, {vi - 8}})),
      zero);
  const auto stages =
      expectStagesKeepResults(b.finish(b.loop(i, 20, b.block("B", {{vi, 20, i}}, BufferStore{B, {vi}, value}))));
  int choices = 0;
  forEachExpr(stages.back().function.body, [&](const Expr& e) {
    const auto* call = e.as<Call>();
    choices += call && call->op == Intrinsic::IfThenElse;
  });
  EXPECT_EQ(choices, 1) << print(stages.back().function).text;
}

TEST(Pipeline, OddVectorsAndManyLanes) {
  for (int extent : {1, 2, 3, 5, 7, 16, 37, 64, 65, 100, 192}) {
    Builder b;
    Buffer A = b.param("A", {4, extent}), B = b.param("B", {4, extent});
    Var r("r"), i("i"), vr("vr"), vi("vi");
    Block block = b.block("B", {{vr, 4, r}, {vi, extent, i}},
                          BufferStore{B, {vr, vi}, BufferLoad{A, {vr, vi}} + cast(dtype::Float32, vi)});
    expectStagesKeepResults(b.finish(b.loop(r, 4, b.loop(i, extent, block, ForKind::Vectorized))));
  }
}

// All lanes add to one element: there is no vector store, and the order of additions is kept.
TEST(Pipeline, VectorizedReductionIsRunLaneByLane) {
  Builder b;
  Buffer A = b.param("A", {16}), S = b.param("S", {1});
  Var i("i"), vi("vi");
  Block block = b.block("S", {{vi, 16, i, K::Reduce}}, BufferStore{S, {0}, BufferLoad{S, {0}} + BufferLoad{A, {vi}}},
                        BufferStore{S, {0}, makeFloat(dtype::Float32, 0)});
  expectStagesKeepResults(b.finish(b.loop(i, 16, block, ForKind::Vectorized)));
}

TEST(Pipeline, VectorizedScanIsRunInOrder) {
  Builder b;
  Buffer A = b.param("A", {17});
  Var i("i");
  b.f.body = b.loop(i, 16, BufferStore{A, {Expr(i) + 1}, BufferLoad{A, {i}} + makeFloat(dtype::Float32, 1)},
                    ForKind::Vectorized);
  expectStagesKeepResults(b.f);
}

// A padded row: the condition depends on the lane, and the load must not run where it is false.
TEST(Pipeline, LaneDependentChoiceDoesNotLoadOutOfBounds) {
  Builder b;
  Buffer A = b.param("A", {6}), B = b.param("B", {8});
  Var i("i"), vi("vi");
  const Expr inside = logicalAnd(le(1, vi), lt(vi, 7));
  Block block = b.block(
      "B", {{vi, 8, i}},
      BufferStore{
          B,
          {vi},
          Call{dtype::Float32, "if_then_else", {inside, BufferLoad{A, {Expr(vi) - 1}}, makeFloat(dtype::Float32, 0)}}});
  const std::vector<Stage> stages = expectStagesKeepResults(b.finish(b.loop(i, 8, block, ForKind::Vectorized)));
  EXPECT_EQ(loopsOf(stages.back().function), 0) << "one store under a mask: " << print(stages.back().function).text;
}

// A division may trap in lanes that do not take it, so lanes run one after the other.
TEST(Pipeline, LaneDependentChoiceDoesNotDivideByZero) {
  Builder b;
  Buffer A = b.param("A", {8}, dtype::Int32), D = b.param("D", {8}, dtype::Int32), B = b.param("B", {8}, dtype::Int32);
  Var i("i"), vi("vi");
  const Expr divisor = BufferLoad{D, {vi}};
  Block block = b.block(
      "B", {{vi, 8, i}},
      BufferStore{
          B, {vi}, Call{dtype::Int32, "if_then_else", {ne(divisor, 0), floordiv(BufferLoad{A, {vi}}, divisor), -1}}});
  const std::vector<Stage> stages = expectStagesKeepResults(b.finish(b.loop(i, 8, block, ForKind::Vectorized)));
  EXPECT_EQ(loopsOf(stages.back().function), 1) << print(stages.back().function).text;
}

TEST(Pipeline, SymbolicSizesWithGuards) {
  Var n("n");
  Builder b;
  Buffer A = b.param("A", {n}), B = b.param("B", {n});
  Var o("i_0"), i("i_1"), vi("vi");
  const Expr index = Expr(o) * 8 + i;
  Block block =
      b.block("B", {{vi, n, index}}, BufferStore{B, {vi}, BufferLoad{A, {vi}} * BufferLoad{A, {vi}}}, {}, lt(index, n));
  const PrimFunc f =
      b.finish(b.loop(o, floordiv(Expr(n) + 7, 8), b.loop(i, 8, block, ForKind::Vectorized), ForKind::Parallel));
  for (int64_t size : {1, 7, 8, 9, 40}) expectStagesKeepResults(f, {.bind = {{"n", size}}});
}

// A producer inside its consumer's tile becomes small; a value that iterations share stays.
TEST(Pipeline, LocalBuffersBecomeSmallAndCarriedOnesStay) {
  Builder b;
  Buffer A = b.param("A", {32}), B = b.param("B", {32}), C = b.param("C", {32});
  Buffer T = b.alloc("T", {32}), carried = b.alloc("R", {1});
  Var o("o"), i("i"), j("j"), vi("vi"), vj("vj"), w("w"), vw("vw");
  Block produce = b.block("T", {{vi, 32, Expr(o) * 8 + i}},
                          BufferStore{T, {vi}, BufferLoad{A, {vi}} + makeFloat(dtype::Float32, 1)});
  Block consume =
      b.block("B", {{vj, 32, Expr(o) * 8 + j}}, BufferStore{B, {vj}, BufferLoad{T, {vj}} * BufferLoad{T, {vj}}});
  Block running = b.block("R", {{vw, 32, w, K::Opaque}},
                          sequence({IfThenElse{eq(vw, 0), BufferStore{carried, {0}, makeFloat(dtype::Float32, 0)}, {}},
                                    BufferStore{carried, {0}, BufferLoad{carried, {0}} + BufferLoad{A, {vw}}},
                                    BufferStore{C, {vw}, BufferLoad{carried, {0}}}}));
  const PrimFunc f = b.finish(
      sequence({b.loop(o, 4, sequence({b.loop(i, 8, produce), b.loop(j, 8, consume)})), b.loop(w, 32, running)}));
  const auto stages = expectStagesKeepResults(f);
  int64_t size = 0;
  forEachStmt(stages.back().function.body, [&](const Stmt& s) {
    const auto* n = s.as<Allocate>();
    if (n && n->data.name() == "T") size = asInt(n->extents[0]).value_or(-1);
  });
  EXPECT_EQ(size, 8) << print(stages.back().function).text;
}

// A prefetch may name an element outside of the smaller buffer, because it reads nothing.
TEST(Pipeline, APrefetchKeepsNoBufferLarge) {
  Builder b;
  Buffer A = b.param("A", {32}), B = b.param("B", {32}), T = b.alloc("T", {32});
  Var o("o"), i("i"), j("j"), vi("vi"), vj("vj");
  Block produce = b.block("T", {{vi, 32, Expr(o) * 8 + i}},
                          BufferStore{T, {vi}, BufferLoad{A, {vi}} + makeFloat(dtype::Float32, 1)});
  const Stmt hint = Evaluate{
      Call{dtype::Int32, "prefetch", {Call{dtype::Handle(), "address_of", {BufferLoad{T, {vj + 8}}}}, 0, 3, 1}}};
  Block consume = b.block("B", {{vj, 32, Expr(o) * 8 + j}},
                          sequence({hint, BufferStore{B, {vj}, BufferLoad{T, {vj}} * BufferLoad{T, {vj}}}}));
  const auto stages =
      expectStagesKeepResults(b.finish(b.loop(o, 4, sequence({b.loop(i, 8, produce), b.loop(j, 8, consume)}))));
  const std::string text = print(stages.back().function).text;
  EXPECT_NE(text.find("= T.allocate([8]"), std::string::npos) << text;
  EXPECT_NE(text.find("T.prefetch("), std::string::npos) << text;
}

TEST(Pipeline, BuffersShareMemory) {
  Builder b;
  Buffer A = b.param("A", {16}), out = b.param("O", {16});
  std::vector<Buffer> chain{A};
  for (int k = 0; k < 4; ++k) chain.push_back(b.alloc("T" + std::to_string(k), {16}));
  chain.push_back(out);
  std::vector<Stmt> stmts;
  for (size_t k = 0; k + 1 < chain.size(); ++k) {
    Var i("i"), vi("vi");
    stmts.push_back(b.loop(
        i, 16,
        b.block(
            "b" + std::to_string(k), {{vi, 16, i}},
            BufferStore{chain[k + 1], {vi}, BufferLoad{chain[k], {Expr(15) - vi}} + makeFloat(dtype::Float32, 1)})));
  }
  const auto stages = expectStagesKeepResults(b.finish(sequence(stmts)));
  int allocations = 0;
  forEachStmt(stages.back().function.body, [&](const Stmt& s) { allocations += s.as<Allocate>() != nullptr; });
  EXPECT_EQ(allocations, 2) << print(stages.back().function).text;
}

TEST(Pipeline, UnrollPragma) {
  for (int explicitly : {0, 1}) {
    Builder b;
    Buffer A = b.param("A", {8, 4}), B = b.param("B", {8, 4});
    Var i("i"), j("j"), vi("vi"), vj("vj");
    Block block = b.block("B", {{vi, 8, i}, {vj, 4, j}},
                          BufferStore{B, {vi, vj}, BufferLoad{A, {vi, vj}} + BufferLoad{A, {vi, vj}}});
    const auto stages = expectStagesKeepResults(
        b.finish(b.loop(i, 8, b.loop(j, 4, block), ForKind::Serial,
                        {{"pragma_auto_unroll_max_step", 16}, {"pragma_unroll_explicit", explicitly}})));
    int stores = 0, unrolled = 0;
    forEachStmt(stages.back().function.body, [&](const Stmt& s) {
      stores += s.as<BufferStore>() != nullptr;
      unrolled += s.as<For>() && s.as<For>()->kind == ForKind::Unrolled;
      if (const auto* loop = s.as<For>()) EXPECT_TRUE(loop->annotations.empty());
    });
    EXPECT_EQ(stores, explicitly ? 4 : 1);
    EXPECT_EQ(unrolled, explicitly ? 0 : 1);
  }
}

// Under the annotation, unrolled loops and the loops inside remain loops for the code generator.
TEST(Pipeline, UnrolledLoopsUnderThePragma) {
  for (const int explicitly : {0, 1}) {
    Builder b;
    Buffer A = b.param("A", {8, 4}), B = b.param("B", {8, 4});
    Var i("i"), j("j"), vi("vi"), vj("vj");
    Block block = b.block("B", {{vi, 8, i}, {vj, 4, j}},
                          BufferStore{B, {vi, vj}, BufferLoad{A, {vi, vj}} + BufferLoad{A, {vi, vj}}});
    const auto stages = expectStagesKeepResults(b.finish(b.loop(
        i, 8, b.loop(j, 4, block, ForKind::Unrolled), ForKind::Unrolled, {{"pragma_unroll_explicit", explicitly}})));
    int stores = 0, unrolled = 0;
    forEachStmt(stages.back().function.body, [&](const Stmt& s) {
      stores += s.as<BufferStore>() != nullptr;
      unrolled += s.as<For>() && s.as<For>()->kind == ForKind::Unrolled;
      if (const auto* loop = s.as<For>()) EXPECT_TRUE(loop->annotations.empty());
    });
    EXPECT_EQ(stores, explicitly ? 32 : 1);
    EXPECT_EQ(unrolled, explicitly ? 0 : 2);
  }
}

// The stores remain inside the attribute, whatever happens to the loop that has the annotation.
TEST(Pipeline, StreamStoresReachTheStores) {
  for (const ForKind kind : {ForKind::Serial, ForKind::Vectorized, ForKind::Unrolled, ForKind::Parallel})
    for (const bool onBlock : {false, true}) {
      Builder b;
      Buffer A = b.param("A", {8, 16}), B = b.param("B", {8, 16});
      Var i("i"), j("j"), vi("vi"), vj("vj");
      Block block = b.block("B", {{vi, 8, i}, {vj, 16, j}}, BufferStore{B, {vi, vj}, BufferLoad{A, {vi, vj}}});
      const Annotations note{{"pragma_stream_stores", 1}};
      if (onBlock) block.annotations = note;
      const auto stages =
          expectStagesKeepResults(b.finish(b.loop(i, 8, b.loop(j, 16, block, kind, onBlock ? Annotations{} : note))));
      int inside = 0, all = 0;
      forEachStmt(stages.back().function.body, [&](const Stmt& s) {
        all += s.as<BufferStore>() != nullptr;
        const auto* attribute = s.as<AttrStmt>();
        if (attribute && attribute->key == "pragma_stream_stores")
          forEachStmt(attribute->body, [&](const Stmt& t) { inside += t.as<BufferStore>() != nullptr; });
        if (const auto* loop = s.as<For>()) EXPECT_TRUE(loop->annotations.empty());
      });
      EXPECT_GT(inside, 0) << print(stages.back().function).text;
      EXPECT_EQ(inside, all) << print(stages.back().function).text;
    }
}

TEST(Pipeline, MatchBuffersAndStrides) {
  Builder b;
  Buffer A = b.param("A", {16, 16}), B = b.param("B", {16, 16});
  const auto window = [](const char* name) {
    return Buffer(BufferNode{.name = name,
                             .data = Var(name, dtype::Handle()),
                             .dtype = dtype::Float32,
                             .shape = {4, 4},
                             .strides = {Var(std::string(name) + "_s0"), Var(std::string(name) + "_s1")},
                             .elemOffset = Var(std::string(name) + "_o")});
  };
  Buffer from = window("from"), to = window("to");
  Var i("i"), j("j"), x("x"), y("y"), vi("vi"), vj("vj");
  Block block = b.block("copy", {{vi, 4, i}, {vj, 4, j}},
                        b.loop(x, 4, b.loop(y, 4, BufferStore{to, {y, x}, BufferLoad{from, {x, y}}})));
  block.matches = {{from, {A, {{Expr(vi) * 4, 4}, {Expr(vj) * 4, 4}}}},
                   {to, {B, {{Expr(vj) * 4, 4}, {Expr(vi) * 4, 4}}}}};
  expectStagesKeepResults(b.finish(b.loop(i, 4, b.loop(j, 4, block))));
}

TEST(Pipeline, OriginsPointBackToLoopsAndBlocks) {
  const PrimFunc f = mmExpMm(4, 4, 4, 4);
  forEachStmt(lowerForCpu(f).body, [&](const Stmt& s) {
    if (s.as<BufferStore>()) {
      EXPECT_TRUE(s.origin().block.valid());
      EXPECT_TRUE(s.origin().loop.valid());
    }
  });
}

TEST(Pipeline, StagesHaveUniqueNames) {
  std::set<std::string> names;
  for (const Stage& stage : lowerAll(mmExpMm(2, 2, 2, 2), cpuPipeline()))
    EXPECT_TRUE(names.insert(stage.name).second) << stage.name;
  EXPECT_TRUE(names.contains("vectorize_loop"));
}

}  // namespace
}  // namespace lw::test
