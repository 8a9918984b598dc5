// A model for other programs: its buffers placed, its kernels lowered, its constants packed (backends/cpu/
// model_function.h).
#pragma once

#include "backends/cpu/model_function.h"
#include "passes/graph/model_program.h"

namespace lw {

struct ExportedModel {
  std::string name;              // of the function in C; made a name if it is none
  bool parametersApart = false;  // constants are not part of the code
  bool writtenOut = false;       // for C
};

// Needs: all steps are kernels that need no library, after resolveFunctions. Symbolic sizes are arguments of the
// function; the workspace is for sizes up to their bounds. Errors: a size without a value or bound, a registered
// function of the file.
Result<ModelFunction> modelFunctionOf(const ModelProgram& program, const ExportedModel& wanted);

}  // namespace lw
