#include "backends/runner/gpu_driver.h"

namespace lw {

constexpr ErrorKind kUnknownApi{"gpu.api", "there is no driver for '{0}'"};

Result<std::unique_ptr<GpuDriver>> openGpu(const std::string& api, int device) {
  if (api == "opencl") return openOpenCl(device);
  if (api == "cuda") return openCuda(device);
  return explain(kUnknownApi, {api});
}

}  // namespace lw
