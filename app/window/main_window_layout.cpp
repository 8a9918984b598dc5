// Where the panes stand by default, and how large what they show is.
#include <QApplication>
#include <QPointer>

#include "app/window/main_window.h"

namespace lw {

void MainWindow::resetLayout() {
  extras_->closeAll();
  placePanes();
}

void MainWindow::zoom(int by) {
  QWidget* keys = focusWidget();
  if (keys && codePanes_.zoom(keys, by)) return;
  if (keys && (keys == access_ || access_->isAncestorOf(keys)))
    return by == 0 ? access_->grids()->showAll() : access_->grids()->enlarge(by);
  if (by == 0)
    tree_->setZoom(1);
  else
    tree_->zoomBy(by);
}

void MainWindow::placePanes() {
  const QPointer<QWidget> keys = QApplication::focusWidget();  // panes that hide lose them
  for (Pane* pane : {sourcePane_, treePane_, loweredPane_, inspectorPane_, tracePane_, resultsPane_}) {
    removeDockWidget(pane);
    pane->setFloating(false);
  }
  addDockWidget(Qt::TopDockWidgetArea, sourcePane_);
  splitDockWidget(sourcePane_, treePane_, Qt::Horizontal);
  splitDockWidget(treePane_, loweredPane_, Qt::Horizontal);
  splitDockWidget(loweredPane_, inspectorPane_, Qt::Horizontal);
  addDockWidget(Qt::BottomDockWidgetArea, tracePane_);
  splitDockWidget(tracePane_, resultsPane_, Qt::Horizontal);
  for (Pane* pane : {sourcePane_, treePane_, loweredPane_, inspectorPane_, tracePane_, resultsPane_}) pane->show();
  const int width = this->width(), height = this->height();
  const bool narrow = width < 1400;  // where operands of machine code would be out of sight
  resizeDocks({sourcePane_, treePane_, loweredPane_, inspectorPane_},
              narrow ? QList<int>{width * 23 / 100, width * 25 / 100, width * 36 / 100, width * 16 / 100}
                     : QList<int>{width * 24 / 100, width * 25 / 100, width * 34 / 100, width * 17 / 100},
              Qt::Horizontal);
  resizeDocks({tracePane_, resultsPane_}, {width * 51 / 100, width * 49 / 100}, Qt::Horizontal);
  resizeDocks({sourcePane_, tracePane_}, {height * 62 / 100, height * 26 / 100}, Qt::Vertical);
  if (keys) keys->setFocus();
}

}  // namespace lw
