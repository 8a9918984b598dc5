// All primitives, in groups, in one row: as many as fit, the most frequent first; the others are in a panel behind
// "more". A refused primitive is greyed but can be clicked: its tooltip, the status line and a click show the reason.
#pragma once

#include <QFrame>
#include <QToolButton>
#include <QWidget>
#include <map>

#include "app/models/offers/step_offer.h"

class QLabel;
class QScrollArea;

namespace lw {

class PrimitiveBar : public QWidget {
  Q_OBJECT

 public:
  explicit PrimitiveBar(QWidget* parent = nullptr);
  void setOffers(const std::vector<StepOffer>& offers);
  void setComposites(const std::vector<const Primitive*>& forms);  // in a separate group
  void setNoProgram(const QString& reason);                        // disables all steps
  void setHint(const QString& text);                               // before the steps: what to do first; empty: none
  QLabel* hint() const { return hint_; }
  QToolButton* button(const std::string& primitive) const;  // nullptr: not found
  QString reason(const std::string& step) const;            // why it is legal or refused; made when somebody asks
  bool inRow(const std::string& primitive) const;           // not in the panel behind "more"
  QToolButton* more() const { return more_; }
  QWidget* morePanel() const { return panel_; }
  void setRight(QWidget* widget);  // target and Run
  QSize sizeHint() const override { return {640, kHeight}; }
  QSize minimumSizeHint() const override { return {320, kHeight}; }

 Q_SIGNALS:
  void stepRequested(const lw::Primitive* primitive, QWidget* from);
  void hintChanged(const QString& text);  // for the status line; empty when the mouse leaves

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  static constexpr int kHeight = 45;
  struct Step {
    QToolButton* button;
    size_t rank;  // 0: the first to be placed in the row
    bool shown = true;
  };
  struct Row {
    QLabel* name;
    QLabel* panelName;
    QWidget* panelSteps;
    std::vector<Step> steps;
  };
  static void setRefused(QToolButton* button, bool refused);
  void addRow(const QString& title, const std::vector<const Primitive*>& steps);
  void addGroup(Group group);
  QToolButton* addStep(const Primitive& primitive);
  void openPanel();
  void fitPanel(int mostHeight, int mostWidth);
  void arrange();
  int choose(int room, bool names);  // marks the steps that fit; returns their number
  int widthOf(const Row& row, bool names) const;
  void place(bool names, int right);
  void fillPanel();

  std::vector<Row> rows_;
  std::map<std::string, QToolButton*> buttons_;
  std::map<std::string, const Primitive*> composites_;
  std::vector<StepOffer> offers_;
  QString absence_;          // why there is no program; empty: there is one
  size_t compositeRow_ = 0;  // index into rows_; 0: there is none yet
  std::vector<int> lines_;   // x positions of the lines between groups
  QToolButton* more_;
  QLabel* hint_;  // at the left: what to do before any step can be applied; empty: hidden
  QFrame* panel_;
  QScrollArea* scroll_;  // in the panel
  QWidget* steps_;       // inside scroll_
  QWidget* right_ = nullptr;
  bool arranging_ = false;
};

}  // namespace lw
