#include <random>

#include "tests/cpu/kernel_fixture.h"

namespace lw::test {
namespace {

using dtype::Float32;

PrimFunc matmul(int m, int n, int k, bool vectorize) {
  Buffer a = makeBuffer("A", {m * k}, Float32), b = makeBuffer("B", {k * n}, Float32),
         c = makeBuffer("C", {m * n}, Float32);
  Var i("i"), j("j"), r("r"), i2("i"), j2("j");
  Stmt init = loop(i, m, loop(j, n, store(c, {i * n + j}, makeFloat(Float32, 0))));
  Expr column = vectorize ? Expr(Ramp{j2 * 16, 1, 16}) : Expr(j2);
  Expr base = i2 * n, bRow = r * n;
  const int lanes = vectorize ? 16 : 1;
  const auto wide = [&](Expr e) { return vectorize ? Expr(Broadcast{e, lanes}) : e; };
  Expr at = wide(base) + column;
  Expr product = wide(load(a, {i2 * k + r})) * load(b, {wide(bRow) + column});
  Stmt update = loop(i2, m, loop(r, k, loop(j2, n / lanes, store(c, {at}, load(c, {at}) + product))));
  return function({a, b, c}, sequence({init, update}));
}

TEST(CpuStatements, MatrixProductScalarAndVector) {
  for (const bool vectorize : {false, true}) {
    const int m = 33, n = 48, k = 17;
    LoadedKernel kernel =
        compileAndLoad(matmul(m, n, k, vectorize), {.llvmText = true, .optimisedText = true, .asmText = true});
    Array<float> a(m * k), b(k * n), c(m * n);
    std::mt19937 random(1);
    for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(random() % 9) - 4;
    for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(random() % 9) - 4;
    ASSERT_EQ(kernel.call({a.data(), b.data(), c.data()}), 0);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        float want = 0;
        for (int r = 0; r < k; ++r) want += a[i * k + r] * b[r * n + j];
        ASSERT_EQ(c[i * n + j], want) << i << ' ' << j;
      }
    EXPECT_NE(kernel.module.llvmText.find("noalias"), std::string::npos);
    EXPECT_NE(kernel.module.asmText.find("lw_kernel_main"), std::string::npos);
    EXPECT_NE(kernel.module.asmText.find("vfmadd"), std::string::npos) << "multiply and add were not contracted";
  }
}

TEST(CpuStatements, ParallelLoopsCoverEachIterationOnceAndNestSerially) {
  Buffer c = makeBuffer("C", {1000}, dtype::Int32);
  Var i("i"), j("j");
  Stmt inner = loop(j, 10, store(c, {i * 10 + j}, load(c, {i * 10 + j}) + i * 10 + j), ForKind::Parallel);
  LoadedKernel kernel = compileAndLoad(function({c}, loop(i, 100, inner, ForKind::Parallel)));
  for (const int threads : {1, 2, 4}) {
    Array<int32_t> out(1000);
    ASSERT_EQ(kernel.call({out.data()}, {}, threads), 0);
    for (int k = 0; k < 1000; ++k) ASSERT_EQ(out[k], k);
  }
}

TEST(CpuStatements, AllocationsOnStackAndHeapInsideParallelLoops) {
  for (const int size : {8, 100000}) {
    Buffer out = makeBuffer("out", {64}, dtype::Int32), scratch = makeBuffer("scratch", {size}, dtype::Int32);
    Var i("i"), j("j");
    Stmt body = sequence({loop(j, size, store(scratch, {j}, i + j)), store(out, {i}, load(scratch, {size - 1}))});
    Stmt scoped = Allocate{scratch->data, dtype::Int32, {size}, "global", {}, DeclBuffer{scratch, body}};
    LoadedKernel kernel = compileAndLoad(function({out}, loop(i, 64, scoped, ForKind::Parallel)), {.llvmText = true});
    EXPECT_EQ(kernel.module.llvmText.find("lw_alloc") != std::string::npos, size > 8);
    Array<int32_t> result(64);
    ASSERT_EQ(kernel.call({result.data()}, {}, 2), 0);
    for (int k = 0; k < 64; ++k) ASSERT_EQ(result[k], k + size - 1);
  }
}

TEST(CpuStatements, WhileLetConditionAndStrides) {
  // Counts the steps of the Collatz sequence into a strided column of a two-dimensional buffer.
  Buffer out(BufferNode{
      .name = "out", .data = Var("out", dtype::Handle()), .dtype = dtype::Int32, .shape = {20, 1}, .strides = {3, 1}});
  Buffer n = makeBuffer("n", {1}, dtype::Int32);
  Var i("i"), current("current");
  Expr value = load(n, {0});
  Stmt step =
      IfThenElse{eq(floormod(current, 2), 0), store(n, {0}, floordiv(current, 2)), store(n, {0}, current * 3 + 1)};
  Stmt body = sequence({LetStmt{current, value, step}, store(out, {i, 0}, load(out, {i, 0}) + 1)});
  Stmt all = loop(i, 20, sequence({store(n, {0}, i + 1), store(out, {i, 0}, 0), While{gt(value, 1), body}}));
  LoadedKernel kernel = compileAndLoad(function({out}, Allocate{n->data, dtype::Int32, {1}, "local", {}, all}));
  Array<int32_t> result(60);
  ASSERT_EQ(kernel.call({result.data()}), 0);
  for (int k = 0; k < 20; ++k) {
    int steps = 0;
    for (int v = k + 1; v > 1; v = v % 2 ? 3 * v + 1 : v / 2) ++steps;
    EXPECT_EQ(result[3 * k], steps) << k;
  }
}

TEST(CpuStatements, AFailedAssertionReturnsItsNumberAlsoFromAParallelLoop) {
  Buffer out = makeBuffer("out", {10}, dtype::Int32);
  Var i("i"), limit("limit");
  Stmt body = AssertStmt{lt(i, limit), "i reaches the limit", store(out, {i}, 1)};
  LoadedKernel kernel = compileAndLoad(
      function({out}, AssertStmt{gt(limit, 0), "limit is positive", loop(i, 10, body, ForKind::Parallel)}, {limit}));
  Array<int32_t> result(10);
  EXPECT_EQ(kernel.call({result.data()}, {10}), 0);
  EXPECT_EQ(kernel.call({result.data()}, {0}), 1);
  ASSERT_EQ(kernel.call({result.data()}, {5}), 2);
  EXPECT_EQ(kernel.module.failures, (std::vector<std::string>{"limit is positive", "i reaches the limit"}));
}

TEST(CpuStatements, SymbolicSizesComeFromTheArrays) {
  Var n("n"), m("m");
  Buffer a = makeBuffer("A", {n, m}, Float32), b = makeBuffer("B", {m}, Float32);
  Var i("i"), j("j");
  PrimFunc func = function({a, b}, loop(i, n, loop(j, m, store(b, {j}, load(b, {j}) + load(a, {i, j})))));
  const KernelSignature signature = signatureOf(func);
  ASSERT_EQ(signature.scalars.size(), 2u);
  const std::vector<std::vector<int64_t>> shapes{{3, 5}, {5}};
  auto scalars = resolveScalars(signature, shapes, {});
  ASSERT_TRUE(scalars.ok());
  EXPECT_EQ(*scalars, (std::vector<int64_t>{3, 5}));
  LoadedKernel kernel = compileAndLoad(func);
  Array<float> x(15), y(5);
  for (int k = 0; k < 15; ++k) x[k] = static_cast<float>(k);
  ASSERT_EQ(kernel.call({x.data(), y.data()}, *scalars), 0);
  for (int k = 0; k < 5; ++k) EXPECT_EQ(y[k], static_cast<float>(3 * k + 15));

  const std::vector<std::vector<int64_t>> conflicting{{3, 5}, {6}};
  auto refused = resolveScalars(signature, conflicting, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "size m is 5 by an earlier buffer, but 6 by dimension 0 of buffer B");
  const std::vector<std::vector<int64_t>> flat{{15}, {5}};
  EXPECT_EQ(resolveScalars(signature, flat, {}).error().message,
            "buffer A has 2 dimensions, but the array given for it has 1");
}

TEST(CpuStatements, WhatCannotBeCompiledSaysWhy) {
  Buffer out = makeBuffer("out", {4}, dtype::Int32);
  Var i("i"), stray("stray");
  const auto messageOf = [&](Stmt body) {
    auto module = compileForCpu(function({out}, std::move(body)));
    return module.ok() ? std::string("compiled") : module.error().message;
  };
  EXPECT_EQ(messageOf(store(out, {0}, stray)), "variable stray has no value when function main is compiled");
  EXPECT_EQ(messageOf(For{.var = i,
                          .min = 0,
                          .extent = 4,
                          .kind = ForKind::ThreadBinding,
                          .thread = "threadIdx.x",
                          .body = store(out, {i}, 1)}),
            "loop i is bound to threadIdx.x, which the cpu does not have");
  EXPECT_EQ(messageOf(Block(BlockId{}, "C", store(out, {0}, 1))),
            "block C has not been lowered: the cpu backend compiles lowered functions");
  EXPECT_EQ(messageOf(store(out, {0, 0}, 1)), "buffer out has 1 dimensions but is accessed with 2 indices");
  EXPECT_EQ(messageOf(Evaluate{Call{dtype::Int32, "tvm_storage_sync", {StringImm{"shared"}}}}),
            "T.tvm_storage_sync is not available on the cpu");
  EXPECT_EQ(messageOf(Evaluate{Call{dtype::Int32, "frobnicate", {}}}),
            "T.frobnicate is only read and passed on, because its meaning is not known");
}

TEST(CpuStatements, ExternsAreCalledAndUnknownOnesNamed) {
  Buffer out = makeBuffer("out", {4}, Float32);
  Var i("i");
  const auto callOf = [&](const char* name) {
    return function({out},
                    loop(i, 4, store(out, {i}, Call{Float32, "call_extern", {StringImm{name}, cast(Float32, i)}})));
  };
  LoadedKernel kernel = compileAndLoad(callOf("cbrtf"));
  Array<float> result(4);
  ASSERT_EQ(kernel.call({result.data()}), 0);
  for (int k = 0; k < 4; ++k) EXPECT_EQ(result[k], cbrtf(static_cast<float>(k)));
  auto missing = compileForCpu(callOf("no_such_function"));
  ASSERT_TRUE(missing.ok());
  auto object = LoadedObject::load(missing->object, findKernelSymbol);
  ASSERT_FALSE(object.ok());
  EXPECT_EQ(object.error().message, "the kernel calls no_such_function, which no loaded library defines");
}

TEST(CpuStatements, LineNumbersLeadBackToBlocksAndLoops) {
  Buffer out = makeBuffer("out", {64}, Float32);
  Var i("i");
  Stmt body = store(out, {i}, cast(Float32, i)).withOrigin({BlockId{7}, LoopId{3}});
  LoadedKernel kernel = compileAndLoad(function({out}, loop(i, 64, body)), {.asmText = true, .debugLines = true});
  ASSERT_EQ(kernel.module.lines.size(), 2u);
  EXPECT_EQ(kernel.module.lines[0].text, "for i");
  EXPECT_EQ(kernel.module.lines[1].text, "store out");
  EXPECT_EQ(kernel.module.lines[1].origin, (Origin{BlockId{7}, LoopId{3}}));
  EXPECT_NE(kernel.module.asmText.find(".loc"), std::string::npos);
  Array<float> result(64);
  ASSERT_EQ(kernel.call({result.data()}), 0);
  EXPECT_EQ(result[63], 63.0f);
}

// What stands behind the body of a statement is the statement's own: the release of memory, the step of a loop.
TEST(CpuStatements, LinesAfterABodyAreNotTheBodys) {
  Buffer out = makeBuffer("out", {64}, Float32), large = makeBuffer("large", {64 << 10}, Float32);
  Var i("i");
  const Stmt body = sequence({store(large, {i}, cast(Float32, i)), store(out, {i}, load(large, {i}))});
  const Stmt held = Allocate{large->data, Float32, {Expr(64 << 10)}, "global", {}, body};
  LoadedKernel kernel = compileAndLoad(function({out}, loop(i, 64, held)), {.llvmText = true, .debugLines = true});
  const std::string& text = kernel.module.llvmText;
  const auto statementOf = [&](const std::string& instruction) {
    const size_t at = text.find(instruction), end = text.find('\n', at), tag = text.rfind("!dbg !", end);
    if (at == std::string::npos || tag == std::string::npos || tag < at) return std::string("no place");
    const std::string node = text.substr(tag + 5, end - tag - 5);
    const size_t place = text.find("\n" + node + " = !DILocation(line: ");
    const int line = place == std::string::npos ? 0 : std::atoi(text.c_str() + text.find("line: ", place) + 6);
    return line < 1 || line > int(kernel.module.lines.size()) ? "line " + std::to_string(line)
                                                              : kernel.module.lines[size_t(line - 1)].text;
  };
  EXPECT_EQ(statementOf("call void @lw_free"), "allocate large") << text;
  EXPECT_EQ(statementOf("icmp slt"), "for i") << text;
}

}  // namespace
}  // namespace lw::test
