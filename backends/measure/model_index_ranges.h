// The values that inputs of a model may have where its kernels use them as indices: words of an embedding, pages of a
// cache.
#pragma once

#include <map>
#include <string>

#include "passes/graph/model_program.h"

namespace lw {

// By the name of the input; those that `given` has ranges for are left out. Kernels are asked from the last to the
// first; one that copies or casts its input passes on what its result may be.
std::map<std::string, ValueRange> modelIndexRanges(const ModelProgram& program, const LaunchValues& sizes,
                                                   const std::map<std::string, ValueRange>& given);

}  // namespace lw
