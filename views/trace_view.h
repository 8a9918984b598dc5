// The trace dock: a row per action, click to view that state; rows that were undone are dim, composites
// unfold (a click on the triangle, or the arrow keys). A double click or F2 changes an action in place, Delete leaves it out,
// Alt+Up and Alt+Down move it, C compares with it.
#pragma once

#include <QLineEdit>
#include <QTableView>

#include "views/theme.h"
#include "views/trace_model.h"

namespace lw {

class TraceView : public QTableView {
  Q_OBJECT

 public:
  explicit TraceView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setRows(std::vector<TraceRow> rows, int current);
  TraceModel* traceModel() const { return model_; }
  QLineEdit* editor() const { return editor_; }  // hidden until an action is changed

 Q_SIGNALS:
  void rowChosen(int node);
  void compareWanted(int node);  // -1: no longer
  void editWanted(int node, const QString& call);
  void leaveOutWanted(int node);
  void moveWanted(int node, int by);
  void menuWanted(int node, const QPoint& globalPosition);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void updateGeometries() override;
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void choose(int line);
  void edit(int line);
  bool editKey(int line, QKeyEvent* event);
  void setUnfolded(int line, bool unfolded);
  void revealCurrent();
  bool isNarrow() const;
  int changeWidth() const;
  TraceModel* model_;
  QLineEdit* editor_;
  int edited_ = 0;  // the node
  Theme theme_;
  bool foldHit_ = false;  // the last press was on a triangle
};

}  // namespace lw
