// The trace pane: one row for each action; a click shows its state. Undone rows are dimmed, and composites unfold (a
// click on the triangle, or the arrow keys). A double click or F2 edits an action in place, Space switches it off and
// on, Delete removes it, a drag or Alt+Up and Alt+Down move it, C compares with it, B sets a bookmark, [ and ] move
// between bookmarks, N writes a note, H highlights the loops and blocks that it made.
#pragma once

#include <QLineEdit>
#include <QTableView>

#include "views/theme/theme.h"
#include "views/trace/trace_model.h"

namespace lw {

class TraceView : public QTableView {
  Q_OBJECT

 public:
  explicit TraceView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setEmptyText(const QString& text);  // without a program
  void setRows(std::vector<TraceRow> rows, int current);
  TraceModel* traceModel() const { return model_; }
  QLineEdit* editor() const { return editor_; }  // hidden unless an action is being edited

 Q_SIGNALS:
  void rowChosen(int node);
  void compareRequested(int node);  // -1: no longer
  void editRequested(int node, const QString& call);
  void leaveOutRequested(int node);
  void moveRequested(int node, int by);
  void switchRequested(int node, bool off);
  void bookmarkRequested(int node, bool on);
  void noteRequested(int node);
  void highlightRequested(int node);  // highlight the loops and blocks that the action made
  void menuRequested(int node, const QPoint& globalPosition);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void updateGeometries() override;
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void choose(int line);
  void editAction(int line);
  bool editKey(int line, QKeyEvent* event);
  bool rowKey(int line, QKeyEvent* event);
  void goToBookmark(int by);
  int gapAt(int y) const;
  void setUnfolded(int line, bool unfolded);
  void revealCurrent();
  int widest(int column, const QFont& font) const;
  void arrangeColumns();
  TraceModel* model_;
  QLineEdit* editor_;
  int edited_ = 0;  // the edited node
  Theme theme_;
  QString emptyText_;
  bool timed_ = false;                   // some row has a time or a check
  int timeWidth_ = 0, changeWidth_ = 0;  // of the longest texts
  bool foldHit_ = false;                 // the last press was on a triangle
  // While a row is dragged: the row, and the row before which it would be dropped; -1: none.
  int pressedRow_ = -1, gap_ = -1;
  QPoint pressedAt_;
};

}  // namespace lw
