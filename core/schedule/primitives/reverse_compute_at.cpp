#include "core/schedule/all_primitives.h"
#include "core/schedule/support/relocation_step.h"

namespace lw {
namespace {

Result<Relocation> check(const Snapshot& program, const RelocationArgs& args) {
  return checkRelocation(program, args, true, kReverseComputeInline);
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  return relocationCandidates(program, selection, true);
}

}  // namespace

const Primitive kReverseComputeAt = relocationStep(
    {.name = "reverse_compute_at",
     .kind = "ReverseComputeAt",
     .summary = "Compute a block under a loop of its producer, on the values just produced.",
     .loop = "a loop around the producers",
     .candidates = candidates,
     .check = check,
     .traits = {
         .rank = 170,
         .helpsRepairs = true,
         .spellings = {{"block.reverse_compute_at(block2, loop)", "reverse_compute_at({block}, {block2.loop})"}}}});

}  // namespace lw
