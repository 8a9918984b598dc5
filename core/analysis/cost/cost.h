// The costs of loops and blocks: operations, bytes moved by loads and stores, and the footprint, the number of distinct
// bytes that are accessed while a loop runs. Costs are counted, not simulated: exact if bounds, guards and indices are
// affine (with quotients and remainders by constants), else an estimate.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/analysis/cost/work.h"

namespace lw {

struct Cost {
  double executions = 0;  // how often the loop or block is reached
  double flops = 0;       // floating-point operations of all executions together
  double bytes = 0;       // of all loads and stores of all executions together, whichever cache they hit
  // Distinct bytes accessed by one execution and, for a loop, by one iteration. If executions differ, the one in the
  // middle of the enclosing loops is taken for all.
  double footprint = 0;
  double iterationFootprint = 0;
  bool exactWork = true;                                // executions, flops and bytes are counts, not estimates
  bool exactFootprint = true;                           // so are the footprints
  std::vector<std::pair<std::string, double>> buffers;  // the footprint by buffer, in order of first use
  // For each cache that was asked for: bytes of all executions that come from beyond it. By the model data is reused
  // from the cache if everything accessed in between fits in it. Always an estimate. The sum over what a loop or block
  // contains is at most its own.
  std::vector<double> traffic;

  // Operations per byte of the footprint.
  double intensity() const { return footprint > 0 && executions > 0 ? flops / executions / footprint : 0; }
};

struct ProgramCost {
  Cost whole;
  std::map<LoopId, Cost> loops;
  std::map<BlockId, Cost> blocks;
  std::vector<std::string> assumed;  // names of unknown sizes, which count as kAssumedSize
};
inline constexpr int64_t kAssumedSize = 256;

// `caches`: sizes in bytes, smallest first.
ProgramCost costOf(const PrimFunc& function, const std::vector<int64_t>& caches = {}, const Sizes& sizes = {});

}  // namespace lw
