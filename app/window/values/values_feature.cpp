#include "app/window/values/values_feature.h"

#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>
#include <cmath>

#include "app/models/program/selection_model.h"
#include "app/models/support/services.h"
#include "app/models/text/translate_messages.h"
#include "app/services/runs/interpreter_runs.h"
#include "app/window/results/results_feature.h"
#include "app/window/stepping/stepping_feature.h"
#include "app/window/window_context.h"
#include "backends/reference/npy.h"
#include "views/accesses/playback_bar.h"

namespace lw {

ValuesFeature::ValuesFeature(WindowContext& window)
    : Feature(window),
      results_(window.feature<ResultsFeature>()),
      runs_(*window.feature<SteppingFeature>().runs()),
      values_(new ValuesView),
      stepBar_(new PlaybackBar(runs_.playback())),
      history_(new ElementHistory) {
  values_->setSources({tr("Run"), tr("Interpreter"), tr("Step by step")});  // in the order of InterpreterRuns::Source
  values_->setBelow(stepBar_);
  stepBar_->hide();
  values_->setBeside(history_);
  history_->hide();
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
    history_->setVisible(source == InterpreterRuns::kSteps);
    runs_.setValuesEnabled(true, InterpreterRuns::Source(source));
  });
  connect(values_, &ValuesView::bufferChosen, this, [this](const QString& name) {
    if (!name.isEmpty()) services_.get<SelectionModel>()->select(LinkedSelection::ofBuffer(name.toStdString()));
  });
  connect(values_, &ValuesView::elementChosen, this, &ValuesFeature::showHistory);
  connect(runs_.playback(), &Playback::programChanged, this, [this] { showHistory({}, -1); });
  connect(runs_.playback(), &Playback::moved, this, [this] { history_->setPosition(runs_.playback()->position()); });
  connect(history_, &ElementHistory::positionChosen, this,
          [this](qint64 position) { runs_.playback()->setPosition(size_t(position)); });
  connect(values_, &ValuesView::saveRequested, this, &ValuesFeature::saveBuffer);
  connect(&runs_, &InterpreterRuns::valuesChanged, this, [this] {
    values_->setEmptyText(runs_.emptyText());
    values_->setValues(runs_.values());
  });
  connect(&runs_, &InterpreterRuns::recordingTextChanged, this, [this] { values_->setEmptyText(runs_.emptyText()); });
}

// Only for values step by step: they are those of the recorded run.
void ValuesFeature::showHistory(const QString& buffer, qint64 element) {
  const Playback& playback = *runs_.playback();
  if (std::pair(buffer, element) == historyOf_) return;
  if (runs_.source() != InterpreterRuns::kSteps || playback.empty() || element < 0) {
    historyOf_ = {{}, -1};
    return history_->setHistory({}, {});
  }
  historyOf_ = {buffer, element};
  const std::vector<Recording::Memory>& memories = playback.recording().memories;
  const auto memory = std::find_if(memories.begin(), memories.end(), [&](const Recording::Memory& m) {
    return QString::fromStdString(m.name) == buffer;
  });
  if (memory == memories.end()) return history_->setHistory({}, {});
  const auto number = [](double v) { return QString::number(v, 'g', 6); };
  std::vector<HistoryEntry> entries;
  for (const RecordedAccess& a : historyOf(playback.recording(), size_t(memory - memories.begin()), element))
    entries.push_back({a.position, a.store, number(a.value),
                       a.store && !std::isnan(a.before) ? number(a.before) : QString(), a.block, a.loops});
  QStringList place;
  for (const int64_t i : indicesOf(memory->shape, element)) place << QString::number(i);
  history_->setHistory(QStringLiteral("%1[%2]").arg(buffer, place.join(QStringLiteral(", "))), std::move(entries));
  history_->setPosition(playback.position());
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
