// fuse_reduction_epilogue: start a reduction with the value that a later block adds to its result, and let the
// reduction write that block's result directly. The value is combined once, at the start of the reduction, so the block
// must combine it by the reduction's own operation: max(sum + bias, 0) cannot be computed by starting with the bias.
#include <algorithm>

#include "core/arith/iter_map.h"
#include "core/ir/debug_text.h"
#include "core/ir/equal.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/schedule/support/reduction.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<Ident, Message> kNoReduction{"fuse_reduction_epilogue.no-reduction",
                                             "block {0} cannot start from another initial value: {1}"};
constexpr Error<Ident, Ident, Message> kNoEpilogue{"fuse_reduction_epilogue.no-epilogue",
                                                   "block {0} does more than add to the result of {1}: {2}"};
constexpr Error<Ident, Snippet, Ident, Snippet> kOtherOperation{
    "fuse_reduction_epilogue.other-operation",
    "block {0} computes {1} from the result of {2}, which combines values by {3}: an initial value can only be "
    "combined by {3}"};
constexpr Error<Ident, Ident> kNotTemporary{"fuse_reduction_epilogue.not-temporary",
                                            "{0} is not allocated in the scope of block {1}: its values are results"};
constexpr Error<Ident, Message> kOtherAccess{"fuse_reduction_epilogue.other-access",
                                             "{0} is also used by block {1}: it must be stored"};
constexpr Error<Ident, Ident, Message> kNotInvertible{
    "fuse_reduction_epilogue.not-invertible",
    "the iteration variables of block {1} cannot be recovered from its reads of {0}: {2}"};
constexpr Error<Message> kPart{"fuse_reduction_epilogue.part",
                               "it could not be proved that {0} runs once for every value of its iteration variables"};
constexpr Error<Ident, Ident, Message, Message, Snippet> kBetween{"fuse_reduction_epilogue.between",
                                                                  "between blocks {0} and {1}, {2} {3} {4}"};
constexpr Error<Ident, Ident> kSharedLoop{
    "fuse_reduction_epilogue.shared-loop",
    "loop {0} contains both blocks and is a reduction loop of {1}, whose result is not complete inside it"};

struct Args {
  BlockId reduction, epilogue;
};
struct Plan {
  int function;
  PrimFunc changed;
};

struct Pair {
  const Block *reduction, *epilogue;
  Reducer reducer;
  const BufferStore* store;  // of the epilogue
  std::vector<Expr> read;    // indices at which the epilogue reads the result
  Expr added;                // over the epilogue's axes
  BinaryOp with;             // the reducer's operation, or Sub where the epilogue adds the negative value
};

Explanation about(Explanation e, const Args& args, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = {args.reduction, args.epilogue};
  return e;
}

const char* const kMoveInstead = "reverse_compute_at moves the block under the loops of the reduction instead";

Result<Pair> pairOf(const Snapshot& program, const Args& args) {
  const Block &reduction = program.block(args.reduction), &epilogue = program.block(args.epilogue);
  const BlockId scope = program.scopeOf(args.reduction);
  if (!scope.valid() || scope != program.scopeOf(args.epilogue))
    return about(kOtherScopes(reduction.name, epilogue.name), args, {});
  Message why;
  const std::optional<Reducer> reducer = reducerOf(reduction, why);
  if (!reducer) return about(kNoReduction(reduction.name, why), args, {});
  const Buffer& result = reducer->update->buffer;
  const auto wrong = [&](Message text) {
    return about(kNoEpilogue(epilogue.name, reduction.name, std::move(text)), args, kMoveInstead);
  };
  const BufferStore* store = onlyStore(epilogue);
  if (!store || epilogue.init || !epilogue.matches.empty() || !epilogue.allocs.empty())
    return wrong("it is not a single store");
  for (const IterVar& iter : epilogue.iters)
    if (iter.kind != IterKind::Spatial)
      return wrong(say("iteration variable {0} is not spatial", Ident(iter.var.name())));
  for (const Expr& index : store->indices)
    if (loadsFrom(index, result)) return wrong(say("it uses {0} as an index", Ident(result->name)));
  if (!loadsFrom(store->value, result)) return wrong(say("it does not read {0}", Ident(result->name)));
  if (hasEffects(store->value)) return wrong("it calls a function that may have effects");
  const auto* op = store->value.as<Binary>();
  const auto isResult = [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    return load && load->buffer == result;
  };
  const bool subtracts = op && op->op == BinaryOp::Sub && reducer->op == BinaryOp::Add && isResult(op->a);
  if (!op || (op->op != reducer->op && !subtracts))
    return about(
        kOtherOperation(epilogue.name, toText(store->value), reduction.name, std::string(symbolOf(reducer->op))), args,
        kMoveInstead);
  const bool first = isResult(op->a);
  if (!first && !isResult(op->b))
    return about(
        kOtherOperation(epilogue.name, toText(store->value), reduction.name, std::string(symbolOf(reducer->op))), args,
        kMoveInstead);
  const Expr& added = first ? op->b : op->a;
  if (loadsFrom(added, result)) return wrong(say("it reads {0} twice", Ident(result->name)));
  if (loadsFrom(added, store->buffer)) return wrong(say("it reads {0}, which it writes", Ident(store->buffer->name)));
  return Pair{&reduction, &epilogue, *reducer, store, (first ? op->a : op->b).as<BufferLoad>()->indices, added, op->op};
}

Status checkBuffers(const Snapshot& program, const Args& args, const Pair& pair) {
  const Buffer &result = pair.reducer.update->buffer, &target = pair.store->buffer;
  const Block& scope = program.block(program.scopeOf(args.reduction));
  if (std::find(scope.allocs.begin(), scope.allocs.end(), result) == scope.allocs.end())
    return about(kNotTemporary(result->name, pair.reduction->name), args, kMoveInstead);
  for (const BlockId id : program.childBlocks(scope.id)) {
    if (id == args.reduction || id == args.epilogue || !usesBuffer(program.stmt(id), result)) continue;
    return about(kOtherAccess(result->name, Ident(program.name(id))), args, kMoveInstead);
  }
  if (isMatched(scope.body, result) || hasOpaqueAccess(scope.body, result))
    return about(kOtherAccess(result->name, "that takes its address"), args, {});
  if (loadsFrom(pair.reducer.operand, target) || loadsFrom(pair.reducer.init->value, target))
    return about(kBetween(pair.reduction->name, pair.epilogue->name, say("block {0}", Ident(pair.reduction->name)),
                          "reads", target->name),
                 args, kMoveInstead);
  return success();
}

// No loop around both blocks may drive the reduction: its result would not be complete inside the loop.
Status checkSharedLoops(const Snapshot& program, const Args& args, const Pair& pair) {
  const std::vector<LoopId> a = program.loopsAbove(args.reduction), b = program.loopsAbove(args.epilogue);
  for (size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i)
    for (size_t k = 0; k < pair.reduction->iters.size(); ++k)
      if (pair.reduction->iters[k].kind == IterKind::Reduce &&
          usesVar(pair.reduction->bindings[k], program.loop(a[i]).var))
        return about(kSharedLoop(program.name(a[i]), pair.reduction->name), args, {});
  return success();
}

// The statements between the reduction and the epilogue must not access what the epilogue reads and writes.
Status checkBetween(const Snapshot& program, const Args& args, const Pair& pair) {
  const Stmt& body = program.block(program.scopeOf(args.reduction)).body;
  const std::vector<Stmt> a = pathTo(body, args.reduction), b = pathTo(body, args.epilogue);
  size_t common = 0;
  while (common < a.size() && common < b.size() && a[common].sameAs(b[common])) ++common;
  const auto* seq = a[common - 1].as<Seq>();
  const auto at = [&](const Stmt& s) {
    return std::find_if(seq->stmts.begin(), seq->stmts.end(), [&](const Stmt& x) { return x.sameAs(s); });
  };
  const auto wrong = [&](std::string who, std::string does, std::string what) {
    return about(kBetween(pair.reduction->name, pair.epilogue->name, Snippet(std::move(who)), Snippet(std::move(does)),
                          std::move(what)),
                 args, kMoveInstead);
  };
  if (!seq || at(a[common]) > at(b[common])) return wrong("nothing", "lets the epilogue", "run after the reduction");
  const Buffer& target = pair.store->buffer;
  std::optional<Explanation> error;
  std::string who = "a statement";
  const auto visit = [&](const Stmt& s) {
    if (const auto* block = s.as<Block>()) who = "block " + block->name;
    if (s.as<While>() || s.as<IfThenElse>() || s.as<LetStmt>())
      error = wrong(who, "is under", "a condition or a declaration");
    if (s.as<Evaluate>() && !isNoOp(s)) error = wrong(who, "may change", "memory in a call");
    const auto* store = s.as<BufferStore>();
    if (!store || store == pair.reducer.update || store == pair.reducer.init || store == pair.store) return;
    const auto writes = [&](const Expr& e) { return loadsFrom(e, store->buffer); };
    if (store->buffer->data == target->data || loadsFrom(store->value, target))
      error = wrong(who, "uses", target->name);
    if (writes(pair.added) || std::any_of(pair.store->indices.begin(), pair.store->indices.end(), writes))
      error = wrong(who, "writes", store->buffer->name);
  };
  for (auto s = at(a[common]); s <= at(b[common]) && !error; ++s) forEachStmt(*s, visit);
  if (error) return *error;
  for (const Stmt& s : a)  // loops around both blocks repeat the statements between them
    if (const auto* loop = s.as<For>(); loop && &s - a.data() < static_cast<std::ptrdiff_t>(common)) {
      forEachStmt(s, visit);
      break;
    }
  if (error) return *error;
  return success();
}

// The epilogue's axes in terms of the reduction's, from `read indices = store indices`.
Result<VarMap> axesOf(const Args& args, const Pair& pair) {
  std::vector<IterDomain> domains;
  Analyzer analyzer;
  for (const IterVar& iter : pair.epilogue->iters) {
    domains.push_back({iter.var, iter.domain});
    analyzer.bind(iter.var, iter.domain);
  }
  const auto wrong = [&](Message why) {
    return about(kNotInvertible(pair.reducer.update->buffer->name, pair.epilogue->name, std::move(why)), args,
                 kMoveInstead);
  };
  const IterMapResult map = detectIterMap(pair.read, domains, boolConst(true), IterMapLevel::NoCheck, analyzer, false);
  if (!map.ok()) return wrong(map.errors.front());
  InverseIterMap inverse = inverseIterMap(map.indices, pair.reducer.update->indices);
  if (!inverse.error.empty()) return wrong(inverse.error);
  for (const IterVar& iter : pair.epilogue->iters) {
    if (isOne(iter.domain.extent)) inverse.values.insert_or_assign(iter.var.key(), iter.domain.min);
    if (!inverse.values.contains(iter.var.key()))
      return wrong(say("iteration variable {0} is not among them", Ident(iter.var.name())));
  }
  return inverse.values;
}

// The inverse is a formula; it must be correct wherever the epilogue runs, and reach every element that the epilogue
// reads.
Status checkInverse(const Args& args, const Pair& pair, const VarMap& axes, const ProofBudget& budget) {
  Analyzer analyzer;
  for (const IterVar& iter : pair.reduction->iters) analyzer.bind(iter.var, iter.domain);
  for (const IterVar& iter : pair.epilogue->iters) {
    const Expr& value = axes.at(iter.var.key());
    for (const Expr& condition : {ge(value, iter.domain.min), lt(value, iter.domain.min + iter.domain.extent)})
      if (!analyzer.canProve(condition))
        return about(kNotInvertible(pair.reducer.update->buffer->name, pair.epilogue->name,
                                    say("iteration variable {0} does not cover all elements", Ident(iter.var.name()))),
                     args, kMoveInstead);
  }
  if (const BoxAnswer told = determinesIters(pair.read, pair.epilogue->iters, budget); !told.yes()) {
    Message why = told.no() ? say("iterations {0} read the same element", textOfPoints(told))
                            : "it is not known whether each iteration reads a different element";
    return about(kNotInvertible(pair.reducer.update->buffer->name, pair.epilogue->name, why), args, kMoveInstead);
  }
  for (size_t i = 0; i < pair.read.size(); ++i)
    if (!analyzer.canProveEqual(substitute(pair.read[i], axes), pair.reducer.update->indices[i]))
      return about(kNotInvertible(pair.reducer.update->buffer->name, pair.epilogue->name,
                                  "it reads other elements than the reduction writes"),
                   args, kMoveInstead);
  return success();
}

PrimFunc fused(const Snapshot& program, const Args& args, const Pair& pair, const VarMap& axes) {
  const Buffer& target = pair.store->buffer;
  std::vector<Expr> indices;
  const Analyzer analyzer;
  for (const Expr& index : pair.store->indices) indices.push_back(analyzer.simplify(substitute(index, axes)));
  const Expr added = withFreshLets(substitute(pair.added, axes)), &start = pair.reducer.init->value;
  const bool neutral = isIdentity(pair.reducer.op, start) && pair.with == pair.reducer.op;
  Block block = *pair.reduction;
  block.init = BufferStore{target, indices, neutral ? added : rawBinary(pair.with, start, added)};
  block.body = BufferStore{target, indices, combined(pair.reducer, BufferLoad{target, indices}, pair.reducer.operand)};
  const BlockId scopeId = program.scopeOf(args.reduction);
  Block scope = program.block(scopeId);
  scope.body = removeBlock(scope.body, args.epilogue).value_or(scope.body);
  scope.body = replaceIn(scope.body, program.stmt(args.reduction), block);
  PrimFunc changed = program.function(program.functionOf(args.reduction));
  changed.body =
      replaceIn(changed.body, program.stmt(scopeId), refreshRegions(scope, pair.reducer.update->buffer, changed.body));
  return changed;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Pair> pair = pairOf(program, args);
  if (!pair) return pair.error();
  for (const auto look : {checkBuffers, checkSharedLoops, checkBetween})
    if (Status ok = look(program, args, *pair); !ok) return ok.error();
  const auto once = [&](const Block& block) -> Status {
    if (runsOverItsDomain(program, block.id)) return success();
    Explanation e = about(kPart(say("block {0}", Ident(block.name))), args, kMoveInstead);
    e.conservative = true;
    return e;
  };
  if (Status ok = once(*pair->reduction); !ok) return ok.error();
  if (Status ok = once(*pair->epilogue); !ok) return ok.error();
  if (!elementDeterminesSpatialAxes(*pair->reduction, pair->reducer.update->indices))
    return about(kPart(say("block {0}", Ident(pair->reduction->name))), args, kMoveInstead);
  Result<VarMap> axes = axesOf(args, *pair);
  if (!axes) return axes.error();
  if (Status ok = checkInverse(args, *pair, *axes, program.budget()); !ok) return ok.error();
  return Plan{program.functionOf(args.reduction), fused(program, args, *pair, *axes)};
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {}, .fate = {}};
}

// Offers the only consumer of the selected reduction, or the producer of the selected block.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId block = selection.blocks.front();
  std::vector<Args> pairs;
  for (const BlockId other : program.consumers(block)) pairs.push_back({block, other});
  for (const BlockId other : program.producers(block)) pairs.push_back({other, block});
  for (const Args& args : pairs)
    if (program.block(args.reduction).init && check(program, args))
      offers.push_back(
          {{args.reduction, args.epilogue}, program.name(args.epilogue) + " into " + program.name(args.reduction)});
  return offers;
}

}  // namespace

const Primitive kFuseReductionEpilogue =
    define<Args, Plan>({.name = "fuse_reduction_epilogue",
                        .kind = "FuseReductionEpilogue",
                        .group = Group::Location,
                        .summary = "Let a reduction start from what a block adds to its result, and drop the block.",
                        .params = {param("reduction_block", &Args::reduction, "the reduction"),
                                   param("epilogue_block", &Args::epilogue, "the block that adds to its result")},
                        .errors = {&kOtherScopes, &kNoReduction, &kNoEpilogue, &kOtherOperation, &kNotTemporary,
                                   &kOtherAccess, &kNotInvertible, &kPart, &kBetween, &kSharedLoop},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .traits = {.inTvm = false}});

}  // namespace lw
