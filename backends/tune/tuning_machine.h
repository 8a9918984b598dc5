// The machines that rules and cost models work for: this one, another processor, or a GPU.
#pragma once

#include "backends/target/processor.h"
#include "backends/targets/descriptor.h"
#include "core/tune/machine.h"
#include "passes/support/gpu_device.h"

namespace lw::tune {

// For kernels on `threads` threads (0: all cores). Roofs are those measured earlier, else unknown; nothing is measured.
Machine thisMachine(int threads);
// Of another processor; its roofs are not known.
Machine machineOf(const Processor& processor, int threads);

// Of a GPU.
Machine machineOf(const GpuDevice& device);
// That kernels of the target run on: a GPU of the model ("sm_80"; empty or unknown: the default one), or this machine.
Machine machineFor(const TargetDescriptor& target, std::string_view model, int threads);

}  // namespace lw::tune
