// Decides whether each statement of a loop's body may run for all lanes before the next statement runs.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

// True if no two different lanes of the loop access the same element where one of the accesses is a store. Ignores
// buffers that are allocated in the body. Needs flat buffers.
bool lanesKeepApart(const For& loop, int lanes);

}  // namespace lw
