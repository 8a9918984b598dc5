// Carrying steps out on another program.
#include <algorithm>
#include <functional>
#include <limits>
#include <unordered_map>

#include "core/trace/errors.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

using HandleMap = std::unordered_map<uint32_t, StepValue>;  // number in the trace -> handle in the new schedule

// What a handle that is not in the map refers to; nullopt: nothing.
using Outer = std::function<std::optional<StepValue>(const StepValue& handle)>;

// nullopt: an argument has no counterpart; `missing` is then that handle.
std::optional<StepValue> mapped(const StepValue& value, const HandleMap& map, const Outer& outer, StepValue& missing) {
  if (value.isHandle()) {
    const auto found = map.find(handleNumber(value));
    if (found != map.end()) return found->second;
    if (std::optional<StepValue> other = outer(value)) return other;
    missing = value;
    return std::nullopt;
  }
  if (const auto* list = value.as<StepValue::List>()) {
    StepValue::List items;
    for (const StepValue& item : *list) {
      std::optional<StepValue> one = mapped(item, map, outer, missing);
      if (!one) return std::nullopt;
      items.push_back(std::move(*one));
    }
    return StepValue(std::move(items));
  }
  return value;
}

std::optional<Arguments> mappedAll(const Arguments& args, const HandleMap& map, const Outer& outer,
                                   StepValue& missing) {
  Arguments out;
  for (const StepValue& arg : args) {
    std::optional<StepValue> one = mapped(arg, map, outer, missing);
    if (!one) return std::nullopt;
    out.push_back(std::move(*one));
  }
  return out;
}

// The name of the object of a handle just after its definition; empty for numbers.
std::string nameOf(const Schedule& schedule, const StepValue& handle) {
  if (const auto* loop = handle.as<LoopRv>())
    if (Result<LoopId> id = schedule.resolve(*loop)) return schedule.program().name(*id);
  if (const auto* block = handle.as<BlockRv>())
    if (Result<BlockId> id = schedule.resolve(*block)) return schedule.program().name(*id);
  return "";
}

// Pairs old outputs with new ones: by name if the name occurs among the new ones, in order; the rest by position if the
// counts agree.
void pair(const Schedule& before, const std::vector<StepValue>& old, const Schedule& after,
          const std::vector<StepValue>& made, HandleMap& map) {
  std::vector<bool> taken(made.size());
  std::vector<size_t> rest;
  for (size_t i = 0; i < old.size(); ++i) {
    const std::string name = nameOf(before, old[i]);
    size_t match = made.size();
    for (size_t k = 0; k < made.size() && match == made.size(); ++k)
      if (!taken[k] && !name.empty() && nameOf(after, made[k]) == name) match = k;
    if (match == made.size()) {
      rest.push_back(i);
      continue;
    }
    taken[match] = true;
    map.insert_or_assign(handleNumber(old[i]), made[match]);
  }
  if (old.size() != made.size()) return;
  for (const size_t i : rest) {
    const size_t k = std::find(taken.begin(), taken.end(), false) - taken.begin();
    taken[k] = true;
    map.insert_or_assign(handleNumber(old[i]), made[k]);
  }
}

// With the assumptions under which the step was accepted.
Result<StepValue> applyAgain(Schedule& schedule, const Instruction& step, const Arguments& args) {
  if (!step.assumed) return schedule.apply(*step.primitive, args);
  Schedule assuming = schedule;
  assuming.assumeUndecided(true);
  Result<StepValue> made = assuming.apply(*step.primitive, args);
  if (!made) return made;
  assuming.assumeUndecided(false);
  schedule = assuming;
  return made;
}

}  // namespace

Result<Schedule> replay(const Snapshot& source, const Trace& trace) { return replay(Schedule(source), trace); }

Result<Schedule> replay(const Schedule& start, const Trace& trace) {
  Schedule schedule = start;
  HandleMap map;
  const Outer itself = [&](const StepValue& handle) {
    return handleNumber(handle) < trace.outer ? std::optional(handle) : std::nullopt;
  };
  for (size_t i = 0; i < trace.instructions.size(); ++i) {
    const Instruction& step = trace.instructions[i];
    StepValue missing;
    const std::optional<Arguments> args = mappedAll(step.args, map, itself, missing);
    if (!args) return err::kTraceNotThere(Snippet(toText(missing)));
    Result<StepValue> result = applyAgain(schedule, step, *args);
    if (!result) {
      Explanation e = std::move(result).error();
      e.setMessage(say("step {0}, {1}: {2}", i + 1, Ident(step.primitive->name), e.reason));
      return e;
    }
    const std::vector<StepValue>& outputs = schedule.step(schedule.stepCount() - 1).outputs;
    if (outputs.size() != step.outputs.size())
      return explain(err::kTraceOutputs(i + 1, step.primitive->name, outputs.size(), step.outputs.size()),
                     "the trace was made for another program");
    for (size_t k = 0; k < outputs.size(); ++k)
      if (step.outputs[k].isHandle()) map.insert_or_assign(handleNumber(step.outputs[k]), outputs[k]);
  }
  return schedule;
}

namespace {

// The loops with the name of `loop` whose first block has the name of the first block below it.
std::vector<LoopId> namesakes(const Snapshot& program, int function, const std::string& loop,
                              const std::string& block) {
  std::vector<LoopId> found;
  for (const LoopId id : program.loops(function)) {
    if (program.name(id) != loop) continue;
    const std::vector<BlockId> below = program.blocksBelow(id);
    if ((below.empty() ? "" : program.name(below.front())) == block) found.push_back(id);
  }
  return found;
}

template <class Id>
std::optional<Id> atSamePlace(Id id, const std::vector<Id>& old, const std::vector<Id>& now) {
  if (old.size() != now.size()) return std::nullopt;
  return now[static_cast<size_t>(std::find(old.begin(), old.end(), id) - old.begin())];
}

// The same loop of another program: by its name among the loops of its block, else by its position above the block.
std::optional<LoopId> counterpart(const Snapshot& before, LoopId loop, const Snapshot& after) {
  const int old = before.functionOf(loop);
  const std::optional<int> now = after.findFunction(before.functionName(old));
  if (!now) return std::nullopt;
  const std::vector<BlockId> below = before.blocksBelow(loop);
  const std::string block = below.empty() ? "" : before.name(below.front());
  const std::vector<LoopId> named = namesakes(after, *now, before.name(loop), block);
  if (!named.empty()) return atSamePlace(loop, namesakes(before, old, before.name(loop), block), named);
  const std::vector<BlockId> blocks = after.blocksNamed(block, *now);
  if (blocks.size() != 1) return std::nullopt;
  return atSamePlace(loop, before.loopsAbove(below.front()), after.loopsAbove(blocks.front()));
}

std::optional<BlockId> counterpart(const Snapshot& before, BlockId block, const Snapshot& after) {
  const int old = before.functionOf(block);
  const std::optional<int> now = after.findFunction(before.functionName(old));
  if (!now) return std::nullopt;
  return atSamePlace(block, before.blocksNamed(before.name(block), old), after.blocksNamed(before.name(block), *now));
}

// What a handle of an earlier schedule refers to in another program.
std::optional<StepValue> counterpart(const Schedule& before, const StepValue& handle, const Snapshot& after) {
  const Result<StepValue> stood = before.resolve(handle);
  if (!stood) return std::nullopt;
  if (const auto* loop = stood->as<LoopId>()) {
    const std::optional<LoopId> now = counterpart(before.program(), *loop, after);
    return now ? std::optional<StepValue>(*now) : std::nullopt;
  }
  if (const auto* block = stood->as<BlockId>()) {
    const std::optional<BlockId> now = counterpart(before.program(), *block, after);
    return now ? std::optional<StepValue>(*now) : std::nullopt;
  }
  return *stood;  // a number
}

uint32_t firstDefined(const Schedule& schedule, int from) {
  for (int i = from; i < schedule.stepCount(); ++i)
    if (const std::vector<StepValue>& outputs = schedule.step(i).outputs; !outputs.empty())
      return handleNumber(outputs.front());
  return std::numeric_limits<uint32_t>::max();
}

}  // namespace

Replayed replayOnto(const Snapshot& source, const Schedule& old) { return replayOnto(Schedule(source), old, 0); }

Replayed replayOnto(const Schedule& start, const Schedule& old, int from) {
  Replayed result{start, {}, {}};
  HandleMap map;
  const uint32_t own = firstDefined(old, from);
  for (int i = from; i < old.stepCount(); ++i) {
    const Instruction& step = old.step(i);
    const Schedule before = old.prefix(i), after = old.prefix(i + 1);
    const auto lose = [&](Explanation why) {
      result.droppedSteps.push_back({i, callText(before, step), std::move(why)});
    };
    const Outer earlier = [&](const StepValue& handle) {
      return handleNumber(handle) < own ? counterpart(before, handle, result.schedule.program()) : std::nullopt;
    };
    StepValue missing;
    const std::optional<Arguments> args = mappedAll(step.args, map, earlier, missing);
    if (!args) {
      const std::string name = nameOf(before, missing);
      const std::string what = missing.as<LoopRv>() ? "loop " : missing.as<BlockRv>() ? "block " : "the value ";
      lose(explain(err::kTraceNotThere(what + (name.empty() ? toText(missing) : name)),
                   "an earlier step that made it no longer applies"));
      continue;
    }
    Schedule next = result.schedule;
    Result<StepValue> made = applyAgain(next, step, *args);
    if (!made) {
      lose(made.error());
      continue;
    }
    pair(after, step.outputs, next, next.step(next.stepCount() - 1).outputs, map);
    result.schedule = next;
    result.survivors.push_back(i);
  }
  return result;
}

}  // namespace lw
