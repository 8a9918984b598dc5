#include "views/tune/size_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/models/text/number_text.h"

namespace lw {
namespace {

constexpr int kRowHeight = 54, kBarMost = 34, kNames = 176, kRight = 22, kAxis = 40, kSide = 14;  // pixels
constexpr qreal kWidestBar = 22, kThinnestBar = 3;

QFont sizeFont() { return interfaceFont(11); }

// Between two integers, where a schedule ends.
double after(int64_t most) { return std::sqrt(double(most) * double(most + 1)); }

}  // namespace

SizeChart::SizeChart(QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Which schedule wins at which size"));
}

void SizeChart::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void SizeChart::setDiagram(SizeDiagram diagram) {
  if (diagram == diagram_) return;
  diagram_ = std::move(diagram);
  row_ = value_ = -1;
  hovered_ = {};
  QStringList all;
  for (size_t s = 0; s < diagram_.schedules.size(); ++s)
    all << tr("Schedule found at %1 = %2: %3").arg(diagram_.size).arg(diagram_.schedules[s].foundAt).arg(rangesOf(s));
  setAccessibleDescription(all.join(QStringLiteral("; ")));
  updateGeometry();
  update();
}

QSize SizeChart::sizeHint() const { return {560, int(diagram_.schedules.size()) * kRowHeight + kAxis}; }
QSize SizeChart::minimumSizeHint() const { return {kNames + 160, sizeHint().height()}; }

// ---- places ----

qreal SizeChart::xOf(double size) const {
  const double least = double(diagram_.values.front()), most = double(diagram_.values.back());
  const qreal margin = kWidestBar / 2 + 2, room = width() - kNames - kRight - 2 * margin;
  if (most <= least) return kNames + margin + room / 2;
  return kNames + margin + room * std::log(size / least) / std::log(most / least);
}

qreal SizeChart::barWidth() const {
  qreal least = kWidestBar / 0.6;
  for (size_t v = 1; v < diagram_.values.size(); ++v)
    least = std::min(least, xOf(double(diagram_.values[v])) - xOf(double(diagram_.values[v - 1])));
  return std::max(kThinnestBar, 0.6 * least);
}

QRect SizeChart::rowOf(size_t schedule) const { return {0, kAxis + int(schedule) * kRowHeight, width(), kRowHeight}; }

QRectF SizeChart::barOf(size_t schedule, size_t value) const {
  const double ms = diagram_.schedules[schedule].times[value].ms, fastest = diagram_.fastestAt(value);
  if (ms <= 0) return {};
  const qreal high = std::max(2.0, kBarMost * fastest / ms), wide = barWidth();
  const qreal bottom = rowOf(schedule).bottom() - 5;
  return {xOf(double(diagram_.values[value])) - wide / 2, bottom - high, wide, high};
}

QRectF SizeChart::bandOf(const SizeDiagram::Range& range) const {
  qreal left = kNames;
  for (const SizeDiagram::Range& r : diagram_.ranges) {
    const qreal right =
        r.most ? std::clamp(xOf(after(*r.most)), qreal(kNames), qreal(width() - kRight)) : qreal(width() - kRight);
    if (r == range) return {left, qreal(rowOf(r.schedule).top()), right - left, qreal(kRowHeight)};
    left = right;
  }
  return {};
}

SizeChart::Cell SizeChart::cellAt(const QPoint& at) const {
  Cell cell;
  const int row = (at.y() - kAxis) / kRowHeight;
  if (at.y() < kAxis || row >= int(diagram_.schedules.size())) return cell;
  cell.row = row;
  if (at.x() < kNames) return cell;
  qreal nearest = 1e9;
  for (size_t v = 0; v < diagram_.values.size(); ++v)
    if (const qreal away = std::abs(xOf(double(diagram_.values[v])) - at.x()); away < nearest)
      nearest = away, cell.value = int(v);
  return cell;
}

// ---- words ----

QString SizeChart::sentenceOf(size_t schedule, size_t value) const {
  const SizeTime& t = diagram_.schedules[schedule].times[value];
  const QString at = QStringLiteral("%1 = %2").arg(diagram_.size).arg(diagram_.values[value]);
  if (t.ms <= 0) return tr("%1: failed or gave a wrong result").arg(at);
  const double ratio = t.ms / diagram_.fastestAt(value);
  return tr("%1: %2 (%3 to %4), %5× the time of the fastest")
      .arg(at, timeOf(t.ms), timeOf(t.lowMs), timeOf(t.highMs), QString::number(ratio, 'f', 2));
}

QString SizeChart::rangesOf(size_t schedule) const {
  QStringList parts;
  std::optional<int64_t> before;
  for (const SizeDiagram::Range& range : diagram_.ranges) {
    if (range.schedule == schedule) {
      if (!before && !range.most)
        parts << tr("all sizes");
      else if (!before)
        parts << tr("%1 ≤ %2").arg(diagram_.size).arg(*range.most);
      else if (!range.most)
        parts << tr("%1 > %2").arg(diagram_.size).arg(*before);
      else
        parts << tr("%1 < %2 ≤ %3").arg(*before).arg(diagram_.size).arg(*range.most);
    }
    before = range.most;
  }
  return parts.isEmpty() ? tr("not chosen") : tr("runs for %1").arg(parts.join(QStringLiteral(", ")));
}

QString SizeChart::hintOf(const Cell& cell) const {
  if (cell.row < 0) return {};
  if (cell.value >= 0) return sentenceOf(size_t(cell.row), size_t(cell.value));
  const SizeSchedule& s = diagram_.schedules[size_t(cell.row)];
  return tr("Found at %1 = %2, %3: %4").arg(diagram_.size).arg(s.foundAt).arg(rangesOf(size_t(cell.row)), s.decisions);
}

// ---- painting ----

void SizeChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (diagram_.schedules.empty()) return;
  for (const SizeDiagram::Range& range : diagram_.ranges)
    painter.fillRect(bandOf(range), blend(theme_.panel, theme_.vectorized, theme_.dark ? 0.16 : 0.13));
  for (size_t s = 0; s < diagram_.schedules.size(); ++s) paintRow(painter, s);
  paintAxis(painter);
}

void SizeChart::paintRow(QPainter& painter, size_t schedule) const {
  const QRect row = rowOf(schedule);
  painter.fillRect(QRect(row.left(), row.bottom(), row.width(), 1), theme_.hairline);
  if (hovered_.row == int(schedule) || (row_ == int(schedule) && hasFocus())) {
    QColor lit = theme_.text;
    lit.setAlphaF(0.05F);
    painter.fillRect(row, lit);
  }
  const bool runs = std::any_of(diagram_.ranges.begin(), diagram_.ranges.end(),
                                [&](const SizeDiagram::Range& r) { return r.schedule == schedule; });
  const SizeSchedule& s = diagram_.schedules[schedule];
  const auto write = [&](int top, const QFont& font, const QColor& ink, const QString& text) {
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(QRect(kSide, row.top() + top, kNames - kSide - 8, 18), int(Qt::AlignLeft | Qt::AlignVCenter),
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, kNames - kSide - 8));
  };
  write(9, interfaceFont(13, QFont::Medium), runs ? theme_.text : theme_.dim,
        tr("found at %1 = %2").arg(diagram_.size).arg(s.foundAt));
  write(27, sizeFont(), runs ? theme_.vectorized : theme_.dim, rangesOf(schedule));
  for (size_t v = 0; v < diagram_.values.size(); ++v) paintBar(painter, schedule, v);
  if (hasFocus() && row_ == int(schedule)) {
    painter.setPen(QPen(theme_.focus, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(row).adjusted(1, 1, -1, -2), 4, 4);
  }
}

// The height is the speed beside the fastest schedule at this size. A failure is a cross.
void SizeChart::paintBar(QPainter& painter, size_t schedule, size_t value) const {
  const SizeTime& t = diagram_.schedules[schedule].times[value];
  const qreal x = xOf(double(diagram_.values[value])), bottom = rowOf(schedule).bottom() - 5;
  const bool lit =
      (hovered_ == Cell{int(schedule), int(value)}) || (hasFocus() && row_ == int(schedule) && value_ == int(value));
  if (t.ms <= 0) {
    painter.setPen(QPen(theme_.reduce, 1.8));
    for (const qreal side : {-1.0, 1.0})
      painter.drawLine(QPointF(x - 3.5, bottom - 6 - 3.5 * side), QPointF(x + 3.5, bottom - 6 + 3.5 * side));
    return;
  }
  const QColor ink = runsAt(schedule, value) ? theme_.vectorized : blend(theme_.panel, theme_.dim, 0.55);
  painter.setPen(lit ? QPen(theme_.focus, 1.5) : Qt::NoPen);
  painter.setBrush(ink);
  painter.drawRoundedRect(barOf(schedule, value), 1.5, 1.5);
  if (t.highMs <= t.lowMs) return;
  const double fastest = diagram_.fastestAt(value);
  const auto y = [&](double ms) { return bottom - std::min(kBarMost * fastest / ms, kBarMost + 8.0); };
  painter.setPen(QPen(theme_.text, 1.2));
  painter.drawLine(QPointF(x, y(t.highMs)), QPointF(x, y(t.lowMs)));
  for (const double end : {t.lowMs, t.highMs}) painter.drawLine(QPointF(x - 2.5, y(end)), QPointF(x + 2.5, y(end)));
}

// Sizes, and below them the time of the fastest schedule. Labels do not overlap.
void SizeChart::paintAxis(QPainter& painter) const {
  constexpr int top = 0;
  const QFontMetricsF size(sizeFont());
  painter.fillRect(QRect(0, kAxis - 1, width(), 1), theme_.hairline);
  painter.setFont(sizeFont());
  painter.setPen(theme_.dim);
  painter.drawText(QRectF(kSide, top + 3, kNames - kSide - 8, size.height()), int(Qt::AlignLeft), diagram_.size);
  painter.drawText(QRectF(kSide, top + 5 + size.height(), kNames - kSide - 8, size.height()), int(Qt::AlignLeft),
                   tr("fastest"));
  qreal right = -1e9;
  for (size_t v = 0; v < diagram_.values.size(); ++v) {
    const QString value = QString::number(diagram_.values[v]), time = timeOf(diagram_.fastestAt(v));
    const qreal x = xOf(double(diagram_.values[v]));
    const qreal wide = std::max(size.horizontalAdvance(value), size.horizontalAdvance(time)) + 2;
    if (x - wide / 2 < right + 6) continue;
    right = x + wide / 2;
    painter.setPen(theme_.text);
    painter.drawText(QRectF(x - wide / 2, top + 3, wide, size.height()), int(Qt::AlignHCenter), value);
    painter.setPen(theme_.dim);
    if (diagram_.fastestAt(v) > 0)
      painter.drawText(QRectF(x - wide / 2, top + 5 + size.height(), wide, size.height()), int(Qt::AlignHCenter), time);
  }
}

// ---- pointer and keys ----

void SizeChart::mouseMoveEvent(QMouseEvent* event) {
  const Cell cell = cellAt(event->position().toPoint());
  if (cell == hovered_) return;
  hovered_ = cell;
  setCursor(cell.row >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  Q_EMIT hintChanged(hintOf(cell));
  update();
}

void SizeChart::leaveEvent(QEvent*) {
  hovered_ = {};
  Q_EMIT hintChanged({});
  update();
}

void SizeChart::mousePressEvent(QMouseEvent* event) {
  const Cell cell = cellAt(event->position().toPoint());
  if (event->button() != Qt::LeftButton || cell.row < 0) return;
  row_ = cell.row, value_ = std::max(cell.value, 0);
  update();
  Q_EMIT chosen(cell.row);
}

void SizeChart::moveTo(int row, int value) {
  if (diagram_.schedules.empty()) return;
  row_ = std::clamp(row, 0, int(diagram_.schedules.size()) - 1);
  value_ = std::clamp(value, 0, int(diagram_.values.size()) - 1);
  update();
  Q_EMIT rowShown(rowOf(size_t(row_)));
  Q_EMIT hintChanged(hintOf({row_, value_}));
}

void SizeChart::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (row_ < 0) moveTo(0, 0);
}

void SizeChart::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Up:
      return moveTo(row_ - 1, value_);
    case Qt::Key_Down:
      return moveTo(row_ + 1, value_);
    case Qt::Key_Left:
      return moveTo(row_, value_ - 1);
    case Qt::Key_Right:
      return moveTo(row_, value_ + 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (row_ >= 0) Q_EMIT chosen(row_);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

bool SizeChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), hintOf(cellAt(help->pos())), this);
  return true;
}

}  // namespace lw
