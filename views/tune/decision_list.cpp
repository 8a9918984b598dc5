#include "views/tune/decision_list.h"

#include <QHeaderView>
#include <algorithm>

#include "views/theme/theme.h"

namespace lw {
namespace {

constexpr int kLeastColumn = 70, kMostColumn = 220, kSides = 24, kBox = 48;  // pixels; kBox: with the box

QString textOf(const std::vector<CandidateRow::Choice>& choices, const QString& name) {
  for (const CandidateRow::Choice& c : choices)
    if (c.name == name) return c.text;
  return {};
}

}  // namespace

DecisionList::DecisionList(QWidget* parent) : QTableWidget(0, 3, parent) {
  setObjectName("tuneDecisions");
  setAccessibleName(tr("Decisions of the selected candidate"));
  setHorizontalHeaderLabels({tr("Decision"), tr("Choice"), tr("Pinned to")});
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setTabKeyNavigation(false);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(25);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  horizontalHeader()->setStretchLastSection(true);
  connect(this, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
    if (setting_ || item->column() != kDecision) return;
    if (item->checkState() == Qt::Checked)
      Q_EMIT pinRequested(item->text());
    else
      Q_EMIT unpinRequested(item->text());
  });
}

// Pinned decisions are shown even if the candidate does not have them, so that they can be unpinned.
void DecisionList::show(const std::vector<CandidateRow::Choice>& choices,
                        const std::vector<CandidateRow::Choice>& pins) {
  setting_ = true;
  QStringList names;
  for (const auto* list : {&choices, &pins})
    for (const CandidateRow::Choice& c : *list)
      if (!names.contains(c.name)) names << c.name;
  setRowCount(int(names.size()));
  for (int row = 0; row < int(names.size()); ++row) {
    const QString& name = names[row];
    const bool pinned =
        std::any_of(pins.begin(), pins.end(), [&](const CandidateRow::Choice& c) { return c.name == name; });
    const QString texts[] = {name, textOf(choices, name), textOf(pins, name)};
    for (int column = 0; column < 3; ++column) {
      auto* item = new QTableWidgetItem(texts[column]);
      item->setFont(codeFont(12, column == kPinned ? QFont::Bold : QFont::Normal));
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
      if (column == kDecision) {
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(pinned ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(pinned ? tr("The next search keeps this choice; clear the box to search it again")
                                : tr("Tick to keep this choice in the next search, which searches the rest"));
      }
      setItem(row, column, item);
    }
  }
  setting_ = false;
  const QFontMetrics size(codeFont(12));
  for (int column = kDecision; column <= kChoice; ++column) {
    int widest = kLeastColumn;
    for (int row = 0; row < rowCount(); ++row)
      widest =
          std::max(widest, size.horizontalAdvance(item(row, column)->text()) + (column == kDecision ? kBox : kSides));
    setColumnWidth(column, std::min(widest, kMostColumn));
  }
}

}  // namespace lw
