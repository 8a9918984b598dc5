#include "app/window/lecture/lecture_feature.h"

#include "app/models/document/document.h"
#include "app/models/document/no_program.h"
#include "app/models/support/services.h"
#include "app/window/lecture/lecture.h"
#include "app/window/lecture/slides.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/window_context.h"

namespace lw {

LectureFeature::LectureFeature(WindowContext& window) : Feature(window) {
  addAction(MenuSection::ViewLayout, tr("Lect&ure"), "F11", [this] { begin(); }, 3);
}

void LectureFeature::begin() {
  if (!services_.get<Document>()->hasProgram()) return window_.say(noProgramWords(*services_.get<Document>()));
  if (!lecture_) lecture_ = new Lecture(services_, window_.window());
  lecture_->begin(window_.theme(), window_.feature<LoopTreeFeature>().tree()->animated());
}

void LectureFeature::writeSlides(const QString& path, std::function<void(const SlidesWritten&)> done) {
  auto* slides = new Slides(services_, [this] { return window_.idle(); }, window_.window(), window_.theme());
  slides->write(path, [slides, done = std::move(done)](const SlidesWritten& written) {
    slides->deleteLater();
    done(written);
  });
}

void LectureFeature::writeShown(const QString& path, std::function<void(const SlidesWritten&)> done) {
  auto* slides = new Slides(services_, [this] { return window_.idle(); }, window_.window(), window_.theme());
  slides->writeShown(path, [slides, done = std::move(done)](const SlidesWritten& written) {
    slides->deleteLater();
    done(written);
  });
}

}  // namespace lw
