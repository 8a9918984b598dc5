// Kernels without a schedule for a GPU get a plain one: the outer loops whose iterations may run in any order are
// divided among blocks of threads. The steps are those of the schedule, so each is checked.
#pragma once

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

constexpr int64_t kPlainThreads = 256;  // of a block

// A kernel that binds a loop to threads stays as it is. A nest none of whose loops may be bound runs in one thread.
Result<PrimFunc> withPlainThreads(const PrimFunc& kernel);

}  // namespace lw
