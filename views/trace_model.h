// The rows of the trace dock: one for each action on the way from the source to the shown variant's last state.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

namespace lw {

struct TraceRow {
  enum class Check : uint8_t { None, Good, Wrong, Failed };
  int node = 0;    // in the history
  QString call;    // "split(m, [None, 16])"; the source: "as written"
  QString change;  // "+1 loop", "order", "kind"
  double ms = -1;  // median of the last run of this state; negative: not run
  Check check = Check::None;
  QString note;        // shown as a tooltip
  bool ahead = false;  // undone; redo leads there
};

class TraceModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kNumber, kCall, kChange, kTime, kCheck, kColumns };
  enum Role { kAhead = Qt::UserRole + 1, kShare, kCheckState, kCurrent };
  using QAbstractTableModel::QAbstractTableModel;
  void setRows(std::vector<TraceRow> rows, int current);  // `current`: the row that is shown everywhere
  const TraceRow* row(int index) const;
  int currentRow() const { return current_; }
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<TraceRow> rows_;
  int current_ = 0;
  double slowest_ = 0;
};

QString timeOf(double ms);  // "612 ms", "2.31 ms", "1.20 s"

}  // namespace lw
