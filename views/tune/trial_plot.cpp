#include "views/tune/trial_plot.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "app/models/runs/roofline_model.h"
#include "app/models/text/number_text.h"

namespace lw {
namespace {

constexpr qreal kDotSize = 3.6, kNearDot = 12;
constexpr qreal kFailedStrip = 18;  // above the plot: candidates without a time
constexpr double kSlowest = 30;     // times the best: slower ones are at the upper border

// 0, 20, 40 ...: about `count` round numbers.
std::vector<double> linearTicks(double to, int count) {
  const double raw = to / std::max(count, 1), power = std::pow(10.0, std::floor(std::log10(std::max(raw, 1e-9))));
  double step = power * 10;
  for (const double factor : {1.0, 2.0, 5.0})
    if (power * factor >= raw) {
      step = power * factor;
      break;
    }
  std::vector<double> ticks;
  for (double tick = 0; tick <= to * 1.0001; tick += step) ticks.push_back(tick);
  return ticks;
}

// "5 ms", "0.2 ms": without the zeros that times in a table have.
QString tickText(double ms) {
  const auto number = [](double v) { return QString::number(v, 'g', 3); };
  if (ms >= 1000) return QObject::tr("%1 s").arg(number(ms / 1000));
  if (ms >= 0.1) return QObject::tr("%1 ms").arg(number(ms));
  return QObject::tr("%1 µs").arg(number(ms * 1000));
}

}  // namespace

struct TrialPlot::Frame {
  QRectF inner, strip;  // the strip contains candidates without a time
  double left = 0, right = 1, bottom = 1, top = 10;
  bool logarithmic = false;  // the horizontal axis
  qreal x(double v) const {
    const double share =
        logarithmic ? std::log(std::max(v, left) / left) / std::log(right / left) : (v - left) / (right - left);
    return inner.left() + inner.width() * std::clamp(share, 0.0, 1.0);
  }
  qreal y(double v) const {
    const double share = std::log(std::max(v, bottom) / bottom) / std::log(top / bottom);
    return inner.bottom() - inner.height() * std::clamp(share, 0.0, 1.0);
  }
};

TrialPlot::TrialPlot(Across across, QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")), across_(across) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
}

void TrialPlot::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void TrialPlot::setContent(CandidateContent content) {
  content_ = std::move(content);
  expects_ = expectationsDiffer(content_.rows) && expectationsHold(content_.rows);
  hovered_ = -1;
  if (marked_ >= int(content_.rows.size())) marked_ = -1;
  describe();
  update();
}

void TrialPlot::setAcross(Across across) {
  across_ = across;
  hover(-1);
  update();
}

void TrialPlot::setMarked(int row) {
  marked_ = row < int(content_.rows.size()) ? row : -1;
  describe();
  update();
}

void TrialPlot::setEmptyWords(const QString& words) {
  emptyWords_ = words;
  update();
}

void TrialPlot::describe() {
  const auto best =
      std::find_if(content_.rows.begin(), content_.rows.end(), [](const CandidateRow& r) { return r.best; });
  QString words = tr("%1 candidates").arg(content_.rows.size());
  if (best != content_.rows.end()) words += tr("; best: %1").arg(timeOf(best->ms));
  if (marked_ >= 0) words += QStringLiteral("; ") + nameOf(content_.rows[size_t(marked_)], marked_ + 1);
  setAccessibleDescription(words);
}

bool TrialPlot::shows(int row) const {
  const CandidateRow& r = content_.rows[size_t(row)];
  return across_ != Across::Expected || (expects_ && r.expectedMs > 0 && r.ms > 0);
}

double TrialPlot::acrossOf(int row) const {
  const CandidateRow& r = content_.rows[size_t(row)];
  return across_ == Across::Trials ? row + 1 : across_ == Across::Seconds ? r.seconds : r.expectedMs;
}

TrialPlot::Frame TrialPlot::frame() const {
  Frame frame;
  frame.logarithmic = across_ == Across::Expected;
  double least = 1e300, most = 0, right = 0, leastAcross = 1e300;
  for (int i = 0; i < int(content_.rows.size()); ++i) {
    if (!shows(i)) continue;
    const CandidateRow& r = content_.rows[size_t(i)];
    right = std::max(right, acrossOf(i));
    leastAcross = std::min(leastAcross, acrossOf(i));
    if (r.ms <= 0) continue;
    least = std::min(least, r.ms);
    most = std::max(most, r.ms);
  }
  if (content_.referenceMs > 0 && across_ != Across::Expected) {
    least = std::min(least, content_.referenceMs);
    most = std::max(most, content_.referenceMs);
  }
  if (most <= 0) least = 1, most = 10;
  frame.bottom = least / 1.2;
  frame.top = std::clamp(most * 1.2, frame.bottom * 2, frame.bottom * 1.2 * kSlowest);
  if (frame.logarithmic) {
    frame.left = right > 0 ? leastAcross / 1.2 : 1;
    frame.right = right > 0 ? std::max(right * 1.2, frame.left * 2) : 10;
  } else {
    frame.right = std::max(right * 1.02, across_ == Across::Trials ? 8.0 : 1.0);
  }
  const qreal strip = across_ == Across::Expected ? 6 : kFailedStrip + 6;
  frame.inner = QRectF(rect()).adjusted(72, strip + 14, -12, -34);
  frame.strip = QRectF(frame.inner.left(), frame.inner.top() - kFailedStrip - 2, frame.inner.width(), kFailedStrip);
  return frame;
}

QPointF TrialPlot::placeOf(int row) const {
  const Frame f = frame();
  const CandidateRow& r = content_.rows[size_t(row)];
  return {f.x(acrossOf(row)), r.ms > 0 ? f.y(r.ms) : f.strip.center().y()};
}

int TrialPlot::rowAt(const QPointF& place) const {
  int found = -1;
  qreal least = kNearDot;
  for (int i = 0; i < int(content_.rows.size()); ++i)
    if (const qreal far = shows(i) ? QLineF(place, placeOf(i)).length() : 1e9; far <= least) least = far, found = i;
  return found;
}

void TrialPlot::hover(int row) {
  if (row == hovered_) return;
  hovered_ = row;
  const QString sentence = row < 0 ? QString() : nameOf(content_.rows[size_t(row)], row + 1);
  setToolTip(sentence);
  setCursor(row < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
  Q_EMIT hintChanged(sentence);
  update();
}

void TrialPlot::mouseMoveEvent(QMouseEvent* event) { hover(rowAt(event->position())); }

void TrialPlot::mousePressEvent(QMouseEvent* event) {
  if (const int row = rowAt(event->position()); row >= 0) Q_EMIT chosen(row);
}

void TrialPlot::leaveEvent(QEvent*) {
  if (!hasFocus()) hover(-1);
}

void TrialPlot::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

// Left and right move between dots; Enter opens the candidate.
void TrialPlot::keyPressEvent(QKeyEvent* event) {
  std::vector<int> order;
  for (int i = 0; i < int(content_.rows.size()); ++i)
    if (shows(i)) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [this](int a, int b) { return acrossOf(a) < acrossOf(b); });
  if (order.empty()) return QWidget::keyPressEvent(event);
  const auto here = std::find(order.begin(), order.end(), hovered_ >= 0 ? hovered_ : marked_);
  switch (event->key()) {
    case Qt::Key_Right:
      return hover(here == order.end() || here + 1 == order.end() ? order.front() : *(here + 1));
    case Qt::Key_Left:
      return hover(here == order.end() || here == order.begin() ? order.back() : *(here - 1));
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (here != order.end()) Q_EMIT chosen(*here);
      return;
    default:
      return QWidget::keyPressEvent(event);
  }
}

QColor TrialPlot::colorOf(CandidateRow::Kind kind) const {
  return kind == CandidateRow::Kind::Right     ? theme_.vectorized
         : kind == CandidateRow::Kind::Stopped ? theme_.parallel
                                               : theme_.reduce;
}

// ---- painting ----

void TrialPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool any = std::any_of(content_.rows.begin(), content_.rows.end(),
                               [this](const CandidateRow& r) { return shows(int(&r - content_.rows.data())); });
  if (!any) {
    painter.setPen(theme_.dim);
    painter.setFont(interfaceFont(13));
    painter.drawText(rect().adjusted(24, 8, -24, -8), int(Qt::AlignCenter) | Qt::TextWordWrap, emptyWords_);
    return;
  }
  painter.setFont(interfaceFont(11));
  const Frame f = frame();
  paintAxes(painter, f);
  paintTicks(painter, f);
  paintBest(painter, f);
  paintDots(painter, f);
  paintReference(painter, f);
  paintLegend(painter, f);
  if (hasFocus()) {
    painter.setPen(QPen(theme_.focus, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), 6, 6);
  }
}

void TrialPlot::paintAxes(QPainter& painter, const Frame& f) const {
  painter.setPen(QPen(theme_.dim, 1));
  painter.drawLine(f.inner.bottomLeft(), f.inner.bottomRight());
  painter.setPen(theme_.dim);
  const QString across = across_ == Across::Trials    ? tr("Trials")
                         : across_ == Across::Seconds ? tr("Seconds")
                                                      : tr("Expected time");
  painter.drawText(QRectF(f.inner.left(), f.inner.bottom() + 17, f.inner.width(), 16), int(Qt::AlignCenter), across);
  painter.save();
  painter.translate(12, f.inner.center().y());
  painter.rotate(-90);
  const QString upwards = areModelled(content_.rows)    ? tr("Modelled time")
                          : across_ == Across::Expected ? tr("Measured time")
                                                        : tr("Time");
  painter.drawText(QRectF(-90, -8, 180, 16), int(Qt::AlignCenter), upwards);
  painter.restore();
}

void TrialPlot::paintTicks(QPainter& painter, const Frame& f) const {
  const QFontMetricsF size(painter.font());
  const auto rule = QPen(theme_.hairline, 1);
  qreal free = 1e9;
  for (const double tick : logTicks(f.bottom, f.top)) {
    const qreal y = f.y(tick);
    painter.setPen(rule);
    painter.drawLine(QPointF(f.inner.left(), y), QPointF(f.inner.right(), y));
    if (y > free) continue;
    free = y - size.height() - 2;
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(f.inner.left() - 56, y - 8, 50, 16), int(Qt::AlignRight | Qt::AlignVCenter),
                     tickText(tick));
  }
  free = -1e9;
  for (const double tick :
       f.logarithmic ? logTicks(f.left, f.right) : linearTicks(f.right, int(f.inner.width() / 70))) {
    const QString text = f.logarithmic ? tickText(tick) : QString::number(tick);
    const qreal x = f.x(tick), width = size.horizontalAdvance(text);
    if (x - width / 2 < free) continue;
    free = x + width / 2 + 8;
    painter.setPen(theme_.dim);
    painter.drawText(QPointF(x - width / 2, f.inner.bottom() + 14), text);
    if (!f.logarithmic) continue;
    painter.setPen(rule);
    painter.drawLine(QPointF(x, f.inner.top()), QPointF(x, f.inner.bottom()));
  }
}

// The reference's time; in the other picture the line on which the expectation would be exact.
void TrialPlot::paintReference(QPainter& painter, const Frame& f) const {
  const QFontMetricsF size(painter.font());
  if (across_ == Across::Expected) {
    const double from = std::max(f.left, f.bottom), to = std::min(f.right, f.top);
    if (from >= to) return;
    painter.setPen(QPen(theme_.dim, 1, Qt::DashLine));
    painter.drawLine(QPointF(f.x(from), f.y(from)), QPointF(f.x(to), f.y(to)));
    return;
  }
  if (content_.referenceMs <= 0) return;
  const qreal y = f.y(content_.referenceMs);
  painter.setPen(QPen(theme_.buffer, 1.4, Qt::DashLine));
  painter.drawLine(QPointF(f.inner.left(), y), QPointF(f.inner.right(), y));
  const QString text = tr("reference %1").arg(timeOf(content_.referenceMs));
  const qreal base = y - size.height() < f.inner.top() ? y + size.ascent() + 3 : y - 4;
  const QPointF at(f.inner.left() + 6, base);
  QColor behind = theme_.panel;
  behind.setAlphaF(0.8F);
  painter.fillRect(QRectF(at.x() - 3, base - size.ascent(), size.horizontalAdvance(text) + 6, size.height()), behind);
  painter.drawText(at, text);
}

void TrialPlot::paintBest(QPainter& painter, const Frame& f) const {
  if (across_ == Across::Expected) return;
  QPainterPath path;
  double best = 0;
  for (int i = 0; i < int(content_.rows.size()); ++i) {
    const CandidateRow& r = content_.rows[size_t(i)];
    const qreal x = f.x(acrossOf(i));
    if (r.kind == CandidateRow::Kind::Right && r.ms > 0 && (best <= 0 || r.ms < best)) {
      if (best > 0)
        path.lineTo(x, f.y(best)), path.lineTo(x, f.y(r.ms));
      else
        path.moveTo(x, f.y(r.ms));
      best = r.ms;
    } else if (best > 0) {
      path.lineTo(x, f.y(best));
    }
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme_.data, 2));
  painter.drawPath(path);
}

// Outcomes differ by shape as well as by colour.
void TrialPlot::paintDot(QPainter& painter, const QPointF& at, const CandidateRow& row, qreal size) const {
  const QColor color = colorOf(row.kind);
  switch (row.kind) {
    case CandidateRow::Kind::Right:
      painter.setPen(Qt::NoPen);
      painter.setBrush(color);
      painter.drawEllipse(at, size, size);
      return;
    case CandidateRow::Kind::Stopped:
      painter.setPen(QPen(color, 1.4));
      painter.setBrush(Qt::NoBrush);
      painter.drawPolygon(QPolygonF({at + QPointF(0, -size * 1.15), at + QPointF(size * 1.1, size * 0.85),
                                     at + QPointF(-size * 1.1, size * 0.85)}));
      return;
    case CandidateRow::Kind::Failed:
      painter.setPen(QPen(color, 1.6));
      painter.drawLine(at + QPointF(-size, -size) * 0.85, at + QPointF(size, size) * 0.85);
      painter.drawLine(at + QPointF(-size, size) * 0.85, at + QPointF(size, -size) * 0.85);
      return;
  }
}

void TrialPlot::paintDots(QPainter& painter, const Frame& f) const {
  for (int i = 0; i < int(content_.rows.size()); ++i) {
    if (!shows(i)) continue;
    const CandidateRow& r = content_.rows[size_t(i)];
    const QPointF at(f.x(acrossOf(i)), r.ms > 0 ? f.y(r.ms) : f.strip.center().y());
    paintDot(painter, at, r, i == hovered_ || r.best ? kDotSize * 1.5 : kDotSize);
    if (i != marked_ && i != hovered_ && !r.best) continue;
    painter.setPen(QPen(r.best && i != marked_ && i != hovered_ ? theme_.data : theme_.text, 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(at, kDotSize * 2.1, kDotSize * 2.1);
  }
}

// The shapes that occur, above the plot; beside the other picture how well the ranks agree.
void TrialPlot::paintLegend(QPainter& painter, const Frame& f) const {
  const QFontMetricsF size(painter.font());
  const qreal y = 10;
  if (across_ == Across::Expected) {
    const std::optional<double> correlation = rankCorrelation(content_.rows);
    if (!correlation) return;
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(f.inner.left(), y - 8, f.inner.width(), 16), int(Qt::AlignRight | Qt::AlignVCenter),
                     tr("Rank correlation %1").arg(*correlation, 0, 'f', 2));
    return;
  }
  qreal x = f.inner.left() + 4;
  using Kind = CandidateRow::Kind;
  const std::pair<Kind, QString> entries[] = {
      {Kind::Right, tr("right")}, {Kind::Stopped, tr("stopped early")}, {Kind::Failed, tr("failed")}};
  for (const auto& [kind, words] : entries) {
    const auto count = std::count_if(content_.rows.begin(), content_.rows.end(),
                                     [kind = kind](const CandidateRow& r) { return r.kind == kind; });
    if (count == 0) continue;
    CandidateRow row;
    row.kind = kind;
    paintDot(painter, QPointF(x, y), row, kDotSize);
    painter.setPen(theme_.dim);
    const QString text = QStringLiteral("%1 %2").arg(count).arg(words);
    painter.drawText(QPointF(x + 9, y + size.ascent() / 2 - 1), text);
    x += 9 + size.horizontalAdvance(text) + 18;
  }
}

}  // namespace lw
