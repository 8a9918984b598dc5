// A stack for programs of thousands of nested statements: passes go down by recursion, and a system's own stack ends
// after a few thousand allocations inside each other.
#pragma once

#include <functional>

namespace lw {

// Calls the function in a thread with a large stack, of which only what is used takes memory, and returns what it does.
int withDeepStack(const std::function<int()>& function);

}  // namespace lw
