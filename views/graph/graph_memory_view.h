// The memory of a model over its run: which value is kept where, from the node that makes it to the last one that uses
// it. Nodes follow each other from left to right, addresses grow upwards.
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "app/models/graph/graph_figures.h"
#include "core/graph/outline.h"
#include "views/theme/theme.h"

namespace lw {

class GraphMemoryView : public QWidget {
  Q_OBJECT

 public:
  explicit GraphMemoryView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  // Values that the outline does not have are left out.
  void setContent(std::shared_ptr<const graph::Outline> outline, const std::vector<GraphMemory>& memory);
  void setCurrent(int node);
  bool isEmpty() const { return pieces_.empty(); }
  QRectF rectOf(int node) const;  // empty: no memory is planned for its value
  QSize sizeHint() const override { return {240, kHeight}; }

 Q_SIGNALS:
  void picked(int node);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  static constexpr int kHeight = 118;
  struct Piece {
    int node, last;  // the node that makes the value, and the last one that uses it
    int64_t offset, bytes;
  };
  QRectF placed(const Piece& piece) const;
  const Piece* pieceAt(const QPointF& position) const;
  QString wordsOf(const Piece& piece) const;

  Theme theme_;
  std::shared_ptr<const graph::Outline> outline_;
  std::vector<Piece> pieces_;
  int first_ = 0, steps_ = 1;  // the nodes that the picture shows
  int64_t peak_ = 0;
  int current_ = -1;
};

}  // namespace lw
