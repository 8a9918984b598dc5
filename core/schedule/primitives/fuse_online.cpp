// fuse_online: let the pass that finds a maximum also sum the exponentials of differences from it. The sum is scaled
// again whenever the maximum grows (core/schedule/support/online_sums.h), so one pass over the values is enough where
// there were two. Terms are rounded in another way than before, and a partial sum is relative to a smaller maximum:
// with weights near the largest float it may overflow where the sum of two passes does not.
#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/ir/debug_text.h"
#include "core/ir/equal.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/schedule/support/tuple_reduction.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<Ident, Message> kNoMaximum{"fuse_online.no-maximum",
                                           "block {0} is not a maximum that can take in a sum: {1}"};
constexpr Error<Ident, Ident, Message> kNoSum{
    "fuse_online.no-sum", "block {0} does not sum exponentials of differences from the maximum of block {1}: {2}"};
constexpr Error<Ident, Ident, Message> kOtherAxes{"fuse_online.other-axes",
                                                  "blocks {0} and {1} do not go over the same values: {2}"};
constexpr Error<Message> kPart{"fuse_online.part",
                               "it could not be proved that {0} runs once for every value of its iteration variables"};
constexpr Error<Ident, Ident, Message, Message, Snippet> kBetween{"fuse_online.between",
                                                                  "between blocks {0} and {1}, {2} {3} {4}"};
constexpr Error<Ident, Ident> kSharedLoop{
    "fuse_online.shared-loop",
    "loop {0} contains both blocks and is a reduction loop of {1}, whose result is not complete inside it"};
constexpr Error<Ident, Ident, Ident> kOtherElements{
    "fuse_online.other-elements",
    "loop {0} contains both blocks, and it could not be proved that {1} and {2} compute the same elements in each of "
    "its iterations"};

struct Args {
  BlockId maximum, sum;
};
struct Plan {
  int function;
  PrimFunc changed;
};

struct Pair {
  const Block *maximum, *sum;
  Reduction found;  // of `maximum`: a maximum alone, or with sums already
  Reducer adds;     // of `sum`
  Callee exponential = Intrinsic::Exp;
  const BufferLoad* read = nullptr;  // of the maximum, in `sum`
  Expr value = 0, weight = 0;        // over the axes of `sum`
};

Explanation about(Explanation e, const Args& args, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = {args.maximum, args.sum};
  return e;
}

// ---- what the blocks compute ----

// A maximum alone as sums that are none yet.
std::optional<Reduction> maximumOf(const Block& block, Message& why) {
  std::optional<Reduction> found = reductionOf(block, why);
  if (!found || found->online) return found;
  const bool one = found->parts.size() == 1 && found->parts[0].op == BinaryOp::Max;
  if (!one || !found->operands[0].dtype().isFloat()) {
    why = "its update is not a maximum of floats";
    return std::nullopt;
  }
  found->online = OnlineSums{.largestFirst = found->parts[0].stateFirst, .sums = {{}}};
  found->parts.clear();
  return found;
}

// exp(value - maximum), alone or with a weight.
bool readExponential(Pair& pair, const Expr& e) {
  const auto* call = e.as<Call>();
  const bool exponential = call && (call->op == Intrinsic::Exp || call->op == Intrinsic::Exp2);
  const auto* difference = exponential ? call->args.front().as<Binary>() : nullptr;
  if (!difference || difference->op != BinaryOp::Sub) return false;
  const auto* load = difference->b.as<BufferLoad>();
  if (!load || !(load->buffer == pair.found.updates[pair.found.online->largest]->buffer)) return false;
  pair.exponential = call->op;
  pair.read = load;
  pair.value = difference->a;
  return true;
}

bool readTerm(Pair& pair) {
  const Expr& term = pair.adds.operand;
  pair.weight = makeFloat(term.dtype(), 1);
  if (readExponential(pair, term)) return true;
  const auto* product = term.as<Binary>();
  if (!product || product->op != BinaryOp::Mul) return false;
  for (const auto& [e, weight] : {std::pair(product->a, product->b), std::pair(product->b, product->a)})
    if (readExponential(pair, e)) {
      pair.weight = weight;
      return true;
    }
  return false;
}

Result<Pair> pairOf(const Snapshot& program, const Args& args) {
  const Block &maximum = program.block(args.maximum), &sum = program.block(args.sum);
  const BlockId scope = program.scopeOf(args.maximum);
  if (!scope.valid() || scope != program.scopeOf(args.sum) || args.maximum == args.sum)
    return about(kOtherScopes(maximum.name, sum.name), args, {});
  Message why;
  std::optional<Reduction> found = maximumOf(maximum, why);
  if (!found) return about(kNoMaximum(maximum.name, why), args, {});
  const auto wrong = [&](Message text, Message hint) {
    return about(kNoSum(sum.name, maximum.name, std::move(text)), args, std::move(hint));
  };
  const std::optional<Reducer> adds = reducerOf(sum, why);
  if (!adds) return wrong(why, {});
  if (adds->op != BinaryOp::Add) return wrong("its update is not a sum", {});
  Pair pair{&maximum, &sum, std::move(*found), *adds};
  const std::string name = pair.found.updates[pair.found.online->largest]->buffer->name;
  if (!readTerm(pair))
    return wrong(say("what it adds is not exp(x - {0}), alone or times a weight", Ident(name)),
                 "inline the block that computes the exponentials first");
  if (!isZero(adds->init->value)) return wrong(say("it starts at {0}, not at 0", toText(adds->init->value)), {});
  if (pair.found.updates.size() > 1 && !(pair.exponential == pair.found.online->exponential))
    return wrong("the sums of the pass use another exponential function", {});
  const Buffer& result = adds->update->buffer;
  for (const Expr* e : {&pair.value, &pair.weight})
    for (const BufferStore* update : pair.found.updates)
      if (loadsFrom(*e, update->buffer))
        return wrong(say("it also uses {0} in another place", Ident(update->buffer->name)), {});
  for (const BufferStore* update : pair.found.updates)
    if (update->buffer->data == result->data) return wrong("both results may be the same memory", {});
  return pair;
}

// ---- which iterations of the blocks correspond ----

// The axes of `sum` in terms of those of `maximum`: spatial ones by the element that it reads, others in their order.
Result<VarMap> axesOf(const Args& args, const Pair& pair) {
  const auto wrong = [&](Message why) {
    return about(kOtherAxes(pair.maximum->name, pair.sum->name, std::move(why)), args, {});
  };
  const std::vector<Expr>& stored = pair.found.indices();
  VarMap axes;
  std::vector<const IterVar*> reduced;
  for (const IterVar& iter : pair.maximum->iters)
    if (iter.kind == IterKind::Reduce) reduced.push_back(&iter);
  const Analyzer analyzer;
  const auto sameDomain = [&](const Range& a, const Range& b) {
    return analyzer.canProveEqual(a.min, b.min) && analyzer.canProveEqual(a.extent, b.extent);
  };
  size_t next = 0;
  for (const IterVar& iter : pair.sum->iters) {
    const IterVar* other = nullptr;
    if (iter.kind == IterKind::Reduce) {
      other = next < reduced.size() ? reduced[next++] : nullptr;
    } else {
      for (size_t i = 0; i < pair.read->indices.size() && i < stored.size(); ++i)
        if (const auto* v = pair.read->indices[i].as<Var>(); v && v->sameAs(iter.var))
          for (const IterVar& candidate : pair.maximum->iters)
            if (const auto* s = stored[i].as<Var>(); s && s->sameAs(candidate.var)) other = &candidate;
    }
    if (other && sameDomain(iter.domain, other->domain))
      axes.insert_or_assign(iter.var.key(), other->var);
    else if (!other && isOne(iter.domain.extent))
      axes.insert_or_assign(iter.var.key(), iter.domain.min);
    else
      return wrong(say("iteration variable {0} of {1} has no counterpart of the same range", Ident(iter.var.name()),
                       Ident(pair.sum->name)));
  }
  if (next != reduced.size()) return wrong("their reductions have different axes");
  const auto element = [&](const std::vector<Expr>& indices) {
    if (indices.size() != stored.size()) return false;
    for (size_t i = 0; i < indices.size(); ++i)
      if (!analyzer.canProveEqual(substitute(indices[i], axes), stored[i])) return false;
    return true;
  };
  if (!element(pair.read->indices)) return wrong("the sum reads another maximum than that of its own values");
  if (!element(pair.adds.update->indices)) return wrong("their results have different indices");
  const Expr &mine = pair.found.operands[pair.found.online->largest], theirs = substitute(pair.value, axes);
  if (!equal(theirs, mine) && !equal(simplify(theirs), simplify(mine)))
    return wrong(say("the maximum is of {0}, and the exponents use {1}", toText(mine), toText(theirs)));
  return axes;
}

// In each iteration of the loops around both, the two compute the same elements, and all of each.
Status checkSharedLoops(const Snapshot& program, const Args& args, const Pair& pair, const VarMap& axes) {
  const std::vector<LoopId> a = program.loopsAbove(args.maximum), b = program.loopsAbove(args.sum);
  size_t common = 0;
  while (common < a.size() && common < b.size() && a[common] == b[common]) ++common;
  VarMap own;  // the loops of `sum` alone, as those of `maximum` in the same places
  for (size_t i = common; i < a.size() && i < b.size(); ++i) {
    const For &mine = program.loop(a[i]), &theirs = program.loop(b[i]);
    if (equal(mine.min, theirs.min) && equal(mine.extent, theirs.extent))
      own.insert_or_assign(theirs.var.key(), mine.var);
  }
  const auto bindingOf = [](const Block& block, const Var& axis) {
    for (size_t i = 0; i < block.iters.size(); ++i)
      if (block.iters[i].var.sameAs(axis)) return std::optional(block.bindings[i]);
    return std::optional<Expr>();
  };
  for (size_t c = 0; c < common; ++c) {
    const Var& loop = program.loop(a[c]).var;
    for (size_t i = 0; i < pair.sum->iters.size(); ++i) {
      const auto* axis = axes.at(pair.sum->iters[i].var.key()).as<Var>();
      const Expr theirs = substitute(pair.sum->bindings[i], own);
      const Expr mine = axis ? bindingOf(*pair.maximum, *axis).value_or(theirs) : theirs;
      if (!usesVar(mine, loop) && !usesVar(theirs, loop)) continue;
      if (pair.sum->iters[i].kind == IterKind::Reduce)
        return about(kSharedLoop(loop.name(), usesVar(mine, loop) ? pair.maximum->name : pair.sum->name), args, {});
      if (!equal(simplify(mine), simplify(theirs)))
        return about(kOtherElements(loop.name(), pair.maximum->name, pair.sum->name), args,
                     "fuse the blocks before their loops are shared");
    }
  }
  return success();
}

// The statements between the two must not access the sum, nor write what it is computed from.
Status checkBetween(const Snapshot& program, const Args& args, const Pair& pair) {
  const Stmt& body = program.block(program.scopeOf(args.maximum)).body;
  const std::vector<Stmt> a = pathTo(body, args.maximum), b = pathTo(body, args.sum);
  size_t common = 0;
  while (common < a.size() && common < b.size() && a[common].sameAs(b[common])) ++common;
  const auto wrong = [&](std::string who, std::string does, std::string what) {
    return about(kBetween(pair.maximum->name, pair.sum->name, Snippet(std::move(who)), Snippet(std::move(does)),
                          std::move(what)),
                 args, "move that before the maximum or after the sum first");
  };
  const auto* seq = common > 0 ? a[common - 1].as<Seq>() : nullptr;
  const auto at = [&](const Stmt& s) {
    return std::find_if(seq->stmts.begin(), seq->stmts.end(), [&](const Stmt& x) { return x.sameAs(s); });
  };
  if (!seq || at(a[common]) > at(b[common])) return wrong("nothing", "lets the sum", "run after the maximum");
  const Buffer& result = pair.adds.update->buffer;
  if (isMatched(body, result) || hasOpaqueAccess(body, result)) return wrong("a statement", "may use", result->name);
  const auto own = [&](const BufferStore* s) {
    return s == pair.adds.update || s == pair.adds.init ||
           std::find(pair.found.updates.begin(), pair.found.updates.end(), s) != pair.found.updates.end() ||
           std::find(pair.found.inits.begin(), pair.found.inits.end(), s) != pair.found.inits.end();
  };
  std::optional<Explanation> error;
  std::string who = "a statement";
  for (auto s = at(a[common]); s <= at(b[common]) && !error; ++s)
    forEachStmt(*s, [&](const Stmt& x) {
      if (const auto* block = x.as<Block>()) who = "block " + block->name;
      if (x.as<While>() || x.as<IfThenElse>()) error = wrong(who, "is under", "a condition");
      if (x.as<Evaluate>() && !isNoOp(x)) error = wrong(who, "may change", "memory in a call");
      if (x.as<AttrStmt>() || x.as<LetStmt>()) {
        const auto* let = x.as<LetStmt>();
        if (!let)
          error = wrong(who, "is under", "an attribute");
        else if (loadsFrom(let->value, result))
          error = wrong(who, "uses", result->name);
      }
      const auto* store = x.as<BufferStore>();
      if (!store || own(store)) return;
      if (store->buffer->data == result->data || loadsFrom(store->value, result))
        error = wrong(who, "uses", result->name);
      if (loadsFrom(pair.adds.operand, store->buffer)) error = wrong(who, "writes", store->buffer->name);
    });
  if (error) return *error;
  return success();
}

// ---- the new program ----

Block fusedBlock(const Pair& pair, const VarMap& axes) {
  Reduction all = pair.found;
  all.online->exponential = pair.exponential.id();
  all.online->sums.push_back({.stateFirst = true, .stateLeads = true, .weightLeads = false});
  std::vector<Buffer> buffers;
  std::vector<Expr> starts;
  for (size_t i = 0; i < all.updates.size(); ++i) {
    buffers.push_back(all.updates[i]->buffer);
    starts.push_back(all.inits[i]->value);
  }
  buffers.push_back(pair.adds.update->buffer);
  starts.push_back(pair.adds.init->value);
  if (all.lets.empty()) all.lets.push_back("v_" + buffers.front()->name);
  all.lets.push_back("v_" + buffers.back()->name);
  all.operands.push_back(withFreshLets(substitute(pair.weight, axes)));
  Block block = *pair.maximum;
  block.init = started(buffers, all.indices(), starts);
  block.body = updated(all, buffers, all.indices(), all.operands);
  return withInferredRegions(block);
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Pair> pair = pairOf(program, args);
  if (!pair) return pair.error();
  Result<VarMap> axes = axesOf(args, *pair);
  if (!axes) return axes.error();
  if (Status ok = checkSharedLoops(program, args, *pair, *axes); !ok) return ok.error();
  if (Status ok = checkBetween(program, args, *pair); !ok) return ok.error();
  for (const auto& [block, indices] :
       {std::pair(pair->maximum, &pair->found.indices()), std::pair(pair->sum, &pair->adds.update->indices)}) {
    if (runsOverItsDomain(program, block->id) && elementDeterminesSpatialAxes(*block, *indices)) continue;
    Explanation e = about(kPart(say("block {0}", Ident(block->name))), args, {});
    e.conservative = true;
    return e;
  }
  const Block block = fusedBlock(*pair, *axes);
  Message why;
  const std::optional<Reduction> known = reductionOf(block, why);
  if (!known || !known->online) return about(kNoMaximum(pair->maximum->name, why), args, {});
  Block scope = program.block(program.scopeOf(args.maximum));
  scope.body = replaceIn(removeBlock(scope.body, args.sum).value_or(scope.body), program.stmt(args.maximum), block);
  const int index = program.functionOf(args.maximum);
  return Plan{index, replaceStmt(program.function(index), program.stmt(scope.id), scope)};
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {}, .fate = {}};
}

// Offers the sums that read the maximum of the selected block, or the maximum that the selected block reads.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1 || !program.block(selection.blocks.front()).init) return offers;
  const BlockId block = selection.blocks.front();
  std::vector<Args> pairs;
  for (const BlockId other : program.consumers(block)) pairs.push_back({block, other});
  for (const BlockId other : program.producers(block)) pairs.push_back({other, block});
  for (const Args& args : pairs)
    if (program.block(args.maximum).init && program.block(args.sum).init && check(program, args))
      offers.push_back({{args.maximum, args.sum}, program.name(args.sum) + " into " + program.name(args.maximum)});
  return offers;
}

}  // namespace

const Primitive kFuseOnline = define<Args, Plan>(
    {.name = "fuse_online",
     .kind = "FuseOnline",
     .group = Group::Reduction,
     .summary = "Find a maximum and sum exponentials of differences from it in one pass.",
     .params = {param("maximum_block", &Args::maximum,
                      "the block that finds the maximum, or a pass that has sums already"),
                param("sum_block", &Args::sum, "the block that sums exponentials, which the pass takes in")},
     .errors = {&kOtherScopes, &kNoMaximum, &kNoSum, &kOtherAxes, &kPart, &kBetween, &kSharedLoop, &kOtherElements},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.inTvm = false}});

}  // namespace lw
