#include "views/problems/problems_model.h"

#include "views/inspector/repair_link.h"

namespace lw {
void ProblemsModel::setProblems(std::vector<Problem> problems) {
  beginResetModel();
  problems_ = std::move(problems);
  endResetModel();
}

const Problem* ProblemsModel::problem(int row) const {
  return row >= 0 && row < int(problems_.size()) ? &problems_[size_t(row)] : nullptr;
}

int ProblemsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(problems_.size()); }
int ProblemsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(kColumns); }

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
  const Problem* p = index.isValid() ? problem(index.row()) : nullptr;
  if (!p) return {};
  if (role == kSeverity) return int(p->severity);
  if (role == kHint) return p->hint;
  if (role == kRepair) return p->repairs.empty() ? QString() : QString::fromStdString(p->repairs.front().text());
  if (role == kRepairWarning) return p->repairs.empty() ? QString() : repairWarning(p->repairs.front());
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
