// The access view: plays a recorded run in the order of its iterations, with a simulated cache. It also steps by
// accesses, statements or blocks, forwards and backwards, and to breakpoints.
#pragma once

#include <QTimer>
#include <QWidget>

#include "views/accesses/access_frames.h"
#include "views/accesses/access_grids.h"
#include "views/accesses/warp_chart.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QSlider;
class QSpinBox;
class QToolButton;

namespace lw {

class WrappingLabel;

// A histogram of the reuse distances of cache lines; bars beyond the size of the cache would miss.
class ReuseChart : public QWidget {
  Q_OBJECT

 public:
  explicit ReuseChart(Playback* playback, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

 protected:
  void paintEvent(QPaintEvent* event) override;
  QSize minimumSizeHint() const override { return {150, 56}; }

 private:
  Theme theme_;
  Playback* playback_;
};

class AccessView : public QWidget {
  Q_OBJECT

 public:
  explicit AccessView(Playback* playback, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setEmptyText(const QString& text) { grids_->setEmptyText(text); }
  void play(bool on);
  bool playing() const { return timer_.isActive(); }
  AccessGrids* grids() const { return grids_; }
  QSlider* scrubber() const { return scrubber_; }
  Playback::Unit unit() const;
  AccessFilm film() const;  // for the whole run

 Q_SIGNALS:
  void exportRequested();

 private:
  QToolButton* addButton(class QLayout* row, const char* name, const QString& text, const QString& tip);
  void buildControls(class QVBoxLayout* column);
  QWidget* buildSide();
  void buildCache(QGridLayout* grid);
  void sayUnits();
  void tick();
  void showProgram();
  void showMoment();
  void showCache();

  Playback* playback_;
  AccessGrids* grids_;
  ReuseChart* reuse_;
  WarpChart* warp_;
  QSlider* scrubber_;
  QToolButton *play_, *smaller_, *larger_, *export_;
  QComboBox *units_, *speeds_;
  QSpinBox *sets_, *ways_;
  QComboBox* line_;
  QLabel *sentence_, *counts_;
  WrappingLabel* misses_;
  QString copy_;  // the extents of the copy
  QWidget* side_;
  QTimer timer_;
};

}  // namespace lw
