// The outputs of a run of a model beside those that its exporter computed: the largest difference of each, and where.
#pragma once

#include <QWidget>
#include <vector>

#include "app/models/graph/model_report.h"
#include "views/theme/theme.h"

class QComboBox;
class QTableWidget;

namespace lw {

class WrappingLabel;

class OutputsView : public QWidget {
  Q_OBJECT

 public:
  explicit OutputsView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setDataSets(const QStringList& names, int chosen);  // chosen -1: random inputs
  void setOutputs(std::vector<OutputDifference> outputs, bool ran);
  QComboBox* dataSets() const { return sets_; }
  QTableWidget* table() const { return table_; }
  QString words() const;

 Q_SIGNALS:
  void dataSetChosen(int set);  // -1: random inputs
  void runRequested();

 private:
  void showOutputs();

  Theme theme_;
  QComboBox* sets_;
  WrappingLabel* told_;
  QTableWidget* table_;
  QWidget* row_;
  std::vector<OutputDifference> outputs_;
  bool ran_ = false;
};

}  // namespace lw
