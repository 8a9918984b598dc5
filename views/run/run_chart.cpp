#include "views/run/run_chart.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <set>

#include "app/models/runs/roofline_model.h"
#include "app/models/text/number_text.h"
#include "views/widgets/picture_file.h"

namespace lw {
namespace {

constexpr QSizeF kChartPicture(960, 480);  // of an exported file
constexpr size_t kMostBars = 14;           // more bars would be indistinguishable
constexpr qreal kLeastSlot = 44, kMostSlot = 120, kChartMargin = 4, kChartGap = 6;
constexpr int kNameLines = 3;  // lines of a name below its bar
constexpr const char* kBetweenPieces = "   ";

QFont chartFont() { return interfaceFont(11); }

QString speedText(double v) {
  if (v >= 1e6) return QObject::tr("%1M", "calls per second").arg(v / 1e6);
  if (v >= 1e3) return QObject::tr("%1k", "calls per second").arg(v / 1e3);
  return QString::number(v, 'g', 6);
}

// Wraps at spaces, and inside words that are too long.
QStringList wrappedLines(const QString& text, const QFontMetricsF& size, qreal width) {
  QStringList lines;
  for (QString word : text.split(' ', Qt::SkipEmptyParts)) {
    if (!lines.isEmpty() && size.horizontalAdvance(lines.back() + ' ' + word) <= width) {
      lines.back() += ' ' + word;
      continue;
    }
    while (size.horizontalAdvance(word) > width && word.size() > 1) {
      qsizetype fits = word.size();
      while (fits > 1 && size.horizontalAdvance(word.first(fits)) > width) --fits;
      lines << word.first(fits);
      word = word.sliced(fits);
    }
    lines << word;
  }
  return lines;
}

// A long name is shortened in its middle; the qualifier is not shortened.
QStringList labelLines(const QString& name, const QString& qualifier, const QFontMetricsF& size, qreal width) {
  QStringList lines = wrappedLines(name, size, width);
  for (qsizetype keep = name.size() - 1; lines.size() > kNameLines && keep > 2; --keep)
    lines = wrappedLines(name.first((keep + 1) / 2) + QStringLiteral("…") + name.last(keep / 2), size, width);
  if (!qualifier.isEmpty()) lines << wrappedLines(qualifier, size, width);
  return lines;
}

}  // namespace

// The positions of the parts in an area.
struct RunChart::Plot {
  QRectF area, inner;
  std::vector<const RunRow*> bars;
  std::vector<QStringList> heading;  // by line, in pieces
  bool referenceSaid = false;        // the last piece explains the dashed line
  std::vector<QStringList> labels;
  QString axis;
  double least = 1, most = 1;
  qreal slot() const { return std::min(kMostSlot, inner.width() / qreal(std::max<size_t>(bars.size(), 1))); }
  qreal middle(size_t bar) const { return inner.left() + slot() * (qreal(bar) + 0.5); }
  qreal y(double speed) const {
    return inner.bottom() - inner.height() * std::log(speed / least) / std::log(most / least);
  }
};

RunChart::RunChart(QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")) {
  setMinimumSize(100, 90);
  setAccessibleName(tr("Chart of all runs"));
}

void RunChart::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void RunChart::setRuns(const std::vector<const RunRow*>& runs, const RunRow* shown) {
  std::optional<std::pair<int, QString>> here;
  if (shown) here = {shown->node, shown->math};
  std::vector<RunRow> wanted;
  for (const RunRow* run : runs) wanted.push_back(*run);
  if (here == shown_ && wanted == runs_) return;  // most steps add no run
  shown_ = here;
  runs_ = std::move(wanted);
  QStringList all;
  for (const RunRow& run : runs_) all << sentenceOf(run);
  setAccessibleDescription(all.join(QStringLiteral("; ")));
  update();
}

QString RunChart::sentenceOf(const RunRow& run) {
  QString text = tr("%1: %2 (%3), %4").arg(nameOf(run), timeOf(run.medianMs), spreadText(run), targetOf(run));
  if (isWrong(run)) return tr("%1; the result is wrong").arg(text);
  if (run.reference.ms > 0) text += tr("; %1 took %2").arg(referenceOf(run), timeOf(run.reference.ms));
  return run.checked ? text : tr("%1; the result was not checked").arg(text);
}

QColor RunChart::colorOf(const RunRow& run) const {
  if (isWrong(run)) return theme_.reduce;
  return isShown(run) && run.checked ? theme_.vectorized : theme_.bar;
}

// The newest states, and the shown one.
std::vector<const RunRow*> RunChart::barsIn(qreal width) const {
  const size_t room = std::clamp<size_t>(size_t(std::max<qreal>(0, width) / kLeastSlot), 1, kMostBars);
  std::vector<const RunRow*> bars;
  for (const RunRow& run : runs_) bars.push_back(&run);
  while (bars.size() > room) bars.erase(isShown(*bars.front()) && bars.size() > 1 ? bars.begin() + 1 : bars.begin());
  return bars;
}

RunChart::Plot RunChart::plotIn(const QRectF& area) const {
  const QFontMetricsF size(chartFont());
  Plot plot;
  plot.area = area;
  double least = 1e300, most = 0;
  const auto see = [&](double ms) {
    if (ms > 0) least = std::min(least, 1000 / ms), most = std::max(most, 1000 / ms);
  };
  for (const RunRow& run : runs_) see(run.highMs), see(run.medianMs), see(run.lowMs), see(run.reference.ms);
  plot.least = least / 2.2, plot.most = most * 1.1;
  qreal ticks = 0;
  for (const double tick : logTicks(plot.least, plot.most))
    ticks = std::max(ticks, size.horizontalAdvance(speedText(tick)));
  const qreal left = area.left() + kChartMargin + size.height() + 2 + ticks + kChartGap,
              right = area.right() - kChartMargin;
  plot.bars = barsIn(right - left);
  QStringList pieces;
  if (!runs_.empty()) pieces << targetOf(runs_.front());
  if (plot.bars.size() < runs_.size()) pieces << tr("%1 of %2 states").arg(plot.bars.size()).arg(runs_.size());
  plot.referenceSaid = std::any_of(plot.bars.begin(), plot.bars.end(),
                                   [](const RunRow* run) { return run->reference.ms > 0 && !isWrong(*run); });
  if (plot.referenceSaid) pieces << tr("– – reference of each run");
  for (const QString& piece : pieces) {
    const bool fits =
        !plot.heading.empty() &&
        size.horizontalAdvance((plot.heading.back() + QStringList{piece}).join(QLatin1String(kBetweenPieces))) <=
            area.width() - 2 * kChartMargin;
    if (fits)
      plot.heading.back() << piece;
    else
      plot.heading.push_back({piece});
  }
  const qreal slot = std::min(kMostSlot, (right - left) / qreal(std::max<size_t>(plot.bars.size(), 1)));
  // Shows the number of a step alone if its label would need more lines.
  const auto plain = [](const RunRow& run) { return !run.named && run.label == QObject::tr("step %1").arg(run.step); };
  const bool numbers = std::any_of(plot.bars.begin(), plot.bars.end(), [&](const RunRow* run) {
    return plain(*run) && size.horizontalAdvance(run->label) > slot - 4;
  });
  std::set<QString> taken;
  size_t lines = 1;
  for (const RunRow* run : plot.bars) {
    QStringList label =
        labelLines(numbers && plain(*run) ? QString::number(run->step) : run->label, run->math, size, slot - 4);
    if (!taken.insert(label.join('\n')).second) {  // two long names that differ only in the shortened part
      label << tr("(step %1)").arg(run->step);
      for (int copy = 2; !taken.insert(label.join('\n')).second; ++copy)
        label.back() = QStringLiteral("(%1)").arg(copy);
    }
    lines = std::max(lines, size_t(label.size()));
    plot.labels.push_back(std::move(label));
  }
  const qreal above = size.height() * qreal(plot.heading.size()) + kChartMargin + size.height() +
                      kChartGap;  // space for the times above the bars
  plot.inner = QRectF(QPointF(left, area.top() + above),
                      QPointF(right, area.bottom() - kChartMargin - qreal(lines) * size.height() - 2));
  plot.axis = tr("Calls per second (log scale)");
  if (size.horizontalAdvance(plot.axis) > area.height() - above) plot.axis = tr("Calls/s (log)");
  return plot;
}

QString RunChart::heading(const QSizeF& room) const {
  QStringList lines;
  for (const QStringList& line : plotIn(QRectF(QPointF(), room)).heading)
    lines << line.join(QLatin1String(kBetweenPieces));
  return lines.join('\n');
}

QStringList RunChart::labels(const QSizeF& room) const {
  QStringList all;
  for (const QStringList& label : plotIn(QRectF(QPointF(), room)).labels) all << label.join('\n');
  return all;
}

void RunChart::paintAxes(QPainter& painter, const Plot& plot) const {
  const QFontMetricsF size(chartFont());
  for (size_t line = 0; line < plot.heading.size(); ++line) {
    QPointF at(plot.area.left() + kChartMargin, plot.area.top() + 2 + size.height() * qreal(line) + size.ascent());
    for (const QString& piece : plot.heading[line]) {
      const bool last = line + 1 == plot.heading.size() && &piece == &plot.heading[line].back();
      painter.setPen(plot.referenceSaid && last ? theme_.parallel : theme_.dim);
      painter.drawText(at, piece);
      at.rx() += size.horizontalAdvance(piece + QLatin1String(kBetweenPieces));
    }
  }
  painter.setPen(theme_.dim);
  painter.save();
  painter.translate(plot.area.left() + kChartMargin, plot.inner.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-plot.area.height() / 2, 0, plot.area.height(), size.height()), int(Qt::AlignCenter),
                   plot.axis);
  painter.restore();
  qreal free = 1e9;
  for (const double tick : logTicks(plot.least, plot.most)) {
    const qreal y = plot.y(tick);
    if (y > free) continue;
    free = y - size.height() - 4;
    painter.setPen(QPen(theme_.hairline, 1));
    painter.drawLine(QPointF(plot.inner.left(), y), QPointF(plot.inner.right(), y));
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(plot.inner.left() - kChartGap - 80, y - size.height() / 2, 80, size.height()),
                     int(Qt::AlignRight | Qt::AlignVCenter), speedText(tick));
  }
  painter.setPen(QPen(theme_.dim, 1));
  painter.drawLine(plot.inner.bottomLeft(), plot.inner.bottomRight());
}

void RunChart::paintBar(QPainter& painter, const Plot& plot, size_t bar) const {
  const QFontMetricsF size(chartFont());
  const RunRow& run = *plot.bars[bar];
  const QColor color = colorOf(run);
  const qreal middle = plot.middle(bar), wide = std::clamp(plot.slot() * 0.6, 6.0, 44.0),
              top = plot.y(1000 / run.medianMs);
  const QRectF box(QPointF(middle - wide / 2, top), QPointF(middle + wide / 2, plot.inner.bottom()));
  // Unchecked results are hollow and wrong ones hatched, so that they do not depend on colour alone.
  const bool wrong = isWrong(run), hollow = !run.checked;
  painter.setPen(wrong || hollow ? QPen(color, 1.4) : QPen(Qt::NoPen));
  painter.setBrush(hollow ? QBrush(Qt::NoBrush) : QBrush(color, wrong ? Qt::BDiagPattern : Qt::SolidPattern));
  painter.drawRoundedRect(box, 2.5, 2.5);
  qreal above = top;
  if (run.reference.ms > 0 && !wrong) {
    const qreal y = plot.y(1000 / run.reference.ms);
    painter.setPen(QPen(theme_.parallel, 1.8, Qt::DashLine));
    painter.drawLine(QPointF(middle - plot.slot() * 0.46, y), QPointF(middle + plot.slot() * 0.46, y));
    if (y <= top + 2 && y > top - size.height() - 6) above = y;  // places the time above both
  }
  if (run.highMs > run.lowMs && run.lowMs > 0) {
    painter.setPen(QPen(theme_.text, 1.4));
    painter.drawLine(QPointF(middle, plot.y(1000 / run.highMs)), QPointF(middle, plot.y(1000 / run.lowMs)));
    above = std::min(above, plot.y(1000 / run.lowMs));
  }
  const QString time = (wrong ? QStringLiteral("✗ ") : QString()) + timeOf(run.medianMs);
  painter.setFont(chartFont());
  if (size.horizontalAdvance(time) <= plot.slot() || wrong) {
    painter.setPen(wrong ? theme_.reduce : isShown(run) ? theme_.text : theme_.dim);
    const QString fits = size.horizontalAdvance(time) <= plot.slot() ? time : QStringLiteral("✗");
    painter.drawText(QRectF(middle - plot.slot() / 2, above - size.height() - 3, plot.slot(), size.height()),
                     int(Qt::AlignCenter), fits);
  }
  painter.setPen(wrong ? theme_.reduce : isShown(run) ? theme_.text : theme_.dim);
  for (qsizetype line = 0; line < plot.labels[bar].size(); ++line)
    painter.drawText(QRectF(middle - plot.slot() / 2, plot.inner.bottom() + 3 + qreal(line) * size.height(),
                            plot.slot(), size.height()),
                     int(Qt::AlignCenter), plot.labels[bar][line]);
}

void RunChart::paint(QPainter& painter, const QRectF& area) const {
  if (runs_.empty()) return;
  painter.setFont(chartFont());
  const Plot plot = plotIn(area);
  paintAxes(painter, plot);
  for (size_t bar = 0; bar < plot.bars.size(); ++bar) paintBar(painter, plot, bar);
}

void RunChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paint(painter, rect());
}

const RunRow* RunChart::barAt(const QPointF& place) const {
  if (runs_.empty()) return nullptr;
  const Plot plot = plotIn(rect());
  const qreal slot = (place.x() - plot.inner.left()) / plot.slot();
  return slot < 0 || size_t(slot) >= plot.bars.size() ? nullptr : plot.bars[size_t(slot)];
}

void RunChart::mousePressEvent(QMouseEvent* event) {
  if (const RunRow* run = barAt(event->position())) Q_EMIT chosen(run->node);
}

bool RunChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const RunRow* run = barAt(help->pos());
  QToolTip::showText(help->globalPos(), run ? sentenceOf(*run) : QString(), this);
  return true;
}

bool RunChart::exportPicture(const QString& path) const {
  if (runs_.empty()) return false;
  const QRectF page(QPointF(), kChartPicture);
  return writePicture(path, kChartPicture, tr("Chart of all runs"), theme_.panel,
                      [&](QPainter& painter) { paint(painter, page.adjusted(20, 16, -20, -16)); });
}

}  // namespace lw
