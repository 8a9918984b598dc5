// Casts. Types that no kernel computes are kept in wider ones: casts to them round the values, or cut off bits.
#include "core/onnx/operators/types.h"

#include <cmath>
#include <limits>

#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

struct FloatFormat {
  ElementType type;
  int mantissa;         // bits that are stored
  int lowest, highest;  // exponents of normal numbers
  double largest;
  bool infinities, nan, negativeZero;
};
constexpr FloatFormat kFormats[] = {
    {ElementType::Float8E4M3FN, 3, -6, 8, 448, false, true, true},
    {ElementType::Float8E4M3FNUZ, 3, -7, 7, 240, false, true, false},
    {ElementType::Float8E5M2, 2, -14, 15, 57344, true, true, true},
    {ElementType::Float8E5M2FNUZ, 2, -15, 15, 57344, false, true, false},
    {ElementType::Float4E2M1, 1, 0, 2, 6, false, false, true},
};
const FloatFormat* formatOf(ElementType type) {
  for (const FloatFormat& f : kFormats)
    if (f.type == type) return &f;
  return nullptr;
}

Node numbers(const Conversion& c, const std::vector<double>& values, DataType type) {
  NDArray data = c.zeros(type, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) data.set(static_cast<int64_t>(i), values[i]);
  return c.array(std::move(data));
}
Node choose(const Conversion& c, const char* comparison, const Node& x, double bound, double then, const Node& other) {
  const DataType type = c.typeOf(x);
  return c.call("where", {c.call(comparison, {x, c.scalar(bound, type)}), c.scalar(then, c.typeOf(other)), other});
}

// The nearest value of the format, halves to even: a multiple of the distance between values of the exponent.
Node roundedTo(const Conversion& c, const Node& x, const FloatFormat& f, bool saturate) {
  const DataType type = c.typeOf(x);
  std::vector<double> ends, distances{std::ldexp(1.0, f.lowest - f.mantissa)};
  for (int e = f.lowest + 1; e <= f.highest; ++e) {
    ends.push_back(std::ldexp(1.0, e));
    distances.push_back(std::ldexp(1.0, e - f.mantissa));
  }
  const Node exponent = c.call("bucketize", {c.call("abs", {x}), numbers(c, ends, type)}, attrs("out_int32", true));
  const Node distance = c.call("take", {numbers(c, distances, type), exponent}, attrs("axis", 0));
  Node made = c.call("multiply", {c.call("round", {c.call("divide", {x, distance})}), distance});
  const double beyond = saturate || !f.nan ? f.largest
                        : f.infinities     ? std::numeric_limits<double>::infinity()
                                           : std::numeric_limits<double>::quiet_NaN();
  made = choose(c, "greater", made, f.largest, beyond, choose(c, "less", made, -f.largest, -beyond, made));
  if (!f.negativeZero) made = choose(c, "equal", made, 0, 0, made);
  if (!f.nan) made = c.call("where", {c.call("isnan", {made}), c.scalar(0, type), made});
  return made;
}

// A power of two. Negative numbers have none, and become the one of their magnitude.
Node powerOfTwo(const Conversion& c, const Node& x, const Rounding& rounding) {
  constexpr int kLowest = -127, kHighest = 127;
  const DataType type = dtype::Float(64);
  const bool up = rounding.mode == "up", nearest = rounding.mode == "nearest";
  if (!up && !nearest && rounding.mode != "down")
    c.fail(err::kOnnxAttributeValue(c.title(), "round_mode", rounding.mode));
  // Up: the first power that is not below x. Otherwise the last power, or middle of two, that is not above x.
  std::vector<double> powers, ends;
  for (int e = kLowest; e <= kHighest; ++e) {
    powers.push_back(std::ldexp(1.0, e));
    if (e < kHighest) ends.push_back(up ? powers.back() : std::ldexp(nearest ? 1.5 : 2, e));
  }
  const Node magnitude = c.call("abs", {c.cast(x, type)});
  const Node place = c.call("bucketize", {magnitude, numbers(c, ends, type)}, attrs("out_int32", true, "right", !up));
  Node made = c.call("take", {numbers(c, powers, type), place}, attrs("axis", 0));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (!rounding.saturate)
    made = choose(c, "less", magnitude, powers.front(), nan, choose(c, "greater", magnitude, powers.back(), nan, made));
  made = c.call("where", {c.call("isnan", {magnitude}), c.scalar(nan, type), made});
  return c.cast(made, dtype::Float32);
}

// The lowest bits of an integer, as a number of so many bits.
Node lowestBits(const Conversion& c, const Node& x, int bits, bool isSigned) {
  const DataType type = c.typeOf(x);
  const int64_t all = int64_t{1} << bits, half = isSigned ? all / 2 : 0;
  const auto number = [&](int64_t n) { return c.scalar(static_cast<double>(n), type); };
  const Node low = c.call("bitwise_and", {half != 0 ? c.call("add", {x, number(half)}) : x, number(all - 1)});
  return half != 0 ? c.call("subtract", {low, number(half)}) : low;
}

ElementType namedType(const Conversion& c) {
  static const std::pair<const char*, ElementType> kNames[] = {
      {"FLOAT", ElementType::Float},   {"UINT8", ElementType::UInt8},   {"INT8", ElementType::Int8},
      {"UINT16", ElementType::UInt16}, {"INT16", ElementType::Int16},   {"INT32", ElementType::Int32},
      {"INT64", ElementType::Int64},   {"BOOL", ElementType::Bool},     {"FLOAT16", ElementType::Float16},
      {"DOUBLE", ElementType::Double}, {"UINT32", ElementType::UInt32}, {"UINT64", ElementType::UInt64}};
  const std::string name = c.text("to", "");
  for (const auto& [known, type] : kNames)
    if (name == known) return type;
  c.fail(err::kOnnxAttributeValue(c.title(), "to", name));
}

void castTo(const Conversion& c, ElementType to) {
  const Rounding rounding{c.integer("saturate", 1) != 0, c.text("round_mode", "up")};
  c.out(0, typed(converted(c, c.in(0), elementOf(c, 0), to, rounding), to));
}

}  // namespace

Operand typed(Node node, ElementType type) { return Operand{.node = std::move(node), .type = type}; }

ElementType elementOf(const Conversion& c, size_t place) {
  const Operand& value = c.operand(place);
  return isKeptWider(value.type) ? value.type : elementTypeOf(c.typeOf(c.in(place)));
}
DataType storedType(const Conversion& c, ElementType type) {
  const std::optional<DataType> known = dataTypeOf(type);
  if (!known) c.fail(err::kOnnxType(c.title(), toString(type)));
  return *known;
}
bool isSmallFloat(ElementType type) { return formatOf(type) || type == ElementType::Float8E8M0; }
std::pair<int64_t, int64_t> integerRange(ElementType type) {
  const std::optional<DataType> stored = dataTypeOf(type);
  const int bits = bitsOf(type);
  if (stored && stored->isInt()) return {-(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1};
  return {0, (int64_t{1} << bits) - 1};
}

Node converted(const Conversion& c, const Node& x, ElementType from, ElementType to, const Rounding& rounding) {
  const DataType stored = storedType(c, to), given = c.typeOf(x);
  if (from == to) return x;
  if (to == ElementType::Bool) return c.call("not_equal", {x, c.scalar(0, given)});
  if (to == ElementType::Float8E8M0) return powerOfTwo(c, x, rounding);
  if (const FloatFormat* format = formatOf(to)) {
    const bool wide = given == dtype::Float(64) || (given.isInteger() && given.bits > 16);
    return c.cast(roundedTo(c, c.cast(x, wide ? dtype::Float(64) : dtype::Float32), *format, rounding.saturate),
                  stored);
  }
  if (isKeptWider(to)) {
    const bool isInteger = given.isInteger() || given.isBool();
    return c.cast(
        lowestBits(c, c.cast(x, isInteger && given.bits == 64 ? given : dtype::Int32), bitsOf(to), stored.isInt()),
        stored);
  }
  return c.cast(x, stored);
}

void cast(const Conversion& c) {
  const ElementType to = c.version() >= 6 ? static_cast<ElementType>(c.integer("to")) : namedType(c);
  if (c.operand(0).sizes && (to == ElementType::Int32 || to == ElementType::Int64)) return c.out(0, c.operand(0));
  castTo(c, to);
}
void castLike(const Conversion& c) { castTo(c, elementOf(c, 1)); }

// The same bits as another type of as many.
void bitCast(const Conversion& c) {
  const auto to = static_cast<ElementType>(c.integer("to"));
  const ElementType from = elementOf(c, 0);
  const DataType stored = storedType(c, to);
  const Node x = c.in(0);
  const DataType given = c.typeOf(x);
  const auto isWhole = [](DataType type) { return type.isInteger() && !type.isBool(); };
  if (from == to) return c.out(0, c.operand(0));
  if (bitsOf(from) != bitsOf(to))
    c.refuse(say("{0} and {1} do not have as many bits", TypeName(toString(from)), TypeName(toString(to))));
  if (to == ElementType::Bool) c.refuse("bytes other than 0 and 1 are no values of bool");
  if (isWhole(stored) && (isWhole(given) || given.isBool())) return c.out(0, typed(converted(c, x, from, to), to));
  if (isKeptWider(from) || isKeptWider(to) || given.isBool())
    c.refuse(say("the bits of {0} are not kept as they are", TypeName(toString(isKeptWider(from) ? from : to))));
  c.out(0, typed(c.call("memory.view", {x, std::nullopt, graph::TypeNode{stored}}), to));
}

}  // namespace lw::onnx::convert
