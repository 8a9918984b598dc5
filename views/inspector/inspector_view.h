// The inspector: what is selected, in facts; what can be done with it, as buttons; what cannot, and why.
#pragma once

#include <QScrollArea>

#include "views/selection/step_offer.h"
#include "views/theme/theme.h"
#include "views/widgets/deferred_call.h"

namespace lw {

class InspectorBody;

struct InspectorContent {
  QString title;  // "l_1"
  QString chip;   // "vectorized"
  QColor chipColor;
  QString sentence;                       // "16 iterations, spatial"
  std::vector<std::pair<int, int>> made;  // the steps that made it: number and node; stand as links after the sentence
  std::vector<std::pair<QString, QString>> facts;
  std::vector<StepOffer> offers;
  bool sameAs(const InspectorContent& other) const;  // for the eye
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
  void repairsRequested(const lw::Primitive* refused);  // a search for them
  void stepChosen(int node);                            // one of those that made it
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
