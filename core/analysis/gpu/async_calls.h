// TVM's calls for asynchronous copies, as the attributes of core/ir/async_copies.h.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

// Replaces ptx_cp_async, ptx_commit_group and ptx_wait_group: the copies before a commit in the same sequence of
// statements become stores in one group, and a wait becomes an attribute of the statements after it. Copies that no
// commit follows, and copies between buffers of other types or views, stay; they are refused by name when they run.
PrimFunc describeAsyncCopies(const PrimFunc& function);

}  // namespace lw
