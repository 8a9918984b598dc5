// A refused step: the call, the reason with the two conflicting iterations, and the repairs.
#pragma once

#include <QFrame>

#include "app/models/offers/step_offer.h"

class QPushButton;
class QVBoxLayout;

namespace lw {

class WrappingLabel;

class RefusalCard : public QFrame {
  Q_OBJECT

 public:
  explicit RefusalCard(QWidget* parent = nullptr);
  void setOffer(const StepOffer& offer);

 Q_SIGNALS:
  void repairRequested(const QString& step);
  void repairsRequested(const lw::Primitive* refused);  // requests a search for repairs
  void assumeRequested(const QString& step);

 private:
  void setRepairs(const std::vector<Repair>& repairs);

  const Primitive* primitive_ = nullptr;
  WrappingLabel *call_, *reason_, *hint_, *none_;
  QVBoxLayout* links_;
  std::vector<Repair> repairs_;
  QPushButton *assume_, *seek_;
  QString step_;
};

}  // namespace lw
