#include "views/trace/branch_view.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>

namespace lw {
namespace {

constexpr int kTip = Qt::UserRole, kFirstRole = Qt::UserRole + 1, kBranchRow = 27, kLeastBranches = 150,
              kMostName = 240, kNameSide = 28;
enum Column { kName, kFrom, kSteps, kTime, kColumns };

// Red text remains red in the selected row.
class BranchDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (const QVariant ink = index.data(Qt::ForegroundRole); ink.isValid())
      option->palette.setBrush(QPalette::HighlightedText, ink.value<QBrush>());
  }
};

}  // namespace

BranchView::BranchView(QWidget* parent) : QTreeWidget(parent), theme_(loadTheme("dark")) {
  setObjectName("branches");
  setAccessibleName(tr("Variants"));
  setColumnCount(kColumns);
  setHeaderHidden(true);
  setFrameShape(QFrame::NoFrame);
  setUniformRowHeights(true);
  setItemDelegate(new BranchDelegate(this));
  setIndentation(16);
  setEditTriggers(EditKeyPressed);
  setExpandsOnDoubleClick(false);
  header()->setMinimumSectionSize(20);
  for (const int column : {kFrom, kSteps, kTime}) header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(kName, QHeaderView::Stretch);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setMinimumWidth(kLeastBranches);
  connect(this, &QTreeWidget::itemClicked, this,
          [this](QTreeWidgetItem* item) { Q_EMIT chosen(item->data(kName, kTip).toInt()); });
  connect(this, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
    if (filling_ || column != kName) return;
    // Deferred, because the rows are created again while this one is still being edited.
    QMetaObject::invokeMethod(
        this,
        [this, tip = item->data(kName, kTip).toInt(), name = item->text(kName).trimmed()] {
          Q_EMIT renamed(tip, name);
        },
        Qt::QueuedConnection);
  });
}

void BranchView::setTheme(const Theme& theme) {
  theme_ = theme;
  setRows(std::exchange(rows_, {}));
}

void BranchView::setRows(const std::vector<BranchRow>& rows) {
  if (rows == rows_) return;
  rows_ = rows;
  filling_ = true;
  clear();
  std::vector<QTreeWidgetItem*> items;
  for (const BranchRow& row : rows) {
    auto* item = row.parent >= 0 ? new QTreeWidgetItem(items[size_t(row.parent)]) : new QTreeWidgetItem(this);
    item->setText(kName, row.name);
    item->setText(kFrom, row.from);
    item->setText(kSteps, row.steps);
    item->setText(kTime, row.time);
    item->setData(kName, kTip, row.tip);
    item->setData(kName, kFirstRole, row.firstNode);
    item->setData(kName, Qt::AccessibleTextRole, QStringList{row.name, row.from, row.steps, row.time}.join(' '));
    item->setFlags(item->flags() | Qt::ItemIsEditable);
    item->setSizeHint(kName, QSize(0, kBranchRow));
    item->setFont(kName, interfaceFont(13, row.shown ? QFont::DemiBold : QFont::Normal));
    for (const int column : {kFrom, kSteps}) item->setForeground(column, theme_.dim);
    item->setFont(kTime, codeFont(12));
    if (row.wrong) item->setForeground(kTime, theme_.reduce);
    item->setToolTip(kTime, row.check);
    items.push_back(item);
  }
  expandAll();
  for (size_t i = 0; i < rows.size(); ++i)
    if (rows[i].shown) setCurrentItem(items[i]);
  filling_ = false;
  arrangeColumns();
  updateGeometry();
}

int BranchView::nameWidth() const {
  const QFontMetrics metrics(interfaceFont(13, QFont::DemiBold));
  int width = 0;
  for (const BranchRow& row : rows_) {
    int depth = 1;
    for (int up = row.parent; up >= 0; up = rows_[size_t(up)].parent) ++depth;
    width = std::max(width, depth * indentation() + metrics.horizontalAdvance(row.name));
  }
  return std::min(width, kMostName) + kNameSide;
}

int BranchView::columnWidthOf(int column) const {
  return std::max(sizeHintForColumn(column), header()->minimumSectionSize());
}

int BranchView::fullWidth() const {
  int width = nameWidth() + verticalScrollBar()->sizeHint().width();
  for (const int column : {kFrom, kSteps, kTime}) width += columnWidthOf(column);
  return width;
}

// The name has priority; branch point, length and time are shown as far as they fit.
void BranchView::arrangeColumns() {
  int room = viewport()->width() - nameWidth();
  for (const int column : {kTime, kFrom, kSteps}) {
    setColumnHidden(column, false);
    room -= columnWidthOf(column);
    if (room < 0) setColumnHidden(column, true);
  }
}

void BranchView::resizeEvent(QResizeEvent* event) {
  arrangeColumns();
  QTreeWidget::resizeEvent(event);
}

void BranchView::contextMenuEvent(QContextMenuEvent* event) {
  const QTreeWidgetItem* item = event->reason() == QContextMenuEvent::Keyboard ? currentItem() : itemAt(event->pos());
  if (item)
    Q_EMIT menuRequested(item->data(kName, kTip).toInt(), item->data(kName, kFirstRole).toInt(), event->globalPos());
}

void BranchView::keyPressEvent(QKeyEvent* event) {
  QTreeWidgetItem* item = currentItem();
  if (item && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && state() != EditingState)
    return Q_EMIT chosen(item->data(kName, kTip).toInt());
  if (item && event->key() == Qt::Key_Delete) return Q_EMIT removeRequested(item->data(kName, kFirstRole).toInt());
  QTreeWidget::keyPressEvent(event);
}

}  // namespace lw
