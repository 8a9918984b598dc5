#include "core/arith/reach.h"

#include <algorithm>

#include "core/arith/variable_sum.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

constexpr int64_t kMost = int64_t{1} << 40;  // of factors and extents: products stay far inside int64_t

bool within(int64_t v) { return v >= -kMost && v <= kMost; }

// A loop of the nest that is not fixed to its first iteration.
struct Run {
  Var var;
  std::optional<int64_t> min, extent;  // if constant
  const IterDomain* domain;
  bool pinned = false;
  bool certain = true;  // it is known to run at least once
};

// Names for products and quotients that no running loop changes, such as i_0 * ((n + 15) // 16): with them, an index of
// tiles of a symbolic size is a sum of variables.
class Atoms {
 public:
  template <class IsFixed>
  Expr named(const Expr& e, const IsFixed& isFixed) {
    if (e.as<Var>() || e.as<IntImm>()) return e;
    const auto* n = e.as<Binary>();
    if (n &&
        (n->op == BinaryOp::Add || n->op == BinaryOp::Sub || (n->op == BinaryOp::Mul && (asInt(n->a) || asInt(n->b)))))
      return binary(n->op, named(n->a, isFixed), named(n->b, isFixed));
    const auto* c = e.as<Cast>();
    if (c && c->type.isInteger() && c->value.dtype().isInteger()) return cast(c->type, named(c->value, isFixed));
    if (!e.dtype().isInteger() || e.dtype().isVector() || !isFixed(e)) return e;
    for (const auto& [atom, name] : known_)
      if (atom.dtype() == e.dtype() && equal(atom, e)) return name;
    known_.emplace_back(e, Var("atom", e.dtype()));
    return known_.back().second;
  }
  Expr valueOf(const Var& v) const {
    for (const auto& [atom, name] : known_)
      if (name.sameAs(v)) return atom;
    return v;
  }

 private:
  std::vector<std::pair<Expr, Var>> known_;
};

class Nest {
 public:
  Nest(const Produced& produced, const Analyzer& known)
      : produced_(produced), known_(known), values_(produced.values) {}

  bool reaches(const std::vector<Expr>& wanted) {
    if (wanted.size() != values_.size() || !addLoops()) return false;
    open_ = produced_.conditions;
    pinEqualities();
    readValues();
    if (!settleConditions(wanted) || !pinnedRun_) return false;
    return linear_ ? coversLinear(wanted) : coversMapped(wanted);
  }

 private:
  bool addLoops() {
    for (const IterDomain& d : produced_.loops) {
      const auto extent = asInt(d.range.extent), min = asInt(d.range.min);
      for (const IterDomain& other : produced_.loops)  // a range that does not depend on the other loops
        if ((!min && usesVar(d.range.min, other.var)) || (!extent && usesVar(d.range.extent, other.var))) return false;
      if (extent && (*extent < 1 || *extent > kMost)) return false;
      if (min && !within(*min)) return false;
      const bool certain = extent || (isSize(d.range.extent) && !mayBeEmpty(d)) ||
                           known_.canProve(ge(d.range.extent, makeConst(d.range.extent.dtype(), 1)));
      runs_.push_back({d.var, min, extent, &d, false, certain});
    }
    return true;
  }

  // A symbolic size of a loop with an iteration is at least 1.
  bool mayBeEmpty(const IterDomain& d) const {
    if (std::any_of(produced_.reduced.begin(), produced_.reduced.end(), [&](const Var& v) { return v == d.var; }))
      return false;
    const Facts& facts = known_.facts();
    if (const auto bound = facts.bounds.find(d.range.extent.as<Var>()->key());
        bound != facts.bounds.end() && bound->second.min >= 1)
      return false;
    return std::none_of(facts.symbolic.begin(), facts.symbolic.end(), [&](const Facts::Symbolic& fact) {
      return fact.max && known_.constBound(fact.var).min >= 0 &&
             known_.canProveEqual(*fact.max + makeConst(fact.max->dtype(), 1), d.range.extent);
    });
  }
  // Not the variable of an enclosing loop that may be 0.
  bool isSize(const Expr& extent) const {
    const auto* v = extent.as<Var>();
    if (!v) return false;
    const auto bound = known_.facts().bounds.find(v->key());
    return bound == known_.facts().bounds.end() || bound->second.min >= 1;
  }

  Run* find(const Var& v) {
    for (Run& r : runs_)
      if (r.var.sameAs(v)) return &r;
    return nullptr;
  }
  bool isRunning(const Expr& e) {
    return anyExpr(e, [&](const Expr& x) {
      const auto* v = x.as<Var>();
      const Run* r = v ? find(*v) : nullptr;
      return r && !r->pinned;
    });
  }
  // Only the first iteration of these loops is considered, which gives fewer tuples.
  void pin(const Expr& e, const auto& which) {
    VarMap first;
    for (const Var& v : freeVars(e))
      if (Run* r = find(v); r && !r->pinned && which(*r)) {
        r->pinned = true;
        pinnedRun_ = pinnedRun_ && r->certain;
        first.insert_or_assign(v.key(), r->domain->range.min);
      }
    if (first.empty()) return;
    for (Expr& value : values_) value = substitute(value, first);
    for (Expr& condition : open_) condition = substitute(condition, first);
  }
  // An init runs where its reduction starts.
  void pinEqualities() {
    for (size_t i = 0; i < open_.size(); ++i) {
      const auto* n = open_[i].as<Binary>();
      if (n && n->op == BinaryOp::EQ) pin(open_[i], [](const Run&) { return true; });
    }
  }
  // The sum with names for what no running loop changes.
  std::optional<VariableSum> sumOf(const Expr& e) {
    if (std::optional<VariableSum> sum = variableSum(e)) return sum;
    return variableSum(atoms_.named(e, [this](const Expr& x) { return !isRunning(x); }));
  }
  void readValues() {
    for (const Expr& value : values_) {
      std::optional<VariableSum> sum = sumOf(value);
      linear_ = linear_ && sum;
      sums_.push_back(sum ? std::move(*sum) : VariableSum{});
    }
  }
  bool inSomeValue(const Run& r) {
    return std::any_of(values_.begin(), values_.end(), [&](const Expr& v) { return usesVar(v, r.var); });
  }

  // ---- conditions: each must hold for the execution that produces the wanted tuple ----
  bool settleConditions(const std::vector<Expr>& wanted) {
    for (size_t i = 0; i < open_.size(); ++i) {
      if (isRunning(open_[i]) && linear_ && holdsOfWanted(open_[i], wanted)) continue;
      pin(open_[i], [&](const Run& r) { return !inSomeValue(r); });
      if (!isRunning(open_[i])) {
        if (!known_.canProve(open_[i])) return false;
        continue;
      }
      return false;  // for example of loops whose values are divided
    }
    return true;
  }
  // The condition bounds one of the values, so it holds for the wanted value if that value respects the bound.
  bool holdsOfWanted(const Expr& condition, const std::vector<Expr>& wanted) {
    const auto* n = condition.as<Binary>();
    if (!n || !isComparison(n->op) || n->op == BinaryOp::EQ || n->op == BinaryOp::NE || !n->a.dtype().isInteger())
      return false;
    std::optional<VariableSum> difference = sumOf(n->a), right = sumOf(n->b);
    if (!difference || !right || !difference->add(*right, -1)) return false;
    for (size_t d = 0; d < sums_.size(); ++d) {
      const std::optional<VariableSum> value = sumOf(wanted[d]);
      const std::optional<int64_t> times = multipleOf(*difference, sums_[d]);
      if (!times && value && holdsOfLeadingDigits(n->op, *difference, sums_[d], *value, n->a.dtype())) return true;
      if (!times) continue;
      VariableSum rest = *difference;
      if (!rest.add(sums_[d], -*times)) continue;
      if (value && rest.add(*value, *times)) return keeps(n->op, rest, n->a.dtype());
    }
    return false;
  }
  // The condition bounds the leading digits of a value: ao * 4 + ai < 49, where the value is ao * 256 + ai * 64 + b.
  // With q * sum = value - rest, where `rest` has the other digits, the sum is at most (wanted - least rest) / q and at
  // least (wanted - greatest rest) / q in whatever iteration produces the wanted value.
  bool holdsOfLeadingDigits(BinaryOp op, const VariableSum& sum, const VariableSum& value, const VariableSum& wanted,
                            DataType type) {
    int64_t q = 0;
    for (const VariableSum::Term& t : sum.terms) {
      const Run* r = find(t.atom);
      if (!r || r->pinned) continue;
      const int64_t factor = value.factorOf(t.atom);
      if (!within(t.factor) || !within(factor) || factor % t.factor || factor / t.factor < 1) return false;
      if (q && q != factor / t.factor) return false;
      q = factor / t.factor;
    }
    if (q <= 1) return false;
    int64_t least = 0, greatest = 0;
    VariableSum scaled = wanted;  // q * sum + rest, without running loops
    if (!scaled.add(value, -1) || !scaled.add(sum, q)) return false;
    for (const VariableSum::Term& t : value.terms) {
      const Run* r = find(t.atom);
      if (!r || r->pinned || sum.factorOf(t.atom)) continue;
      if (!r->min || !r->extent || !within(t.factor) || !scaled.add(t.atom, t.factor)) return false;
      int64_t first = 0, last = 0;
      if (__builtin_mul_overflow(t.factor, *r->min, &first) ||
          __builtin_mul_overflow(t.factor, *r->min + *r->extent - 1, &last))
        return false;
      least += std::min(first, last), greatest += std::max(first, last);
      if (!within(least) || !within(greatest)) return false;
    }
    const bool upper = op == BinaryOp::LT || op == BinaryOp::LE;
    // Of integers: sum <= 0 if q * sum < q, and sum >= 0 if q * sum > -q.
    const int64_t slack = op == BinaryOp::LE ? q : op == BinaryOp::GE ? -q : 0;
    scaled.constant -= (upper ? least : greatest) + slack;
    return keeps(upper ? BinaryOp::LT : BinaryOp::GT, scaled, type);
  }
  // `times` such that sum - times * value is free of the running loops.
  std::optional<int64_t> multipleOf(const VariableSum& sum, const VariableSum& value) {
    std::optional<int64_t> times;
    for (const VariableSum::Term& t : sum.terms) {
      const Run* r = find(t.atom);
      if (!r || r->pinned) continue;
      const int64_t factor = value.factorOf(t.atom);
      if (!factor || t.factor % factor || (times && *times != t.factor / factor)) return std::nullopt;
      times = t.factor / factor;
    }
    for (const VariableSum::Term& t : value.terms) {
      const Run* r = find(t.atom);
      if (r && !r->pinned && !sum.factorOf(t.atom)) return std::nullopt;
    }
    return times;
  }
  bool keeps(BinaryOp op, const VariableSum& sum, DataType type) const {
    const IntBound b = boundUnderConditions(sum, known_.facts());
    const Expr zero = makeZero(type);
    switch (op) {
      case BinaryOp::LT:
        return b.max < 0 || known_.canProve(lt(toExpr(sum, type), zero));
      case BinaryOp::LE:
        return b.max <= 0 || known_.canProve(le(toExpr(sum, type), zero));
      case BinaryOp::GT:
        return b.min > 0 || known_.canProve(gt(toExpr(sum, type), zero));
      case BinaryOp::GE:
        return b.min >= 0 || known_.canProve(ge(toExpr(sum, type), zero));
      default:
        return false;
    }
  }
  Expr toExpr(const VariableSum& sum, DataType type) const {
    Expr e = makeConst(type, sum.constant);
    for (const VariableSum::Term& t : sum.terms) e = e + cast(type, atoms_.valueOf(t.atom)) * makeConst(type, t.factor);
    return e;
  }

  // ---- every value covers an interval, independently of the others ----
  bool coversLinear(const std::vector<Expr>& wanted) {
    for (const Run& r : runs_) {
      int used = 0;
      for (const VariableSum& sum : sums_) used += !r.pinned && sum.factorOf(r.var) != 0;
      if (used > 1 || (used == 0 && !r.certain)) return false;
    }
    for (size_t d = 0; d < sums_.size(); ++d)
      if (!coversValue(d, wanted[d])) return false;
    return true;
  }
  bool coversValue(size_t d, const Expr& wanted) {
    std::vector<std::pair<int64_t, const Run*>> digits;  // factor, loop; smallest first
    VariableSum low;                                     // the smallest value
    low.constant = sums_[d].constant;
    Expr base = values_[d];
    VarMap start;
    for (const VariableSum::Term& t : sums_[d].terms) {
      const Run* r = find(t.atom);
      if (!r || r->pinned) {
        low.terms.push_back(t);
        continue;
      }
      if (!r->min || t.factor < 1 || !within(t.factor)) return false;
      digits.emplace_back(t.factor, r);
      if (!low.add(VariableSum(*r->min), t.factor)) return false;
      start.insert_or_assign(t.atom.key(), r->domain->range.min);
    }
    std::sort(digits.begin(), digits.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    int64_t width = 0;  // values low .. low + width are all reached
    for (size_t i = 0; i < digits.size(); ++i) {
      const auto& [factor, run] = digits[i];
      if (factor > width + 1) return false;
      // A value between the bounds shows that a loop runs only if the smaller digits do not reach its next value.
      if (!run->extent)
        return i + 1 == digits.size() && (run->certain || factor == width + 1) &&
               insideSymbolic(d, wanted, start, factor, *run, width);
      width += factor * (*run->extent - 1);
      if (!within(width)) return false;
    }
    return inside(d, wanted, low, start, width);
  }
  bool inside(size_t d, const Expr& wanted, const VariableSum& low, const VarMap& start, int64_t width) {
    if (std::optional<VariableSum> offset = sumOf(wanted); offset && offset->add(low, -1)) {
      const IntBound b = boundUnderConditions(*offset, known_.facts());
      if (b.within(0, width)) return true;
    }
    const Expr least = substitute(values_[d], start);
    return known_.canProve(ge(wanted, least)) && known_.canProve(le(wanted, least + makeConst(least.dtype(), width)));
  }
  bool insideSymbolic(size_t d, const Expr& wanted, const VarMap& start, int64_t factor, const Run& run,
                      int64_t width) const {
    const Expr least = substitute(values_[d], start);
    const Expr steps = run.domain->range.extent - 1;
    const Expr most =
        least + cast(least.dtype(), steps) * makeConst(least.dtype(), factor) + makeConst(least.dtype(), width);
    return known_.canProve(ge(wanted, least)) && known_.canProve(le(wanted, most));
  }

  // ---- values with divisions, as fused loops produce them ----
  bool coversMapped(const std::vector<Expr>& wanted) {
    std::vector<IterDomain> loops;
    Analyzer own;  // facts at the place that needs the tuple may give the same variables other ranges
    for (const Run& r : runs_) {
      if (!r.certain) return false;
      if (r.pinned) continue;
      loops.push_back(*r.domain);
      own.bind(r.var, r.domain->range);
    }
    const IterMapResult map = detectIterMap(values_, loops, boolConst(true), IterMapLevel::Surjective, own);
    if (!map.ok() || !map.predicateUsed || !isFalse(map.paddingPredicate)) return false;
    for (size_t d = 0; d < values_.size(); ++d)
      if (!insideMapped(map.indices[d], wanted[d])) return false;
    return true;
  }
  bool insideMapped(const IterSum& sum, const Expr& wanted) const {
    int64_t reached = 1;  // number of contiguous values
    for (size_t i = sum.args.size(); i-- > 0;) {
      const auto scale = asInt(sum.args[i].scale), extent = asInt(sum.args[i].extent);
      if (!scale || !extent || *scale != reached || *extent < 1 || !within(*extent)) return false;
      reached *= *extent;
      if (!within(reached)) return false;
    }
    return known_.canProve(ge(wanted, sum.base)) &&
           known_.canProve(lt(wanted, sum.base + makeConst(sum.base.dtype(), reached)));
  }

  const Produced& produced_;
  const Analyzer& known_;
  std::vector<Run> runs_;
  std::vector<Expr> values_, open_;
  std::vector<VariableSum> sums_;  // of the values; valid if linear_
  bool linear_ = true;
  bool pinnedRun_ = true;  // the loops that are fixed to their first iteration have one
  Atoms atoms_;
};

// Mixed radix: each loop drives one value, and the digits of a value do not overlap.
bool namesLinear(const std::vector<VariableSum>& sums, const std::vector<IterDomain>& loops) {
  std::vector<std::vector<std::pair<int64_t, int64_t>>> digits(sums.size());
  for (const IterDomain& loop : loops) {
    // Values of a loop whose start depends on another one differ by more than its extent, even if that is 1.
    if (!asInt(loop.range.min))
      for (const IterDomain& other : loops)
        if (usesVar(loop.range.min, other.var)) return false;
    const auto extent = asInt(loop.range.extent);
    if (extent && *extent <= 1) continue;
    std::optional<size_t> at;
    for (size_t d = 0; d < sums.size(); ++d)
      if (sums[d].factorOf(loop.var) != 0) {
        if (at) return false;
        at = d;
      }
    if (!at) return false;
    const int64_t factor = sums[*at].factorOf(loop.var);
    digits[*at].emplace_back(factor < 0 ? -factor : factor, extent.value_or(0));
  }
  for (auto& list : digits) {
    std::sort(list.begin(), list.end());
    int64_t reached = 0;
    for (size_t i = 0; i < list.size(); ++i) {
      const auto& [factor, extent] = list[i];
      if (factor <= reached || !within(factor) || extent > kMost) return false;
      if (!extent && i + 1 < list.size()) return false;  // a symbolic extent is the outermost digit
      reached += factor * (extent - 1);
      if (!within(reached)) return false;
    }
  }
  return true;
}

}  // namespace

bool reaches(const Produced& produced, const std::vector<Expr>& wanted, const Analyzer& known) {
  return Nest(produced, known).reaches(wanted);
}

bool namesIterations(const std::vector<Expr>& values, const std::vector<IterDomain>& loops, const Analyzer& known) {
  std::vector<VariableSum> sums;
  for (const Expr& value : values) {
    std::optional<VariableSum> sum = variableSum(value);
    if (!sum) return detectIterMap(values, loops, boolConst(true), IterMapLevel::Bijective, known).ok();
    sums.push_back(std::move(*sum));
  }
  return namesLinear(sums, loops);
}

}  // namespace lw
