#include "backends/runner/gpu_driver.h"

namespace lw {

constexpr ErrorKind kUnknownApi{"gpu.api", "there is no driver for '{0}'"};
constexpr GpuApi kApis[] = {{"cuda", openCuda}, {"opencl", openOpenCl}};

std::span<const GpuApi> gpuApis() { return kApis; }

Result<std::unique_ptr<GpuDriver>> openGpu(const std::string& api, int device) {
  for (const GpuApi& known : kApis)
    if (api == known.name) return known.open(device);
  return explain(kUnknownApi, {api});
}

}  // namespace lw
