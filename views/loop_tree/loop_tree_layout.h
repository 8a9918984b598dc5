// Where the boxes of the loop tree stand: a function of the tree, the width and what is to be drawn between.
#pragma once

#include <QRectF>
#include <QStringList>
#include <vector>

#include "views/loop_tree/loop_tree_style.h"

namespace lw {

struct TreeBox {
  QRectF frame;    // all of it
  QRectF header;   // the line to click; of a block, its text
  QRectF callout;  // below the header: two iterations that conflict; usually empty
  friend bool operator==(const TreeBox&, const TreeBox&) = default;
};

struct TreeLayout {
  std::vector<TreeBox> boxes;  // by node
  QSizeF size;
  qreal barRight = 0,
        barWidth = 0;  // bars stand in one column, so that they can be compared; 0: there is no room for them
};

inline constexpr qreal kTreeMargin = 10, kTreeHeader = 31, kTreeGap = 6, kTreeIndent = 12, kTreeRight = 7,
                       kTreeBottom = 7, kBlockPadding = 9, kBlockLine = 18, kLeastWidth = 136, kCallout = 92,
                       kHeatStrip = 4;

// `calloutAt`: the node below whose header a callout stands; -1: none.
TreeLayout layoutTree(const LoopTree& tree, const TreeStyle& style, qreal width, int calloutAt);

// The name as its header has room for it: shortened in the middle, so that the extent, the kind and the bar, which ends
// at `barRight`, stay in the box. The tooltip has all of it.
QString shownName(const LoopTreeNode& node, const TreeStyle& style, const QRectF& header, qreal barRight);
QString shownExtent(const LoopTreeNode& node, const TreeStyle& style, const QRectF& header);
// Where the words of a header end: of a loop, its kind; of a block, its name.
qreal wordsEnd(const LoopTreeNode& node, const TreeStyle& style, const QRectF& header, qreal barRight);
// "block", or "update" where there is a first value.
QString blockWord(const LoopTreeNode& node);

// A statement that is wider than its block goes on in more lines; a part that is too wide by itself is elided when
// painted.
QStringList statementLines(const LoopTreeNode& node, const TreeStyle& style, qreal width);

// The lines of a block above those with its buffers: name, first value, statement and predicate.
int linesAboveBuffers(const LoopTreeNode& node, const TreeStyle& style, qreal width);

// The names of buffers at the end of a block, with their places in the header's rectangle: what is read and what is
// written in one line, or in two where they do not fit. Names that have no place are left out, and told by dots.
struct BufferLabel {
  QRectF place;
  std::string name;
  QString shown;
  bool read = false;  // else written
};
std::vector<BufferLabel> bufferLabels(const LoopTreeNode& node, const QRectF& header, const TreeStyle& style);
QString bufferWord(bool read);  // "reads", "writes"

}  // namespace lw
