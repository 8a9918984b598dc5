#include "core/text/tir_types.h"

#include <cmath>
#include <limits>

#include "core/ir/equal.h"
#include "core/text/linear.h"

namespace lw::tir {

std::string describe(const Value& value) {
  return std::visit(
      Overloaded{[](const NoneValue&) -> std::string { return "None"; }, [](const Poison&) -> std::string { return "an error"; },
                 [](bool b) -> std::string { return b ? "True" : "False"; },
                 [](int64_t i) { return "the number " + std::to_string(i); },
                 [](double) -> std::string { return "a number"; }, [](const std::string& s) { return "the string \"" + s + "\""; },
                 [](const Expr& e) { return "an expression of type " + toString(e.dtype()); },
                 [](const Buffer& b) { return "the buffer " + b->name; },
                 [](const SliceValue& s) { return "a region of the buffer " + s.buffer->name; },
                 [](const ListValue&) -> std::string { return "a list"; }, [](const MapValue&) -> std::string { return "a map"; },
                 [](const FunctionName& f) { return "the function " + f.path; },
                 [](const ThreadValue& t) { return "the thread " + t.tag; },
                 [](const Method& m) { return "the method " + m.name; }},
      value.kind);
}

std::optional<Expr> literalToExpr(const Value& value) {
  if (const bool* b = value.as<bool>()) return boolConst(*b);
  if (const int64_t* i = value.as<int64_t>()) {
    const bool fits = *i >= std::numeric_limits<int32_t>::min() && *i <= std::numeric_limits<int32_t>::max();
    return Expr(IntImm{fits ? dtype::Int32 : dtype::Int64, *i});
  }
  if (const double* d = value.as<double>()) return makeFloat(dtype::Float32, *d);
  return std::nullopt;
}

std::optional<Expr> literalAs(const Value& value, DataType type) {
  const DataType element = type.element();
  if (const double* d = value.as<double>()) {
    if (!element.isFloat()) return std::nullopt;
    return makeFloat(type, *d);
  }
  int64_t number = 0;
  if (const bool* b = value.as<bool>()) number = *b;
  else if (const int64_t* i = value.as<int64_t>()) number = *i;
  else return std::nullopt;
  if (element.isFloat()) return makeFloat(type, static_cast<double>(number));
  if (element.isBool() && value.as<bool>()) return makeConst(type, number);
  if (!element.isInteger() || number < minValueOf(element) || number > maxValueOf(element)) return std::nullopt;
  return makeConst(type, number);
}

namespace {

bool isNumber(DataType t) { return t.isInteger() || t.isFloat() || t.isBool(); }

// The type that both operands are brought to; element types.
DataType commonType(DataType a, DataType b) {
  if (a.isFloat() || b.isFloat()) {
    if (!a.isFloat()) return b;
    if (!b.isFloat()) return a;
    return a.bits >= b.bits ? a : b;
  }
  if (a.isBool()) return b;
  if (b.isBool()) return a;
  if (a.bits != b.bits) return a.bits > b.bits ? a : b;
  return dtype::Int(a.bits);  // int and uint of one width
}

}  // namespace

std::string matchTypes(Expr& a, Expr& b) {
  const DataType ta = a.dtype(), tb = b.dtype();
  if (ta == tb) return {};
  if (!isNumber(ta.element()) || !isNumber(tb.element()))
    return "values of type " + toString(ta) + " and " + toString(tb) + " cannot be combined";
  if (ta.lanes != tb.lanes) {
    if (ta.isVector() && tb.isVector())
      return "vectors of " + std::to_string(ta.lanes) + " and " + std::to_string(tb.lanes) + " lanes cannot be combined";
    if (!ta.isVector()) a = Broadcast{a, tb.lanes};
    else b = Broadcast{b, ta.lanes};
  }
  const DataType common = commonType(ta.element(), tb.element()).withLanes(a.dtype().lanes);
  a = cast(common, a);
  b = cast(common, b);
  return {};
}

std::string matchTypes(const Value& va, Expr& a, const Value& vb, Expr& b) {
  if (va.isLiteral() && !vb.isLiteral()) {
    if (auto typed = literalAs(va, b.dtype())) return a = *typed, std::string();
  } else if (vb.isLiteral() && !va.isLiteral()) {
    if (auto typed = literalAs(vb, a.dtype())) return b = *typed, std::string();
  }
  return matchTypes(a, b);
}

Expr extentBetween(const Expr& start, const Expr& stop) {
  if (isZero(start)) return stop;
  if (const auto* sum = stop.as<Binary>(); sum && sum->op == BinaryOp::Add && equal(sum->a, start)) return sum->b;
  Expr a = stop, b = start;
  if (!matchTypes(a, b).empty()) return stop;
  const Linear left = toLinear(a), right = toLinear(b);
  const Linear difference = add(left, right, -1);
  if (difference.terms.size() < left.terms.size() + right.terms.size()) return cast(a.dtype(), toExpr(difference));
  return binary(BinaryOp::Sub, a, b);
}

}  // namespace lw::tir
