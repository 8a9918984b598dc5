// Sets of integers as runs with a stride.
#include <algorithm>
#include <numeric>

#include "core/analysis/shapes/image.h"
#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

constexpr size_t kMostRuns = 4096;

void normalise(std::vector<IntBound>& runs) {
  std::sort(runs.begin(), runs.end(), [](const IntBound& a, const IntBound& b) { return a.min < b.min; });
  size_t last = 0;
  for (size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].min <= runs[last].max + 1)
      runs[last].max = std::max(runs[last].max, runs[i].max);
    else
      runs[++last] = runs[i];
  }
  if (!runs.empty()) runs.resize(last + 1);
}

// Every run, repeated `count` times at a distance of `step`.
bool repeat(std::vector<IntBound>& runs, int64_t step, int64_t count) {
  const bool closes = std::all_of(runs.begin(), runs.end(), [&](const IntBound& r) { return step <= r.size(); });
  if (closes) {
    for (IntBound& r : runs) r.max += step * (count - 1);
  } else {
    if (count > static_cast<int64_t>(kMostRuns) || runs.size() * static_cast<size_t>(count) > kMostRuns) return false;
    const std::vector<IntBound> once = runs;
    for (int64_t i = 1; i < count; ++i)
      for (const IntBound& r : once) runs.push_back({r.min + i * step, r.max + i * step});
  }
  normalise(runs);
  return true;
}

// A unique form per set: the least element is the offset.
Runs canonical(Runs set) {
  if (set.runs.empty()) return Runs{};
  const int64_t first = set.runs.front().min;
  set.offset += first * set.stride;
  for (IntBound& r : set.runs) r = {r.min - first, r.max - first};
  if (set.runs.size() == 1 && set.runs[0].size() == 1) set.stride = 1;
  return set;
}

// With another stride and offset; nullopt: too many runs. `stride` divides the set's stride.
std::optional<Runs> over(const Runs& set, int64_t offset, int64_t stride) {
  const int64_t factor = set.stride / stride, shift = (set.offset - offset) / stride;
  Runs out{offset, stride, {}};
  for (const IntBound& r : set.runs) {
    if (factor == 1) {
      out.runs.push_back({r.min + shift, r.max + shift});
      continue;
    }
    if (r.size() > static_cast<int64_t>(kMostRuns) || out.runs.size() + static_cast<size_t>(r.size()) > kMostRuns)
      return std::nullopt;
    for (int64_t x = r.min; x <= r.max; ++x) out.runs.push_back({x * factor + shift, x * factor + shift});
  }
  return out;
}

// Both over the same stride and offset.
std::optional<std::pair<Runs, Runs>> alike(const Runs& a, const Runs& b) {
  const int64_t stride = std::gcd(std::gcd(a.stride, b.stride), a.offset - b.offset);
  const int64_t unit = stride == 0 ? 1 : stride;
  const auto x = over(a, a.offset, unit), y = x ? over(b, a.offset, unit) : std::nullopt;
  return y ? std::optional(std::pair(*x, *y)) : std::nullopt;
}

}  // namespace

int64_t Runs::count() const {
  int64_t n = 0;
  for (const IntBound& r : runs) n += r.size();
  return n;
}

std::optional<Runs> valuesOf(const Form& linear, const Bounds& box) {
  int64_t stride = 0;
  std::vector<std::pair<int64_t, int64_t>> steps;  // width, count
  int64_t start = linear.constant;
  for (const auto& [a, factor] : linear.terms) {
    const IntBound& here = box[static_cast<size_t>(a)];
    if (here.isEmpty()) return Runs{};
    start += factor * (factor > 0 ? here.min : here.max);
    if (here.size() == 1) continue;
    stride = std::gcd(stride, factor);
    steps.emplace_back(std::abs(factor), here.size());
  }
  Runs out{start, stride == 0 ? 1 : stride, {{0, 0}}};
  std::sort(steps.begin(), steps.end());
  for (const auto& [width, count] : steps)
    if (!repeat(out.runs, width / out.stride, count)) return std::nullopt;
  return canonical(std::move(out));
}

std::optional<Runs> united(const Runs& a, const Runs& b) {
  if (a.runs.empty()) return b;
  if (b.runs.empty()) return a;
  auto both = alike(a, b);
  if (!both) return std::nullopt;
  both->first.runs.insert(both->first.runs.end(), both->second.runs.begin(), both->second.runs.end());
  normalise(both->first.runs);
  return canonical(std::move(both->first));
}

std::optional<Runs> common(const Runs& a, const Runs& b) {
  if (a.runs.empty() || b.runs.empty()) return Runs{};
  const auto both = alike(a, b);
  if (!both) return std::nullopt;
  Runs out{both->first.offset, both->first.stride, {}};
  auto x = both->first.runs.begin(), y = both->second.runs.begin();
  while (x != both->first.runs.end() && y != both->second.runs.end()) {
    const IntBound overlap{std::max(x->min, y->min), std::min(x->max, y->max)};
    if (!overlap.isEmpty()) out.runs.push_back(overlap);
    (x->max < y->max ? x : y)++;
  }
  return canonical(std::move(out));
}

}  // namespace lw::analysis
