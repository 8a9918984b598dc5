#include "views/run/run_table.h"

#include <QHeaderView>

#include "app/models/runs/run_model.h"

namespace lw {

RunTable::RunTable(RunModel* model, QWidget* parent) : QTableView(parent) {
  setModel(model);
  setShowGrid(false);
  setTabKeyNavigation(false);  // Tab moves the focus to the next widget
  setFrameShape(QFrame::NoFrame);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(25);
  horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  horizontalHeader()->setHighlightSections(false);
  setVerticalScrollMode(QTableView::ScrollPerPixel);
  horizontalHeader()->setStretchLastSection(true);
  setSelectionBehavior(QTableView::SelectRows);
  setAccessibleName(tr("All runs"));
}

}  // namespace lw
