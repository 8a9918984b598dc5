// The functions that kernels of a GPU have in the place of libm, evaluated as code for this machine, against libm in a
// wider type.
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "tests/cpu/kernel_fixture.h"

namespace lw::test {
namespace {

using Wide = long double;
constexpr int kCount = 1 << 14;

struct Function {
  const char* op;
  Wide (*oracle)(Wide, Wide);
  double single, twice;  // bounds of the error in units in the last place, of float32 and float64
  double low, high;      // arguments that are looked at most closely
  bool two = false;
  double limit = INFINITY;  // beyond, float64 has no value
};

const Function kFunctions[] = {
    {"exp2", [](Wide x, Wide) { return std::exp2(x); }, 1, 2, -30, 30},
    {"exp10", [](Wide x, Wide) { return std::pow(10.0L, x); }, 0.51, 2, -20, 20},
    {"log", [](Wide x, Wide) { return std::log(x); }, 1, 0.6, 0.1, 10},
    {"log2", [](Wide x, Wide) { return std::log2(x); }, 1.3, 0.6, 0.1, 10},
    {"log10", [](Wide x, Wide) { return std::log10(x); }, 2.1, 0.6, 0.1, 10},
    {"log1p", [](Wide x, Wide) { return std::log1p(x); }, 0.51, 2, -0.9, 3},
    {"tanh", [](Wide x, Wide) { return std::tanh(x); }, 1.5, 3, -3, 3},
    {"sinh", [](Wide x, Wide) { return std::sinh(x); }, 0.51, 3, -3, 3},
    {"cosh", [](Wide x, Wide) { return std::cosh(x); }, 0.51, 2, -3, 3},
    {"asinh", [](Wide x, Wide) { return std::asinh(x); }, 0.51, 3, -3, 3},
    {"acosh", [](Wide x, Wide) { return std::acosh(x); }, 0.51, 3, 1, 5},
    {"atanh", [](Wide x, Wide) { return std::atanh(x); }, 0.51, 3, -1, 1},
    {"erf", [](Wide x, Wide) { return std::erf(x); }, 2.6, 3, -6, 6},
    {"sin", [](Wide x, Wide) { return std::sin(x); }, 1.6, 2, -20, 20, false, 0x1p30},
    {"cos", [](Wide x, Wide) { return std::cos(x); }, 1.6, 2, -20, 20, false, 0x1p30},
    {"tan", [](Wide x, Wide) { return std::tan(x); }, 0.51, 3, -20, 20, false, 0x1p30},
    {"asin", [](Wide x, Wide) { return std::asin(x); }, 0.51, 2, -1, 1},
    {"acos", [](Wide x, Wide) { return std::acos(x); }, 0.51, 2, -1, 1},
    {"atan", [](Wide x, Wide) { return std::atan(x); }, 0.51, 2, -5, 5},
    {"atan2", [](Wide y, Wide x) { return std::atan2(y, x); }, 0.51, 3, -5, 5, true},
    {"pow", [](Wide x, Wide y) { return std::pow(x, y); }, 0.51, 4, -8, 8, true},
    {"hypot", [](Wide x, Wide y) { return std::hypot(x, y); }, 0.51, 2, -8, 8, true},
    {"fmod", [](Wide x, Wide y) { return std::fmod(x, y); }, 0, 0, -80, 8, true},
};

double ulpsOff(double got, Wide exact, bool single) {
  const double rounded = single ? static_cast<double>(static_cast<float>(exact)) : static_cast<double>(exact);
  if (std::isnan(rounded) || std::isnan(got)) return std::isnan(rounded) == std::isnan(got) ? 0 : INFINITY;
  if (std::isinf(rounded) || std::isinf(got)) return rounded == got ? 0 : INFINITY;
  const double size = std::fabs(rounded);
  const Wide ulp =
      single ? std::nextafter(static_cast<float>(size), INFINITY) - static_cast<Wide>(static_cast<float>(size))
             : std::nextafter(size, INFINITY) - static_cast<Wide>(size);
  return static_cast<double>(std::fabs(static_cast<Wide>(got) - exact) / ulp);
}

template <class T>
class Kernel {
 public:
  explicit Kernel(const std::string& op, bool two) {
    const DataType type = dtype::Float(8 * sizeof(T));
    const Buffer x = makeBuffer("x", {kCount}, type), y = makeBuffer("y", {kCount}, type),
                 z = makeBuffer("z", {kCount}, type);
    const Var i("i");
    std::vector<Expr> args{load(x, {i})};
    if (two) args.push_back(op == "ldexp" ? cast(dtype::Int32, load(y, {i})) : load(y, {i}));
    kernel_ =
        compileAndLoad(function({x, y, z}, loop(i, kCount, store(z, {i}, callTo(op, args)))), {.kernelMath = true});
  }
  void call(Array<T>& x, Array<T>& y, Array<T>& z) const { ASSERT_EQ(kernel_.call({x.data(), y.data(), z.data()}), 0); }

 private:
  LoadedKernel kernel_;
};

// Every so many bit patterns, and the range that matters, densely.
template <class T>
T argument(std::mt19937_64& random, const Function& f, bool wide) {
  if (wide) {
    if constexpr (sizeof(T) == 4)
      return std::bit_cast<float>(static_cast<uint32_t>(random()));
    else
      return std::bit_cast<double>(random());
  }
  return static_cast<T>(std::uniform_real_distribution(f.low, f.high)(random));
}

template <class T>
void measure(const Function& f, int rounds) {
  constexpr bool single = sizeof(T) == 4;
  const Kernel<T> kernel(f.op, f.two);
  Array<T> x(kCount), y(kCount), z(kCount);
  std::mt19937_64 random(7);
  double worst = 0;
  T at = 0, with = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < kCount; ++i) {
      x[i] = argument<T>(random, f, i % 2);
      y[i] = argument<T>(random, f, i % 4 / 2);
      if (i % 16 == 3)
        x[i] = static_cast<T>(
            std::ldexp(std::uniform_real_distribution(-1.0, 1.0)(random), -static_cast<int>(random() % 60)));  // near 0
      if (i % 16 == 5) y[i] = static_cast<T>(static_cast<int>(random() % 64) - 32);
      if (i % 16 == 7 && f.limit < INFINITY)
        x[i] = static_cast<T>(std::round(std::ldexp(1.0, static_cast<int>(random() % 20))) *
                              M_PI_2);  // near multiples of pi/2
    }
    kernel.call(x, y, z);
    for (int i = 0; i < kCount; ++i) {
      if (std::fabs(static_cast<double>(x[i])) > (single && f.limit < INFINITY ? 0x1p45 : f.limit)) {
        if (f.limit < INFINITY) ASSERT_TRUE(std::isnan(z[i])) << f.op << '(' << x[i] << ')';
        continue;
      }
      const double error =
          ulpsOff(static_cast<double>(z[i]), f.oracle(static_cast<Wide>(x[i]), static_cast<Wide>(y[i])), single);
      if (error > worst) worst = error, at = x[i], with = y[i];
    }
  }
  EXPECT_LE(worst, single ? f.single : f.twice) << f.op << " at " << std::hexfloat << at << ", " << with;
  std::printf("  %s of float%zu: %.3f ulp\n", f.op, 8 * sizeof(T), worst);
}

class KernelMath : public ::testing::TestWithParam<Function> {};

TEST_P(KernelMath, IsWithinItsStatedError) {
  measure<float>(GetParam(), 40);
  measure<double>(GetParam(), 20);
}

template <class T>
void expectSpecialValues(const Function& f) {
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN(),
          least = std::numeric_limits<T>::denorm_min(), most = std::numeric_limits<T>::max();
  const T values[] = {0,
                      -T(0),
                      inf,
                      -inf,
                      nan,
                      least,
                      -least,
                      T(1),
                      T(-1),
                      T(0.5),
                      T(-0.5),
                      T(2),
                      T(-2),
                      T(3),
                      T(-3),
                      T(2.5),
                      most,
                      -most,
                      std::numeric_limits<T>::min(),
                      T(100)};
  constexpr int n = std::size(values);
  const Kernel<T> kernel(f.op, f.two);
  Array<T> x(kCount), y(kCount), z(kCount);
  for (int i = 0; i < kCount; ++i) x[i] = values[i % n], y[i] = values[i / n % n];
  kernel.call(x, y, z);
  for (int i = 0; i < n * n; ++i) {
    if (std::fabs(x[i]) > f.limit && !std::isnan(x[i])) continue;
    const Wide exact = f.oracle(static_cast<Wide>(x[i]), static_cast<Wide>(y[i]));
    EXPECT_LE(ulpsOff(static_cast<double>(z[i]), exact, sizeof(T) == 4), sizeof(T) == 4 ? f.single : f.twice)
        << f.op << '(' << x[i] << ", " << y[i] << ") = " << z[i] << ", not " << exact;
    if (exact == 0) EXPECT_EQ(std::signbit(z[i]), std::signbit(exact)) << f.op << '(' << x[i] << ", " << y[i] << ')';
  }
}

TEST_P(KernelMath, TreatsSpecialValuesAsLibmDoes) {
  expectSpecialValues<float>(GetParam());
  expectSpecialValues<double>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Functions, KernelMath, ::testing::ValuesIn(kFunctions),
                         [](const auto& info) { return std::string(info.param.op); });

TEST(KernelMathExact, LdexpRoundsOnce) {
  const Kernel<double> twice("ldexp", true);
  const Kernel<float> single("ldexp", true);
  Array<double> x(kCount), n(kCount), z(kCount);
  Array<float> xf(kCount), nf(kCount), zf(kCount);
  std::mt19937_64 random(3);
  for (int i = 0; i < kCount; ++i) {
    x[i] = std::bit_cast<double>(random()), n[i] = static_cast<int>(random() % 4600) - 2300;
    xf[i] = std::bit_cast<float>(static_cast<uint32_t>(random())),
    nf[i] = static_cast<float>(static_cast<int>(random() % 600) - 300);
  }
  twice.call(x, n, z);
  single.call(xf, nf, zf);
  for (int i = 0; i < kCount; ++i) {
    const double want = std::ldexp(x[i], static_cast<int>(n[i]));
    EXPECT_TRUE(z[i] == want || (std::isnan(z[i]) && std::isnan(want))) << x[i] << " * 2^" << n[i];
    const float wantf = std::ldexp(xf[i], static_cast<int>(nf[i]));
    EXPECT_TRUE(zf[i] == wantf || (std::isnan(zf[i]) && std::isnan(wantf))) << xf[i] << " * 2^" << nf[i];
  }
}

TEST(KernelMathExact, NextafterIsThatOfLibm) {
  const Kernel<float> kernel("nextafter", true);
  Array<float> x(kCount), y(kCount), z(kCount);
  std::mt19937_64 random(5);
  const float few[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, -1e-45f, 1, -1, 3.4028235e38f};
  for (int i = 0; i < kCount; ++i) {
    x[i] = i < 100 ? few[i % 10] : std::bit_cast<float>(static_cast<uint32_t>(random()));
    y[i] = i < 100 ? few[i / 10] : std::bit_cast<float>(static_cast<uint32_t>(random()));
  }
  kernel.call(x, y, z);
  for (int i = 0; i < kCount; ++i) {
    const float want = std::nextafter(x[i], y[i]);
    EXPECT_TRUE(std::bit_cast<uint32_t>(z[i]) == std::bit_cast<uint32_t>(want) ||
                (std::isnan(z[i]) && std::isnan(want)))
        << x[i] << " to " << y[i] << ": " << z[i];
  }
}

}  // namespace
}  // namespace lw::test
