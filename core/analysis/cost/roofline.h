// The roofline model (Williams, Waterman and Patterson, 2009): a program takes at least the time of its operations at
// the machine's peak, and at least the time of its traffic from each cache and from memory at their bandwidths.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/cost/cost.h"

namespace lw {

struct MachineRoofs {
  double gflops32 = 0, gflops64 = 0;  // 10^9 operations per second
  std::vector<double> gbps;           // 10^9 bytes per second: from L2 (where there is one), L3 ..., memory last
  double gflops(int floatBits) const { return floatBits == 64 ? gflops64 : gflops32; }
};

// The facts about a program that the model uses.
struct WorkProfile {
  double flops = 0;
  int floatBits = 32;           // of the type that most operations have
  std::vector<double> traffic;  // bytes that come from beyond each cache; memory's last
  bool parallel = false;        // most of the operations are in a loop that runs on several threads
  bool exact = true;            // operations are counted, not estimated
  // Operations per byte that comes from beyond cache `level`.
  double intensity(size_t level) const {
    return level < traffic.size() && traffic[level] > 0 ? flops / traffic[level] : 0;
  }
};
// 64 if most operations of its stores are on float64, else 32.
int floatBitsOf(const PrimFunc& function);
WorkProfile profileOf(const PrimFunc& function, const std::vector<int64_t>& caches, const Sizes& sizes = {});

struct TimeEstimate {
  double ms = 0;  // the longest of the times below; 0: nothing is known
  double computeMs = 0;
  std::vector<double> trafficMs;  // as WorkProfile::traffic
  int bound = -1;                 // -1: the operations; else the index of the traffic that takes longest
};
// Roofs are those for the number of threads that the program uses.
TimeEstimate estimateTime(const WorkProfile& profile, const MachineRoofs& roofs);

// The share of `gflops` that is reachable at this many operations per byte over a path of `gbps`.
double roofAt(double intensity, double gflops, double gbps);

}  // namespace lw
