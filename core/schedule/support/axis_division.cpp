#include "core/schedule/support/axis_division.h"

#include <algorithm>
#include <numeric>

#include "core/arith/iter_map.h"
#include "core/arith/variable_sum.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/text/print/printer.h"

namespace lw {

const Error<Ident, Snippet, Message> kNotDivisible{
    "blockize.not-divisible", "the iteration variables of block {0} cannot be divided at {1}: {2}"};
const Error<Snippet, Ident> kGuardAcross{
    "blockize.guard", "the guard {0} of block {1} depends on loops inside and outside of the new block"};
const Error<Ident, Ident, Snippet, Snippet> kAxisStartsLate{
    "blockize.late-start",
    "iteration variable {0} of block {1} begins at {2}, after the start {3} of its domain, where the block is "
    "initialised"};

namespace {

std::vector<IterDomain> domainsOf(const Snapshot& program, const std::vector<LoopId>& loops) {
  std::vector<IterDomain> list;
  for (const LoopId id : loops) list.push_back({program.loop(id).var, {program.loop(id).min, program.loop(id).extent}});
  return list;
}

bool usesAny(const Expr& e, const std::vector<IterDomain>& loops) {
  return std::any_of(loops.begin(), loops.end(), [&](const IterDomain& l) { return usesVar(e, l.var); });
}

class Divider {
 public:
  Divider(const Snapshot& program, BlockId block, const DividedLoops& loops, std::string place)
      : block_(program.block(block)),
        outside_(domainsOf(program, loops.outside)),
        inside_(domainsOf(program, loops.inside)),
        place_(std::move(place)) {}

  Result<Axes> divide(bool preserveUnitIters) {
    all_ = outside_;
    all_.insert(all_.end(), inside_.begin(), inside_.end());
    std::optional<Explanation> refused = divideBindings(block_.bindings, preserveUnitIters);
    // (io * 6 + ii) // 18 is io // 3: a tile may be inside although the loops were fused to a wider one.
    if (refused && divideBindings(narrowed(block_.bindings), preserveUnitIters)) return *refused;
    if (Status ok = checkStarts(); !ok) return ok.error();
    return guards();
  }

 private:
  // `bindings`: those of the block, as they are or in another form.
  std::optional<Explanation> divideBindings(const std::vector<Expr>& bindings, bool preserveUnitIters) {
    axes_ = Axes();
    const SubspaceDivision division = divided(bindings, preserveUnitIters);
    for (size_t i = 0; i < block_.iters.size(); ++i) {
      if (division.ok() && isBinding(division.parts[i], bindings[i], all_)) {
        addPart(block_.iters[i], bindings[i].dtype(), division.parts[i], preserveUnitIters);
        continue;
      }
      const bool in = usesAny(bindings[i], inside_), out = usesAny(bindings[i], outside_);
      if (in && out) return notDivisible(i, division);
      addWhole(block_.iters[i], bindings[i], in);
    }
    return std::nullopt;
  }
  SubspaceDivision divided(const std::vector<Expr>& bindings, bool preserveUnitIters) const {
    std::vector<Var> inner;
    for (const IterDomain& l : inside_) inner.push_back(l.var);
    return divideSubspace(bindings, all_, inner, block_.predicate, IterMapLevel::Surjective, Analyzer(),
                          !preserveUnitIters);
  }
  // With quotients and remainders of g * outer + inner, where 0 <= inner < g, by multiples of g: what the loops inside
  // contribute is taken out of them.
  std::vector<Expr> narrowed(const std::vector<Expr>& bindings) const {
    std::vector<Expr> result;
    for (const Expr& binding : bindings)
      result.push_back(rewriteExprs(binding, [this](const Expr& e) -> std::optional<Expr> {
        const auto* n = e.as<Binary>();
        const auto divisor = n ? asInt(n->b) : std::nullopt;
        const bool quotient = n && n->op == BinaryOp::FloorDiv;
        if (!divisor || *divisor < 2 || (!quotient && n->op != BinaryOp::FloorMod)) return std::nullopt;
        return narrowedDivision(n->a, *divisor, quotient);
      }));
    return result;
  }
  std::optional<Expr> narrowedDivision(const Expr& dividend, int64_t divisor, bool quotient) const {
    const std::optional<VariableSum> sum = variableSum(dividend);
    if (!sum) return std::nullopt;
    const auto isInside = [&](const Var& v) {
      return std::any_of(inside_.begin(), inside_.end(), [&](const IterDomain& l) { return l.var.sameAs(v); });
    };
    Analyzer analyzer;
    for (const IterDomain& l : all_) analyzer.bind(l.var, l.range);
    int64_t step = divisor;
    for (const VariableSum::Term& t : sum->terms)
      if (!isInside(t.atom)) step = std::gcd(step, t.factor);
    const DataType type = dividend.dtype();
    Expr outer = makeZero(type), inner = makeConst(type, sum->constant);
    for (const VariableSum::Term& t : sum->terms) {
      const bool in = isInside(t.atom);
      Expr& side = in ? inner : outer;
      side = side + cast(type, Expr(t.atom)) * makeConst(type, in ? t.factor : t.factor / step);
    }
    if (step < 2 || !analyzer.constBound(inner).within(0, step - 1)) return std::nullopt;
    const Expr by = makeConst(type, divisor / step);
    return quotient ? floordiv(outer, by) : floormod(outer, by) * makeConst(type, step) + inner;
  }
  // The iter uses loops inside and outside. Where it cannot be divided by itself, that is the reason.
  Explanation notDivisible(size_t iter, SubspaceDivision division) const {
    const Expr& binding = block_.bindings[iter];
    if (SubspaceDivision own = divided(narrowed({binding}), true); !division.ok() && !own.ok())
      division = std::move(own);
    if (division.ok() || division.cause == SubspaceDivision::Cause::Overlap)  // blockizeLoop() finds a hint that works
      return aboutBlock(kNotDivisible(block_.name, place_,
                                      say("{0} is {1}, which takes the same value in several iterations of the loops "
                                          "outside and inside",
                                          Ident(block_.iters[iter].var.name()), Snippet(toText(binding)))),
                        block_.id, {});
    return aboutBlock(kNotDivisible(block_.name, place_, division.errors.front()), block_.id,
                      division.cause == SubspaceDivision::Cause::Predicate
                          ? "choose a loop further outside, or separate the tail with loop_partition"
                          : "split and reorder the loops so that a tile of the iteration variables is inside");
  }

  // The init runs where the new axes are at their start. The old axes must be at their start there, too.
  Status checkStarts() const {
    if (!block_.init) return success();
    VarMap start;
    for (const auto* axes : {&axes_.outer, &axes_.inner})
      for (const IterVar& axis : *axes) start.insert_or_assign(axis.var.key(), axis.domain.min);
    const Analyzer analyzer;
    for (const IterVar& iter : block_.iters) {
      if (iter.kind != IterKind::Reduce) continue;
      const Expr first = analyzer.simplify(substitute(axes_.values.at(iter.var.key()), start));
      if (!analyzer.canProveEqual(first, iter.domain.min))
        return aboutBlock(kAxisStartsLate(iter.var.name(), block_.name, toText(first), toText(iter.domain.min)),
                          block_.id, "decompose_reduction before dividing the loop");
    }
    return success();
  }

  // A sum of overlapping parts, as a sliding window has it, is not of the form outer * extent + inner.
  static bool isBinding(const SubspaceDivision::Part& part, const Expr& binding, const std::vector<IterDomain>& loops) {
    Analyzer analyzer;
    for (const IterDomain& l : loops) analyzer.bind(l.var, l.range);
    const DataType type = binding.dtype();
    const Expr outer = cast(type, toExpr(part.outer, analyzer)), inner = cast(type, toExpr(part.inner, analyzer));
    return analyzer.canProveEqual(outer * cast(type, part.innerExtent) + inner, binding);
  }

  Var named(const IterVar& iter, const char* suffix) const { return Var(iter.var.name() + suffix, iter.var.dtype()); }

  void addPart(const IterVar& iter, DataType type, const SubspaceDivision::Part& part, bool preserveUnitIters) {
    const Analyzer analyzer;
    const Expr outerExtent = cast(type, analyzer.simplify(part.outerExtent)),
               innerExtent = cast(type, analyzer.simplify(part.innerExtent));
    const Var outer = named(iter, "_o");
    axes_.outer.push_back({outer, {makeZero(type), outerExtent}, iter.kind});
    axes_.outerBindings.push_back(cast(type, toExpr(part.outer, analyzer)));
    IterSum offset = part.inner;  // the start of the inner axis becomes a constant, and its domain begins at 0
    const Expr base = cast(type, offset.base);
    offset.base = makeZero(offset.base.dtype());
    Expr value = outer;
    if (!isOne(innerExtent)) {
      const Var inner = named(iter, "_i");
      axes_.inner.push_back({inner, {makeZero(type), innerExtent}, iter.kind});
      axes_.innerBindings.push_back(cast(type, toExpr(offset, analyzer)));
      value = isOne(outerExtent) ? Expr(inner) : outer * innerExtent + inner;
    } else if (isOne(outerExtent) && !preserveUnitIters) {
      value = makeZero(type);
    }
    axes_.values.insert_or_assign(iter.var.key(), value + base);
  }
  // An axis that is used entirely outside or entirely inside.
  void addWhole(const IterVar& iter, const Expr& binding, bool inside) {
    const DataType type = iter.var.dtype();
    const Var outer = named(iter, "_o"), inner = named(iter, "_i");
    const Expr one = makeConst(type, 1);
    axes_.outer.push_back({outer, inside ? Range{makeZero(type), one} : iter.domain, iter.kind});
    axes_.outerBindings.push_back(inside ? makeZero(type) : binding);
    if (inside) {
      axes_.inner.push_back({inner, iter.domain, iter.kind});
      axes_.innerBindings.push_back(binding);
    }
    axes_.values.insert_or_assign(iter.var.key(), inside ? inner : outer);
  }
  Result<Axes> guards() {
    std::vector<Expr> list = conjuncts(block_.predicate);
    for (auto guard = list.rbegin(); guard != list.rend(); ++guard) {
      const bool in = usesAny(*guard, inside_), out = usesAny(*guard, outside_);
      if (in && out)
        return aboutBlock(kGuardAcross(toText(*guard), block_.name), block_.id,
                          "choose a loop further outside, or separate the tail with loop_partition");
      Expr& side = in ? axes_.innerPredicate : axes_.outerPredicate;
      side = logicalAnd(side, *guard);
    }
    return axes_;
  }

  const Block& block_;
  std::vector<IterDomain> outside_, inside_, all_;
  std::string place_;
  Axes axes_;
};

}  // namespace

Result<Axes> dividedAxes(const Snapshot& program, BlockId block, const DividedLoops& loops, std::string place,
                         bool preserveUnitIters) {
  return Divider(program, block, loops, std::move(place)).divide(preserveUnitIters);
}

}  // namespace lw
