// reindex_cache_write: let a block write to a new buffer whose layout is given by a map from the block's iters, and
// copy from there to the buffer that it wrote before.
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/iter_domains.h"
#include "core/schedule/support/reindex_stage.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kNoPlace{
    "reindex_cache_write.no-place",
    "{1} is read before block {0} has written it, so there is no position for the copy"};

struct Args {
  BlockId block;
  WriteIndex index;
  Scope storage;
  IndexMap map;
};
struct Plan {
  int function;
  StagedCopy copy;
};

// After the block, before the first reader of its result; at the end of the scope if there is none.
std::optional<CopySite> siteFor(const Snapshot& program, BlockId block, BlockId scope, const Buffer& buffer) {
  std::vector<BlockId> readers;
  for (const BlockId b : readersOf(program, scope, buffer))
    if (b != block) readers.push_back(b);
  return siteBetween(program, scope, {block}, readers);
}

Result<Plan> check(const Snapshot& given, const Args& args) {
  const Result<Snapshot> fixed = withFixedDomains(given, args.block);
  if (!fixed) return fixed.error();
  const Snapshot& program = *fixed;
  Result<Buffer> buffer = accessedBuffer(program, args.block, true, args.index.index);
  if (!buffer) return buffer.error();
  if (Status ok = checkStorage("reindex_cache_write", args.storage.name); !ok) return ok.error();
  Result<BlockId> scope = requireScope(program, args.block);
  if (!scope) return scope.error();
  const std::optional<CopySite> site = siteFor(program, args.block, *scope, *buffer);
  if (!site) return aboutBlock(kNoPlace(program.name(args.block), (*buffer)->name), args.block);
  Result<StagedCopy> copy = reindexedByMap(program, {args.block, *buffer, false, args.storage.name, args.map, *site});
  if (!copy) return copy.error();
  return Plan{program.functionOf(args.block), *copy};
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.copy.changed, .outputs = {plan.copy.copy}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  return transposedOffers(program, selection, true);
}

std::vector<const ErrorKind*> errors() {
  std::vector<const ErrorKind*> all = reindexCacheErrors();
  all.push_back(&kNoPlace);
  return all;
}

}  // namespace

const Primitive kReindexCacheWrite = define<Args, Plan>(
    {.name = "reindex_cache_write",
     .kind = "ReindexCacheWrite",
     .group = Group::Memory,
     .summary = "Compute into a copy laid out by a map of the block's iteration variables, and copy the result out.",
     .params = {param("block", &Args::block, "the block"),
                param("write_buffer_index", &Args::index, "position among what the block writes, or name of the buffer",
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
