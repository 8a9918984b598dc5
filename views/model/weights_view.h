// The parameters of a model: a table of them, and of the chosen one a histogram and a heat map.
#pragma once

#include <QWidget>

#include "app/models/graph/tensor_statistics.h"
#include "views/theme/theme.h"

class QLabel;
class QSortFilterProxyModel;
class QSplitter;
class QTableView;

namespace lw {

class HeatMap;
class HistogramView;
class ValuesModel;
class WeightsModel;
class WrappingLabel;

class WeightsView : public QWidget {
  Q_OBJECT

 public:
  explicit WeightsView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setRows(std::vector<WeightRow> rows);
  void setStatistics(std::vector<WeightRow> rows);
  void setPicture(const WeightPicture* picture);  // nullptr: it is being made
  void showChosen(const QString& name);           // without weightChosen()
  QTableView* table() const { return table_; }
  HistogramView* histogram() const { return histogram_; }
  HeatMap* heat() const { return heat_; }
  QString caption() const { return words_; }

 Q_SIGNALS:
  void weightChosen(const QString& name);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fit();
  QWidget* buildTable();
  QWidget* buildPicture();
  void point(int part);
  void pick(int row, int column);

  WeightsModel* model_;
  QSortFilterProxyModel* sorted_;
  ValuesModel* cells_;
  QSplitter* both_;
  QLabel* empty_;
  QTableView* table_;
  QWidget* side_;
  QString words_, where_;  // of caption_ and place_, where they have room
  WrappingLabel *caption_, *place_;
  HistogramView* histogram_;
  HeatMap* heat_;
  WeightPicture picture_;
};

}  // namespace lw
