// What a product of matrices could come to. If packing, its result and the caches behind the first one cost nothing: a
// tile of 12 rows and two vectors that stays in registers while its panels are read from the first-level cache. If
// loads cost nothing either: multiply-adds in registers alone. Built by hand, from vectors of GCC.
#pragma once

#include <cstdint>

namespace lw::bench {

inline constexpr int64_t kTileRows = 12, kTileDepth = 128;
// Operations of one call of either, of which a multiply-add counts as two.
inline constexpr double kTileWork32 = 2.0 * kTileRows * kTileDepth * 32, kTileWork64 = kTileWork32 / 2;
bool hasTile();  // vectors of 64 bytes
// Each thread that calls has panels of its own.
void tileInCache32(int64_t calls);
void tileInCache64(int64_t calls);
void inRegisters32(int64_t calls);
void inRegisters64(int64_t calls);

}  // namespace lw::bench
