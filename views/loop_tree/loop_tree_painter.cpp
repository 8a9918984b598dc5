#include "views/loop_tree/loop_tree_painter.h"

#include <cmath>

#include "views/loop_tree/rounded_boxes.h"
#include "views/theme/block_colors.h"
#include "views/widgets/kind_icon.h"

namespace lw {
namespace {

constexpr qreal kIcon = 10, kLadder = 3 * 6 - 2;

}  // namespace

void LoopTreePainter::paint(QPainter& painter, int index, const TreeBox& box, const NodeLook& look) const {
  const LoopTreeNode& node = tree_.nodes[size_t(index)];
  if (look.drop == NodeLook::Drop::Dragged || (look.drop == NodeLook::Drop::Refused && !look.underDrag))
    painter.setOpacity(painter.opacity() * 0.45);
  switch (node.kind) {
    case LoopTreeNode::Kind::Loop:
      return paintLoop(painter, node, box, look);
    case LoopTreeNode::Kind::Block:
      return paintBlock(painter, node, box, look);
    case LoopTreeNode::Kind::Statement:
      return paintStatement(painter, node, box);
  }
}

void LoopTreePainter::drawAt(QPainter& painter, qreal x, qreal middle, const QString& text, const QFont& font,
                             const QFontMetricsF& size, const QColor& ink) const {
  style_.draw(painter, QPointF(x, middle + (size.ascent() - size.descent()) / 2), text, font, ink);
}

// ---- cost ----

QColor LoopTreePainter::heatOf(const LoopTreeNode& node) const {
  switch (metric_) {
    case TreeMetric::Operations:
      return style_.heat(node.flopShare);
    case TreeMetric::Bytes:
      return style_.heat(node.byteShare);
    case TreeMetric::Footprint:
      break;
  }
  return style_.levelColor(cacheFor(node.cost.footprint, tree_.caches), tree_.caches.size());
}

void LoopTreePainter::paintHeat(QPainter& painter, int index) const {
  const LoopTreeNode& node = tree_.nodes[size_t(index)];
  if (node.kind != LoopTreeNode::Kind::Block || !node.children.empty()) return;
  const QRectF& frame = layout_.boxes[size_t(index)].frame;
  const QRectF strip(layout_.size.width() - kTreeMargin - kHeatStrip + 4, frame.top() + 1, kHeatStrip,
                     frame.height() - 2);
  paintRounded(painter, strip, 2, Qt::NoPen, heatOf(node));
}

// Paints the bar and, if there is space, the working set left of it.
void LoopTreePainter::paintCost(QPainter& painter, const LoopTreeNode& node, qreal from, qreal middle) const {
  const qreal left = layout_.barRight - layout_.barWidth;
  if (left < from + 8) return;
  paintBar(painter, node, QRectF(left, middle - 3, layout_.barWidth, 6));
  const QString set = workingSet(node.cost, tree_.caches);
  const qreal ladder = tree_.caches.empty() ? 0 : kLadder + 6;
  const qreal start = left - 16 - style_.width(style_.small, set) - ladder;
  if (set.isEmpty() || start < from + 8 || node.kind != LoopTreeNode::Kind::Loop) return;
  if (ladder > 0) paintLadder(painter, node, QRectF(start, middle - 5, kLadder, 10));
  drawAt(painter, start + ladder, middle, set, style_.small, style_.smallSize, style_.theme.dim);
}

// The bar shows the share of the total; for the footprint, its position on a logarithmic scale from one cache line to
// four times the largest cache, with a mark for each cache.
void LoopTreePainter::paintBar(QPainter& painter, const LoopTreeNode& node, const QRectF& track) const {
  paintRounded(painter, track, 3, Qt::NoPen, blend(style_.theme.hairline, style_.theme.panel, 0.25));
  const auto fill = [&](double share, const QColor& color) {
    if (share <= 0) return;
    const qreal width = std::max(track.height(), track.width() * share);
    paintRounded(painter, QRectF(track.topLeft(), QSizeF(width, track.height())), 3, Qt::NoPen, color);
  };
  if (metric_ != TreeMetric::Footprint)
    return fill(metric_ == TreeMetric::Bytes ? node.byteShare : node.flopShare, style_.theme.bar);
  const double largest = 4 * double(tree_.caches.empty() ? 1 << 25 : tree_.caches.back()), smallest = 64;
  const auto at = [&](double bytes) {
    return std::clamp(std::log(bytes / smallest) / std::log(largest / smallest), 0.0, 1.0);
  };
  if (node.cost.footprint > 0)
    fill(at(node.cost.footprint), style_.levelColor(cacheFor(node.cost.footprint, tree_.caches), tree_.caches.size()));
  painter.setPen(QPen(style_.theme.panel, 1.5));
  for (const int64_t cache : tree_.caches) {
    const qreal x = track.left() + track.width() * at(double(cache));
    painter.drawLine(QPointF(x, track.top() - 1.5), QPointF(x, track.bottom() + 1.5));
  }
}

// Paints one segment for each cache; filled up to the one that holds the footprint.
void LoopTreePainter::paintLadder(QPainter& painter, const LoopTreeNode& node, const QRectF& place) const {
  const size_t level = cacheFor(node.cost.footprint, tree_.caches), all = tree_.caches.size();
  const QColor color = style_.levelColor(level, all);
  for (size_t i = 0; i < all; ++i) {
    const qreal height = 4 + 3 * qreal(i);
    const QRectF step(place.left() + qreal(i) * 6, place.bottom() - height, 4, height);
    paintRounded(painter, step, 1, Qt::NoPen,
                 i <= level ? color : blend(style_.theme.hairline, style_.theme.panel, 0.2));
  }
}

// ---- loops ----

void LoopTreePainter::paintMark(QPainter& painter, const QRectF& header, const NodeLook& look, bool dashed) const {
  const Theme& t = style_.theme;
  const auto outline = [&](const QColor& color, qreal width, Qt::PenStyle line, const QColor& ground) {
    paintRounded(painter, header, kCornerRadius, QPen(color, width, line), ground);
  };
  if (look.drop == NodeLook::Drop::Legal)
    return outline(t.vectorized, look.underDrag ? 2.2 : 1.2, Qt::SolidLine,
                   look.underDrag ? blend(t.panel, t.vectorized, 0.18) : QColor());
  if (look.underDrag && look.drop == NodeLook::Drop::Refused)
    return outline(t.reduce, 2, Qt::DashLine, blend(t.panel, t.reduce, 0.14));
  if (look.underDrag) return outline(t.focus, 1.6, Qt::DotLine, {});
  if (!look.becomes.isEmpty()) return outline(t.focus, 1.8, Qt::DashLine, look.selected ? t.selection : QColor());
  if (look.selected) return outline(t.selectionEdge, 1.6, Qt::SolidLine, t.selection);
  if (look.conflict)
    return outline(t.reduce, 1.6, dashed ? Qt::DashLine : Qt::SolidLine, blend(t.panel, t.reduce, 0.1));
  if (look.hovered) paintRounded(painter, header, kCornerRadius, Qt::NoPen, blend(t.raised, t.text, 0.04));
}

// Returns the x position after the text.
qreal LoopTreePainter::paintBecomes(QPainter& painter, const NodeLook& look, qreal x, qreal middle, qreal room) const {
  if (look.becomes.isEmpty()) return x;
  const QString words = style_.strongSize.elidedText(
      (look.difference ? QString() : QStringLiteral("→ ")) + look.becomes, Qt::ElideRight, std::max<qreal>(room, 40));
  drawAt(painter, x, middle, words, style_.strong, style_.strongSize, style_.theme.focus);
  return x + style_.width(style_.strong, words);
}

qreal LoopTreePainter::paintChip(QPainter& painter, const LoopTreeNode& node, qreal x, qreal middle, qreal room) const {
  const QColor color = style_.kindColor(node);
  const QString text = chipText(node);
  const qreal words = style_.chipWidth(node);
  const bool whole = words + kIcon + 20 <= room;  // otherwise only the icon is shown
  const QRectF pill(std::floor(x) + 0.5, middle - 9, whole ? words + kIcon + 20 : kIcon + 12, 18);
  paintRounded(painter, pill, 9, QPen(color, 1), {});
  const QRectF icon(pill.left() + (whole ? 7 : 6), middle - 5, kIcon, kIcon);
  PictureKey key("kind");
  key << int(node.forKind) << node.reduce << color;
  paintPrepared(painter, icon, std::move(key),
                [&](QPainter& p) { paintKindIcon(p, icon.topLeft(), node.forKind, node.reduce, color); });
  if (whole) drawAt(painter, pill.left() + kIcon + 12, middle, text, style_.chip, style_.chipSize, color);
  return pill.right();
}

// A closed lock. Returns the x position after it.
qreal LoopTreePainter::paintPin(QPainter& painter, qreal x, qreal middle) const {
  const QColor color = style_.theme.data;
  paintRounded(painter, QRectF(x, middle - 1.5, 11, 8), 2, Qt::NoPen, color);
  painter.setPen(QPen(color, 1.8));
  painter.setBrush(Qt::NoBrush);
  painter.drawArc(QRectF(x + 2.5, middle - 7, 6, 9), 0, 180 * 16);
  return x + 19;
}

void LoopTreePainter::paintLoop(QPainter& painter, const LoopTreeNode& node, const TreeBox& box,
                                const NodeLook& look) const {
  const Theme& t = style_.theme;
  const QColor ground = node.depth % 2 ? blend(t.panel, t.raised, 0.45) : t.panel;
  paintLoopFrame(painter, {box.frame, t.hairline, ground, style_.kindColor(node)}, look.covered);
  paintMark(painter, box.header.adjusted(4, 2, -2, box.frame.height() > box.header.height() ? 0 : -2), look, true);

  const qreal middle = box.header.center().y() + 0.5;
  qreal x = box.header.left() + 20;
  const QPointF dot(x - 1, middle);
  const QColor ink = node.reduce ? t.reduce : t.dim;
  PictureKey key("iteration");
  key << node.reduce << ink;
  paintPrepared(painter, QRectF(dot - QPointF(5, 5), QSizeF(10, 10)), std::move(key),
                [&](QPainter& p) { paintIterationType(p, dot, node.reduce, ink); });
  x += 9;
  const QString name = shownName(node, style_, box.header, layout_.barRight),
                extent = shownExtent(node, style_, box.header);
  drawAt(painter, x, middle, name, style_.loop, style_.loopSize, t.text);
  x += style_.loopWidth(name.toStdString()) + 8;
  drawAt(painter, x, middle, extent, style_.extent, style_.extentSize, t.dim);
  x += style_.extentWidth(extent.toStdString()) + 10;
  if (look.pinned) x = paintPin(painter, x, middle);
  x = paintChip(painter, node, x, middle, box.header.right() - 8 - x);  // before the bar, because a kind is a word
  if (!look.becomes.isEmpty())
    paintBecomes(painter, look, x + 8, middle, layout_.barRight - x - 8);  // instead of the cost
  else
    paintCost(painter, node, x, middle);
}

// ---- blocks ----

// Paints the badge up to the bar, in short form if it does not fit. Returns the x position after it.
qreal LoopTreePainter::paintBadge(QPainter& painter, const TreeBadge& badge, qreal x, qreal middle) const {
  const qreal room = layout_.barRight - layout_.barWidth - 10 - x;
  QString text = badge.words;
  for (const QString& shorter : {badge.brief, badge.brief.section(' ', 0, 0)})
    if (style_.width(style_.chip, text) + 16 > room) text = shorter;
  const qreal width = style_.width(style_.chip, text) + 16;
  if (width > room) return x;
  const QColor color = badge.bad ? style_.theme.reduce : style_.theme.vectorized;
  paintRounded(painter, QRectF(std::floor(x) + 0.5, middle - 8.5, width, 17), 8.5, QPen(color, 1),
               blend(style_.theme.raised, color, 0.12));
  drawAt(painter, x + 8, middle, text, style_.chip, style_.chipSize, color);
  return x + width;
}

void LoopTreePainter::paintBuffers(QPainter& painter, const LoopTreeNode& node, const QRectF& header,
                                   const std::string& selected) const {
  bool reads = false, writes = false;
  for (const BufferLabel& label : bufferLabels(node, header, style_)) {
    const qreal x = label.place.left() + 3, baseline = label.place.top() + 12;
    bool& told = label.read ? reads : writes;
    if (!told) {
      const QString word = bufferWord(label.read);
      style_.draw(painter, QPointF(x - 6 - style_.width(style_.small, word), baseline), word, style_.small,
                  style_.theme.dim);
      told = true;
    }
    style_.draw(painter, QPointF(x, baseline), label.shown, label.name == selected ? style_.codeStrong : style_.code,
                style_.theme.buffer);
  }
}

// Paints the letter that is also shown beside the block's lines in the texts; a square if there is only one block.
// Returns the x position of the name behind it.
qreal LoopTreePainter::paintSign(QPainter& painter, const LoopTreeNode& node, const QPointF& at) const {
  const Theme& t = style_.theme;
  const qreal name = at.x() + 16;
  if (node.sign < 0) {
    paintRounded(painter, QRectF(at.x(), at.y() - 4.5, 9, 9), 2, Qt::NoPen, t.block);
    return name;
  }
  // A sign of two characters extends to the left, so that names stay aligned; a longer one moves its name.
  constexpr qreal kRoom = 21;
  const QString letter = QString::fromStdString(node.letter);
  const qreal wide = std::max(13.0, style_.width(style_.chip, letter) + 5), left = at.x() + 11 - std::min(wide, kRoom);
  paintRounded(painter, QRectF(left, at.y() - 6.5, wide, 13), 3, Qt::NoPen, blockColor(t, node.sign));
  drawAt(painter, left + (wide - style_.width(style_.chip, letter)) / 2, at.y(), letter, style_.chip, style_.chipSize,
         t.panel);
  return name + std::max(0.0, wide - kRoom);
}

void LoopTreePainter::paintBlock(QPainter& painter, const LoopTreeNode& node, const TreeBox& box,
                                 const NodeLook& look) const {
  const Theme& t = style_.theme;
  const QRectF frame = box.frame.adjusted(1.5, 1.5, -1.5, -0.5);
  QPen pen(look.conflict   ? t.reduce
           : look.selected ? t.selectionEdge
                           : blend(t.block, t.panel, 0.3),
           look.selected || look.conflict ? 1.6 : 1.0);
  if (!look.selected) pen.setDashPattern({3, 2.5});
  paintRounded(painter, frame, kCornerRadius, pen,
               look.selected  ? t.selection
               : look.hovered ? blend(t.raised, t.text, 0.04)
                              : t.raised);
  if (look.drop == NodeLook::Drop::Legal || look.underDrag || !look.becomes.isEmpty())
    paintMark(painter, frame, look, true);

  const qreal x = box.header.left() + 12, right = box.header.right() - 12;
  qreal baseline = box.header.top() + kBlockPadding + 12;
  const qreal begin = paintSign(painter, node, QPointF(x, baseline - 4.5));
  const QString name = shownName(node, style_, box.header, layout_.barRight), what = blockWord(node);
  const qreal middle = baseline - 4.5;
  drawAt(painter, begin, middle, name, style_.strong, style_.strongSize, t.block);
  const qreal after = begin + style_.width(style_.strong, name) + 8;
  drawAt(painter, after, middle, what, style_.small, style_.smallSize, t.dim);
  const qreal end = after + style_.width(style_.small, what);
  if (!look.becomes.isEmpty())
    paintBecomes(painter, look, end + 8, middle, right - end - 8);
  else
    paintCost(painter, node, look.badge ? paintBadge(painter, *look.badge, end + 8, middle) : end, middle);
  const auto line = [&](const QString& word, bool first, const QString& code) {
    if (code.isEmpty()) return;
    baseline += kBlockLine;
    qreal left = x;
    if (!word.isEmpty()) {
      if (first) drawAt(painter, left, baseline - 4.5, word, style_.small, style_.smallSize, t.dim);
      left += style_.width(style_.small, word) + kAfterWord;
    }
    const QString shown = style_.elidedCode(code, right - left);
    // Highlights that several threads may update one element.
    static const QString kAtomic = QStringLiteral("atomic ");
    const bool atomic = word.isEmpty() && shown.startsWith(kAtomic);
    const qreal rest = atomic ? left + style_.width(style_.code, kAtomic) : left;
    if (atomic) style_.draw(painter, QPointF(left, baseline), kAtomic, style_.codeStrong, t.parallel);
    style_.draw(painter, QPointF(rest, baseline), atomic ? shown.mid(kAtomic.size()) : shown, style_.code, t.text);
  };
  const auto lines = [&](const QString& word, const QStringList& parts) {
    for (qsizetype i = 0; i < parts.size(); ++i) line(word, i == 0, parts[i]);
  };
  lines(initWord(), initLines(node, style_, box.header.width()));
  lines({}, statementLines(node, style_, box.header.width()));
  lines(predicateWord(), predicateLines(node, style_, box.header.width()));
  paintBuffers(painter, node, box.header, look.buffer);
}

void LoopTreePainter::paintStatement(QPainter& painter, const LoopTreeNode& node, const TreeBox& box) const {
  const QString text = style_.elidedCode(QString::fromStdString(node.name), box.header.width() - 18);
  drawAt(painter, box.header.left() + 12, box.header.center().y(), text, style_.code, style_.codeSize,
         style_.theme.dim);
}

}  // namespace lw
