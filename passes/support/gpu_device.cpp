#include "passes/support/gpu_device.h"

#include <algorithm>

namespace lw {
namespace {

constexpr GpuDevice kDevices[] = {
    {.name = "sm_70", .help = "V100: 80 multiprocessors", .multiprocessors = 80},
    {.name = "sm_75",
     .help = "T4: 40 multiprocessors",
     .multiprocessors = 40,
     .sharedPerMultiprocessor = 64 << 10,
     .threadsPerMultiprocessor = 1024,
     .blocksPerMultiprocessor = 16},
    {.name = "sm_80",
     .help = "A100: 108 multiprocessors",
     .multiprocessors = 108,
     .sharedPerMultiprocessor = 164 << 10},
    {.name = "sm_86",
     .help = "RTX 3090: 82 multiprocessors",
     .multiprocessors = 82,
     .sharedPerMultiprocessor = 100 << 10,
     .threadsPerMultiprocessor = 1536,
     .blocksPerMultiprocessor = 16},
    {.name = "sm_89",
     .help = "RTX 4090: 128 multiprocessors",
     .multiprocessors = 128,
     .sharedPerMultiprocessor = 100 << 10,
     .threadsPerMultiprocessor = 1536,
     .blocksPerMultiprocessor = 24},
    {.name = "sm_90",
     .help = "H100: 132 multiprocessors",
     .multiprocessors = 132,
     .sharedPerMultiprocessor = 228 << 10},
};

}  // namespace

std::span<const GpuDevice> gpuDevices() { return kDevices; }

const GpuDevice* findGpuDevice(std::string_view name) {
  for (const GpuDevice& device : kDevices)
    if (device.name == name) return &device;
  return nullptr;
}

const GpuDevice& defaultGpuDevice() { return *findGpuDevice("sm_80"); }

Occupancy occupancyOf(const GpuDevice& device, int64_t threads, int64_t sharedBytes, int64_t registersPerThread) {
  const int64_t warps = (threads + device.warp - 1) / device.warp;
  constexpr int64_t kRegisterUnit = 256, kSharedUnit = 128,
                    kSharedOfSystem = 1024;  // allocation granularity; reserved by CUDA in each block since sm_80
  const int64_t perWarp =
      (std::max<int64_t>(registersPerThread, 1) * device.warp + kRegisterUnit - 1) / kRegisterUnit * kRegisterUnit;
  const int64_t reserved = device.sharedPerMultiprocessor > (96 << 10) ? kSharedOfSystem : 0;
  const int64_t shared = (sharedBytes + reserved + kSharedUnit - 1) / kSharedUnit * kSharedUnit;
  struct Limit {
    int64_t blocks;
    std::string_view what;
  };
  const Limit limits[] = {
      {device.threadsPerMultiprocessor / device.warp / std::max<int64_t>(warps, 1), "threads"},
      {device.blocksPerMultiprocessor, "blocks"},
      {shared > 0 ? device.sharedPerMultiprocessor / shared : device.blocksPerMultiprocessor, "shared memory"},
      {device.registersPerMultiprocessor / (perWarp * std::max<int64_t>(warps, 1)), "registers"}};
  const Limit& least = *std::min_element(std::begin(limits), std::end(limits),
                                         [](const Limit& a, const Limit& b) { return a.blocks < b.blocks; });
  Occupancy o;
  o.blocks = static_cast<int>(least.blocks);
  o.share = static_cast<double>(least.blocks * warps * device.warp) / device.threadsPerMultiprocessor;
  o.limit = least.what;
  return o;
}

}  // namespace lw
