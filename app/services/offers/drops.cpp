#include "app/services/offers/drops.h"

#include <algorithm>
#include <chrono>

#include "app/models/text/translate_messages.h"
#include "core/schedule/all_primitives.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

constexpr std::chrono::milliseconds kBetweenTellings{8};  // between two reports

DropVerdict verdictOf(const Schedule& schedule, const DropStep& step, LoopId target) {
  const Status status = schedule.check(*step.primitive, step.args);
  DropVerdict verdict;
  verdict.target = target;
  verdict.legal = bool(status);
  verdict.call = QString::fromStdString(callText(schedule.program(), *step.primitive, step.args));
  if (!status) verdict.reason = reasonWords(status.error());
  return verdict;
}

}  // namespace

std::optional<DropStep> dropStep(const Snapshot& program, const LoopTree& tree, LoopId loop, BlockId block,
                                 LoopId target) {
  if (!program.contains(target) || !(loop.valid() ? program.contains(loop) : program.contains(block)))
    return std::nullopt;
  if (loop.valid()) {
    // The dragged loop moves outside of the loop that it is dropped on, or inside if it came from outside.
    const bool inward = program.isAncestor(loop, target);
    // StepValue() makes the braces one argument, a list, instead of two arguments.
    return DropStep{&kReorder, {StepValue(StepValue::List{inward ? target : loop, inward ? loop : target})}};
  }
  // A block before the loop is a producer, a block after it a consumer.
  const bool before = tree.find(block) < tree.find(target);
  return DropStep{before ? &kComputeAt : &kReverseComputeAt,
                  {StepValue(block), StepValue(target), StepValue(false), StepValue(-1)}};
}

void checkDrops(const Schedule& schedule, const LoopTree& tree, LoopId loop, BlockId block, const Stop& stop,
                const std::function<void(std::vector<DropVerdict>)>& tell) {
  const int from = loop.valid() ? tree.find(loop) : tree.find(block);
  std::vector<int> targets;
  for (int i = 0; i < int(tree.nodes.size()); ++i)
    if (tree.nodes[size_t(i)].loop.valid() && i != from) targets.push_back(i);
  std::stable_sort(targets.begin(), targets.end(),
                   [from](int a, int b) { return std::abs(a - from) < std::abs(b - from); });
  std::vector<DropVerdict> verdicts;
  auto told = std::chrono::steady_clock::now();
  for (const int i : targets) {
    if (stop()) return;
    const LoopId target = tree.nodes[size_t(i)].loop;
    const std::optional<DropStep> step = dropStep(schedule.program(), tree, loop, block, target);
    if (!step) continue;
    verdicts.push_back(verdictOf(schedule, *step, target));
    if (std::chrono::steady_clock::now() - told < kBetweenTellings) continue;
    tell(std::exchange(verdicts, {}));
    told = std::chrono::steady_clock::now();
  }
  tell(std::move(verdicts));
}

}  // namespace lw
