// What a GPU allows and how its multiprocessors are filled: the tables of NVIDIA's "CUDA C++ Programming Guide",
// appendix "Compute Capabilities", by compute capability.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lw {

struct GpuDevice {
  std::string_view name;  // "sm_80"
  std::string_view help;  // "A100: 108 multiprocessors"
  int multiprocessors = 1;
  int warp = 32;          // threads
  int maxThreads = 1024;  // of a block
  int64_t maxBlock[3] = {1024, 1024, 64};
  int64_t maxGrid[3] = {2147483647, 65535, 65535};
  int64_t sharedPerBlock = 48 << 10;  // bytes that a kernel may declare
  int64_t sharedPerMultiprocessor = 96 << 10;
  int threadsPerMultiprocessor = 2048, blocksPerMultiprocessor = 32;
  int registersPerMultiprocessor = 65536, maxRegisters = 255;  // of 32 bits; per thread
};

// Known: sm_70, sm_75, sm_80, sm_86, sm_89, sm_90; the first that the name belongs to, nullptr for another name.
std::span<const GpuDevice> gpuDevices();
const GpuDevice* findGpuDevice(std::string_view name);
const GpuDevice& defaultGpuDevice();  // sm_80

// How full a multiprocessor gets with one kernel, and what keeps it from being fuller.
struct Occupancy {
  int blocks = 0;          // at a time
  double share = 0;        // of the threads that it can hold
  std::string_view limit;  // "threads", "blocks", "shared memory", "registers"
};
Occupancy occupancyOf(const GpuDevice& device, int64_t threads, int64_t sharedBytes, int64_t registersPerThread);

}  // namespace lw
