// The positions of the parts of a timeline in an area. Private to views/timeline.
#pragma once

#include <QRectF>

namespace lw {

inline constexpr double kTimelineGap = 2, kTimelineBetween = 8;  // of rows; between those of warps and of copies

struct TimelineFrame {
  QRectF inner;  // without names and axis
  double first, last, height;
  int warps;
  double x(double cycles) const { return inner.left() + inner.width() * (cycles - first) / (last - first); }
  double time(double x) const { return first + (x - inner.left()) / inner.width() * (last - first); }
  QRectF row(int number) const {
    const double top = inner.top() + number * height + (number >= warps ? kTimelineBetween : 0);
    return {inner.left(), top, inner.width(), height - kTimelineGap};
  }
};

}  // namespace lw
