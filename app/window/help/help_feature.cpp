#include "app/window/help/help_feature.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QMessageBox>
#include <algorithm>

#include "app/models/document/document_files.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/support/services.h"
#include "app/services/document/documents.h"
#include "app/services/runs/run_records.h"
#include "app/services/schedule/composites.h"
#include "app/window/documents/samples.h"
#include "app/window/forms/forms_feature.h"
#include "app/window/help/tour_exercises.h"
#include "app/window/window_context.h"

namespace lw {

HelpFeature::HelpFeature(WindowContext& window) : Feature(window) {
  addMenus();
  addTourStop(0, nullptr, tr("Loopwright in a few minutes"),
              tr("This program multiplies two matrices, and takes milliseconds. You will transform its loops step by "
                 "step, and see after every step whether the result is still right and how fast it runs. Press Return "
                 "to go on, Escape to leave. The document that was open is kept."));
}

void HelpFeature::addMenus() {
  addAction(MenuSection::HelpPages, tr("&Steps, with examples"), QKeySequence::keyBindings(QKeySequence::HelpContents),
            [this] { showPage(); });
  addAction(MenuSection::HelpPages, tr("&Reading and applying"), "", [this] { help_->showStep("panes"); }, 2);
  addAction(
      MenuSection::HelpPages, tr("T&ensor expressions"), "", [this] { help_->showStep("tensor_expressions"); }, 2);
  addAction(MenuSection::HelpProgram, tr("&Keys"), {QKeySequence("?"), QKeySequence("Shift+F1")},
            [this] { showKeys(); });
  addAction(MenuSection::HelpProgram, tr("&Tour of the window"), "", [this] { startTour(); });
  addAction(MenuSection::HelpProgram, tr("&About Loopwright"), "", [this] { showAbout(); });
}

void HelpFeature::connectFeatures() {
  help_ = new HelpView(window_.window());
  connect(services_.get<CompositeShelf>(), &CompositeShelf::changed, this,
          [this] { help_->setComposites(services_.get<CompositeShelf>()->texts()); });
}

void HelpFeature::showPage() {
  const PrimitiveForm* form = window_.feature<FormsFeature>().form();
  const QString focused = QApplication::focusWidget() ? QApplication::focusWidget()->objectName() : QString();
  const QString prefix = QStringLiteral("step_");
  if (focused.startsWith(prefix)) return help_->showStep(focused.mid(prefix.size()));
  if (form->isVisible() && form->primitive()) return help_->showStep(QString::fromStdString(form->primitive()->name));
  const QString topic = window_.helpTopic(QApplication::focusWidget());
  help_->showStep(topic.isEmpty() ? help_->shownStep() : topic);
}

void HelpFeature::showKeys() {
  if (!sheet_) sheet_ = new ShortcutSheet(window_.window());
  std::vector<KeyGroup> groups = keysOf(*window_.menus());
  for (const auto& feature : window_.features())
    groups.insert(groups.end(), feature->parts().keys.begin(), feature->parts().keys.end());
  sheet_->openSheet(groups, window_.theme());
}

// The sample is opened as a new text, so that the tour begins at the first step each time.
void HelpFeature::startTour() {
  const std::string sample = bytesOf(QDir(samplesFolder()).filePath(kTourSample));
  if (sample.empty()) return window_.say(tr("The sample of the tour is not installed: %1").arg(kTourSample));
  connect(services_.get<DocumentFiles>(), &DocumentFiles::loaded, this, &HelpFeature::showTour,
          Qt::SingleShotConnection);
  services_.get<DocumentFiles>()->openText(sample);
}

void HelpFeature::showTour() {
  if (!tour_) {
    tour_ = new Tour(window_.window());
    connect(services_.get<HistoryEditor>(), &HistoryEditor::changed, tour_, &Tour::check);
    connect(services_.get<RunRecords>(), &RunRecords::recorded, tour_, &Tour::check);
    connect(services_.get<ShownProgram>(), &ShownProgram::functionChanged, tour_, &Tour::check);
    connect(services_.get<DocumentFiles>(), &DocumentFiles::loaded, tour_, &Tour::leave);  // of another document
  }
  std::vector<TourPlace> places;
  for (const auto& feature : window_.features())
    places.insert(places.end(), feature->parts().tour.begin(), feature->parts().tour.end());
  for (TourPlace& exercise : tourExercises(window_)) places.push_back(std::move(exercise));
  std::stable_sort(places.begin(), places.end(),
                   [](const TourPlace& a, const TourPlace& b) { return a.order < b.order; });
  std::vector<TourStop> stops;
  for (TourPlace& place : places) stops.push_back(std::move(place.stop));
  tour_->start(std::move(stops), window_.theme());
}

void HelpFeature::tellOfCrash(const QString& report) {
  auto* box =
      new QMessageBox(QMessageBox::Warning, tr("Loopwright"), tr("Loopwright crashed last time. Your work was kept."),
                      QMessageBox::Ok, window_.window());
  box->setObjectName("crashNotice");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setInformativeText(tr("A crash report is at\n%1").arg(report));
  box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  box->setModal(false);
  box->show();
}

void HelpFeature::showAbout() {
  QMessageBox::about(window_.window(), tr("Loopwright"),
                     tr("A workbench for tensor-program schedules.\n\nGPL-3.0-or-later. Inter and JetBrains Mono: SIL "
                        "Open Font License."));
}

}  // namespace lw
