// Our elementary functions against the C library's in a wider type, over the whole range of arguments.
#include <bit>
#include <cmath>
#include <limits>

#include "tests/cpu/kernel_fixture.h"

namespace lw::test {
namespace {

constexpr int kLanes = 16;

LoadedKernel mapKernel(const std::string& op, DataType type, int count, int lanes) {
  Buffer x = makeBuffer("x", {count}, type), y = makeBuffer("y", {count}, type);
  Var i("i");
  const Expr at = lanes == 1 ? Expr(i) : Expr(Ramp{i * lanes, 1, lanes});
  return compileAndLoad(function({x, y}, loop(i, count / lanes, store(y, {at}, callTo(op, {load(x, {at})})))));
}

// Distance in units in the last place of the exact value; equal infinities and NaNs are 0 apart.
template <class T, class Wide>
double ulpError(T got, Wide exact) {
  const T rounded = static_cast<T>(exact);
  if (std::isnan(rounded) || std::isnan(got)) return std::isnan(rounded) == std::isnan(got) ? 0 : INFINITY;
  if (std::isinf(rounded) || std::isinf(got)) return rounded == got ? 0 : INFINITY;
  const T size = std::fabs(rounded);
  const T ulp = std::nextafter(size, std::numeric_limits<T>::infinity()) - size;
  return static_cast<double>(std::fabs(static_cast<Wide>(got) - exact) / static_cast<Wide>(ulp));
}

struct Worst {
  double error = 0;
  float at = 0;
};

Worst worstOverFloat32(const std::string& op, double (*oracle)(double)) {
  constexpr int kCount = 1 << 14;
  const LoadedKernel vector = mapKernel(op, dtype::Float32, kCount, kLanes),
                     scalar = mapKernel(op, dtype::Float32, kCount, 1);
  Array<float> x(kCount), y(kCount), z(kCount);
  Worst worst;
  uint64_t bits = 0;
  bool same = true;
  while (bits < (uint64_t{1} << 32)) {
    for (int i = 0; i < kCount; ++i, bits += 251) x[i] = std::bit_cast<float>(static_cast<uint32_t>(bits));
    vector.call({x.data(), y.data()});
    scalar.call({x.data(), z.data()});
    for (int i = 0; i < kCount; ++i) {
      same = same &&
             (std::bit_cast<uint32_t>(y[i]) == std::bit_cast<uint32_t>(z[i]) || (std::isnan(y[i]) && std::isnan(z[i])));
      const double error = ulpError<float, double>(y[i], oracle(static_cast<double>(x[i])));
      if (error > worst.error) worst = {error, x[i]};
    }
  }
  EXPECT_TRUE(same) << op << " of a lane differs from " << op << " of a scalar";
  return worst;
}

struct Case {
  const char* op;
  double (*oracle)(double);
  double bound;
};

class VectorMath : public testing::TestWithParam<Case> {};

TEST_P(VectorMath, IsWithinItsStatedErrorOverTheWholeRange) {
  const Worst worst = worstOverFloat32(GetParam().op, GetParam().oracle);
  EXPECT_LE(worst.error, GetParam().bound) << "at " << worst.at;
  std::printf("  %s: %.3f ulp at %.9g\n", GetParam().op, worst.error, static_cast<double>(worst.at));
}

TEST_P(VectorMath, TreatsSpecialValuesAsLibmDoes) {
  const float inf = INFINITY, denormal = 1e-42f;
  const float values[kLanes] = {0.0f,  -0.0f, inf,   -inf,   NAN,     denormal, -denormal, 1.0f,
                                -1.0f, 88.7f, 88.8f, -87.4f, -103.9f, -104.1f,  1e30f,     -1e30f};
  const LoadedKernel kernel = mapKernel(GetParam().op, dtype::Float32, kLanes, kLanes);
  Array<float> x(kLanes), y(kLanes);
  for (int i = 0; i < kLanes; ++i) x[i] = values[i];
  kernel.call({x.data(), y.data()});
  for (int i = 0; i < kLanes; ++i) {
    const auto want = static_cast<float>(GetParam().oracle(static_cast<double>(values[i])));
    EXPECT_LE((ulpError<float, double>(y[i], GetParam().oracle(static_cast<double>(values[i])))), GetParam().bound)
        << GetParam().op << '(' << values[i] << ") = " << y[i];
    if (want == 0) {
      EXPECT_EQ(std::signbit(y[i]), std::signbit(want)) << GetParam().op << '(' << values[i] << ')';
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, VectorMath,
                         testing::Values(Case{"exp", std::exp, 1}, Case{"exp2", std::exp2, 1}, Case{"log", std::log, 1},
                                         Case{"log2", std::log2, 2}, Case{"log10", std::log10, 2},
                                         Case{"tanh", std::tanh, 2},
                                         Case{"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }, 2.5},
                                         Case{"erf", std::erf, 2.5}),
                         [](const auto& info) { return std::string(info.param.op); });

TEST(VectorMathFloat64, ExpIsWithinOneUlp) {
  constexpr int kCount = 1 << 16;
  const LoadedKernel vector = mapKernel("exp", dtype::Float(64), kCount, 8),
                     scalar = mapKernel("exp", dtype::Float(64), kCount, 1);
  Array<double> x(kCount), y(kCount), z(kCount);
  double worst = 0;
  for (int round = 0; round < 8; ++round) {
    for (int i = 0; i < kCount; ++i) x[i] = -746 + (1457.0 * (round * kCount + i)) / (8 * kCount);
    x[0] = round % 2 ? NAN : INFINITY;
    vector.call({x.data(), y.data()});
    scalar.call({x.data(), z.data()});
    for (int i = 0; i < kCount; ++i) {
      ASSERT_TRUE(y[i] == z[i] || std::isnan(y[i])) << x[i];
      worst = std::max(worst, ulpError<double, long double>(y[i], std::exp(static_cast<long double>(x[i]))));
    }
  }
  EXPECT_LE(worst, 1.0);
  std::printf("  exp of float64: %.3f ulp\n", worst);
}

TEST(VectorMathScaling, IsOneInstructionWhereTheProcessorHasIt) {
  for (const DataType type : {dtype::Float32, dtype::Float(64)}) {
    const int lanes = 1024 / type.bits;  // two vectors
    Buffer x = makeBuffer("x", {256}, type), y = makeBuffer("y", {256}, type);
    Var i("i");
    const Expr at = Ramp{i * lanes, 1, lanes};
    const PrimFunc f = function({x, y}, loop(i, 256 / lanes, store(y, {at}, callTo("exp", {load(x, {at})}))));
    const auto code = [&](const char* cpu) {
      return compileForCpu(f, {.asmText = true, .object = false, .cpu = cpu})->asmText;
    };
    EXPECT_THAT(code("skylake-avx512"), testing::HasSubstr("vscalefp"));
    EXPECT_THAT(code("haswell"), testing::Not(testing::HasSubstr("vscalefp")));
  }
}

TEST(VectorMathLibm, OtherFunctionsCallLibmPerLane) {
  const std::vector<std::pair<const char*, double (*)(double)>> functions{
      {"sin", std::sin},
      {"cos", std::cos},
      {"tan", std::tan},
      {"asin", std::asin},
      {"acos", std::acos},
      {"atan", std::atan},
      {"sinh", std::sinh},
      {"cosh", std::cosh},
      {"asinh", std::asinh},
      {"acosh", std::acosh},
      {"atanh", std::atanh},
      {"log1p", std::log1p},
      {"sqrt", std::sqrt},
      {"floor", std::floor},
      {"ceil", std::ceil},
      {"trunc", std::trunc},
      {"round", std::round},
      {"nearbyint", std::nearbyint},
      {"fabs", std::fabs},
      {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
      {"exp10", [](double x) { return std::pow(10.0, x); }}};
  for (const auto& [op, oracle] : functions) {
    const LoadedKernel kernel = mapKernel(op, dtype::Float32, 64, 16);
    Array<float> x(64), y(64);
    for (int i = 0; i < 64; ++i) x[i] = static_cast<float>(i - 32) / 16;
    ASSERT_EQ(kernel.call({x.data(), y.data()}), 0);
    for (int i = 0; i < 64; ++i)
      EXPECT_LE((ulpError<float, double>(y[i], oracle(static_cast<double>(x[i])))), 1.5)
          << op << '(' << x[i] << ") = " << y[i];
  }
}

}  // namespace
}  // namespace lw::test
