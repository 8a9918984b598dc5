#include "core/schedule/support/provenance.h"

#include <algorithm>

namespace lw {
namespace {

template <class Id>
const std::vector<std::pair<Id, std::vector<Id>>>& fateOf(const StepChange& change) {
  if constexpr (std::is_same_v<Id, LoopId>)
    return change.fate.loops;
  else
    return change.fate.blocks;
}

template <class Id>
const std::vector<Id>& addedBy(const StepChange& change) {
  if constexpr (std::is_same_v<Id, LoopId>)
    return change.loopsAdded;
  else
    return change.blocksAdded;
}

template <class Id>
bool contains(const std::vector<Id>& list, Id id) {
  return std::find(list.begin(), list.end(), id) != list.end();
}

bool isAnother(const Snapshot& before, const Snapshot& after, LoopId id) {
  const For &old = before.loop(id), &now = after.loop(id);
  return old.kind != now.kind || old.annotations.size() != now.annotations.size();
}
bool isAnother(const Snapshot& before, const Snapshot& after, BlockId id) {
  return !before.stmt(id).sameAs(after.stmt(id));
}

// Whether the loop or block was the first argument of the step, and the step changed it.
template <class Id>
bool isChangedBy(const Schedule& schedule, int step, Id id) {
  const Instruction& instruction = schedule.step(step);
  if (instruction.primitive->query || instruction.args.empty()) return false;
  const Snapshot &before = schedule.programAfter(step - 1), &after = schedule.programAfter(step);
  if (!before.contains(id) || !after.contains(id)) return false;
  const Result<StepValue> subject = schedule.prefix(step).resolve(instruction.args.front());
  const Id* given = subject ? subject->as<Id>() : nullptr;
  return given && *given == id && isAnother(before, after, id);
}

template <class Id>
std::vector<int> behind(const Schedule& schedule, Id id) {
  std::vector<Id> wanted{id};
  std::vector<int> steps;
  for (int step = schedule.stepCount() - 1; step >= 0; --step) {
    const StepChange& change = schedule.change(step);
    bool counts = false;
    for (const Id& one : std::vector<Id>(wanted)) {
      counts = counts || contains(addedBy<Id>(change), one) || isChangedBy(schedule, step, one);
      // The loops or blocks that it replaced.
      for (const auto& [old, became] : fateOf<Id>(change))
        if (contains(became, one) && !contains(wanted, old)) wanted.push_back(old), counts = true;
    }
    if (counts) steps.push_back(step);
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

}  // namespace

std::vector<int> stepsBehind(const Schedule& schedule, LoopId loop) { return behind(schedule, loop); }
std::vector<int> stepsBehind(const Schedule& schedule, BlockId block) { return behind(schedule, block); }

Selection madeBySteps(const Schedule& schedule, int from, int to) {
  Selection made;
  const Snapshot& program = schedule.program();
  const auto within = [&](auto id) {
    const std::vector<int> steps = behind(schedule, id);
    return std::any_of(steps.begin(), steps.end(), [&](int step) { return step >= from && step < to; });
  };
  for (int f = 0; f < program.functionCount(); ++f) {
    for (const LoopId loop : program.loops(f))
      if (within(loop)) made.loops.push_back(loop);
    for (const BlockId block : program.blocks(f))
      if (block != program.rootBlock(f) && within(block)) made.blocks.push_back(block);
  }
  return made;
}

}  // namespace lw
