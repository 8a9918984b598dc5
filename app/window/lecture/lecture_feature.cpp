#include "app/window/lecture/lecture_feature.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>

#include "app/services/document/document.h"
#include "app/services/document/document_text.h"
#include "app/services/document/no_program.h"
#include "app/services/workbench.h"
#include "app/window/lecture/lecture.h"
#include "app/window/lecture/slides.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/window_context.h"

namespace lw {

LectureFeature::LectureFeature(WindowContext& window) : Feature(window) {
  addAction(MenuSection::ViewLayout, tr("Lect&ure"), "F11", [this] { begin(); }, 3);
  QAction* slides =
      addAction(MenuSection::FileExchange, tr("S&lides of all steps…"), "", [this] { slidesDialog(); }, 1);
  slides->setToolTip(tr("A PDF with what the lecture shows of each state"));
}

void LectureFeature::begin() {
  if (!workbench_.document()->hasProgram()) return window_.say(noProgramWords(*workbench_.document()));
  if (!lecture_) lecture_ = new Lecture(&workbench_, window_.window());
  lecture_->begin(window_.theme(), window_.feature<LoopTreeFeature>().tree()->animated());
}

void LectureFeature::slidesDialog() {
  if (!workbench_.document()->hasProgram()) return window_.say(noProgramWords(*workbench_.document()));
  const QFileInfo source(workbench_.text()->path());
  const QString start = source.absolutePath() + "/" + workbench_.document()->function().section('.', -1) + ".pdf";
  QString path = QFileDialog::getSaveFileName(window_.window(), tr("Slides of all steps"), start,
                                              tr("Slides (*.pdf);;Pictures (*.png)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".pdf");
  writeSlides(path);
}

Slides* LectureFeature::makeSlides() { return new Slides(workbench_, window_.window(), window_.theme()); }

void LectureFeature::writeSlides(const QString& path, std::function<void(bool)> done) {
  window_.say(tr("Exporting %1…").arg(QFileInfo(path).fileName()));
  Slides* slides = makeSlides();
  slides->write(path, [this, slides, path, done = std::move(done)](const Slides::Written& written) {
    window_.say(written.error.isEmpty() ? tr("Exported %1: %n slides", nullptr, written.count).arg(path)
                                        : written.error);
    slides->deleteLater();
    if (done) done(written.error.isEmpty());
  });
}

void LectureFeature::writeShown(const QString& path, std::function<void(bool)> done) {
  Slides* slides = makeSlides();
  slides->writeShown(path, [slides, done = std::move(done)](const Slides::Written& written) {
    slides->deleteLater();
    done(written.error.isEmpty());
  });
}

}  // namespace lw
