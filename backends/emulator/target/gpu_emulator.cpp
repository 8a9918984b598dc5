#include "backends/emulator/target/gpu_emulator.h"

#include "backends/measure/ways.h"
#include "core/support/text.h"

namespace lw {
namespace {

TargetState findEmulator() {
  std::string models = join(gpuDevices(), [&](const GpuDevice& device) { return std::string(device.name); }, " ");
  return {.available = true,
          .device = "a GPU run step by step on the interpreter",
          .reason = {},
          .details = {{"models", models}}};
}

}  // namespace

const TargetDescriptor kGpuEmulatorTarget{.name = "gpu-emulator",
                                          .pipeline = gpuPipeline,
                                          .texts = {},
                                          .find = findEmulator,
                                          .measure = measureEmulated,
                                          .kernels = true,
                                          .emulated = true,
                                          .models = gpuDevices};

}  // namespace lw
