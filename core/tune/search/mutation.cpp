#include "core/tune/search/mutation.h"

namespace lw::tune {
namespace {

std::vector<int64_t> primesOf(int64_t n) {
  std::vector<int64_t> primes;
  for (int64_t p = 2; p * p <= n; ++p)
    while (n % p == 0) {
      primes.push_back(p);
      n /= p;
    }
  if (n > 1) primes.push_back(n);
  return primes;
}

std::optional<std::vector<int64_t>> factorsOf(const StepValue& value) {
  const auto* list = value.as<StepValue::List>();
  if (!list || list->size() < 2) return std::nullopt;
  std::vector<int64_t> factors;
  for (const StepValue& item : *list) {
    const auto* factor = item.as<int64_t>();
    if (!factor || *factor < 1) return std::nullopt;
    factors.push_back(*factor);
  }
  return factors;
}

// Nothing: all factors are one.
std::optional<StepValue> movedFactor(std::vector<int64_t> factors, Random& random) {
  std::vector<size_t> sources;
  for (size_t i = 0; i < factors.size(); ++i)
    if (factors[i] > 1) sources.push_back(i);
  if (sources.empty()) return std::nullopt;
  const size_t from = sources[static_cast<size_t>(random.below(static_cast<int64_t>(sources.size())))];
  size_t to = static_cast<size_t>(random.below(static_cast<int64_t>(factors.size()) - 1));
  if (to >= from) ++to;
  const std::vector<int64_t> primes = primesOf(factors[from]);
  const int64_t prime = primes[static_cast<size_t>(random.below(static_cast<int64_t>(primes.size())))];
  factors[from] /= prime;
  factors[to] *= prime;
  return StepValue(StepValue::List(factors.begin(), factors.end()));
}

// Nothing: it is drawn again.
std::optional<StepValue> neighbour(const StepValue& value, Random& random) {
  if (random.below(3) == 0) return std::nullopt;
  if (const auto factors = factorsOf(value)) return movedFactor(*factors, random);
  const auto* position = value.as<int64_t>();
  if (!position) return std::nullopt;
  return StepValue(*position + (random.below(2) ? 1 : -1));
}

}  // namespace

Decisions mutated(const Decisions& decisions, Random& random) {
  Decisions changed = decisions;
  const int changes = random.below(3) == 0 ? 2 : 1;
  for (int i = 0; i < changes && !changed.empty(); ++i) {
    const auto at = changed.begin() + random.below(static_cast<int64_t>(changed.size()));
    if (std::optional<StepValue> value = neighbour(at->value, random))
      at->value = std::move(*value);
    else
      changed.erase(at);
  }
  return changed;
}

Decisions crossed(const Decisions& a, const Decisions& b, Random& random) {
  Decisions child = a;
  for (Decision& d : child)
    if (const StepValue* other = find(b, d.name); other && random.below(2)) d.value = *other;
  for (const Decision& d : b)
    if (!find(a, d.name)) child.push_back(d);
  return child;
}

}  // namespace lw::tune
