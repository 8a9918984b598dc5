// Stable identities of loops and blocks. An id survives every rewrite that keeps the identity of its node, so handles
// in scripts, selections in views and notes in a session are ids, never pointers or positions.
#pragma once

#include <cstdint>
#include <functional>

namespace lw {

template <class Tag>
struct Id {
  uint32_t value = 0;  // 0: no node
  constexpr bool valid() const { return value != 0; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using LoopId = Id<struct LoopTag>;
using BlockId = Id<struct BlockTag>;

}  // namespace lw

template <class Tag>
struct std::hash<lw::Id<Tag>> {
  size_t operator()(lw::Id<Tag> id) const noexcept { return std::hash<uint32_t>{}(id.value); }
};
