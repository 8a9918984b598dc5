#include "views/values/element_history.h"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

namespace lw {
namespace {

constexpr size_t kShownAccesses = 500;  // of the history of an element

}  // namespace

ElementHistory::ElementHistory(QWidget* parent)
    : QWidget(parent), theme_(loadTheme("dark")), head_(new QLabel(this)), table_(new QTableWidget(this)) {
  setObjectName("elementHistory");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(6, 0, 0, 0);
  column->setSpacing(2);
  head_->setObjectName("dim");
  head_->setWordWrap(true);
  column->addWidget(head_);
  column->addWidget(table_, 1);
  table_->setColumnCount(3);
  table_->setHorizontalHeaderLabels({tr("Access"), tr("Block"), tr("Loops")});
  table_->setAccessibleName(tr("Accesses to the element"));
  table_->setSelectionBehavior(QTableWidget::SelectRows);
  table_->setSelectionMode(QTableWidget::SingleSelection);
  table_->setEditTriggers(QTableWidget::NoEditTriggers);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setShowGrid(false);
  table_->setTabKeyNavigation(false);  // Tab moves the focus to the next widget
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(20);
  table_->horizontalHeader()->setStretchLastSection(true);
  connect(table_, &QTableWidget::cellClicked, this, [this](int row) {
    if (row >= 0 && size_t(row) < entries_.size()) Q_EMIT positionChosen(qint64(entries_[size_t(row)].position));
  });
  connect(table_, &QTableWidget::cellActivated, table_, &QTableWidget::cellClicked);
  setHistory({}, {});
}

void ElementHistory::setTheme(const Theme& theme) {
  theme_ = theme;
  for (int row = 0; row < table_->rowCount(); ++row)
    if (entries_[size_t(row)].store) table_->item(row, 0)->setForeground(theme_.parallel);
}

void ElementHistory::setHistory(const QString& element, std::vector<HistoryEntry> entries) {
  entries_ = std::move(entries);
  const size_t all = entries_.size(),
               stores = size_t(std::count_if(entries_.begin(), entries_.end(), [](const auto& e) { return e.store; }));
  if (all > kShownAccesses) entries_.resize(kShownAccesses);
  head_->setText(element.isEmpty()      ? tr("Select an element to see every value that it has in this run")
                 : all == 0             ? tr("%1 is never accessed in this run").arg(element)
                 : all > kShownAccesses ? tr("%1: %2 writes, %3 reads; the first %4 are shown")
                                              .arg(element)
                                              .arg(stores)
                                              .arg(all - stores)
                                              .arg(kShownAccesses)
                                        : tr("%1: %2 writes, %3 reads").arg(element).arg(stores).arg(all - stores));
  table_->clearContents();
  table_->setRowCount(int(entries_.size()));
  for (int row = 0; row < int(entries_.size()); ++row) {
    const HistoryEntry& entry = entries_[size_t(row)];
    const QString words = !entry.store             ? tr("reads %1").arg(entry.value)
                          : entry.before.isEmpty() ? tr("becomes %1").arg(entry.value)
                                                   : tr("%1 becomes %2").arg(entry.before, entry.value);
    int column = 0;
    for (const QString& text : {words, entry.block, entry.loops}) {
      auto* cell = new QTableWidgetItem(text);
      cell->setFont(codeFont(11.5));
      if (column == 0 && entry.store) cell->setForeground(theme_.parallel);
      table_->setItem(row, column++, cell);
    }
  }
  table_->resizeColumnToContents(0);
  table_->resizeColumnToContents(1);
}

void ElementHistory::setPosition(size_t position) {
  int last = -1;
  for (size_t i = 0; i < entries_.size() && entries_[i].position <= position; ++i) last = int(i);
  if (last < 0) return table_->clearSelection();
  table_->selectRow(last);
  table_->scrollToItem(table_->item(last, 0));
}

}  // namespace lw
