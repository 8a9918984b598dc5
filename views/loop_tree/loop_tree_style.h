// The shared style of the pictures of the loop tree: fonts with their sizes, colours by meaning, and the metric of the
// bars.
#pragma once

#include <QFontMetricsF>

#include "app/models/program/loop_tree_model.h"
#include "app/models/text/number_text.h"
#include "views/theme/prepared_texts.h"
#include "views/theme/theme.h"

namespace lw {

enum class TreeMetric : uint8_t { Operations, Bytes, Footprint };

// The kind of a loop in the user's language: "vectorized", "blockIdx.x".
QString chipText(const LoopTreeNode& node);

struct TreeStyle {
  explicit TreeStyle(const Theme& theme);
  Theme theme;
  QFont loop, extent, chip, small, strong, code, codeStrong;
  QFontMetricsF loopSize, extentSize, chipSize, smallSize, strongSize, codeSize;

  // The fonts are monospaced, so no shaping is needed: shaping each name would take most of the time of a layout.
  qreal loopWidth(const std::string& text) const { return widthOf(text, loopSize, loopCell_); }
  qreal extentWidth(const std::string& text) const { return widthOf(text, extentSize, extentCell_); }
  qreal codeWidth(const std::string& text) const { return widthOf(text, codeSize, codeCell_); }
  qreal chipWidth(const LoopTreeNode& node) const { return width(chip, chipText(node)); }
  qreal width(const QFont& font, const QString& text) const {
    return prepared_.of(font, text).width;
  }  // of one of these fonts
  void draw(QPainter& painter, const QPointF& baseline, const QString& text, const QFont& font,
            const QColor& ink) const;
  QString elidedCode(const QString& text, qreal room) const;

  QColor kindColor(const LoopTreeNode& node) const;
  // From cold to hot, 0 to 1; the lightness is monotonic, so that the scale is readable without colours.
  QColor heat(double share) const;
  QColor levelColor(size_t level, size_t caches) const;  // of the cache that holds a footprint

 private:
  static qreal widthOf(const std::string& text, const QFontMetricsF& size, qreal cell);
  qreal loopCell_, extentCell_, codeCell_;
  mutable PreparedTexts prepared_;
};

// Kind, extent, reads and writes, and cost: one sentence for tooltips and screen readers.
QString sentenceOf(const LoopTree& tree, const LoopTreeNode& node);
QString tooltipOf(const LoopTree& tree, const LoopTreeNode& node);

}  // namespace lw
