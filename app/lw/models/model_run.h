// `lw run` of a model: FILE, FILE:Class or FILE:Class.function, where that is a graph function.
#pragma once

#include <functional>
#include <optional>

#include "app/lw/command.h"
#include "backends/measure/measure.h"

namespace lw {

// The exit code; nothing: what was named is no graph function.
std::optional<int> runModel(const CommandLine& arguments, const std::function<Result<MeasureOptions>()>& options);

}  // namespace lw
