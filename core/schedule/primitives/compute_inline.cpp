// compute_inline: replace every read of what a block computes by the block's expression, and remove the block and its
// buffer. Every reader still sees the values that the block would have read.
#include <algorithm>
#include <set>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/values/value_flow.h"
#include "core/arith/iter_map.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kOutput{
    "compute_inline.output", "block {0} writes {1}, which is not allocated in its scope: a result must be written"};
constexpr Error<Ident, int64_t, Ident> kSeveralWriters{
    "compute_inline.several-writers", "{0} is written by {1} blocks ({2}): no single expression computes its elements"};
constexpr Error<Ident> kNoReader{"compute_inline.no-reader", "no block of the scope reads {0}"};
constexpr Error<Ident, Ident, Message> kNotInvertible{
    "compute_inline.not-invertible",
    "the iteration variables of block {1} cannot be recovered from the indices of its store to {0}: {2}"};
constexpr Error<Ident, Message> kChanges{"compute_inline.changes-values",
                                         "inlining block {0} changes the results: {1}"};
constexpr Error<Ident, Message, Ident, Message> kInputWritten{
    "compute_inline.input-written", "block {0} reads {1}, which may change before the readers of {2} run ({3})"};
constexpr Error<Ident, Ident> kRace{"compute_inline.race",
                                    "the iterations of loop {0} run in parallel and would share {1}"};

struct Args {
  BlockId block;
};
struct Plan {
  int function;
  PrimFunc changed;
  bool conservative = false;  // accepted by the signatures of the blocks
};

Explanation about(Explanation e, const Args& args, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = {args.block};
  return e;
}

// The stored value, with a placeholder for each index of the store.
struct Body {
  std::vector<Var> indices;
  Expr value;
};

bool isUnit(const IterVar& iter) { return isOne(iter.domain.extent); }

Result<Body> bodyOf(const Args& args, const Block& block, const BufferStore& store) {
  Body body{{}, store.value};
  // The usual case: the indices are the iters, in order.
  if (store.indices.size() == block.iters.size()) {
    for (size_t i = 0; i < block.iters.size(); ++i) {
      const auto* v = store.indices[i].as<Var>();
      const bool unit = isZero(store.indices[i]) && isZero(block.iters[i].domain.min) && isUnit(block.iters[i]);
      if (unit || (v && v->sameAs(block.iters[i].var))) body.indices.push_back(block.iters[i].var);
    }
    if (body.indices.size() == block.iters.size()) return body;
    body.indices.clear();
  }
  std::vector<IterDomain> domains;
  Analyzer analyzer;
  for (const IterVar& iter : block.iters) {
    domains.push_back({iter.var, iter.domain});
    analyzer.bind(iter.var, iter.domain);
  }
  const IterMapResult map =
      detectIterMap(store.indices, domains, boolConst(true), IterMapLevel::Bijective, analyzer, false);
  if (!map.ok())
    return about(kNotInvertible(store.buffer->name, block.name, map.errors.front()), args,
                 "compute_at moves the block instead");
  std::vector<Expr> outputs;
  for (size_t i = 0; i < store.indices.size(); ++i) {
    body.indices.emplace_back("x" + std::to_string(i), store.indices[i].dtype());
    outputs.push_back(body.indices.back());
  }
  InverseIterMap inverse = inverseIterMap(map.indices, outputs);
  if (!inverse.error.empty())
    return about(kNotInvertible(store.buffer->name, block.name, inverse.error), args,
                 "compute_at moves the block instead");
  for (const IterVar& iter : block.iters)
    if (isUnit(iter)) inverse.values.insert_or_assign(iter.var.key(), iter.domain.min);
  body.value = substitute(store.value, inverse.values);
  return body;
}

Status checkBuffer(const Snapshot& program, const Args& args, const Buffer& buffer) {
  const BlockId scope = program.scopeOf(args.block);
  const Block& around = program.block(scope);
  const std::string& name = program.block(args.block).name;
  if (std::none_of(around.allocs.begin(), around.allocs.end(), [&](const Buffer& b) { return b == buffer; })) {
    return about(kOutput(name, buffer->name), args,
                 "inline its consumer into it with reverse_compute_inline, or cache_write first and inline that");
  }
  const std::vector<BlockId> writers = writersOf(program, scope, buffer);
  if (writers.size() > 1) {
    std::string names = join(writers, [&](const BlockId w) { return program.name(w); });
    Explanation e = about(kSeveralWriters(buffer->name, writers.size(), names), args,
                          "compute_at can move them under the loops of the reader");
    e.blocks = writers;
    return e;
  }
  if (isMatched(program.stmt(scope), buffer) || hasOpaqueAccess(program.stmt(scope), buffer) ||
      takesAddress(program.stmt(scope), buffer))
    return about(kInlinePointer(buffer->name), args, "inline before tensorizing");
  return success();
}

Result<const BufferStore*> checkBody(const Args& args, const Block& block) {
  const BufferStore* store = onlyStore(block);
  const auto wrong = [&](Message why) {
    return about(kNotOneStore(block.name, std::move(why)), args, "compute_at moves the block instead");
  };
  if (block.init) return wrong("it is a reduction");
  if (!store) return wrong("its body has other statements");
  for (const IterVar& iter : block.iters)
    if (iter.kind != IterKind::Spatial)
      return wrong(say("iteration variable {0} is not spatial", Ident(iter.var.name())));
  const bool readsItself = anyExpr(store->value, [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    return load && load->buffer == store->buffer;
  });
  if (readsItself) return wrong(say("it reads {0}, which it writes", Ident(store->buffer->name)));
  if (hasEffects(store->value)) return wrong("it calls a function that may have effects");
  return store;
}

PrimFunc inlined(const Snapshot& program, const Args& args, const Buffer& buffer, const Body& body) {
  const PrimFunc& before = program.function(program.functionOf(args.block));
  const BlockId scopeId = program.scopeOf(args.block);
  Block scope = program.block(scopeId);
  scope.body = removeBlock(scope.body, args.block).value_or(Stmt(Evaluate{0}));
  scope.body = rewriteExprs(scope.body, [&](const Expr& e) -> std::optional<Expr> {
    const auto* load = e.as<BufferLoad>();
    if (!load || !(load->buffer == buffer)) return std::nullopt;
    VarMap indices;
    // The reader may count by another type.
    for (size_t i = 0; i < body.indices.size(); ++i) {
      const Expr& index = load->indices[i];
      const DataType type = body.indices[i].dtype();
      const bool other = index.dtype() != type && index.dtype().lanes == 1;
      indices.emplace(body.indices[i].key(), other ? cast(type, index) : index);
    }
    return withFreshLets(substitute(body.value, indices));
  });
  std::erase_if(scope.allocs, [&](const Buffer& b) { return b == buffer; });
  PrimFunc changed = before;
  changed.body = replaceIn(before.body, program.stmt(scopeId), refreshRegions(scope, buffer, before.body));
  return changed;
}

// A buffer that the block reads and that another block under the loop writes.
std::optional<Buffer> filledUnder(const Snapshot& program, LoopId loop, BlockId reader) {
  for (const BlockId other : program.blocksBelow(loop))
    for (const BufferRegion& written : program.block(other).writes)
      for (const BufferRegion& read : program.block(reader).reads)
        if (other != reader && read.buffer == written.buffer) return read.buffer;
  return std::nullopt;
}

// The iterations of a parallel loop may each fill a buffer for themselves alone, as long as no reader of the block is
// outside of the loop: such a reader would then read that buffer. And a reader in such a loop must not begin to read
// what another iteration writes.
Status checkRaces(const Snapshot& program, const Args& args, const std::vector<BlockId>& readers,
                  const PrimFunc& changed) {
  std::vector<BlockId> blocks = readers;
  blocks.push_back(args.block);
  std::set<LoopId> loops;
  for (const BlockId b : blocks)
    for (const LoopId id : program.loopsAbove(b))
      if (const ForKind kind = program.loop(id).kind; kind == ForKind::Parallel || kind == ForKind::Vectorized)
        loops.insert(id);
  for (const LoopId id : loops) {
    const For& loop = program.loop(id);
    if (std::all_of(blocks.begin(), blocks.end(), [&](BlockId b) { return program.isAncestor(id, b); })) continue;
    const auto shared = filledUnder(program, id, args.block);
    if (!shared) continue;
    const Verdict verdict = iterationsIndependent(changed, id, program.budget());
    if (verdict.yes()) continue;
    const PrimFunc& before = program.function(program.functionOf(id));
    if (!program.isAncestor(id, args.block) && !iterationsIndependent(before, id, program.budget()).yes()) continue;
    Explanation e = about(kRace(loop.var.name(), (*shared)->name), args,
                          "inline the block before the loop is made parallel, or move its readers under the loop");
    e.witness = verdict.witness;
    e.conservative = verdict.conservative;
    e.loops = {id};
    return e;
  }
  return success();
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  Result<BlockId> scope = requireScope(program, args.block);
  if (!scope) return scope.error();
  for (const BufferRegion& w : block.writes)
    if (Status ok = checkBuffer(program, args, w.buffer); !ok) return ok.error();
  Result<const BufferStore*> store = checkBody(args, block);
  if (!store) return store.error();
  const Buffer buffer = (*store)->buffer;
  if (Status ok = checkBuffer(program, args, buffer); !ok) return ok.error();
  const std::vector<BlockId> readers = readersOf(program, *scope, buffer);
  if (readers.empty()) return about(kNoReader(buffer->name), args, {});
  Result<Body> body = bodyOf(args, block, **store);
  if (!body) return body.error();
  const int function = program.functionOf(args.block);
  Plan plan{function, inlined(program, args, buffer, *body)};
  Correspondence same;
  same.inlined = args.block;
  const Verdict verdict = keepsValueFlow(program.function(function), plan.changed, same, program.budget());
  if (verdict.no())
    return about(kChanges(block.name, verdict.reason), args,
                 "the block has to run before what it reads is written again");
  if (!verdict.yes()) {
    const Message input = inputWrittenLater(program, args.block, readers);
    if (!input.empty()) {
      Explanation e = about(kInputWritten(block.name, input, buffer->name, verdict.reason), args, {});
      e.conservative = true;
      return e;
    }
    plan.conservative = true;
  }
  if (Status ok = checkRaces(program, args, readers, plan.changed); !ok) return ok.error();
  return plan;
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  (void)program;
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  if (selection.blocks.size() != 1 || !check(program, {selection.blocks.front()})) return {};
  return {{{selection.blocks.front()}, "inline " + program.name(selection.blocks.front())}};
}

// If a block cannot be inlined into its consumers, the consumers may be inlined into it.
Alternatives intoTheProducer(const Snapshot& program, const Primitive&, const Arguments& args,
                             const Explanation& reason) {
  Alternatives ways;
  const auto* block = args.front().as<BlockId>();
  if (!block || reason.kind != kOutput.id) return ways;
  for (const BlockId consumer : program.consumers(*block)) ways.push_back({{&kReverseComputeInline, {consumer}}});
  return ways;
}

}  // namespace

const Primitive kComputeInline =
    define<Args, Plan>({.name = "compute_inline",
                        .kind = "ComputeInline",
                        .group = Group::Location,
                        .summary = "Compute a block's value where it is read, and drop the block.",
                        .params = {param("block", &Args::block, "the block to inline into its readers")},
                        .errors = {&kRootBlock, &kOutput, &kSeveralWriters, &kNotOneStore, &kNoReader, &kInlinePointer,
                                   &kNotInvertible, &kChanges, &kInputWritten, &kRace},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .traits = {.rank = 120, .helpsRepairs = true, .alternatives = intoTheProducer}});

}  // namespace lw
