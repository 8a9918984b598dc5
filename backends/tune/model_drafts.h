// Schedules from the cost model for the kernels of a model that have none.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "backends/measure/measure.h"
#include "core/graph/model.h"
#include "core/text/tir/parser.h"

namespace lw::tune {

// Schedules the kernels of the model that are not marked as scheduled (passes/graph/fuse_ops.h) and for which `leaves`
// is not true, as draftSchedules() does. Returns the expected milliseconds of those that it scheduled, by name. What
// was not reached before measure.cancelled said so stays as it is.
std::map<std::string, double> draftKernels(const SourceFile& file, const MeasureOptions& measure, graph::Model& model,
                                           const std::function<bool(const std::string&)>& leaves = {});

}  // namespace lw::tune
