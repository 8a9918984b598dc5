// Carrying steps out on another program.
#include <algorithm>
#include <unordered_map>

#include "core/trace/trace.h"

namespace lw {
namespace {

constexpr ErrorKind kOutputs{"trace.outputs", "step {0} ({1}) returned {2} results where the trace has {3}"};
constexpr ErrorKind kNotThere{"trace.not-there", "{0} of the earlier program has no counterpart"};

using HandleMap = std::unordered_map<uint32_t, Value>;  // number in the trace -> handle in the new schedule

// nullopt: an argument has no counterpart; `missing` is then that handle.
std::optional<Value> mapped(const Value& value, const HandleMap& map, Value& missing) {
  if (value.isHandle()) {
    const auto found = map.find(handleNumber(value));
    if (found != map.end()) return found->second;
    missing = value;
    return std::nullopt;
  }
  if (const auto* list = value.as<Value::List>()) {
    Value::List items;
    for (const Value& item : *list) {
      std::optional<Value> one = mapped(item, map, missing);
      if (!one) return std::nullopt;
      items.push_back(std::move(*one));
    }
    return Value(std::move(items));
  }
  return value;
}

std::optional<Arguments> mappedAll(const Arguments& args, const HandleMap& map, Value& missing) {
  Arguments out;
  for (const Value& arg : args) {
    std::optional<Value> one = mapped(arg, map, missing);
    if (!one) return std::nullopt;
    out.push_back(std::move(*one));
  }
  return out;
}

// The name of what a handle stood for just after it was defined; empty for numbers.
std::string nameOf(const Schedule& schedule, const Value& handle) {
  if (const auto* loop = handle.as<LoopRv>())
    if (Result<LoopId> id = schedule.resolve(*loop)) return schedule.program().name(*id);
  if (const auto* block = handle.as<BlockRv>())
    if (Result<BlockId> id = schedule.resolve(*block)) return schedule.program().name(*id);
  return "";
}

// Pairs old outputs with new ones: by name where the name occurs, in order; where the numbers agree the rest by position.
void pair(const Schedule& before, const std::vector<Value>& old, const Schedule& after, const std::vector<Value>& made,
          HandleMap& map) {
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

}  // namespace

Result<Schedule> replay(const Snapshot& source, const Trace& trace) { return replay(Schedule(source), trace); }

Result<Schedule> replay(const Schedule& start, const Trace& trace) {
  Schedule schedule = start;
  HandleMap map;
  for (size_t i = 0; i < trace.instructions.size(); ++i) {
    const Instruction& step = trace.instructions[i];
    Value missing;
    const std::optional<Arguments> args = mappedAll(step.args, map, missing);
    if (!args) return explain(kNotThere, {toText(missing)});
    Result<Value> result = schedule.apply(*step.primitive, *args);
    if (!result) {
      Explanation e = std::move(result).error();
      e.message = "step " + std::to_string(i + 1) + ", " + step.primitive->name + ": " + e.message;
      return e;
    }
    const std::vector<Value>& outputs = schedule.step(schedule.stepCount() - 1).outputs;
    if (outputs.size() != step.outputs.size())
      return explain(kOutputs, {std::to_string(i + 1), step.primitive->name, std::to_string(outputs.size()), std::to_string(step.outputs.size())},
                     "the trace was made for another program");
    for (size_t k = 0; k < outputs.size(); ++k) map.insert_or_assign(handleNumber(step.outputs[k]), outputs[k]);
  }
  return schedule;
}

Replayed replayOnto(const Snapshot& source, const Schedule& old) {
  Replayed result{Schedule(source), {}, {}};
  HandleMap map;
  const std::vector<Instruction> steps = old.instructions();
  for (size_t i = 0; i < steps.size(); ++i) {
    const Instruction& step = steps[i];
    const int index = static_cast<int>(i);
    const Schedule before = old.prefix(index), after = old.prefix(index + 1);
    const auto lose = [&](Explanation why) {
      Arguments ids;
      for (const Value& arg : step.args) {
        Result<Value> resolved = before.resolve(arg);
        ids.push_back(resolved ? *resolved : arg);
      }
      result.casualties.push_back({index, callText(before.program(), *step.primitive, ids), std::move(why)});
    };
    Value missing;
    const std::optional<Arguments> args = mappedAll(step.args, map, missing);
    if (!args) {
      const std::string name = nameOf(before, missing);
      const std::string what = missing.as<LoopRv>() ? "loop " : missing.as<BlockRv>() ? "block " : "the value ";
      lose(explain(kNotThere, {what + (name.empty() ? toText(missing) : name)}, "an earlier step that made it did not fit any more"));
      continue;
    }
    Schedule next = result.schedule;
    Result<Value> made = next.apply(*step.primitive, *args);
    if (!made) {
      lose(made.error());
      continue;
    }
    pair(after, step.outputs, next, next.step(next.stepCount() - 1).outputs, map);
    result.schedule = next;
    result.survivors.push_back(index);
  }
  return result;
}

}  // namespace lw
