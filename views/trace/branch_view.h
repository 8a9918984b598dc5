// The variants as a tree: each is below the variant that it branches from, with the step of the branch, its length and
// its time. Enter or a click shows a variant, F2 names it, Delete removes its own steps; the right button opens a menu.
#pragma once

#include <QTreeWidget>
#include <vector>

#include "views/theme/theme.h"

namespace lw {

struct BranchRow {
  int tip = 0, firstNode = 0;  // nodes of the history
  int parent = -1;             // row of the variant that it branches from
  QString name;                // "tiled", "variant 2"
  QString from;                // "from step 3"; empty: from the source
  QString steps;               // "9 steps"
  QString time;                // of its last state; may be empty
  bool named = false, shown = false;
  bool wrong = false;  // the result of its last state is wrong, or the run failed
  QString check;       // what the result was compared with, for the tooltip
  bool operator==(const BranchRow&) const = default;
};

class BranchView : public QTreeWidget {
  Q_OBJECT

 public:
  explicit BranchView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setRows(const std::vector<BranchRow>& rows);
  int fullWidth() const;  // at which no text is elided

 Q_SIGNALS:
  void chosen(int tip);
  void renamed(int tip, const QString& name);
  void removeRequested(int firstNode);
  void menuRequested(int tip, int firstNode, const QPoint& globalPosition);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  int nameWidth() const;
  int columnWidthOf(int column) const;
  void arrangeColumns();
  Theme theme_;
  std::vector<BranchRow> rows_;
  bool filling_ = false;
};

}  // namespace lw
