// Non-temporal stores, which bypass the caches. In a schedule they are requested by the annotation
// "pragma_stream_stores" on a block or loop, in lowered functions by T.attr(0, "pragma_stream_stores", 1) around its
// body, as for every `pragma_` annotation. They are a hint that only the cpu backend follows.
#pragma once

#include <string_view>

namespace lw {

inline constexpr std::string_view kStreamStores = "pragma_stream_stores";

}  // namespace lw
