// Schedules of the kernels of a model that `lw run` runs: --schedule NAME=FILE, --tuned, and those of the cost model.
#pragma once

#include <map>

#include "app/lw/command.h"
#include "backends/measure/measure.h"
#include "core/graph/model.h"

namespace lw {

// What was applied to which kernel, for the report: "fast.py", "record 17, 0.41 ms".
using AppliedSchedules = std::map<std::string, std::string>;

// Puts the scheduled form of kernels in their places. `module`: the class of the file that has them. Called before the
// passes on the graph, which then leave these kernels as they are, and with `made` once more after them, for kernels
// that they made. An error was printed if there is an exit code.
std::optional<int> scheduleKernels(const CommandLine& arguments, const SourceFile& file, const std::string& module,
                                   bool made, graph::Model& model, AppliedSchedules& applied);

// Schedules for the kernels that have none, from the cost model (backends/tune/model_drafts.h). With --as-written,
// none.
void draftKernels(const CommandLine& arguments, const SourceFile& file, const MeasureOptions& measure,
                  graph::Model& model, AppliedSchedules& applied);

}  // namespace lw
