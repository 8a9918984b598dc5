// The content of the inspector for a selection. Its widgets are reused for the next selection with new texts, because
// creating and laying them all out would take longer than updating all other panes.
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <map>
#include <optional>

#include "app/models/offers/next_step.h"
#include "views/inspector/inspector_view.h"
#include "views/inspector/refusal_card.h"
#include "views/widgets/wrapping_label.h"

class QPushButton;
class QVBoxLayout;

namespace lw {

class EffectFigures;

class InspectorBody : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorBody(QWidget* parent = nullptr);
  void setContent(const InspectorContent& content, const Theme& theme);
  // `stale`: they belong to the previous state and cannot be applied.
  void setNext(const std::vector<NextStep>& next, bool measuring, bool stale);

 Q_SIGNALS:
  void stepRequested(const lw::Primitive* primitive, QWidget* from);
  void repairRequested(const QString& step);
  void repairsRequested(const lw::Primitive* refused);
  void assumeRequested(const QString& step);  // a refused step that is not known to be illegal
  void stepChosen(int node);
  void measureRequested();
  void staleRequested();  // a click on a next step of the state before, which is not applied

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  // With its name, because a composite may be parsed again: "rfactor…" if its arguments decide whether it is legal.
  using Step = std::pair<const Primitive*, std::string>;
  static Step stepOf(const StepOffer& offer) {
    return {offer.primitive, offer.primitive->name + (offer.state == StepOffer::State::NeedsInput ? "…" : "")};
  }
  struct Fact {
    QLabel* name;
    WrappingLabel* value;
    QFrame* line;
  };

  struct Row {
    WrappingLabel* group;  // the heading of its group, above the first step of it
    QPushButton* call;
    WrappingLabel* words;
    EffectFigures* figures;  // of the best steps
    WrappingLabel* time;
  };

  void setHead(const InspectorContent& content, const Theme& theme);
  void placeValues();
  void placeValue(WrappingLabel* value, int row);
  void setFacts(const std::vector<std::pair<QString, QString>>& facts);
  void setLegal(const std::vector<Step>& steps);
  void showLegal();
  void setRows(const std::vector<NextStep>& next);
  Row makeRow();
  void fitCalls();
  void setRefused(const std::vector<const StepOffer*>& refused);

  QColor ground_;
  QLabel *title_, *chip_, *legalTitle_, *refusedTitle_;
  WrappingLabel *sentence_, *made_;
  QGridLayout* grid_;
  std::vector<Fact> facts_;
  bool below_ = false;  // the values are below their names
  QWidget* steps_;
  std::vector<Step> legal_;
  QPushButton* more_;  // shows infrequent steps too
  bool allLegal_ = false;
  std::map<Step, QPushButton*> buttons_;
  QLabel* nextTitle_;
  QPushButton* measure_;
  QVBoxLayout* nextColumn_;
  std::vector<Row> rows_;
  struct Next {
    std::vector<NextStep> steps;
    bool measuring = false, stale = false;

    bool operator==(const Next&) const = default;
  };
  std::optional<Next> next_;  // the content of the rows
  QVBoxLayout* cardColumn_;
  std::vector<Step> refused_;
  std::map<Step, RefusalCard*> cards_;
};

}  // namespace lw
