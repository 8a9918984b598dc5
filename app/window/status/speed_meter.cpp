#include "app/window/status/speed_meter.h"

#include <QCoreApplication>
#include <QEvent>
#include <algorithm>
#include <utility>

namespace lw {
namespace {

constexpr size_t kMostTimes = 200;

}  // namespace

SpeedMeter::SpeedMeter(QSettings* settings, QWidget* parent)
    : QLabel(parent), settings_(settings), timingShown_(settings->value("speedMeter", false).toBool()) {
  setAccessibleName(tr("Speed of steps"));
  setToolTip(tr("From the request for a step to the painted panes: the last time, and the 95th percentile"));
  setVisible(timingShown_);
  if (parent) parent->window()->installEventFilter(this);
}

void SpeedMeter::setTimingShown(bool shown) {
  timingShown_ = shown;
  settings_->setValue("speedMeter", shown);
  setVisible(shown);
}

void SpeedMeter::begin() {
  clock_.start();
  open_ = {true, true};
}

void SpeedMeter::shown(Panes panes) {
  if (!timingShown_ || !open_[size_t(panes)]) return;
  open_[size_t(panes)] = false;
  if (panes == Panes::Lowered) return followed_.request();
  unseen_[size_t(panes)] = true;
  nothingToPaint_.request();
}

// Passes UpdateRequest on, with which the window paints all changes, and then notes the time.
bool SpeedMeter::eventFilter(QObject* object, QEvent* event) {
  if (event->type() != QEvent::UpdateRequest || (!unseen_[0] && !unseen_[1])) return false;
  object->removeEventFilter(this);
  QCoreApplication::sendEvent(object, event);
  object->installEventFilter(this);
  noteShown();
  return true;
}

void SpeedMeter::noteShown() {
  for (const Panes panes : {Panes::Program, Panes::Lowered})
    if (std::exchange(unseen_[size_t(panes)], false)) note(panes);
}

void SpeedMeter::note(Panes panes) {
  std::vector<double>& times = times_[size_t(panes)];
  if (times.size() == kMostTimes) times.erase(times.begin());
  times.push_back(double(clock_.nsecsElapsed()) * 1e-6);
  Q_EMIT measured(panes);
  if (panes == Panes::Program) return;  // reported with the other panes: nothing else is painted between the two
  const auto figure = [this](Panes p) {
    return tr("%1 ms (95 %: %2)").arg(last(p), 0, 'f', 0).arg(percentile95(p), 0, 'f', 0);
  };
  setText(tr("Tree and text %1 · all panes %2").arg(figure(Panes::Program), figure(Panes::Lowered)));
  if (const QSize room = sizeHint(); room.width() > width())
    setFixedSize(room);  // so that changing figures do not lay out the window again
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
