// The right end of the status line: running jobs, and the times of steps.
#pragma once

#include <QTimer>

#include "app/window/feature.h"

class QLabel;

namespace lw {

class OpeningBar;
class SpeedMeter;

class StatusFeature : public Feature {
  Q_OBJECT

 public:
  explicit StatusFeature(WindowContext& window);
  void connectFeatures() override;

 private:
  void connectMeter();
  void showBusy();
  void showBackground(const QString& what);

  OpeningBar* opening_;
  QLabel* busy_;
  QTimer busySoon_;     // short jobs are not shown
  QString background_;  // the background job that runs while nothing else does
  SpeedMeter* meter_;
};

}  // namespace lw
