// sample_compute_location: draw where a block is computed: inlined into its consumer, where it is now, or under one of
// the loops of its first consumer. compute_at and reverse_compute_at accept the result. As in TVM, the candidate loops
// are those around all consumers, without unit loops and without spatial loops below a reduction loop.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/relocate.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<int64_t, Ident, Snippet> kDecision{
    "sample_compute_location.decision", "the decision {0} is not possible for block {1}; the possible ones are {2}"};

struct Args {
  BlockId block;
  Choice decision;
};
struct Plan {
  LoopId place;
};
struct Place {
  int64_t decision;  // -2: inlined into the consumer; -1: where it is now; otherwise the position among the loops of
                     // the consumer
  LoopId loop;
};

// Does the loop drive only spatial axes of the blocks below it?
bool isSpatial(const Snapshot& program, LoopId loop) {
  const Var& var = program.loop(loop).var;
  for (const BlockId id : program.blocksBelow(loop)) {
    const Block& block = program.block(id);
    for (size_t i = 0; i < block.iters.size(); ++i)
      if (block.iters[i].kind != IterKind::Spatial && usesVar(block.bindings[i], var)) return false;
  }
  return true;
}

// The places that are asked about, in the order of their decisions: those that TVM would offer, whether or not the
// block can be moved there.
std::vector<Place> offeredPlaces(const Snapshot& program, BlockId block) {
  std::vector<Place> places = {{-2, kInlined}, {-1, kAtRoot}};
  const std::vector<BlockId> consumers = program.consumers(block);
  if (consumers.empty()) return places;
  const std::vector<LoopId> loops = program.loopsAbove(consumers.front());
  bool reduced = false;
  for (size_t i = 0; i < loops.size(); ++i) {
    const auto under = [&](BlockId c) { return program.isAncestor(loops[i], c); };
    if (!std::all_of(consumers.begin(), consumers.end(), under)) break;
    if (isOne(program.loop(loops[i]).extent)) continue;
    const bool spatial = isSpatial(program, loops[i]);
    if (spatial && reduced) break;
    reduced = reduced || !spatial;
    places.push_back({static_cast<int64_t>(i), loops[i]});
  }
  return places;
}

// Whether the step that takes the place would accept it.
bool isPossible(const Snapshot& program, BlockId block, const Place& place) {
  if (place.loop == kAtRoot) return true;
  if (place.loop == kInlined) return kComputeInline.check(program, {block}).ok();
  return isMoved(program, {block, place.loop, true, -1, false});
}

std::vector<Place> placesOf(const Snapshot& program, BlockId block) {
  std::vector<Place> places = offeredPlaces(program, block);
  std::erase_if(places, [&](const Place& place) { return !isPossible(program, block, place); });
  return places;
}

// Only this place is proven to be possible. nullopt: it is not.
std::optional<Place> placeOf(const Snapshot& program, BlockId block, int64_t decision) {
  for (const Place& place : offeredPlaces(program, block))
    if (place.decision == decision && isPossible(program, block, place)) return place;
  return std::nullopt;
}

Explanation impossible(const Snapshot& program, const Args& args) {
  std::string known = join(placesOf(program, args.block), [&](const Place& p) { return std::to_string(p.decision); });
  Explanation e = explain(
      kDecision(*args.decision, program.name(args.block), known),
      "-2 inlines the block into its consumer, -1 leaves it in place, 0 and up are the loops of the first consumer");
  e.blocks = {args.block};
  return e;
}

Result<StepValue> decide(const Snapshot& program, const Args& args, Random& random) {
  if (args.decision) return StepValue(*args.decision);  // the check follows
  const std::vector<Place> places = placesOf(program, args.block);
  return StepValue(places[static_cast<size_t>(random.below(static_cast<int64_t>(places.size())))].decision);
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  if (!args.decision) return Plan{kAtRoot};
  const std::optional<Place> place = placeOf(program, args.block, *args.decision);
  if (!place) return impossible(program, args);
  return Plan{place->loop};
}

Edit rewrite(const Snapshot&, const Plan& plan) { return Edit{.outputs = {plan.place}}; }

std::vector<Candidate> candidates(const Snapshot&, const Selection& selection) {
  if (selection.blocks.size() != 1) return {};
  return {{{selection.blocks.front()}, ""}};
}

}  // namespace

const Primitive kSampleComputeLocation =
    define<Args, Plan>({.name = "sample_compute_location",
                        .kind = "SampleComputeLocation",
                        .group = Group::Sampling,
                        .summary = "Draw a location where a block may be computed.",
                        .params = {param("block", &Args::block, "the block"),
                                   param("decision", &Args::decision,
                                         "-2: inlined into its consumer; -1: left in place; else the position of a "
                                         "loop of its consumer; None: drawn",
                                         {.defaultValue = StepValue(), .encoding = Encoding::Decision})},
                        .returns = Returns::Loop,
                        .errors = {&kDecision},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .decide = decide});

}  // namespace lw
