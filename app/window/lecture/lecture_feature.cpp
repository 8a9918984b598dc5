#include "app/window/lecture/lecture_feature.h"

#include "app/services/document/document.h"
#include "app/services/document/no_program.h"
#include "app/window/lecture/lecture.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/window_context.h"

namespace lw {

LectureFeature::LectureFeature(WindowContext& window) : Feature(window) {
  addAction(MenuSection::ViewLayout, tr("Lect&ure"), "F11", [this] { begin(); }, 3);
}

void LectureFeature::begin() {
  if (!workbench_.document()->hasProgram()) return window_.say(noProgramWords(*workbench_.document()));
  show();
}

Lecture* LectureFeature::show() {
  auto* lecture = window_.window()->findChild<Lecture*>();
  if (!lecture) lecture = new Lecture(&workbench_, window_.window());
  lecture->begin(window_.theme(), window_.feature<LoopTreeFeature>().tree()->animated());
  return lecture;
}

}  // namespace lw
