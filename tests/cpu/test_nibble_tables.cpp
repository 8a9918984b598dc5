// Arithmetic on numbers of four bits: its sixteen results come from a table, and are those of the program.
#include <bit>
#include <functional>

#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

constexpr int kCount = 1 << 16;

struct Function {
  const char* name;
  std::function<Expr(const Expr&)> code;  // of the number, uint32 or uint8
  std::function<float(uint32_t)> value;
  bool isTable = true;
  uint32_t mask = 15;
  bool wraps = false;  // the result depends on the bits of the type
};

Expr all(const Expr& scalar, const Expr& like) {
  return like.dtype().lanes == 1 ? scalar : Expr(Broadcast{scalar, static_cast<int16_t>(like.dtype().lanes)});
}
Expr number(const Expr& x, uint32_t value) { return all(makeConst(dtype::UInt(x.dtype().bits), value), x); }
Expr real(const Expr& x, double value) { return all(makeFloat(dtype::Float32, value), x); }
Expr toFloat(const Expr& x) { return Cast{dtype::Float(32, x.dtype().lanes), x}; }
Expr bits(const char* op, const Expr& a, const Expr& b) { return Call{a.dtype(), op, {a, b}}; }

std::vector<Function> functions() {
  const auto raw = [](BinaryOp op, const Expr& a, const Expr& b) { return rawBinary(op, a, b); };
  using B = BinaryOp;
  return {
      {"q - 7", [=](const Expr& q) { return raw(B::Sub, toFloat(q), real(q, 7)); },
       [](uint32_t q) { return static_cast<float>(q) - 7.0f; }},
      {"0.1 * (q - 8) + 0.3",
       [=](const Expr& q) {
         return raw(B::Add, raw(B::Mul, real(q, 0.1), raw(B::Sub, toFloat(q), real(q, 8))), real(q, 0.3));
       },
       [](uint32_t q) { return 0.1f * (static_cast<float>(q) - 8.0f) + 0.3f; }},
      {"3 / (q + 1)", [=](const Expr& q) { return raw(B::Div, real(q, 3), raw(B::Add, toFloat(q), real(q, 1))); },
       [](uint32_t q) { return 3.0f / (static_cast<float>(q) + 1.0f); }},
      {"-1 * (q xor 8)",
       [=](const Expr& q) { return raw(B::Mul, toFloat(bits("bitwise_xor", q, number(q, 8))), real(q, -1)); },
       [](uint32_t q) { return -1.0f * static_cast<float>(q ^ 8U); }},
      {"as unsigned, q - 7", [=](const Expr& q) { return toFloat(raw(B::Sub, q, number(q, 7))); },
       [](uint32_t q) { return static_cast<float>(q - 7U); }, true, 15, true},
      {"of five bits", [=](const Expr& q) { return raw(B::Sub, toFloat(q), real(q, 7)); },
       [](uint32_t q) { return static_cast<float>(q) - 7.0f; }, false, 31},
  };
}

// out[i] = f(A[i] >> shift & mask)
PrimFunc programOf(const Function& f, int lanes, int shift, int bitsOfWord = 32) {
  const Var i("i");
  const Expr at = lanes == 1 ? Expr(i) : Expr(Ramp{i * lanes, 1, static_cast<int16_t>(lanes)});
  const Buffer a = makeBuffer("A", {kCount}, dtype::UInt(bitsOfWord)),
               out = makeBuffer("out", {kCount}, dtype::Float32);
  const Expr x = load(a, {at});
  const Expr q =
      bits("bitwise_and", bits("shift_right", x, number(x, static_cast<uint32_t>(shift))), number(x, f.mask));
  return function({a, out}, loop(i, kCount / lanes, store(out, {at}, f.code(q))));
}

TEST(NibbleTables, HaveTheResultsOfTheProgram) {
  Array<uint32_t> a(kCount);
  Array<float> out(kCount);
  for (const Function& f : functions())
    for (const int lanes : {1, 8, 16, 32})
      for (const int shift : {0, 12, 27}) {
        for (uint32_t i = 0; i < kCount; ++i) a[i] = i * 2654435761U;
        const LoadedKernel kernel = compileAndLoad(programOf(f, lanes, shift), {.math = {.contract = false}});
        ASSERT_EQ(kernel.call({a.data(), out.data()}), 0);
        for (uint32_t i = 0; i < kCount; ++i) {
          const float want = f.value(a[i] >> static_cast<unsigned>(shift) & f.mask);
          ASSERT_EQ(std::bit_cast<uint32_t>(out[i]), std::bit_cast<uint32_t>(want))
              << f.name << ", " << lanes << " lanes of " << (a[i] >> static_cast<unsigned>(shift) & f.mask);
        }
      }
}

// Both numbers of a byte: first[i] = f(A[i] & 15), second[i] = f(A[i] >> 4)
PrimFunc programOfBytes(const Function& f, int lanes) {
  const Var i("i");
  const Expr at = Ramp{i * lanes, 1, static_cast<int16_t>(lanes)};
  const Buffer a = makeBuffer("A", {kCount}, dtype::UInt(8)), first = makeBuffer("first", {kCount}, dtype::Float32),
               second = makeBuffer("second", {kCount}, dtype::Float32);
  const Expr x = load(a, {at});
  const Expr low = bits("bitwise_and", x, number(x, f.mask)), high = bits("shift_right", x, number(x, 4));
  return function({a, first, second},
                  loop(i, kCount / lanes, Seq{{store(first, {at}, f.code(low)), store(second, {at}, f.code(high))}}));
}

TEST(NibbleTables, TakeNumbersFromBytes) {
  Array<uint8_t> a(kCount);
  Array<float> out(kCount), second(kCount);
  for (uint32_t i = 0; i < kCount; ++i) a[i] = static_cast<uint8_t>(i * 2654435761U >> 13);
  for (const Function& f : functions())
    for (const int lanes : {16, 64}) {
      if (f.wraps) continue;
      const PrimFunc both = programOfBytes(f, lanes);
      const LoadedKernel kernel = compileAndLoad(both, {.math = {.contract = false}});
      ASSERT_EQ(kernel.call({a.data(), out.data(), second.data()}), 0);
      for (uint32_t i = 0; i < kCount; ++i) {
        ASSERT_EQ(out[i], f.value(a[i] & f.mask)) << f.name << ", " << lanes << " lanes";
        ASSERT_EQ(second[i], f.value(a[i] >> 4)) << f.name << ", " << lanes << " lanes";
      }
      const auto module = compileForCpu(both, {.asmText = true, .cpu = "x86-64-v4"});
      ASSERT_TRUE(module.ok());
      const std::string& code = module->asmText;
      if (!f.isTable) continue;
      EXPECT_EQ(times(code, "vpermps") + times(code, "vpermd"), lanes / 8) << f.name << '\n' << code;
      EXPECT_EQ(times(code, "vpmovzxbd"), lanes / 16) << f.name << '\n' << code;  // once for both numbers
    }
  for (const int shift : {1, 3, 5}) {
    const Function f = functions().front();
    const LoadedKernel kernel = compileAndLoad(programOf(f, 32, shift, 8), {.math = {.contract = false}});
    ASSERT_EQ(kernel.call({a.data(), out.data()}), 0);
    for (uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(out[i], f.value(a[i] >> shift & 15U)) << shift;
  }
}

// A mask selects one of two numbers.
TEST(NibbleTables, LeaveTruthValues) {
  const Function isLarge{"q > 99", [](const Expr& q) { return toFloat(rawBinary(BinaryOp::GT, q, number(q, 99))); },
                         [](uint32_t q) { return q > 99 ? 1.0f : 0.0f; }, false, 255};
  const auto module = compileForCpu(programOf(isLarge, 32, 0), {.asmText = true, .cpu = "x86-64-v4"});
  ASSERT_TRUE(module.ok());
  EXPECT_EQ(times(module->asmText, "vpermps") + times(module->asmText, "vpermd"), 0) << module->asmText;
}

TEST(NibbleTables, ReplaceTheArithmetic) {
  for (const Function& f : functions())
    for (const int lanes : {16, 32}) {
      const auto text = [&](const char* cpu) {
        const auto module = compileForCpu(programOf(f, lanes, 8), {.asmText = true, .cpu = cpu});
        EXPECT_TRUE(module.ok());
        return module ? module->asmText : "";
      };
      const std::string with = text("x86-64-v4"), without = text("x86-64-v3");
      const auto lookUps = [](const std::string& code) { return times(code, "vpermps") + times(code, "vpermd"); };
      EXPECT_EQ(lookUps(with) > 0, f.isTable) << f.name << '\n' << with;
      EXPECT_EQ(times(with, "vcvt") == 0, f.isTable) << f.name << '\n' << with;
      EXPECT_EQ(lookUps(without), 0) << f.name;
    }
}

}  // namespace
}  // namespace lw
