// The decisions of the selected candidate, each with a box that pins it: the next search keeps pinned decisions.
#pragma once

#include <QTableWidget>

#include "views/tune/candidate_row.h"

namespace lw {

class DecisionList : public QTableWidget {
  Q_OBJECT

 public:
  explicit DecisionList(QWidget* parent = nullptr);
  void show(const std::vector<CandidateRow::Choice>& choices, const std::vector<CandidateRow::Choice>& pins);

 Q_SIGNALS:
  void pinRequested(const QString& decision);
  void unpinRequested(const QString& decision);

 private:
  enum Column { kDecision, kChoice, kPinned };
  bool setting_ = false;
};

}  // namespace lw
