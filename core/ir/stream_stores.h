// Stores that go past the caches. In schedules: a note "pragma_stream_stores" on a block or loop; in lowered functions
// T.attr(0, "pragma_stream_stores", 1) around its body, as for any note whose name starts so. A hint: only the cpu
// backend follows it.
#pragma once

#include <string_view>

namespace lw {

inline constexpr std::string_view kStreamStores = "pragma_stream_stores";

}  // namespace lw
