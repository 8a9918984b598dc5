#include "passes/graph/plan_memory.h"

#include <algorithm>
#include <numeric>

#include "passes/graph/run_errors.h"

namespace lw {
namespace {

using Place = MemoryPlan::Place;
constexpr int64_t kMostBytes = int64_t{1} << 47;  // of one buffer; sums of many stay far from the end of int64

bool together(const Place& a, const Place& b) { return a.first <= b.last && b.first <= a.last; }

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

Result<MemoryPlan> planMemory(const ModelProgram& program, const LaunchValues& sizes, const std::vector<bool>& apart) {
  MemoryPlan plan;
  const auto count = static_cast<int>(program.steps.size());
  std::vector<int> at(program.buffers.size(), -1);
  for (int s = 0; s < count; ++s)
    for (const std::vector<int>* used :
         {&program.steps[static_cast<size_t>(s)].reads, &program.steps[static_cast<size_t>(s)].writes})
      for (const int b : *used) {
        const auto number = static_cast<size_t>(b);
        const ModelBuffer& buffer = program.buffers[number];
        if (buffer.role != ModelBuffer::Role::Temporary || (number < apart.size() && apart[number])) continue;
        if (at[number] < 0) {
          const Result<int64_t> exact = bytesWith(program, buffer, sizes);
          if (!exact) return exact.error();
          const int64_t bytes = (*exact + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment;
          at[number] = static_cast<int>(plan.places.size());
          plan.places.push_back({b, s, s, bytes});
          plan.total += bytes;
        }
        plan.places[static_cast<size_t>(at[number])].last = s;
      }
  plan.live.assign(static_cast<size_t>(count), 0);
  for (const Place& p : plan.places)
    for (int s = p.first; s <= p.last; ++s) plan.live[static_cast<size_t>(s)] += p.bytes;
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
  return plan;
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
