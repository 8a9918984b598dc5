#include "app/window/accesses/accesses_feature.h"

#include <QFileDialog>
#include <QFileInfo>

#include "app/models/support/job_runner.h"
#include "app/models/support/services.h"
#include "app/services/runs/interpreter_runs.h"
#include "app/window/results/results_feature.h"
#include "app/window/stepping/stepping_feature.h"
#include "app/window/window_context.h"

namespace lw {

AccessesFeature::AccessesFeature(WindowContext& window)
    : Feature(window),
      results_(window.feature<ResultsFeature>()),
      runs_(*window.feature<SteppingFeature>().runs()),
      access_(new AccessView(runs_.playback())) {
  results_.addPage(kPage, tr("Accesses"), access_);
  const auto show = [this] { results_.showPage(kPage), access_->setFocus(); };
  addAction(MenuSection::RunPlay, tr("&Play the accesses"), "Ctrl+Shift+P", show);
  addAction(MenuSection::ViewPlaces, tr("&Accesses"), "Alt+0", show, 2);
}

void AccessesFeature::connectFeatures() {
  connect(&results_, &ResultsFeature::pageShown, this, [this](const QString& page) {
    const bool shown = page == QLatin1String(kPage);
    runs_.setRecordingEnabled(shown);
    if (!shown) access_->play(false);
  });
  connect(&runs_, &InterpreterRuns::recordingTextChanged, this,
          [this] { access_->setEmptyText(runs_.recordingText()); });
  connect(access_, &AccessView::exportRequested, this, &AccessesFeature::exportFrames);
}

bool AccessesFeature::zoom(QWidget* keys, int by) {
  if (keys != access_ && !access_->isAncestorOf(keys)) return false;
  if (by == 0)
    access_->grids()->showAll();
  else
    access_->grids()->enlarge(by);
  return true;
}

// Paints and writes the frames in the background; a second export cancels the first.
void AccessesFeature::exportFrames() {
  QString path =
      QFileDialog::getSaveFileName(window_.window(), tr("Save the run as pictures"), QStringLiteral("accesses.webp"),
                                   tr("Animated picture (*.webp);;Single pictures (*.png)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += ".webp";
  services_.get<JobRunner>()->run<int>(
      Channel::Film,
      [this, film = access_->film(), path](const Stop& stop) {
        return writeFilm(film, path, [&](int done, int count) {
          if (done % 20 == 0)
            services_.get<JobRunner>()->post(
                [this, done, count] { window_.say(tr("Picture %1 of %2…").arg(done).arg(count)); });
          return !stop();
        });
      },
      [this, path](int count) {
        window_.say(count < 0 ? tr("Cannot write %1").arg(path) : tr("%1 pictures written to %2").arg(count).arg(path));
      });
}

}  // namespace lw
