// `lw lower` of a model: the model after one of the passes on graphs.
#pragma once

#include <optional>

#include "app/lw/command.h"

namespace lw {

// Nothing: the file has no such model, and a prim_func is meant. FILE:NAME is a class, a graph function,
// or the whole file if it has only one model.
std::optional<int> lowerModel(const CommandLine& arguments);

}  // namespace lw
