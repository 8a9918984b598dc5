// The trace dock: a row per action, click to view that state; rows that were undone are dim, composites
// unfold (a click on the triangle, or the arrow keys).
#pragma once

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

 Q_SIGNALS:
  void rowChosen(int node);
  void menuWanted(int node, const QPoint& globalPosition);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void updateGeometries() override;
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void choose(int line);
  void setUnfolded(int line, bool unfolded);
  void revealCurrent();
  TraceModel* model_;
  Theme theme_;
  bool foldHit_ = false;  // the last press was on a triangle
};

}  // namespace lw
