#include "core/ir/debug_text.h"
#include "core/support/text.h"

#include <charconv>

namespace lw {
namespace {

std::string listText(const std::vector<Expr>& list) {
  return join(list, [&](const auto& item) { return debugText(item); });
}

std::string numberText(double value) {
  char digits[40];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  return std::string(digits, end);
}

}  // namespace

std::string_view symbolOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return "+";
    case BinaryOp::Sub:
      return "-";
    case BinaryOp::Mul:
      return "*";
    case BinaryOp::Div:
      return "/";
    case BinaryOp::Mod:
      return "truncmod";
    case BinaryOp::FloorDiv:
      return "//";
    case BinaryOp::FloorMod:
      return "%";
    case BinaryOp::Min:
      return "min";
    case BinaryOp::Max:
      return "max";
    case BinaryOp::EQ:
      return "==";
    case BinaryOp::NE:
      return "!=";
    case BinaryOp::LT:
      return "<";
    case BinaryOp::LE:
      return "<=";
    case BinaryOp::GT:
      return ">";
    case BinaryOp::GE:
      return ">=";
    case BinaryOp::And:
      return "and";
    case BinaryOp::Or:
      return "or";
  }
  return "?";
}

std::string_view nameOf(ForKind kind) {
  switch (kind) {
    case ForKind::Serial:
      return "serial";
    case ForKind::Parallel:
      return "parallel";
    case ForKind::Vectorized:
      return "vectorized";
    case ForKind::Unrolled:
      return "unroll";
    case ForKind::ThreadBinding:
      return "thread_binding";
  }
  return "?";
}

std::string_view nameOf(IterKind kind) {
  switch (kind) {
    case IterKind::Spatial:
      return "spatial";
    case IterKind::Reduce:
      return "reduce";
    case IterKind::Scan:
      return "scan";
    case IterKind::Opaque:
      return "opaque";
  }
  return "?";
}

std::string debugText(const Expr& e) {
  return e.match(
      [](const IntImm& n) {
        return n.type.isBool() ? std::string(n.value ? "True" : "False") : std::to_string(n.value);
      },
      [](const FloatImm& n) { return numberText(n.value); }, [](const StringImm& n) { return '"' + n.value + '"'; },
      [](const Var& n) { return n.name(); },
      [](const Cast& n) { return toString(n.type) + "(" + debugText(n.value) + ")"; },
      [](const Binary& n) {
        const std::string a = debugText(n.a), b = debugText(n.b), op(symbolOf(n.op));
        if (n.op == BinaryOp::Min || n.op == BinaryOp::Max || n.op == BinaryOp::Mod)
          return op + "(" + a + ", " + b + ")";
        return "(" + a + " " + op + " " + b + ")";
      },
      [](const Not& n) { return "not " + debugText(n.value); },
      [](const Select& n) {
        return "select(" + debugText(n.condition) + ", " + debugText(n.whenTrue) + ", " + debugText(n.whenFalse) + ")";
      },
      [](const BufferLoad& n) { return n.buffer->name + "[" + listText(n.indices) + "]"; },
      [](const Ramp& n) {
        return "ramp(" + debugText(n.base) + ", " + debugText(n.stride) + ", " + std::to_string(n.lanes) + ")";
      },
      [](const Broadcast& n) { return "broadcast(" + debugText(n.value) + ", " + std::to_string(n.lanes) + ")"; },
      [](const Let& n) { return "let " + n.var.name() + " = " + debugText(n.value) + " in " + debugText(n.body); },
      [](const Call& n) { return n.op.name() + "(" + listText(n.args) + ")"; });
}

std::string debugText(const AnnotationValue& value) {
  return std::visit(Overloaded{[](int64_t v) { return std::to_string(v); }, [](double v) { return numberText(v); },
                               [](const std::string& v) { return '"' + v + '"'; },
                               [](const AnnotationValue::List& v) {
                                 std::string text = "[";
                                 text += join(v, [&](const auto& item) { return debugText(item); });
                                 return text + "]";
                               },
                               [](const AnnotationValue::Map& v) {
                                 std::string text = "{", separator;
                                 for (const auto& [key, x] : v) {
                                   text += separator + '"' + key + "\": " + debugText(x);
                                   separator = ", ";
                                 }
                                 return text + "}";
                               },
                               [](const Expr& v) { return debugText(v); }},
                    value.value);
}

}  // namespace lw
