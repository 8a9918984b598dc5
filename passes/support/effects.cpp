#include "passes/support/effects.h"

#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {

bool isPure(const Expr& e) {
  bool pure = true;
  forEachExpr(e, [&](const Expr& x) {
    if (const auto* call = x.as<Call>()) {
      const IntrinsicInfo* known = call->op.info();
      pure &= known && known->effect != Effect::Opaque;
    }
  });
  return pure;
}

bool mayFail(const Expr& e) { return loadsMemory(e) || mayTrap(e); }

bool mayTrap(const Expr& e) {
  bool may = !isPure(e);
  forEachExpr(e, [&](const Expr& x) {
    const auto* b = x.as<Binary>();
    if (!b || b->a.dtype().isFloat() || b->op < BinaryOp::Div || b->op > BinaryOp::FloorMod) return;
    const auto* lanes = b->b.as<Broadcast>();
    const auto divisor = asInt(lanes ? lanes->value : b->b);
    may |= !divisor || *divisor == 0;
  });
  return may;
}

bool isIndexType(DataType type) { return type.isInt() && (type.bits == 32 || type.bits == 64); }

int countStores(const Stmt& s) {
  int n = 0;
  forEachStmt(s, [&](const Stmt& x) { n += x.as<BufferStore>() || x.as<Evaluate>(); });
  return n;
}

}  // namespace lw
