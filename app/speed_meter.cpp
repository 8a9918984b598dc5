#include "app/speed_meter.h"

#include <QTimer>
#include <algorithm>

namespace lw {
namespace {

constexpr size_t kMostTimes = 200;
#ifdef NDEBUG
constexpr bool kDefault = false;
#else
constexpr bool kDefault = true;
#endif

}  // namespace

SpeedMeter::SpeedMeter(QSettings* settings, QWidget* parent)
    : QLabel(parent), settings_(settings), wanted_(settings->value("speedMeter", kDefault).toBool()) {
  setAccessibleName(tr("Speed of steps"));
  setToolTip(tr("From the wish for a step to the painted panes: the last one, and what 95 of 100 stay below"));
  setVisible(wanted_);
}

void SpeedMeter::setWanted(bool wanted) {
  wanted_ = wanted;
  settings_->setValue("speedMeter", wanted);
  setVisible(wanted);
}

void SpeedMeter::begin() {
  clock_.start();
  open_ = {true, true};
}

// Painting comes after what is waiting already.
void SpeedMeter::shown(Panes panes) {
  if (!wanted_ || !open_[size_t(panes)]) return;
  open_[size_t(panes)] = false;
  QTimer::singleShot(0, this, [this, panes] { note(panes, double(clock_.nsecsElapsed()) * 1e-6); });
}

void SpeedMeter::note(Panes panes, double ms) {
  std::vector<double>& times = times_[size_t(panes)];
  if (times.size() == kMostTimes) times.erase(times.begin());
  times.push_back(ms);
  Q_EMIT measured(panes);
  if (panes == Panes::Program && open_[size_t(Panes::Lowered)]) return;  // told with the lowered stage: between the two nothing else is painted
  const auto figure = [this](Panes p) {
    return tr("%1 ms (95 %: %2)").arg(last(p), 0, 'f', 0).arg(percentile95(p), 0, 'f', 0);
  };
  setText(tr("tree and text %1 · lowered %2").arg(figure(Panes::Program), figure(Panes::Lowered)));
  if (const QSize room = sizeHint(); room.width() > width()) setFixedSize(room);  // figures change without a new layout of the window
}

double SpeedMeter::last(Panes panes) const {
  const std::vector<double>& times = times_[size_t(panes)];
  return times.empty() ? 0 : times.back();
}

double SpeedMeter::percentile95(Panes panes) const {
  std::vector<double> times = times_[size_t(panes)];
  if (times.empty()) return 0;
  const auto at = times.begin() + std::ptrdiff_t((times.size() - 1) * 95 / 100);
  std::nth_element(times.begin(), at, times.end());
  return *at;
}

}  // namespace lw
