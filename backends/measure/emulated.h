// The device models of the emulator, by name.
#pragma once

#include "core/support/result.h"
#include "passes/pipeline.h"
#include "passes/support/gpu_device.h"

namespace lw {

// Empty: the default. Refuses unknown names with the known ones.
Result<const GpuDevice*> emulatedDevice(const std::string& name);

struct EmulatedProgram {
  GpuProgram lowered;
  const GpuDevice* device;
};
// Lowered for the model of that name. Empty: for the default, or for sm_90 if the kernels have instructions that older
// devices lack: barriers with phases and products of warp groups.
Result<EmulatedProgram> lowerForEmulator(const PrimFunc& scheduled, const std::string& device);

// Names the model that gives the times, where they are recorded.
std::string_view emulatedTimeModel();

}  // namespace lw
