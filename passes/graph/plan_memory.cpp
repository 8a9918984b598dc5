#include "passes/graph/plan_memory.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "passes/graph/model_sizes.h"
#include "passes/graph/run_errors.h"

namespace lw {
namespace {

using Place = MemoryPlan::Place;
constexpr int64_t kMostBytes = int64_t{1} << 47;  // of one buffer; sums of many stay far from the end of int64

bool together(const Place& a, const Place& b) {
  for (const auto& [first, last] : a.ranges)
    for (const auto& [begin, end] : b.ranges)
      if (first <= end && begin <= last) return true;
  return false;
}

// Where a buffer holds a value that is needed: on a way through the program that writes it before and uses it later.
class Liveness {
 public:
  explicit Liveness(const ModelProgram& program)
      : program_(program), writes_(program.buffers.size()), uses_(program.buffers.size()) {
    for (int s = 0; s < static_cast<int>(program.steps.size()); ++s) {
      const ModelStep& step = program.steps[static_cast<size_t>(s)];
      for (const int b : step.writes) writes_[static_cast<size_t>(b)].push_back(s);
      for (const std::vector<int>* used : {&step.reads, &step.writes})
        for (const int b : *used) uses_[static_cast<size_t>(b)].push_back(s);
      for (int arm = step.arm; arm >= 0; arm = program.arms[static_cast<size_t>(arm)].outer)
        if (const int b = program.arms[static_cast<size_t>(arm)].condition; b >= 0)
          uses_[static_cast<size_t>(b)].push_back(s);
    }
    for (const ModelCount& count : program.counts)  // it is read between the steps
      uses_[static_cast<size_t>(count.buffer)].push_back(static_cast<int>(program.steps.size()));
    for (size_t b = 0; b < program.buffers.size(); ++b)  // who calls the model takes its results after the last step
      if (program.buffers[b].role == ModelBuffer::Role::Output)
        uses_[b].push_back(static_cast<int>(program.steps.size()));
  }
  // Empty: no step uses the buffer.
  std::vector<std::pair<int, int>> rangesOf(int buffer) const {
    const std::vector<int>&writes = writes_[static_cast<size_t>(buffer)], &uses = uses_[static_cast<size_t>(buffer)];
    std::vector<std::pair<int, int>> ranges;
    if (uses.empty()) return ranges;
    const int last = std::min(uses.back(), static_cast<int>(program_.steps.size()) - 1);
    for (int s = uses.front(); s <= last; ++s) {
      if (!program_.arms.empty() && !(any(writes, s, true) && any(uses, s, false))) continue;
      if (ranges.empty() || ranges.back().second + 1 < s) ranges.emplace_back(s, s);
      ranges.back().second = s;
    }
    return ranges;
  }

 private:
  // Is one of the steps before (or after) `at`, or `at` itself, on a way through it?
  bool any(const std::vector<int>& steps, int at, bool before) const {
    return std::any_of(steps.begin(), steps.end(),
                       [&](int s) { return (before ? s <= at : s >= at) && onOnePath(program_, armOf(s), armOf(at)); });
  }
  int armOf(int step) const {
    return step < static_cast<int>(program_.steps.size()) ? program_.steps[static_cast<size_t>(step)].arm : -1;
  }

  const ModelProgram& program_;
  std::vector<std::vector<int>> writes_, uses_;  // steps of each buffer, in order
};

// The parts of the workspace that are taken while `place` lives, in order.
std::vector<std::pair<int64_t, int64_t>> takenBeside(const Place& place, const std::vector<Place>& all) {
  std::vector<std::pair<int64_t, int64_t>> taken;
  for (const Place& other : all)
    if (&other != &place && other.offset >= 0 && other.bytes > 0 && together(place, other))
      taken.emplace_back(other.offset, other.offset + other.bytes);
  std::sort(taken.begin(), taken.end());
  return taken;
}

int64_t lowest(const Place& place, const std::vector<Place>& all) {
  int64_t at = 0;
  for (const auto& [begin, end] : takenBeside(place, all)) {
    if (begin - at >= place.bytes) break;
    at = std::max(at, end);
  }
  return at;
}

// The highest place that ends at `top` or below it; -1: there is none.
int64_t highest(const Place& place, const std::vector<Place>& all, int64_t top) {
  auto taken = takenBeside(place, all);
  std::sort(taken.begin(), taken.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  int64_t end = top;
  for (const auto& [begin, last] : taken) {
    if (end - last >= place.bytes) break;
    end = std::min(end, begin);
  }
  return end >= place.bytes ? end - place.bytes : -1;
}

int64_t peakOf(const std::vector<Place>& places) {
  int64_t peak = 0;
  for (const Place& p : places) peak = std::max(peak, p.offset + p.bytes);
  return peak;
}

// Each place in turn at the lowest offset that is free.
std::vector<Place> fromBelow(std::vector<Place> places, const std::vector<size_t>& order) {
  for (const size_t i : order) places[i].offset = lowest(places[i], places);
  return places;
}

// In the order of the steps, at the lower or the upper end of a workspace of `bound` bytes. On a chain, where a step
// reads the buffer of the step before and writes its own, buffers alternate between the two ends and fit exactly.
std::vector<Place> fromBothEnds(std::vector<Place> places, int64_t bound) {
  for (Place& place : places) {
    const int64_t low = lowest(place, places), high = highest(place, places, bound);
    place.offset = low == 0 || high < 0 ? low : high;
  }
  return places;
}

Result<int64_t> valueOf(const ModelProgram& program, const Expr& size, const LaunchValues& sizes) {
  const std::optional<int64_t> value = sizeWith(size, sizes);
  if (!value) return err::kModelSize(program.name, graph::sizeText(size));
  if (*value < 0) return err::kModelNegative(graph::sizeText(size), program.name, *value);
  return *value;
}

}  // namespace

const Place* MemoryPlan::find(int buffer) const {
  for (const Place& place : places)
    if (place.buffer == buffer) return &place;
  return nullptr;
}

Result<std::vector<int64_t>> shapeWith(const ModelProgram& program, const ModelBuffer& buffer,
                                       const LaunchValues& sizes) {
  std::vector<int64_t> shape;
  for (const Expr& size : buffer.shape) {
    Result<int64_t> value = valueOf(program, size, sizes);
    if (!value) return value.error();
    shape.push_back(*value);
  }
  return shape;
}

Result<int64_t> bytesWith(const ModelProgram& program, const ModelBuffer& buffer, const LaunchValues& sizes) {
  const Result<std::vector<int64_t>> shape = shapeWith(program, buffer, sizes);
  if (!shape) return shape.error();
  int64_t bytes = buffer.type.bytes();
  for (const int64_t extent : *shape)
    if (__builtin_mul_overflow(bytes, extent, &bytes) || bytes > kMostBytes)
      return err::kModelTooLarge(buffer.name, shapeText(*shape));
  return bytes;
}

std::vector<std::vector<std::pair<int, int>>> liveRanges(const ModelProgram& program) {
  const Liveness liveness(program);
  std::vector<std::vector<std::pair<int, int>>> all;
  for (size_t b = 0; b < program.buffers.size(); ++b) all.push_back(liveness.rangesOf(static_cast<int>(b)));
  return all;
}

namespace {

// The bytes of a buffer; nothing: they are not known.
using BytesOf = std::function<Result<std::optional<int64_t>>(const ModelBuffer&)>;

Result<std::optional<MemoryPlan>> planWith(const ModelProgram& program, const std::vector<bool>& apart,
                                           const BytesOf& bytesOf) {
  MemoryPlan plan;
  const Liveness liveness(program);
  for (size_t b = 0; b < program.buffers.size(); ++b) {
    const ModelBuffer& buffer = program.buffers[b];
    if (buffer.role != ModelBuffer::Role::Temporary || (b < apart.size() && apart[b])) continue;
    std::vector<std::pair<int, int>> ranges = liveness.rangesOf(static_cast<int>(b));
    if (ranges.empty()) continue;
    const Result<std::optional<int64_t>> exact = bytesOf(buffer);
    if (!exact) return exact.error();
    if (!*exact) return std::optional<MemoryPlan>();
    const int64_t bytes = (**exact + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment;
    plan.total += bytes;
    plan.places.push_back(
        {static_cast<int>(b), ranges.front().first, ranges.back().second, bytes, -1, std::move(ranges)});
  }
  std::stable_sort(plan.places.begin(), plan.places.end(),
                   [](const Place& a, const Place& b) { return a.first < b.first; });
  plan.live.assign(program.steps.size(), 0);
  for (const Place& p : plan.places)
    for (const auto& [first, last] : p.ranges)
      for (int s = first; s <= last; ++s) plan.live[static_cast<size_t>(s)] += p.bytes;
  for (const int64_t bytes : plan.live) plan.bound = std::max(plan.bound, bytes);

  std::vector<size_t> order(plan.places.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::vector<std::vector<Place>> tried{fromBothEnds(plan.places, plan.bound), fromBelow(plan.places, order)};
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return plan.places[a].bytes > plan.places[b].bytes; });
  tried.push_back(fromBelow(plan.places, order));
  plan.places =
      *std::min_element(tried.begin(), tried.end(), [](const auto& a, const auto& b) { return peakOf(a) < peakOf(b); });
  plan.peak = peakOf(plan.places);
  return std::optional(std::move(plan));
}

}  // namespace

Result<MemoryPlan> planMemory(const ModelProgram& program, const LaunchValues& sizes, const std::vector<bool>& apart) {
  Result<std::optional<MemoryPlan>> plan =
      planWith(program, apart, [&](const ModelBuffer& buffer) -> Result<std::optional<int64_t>> {
        const Result<int64_t> bytes = bytesWith(program, buffer, sizes);
        if (!bytes) return bytes.error();
        return std::optional(*bytes);
      });
  if (!plan) return plan.error();
  return std::move(**plan);
}

Result<std::optional<MemoryPlan>> planWithinBounds(const ModelProgram& program, const std::vector<bool>& apart) {
  Analyzer known;
  for (const Var& size : allSizes(program))
    if (const auto bound = program.bounds.find(size.key()); bound != program.bounds.end())
      known.bind(size,
                 Range{makeConst(size.dtype(), 0), makeConst(size.dtype(), std::get<int64_t>(bound->second) + 1)});
  return planWith(program, apart, [&](const ModelBuffer& buffer) -> Result<std::optional<int64_t>> {
    int64_t bytes = buffer.type.bytes();
    for (const Expr& size : buffer.shape) {
      const int64_t most = known.constBound(size).max;
      if (most == IntBound::kPosInf) return std::optional<int64_t>();
      if (__builtin_mul_overflow(bytes, std::max<int64_t>(most, 0), &bytes) || bytes > kMostBytes)
        return err::kModelTooLarge(buffer.name, graph::toText(buffer.shape));
    }
    return std::optional(bytes);
  });
}

Status checkBounds(const ModelProgram& program, const LaunchValues& sizes) {
  for (const Var& size : allSizes(program)) {
    const auto bound = program.bounds.find(size.key()), given = sizes.find(size.key());
    if (bound == program.bounds.end() || given == sizes.end()) continue;
    const int64_t most = std::get<int64_t>(bound->second), value = std::get<int64_t>(given->second);
    if (value > most)
      return explain(err::kModelAboveBound(size.name(), value, program.name, most), "raise the bound, or leave it out");
  }
  return success();
}

std::string toText(const MemoryPlan& plan, const ModelProgram& program) {
  std::string text = "peak " + std::to_string(plan.peak) + ", bound " + std::to_string(plan.bound) +
                     ", without sharing " + std::to_string(plan.total) + "\n";
  for (const Place& p : plan.places)
    text += "  " + program.buffers[static_cast<size_t>(p.buffer)].name + ": " + std::to_string(p.bytes) + " bytes at " +
            std::to_string(p.offset) + ", steps " + std::to_string(p.first) + " to " + std::to_string(p.last) + "\n";
  return text;
}

}  // namespace lw
