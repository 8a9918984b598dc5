// The height that a layout needs at a width. QLayout::totalHeightForWidth() is -1 while no part that is shown wraps.
#pragma once

#include <QLayout>

namespace lw {

inline int heightAt(const QLayout& layout, int width) {
  return layout.hasHeightForWidth() ? layout.totalHeightForWidth(width) : layout.totalSizeHint().height();
}

}  // namespace lw
