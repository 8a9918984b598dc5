#include "views/accesses/access_view.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace lw {
namespace {

constexpr int kTitled = 90;  // minimum height in pixels for a title of the chart

}  // namespace

// ---- distances ----

ReuseChart::ReuseChart(Playback* playback, QWidget* parent)
    : QWidget(parent), theme_(loadTheme("dark")), playback_(playback) {
  setAccessibleName(tr("Number of other lines used before a line is used again"));
  setToolTip(
      tr("Number of other lines used before a line is used again, in the whole run; left of the mark, the line can "
         "still be in the cache"));
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
    // The square root keeps rare distances visible beside frequent ones.
    const double height =
        bar.count == 0 ? 0 : std::max(1.0, inner.height() * std::sqrt(double(bar.count) / double(most)));
    const QRectF rect(inner.left() + i * across + 1, inner.bottom() - height, across - 2, height);
    const bool inside = !first && bar.to < lines;
    painter.fillRect(rect, first ? theme_.dim : inside ? theme_.vectorized : theme_.reduce);
    if (!first && bar.from < lines && bar.to >= lines - 1)
      mark = inner.left() + (i + (bar.to < lines ? 1 : 0.5)) * across;
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(rect.left() - 4, inner.bottom() + 1, rect.width() + 8, 13), int(Qt::AlignCenter),
                     first              ? tr("1st")
                     : bar.from >= 1024 ? tr("%1k").arg(bar.from / 1024)
                                        : QString::number(bar.from));
  }
  if (titled) {
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(0, 2, width(), 30), int(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap,
                     tr("Other lines used before a line is used again; left of the mark it is still cached"));
  }
  if (mark < 0) return;
  painter.setPen(QPen(theme_.text, 1.2, Qt::DashLine));
  painter.drawLine(QPointF(mark, inner.top()), QPointF(mark, inner.bottom()));
}

// ---- playing and pictures ----

void AccessView::play(bool on) {
  if (on && playback_->position() == playback_->size()) playback_->setPosition(0);
  if (on && !playback_->empty())
    timer_.start();
  else
    timer_.stop();
  play_->setText(timer_.isActive() ? tr("Pause") : tr("Play"));
}

// High speeds make several steps per picture; a breakpoint stops them.
void AccessView::tick() {
  const double perSecond = speeds_->currentData().toDouble();
  const int steps = std::max(1, int(perSecond * timer_.interval() / 1000));
  if (!playback_->advance(unit(), steps)) play(false);
}

AccessFilm AccessView::film() const { return {playback_->program(), playback_->cache().shape, grids_->theme()}; }

}  // namespace lw
