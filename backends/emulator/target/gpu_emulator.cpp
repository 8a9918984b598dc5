#include "backends/emulator/target/gpu_emulator.h"

#include "backends/measure/ways.h"

namespace lw {
namespace {

TargetState findEmulator() {
  std::string models;
  for (const GpuDevice& device : gpuDevices()) models += (models.empty() ? "" : " ") + std::string(device.name);
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
