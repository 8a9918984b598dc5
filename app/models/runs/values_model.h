// A slice of an array as a table: its last two dimensions, at chosen indices of the others. It shows the values, the
// expected values, or the difference.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>

#include "core/ir/ndarray.h"

namespace lw {

struct ArrayTolerance {
  double relative = 0, absolute = 0;
  bool differs(double got, double expected) const;  // also if only one of the two is NaN
};

struct ArraySummary {
  double min = 0, max = 0, mean = 0;  // of the numbers; NaN if there are none
  int64_t nans = 0, count = 0;
  // Compared with the reference: elements out of tolerance, or with a NaN on one side only.
  ArrayTolerance tolerance;
  int64_t different = 0;
  double worstDifference = 0;
  std::optional<int64_t> first, worst;  // flat indices of such elements
};
ArraySummary summarizeArray(const NDArray& values, const NDArray* reference);

struct ShownArray {
  enum class Role : uint8_t { Input, Output, Intermediate };
  QString name;
  Role role = Role::Output;
  std::shared_ptr<const NDArray> values;
  std::shared_ptr<const NDArray> reference;  // nullptr: there is none
  ArraySummary summary;                      // slow for large arrays, so it is computed with the values
  static ShownArray of(QString name, Role role, NDArray values, std::optional<NDArray> reference = {});
};

struct ShownValues {
  QString origin;  // "of the run of step 4"
  std::vector<ShownArray> arrays;
  QString reference;  // what the results are compared with: "the unscheduled program"
  QString text;       // the text that the values belong to: RunRecords::textHash(); empty: the shown one
};

// Flat index to indices and back, row-major.
std::vector<int64_t> indicesOf(const std::vector<int64_t>& shape, int64_t flat);
int64_t flatOf(const std::vector<int64_t>& shape, const std::vector<int64_t>& indices);

class ValuesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum class Mode : uint8_t { Values, Reference, Difference };
  enum Role { kNumber = Qt::UserRole + 1, kDiffers };  // the number itself; whether it is out of tolerance
  using QAbstractTableModel::QAbstractTableModel;

  void setArray(std::optional<ShownArray> array);  // resets the slice, unless the shape is the same
  const ShownArray* array() const { return array_ ? &*array_ : nullptr; }
  const ArraySummary& summary() const { return array_ ? array_->summary : nothing_; }
  void setMode(Mode mode);
  Mode mode() const { return mode_; }
  // Indices of all dimensions but the last two.
  void setLeading(std::vector<int64_t> leading);
  const std::vector<int64_t>& leading() const { return leading_; }
  std::vector<int64_t> leadingExtents() const;
  // The slice, row and column of an element.
  struct Place {
    std::vector<int64_t> leading;
    int row = 0, column = 0;
  };
  Place placeOf(int64_t flat) const;
  int64_t flat(int row, int column) const;
  double number(int row, int column) const;              // NaN: not known
  std::pair<double, double> range() const;               // of the numbers of the slice; equal if there are none
  QString copyText(const QModelIndexList& cells) const;  // separated by tabs and newlines

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool holds(const QModelIndex& index) const;
  QString text(double value) const;
  std::optional<ShownArray> array_;
  ArraySummary nothing_;
  void measure();     // base_, rows_, columns_
  int64_t base_ = 0;  // index of the slice's first element
  int rows_ = 0, columns_ = 0;
  std::vector<int64_t> leading_;
  Mode mode_ = Mode::Values;
};

}  // namespace lw
