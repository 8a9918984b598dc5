// float16 without instructions for it: comparisons and functions that LLVM narrows to half are carried out in float, by
// vectors, and every half gives what the program says.
#include <bit>
#include <cmath>
#include <functional>

#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

constexpr int kCount = 1 << 16;  // as many as there are halves
constexpr const char* kWithout = "x86-64-v4";

Expr fewer(const Expr& a, const Expr& b) { return rawBinary(BinaryOp::LT, a, b); }

struct HalfCase {
  const char* name;
  std::function<Expr(const Expr&, const Expr&)> code;  // of two float16
  std::function<float(float, float)> value;            // rounded to float16 if the result has that type
};

Expr call(const char* op, const Expr& x) { return Call{x.dtype(), op, {x}}; }
Expr wide(const Expr& x) { return Cast{dtype::Float(32, x.dtype().lanes), x}; }
Expr narrow(const Expr& x) { return Cast{dtype::Float(16, x.dtype().lanes), x}; }
Expr negated(const Expr& x) {
  const Expr minus = FloatImm{x.dtype().element(), -1.0};
  return x * (x.dtype().lanes == 1 ? minus : Expr(Broadcast{minus, x.dtype().lanes}));
}

std::vector<HalfCase> halfCases() {
  using E = Expr;
  const auto choice = [](BinaryOp op) {
    return [op](const E& a, const E& b) -> E { return Select{rawBinary(op, a, b), a, negated(b)}; };
  };
  return {
      {"<", choice(BinaryOp::LT), [](float a, float b) { return a < b ? a : -b; }},
      {"<=", choice(BinaryOp::LE), [](float a, float b) { return a <= b ? a : -b; }},
      {"==", choice(BinaryOp::EQ), [](float a, float b) { return a == b ? a : -b; }},
      {"!=", choice(BinaryOp::NE), [](float a, float b) { return a != b ? a : -b; }},
      {"wide <",
       [](const E& a, const E& b) -> E { return Select{fewer(wide(a), wide(b)), wide(a), wide(b) * wide(b)}; },
       [](float a, float b) { return a < b ? a : b * b; }},
      {"min", [](const E& a, const E& b) { return rawBinary(BinaryOp::Min, a, b); },
       [](float a, float b) { return a < b ? a : b; }},
      {"max", [](const E& a, const E& b) { return rawBinary(BinaryOp::Max, a, b); },
       [](float a, float b) { return a > b ? a : b; }},
      {"fabs", [](const E& a, const E&) { return narrow(call("fabs", wide(a))); },
       [](float a, float) { return std::fabs(a); }},
      {"floor", [](const E& a, const E&) { return narrow(call("floor", wide(a))); },
       [](float a, float) { return std::floor(a); }},
      {"ceil", [](const E& a, const E&) { return call("ceil", a); }, [](float a, float) { return std::ceil(a); }},
      {"trunc", [](const E& a, const E&) { return call("trunc", a); }, [](float a, float) { return std::trunc(a); }},
      {"nearbyint", [](const E& a, const E&) { return call("nearbyint", a); },
       [](float a, float) { return std::nearbyint(a); }},
      {"sqrt", [](const E& a, const E&) { return narrow(call("sqrt", wide(a))); },
       [](float a, float) { return std::sqrt(a); }},
      {"+", [](const E& a, const E& b) { return a + b; }, [](float a, float b) { return a + b; }},
      {"*", [](const E& a, const E& b) { return a * b; }, [](float a, float b) { return a * b; }},
      {"/", [](const E& a, const E& b) { return rawBinary(BinaryOp::Div, a, b); },
       [](float a, float b) { return a / b; }},
  };
}

PrimFunc programOf(const HalfCase& c, int lanes) {
  const Var i("i");
  const Expr at = lanes == 1 ? Expr(i) : Expr(Ramp{i * lanes, 1, static_cast<int16_t>(lanes)});
  const Buffer a = makeBuffer("A", {kCount}, dtype::Float(16)), b = makeBuffer("B", {kCount}, dtype::Float(16));
  const Expr value = c.code(load(a, {at}), load(b, {at}));
  const Buffer out = makeBuffer("out", {kCount}, value.dtype().element());
  return function({a, b, out}, loop(i, kCount / lanes, store(out, {at}, value)));
}

float halfOf(uint16_t bits) { return static_cast<float>(std::bit_cast<_Float16>(bits)); }

TEST(Halves, EveryValueGivesWhatTheProgramSays) {
  Array<uint16_t> a(kCount), b(kCount), narrowed(kCount);
  Array<float> widened(kCount);
  for (const HalfCase& c : halfCases())
    for (const int lanes : {1, 8, 16, 32}) {
      const PrimFunc program = programOf(c, lanes);
      const LoadedKernel kernel = compileAndLoad(program);
      const bool half = program.buffers[2].second->dtype.bits == 16;
      for (const uint32_t factor : {1u, 40503u}) {  // each with itself, and with another one
        for (uint32_t k = 0; k < kCount; ++k) a[k] = static_cast<uint16_t>(k), b[k] = static_cast<uint16_t>(k * factor);
        ASSERT_EQ(kernel.call({a.data(), b.data(), half ? static_cast<void*>(narrowed.data()) : widened.data()}), 0);
        for (uint32_t k = 0; k < kCount; ++k) {
          const float exact = c.value(halfOf(a[k]), halfOf(b[k]));
          const float want = half ? static_cast<float>(static_cast<_Float16>(exact)) : exact;
          const float got = half ? halfOf(narrowed[k]) : widened[k];
          ASSERT_TRUE(std::isnan(want) ? std::isnan(got)
                                       : std::bit_cast<uint32_t>(want) == std::bit_cast<uint32_t>(got))
              << c.name << ", " << lanes << " lanes: " << halfOf(a[k]) << ", " << halfOf(b[k]) << " gave " << got
              << " for " << want;
        }
      }
    }
}

// Also loops that the program leaves to LLVM.
TEST(Halves, NoOperationIsCarriedOutLaneByLane) {
  for (const HalfCase& c : halfCases())
    for (const int lanes : {1, 16, 32}) {
      const auto module = compileForCpu(programOf(c, lanes), {.asmText = true, .cpu = kWithout});
      ASSERT_TRUE(module.ok());
      const std::string& text = module->asmText;
      for (const char* word :
           {"vpextrw", "vpinsrw", "ucomiss", "vcomiss", "sqrtss", "roundss", "rndscaless", "call\tfl"})
        EXPECT_EQ(times(text, word), 0) << c.name << ", " << lanes << " lanes: " << word << '\n' << text;
      EXPECT_GT(times(text, "zmm") + times(text, "ymm"), 0) << c.name << ", " << lanes << " lanes\n" << text;
    }
}

TEST(Halves, ProcessorsWithArithmeticOfHalvesUseIt) {
  const auto module = compileForCpu(programOf(halfCases()[5], 32), {.asmText = true, .cpu = "sapphirerapids"});
  ASSERT_TRUE(module.ok());
  EXPECT_GT(times(module->asmText, "vcmpltph") + times(module->asmText, "vminph"), 0) << module->asmText;
}

// The width that loops of halves are given must not let LLVM change the order of a sum.
TEST(Halves, SumsStayInTheOrderOfTheProgram) {
  const Buffer a = makeBuffer("A", {4096}, dtype::Float(16)), out = makeBuffer("out", {1}, dtype::Float32);
  const Var i("i");
  const PrimFunc program =
      function({a, out}, loop(i, 4096, store(out, {0}, load(out, {0}) + Expr(Cast{dtype::Float32, load(a, {i})}))));
  Array<uint16_t> x(4096);
  for (size_t k = 0; k < x.size(); ++k) x[k] = static_cast<uint16_t>(0x0400 + k * 37 % 0x7000);
  float sum = 0;
  for (size_t k = 0; k < x.size(); ++k) sum += halfOf(x[k]);
  Array<float> y(1);
  ASSERT_EQ(compileAndLoad(program).call({x.data(), y.data()}), 0);
  EXPECT_EQ(std::bit_cast<uint32_t>(y[0]), std::bit_cast<uint32_t>(sum));
}

}  // namespace
}  // namespace lw
