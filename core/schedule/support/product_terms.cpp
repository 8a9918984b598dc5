#include "core/schedule/support/product_terms.h"

#include <cmath>

#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

void addFactors(const Expr& e, std::vector<Expr>& factors) {
  const auto* cast = e.as<Cast>();
  const Expr& value = cast ? cast->value : e;
  const auto* product = value.as<Binary>();
  if (cast && value.as<Cast>()) return addFactors(value, factors);
  if (!product || product->op != BinaryOp::Mul) return factors.push_back(e);
  addFactors(product->a, factors);
  addFactors(product->b, factors);
}

bool isTotal(const Binary& n) {
  switch (n.op) {
    case BinaryOp::Div:
      return n.b.as<FloatImm>() && !isZero(n.b);
    case BinaryOp::Mod:
      return false;
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
      return asInt(n.b).value_or(0) > 0;
    default:
      return true;
  }
}

bool isTotal(const Call& n) {
  const auto shifts = [&] {
    const std::optional<int64_t> by = asInt(n.args[1]);
    return by && *by >= 0 && *by < n.type.bits;
  };
  if (n.op == Intrinsic::ShiftLeft || n.op == Intrinsic::ShiftRight) return shifts();
  return n.op == Intrinsic::BitwiseAnd || n.op == Intrinsic::BitwiseOr || n.op == Intrinsic::BitwiseXor;
}

}  // namespace

std::vector<Expr> factorsOf(const Expr& term) {
  std::vector<Expr> factors;
  addFactors(term, factors);
  return factors;
}

const BufferLoad* loadOf(const Expr& factor) {
  const auto* cast = factor.as<Cast>();
  return cast ? loadOf(cast->value) : factor.as<BufferLoad>();
}

bool isTotalFactor(const Expr& factor) {
  return !anyExpr(factor, [](const Expr& e) {
    if (const auto* n = e.as<FloatImm>()) return !std::isfinite(n->value);
    if (const auto* n = e.as<Binary>()) return !isTotal(*n);
    if (const auto* n = e.as<Call>()) return !isTotal(*n);
    return !(e.as<IntImm>() || e.as<Var>() || e.as<Cast>() || e.as<Not>() || e.as<Select>() || e.as<BufferLoad>());
  });
}

bool isFiniteFactor(const Expr& factor, const std::function<bool(const BufferLoad&)>& zero) {
  if (loadOf(factor) || !factor.dtype().isFloat()) return true;
  // Only what is constant then: of anything else it would have to be known how large it can be.
  const Expr value = rewriteExprs(factor, [&](const Expr& e) -> std::optional<Expr> {
    const auto* load = e.as<BufferLoad>();
    if (load && zero(*load)) return makeZero(load->buffer->dtype);
    if (const auto* n = e.as<Cast>()) return cast(n->type, n->value);
    const auto* n = e.as<Binary>();
    return n ? foldBinary(n->op, n->a, n->b) : std::nullopt;
  });
  const auto* constant = value.as<FloatImm>();
  return constant && std::isfinite(constant->value);
}

}  // namespace lw
