// Look-ups in a table of sixteen elements: one instruction with AVX-512, and the elements of the program with any.
#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

constexpr int kCount = 1 << 12;

// out[i] = table[A[i] >> shift & mask], after `before` has replaced the table's element 3.
PrimFunc programOf(DataType element, int64_t elements, int lanes, uint32_t shift, uint32_t mask, bool writes) {
  const Var i("i");
  const auto wide = [&](DataType t) { return DataType{t.code, t.bits, static_cast<uint16_t>(lanes)}; };
  const auto all = [&](uint32_t n) {
    const Expr one = makeConst(dtype::UInt(32), n);
    return lanes == 1 ? one : Expr(Broadcast{one, static_cast<int16_t>(lanes)});
  };
  const Expr at = lanes == 1 ? Expr(i) : Expr(Ramp{i * lanes, 1, static_cast<int16_t>(lanes)});
  const Buffer a = makeBuffer("A", {kCount}, dtype::UInt(32)), out = makeBuffer("out", {kCount}, element);
  const Buffer table = makeBuffer("table", {static_cast<int>(elements)}, element);
  const Expr x = load(a, {at});
  const Expr number = Call{x.dtype(), "bitwise_and", {Call{x.dtype(), "shift_right", {x, all(shift)}}, all(mask)}};
  Stmt body = store(out, {at}, load(table, {Cast{wide(dtype::Int(32)), number}}));
  if (writes) body = Seq{{store(table, {3}, cast(element, i)), body}};
  return function({a, table, out}, loop(i, kCount / lanes, body));
}

template <class T>
void expectElements(DataType element, int64_t elements, uint32_t mask) {
  for (const bool writes : {false, true})
    for (const int lanes : {1, 8, 16, 32})
      for (const uint32_t shift : {0U, 5U}) {
        Array<uint32_t> a(kCount);
        Array<T> table(static_cast<size_t>(elements)), out(kCount);
        for (uint32_t i = 0; i < kCount; ++i) a[i] = i * 2654435761U;
        for (uint32_t i = 0; i < elements; ++i) table[i] = static_cast<T>(i * i + 1);
        const LoadedKernel kernel = compileAndLoad(programOf(element, elements, lanes, shift, mask, writes));
        ASSERT_EQ(kernel.call({a.data(), table.data(), out.data()}), 0);
        for (uint32_t i = 0; i < kCount; ++i) {
          const uint32_t n = a[i] >> shift & mask;
          const auto want = static_cast<T>(writes && n == 3 ? i / static_cast<uint32_t>(lanes) : n * n + 1);
          ASSERT_EQ(out[i], want) << lanes << " lanes, element " << n << " of " << elements;
        }
      }
}

TEST(TableLoads, HaveTheElementsOfTheProgram) {
  for (const int64_t elements : {16, 40}) {
    expectElements<float>(dtype::Float32, elements, 15);
    expectElements<float>(dtype::Float32, elements, 7);
    expectElements<int32_t>(dtype::Int(32), elements, 15);
  }
  expectElements<float>(dtype::Float32, 8, 7);    // too short to be loaded whole
  expectElements<float>(dtype::Float32, 40, 31);  // more elements than the instruction takes
}

TEST(TableLoads, AreOneInstructionWithAvx512) {
  const auto lookUps = [](int64_t elements, uint32_t mask, const char* cpu) {
    const auto module =
        compileForCpu(programOf(dtype::Float32, elements, 16, 5, mask, false), {.asmText = true, .cpu = cpu});
    EXPECT_TRUE(module.ok());
    return module ? times(module->asmText, "vpermps") + times(module->asmText, "vpermd") : -1;
  };
  EXPECT_GT(lookUps(16, 15, "x86-64-v4"), 0);
  EXPECT_GT(lookUps(40, 15, "x86-64-v4"), 0);
  EXPECT_EQ(lookUps(8, 7, "x86-64-v4"), 0);
  EXPECT_EQ(lookUps(40, 31, "x86-64-v4"), 0);
  EXPECT_EQ(lookUps(16, 15, "x86-64-v3"), 0);
}

}  // namespace
}  // namespace lw
