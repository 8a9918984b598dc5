#include "views/tune/reason_table.h"

#include <QHeaderView>
#include <QStyle>

#include "views/theme/theme.h"

namespace lw {
namespace {

constexpr int kReasonSides = 8;                        // padding of a cell in the theme, pixels
constexpr int kReasonAbove = 4, kLeastReasonRow = 25;  // pixels

}  // namespace

ReasonTable::ReasonTable(QWidget* parent) : QTableWidget(0, 2, parent) {
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setTabKeyNavigation(false);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setWordWrap(true);
  setTextElideMode(Qt::ElideNone);
  verticalHeader()->hide();
  verticalHeader()->setMinimumSectionSize(kLeastReasonRow);
  setHorizontalHeaderLabels({tr("Count"), tr("Reason")});
  horizontalHeaderItem(kReason)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setStretchLastSection(true);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, &ReasonTable::fitRows);
}

void ReasonTable::setReasons(const std::vector<std::pair<int, QString>>& reasons) {
  setRowCount(int(reasons.size()));
  for (int row = 0; row < int(reasons.size()); ++row) {
    auto* count = new QTableWidgetItem(QString::number(reasons[size_t(row)].first));
    count->setFont(codeFont(12));
    count->setTextAlignment(Qt::AlignRight | Qt::AlignTop);
    auto* why = new QTableWidgetItem(reasons[size_t(row)].second);
    why->setToolTip(reasons[size_t(row)].second);
    why->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
    setItem(row, kCount, count);
    setItem(row, kReason, why);
  }
  fitRows();
}

int ReasonTable::textWidth() const {
  const int margin = style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 1;
  return std::max(1, columnWidth(kReason) - 2 * (kReasonSides + margin));
}

int ReasonTable::neededHeight(int row) const {
  return fontMetrics()
      .boundingRect(QRect(0, 0, textWidth(), 1 << 20), Qt::TextWordWrap | Qt::AlignLeft, reason(row))
      .height();
}

std::pair<int, int> ReasonTable::linesOf(int row) const {
  const int line = fontMetrics().lineSpacing();
  return {(rowHeight(row) - kReasonAbove) / line, (neededHeight(row) + line - 1) / line};
}

// The height that Qt computes does not know the padding of the theme, and the last line would be cut.
void ReasonTable::fitRows() {
  for (int row = 0; row < rowCount(); ++row)
    if (item(row, kReason)) setRowHeight(row, std::max(kLeastReasonRow, neededHeight(row) + 2 * kReasonAbove));
}

void ReasonTable::resizeEvent(QResizeEvent* event) {
  QTableWidget::resizeEvent(event);
  fitRows();
}

// The theme's font and the width of the columns are known when the table is shown.
void ReasonTable::showEvent(QShowEvent* event) {
  QTableWidget::showEvent(event);
  QMetaObject::invokeMethod(this, &ReasonTable::fitRows, Qt::QueuedConnection);
}

void ReasonTable::changeEvent(QEvent* event) {
  QTableWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fitRows();
}

}  // namespace lw
