// The memory traffic of a warp's last access: the number of accessed words in each bank of shared memory, or the used
// bytes in each transferred sector of global memory.
#pragma once

#include <QWidget>

#include "app/models/runs/playback.h"
#include "views/theme/theme.h"

namespace lw {

// Heights of the columns: words in each of the 32 banks, or used bytes of each transferred sector, by address.
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
