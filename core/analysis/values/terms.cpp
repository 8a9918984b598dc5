#include "core/analysis/values/terms.h"

#include <bit>
#include <cmath>

#include "core/ir/fold.h"

namespace lw::analysis {
namespace {

uint32_t packed(DataType t) {
  return static_cast<uint32_t>(t.code) << 24 | static_cast<uint32_t>(t.bits) << 16 | t.lanes;
}

}  // namespace

size_t Terms::Hash::operator()(const Node& n) const {
  uint64_t h = static_cast<uint64_t>(n.kind) << 56 ^ static_cast<uint64_t>(n.detail) << 32 ^ n.type;
  for (const int64_t part : {n.a, n.b}) {
    h = (h ^ static_cast<uint64_t>(part)) * 0x9e3779b97f4a7c15;
    h ^= h >> 29;
  }
  return h;
}

Terms::Id Terms::of(Kind kind, DataType type, uint32_t detail, int64_t a, int64_t b) {
  const auto [at, fresh] = known_.try_emplace(Node{kind, detail, packed(type), a, b}, static_cast<Id>(nodes_.size()));
  if (fresh) nodes_.push_back(at->first);
  return at->second;
}

Terms::Id Terms::real(DataType type, double value) { return of(Kind::Real, type, 0, std::bit_cast<int64_t>(value)); }

bool Terms::isConstant(Id id, int64_t value) const {
  const Node& n = (*this)[id];
  return n.kind == Kind::Integer ? n.a == value
                                 : n.kind == Kind::Real && n.a == std::bit_cast<int64_t>(static_cast<double>(value));
}

// Steps fold constants while they rewrite (core/ir/ops.h).
Terms::Id Terms::cast(DataType type, Id value) {
  const Node n = (*this)[value];
  if (n.type == packed(type)) return value;
  if (n.kind == Kind::Integer && type.isFloat() && type.bits >= 32) {
    const auto real = static_cast<double>(n.a);
    return this->real(type, type.bits == 32 ? static_cast<float>(real) : real);
  }
  if (n.kind == Kind::Real && type.isInteger() && !type.isVector()) {
    const double real = std::trunc(std::bit_cast<double>(n.a));
    if (std::abs(real) < (1 << 24) && real >= static_cast<double>(minValueOf(type)) &&
        real <= static_cast<double>(maxValueOf(type)))
      return integer(type, static_cast<int64_t>(real));
  }
  return of(Kind::Cast, type, 0, value);
}

Terms::Id Terms::binary(BinaryOp op, DataType operands, Id a, Id b) {
  const Node x = (*this)[a], y = (*this)[b];
  if (x.kind == Kind::Integer && y.kind == Kind::Integer)
    if (const auto folded = foldInteger(op, operands, x.a, y.a))
      return integer(isComparison(op) || operands.isBool() ? dtype::Bool() : operands, *folded);
  const bool isInteger = operands.isInteger();
  if (op == BinaryOp::Mul && isInteger && (isConstant(a, 0) || isConstant(b, 0))) return isConstant(a, 0) ? a : b;
  if (op == BinaryOp::Mul && isConstant(a, 1)) return b;
  if ((op == BinaryOp::Mul || op == BinaryOp::Div) && isConstant(b, 1)) return a;
  if (op == BinaryOp::Add && isInteger && isConstant(a, 0)) return b;
  if ((op == BinaryOp::Add || op == BinaryOp::Sub) && isInteger && isConstant(b, 0)) return a;
  return of(Kind::Binary, operands, static_cast<uint32_t>(op), a, b);
}

uint32_t Terms::numberOf(const void* key) {
  return keys_.emplace(key, static_cast<uint32_t>(keys_.size())).first->second;
}
uint32_t Terms::numberOf(const std::string& name) {
  return names_.emplace(name, static_cast<uint32_t>(names_.size())).first->second;
}

}  // namespace lw::analysis
