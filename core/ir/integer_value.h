// The integer value of an expression whose variables are known.
#pragma once

#include <optional>

#include "core/ir/fold.h"
#include "core/ir/ops.h"

namespace lw {

// One of the bit operations that are calls in the IR. nullopt: another call, a shift by a negative number or by more
// than the type has bits, or a result that does not fit into the type.
inline std::optional<int64_t> foldBits(const Callee& op, DataType type, int64_t a, int64_t b) {
  if (op == Intrinsic::BitwiseAnd) return a & b;
  if (op == Intrinsic::BitwiseOr) return a | b;
  if (op == Intrinsic::BitwiseXor) return a ^ b;
  if ((op != Intrinsic::ShiftLeft && op != Intrinsic::ShiftRight) || b < 0 || b >= type.bits) return std::nullopt;
  if (op == Intrinsic::ShiftRight) return a >> b;
  const __int128 value = static_cast<__int128>(a) * (static_cast<__int128>(1) << b);
  if (value < minValueOf(type) || value > maxValueOf(type)) return std::nullopt;
  return static_cast<int64_t>(value);
}

// `Values` has
//   std::optional<int64_t> variable(const Var&);
//   std::optional<int64_t> load(const BufferLoad&);
//   void visited();   // called for each node
// nullopt: a part has no value, is not an integer, or does not fit into its type.
template <class Values>
std::optional<int64_t> integerValue(const Expr& e, Values& values) {
  using Value = std::optional<int64_t>;
  values.visited();
  const auto of = [&](const Expr& part) { return integerValue(part, values); };
  const auto none = [](const auto&) { return Value(); };
  return e.match([](const IntImm& n) { return Value(n.value); }, [&](const Var& v) { return values.variable(v); },
                 [&](const Cast& n) {
                   if (!n.type.isInteger() && !n.type.isBool()) return Value();
                   const Value value = n.value.dtype().isFloat() ? Value() : of(n.value);
                   return value && *value >= minValueOf(n.type) && *value <= maxValueOf(n.type) ? value : Value();
                 },
                 [&](const Binary& n) {
                   const DataType type = n.a.dtype();
                   if (!type.isInteger() && !type.isBool()) return Value();
                   const Value a = of(n.a), b = of(n.b);  // both are evaluated
                   if (n.op == BinaryOp::And && (a == 0 || b == 0)) return Value(0);
                   if (n.op == BinaryOp::Or && ((a && *a) || (b && *b))) return Value(1);
                   return a && b ? foldInteger(n.op, type, *a, *b) : Value();
                 },
                 [&](const Not& n) {
                   const Value value = of(n.value);
                   return value ? Value(*value == 0) : Value();
                 },
                 [&](const Select& n) {
                   const Value condition = of(n.condition), yes = of(n.whenTrue), no = of(n.whenFalse);
                   return condition && yes && no ? (*condition ? yes : no) : Value();
                 },
                 [&](const Call& n) {
                   if (n.op == Intrinsic::Likely) return of(n.args[0]);
                   if (n.op == Intrinsic::IfThenElse) {
                     const Value condition = of(n.args[0]);
                     return condition ? of(n.args[*condition ? 1 : 2]) : Value();
                   }
                   if (n.args.size() != 2 || !n.type.isInteger()) return Value();
                   const bool isBits = n.op.group() == IntrinsicGroup::Bits;
                   const Value a = isBits ? of(n.args[0]) : Value(), b = a ? of(n.args[1]) : Value();
                   return b ? foldBits(n.op, n.type, *a, *b) : Value();
                 },
                 [&](const BufferLoad& n) { return values.load(n); }, [&](const FloatImm& n) { return none(n); },
                 [&](const StringImm& n) { return none(n); }, [&](const Ramp& n) { return none(n); },
                 [&](const Broadcast& n) { return none(n); }, [&](const Let& n) { return none(n); });
}

}  // namespace lw
