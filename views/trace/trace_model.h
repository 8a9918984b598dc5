// The rows of the trace pane: one for each action on the path from the source to the shown variant's last state. A
// composite is one row, and can be unfolded to its steps.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <set>
#include <vector>

namespace lw {

struct TraceRow {
  enum class Check : uint8_t { None, Good, Wrong, Failed };
  int node = 0;    // in the history
  QString call;    // "split(m, [None, 16])"; the source: "as written"
  QString change;  // "+1 loop", "order", "kind"
  double ms = -1;  // median of the run that RunModel::of() returns for this state; negative: not run
  Check check = Check::None;
  QString note;                     // shown as a tooltip
  bool ahead = false;               // undone; redo reaches it
  std::vector<QString> steps = {};  // the steps of a composite; such a row can be unfolded
  bool compared = false;            // the shown state is compared with this one
  bool off = false;                 // switched off: shown struck through
  bool bookmark = false;
  QString by = {};                        // the client of a session that carried it out; empty: the person
  QString remark = {};                    // the note's first line, in the row
  QString untimed = {}, untimedWhy = {};  // instead of a time: "> 20 s", and its explanation
  QString proved = {}, provedWords = {};  // "proved", "= step 1", and what the proof covers; empty: nothing is proved
  QString checkWords = {};                // what the result was compared with, and the outcome
};

class TraceModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kNumber, kCall, kChange, kTime, kCheck, kColumns };
  enum Role {
    kAhead = Qt::UserRole + 1,
    kShare,
    kCheckState,
    kCurrent,
    kCompared,
    kFold,
    kInner,
    kOff,
    kBookmark,
    kRemark,
    kBy,
    kProved,
    kAnyFold
  };
  enum class Fold : uint8_t { None, Folded, Unfolded };
  using QAbstractTableModel::QAbstractTableModel;
  void setRows(std::vector<TraceRow> rows, int current);  // `current`: the row of the shown state
  // By line number. The lines of an unfolded row belong to that row.
  const TraceRow* row(int line) const;
  int currentRow() const { return lineOf(current_); }  // its line
  int rowOf(int line) const;                           // its row number; after the last line: the number of rows
  int lineOfRow(int row) const { return row < int(rows_.size()) ? lineOf(row) : int(lines_.size()); }
  int rowTotal() const { return int(rows_.size()); }
  int nextBookmark(int line, int by) const;  // the line of the next bookmarked row, wrapping around; -1: there is none
  int nextRow(int line, int by) const;       // the line of the row after or before that of `line`
  void setUnfolded(int line, bool unfolded);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Line {
    int row;
    int step = -1;  // index into the row's steps
  };
  void layLines();
  int lineOf(int row) const;
  std::vector<TraceRow> rows_;
  std::vector<Line> lines_;
  std::set<int> unfolded_;  // nodes
  int current_ = 0;
  bool anyFold_ = false;  // some row has steps
  double slowest_ = 0;
};

}  // namespace lw
