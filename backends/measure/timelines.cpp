#include "backends/measure/timelines.h"

#include "backends/measure/emulated.h"
#include "backends/measure/measure_parts.h"
#include "backends/measure/memory_needs.h"

namespace lw {

Result<std::vector<BlockTimeline>> timelinesOf(const SourceFile& file, const PrimFunc& original,
                                               const PrimFunc& scheduled, const MeasureOptions& options) {
  const Result<EmulatedProgram> program = lowerForEmulator(scheduled, options.device);
  if (!program) return program.error();
  const GpuProgram& lowered = program->lowered;
  const GpuDevice& device = *program->device;
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options);
  if (!arguments) return std::move(arguments).error();
  const Result<GpuPlan> plan = planLaunches(lowered, launchValues(lowered.lowered, *arguments), device);
  if (!plan) return plan.error();
  if (Status s = requireMemory(plannedNeeds(*plan, scheduled), options.memory); !s) return s.error();
  return blockTimelines(lowered, scheduled, *arguments, device, options.cancelled);
}

}  // namespace lw
