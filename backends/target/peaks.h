// The measured peaks of this machine: the roofs that a kernel's speed is compared with. They are stored here and
// measured by backends/measure/machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lw {

struct Peaks {
  int threads = 1;
  double gflops32 = 0, gflops64 = 0;  // fused multiply-adds in registers, counted as two operations
  double gbps = 0;                    // memory, by the triad a = b + s * c: 10^9 bytes per second
  struct Cache {
    int64_t bytes = 0;
    double gbps = 0;  // the triad over arrays that fit
  };
  std::vector<Cache> caches;  // L1 first

  // For the type that most of a program's operations have.
  double gflops(int floatBits) const { return floatBits == 64 ? gflops64 : gflops32; }
};

// Stored in $XDG_CACHE_HOME/loopwright/peaks.json (or ~/.cache) by processor model, number of cores, number of threads
// and version of the measuring method. `file` overrides the place. An unreadable file counts as empty; failing to write
// it is no error.
std::string peaksFile();
std::optional<Peaks> knownPeaks(int threads, const std::string& file = {});
// Keeps the greater of the stored and the given value for each figure, because a busy machine only measures too little.
Peaks keepPeaks(const Peaks& measured, const std::string& file = {});

}  // namespace lw
