// Copies that a target may let run while the thread goes on: names of attributes.
//
// The stores under `async_scope` are one group, even where they are none. Under `async_wait` with the value n, all
// groups that this thread has begun are complete but the latest n. Other threads see what was copied after a barrier
// that follows the wait. The value of async_scope has no meaning.
#pragma once

#include <string_view>

namespace lw {

inline constexpr std::string_view kAsyncScope = "async_scope", kAsyncWait = "async_wait";

}  // namespace lw
