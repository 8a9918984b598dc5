// The measured peaks of this machine: the roofs that a kernel's speed is compared with. They are stored here and
// measured by backends/measure/machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backends/target/load.h"
namespace lw {

struct Peaks {
  int threads = 1;
  double gflops32 = 0, gflops64 = 0;  // fused multiply-adds in registers, counted as two operations
  double gbps = 0;                    // memory, by the triad a = b + s * c: 10^9 bytes per second
  struct Cache {
    int64_t bytes = 0;
    double gbps = 0;  // the triad over arrays that fit
  };
  std::vector<Cache> caches;   // L1 first
  double productGflops = 0;    // of OpenBLAS, a product of 1024 x 1024 x 1024 in float32; 0: there is no OpenBLAS
  std::string productKernels;  // that it calculated with: "SkylakeX"
  MachineLoad load;            // of the machine when they were measured; a busy one measures too little
  int64_t when = 0;            // they were measured, in seconds since 1970; 0: unknown
  double ghz = 0;              // of a core's clock, 10^9 cycles per second; 0: unknown
  // Figures that others show to be too low: "gflops", "gflops64", "memory", "L1" ... They have the value of those,
  // which they exceed in truth. Not stored.
  std::vector<std::string> atLeast;

  // For the type that most of a program's operations have.
  double gflops(int floatBits) const { return floatBits == 64 ? gflops64 : gflops32; }
};

// Stored in $XDG_CACHE_HOME/loopwright/peaks.json (or ~/.cache) by processor model, number of cores, number of threads
// and version of the measuring method. `file` overrides the place. An unreadable file counts as empty; failing to write
// it is no error.
std::string peaksFile();
std::optional<Peaks> knownPeaks(int threads, const std::string& file = {});
// Several threads do no less than one (`one`), and a cache is no slower than what lies behind it. Raises figures that
// say otherwise, and notes them in `atLeast`.
Peaks raised(Peaks peaks, const std::optional<Peaks>& one);
// Whether OpenBLAS reaches so much of the peak that a comparison with it says something.
constexpr double kGoodProduct = 0.6;
inline bool productIsGood(const Peaks& peaks) { return peaks.productGflops >= kGoodProduct * peaks.gflops32; }
// "OpenBLAS's product of 1024 x 1024 x 1024: 98.0 GFLOP/s with its SkylakeX kernels, 87 % of the peak", and what
// follows where that is too little; empty: it is not known.
std::string productText(const Peaks& peaks);
constexpr double kAbovePeak = 1.02;  // a share beyond is no inaccuracy of the clock
// Keeps the greater of the stored and the given value for each figure, because a busy machine only measures too little.
Peaks keepPeaks(const Peaks& measured, const std::string& file = {});

}  // namespace lw
