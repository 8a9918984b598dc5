// reindex_cache_read: copy what a block reads of a buffer into a new buffer whose layout is given by a map from the
// block's iters, and let the block read the copy.
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/iter_domains.h"
#include "core/schedule/support/reindex_stage.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kNoPlace{
    "reindex_cache_read.no-place",
    "no position in the program is after all blocks that write {1} and before block {0}"};

struct Args {
  BlockId block;
  ReadIndex index;
  Scope storage;
  IndexMap map;
};
struct Plan {
  int function;
  StagedCopy copy;
};

// After all writers of the buffer; at the start of the scope if there are none.
std::optional<CopySite> siteFor(const Snapshot& program, BlockId block, BlockId scope, const Buffer& buffer) {
  const std::vector<BlockId> writers = writersOf(program, scope, buffer);
  if (writers.empty()) return CopySite{program.block(scope).body, 0};
  return siteBetween(program, scope, writers, {block});
}

Result<Plan> check(const Snapshot& given, const Args& args) {
  const Result<Snapshot> fixed = withFixedDomains(given, args.block);
  if (!fixed) return fixed.error();
  const Snapshot& program = *fixed;
  Result<Buffer> buffer = accessedBuffer(program, args.block, false, args.index.index);
  if (!buffer) return buffer.error();
  if (Status ok = checkStorage("reindex_cache_read", args.storage.name); !ok) return ok.error();
  Result<BlockId> scope = requireScope(program, args.block);
  if (!scope) return scope.error();
  const std::optional<CopySite> site = siteFor(program, args.block, *scope, *buffer);
  if (!site) return aboutBlock(kNoPlace(program.name(args.block), (*buffer)->name), args.block);
  Result<StagedCopy> copy = reindexedByMap(program, {args.block, *buffer, true, args.storage.name, args.map, *site});
  if (!copy) return copy.error();
  return Plan{program.functionOf(args.block), *copy};
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.copy.changed, .outputs = {plan.copy.copy}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  return transposedOffers(program, selection, false);
}

std::vector<const ErrorKind*> errors() {
  std::vector<const ErrorKind*> all = reindexCacheErrors();
  all.push_back(&kNoPlace);
  return all;
}

}  // namespace

const Primitive kReindexCacheRead = define<Args, Plan>(
    {.name = "reindex_cache_read",
     .kind = "ReindexCacheRead",
     .group = Group::Memory,
     .summary = "Copy a buffer, laid out by a map of the block's iteration variables, before a block reads it.",
     .params = {param("block", &Args::block, "the block"),
                param("read_buffer_index", &Args::index, "position among what the block reads, or name of the buffer",
                      {.encoding = Encoding::Attr}),
                param("storage_scope", &Args::storage, "storage scope of the copy", {.encoding = Encoding::Attr}),
                param("index_map", &Args::map,
                      "from the block's iteration variables to the indices of the copy: lambda vi, vj: (vj, vi)")},
     .returns = Returns::Block,
     .errors = errors(),
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
