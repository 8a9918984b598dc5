#include "core/schedule/support/iter_domains.h"

#include <map>

#include "core/arith/int_set.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/text/print/printer.h"

namespace lw {

const Error<Ident, Ident, Snippet, Ident> kMovingDomain{
    "axis.moving-domain", "iteration variable {0} of block {1} has the domain {2}, which changes with loop {3}"};

namespace {

// A loop around the block on which the range depends.
std::optional<LoopId> loopIn(const Snapshot& program, const std::vector<LoopId>& loops, const Range& range) {
  for (const LoopId loop : loops)
    if (usesVar(range.min, program.loop(loop).var) || usesVar(range.extent, program.loop(loop).var)) return loop;
  return std::nullopt;
}

// The sum of factor * iter over all iters, plus base, which does not use the iters.
struct ItersAndBase {
  std::map<size_t, int64_t> factors;  // by position of the iter
  Expr base;
};

class Solver {
 public:
  Solver(const Block& block, const Analyzer& analyzer)
      : block_(block), analyzer_(analyzer), asked_(block.iters.size()), perDemand_(block.iters.size()) {}

  void add(const Demand& demand) {
    for (size_t i = 0; i < demand.offered.ranges.size(); ++i) {
      const Range& range = demand.offered.ranges[i];
      const std::optional<ExprInterval> wanted = i < demand.wanted.size() ? demand.wanted[i] : std::nullopt;
      if (wanted)
        ask(range.min, *wanted);
      else
        askEverything(range.min);
    }
    joinDivisions();
    for (size_t i = 0; i < perDemand_.size(); ++i) {
      if (!perDemand_[i]) continue;
      asked_[i] = asked_[i] ? hull(*asked_[i], *perDemand_[i], analyzer_) : *perDemand_[i];
      perDemand_[i].reset();
    }
  }

  std::vector<IterSpan> spans() const {
    std::vector<IterSpan> result;
    for (size_t i = 0; i < block_.iters.size(); ++i) result.push_back(limited(i));
    return result;
  }

 private:
  ExprInterval domainOf(size_t i) const {
    const Range& d = block_.iters[i].domain;
    return {d.min, analyzer_.simplify(d.min + d.extent - 1)};
  }
  std::optional<size_t> iterOf(const Expr& e) const {
    const auto* v = e.as<Var>();
    for (size_t i = 0; v && i < block_.iters.size(); ++i)
      if (block_.iters[i].var.sameAs(*v)) return i;
    return std::nullopt;
  }
  bool usesIters(const Expr& e) const {
    for (const IterVar& iter : block_.iters)
      if (usesVar(e, iter.var)) return true;
    return false;
  }
  bool within(const ExprInterval& inner, const ExprInterval& outer) const {
    return analyzer_.canProve(ge(inner.min, outer.min)) && analyzer_.canProve(le(inner.max, outer.max));
  }
  // An instance is needed only if all dimensions of the demand need it. If two dimensions use the same iter, as in A[i,
  // i], the narrower request counts.
  void request(size_t iter, const ExprInterval& values) {
    std::optional<ExprInterval>& known = perDemand_[iter];
    if (!known || within(values, *known))
      known = values;
    else if (!within(*known, values))
      known = hull(*known, values, analyzer_);
  }
  void askEverything(const Expr& e) {
    for (size_t i = 0; i < block_.iters.size(); ++i)
      if (usesVar(e, block_.iters[i].var)) request(i, domainOf(i));
  }

  std::optional<ItersAndBase> itersAndBase(const Expr& e) const {
    if (!usesIters(e)) return ItersAndBase{{}, e};
    if (const auto iter = iterOf(e)) return ItersAndBase{{{*iter, 1}}, makeZero(e.dtype())};
    const auto* n = e.as<Binary>();
    if (!n) return std::nullopt;
    if (n->op == BinaryOp::Mul) {
      const bool right = asInt(n->b).has_value();
      const auto factor = right ? asInt(n->b) : asInt(n->a);
      auto inner = factor ? itersAndBase(right ? n->a : n->b) : std::nullopt;
      if (!inner) return std::nullopt;
      for (auto& [iter, k] : inner->factors) k *= *factor;
      inner->base = inner->base * makeConst(e.dtype(), *factor);
      return inner;
    }
    if (n->op != BinaryOp::Add && n->op != BinaryOp::Sub) return std::nullopt;
    auto a = itersAndBase(n->a), b = itersAndBase(n->b);
    if (!a || !b) return std::nullopt;
    const bool plus = n->op == BinaryOp::Add;
    for (const auto& [iter, k] : b->factors) a->factors[iter] += plus ? k : -k;
    a->base = plus ? a->base + b->base : a->base - b->base;
    std::erase_if(a->factors, [](const auto& f) { return f.second == 0; });
    return a;
  }

  void ask(const Expr& offered, const ExprInterval& wanted) {
    const Expr e = analyzer_.simplify(offered);
    if (const auto sum = itersAndBase(e)) return askSum(*sum, wanted);
    const auto* n = e.as<Binary>();
    const auto iter = n ? iterOf(n->a) : std::nullopt;
    const auto c = n ? asInt(n->b) : std::nullopt;
    if (iter && c && *c > 0 && (n->op == BinaryOp::FloorDiv || n->op == BinaryOp::FloorMod)) {
      auto& part = divisions_[{*iter, *c}];
      (n->op == BinaryOp::FloorDiv ? part.quotient : part.remainder) = wanted;
      return;
    }
    askEverything(e);
  }

  // offered = k * iter + base + rest, where the rest comes from the other iters and is within [low, high]: the iter is
  // (value - base - low) // k.
  void askSum(const ItersAndBase& sum, const ExprInterval& wanted) {
    for (const auto& [iter, k] : sum.factors) {
      int64_t low = 0, high = 0;
      bool known = true;
      for (const auto& [other, factor] : sum.factors) {
        if (other == iter) continue;
        const auto min = asInt(domainOf(other).min), max = asInt(domainOf(other).max);
        if (!min || !max)
          known = false;
        else
          low += factor > 0 ? factor * *min : factor * *max, high += factor > 0 ? factor * *max : factor * *min;
      }
      const int64_t step = k > 0 ? k : -k;
      if (!known || high - low >= step) {
        request(iter, domainOf(iter));
        continue;
      }
      const DataType type = wanted.min.dtype();
      const Expr shift = sum.base + makeConst(type, k > 0 ? low : high), by = makeConst(type, step);
      if (k > 0)
        request(iter, {floordiv(wanted.min - shift, by), floordiv(wanted.max - shift, by)});
      else
        request(iter, {floordiv(shift - wanted.max, by), floordiv(shift - wanted.min, by)});
    }
  }

  // Combines requests for iter // c and iter % c of one buffer, as in packed layouts.
  void joinDivisions() {
    for (const auto& [key, part] : divisions_) {
      const auto& [iter, c] = key;
      if (!part.quotient) {
        request(iter, domainOf(iter));
        continue;
      }
      const Expr by = makeConst(part.quotient->min.dtype(), c);
      const bool point = analyzer_.canProveEqual(part.quotient->min, part.quotient->max);
      if (point && part.remainder)
        request(iter, {part.quotient->min * by + part.remainder->min, part.quotient->min * by + part.remainder->max});
      else
        request(iter, {part.quotient->min * by, part.quotient->max * by + (by - 1)});
    }
    divisions_.clear();
  }

  IterSpan limited(size_t i) const {
    const ExprInterval domain = domainOf(i);
    if (!asked_[i]) return {domain, {}};
    const ExprInterval values{analyzer_.simplify(asked_[i]->min), analyzer_.simplify(asked_[i]->max)};
    const bool above = analyzer_.canProve(ge(values.min, domain.min)),
               below = analyzer_.canProve(le(values.max, domain.max));
    if (above && below) return {values, {}};
    if (analyzer_.canProve(le(values.min, domain.min)) && analyzer_.canProve(ge(values.max, domain.max)))
      return {domain, {}};
    const Expr low = analyzer_.simplify(max(values.min, domain.min)),
               high = analyzer_.simplify(min(values.max, domain.max));
    if (asInt(low) && asInt(high)) return {{low, high}, {}};
    return {values, domain};
  }

  struct Division {
    std::optional<ExprInterval> quotient, remainder;
  };
  const Block& block_;
  const Analyzer& analyzer_;
  std::vector<std::optional<ExprInterval>> asked_, perDemand_;
  std::map<std::pair<size_t, int64_t>, Division> divisions_;
};

}  // namespace

std::vector<IterSpan> spansFor(const Block& block, const std::vector<Demand>& demands, const Analyzer& analyzer) {
  Solver solver(block, analyzer);
  for (const Demand& d : demands) solver.add(d);
  return solver.spans();
}

Result<Snapshot> withFixedDomains(const Snapshot& program, BlockId id) {
  const std::vector<LoopId> loops = program.loopsAbove(id);
  Block block = program.block(id);
  IntSetMap values;
  Analyzer analyzer;
  for (const LoopId loop : loops)
    values.insert_or_assign(program.loop(loop).var.key(),
                            IntSet::of({program.loop(loop).min, program.loop(loop).extent}));
  bool changed = false;
  for (IterVar& iter : block.iters) {
    const std::optional<LoopId> moves = loopIn(program, loops, iter.domain);
    if (!moves) continue;
    const IntSet all = evalSet(iter.domain, values, analyzer);
    const Range fixed = all.bounded() ? toRange(all, iter.domain, analyzer) : iter.domain;
    if (loopIn(program, loops, fixed)) {
      const std::string domain =
          toText(iter.domain.min) + " to " + toText(analyzer.simplify(iter.domain.min + iter.domain.extent));
      Explanation e = explain(kMovingDomain(iter.var.name(), block.name, domain, program.name(*moves)),
                              "give it a fixed domain: T.axis.spatial(extent, value)");
      e.blocks = {id};
      e.loops = {*moves};
      return e;
    }
    iter.domain = fixed;
    changed = true;
  }
  if (!changed) return program;
  PrimFunc function = program.function(program.functionOf(id));
  function.body = replaceIn(function.body, program.stmt(id), block);
  return program.withFunction(program.functionOf(id), std::move(function));
}

}  // namespace lw
