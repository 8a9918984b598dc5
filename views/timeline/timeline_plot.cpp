#include "views/timeline/timeline_plot.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace lw {
namespace {

using Kind = TimelineSpan::Kind;

constexpr int kNames = 62, kAxis = 18, kMargin = 8;
constexpr double kMostRow = 24;
constexpr size_t kMostCopyRows = 12;
constexpr double kLeastShown = 20;  // cycles

// 1, 2, 5, 10 ... so that about one tick is in `most` pixels.
double stepOf(double cycles, double pixels, double most) {
  const double least = cycles / std::max(1.0, pixels) * most;
  const double ten = std::pow(10, std::floor(std::log10(std::max(1.0, least))));
  for (const double times : {1.0, 2.0, 5.0})
    if (ten * times >= least) return ten * times;
  return 10 * ten;
}

}  // namespace

TimelinePlot::TimelinePlot(QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Timeline"));
}

void TimelinePlot::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void TimelinePlot::setContent(const TimelineContent& content) {
  content_ = content;
  setKernel(kernel() ? kernel_ : 0);
}

void TimelinePlot::setKernel(int kernel) {
  kernel_ = kernel;
  marked_.reset();
  placeCopies();
  showAll();
  setAccessibleDescription(this->kernel() ? summaryOf(*this->kernel()) : content_.why);
}

void TimelinePlot::setSelected(BlockId block) {
  if (block == selected_) return;
  selected_ = block;
  update();
}

const BlockTimeline* TimelinePlot::kernel() const {
  return content_.kernels && kernel_ < int(content_.kernels->size()) ? &(*content_.kernels)[size_t(kernel_)] : nullptr;
}

int TimelinePlot::warps() const { return kernel() ? int(kernel()->warps.size()) : 0; }
int TimelinePlot::rows() const { return warps() + int(copies_.size()); }

// The first copies of all warps are one, so are the second ones, and so on: together they fill a tile. Each is in the
// first row that is free when it begins; those beyond the last row are not shown.
void TimelinePlot::placeCopies() {
  copies_.clear();
  if (!kernel()) return;
  const std::vector<TimelineCopy> all = copiesOfAllWarps(*kernel());
  std::vector<double> ends;
  for (const TimelineCopy& copy : all) {
    size_t row = 0;
    while (row < ends.size() && ends[row] > copy.begin) ++row;
    if (row == kMostCopyRows) continue;
    if (row == ends.size()) ends.push_back(0), copies_.emplace_back();
    ends[row] = copy.end;
    copies_[row].push_back(copy);
  }
}

void TimelinePlot::show(double first, double last) {
  const double all = kernel() ? std::max(1.0, kernel()->cycles) : 1;
  const double length = std::clamp(last - first, std::min(all, kLeastShown), all);
  first_ = std::clamp(first, 0.0, all - length);
  last_ = first_ + length;
  update();
}

void TimelinePlot::showAll() { show(0, kernel() ? kernel()->cycles : 1); }

void TimelinePlot::zoom(double factor, double at) { show(at - (at - first_) / factor, at + (last_ - at) / factor); }

TimelineFrame TimelinePlot::frameIn(const QRectF& area) const {
  const QRectF inner = area.adjusted(kNames, kMargin / 2, -kMargin, -kAxis);
  const double between = copies_.empty() ? 0 : kTimelineBetween;
  const double height = std::min(kMostRow, (inner.height() - between) / std::max(1, rows()));
  return {inner, first_, last_, height, warps()};
}

QRectF TimelinePlot::rowOf(int row) const { return frameIn(rect()).row(row); }
QPointF TimelinePlot::placeOf(int row, double cycles) const {
  const TimelineFrame frame = frameIn(rect());
  return {frame.x(cycles), frame.row(row).center().y()};
}

QColor TimelinePlot::colorOf(Kind kind) const {
  return kind == Kind::Compute ? theme_.vectorized : kind == Kind::Copy ? theme_.buffer : theme_.hairline;
}

// A column of pixels has the colours of what happens in it, by their shares.
void TimelinePlot::paintWarp(QPainter& painter, const TimelineFrame& frame, int row) const {
  const QRectF place = frame.row(row);
  const int left = int(place.left()), width = int(place.width());
  if (width <= 0) return;
  std::vector<std::array<double, 3>> shares(size_t(width), {0, 0, 0});
  const double each = (frame.last - frame.first) / width;
  for (const TimelineSpan& span : kernel()->warps[size_t(row)].spans) {
    if (span.end <= frame.first || span.begin >= frame.last) continue;
    const double from = (span.begin - frame.first) / each, to = (span.end - frame.first) / each;
    // A stalled warp is shown as one that waits, by its share of the span.
    const double busy = span.kind == Kind::Wait ? 0 : std::min(1.0, span.busy / (span.end - span.begin));
    for (int x = std::max(0, int(from)); x < std::min(width, int(std::ceil(to))); ++x) {
      const double part = std::min<double>(to, x + 1) - std::max<double>(from, x);
      shares[size_t(x)][size_t(span.kind)] += busy * part;
      shares[size_t(x)][size_t(Kind::Wait)] += (1 - busy) * part;
    }
  }
  const auto colorAt = [&](const std::array<double, 3>& s) {
    QColor color = theme_.panel;
    double sum = 0;
    for (const Kind kind : {Kind::Wait, Kind::Compute, Kind::Copy})
      if (const double share = s[size_t(kind)]; share > 0) {
        sum += share;
        color = blend(color, colorOf(kind), std::clamp(share / std::max(sum, 1e-9), 0.0, 1.0));
      }
    return blend(theme_.panel, color, std::min(1.0, sum));
  };
  for (int x = 0; x < width;) {
    const QColor color = colorAt(shares[size_t(x)]);
    int end = x + 1;
    while (end < width && colorAt(shares[size_t(end)]) == color) ++end;
    painter.fillRect(QRectF(left + x, place.top(), end - x, place.height()), color);
    x = end;
  }
  paintNames(painter, frame, row);
}

// Names of blocks in wide spans, and the outlines of the selected block.
void TimelinePlot::paintNames(QPainter& painter, const TimelineFrame& frame, int row) const {
  const QRectF place = frame.row(row);
  painter.setFont(interfaceFont(11));
  const QFontMetricsF letters(painter.font());
  for (const TimelineSpan& span : kernel()->warps[size_t(row)].spans) {
    const double from = std::max(frame.x(span.begin), place.left()), to = std::min(frame.x(span.end), place.right());
    if (to - from < 3) continue;
    const QRectF box(from, place.top(), to - from, place.height());
    if (selected_.valid() && span.origin.block == selected_) {
      painter.setPen(theme_.selectionEdge);
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    const QString name = span.kind == Kind::Wait ? QString() : content_.blockAt(span.origin);
    if (name.isEmpty() || place.height() < letters.height() || letters.horizontalAdvance(name) + 8 > box.width())
      continue;
    const bool lit = span.busy > (span.end - span.begin) / 2;
    painter.setPen(lit ? theme_.onPrimary : theme_.text);
    painter.drawText(box, Qt::AlignCenter, name);
  }
}

void TimelinePlot::paintCopies(QPainter& painter, const TimelineFrame& frame) const {
  for (int row = 0; row < int(copies_.size()); ++row) {
    const QRectF place = frame.row(warps() + row);
    for (const TimelineCopy& copy : copies_[size_t(row)]) {
      const double from = std::max(frame.x(copy.begin), place.left()), to = std::min(frame.x(copy.end), place.right());
      if (to <= from) continue;
      const bool chosen = selected_.valid() && copy.origin.block == selected_;
      painter.setPen(chosen ? theme_.selectionEdge : theme_.data);
      painter.setBrush(blend(theme_.panel, theme_.data, 0.45));
      painter.drawRect(
          QRectF(from, place.top(), std::max(1.0, to - from), place.height()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
  }
}

void TimelinePlot::paintAxis(QPainter& painter, const TimelineFrame& frame) const {
  painter.setFont(interfaceFont(11));
  painter.setPen(theme_.dim);
  const QFontMetricsF letters(painter.font());
  const double bottom = frame.row(rows() - 1).bottom() + 3;
  const double step = stepOf(frame.last - frame.first, frame.inner.width(), 84);
  for (double tick = std::ceil(frame.first / step) * step; tick <= frame.last; tick += step) {
    const double x = frame.x(tick);
    painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 3));
    const QString text = QStringLiteral("%L1").arg(tick, 0, 'f', 0);
    const double width = letters.horizontalAdvance(text);
    const double left = std::clamp(x - width / 2, frame.inner.left(), frame.inner.right() - width);
    painter.drawText(QPointF(left, bottom + 4 + letters.ascent()), text);
  }
  painter.drawText(QRectF(0, bottom + 2, kNames - 6, letters.height()), Qt::AlignRight, tr("cycles"));
  // One name for as many rows as it needs.
  const int every = std::max(1, int(std::ceil(letters.height() / frame.height)));
  for (int row = 0; row < warps(); row += every)
    painter.drawText(
        QRectF(0, frame.row(row).top(), kNames - 6, std::max(frame.height - kTimelineGap, letters.height())),
        Qt::AlignRight | Qt::AlignVCenter, tr("warp %1").arg(row));
  if (!copies_.empty()) {
    const QRectF all = frame.row(warps()).united(frame.row(rows() - 1));
    const double height = std::max(all.height(), letters.height());
    painter.drawText(QRectF(0, all.center().y() - height / 2, kNames - 6, height), Qt::AlignRight | Qt::AlignVCenter,
                     tr("in flight"));
  }
}

std::pair<double, double> TimelinePlot::timesOf(const Mark& mark) const {
  if (mark.row < warps()) {
    const TimelineSpan& span = kernel()->warps[size_t(mark.row)].spans[size_t(mark.number)];
    return {span.begin, span.end};
  }
  const TimelineCopy& copy = copies_[size_t(mark.row - warps())][size_t(mark.number)];
  return {copy.begin, copy.end};
}

Origin TimelinePlot::originOf(const Mark& mark) const {
  if (mark.row < warps()) return kernel()->warps[size_t(mark.row)].spans[size_t(mark.number)].origin;
  return copies_[size_t(mark.row - warps())][size_t(mark.number)].origin;
}

void TimelinePlot::paintMark(QPainter& painter, const TimelineFrame& frame) const {
  if (!marked_) return;
  const auto [begin, end] = timesOf(*marked_);
  const QRectF place = frame.row(marked_->row);
  const double from = std::max(frame.x(begin), place.left()), to = std::min(frame.x(end), place.right());
  if (to < from) return;
  painter.setPen(QPen(theme_.text, 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(from, place.top(), std::max(2.0, to - from), place.height()).adjusted(-0.5, -0.5, 0.5, 0.5));
}

void TimelinePlot::paint(QPainter& painter, const QRectF& area) const {
  painter.fillRect(area, theme_.panel);
  if (!kernel()) {
    painter.setPen(theme_.dim);
    painter.setFont(interfaceFont(13));
    painter.drawText(area.adjusted(24, 8, -24, -8), Qt::AlignCenter | Qt::TextWordWrap, content_.why);
    return;
  }
  const TimelineFrame frame = frameIn(area);
  for (int row = 0; row < warps(); ++row) paintWarp(painter, frame, row);
  paintCopies(painter, frame);
  paintAxis(painter, frame);
  paintMark(painter, frame);
}

void TimelinePlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paint(painter, rect());
  if (!hasFocus()) return;
  painter.setPen(theme_.focus);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

}  // namespace lw
