// Halves of a vector that are loaded after it was stored.
#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

Expr lanes(int first, int count) { return Ramp{Expr(first), Expr(1), static_cast<int16_t>(count)}; }

// Seven rows of sixteen sums, of which eight columns at a time are stored: each row is turned from its halves.
TEST(WideIntegers, HalvesOfAStoredVectorAreVectors) {
  constexpr int kRows = 7, kColumns = 16;
  const Buffer a = makeBuffer("A", {kRows * kColumns}, dtype::Int32),
               b = makeBuffer("B", {kRows * kColumns}, dtype::Int32),
               c = makeBuffer("C", {kRows * kColumns}, dtype::Int32);
  std::vector<Stmt> body;
  for (int row = 0; row < kRows; ++row)
    body.push_back(store(b, {lanes(row * kColumns, kColumns)},
                         load(a, {lanes(row * kColumns, kColumns)}) + Broadcast{Expr(1), kColumns}));
  for (int column = 0; column < kColumns; ++column)
    body.push_back(store(c, {lanes(column * kRows, kRows)},
                         load(b, {Ramp{Expr(column), Expr(kColumns), static_cast<int16_t>(kRows)}})));
  const LoadedKernel kernel = compileAndLoad(function({a, b, c}, Seq{body}));
  ASSERT_NE(kernel.entry, nullptr);
  Array<int32_t> from(kRows * kColumns), copy(kRows * kColumns), to(kRows * kColumns);
  for (int i = 0; i < kRows * kColumns; ++i) from[static_cast<size_t>(i)] = i * i;
  ASSERT_EQ(kernel.call({from.data(), copy.data(), to.data()}), 0);
  for (int column = 0; column < kColumns; ++column)
    for (int row = 0; row < kRows; ++row) {
      const int i = row * kColumns + column;
      EXPECT_EQ(to[static_cast<size_t>(column * kRows + row)], i * i + 1) << row << " " << column;
    }
}

}  // namespace
}  // namespace lw
