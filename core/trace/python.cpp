// Traces as Python text.
#include "core/trace/trace.h"

namespace lw {
namespace {

std::string textOf(const Value& value, const std::function<std::string(const Value&)>& handle) {
  if (value.isHandle() || value.as<LoopId>() || value.as<BlockId>()) return handle(value);
  std::string out;
  if (const auto* list = value.as<Value::List>()) {
    for (const Value& item : *list) out += (out.empty() ? "" : ", ") + textOf(item, handle);
    return "[" + out + "]";
  }
  if (const auto* dict = value.as<Value::Dict>()) {
    for (const auto& [key, item] : *dict) out += (out.empty() ? "" : ", ") + quoted(key) + ": " + textOf(item, handle);
    return "{" + out + "}";
  }
  return toText(value);
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
    std::string text = textOf(args[i], handle);
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
  for (const Instruction& step : trace.instructions) {
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
