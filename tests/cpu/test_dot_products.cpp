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
    for (const int length : {1, 8, 16, 17, 63, 64, 65, 100, 128, 1000, 1024, 5000, 70000})
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
