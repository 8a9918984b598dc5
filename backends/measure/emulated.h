// The device models of the emulator, by name.
#pragma once

#include "core/support/result.h"
#include "passes/support/gpu_device.h"

namespace lw {

// Empty: the default. Refuses unknown names with the known ones.
Result<const GpuDevice*> emulatedDevice(const std::string& name);

// Names the model that gives the times, where they are recorded.
std::string_view emulatedTimeModel();

}  // namespace lw
