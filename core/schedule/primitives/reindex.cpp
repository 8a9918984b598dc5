// reindex: let a block access a copy of a buffer that has one dimension per iter of the block that the access uses, in
// the order of the iters. Layout changes and tensor intrinsics then see plain indices.
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/iter_domains.h"
#include "core/schedule/support/reindex_stage.h"

namespace lw {
namespace {

struct Args {
  BlockId block;
  BufferSlot slot;
};
struct Plan {
  int function;
  StagedCopy copy;
};

bool usesAny(const std::vector<Expr>& list, const Var& v) {
  for (const Expr& e : list)
    if (usesVar(e, v)) return true;
  return false;
}

Result<Plan> check(const Snapshot& given, const Args& args) {
  const Result<Snapshot> fixed = withFixedDomains(given, args.block);
  if (!fixed) return fixed.error();
  const Snapshot& program = *fixed;
  Result<Buffer> buffer = accessedBuffer(program, args.block, args.slot.written, args.slot.index);
  if (!buffer) return buffer.error();
  Result<BlockId> scope = requireScope(program, args.block);
  if (!scope) return scope.error();
  Result<std::vector<Expr>> place = onlyPlace(program, args.block, *buffer);
  if (!place) return place.error();
  const std::string name = (*buffer)->name + "_reindex";
  ReindexStage stage{args.block,
                     *scope,
                     *buffer,
                     !args.slot.written,
                     *place,
                     {},
                     {},
                     name,
                     args.slot.written ? name : name + "_reindex",
                     "global",
                     false,
                     siteBeside(program, args.block, args.slot.written)};
  for (const IterVar& iter : program.block(args.block).iters) {
    if (!usesAny(*place, iter.var)) continue;
    stage.places.push_back(isZero(iter.domain.min) ? Expr(iter.var) : iter.var - iter.domain.min);
    stage.shape.push_back(iter.domain.extent);
  }
  stage.storage = (*buffer)->scope;
  Result<StagedCopy> copy = reindexed(program, stage);
  if (!copy) return copy.error();
  return Plan{program.functionOf(args.block), *copy};
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.copy.changed, .outputs = {plan.copy.copy}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1 || !program.scopeOf(selection.blocks.front()).valid()) return offers;
  const BlockId id = selection.blocks.front();
  const Block& block = program.block(id);
  const auto offer = [&](const char* access, const std::vector<BufferRegion>& regions) {
    for (size_t i = 0; i < regions.size(); ++i)
      offers.push_back({{id, StepValue::List{access, static_cast<int64_t>(i)}},
                        regions[i].buffer->name + " by the iteration variables of " + block.name});
  };
  offer("read", block.reads);
  offer("write", block.writes);
  return offers;
}

std::vector<const ErrorKind*> errors() {
  std::vector<const ErrorKind*> all = reindexErrors();
  all.insert(all.end(), {&kNoSuchSlot, &kRootBlock});
  return all;
}

}  // namespace

const Primitive kReindex = define<Args, Plan>(
    {.name = "reindex",
     .kind = "ReIndex",
     .group = Group::Memory,
     .summary = "Copy what a block accesses of a buffer, in the order of the block's iteration variables.",
     .params = {param("block", &Args::block, "the block"),
                param("buffer", &Args::slot, "(\"read\", 0) or (\"write\", 0), or the name of the buffer",
                      {.encoding = Encoding::Attr})},
     .returns = Returns::Block,
     .errors = errors(),
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
