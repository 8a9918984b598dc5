#include "core/ir/non_negative.h"

#include "core/ir/ops.h"

namespace lw {

bool NonNegative::holds(const Expr& e, bool isIndex) const {
  if (const auto value = asInt(e)) return *value >= 0;
  if (const Var* var = e.as<Var>()) {
    const auto found = known_.find(var->key());
    return found != known_.end() && found->second;
  }
  if (e.dtype().isUInt() || e.dtype().isBool()) return true;
  if (const auto* r = e.as<Ramp>()) return holds(r->base, isIndex) && holds(r->stride, isIndex);
  if (const auto* v = e.as<Broadcast>()) return holds(v->value, isIndex);
  if (const auto* c = e.as<Cast>())
    return c->value.dtype().isInt() && c->value.dtype().bits <= c->type.bits && holds(c->value, isIndex);
  const auto* n = e.as<Binary>();
  if (!n) return false;
  switch (n->op) {
    case BinaryOp::Add:
    case BinaryOp::Mul:
      return isIndex && holds(n->a, true) && holds(n->b, true);
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
    case BinaryOp::Min:
      return holds(n->a, isIndex) && holds(n->b, isIndex);
    case BinaryOp::Max:
      return holds(n->a, isIndex) || holds(n->b, isIndex);
    case BinaryOp::Mod:
      return holds(n->a, isIndex);
    case BinaryOp::FloorMod:
      return holds(n->b, isIndex);
    default:
      return false;
  }
}

}  // namespace lw
