#include "app/window/main_window.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStatusBar>
#include <algorithm>

#include "app/models/document/document_files.h"
#include "app/models/support/services.h"
#include "app/window/features.h"
#include "views/notices/tooltip_width.h"

namespace lw {
namespace {

// The widgets that the features place here, from the left.
template <class Part>
std::vector<Part> inOrder(std::vector<Part> parts) {
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.order < b.order; });
  return parts;
}

}  // namespace

MainWindow::MainWindow(QSettings* settings, QWidget* parent) : QMainWindow(parent), context_(*this, *settings) {
  setObjectName("mainWindow");
  setDockNestingEnabled(true);
  setAnimated(false);
  setContentsMargins(6, 0, 6, 0);
  resize(1440, 900);
  new TooltipWidth(this);
  connect(&context_, &WindowContext::said, this, &MainWindow::said);
  addFeatures(context_);
  context_.placePanes();
  buildTop();
  buildStatusBar();
  for (const auto& feature : context_.features()) feature->connectFeatures();
  context_.fillMenus(findChild<QMenuBar*>());
  context_.layout().reset();
  context_.setTheme(settings->value("theme", "dark").toString());
  for (const auto& feature : context_.features()) feature->restore();
  for (const auto& feature : context_.features()) feature->start();
}

void MainWindow::buildTop() {
  auto* top = new QWidget(this);
  auto* rows = new QVBoxLayout(top);
  rows->setContentsMargins(0, 0, 0, 6);
  rows->setSpacing(0);
  auto* line = new QWidget(top);
  line->setObjectName("topBar");
  line->setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(line);
  row->setContentsMargins(0, 2, 4, 2);
  row->setSpacing(4);
  auto* brand = new QLabel("Loopwright", line);
  brand->setObjectName("brand");
  auto* menus = new QMenuBar(line);
  menus->setNativeMenuBar(false);
  menus->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  row->addWidget(brand);
  row->addWidget(menus);
  rows->addWidget(line);
  std::vector<TopWidget> widgets;
  for (const auto& feature : context_.features())
    widgets.insert(widgets.end(), feature->parts().top.begin(), feature->parts().top.end());
  for (const TopWidget& part : inOrder(widgets)) {
    switch (part.place) {
      case TopPlace::Title:
        row->addWidget(part.widget, 1);
        break;
      case TopPlace::TitleEnd:
        row->addWidget(part.widget);
        break;
      case TopPlace::ToolRow:
        rows->addWidget(part.widget);
        break;
      case TopPlace::ToolRowEnd:  // added to the row by PaletteFeature
        break;
    }
  }
  setMenuWidget(top);
}

void MainWindow::buildStatusBar() {
  std::vector<StatusWidget> widgets;
  for (const auto& feature : context_.features())
    widgets.insert(widgets.end(), feature->parts().status.begin(), feature->parts().status.end());
  statusBar()->setSizeGripEnabled(false);
  for (const StatusWidget& part : inOrder(widgets)) statusBar()->addPermanentWidget(part.widget);
}

// The work on the open document is kept, with its steps and edits; opening the document again restores it.
void MainWindow::openFile(const QString& path, const QString& schedule) {
  context_.services().get<DocumentFiles>()->open(path, schedule);
}

bool MainWindow::idle() const { return context_.idle(); }

void MainWindow::closeEvent(QCloseEvent* event) {
  for (const auto& feature : context_.features()) feature->save();
  context_.services().get<DocumentFiles>()->close();
  event->accept();
}

}  // namespace lw
