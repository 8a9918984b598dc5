// Traces as Python text.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <map>

#include "core/schedule/all_primitives.h"
#include "core/support/quote.h"
#include "core/support/text.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

// All digits, as TVM writes them.
std::string exactText(double value) {
  if (!std::isfinite(value)) return toText(StepValue(value));
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  std::string s = text;
  return s.find_first_of(".en") == std::string::npos ? s + ".0" : s;
}

std::string textOf(const StepValue& value, bool brief, const std::function<std::string(const StepValue&)>& handle) {
  if (const auto* d = value.as<double>(); d && !brief) return exactText(*d);
  if (value.isHandle() || value.as<LoopId>() || value.as<BlockId>()) return handle(value);
  std::string out;
  if (const auto* list = value.as<StepValue::List>()) {
    for (const StepValue& item : *list) addItem(out, textOf(item, brief, handle));
    return "[" + out + "]";
  }
  if (const auto* dict = value.as<StepValue::Dict>()) {
    for (const auto& [key, item] : *dict) addItem(out, quoted(key) + ": " + textOf(item, brief, handle));
    return "{" + out + "}";
  }
  return toText(value);
}

std::string tupleText(const StepValue::List& list, bool brief,
                      const std::function<std::string(const StepValue&)>& handle) {
  const std::string text = textOf(StepValue(list), brief, handle);
  return "(" + text.substr(1, text.size() - 2) + ")";
}

// lambda vi, vj: [(vi, vi + 2), (vj, vj + 1)]
std::string rangesText(const IndexMap& map) {
  std::string inputs, ranges;
  for (const Var& v : map.initial) addItem(inputs, v.name());
  for (size_t i = 0; i + 1 < map.final.size(); i += 2)
    ranges += (i ? ", (" : "(") + toText(map.final[i]) + ", " + toText(map.final[i + 1]) + ")";
  return "lambda " + inputs + ": [" + ranges + "]";
}

std::string textOf(const Param& param, const StepValue& value, bool brief,
                   const std::function<std::string(const StepValue&)>& handle) {
  if (const auto* list = value.as<StepValue::List>(); list && infoOf(param.type).stored == Stored::Slot)
    return tupleText(*list, brief, handle);
  if (const auto* map = value.as<IndexMap>(); map && infoOf(param.type).stored == Stored::Ranges)
    return rangesText(*map);
  return textOf(value, brief, handle);
}

bool isDefault(const Param& param, const StepValue& value) {
  return param.defaultValue &&
         (equal(*param.defaultValue, value) ||
          (value.as<StepValue::List>() && value.as<StepValue::List>()->empty() && param.defaultValue->isNone()));
}

std::string argumentsText(const Primitive& primitive, const Arguments& args, bool brief,
                          const std::function<std::string(const StepValue&)>& handle) {
  std::string out;
  bool named = !brief;
  for (size_t i = 0; i < args.size(); ++i) {
    const Param& param = primitive.params[i];
    if (isDefault(param, args[i]) && (brief || param.hideDefault)) {
      named = true;  // later arguments can no longer be positional
      continue;
    }
    std::string text = textOf(param, args[i], brief, handle);
    if (param.variadic)
      text = text.substr(1, text.size() - 2);
    else if (named && !param.positional)
      text = param.name + "=" + text;
    addItem(out, text);
  }
  return out;
}

// C text that the step brings along; TVM wants what clang makes of it there.
const std::string* importedC(const Instruction& step) {
  const auto imported = step.primitive->traits.importedC;
  return imported ? imported(step.args) : nullptr;
}

}  // namespace

std::string toPython(const Trace& trace, Dialect dialect) {
  std::string text = "def apply_trace(sch):\n";
  if (trace.instructions.empty()) return text + "    pass\n";
  if (std::any_of(trace.instructions.begin(), trace.instructions.end(), importedC))
    text += "    from tvm.contrib import clang\n";
  HandleNames names;
  const auto handle = [&](const StepValue& v) { return names.of(v); };
  auto group = trace.groups.begin();
  for (size_t i = 0; i < trace.instructions.size(); ++i) {
    const Instruction& step = trace.instructions[i];
    if (group != trace.groups.end() && static_cast<size_t>(group->first) == i) {
      text +=
          "    # " + group->title + ": " + std::to_string(group->count) + (group->count == 1 ? " call\n" : " calls\n");
      ++group;
    }
    std::string call = "sch." + methodIn(dialect, *step.primitive) + "(" +
                       argumentsText(*step.primitive, step.args, false, handle) + ")";
    if (const std::string* code = importedC(step)) {
      const std::string literal = quoted(*code);
      call.replace(call.rfind(literal), literal.size(), "clang.create_llvm(" + literal + ")");
    }
    std::string outputs = join(step.outputs, [&](const StepValue& output) { return names.define(output); });
    const Returns returns = step.primitive->returns;
    const bool list = returns == Returns::Loops || returns == Returns::Blocks || returns == Returns::Ints;
    if (list && step.outputs.size() == 1) outputs += ",";
    text += "    " + (outputs.empty() ? "" : outputs + " = ") + call + "\n";
  }
  return text;
}

namespace {

// Writes steps with parameters in place of the handles that they start from.
class CompositeWriter {
 public:
  CompositeWriter(const Schedule& schedule, int from) : schedule_(schedule), from_(from) {}

  std::string write(const std::string& name) {
    std::string body;
    for (int i = from_; i < schedule_.stepCount(); ++i) body += line(i);
    std::string params = "sch";
    for (const std::string& p : required_) params += ", " + p;
    for (const std::string& p : optional_) params += ", " + p;
    return "def " + name + "(" + params + "):\n" + (body.empty() ? "    pass\n" : body);
  }

 private:
  std::string line(int index) {
    const Instruction& step = schedule_.step(index);
    const Primitive& p = *step.primitive;
    if (&p == &kGetBlock) {
      start(step.outputs.front(), blockName(index));
      return {};
    }
    Arguments args = step.args;
    std::map<std::string, std::string> replaced;  // value in a list -> the parameter
    for (size_t i = 0; i < args.size(); ++i) {
      const ParamTypeInfo& type = infoOf(p.params[i].type);
      const auto* list = args[i].as<StepValue::List>();
      if (!list || list->empty() || !type.list || type.loops || type.blocks || type.endings.empty()) continue;
      const std::string what(type.endings.front());  // factors, sizes
      const std::string param = what + "_" + std::to_string(++counts_[what]);
      optional_.push_back(param + "=" + toText(args[i]));
      replaced[p.params[i].name + "=" + toText(args[i])] = p.params[i].name + "=" + param;
    }
    std::string call = argumentsText(p, args, false, [&](const StepValue& v) { return handleName(v, index); });
    for (const auto& [literal, param] : replaced)
      if (const size_t at = call.find(literal); at != std::string::npos) call.replace(at, literal.size(), param);
    std::string outputs = join(step.outputs, [&](const StepValue& output) { return define(output); });
    const bool list = p.returns == Returns::Loops || p.returns == Returns::Blocks || p.returns == Returns::Ints;
    if (list && step.outputs.size() == 1) outputs += ",";
    return "    " + (outputs.empty() ? "" : outputs + " = ") + "sch." + p.name + "(" + call + ")\n";
  }
  std::string define(const StepValue& handle) {
    if (handle.isNone()) return "_";
    const std::string name = toText(handle);
    names_[handleNumber(handle)] = name;
    return name;
  }
  void start(const StepValue& handle, const std::string& name) {
    if (std::find(required_.begin(), required_.end(), name) == required_.end()) required_.push_back(name);
    names_[handleNumber(handle)] = name;
  }
  // A handle that an earlier step gave is a parameter.
  std::string handleName(const StepValue& handle, int index) {
    const auto known = names_.find(handleNumber(handle));
    if (known != names_.end()) return known->second;
    const Schedule before = schedule_.prefix(index);
    const Result<StepValue> id = before.resolve(handle);
    std::string name = toText(handle);
    if (const auto* loop = id ? id->as<LoopId>() : nullptr) name = plain(before.program().name(*loop)) + "_loop";
    if (const auto* block = id ? id->as<BlockId>() : nullptr) name = plain(before.program().name(*block)) + "_block";
    if (std::find(required_.begin(), required_.end(), name) != required_.end())
      name = name.substr(0, name.rfind('_')) + "_" + toText(handle) + name.substr(name.rfind('_'));
    start(handle, name);
    return name;
  }
  std::string blockName(int index) const {
    const auto* name = schedule_.step(index).args.front().as<std::string>();
    return plain(name ? *name : "the") + "_block";
  }
  static std::string plain(std::string name) {
    for (char& c : name)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
  }

  const Schedule& schedule_;
  int from_;
  std::map<std::string, int> counts_;  // of parameters, by what they are
  std::vector<std::string> required_, optional_;
  std::map<uint32_t, std::string> names_;
};

}  // namespace

std::string toComposite(const Schedule& schedule, int from, const std::string& name) {
  return CompositeWriter(schedule, from).write(name);
}

// "i"; "C.i" where several loops have that name.
static std::string loopName(const Snapshot& program, LoopId loop) {
  const std::string name = program.name(loop);
  const std::vector<BlockId> below = program.blocksBelow(loop);
  return program.loopsNamed(name).size() < 2 || below.empty() ? name : program.name(below.front()) + "." + name;
}

std::string callText(const Snapshot& program, const Primitive& primitive, const Arguments& args) {
  const auto handle = [&](const StepValue& v) -> std::string {
    if (const auto* loop = v.as<LoopId>()) return program.contains(*loop) ? loopName(program, *loop) : toText(v);
    if (const auto* block = v.as<BlockId>()) return program.contains(*block) ? quoted(program.name(*block)) : toText(v);
    return toText(v);
  };
  return primitive.name + "(" + argumentsText(primitive, args, true, handle) + ")";
}

std::string callText(const Schedule& before, const Instruction& step) {
  Arguments args;
  for (const StepValue& value : step.args) {
    const Result<StepValue> resolved = before.resolve(value);
    args.push_back(resolved ? *resolved : value);
  }
  return callText(before.program(), *step.primitive, args);
}

}  // namespace lw
