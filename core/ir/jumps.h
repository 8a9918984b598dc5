// Statements that leave the loop around them.
#pragma once

#include <string_view>

#include "core/ir/stmt.h"

namespace lw {

inline constexpr std::string_view kBreakLoop = "break_loop", kContinueLoop = "continue_loop";

// The call of the first `break` or `continue` in the statement that concerns a loop around the statement; nullptr:
// there is none. Loops inside of the statement have their own.
const Call* jumps(const Stmt& s);

// The loop in the function that a jump concerns: its variable, or "while". Empty: no statement jumps.
std::string loopWithJump(const PrimFunc& f);

}  // namespace lw
