// Measures the time from the request of a step until its result is painted, in the loop tree and text and in all panes
// with the lowered stage, and shows it in the status line. For developers; debug builds show it unless it is switched
// off.
#pragma once

#include <QElapsedTimer>
#include <QLabel>
#include <QSettings>
#include <array>
#include <vector>

#include "app/models/support/deferred_call.h"

namespace lw {

class SpeedMeter : public QLabel {
  Q_OBJECT

 public:
  enum class Panes : uint8_t { Program, Lowered };
  explicit SpeedMeter(QSettings* settings, QWidget* parent = nullptr);
  bool isTimingShown() const { return timingShown_; }
  void setTimingShown(bool shown);
  void begin();                    // a step is requested
  void shown(Panes panes);         // these panes have the result and will be painted now
  double last(Panes panes) const;  // milliseconds; 0: nothing was measured
  double percentile95(Panes panes) const;

 Q_SIGNALS:
  void measured(lw::SpeedMeter::Panes panes);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void note(Panes panes);
  void noteShown();

  QSettings* settings_;
  bool timingShown_;
  QElapsedTimer clock_;
  std::array<bool, 2> open_{}, unseen_{};  // requested, but not shown yet; shown, but not painted yet
  // Work deferred until after painting is done by then, and its result is painted with the next repaint.
  DeferredCall followed_{[this] { unseen_[size_t(Panes::Lowered)] = true, nothingToPaint_.request(); }};
  DeferredCall nothingToPaint_{[this] { noteShown(); }};
  std::array<std::vector<double>, 2> times_;
};

}  // namespace lw
