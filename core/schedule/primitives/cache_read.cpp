// cache_read: copy a buffer that a block reads into a new buffer of another storage scope, and let the readers read the
// copy. The copy stands after all writers of the buffer in the scope; where there are none, or the readers come before
// all of them, at the start of the scope.
#include <algorithm>

#include "core/analysis/value_flow.h"
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/guarded_reads.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

constexpr ErrorKind kBadIndex{"cache_read.bad-index", "block {0} has no read buffer {1}; it reads {2}"};
constexpr ErrorKind kNoScope{"cache_read.root",
                             "block {0} is the root of the function; there is no scope to put a copy into"};
constexpr ErrorKind kWritesItself{"cache_read.writes-itself",
                                  "block {0} also writes {1}: a copy made before it would not see its own results"};
constexpr ErrorKind kNotConsumer{"cache_read.not-a-consumer", "block {0} does not read {1} in the scope of block {2}"};
constexpr ErrorKind kAmongWriters{"cache_read.among-writers",
                                  "no place lies after all blocks that write {0} ({1}) and before block {2}"};
constexpr ErrorKind kPointer{"cache_read.pointer",
                             "block {0} accesses {1} through its pointer or a match_buffer, which would keep the "
                             "layout and scope of the old buffer"};
constexpr ErrorKind kChanges{"cache_read.changes-values", "with a copy of {0} for block {1} results change: {2}"};
constexpr ErrorKind kUndecided{
    "cache_read.undecided",
    "{0} is written by {1}, and it could not be decided that a copy holds all last values ({2})"};

struct Args {
  BlockId block;
  ReadIndex index;
  Scope storage;
  std::vector<BlockId> consumers;
};
struct Plan {
  int function;
  StagedCopy copy;
  bool conservative = false;  // decided by signatures
};

Explanation about(const ErrorKind& kind, const Args& args, std::vector<std::string> holes, std::string hint) {
  Explanation e = explain(kind, holes, std::move(hint));
  e.blocks = {args.block};
  return e;
}

std::string namesOf(const Snapshot& program, const std::vector<BlockId>& blocks) {
  std::string text;
  for (const BlockId b : blocks) text += (text.empty() ? "" : ", ") + program.name(b);
  return text;
}

// The blocks that shall read the copy.
Result<std::vector<BlockId>> consumersOf(const Snapshot& program, const Args& args, BlockId scope,
                                         const Buffer& buffer) {
  const std::vector<BlockId> readers = readersOf(program, scope, buffer), writers = writersOf(program, scope, buffer);
  const auto writes = [&](BlockId b) { return std::find(writers.begin(), writers.end(), b) != writers.end(); };
  std::vector<BlockId> chosen = args.consumers;
  for (const BlockId b : chosen)
    if (std::find(readers.begin(), readers.end(), b) == readers.end()) {
      Explanation e = about(kNotConsumer, args, {program.name(b), buffer->name, program.name(args.block)},
                            "its readers there are " + namesOf(program, readers));
      e.blocks.push_back(b);
      return e;
    }
  if (chosen.empty())
    for (const BlockId b : readers)
      if (!writes(b)) chosen.push_back(b);
  if (writes(args.block) && args.consumers.empty()) chosen.push_back(args.block);
  for (const BlockId b : chosen)
    if (writes(b))
      return about(kWritesItself, args, {program.name(b), buffer->name},
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
  const Block& block = program.block(args.block);
  const int64_t index = args.index.index;
  if (index < 0 || index >= static_cast<int64_t>(block.reads.size()))
    return about(kBadIndex, args,
                 {block.name, std::to_string(index), block.reads.empty() ? "nothing" : positionsAndNames(block.reads)},
                 block.reads.empty() ? "" : "give one of these positions or names");
  if (Status ok = checkStorage("cache_read", args.storage.name); !ok) return ok.error();
  const BlockId scope = program.scopeOf(args.block);
  if (!scope.valid()) return about(kNoScope, args, {block.name}, "name a block inside of it");
  const Buffer buffer = block.reads[static_cast<size_t>(index)].buffer;
  Result<std::vector<BlockId>> consumers = consumersOf(program, args, scope, buffer);
  if (!consumers) return consumers.error();
  for (const BlockId c : *consumers)
    if (isMatched(program.stmt(c), buffer) || hasOpaqueAccess(program.stmt(c), buffer))
      return about(kPointer, args, {program.name(c), buffer->name}, "cache before tensorizing the block");
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

// What is read before anything is written is copied at the start of the scope.
bool isBeforeWriters(const Snapshot& program, const CopyStage& stage, const std::vector<BlockId>& writers) {
  return !writers.empty() && !siteBetween(program, stage.scope, writers, stage.redirected);
}

// Without exact analysis: no statement of the scope with a reader is, or comes after, one with a writer.
bool readsFirst(const Snapshot& program, const CopyStage& stage, const std::vector<BlockId>& writers) {
  const auto place = [&](BlockId b) { return siteBeside(program, b, false).index; };
  for (const BlockId reader : stage.redirected)
    for (const BlockId writer : writers)
      if (place(reader) >= place(writer)) return false;
  return true;
}

// Without exact analysis: the copy comes before all that read it, and leaves out nothing that the buffer held before.
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

Verdict flowWith(const Snapshot& program, const CopyStage& stage, const StagedCopy& copy) {
  Correspondence same;
  same.copy = copy.copy;
  same.cache = copy.cache;
  same.cached = stage.buffer;
  return keepsValueFlow(program.function(program.functionOf(stage.scope)), copy.changed, same);
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
    if (flowWith(program, guarded, stageCopy(program, guarded)).yes()) stage = guarded;
  }
  Plan plan{program.functionOf(args.block), stageCopy(program, *stage)};
  const Verdict verdict = flowWith(program, *stage, plan.copy);
  const std::string reader = program.name(args.block);
  const bool first = isBeforeWriters(program, *stage, writers), ordered = first && readsFirst(program, *stage, writers);
  if (!verdict.yes() && first && !ordered)
    return about(kAmongWriters, args,
                 {stage->buffer->name, namesOf(program, writers), namesOf(program, stage->redirected)},
                 "name the readers after them as consumer_blocks");
  if (verdict.no())
    return about(kChanges, args, {stage->buffer->name, reader, verdict.reason},
                 "name the blocks that read the copied part as consumer_blocks");
  if (!verdict.yes() && !ordered && (writers.size() > 1 || !simplyOrdered(program, *stage, writers))) {
    Explanation e =
        about(kUndecided, args,
              {stage->buffer->name, (writers.size() > 1 ? "several blocks, " : "block ") + namesOf(program, writers),
               verdict.reason},
              "cache the results of each writer instead");
    e.conservative = true;
    return e;
  }
  plan.conservative = !verdict.yes();
  if (std::optional<StagedCopy> region = stageRegion(program, *stage, verdict.yes())) plan.copy = *region;
  return plan;
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.copy.changed, .outputs = {plan.copy.copy}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1 || !program.scopeOf(selection.blocks.front()).valid()) return offers;
  const BlockId block = selection.blocks.front();
  const std::vector<BufferRegion>& reads = program.block(block).reads;
  for (size_t i = 0; i < reads.size(); ++i)
    for (const std::string& storage : storageScopes())
      offers.push_back(
          {{block, static_cast<int64_t>(i), storage, Value::List{}}, reads[i].buffer->name + " into " + storage});
  return offers;
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
                param("storage_scope", &Args::storage, "where the copy lives", {.encoding = Encoding::Attr}),
                param("consumer_blocks", &Args::consumers, "the blocks that read the copy; none: all readers",
                      {.defaultValue = Value::List{}, .hideDefault = true})},
     .returns = Returns::Block,
     .errors = {&kBadIndex, &kNoScope, &kWritesItself, &kNotConsumer, &kAmongWriters, &kPointer, &kChanges, &kUndecided,
                &kUnknownStorage},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .threads = ThreadCheck::WhereBound});

}  // namespace lw
