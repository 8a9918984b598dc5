// Traces as calls on TVM's C++ class tir::Schedule.
#include <algorithm>
#include <cstdio>

#include "core/ir/ops.h"
#include "core/support/quote.h"
#include "core/support/text.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

std::string realText(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  std::string s = text;
  return s.find_first_of(".en") == std::string::npos ? s + ".0" : s;
}

// Index arithmetic in the functions and operators that tvm/tir/op.h declares.
std::string formula(const Expr& e) {
  const auto two = [&](const Binary& n, const char* symbol) {
    return "(" + formula(n.a) + symbol + formula(n.b) + ")";
  };
  const auto called = [&](const Binary& n, const char* function) {
    return function + ("(" + formula(n.a) + ", " + formula(n.b) + ")");
  };
  if (const auto* n = e.as<Binary>()) {
    switch (n->op) {
      case BinaryOp::Add:
        return two(*n, " + ");
      case BinaryOp::Sub:
        return two(*n, " - ");
      case BinaryOp::Mul:
        return two(*n, " * ");
      case BinaryOp::Div:
        return called(*n, "truncdiv");
      case BinaryOp::Mod:
        return called(*n, "truncmod");
      case BinaryOp::FloorDiv:
        return called(*n, "floordiv");
      case BinaryOp::FloorMod:
        return called(*n, "floormod");
      case BinaryOp::Min:
        return called(*n, "min");
      case BinaryOp::Max:
        return called(*n, "max");
      case BinaryOp::EQ:
        return two(*n, " == ");
      case BinaryOp::NE:
        return two(*n, " != ");
      case BinaryOp::LT:
        return two(*n, " < ");
      case BinaryOp::LE:
        return two(*n, " <= ");
      case BinaryOp::GT:
        return two(*n, " > ");
      case BinaryOp::GE:
        return two(*n, " >= ");
      case BinaryOp::And:
        return two(*n, " && ");
      case BinaryOp::Or:
        return two(*n, " || ");
    }
  }
  if (const auto* v = e.as<Var>()) return v->name();
  if (const auto* c = e.as<Cast>())
    return "cast(DataType(String2DLDataType(" + cQuoted(toString(c->type)) + ")), " + formula(c->value) + ")";
  if (const auto number = asInt(e)) return "Integer(" + std::to_string(*number) + ")";
  if (const auto* f = e.as<FloatImm>())
    return "FloatImm(DataType::Float(" + std::to_string(f->type.bits) + "), " + realText(f->value) + ")";
  if (const auto* s = e.as<Select>())
    return "if_then_else(" + formula(s->condition) + ", " + formula(s->whenTrue) + ", " + formula(s->whenFalse) + ")";
  if (const auto* c = e.as<Call>(); c && c->op == Intrinsic::IfThenElse)
    return "if_then_else(" + formula(c->args[0]) + ", " + formula(c->args[1]) + ", " + formula(c->args[2]) + ")";
  return "/* " + toText(StepValue(e)) + " */ PrimExpr()";
}

std::string mapText(const IndexMap& map) {
  std::string text = "IndexMap::FromFunc(" + std::to_string(map.initial.size()) + ", [](Array<Var> at) {";
  for (size_t i = 0; i < map.initial.size(); ++i)
    text += " Var " + map.initial[i].name() + " = at[" + std::to_string(i) + "];";
  std::string results = join(map.final, [&](const Expr& e) { return formula(e); });
  return text + " return Array<PrimExpr>{" + results + "}; })";
}

class CppWriter {
 public:
  std::string write(const Trace& trace, Dialect dialect) {
    std::string text =
        "// The steps of a schedule as calls on TVM's C++ interface.\n#include <tvm/tir/op.h>\n#include "
        "<tvm/tir/schedule/schedule.h>\n\n"
        "void ApplyTrace(tvm::tir::Schedule sch) {\n  using namespace tvm;\n  using namespace tvm::tir;\n";
    auto group = trace.groups.begin();
    for (size_t i = 0; i < trace.instructions.size(); ++i) {
      if (group != trace.groups.end() && static_cast<size_t>(group->first) == i) {
        text += "  // " + group->title + "\n";
        ++group;
      }
      text += line(trace.instructions[i], dialect);
    }
    return text + "}\n";
  }

 private:
  std::string line(const Instruction& step, Dialect dialect) {
    const Primitive& p = *step.primitive;
    std::string args;
    for (size_t i = 0; i < step.args.size(); ++i) addItem(args, argument(p.params[i], step.args[i]));
    const std::string call = "sch->" + kindIn(dialect, p) + "(" + args + ");\n";
    const bool list = p.returns == Returns::Loops || p.returns == Returns::Blocks || p.returns == Returns::Ints;
    const char* type = p.returns == Returns::Loop || p.returns == Returns::Loops     ? "LoopRV"
                       : p.returns == Returns::Block || p.returns == Returns::Blocks ? "BlockRV"
                                                                                     : "ExprRV";
    std::vector<std::string> outputs;
    for (const StepValue& output : step.outputs) outputs.push_back(names_.define(output));
    if (!p.traits.inTvm) return "  // TVM has no method for this step: " + call;
    if (outputs.empty() || p.returns == Returns::Nothing) return "  " + call;
    if (!list)
      return outputs.front() == "_" ? "  " + call : "  " + std::string(type) + " " + outputs.front() + " = " + call;
    const std::string all = "r" + std::to_string(++lists_);
    std::string text = "  Array<" + std::string(type) + "> " + all + " = " + call;
    for (size_t i = 0; i < outputs.size(); ++i)
      if (outputs[i] != "_")
        text += "  " + std::string(type) + " " + outputs[i] + " = " + all + "[" + std::to_string(i) + "];\n";
    return text;
  }

  std::string list(std::string_view type, const StepValue& value) const {
    std::string items;
    const auto* all = value.as<StepValue::List>();
    const bool objects = type.find("Optional") != std::string_view::npos;  // a number is no object by itself
    for (const StepValue& item : all ? *all : StepValue::List{})
      addItem(items, objects && item.as<int64_t>() ? "Integer(" + plain(item) + ")" : plain(item));
    return std::string(type) + "{" + items + "}";
  }

  std::string argument(const Param& param, const StepValue& value) const {
    const ParamTypeInfo& type = infoOf(param.type);
    if (!type.cppType.empty())
      return value.isNone() && !type.cppNone.empty() ? std::string(type.cppNone) : list(type.cppType, value);
    switch (type.stored) {
      case Stored::Access:
        return access(value);
      case Stored::Slot: {
        const auto& slot = *value.as<StepValue::List>();
        return plain(slot.at(1)) + ", " + access(slot.at(0));
      }
      case Stored::Annotation:
        return annotation(value);
      case Stored::Plain:
      case Stored::Flag:
      case Stored::Map:
      case Stored::Ranges:
        return plain(value);
    }
    return {};
  }

  static std::string access(const StepValue& value) {
    const auto* name = value.as<std::string>();
    return name && *name == "write" ? "BufferIndexType::kWrite" : "BufferIndexType::kRead";
  }

  std::string plain(const StepValue& value) const {
    return value.match(
        [](StepValue::None) { return std::string("NullOpt"); },
        [](bool v) { return std::string(v ? "true" : "false"); }, [](int64_t v) { return std::to_string(v); },
        [](double v) { return "FloatImm(DataType::Float(32), " + realText(v) + ")"; },
        [](const std::string& v) { return cQuoted(v); }, [&](LoopRv) { return names_.of(value); },
        [&](BlockRv) { return names_.of(value); }, [&](ExprRv) { return names_.of(value); },
        [&](const StepValue::List&) { return list("", value); }, [](const IndexMap& v) { return mapText(v); },
        [](const Expr& v) { return formula(v); }, [&](const auto&) { return toText(value); });
  }

  // Objects, as an annotation keeps them.
  std::string annotation(const StepValue& value) const {
    if (const auto* text = value.as<std::string>()) return "String(" + cQuoted(*text) + ")";
    if (const auto* flag = value.as<bool>()) return std::string("Bool(") + (*flag ? "true" : "false") + ")";
    if (const auto* number = value.as<int64_t>()) return "Integer(" + std::to_string(*number) + ")";
    if (const auto* all = value.as<StepValue::List>()) {
      std::string items = join(*all, [&](const StepValue& item) { return annotation(item); });
      return "Array<ObjectRef>{" + items + "}";
    }
    if (const auto* map = value.as<StepValue::Dict>()) {
      std::string items;
      for (const auto& [key, item] : *map)
        items += (items.empty() ? "{String(" : ", {String(") + cQuoted(key) + "), " + annotation(item) + "}";
      return "Map<String, ObjectRef>{" + items + "}";
    }
    return plain(value);
  }

  HandleNames names_;
  int lists_ = 0;
};

}  // namespace

std::string toCpp(const Trace& trace, Dialect dialect) { return CppWriter().write(trace, dialect); }

}  // namespace lw
