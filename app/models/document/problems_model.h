// The content of the problems pane: diagnostics of the source, refused steps, failed runs. The newest refusals come
// first.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

#include "core/support/explanation.h"

namespace lw {

struct Problem {
  enum class Severity : uint8_t { Error, Warning, Refusal };
  Severity severity = Severity::Error;
  QString place;    // "12:5", or the step
  QString message;  // one sentence, with the witness if there is one
  QString detail;   // the witness in full, for the tooltip
  QString hint;
  Span span;              // in the source; invalid: none
  bool inOrigin = false;  // the span is in the file that Python ran
  std::vector<Repair> repairs;
  std::vector<LoopId> loops;
  std::vector<BlockId> blocks;
  std::optional<Witness> conflict = {};  // of a refusal: the two conflicting iterations
  bool follows = false;                  // from the error before it, below which it is folded
};

QString textOf(const Problem& problem);  // to be copied: place, message and hint

class ProblemsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kMark, kPlace, kMessage, kColumns };
  enum Role {
    kSeverity = Qt::UserRole + 1,
    kHint,
    kRepair /* the steps of the first repair, or nothing */,
    kRepairWarning,
    kFollowers /* the number of errors that follow from it */,
    kUnfolded /* whether they are shown */
  };
  using QAbstractTableModel::QAbstractTableModel;
  void setProblems(std::vector<Problem> problems);  // errors that follow from others are folded
  void toggle(int row);                             // shows or hides the errors that follow from this one
  const Problem* problem(int row) const;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  void showRows();

  std::vector<Problem> problems_;
  std::vector<size_t> rows_;    // the problems that are shown
  std::vector<bool> unfolded_;  // for each problem
};

}  // namespace lw
