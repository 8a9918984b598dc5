// Barriers of the threads of a block, and of the threads of a warp that exchange values through memory of the scope
// warp.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

inline constexpr const char* kSyncCall = "tvm_storage_sync";

bool isBarrier(const Stmt& s);
bool isWarpSync(const Stmt& s);

}  // namespace lw
