// The colours of blocks, by the numbers of their signs.
#pragma once

#include "app/models/program/block_signs.h"
#include "views/theme/theme.h"

namespace lw {

inline constexpr int kBlockColors = 6;  // further blocks reuse the colours

QColor blockColor(const Theme& theme, int number);

}  // namespace lw
