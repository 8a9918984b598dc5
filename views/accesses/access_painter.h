// Paints a recorded run at one moment: every buffer as a grid of its elements, in rows in memory order, with the
// borders of cache lines, the lines in the cache, and the last accesses. For GPU kernels, paints all simultaneous
// accesses of a warp and the sectors that they transfer; shared memory is shown in rows of its 32 banks.
#pragma once

#include "app/models/runs/playback.h"
#include "views/accesses/access_layout.h"
#include "views/theme/theme.h"

class QPainter;

namespace lw {

// The number of later accesses, or accesses by warps, after which a mark has faded out.
constexpr int kFading = 24, kFadingWarps = 5;

void paintAccess(QPainter& painter, const AccessLayout& layout, const Playback& playback, const Theme& theme);

}  // namespace lw
