#include "core/schedule/support/other_loops.h"

#include <algorithm>

#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"

namespace lw {

Alternatives atOtherLoops(const Snapshot& program, const Primitive& refused, const Arguments& args, NestEnd end) {
  constexpr size_t kLoops = 4;  // the loops of a nest that are nearest to the refused one
  const auto* first = args.front().as<LoopId>();
  if (!first) return {};
  const LoopId loop = *first;
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
  Alternatives ways;
  for (const std::ptrdiff_t i : others) {
    std::vector<StepCall> way;
    std::vector<LoopId> order;
    if (end == NestEnd::Inside) {
      order.assign(nest.begin() + i + 1, nest.end());
      order.push_back(nest[static_cast<size_t>(i)]);
    } else if (i > own) {
      order.push_back(nest[static_cast<size_t>(i)]);
      order.insert(order.end(), nest.begin() + own, nest.begin() + i);
    }
    if (order.size() > 1) way.push_back({&kReorder, {StepValue::List(order.begin(), order.end())}});
    Arguments same = args;
    same.front() = nest[static_cast<size_t>(i)];
    way.push_back({&refused, std::move(same)});
    ways.push_back(std::move(way));
  }
  return ways;
}

}  // namespace lw
