#include "core/schedule/support/relocation_step.h"

#include <algorithm>
#include <set>

namespace lw {
namespace {

constexpr unsigned long kOfferOperations = 2'000;   // of ISL, per loop that may be offered: a fraction of a millisecond
constexpr unsigned long kHintOperations = 300'000;  // per loop that a refusal may name: less than 0.1 s

// By itself if its name is unique in the function, else with a block below it.
Ident nameOf(const Snapshot& program, LoopId loop) {
  const std::string name = program.name(loop);
  const std::vector<LoopId> named = program.loopsNamed(name);
  const std::vector<BlockId> below = program.blocksBelow(loop);
  return named.size() == 1 || below.empty() ? name : program.name(below.front()) + "." + name;
}

}  // namespace

Message otherPlace(const Snapshot& program, const Move& move) {
  // What is accepted quickly by signatures may be refused after a closer look.
  const auto works = [&](const Move& other) {
    return isQuicklyMoved(program, other, kHintOperations) && isMoved(program, other);
  };
  const std::vector<LoopId> above = program.loopsAbove(move.loop);
  for (auto loop = above.rbegin(); loop != above.rend(); ++loop)
    if (!program.isAncestor(*loop, move.block) &&
        works({move.block, *loop, move.preserveUnitLoops, move.index, move.reverse}))
      return say("choose loop {0}, further outside", nameOf(program, *loop));
  // Its partners may be able to move under its own loops.
  const Block& block = program.block(move.block);
  for (const BlockId other : program.blocksBelow(move.loop)) {
    const Block& partner = program.block(other);
    if (other == move.block || program.scopeOf(other) != program.scopeOf(move.block)) continue;
    if (move.reverse ? !touches(partner.writes, block.reads) : !touches(partner.reads, block.writes)) continue;
    const std::vector<LoopId> own = program.loopsAbove(move.block);
    for (auto loop = own.rbegin(); loop != own.rend(); ++loop) {
      if (program.isAncestor(*loop, other) || !works({other, *loop, false, -1, !move.reverse})) continue;
      const Ident name = program.name(other), place = nameOf(program, *loop);
      return move.reverse ? say("compute_at can move block {0} under loop {1} instead", name, place)
                          : say("reverse_compute_at can move block {0} under loop {1} instead", name, place);
    }
  }
  return {};
}

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
  std::set<LoopId> tried;
  for (const BlockId other : program.childBlocks(program.scopeOf(block))) {  // in the program's order
    const Block& partner = program.block(other);
    if (other == block) continue;
    if (reverse ? !touches(partner.writes, moved.reads) : !touches(partner.reads, moved.writes)) continue;
    for (const LoopId loop : program.loopsAbove(other))
      if (tried.insert(loop).second && isQuicklyMoved(program, {block, loop, false, -1, reverse}, kOfferOperations))
        targets.push_back(loop);
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
