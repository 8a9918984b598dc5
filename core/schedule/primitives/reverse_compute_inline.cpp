// reverse_compute_inline: let the producer of a block store what the block would compute from its value, and remove the
// block and the buffer between the two. Every element of the block's result is still written, once, with the same
// value. A block with several producers is inlined into the last of them, which then reads what the others wrote.
#include <algorithm>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/values/value_flow.h"
#include "core/arith/iter_map.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/reduction.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident> kNoProducer{
    "reverse_compute_inline.no-producer",
    "block {0} reads nothing that another block of its scope computes, so there is no producer to inline it into"};
constexpr Error<Ident, Ident, int64_t, Snippet> kProducers{
    "reverse_compute_inline.producers",
    "block {0} reads {1}, which is written by {2} blocks ({3}): it can only be inlined into a single producer"};
constexpr Error<Ident> kReduction{"reverse_compute_inline.reduction",
                                  "block {0} is a reduction: its elements are not final when they are stored"};
constexpr Error<Ident, Ident> kNotTemporary{
    "reverse_compute_inline.not-temporary",
    "block {0} writes {1}, which is not allocated in its scope: a result must be written"};
constexpr Error<Ident, Message> kOtherReader{"reverse_compute_inline.other-reader",
                                             "{0} is also read by {1}: it must be stored"};
constexpr Error<Ident, Ident, Snippet, Snippet> kSeveralReads{
    "reverse_compute_inline.several-reads",
    "block {0} reads {1} with several indices ({2} and {3}), but a store of the producer computes only one of these "
    "elements"};
constexpr Error<Ident, Ident, Message> kNotInvertible{
    "reverse_compute_inline.not-invertible",
    "the iteration variables of block {1} cannot be recovered from its indices of {0}: {2}"};
constexpr Error<Ident, Ident, Message> kChanges{"reverse_compute_inline.changes-values",
                                                "inlining block {0} into {1} changes the results: {2}"};
constexpr Error<Ident, Ident, Message> kUndecided{
    "reverse_compute_inline.undecided",
    "it could not be proved that block {0} produces what block {1} needs at the right time ({2})"};

constexpr Error<Ident, Ident> kRace{
    "reverse_compute_inline.race",
    "loop {0} runs its iterations at once, and with block {1} in it they would depend on each other"};

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
std::string namesOf(const Snapshot& program, const std::vector<BlockId>& blocks) {
  return join(blocks, [&](const BlockId b) { return program.name(b); });
}
std::string textOf(const BufferLoad& load) {
  std::string text = load.buffer->name + "[";
  text += join(load.indices, [&](const auto& item) { return toText(StepValue(item)); });
  return text + "]";
}

struct Pair {
  const Block* consumer;
  const Block* producer;
  const BufferStore* consumerStore;
  const BufferStore* producerStore;
  std::vector<Expr> read;  // indices at which the consumer reads the intermediate buffer
};

Result<const BufferStore*> storeOf(const Args& args, const Block& block) {
  const auto wrong = [&](Message why) {
    return about(kNotOneStore(block.name, std::move(why)), args, "reverse_compute_at moves the block instead");
  };
  const BufferStore* store = onlyStore(block);
  if (!store || block.init) return wrong(block.init ? "it has an init" : "its body has other statements");
  for (const IterVar& iter : block.iters)
    if (iter.kind != IterKind::Spatial)
      return wrong(say("iteration variable {0} is not spatial", Ident(iter.var.name())));
  if (hasEffects(store->value)) return wrong("it calls a function that may have effects");
  return store;
}

// Blocks of the scope that write something that the consumer reads, in program order.
std::vector<BlockId> producersOf(const Snapshot& program, const Args& args) {
  const BlockId scope = program.scopeOf(args.block);
  std::vector<BlockId> writers;
  for (const BufferRegion& read : program.block(args.block).reads)
    for (const BlockId w : writersOf(program, scope, read.buffer)) writers.push_back(w);
  std::vector<BlockId> producers = program.childBlocks(scope);
  std::erase_if(producers, [&](BlockId b) {
    return b == args.block || std::find(writers.begin(), writers.end(), b) == writers.end();
  });
  return producers;
}

// The last producer before the consumer: when it runs, the other producers have written what the consumer reads. No
// other producer may write the same buffer.
Result<const Block*> producerOf(const Snapshot& program, const Args& args) {
  const Block& consumer = program.block(args.block);
  const std::vector<BlockId> producers = producersOf(program, args);
  if (producers.empty()) return about(kNoProducer(consumer.name), args, {});
  const BlockId scope = program.scopeOf(args.block);
  const std::vector<BlockId> blocks = program.childBlocks(scope);
  const auto isBefore = [&](BlockId b) {
    return std::find(blocks.begin(), blocks.end(), b) < std::find(blocks.begin(), blocks.end(), args.block);
  };
  const auto last = std::find_if(producers.rbegin(), producers.rend(), isBefore);
  const Block& producer = program.block(last == producers.rend() ? producers.back() : *last);
  for (const BufferRegion& read : consumer.reads) {
    std::vector<BlockId> writers = writersOf(program, scope, read.buffer);
    std::erase(writers, args.block);
    if (writers.size() < 2 || std::find(writers.begin(), writers.end(), producer.id) == writers.end()) continue;
    Explanation e = about(kProducers(consumer.name, read.buffer->name, writers.size(), namesOf(program, writers)), args,
                          "reverse_compute_at moves the block instead");
    e.blocks.insert(e.blocks.end(), writers.begin(), writers.end());
    return e;
  }
  return &producer;
}

Status checkBuffer(const Snapshot& program, const Args& args, const Block& producer, const Buffer& buffer) {
  const BlockId scope = program.scopeOf(args.block);
  const Block& around = program.block(scope);
  if (std::none_of(around.allocs.begin(), around.allocs.end(), [&](const Buffer& b) { return b == buffer; }))
    return about(kNotTemporary(producer.name, buffer->name), args, "reverse_compute_at moves the block instead");
  std::vector<BlockId> others;
  for (const BlockId r : readersOf(program, scope, buffer))
    if (r != args.block) others.push_back(r);
  if (!others.empty()) {
    Explanation e =
        about(kOtherReader(buffer->name, (others.size() > 1 ? "blocks " : "block ") + namesOf(program, others)), args,
              "inline the producer into all of them with compute_inline, or move this block with reverse_compute_at");
    e.blocks.insert(e.blocks.end(), others.begin(), others.end());
    return e;
  }
  if (isMatched(program.stmt(scope), buffer) || hasOpaqueAccess(program.stmt(scope), buffer) ||
      takesAddress(program.stmt(scope), buffer))
    return about(kInlinePointer(buffer->name), args, "inline before tensorizing");
  return success();
}

Result<std::vector<Expr>> readOf(const Args& args, const Block& consumer, const BufferStore& store,
                                 const Buffer& buffer) {
  const BufferLoad* first = nullptr;
  const BufferLoad* other = nullptr;
  const auto look = [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    if (!load || !(load->buffer == buffer)) return;
    if (!first)
      first = load;
    else if (!std::equal(load->indices.begin(), load->indices.end(), first->indices.begin(),
                         [](const Expr& a, const Expr& b) { return equal(a, b); }))
      other = load;
  };
  forEachExpr(store.value, look);
  for (const Expr& index : store.indices) forEachExpr(index, look);
  if (!first) return about(kNotOneStore(consumer.name, say("it does not read {0}", Ident(buffer->name))), args, {});
  if (other)
    return about(kSeveralReads(consumer.name, buffer->name, textOf(*first), textOf(*other)), args,
                 "compute_inline of the producer can serve both");
  return first->indices;
}

Result<Pair> pairOf(const Snapshot& program, const Args& args) {
  const Block& consumer = program.block(args.block);
  if (Result<BlockId> scope = requireScope(program, args.block); !scope) return scope.error();
  Result<const BufferStore*> store = storeOf(args, consumer);
  if (!store) return store.error();
  Result<const Block*> producer = producerOf(program, args);
  if (!producer) return producer.error();
  if ((*producer)->init) {
    Explanation e =
        about(kReduction((*producer)->name), args, "reverse_compute_at moves the block under the reduction's loops");
    e.blocks.push_back((*producer)->id);
    return e;
  }
  Result<const BufferStore*> produced = storeOf(args, **producer);
  if (!produced) return produced.error();
  const Buffer buffer = (*produced)->buffer;
  if (Status ok = checkBuffer(program, args, **producer, buffer); !ok) return ok.error();
  Result<std::vector<Expr>> read = readOf(args, consumer, **store, buffer);
  if (!read) return read.error();
  return Pair{&consumer, *producer, *store, *produced, *read};
}

// The consumer's iters in terms of the producer's, from `read indices = store indices`.
Result<VarMap> iterValues(const Args& args, const Pair& pair, const ProofBudget& budget) {
  std::vector<IterDomain> domains;
  Analyzer analyzer;
  for (const IterVar& iter : pair.consumer->iters) {
    domains.push_back({iter.var, iter.domain});
    analyzer.bind(iter.var, iter.domain);
  }
  const std::string& buffer = pair.producerStore->buffer->name;
  const IterMapResult map = detectIterMap(pair.read, domains, boolConst(true), IterMapLevel::NoCheck, analyzer, false);
  if (!map.ok())
    return about(kNotInvertible(buffer, pair.consumer->name, map.errors.front()), args,
                 "reverse_compute_at moves the block instead");
  if (const BoxAnswer told = determinesIters(pair.read, pair.consumer->iters, budget); told.no())
    return about(
        kNotInvertible(buffer, pair.consumer->name, say("iterations {0} read the same element", textOfPoints(told))),
        args, "reverse_compute_at moves the block instead");
  InverseIterMap inverse = inverseIterMap(map.indices, pair.producerStore->indices);
  if (!inverse.error.empty())
    return about(kNotInvertible(buffer, pair.consumer->name, inverse.error), args,
                 "reverse_compute_at moves the block instead");
  for (const IterVar& iter : pair.consumer->iters) {
    if (isOne(iter.domain.extent)) inverse.values.insert_or_assign(iter.var.key(), iter.domain.min);
    if (!inverse.values.contains(iter.var.key()))
      return about(kNotInvertible(buffer, pair.consumer->name,
                                  say("iteration variable {0} is not among them", Ident(iter.var.name()))),
                   args, "reverse_compute_at moves the block instead");
  }
  return inverse.values;
}

// The producer must not store where it computes an element that the consumer does not have or does not read.
Expr guardOf(const Pair& pair, const VarMap& iters) {
  Analyzer analyzer;
  VarMap bindings;
  for (size_t i = 0; i < pair.producer->iters.size(); ++i) {
    analyzer.bind(pair.producer->iters[i].var, pair.producer->iters[i].domain);
    bindings.emplace(pair.producer->iters[i].var.key(), pair.producer->bindings[i]);
  }
  Expr guard = boolConst(true);
  for (const IterVar& iter : pair.consumer->iters) {
    const Expr& value = iters.at(iter.var.key());
    for (const Expr& condition : {ge(value, iter.domain.min), lt(value, iter.domain.min + iter.domain.extent)})
      if (!analyzer.canProve(condition)) guard = logicalAnd(guard, condition);
  }
  for (size_t i = 0; i < pair.read.size(); ++i) {
    const Expr read = substitute(pair.read[i], iters), &stored = pair.producerStore->indices[i];
    if (!analyzer.canProveEqual(read, stored)) guard = logicalAnd(guard, eq(read, stored));
  }
  return substitute(analyzer.simplify(guard), bindings);
}

PrimFunc inlined(const Snapshot& program, const Args& args, const Pair& pair, const VarMap& iters) {
  const Buffer& buffer = pair.producerStore->buffer;
  const auto withValue = [&](const Expr& e) {
    return rewriteExprs(substitute(e, iters), [&](const Expr& x) -> std::optional<Expr> {
      const auto* load = x.as<BufferLoad>();
      if (!load || !(load->buffer == buffer)) return std::nullopt;
      return withFreshLets(pair.producerStore->value);
    });
  };
  BufferStore store{pair.consumerStore->buffer, {}, withValue(pair.consumerStore->value)};
  for (const Expr& index : pair.consumerStore->indices) store.indices.push_back(withValue(index));
  Block producer = *pair.producer;
  producer.body = store;
  producer.predicate = logicalAnd(producer.predicate, guardOf(pair, iters));
  const BlockId scopeId = program.scopeOf(args.block);
  Block scope = program.block(scopeId);
  scope.body = removeBlock(scope.body, args.block).value_or(scope.body);
  scope.body = replaceIn(scope.body, program.stmt(pair.producer->id), producer);
  std::erase_if(scope.allocs, [&](const Buffer& b) { return b == buffer; });
  PrimFunc changed = program.function(program.functionOf(args.block));
  changed.body = replaceIn(changed.body, program.stmt(scopeId), refreshRegions(scope, buffer, changed.body));
  return changed;
}

// Does every iteration of the consumer, whatever its predicate, read an existing element of the buffer?
bool readsInside(const Pair& pair) {
  Analyzer analyzer;
  for (const IterVar& iter : pair.consumer->iters) analyzer.bind(iter.var, iter.domain);
  for (size_t i = 0; i < pair.read.size(); ++i) {
    const Expr& index = pair.read[i];
    if (!analyzer.canProve(ge(index, makeZero(index.dtype()))) ||
        !analyzer.canProve(lt(index, pair.producerStore->buffer->shape[i])))
      return false;
  }
  return true;
}

// Let one iteration of the consumer read an element. Does `iters` map the producer of that element back to the same
// iteration? The producer must store at its iters.
bool findsItself(const Pair& pair, const VarMap& iters) {
  Analyzer analyzer;
  VarMap places;
  for (const IterVar& iter : pair.consumer->iters) analyzer.bind(iter.var, iter.domain);
  for (size_t i = 0; i < pair.read.size(); ++i)
    places.insert_or_assign(pair.producerStore->indices[i].as<Var>()->key(), pair.read[i]);
  return std::all_of(pair.consumer->iters.begin(), pair.consumer->iters.end(), [&](const IterVar& iter) {
    return analyzer.canProveEqual(substitute(iters.at(iter.var.key()), places), iter.var);
  });
}

// The buffers that the block reads. Its declared regions may omit some (cache_index, unsafe_hide_buffer_access).
std::vector<Buffer> readBy(const Block& block) {
  std::vector<Buffer> read;
  for (const BufferRegion& r : block.reads) read.push_back(r.buffer);
  forEachExpr(block.body, [&](const Expr& e) {
    if (const auto* load = e.as<BufferLoad>()) read.push_back(load->buffer);
  });
  return read;
}

// Without exact analysis: the producer fills the buffer, the consumer uses all of it, and no statement between them
// accesses the same memory.
bool simplyOrdered(const Snapshot& program, const Pair& pair, const VarMap& iters) {
  const Buffer& buffer = pair.producerStore->buffer;
  if (!readsInside(pair) || !runsOverItsDomain(program, pair.producer->id) ||
      !runsOverItsDomain(program, pair.consumer->id))
    return false;
  for (size_t i = 0; i < pair.producerStore->indices.size(); ++i) {
    const auto fills = [&](const IterVar& iter) {
      const auto* v = pair.producerStore->indices[i].as<Var>();
      return v && v->sameAs(iter.var) && isZero(iter.domain.min) &&
             Analyzer().canProveEqual(iter.domain.extent, buffer->shape[i]);
    };
    if (std::none_of(pair.producer->iters.begin(), pair.producer->iters.end(), fills)) return false;
  }
  if (!findsItself(pair, iters)) return false;
  const BlockId scope = program.scopeOf(pair.consumer->id);
  const Buffer& result = pair.consumerStore->buffer;
  for (const BlockId w : writersOf(program, scope, result))
    if (w != pair.consumer->id) return false;
  for (const Buffer& read : readBy(*pair.consumer))
    if (!(read == buffer) && !writersOf(program, scope, read).empty()) return false;
  const std::vector<BlockId> blocks = program.childBlocks(scope);
  const auto end = std::find(blocks.begin(), blocks.end(), pair.consumer->id);
  for (auto at = blocks.begin(); at != end; ++at)
    for (const Buffer& read : readBy(program.block(*at)))
      if (read == result) return false;
  return true;
}

bool runsAtOnce(const For& loop) {
  return loop.kind == ForKind::Parallel || loop.kind == ForKind::Vectorized || loop.thread.starts_with("blockIdx");
}

// The consumer carries its dependences into the loops of the producer.
Status checkRaces(const Snapshot& program, const Args& args, const Pair& pair, const PrimFunc& changed) {
  const PrimFunc& before = program.function(program.functionOf(args.block));
  for (const LoopId id : allLoopsAbove(program, pair.producer->id)) {
    if (!runsAtOnce(program.loop(id)) || program.isAncestor(id, args.block)) continue;
    const Verdict verdict = iterationsIndependent(changed, id, program.budget());
    if (verdict.yes()) continue;
    const bool certain = verdict.no() && !verdict.conservative;
    if (!certain && !iterationsIndependent(before, id, program.budget()).yes()) continue;
    Explanation e =
        about(kRace(program.name(id), pair.consumer->name), args, "inline the block before the loop is made parallel");
    e.loops = {id};
    return refused(std::move(e), verdict);
  }
  return success();
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Pair> pair = pairOf(program, args);
  if (!pair) return pair.error();
  Result<VarMap> iters = iterValues(args, *pair, program.budget());
  if (!iters) return iters.error();
  const int function = program.functionOf(args.block);
  Plan plan{function, inlined(program, args, *pair, *iters)};
  Correspondence same;
  same.absorbed = {{args.block, pair->producer->id}};
  const Verdict verdict = keepsValueFlow(program.function(function), plan.changed, same, program.budget());
  if (verdict.no())
    return about(kChanges(pair->consumer->name, pair->producer->name, verdict.reason), args,
                 "reverse_compute_at moves the block instead");
  if (!verdict.yes() && !simplyOrdered(program, *pair, *iters)) {
    Explanation e = about(kUndecided(pair->producer->name, pair->consumer->name, verdict.reason), args,
                          "reverse_compute_at moves the block instead");
    e.conservative = true;
    return e;
  }
  if (Status ok = checkRaces(program, args, *pair, plan.changed); !ok) return ok.error();
  plan.conservative = !verdict.yes();
  return plan;
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  if (selection.blocks.size() != 1 || !check(program, {selection.blocks.front()})) return {};
  return {{{selection.blocks.front()}, "inline " + program.name(selection.blocks.front()) + " into its producer"}};
}

}  // namespace

const Primitive kReverseComputeInline = define<Args, Plan>(
    {.name = "reverse_compute_inline",
     .kind = "ReverseComputeInline",
     .group = Group::Location,
     .summary = "Let a block's producer store the block's result, and drop the block.",
     .params = {param("block", &Args::block, "the block to inline into its producer")},
     .errors = {&kRootBlock, &kNotOneStore, &kNoProducer, &kProducers, &kReduction, &kNotTemporary, &kOtherReader,
                &kSeveralReads, &kNotInvertible, &kInlinePointer, &kChanges, &kUndecided, &kRace},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.helpsRepairs = true}});

}  // namespace lw
