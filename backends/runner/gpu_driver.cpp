#include "backends/runner/gpu_driver.h"
#include "backends/runner/errors.h"

namespace lw {

constexpr GpuApi kApis[] = {{"cuda", openCuda}, {"opencl", openOpenCl}};

std::span<const GpuApi> gpuApis() { return kApis; }

Result<std::unique_ptr<GpuDriver>> openGpu(const std::string& api, int device) {
  for (const GpuApi& known : kApis)
    if (api == known.name) return known.open(device);
  return err::kGpuApi(api);
}

}  // namespace lw
