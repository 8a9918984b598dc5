// Expressions for one lane.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "backends/c/errors.h"
#include "backends/c/writer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/ir/wide_index.h"
#include "core/support/text.h"

namespace lw::c {
namespace {

std::string narrowName(DataType type) {
  if (type.isFloat8()) return type.code == TypeCode::Float8E4M3 ? "e4m3" : "e5m2";
  return type.code == TypeCode::BFloat ? "bf16" : "f16";
}

std::string unsignedType(DataType type) { return type.bits <= 32 ? "uint32_t" : "uint64_t"; }

Text wrapped(const std::string& function, const std::string& a) { return {function + "(" + a + ")"}; }
Text wrapped(const std::string& function, const std::string& a, const std::string& b) {
  return {function + "(" + a + ", " + b + ")"};
}

bool hasCType(DataType type) {
  if (type.isFloat() || type.isBool() || type.isHandle() || type.code == TypeCode::Void) return true;
  return type.bits == 8 || type.bits == 16 || type.bits == 32 || type.bits == 64;
}

const char* symbolOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return " + ";
    case BinaryOp::Sub:
      return " - ";
    case BinaryOp::Mul:
      return " * ";
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
      return " / ";
    case BinaryOp::Mod:
    case BinaryOp::FloorMod:
      return " % ";
    case BinaryOp::EQ:
      return " == ";
    case BinaryOp::NE:
      return " != ";
    case BinaryOp::LT:
      return " < ";
    case BinaryOp::LE:
      return " <= ";
    case BinaryOp::GT:
      return " > ";
    case BinaryOp::GE:
      return " >= ";
    case BinaryOp::And:
      return " && ";
    case BinaryOp::Or:
      return " || ";
    case BinaryOp::Min:
    case BinaryOp::Max:
      break;
  }
  return " ? ";
}

Binding bindingOf(BinaryOp op) {
  if (op == BinaryOp::Add || op == BinaryOp::Sub) return kSum;
  if (isComparison(op)) return kCompare;
  return op == BinaryOp::And ? kAnd : op == BinaryOp::Or ? kOr : kProduct;
}

}  // namespace

bool readsMemory(const Expr& e) {
  return e.match(
      [](const BufferLoad&) { return true; }, [](const Call&) { return true; }, [](const IntImm&) { return false; },
      [](const FloatImm&) { return false; }, [](const StringImm&) { return false; }, [](const Var&) { return false; },
      [](const Cast& n) { return readsMemory(n.value); },
      [](const Binary& n) { return readsMemory(n.a) || readsMemory(n.b); },
      [](const Not& n) { return readsMemory(n.value); },
      [](const Select& n) { return readsMemory(n.condition) || readsMemory(n.whenTrue) || readsMemory(n.whenFalse); },
      [](const Ramp& n) { return readsMemory(n.base) || readsMemory(n.stride); },
      [](const Broadcast& n) { return readsMemory(n.value); },
      [](const Let& n) { return readsMemory(n.value) || readsMemory(n.body); });
}

std::string Writer::at(const Expr& e, Binding least, const std::string& lane) {
  const Text text = expr(e, lane);
  return text.binding >= least ? text.text : "(" + text.text + ")";
}

// Index and bound arithmetic does not overflow: if sizes are unknown, it is written in 64 bits.
std::string Writer::index(const Expr& e, Binding least, const std::string& lane) {
  ++indexDepth_;
  std::string text = at(counts64_ ? widened(e) : e, least, lane);
  --indexDepth_;
  return text;
}

std::string Writer::indexType(DataType type) const {
  return counts64_ && type.element() == dtype::Int32 ? "int64_t" : valueType(type);
}

std::string Writer::narrowed(DataType type, const std::string& text) { return fromBits(type, toBits(type, text)); }

std::string Writer::toBits(DataType type, const std::string& text) {
  return helpers_.use("to_" + narrowName(type), "") + "(" + text + ")";
}
std::string Writer::fromBits(DataType type, const std::string& text) {
  return helpers_.use("from_" + narrowName(type), "") + "(" + text + ")";
}

Text Writer::expr(const Expr& e, const std::string& lane) {
  if (!hasCType(e.dtype())) return fail(err::kCType(toString(e.dtype())), "use 8, 16, 32 or 64 bits");
  return e.match(
      [&](const IntImm& n) { return number(n.type, n.value); },
      [&](const FloatImm& n) { return number(n.type, n.value); },
      [&](const StringImm& n) { return fail(err::kCStringValue(n.value)); },
      [&](const Var& n) -> Text { return {nameOf(n) + (n.dtype().lanes > 1 ? "[" + lane + "]" : "")}; },
      [&](const Cast& n) { return castTo(expr(n.value, lane), n.value.dtype().element(), n.type.element()); },
      [&](const Binary& n) { return binary(n, lane); },
      [&](const Not& n) -> Text { return {"!" + at(n.value, kPrimary, lane), kUnary}; },
      [&](const Select& n) -> Text {
        return {at(n.condition, kOr, lane) + " ? " + at(n.whenTrue, kOr, lane) + " : " + at(n.whenFalse, kOr, lane),
                kTernary};
      },
      [&](const BufferLoad& n) { return load(n.buffer, n.indices, lane); },
      [&](const Ramp& n) { return ramp(n, lane); },
      [&](const Broadcast& n) -> Text {
        const int inner = n.value.dtype().lanes;
        return expr(n.value, inner == 1 ? std::string() : "(" + lane + " % " + std::to_string(inner) + ")");
      },
      // Lets are substituted into their uses, since values of expressions have no effects.
      [&](const Let& n) { return expr(substitute(n.body, VarMap{{n.var.key(), n.value}}), lane); },
      [&](const Call& n) { return call(n, lane); });
}

Text Writer::number(DataType type, int64_t value) {
  if (type.isBool()) return {value ? "true" : "false"};
  if (type.isUInt() && type.bits == 64) return {"UINT64_C(" + std::to_string(static_cast<uint64_t>(value)) + ")"};
  if (type.isUInt()) return {std::to_string(static_cast<uint64_t>(value)) + (type.bits == 32 ? "u" : "")};
  if (value == INT64_MIN) return {"INT64_MIN"};
  if (value == INT32_MIN) return {"INT32_MIN"};
  const bool small = value > INT32_MIN && value <= INT32_MAX;
  return {small ? std::to_string(value) : "INT64_C(" + std::to_string(value) + ")",
          value < 0 && small ? kUnary : kPrimary};
}

Text Writer::number(DataType type, double exact) {
  const double value =
      roundToType(type.element(), exact);  // C computes narrow floats as float and would keep extra digits
  const bool isDouble = type.bits == 64;
  if (std::isnan(value)) return {isDouble ? "(double)NAN" : "NAN", isDouble ? kUnary : kPrimary};
  if (std::isinf(value)) return {std::string(value < 0 ? "-" : "") + "INFINITY", value < 0 ? kUnary : kPrimary};
  char text[48];
  std::snprintf(text, sizeof text, isDouble ? "%.17g" : "%.9g", value);
  // The shortest text that reads back as the same number.
  for (int digits = 1; digits < (isDouble ? 17 : 9); ++digits) {
    char shorter[48];
    std::snprintf(shorter, sizeof shorter, "%.*g", digits, value);
    if (isDouble ? std::strtod(shorter, nullptr) != value : std::strtof(shorter, nullptr) != static_cast<float>(value))
      continue;
    std::copy(shorter, shorter + sizeof shorter, text);
    break;
  }
  std::string s = text;
  if (s.find_first_of(".e") == std::string::npos) s += ".0";
  return {s + (isDouble ? "" : "f"), std::signbit(value) ? kUnary : kPrimary};
}

Text Writer::castTo(Text value, DataType from, DataType to) {
  if (from == to) return value;
  if (!hasCType(to)) return fail(err::kCType(toString(to)), "use 8, 16, 32 or 64 bits");
  const std::string inner = value.binding >= kUnary ? value.text : "(" + value.text + ")";
  if (to.isBool()) return {inner + " != 0", kCompare};
  if (isNarrow(to)) return {narrowed(to, from.isFloat() && from.bits == 64 ? "(float)" + inner : value.text)};
  if (isNarrow(from) && to == dtype::Float32) return value;
  if (to.isInteger() && to.bits < 32 && from.isFloat()) return {"(" + valueType(to) + ")(int32_t)" + inner, kUnary};
  if (indexDepth_ > 0 && from == dtype::Int32 && to == dtype::Int64) return {"(int64_t)" + inner, kUnary};
  return {"(" + (to.isHandle() ? std::string("void *") : valueType(to)) + ")" + inner, kUnary};
}

Text Writer::binary(const Binary& n, const std::string& lane) {
  const DataType type = n.a.dtype().element();
  const Binding binding = bindingOf(n.op);
  if (n.op == BinaryOp::And || n.op == BinaryOp::Or) {
    // Compilers warn about && inside || without parentheses.
    return {at(n.a, n.op == BinaryOp::And ? kAnd : kCompare, lane) + symbolOf(n.op) +
                at(n.b, n.op == BinaryOp::And ? kAnd : kCompare, lane),
            binding};
  }
  if (isComparison(n.op)) return {at(n.a, kSum, lane) + symbolOf(n.op) + at(n.b, kSum, lane), binding};
  return type.isFloat() ? floatBinary(n, lane) : integerBinary(n, lane);
}

Text Writer::integerBinary(const Binary& n, const std::string& lane) {
  const DataType type = n.a.dtype().element();
  const std::string name = valueType(type);
  const bool division =
      n.op == BinaryOp::Div || n.op == BinaryOp::Mod || n.op == BinaryOp::FloorDiv || n.op == BinaryOp::FloorMod;
  if (n.op == BinaryOp::Min || n.op == BinaryOp::Max)
    return wrapped(helpers_.use(n.op == BinaryOp::Min ? "min" : "max", name), at(n.a, kTernary, lane),
                   at(n.b, kTernary, lane));
  if (division) {
    const auto divisor = n.b.as<Broadcast>() ? asInt(n.b.as<Broadcast>()->value) : asInt(n.b);
    const bool truncates = n.op == BinaryOp::Div || n.op == BinaryOp::Mod;
    const bool plain =
        !type.isInt() || (truncates && divisor.value_or(-1) > 0) || (nonNegative(n.a) && nonNegative(n.b));
    if (plain) return {at(n.a, kProduct, lane) + symbolOf(n.op) + at(n.b, kUnary, lane), kProduct};
    const char* which = n.op == BinaryOp::Div        ? "div"
                        : n.op == BinaryOp::Mod      ? "mod"
                        : n.op == BinaryOp::FloorDiv ? "floordiv"
                                                     : "floormod";
    return wrapped(helpers_.use(which, name), at(n.a, kTernary, lane), at(n.b, kTernary, lane));
  }
  const Binding binding = bindingOf(n.op), right = n.op == BinaryOp::Add   ? kSum
                                                   : n.op == BinaryOp::Sub ? kProduct
                                                                           : kUnary;
  if (indexDepth_ > 0 && type.bits >= 32)
    return {at(n.a, binding, lane) + symbolOf(n.op) + at(n.b, right, lane), binding};
  if (type.isUInt() && type.bits >= 32)
    return {at(n.a, binding, lane) + symbolOf(n.op) + at(n.b, right, lane), binding};
  // Data wraps: unsigned arithmetic, which C defines.
  const std::string wide = "(" + unsignedType(type) + ")";
  return {"(" + name + ")(" + wide + at(n.a, kUnary, lane) + symbolOf(n.op) + wide + at(n.b, kUnary, lane) + ")",
          kUnary};
}

Text Writer::floatBinary(const Binary& n, const std::string& lane) {
  const DataType type = n.a.dtype().element();
  const std::string name = valueType(type), f = type.bits == 64 ? "" : "f";
  if (n.op == BinaryOp::Min || n.op == BinaryOp::Max)
    return wrapped(helpers_.use(n.op == BinaryOp::Min ? "min" : "max", name), at(n.a, kTernary, lane),
                   at(n.b, kTernary, lane));
  Text result;
  if (n.op == BinaryOp::Mod)
    result = wrapped("fmod" + f, at(n.a, kTernary, lane), at(n.b, kTernary, lane));
  else if (n.op == BinaryOp::FloorDiv)
    result = wrapped("floor" + f, at(n.a, kProduct, lane) + " / " + at(n.b, kUnary, lane));
  else if (n.op == BinaryOp::FloorMod)
    result = wrapped(helpers_.use("floorrem", name), at(n.a, kTernary, lane), at(n.b, kTernary, lane));
  else {
    const Binding binding = bindingOf(n.op);
    // Sums of floats keep the order of the program.
    const Binding right = n.op == BinaryOp::Add || n.op == BinaryOp::Sub ? kProduct : kUnary;
    result = {at(n.a, binding, lane) + symbolOf(n.op) + at(n.b, right, lane), binding};
  }
  return isNarrow(type) ? Text{narrowed(type, result.text)} : result;
}

// A ramp of vectors is the concatenation of base, base + stride, ...
Text Writer::ramp(const Ramp& n, const std::string& lane) {
  const int inner = n.base.dtype().lanes;
  const std::string base =
      index(n.base, kSum, inner == 1 ? std::string() : "(" + lane + " % " + std::to_string(inner) + ")");
  std::string step = inner == 1 ? lane : lane + " / " + std::to_string(inner);
  if (const auto stride = asInt(n.stride); !stride || *stride != 1)
    step +=
        " * " + index(n.stride, kUnary, inner == 1 ? std::string() : "(" + lane + " % " + std::to_string(inner) + ")");
  return isZero(n.base) && inner == 1 ? Text{step, step == lane ? kPrimary : kProduct}
                                      : Text{base + " + " + step, kSum};
}

std::string Writer::offset(const Buffer& buffer, const std::vector<Expr>& indices, const std::string& lane) {
  if (indices.size() != buffer->shape.size() && !(indices.size() == 1 && buffer->shape.empty())) {
    fail(err::kCIndexCount(buffer->name, buffer->shape.size(), indices.size()));
    return "0";
  }
  const int inner = buffer->dtype.lanes;
  for (const Expr& i : indices)
    if (inner > 1 && i.dtype().lanes > 1)
      fail(err::kCVectorOfVectors(buffer->name, toString(buffer->dtype)), "index it with scalars");
  const auto laneOf = [&](const Expr& e) { return e.dtype().lanes > 1 ? lane : std::string(); };
  std::string text;
  for (size_t d = 0; d < indices.size(); ++d) {
    // Later dimensions are factors of this one, and products of three or more indices may exceed 32 bits.
    std::string term = indices.size() == 1 ? index(indices[d], inner > 1 ? kUnary : kSum, laneOf(indices[d]))
                                           : "(int64_t)" + index(indices[d], kPrimary, laneOf(indices[d]));
    if (!buffer->strides.empty())
      term = (indices.size() == 1 ? "(" + term + ")" : term) + " * " + index(buffer->strides[d], kUnary, "");
    else
      for (size_t k = d + 1; k < buffer->shape.size(); ++k) term += " * " + index(buffer->shape[k], kUnary, "");
    addItem(text, term, " + ");
  }
  if (text.empty()) text = "0";
  if (!isZero(buffer->elemOffset)) text = index(buffer->elemOffset, kSum, "") + " + " + text;
  if (inner > 1) text = "(" + text + ") * " + std::to_string(inner) + (lane.empty() ? "" : " + " + lane);
  return text;
}

std::string Writer::element(const Buffer& buffer, const std::vector<Expr>& indices, const std::string& lane) {
  return pointer(buffer) + "[" + offset(buffer, indices, lane) + "]";
}

Text Writer::load(const Buffer& buffer, const std::vector<Expr>& indices, const std::string& lane) {
  const std::string place = element(buffer, indices, lane);
  const DataType type = buffer->dtype;
  if (type.isBool()) return {place + " != 0", kCompare};
  if (isNarrow(type)) return {fromBits(type, place)};
  return {place};
}

}  // namespace lw::c
