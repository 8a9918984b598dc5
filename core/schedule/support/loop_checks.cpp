#include "core/schedule/support/loop_checks.h"

#include <algorithm>

#include "core/analysis/program/signatures.h"
#include "core/analysis/values/written_first.h"
#include "core/arith/analyzer.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/schedule/support/reduction.h"
#include "core/schedule/support/tuple_reduction.h"

namespace lw {

const Error<Ident, Snippet> kLoopBound{"loop.bound", "loop {0} is bound to {1}"};
const Error<Ident, Snippet> kLoopAnnotated{"loop.annotated", "loop {0} carries the annotation {1}"};
const Error<Snippet, int64_t, int64_t> kTooFewLoops{"loop.too-few", "{0} needs at least {1} loops, not {2}"};
const Error<Ident> kLoopTwice{"loop.twice", "loop {0} is given twice"};
const Error<Ident, Ident> kNotAround{"loop.not-around", "loop {0} does not contain block {1}"};
const Error<Ident, Ident> kNotSameFunction{"loop.other-function", "loops {0} and {1} are in different functions"};

std::vector<LoopId> allLoopsAbove(const Snapshot& program, BlockId block) {
  std::vector<LoopId> loops;
  for (const LoopId loop : program.loops(program.functionOf(block)))
    if (program.isAncestor(loop, block)) loops.push_back(loop);
  return loops;
}

Explanation aboutLoops(Explanation e, std::vector<LoopId> loops, Message hint) {
  e.setHint(std::move(hint));
  e.loops = std::move(loops);
  return e;
}

Status requirePlain(const For& loop, const std::string& verb) {
  const std::string& name = loop.var.name();
  if (loop.kind == ForKind::ThreadBinding)
    return aboutLoops(kLoopBound(name, loop.thread), {loop.id}, say("{0} it before binding", verb));
  if (!loop.annotations.empty()) {
    const std::string& key = loop.annotations.begin()->first;
    return aboutLoops(kLoopAnnotated(name, quoted(key)), {loop.id},
                      say("{0} first and annotate the result, or unannotate it", verb));
  }
  return success();
}

Status requireDistinct(const Snapshot& program, const std::vector<LoopId>& loops, size_t least,
                       const std::string& primitive) {
  if (loops.size() < least) return kTooFewLoops(primitive, least, loops.size());
  for (size_t i = 0; i < loops.size(); ++i) {
    if (program.functionOf(loops[i]) != program.functionOf(loops[0]))
      return aboutLoops(kNotSameFunction(program.name(loops[0]), program.name(loops[i])), {loops[0], loops[i]});
    if (std::find(loops.begin(), loops.begin() + i, loops[i]) != loops.begin() + i)
      return aboutLoops(kLoopTwice(program.name(loops[i])), {loops[i]}, "name each loop once");
  }
  return success();
}

Explanation notAllowed(Explanation e, const Verdict& verdict) {
  e.witness = verdict.witness;
  e.conservative = verdict.conservative || !verdict.no();
  for (const BlockId block : verdict.blocks)
    if (std::find(e.blocks.begin(), e.blocks.end(), block) == e.blocks.end()) e.blocks.push_back(block);
  return e;
}

namespace {

// What is not decided is not said as if it were known.
Explanation asDecided(Explanation e) {
  if (e.conservative) e.setMessage(say("it could not be ruled out that {0}", e.reason));
  return e;
}

}  // namespace

Explanation refused(Explanation e, const Verdict& verdict) { return asDecided(notAllowed(std::move(e), verdict)); }

Message mayWriteTwice(const DistinctWrites& writes) {
  if (writes.yes()) return {};
  if (writes.table.empty())
    return say("two of its iterations might write the same element of {0}", Ident(writes.buffer));
  return say("two of its iterations might write the same element of {0}, which depends on values of {1}",
             Ident(writes.buffer), Ident(writes.table));
}

Explanation refused(Explanation e, const Verdict& verdict, const Snapshot& program, LoopId loop,
                    const PairOfIterations& pair) {
  e = notAllowed(std::move(e), verdict);
  if (e.witness && !e.conservative) return e;
  for (const BlockId id : program.blocksBelow(loop)) {
    const Block& block = program.block(id);
    const DistinctWrites writes = distinctWrites(block);
    if (writes.yes()) continue;
    if (auto found = findCollision(program.function(program.functionOf(loop)), block, pair)) {
      e.blocks = {id};
      e.witness = std::move(found);
      e.conservative = false;
      return e;
    }
    if (!e.conservative || writes.answer == DistinctWrites::Answer::No) continue;
    e.blocks = {id};
    e.witness.reset();
    e.setHint(say("if no two iterations of block {0} write the same element of {1}, promise it: annotate({2}, {3}, 1)",
                  Ident(block.name), Ident(writes.buffer), quoted(block.name), quoted(std::string(kDistinctWrites))));
    return asDecided(std::move(e));
  }
  return asDecided(std::move(e));
}

namespace {

bool writes(const Block& block, const Buffer& buffer) {
  return std::any_of(block.writes.begin(), block.writes.end(),
                     [&](const BufferRegion& r) { return r.buffer == buffer; });
}

bool soleWriter(const Snapshot& program, BlockId id) {
  const BlockId scope = program.scopeOf(id);
  if (!scope.valid()) return true;
  const Block& block = program.block(id);
  for (const BlockId other : program.childBlocks(scope)) {
    if (other == id) continue;
    if (hidesAccesses(program.block(other))) return false;
    for (const BufferRegion& region : block.writes)
      if (writes(program.block(other), region.buffer)) return false;
  }
  return true;
}

// A block whose statements use a loop around it is not described by its axes.
bool usesLoopsDirectly(const Snapshot& program, BlockId id) {
  const Block& block = program.block(id);
  const std::vector<LoopId> above = program.loopsAbove(id);
  return std::any_of(above.begin(), above.end(), [&](LoopId l) {
    const Var& v = program.loop(l).var;
    return usesVar(block.body, v) || (block.init && usesVar(*block.init, v));
  });
}

bool regionUses(const BufferRegion& region, const Var& v) {
  return std::any_of(region.ranges.begin(), region.ranges.end(),
                     [&](const Range& r) { return usesVar(r.min, v) || usesVar(r.extent, v); });
}

}  // namespace

bool isComplete(const Snapshot& program, BlockId id) {
  const Block& block = program.block(id);
  if (hidesAccesses(block)) return false;
  for (const IterVar& iter : block.iters)
    if (iter.kind != IterKind::Spatial) return false;
  for (const BufferRegion& read : block.reads)
    if (writes(block, read.buffer)) return false;
  return soleWriter(program, id) && !usesLoopsDirectly(program, id) && distinctWrites(block).yes();
}

// Updates may be reordered only if they are known to form one reduction; an argmax that keeps the first maximum does
// not.
static bool updatesInAnyOrder(const Block& block) {
  if (const auto* store = block.body.as<BufferStore>()) return updateOf(*store).has_value();
  Message why;
  const auto reduction = reductionOf(block, why);
  return reduction && !reduction->keepsFirst;
}

bool isReduction(const Snapshot& program, BlockId id) {
  const Block& block = program.block(id);
  if (!block.init || hidesAccesses(block)) return false;
  for (const IterVar& iter : block.iters) {
    if (iter.kind != IterKind::Spatial && iter.kind != IterKind::Reduce) return false;
    if (iter.kind != IterKind::Reduce) continue;
    for (const BufferRegion& write : block.writes)
      if (regionUses(write, iter.var)) return false;
  }
  return updatesInAnyOrder(block) && soleWriter(program, id) && !usesLoopsDirectly(program, id) &&
         distinctWrites(block).yes();
}

namespace {

// Signatures do not describe values that one block computes for another: each such value must be read in the iteration
// that computes it.
bool blocksFeedEachOtherWithin(const Snapshot& program, LoopId loop) {
  const std::vector<BlockId> blocks = program.blocksBelow(loop);
  const auto feeds = [&](BlockId w, BlockId r) {
    const std::vector<BufferRegion>& reads = program.block(r).reads;
    return w != r && std::any_of(reads.begin(), reads.end(),
                                 [&](const BufferRegion& read) { return writes(program.block(w), read.buffer); });
  };
  std::vector<std::pair<BlockId, const void*>> fed;  // a block, and memory that another block writes and it reads
  for (const BlockId r : blocks)
    for (const BlockId w : blocks)
      if (feeds(w, r))
        for (const BufferRegion& region : program.block(w).writes) fed.emplace_back(r, region.buffer->data.key());
  if (fed.empty()) return true;
  const analysis::Statements all = analysis::collectStatements(program.function(program.functionOf(loop)));
  if (!all.understood) return false;
  // The block around it whose signature stands for it here; nullopt: it is in the init of a block.
  const auto outermost = [&program, scope = program.scopeOf(loop)](BlockId block) -> std::optional<BlockId> {
    if (block.valid() && !program.contains(block)) return std::nullopt;
    while (block.valid() && program.scopeOf(block) != scope) block = program.scopeOf(block);
    return block;
  };
  for (const analysis::Statement& reader : all.all) {
    const std::optional<BlockId> block = outermost(reader.block);
    size_t depth = 0;
    while (depth < reader.loops.size() && reader.loops[depth]->id != loop) ++depth;
    const analysis::Knowledge known(reader);
    for (const analysis::Touch& read : reader.loads) {
      if (std::none_of(fed.begin(), fed.end(), [&](const auto& pair) {
            return (!block || pair.first == *block) && pair.second == read.buffer->data.key();
          }))
        continue;
      const std::vector<size_t>& writers = all.writersOf(read.buffer->data.key());
      const auto before = [&](size_t w) {
        return analysis::provablyWrittenFirst(reader, read, known, all.all[w], depth + 1);
      };
      if (std::none_of(writers.begin(), writers.end(), before)) return false;
    }
  }
  return true;
}

}  // namespace

bool signatureAllowsParallel(const Snapshot& program, LoopId loop, bool reduceToo) {
  const Var& var = program.loop(loop).var;
  for (const BlockId id : program.blocksBelow(loop)) {
    if (!isComplete(program, id) && !isReduction(program, id)) return false;
    const Block& block = program.block(id);
    for (size_t i = 0; i < block.iters.size(); ++i) {
      const bool parallel =
          block.iters[i].kind == IterKind::Spatial || (reduceToo && block.iters[i].kind == IterKind::Reduce);
      if (!parallel && usesVar(block.bindings[i], var)) return false;
    }
  }
  return blocksFeedEachOtherWithin(program, loop);
}

bool signatureAllowsReorder(const Snapshot& program, const std::vector<LoopId>& loops) {
  for (const LoopId loop : loops) {
    if (!signatureAllowsParallel(program, loop, true)) return false;
    for (const BlockId id : program.blocksBelow(loop))
      if (const Block& block = program.block(id); block.init && !startsWithTheLoops(program, block)) return false;
  }
  return true;
}

}  // namespace lw
