// Functions that every model may call by name, as kernels: env.linear (x @ w.T + b) over OpenBLAS, and env.relu.
#pragma once

#include "backends/runner/runner.h"
#include "passes/graph/model_program.h"

namespace lw {

class RegisteredFunctions;

// Gives a kernel to each step that calls one of them, unless the file registers a function of that name. The error of a
// name that nobody registered lists those that are. `plain`: loops in the place of OpenBLAS, for the interpreter.
Status resolveFunctions(ModelProgram& program, const RegisteredFunctions& file, int threads, bool plain);

// Whether a kernel calls OpenBLAS: the process that runs it needs runnerWithBlas().
bool callsBlas(const ModelProgram& program);
// The options, and those for the library with the kernels that fit this processor.
RunnerOptions runnerWithBlas(RunnerOptions options);

}  // namespace lw
