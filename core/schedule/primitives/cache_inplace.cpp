// cache_inplace: let a block that reads and writes one buffer work on a copy in another storage scope. The block's
// region is copied in directly before each execution of the block and copied back directly after it, so no other
// statement can run in between.
#include <algorithm>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/values/value_flow.h"
#include "core/arith/region.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/text/print/printer.h"
#include "core/text/tir/regions.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kNotWritten{"cache_inplace.not-written", "block {0} reads {1} but does not write it"};
constexpr Error<Ident, Ident, Snippet, Snippet> kHidden{
    "cache_inplace.hidden", "block {0} accesses {1} at {2}, outside of the declared region {3}"};
constexpr Error<Ident, Snippet, Snippet> kNotCopied{
    "cache_inplace.not-copied", "block {0} declares that it writes {1}, but only {2} is read and would be copied in"};
constexpr Error<Ident, Ident, Message> kUnwritten{"cache_inplace.unwritten",
                                                  "a copy of {0} cannot be made before block {1}: {2}"};
constexpr Error<Ident, Ident> kRaces{
    "cache_inplace.races",
    "iterations of loop {0} that run at the same time would use the same part of the copy of {1}"};

struct Args {
  BlockId block;
  ReadIndex index;
  Scope storage;
};
struct Plan {
  int function;
  PrimFunc changed;
  BlockId in, out;
  std::optional<Buffer> cache = {};
};

const BufferRegion* regionOf(const std::vector<BufferRegion>& regions, const Buffer& buffer) {
  for (const BufferRegion& r : regions)
    if (r.buffer == buffer) return &r;
  return nullptr;
}

bool holds(const std::vector<Range>& outer, const std::vector<Range>& inner, const Analyzer& analyzer) {
  std::vector<IntSet> out, in;
  for (const Range& r : outer) out.push_back(IntSet::of(r));
  for (const Range& r : inner) in.push_back(IntSet::of(r));
  return covers(out, in, analyzer);
}

// The declared region must contain every access, and all elements that may be written must be copied in.
Status checkRegions(const Block& block, const Buffer& buffer, const BufferRegion& read, const BufferRegion& write) {
  Analyzer analyzer;
  for (const IterVar& iter : block.iters) analyzer.bind(iter.var, iter.domain);
  const tir::BlockRegions found = tir::inferRegions(block, {buffer});
  for (const auto& [declared, touched] :
       {std::pair{&read, regionOf(found.reads, buffer)}, std::pair{&write, regionOf(found.writes, buffer)}})
    if (touched && !holds(declared->ranges, touched->ranges, analyzer))
      return aboutBlock(kHidden(block.name, buffer->name, toText(*touched), toText(*declared)), block.id,
                        "declare the whole region, or leave T.reads and T.writes out");
  if (!holds(read.ranges, write.ranges, analyzer))
    return aboutBlock(kNotCopied(block.name, toText(write), toText(read)), block.id,
                      "cache_write makes a copy that is only written");
  return success();
}

// The block's regions, expressed by the loops around the block.
std::vector<Range> outside(const Block& block, const BufferRegion& region) {
  VarMap bindings;
  for (size_t i = 0; i < block.iters.size(); ++i)
    bindings.insert_or_assign(block.iters[i].var.key(), block.bindings[i]);
  std::vector<Range> ranges;
  for (const Range& r : region.ranges) ranges.push_back(substitute(r, bindings));
  return ranges;
}

// Nothing: the copy is made but not used; a check compares the program with this one.
enum class Use : uint8_t { Copy, Nothing };
Plan build(const Snapshot& program, const Args& args, const Buffer& buffer, BlockId scopeId, Use use) {
  const Block& block = program.block(args.block);
  const int function = program.functionOf(args.block);
  const std::string name = buffer->name + "_" + args.storage.name;
  Plan plan{function, program.function(function), {}, {}};
  plan.in = plan.changed.freshBlock();
  plan.out = plan.changed.freshBlock();
  const Buffer cache = makeBuffer(name, buffer->shape, buffer->dtype, args.storage.name);
  const Analyzer around = knowingAll(program, function);
  const std::vector<Range> read = outside(block, *regionOf(block.reads, buffer)),
                           write = outside(block, *regionOf(block.writes, buffer));
  const Stmt in = copyNest(plan.changed, plan.in, buffer, cache, name, read, around);
  const Stmt out = copyNest(plan.changed, plan.out, cache, buffer, name, write, around);
  const auto guarded = [&](const Stmt& nest) {
    return mapBlocks(nest, [&](const Block& copy) {
      Block b = copy;
      b.predicate = logicalAnd(block.predicate, copy.predicate);
      return b;
    });
  };
  const Stmt moved = substituteBuffers(program.stmt(args.block), {{buffer.key(), cache}});
  Block scope = program.block(scopeId);
  const Stmt used = use == Use::Copy ? sequence({guarded(in), moved, guarded(out)})
                                     : sequence({guarded(in), program.stmt(args.block)});
  scope.body = replaceIn(scope.body, program.stmt(args.block), used);
  plan.cache = cache;
  scope.allocs.push_back(cache);
  plan.changed.body = replaceIn(plan.changed.body, program.stmt(scopeId), scope);
  return plan;
}

// A buffer that the function allocates has no contents before it is written.
Status checkWritten(const Snapshot& program, const Args& args, const Buffer& buffer, BlockId scope) {
  const PrimFunc& function = program.function(program.functionOf(args.block));
  if (std::any_of(function.buffers.begin(), function.buffers.end(),
                  [&](const auto& pair) { return pair.second == buffer; }))
    return success();
  const Plan copied = build(program, args, buffer, scope, Use::Nothing);
  Correspondence same;
  same.copy = copied.in;
  same.cache = copied.cache;
  same.cached = buffer;
  const Verdict verdict = keepsValueFlow(function, copied.changed, same, program.budget());
  if (verdict.yes()) return success();
  Explanation e = aboutBlock(kUnwritten(buffer->name, program.name(args.block), verdict.reason), args.block,
                             "cache_write does not copy the old contents");
  e.conservative = !verdict.no();
  return e;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Buffer> buffer = accessedBuffer(program, args.block, false, args.index.index);
  if (!buffer) return buffer.error();
  if (Status ok = checkStorage("cache_inplace", args.storage.name); !ok) return ok.error();
  Result<BlockId> scope = requireScope(program, args.block);
  if (!scope) return scope.error();
  const Block& block = program.block(args.block);
  const BufferRegion *read = regionOf(block.reads, *buffer), *write = regionOf(block.writes, *buffer);
  if (!write)
    return aboutBlock(kNotWritten(block.name, (*buffer)->name), args.block,
                      "cache_read makes a copy that is only read");
  if (Status ok = requireNoPointer(program, args.block, program.stmt(args.block), *buffer); !ok) return ok.error();
  if (Status ok = checkRegions(block, *buffer, *read, *write); !ok) return ok.error();
  if (Status ok = checkWritten(program, args, *buffer, *scope); !ok) return ok.error();
  Plan plan = build(program, args, *buffer, *scope, Use::Copy);
  for (const LoopId l : allLoopsAbove(program, args.block)) {
    const For& loop = program.loop(l);
    if (loop.kind == ForKind::Serial || loop.kind == ForKind::Unrolled) continue;
    if (!iterationsIndependent(plan.changed, l, program.budget()).yes())
      return aboutLoops(kRaces(loop.var.name(), (*buffer)->name), {l},
                        "make the loop parallel afterwards, where that is possible");
  }
  return plan;
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {plan.in, plan.out}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1 || !program.scopeOf(selection.blocks.front()).valid()) return offers;
  const BlockId id = selection.blocks.front();
  const Block& block = program.block(id);
  for (size_t i = 0; i < block.reads.size(); ++i)
    if (regionOf(block.writes, block.reads[i].buffer))
      for (const std::string& storage : storageScopes())
        offers.push_back({{id, static_cast<int64_t>(i), storage}, block.reads[i].buffer->name + " in " + storage});
  return offers;
}

}  // namespace

const Primitive kCacheInplace = define<Args, Plan>(
    {.name = "cache_inplace",
     .kind = "CacheInplace",
     .group = Group::Memory,
     .summary = "Let a block update a buffer in a copy of another storage scope.",
     .params = {param("block", &Args::block, "a block that reads and writes the buffer"),
                param("read_buffer_index", &Args::index, "position among what the block reads, or name of the buffer",
                      {.encoding = Encoding::Attr}),
                param("storage_scope", &Args::storage, "storage scope of the copy", {.encoding = Encoding::Attr})},
     .returns = Returns::Blocks,
     .errors = {&kNoSuchSlot, &kRootBlock, &kNotWritten, &kHidden, &kNotCopied, &kByPointer, &kUnwritten, &kRaces,
                &kUnknownStorage},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
