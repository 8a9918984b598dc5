#include "views/model/weights_model.h"

#include <algorithm>

#include "app/models/text/number_text.h"
#include "views/theme/theme.h"

namespace lw {

void WeightsModel::setRows(std::vector<WeightRow> rows) {
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

void WeightsModel::setStatistics(std::vector<WeightRow> rows) {
  if (rows.size() != rows_.size()) return setRows(std::move(rows));
  rows_ = std::move(rows);
  if (!rows_.empty()) Q_EMIT dataChanged(index(0, kMin), index(int(rows_.size()) - 1, kColumns - 1));
}

int WeightsModel::rowOf(const QString& name) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const WeightRow& r) { return r.name == name; });
  return found == rows_.end() ? -1 : int(found - rows_.begin());
}

int WeightsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(rows_.size()); }
int WeightsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(kColumns); }

QString WeightsModel::text(const WeightRow& row, int column) const {
  switch (column) {
    case kName:
      return row.name;
    case kShape:
      return row.shape.isEmpty() ? tr("one number") : row.shape;
    case kType:
      return row.type;
    case kBytes:
      return bytesText(double(row.bytes));
    default:
      break;
  }
  if (!row.statistics) return QStringLiteral("…");
  const TensorStatistics& s = *row.statistics;
  const auto number = [](double v) { return QString::number(v, 'g', 4); };
  if (column == kMin) return number(s.min);
  if (column == kMax) return number(s.max);
  if (column == kMean) return number(s.mean);
  return (s.sampled() ? QStringLiteral("≈ ") : QString()) +
         QString::number(double(s.zeros) / double(std::max<int64_t>(1, s.looked)) * double(s.count), 'f', 0);
}

QVariant WeightsModel::sortValue(const WeightRow& row, int column) {
  const TensorStatistics s = row.statistics.value_or(TensorStatistics());
  switch (column) {
    case kName:
      return row.name;
    case kShape:
      return qint64(s.count);
    case kType:
      return row.type;
    case kBytes:
      return qint64(row.bytes);
    case kMin:
      return s.min;
    case kMax:
      return s.max;
    case kMean:
      return s.mean;
    default:
      return double(s.zeros) / double(std::max<int64_t>(1, s.looked)) * double(s.count);
  }
}

QVariant WeightsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= int(rows_.size())) return {};
  const WeightRow& row = rows_[size_t(index.row())];
  const bool isText = index.column() == kName || index.column() == kShape || index.column() == kType;
  switch (role) {
    case Qt::DisplayRole:
      return text(row, index.column());
    case Qt::ToolTipRole:
      return QStringLiteral("%1  %2 %3").arg(row.name, text(row, kShape), row.type);
    case Qt::TextAlignmentRole:
      return int((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole:
      return codeFont(11.5);
    case kSortRole:
      return sortValue(row, index.column());
    default:
      return {};
  }
}

QVariant WeightsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return int((section <= kShape || section == kType ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QString names[] = {tr("Parameter"), tr("Shape"), tr("Memory"), tr("Min"),
                           tr("Max"),       tr("Mean"),  tr("Zeros"),  tr("Type")};
  return names[section];
}

}  // namespace lw
