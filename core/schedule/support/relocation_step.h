// What compute_at and reverse_compute_at share: everything but which side the block goes to.
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

// A sampled place may also be the root, where the block stays, or inside the other block.
struct Relocation {
  std::optional<Moved> move;
  std::optional<Checked> inlined;
  bool conservative = false;
};

// `reverse`: under a loop of its producers; `inlining`: the step that puts it inside the other block.
Result<Relocation> checkRelocation(const Snapshot& program, const RelocationArgs& args, bool reverse,
                                   const Primitive& inlining);
std::vector<Candidate> relocationCandidates(const Snapshot& program, const Selection& selection, bool reverse);

struct RelocationStep {
  std::string_view name, kind, summary, loop;  // loop: what its parameter is
  std::vector<Candidate> (*candidates)(const Snapshot&, const Selection&);
  Result<Relocation> (*check)(const Snapshot&, const RelocationArgs&);
  Traits traits;
};
Primitive relocationStep(const RelocationStep& step);

}  // namespace lw
