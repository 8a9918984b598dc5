// The run dock: the last time in large type, what it compares with, and the chart and table of all runs.
#pragma once

#include <QLabel>
#include <QTableView>
#include <QWidget>

#include "views/run/consent_view.h"
#include "views/run/run_chart.h"
#include "views/run/run_model.h"
#include "views/widgets/deferred_call.h"

class QGridLayout;
class QPushButton;
class QStackedWidget;

namespace lw {

class PreparedLabel;

class RunView : public QWidget {
  Q_OBJECT

 public:
  explicit RunView(RunModel* model, QWidget* parent = nullptr);
  QSize minimumSizeHint() const override;
  void setWaiting(const QString& words);  // what is said of a state without a run; empty: that Run builds it
  void setTheme(const Theme& theme);
  // A run is under way: what it does and how far it is (0 to 1); an empty phase: none is.
  void setProgress(const QString& phase, double fraction);
  void showTable(bool table);  // instead of the chart
  // Asks in place of the results; an empty code: nothing is asked any more.
  void askConsent(const QString& what, const QString& code);
  QLabel* number() const { return number_; }
  RunChart* chart() const { return chart_; }
  ConsentView* consent() const { return consent_; }

 Q_SIGNALS:
  void cancelRequested();
  void runChosen(int node);
  void consentAnswered(bool allowed);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void buildPictures();
  void buildSide();
  void buildFacts();
  void buildProgress();
  void refresh();
  void refreshNow();
  void addFact(const QString& name, const QString& value, const QString& style = {}, const QString& tip = {});
  void showRun(const RunRow& run, int index);
  void addComparisons(const RunRow& run, int index);
  void addAsides(int node);

  RunModel* model_;
  QString waiting_;
  RunChart* chart_;
  QTableView* table_;
  QStackedWidget* pictures_;
  PreparedLabel* noChart_;  // in place of the chart: why there is none
  QLabel *number_, *spread_, *speed_, *message_, *phase_;
  QString noChartWords() const;
  QWidget *results_, *side_, *progress_;
  ConsentView* consent_;
  QVBoxLayout* column_;
  QGridLayout* facts_;
  DeferredCall refresh_{[this] { refreshNow(); }};
};

}  // namespace lw
