// Measures the machine's peaks in this process: multiply-adds in registers, and a[i] = b[i] + s * c[i] ("triad",
// McCalpin's STREAM) over arrays that fit in each cache and over arrays that fit in none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lw {

struct PeakKernelResults {
  double gflops32 = 0, gflops64 = 0;  // 10^9 per second; a multiply-add counts as two operations
  double ghz = 0;                     // cycles of a core's clock, 10^9 per second
  std::vector<double> cacheGbps;      // per requested cache, 10^9 bytes per second, of all threads together
  double memoryGbps = 0;
  double productGflops = 0;    // of OpenBLAS, where that was asked for
  std::string productKernels;  // that it calculated with
};

// `caches`: bytes of each cache, smallest first. If there are three or more, the last is shared by all threads and each
// thread has the smaller ones. One of several rounds: takes about a third of a second and up to a quarter of the free
// memory.
PeakKernelResults runPeakKernels(int threads, const std::vector<int64_t>& caches);

}  // namespace lw
