// What is drawn of a graph: boxes for its nodes and lines between them, without places. A weight has its box beside
// each node that takes it, because a line through the whole picture would hide more than it shows.
#pragma once

#include <QFontMetricsF>
#include <QSizeF>
#include <QString>
#include <memory>
#include <vector>

#include "app/models/graph/graph_figures.h"
#include "core/graph/outline.h"

namespace lw {

struct GraphBox {
  int node;
  QSizeF size;
  QString title, bytes;     // in the first line
  QString detail, figures;  // figures: times and weights, if there are any
  bool small = false;       // one line: title and detail beside each other
  std::vector<int> folded;  // nodes that the box stands for besides its own
};

struct GraphLine {
  int from, to;  // boxes
  int edge;      // of the outline
};

struct GraphDrawing {
  std::shared_ptr<const graph::Outline> outline;
  GraphFigures figures;
  std::vector<GraphBox> boxes;  // each after all boxes that lead to it
  std::vector<GraphLine> lines;
  std::vector<std::vector<int>> boxesOf;  // of each node; of a folded one: where it is folded into
  const graph::OutlineNode& nodeOf(int box) const { return outline->nodes[size_t(boxes[size_t(box)].node)]; }
};

// The fonts of the boxes, with their sizes.
struct GraphFonts {
  GraphFonts();
  QFont title, detail, figures;
  QFontMetricsF titleSize, detailSize, figuresSize;
};

inline constexpr qreal kGraphIcon = 18;    // room of the icon before the title
inline constexpr qreal kGraphPadding = 9;  // on both sides of a box
inline constexpr qreal kGraphGroup = 26;   // room of the number of a fusion group, at the end of the first line
inline constexpr qreal kGraphRow = 17;     // height of a line of text

// `weights`: parameters and constants that one node takes have boxes; otherwise that node's box stands for them.
GraphDrawing drawingOf(std::shared_ptr<const graph::Outline> outline, const GraphFigures& figures, bool weights,
                       const GraphFonts& fonts);

}  // namespace lw
