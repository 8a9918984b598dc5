// decompose_padding: divide a copy with a border into a fill of the whole buffer and a copy of the inside, so that the
// inner loop of the copy has no condition. The fill is placed directly before the given loop.
#include <algorithm>

#include "core/analysis/shapes/box.h"
#include "core/arith/analyzer.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kNotAlone{
    "decompose_padding.not-alone", "loop {0} contains more than block {1}, and the fill would run before all of it"};
constexpr Error<Ident, Message> kForm{"decompose_padding.form", "block {0} is not a padded copy: {1}"};
constexpr Error<Ident, Snippet> kValue{"decompose_padding.value",
                                       "in the border, block {0} stores {1}, which is not a constant"};
constexpr Error<Snippet, Ident> kCondition{
    "decompose_padding.condition",
    "the term {0} in the condition of block {1} does not bound a single iteration variable"};
constexpr Error<Ident, Ident> kTwice{
    "decompose_padding.written-twice",
    "it could not be proved that block {0} writes every element of {1} once: the fill could overwrite the inside"};

struct Args {
  BlockId block;
  LoopId loop;
};
struct Plan {
  int function;
  PrimFunc changed;
  BlockId fill;
};

struct Pattern {
  const BufferStore* store;
  Expr condition, inside, outside;
};

bool isConstant(const Expr& e) {
  if (const auto* n = e.as<Cast>()) return isConstant(n->value);
  return e.as<IntImm>() || e.as<FloatImm>();
}

Result<Pattern> patternOf(const Block& block) {
  const auto no = [&](Message why) {
    return aboutBlock(kForm(block.name, why), block.id,
                      "the form is P[i] = T.if_then_else(i is inside, A[i - 1], constant)");
  };
  const auto* store = block.body.as<BufferStore>();
  if (!store || block.init) return no("it does more than one store");
  for (const IterVar& iter : block.iters)
    if (iter.kind != IterKind::Spatial)
      return no(say("its iteration variable {0} is not spatial", Ident(iter.var.name())));
  Pattern p{store, boolConst(true), store->value, store->value};
  if (const auto* n = store->value.as<Select>())
    p = {store, n->condition, n->whenTrue, n->whenFalse};
  else if (const auto* call = store->value.as<Call>(); call && call->op == Intrinsic::IfThenElse)
    p = {store, call->args[0], call->args[1], call->args[2]};
  else
    return no("the stored value has no condition");
  if (!isConstant(p.outside))
    return aboutBlock(kValue(block.name, toText(p.outside)), block.id,
                      "only a border of one constant value can be filled beforehand");
  if (loadsFrom(store->value, store->buffer) || hasOpaqueAccess(Stmt(block), store->buffer))
    return no("it reads what it writes");
  return p;
}

// ---- the inside ----

using Bounds = std::unordered_map<const void*, Range>;  // absolute ranges of iters with a smaller domain inside

// e = iter * factor + rest, where the rest does not use the iter.
std::optional<std::pair<int64_t, Expr>> linear(const Expr& e, const Var& iter) {
  if (!usesVar(e, iter)) return std::pair{int64_t{0}, e};
  if (e.as<Var>()) return std::pair{int64_t{1}, makeZero(e.dtype())};
  const auto* n = e.as<Binary>();
  if (!n) return std::nullopt;
  const auto a = linear(n->a, iter), b = linear(n->b, iter);
  if (!a || !b) return std::nullopt;
  if (n->op == BinaryOp::Add) return std::pair{a->first + b->first, a->second + b->second};
  if (n->op == BinaryOp::Sub) return std::pair{a->first - b->first, a->second - b->second};
  const auto factor = asInt(n->b) ? asInt(n->b) : asInt(n->a);
  if (n->op != BinaryOp::Mul || !factor) return std::nullopt;
  const auto& [k, rest] = asInt(n->b) ? *a : *b;
  return std::pair{k * *factor, rest * makeConst(e.dtype(), *factor)};
}

// Intersects the range with one comparison `a < b` or `a <= b`.
bool addBound(const Expr& low, const Expr& high, bool strict, const Var& iter, std::optional<Expr>& begin,
              std::optional<Expr>& end) {
  const auto l = linear(low, iter), h = linear(high, iter);
  if (!l || !h) return false;
  const int64_t k = h->first - l->first;  // k * iter >= rest
  const Expr rest = l->second - h->second + (strict ? 1 : 0);
  if (k == 0) return false;
  const Expr step = makeConst(iter.dtype(), k > 0 ? k : -k);
  if (k > 0) {
    const Expr first = floordiv(rest + (step - 1), step);
    begin = begin ? max(*begin, first) : first;
  } else {
    const Expr after = floordiv(-rest, step) + 1;
    end = end ? min(*end, after) : after;
  }
  return true;
}

Result<Bounds> insideOf(const Block& block, const Pattern& p) {
  std::unordered_map<const void*, std::pair<std::optional<Expr>, std::optional<Expr>>> found;
  for (const Expr& part : conjuncts(p.condition)) {
    const auto wrong = [&] {
      return aboutBlock(kCondition(toText(part), block.name), block.id,
                        "the inside must be a box: a conjunction of bounds on single iteration variables");
    };
    const auto* n = part.as<Binary>();
    if (!n || !isComparison(n->op) || !n->a.dtype().isInteger()) return wrong();
    const IterVar* iter = nullptr;
    for (const IterVar& candidate : block.iters)
      if (usesVar(part, candidate.var)) {
        if (iter) return wrong();
        iter = &candidate;
      }
    const bool loads = anyExpr(part, [&](const Expr& e) { return e.as<BufferLoad>(); });
    if (!iter || loads) return wrong();
    auto& [begin, end] = found[iter->var.key()];
    bool fine = false;
    switch (n->op) {
      case BinaryOp::LT:
        fine = addBound(n->a, n->b, true, iter->var, begin, end);
        break;
      case BinaryOp::LE:
        fine = addBound(n->a, n->b, false, iter->var, begin, end);
        break;
      case BinaryOp::GT:
        fine = addBound(n->b, n->a, true, iter->var, begin, end);
        break;
      case BinaryOp::GE:
        fine = addBound(n->b, n->a, false, iter->var, begin, end);
        break;
      case BinaryOp::EQ:
        fine = addBound(n->a, n->b, false, iter->var, begin, end) && addBound(n->b, n->a, false, iter->var, begin, end);
        break;
      default:
        break;
    }
    if (!fine) return wrong();
  }
  Bounds bounds;
  const Analyzer analyzer;
  for (const IterVar& iter : block.iters) {
    const auto at = found.find(iter.var.key());
    if (at == found.end()) continue;
    const Expr begin = analyzer.simplify(at->second.first ? max(*at->second.first, iter.domain.min) : iter.domain.min);
    const Expr last = iter.domain.min + iter.domain.extent;
    const Expr end = analyzer.simplify(at->second.second ? min(*at->second.second, last) : last);
    const Expr extent = analyzer.simplify(end - begin);
    if (asInt(extent) && *asInt(extent) <= 0)
      return aboutBlock(kForm(block.name, "its condition never holds"), block.id, "replace the block by a fill");
    if (analyzer.canProveEqual(begin, iter.domain.min) && analyzer.canProveEqual(end, last)) continue;
    bounds.insert_or_assign(iter.var.key(), Range{begin, extent});
  }
  return bounds;
}

bool writesOnce(const Block& block, const BufferStore& store, const ProofBudget& budget) {
  Box box;
  std::vector<Expr> iters;
  for (const IterVar& iter : block.iters) {
    box.vars.push_back(iter.var);
    box.ranges.push_back(iter.domain);
    iters.push_back(iter.var);
  }
  bool plain = true;
  for (const Expr& iter : iters)
    plain = plain && std::any_of(store.indices.begin(), store.indices.end(),
                                 [&](const Expr& e) { return e.as<Var>() && *e.as<Var>() == *iter.as<Var>(); });
  return plain || determines(box, store.indices, iters, budget).yes();
}

// ---- building ----

class Decomposer {
 public:
  Decomposer(const Snapshot& program, const Args& args, const Pattern& pattern, const Bounds& bounds)
      : program_(program), block_(program.block(args.block)), pattern_(pattern), bounds_(bounds) {
    const std::vector<LoopId> above = program.loopsAbove(args.block);
    below_.assign(std::find(above.begin(), above.end(), args.loop), above.end());
  }

  Plan run() {
    const int function = program_.functionOf(block_.id);
    Plan plan{function, program_.function(function), {}};
    plan.fill = plan.changed.freshBlock();
    const Stmt fill = fillNest(plan.changed, plan.fill), copy = insideNest();
    plan.changed = replaceStmt(plan.changed, program_.stmt(below_.front()), sequence({fill, copy}));
    return plan;
  }

 private:
  Stmt fillNest(PrimFunc& ids, BlockId id) const {
    Block fill(id, block_.name + "_pad_const", Evaluate{0});
    VarMap vars, iters;
    std::vector<const For*> loops;
    for (const LoopId l : below_) {
      const For& loop = program_.loop(l);
      const auto drives = [&](const Expr& e) { return usesVar(e, loop.var); };
      if (std::none_of(block_.bindings.begin(), block_.bindings.end(), drives) && !drives(block_.predicate)) continue;
      loops.push_back(&loop);
      vars.insert_or_assign(loop.var.key(), Var(loop.var.name(), loop.var.dtype()));
    }
    for (size_t i = 0; i < block_.iters.size(); ++i) {
      const IterVar& iter = block_.iters[i];
      const Var fresh(iter.var.name(), iter.var.dtype());
      iters.insert_or_assign(iter.var.key(), fresh);
      fill.iters.push_back({fresh, iter.domain, iter.kind});
      fill.bindings.push_back(substitute(block_.bindings[i], vars));
    }
    fill.predicate = substitute(block_.predicate, vars);
    for (const BufferRegion& w : block_.writes) fill.writes.push_back(substitute(w, iters));
    std::vector<Expr> place;
    for (const Expr& e : pattern_.store->indices) place.push_back(substitute(e, iters));
    fill.body = BufferStore{pattern_.store->buffer, place, pattern_.outside};
    Stmt body = std::move(fill);
    for (size_t i = loops.size(); i-- > 0;) {
      const For& old = *loops[i];
      body = For{ids.freshLoop(),
                 *vars.at(old.var.key()).as<Var>(),
                 substitute(old.min, vars),
                 substitute(old.extent, vars),
                 old.kind,
                 old.thread,
                 {},
                 std::move(body)};
    }
    return body;
  }

  // The loop below the fill that drives only this iter, over its whole domain.
  std::optional<LoopId> ownLoop(size_t i) const {
    const auto* v = block_.bindings[i].as<Var>();
    for (const LoopId l : below_) {
      const For& loop = program_.loop(l);
      if (!v || !loop.var.sameAs(*v)) continue;
      for (size_t k = 0; k < block_.bindings.size(); ++k)
        if (k != i && usesVar(block_.bindings[k], loop.var)) return std::nullopt;
      for (const LoopId inner : below_)
        if (usesVar(program_.loop(inner).min, loop.var) || usesVar(program_.loop(inner).extent, loop.var))
          return std::nullopt;
      if (loop.kind == ForKind::ThreadBinding) return std::nullopt;  // all nests of a kernel must have the same extent
      const bool whole =
          isZero(loop.min) && isZero(block_.iters[i].domain.min) && equal(loop.extent, block_.iters[i].domain.extent);
      return whole && !usesVar(block_.predicate, loop.var) ? std::optional(l) : std::nullopt;
    }
    return std::nullopt;
  }

  Stmt insideNest() const {
    Block copy = block_;
    VarMap values;
    std::unordered_map<LoopId, Expr> extents;
    Analyzer analyzer;
    for (size_t i = 0; i < copy.iters.size(); ++i) {
      const auto at = bounds_.find(copy.iters[i].var.key());
      if (at == bounds_.end()) {
        analyzer.bind(copy.iters[i].var, copy.iters[i].domain);
        continue;
      }
      const auto& [begin, extent] = at->second;
      const Var iter = copy.iters[i].var;
      values.insert_or_assign(iter.key(), iter + begin);
      copy.iters[i].domain = {makeZero(iter.dtype()), extent};
      analyzer.bind(iter, copy.iters[i].domain);
      if (const auto loop = ownLoop(i)) {
        extents.insert_or_assign(*loop, extent);
        continue;
      }
      const Expr old = copy.bindings[i];
      copy.bindings[i] = simplify(old - begin);
      copy.predicate = logicalAnd(copy.predicate, logicalAnd(le(begin, old), lt(old, simplify(begin + extent))));
    }
    std::vector<Expr> place;
    for (const Expr& e : pattern_.store->indices) place.push_back(analyzer.simplify(substitute(e, values)));
    const Expr value = rewriteExprs(substitute(pattern_.inside, values), [&](const Expr& e) -> std::optional<Expr> {
      const auto* load = e.as<BufferLoad>();
      if (!load) return std::nullopt;
      BufferLoad simple = *load;
      for (Expr& index : simple.indices) index = analyzer.simplify(index);
      return Expr(simple);
    });
    copy.body = BufferStore{pattern_.store->buffer, place, value};
    for (auto* regions : {&copy.reads, &copy.writes})
      for (BufferRegion& r : *regions) {
        r = substitute(r, values);
        for (Range& range : r.ranges) range = {analyzer.simplify(range.min), analyzer.simplify(range.extent)};
      }
    const Stmt nest = replaceIn(program_.stmt(below_.front()), program_.stmt(block_.id), copy);
    return rewriteStmts(nest, [&](const Stmt& s) -> std::optional<Stmt> {
      const auto* loop = s.as<For>();
      const auto found = loop ? extents.find(loop->id) : extents.end();
      if (found == extents.end()) return std::nullopt;
      For shorter = *loop;
      shorter.extent = cast(loop->var.dtype(), found->second);
      return Stmt(std::move(shorter), s.origin());
    });
  }

  const Snapshot& program_;
  const Block& block_;
  const Pattern& pattern_;
  const Bounds& bounds_;
  std::vector<LoopId> below_;  // the given loop and those inside it
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  const std::vector<LoopId> above = program.loopsAbove(args.block);
  if (std::find(above.begin(), above.end(), args.loop) == above.end())
    return aboutLoops(kNotAround(program.name(args.loop), block.name), {args.loop}, "choose a loop above the block");
  if (program.blocksBelow(args.loop).size() != 1)
    return aboutLoops(kNotAlone(program.name(args.loop), block.name), {args.loop}, "choose a loop further inside");
  Result<Pattern> pattern = patternOf(block);
  if (!pattern) return pattern.error();
  Result<Bounds> bounds = insideOf(block, *pattern);
  if (!bounds) return bounds.error();
  if (!writesOnce(block, *pattern->store, program.budget()))
    return aboutBlock(kTwice(block.name, pattern->store->buffer->name), args.block);
  return Decomposer(program, args, *pattern, *bounds).run();
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {plan.fill}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1 || !patternOf(program.block(selection.blocks.front()))) return offers;
  const BlockId block = selection.blocks.front();
  for (const LoopId loop : program.loopsAbove(block))
    if (program.blocksBelow(loop).size() == 1) offers.push_back({{block, loop}, "fill before " + program.name(loop)});
  return offers;
}

}  // namespace

const Primitive kDecomposePadding =
    define<Args, Plan>({.name = "decompose_padding",
                        .kind = "DecomposePadding",
                        .group = Group::Memory,
                        .summary = "Split a padded copy into a fill and a copy of the inside.",
                        .params = {param("block", &Args::block, "the padded copy"),
                                   param("loop", &Args::loop, "the fill is put right before it")},
                        .returns = Returns::Block,
                        .errors = {&kNotAround, &kNotAlone, &kForm, &kValue, &kCondition, &kTwice},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite});

}  // namespace lw
