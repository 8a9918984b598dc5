#include "core/schedule/support/tiling.h"

#include <algorithm>

namespace lw {
namespace {

std::vector<int64_t> divisorsOf(int64_t n) {
  std::vector<int64_t> low, high;
  for (int64_t d = 1; d * d <= n; ++d) {
    if (n % d != 0) continue;
    low.push_back(d);
    if (d * d != n) high.push_back(n / d);
  }
  low.insert(low.end(), high.rbegin(), high.rend());
  return low;
}

// The number of ordered factorizations of n: per prime, the ways to distribute its exponent (stars and bars).
double countFactorizations(int64_t n, int parts) {
  if (parts == 0) return n == 1 ? 1 : 0;
  double count = 1;
  const auto deal = [&](int exponent) {
    for (int i = 1; i <= exponent; ++i) count = count * (parts - 1 + i) / i;
  };
  for (int64_t p = 2; p * p <= n; ++p) {
    int exponent = 0;
    for (; n % p == 0; n /= p) ++exponent;
    deal(exponent);
  }
  if (n > 1) deal(1);
  return count;
}

// One of the values, with probability proportional to its weight.
template <class F>
int64_t drawWeighted(const std::vector<int64_t>& values, const F& weight, Random& random) {
  double sum = 0;
  for (const int64_t v : values) sum += weight(v);
  double at = random.unit() * sum;
  int64_t last = values.front();
  for (const int64_t v : values) {
    const double w = weight(v);
    if (w <= 0) continue;
    last = v;
    if (at < w) return v;
    at -= w;
  }
  return last;
}

}  // namespace

std::vector<int64_t> drawFactors(int64_t extent, int parts, int64_t maxLast, Random& random) {
  std::vector<int64_t> factors(static_cast<size_t>(parts), 1);
  int64_t left = extent;
  for (int i = parts; i-- > 1;) {
    const auto weight = [&](int64_t d) {
      return i == parts - 1 && maxLast > 0 && d > maxLast ? 0.0 : countFactorizations(left / d, i);
    };
    factors[static_cast<size_t>(i)] = drawWeighted(divisorsOf(left), weight, random);
    left /= factors[static_cast<size_t>(i)];
  }
  factors[0] = left;
  return factors;
}

std::vector<int64_t> drawPartitionedFactors(int64_t extent, int parts, int position, int64_t inner, Random& random) {
  const auto weight = [&](int64_t product) {
    return product % inner != 0
               ? 0.0
               : countFactorizations(extent / product, position) * countFactorizations(product, parts - position);
  };
  const int64_t product = position == 0 ? extent : drawWeighted(divisorsOf(extent), weight, random);
  std::vector<int64_t> factors =
      position == 0 ? std::vector<int64_t>{} : drawFactors(extent / product, position, 0, random);
  const std::vector<int64_t> rest = drawFactors(product, parts - position, 0, random);
  factors.insert(factors.end(), rest.begin(), rest.end());
  return factors;
}

std::vector<int64_t> adaptedFactors(std::vector<int64_t> factors, int64_t extent) {
  int64_t left = extent;
  for (size_t i = factors.size(); i-- > 1;) {
    if (left % factors[i] != 0) factors[i] = left;
    left /= factors[i];
  }
  factors[0] = left;
  return factors;
}

std::vector<int64_t> noFactors(int parts) {
  std::vector<int64_t> factors(static_cast<size_t>(parts), 1);
  factors[0] = -1;
  return factors;
}

StepValue decisionOf(const std::vector<int64_t>& factors) { return StepValue::List(factors.begin(), factors.end()); }

std::vector<StepValue> factorOutputs(const std::vector<int64_t>& factors) {
  std::vector<StepValue> outputs;
  for (const int64_t f : factors) outputs.push_back(f < 0 ? StepValue() : StepValue(f));
  return outputs;
}

}  // namespace lw
