#include "core/schedule/support/relocation_step.h"

#include <algorithm>
#include <set>

namespace lw {
namespace {

constexpr unsigned long kOfferOperations = 2'000;  // of ISL, per loop that may be offered: a fraction of a millisecond

}  // namespace

bool touches(const std::vector<BufferRegion>& a, const std::vector<BufferRegion>& b) {
  return std::any_of(a.begin(), a.end(), [&](const BufferRegion& x) {
    return std::any_of(b.begin(), b.end(), [&](const BufferRegion& y) { return x.buffer == y.buffer; });
  });
}

// Only the loops above a consumer (`reverse`: above a producer) are tried: all others are refused.
std::vector<LoopId> targetsOf(const Snapshot& program, BlockId block, bool reverse) {
  std::vector<LoopId> targets;
  if (!program.scopeOf(block).valid()) return targets;
  const Block& moved = program.block(block);
  const Snapshot quick = program.withBudget(ProofBudget(kOfferOperations));
  std::set<LoopId> tried;
  for (const BlockId other : program.childBlocks(program.scopeOf(block))) {  // in the program's order
    const Block& partner = program.block(other);
    if (other == block) continue;
    if (reverse ? !touches(partner.writes, moved.reads) : !touches(partner.reads, moved.writes)) continue;
    for (const LoopId loop : program.loopsAbove(other))
      if (tried.insert(loop).second && moveUnder(quick, {block, loop, false, -1, reverse})) targets.push_back(loop);
  }
  return targets;
}

Result<Relocation> checkRelocation(const Snapshot& program, const RelocationArgs& args, bool reverse,
                                   const Primitive& inlining) {
  if (args.loop == kAtRoot) return Relocation{};
  if (args.loop == kInlined) {
    Result<Checked> inlined = inlining.check(program, {args.block});
    return inlined ? Result<Relocation>(Relocation{{}, *inlined, inlined->conservative})
                   : Result<Relocation>(inlined.error());
  }
  Result<Moved> moved = moveUnder(program, {args.block, args.loop, args.preserveUnitLoops, args.index, reverse});
  return moved ? Result<Relocation>(Relocation{*moved, {}, moved->conservative}) : Result<Relocation>(moved.error());
}

static Edit rewriteRelocation(const Snapshot&, const Relocation& plan) {
  if (plan.inlined) return plan.inlined->rewrite();
  if (!plan.move) return {};
  const Moved& moved = *plan.move;
  Edit edit{.function = moved.function, .changed = moved.changed, .outputs = {}, .fate = {}};
  for (const LoopId old : moved.oldLoops) edit.fate.loops.emplace_back(old, moved.newLoops);
  return edit;
}

std::vector<Candidate> relocationCandidates(const Snapshot& program, const Selection& selection, bool reverse) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId block = selection.blocks.front();
  for (const LoopId loop : targetsOf(program, block, reverse)) {
    if (!selection.loops.empty() && loop != selection.loops.front()) continue;
    offers.push_back({{block, loop, false, -1}, "under " + program.name(loop)});
  }
  return offers;
}

Primitive relocationStep(const RelocationStep& step) {
  using Args = RelocationArgs;
  return define<Args, Relocation>(
      {.name = step.name,
       .kind = step.kind,
       .group = Group::Location,
       .summary = step.summary,
       .params = {param("block", &Args::block, "the block to move"),
                  param("loop", &Args::loop, step.loop, {.sampledPlace = true}),
                  param("preserve_unit_loops", &Args::preserveUnitLoops, "keep loops of one iteration",
                        {.defaultValue = false, .encoding = Encoding::IntAttr, .flag = "Keep unit loops"}),
                  param("index", &Args::index,
                        "position among the loop's statements; -1: as late as possible, -2: as early",
                        {.defaultValue = -1, .encoding = Encoding::Attr})},
       .errors = relocationErrors(),
       .candidates = step.candidates,
       .check = step.check,
       .rewrite = rewriteRelocation,
       .threads = ThreadCheck::WhereAtOnce,
       .traits = step.traits});
}

}  // namespace lw
