#include "app/models/runs/values_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lw {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// As in the check of runs: the absolute tolerance is relative to the largest expected value.
ArrayTolerance toleranceFor(const NDArray& expected) {
  const auto [relative, absolute] = toleranceOf(expected.type);
  double largest = 0;
  for (int64_t i = 0; i < expected.scalars(); ++i)
    if (const double v = std::abs(expected.getDouble(i)); std::isfinite(v)) largest = std::max(largest, v);
  return {relative, absolute * (largest == 0 ? 1 : largest)};
}

}  // namespace

bool ArrayTolerance::differs(double got, double expected) const {
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) != std::isnan(expected);
  return got != expected && !(std::abs(got - expected) <= absolute + relative * std::abs(expected));
}

ArraySummary summarizeArray(const NDArray& values, const NDArray* reference) {
  ArraySummary s;
  s.count = values.scalars();
  s.min = std::numeric_limits<double>::infinity();
  s.max = -s.min;
  double sum = 0;
  for (int64_t i = 0; i < s.count; ++i) {
    const double v = values.getDouble(i);
    if (std::isnan(v)) {
      ++s.nans;
      continue;
    }
    s.min = std::min(s.min, v);
    s.max = std::max(s.max, v);
    sum += v;
  }
  if (s.nans == s.count)
    s.min = s.max = s.mean = kNaN;
  else
    s.mean = sum / static_cast<double>(s.count - s.nans);
  if (!reference || reference->scalars() != s.count) return s;
  const ArrayTolerance tolerance = s.tolerance = toleranceFor(*reference);
  for (int64_t i = 0; i < s.count; ++i) {
    const double got = values.getDouble(i), expected = reference->getDouble(i);
    if (!tolerance.differs(got, expected)) continue;
    if (s.different++ == 0) s.first = i;
    const double difference =
        std::isnan(got - expected) ? std::numeric_limits<double>::infinity() : std::abs(got - expected);
    if (!s.worst || difference > s.worstDifference) s.worst = i, s.worstDifference = difference;
  }
  return s;
}

ShownArray ShownArray::of(QString name, Role role, NDArray values, std::optional<NDArray> reference) {
  ShownArray array{std::move(name), role, std::make_shared<const NDArray>(std::move(values)), nullptr, {}};
  if (reference) array.reference = std::make_shared<const NDArray>(std::move(*reference));
  array.summary = summarizeArray(*array.values, array.reference.get());
  return array;
}

std::vector<int64_t> indicesOf(const std::vector<int64_t>& shape, int64_t flat) {
  std::vector<int64_t> indices(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    indices[d] = shape[d] > 0 ? flat % shape[d] : 0;
    flat = shape[d] > 0 ? flat / shape[d] : 0;
  }
  return indices;
}

int64_t flatOf(const std::vector<int64_t>& shape, const std::vector<int64_t>& indices) {
  int64_t flat = 0;
  for (size_t d = 0; d < shape.size(); ++d) flat = flat * shape[d] + indices[d];
  return flat;
}

void ValuesModel::setArray(std::optional<ShownArray> array) {
  beginResetModel();
  const bool sameShape = array && array_ && array->values->shape == array_->values->shape;
  array_ = std::move(array);
  if (!sameShape)
    leading_.assign(array_ ? array_->values->shape.size() - std::min<size_t>(array_->values->shape.size(), 2) : 0, 0);
  if (mode_ != Mode::Values && (!array_ || !array_->reference)) mode_ = Mode::Values;
  measure();
  endResetModel();
}

void ValuesModel::setMode(Mode mode) {
  if (mode == mode_ || (mode != Mode::Values && (!array_ || !array_->reference))) return;
  beginResetModel();
  mode_ = mode;
  endResetModel();
}

void ValuesModel::setLeading(std::vector<int64_t> leading) {
  const std::vector<int64_t> extents = leadingExtents();
  if (leading == leading_ || leading.size() != extents.size()) return;
  for (size_t d = 0; d < extents.size(); ++d)
    if (leading[d] < 0 || leading[d] >= extents[d]) return;
  beginResetModel();
  leading_ = std::move(leading);
  measure();
  endResetModel();
}

std::vector<int64_t> ValuesModel::leadingExtents() const {
  if (!array_) return {};
  const std::vector<int64_t>& shape = array_->values->shape;
  return {shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(std::min<size_t>(shape.size(), 2))};
}

// A long array of one dimension is read like a text, in rows that make it about as wide as high.
void ValuesModel::measure() {
  constexpr int64_t kOneRow = 16, kStep = 8;
  base_ = rows_ = columns_ = 0;
  if (!array_) return;
  const std::vector<int64_t>& shape = array_->values->shape;
  rows_ = shape.size() < 2 ? 1 : static_cast<int>(shape[shape.size() - 2]);
  columns_ = shape.empty() ? 1 : static_cast<int>(shape.back());
  if (shape.size() == 1 && shape[0] > kOneRow) {
    const auto side = static_cast<int64_t>(std::ceil(std::sqrt(static_cast<double>(shape[0]))));
    columns_ = static_cast<int>((side + kStep - 1) / kStep * kStep);
    rows_ = static_cast<int>((shape[0] + columns_ - 1) / columns_);
  }
  base_ = flatOf(leadingExtents(), leading_) * rows_ * columns_;
}

int ValuesModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows_; }
int ValuesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns_; }
int64_t ValuesModel::flat(int row, int column) const { return base_ + int64_t{row} * columns_ + column; }

ValuesModel::Place ValuesModel::placeOf(int64_t flat) const {
  Place place;
  if (!array_ || columnCount() == 0 || rowCount() == 0) return place;
  place.column = static_cast<int>(flat % columnCount());
  place.row = static_cast<int>(flat / columnCount() % rowCount());
  place.leading = indicesOf(leadingExtents(), flat / columnCount() / rowCount());
  return place;
}

double ValuesModel::number(int row, int column) const {
  if (!array_) return kNaN;
  const int64_t at = flat(row, column);
  if (at < 0 || at >= array_->values->scalars()) return kNaN;
  switch (mode_) {
    case Mode::Values:
      return array_->values->getDouble(at);
    case Mode::Reference:
      return array_->reference->getDouble(at);
    case Mode::Difference:
      return array_->values->getDouble(at) - array_->reference->getDouble(at);
  }
  return kNaN;
}

std::pair<double, double> ValuesModel::range() const {
  constexpr int64_t kLarge = 2'000'000;  // more numbers would take too long on the UI thread
  if (mode_ == Mode::Values && int64_t{rows_} * columns_ > kLarge && std::isfinite(array_->summary.min) &&
      std::isfinite(array_->summary.max))
    return {array_->summary.min, array_->summary.max};
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int row = 0; row < rowCount(); ++row)
    for (int column = 0; column < columnCount(); ++column)
      if (const double v = number(row, column); std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  return low <= high ? std::pair{low, high} : std::pair{0.0, 0.0};
}

QString ValuesModel::text(double value) const {
  if (std::isnan(value))
    return mode_ == Mode::Values && array_->role == ShownArray::Role::Intermediate ? QStringLiteral("·")
                                                                                   : QStringLiteral("nan");
  if (!array_->values->type.isFloat()) return QString::number(static_cast<qint64>(value));
  return QString::number(value, 'g', array_->values->type.bits == 64 ? 8 : 6);
}

// The last row of an array of one dimension may end early.
bool ValuesModel::holds(const QModelIndex& index) const {
  return array_ && flat(index.row(), index.column()) < array_->values->scalars();
}

Qt::ItemFlags ValuesModel::flags(const QModelIndex& index) const {
  return index.isValid() && holds(index) ? QAbstractTableModel::flags(index) : Qt::ItemFlags(Qt::NoItemFlags);
}

QVariant ValuesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !array_ || !holds(index)) return {};
  const double value = number(index.row(), index.column());
  switch (role) {
    case Qt::DisplayRole:
      return text(value);
    case Qt::TextAlignmentRole:
      return int(Qt::AlignRight | Qt::AlignVCenter);
    case kNumber:
      return value;
    case kDiffers: {
      if (!array_->reference || array_->summary.different == 0) return false;
      const int64_t at = flat(index.row(), index.column());
      return array_->summary.tolerance.differs(array_->values->getDouble(at), array_->reference->getDouble(at));
    }
    case Qt::ToolTipRole: {
      QStringList place;
      for (const int64_t i : indicesOf(array_->values->shape, flat(index.row(), index.column())))
        place << QString::number(i);
      QString tip = tr("%1[%2] = %3")
                        .arg(array_->name, place.join(", "),
                             QString::number(array_->values->getDouble(flat(index.row(), index.column())), 'g', 9));
      if (array_->reference)
        tip += tr("\nshould be %1").arg(array_->reference->getDouble(flat(index.row(), index.column())), 0, 'g', 9);
      return tip;
    }
    default:
      return {};
  }
}

QVariant ValuesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical && array_ && array_->values->shape.size() < 2)
    return rows_ > 1 ? QVariant(section * columns_) : QVariant(QString());
  return section;
}

QString ValuesModel::copyText(const QModelIndexList& cells) const {
  QModelIndexList sorted = cells;
  std::sort(sorted.begin(), sorted.end());
  QString out;
  int row = -1;
  for (const QModelIndex& cell : sorted) {
    if (!holds(cell)) continue;
    if (row >= 0) out += cell.row() == row ? QLatin1Char('\t') : QLatin1Char('\n');
    row = cell.row();
    out += QString::number(number(cell.row(), cell.column()), 'g', 9);
  }
  return out;
}

}  // namespace lw
