#include "app/window/values/values_feature.h"

#include <QFileDialog>
#include <QFileInfo>

#include "app/window/results/results_feature.h"
#include "app/window/stepping/stepping_feature.h"
#include "app/window/window_context.h"
#include "backends/reference/npy.h"
#include "views/accesses/playback_bar.h"
#include "views/translation/translate_messages.h"

namespace lw {

ValuesFeature::ValuesFeature(WindowContext& window)
    : Feature(window),
      results_(window.feature<ResultsFeature>()),
      runs_(*window.feature<SteppingFeature>().runs()),
      values_(new ValuesView),
      stepBar_(new PlaybackBar(runs_.playback())) {
  values_->setSources({tr("Run"), tr("Interpreter"), tr("Step by step")});  // in the order of InterpreterRuns::Source
  values_->setBelow(stepBar_);
  stepBar_->hide();
  results_.addPage(kPage, tr("Values"), values_);
  addAction(MenuSection::RunPlay, tr("&Step through with values"), "Ctrl+F10", [this] {
    results_.showPage(kPage);
    values_->setSource(InterpreterRuns::kSteps);
    values_->setFocus();
  });
  addAction(
      MenuSection::ViewPlaces, tr("&Values"), "Ctrl+Alt+V", [this] { results_.showPage(kPage), values_->setFocus(); },
      2);
}

void ValuesFeature::connectFeatures() {
  connect(&results_, &ResultsFeature::pageShown, this, [this](const QString& page) {
    runs_.setValuesEnabled(page == QLatin1String(kPage), InterpreterRuns::Source(values_->sources()->currentIndex()));
  });
  connect(values_, &ValuesView::sourceChosen, this, [this](int source) {
    stepBar_->setVisible(source == InterpreterRuns::kSteps);
    runs_.setValuesEnabled(true, InterpreterRuns::Source(source));
  });
  connect(values_, &ValuesView::bufferChosen, this, [this](const QString& name) {
    if (!name.isEmpty()) workbench_.selection()->select(LinkedSelection::ofBuffer(name.toStdString()));
  });
  connect(values_, &ValuesView::saveRequested, this, &ValuesFeature::saveBuffer);
  connect(&runs_, &InterpreterRuns::valuesChanged, this, [this] {
    values_->setEmptyText(runs_.emptyText());
    values_->setValues(runs_.values());
  });
  connect(&runs_, &InterpreterRuns::recordingTextChanged, this, [this] { values_->setEmptyText(runs_.emptyText()); });
}

void ValuesFeature::saveBuffer() {
  const ShownArray* array = values_->model()->array();
  if (!array) return;
  QString path = QFileDialog::getSaveFileName(window_.window(), tr("Save the buffer"), array->name + ".npy",
                                              tr("NumPy array (*.npy)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += ".npy";
  const Status written = writeNpy(path.toStdString(), *array->values);
  window_.say(written ? tr("Saved %1").arg(path) : reasonWords(written.error()));
}

}  // namespace lw
