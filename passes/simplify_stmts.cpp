#include "passes/simplify_stmts.h"

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/support/effects.h"

namespace lw {
namespace {

class Simplify : public Rewriter {
 public:
  Expr expr(const Expr& e) override {
    const DataType type = e.dtype();
    if (e.as<IntImm>() || e.as<FloatImm>() || e.as<StringImm>()) return e;
    if ((isIndexType(type) || type.isBool()) && isPure(e) && !loadsMemory(e)) {
      Expr done = analyzer_.simplify(e);
      return done.dtype() == type ? done : e;
    }
    if (const auto* call = e.as<Call>(); call && call->op == Intrinsic::IfThenElse) return choice(*call, e);
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
    const auto under = [&](const Expr& holds, const Stmt& body) {
      if (!isStable(condition)) return stmt(body);
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

  // Whether a condition keeps its value: a loaded value may change before the condition is evaluated again.
  static bool isStable(const Expr& condition) { return !loadsMemory(condition) && isPure(condition); }

  // Handles if_then_else, which evaluates one side only.
  Expr choice(const Call& n, const Expr& e) {
    const Expr condition = expr(n.args[0]);
    if (isTrue(condition) && n.args[1].dtype() == n.type) return expr(n.args[1]);
    if (isFalse(condition) && n.args[2].dtype() == n.type) return expr(n.args[2]);
    const auto under = [&](const Expr& holds, const Expr& value) {
      if (!isStable(condition)) return expr(value);
      const auto scope = analyzer_.with(holds);
      return expr(value);
    };
    const Expr yes = under(condition, n.args[1]), no = under(logicalNot(condition), n.args[2]);
    if (condition.sameAs(n.args[0]) && yes.sameAs(n.args[1]) && no.sameAs(n.args[2])) return e;
    return Call{n.type, n.op, {condition, yes, no}};
  }

  Stmt let(const LetStmt& n, const Stmt& s) {
    const Expr value = expr(n.value);
    const bool plain = value.as<IntImm>() || value.as<Var>();
    if (plain && !n.var.dtype().isHandle()) return stmt(substitute(n.body, {{n.var.key(), value}}));
    if (isIndexType(n.var.dtype()) && !n.var.dtype().isVector()) {
      const IntBound bound = analyzer_.constBound(value);
      if (bound.bounded() && bound.max - bound.min < (int64_t{1} << 31))
        analyzer_.bind(n.var,
                       {makeConst(n.var.dtype(), bound.min), makeConst(n.var.dtype(), bound.max - bound.min + 1)});
    }
    const Stmt body = stmt(n.body);
    if (value.sameAs(n.value) && body.sameAs(n.body)) return s;
    return Stmt(LetStmt{n.var, value, body}, s.origin());
  }

  Analyzer analyzer_;
};

}  // namespace

PrimFunc simplifyStmts(const PrimFunc& f) { return withBody(f, Simplify().stmt(f.body)); }

const Pass kSimplifyPass{.name = "simplify",
                         .label = "simplify",
                         .help = "Simplify index arithmetic and conditions.",
                         .run = programOnly<simplifyStmts>};

}  // namespace lw
