#include <cmath>
#include <cstdio>
#include <string_view>

#include "core/ir/debug_text.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/text/print_writer.h"

namespace lw::text {
namespace {

std::string quoted(const std::string& s) {
  std::string text = "\"";
  for (const char c : s) {
    if (c == '"' || c == '\\') text += '\\';
    if (c == '\n') text += "\\n";
    else text += c;
  }
  return text + "\"";
}

// As TVM writes it: 17 significant digits, always with a fraction or an exponent.
std::string floatDigits(double value) {
  char digits[48];
  std::snprintf(digits, sizeof digits, "%.17g", value);
  std::string text = digits;
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

int precedenceOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add: case BinaryOp::Sub: return kSum;
    case BinaryOp::Mul: case BinaryOp::Div: case BinaryOp::FloorDiv: case BinaryOp::FloorMod: return kProduct;
    case BinaryOp::EQ: case BinaryOp::NE: case BinaryOp::LT: case BinaryOp::LE: case BinaryOp::GT: case BinaryOp::GE:
      return kCompare;
    case BinaryOp::And: return kAnd;
    case BinaryOp::Or: return kOr;
    case BinaryOp::Mod: case BinaryOp::Min: case BinaryOp::Max: return kAtom;
  }
  return kAtom;
}

}  // namespace

void Writer::exprs(const std::vector<Expr>& list) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (i) out_ += ", ";
    expr(list[i]);
  }
}

void Writer::shape(const std::vector<Expr>& list) {
  out_ += "(";
  exprs(list);
  out_ += list.size() == 1 ? ",)" : ")";
}

void Writer::variable(const Var& v) {
  const int begin = here();
  out_ += nameOf(v);
  map({{begin, here()}, MappedRange::Kind::Variable, {}, blockId_, v.name(), v.key()});
}

void Writer::bufferName(const Buffer& b) {
  const int begin = here();
  out_ += nameOf(b);
  map({{begin, here()}, MappedRange::Kind::Buffer, {}, blockId_, b->name, b.key()});
}

void Writer::integer(const IntImm& n, int outer) {
  if (n.type.isBool()) {
    out_ += n.value ? "T.bool(True)" : "T.bool(False)";
  } else if (n.type == dtype::Int32) {
    const bool parens = n.value < 0 && outer > kSum;
    out_ += (parens ? "(" : "") + std::to_string(n.value) + (parens ? ")" : "");
  } else {
    out_ += "T." + lw::toString(n.type) + "(";
    out_ += n.type.isUInt() ? std::to_string(static_cast<uint64_t>(n.value)) : std::to_string(n.value);
    out_ += ")";
  }
}

void Writer::number(const FloatImm& n) {
  out_ += "T." + lw::toString(n.type) + "(";
  if (std::isfinite(n.value)) out_ += floatDigits(n.value);
  else out_ += std::isnan(n.value) ? "\"nan\"" : n.value > 0 ? "\"inf\"" : "\"-inf\"";
  out_ += ")";
}

void Writer::function(const char* name, const std::vector<Expr>& args) {
  out_ += name;
  out_ += "(";
  exprs(args);
  out_ += ")";
}

void Writer::binary(const Binary& n, int outer) {
  switch (n.op) {
    case BinaryOp::Min: return function("T.min", {n.a, n.b});
    case BinaryOp::Max: return function("T.max", {n.a, n.b});
    case BinaryOp::Mod: return function("T.truncmod", {n.a, n.b});
    case BinaryOp::Div:
      if (!n.a.dtype().isFloat()) return function("T.Div", {n.a, n.b});
      break;
    default: break;
  }
  // Operators on two literals would be folded by whoever reads the text.
  const auto literal = [](const Expr& e) { return e.as<IntImm>() && e.dtype() == dtype::Int32; };
  if (literal(n.a) && literal(n.b)) {
    static constexpr const char* kNames[] = {"T.Add", "T.Sub", "T.Mul", "T.Div", "T.truncmod", "T.FloorDiv", "T.FloorMod",
                                             "T.min", "T.max", "T.EQ", "T.NE", "T.LT", "T.LE", "T.GT", "T.GE", "T.And", "T.Or"};
    return function(kNames[static_cast<int>(n.op)], {n.a, n.b});
  }
  const int precedence = precedenceOf(n.op);
  const bool parens = precedence < outer || (precedence == kCompare && outer == kCompare);
  if (parens) out_ += "(";
  expr(n.a, precedence == kCompare ? kCompare + 1 : precedence);
  out_ += " ";
  out_ += symbolOf(n.op);
  out_ += " ";
  expr(n.b, precedence + 1);
  if (parens) out_ += ")";
}

void Writer::call(const Call& n) {
  const Intrinsic* known = findIntrinsic(n.op);
  out_ += "T." + n.op + "(";
  const bool typed = !known || known->result == ResultType::Given;
  if (typed) out_ += quoted(lw::toString(n.type));
  if (typed && !n.args.empty()) out_ += ", ";
  exprs(n.args);
  out_ += ")";
}

Expr Writer::sum(const Expr& a, const Expr& b) {
  if (isZero(a)) return b;
  if (auto folded = foldBinary(BinaryOp::Add, a, b)) return *folded;
  return a.dtype() == b.dtype() ? rawBinary(BinaryOp::Add, a, b) : a + b;
}

void Writer::slice(const Range& r) {
  expr(r.min);
  if (isOne(r.extent)) return;
  out_ += ":";
  expr(sum(r.min, r.extent));
}

void Writer::indices(const std::vector<Expr>& list) {
  if (list.empty()) {
    out_ += "[()]";
    return;
  }
  out_ += "[";
  for (size_t i = 0; i < list.size(); ++i) {
    if (i) out_ += ", ";
    const auto* ramp = list[i].as<Ramp>();
    if (!ramp || ramp->base.dtype().isVector()) {
      expr(list[i]);
      continue;
    }
    expr(ramp->base);
    out_ += ":";
    expr(sum(ramp->base, ramp->stride * makeConst(ramp->stride.dtype(), ramp->lanes)));
    if (!isOne(ramp->stride)) {
      out_ += ":";
      expr(ramp->stride);
    }
  }
  out_ += "]";
}

void Writer::region(const BufferRegion& r) {
  bufferName(r.buffer);
  if (r.ranges.empty()) {
    out_ += "[()]";
    return;
  }
  out_ += "[";
  for (size_t i = 0; i < r.ranges.size(); ++i) {
    if (i) out_ += ", ";
    slice(r.ranges[i]);
  }
  out_ += "]";
}

void Writer::expr(const Expr& e, int outer) {
  const int begin = here();
  e.match([&](const IntImm& n) { integer(n, outer); }, [&](const FloatImm& n) { number(n); },
          [&](const StringImm& n) { out_ += quoted(n.value); }, [&](const Var& n) { variable(n); },
          [&](const Cast& n) {
            out_ += "T.Cast(" + quoted(lw::toString(n.type)) + ", ";
            expr(n.value);
            out_ += ")";
          },
          [&](const Binary& n) { binary(n, outer); },
          [&](const Not& n) {
            if (outer > kNot) out_ += "(";
            out_ += "not ";
            expr(n.value, kNot);
            if (outer > kNot) out_ += ")";
          },
          [&](const Select& n) { function("T.Select", {n.condition, n.whenTrue, n.whenFalse}); },
          [&](const BufferLoad& n) {
            bufferName(n.buffer);
            indices(n.indices);
            map({{begin, here()}, MappedRange::Kind::Expression, {}, blockId_, n.buffer->name, e.key()});
          },
          [&](const Ramp& n) { function("T.Ramp", {n.base, n.stride, Expr(n.lanes)}); },
          [&](const Broadcast& n) { function("T.Broadcast", {n.value, Expr(n.lanes)}); },
          [&](const Let& n) {
            const Scope scope(*this);
            const std::string name = define(n.var);
            out_ += "T.Let(";
            expr(n.body);
            out_ += ", where={" + name + ": ";
            expr(n.value);
            out_ += "})";
          },
          [&](const Call& n) { call(n); });
}

void Writer::annotation(const AnnotationValue& value) {
  std::visit(Overloaded{[&](int64_t v) { out_ += std::to_string(v); }, [&](double v) { out_ += "T.float32(" + floatDigits(v) + ")"; },
                        [&](const std::string& v) { out_ += quoted(v); },
                        [&](const AnnotationValue::List& v) {
                          out_ += "[";
                          for (size_t i = 0; i < v.size(); ++i) {
                            if (i) out_ += ", ";
                            annotation(v[i]);
                          }
                          out_ += "]";
                        },
                        [&](const AnnotationValue::Map& v) { annotations(v); }, [&](const Expr& v) { expr(v); }},
             value.value);
}

void Writer::annotations(const Annotations& map) {
  out_ += "{";
  const char* separator = "";
  for (const auto& [key, value] : map) {
    out_ += separator + quoted(key) + ": ";
    const auto* flag = std::get_if<int64_t>(&value.value);
    // Annotations keep no difference of True and 1; this one is read as a truth value everywhere.
    if (flag && (key == "tir.noalias" || key == "from_legacy_te_schedule")) out_ += *flag ? "T.bool(True)" : "T.bool(False)";
    else annotation(value);
    separator = ", ";
  }
  out_ += "}";
}

}  // namespace lw::text
