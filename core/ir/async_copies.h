// Attributes for copies that a target may carry out while the thread goes on.
//
// The stores to shared memory under `async_scope` form one group, which may be empty. Under `async_wait` with the value
// n, all groups that this thread has started are complete, except the latest n. Other threads see the copied data after
// a barrier that follows the wait. The value of async_scope has no meaning.
#pragma once

#include <string_view>

namespace lw {

inline constexpr std::string_view kAsyncScope = "async_scope", kAsyncWait = "async_wait";

}  // namespace lw
