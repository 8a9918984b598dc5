// The right end of the status line: what is under way, and how quick steps are.
#pragma once

#include <QTimer>

#include "app/window/feature.h"

class QLabel;

namespace lw {

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

  QLabel* busy_;
  QTimer busySoon_;     // what ends at once is not told
  QString background_;  // what is done while nothing else is
  SpeedMeter* meter_;
};

}  // namespace lw
