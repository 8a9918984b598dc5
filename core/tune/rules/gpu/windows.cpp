// gpu-windows: each result reads a window of elements, which overlaps with those of its neighbours: stencils, pooling,
// depthwise convolutions. A block of threads computes a tile, and may copy what the tile reads to shared memory first.
#include <algorithm>

#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/contractions/put.h"
#include "core/tune/rules/gpu/gpu_text.h"
#include "core/tune/rules/space_template.h"

namespace lw::tune {
namespace {

constexpr int64_t kLargestWindow = 64;  // elements; the tile of a larger one may not fit in shared memory

bool usesAny(const Expr& e, const BlockFacts& facts, bool reduce) {
  for (const BlockAxis& axis : facts.axes)
    if (axis.reduce == reduce && axis.extent > 1 && usesVar(e, facts.var(axis))) return true;
  return false;
}

// Does the access read a window: x + r with a reduction over r?
bool readsWindow(const BlockFacts& facts, const BufferLoad& load) {
  return std::any_of(load.indices.begin(), load.indices.end(), [&](const Expr& index) {
    return !index.as<Var>() && usesAny(index, facts, false) && usesAny(index, facts, true);
  });
}

// Positions among the reads of the buffers that are read in windows.
std::vector<size_t> windowsOf(const BlockFacts& facts) {
  std::vector<size_t> found;
  for (size_t r = 0; r < facts.block->reads.size(); ++r) {
    size_t loads = 0;
    bool window = false;
    for (const BufferLoad* load : facts.loads) {
      if (!(load->buffer == facts.block->reads[r].buffer)) continue;
      ++loads;
      window = window || readsWindow(facts, *load);
    }
    if (window || (loads > 2 && !facts.block->init)) found.push_back(r);
  }
  return found;
}

Message whyNotWindow(const BlockFacts& facts) {
  if (!facts.store) return "it is not a single store";
  if (facts.block->init && !facts.reduction) return "it reduces by an operation that is not known to be associative";
  const BlockAxis* along = contiguousAxis(facts, facts.store->indices);
  if (!along || along->reduce) return "its loops do not go along the last axis of its result";
  if (windowsOf(facts).empty()) return "it reads no window of elements";
  if (iterationsOf(facts.axesOf(true)) > kLargestWindow) return "its window is too large for shared memory";
  return {};
}

// Sets what resources/spaces/gpu_windows.py asks for.
void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const auto x = static_cast<size_t>(contiguousAxis(facts, facts.store->indices) - facts.axes.data());
  std::optional<size_t> y;  // the innermost of the other spatial axes
  for (size_t i = 0; i < facts.axes.size(); ++i)
    if (i != x && !facts.axes[i].reduce && facts.axes[i].extent > 1) y = i;
  Choices wides, talls;
  for (const int64_t n : {16, 32, 64, 128, 256})
    if (n == 16 || n < 2 * facts.axes[x].extent) wides.push_back({n, y ? n == 32 ? 0.4 : 0.2 : n >= 128 ? 0.4 : 0.1});
  for (const int64_t n : {1, 2, 4, 8, 16})
    if (y && n < 2 * facts.axes[*y].extent) talls.push_back({n, n >= 4 ? 0.3 : 0.15});
  SpaceTemplate space(text);
  space.set("name", facts.name);
  space.set("block", quoted(facts.name));
  space.setFlag("several_rows", y.has_value());
  space.setChoice("wide", [&] { return sampleNumber(text, "wide_" + facts.name, wides); });
  space.setChoice("tall", [&] {
    if (!y) return std::string("1");
    const std::string fits = put("n * {} <= {}", space.chosen("wide"), context.machine.gpu->maxThreads / 2);
    return sampleFitting(text, "tall_" + facts.name, talls, fits);
  });
  space.setChoice("staged", [&] { return sampleNumber(text, "staged_" + facts.name, {{0, 0.4}, {1, 0.6}}); });
  space.setChoice("unroll", [&] { return sampleNumber(text, "unroll_" + facts.name, {{0, 0.3}, {1, 0.7}}); });
  std::vector<std::string> sums;
  space.setChoice("loops", [&] {
    const std::vector<std::string> loops = loopNames(text, facts);
    std::vector<std::string> order;
    for (size_t i = 0; i < loops.size(); ++i)
      if (i != x && i != y && !facts.axes[i].reduce) order.push_back(loops[i]);
    if (y) order.emplace_back("outer");
    order.emplace_back("columns");
    sums = loopsOf(facts, loops, true);
    std::vector<std::string> inside = {"column"};
    if (y) inside.insert(inside.begin(), "row");
    inside.insert(inside.end(), sums.begin(), sums.end());
    if (y) space.set("y", loops[*y]);
    space.set("x", loops[x]);
    space.set("order", join(order));
    space.set("inside", join(inside));
    space.setFlag("sums", !sums.empty());
    space.setList("sums", sums.size(), [&](size_t i) { space.set("sum", sums[i]); });
    return listed(loops);
  });
  const std::vector<size_t> windows = windowsOf(facts);
  space.setList("windows", windows.size(), [&](size_t i) { space.set("read", static_cast<int64_t>(windows[i])); });
  space.write(spaceTemplate("gpu_windows"));
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  return forEachBlock(context, Sizes::Constant, [&](const BlockFacts& facts) {
    Message why = whyNotWindow(facts);
    if (why.empty()) write(context, facts);
    return why;
  });
}

}  // namespace

const Rule kGpuWindows{"gpu-windows", "Share what the windows of neighbouring results read.", apply};

}  // namespace lw::tune
