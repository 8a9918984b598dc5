// A lowered function whose outer loops run in part: each gets a first iteration and a number of iterations as
// parameters, so that one compiled kernel can run any part of any of its loop nests.
#pragma once

#include <vector>

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

struct PartAxis {
  std::string loop;
  Var first, count;  // scalar parameters; with count 0 nothing below the loop runs
  int64_t extent = 0;
  bool parallel = false;  // iterations run on several threads: of nested parallel loops, only those of the outermost
};

struct PartNest {
  std::vector<PartAxis> axes;  // from the outside, each directly inside the one before
  // Earlier nests that compute indices by which this one reads or writes, directly or through other nests. Without all
  // of their iterations, a part of this one would touch memory that is no one's.
  std::vector<size_t> before;
  std::vector<BlockId> blocks;  // whose statements are in it, in the order of the program
  int64_t iterations() const;   // of all axes together
};

struct LoopParts {
  PrimFunc lowered;             // with the parameters of all axes after its own
  std::vector<PartNest> nests;  // in the order of the program
  std::vector<Var> parameters() const;
};

// Refuses functions without such loops, and loops whose number of iterations depends on data.
Result<LoopParts> loopParts(const PrimFunc& lowered);

}  // namespace lw
