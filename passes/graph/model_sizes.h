// The symbolic sizes of a model: those of its inputs, and those that it computes while it runs.
#pragma once

#include "passes/graph/model_program.h"

namespace lw {

// Sizes by name: those of the inputs, then those that are computed.
std::vector<Var> allSizes(const ModelProgram& program);
// Do all variables of the size have values when the model runs?
bool determinedBy(const ModelProgram& program, const Expr& size);
// Does it depend on a size that is computed?
bool isCounted(const ModelProgram& program, const Expr& size);
bool isCounted(const ModelProgram& program, const graph::Sizes& sizes);
// The number of steps that are done when the size is known.
int knownFrom(const ModelProgram& program, const ModelCount& count);

// Adds bounds of sizes by name. An error: the program has no such size, or the bound is below 1.
Status boundSizes(ModelProgram& program, const std::map<std::string, int64_t>& bounds);

}  // namespace lw
