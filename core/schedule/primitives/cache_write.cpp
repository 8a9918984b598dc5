// cache_write: let a block write a new buffer of another storage scope, and copy from there to the buffer that it wrote
// before. The cache is copied back before the first reader that is not named as a consumer of the cache, or at the end
// of the scope. Refused where the copy would contain elements that no block computed.
#include <algorithm>

#include "core/analysis/values/value_flow.h"
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

constexpr Error<Snippet, Ident, Snippet> kAmongReaders{
    "cache_write.among-readers",
    "block {0} reads {1} before all blocks that write it ({2}) have finished, so there is no position for the copy"};
constexpr Error<Ident, Ident, Message> kChanges{"cache_write.changes-values",
                                                "a cache for {0} after block {1} changes the results: {2}"};
constexpr Error<Ident, Ident, Message> kUndecided{
    "cache_write.undecided",
    "it could not be proved that block {0} writes every element of {1} that would be copied ({2})"};

struct Args {
  BlockId block;
  WriteIndex index;
  Scope storage;
  std::vector<BlockId> consumers;
};
using Plan = CachePlan;

CacheRequest requestOf(const Args& args) {
  return {"cache_write", args.block, args.index.index, args.storage.name, args.consumers};
}

Explanation about(Explanation e, const Args& args, Message hint) {
  return aboutCache(std::move(e), args.block, std::move(hint));
}

bool contains(const std::vector<BlockId>& list, BlockId b) {
  return std::find(list.begin(), list.end(), b) != list.end();
}

Result<CopyStage> planStage(const Snapshot& program, const Args& args) {
  const CacheRequest request = requestOf(args);
  const Result<CachedBuffer> cached = cachedBuffer(program, request, true);
  if (!cached) return cached.error();
  const auto& [scope, buffer] = *cached;
  // All writers of the buffer write to the cache (an init and its update, for example).
  const std::vector<BlockId> writers = writersOf(program, scope, buffer);
  std::vector<BlockId> readers;
  for (const BlockId b : readersOf(program, scope, buffer))
    if (!contains(writers, b)) readers.push_back(b);
  CopyStage stage{scope, buffer, {}, {program.block(scope).body, 0}, writers, args.storage.name, false};
  if (Status ok = requireReaders(program, request, buffer, readers); !ok) return ok.error();
  stage.redirected.insert(stage.redirected.end(), args.consumers.begin(), args.consumers.end());
  if (Status ok = requireNoPointers(program, request, buffer, stage.redirected); !ok) return ok.error();
  std::vector<BlockId> others;  // readers of what is copied back
  for (const BlockId b : readers)
    if (!contains(args.consumers, b)) others.push_back(b);
  const std::optional<CopySite> site = siteBetween(program, scope, writers, others);
  if (!site)
    return about(kAmongReaders(blockNames(program, others), buffer->name, blockNames(program, writers)), args, {});
  stage.site = *site;
  stage.region = writtenBelow(program, *site, writers, buffer);
  return stage;
}

// Without exact analysis: one writer whose spatial iters index the buffer one to one and fill it, and no reader of the
// cache, which might come before the writer.
bool fillsBuffer(const Block& block, const Buffer& buffer) {
  for (const BufferRegion& w : block.writes) {
    if (!(w.buffer == buffer)) continue;
    for (size_t i = 0; i < w.ranges.size(); ++i) {
      const auto fills = [&](const IterVar& iter) {
        const auto* v = w.ranges[i].min.as<Var>();
        return v && v->sameAs(iter.var) && iter.kind == IterKind::Spatial && isZero(iter.domain.min) &&
               isOne(w.ranges[i].extent) && Analyzer().canProveEqual(iter.domain.extent, buffer->shape[i]);
      };
      if (std::none_of(block.iters.begin(), block.iters.end(), fills)) return false;
    }
    return true;
  }
  return false;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<CopyStage> stage = planStage(program, args);
  if (!stage) return stage.error();
  Plan plan{program.functionOf(args.block), stageCopy(program, *stage)};
  const Verdict verdict = flowWithCopy(program, *stage, plan.copy);
  const Block& block = program.block(args.block);
  if (verdict.no())
    return about(kChanges(stage->buffer->name, block.name, verdict.reason), args,
                 "a cache requires a block that writes a whole region, and no reader of it before the copy");
  const auto isCached = [&](const BufferRegion& r) { return r.buffer == stage->buffer; };
  const bool inPlace = std::any_of(block.reads.begin(), block.reads.end(), isCached);
  const bool wholeScope = program.block(stage->scope).iters.empty();  // if not, one run may fill only a part
  const bool simple = !inPlace && args.consumers.empty() && wholeScope &&
                      writersOf(program, stage->scope, stage->buffer).size() == 1 && fillsBuffer(block, stage->buffer);
  if (!verdict.yes() && !simple) {
    Explanation e = about(kUndecided(block.name, stage->buffer->name, verdict.reason), args, {});
    e.conservative = true;
    return e;
  }
  plan.conservative = !verdict.yes();
  if (std::optional<StagedCopy> region = stageRegion(program, *stage, verdict.yes())) plan.copy = *region;
  return plan;
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  return cacheCandidates(program, selection, true, "through");
}

}  // namespace

const Primitive kCacheWrite = define<Args, Plan>(
    {.name = "cache_write",
     .kind = "CacheWrite",
     .group = Group::Memory,
     .summary = "Compute into a buffer of another storage scope and copy the result out.",
     .params = {param("block", &Args::block, "a block that writes the buffer"),
                param("write_buffer_index", &Args::index, "position among what the block writes, or name of the buffer",
                      {.encoding = Encoding::Attr}),
                param("storage_scope", &Args::storage, "storage scope that the block writes to",
                      {.encoding = Encoding::Attr}),
                param("consumer_blocks", &Args::consumers,
                      "blocks that read the cache directly; none: all read the old buffer",
                      {.defaultValue = StepValue::List{}, .hideDefault = true})},
     .returns = Returns::Block,
     .errors = {&kNoSuchSlot, &kRootBlock, &kNotConsumer, &kAmongReaders, &kByPointer, &kChanges, &kUndecided,
                &kUnknownStorage},
     .candidates = candidates,
     .check = check,
     .rewrite = rewriteCache,
     .threads = ThreadCheck::WhereAtOnce,
     .traits = {.rank = 140,
                .helpsRepairs = true,
                .spellings = {{"cache_write(block, name)", "cache_write({block}, 0, {name})"}}}});

}  // namespace lw
