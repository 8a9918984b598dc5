// The picture of a graph, the memory over its run if it is planned, and the field of the search.
#pragma once

#include <QWidget>

#include "views/graph/graph_view.h"

class QLabel;
class QLineEdit;

namespace lw {

class GraphDrag;
class GraphMemoryView;
class GraphRunBar;

class GraphPanel : public QWidget {
  Q_OBJECT

 public:
  explicit GraphPanel(QWidget* parent = nullptr);
  GraphView* view() const { return view_; }
  GraphRunBar* runBar() const { return run_; }
  GraphDrag* drag() const { return drag_; }
  GraphMemoryView* memory() const { return memory_; }
  QLineEdit* edit() const { return edit_; }
  void setTheme(const Theme& theme);
  QString countText() const;
  void openSearch();
  void closeSearch();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildBar();
  void showCount();

  GraphRunBar* run_;
  GraphView* view_;
  GraphDrag* drag_;
  GraphMemoryView* memory_;
  QWidget* bar_;
  QLineEdit* edit_;
  QLabel* count_;
};

}  // namespace lw
