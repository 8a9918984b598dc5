// Traces as Python text.
#include <cstdio>

#include "core/trace/trace.h"

namespace lw {
namespace {

// All digits, as TVM writes them.
std::string exactText(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  std::string s = text;
  return s.find_first_of(".en") == std::string::npos ? s + ".0" : s;
}

std::string textOf(const Value& value, bool brief, const std::function<std::string(const Value&)>& handle) {
  if (const auto* d = value.as<double>(); d && !brief) return exactText(*d);
  if (value.isHandle() || value.as<LoopId>() || value.as<BlockId>()) return handle(value);
  std::string out;
  if (const auto* list = value.as<Value::List>()) {
    for (const Value& item : *list) out += (out.empty() ? "" : ", ") + textOf(item, brief, handle);
    return "[" + out + "]";
  }
  if (const auto* dict = value.as<Value::Dict>()) {
    for (const auto& [key, item] : *dict) out += (out.empty() ? "" : ", ") + quoted(key) + ": " + textOf(item, brief, handle);
    return "{" + out + "}";
  }
  return toText(value);
}

std::string tupleText(const Value::List& list, bool brief, const std::function<std::string(const Value&)>& handle) {
  const std::string text = textOf(Value(list), brief, handle);
  return "(" + text.substr(1, text.size() - 2) + ")";
}

// lambda vi, vj: [(vi, vi + 2), (vj, vj + 1)]
std::string rangesText(const IndexMap& map) {
  std::string inputs, ranges;
  for (const Var& v : map.initial) inputs += (inputs.empty() ? "" : ", ") + v.name();
  for (size_t i = 0; i + 1 < map.final.size(); i += 2)
    ranges += (i ? ", (" : "(") + toText(map.final[i]) + ", " + toText(map.final[i + 1]) + ")";
  return "lambda " + inputs + ": [" + ranges + "]";
}

std::string textOf(const Param& param, const Value& value, bool brief, const std::function<std::string(const Value&)>& handle) {
  if (const auto* list = value.as<Value::List>(); list && param.type == ParamType::BufferSlot) return tupleText(*list, brief, handle);
  if (const auto* map = value.as<IndexMap>(); map && param.type == ParamType::RangeMap) return rangesText(*map);
  return textOf(value, brief, handle);
}

bool isDefault(const Param& param, const Value& value) {
  return param.defaultValue && (equal(*param.defaultValue, value) || (value.as<Value::List>() && value.as<Value::List>()->empty() && param.defaultValue->isNone()));
}

std::string argumentsText(const Primitive& primitive, const Arguments& args, bool brief,
                          const std::function<std::string(const Value&)>& handle) {
  std::string out;
  bool named = !brief;
  for (size_t i = 0; i < args.size(); ++i) {
    const Param& param = primitive.params[i];
    if (isDefault(param, args[i]) && (brief || param.hideDefault)) {
      named = true;  // what follows can no longer be told by its position
      continue;
    }
    std::string text = textOf(param, args[i], brief, handle);
    if (param.variadic) text = text.substr(1, text.size() - 2);
    else if (named && !param.positional) text = param.name + "=" + text;
    out += (out.empty() ? "" : ", ") + text;
  }
  return out;
}

}  // namespace

std::string toPython(const Trace& trace, Dialect dialect) {
  std::string text = "def apply_trace(sch):\n";
  if (trace.instructions.empty()) return text + "    pass\n";
  HandleNames names;
  const auto handle = [&](const Value& v) { return names.of(v); };
  auto group = trace.groups.begin();
  for (size_t i = 0; i < trace.instructions.size(); ++i) {
    const Instruction& step = trace.instructions[i];
    if (group != trace.groups.end() && static_cast<size_t>(group->first) == i) {
      text += "    # " + group->title + ": " + std::to_string(group->count) + (group->count == 1 ? " call\n" : " calls\n");
      ++group;
    }
    const std::string call = "sch." + methodIn(dialect, *step.primitive) + "(" + argumentsText(*step.primitive, step.args, false, handle) + ")";
    std::string outputs;
    for (const Value& output : step.outputs) outputs += (outputs.empty() ? "" : ", ") + names.define(output);
    const Returns returns = step.primitive->returns;
    const bool list = returns == Returns::Loops || returns == Returns::Blocks || returns == Returns::Ints;
    if (list && step.outputs.size() == 1) outputs += ",";
    text += "    " + (outputs.empty() ? "" : outputs + " = ") + call + "\n";
  }
  return text;
}

// "i"; "C.i" where several loops have that name.
static std::string loopName(const Snapshot& program, LoopId loop) {
  const std::string name = program.name(loop);
  const std::vector<BlockId> below = program.blocksBelow(loop);
  return program.loopsNamed(name).size() < 2 || below.empty() ? name : program.name(below.front()) + "." + name;
}

std::string callText(const Snapshot& program, const Primitive& primitive, const Arguments& args) {
  const auto handle = [&](const Value& v) -> std::string {
    if (const auto* loop = v.as<LoopId>()) return program.contains(*loop) ? loopName(program, *loop) : toText(v);
    if (const auto* block = v.as<BlockId>()) return program.contains(*block) ? quoted(program.name(*block)) : toText(v);
    return toText(v);
  };
  return primitive.name + "(" + argumentsText(primitive, args, true, handle) + ")";
}

}  // namespace lw
