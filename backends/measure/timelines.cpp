#include "backends/measure/timelines.h"

#include "backends/measure/emulated.h"
#include "backends/measure/measure_parts.h"
#include "backends/measure/memory_needs.h"
#include "passes/pipeline.h"

namespace lw {

Result<std::vector<BlockTimeline>> timelinesOf(const SourceFile& file, const PrimFunc& original,
                                               const PrimFunc& scheduled, const MeasureOptions& options) {
  Result<const GpuDevice*> device = emulatedDevice(options.device);
  if (!device) return std::move(device).error();
  Result<GpuProgram> program = lowerForGpu(scheduled, **device);
  if (!program) return std::move(program).error();
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options);
  if (!arguments) return std::move(arguments).error();
  const Result<GpuPlan> plan = planLaunches(*program, launchValues(program->lowered, *arguments), **device);
  if (!plan) return plan.error();
  if (Status s = requireMemory(plannedNeeds(*plan, scheduled), options.memory); !s) return s.error();
  return blockTimelines(*program, scheduled, *arguments, **device, options.cancelled);
}

}  // namespace lw
