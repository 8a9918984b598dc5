// What a warp's last access takes of the memory: for each bank of shared memory how many of its words are wanted, for
// each sector of global memory that moves how much of it is used.
#pragma once

#include <QWidget>

#include "views/accesses/playback.h"
#include "views/theme/theme.h"

namespace lw {

// Heights of the columns: words of each of the 32 banks, or bytes used of each sector that moves, by address.
std::vector<int> warpColumns(const Playback& playback);

class WarpChart : public QWidget {
  Q_OBJECT

 public:
  explicit WarpChart(Playback* playback, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

 protected:
  void paintEvent(QPaintEvent* event) override;
  QSize minimumSizeHint() const override { return {150, 56}; }

 private:
  Theme theme_;
  Playback* playback_;
};

}  // namespace lw
