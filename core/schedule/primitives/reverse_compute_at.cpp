// reverse_compute_at: move a block under a loop that holds its producers, so that it uses what they made while it is
// near. Each of its results is final after the last iteration that computes it.
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/relocate.h"

namespace lw {
namespace {

struct Args {
  BlockId block;
  LoopId loop;
  bool preserveUnitLoops = false;
  int64_t index = -1;
};

// A sampled place may also be the root, where the block stays, or inside the producer.
struct Plan {
  std::optional<Moved> move;
  std::optional<Checked> inlined;
  bool conservative = false;
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  if (args.loop == kAtRoot) return Plan{};
  if (args.loop == kInlined) {
    Result<Checked> inlined = kReverseComputeInline.check(program, {args.block});
    return inlined ? Result<Plan>(Plan{{}, *inlined, inlined->conservative}) : Result<Plan>(inlined.error());
  }
  Result<Moved> moved = moveUnder(program, {args.block, args.loop, args.preserveUnitLoops, args.index, true});
  return moved ? Result<Plan>(Plan{*moved, {}, moved->conservative}) : Result<Plan>(moved.error());
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  if (plan.inlined) return plan.inlined->rewrite();
  if (!plan.move) return {};
  const Moved& moved = *plan.move;
  Edit edit{.function = moved.function, .changed = moved.changed, .outputs = {}, .fate = {}};
  for (const LoopId old : moved.oldLoops) edit.fate.loops.emplace_back(old, moved.newLoops);
  return edit;
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId block = selection.blocks.front();
  for (const LoopId loop : targetsOf(program, block, true)) {
    if (!selection.loops.empty() && loop != selection.loops.front()) continue;
    offers.push_back({{block, loop, false, -1}, "under " + program.name(loop)});
  }
  return offers;
}

}  // namespace

const Primitive kReverseComputeAt =
    define<Args, Plan>({.name = "reverse_compute_at",
                        .kind = "ReverseComputeAt",
                        .group = Group::Location,
                        .summary = "Compute a block under a loop of its producer, on what that has just made.",
                        .params = {param("block", &Args::block, "the block to move"),
                                   param("loop", &Args::loop, "a loop around the producers"),
                                   param("preserve_unit_loops", &Args::preserveUnitLoops, "keep loops of one iteration",
                                         {.defaultValue = false, .encoding = Encoding::IntAttr}),
                                   param("index", &Args::index,
                                         "position among the loop's statements; -1: as late as possible, -2: as early",
                                         {.defaultValue = -1, .encoding = Encoding::Attr})},
                        .errors = relocationErrors(),
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .threads = ThreadCheck::WhereBound});

}  // namespace lw
