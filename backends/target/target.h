// Which targets exist on this machine, and why the others do not.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
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

struct Target {
  std::string name;  // as --target takes it
  bool available = false;
  std::string device;                                        // where available
  std::string reason;                                        // why not
  std::vector<std::pair<std::string, std::string>> details;  // "cores" -> "2", ready to show
};
// All that the program knows, in a fixed order: cpu, cuda, opencl, gpu-emulator.
std::vector<Target> findTargets();

}  // namespace lw
