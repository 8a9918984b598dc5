// The lecture: the states of the trace on the full screen.
#pragma once

#include "app/window/feature.h"

namespace lw {

class Lecture;

class LectureFeature : public Feature {
  Q_OBJECT

 public:
  explicit LectureFeature(WindowContext& window);
  void begin();     // over the shown state, if there is a program
  Lecture* show();  // the same; there is a program
};

}  // namespace lw
