// The names of sizes and inputs that options give values to.
#pragma once

#include "app/lw/command.h"
#include "core/graph/graph.h"
#include "core/ir/input_names.h"

namespace lw {

InputNames inputNames(const graph::Function& model);

// Refuses names of --bind (also upper bounds) and --input that are not among `known`. An exit code: an error was
// printed.
std::optional<int> refuseUnknownNames(const CommandLine& arguments, const InputNames& known);

}  // namespace lw
