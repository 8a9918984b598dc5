// Squares read column by column: that they are read by rows where nothing is in the way, and that the values are those of the program.
#include <cstring>
#include <numeric>

#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

constexpr int kStride = 80;

// to[first + place * lanes + lane] = from[lane * stride + columns[place]], written out.
struct Copy {
  int lanes = 16;
  std::vector<int> columns;
  Expr stride = kStride;
  Expr first = 0;

  Stmt code(const Buffer& from, const Buffer& to) const {
    std::vector<Stmt> out;
    for (size_t p = 0; p < columns.size(); ++p)
      out.push_back(store(to, {Ramp{first + static_cast<int>(p) * lanes, Expr(1), static_cast<int16_t>(lanes)}},
                          load(from, {Ramp{Expr(columns[p]), stride, static_cast<int16_t>(lanes)}})));
    return Seq{out};
  }
  template <class T>
  void carryOut(Array<T>& from, Array<T>& to, size_t at = 0) const {
    for (size_t p = 0; p < columns.size(); ++p) {
      std::vector<T> read;
      for (int lane = 0; lane < lanes; ++lane) read.push_back(from[static_cast<size_t>(lane * kStride + columns[p])]);
      for (int lane = 0; lane < lanes; ++lane) to[at + p * static_cast<size_t>(lanes) + static_cast<size_t>(lane)] = read[static_cast<size_t>(lane)];
    }
  }
};

std::vector<int> firstColumns(int n) {
  std::vector<int> out(static_cast<size_t>(n));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

template <class T>
void fill(Array<T>& array, int first) {
  for (size_t i = 0; i < array.size(); ++i) array[i] = static_cast<T>(first + static_cast<int>(i * 7 % 101));
}

constexpr size_t kSize = 32 * kStride;

template <class T>
void expectValues(const Copy& copy, DataType type) {
  const Buffer a = makeBuffer("A", {static_cast<int>(kSize)}, type), b = makeBuffer("B", {static_cast<int>(kSize)}, type);
  const LoadedKernel kernel = compileAndLoad(function({a, b}, copy.code(a, b)));
  Array<T> from(kSize), to(kSize), wanted(kSize);
  fill(from, 1), fill(to, 50), fill(wanted, 50);
  ASSERT_EQ(kernel.call({from.data(), to.data()}), 0);
  copy.carryOut(from, wanted);
  for (size_t i = 0; i < kSize; ++i) ASSERT_EQ(to[i], wanted[i]) << toString(type) << ", " << copy.lanes << " lanes, " << copy.columns.size() << " columns, at " << i;
}

std::string assemblyOf(const Copy& copy, DataType type = dtype::Float32) {
  const Buffer a = makeBuffer("A", {static_cast<int>(kSize)}, type), b = makeBuffer("B", {static_cast<int>(kSize)}, type);
  const auto module = compileForCpu(function({a, b}, copy.code(a, b)), {.asmText = true, .cpu = "x86-64-v4"});
  EXPECT_TRUE(module.ok()) << (module ? "" : toText(module.error()));
  return module ? module->asmText : "";
}

TEST(TransposeLoads, RowsAreReadWhole) {
  const std::string text = assemblyOf({16, firstColumns(16)});
  EXPECT_EQ(times(text, "gather") + times(text, "vmovss") + times(text, "vinsertps"), 0) << text;
  EXPECT_LE(times(text, "vpermt2") + times(text, "vunpck") + times(text, "vpunpck") + times(text, "vshuf") + times(text, "vinsert"), 64) << text;
}

// Four rows of 64 elements fit no square larger than 4 x 4, and are as good as that.
TEST(TransposeLoads, LongVectorsAreMadeOfSquares) {
  const std::string text = assemblyOf({32, firstColumns(4)});
  EXPECT_EQ(times(text, "gather") + times(text, "vmovss") + times(text, "vinsertps"), 0) << text;
}

TEST(TransposeLoads, ValuesAreThoseOfTheProgram) {
  for (const int lanes : {2, 4, 8, 12, 16, 32})
    for (const int columns : {1, 2, 3, 4, 7, 8, 12, 16, 31}) {
      const Copy copy{lanes, firstColumns(columns)};
      expectValues<float>(copy, dtype::Float32);
      expectValues<double>(copy, dtype::Float(64));
      expectValues<int8_t>(copy, dtype::Int(8));
      expectValues<uint16_t>(copy, dtype::UInt(16));
      expectValues<int64_t>(copy, dtype::Int64);
    }
}

TEST(TransposeLoads, ColumnsMayComeInAnyOrderAndWithGaps) {
  for (const std::vector<int>& columns : {std::vector{7, 6, 5, 4, 3, 2, 1, 0}, {3, 9, 1, 0, 2, 8, 10, 11, 30}, {0, 2, 4, 6, 8, 10, 12, 14}, {5, 5, 6, 7, 8, 5}}) {
    expectValues<float>({8, columns}, dtype::Float32);
    expectValues<int32_t>({16, columns}, dtype::Int32);
  }
}

// What is stored by one step may be read by the next ones: where, only the run tells.
TEST(TransposeLoads, StoresThatMayBeReadAfterwardsStayBetween) {
  for (const int lanes : {4, 8, 16}) {
    const Var n("n");
    const Copy copy{lanes, firstColumns(lanes), kStride, n};
    const Buffer a = makeBuffer("A", {static_cast<int>(kSize)}, dtype::Float32);
    const LoadedKernel kernel = compileAndLoad(function({a}, copy.code(a, a), {n}));
    for (const int64_t first : {0, 2, kStride, 2 * kStride + 5, 20 * kStride}) {
      Array<float> array(kSize), wanted(kSize);
      fill(array, 1), fill(wanted, 1);
      ASSERT_EQ(kernel.call({array.data()}, {first}), 0);
      copy.carryOut(wanted, wanted, static_cast<size_t>(first));
      for (size_t i = 0; i < kSize; ++i) ASSERT_EQ(array[i], wanted[i]) << lanes << " lanes from " << first << ", at " << i;
    }
  }
}

TEST(TransposeLoads, TheDistanceOfRowsMayBeAValueOfTheProgram) {
  const Buffer a = makeBuffer("A", {static_cast<int>(kSize)}, dtype::Float32), b = makeBuffer("B", {static_cast<int>(kSize)}, dtype::Float32);
  const Var n("n");
  const Copy copy{16, firstColumns(16), n};
  const PrimFunc f = function({a, b}, copy.code(a, b), {n});
  const auto module = compileForCpu(f, {.asmText = true, .cpu = "x86-64-v4"});
  ASSERT_TRUE(module.ok()) << toText(module.error());
  EXPECT_EQ(times(module->asmText, "gather") + times(module->asmText, "vmovss"), 0) << module->asmText;
  const LoadedKernel kernel = compileAndLoad(f);
  Array<float> from(kSize), to(kSize), wanted(kSize);
  fill(from, 1), fill(to, 50), fill(wanted, 50);
  ASSERT_EQ(kernel.call({from.data(), to.data()}, {kStride}), 0);
  copy.carryOut(from, wanted);
  for (size_t i = 0; i < kSize; ++i) ASSERT_EQ(to[i], wanted[i]) << i;
}

}  // namespace
}  // namespace lw
