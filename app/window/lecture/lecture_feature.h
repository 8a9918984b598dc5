// The lecture: the states of the trace on the full screen.
#pragma once

#include <QPointer>
#include <functional>

#include "app/window/feature.h"

namespace lw {

class Lecture;
struct SlidesWritten;

class LectureFeature : public Feature {
  Q_OBJECT

 public:
  explicit LectureFeature(WindowContext& window);
  void begin();  // over the shown state
  // Slides of all states, or a picture of the shown one: slides.h. `done` is called once.
  void writeSlides(const QString& path, std::function<void(const SlidesWritten&)> done);
  void writeShown(const QString& path, std::function<void(const SlidesWritten&)> done);

 private:
  QPointer<Lecture> lecture_;  // once it has begun
};

}  // namespace lw
