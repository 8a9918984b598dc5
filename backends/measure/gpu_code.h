// A scheduled function made ready for a device: its kernels' text, its plan of launches, its arguments. Private to
// backends/measure.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "backends/measure/measure.h"
#include "backends/package/package.h"

namespace lw {

// A device as lw-runner describes it (gpuDevicesJson), chosen by the options' target and number.
Result<nlohmann::json> chooseDevice(const std::string& list, const MeasureOptions& options);
GpuDevice limitsOf(const nlohmann::json& device);
// OpenCL C, or PTX for the newest architecture that the device of this version ("sm_86") runs.
Result<KernelText> kernelText(const GpuProgram& program, const std::string& target, const std::string& version);

struct GpuReady {
  GpuProgram program;
  GpuPlan plan;
  std::string planJson;  // {"memories", "steps"}, as GpuJob::load() takes it
};
Result<GpuReady> readyForGpu(const PrimFunc& scheduled, const std::vector<Argument>& arguments,
                             const GpuDevice& limits);

// With the results that are expected. `devices`: targets and versions ("cuda", "sm_80") that it gets texts for.
Result<KernelPackage> packageOf(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                const MeasureOptions& options, const GpuDevice& limits,
                                const std::vector<std::pair<std::string, std::string>>& devices);

}  // namespace lw
