#include "core/schedule/all_primitives.h"
#include "core/schedule/support/relocation_step.h"

namespace lw {
namespace {

Result<Relocation> check(const Snapshot& program, const RelocationArgs& args) {
  return checkRelocation(program, args, false, kComputeInline);
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  return relocationCandidates(program, selection, false);
}

}  // namespace

const Primitive kComputeAt = relocationStep(
    {.name = "compute_at",
     .kind = "ComputeAt",
     .summary = "Compute a block under a loop of its consumer, as far as that needs it.",
     .loop = "a loop around the consumers",
     .candidates = candidates,
     .check = check,
     .traits = {.rank = 70,
                .helpsRepairs = true,
                .spellings = {{"block.compute_at(block2, loop)", "compute_at({block}, {block2.loop})"}}}});

}  // namespace lw
