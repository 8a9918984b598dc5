// What sums have in common, computed once before the loop around them: the results, where that is right and where it
// would not be.
#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

constexpr int kTiles = 40, kSteps = 50, kRows = 8, kLanes = 16;

Expr dotProduct(Expr sum, Expr a, Expr b) {
  return Call{dtype::Int32.withLanes(kLanes),
              "call_llvm_pure_intrin",
              {StringImm{"llvm.x86.avx512.vpdpbusd.512"}, std::move(sum), std::move(a), std::move(b)}};
}

// The first sum plus four unsigned bytes by signed ones.
uint32_t dotOf(uint32_t sum, uint32_t a, uint32_t b) {
  for (int shift = 0; shift < 32; shift += 8)
    sum += static_cast<uint32_t>(static_cast<int>(a >> shift & 255) * static_cast<int8_t>(b >> shift & 255));
  return sum;
}

// for i: where `when` holds: for k: S[r] += X[k, r] . W[k] - 7 . W[k];  Y[i, r] = S[r]
struct Tiles {
  Buffer x = makeBuffer("X", {kSteps * kRows}, dtype::Int32), w = makeBuffer("W", {kSteps * kLanes}, dtype::Int32),
         y = makeBuffer("Y", {kTiles * kRows * kLanes}, dtype::Int32);
  Var i{"i"}, n{"n"};

  static Expr row(const Expr& at) { return Ramp{at * kLanes, Expr(1), kLanes}; }
  PrimFunc program(std::optional<Expr> when, bool noalias) const {
    const Buffer s = makeBuffer("S", {kRows * kLanes}, dtype::Int32);
    const Var k("k");
    const Expr panel = load(w, {row(k)});
    std::vector<Stmt> start, step, end;
    for (int r = 0; r < kRows; ++r) {
      const Expr sum = load(s, {row(r)});
      start.push_back(store(s, {row(r)}, Broadcast{Expr(0), kLanes}));
      step.push_back(store(s, {row(r)},
                           dotProduct(sum, Broadcast{load(x, {k * kRows + r}), kLanes}, panel) -
                               dotProduct(Broadcast{Expr(0), kLanes}, Broadcast{Expr(7), kLanes}, panel)));
      end.push_back(store(y, {row(i * kRows + r)}, sum));
    }
    const Stmt sums = sequence({Seq{start}, loop(k, kSteps, Seq{step}), Seq{end}});
    const Stmt tile = when ? Stmt(IfThenElse{*when, sums, {}}) : sums;
    PrimFunc f = function(
        {x, w, y}, loop(i, kTiles, Allocate{s->data, s->dtype, {kRows * kLanes}, "global", {}, DeclBuffer{s, tile}}),
        {n});
    f.attrs.insert_or_assign("tir.noalias", int64_t{noalias});
    return f;
  }
};

// In the order in which the program says it; y may lie on w.
void computeTiles(const int32_t* x, const int32_t* w, int32_t* y) {
  for (int i = 0; i < kTiles; ++i) {
    uint32_t sums[kRows * kLanes] = {};
    for (int k = 0; k < kSteps; ++k)
      for (int j = 0; j < kRows * kLanes; ++j) {
        const auto b = static_cast<uint32_t>(w[k * kLanes + j % kLanes]);
        sums[j] = dotOf(sums[j], static_cast<uint32_t>(x[k * kRows + j / kLanes]), b) - dotOf(0, 7, b);
      }
    for (int j = 0; j < kRows * kLanes; ++j) y[i * kRows * kLanes + j] = static_cast<int32_t>(sums[j]);
  }
}

class CommonSums : public ::testing::Test {
 protected:
  void SetUp() override {
    if (hostCpuFeatures().find("+avx512vnni") == std::string::npos)
      GTEST_SKIP() << "this processor has no AVX-512 VNNI";
    for (size_t j = 0; j < x.size(); ++j) x[j] = static_cast<int32_t>(0x9e3779b9u * (j + 1));
    for (size_t j = 0; j < memory.size(); ++j) memory[j] = wanted[j] = static_cast<int32_t>(0x85ebca6bu * (j + 1));
  }
  // W at the start of the memory, Y `apart` elements behind it.
  void expectSums(bool noalias, size_t apart, bool before) {
    const LoadedKernel kernel = compileAndLoad(tiles.program({}, noalias), {.optimisedText = true});
    ASSERT_NE(kernel.entry, nullptr);
    EXPECT_EQ(kernel.module.optimisedText.find("common.before") != std::string::npos, before)
        << kernel.module.optimisedText;
    computeTiles(x.data(), wanted.data(), wanted.data() + apart);
    ASSERT_EQ(kernel.call({x.data(), memory.data(), memory.data() + apart}, {0}), 0);
    for (size_t j = 0; j < memory.size(); ++j) ASSERT_EQ(memory[j], wanted[j]) << j;
  }
  Tiles tiles;
  static constexpr size_t kPanel = kSteps * kLanes;
  Array<int32_t> x{kSteps * kRows}, memory{kPanel + kTiles * kRows * kLanes}, wanted{kPanel + kTiles * kRows * kLanes};
};

TEST_F(CommonSums, OnceBeforeAllTiles) { expectSums(true, kPanel, true); }

TEST_F(CommonSums, NotBeforeTilesThatMayChangeThePanel) { expectSums(false, kLanes * 2, false); }

// Nothing may be read of a panel that no tile uses.
TEST_F(CommonSums, NotBeforeTilesThatMayUseNoPanel) {
  const LoadedKernel kernel = compileAndLoad(tiles.program(lt(tiles.i, tiles.n), true), {.optimisedText = true});
  ASSERT_NE(kernel.entry, nullptr);
  EXPECT_NE(kernel.module.optimisedText.find("%common = phi"), std::string::npos) << kernel.module.optimisedText;
  ASSERT_EQ(kernel.call({nullptr, nullptr, nullptr}, {0}), 0);
}

}  // namespace
}  // namespace lw
