// The view of a search: its controls, two pictures of the candidates, their table, and beside it the decisions of the
// selected one, the reasons of refusals, and the text of the space.
#pragma once

#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

#include "views/code/code_view.h"
#include "views/tune/candidate_model.h"
#include "views/tune/decision_list.h"
#include "views/tune/importance_chart.h"
#include "views/tune/reason_table.h"
#include "views/tune/size_view.h"
#include "views/tune/switch_row.h"
#include "views/tune/trial_plot.h"
#include "views/tune/tune_controls.h"

namespace lw {

class TuneView : public QWidget {
  Q_OBJECT

 public:
  enum Picture { kTrials, kSeconds, kSizes };
  enum Side { kDecisions, kImportance, kRefused, kSpace };

  explicit TuneView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setContent(CandidateContent content);
  void add(CandidateRow row, int best);
  void setState(const TuneState& state) { controls_->setState(state); }
  void setPins(std::vector<CandidateRow::Choice> pins);
  // Reasons with their counts; `drawn`: all candidates that were drawn.
  void setRefusals(const std::vector<std::pair<int, QString>>& reasons, int refused, int drawn);
  void setImportance(std::vector<ImportanceRow> rows);
  void setSpaceText(const QString& text, const QString& error, bool editable);
  void showSide(Side side) { sides_->choose(side); }

  TuneControls* controls() const { return controls_; }
  CandidateModel* model() { return &model_; }
  QTableView* table() const { return table_; }
  QComboBox* filter() const { return filter_; }
  TrialPlot* curve() const { return curve_; }
  TrialPlot* expectations() const { return expectations_; }
  DecisionList* decisions() const { return decisions_; }
  ImportanceChart* importance() const { return importance_; }
  ReasonTable* refusals() const { return refusals_; }
  SwitchRow* sides() const { return sides_; }
  SizeView* sizes() const { return sizes_; }
  SwitchRow* acrossSwitch() const { return across_; }
  CodeView* spaceText() const { return space_; }
  int selected() const { return selected_; }  // row of the model; -1: none

 Q_SIGNALS:
  void chosen(int candidate);  // to be opened
  void pinRequested(int candidate, const QString& decision);
  void unpinRequested(const QString& decision);
  void editSpaceRequested();
  void sideShown(int side);
  void hintChanged(const QString& sentence);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  QSize minimumSizeHint() const override { return {520, 300}; }

 private:
  QWidget* buildPictures();
  QWidget* buildTable();
  QWidget* buildSide();
  void buildImportance();
  void buildRefusals();
  void select(int row);
  void showContent();
  void showDecisions();
  void fitColumns();
  void showEmptyWords();

  CandidateModel model_;
  CandidateFilter filtered_;
  std::vector<CandidateRow::Choice> pins_;
  int selected_ = -1;
  TuneControls* controls_;
  TrialPlot *curve_, *expectations_;
  SizeView* sizes_;
  QWidget* lower_;  // the table, and what is beside it
  SwitchRow *across_, *sides_;
  QTableView* table_;
  QStackedWidget *tables_, *side_;
  QComboBox* filter_;
  DecisionList* decisions_;
  QLabel *expectedTitle_, *noTable_, *noDecisions_, *noImportance_, *noRefusals_, *noSpace_, *refusedWords_;
  ImportanceChart* importance_;
  ReasonTable* refusals_;
  QStackedWidget *decisionPages_, *importancePages_, *refusalPages_, *spacePages_;
  CodeView* space_;
  QToolButton* edit_;
};

}  // namespace lw
