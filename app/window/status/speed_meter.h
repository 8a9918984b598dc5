// How long steps take until they are seen, in the status line: from the wish to the painted loop tree and text, and to
// all panes with the lowered stage. Of use to those who work on the program itself; debug builds show it unless it is
// switched off.
#pragma once

#include <QElapsedTimer>
#include <QLabel>
#include <QSettings>
#include <array>
#include <vector>

#include "views/widgets/deferred_call.h"

namespace lw {

class SpeedMeter : public QLabel {
  Q_OBJECT

 public:
  enum class Panes : uint8_t { Program, Lowered };
  explicit SpeedMeter(QSettings* settings, QWidget* parent = nullptr);
  bool isWanted() const { return wanted_; }
  void setWanted(bool wanted);
  void begin();                    // a step is asked for
  void shown(Panes panes);         // these panes have what it led to, and will be painted now
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
  bool wanted_;
  QElapsedTimer clock_;
  std::array<bool, 2> open_{}, unseen_{};  // asked for, and not shown yet; shown, and not painted yet
  // What is to come after painting has been done by then, and is painted with the next repaint.
  DeferredCall followed_{[this] { unseen_[size_t(Panes::Lowered)] = true, nothingToPaint_.request(); }};
  DeferredCall nothingToPaint_{[this] { noteShown(); }};
  std::array<std::vector<double>, 2> times_;
};

}  // namespace lw
