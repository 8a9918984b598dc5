// What the code of hot loops must be like: read from the assembly of loops that are easy to spoil.
#include <algorithm>
#include <sstream>

#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

CpuModule compiled(const Stmt& body, const std::vector<Buffer>& buffers) {
  const auto module = compileForCpu(function(buffers, body),
                                    {.llvmText = true, .optimisedText = true, .asmText = true, .cpu = "x86-64-v4"});
  EXPECT_TRUE(module.ok()) << (module ? "" : toText(module.error()));
  return module ? *module : CpuModule{};
}

int linesWith(const std::string& text, const std::string& a, const std::string& b = "") {
  const auto lines = linesOf(text);
  return static_cast<int>(std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(a) != std::string::npos && line.find(b) != std::string::npos;
  }));
}

TEST(Code, WhatStepsWrittenOutStoreIsStoredOnce) {
  const Buffer a = makeBuffer("A", {4096}, dtype::Float32), b = makeBuffer("B", {4096}, dtype::Float32),
               c = makeBuffer("C", {4096}, dtype::Float32);
  const Var i("i"), k("k"), j("j");
  const Expr at = i * 64 + j;
  const Stmt body = loop(
      i, 64, loop(k, 8, loop(j, 64, store(c, {at}, load(c, {at}) + load(a, {i * 8 + k}) * load(b, {k * 64 + j})))));
  const std::string text = compiled(body, {a, b, c}).optimisedText;
  const int sums = linesWith(text, "fadd", "x float>"), stores = linesWith(text, "store <", "x float>");
  ASSERT_GT(sums, 0) << text;
  EXPECT_EQ(sums, 8 * stores) << text;
}

TEST(Code, AddressesAreComputedInTheirOwnWidth) {
  const Buffer a = makeBuffer("A", {4096}, dtype::Float32), c = makeBuffer("C", {4096}, dtype::Float32);
  const Var i("i"), j("j");
  const Stmt body = loop(i, 64, loop(j, 64, store(c, {i * 64 + j}, load(a, {j * 64 + floordiv(i, 2)}))));
  const std::string text = compiled(body, {a, c}).llvmText;
  EXPECT_EQ(linesWith(text, " sext "), 0) << text;
}

// 28 sums of 16 floats, two vectors and one factor fill the 32 registers of AVX-512; neighbouring steps load the same
// factors, as in a convolution.
TEST(Code, ATileStaysInRegisters) {
  const Buffer x = makeBuffer("X", {1024}, dtype::Float32), w = makeBuffer("W", {4096}, dtype::Float32),
               y = makeBuffer("Y", {448}, dtype::Float32);
  const Var c("c"), s("s");
  std::vector<Stmt> rows;
  for (int r = 0; r < 14; ++r) {
    const Expr at = Ramp{Expr(r * 32), Expr(1), 32};
    const Expr factor = Broadcast{load(x, {c * 16 + s + r}), 32};
    rows.push_back(store(y, {at}, load(y, {at}) + factor * load(w, {Ramp{c * 96 + s * 32, Expr(1), 32}})));
  }
  const std::string text = compiled(loop(c, 40, loop(s, 3, Seq{rows})), {x, w, y}).asmText;
  EXPECT_GE(linesWith(text, "vfmadd"), 28) << text;
  EXPECT_EQ(linesWith(text, "zmm", "[rsp"), 0) << text;
}

// 24 sums as vectors of 48: a number of lanes that is not a power of two.
TEST(Code, ATileOfUnevenVectorsStaysInRegisters) {
  const Buffer x = makeBuffer("X", {1024}, dtype::Float32), w = makeBuffer("W", {4096}, dtype::Float32),
               y = makeBuffer("Y", {384}, dtype::Float32);
  const Var c("c");
  std::vector<Stmt> rows;
  for (int r = 0; r < 8; ++r) {
    const Expr at = Ramp{Expr(r * 48), Expr(1), 48};
    const Expr factor = Broadcast{load(x, {c * 8 + r}), 48};
    rows.push_back(store(y, {at}, load(y, {at}) + factor * load(w, {Ramp{c * 48, Expr(1), 48}})));
  }
  const std::string text = compiled(loop(c, 85, Seq{rows}), {x, w, y}).asmText;
  EXPECT_EQ(linesWith(text, "vfmadd", "zmm"), linesWith(text, "vfmadd")) << text;
  EXPECT_GE(linesWith(text, "vfmadd"), 24) << text;
  EXPECT_EQ(linesWith(text, "zmm", "[rsp"), 0) << text;
  EXPECT_EQ(linesWith(text, "vinsert"), 0) << text;
}

// Loops that lowering left for the code generator to write out give the code of statements written out: sums start as
// zeros in registers, and are stored once.
TEST(Code, SumsOfLoopsWrittenOutHereStayInRegisters) {
  const Buffer x = makeBuffer("X", {16384}, dtype::Float32), w = makeBuffer("W", {16384}, dtype::Float32),
               y = makeBuffer("Y", {16384}, dtype::Float32);
  const Var i("i"), j("j"), k("k"), s("s"), r("r"), z("z");
  const auto at = [&](const Var& row) { return Expr(Ramp{i * 512 + row * 128 + j * 64, Expr(1), 64}); };
  const Stmt start = loop(z, 4, store(y, {at(z)}, Broadcast{FloatImm{dtype::Float32, 0}, 64}), ForKind::Unrolled);
  const Expr factor = Broadcast{load(x, {i * 512 + r * 128 + k * 4 + s}), 64};
  const Stmt add =
      store(y, {at(r)}, load(y, {at(r)}) + factor * load(w, {Ramp{j * 8192 + k * 256 + s * 64, Expr(1), 64}}));
  const Stmt steps = loop(k, 32, loop(s, 4, loop(r, 4, add, ForKind::Unrolled), ForKind::Unrolled));
  const std::string text = compiled(loop(j, 2, loop(i, 32, Seq{{start, steps}})), {x, w, y}).asmText;
  EXPECT_GE(linesWith(text, "vfmadd"), 64) << text;
  EXPECT_EQ(linesWith(text, "vmovaps\tzmmword ptr") + linesWith(text, "vmovups\tzmmword ptr"), 16) << text;
}

Expr dot(Expr sum, Expr a, Expr b) {
  return Call{dtype::Int32.withLanes(16),
              "call_llvm_pure_intrin",
              {StringImm{"llvm.x86.avx512.vpdpbusd.512"}, std::move(sum), std::move(a), std::move(b)}};
}

// Eight sums of 16, each of which loses the same in each step: y[at + 16 r] += x[k, r] . w[panel] - 7 . w[panel]
Stmt sumsWithMuchInCommon(const Buffer& x, const Buffer& w, const Buffer& y, const Var& k, const Expr& at) {
  std::vector<Stmt> rows;
  for (int r = 0; r < 8; ++r) {
    const Expr place = Ramp{at + r * 16, Expr(1), 16}, panel = load(w, {Ramp{k * 16, Expr(1), 16}});
    rows.push_back(store(y, {place},
                         dot(load(y, {place}), Broadcast{load(x, {k * 8 + r}), 16}, panel) -
                             dot(Broadcast{Expr(0), 16}, Broadcast{Expr(7), 16}, panel)));
  }
  return loop(k, 200, Seq{rows});
}

std::string assemblyOf(const std::vector<Buffer>& buffers, const Stmt& body) {
  const auto module = compileForCpu(function(buffers, body), {.asmText = true, .cpu = "znver4"});
  EXPECT_TRUE(module.ok()) << (module ? "" : toText(module.error()));
  return module ? module->asmText : "";
}

// Copies wait for memory: written out four times, the loop around them would only take four times as long to compile.
TEST(Code, LoopsAroundCopiesOfVectorsStayLoops) {
  const Buffer a = makeBuffer("A", {65536}, dtype::Float32), b = makeBuffer("B", {65536}, dtype::Float32);
  const Var i("i"), j("j");
  const Expr to = Ramp{i * 1024 + j * 64, Expr(1), 16}, from = Ramp{j * 4096 + i * 64, Expr(1), 16};
  const std::string text = compiled(loop(i, 64, loop(j, 16, store(b, {to}, load(a, {from})))), {a, b}).optimisedText;
  EXPECT_EQ(linesWith(text, "store <16 x float>"), 1) << text;
}

// One dot product more in the loop, eight subtractions behind it.
TEST(Code, WhatSumsHaveInCommonIsSummedOnce) {
  const Buffer x = makeBuffer("X", {1600}, dtype::Int32), w = makeBuffer("W", {4096}, dtype::Int32),
               y = makeBuffer("Y", {128}, dtype::Int32);
  const std::string text = assemblyOf({x, w, y}, sumsWithMuchInCommon(x, w, y, Var("k"), 0));
  EXPECT_EQ(linesWith(text, "vpsubd"), 8) << text;
  const size_t last = text.rfind("vpdpbusd"), off = text.find("vpsubd");
  EXPECT_LT(last, off) << text;
  EXPECT_EQ(linesWith(text, "vpdpbusd"), 9) << text;
}

// All tiles use one panel: what they have in common is summed up before them, unless one of them writes what the next
// one reads.
TEST(Code, WhatTilesHaveInCommonIsSummedBeforeThem) {
  const Buffer x = makeBuffer("X", {1600}, dtype::Int32), w = makeBuffer("W", {4096}, dtype::Int32),
               y = makeBuffer("Y", {1280}, dtype::Int32);
  for (const bool changes : {false, true}) {
    const Var i("i"), k("k");
    std::vector<Stmt> tile{sumsWithMuchInCommon(x, w, y, k, i * 128)};
    if (changes) tile.push_back(store(w, {i * 16}, 1));
    const std::string text = assemblyOf({x, w, y}, loop(i, 10, changes ? Stmt(Seq{tile}) : tile[0]));
    EXPECT_EQ(linesWith(text, "vpdpbusd"), 9) << text;
    EXPECT_EQ(linesWith(text, "vpsubd"), 8) << text;
    // Two loops of dot products where the common one has a loop of its own, which adds to its sum.
    EXPECT_EQ(linesWith(text, "vpaddd"), changes ? 0 : 1) << text;
    const size_t first = text.find("vpdpbusd"), second = text.find("vpdpbusd", first + 1),
                 jump = text.find("\tj", first);
    EXPECT_EQ(jump < second, !changes) << text;
  }
}

}  // namespace
}  // namespace lw
