// The dock at the bottom: runs, the roofline, problems; what they show of the workbench, and what is asked of them.
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QStackedWidget>
#include <algorithm>
#include <array>

#include "app/window/main_window.h"
#include "backends/reference/npy.h"
#include "views/accesses/playback_bar.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

// The pages in the order of their switches.
constexpr std::array kSwitches{MainWindow::kRunPage, MainWindow::kRooflinePage, MainWindow::kAccessPage,
                               MainWindow::kValuesPage, MainWindow::kProblemsPage};

}  // namespace

int MainWindow::switchOf(int page) {
  return int(std::find(kSwitches.begin(), kSwitches.end(), page) - kSwitches.begin());
}

// Pages stand in the stack by their numbers; those of runs and problems are there already.
void MainWindow::buildResults() {
  roofline_ = new RooflineView;
  access_ = new AccessView(executions_.playback());
  values_ = new ValuesView;
  values_->setSources({tr("run"), tr("interpreter"), tr("step by step")});  // as InterpreterRuns::Source
  stepBar_ = new PlaybackBar(executions_.playback());
  values_->setBelow(stepBar_);
  stepBar_->hide();
  for (QWidget* page : std::initializer_list<QWidget*>{roofline_, access_, values_}) {
    page->setSizePolicy(QSizePolicy::Ignored,
                        QSizePolicy::Ignored);  // the panes keep their sizes when the page changes
    page->setMinimumSize(240, 120);
    results_->addWidget(page);
  }
  for (const QString& name : {tr("Run"), tr("Roofline"), tr("Accesses"), tr("Values"), tr("Problems")})
    resultsPane_->header()->addSwitch(name);  // as kSwitches
  larger_ = resultsPane_->header()->addTool(tr("larger"), tr("Give this pane more room (Ctrl+Shift+M)"));
  larger_->setObjectName("largerResults");
  larger_->setCheckable(true);
  connect(larger_, &QToolButton::toggled, this, &MainWindow::enlargeResults);
}

void MainWindow::connectResults() {
  connect(resultsPane_->header(), &PaneHeader::switched, this,
          [this](int number) { showResults(kSwitches[size_t(number)]); });
  connect(&figures_, &Figures::changed, this, [this] {
    if (results_->currentIndex() == kRooflinePage) roofline_->setContent(figures_.roofline());
  });
  connect(&figures_, &Figures::measuring, this, [this](const QString& what) {
    background_ = what;
    showBusy();
  });
  connect(roofline_, &RooflineView::chosen, workbench_.history(), &HistoryEditor::goTo);
  connect(roofline_, &RooflineView::hint, this, &MainWindow::say);
  connect(roofline_, &RooflineView::exportRequested, this, &MainWindow::exportRoofline);
  connect(values_, &ValuesView::sourceChosen, this, [this](int source) {
    stepBar_->setVisible(source == InterpreterRuns::kSteps);
    executions_.wantValues(true, InterpreterRuns::Source(source));
  });
  connect(values_, &ValuesView::bufferChosen, this, [this](const QString& name) {
    if (!name.isEmpty()) workbench_.selection()->select(LinkedSelection::ofBuffer(name.toStdString()));
  });
  connect(values_, &ValuesView::saveRequested, this, &MainWindow::saveValues);
  connect(&executions_, &InterpreterRuns::valuesChanged, this, [this] {
    values_->setEmptyText(executions_.emptyText());
    values_->setValues(executions_.values());
  });
  connect(&executions_, &InterpreterRuns::recordingTextChanged, this, [this] {
    access_->setEmptyText(executions_.recordingText());
    values_->setEmptyText(executions_.emptyText());
  });
  connect(access_, &AccessView::exportRequested, this, &MainWindow::exportFrames);
  connectSteps();
}

// It chooses between the pictures of the runs, so there must be runs.
void MainWindow::showTableSwitch() {
  table_->setVisible(results_->currentIndex() == 0 && workbench_.records()->model()->rowCount() > 0);
}

void MainWindow::showResults(int page) {
  results_->setCurrentIndex(page);
  resultsPane_->header()->setSwitch(switchOf(page));
  if (page == kRooflinePage) {
    figures_.wantPeaks();
    roofline_->setContent(figures_.roofline());
  }
  executions_.wantRecording(page == kAccessPage);
  executions_.wantValues(page == kValuesPage, InterpreterRuns::Source(values_->sources()->currentIndex()));
  if (page != kAccessPage) access_->play(false);
}

void MainWindow::enlargeResults(bool larger) {
  const int wide = width(), high = height();
  resizeDocks({tracePane_, resultsPane_},
              larger ? QList<int>{wide * 26 / 100, wide * 74 / 100} : QList<int>{wide * 51 / 100, wide * 49 / 100},
              Qt::Horizontal);
  resizeDocks({sourcePane_, resultsPane_},
              larger ? QList<int>{high * 32 / 100, high * 56 / 100} : QList<int>{high * 62 / 100, high * 26 / 100},
              Qt::Vertical);
}

void MainWindow::exportRoofline() {
  QString path = QFileDialog::getSaveFileName(this, tr("Export the roofline as a picture"), {},
                                              tr("Vector graphics (*.svg);;Picture (*.png)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += ".svg";
  say(roofline_->exportPicture(path) ? tr("exported %1").arg(path) : tr("cannot write %1").arg(path));
}

// Painted and written in the background; asking again leaves the first unfinished.
void MainWindow::exportFrames() {
  QString path = QFileDialog::getSaveFileName(this, tr("Save the run as pictures"), QStringLiteral("accesses.webp"),
                                              tr("Animated picture (*.webp);;Single pictures (*.png)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += ".webp";
  workbench_.jobs()->run<int>(
      Channel::Film,
      [this, film = access_->film(), path](const Stop& stop) {
        return writeFilm(film, path, [&](int done, int count) {
          if (done % 20 == 0)
            workbench_.jobs()->post([this, done, count] { say(tr("picture %1 of %2…").arg(done).arg(count)); });
          return !stop();
        });
      },
      [this, path](int count) {
        say(count < 0 ? tr("cannot write %1").arg(path) : tr("%1 pictures written to %2").arg(count).arg(path));
      });
}

void MainWindow::saveValues() {
  const ShownArray* array = values_->model()->array();
  if (!array) return;
  QString path =
      QFileDialog::getSaveFileName(this, tr("Save the buffer"), array->name + ".npy", tr("NumPy array (*.npy)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += ".npy";
  const Status written = writeNpy(path.toStdString(), *array->values);
  say(written ? tr("saved %1").arg(path) : reasonWords(written.error()));
}

}  // namespace lw
