// The dock at the bottom: runs, the roofline, problems; what they show of the workbench, and what is asked of them.
#include <QFileDialog>
#include <QFileInfo>
#include <QStackedWidget>
#include <algorithm>
#include <array>

#include "app/main_window.h"

namespace lw {
namespace {

// The pages in the order of their switches.
constexpr std::array kSwitches{MainWindow::kRunPage, MainWindow::kRooflinePage, MainWindow::kProblemsPage};

}  // namespace

int MainWindow::switchOf(int page) { return int(std::find(kSwitches.begin(), kSwitches.end(), page) - kSwitches.begin()); }

// Pages stand in the stack by their numbers; those of runs and problems are there already.
void MainWindow::buildResults() {
  roofline_ = new RooflineView;
  results_->addWidget(roofline_);
  for (const QString& name : {tr("Run"), tr("Roofline"), tr("Problems")}) resultsPane_->header()->addSwitch(name);  // as kSwitches
}

void MainWindow::connectResults() {
  connect(resultsPane_->header(), &PaneHeader::switched, this, [this](int number) { showResults(kSwitches[size_t(number)]); });
  connect(&figures_, &Figures::changed, this, [this] { roofline_->setContent(figures_.roofline()); });
  connect(&figures_, &Figures::measuring, this, [this](const QString& what) {
    background_ = what;
    showBusy();
  });
  connect(roofline_, &RooflineView::chosen, &workbench_, &Workbench::goTo);
  connect(roofline_, &RooflineView::hint, this, &MainWindow::say);
  connect(roofline_, &RooflineView::exportWanted, this, &MainWindow::exportRoofline);
}

// It chooses between the pictures of the runs, so there must be runs.
void MainWindow::showTableSwitch() {
  table_->setVisible(results_->currentIndex() == 0 && workbench_.runs()->rowCount() > 0);
}

void MainWindow::showResults(int page) {
  results_->setCurrentIndex(page);
  resultsPane_->header()->setSwitch(switchOf(page));
  if (page == kRooflinePage) figures_.wantPeaks();
}

void MainWindow::exportRoofline() {
  QString path = QFileDialog::getSaveFileName(this, tr("Export the roofline as a picture"), {}, tr("Vector graphics (*.svg);;Picture (*.png)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += ".svg";
  say(roofline_->exportPicture(path) ? tr("exported %1").arg(path) : tr("cannot write %1").arg(path));
}

}  // namespace lw
