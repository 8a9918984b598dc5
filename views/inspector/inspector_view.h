// The inspector: facts about the selection, buttons for the legal steps, and the refused steps with their reasons.
#pragma once

#include <QScrollArea>

#include "app/models/offers/step_offer.h"
#include "app/models/support/deferred_call.h"
#include "views/theme/theme.h"

namespace lw {

class InspectorBody;

struct InspectorContent {
  QString title;  // "l_1"
  QString chip;   // "vectorized"
  QColor chipColor;
  QString sentence;                       // "16 iterations, spatial"
  std::vector<std::pair<int, int>> made;  // the steps that made it: number and node; shown as links after the sentence
  std::vector<std::pair<QString, QString>> facts;
  std::vector<StepOffer> offers;
  bool sameAs(const InspectorContent& other) const;  // whether both look the same
};

class InspectorView : public QScrollArea {
  Q_OBJECT

 public:
  explicit InspectorView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setContent(InspectorContent content);

 Q_SIGNALS:
  void stepRequested(const lw::Primitive* primitive, QWidget* from);
  void repairRequested(const QString& step);
  void repairsRequested(const lw::Primitive* refused);  // requests a search for repairs
  void assumeRequested(const QString& step);            // a refused step that is not known to be illegal
  void stepChosen(int node);                            // one of the steps that made the selection
  void conflictShown(const lw::Explanation& reason);

 private:
  void rebuild();
  QWidget* emptyBody() const;

  Theme theme_;
  InspectorContent content_;
  InspectorBody* body_ = nullptr;  // while something is selected
  DeferredCall rebuild_{[this] { rebuild(); }};
};

}  // namespace lw
