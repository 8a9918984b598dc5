#include "core/schedule/bindings.h"

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {

Stmt withPredicate(const Stmt& body, const Expr& condition) {
  return mapBlocks(body, [&](const Block& block) {
    Block guarded = block;
    guarded.predicate = logicalAnd(block.predicate, condition);
    return guarded;
  });
}

Stmt simplifyBindings(const Snapshot&, LoopId, const Stmt& changed, bool) { return changed; }

Expr simplifyExtent(const Expr& extent) { return simplify(extent); }

bool provablyDivisible(const Expr& value, int64_t divisor) {
  return Analyzer().canProveDivisible(value, makeConst(value.dtype(), divisor));
}

namespace {

class OutsideBlocks : public Visitor {
 public:
  bool found = false;
  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    if (s.as<Block>()) return;
    found = found || s.as<BufferStore>() || (s.as<Evaluate>() && !isNoOp(s));
    children(s);
  }
};

}  // namespace

bool hasStatementsOutsideBlocks(const Stmt& body) {
  OutsideBlocks visitor;
  visitor.stmt(body);
  return visitor.found;
}

}  // namespace lw
