// The run pane: the last time in large type, its comparison, and the chart and table of all runs.
#pragma once

#include <QLabel>
#include <QWidget>

#include "app/models/runs/run_model.h"
#include "app/models/support/deferred_call.h"
#include "views/run/consent_view.h"
#include "views/run/run_chart.h"
#include "views/run/sweep_view.h"

class QGridLayout;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace lw {

class PreparedLabel;
class RunTable;

class RunView : public QWidget {
  Q_OBJECT

 public:
  explicit RunView(RunModel* model, QWidget* parent = nullptr);
  QSize minimumSizeHint() const override;
  void setWaiting(const QString& words);  // the text for a state without a run; empty: that Run builds it
  // The estimated time of a state without a run, and its range: "≈ 23 s", "20 s to 26 s"; empty: there is none.
  void setEstimate(const QString& time, const QString& range);
  void setFindings(const QStringList& findings);  // of the emulator about the shown state
  void setTheme(const Theme& theme);
  // The progress of a run: its phase and fraction (0 to 1); empty phase: no run.
  void setProgress(const QString& phase, double fraction);
  void showTable(bool table);  // instead of the chart
  // Shows the question instead of the results; empty code: ends the question.
  void askConsent(const QString& what, const QString& code);
  QLabel* number() const { return number_; }
  RunChart* chart() const { return chart_; }
  SweepView* sweep() const { return sweep_; }
  void showSweep(bool shown);  // instead of the chart and the table
  ConsentView* consent() const { return consent_; }

 Q_SIGNALS:
  void cancelRequested();
  void runChosen(int node);
  void consentAnswered(bool allowed);
  void stepsRequested(const QString& steps);  // to be applied to the shown state, one a line

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
  void showHead(const RunRow* run);  // null: the state has none
  void showRun(const RunRow& run, int index);
  void showNoRun();
  void addSums(const SumNote& sums);
  void addComparisons(const RunRow& run, int index);
  void addAsides(int node);

  RunModel* model_;
  QString waiting_, estimate_, estimateRange_;
  QStringList findings_;
  RunChart* chart_;
  RunTable* table_;
  QStackedWidget* pictures_;
  SweepView* sweep_;
  PreparedLabel* noChart_;  // shown instead of the chart: why there is none
  QLabel *number_, *spread_, *speed_, *message_, *phase_;
  QString noChartWords() const;
  QWidget *results_, *side_, *said_, *progress_;
  ConsentView* consent_;
  QVBoxLayout* column_;
  QGridLayout* facts_;
  DeferredCall refresh_{[this] { refreshNow(); }};
};

}  // namespace lw
