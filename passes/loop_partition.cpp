#include "passes/loop_partition.h"

#include <algorithm>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/support/effects.h"
#include "passes/support/guards.h"

namespace lw {
namespace {

constexpr int kMaxCopies = 24;  // parts of loops made in one function; limits code size

bool holdsOneOf(const Expr& condition, const std::vector<Guard>& guards) {
  return std::any_of(guards.begin(), guards.end(),
                     [&](const Guard& g) { return g.condition.sameAs(condition) || equal(g.condition, condition); });
}

Expr without(const Expr& condition, const std::vector<Guard>& guards) {
  std::vector<Expr> rest;
  for (const Expr& part : guardParts(condition))
    if (!holdsOneOf(part, guards)) rest.push_back(part);
  return conjunction(rest);
}

// Rewrites a body under the assumption that the guards hold.
class Assume : public Rewriter {
 public:
  explicit Assume(const std::vector<Guard>& guards) : guards_(guards) {}
  Expr expr(const Expr& e) override {
    Expr done = children(e);
    const auto* call = done.as<Call>();
    if (!call || call->op != Intrinsic::IfThenElse) return done;
    const Expr condition = without(call->args[0], guards_);
    if (isTrue(condition)) return call->args[1];
    return Call{call->type, call->op, {condition, call->args[1], call->args[2]}};
  }
  Stmt stmt(const Stmt& s) override {
    Stmt done = children(s);
    const auto* branch = done.as<IfThenElse>();
    if (!branch) return done;
    const Expr condition = without(branch->condition, guards_);
    if (isTrue(condition)) return branch->thenBody;
    return Stmt(IfThenElse{condition, branch->thenBody, branch->elseBody}, s.origin());
  }

 private:
  const std::vector<Guard>& guards_;
};

// Collects the conditions that may guard a loop's body, and the loops and variables in it.
class LoopContents : public Visitor {
 public:
  explicit LoopContents(bool choices) : choices_(choices) {}
  std::vector<Expr> conditions;
  IntSetMap loops;
  std::vector<Var> bound;

  void stmt(const Stmt& s) override {
    if (const auto* n = s.as<For>()) loops.insert_or_assign(n->var.key(), IntSet::of({n->min, n->extent}));
    if (const auto* n = s.as<IfThenElse>()) add(n->condition);
    children(s);
  }
  void expr(const Expr& e) override {
    const auto* call = e.as<Call>();
    if (choices_ && call && call->op == Intrinsic::IfThenElse) add(call->args[0]);
    children(e);
  }
  void varDef(const Var& v) override { bound.push_back(v); }

 private:
  void add(const Expr& condition) {
    for (const Expr& part : guardParts(condition)) conditions.push_back(part);
  }
  bool choices_;
};

class Partition : public Rewriter {
 public:
  explicit Partition(PrimFunc& ids) : ids_(ids) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (const auto* n = s.as<For>()) return loop(*n, s);
    if (const auto* n = s.as<IfThenElse>()) return branch(*n, s);
    return children(s);
  }

 private:
  // Removes conditions that the ranges of outer partitions decide.
  Stmt branch(const IfThenElse& n, const Stmt& s) {
    if (mayFail(n.condition)) return children(s);
    std::vector<Expr> open;
    for (const Expr& part : guardParts(n.condition)) {
      const Expr simple = analyzer_.simplify(part);
      if (isFalse(simple)) return n.elseBody ? stmt(*n.elseBody) : Stmt(Evaluate{0});
      if (!isTrue(simple)) open.push_back(simple);
    }
    if (open.empty()) return stmt(n.thenBody);
    std::optional<Stmt> no;
    if (n.elseBody) no = stmt(*n.elseBody);
    return Stmt(IfThenElse{conjunction(open), stmt(n.thenBody), no}, s.origin());
  }

  Stmt loop(const For& n, const Stmt& s) {
    if (asInt(n.extent) == 1 && n.annotations.empty()) return stmt(substitute(n.body, {{n.var.key(), n.min}}));
    if (n.kind == ForKind::ThreadBinding) return children(s);
    analyzer_.bind(n.var, {n.min, n.extent});
    const std::vector<Guard> guards = guardsOf(n);
    if (!guards.empty()) {
      if (auto parts = split(n, guards, s.origin())) return *parts;
      if (auto shorter = tighten(n, guards, s.origin())) return *shorter;
    }
    return inside(n, s);
  }

  Stmt inside(const For& n, const Stmt& s) {
    For copy = n;
    loops_.push_back(n.var);
    copy.body = stmt(n.body);
    loops_.pop_back();
    if (isNoOp(copy.body)) return copy.body;
    if (auto apart = firstApart(copy, s.origin())) return *apart;
    return hoist(std::move(copy), s);
  }

  // What a loop begins with in its first iteration only, like the start of a sum, is moved before it.
  std::optional<Stmt> firstApart(const For& n, Origin origin) {
    const auto* seq = n.body.as<Seq>();
    const auto* branch = seq && n.kind == ForKind::Serial ? seq->stmts.front().as<IfThenElse>() : nullptr;
    if (!branch || branch->elseBody || !analyzer_.canProve(gt(n.extent, makeZero(n.extent.dtype()))))
      return std::nullopt;
    bool isFirst = false;
    std::vector<Expr> rest;
    for (const Expr& part : guardParts(branch->condition)) {
      const auto* equals = part.as<Binary>();
      const bool here = equals && equals->op == BinaryOp::EQ && equals->a.as<Var>() && *equals->a.as<Var>() == n.var &&
                        equal(equals->b, n.min);
      isFirst = isFirst || here;
      if (!here) rest.push_back(substitute(part, {{n.var.key(), n.min}}));
    }
    if (!isFirst) return std::nullopt;
    Stmt first = substitute(branch->thenBody, {{n.var.key(), n.min}});
    if (!rest.empty()) first = Stmt(IfThenElse{conjunction(rest), first, {}}, seq->stmts.front().origin());
    For others = n;
    others.body = sequence({seq->stmts.begin() + 1, seq->stmts.end()});
    return sequence({first, Stmt(std::move(others), origin)}).withOrigin(origin);
  }

  std::vector<Guard> guardsOf(const For& n) {
    LoopContents contents(n.kind == ForKind::Vectorized);
    contents.stmt(n.body);
    std::vector<Guard> guards;
    for (const Expr& condition : contents.conditions) {
      if (holdsOneOf(condition, guards)) continue;
      if (auto guard = guardOf(condition, n, contents.loops, contents.bound, analyzer_))
        guards.push_back(std::move(*guard));
    }
    return guards;
  }

  bool dependsOnLoops(const Expr& e) const {
    for (const Var& v : freeVars(e))
      if (std::find(loops_.begin(), loops_.end(), v) != loops_.end()) return true;
    return false;
  }

  // Splits into [min, begin) with the guards, [begin, end) without, and [end, min + extent) with them.
  std::optional<Stmt> split(const For& n, std::vector<Guard> guards, Origin origin) {
    std::erase_if(guards, [&](const Guard& g) { return dependsOnLoops(g.begin ? *g.begin : *g.end); });
    if (guards.empty() || dependsOnLoops(n.min) || dependsOnLoops(n.extent) || copies_ + 2 > kMaxCopies)
      return std::nullopt;
    const Expr first = n.min, last = n.min + n.extent;
    Expr begin = first, end = last;
    // Ignores a guard that leaves no iterations for the main part, because it holds in few iterations or in none.
    for (size_t i = 0; i < guards.size();) {
      const Expr b = guards[i].begin ? analyzer_.simplify(max(begin, *guards[i].begin)) : begin;
      const Expr e = guards[i].end ? analyzer_.simplify(min(end, *guards[i].end)) : end;
      if (analyzer_.canProve(le(e, b))) {
        guards.erase(guards.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
      begin = b, end = e, ++i;
    }
    if (guards.empty()) return std::nullopt;
    begin = analyzer_.simplify(min(begin, last));
    end = analyzer_.simplify(max(end, begin));
    std::vector<Stmt> parts;
    const auto part = [&](const Expr& from, const Expr& to, bool main) {
      const Expr extent = analyzer_.simplify(to - from);
      const auto constant = asInt(extent);
      if (constant && *constant <= 0) return;
      ++copies_;
      For piece = n;
      piece.min = from;
      piece.extent = extent;
      if (main) piece.body = Assume(guards).stmt(n.body);
      Stmt fresh = freshCopy(Stmt(std::move(piece), origin), ids_);
      parts.push_back(visitPart(*fresh.as<For>(), fresh));
    };
    part(first, begin, false);
    part(begin, end, true);
    part(end, last, false);
    return sequence(std::move(parts)).withOrigin(origin);
  }

  // Visits a part made by split: its remaining guards belong to the loops inside.
  Stmt visitPart(const For& n, const Stmt& s) {
    if (asInt(n.extent) == 1 && n.annotations.empty()) return stmt(substitute(n.body, {{n.var.key(), n.min}}));
    analyzer_.bind(n.var, {n.min, n.extent});
    if (auto shorter = tighten(n, guardsOf(n), s.origin())) return *shorter;
    return inside(n, s);
  }

  // Shortens a serial loop whose whole body is guarded to the iterations in which the guard holds.
  std::optional<Stmt> tighten(const For& n, const std::vector<Guard>& guards, Origin origin) {
    const auto* branch = n.body.as<IfThenElse>();
    if (!branch || branch->elseBody || n.kind != ForKind::Serial) return std::nullopt;
    for (const Guard& guard : guards) {
      const std::vector<Expr> parts = guardParts(branch->condition);
      const bool outer =
          std::any_of(parts.begin(), parts.end(), [&](const Expr& e) { return equal(e, guard.condition); });
      if (!outer || !guard.exact) continue;
      const Expr last = n.min + n.extent;
      For shorter = n;
      if (guard.begin) shorter.min = analyzer_.simplify(max(n.min, *guard.begin));
      const Expr end = guard.end ? min(last, *guard.end) : last;
      shorter.extent = analyzer_.simplify(max(end - shorter.min, makeZero(n.var.dtype())));
      const Expr rest = without(branch->condition, {guard});
      shorter.body = isTrue(rest) ? branch->thenBody : Stmt(IfThenElse{rest, branch->thenBody, {}}, n.body.origin());
      return stmt(Stmt(std::move(shorter), origin));
    }
    return std::nullopt;
  }

  // Moves guards that do not depend on the loop around it.
  Stmt hoist(For n, const Stmt& s) {
    const auto* branch = n.body.as<IfThenElse>();
    const bool changed = !n.body.sameAs(s.as<For>()->body);
    if (!branch || branch->elseBody) return changed ? Stmt(std::move(n), s.origin()) : s;
    std::vector<Expr> outside, inside;
    for (const Expr& part : guardParts(branch->condition))
      (!usesVar(part, n.var) && !mayFail(part) ? outside : inside).push_back(part);
    if (outside.empty()) return changed ? Stmt(std::move(n), s.origin()) : s;
    const Expr rest = conjunction(inside);
    n.body = isTrue(rest) ? branch->thenBody : Stmt(IfThenElse{rest, branch->thenBody, {}}, n.body.origin());
    return Stmt(IfThenElse{conjunction(outside), Stmt(std::move(n), s.origin()), {}}, s.origin());
  }

  PrimFunc& ids_;
  Analyzer analyzer_;
  std::vector<Var> loops_;  // that enclose the current statement
  int copies_ = 0;
};

}  // namespace

PrimFunc loopPartition(const PrimFunc& f) {
  PrimFunc result = f;
  Partition partition(result);
  result.body = partition.stmt(f.body);
  return result;
}

const Pass kLoopPartitionPass{.name = "loop_partition",
                              .label = "partition loops",
                              .help = "Take guards out of loops.",
                              .run = programOnly<loopPartition>};

}  // namespace lw
