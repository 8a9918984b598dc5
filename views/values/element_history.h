// The accesses to one element in a recorded run: each value that it had, with the block and the iteration that wrote
// it, and who read it. A click goes to the moment.
#pragma once

#include <QTableWidget>
#include <QWidget>

#include "views/theme/theme.h"

class QLabel;

namespace lw {

struct HistoryEntry {
  size_t position = 0;  // of the playback after the access
  bool store = false;
  QString value, before;  // before: of a store; empty: the element had no value
  QString block, loops;
};

class ElementHistory : public QWidget {
  Q_OBJECT

 public:
  explicit ElementHistory(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  // `element`: "C[0, 1]"; empty: none is chosen.
  void setHistory(const QString& element, std::vector<HistoryEntry> entries);
  void setPosition(size_t position);  // marks the last access up to it
  QTableWidget* table() const { return table_; }
  QLabel* head() const { return head_; }

 Q_SIGNALS:
  void positionChosen(qint64 position);

 private:
  Theme theme_;
  QLabel* head_;
  QTableWidget* table_;
  std::vector<HistoryEntry> entries_;
};

}  // namespace lw
