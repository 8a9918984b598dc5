// The pinned names with their looks; a click on a name removes it.
#pragma once

#include <QWidget>

#include "views/names/pins.h"

class QHBoxLayout;

namespace lw {

class PinLegend : public QWidget {
  Q_OBJECT

 public:
  explicit PinLegend(Pins* pins, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

 private:
  void rebuild();
  Pins* pins_;
  QHBoxLayout* row_;
  Theme theme_;
};

}  // namespace lw
