// The statements of a program as cost counting needs them: how often they run, what they access, and which loops and
// blocks enclose them.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/cost/work.h"
#include "core/analysis/shapes/image.h"

namespace lw::analysis {

struct CostLoop {
  int atom = 0;
  std::optional<Form> min, extent;  // nullopt: not affine
};

struct CostAccess {
  const void* data = nullptr;  // identity of the memory
  std::string buffer;
  double element = 0;                          // bytes
  double moved = 0;                            // bytes of one execution
  IndexFunctions map;                          // with the conditions around the access
  std::vector<int> loops;                      // indices into CostTable::loops, outermost first
  std::vector<std::pair<int, int64_t>> spans;  // loops of the access alone: atom, extent
  double flops = 0;                            // of the statement; carried by its store
  bool placeExact = true;                      // no condition was left out
  bool again = false;                          // the statement has accessed the same elements already
};

struct CostNode {
  LoopId loop;
  BlockId block;  // neither: the whole function, or a statement
  int parent = -1;
  std::vector<int> outside;  // loops around it, not itself
  std::vector<Form> conditions;
  bool exact = true;  // of the conditions
  int own = -1;       // of a loop: index into CostTable::loops
  size_t firstAccess = 0, endAccess = 0;
};

struct CostTable {
  Forms forms;
  std::vector<CostLoop> loops;
  std::vector<CostAccess> accesses;  // in program order
  std::vector<CostNode> nodes;       // parents first; the function itself is the first
  std::vector<std::string> assumed;
  bool understood = true;  // false: there are opaque calls or loops of unknown length
};

CostTable costTable(const PrimFunc& function, const Sizes& sizes);

}  // namespace lw::analysis
