#include "views/trace_model.h"

#include <algorithm>

namespace lw {

QString timeOf(double ms) {
  const auto digits = [](double v) { return v >= 100 ? 0 : v >= 10 ? 1 : v >= 1 ? 2 : 3; };
  if (ms >= 1000) return QObject::tr("%1 s").arg(ms / 1000, 0, 'f', digits(ms / 1000));
  if (ms >= 0.1) return QObject::tr("%1 ms").arg(ms, 0, 'f', std::min(digits(ms), 2));
  return QObject::tr("%1 µs").arg(ms * 1000, 0, 'f', digits(ms * 1000));
}

void TraceModel::setRows(std::vector<TraceRow> rows, int current) {
  beginResetModel();
  rows_ = std::move(rows);
  current_ = current;
  slowest_ = 0;
  for (const TraceRow& r : rows_) slowest_ = std::max(slowest_, r.ms);
  endResetModel();
}

const TraceRow* TraceModel::row(int index) const {
  return index >= 0 && index < int(rows_.size()) ? &rows_[size_t(index)] : nullptr;
}

int TraceModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(rows_.size()); }
int TraceModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(kColumns); }

QVariant TraceModel::data(const QModelIndex& index, int role) const {
  const TraceRow* r = index.isValid() ? row(index.row()) : nullptr;
  if (!r) return {};
  switch (role) {
    case kAhead:
      return r->ahead;
    case kShare:
      return r->ms > 0 && slowest_ > 0 ? r->ms / slowest_ : 0.0;
    case kCheckState:
      return int(r->check);
    case kCurrent:
      return index.row() == current_;
    case Qt::ToolTipRole:
      return r->note.isEmpty() ? QVariant() : QVariant(r->note);
    case Qt::DisplayRole:
      break;
    default:
      return {};
  }
  switch (index.column()) {
    case kNumber:
      return index.row();
    case kCall:
      return r->call;
    case kChange:
      return r->change;
    case kTime:
      return r->ms >= 0 ? timeOf(r->ms) : QString();
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
