#include "app/models/document/problems_model.h"

#include "app/models/text/repair_text.h"

namespace lw {

QString textOf(const Problem& problem) {
  QStringList lines;
  if (!problem.message.isEmpty())
    lines << (problem.place.isEmpty() ? problem.message : problem.place + ": " + problem.message);
  if (!problem.hint.isEmpty()) lines << problem.hint;
  return lines.join('\n');
}

void ProblemsModel::setProblems(std::vector<Problem> problems) {
  beginResetModel();
  problems_ = std::move(problems);
  unfolded_.assign(problems_.size(), false);
  showRows();
  endResetModel();
}

void ProblemsModel::toggle(int row) {
  if (row < 0 || row >= int(rows_.size())) return;
  beginResetModel();
  unfolded_[rows_[size_t(row)]].flip();
  showRows();
  endResetModel();
}

void ProblemsModel::showRows() {
  rows_.clear();
  size_t first = 0;
  for (size_t i = 0; i < problems_.size(); ++i) {
    if (!problems_[i].follows) first = i;
    if (first == i || unfolded_[first]) rows_.push_back(i);
  }
}

const Problem* ProblemsModel::problem(int row) const {
  return row >= 0 && row < int(rows_.size()) ? &problems_[rows_[size_t(row)]] : nullptr;
}

int ProblemsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(rows_.size()); }
int ProblemsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(kColumns); }

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
  const Problem* p = index.isValid() ? problem(index.row()) : nullptr;
  if (!p) return {};
  if (role == kSeverity) return int(p->severity);
  if (role == kHint) return p->hint;
  if (role == kRepair) return p->repairs.empty() ? QString() : QString::fromStdString(p->repairs.front().text());
  if (role == kRepairWarning) return p->repairs.empty() ? QString() : repairWarning(p->repairs.front());
  if (role == kUnfolded) return bool(unfolded_[rows_[size_t(index.row())]]);
  if (role == kFollowers) {
    int followers = 0;
    for (size_t i = rows_[size_t(index.row())] + 1; !p->follows && i < problems_.size() && problems_[i].follows; ++i)
      ++followers;
    return followers;
  }
  if (role == Qt::ToolTipRole) {
    QStringList lines{p->message, p->detail, p->hint};
    lines.removeAll(QString());
    return lines.join('\n');
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case kMark:
      return p->severity == Problem::Severity::Warning ? QStringLiteral("△")
             : p->severity == Problem::Severity::Error ? QStringLiteral("✗")
                                                       : QStringLiteral("⊘");
    case kPlace:
      return p->place;
    case kMessage:
      return p->message;
  }
  return {};
}

}  // namespace lw
