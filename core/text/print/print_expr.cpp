#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "core/ir/intrinsics.h"
#include "core/ir/python_values.h"
#include "core/ir/visit.h"
#include "core/text/print/print_impl.h"
#include "core/text/tir/opaque_calls.h"

namespace lw {

namespace {

// Python's precedence levels; a child of a lower level is written in brackets.
enum Level { kOr = 1, kAnd = 2, kNot = 3, kCompare = 4, kSum = 5, kProduct = 6, kAtom = 9 };

struct Spelling {
  std::string_view sign;  // empty: always a call
  std::string_view call;  // the function that folds constants, if there is one
  std::string_view node;  // the constructor, which does not fold
  int level;
};
Spelling spellingOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return {"+", "", "Add", kSum};
    case BinaryOp::Sub:
      return {"-", "", "Sub", kSum};
    case BinaryOp::Mul:
      return {"*", "", "Mul", kProduct};
    case BinaryOp::Div:
      return {"/", "", "Div", kProduct};
    case BinaryOp::Mod:
      return {"", "truncmod", "Mod", kAtom};
    case BinaryOp::FloorDiv:
      return {"//", "", "FloorDiv", kProduct};
    case BinaryOp::FloorMod:
      return {"%", "", "FloorMod", kProduct};
    case BinaryOp::Min:
      return {"", "min", "Min", kAtom};
    case BinaryOp::Max:
      return {"", "max", "Max", kAtom};
    case BinaryOp::EQ:
      return {"==", "", "EQ", kCompare};
    case BinaryOp::NE:
      return {"!=", "", "NE", kCompare};
    case BinaryOp::LT:
      return {"<", "", "LT", kCompare};
    case BinaryOp::LE:
      return {"<=", "", "LE", kCompare};
    case BinaryOp::GT:
      return {">", "", "GT", kCompare};
    case BinaryOp::GE:
      return {">=", "", "GE", kCompare};
    case BinaryOp::And:
      return {"and", "", "And", kAnd};
    case BinaryOp::Or:
      return {"or", "", "Or", kOr};
  }
  __builtin_unreachable();
}

// Whether the parser would give this node back, rather than fold constants.
bool parsesAsSameNode(const Binary& b) {
  if (b.op == BinaryOp::And || b.op == BinaryOp::Or) return true;
  if (b.a.as<IntImm>() && b.b.as<IntImm>()) return false;
  if ((b.op == BinaryOp::FloorDiv || b.op == BinaryOp::FloorMod) && isZero(b.b)) return false;
  const Expr again = binary(b.op, b.a, b.b);
  const auto* node = again.as<Binary>();
  return node && node->op == b.op && node->a.sameAs(b.a) && node->b.sameAs(b.b);
}
bool usesSign(const Binary& b) {
  if (spellingOf(b.op).sign.empty() || !parsesAsSameNode(b)) return false;
  return b.op != BinaryOp::Div || b.a.dtype().isFloat();
}

int levelOf(const Expr& e) {
  if (const auto* b = e.as<Binary>()) return usesSign(*b) ? spellingOf(b->op).level : int(kAtom);
  if (e.as<Not>()) return kNot;
  return kAtom;
}

DataType usualType(const IntrinsicInfo& i, const Call& c) {
  switch (i.result) {
    case ResultType::OfFirstArgument:
      return c.args.empty() ? c.type : c.args[0].dtype();
    case ResultType::OfSecondArgument:
      return c.args.size() < 2 ? c.type : c.args[1].dtype();
    case ResultType::Bool:
      return dtype::Bool(c.args.empty() ? 1 : c.args[0].dtype().lanes);
    case ResultType::Handle:
      return dtype::Handle();
    case ResultType::Int32:
      return dtype::Int32.withLanes(i.elementwise() && !c.args.empty() ? c.args[0].dtype().lanes : 1);
    case ResultType::Void:
      return dtype::Void();
    case ResultType::Given:
      return c.type;
  }
  __builtin_unreachable();
}

}  // namespace

std::string floatText(DataType type, double value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  std::array<char, 400> text;
  char *const begin = text.data(), *const last = begin + text.size() - 1;
  if (std::nearbyint(value) == value)
    return {begin, std::to_chars(begin, last, value, std::chars_format::fixed, 1).ptr};
  if (type.bits == 32) {
    // TVM prints a number as it was written: as the shortest decimal that denotes the float.
    const char* end = std::to_chars(begin, last, static_cast<float>(value)).ptr;
    std::from_chars(begin, end, value);
  }
  return {begin, std::to_chars(begin, last, value, std::chars_format::general, 17).ptr};
}

void Printer::bufferName(const Buffer& b) {
  const int begin = at();
  const std::string* name = names_.find(b.key());
  write(name ? *name : b->name);
  map(Kind::Buffer, begin, name ? *name : b->name, b.key());
}

void Printer::slice(const Expr& begin, const Expr& end) {
  expr(begin);
  write(":");
  expr(end);
}

void Printer::indexList(const std::vector<Expr>& indices) {
  if (indices.empty()) return write("[()]");
  write("[");
  for (size_t i = 0; i < indices.size(); ++i) {
    if (i) write(", ");
    const auto* ramp = indices[i].as<Ramp>();
    if (!ramp || !ramp->stride.as<IntImm>()) {
      expr(indices[i]);
      continue;
    }
    slice(ramp->base, ramp->base + makeConst(ramp->base.dtype(), ramp->lanes) * ramp->stride);
    if (isOne(ramp->stride)) continue;
    write(":");
    expr(ramp->stride);
  }
  write("]");
}

void Printer::region(const BufferRegion& r) {
  bufferName(r.buffer);
  if (r.ranges.empty()) return write("[()]");
  write("[");
  for (size_t i = 0; i < r.ranges.size(); ++i) {
    if (i) write(", ");
    if (isOne(r.ranges[i].extent))
      expr(r.ranges[i].min);
    else
      slice(r.ranges[i].min, r.ranges[i].min + r.ranges[i].extent);
  }
  write("]");
}

void Printer::binary(const Binary& b) {
  const Spelling s = spellingOf(b.op);
  if (!usesSign(b)) {
    const bool fold = !s.call.empty() && parsesAsSameNode(b);
    write("\1.");
    write(fold ? s.call : s.node);
    return list({b.a, b.b}, "(", ")", false);
  }
  // Comparisons chain in Python, so both sides need brackets; other operators group to the left.
  expr(b.a, s.level == kCompare ? s.level + 1 : s.level);
  write(" ");
  write(s.sign);
  write(" ");
  expr(b.b, s.level + 1);
}

void Printer::list(const std::vector<Expr>& items, std::string_view open, std::string_view close, bool tuple) {
  write(open);
  for (size_t i = 0; i < items.size(); ++i) {
    if (i) write(", ");
    expr(items[i]);
  }
  if (tuple && items.size() == 1) write(",");
  write(close);
}

// The Python values that are arguments of calls whose meaning is not known.
bool Printer::pythonValue(const Call& c) {
  const auto text = [&](size_t i) { return c.args[i].as<StringImm>()->value; };
  if (c.op == kPyNone) return write("None"), true;
  if (c.op == kPyList) return list(c.args, "[", "]", false), true;
  if (c.op == kPyKeyword) {
    write(text(0) + "=");
    expr(c.args[1]);
    return true;
  }
  if (c.op == kPyMap) {
    write("{");
    for (size_t i = 0; i + 1 < c.args.size(); i += 2) {
      if (i) write(", ");
      expr(c.args[i]);
      write(": ");
      expr(c.args[i + 1]);
    }
    write("}");
    return true;
  }
  if (c.op == kPySlice) {
    const auto bound = [&](const Expr& e) {
      const auto* none = e.as<Call>();
      if (!none || none->op != kPyNone) expr(e);
    };
    bound(c.args[0]);
    write(":");
    bound(c.args[1]);
    return true;
  }
  if (c.op == kPyItem) {
    write("\1." + text(0));
    if (c.args.size() > 1) list({c.args.begin() + 1, c.args.end()}, "[", "]", false);
    return true;
  }
  if (c.op == kPyRegion) {
    const auto& element = *c.args[0].as<BufferLoad>();
    bufferName(element.buffer);
    if (element.indices.empty()) return write("[()]"), true;
    for (size_t d = 0; d < element.indices.size(); ++d) {
      write(d ? ", " : "[");
      slice(element.indices[d], element.indices[d] + c.args[d + 1]);
    }
    write("]");
    return true;
  }
  if (c.op != kPyLambda) return false;
  names_.push();
  write("lambda ");
  Expr result = c.args[0];
  for (bool first = true;; first = false) {
    const auto* parameter = result.as<Let>();
    if (!parameter) break;
    if (!first) write(", ");
    write(names_.define(parameter->var.key(), parameter->var.name()));
    const Expr inner = parameter->body;
    result = inner;
  }
  write(": ");
  expr(result);
  names_.pop();
  return true;
}

void Printer::call(const Call& c) {
  if (pythonValue(c)) return;
  const IntrinsicInfo* known = c.op.info();
  const auto opaque = known ? std::nullopt : tir::opaqueResult(c.op.view());
  if (!known && !opaque && c.op != kCallFunction) {
    write("\1.call_intrin(" + quoted(toString(c.type)) + ", " + quoted("tirx." + c.op.name()));
    for (const Expr& a : c.args) {
      write(", ");
      expr(a);
    }
    return write(")");
  }
  if (!known) {
    const bool function = c.op == kCallFunction;
    write(function ? "cls." + c.args[0].as<StringImm>()->value : "\1." + c.op.name());
    write("(");
    const size_t first = function ? 1 : 0;
    for (size_t i = first; i < c.args.size(); ++i) {
      if (i > first) write(", ");
      expr(c.args[i]);
    }
    if (c.op != "Shuffle" && c.type != (function ? dtype::Void() : *opaque)) {
      if (c.args.size() > first) write(", ");
      write("dtype=" + quoted(toString(c.type)));
    }
    return write(")");
  }
  write("\1." + c.op.name() + "(");
  bool first = true;
  const auto comma = [&] {
    if (!first) write(", ");
    first = false;
  };
  if (known && known->result == ResultType::Given) {
    comma();
    write(quoted(toString(c.type)));
  }
  for (const Expr& a : c.args) {
    comma();
    expr(a);
  }
  if (known && usualType(*known, c) != c.type) {
    comma();
    write("dtype=" + quoted(toString(c.type)));
  }
  write(")");
}

void Printer::expr(const Expr& e, int minLevel) {
  const bool brackets = levelOf(e) < minLevel;
  if (brackets) write("(");
  e.match(
      [&](const IntImm& n) {
        if (n.type.isBool())
          write(n.value ? "\1.bool(True)" : "\1.bool(False)");
        else if (n.type == dtype::Int32)
          write(std::to_string(n.value));
        else if (n.type.isUInt() && n.value < 0)
          write("\1." + toString(n.type) + "(\1.int64(" + std::to_string(n.value) + "))");  // 2^63 and larger numbers
        else
          write("\1." + toString(n.type) + "(" + std::to_string(n.value) + ")");
      },
      [&](const FloatImm& n) { write("\1." + toString(n.type) + "(" + floatText(n.type, n.value) + ")"); },
      [&](const StringImm& n) { write(quoted(n.value)); },
      [&](const Var& n) {
        const int begin = at();
        const std::string* name = names_.find(n.key());
        if (!name && n.dtype().isHandle()) unnamed_.insert(n.key());
        write(name ? *name : n.name());
        map(Kind::Variable, begin, name ? *name : n.name(), n.key());
      },
      [&](const Cast& n) {
        write("\1.Cast(" + quoted(toString(n.type)) + ", ");
        expr(n.value);
        write(")");
      },
      [&](const Binary& n) {
        const int begin = at();
        binary(n);
        map(Kind::Expression, begin, {}, e.key());
      },
      [&](const Not& n) {
        write("not ");
        expr(n.value, kNot);
      },
      [&](const Select& n) {
        write("\1.Select");
        list({n.condition, n.whenTrue, n.whenFalse}, "(", ")", false);
      },
      [&](const BufferLoad& n) {
        const int begin = at();
        bufferName(n.buffer);
        indexList(n.indices);
        map(Kind::Expression, begin, n.buffer->name, e.key());
      },
      [&](const Ramp& n) {
        write("\1.Ramp");
        list({n.base, n.stride, Expr(n.lanes)}, "(", ")", false);
      },
      [&](const Broadcast& n) {
        write("\1.Broadcast");
        list({n.value, Expr(n.lanes)}, "(", ")", false);
      },
      [&](const Let& n) {
        write("\1.Let(");
        expr(n.body);
        write(", where={");
        expr(n.var);
        write(": ");
        expr(n.value);
        write("})");
      },
      [&](const Call& n) { call(n); });
  if (brackets) write(")");
}

void Printer::annotations(const Annotations& a) {
  write("{");
  bool first = true;
  for (const auto& [key, value] : a) {
    if (!first) write(", ");
    first = false;
    // Attributes of functions that TVM renamed with the namespace.
    const bool renamed =
        key == "tir.noalias" || key == "tir.is_scheduled" || key == "tir.is_entry_func" || key == "tir.is_global_func";
    write(quoted(renamed ? member(key, "tirx." + key.substr(4)) : key) + ": ");
    annotation(value, key);
  }
  write("}");
}

void Printer::annotation(const AnnotationValue& v, const std::string& key) {
  // The IR does not distinguish flags from numbers; TVM writes the values of these keys as flags.
  static constexpr std::array<std::string_view, 7> kFlags = {
      "tir.noalias", "from_legacy_te_schedule", "tir.is_scheduled",
      "auto_copy",   "tir.is_entry_func",       "tir.is_global_func",
      "s_tir"};
  std::visit(
      Overloaded{[&](int64_t i) {
                   bool flag = false;
                   for (std::string_view f : kFlags) flag |= f == key;
                   if (flag && (i == 0 || i == 1))
                     write(i ? "True" : "False");
                   else
                     write(std::to_string(i));
                 },
                 [&](double d) {
                   write(std::isfinite(d) ? floatText(dtype::Float(64), d)
                                          : "float(" + floatText(dtype::Float(64), d) + ")");
                 },
                 [&](const std::string& s) { write(quoted(s)); },
                 [&](const AnnotationValue::List& items) {
                   write("[");
                   for (size_t i = 0; i < items.size(); ++i) {
                     if (i) write(", ");
                     annotation(items[i], {});
                   }
                   write("]");
                 },
                 [&](const AnnotationValue::Map& items) { annotations(items); }, [&](const Expr& e) { expr(e); }},
      v.value);
}

}  // namespace lw
