// Scalar and vector expressions against C++.
#include <bit>
#include <cmath>
#include <functional>
#include <random>

#include "tests/cpu/kernel_fixture.h"

namespace lw::test {
namespace {

template <class T>
constexpr DataType typeFor() {
  if constexpr (std::is_same_v<T, float>)
    return dtype::Float32;
  else if constexpr (std::is_same_v<T, double>)
    return dtype::Float(64);
  else if constexpr (std::is_signed_v<T>)
    return dtype::Int(8 * sizeof(T));
  else
    return dtype::UInt(8 * sizeof(T));
}

// c[i] = f(a[i], b[i]), by scalars and by vectors, also such whose number of lanes is not a power of two.
template <class T, class R>
void expectMap(const std::vector<std::pair<T, T>>& inputs, const std::function<Expr(Expr, Expr)>& build,
               const std::function<R(T, T)>& want, const char* what) {
  const int count = static_cast<int>(inputs.size() + 47) / 48 * 48;
  for (const int lanes : {1, 8, 3, 48}) {
    Buffer a = makeBuffer("a", {count}, typeFor<T>()), b = makeBuffer("b", {count}, typeFor<T>());
    Var i("i");
    const Expr at = lanes == 1 ? Expr(i) : Expr(Ramp{i * lanes, 1, lanes});
    const Expr value = build(load(a, {at}), load(b, {at}));
    Buffer c = makeBuffer("c", {count}, value.dtype().element());
    const LoadedKernel kernel = compileAndLoad(function({a, b, c}, loop(i, count / lanes, store(c, {at}, value))));
    Array<T> x(count), y(count);
    Array<R> z(count);
    for (int k = 0; k < count; ++k) std::tie(x[k], y[k]) = inputs[std::min<size_t>(k, inputs.size() - 1)];
    ASSERT_EQ(kernel.call({x.data(), y.data(), z.data()}), 0);
    for (size_t k = 0; k < inputs.size(); ++k)
      ASSERT_EQ(z[k], want(x[k], y[k])) << what << " of " << +x[k] << " and " << +y[k] << ", lanes " << lanes;
  }
}

template <class T>
std::vector<std::pair<T, T>> pairs(T from, T to) {
  std::vector<std::pair<T, T>> all;
  for (int a = from; a <= to; ++a)
    for (int b = from; b <= to; ++b) all.emplace_back(static_cast<T>(a), static_cast<T>(b));
  return all;
}

template <class T>
std::vector<std::pair<T, T>> withoutZeroDivisor(std::vector<std::pair<T, T>> all) {
  std::erase_if(all, [](const auto& p) {
    return p.second == 0 ||
           (std::is_signed_v<T> && p.first == std::numeric_limits<T>::min() && p.second == static_cast<T>(-1));
  });
  return all;
}

int floorDiv(int a, int b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0)); }

TEST(CpuExpressions, DivisionAndRemainderOfAllInt8Pairs) {
  const auto inputs = withoutZeroDivisor(pairs<int8_t>(-128, 127));
  const auto check = [&](BinaryOp op, int (*want)(int, int), const char* name) {
    expectMap<int8_t, int8_t>(
        inputs, [&](Expr a, Expr b) { return rawBinary(op, a, b); },
        [&](int8_t a, int8_t b) { return static_cast<int8_t>(want(a, b)); }, name);
  };
  check(BinaryOp::Div, [](int a, int b) { return a / b; }, "truncdiv");
  check(BinaryOp::Mod, [](int a, int b) { return a % b; }, "truncmod");
  check(BinaryOp::FloorDiv, floorDiv, "floordiv");
  check(BinaryOp::FloorMod, [](int a, int b) { return a - floorDiv(a, b) * b; }, "floormod");
}

TEST(CpuExpressions, DivisionByConstantsAndOfIndices) {
  for (const int divisor : {-16, -7, -1, 1, 2, 3, 8, 10, 64}) {
    Buffer q = makeBuffer("q", {201}, dtype::Int32), r = makeBuffer("r", {201}, dtype::Int32);
    Var i("i");
    // i - 100 is of either sign, i is known not to be negative.
    Stmt body = sequence(
        {store(q, {i},
               rawBinary(BinaryOp::FloorDiv, i - 100, divisor) * 1000 + rawBinary(BinaryOp::FloorDiv, i, divisor)),
         store(r, {i},
               rawBinary(BinaryOp::FloorMod, i - 100, divisor) * 1000 + rawBinary(BinaryOp::FloorMod, i, divisor))});
    const LoadedKernel kernel = compileAndLoad(function({q, r}, loop(i, 201, body)));
    Array<int32_t> x(201), y(201);
    ASSERT_EQ(kernel.call({x.data(), y.data()}), 0);
    for (int k = 0; k <= 200; ++k) {
      ASSERT_EQ(x[k], floorDiv(k - 100, divisor) * 1000 + floorDiv(k, divisor)) << k << " // " << divisor;
      ASSERT_EQ(y[k], (k - 100 - floorDiv(k - 100, divisor) * divisor) * 1000 + k - floorDiv(k, divisor) * divisor);
    }
  }
}

TEST(CpuExpressions, IntegerArithmeticWrapsLikeStoredData) {
  const auto signedPairs = pairs<int8_t>(-128, 127);
  const auto unsignedPairs = pairs<uint8_t>(0, 255);
  const auto op = [](BinaryOp which) { return [which](Expr a, Expr b) { return rawBinary(which, a, b); }; };
  expectMap<int8_t, int8_t>(
      signedPairs, op(BinaryOp::Add), [](int8_t a, int8_t b) { return static_cast<int8_t>(a + b); }, "add");
  expectMap<int8_t, int8_t>(
      signedPairs, op(BinaryOp::Mul), [](int8_t a, int8_t b) { return static_cast<int8_t>(a * b); }, "mul");
  expectMap<int8_t, int8_t>(signedPairs, op(BinaryOp::Min), [](int8_t a, int8_t b) { return std::min(a, b); }, "min");
  expectMap<uint8_t, uint8_t>(
      unsignedPairs, op(BinaryOp::Max), [](uint8_t a, uint8_t b) { return std::max(a, b); }, "max");
  expectMap<uint8_t, uint8_t>(
      unsignedPairs, op(BinaryOp::Sub), [](uint8_t a, uint8_t b) { return static_cast<uint8_t>(a - b); }, "sub");
  expectMap<uint8_t, bool>(unsignedPairs, op(BinaryOp::LT), [](uint8_t a, uint8_t b) { return a < b; }, "lt");
  expectMap<int8_t, bool>(signedPairs, op(BinaryOp::GE), [](int8_t a, int8_t b) { return a >= b; }, "ge");
  expectMap<int32_t, int32_t>(
      {{INT32_MAX, 1}, {INT32_MIN, -1}, {70000, 70000}}, op(BinaryOp::Add),
      [](int32_t a, int32_t b) { return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b)); },
      "add");
  const auto bits = [](const char* name) { return [name](Expr a, Expr b) { return callTo(name, {a, b}); }; };
  expectMap<int8_t, int8_t>(
      signedPairs, bits("bitwise_xor"), [](int8_t a, int8_t b) { return static_cast<int8_t>(a ^ b); }, "xor");
  expectMap<int8_t, int8_t>(
      signedPairs, bits("shift_right"), [](int8_t a, int8_t b) { return static_cast<int8_t>(a >> (b & 7)); },
      "shift_right");
  expectMap<uint8_t, uint8_t>(
      unsignedPairs, bits("shift_right"), [](uint8_t a, uint8_t b) { return static_cast<uint8_t>(a >> (b & 7)); },
      "shift_right");
  expectMap<uint8_t, uint8_t>(
      unsignedPairs, bits("shift_left"), [](uint8_t a, uint8_t b) { return static_cast<uint8_t>(a << (b & 7)); },
      "shift_left");
}

TEST(CpuExpressions, FloatMinMaxAndComparisonsWithNaN) {
  const float nan = NAN;
  const std::vector<std::pair<float, float>> inputs{{1, 2},   {2, 1},        {nan, 1},
                                                    {1, nan}, {0.0f, -0.0f}, {-INFINITY, INFINITY}};
  const auto bitsOf = [](auto f) { return [f](float a, float b) { return std::bit_cast<int32_t>(f(a, b)); }; };
  const auto asBits = [](BinaryOp op) {
    return [op](Expr a, Expr b) {
      return Expr(Call{dtype::Int(32, a.dtype().lanes), "reinterpret", {rawBinary(op, a, b)}});
    };
  };
  expectMap<float, int32_t>(inputs, asBits(BinaryOp::Min), bitsOf([](float a, float b) { return a < b ? a : b; }),
                            "min");
  expectMap<float, int32_t>(inputs, asBits(BinaryOp::Max), bitsOf([](float a, float b) { return a > b ? a : b; }),
                            "max");
  expectMap<float, bool>(
      inputs, [](Expr a, Expr b) { return rawBinary(BinaryOp::NE, a, b); }, [](float a, float b) { return a != b; },
      "ne");
  expectMap<float, bool>(
      inputs, [](Expr a, Expr b) { return rawBinary(BinaryOp::LE, a, b); }, [](float a, float b) { return a <= b; },
      "le");
  const std::vector<std::pair<float, float>> divisions{{7, 3}, {-7, 3}, {7, -3},      {-7, -3},
                                                       {6, 3}, {-6, 3}, {0.5f, 0.25f}};
  expectMap<float, float>(
      divisions, [](Expr a, Expr b) { return rawBinary(BinaryOp::FloorDiv, a, b); },
      [](float a, float b) { return std::floor(a / b); }, "floordiv");
  expectMap<float, float>(
      divisions, [](Expr a, Expr b) { return rawBinary(BinaryOp::FloorMod, a, b); },
      [](float a, float b) { return a - std::floor(a / b) * b; }, "floormod");
}

template <class From, class To>
void expectCast(const std::vector<From>& values) {
  std::vector<std::pair<From, From>> inputs;
  for (const From v : values) inputs.emplace_back(v, v);
  expectMap<From, To>(
      inputs, [](Expr a, Expr) { return Expr(Cast{typeFor<To>().withLanes(a.dtype().lanes), a}); },
      [](From a, From) { return static_cast<To>(a); }, "cast");
}

TEST(CpuExpressions, CastsAreThoseOfC) {
  expectCast<int32_t, int8_t>({0, 127, 128, -129, 70000});
  expectCast<int8_t, int64_t>({0, -1, 127, -128});
  expectCast<int8_t, uint32_t>({0, -1, 127, -128});
  expectCast<uint8_t, int32_t>({0, 255, 128});
  expectCast<int64_t, float>({0, -1, 1LL << 40, (1LL << 53) + 1});
  expectCast<uint64_t, double>({0, ~0ull, 1ull << 63});
  expectCast<float, int32_t>({0, 1.9f, -1.9f, 2e9f, -0.5f});
  expectCast<float, int8_t>({0, 1.9f, -1.9f, 127, -128});
  expectCast<float, uint8_t>({0, 1.9f, 255});
  expectCast<double, uint64_t>({0, 1.9, 1.8e19});
  expectCast<double, float>({1e-50, 0.1, 1e300, -0.0});
}

// float16 and bfloat16: storage and rounding.
TEST(CpuExpressions, HalfPrecisionRoundsToNearestEven) {
  for (const DataType type : {dtype::Float(16), dtype::BFloat16()}) {
    for (const int lanes : {1, 16}) {
      const int count = 1 << 16;
      Buffer in = makeBuffer("in", {count}, dtype::Float32), stored = makeBuffer("h", {count}, type),
             out = makeBuffer("out", {count}, dtype::Float32);
      Var i("i"), j("j");
      const auto at = [&](const Var& v) { return lanes == 1 ? Expr(v) : Expr(Ramp{v * lanes, 1, lanes}); };
      const LoadedKernel kernel = compileAndLoad(function(
          {in, stored, out},
          sequence({loop(i, count / lanes, store(stored, {at(i)}, Cast{type.withLanes(lanes), load(in, {at(i)})})),
                    loop(j, count / lanes,
                         store(out, {at(j)},
                               Cast{dtype::Float(32, lanes), load(stored, {at(j)}) + load(stored, {at(j)})}))})));
      Array<float> x(count), z(count);
      Array<uint16_t> y(count);
      std::mt19937 random(3);
      for (int k = 0; k < count; ++k) x[k] = std::bit_cast<float>(static_cast<uint32_t>(random()));
      x[0] = NAN, x[1] = INFINITY, x[2] = 1.00390625f, x[3] = 65520.0f, x[4] = 1e-7f;
      ASSERT_EQ(kernel.call({x.data(), y.data(), z.data()}), 0);
      for (int k = 0; k < count; ++k) {
        float want;
        if (type.code == TypeCode::BFloat) {
          uint32_t bits = std::bit_cast<uint32_t>(x[k]);
          if (!std::isnan(x[k])) bits += 0x7fff + ((bits >> 16) & 1);
          want = std::bit_cast<float>(bits & 0xffff0000u);
        } else {
          want = static_cast<float>(static_cast<_Float16>(x[k]));
        }
        const bool tooLarge = std::isinf(2 * want) || (type.code == TypeCode::Float && std::fabs(2 * want) > 65504);
        if (std::isnan(x[k]))
          want = NAN;
        else if (tooLarge)
          want = std::copysign(INFINITY, want);
        ASSERT_TRUE(std::isnan(want) ? std::isnan(z[k]) : z[k] == 2 * want) << x[k] << " became " << z[k];
      }
    }
  }
}

TEST(CpuExpressions, IfThenElseDoesNotTouchTheOtherSide) {
  // Reads in[i - 2] only where i >= 2; in a kernel without the guard this reads before the buffer.
  const int count = 64;
  for (const int lanes : {1, 8}) {
    Buffer in = makeBuffer("in", {count}, dtype::Int32), out = makeBuffer("out", {count}, dtype::Int32);
    Var i("i");
    const auto wide = [&](int v) { return lanes == 1 ? Expr(v) : Expr(Broadcast{v, lanes}); };
    const Expr at = lanes == 1 ? Expr(i) : Expr(Ramp{i * lanes, 1, lanes});
    const Expr shifted = rawBinary(BinaryOp::Sub, at, wide(2));
    const Expr value = Call{
        dtype::Int(32, lanes), "if_then_else", {rawBinary(BinaryOp::GE, at, wide(2)), load(in, {shifted}), wide(-1)}};
    const LoadedKernel kernel =
        compileAndLoad(function({in, out}, loop(i, count / lanes, store(out, {at}, value))), {.llvmText = true});
    if (lanes > 1) {
      EXPECT_NE(kernel.module.llvmText.find("masked.load"), std::string::npos);
    }
    Array<int32_t> x(count), y(count);
    for (int k = 0; k < count; ++k) x[k] = k * k;
    ASSERT_EQ(kernel.call({x.data(), y.data()}), 0);
    for (int k = 0; k < count; ++k) EXPECT_EQ(y[k], k >= 2 ? (k - 2) * (k - 2) : -1);
  }
}

TEST(CpuExpressions, VectorConditionsMaskStores) {
  Buffer out = makeBuffer("out", {16}, dtype::Int32);
  const Expr lane = Ramp{0, 1, 16};
  const Stmt guarded = IfThenElse{rawBinary(BinaryOp::LT, lane, Broadcast{11, 16}), store(out, {lane}, lane),
                                  store(out, {lane}, Broadcast{-5, 16})};
  const LoadedKernel kernel = compileAndLoad(function({out}, guarded));
  Array<int32_t> y(16);
  ASSERT_EQ(kernel.call({y.data()}), 0);
  for (int k = 0; k < 16; ++k) EXPECT_EQ(y[k], k < 11 ? k : -5);
}

TEST(CpuExpressions, SelectMayDivideByZeroOnTheSideNotTaken) {
  const auto inputs = pairs<int8_t>(-8, 8);
  expectMap<int8_t, int8_t>(
      inputs,
      [](Expr a, Expr b) {
        const Expr zero = cast(b.dtype(), 0);
        return Expr(Select{rawBinary(BinaryOp::EQ, b, zero), a, rawBinary(BinaryOp::Div, a, b)});
      },
      [](int8_t a, int8_t b) { return b == 0 ? a : static_cast<int8_t>(a / b); }, "guarded division");
}

TEST(CpuExpressions, StridedReversedAndIndirectVectorAccesses) {
  const int count = 32;
  Buffer in = makeBuffer("in", {4 * count}, dtype::Int32), index = makeBuffer("index", {count}, dtype::Int32);
  Buffer out = makeBuffer("out", {4, count}, dtype::Int32), flags = makeBuffer("flags", {count}, dtype::Bool());
  Var i("i");
  const Expr at = Ramp{i * 8, 1, 8};
  const Stmt body = sequence({store(out, {0, at}, load(in, {Ramp{i * 24, 3, 8}})),
                              store(out, {1, at}, load(in, {Ramp{31 - i * 8, -1, 8}})),
                              store(out, {2, at}, load(in, {load(index, {at})})),
                              store(out, {Broadcast{3, 8}, Ramp{31 - i * 8, -1, 8}}, load(in, {at})),
                              store(flags, {at}, rawBinary(BinaryOp::GT, load(in, {at}), Broadcast{100, 8}))});
  const LoadedKernel kernel = compileAndLoad(function({in, index, out, flags}, loop(i, count / 8, body)));
  Array<int32_t> x(4 * count), at2(count), y(4 * count);
  Array<uint8_t> z(count);
  for (int k = 0; k < 4 * count; ++k) x[k] = 7 * k;
  for (int k = 0; k < count; ++k) at2[k] = (k * 37) % (4 * count);
  ASSERT_EQ(kernel.call({x.data(), at2.data(), y.data(), z.data()}), 0);
  for (int k = 0; k < count; ++k) {
    EXPECT_EQ(y[k], 7 * 3 * k);
    EXPECT_EQ(y[count + k], 7 * (31 - k));
    EXPECT_EQ(y[2 * count + k], 7 * at2[k]);
    EXPECT_EQ(y[3 * count + k], 7 * (31 - k));
    EXPECT_EQ(z[k], 7 * k > 100);
  }
}

TEST(CpuExpressions, BuffersOfVectorsAndVectorRearrangements) {
  const DataType quad = dtype::Float(32, 4);
  Buffer in = makeBuffer("in", {8}, quad), out = makeBuffer("out", {8}, quad);
  Var i("i");
  const Expr v = load(in, {i});
  const DataType pair = dtype::Float(32, 2);
  const Expr swapped = Call{quad, "vectorcombine", {Call{pair, "vectorhigh", {v}}, Call{pair, "vectorlow", {v}}}};
  const LoadedKernel kernel = compileAndLoad(function({in, out}, loop(i, 8, store(out, {i}, swapped + v))));
  Array<float> x(32), y(32);
  for (int k = 0; k < 32; ++k) x[k] = static_cast<float>(k);
  ASSERT_EQ(kernel.call({x.data(), y.data()}), 0);
  for (int k = 0; k < 32; ++k) EXPECT_EQ(y[k], static_cast<float>(k + (k / 4 * 4 + (k % 4 + 2) % 4)));
}

TEST(CpuExpressions, ScalarParametersOfEveryType) {
  Buffer out = makeBuffer("out", {4}, dtype::Float(64));
  Var f("f", dtype::Float32), b("b", dtype::Bool()), s("s", dtype::Int(16)), u("u", dtype::UInt(64));
  const auto wide = [](const Expr& e) { return Expr(Cast{dtype::Float(64), e}); };
  const LoadedKernel kernel = compileAndLoad(function({out},
                                                      sequence({store(out, {0}, wide(f)), store(out, {1}, wide(b)),
                                                                store(out, {2}, wide(s)), store(out, {3}, wide(u))}),
                                                      {f, b, s, u}));
  Array<double> y(4);
  ASSERT_EQ(kernel.call({y.data()}, {std::bit_cast<int64_t>(1.5), 1, -7, -1}), 0);
  EXPECT_EQ(y[0], 1.5);
  EXPECT_EQ(y[1], 1.0);
  EXPECT_EQ(y[2], -7.0);
  EXPECT_EQ(y[3], 18446744073709551616.0);
}

}  // namespace
}  // namespace lw::test
