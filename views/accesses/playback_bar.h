// The controls for stepping through a recorded run, below the values.
#pragma once

#include <QLabel>
#include <QWidget>

#include "app/models/runs/playback.h"

class QComboBox;

namespace lw {

class PlaybackBar : public QWidget {
  Q_OBJECT

 public:
  explicit PlaybackBar(Playback* playback, QWidget* parent = nullptr);

 private:
  Playback* playback_;
  QComboBox* units_;
  QLabel *place_, *sentence_;
};

}  // namespace lw
