// All primitives, in groups, always visible. A refused one is greyed but still answers: its tooltip, the status line
// and a click say why.
#pragma once

#include <QToolButton>
#include <QWidget>
#include <map>

#include "views/step_offer.h"

namespace lw {

class PrimitiveBar : public QWidget {
  Q_OBJECT

 public:
  explicit PrimitiveBar(QWidget* parent = nullptr);
  void setOffers(const std::vector<StepOffer>& offers);
  QToolButton* button(const std::string& primitive) const;  // nullptr: no such one
  void setRight(QWidget* widget);                           // target and Run

 Q_SIGNALS:
  void stepWanted(const lw::Primitive* primitive, QWidget* from);
  void hint(const QString& text);  // for the status line; empty when the mouse leaves

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  QWidget* groupOf(Group group, QWidget* parent);
  std::map<std::string, QToolButton*> buttons_;
  QWidget* rightPlace_;
};

}  // namespace lw
