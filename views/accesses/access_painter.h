// The picture of a recorded run at one moment: every buffer as a grid of its elements, in rows as they lie in memory,
// with the borders of cache lines, the lines that the cache holds, and what was touched last. Of a GPU's kernels: all
// that a warp touches at once, with the sectors that this moves; shared memory stands in rows of its 32 banks.
#pragma once

#include "views/accesses/access_layout.h"
#include "views/accesses/playback.h"
#include "views/theme/theme.h"

class QPainter;

namespace lw {

constexpr int kFading = 24, kFadingWarps = 5;  // accesses, and accesses by warps, after which a touch is no longer seen

void paintAccess(QPainter& painter, const AccessLayout& layout, const Playback& playback, const Theme& theme);

}  // namespace lw
