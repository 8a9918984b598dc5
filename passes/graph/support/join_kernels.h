// Two kernels of a model as one kernel, in which the result of the first stays inside.
#pragma once

#include <vector>

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

// Where a buffer parameter of the second kernel comes from.
struct JoinedInput {
  int result = -1;  // the buffer parameter of the first kernel that it is; -1: an input of its own
};

// Runs `first`, then `second`. Parameters of the joined kernel: those of `first` that are not in `inside`, then those
// of `second` that have no source. Parameters of `first` in `inside` are allocated in the root block. Symbolic sizes of
// `second` become those of `first` where the shapes say so. Blocks whose names `first` has get new names; the blocks of
// `first` keep their ids. Errors: a kernel without blocks or with scalar parameters, a buffer with strides or an
// offset, shapes that cannot be the same.
Result<PrimFunc> joinKernels(const PrimFunc& first, const PrimFunc& second, const std::vector<JoinedInput>& sources,
                             const std::vector<int>& inside, std::string name);

}  // namespace lw
