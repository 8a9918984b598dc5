// The layout of the loop tree: a function of the tree, the width and the position of the callout.
#pragma once

#include <QRectF>
#include <QStringList>
#include <vector>

#include "views/loop_tree/loop_tree_style.h"

namespace lw {

struct TreeBox {
  QRectF frame;    // the whole box
  QRectF header;   // the clickable line; of a block, its text
  QRectF callout;  // below the header: two conflicting iterations; usually empty
  friend bool operator==(const TreeBox&, const TreeBox&) = default;
};

struct TreeLayout {
  std::vector<TreeBox> boxes;  // by node
  QSizeF size;
  qreal barRight = 0,
        barWidth = 0;  // bars are in one column, so that they can be compared; 0: there is no space for them
};

inline constexpr qreal kTreeMargin = 10, kTreeHeader = 31, kTreeGap = 6, kTreeIndent = 12, kTreeRight = 7,
                       kTreeBottom = 7, kBlockPadding = 9, kBlockLine = 18, kTreeLeastWidth = 136, kCallout = 92,
                       kHeatStrip = 4;

// `calloutAt`: the node that has a callout below its header; -1: none.
TreeLayout layoutTree(const LoopTree& tree, const TreeStyle& style, qreal width, int calloutAt);

// The name, shortened in the middle if necessary, so that the extent, the kind and the bar, which ends at `barRight`,
// fit in the box. The tooltip shows the whole name.
QString shownName(const LoopTreeNode& node, const TreeStyle& style, const QRectF& header, qreal barRight);
QString shownExtent(const LoopTreeNode& node, const TreeStyle& style, const QRectF& header);
// Where the text of a header ends: for a loop after its kind, for a block after its name.
qreal wordsEnd(const LoopTreeNode& node, const TreeStyle& style, const QRectF& header, qreal barRight);
// "block", or "update" if the block has an init.
QString blockWord(const LoopTreeNode& node);

// Wrap a text that is wider than its block; a part that cannot be wrapped is elided when it is painted.
QStringList statementLines(const LoopTreeNode& node, const TreeStyle& style, qreal width);
QStringList initLines(const LoopTreeNode& node, const TreeStyle& style, qreal width);       // right of initWord()
QStringList predicateLines(const LoopTreeNode& node, const TreeStyle& style, qreal width);  // right of predicateWord()
QString initWord();                                                                         // "init"
QString predicateWord();                                                                    // "where"
inline constexpr qreal kAfterWord = 7;

// The number of lines of a block above its buffers: name, init, statement and predicate.
int linesAboveBuffers(const LoopTreeNode& node, const TreeStyle& style, qreal width);

// The names of buffers at the end of a block, with their positions in the header's rectangle. Reads and writes are in
// one line, or in two if they do not fit. Names that do not fit are replaced by dots.
struct BufferLabel {
  QRectF place;
  std::string name;
  QString shown;
  bool read = false;  // otherwise written
};
std::vector<BufferLabel> bufferLabels(const LoopTreeNode& node, const QRectF& header, const TreeStyle& style);
QString bufferWord(bool read);  // "reads", "writes"

}  // namespace lw
