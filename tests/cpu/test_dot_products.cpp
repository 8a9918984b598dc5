// Sums of products of bytes: exact whatever instructions the processor has, and by its dot products if it has some.
#include <random>

#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

struct Types {
  DataType a, b;
};
constexpr DataType kSigned = dtype::Int(8), kUnsigned = dtype::UInt(8);
constexpr Types kTypes[] = {{kSigned, kSigned}, {kUnsigned, kSigned}, {kSigned, kUnsigned}, {kUnsigned, kUnsigned}};
constexpr int kRows = 5;

// out[row] = start + the sum over k < length of a[k] * b[row, k]; with `n`, the length is an argument.
PrimFunc programOf(const Types& types, int length, bool n) {
  const Var row("row"), k("k"), count("n");
  const Buffer a = makeBuffer("A", {length}, types.a), b = makeBuffer("B", {kRows * length}, types.b),
               out = makeBuffer("out", {kRows}, dtype::Int32);
  const Expr product = Expr(Cast{dtype::Int32, load(a, {k})}) * Expr(Cast{dtype::Int32, load(b, {row * length + k})});
  const Stmt sum = loop(k, n ? Expr(count) : Expr(length), store(out, {row}, load(out, {row}) + product));
  return function({a, b, out}, loop(row, kRows, sequence({store(out, {row}, load(out, {row}) + 3), sum})),
                  n ? std::vector<Var>{count} : std::vector<Var>{});
}

int64_t valueOf(DataType type, uint8_t bits) {
  return type == kSigned ? static_cast<int64_t>(static_cast<int8_t>(bits)) : static_cast<int64_t>(bits);
}

void expectSums(const Types& types, int length, bool n, const CpuOptions& options = {}) {
  const LoadedKernel kernel = compileAndLoad(programOf(types, length, n), options);
  const auto size = static_cast<size_t>(length);
  Array<uint8_t> a(size), b(kRows * size);
  std::mt19937 random(static_cast<unsigned>(length));
  // The last rounds hold the extremes alone, whose sums would saturate in 16 bits.
  for (int round = 0; round < 4; ++round) {
    const auto value = [&] {
      return static_cast<uint8_t>(round == 0 ? random() : round == 1 ? 0x80 : round == 2 ? 0xff : 0x7f);
    };
    for (size_t i = 0; i < a.size(); ++i) a[i] = value();
    for (size_t i = 0; i < b.size(); ++i) b[i] = round == 3 ? 0x80 : value();
    Array<int32_t> out(kRows);
    for (size_t i = 0; i < kRows; ++i) out[i] = static_cast<int32_t>(i) - 2;
    ASSERT_EQ(kernel.call({a.data(), b.data(), out.data()}, n ? std::vector<int64_t>{length} : std::vector<int64_t>{}),
              0);
    for (size_t row = 0; row < kRows; ++row) {
      int64_t want = static_cast<int64_t>(row) - 2 + 3;
      for (size_t k = 0; k < size; ++k) want += valueOf(types.a, a[k]) * valueOf(types.b, b[row * size + k]);
      ASSERT_EQ(out[row], static_cast<int32_t>(want))
          << toString(types.a) << " * " << toString(types.b) << ", " << length << (n ? " (argument)" : "") << ", row "
          << row << ", round " << round;
    }
  }
}

TEST(DotProducts, AreExact) {
  for (const Types& types : kTypes)
    for (const int length : {1, 16, 17, 64, 100, 1024, 5000, 70000})
      for (const bool n : {false, true}) expectSums(types, length, n);
}

TEST(DotProducts, AreExactWithoutTheInstructions) {
  for (const Types& types : kTypes)
    for (const int length : {64, 100, 5000}) expectSums(types, length, false, {.cpu = "x86-64-v3"});
}

std::string assemblyOf(const Types& types, int length, bool n, const std::string& cpu) {
  const auto module = compileForCpu(programOf(types, length, n), {.asmText = true, .cpu = cpu});
  EXPECT_TRUE(module.ok());
  return module ? module->asmText : "";
}

TEST(DotProducts, AreThoseOfTheProcessor) {
  for (const Types& types : kTypes)
    for (const int length : {1024, 70000})
      for (const bool n : {false, true}) {
        const std::string with = assemblyOf(types, length, n, "cascadelake");
        EXPECT_GT(times(with, "vpdpbusd"), 0) << toString(types.a) << ", " << length << '\n' << with;
        const std::string without = assemblyOf(types, length, n, "skylake-avx512");
        EXPECT_EQ(times(without, "vpdpbusd"), 0) << without;
        EXPECT_GT(times(without, "vpmaddwd"), 0) << without;
        EXPECT_GT(times(assemblyOf(types, length, n, "alderlake"), "vpdpbusd"), 0);
      }
}

struct Tile {
  Types types;
  int rows, lanes, steps, unrolled;  // of each step

  int depth() const { return steps * unrolled; }
};

// out[row, lane] += the sum over k of A[row, k] * B[k, lane], lanes as vectors, `unrolled` products in each step.
PrimFunc tileOf(const Tile& t) {
  const Var k("k");
  const Buffer a = makeBuffer("A", {t.rows * t.depth()}, t.types.a),
               b = makeBuffer("B", {t.depth() * t.lanes}, t.types.b),
               out = makeBuffer("out", {t.rows * t.lanes}, dtype::Int32);
  const auto lanes = [&](const Expr& at) { return Expr(Ramp{at, Expr(1), static_cast<int16_t>(t.lanes)}); };
  const DataType wide = dtype::Int(32, t.lanes);
  std::vector<Stmt> body;
  for (int u = 0; u < t.unrolled; ++u)
    for (int row = 0; row < t.rows; ++row) {
      const Expr scalar = Cast{dtype::Int32, load(a, {k * t.unrolled + (row * t.depth() + u)})};
      const Expr vector = Cast{wide, load(b, {lanes(k * (t.unrolled * t.lanes) + u * t.lanes)})};
      const Expr at = lanes(row * t.lanes);
      body.push_back(store(out, {at}, load(out, {at}) + Expr(Broadcast{scalar, wide.lanes}) * vector));
    }
  return function({a, b, out}, loop(k, t.steps, sequence(body)));
}

void expectTile(const Tile& t, const CpuOptions& options = {}) {
  const LoadedKernel kernel = compileAndLoad(tileOf(t), options);
  const auto rows = static_cast<size_t>(t.rows), lanes = static_cast<size_t>(t.lanes),
             depth = static_cast<size_t>(t.depth());
  Array<uint8_t> a(rows * depth), b(depth * lanes);
  Array<int32_t> out(rows * lanes);
  std::mt19937 random(7);
  for (int round = 0; round < 3; ++round) {
    for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<uint8_t>(round == 0 ? random() : 0x80);
    for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<uint8_t>(round == 0 ? random() : round == 1 ? 0x80 : 0xff);
    for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<int32_t>(i * 1000);
    ASSERT_EQ(kernel.call({a.data(), b.data(), out.data()}), 0);
    for (size_t row = 0; row < rows; ++row)
      for (size_t lane = 0; lane < lanes; ++lane) {
        auto want = static_cast<int64_t>((row * lanes + lane) * 1000);
        for (size_t k = 0; k < depth; ++k)
          want += valueOf(t.types.a, a[row * depth + k]) * valueOf(t.types.b, b[k * lanes + lane]);
        ASSERT_EQ(out[row * lanes + lane], static_cast<int32_t>(want))
            << toString(t.types.a) << " * " << toString(t.types.b) << ", " << t.rows << " x " << t.lanes << ", "
            << t.steps << " steps of " << t.unrolled << ": " << row << ", " << lane;
      }
  }
}

TEST(DotProducts, OfTilesAreExact) {
  for (const Types& types : kTypes)
    for (const int rows : {1, 4})
      for (const int lanes : {8, 16, 64})
        for (const int unrolled : {1, 3, 4, 6})
          for (const int steps : {1, 300}) expectTile({types, rows, lanes, steps, unrolled});
  expectTile({kTypes[0], 4, 64, 300, 4}, {.cpu = "x86-64-v3"});
}

TEST(DotProducts, OfTilesTakeFourRowsTogether) {
  for (const Types& types : kTypes) {
    const auto text = [&](const char* cpu) {
      const auto module = compileForCpu(tileOf({types, 2, 32, 300, 4}), {.asmText = true, .cpu = cpu});
      EXPECT_TRUE(module.ok());
      return module ? module->asmText : "";
    };
    const std::string with = text("icelake-server");
    EXPECT_GE(times(with, "vpdpbusd"), 4) << with;
    EXPECT_EQ(times(with, "vpmulld") + times(with, "vpmaddwd"), 0) << with;
    EXPECT_EQ(times(text("skylake-avx512"), "vpdpbusd"), 0);
  }
}

// Lanes that are used one by one stay apart.
TEST(DotProducts, LanesThatAreStoredStayApart) {
  const Buffer a = makeBuffer("A", {4096}, kSigned), b = makeBuffer("B", {4096}, kSigned),
               out = makeBuffer("out", {64}, dtype::Int32);
  const Var k("k");
  const auto lanes = [&](const Expr& at) { return Expr(Ramp{at, Expr(1), 64}); };
  const auto wide = [](const Expr& e) { return Expr(Cast{dtype::Int(32, 64), e}); };
  const Stmt sum = loop(
      k, 64,
      store(out, {lanes(0)}, load(out, {lanes(0)}) + wide(load(a, {lanes(k * 64)})) * wide(load(b, {lanes(k * 64)}))));
  PrimFunc f = function({a, b, out}, sum);
  const LoadedKernel kernel = compileAndLoad(f);
  Array<int8_t> x(4096), y(4096);
  Array<int32_t> z(64);
  for (size_t i = 0; i < 4096; ++i) x[i] = static_cast<int8_t>(i * 31), y[i] = static_cast<int8_t>(i * 17 + 5);
  for (size_t i = 0; i < 64; ++i) z[i] = 0;
  ASSERT_EQ(kernel.call({x.data(), y.data(), z.data()}), 0);
  for (size_t lane = 0; lane < 64; ++lane) {
    int want = 0;
    for (size_t i = lane; i < 4096; i += 64) want += x[i] * y[i];
    ASSERT_EQ(z[lane], want) << lane;
  }
}

}  // namespace
}  // namespace lw
