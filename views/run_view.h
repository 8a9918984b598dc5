// The run dock: the last time in large type, what it compares with, and the chart and table of all runs.
#pragma once

#include <QLabel>
#include <QTableView>
#include <QWidget>

#include "views/run_chart.h"
#include "views/run_model.h"

class QGridLayout;
class QPushButton;
class QStackedWidget;

namespace lw {

class RunView : public QWidget {
  Q_OBJECT

 public:
  explicit RunView(RunModel* model, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  // A run is under way: what it does and how far it is (0 to 1); an empty phase: none is.
  void setProgress(const QString& phase, double fraction);
  void showTable(bool table);  // instead of the chart
  QLabel* number() const { return number_; }

 Q_SIGNALS:
  void cancelWanted();
  void runChosen(int node);

 private:
  void refresh();
  void addFact(const QString& name, const QString& value, const QString& style = {});

  RunModel* model_;
  RunChart* chart_;
  QTableView* table_;
  QStackedWidget* pictures_;
  QLabel *number_, *spread_, *speed_, *message_, *phase_;
  QWidget *side_, *progress_;
  QVBoxLayout* column_;
  QGridLayout* facts_;
};

}  // namespace lw
