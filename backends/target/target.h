// The processor that the program runs on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lw {

struct CpuInfo {
  std::string model;                  // "AMD EPYC ..."; "x86-64" if the system does not say
  int cores = 1;                      // that this process may use
  std::vector<std::string> features;  // instruction sets that matter for kernels: "avx2", "fma", "avx512f" ...
  int vectorBits = 128;
  int64_t l1dBytes = 0, l2Bytes = 0, l3Bytes = 0;  // of one cache; 0: unknown
};
CpuInfo cpuInfo();
// The caches that one core uses, smallest first, in bytes, as far as the system reports them.
std::vector<int64_t> cacheSizes();
// From the texts of /proc/cpuinfo; cores and caches are not in it.
CpuInfo parseCpuInfo(const std::string& text);
int64_t parseCacheSize(const std::string& text);  // "32K", "16384K", "1M" -> bytes; 0: not a size

}  // namespace lw
