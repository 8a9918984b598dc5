// Which decisions of a space matter for the time, from the candidates so far; computed in the background.
#pragma once

#include <QObject>
#include <QString>
#include <vector>

#include "core/tune/importance.h"

namespace lw {

class JobRunner;
class Tuning;

class TuneImportance : public QObject {
  Q_OBJECT

 public:
  struct Row {
    tune::DecisionImportance decision;
    QString best;  // its best choice
  };

  TuneImportance(Tuning& tuning, JobRunner& jobs);
  const std::vector<Row>& rows() const { return rows_; }  // empty: too few candidates are timed
  void request();  // computes the rows if there are more candidates; during a search after every few of them

 Q_SIGNALS:
  void changed();

 private:
  void forget();
  void take(const std::vector<tune::DecisionImportance>& found, size_t of);
  QString textOf(const tune::DecisionImportance& decision) const;

  Tuning& tuning_;
  JobRunner& jobs_;
  std::vector<Row> rows_;
  size_t of_ = 0;  // candidates that they were computed from
};

}  // namespace lw
