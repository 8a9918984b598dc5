// The parameters of a model as a table.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "app/models/graph/tensor_statistics.h"

namespace lw {

class WeightsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kName, kShape, kBytes, kMin, kMax, kMean, kZeros, kType, kColumns };
  static constexpr int kSortRole = Qt::UserRole + 1;
  using QAbstractTableModel::QAbstractTableModel;
  void setRows(std::vector<WeightRow> rows);        // other parameters
  void setStatistics(std::vector<WeightRow> rows);  // of the same ones
  int rowOf(const QString& name) const;             // -1: there is none
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const WeightRow& row, int column) const;
  static QVariant sortValue(const WeightRow& row, int column);

  std::vector<WeightRow> rows_;
};

}  // namespace lw
