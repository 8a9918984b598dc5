// A scheduled function made ready for a device: its kernels' text, its plan of launches, its arguments.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "backends/measure/measure.h"
#include "backends/package/package.h"
#include "backends/targets/descriptor.h"

namespace lw {

// A device as lw-runner describes it (gpuDevicesJson), chosen by the options' target and number.
Result<nlohmann::json> chooseDevice(const std::string& list, const MeasureOptions& options);
GpuDevice limitsOf(const nlohmann::json& device);

struct GpuReady {
  GpuProgram program;
  GpuPlan plan;
  std::string planJson;  // {"memories", "steps"}, as GpuJob::load() takes it
};
// A launch as a step of GpuJob::load(): its kernel has this name, and `memories` are those of its buffers.
nlohmann::json stepJson(const GpuLaunch& launch, const std::string& kernel, const std::vector<int>& memories);
Result<GpuReady> readyForGpu(const PrimFunc& scheduled, const std::vector<Argument>& arguments,
                             const GpuDevice& limits);

// A text that a package has: for devices of a version ("sm_80").
struct PackagedText {
  const TargetDescriptor* target;
  std::string version;
};
// With the results that are expected.
Result<KernelPackage> packageOf(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                const MeasureOptions& options, const GpuDevice& limits,
                                const std::vector<PackagedText>& texts, bool threadsMayWait);

// With inputs and expected results that are known already: `arrays` are those of packageArrays().
Result<KernelPackage> packageOf(const PrimFunc& original, const PrimFunc& scheduled,
                                const std::vector<Argument>& arguments, std::vector<PackageArray> arrays,
                                const GpuDevice& limits, const std::vector<PackagedText>& texts);
// Leaves out values that can be generated again, and most of the results of large arrays.
void lighten(PackageArray& a, const SourceFile& file, const PrimFunc& function, const MeasureOptions& options);

}  // namespace lw
