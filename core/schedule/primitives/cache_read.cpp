// cache_read: copy a buffer that a block reads into a new buffer of another storage scope, and let the readers read the
// copy. The buffer is copied after its last writer in the scope; if it has no writer, or all readers come before the
// writers, it is copied at the start of the scope.
#include <algorithm>

#include "core/analysis/values/value_flow.h"
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/guarded_reads.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kWritesItself{
    "cache_read.writes-itself", "block {0} also writes {1}: a copy made before it would not contain its own results"};
constexpr Error<Ident, Snippet, Snippet> kAmongWriters{
    "cache_read.among-writers",
    "no position in the program is after all blocks that write {0} ({1}) and before block {2}"};
constexpr Error<Ident, Ident, Message> kChanges{"cache_read.changes-values",
                                                "a copy of {0} for block {1} changes the results: {2}"};
constexpr Error<Ident, Message, Message> kUndecided{
    "cache_read.undecided",
    "{0} is written by {1}, and it could not be proved that a copy holds all final values ({2})"};

struct Args {
  BlockId block;
  ReadIndex index;
  Scope storage;
  std::vector<BlockId> consumers;
};
using Plan = CachePlan;

CacheRequest requestOf(const Args& args) {
  return {"cache_read", args.block, args.index.index, args.storage.name, args.consumers};
}

Explanation about(Explanation e, const Args& args, Message hint) {
  return aboutCache(std::move(e), args.block, std::move(hint));
}

// The blocks that are to read the copy.
Result<std::vector<BlockId>> consumersOf(const Snapshot& program, const Args& args, BlockId scope,
                                         const Buffer& buffer) {
  const std::vector<BlockId> readers = readersOf(program, scope, buffer), writers = writersOf(program, scope, buffer);
  const auto writes = [&](BlockId b) { return std::find(writers.begin(), writers.end(), b) != writers.end(); };
  std::vector<BlockId> chosen = args.consumers;
  if (Status ok = requireReaders(program, requestOf(args), buffer, readers); !ok) return ok.error();
  if (chosen.empty())
    for (const BlockId b : readers)
      if (!writes(b)) chosen.push_back(b);
  if (writes(args.block) && args.consumers.empty()) chosen.push_back(args.block);
  for (const BlockId b : chosen)
    if (writes(b))
      return about(kWritesItself(program.name(b), buffer->name), args,
                   "cache_write moves reads and writes of a block to a new buffer");
  return chosen;
}

CopySite startOf(const Block& scope) { return {scope.body, 0}; }

std::vector<Range> inputRegion(const Block& scope, const Buffer& buffer) {
  for (const BufferRegion& r : scope.reads)
    if (r.buffer == buffer) return r.ranges;
  std::vector<Range> whole;
  for (const Expr& size : buffer->shape) whole.push_back({makeZero(size.dtype()), size});
  return whole;
}

Result<CopyStage> planStage(const Snapshot& program, const Args& args) {
  const CacheRequest request = requestOf(args);
  const Result<CachedBuffer> cached = cachedBuffer(program, request, false);
  if (!cached) return cached.error();
  const auto& [scope, buffer] = *cached;
  Result<std::vector<BlockId>> consumers = consumersOf(program, args, scope, buffer);
  if (!consumers) return consumers.error();
  if (Status ok = requireNoPointers(program, request, buffer, *consumers); !ok) return ok.error();
  CopyStage stage{scope, buffer, {}, startOf(program.block(scope)), *consumers, args.storage.name, true};
  const std::vector<BlockId> writers = writersOf(program, scope, buffer);
  if (writers.empty()) {
    stage.region = inputRegion(program.block(scope), buffer);
    return stage;
  }
  const std::optional<CopySite> site = siteBetween(program, scope, writers, *consumers);
  if (!site) {
    stage.region = inputRegion(program.block(scope), buffer);
    return stage;
  }
  stage.site = *site;
  stage.region = writtenBelow(program, *site, writers, buffer);
  return stage;
}

// A buffer that is read before any block writes it is copied at the start of the scope.
bool isBeforeWriters(const Snapshot& program, const CopyStage& stage, const std::vector<BlockId>& writers) {
  return !writers.empty() && !siteBetween(program, stage.scope, writers, stage.redirected);
}

// Without exact analysis: every statement of the scope that contains a reader comes before every one that contains a
// writer.
bool readsFirst(const Snapshot& program, const CopyStage& stage, const std::vector<BlockId>& writers) {
  const auto place = [&](BlockId b) { return siteBeside(program, b, false).index; };
  for (const BlockId reader : stage.redirected)
    for (const BlockId writer : writers)
      if (place(reader) >= place(writer)) return false;
  return true;
}

// Without exact analysis: the copy comes before all of its readers, and it includes everything that the buffer
// contained before.
bool simplyOrdered(const Snapshot& program, const CopyStage& stage, const std::vector<BlockId>& writers) {
  if (writers.empty()) return true;
  const std::vector<BlockId> blocks = program.childBlocks(stage.scope);
  const auto place = [&](BlockId b) { return std::find(blocks.begin(), blocks.end(), b) - blocks.begin(); };
  for (const BlockId reader : stage.redirected)
    for (const BlockId writer : writers)
      if (place(reader) < place(writer)) return false;
  const std::vector<Buffer>& allocs = program.block(stage.scope).allocs;
  if (std::find(allocs.begin(), allocs.end(), stage.buffer) != allocs.end()) return true;
  for (size_t i = 0; i < stage.region.size(); ++i)
    if (!isZero(stage.region[i].min) || !Analyzer().canProveEqual(stage.region[i].extent, stage.buffer->shape[i]))
      return false;
  return true;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<CopyStage> stage = planStage(program, args);
  if (!stage) return stage.error();
  const std::vector<BlockId> writers = writersOf(program, stage->scope, stage->buffer);
  const auto less =
      writers.empty() ? guardedReads(program, stage->scope, stage->redirected, stage->buffer) : std::nullopt;
  if (less) {
    CopyStage guarded = *stage;
    guarded.region = *less;
    if (flowWithCopy(program, guarded, stageCopy(program, guarded)).yes()) stage = guarded;
  }
  Plan plan{program.functionOf(args.block), stageCopy(program, *stage)};
  const Verdict verdict = flowWithCopy(program, *stage, plan.copy);
  const std::string reader = program.name(args.block);
  const bool first = isBeforeWriters(program, *stage, writers), ordered = first && readsFirst(program, *stage, writers);
  if (!verdict.yes() && first && !ordered)
    return about(
        kAmongWriters(stage->buffer->name, blockNames(program, writers), blockNames(program, stage->redirected)), args,
        "name the readers after them as consumer_blocks");
  if (verdict.no())
    return refused(about(kChanges(stage->buffer->name, reader, verdict.reason), args,
                         "name the blocks that read the copied part as consumer_blocks"),
                   verdict);
  if (!verdict.yes() && !ordered && (writers.size() > 1 || !simplyOrdered(program, *stage, writers))) {
    const std::string names = blockNames(program, writers);
    const Message by = writers.size() > 1 ? say("several blocks, {0}", names) : say("block {0}", names);
    Explanation e =
        about(kUndecided(stage->buffer->name, by, verdict.reason), args, "cache the results of each writer instead");
    e.conservative = true;
    return e;
  }
  plan.conservative = !verdict.yes();
  if (std::optional<StagedCopy> region = stageRegion(program, *stage, verdict.yes())) plan.copy = *region;
  return plan;
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  return cacheCandidates(program, selection, false, "into");
}

}  // namespace

const Primitive kCacheRead = define<Args, Plan>(
    {.name = "cache_read",
     .kind = "CacheRead",
     .group = Group::Memory,
     .summary = "Copy a buffer into another storage scope before it is read.",
     .params = {param("block", &Args::block, "a block that reads the buffer"),
                param("read_buffer_index", &Args::index, "position among what the block reads, or name of the buffer",
                      {.encoding = Encoding::Attr}),
                param("storage_scope", &Args::storage, "storage scope of the copy", {.encoding = Encoding::Attr}),
                param("consumer_blocks", &Args::consumers, "the blocks that read the copy; none: all readers",
                      {.defaultValue = StepValue::List{}, .hideDefault = true})},
     .returns = Returns::Block,
     .errors = {&kNoSuchSlot, &kRootBlock, &kWritesItself, &kNotConsumer, &kAmongWriters, &kByPointer, &kChanges,
                &kUndecided, &kUnknownStorage},
     .candidates = candidates,
     .check = check,
     .rewrite = rewriteCache,
     .threads = ThreadCheck::WhereAtOnce,
     .traits = {.rank = 90,
                .helpsRepairs = true,
                .spellings = {{"cache_read(name, name2, [block])", "cache_read({block}, {name}, {name2})"}}}});

}  // namespace lw
