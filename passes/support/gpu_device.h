// The limits of a GPU and the occupancy of its multiprocessors: the tables of NVIDIA's "CUDA C++ Programming Guide",
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
  int maxThreads = 1024;  // threads in a block
  int64_t maxBlock[3] = {1024, 1024, 64};
  int64_t maxGrid[3] = {2147483647, 65535, 65535};
  int64_t sharedPerBlock = 48 << 10;  // bytes that a kernel may declare
  int64_t sharedPerMultiprocessor = 96 << 10;
  int threadsPerMultiprocessor = 2048, blocksPerMultiprocessor = 32;
  int registersPerMultiprocessor = 65536, maxRegisters = 255;  // of 32 bits; per thread
};

// Knows sm_70, sm_75, sm_80, sm_86, sm_89 and sm_90. findGpuDevice() returns the first device of that name, or nullptr.
std::span<const GpuDevice> gpuDevices();
const GpuDevice* findGpuDevice(std::string_view name);
const GpuDevice& defaultGpuDevice();  // sm_80

// The occupancy of a multiprocessor by one kernel, and the resource that limits it.
struct Occupancy {
  int blocks = 0;          // resident at the same time
  double share = 0;        // of the threads that the multiprocessor can hold
  std::string_view limit;  // "threads", "blocks", "shared memory", "registers"
};
// `threads` and `sharedBytes` are those of a block. Returns 0 blocks if the resources of a multiprocessor are too small
// for one block.
Occupancy occupancyOf(const GpuDevice& device, int64_t threads, int64_t sharedBytes, int64_t registersPerThread);

}  // namespace lw
