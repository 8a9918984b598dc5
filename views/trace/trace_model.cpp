#include "views/trace/trace_model.h"

#include <algorithm>

#include "app/models/text/number_text.h"

namespace lw {

void TraceModel::setRows(std::vector<TraceRow> rows, int current) {
  beginResetModel();
  rows_ = std::move(rows);
  current_ = current;
  slowest_ = 0;
  for (const TraceRow& r : rows_) slowest_ = std::max(slowest_, r.ms);
  anyFold_ = std::any_of(rows_.begin(), rows_.end(), [](const TraceRow& r) { return !r.steps.empty(); });
  layLines();
  endResetModel();
}

void TraceModel::layLines() {
  lines_.clear();
  for (int row = 0; row < int(rows_.size()); ++row) {
    lines_.push_back({row});
    if (!unfolded_.contains(rows_[size_t(row)].node)) continue;
    for (int step = 0; step < int(rows_[size_t(row)].steps.size()); ++step) lines_.push_back({row, step});
  }
}

void TraceModel::setUnfolded(int line, bool unfolded) {
  const TraceRow* r = row(line);
  if (!r || r->steps.empty() || unfolded_.contains(r->node) == unfolded) return;
  beginResetModel();
  if (unfolded)
    unfolded_.insert(r->node);
  else
    unfolded_.erase(r->node);
  layLines();
  endResetModel();
}

int TraceModel::lineOf(int row) const {
  for (size_t i = 0; i < lines_.size(); ++i)
    if (lines_[i].row == row) return int(i);
  return 0;
}

int TraceModel::nextRow(int line, int by) const {
  return line >= 0 && line < int(lines_.size())
             ? lineOf(std::clamp(lines_[size_t(line)].row + by, 0, int(rows_.size()) - 1))
             : -1;
}

int TraceModel::rowOf(int line) const {
  return line >= 0 && line < int(lines_.size()) ? lines_[size_t(line)].row : int(rows_.size());
}

int TraceModel::nextBookmark(int line, int by) const {
  const int count = int(rows_.size());
  for (int i = 1; i <= count; ++i) {
    const int row = ((rowOf(line) + i * by) % count + count) % count;
    if (rows_[size_t(row)].bookmark) return lineOf(row);
  }
  return -1;
}

const TraceRow* TraceModel::row(int line) const {
  return line >= 0 && line < int(lines_.size()) ? &rows_[size_t(lines_[size_t(line)].row)] : nullptr;
}

int TraceModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(lines_.size()); }
int TraceModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(kColumns); }

QVariant TraceModel::data(const QModelIndex& index, int role) const {
  const TraceRow* r = index.isValid() ? row(index.row()) : nullptr;
  if (!r) return {};
  const Line line = lines_[size_t(index.row())];
  const bool inner = line.step >= 0;
  switch (role) {
    case kAhead:
      return r->ahead;
    case kShare:
      return r->ms > 0 && slowest_ > 0 && !inner ? r->ms / slowest_ : 0.0;
    case kCheckState:
      return int(r->check);
    case kCurrent:
      return line.row == current_ && !inner;
    case kCompared:
      return r->compared && !inner;
    case kFold:
      return int(r->steps.empty() || inner ? Fold::None : unfolded_.contains(r->node) ? Fold::Unfolded : Fold::Folded);
    case kAnyFold:
      return anyFold_;
    case kInner:
      return inner;
    case kOff:
      return r->off;
    case kBookmark:
      return r->bookmark && !inner;
    case kRemark:
      return inner ? QString() : r->remark;
    case kBy:
      return inner ? QString() : r->by;
    case kProved:
      return inner ? QString() : r->proved;
    case Qt::AccessibleTextRole:
      if (index.column() == kCall && !inner)
        return QStringList{r->call,
                           r->off ? tr("switched off") : QString(),
                           r->bookmark ? tr("bookmarked") : QString(),
                           r->by,
                           r->provedWords,
                           r->remark}
            .join(' ')
            .simplified();
      return {};
    case Qt::ToolTipRole:
      if (index.column() == kTime && r->ms < 0 && !r->untimedWhy.isEmpty()) return r->untimedWhy;
      if ((index.column() == kTime || index.column() == kCheck) && !r->checkWords.isEmpty()) return r->checkWords;
      if (QStringList words{r->provedWords, r->note}; !inner && !words.join(QString()).isEmpty()) {
        words.removeAll(QString());
        return words.join(QStringLiteral("\n\n"));
      }
      return r->note.isEmpty() ? QVariant() : QVariant(r->note);
    case Qt::DisplayRole:
      break;
    default:
      return {};
  }
  if (inner) return index.column() == kCall ? QVariant(r->steps[size_t(line.step)]) : QVariant();
  switch (index.column()) {
    case kNumber:
      return line.row;
    case kCall:
      return r->call;
    case kChange:
      return r->change;
    case kTime:
      return r->ms >= 0 ? timeOf(r->ms) : r->untimed;
    case kCheck:
      switch (r->check) {
        case TraceRow::Check::None:
          return QString();
        case TraceRow::Check::Good:
          return QStringLiteral("✓");
        case TraceRow::Check::Wrong:
          return QStringLiteral("✗");
        case TraceRow::Check::Failed:
          return QStringLiteral("!");
      }
  }
  return {};
}

QVariant TraceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  static const char* const kNames[] = {"", "step", "change", "time", "check"};
  return section >= 0 && section < kColumns ? tr(kNames[section]) : QVariant();
}

}  // namespace lw
