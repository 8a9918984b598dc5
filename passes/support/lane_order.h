// May the statements of a loop's body each be run for all lanes, one statement after the other?
#pragma once

#include "core/ir/stmt.h"

namespace lw {

// True where no two accesses of one memory, one of them a store, by different lanes of the loop can meet. Accesses to
// the memory of buffers allocated in the body are not looked at. Needs flat buffers.
bool lanesKeepApart(const For& loop, int lanes);

}  // namespace lw
