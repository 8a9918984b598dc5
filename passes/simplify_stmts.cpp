#include "passes/simplify_stmts.h"

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/effects.h"
#include "passes/pass.h"

namespace lw {
namespace {

class Simplify : public Rewriter {
 public:
  Expr expr(const Expr& e) override {
    const DataType type = e.dtype();
    if (e.as<IntImm>() || e.as<FloatImm>() || e.as<StringImm>()) return e;
    if ((isIndexType(type) || type.isBool()) && isPure(e) && !hasLoad(e)) {
      Expr done = analyzer_.simplify(e);
      return done.dtype() == type ? done : e;
    }
    return children(e);
  }

  Stmt stmt(const Stmt& s) override {
    return s.match([&](const For& n) { return loop(n, s); }, [&](const IfThenElse& n) { return branch(n, s); },
                   [&](const LetStmt& n) { return let(n, s); }, [&](const auto&) { return children(s); });
  }

 private:
  Stmt loop(const For& n, const Stmt& s) {
    For copy = n;
    copy.min = expr(n.min);
    copy.extent = expr(n.extent);
    if (const auto extent = asInt(copy.extent)) {
      if (*extent <= 0) return Evaluate{0};
      if (*extent == 1 && n.annotations.empty() && n.kind != ForKind::ThreadBinding)
        return stmt(substitute(n.body, {{n.var.key(), copy.min}}));
    }
    analyzer_.bind(n.var, {copy.min, copy.extent});
    copy.body = stmt(n.body);
    if (isNoOp(copy.body)) return copy.body;
    if (copy.min.sameAs(n.min) && copy.extent.sameAs(n.extent) && copy.body.sameAs(n.body)) return s;
    return Stmt(std::move(copy), s.origin());
  }

  Stmt branch(const IfThenElse& n, const Stmt& s) {
    const Expr condition = expr(n.condition);
    if (isTrue(condition)) return stmt(n.thenBody);
    if (isFalse(condition)) return n.elseBody ? stmt(*n.elseBody) : Stmt(Evaluate{0});
    // What is loaded may change before it is asked again.
    const bool stable = !hasLoad(condition) && isPure(condition);
    const auto under = [&](const Expr& holds, const Stmt& body) {
      if (!stable) return stmt(body);
      const auto scope = analyzer_.with(holds);
      return stmt(body);
    };
    Stmt yes = under(condition, n.thenBody);
    std::optional<Stmt> no;
    if (n.elseBody) no = under(logicalNot(condition), *n.elseBody);
    if (no && isNoOp(*no)) no.reset();
    if (isNoOp(yes) && !no && isPure(condition)) return Evaluate{0};
    const bool sameElse = !no == !n.elseBody && (!no || no->sameAs(*n.elseBody));
    if (condition.sameAs(n.condition) && yes.sameAs(n.thenBody) && sameElse) return s;
    return Stmt(IfThenElse{condition, yes, no}, s.origin());
  }

  Stmt let(const LetStmt& n, const Stmt& s) {
    const Expr value = expr(n.value);
    const bool plain = value.as<IntImm>() || value.as<Var>();
    if (plain && !n.var.dtype().isHandle()) return stmt(substitute(n.body, {{n.var.key(), value}}));
    if (isIndexType(n.var.dtype()) && !n.var.dtype().isVector()) {
      const IntBound bound = analyzer_.constBound(value);
      if (bound.bounded() && bound.max - bound.min < (int64_t{1} << 31))
        analyzer_.bind(n.var, {makeConst(n.var.dtype(), bound.min), makeConst(n.var.dtype(), bound.max - bound.min + 1)});
    }
    const Stmt body = stmt(n.body);
    if (value.sameAs(n.value) && body.sameAs(n.body)) return s;
    return Stmt(LetStmt{n.var, value, body}, s.origin());
  }

  Analyzer analyzer_;
};

}  // namespace

PrimFunc simplifyStmts(const PrimFunc& f) { return withBody(f, Simplify().stmt(f.body)); }

}  // namespace lw
