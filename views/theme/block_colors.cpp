#include "views/theme/block_colors.h"

namespace lw {

// All colours have the same lightness, so that letters in the panel's colour are readable on them; none is the
// selection's blue.
QColor blockColor(const Theme& theme, int number) {
  constexpr int kHues[kBlockColors] = {32, 152, 286, 340, 184, 72};
  return QColor::fromHsl(kHues[number % kBlockColors], theme.dark ? 130 : 150, theme.dark ? 168 : 88);
}

}  // namespace lw
