// What the machine does at best, measured in this process: multiply-adds in registers, and a[i] = b[i] + s * c[i]
// ("triad", McCalpin's STREAM) over arrays that fit in each cache and over arrays that fit in none.
#pragma once

#include <cstdint>
#include <vector>

namespace lw {

struct PeakKernelResults {
  double gflops32 = 0, gflops64 = 0;  // 10^9 per second; a multiply-add counts as two operations
  std::vector<double> cacheGbps;      // one for each cache asked for, 10^9 bytes per second, of all threads together
  double memoryGbps = 0;
};

// `caches`: bytes of each cache, smallest first. The last of three or more is shared by all threads; smaller ones
// belong to each. Takes about a second, and up to a quarter of the memory that is free.
PeakKernelResults runPeakKernels(int threads, const std::vector<int64_t>& caches);

}  // namespace lw
