// What this machine can do at best, measured: the roof that a kernel's speed is compared with.
#pragma once

#include <optional>
#include <string>

namespace lw {

struct Peaks {
  double gflops = 0;  // float32 fused multiply-adds, counted as two operations
  double gbps = 0;    // reading from memory, 10^9 bytes per second
};

// Takes about 0.3 s; `threads` threads work at once.
Peaks measurePeaks(int threads);

// Kept per processor model and number of threads in $XDG_CACHE_HOME/loopwright/peaks.tsv (or ~/.cache); measured and
// written there on first use. `file` overrides the place. A file that cannot be written or read is no error.
Peaks cachedPeaks(int threads, const std::string& file = {});
std::string peaksFile();

}  // namespace lw
