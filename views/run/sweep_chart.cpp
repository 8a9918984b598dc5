#include "views/run/sweep_chart.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/models/runs/roofline_model.h"
#include "app/models/text/number_text.h"

namespace lw {
namespace {

constexpr qreal kPointRadius = 3.5, kNearPoint = 14, kSweepGap = 6, kSweepRight = 16;  // pixels
constexpr double kAround = 1.25;  // factor between the outermost values and the ends of their axis

QFont sweepFont() { return interfaceFont(11); }
QString performanceText(double v) { return QString::number(v, 'g', 3); }

// At most five round values from 0 on, at the same distance.
std::vector<double> evenMarks(double most) {
  const double power = std::pow(10, std::floor(std::log10(most)));
  double step = power;
  for (const double share : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0})
    if (step = share * power; most / step < 5) break;
  std::vector<double> marks;
  for (int i = 0; i * step <= most; ++i) marks.push_back(i * step);
  return marks;
}

}  // namespace

struct SweepChart::Plot {
  QRectF inner;
  double leastSize = 1, mostSize = 2, least = 0, most = 1;
  std::vector<double> marks;  // values with a line and a label
  bool logarithmic = true;
  qreal x(double size) const {
    return mostSize <= leastSize
               ? inner.center().x()
               : inner.left() + inner.width() * std::log(size / leastSize) / std::log(mostSize / leastSize);
  }
  qreal y(double value) const {
    const double share =
        logarithmic ? std::log(value / least) / std::log(most / least) : (value - least) / (most - least);
    return inner.bottom() - inner.height() * share;
  }
};

SweepChart::SweepChart(QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")) {
  setMinimumSize(100, 80);
  setAccessibleName(tr("Chart of the sweep"));
}

void SweepChart::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void SweepChart::setRows(const QString& size, const std::vector<SweepRow>& rows) {
  size_ = size;
  rows_ = rows;
  QStringList all;
  for (const SweepRow& row : rows_) all << sentenceOf(row);
  setAccessibleDescription(all.join(QStringLiteral("; ")));
  update();
}

void SweepChart::showPerformance(bool performance) {
  performance_ = performance;
  update();
}

QString SweepChart::sentenceOf(const SweepRow& row) const {
  const QString at = QStringLiteral("%1 = %2").arg(size_).arg(row.size);
  if (row.medianMs < 0) return tr("%1: %2").arg(at, row.error);
  if (row.checked && !row.ok) return tr("%1: %2; the result is wrong").arg(at, timeOf(row.medianMs));
  const QString text = (row.integers ? tr("%1: %2, %3 GOP/s") : tr("%1: %2, %3 GFLOP/s"))
                           .arg(at, timeOf(row.medianMs), performanceText(row.gflops));
  return row.checked ? text : tr("%1; the result was not checked").arg(text);
}

double SweepChart::valueOf(const SweepRow& row) const { return performance_ ? row.gflops : row.medianMs; }

SweepChart::Plot SweepChart::plot() const {
  const QFontMetricsF size(sweepFont());
  Plot plot;
  plot.logarithmic = !performance_;
  double least = 1e300, most = 0;
  for (const SweepRow& row : rows_) {
    if (row.medianMs < 0) continue;
    least = std::min(least, valueOf(row));
    most = std::max(most, valueOf(row));
  }
  if (most <= 0) least = 1, most = 10;
  plot.least = performance_ ? 0 : least / kAround;
  plot.most = most * kAround;
  if (!rows_.empty()) {
    plot.leastSize = double(rows_.front().size);
    plot.mostSize = double(rows_.back().size);
  }
  plot.marks = performance_ ? evenMarks(plot.most) : logTicks(std::max(plot.least, plot.most / 1e3), plot.most);
  qreal widest = 0;
  for (const double mark : plot.marks)
    widest = std::max(widest, size.horizontalAdvance(performance_ ? performanceText(mark) : timeOf(mark)));
  plot.inner = QRectF(QPointF(widest + 3 * kSweepGap, size.height() + 2 * kSweepGap),
                      QPointF(width() - kSweepRight, height() - size.height() - 2 * kSweepGap));
  return plot;
}

QPointF SweepChart::place(size_t row) const {
  const Plot at = plot();
  return {at.x(double(rows_[row].size)), at.y(valueOf(rows_[row]))};
}

void SweepChart::paintAxes(QPainter& painter, const Plot& plot) const {
  const QFontMetricsF size(sweepFont());
  painter.setFont(sweepFont());
  painter.setPen(theme_.dim);
  painter.drawText(QRectF(kSweepGap, 2, width() - 2 * kSweepGap, size.height()), int(Qt::AlignLeft),
                   !performance_                              ? tr("Time over %1").arg(size_)
                   : !rows_.empty() && rows_.front().integers ? tr("GOP/s over %1").arg(size_)
                                                              : tr("GFLOP/s over %1").arg(size_));
  qreal last = height();
  for (const double mark : plot.marks) {
    const qreal y = plot.y(mark);
    if (last - y < size.height() + 2) continue;  // labels do not overlap
    last = y;
    painter.setPen(QPen(theme_.hairline, 1));
    painter.drawLine(QPointF(plot.inner.left(), y), QPointF(plot.inner.right(), y));
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(0, y - size.height() / 2, plot.inner.left() - kSweepGap, size.height()),
                     int(Qt::AlignRight | Qt::AlignVCenter), performance_ ? performanceText(mark) : timeOf(mark));
  }
  painter.setPen(QPen(theme_.dim, 1));
  painter.drawLine(plot.inner.bottomLeft(), plot.inner.bottomRight());
  qreal right = -1e9;
  for (const SweepRow& row : rows_) {
    const QString text = QString::number(row.size);
    const qreal wide = size.horizontalAdvance(text);
    const qreal left = std::min(plot.x(double(row.size)) - wide / 2, width() - wide - 1);
    if (left < right + kSweepGap) continue;
    right = left + wide;
    painter.drawText(QRectF(left, plot.inner.bottom() + 3, wide + 1, size.height()), int(Qt::AlignLeft), text);
  }
}

// A failed run is a cross on the axis of sizes, and a wrong result a cross at its time.
void SweepChart::paintPoints(QPainter& painter, const Plot& plot) const {
  QPolygonF line;
  for (const SweepRow& row : rows_)
    if (row.medianMs >= 0 && (!row.checked || row.ok)) line << QPointF(plot.x(double(row.size)), plot.y(valueOf(row)));
  painter.setPen(QPen(theme_.bar, 1.6));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
  for (const SweepRow& row : rows_) {
    const bool failed = row.medianMs < 0, wrong = failed || (row.checked && !row.ok);
    const QPointF at(plot.x(double(row.size)), failed ? plot.inner.bottom() : plot.y(valueOf(row)));
    painter.setPen(QPen(wrong ? theme_.reduce : theme_.bar, 1.8));
    if (wrong) {
      painter.drawLine(at - QPointF(kPointRadius, kPointRadius), at + QPointF(kPointRadius, kPointRadius));
      painter.drawLine(at - QPointF(kPointRadius, -kPointRadius), at + QPointF(kPointRadius, -kPointRadius));
      continue;
    }
    if (!performance_ && row.lowMs > 0)
      painter.drawLine(QPointF(at.x(), plot.y(row.lowMs)), QPointF(at.x(), plot.y(row.highMs)));
    painter.setBrush(row.checked ? QBrush(theme_.bar) : QBrush(theme_.panel));  // hollow: not checked
    painter.drawEllipse(at, kPointRadius, kPointRadius);
  }
}

void SweepChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (rows_.empty()) {
    painter.setFont(interfaceFont(13));
    painter.setPen(theme_.dim);
    return painter.drawText(rect().adjusted(12, 0, -12, 0), int(Qt::AlignCenter | Qt::TextWordWrap),
                            tr("The time at each size of the row appears here."));
  }
  const Plot at = plot();
  paintAxes(painter, at);
  paintPoints(painter, at);
}

bool SweepChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QString text;
  const Plot at = plot();
  for (const SweepRow& row : rows_)
    if (std::abs(at.x(double(row.size)) - help->pos().x()) < kNearPoint) text = sentenceOf(row);
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace lw
