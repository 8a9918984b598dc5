#include "core/ir/promotion.h"

#include <cmath>
#include <cstdio>

#include "core/ir/ops.h"

namespace lw {
namespace {

bool isFiniteIn(DataType type, double value) {
  if (type.isFloat8() || type == dtype::Float(16)) return std::fabs(value) <= largestFloatOf(type);
  return type.bits == 64 || std::isfinite(static_cast<float>(value));
}

constexpr const char* kWriteAnother = "write a value that the type can hold";
constexpr const char* kConvertToFloat = "convert the other operand first: .astype(\"float32\")";

bool isNumeric(DataType type) { return type.isInteger() || type.isFloat() || type.isBool(); }

double realOf(const Number& number) {
  return std::visit([](auto n) { return static_cast<double>(n); }, number);
}

std::string textOf(const Number& number) {
  if (const auto* b = std::get_if<bool>(&number)) return *b ? "True" : "False";
  if (const auto* i = std::get_if<int64_t>(&number)) return std::to_string(*i);
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", std::get<double>(number));
  return text;
}

// The number in a constant; of a vector, the number in each lane.
std::optional<Number> constantOf(const Expr& e) {
  if (const auto* i = e.as<IntImm>()) {
    if (i->type.isUInt() && i->value < 0) return std::nullopt;  // beyond what int64_t holds
    return i->type.isBool() ? Number(i->value != 0) : Number(i->value);
  }
  if (const auto* f = e.as<FloatImm>()) return f->value;
  if (const auto* b = e.as<Broadcast>()) return constantOf(b->value);
  return std::nullopt;
}

Misfit noValue(const Number& number, DataType type, const char* hint) {
  return {
      say("the constant {0} is not a value of type {1}", Snippet(textOf(number)), TypeName(toString(type.element()))),
      hint};
}

// Texts are pointers in TIR, but nobody means one.
TypeName typeText(const Expr& e) { return e.as<StringImm>() ? TypeName("string") : TypeName(toString(e.dtype())); }

// Brings an operand to the type of the operation.
Misfit bring(Operand& operand, DataType type) {
  if (operand.value.dtype() == type) return {};
  Misfit why = convert(operand, type);
  if (!why.empty()) why.hint = type.isFloat() ? kConvertToFloat : "convert the other operand first: .astype(\"int64\")";
  return why;
}

}  // namespace

Operand::Operand(Number n) : value(numberExpr(n)), number(n) {}

DataType typeOf(const Number& number) {
  if (std::holds_alternative<bool>(number)) return dtype::Bool();
  if (const auto* i = std::get_if<int64_t>(&number))
    return *i >= INT32_MIN && *i <= INT32_MAX ? dtype::Int32 : dtype::Int64;
  const double d = std::get<double>(number);
  return std::isfinite(d) && !isFiniteIn(dtype::Float32, d) ? dtype::Float(64) : dtype::Float32;
}

Expr numberExpr(const Number& number) { return *numberAs(number, typeOf(number)); }

std::optional<Expr> numberAs(const Number& number, DataType type) {
  const DataType element = type.element();
  if (element.isFloat()) {
    const double d = realOf(number);
    if (std::isfinite(d) ? !isFiniteIn(element, d) : std::isinf(d) && !hasInfinity(element)) return std::nullopt;
    return makeFloat(type, d);
  }
  if (!isNumeric(element) || std::holds_alternative<double>(number)) return std::nullopt;
  const int64_t i = std::holds_alternative<bool>(number) ? std::get<bool>(number) : std::get<int64_t>(number);
  if (i < minValueOf(element) || i > maxValueOf(element)) return std::nullopt;
  return makeConst(type, i);
}

std::optional<DataType> promoted(DataType a, DataType b) {
  if (!isNumeric(a) || !isNumeric(b)) return std::nullopt;
  const DataType x = a.element(), y = b.element();
  const auto choose = [&](DataType type) { return std::optional(type.withLanes(a.lanes)); };
  const auto isOf = [](TypeCode code) { return [code](DataType t) { return t.code == code; }; };
  for (const auto& kind : {isOf(TypeCode::Float), isOf(TypeCode::BFloat)}) {
    if (kind(x) && kind(y)) return choose(x.bits < y.bits ? y : x);
    if (kind(x) || kind(y)) return choose(kind(x) ? x : y);
  }
  if (x.isFloat8() && y.isFloat8()) return x == y ? choose(x) : std::nullopt;
  if (x.isFloat8() || y.isFloat8()) return choose(x.isFloat8() ? x : y);
  if (x.isBool() || y.isBool()) return choose(x.isBool() ? y : x);
  if (x.bits != y.bits) return choose(x.bits < y.bits ? y : x);
  return choose(x.isUInt() ? x : y);
}

Misfit matchTypes(Operand& a, Operand& b) {
  const DataType ta = a.value.dtype(), tb = b.value.dtype();
  if (ta == tb) return {};
  const auto type = promoted(ta, tb);
  if (!type)
    return {say("values of type {0} and {1} cannot be combined", typeText(a.value), typeText(b.value)),
            ta.element().isFloat8() && tb.element().isFloat8() ? Message(kConvertToFloat) : Message()};
  if (ta.isVector() && tb.isVector() && ta.lanes != tb.lanes)
    return {say("vectors of {0} and {1} lanes cannot be combined", ta.lanes, tb.lanes), {}};
  const DataType common = type->withLanes(std::max(ta.lanes, tb.lanes));
  const Misfit why = bring(a, common);
  return why.empty() ? bring(b, common) : why;
}

Misfit matchTypes(Expr& a, Expr& b) {
  Operand x = a, y = b;
  const Misfit why = matchTypes(x, y);
  a = x.value;
  b = y.value;
  return why;
}

Misfit matchCompared(Operand& a, Operand& b) {
  if (a.number.has_value() != b.number.has_value()) {
    Operand& number = a.number ? a : b;
    const DataType other = (a.number ? b : a).value.dtype();
    if (const auto typed = numberAs(*number.number, other)) return number = *typed, Misfit();
  }
  return matchTypes(a, b);
}

Misfit matchArguments(std::string_view function, std::vector<Operand>& arguments) {
  if (arguments.size() < 2) return {};
  if (function == "pow" || function.starts_with("shift_") || function.starts_with("bitwise_"))
    return matchTypes(arguments[0], arguments[1]);
  Expr common = arguments[0].value;
  for (size_t i = 1; i < arguments.size(); ++i) {
    if (arguments[i].number) continue;
    Expr other = arguments[i].value;
    if (Misfit why = matchTypes(common, other); !why.empty()) return why;
  }
  for (Operand& a : arguments)
    if (Misfit why = bring(a, common.dtype()); !why.empty()) return why;
  return {};
}

Misfit convert(Operand& value, DataType type) {
  if (!isNumeric(type.element()) || !isNumeric(value.value.dtype().element())) {
    value = cast(type, value.value);
    return {};
  }
  const auto constant = value.number ? value.number : constantOf(value.value);
  if (!constant) {
    value = cast(type, value.value);
    return {};
  }
  Number number = *constant;
  if (const auto* d = std::get_if<double>(&number); d && !type.element().isFloat()) {
    const double whole = std::trunc(*d);
    // When the fraction is dropped, a negative number has no value in an unsigned type, even if it is close to zero.
    if (!(std::fabs(whole) < 0x1p63) || (*d < 0 && type.element().isUInt()))
      return noValue(number, type, kWriteAnother);
    number = static_cast<int64_t>(whole);
  }
  const auto typed = numberAs(number, type);
  if (!typed) return noValue(*constant, type, kWriteAnother);
  value = *typed;
  return {};
}

bool divisionIsAmbiguous(const Operand& a, const Operand& b) {
  const auto isFloat = [](const Operand& o) { return o.value.dtype().isFloat(); };
  const auto isUnsigned = [](const Operand& o) { return !o.number && o.value.dtype().isUInt(); };
  return !isFloat(a) && !isFloat(b) && !isUnsigned(a) && !isUnsigned(b);
}

}  // namespace lw
