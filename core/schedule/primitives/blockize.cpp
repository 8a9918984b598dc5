// blockize: turn the nest below a loop, or neighbouring blocks, into one block. The order of execution stays the same,
// except that the elements of a reduction are initialised before its inner loops begin.
#include "core/schedule/support/blockize.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"

namespace lw {
namespace {

struct Args {
  LoopOrBlocks target;
  bool preserveUnitIters = true;
};

Result<Blockized> check(const Snapshot& program, const Args& args) {
  if (const auto* loop = std::get_if<LoopId>(&args.target)) return blockizeLoop(program, *loop, args.preserveUnitIters);
  return blockizeBlocks(program, std::get<std::vector<BlockId>>(args.target), args.preserveUnitIters);
}

Edit rewrite(const Snapshot&, const Blockized& made) {
  return Edit{.function = made.function, .changed = made.changed, .outputs = {made.outer}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  for (const LoopId loop : selection.loops)
    if (blockizeLoop(program, loop, true)) offers.push_back({{loop}, "from " + program.name(loop) + " inwards"});
  if (selection.blocks.size() > 1 && blockizeBlocks(program, selection.blocks, true))
    offers.push_back({{StepValue::List(selection.blocks.begin(), selection.blocks.end())}, "of the selected blocks"});
  return offers;
}

}  // namespace

const Primitive kBlockize = define<Args, Blockized>(
    {.name = "blockize",
     .kind = "Blockize",
     .group = Group::Tensor,
     .summary = "Make one block of the nest below a loop, or of neighbouring blocks.",
     .params = {param("target", &Args::target, "a loop around a single block, or a list of blocks"),
                param("preserve_unit_iters", &Args::preserveUnitIters, "keep loops of one iteration in the bindings",
                      {.defaultValue = true, .encoding = Encoding::IntAttr, .flag = "Keep unit loops"})},
     .returns = Returns::Block,
     .errors = blockizeErrors(),
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.rank = 210}});

}  // namespace lw
