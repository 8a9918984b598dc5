// What the loops and blocks of a program cost: operations, bytes that loads and stores move, and the footprint, which
// is how many distinct bytes are touched while a loop runs. Counted, not simulated: exact where bounds, guards and
// indices are affine (with quotients and remainders by constants), an estimate otherwise.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/analysis/work.h"

namespace lw {

struct Cost {
  double executions = 0;  // how often the loop or block is come to
  double flops = 0;       // floating-point operations of all executions together
  double bytes = 0;       // of all loads and stores of all executions together, whatever cache they hit
  // Distinct bytes that one execution touches, and (of a loop) one iteration: those in the middle of the loops around,
  // which stand for the others where these differ.
  double footprint = 0;
  double iterationFootprint = 0;
  bool exactWork = true;                                // executions, flops and bytes are counts, not estimates
  bool exactFootprint = true;                           // so are the footprints
  std::vector<std::pair<std::string, double>> buffers;  // the footprint by buffer, in order of first use
  // For every cache that was asked about: bytes of all executions that come from beyond it. A model: what is touched
  // again comes from the cache if all that is touched in between fits in. Always an estimate.
  std::vector<double> traffic;

  // Operations for each byte of the footprint.
  double intensity() const { return footprint > 0 && executions > 0 ? flops / executions / footprint : 0; }
};

struct ProgramCost {
  Cost whole;
  std::map<LoopId, Cost> loops;
  std::map<BlockId, Cost> blocks;
  std::vector<std::string> assumed;  // sizes that are not known; they count as kAssumedSize
};
inline constexpr int64_t kAssumedSize = 256;

// `caches`: sizes in bytes, smallest first.
ProgramCost costOf(const PrimFunc& function, const std::vector<int64_t>& caches = {}, const Sizes& sizes = {});

}  // namespace lw
