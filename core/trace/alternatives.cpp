#include "core/trace/alternatives.h"

#include <algorithm>

#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"

namespace lw {
namespace {

using Ways = std::vector<std::vector<PlannedStep>>;

constexpr size_t kLoops = 4;  // of a nest, those next to the refused one

// The same step at another loop of the nest, which is first brought to where it belongs: lanes are innermost, threads
// outermost.
Ways otherLoops(const Snapshot& program, const Primitive& refused, const Arguments& args) {
  const LoopId loop = *args.front().as<LoopId>();
  const std::vector<BlockId> below = program.blocksBelow(loop);
  if (below.empty()) return {};
  const std::vector<LoopId> nest = program.loopsAbove(below.front());
  const auto at = std::find(nest.begin(), nest.end(), loop);
  if (at == nest.end()) return {};
  const auto own = at - nest.begin();
  std::vector<std::ptrdiff_t> others;
  for (std::ptrdiff_t i = 0; i < std::ssize(nest); ++i)
    if (i != own && !isOne(program.loop(nest[static_cast<size_t>(i)]).extent)) others.push_back(i);
  std::stable_sort(others.begin(), others.end(), [&](auto a, auto b) { return std::abs(a - own) < std::abs(b - own); });
  if (others.size() > kLoops) others.resize(kLoops);
  const bool inside = refused.name == "vectorize";
  Ways ways;
  for (const std::ptrdiff_t i : others) {
    std::vector<PlannedStep> way;
    std::vector<LoopId> order;
    if (inside) {
      order.assign(nest.begin() + i + 1, nest.end());
      order.push_back(nest[static_cast<size_t>(i)]);
    } else if (i > own) {
      order.push_back(nest[static_cast<size_t>(i)]);
      order.insert(order.end(), nest.begin() + own, nest.begin() + i);
    }
    if (order.size() > 1) way.push_back({findPrimitive("reorder"), {Value::List(order.begin(), order.end())}});
    Arguments same = args;
    same.front() = nest[static_cast<size_t>(i)];
    way.push_back({&refused, std::move(same)});
    ways.push_back(std::move(way));
  }
  return ways;
}

// The same step at each loop around the block, where they are.
Ways sameAtOtherLoops(const Snapshot& program, const Primitive& refused, const Arguments& args) {
  const auto* loop = args.front().as<LoopId>();
  const std::vector<BlockId> below = loop ? program.blocksBelow(*loop) : std::vector<BlockId>();
  if (below.empty()) return {};
  Ways ways;
  for (const LoopId other : program.loopsAbove(below.front())) {
    Arguments same = args;
    same.front() = other;
    if (other != *loop) ways.push_back({{&refused, std::move(same)}});
  }
  return ways;
}

}  // namespace

Ways alternativesTo(const Snapshot& program, const Primitive& refused, const Arguments& args,
                    const Explanation& reason) {
  if (args.empty()) return {};
  if (reason.kind == "loop.carries-reduction" || reason.kind == "loop.carries-dependence")
    return args.front().as<LoopId>() ? otherLoops(program, refused, args) : Ways{};
  if (reason.kind == "rfactor.ties") return sameAtOtherLoops(program, refused, args);
  const auto* block = args.front().as<BlockId>();
  if (!block) return {};
  Ways ways;
  if (reason.kind == "compute_inline.output")
    for (const BlockId consumer : program.consumers(*block))
      ways.push_back({{findPrimitive("reverse_compute_inline"), {consumer}}});
  if (reason.kind == "set_scope.not-allocated" && args.size() == 3)
    ways.push_back({{findPrimitive("cache_write"), {*block, args[1], args[2], Value::List{}}}});
  if (reason.kind == "decompose_reduction.inside-reduction" && args.size() == 2)
    for (const LoopId above : reason.loops)
      if (args[1].as<LoopId>() && above != *args[1].as<LoopId>()) ways.push_back({{&refused, {*block, above}}});
  return ways;
}

}  // namespace lw
