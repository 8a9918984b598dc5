// Shared by compute_at and reverse_compute_at, which differ only in the direction of the move.
#pragma once

#include "core/schedule/define.h"
#include "core/schedule/support/relocate.h"

namespace lw {

struct RelocationArgs {
  BlockId block;
  LoopId loop;
  bool preserveUnitLoops = false;
  int64_t index = -1;
};

// A sampled place may also be the root, where the block stays, or the inside of the other block.
struct Relocation {
  std::optional<Moved> move;
  std::optional<Checked> inlined;
  bool conservative = false;
};

// `reverse`: moves under a loop of the block's producers; `inlining`: the step that inlines it into the other block.
Result<Relocation> checkRelocation(const Snapshot& program, const RelocationArgs& args, bool reverse,
                                   const Primitive& inlining);
std::vector<Candidate> relocationCandidates(const Snapshot& program, const Selection& selection, bool reverse);

struct RelocationStep {
  std::string_view name, kind, summary, loop;  // loop: the description of its loop parameter
  std::vector<Candidate> (*candidates)(const Snapshot&, const Selection&);
  Result<Relocation> (*check)(const Snapshot&, const RelocationArgs&);
  Traits traits;
};
Primitive relocationStep(const RelocationStep& step);

}  // namespace lw
