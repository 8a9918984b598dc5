// Weights that kernels want in another layout (passes/support/pack_once.h) are packed once, before the calls of a
// model, where they are constants of it: literal ones or bound parameters. A weight that a call passes is packed in
// each call.
#pragma once

#include "passes/graph/model_program.h"

namespace lw {

// Kernels with such weights are replaced by those that take them packed; ModelProgram::once fills the packed buffers.
// Kernels whose weights are not all constants stay as they are.
Result<ModelProgram> withPackedConstants(const ModelProgram& program);
void dropUnusedKernels(ModelProgram& program);  // those that no step calls

}  // namespace lw
