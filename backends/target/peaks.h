// What this machine can do at best, measured: the roofs that a kernel's speed is compared with. Here they are kept;
// measuring them is for backends/measure/machine.
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

  // Of the type that most of a program's operations have.
  double gflops(int floatBits) const { return floatBits == 64 ? gflops64 : gflops32; }
};

// Kept in $XDG_CACHE_HOME/loopwright/peaks.json (or ~/.cache), for each processor model, number of cores, number of
// threads and version of the way to measure. `file` overrides the place. A file that cannot be read says nothing; one
// that cannot be written is no error.
std::string peaksFile();
std::optional<Peaks> knownPeaks(int threads, const std::string& file = {});
// Of each figure the greater of what is kept and what is given: a busy machine only ever measures too little.
Peaks keepPeaks(const Peaks& measured, const std::string& file = {});

}  // namespace lw
