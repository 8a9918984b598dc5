#include "views/access_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace lw {
namespace {

constexpr int kTitled = 90;  // pixels of height, from which on the chart says what it shows

}  // namespace

// ---- distances ----

ReuseChart::ReuseChart(Playback* playback, QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")), playback_(playback) {
  setAccessibleName(tr("How many other lines are used before a line is used again"));
  setToolTip(tr("how many other lines are used before a line is used again, in the whole run; a line that is left of the mark can still be in the cache"));
  const auto repaint = [this] { update(); };
  connect(playback_, &Playback::programChanged, this, repaint);
  connect(playback_, &Playback::cacheChanged, this, repaint);
}

void ReuseChart::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void ReuseChart::paintEvent(QPaintEvent*) {
  if (playback_->empty()) return;
  QPainter painter(this);
  painter.setFont(interfaceFont(11));
  const ReuseHistogram histogram = reuseHistogram(playback_->cache().distances);
  int64_t most = std::max<int64_t>(histogram.first, 1);
  for (const ReuseHistogram::Bar& bar : histogram.bars) most = std::max(most, bar.count);
  const int bars = int(histogram.bars.size()) + 1;
  const bool titled = height() >= kTitled;
  const QRectF inner = QRectF(rect()).adjusted(0, titled ? 34 : 4, 0, -14);
  const double across = std::min(30.0, inner.width() / bars);
  const int lines = playback_->cache().shape.lines();
  double mark = -1;
  for (int i = 0; i < bars; ++i) {
    const bool first = i == bars - 1;
    const ReuseHistogram::Bar bar = first ? ReuseHistogram::Bar{0, 0, histogram.first} : histogram.bars[size_t(i)];
    // The square root, so that rare distances can be seen beside frequent ones.
    const double height = bar.count == 0 ? 0 : std::max(1.0, inner.height() * std::sqrt(double(bar.count) / double(most)));
    const QRectF rect(inner.left() + i * across + 1, inner.bottom() - height, across - 2, height);
    const bool inside = !first && bar.to < lines;
    painter.fillRect(rect, first ? theme_.dim : inside ? theme_.vectorized : theme_.reduce);
    if (!first && bar.from < lines && bar.to >= lines - 1) mark = inner.left() + (i + (bar.to < lines ? 1 : 0.5)) * across;
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(rect.left() - 4, inner.bottom() + 1, rect.width() + 8, 13), int(Qt::AlignCenter), first ? tr("1st") : bar.from >= 1024 ? tr("%1k").arg(bar.from / 1024) : QString::number(bar.from));
  }
  if (titled) {
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(0, 2, width(), 30), int(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, tr("other lines used before a line is used again; left of the mark it is still held"));
  }
  if (mark < 0) return;
  painter.setPen(QPen(theme_.text, 1.2, Qt::DashLine));
  painter.drawLine(QPointF(mark, inner.top()), QPointF(mark, inner.bottom()));
}

// ---- grids ----

AccessGrids::AccessGrids(Playback* playback, QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")), playback_(playback) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Accesses"));
  connect(playback_, &Playback::programChanged, this, [this] { laid_ = false, update(); });
  connect(playback_, &Playback::moved, this, [this] { update(); });
  connect(playback_, &Playback::cacheChanged, this, [this] { update(); });
}

void AccessGrids::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void AccessGrids::setEmptyText(const QString& text) {
  empty_ = text;
  update();
}

const AccessLayout& AccessGrids::layout() {
  if (!laid_ && !playback_->empty()) layout_ = layOutAccess(playback_->recording(), QRectF(rect()).adjusted(2, 0, -2, -4));
  laid_ = true;
  return layout_;
}

void AccessGrids::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (playback_->empty()) {
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(rect()).adjusted(20, 8, -20, -8), int(Qt::AlignCenter) | Qt::TextWordWrap, empty_);
    return;
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  paintAccess(painter, layout(), *playback_, theme_);
}

void AccessGrids::resizeEvent(QResizeEvent*) { laid_ = false; }

void AccessGrids::mousePressEvent(QMouseEvent* event) {
  setFocus();
  if (playback_->empty()) return;
  if (const auto found = elementAt(layout(), event->position())) Q_EMIT elementPicked(found->first, found->second);
}

bool AccessGrids::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || playback_->empty()) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto found = elementAt(layout(), help->pos());
  if (!found) {
    QToolTip::hideText();
    return true;
  }
  const Recording::Memory& memory = playback_->recording().memories[size_t(found->first)];
  const double value = playback_->valuesOf(size_t(found->first))[size_t(found->second)];
  const int bytes = memory.type.bytes();
  if (playback_->ofWarps()) {
    const bool shared = memory.scope.starts_with("shared");
    const QString place = shared ? tr("bank %1").arg(bankOf(found->second, bytes)) : tr("sector %1 of 32 bytes").arg(found->second * bytes / 32);
    QToolTip::showText(help->globalPos(), tr("%1, element %2: %3\n%4").arg(QString::fromStdString(memory.name)).arg(found->second).arg(std::isnan(value) ? tr("not written yet") : QString::number(value, 'g', 6), place), this);
    return true;
  }
  const int64_t line = (memory.address + found->second * memory.type.bytes()) / playback_->cache().shape.lineBytes;
  QToolTip::showText(help->globalPos(), tr("%1, element %2: %3\ncache line %4, set %5").arg(QString::fromStdString(memory.name)).arg(found->second)
                                            .arg(std::isnan(value) ? tr("not written yet") : QString::number(value, 'g', 6)).arg(line).arg(line % playback_->cache().shape.sets), this);
  return true;
}

// Left and right step, the space bar plays, page up and down go from breakpoint to breakpoint.
void AccessGrids::keyPressEvent(QKeyEvent* event) {
  const int many = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
  switch (event->key()) {
    case Qt::Key_Right:
      return Q_EMIT stepWanted(many);
    case Qt::Key_Left:
      return Q_EMIT stepWanted(-many);
    case Qt::Key_Space:
      return Q_EMIT playWanted();
    case Qt::Key_Home:
      return playback_->setPosition(0);
    case Qt::Key_End:
      return playback_->setPosition(playback_->size());
    case Qt::Key_PageDown:
      return Q_EMIT breakpointWanted(1);
    case Qt::Key_PageUp:
      return Q_EMIT breakpointWanted(-1);
    default:
      return QWidget::keyPressEvent(event);
  }
}

// ---- playing and pictures ----

void AccessView::play(bool on) {
  if (on && playback_->position() == playback_->size()) playback_->setPosition(0);
  if (on && !playback_->empty()) timer_.start();
  else timer_.stop();
  play_->setText(timer_.isActive() ? tr("pause") : tr("play"));
}

// Quick speeds make several steps for a picture; a breakpoint on the way stops.
void AccessView::tick() {
  const double perSecond = speeds_->currentData().toDouble();
  const int steps = std::max(1, int(perSecond * timer_.interval() / 1000));
  if (!playback_->advance(unit(), steps)) play(false);
}

AccessFilm AccessView::film() const { return {playback_->program(), playback_->cache().shape, grids_->theme()}; }

}  // namespace lw
