#include "views/loop_tree_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <algorithm>

namespace lw {
namespace {

constexpr int kMargin = 10, kHeader = 31, kGap = 6, kIndent = 11, kRight = 7, kBottom = 7, kBlockPadding = 9,
              kLine = 18, kMostLines = 3, kLeastWidth = 160, kBar = 84, kLeastBar = 24;

// At blanks outside of brackets: an index or a call stays in one piece.
QStringList partsOf(const QString& statement) {
  QStringList parts{QString()};
  int depth = 0;
  for (const QChar c : statement) {
    depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
    if (c == ' ' && depth == 0)
      parts << QString();
    else
      parts.back() += c;
  }
  return parts;
}

}  // namespace

LoopTreeView::LoopTreeView(QWidget* parent) : QAbstractScrollArea(parent), theme_(loadTheme("dark")) {
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  viewport()->setMouseTracking(true);
  viewport()->setAutoFillBackground(false);
  setAccessibleName(tr("Loop tree"));
}

void LoopTreeView::setTheme(const Theme& theme) {
  theme_ = theme;
  viewport()->update();
}

void LoopTreeView::setTree(LoopTree tree) {
  tree_ = std::move(tree);
  hovered_ = pressed_ = dropTarget_ = -1;
  dragging_ = false;
  relayout();
}

void LoopTreeView::setEmptyText(const QString& title, const QString& what) {
  emptyTitle_ = title;
  emptyText_ = what;
  viewport()->update();
}

void LoopTreeView::setSelection(const LinkedSelection& selection, bool revealIt) {
  selection_ = selection;
  if (revealIt && current() >= 0) reveal(current());
  viewport()->update();
}

void LoopTreeView::setConflict(const std::vector<LoopId>& loops, const std::vector<BlockId>& blocks) {
  conflictLoops_ = loops;
  conflictBlocks_ = blocks;
  viewport()->update();
}

// ---- layout ----

// A statement that is wider than its block goes on in more lines; a part that is too wide by itself is elided.
QStringList LoopTreeView::statementLines(const LoopTreeNode& node, int width) const {
  QStringList lines;
  if (node.statement.empty()) return lines;
  const QFontMetrics metrics(codeFont(12));
  const int room = std::max(60, width - 24);
  for (const QString& word : partsOf(QString::fromStdString(node.statement))) {
    const QString longer = lines.isEmpty() ? word : lines.back() + ' ' + word;
    if (lines.isEmpty())
      lines << word;
    else if (metrics.horizontalAdvance(longer) <= room)
      lines.back() = longer;
    else if (lines.size() < kMostLines)
      lines << "    " + word;
    else
      lines.back() = longer;
  }
  return lines;
}

int LoopTreeView::blockHeight(const LoopTreeNode& node, int width) const {
  int lines = 1 + int(statementLines(node, width).size());
  if (!node.init.empty()) ++lines;
  if (!node.predicate.empty()) ++lines;
  if (!node.reads.empty() || !node.writes.empty()) ++lines;
  return lines * kLine + 2 * kBlockPadding - 4;
}

int LoopTreeView::layoutNode(int index, int x, int y, int width) {
  const LoopTreeNode& node = tree_.nodes[size_t(index)];
  Box& box = boxes_[size_t(index)];
  int header = kHeader;
  if (node.kind == LoopTreeNode::Kind::Block) header = blockHeight(node, width);
  if (node.kind == LoopTreeNode::Kind::Statement) header = kLine + 6;
  box.header = QRect(x, y, width, header);
  int bottom = y + header;
  for (const int child : node.children)
    bottom = layoutNode(child, x + kIndent + 1, bottom, width - kIndent - kRight - 1) + kGap;
  if (!node.children.empty()) bottom += kBottom - kGap;
  box.frame = QRect(x, y, width, bottom - y);
  return bottom;
}

void LoopTreeView::relayout() {
  boxes_.assign(tree_.nodes.size(), {});
  int y = kMargin, deepest = 0;
  for (const LoopTreeNode& node : tree_.nodes) deepest = std::max(deepest, node.depth);
  // The innermost box keeps the width of a name, an extent and a kind; a nest that is too deep for that is scrolled.
  const int width = std::max(viewport()->width() - 2 * kMargin, deepest * (kIndent + kRight + 1) + kLeastWidth);
  for (const int root : tree_.roots) y = layoutNode(root, kMargin, y, width) + kGap;
  horizontalScrollBar()->setRange(0, tree_.nodes.empty() ? 0 : width + 2 * kMargin - viewport()->width());
  horizontalScrollBar()->setPageStep(viewport()->width());
  horizontalScrollBar()->setSingleStep(kIndent);
  contentHeight_ = y - kGap + kMargin;
  verticalScrollBar()->setRange(0, std::max(0, contentHeight_ - viewport()->height()));
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(kHeader);
  viewport()->update();
}

QPoint LoopTreeView::origin() const { return {-horizontalScrollBar()->value(), -verticalScrollBar()->value()}; }

QRect LoopTreeView::rectOfNode(int index) const {
  return index < 0 ? QRect() : boxes_[size_t(index)].header.translated(origin());
}

QRect LoopTreeView::rectOf(LoopId loop) const { return rectOfNode(tree_.find(loop)); }
QRect LoopTreeView::rectOf(BlockId block) const { return rectOfNode(tree_.find(block)); }

// ---- painting ----

QColor LoopTreeView::colorOf(const LoopTreeNode& node) const {
  switch (node.forKind) {
    case ForKind::Serial:
      return node.reduce ? theme_.reduce : theme_.serial;
    case ForKind::Parallel:
    case ForKind::ThreadBinding:
      return theme_.parallel;
    case ForKind::Vectorized:
      return theme_.vectorized;
    case ForKind::Unrolled:
      return theme_.unrolled;
  }
  return theme_.serial;
}

bool LoopTreeView::selected(const LoopTreeNode& node) const {
  if (node.kind == LoopTreeNode::Kind::Loop) return selection_.holds(node.loop);
  if (node.kind == LoopTreeNode::Kind::Statement) return false;
  if (selection_.holds(node.block)) return true;
  const auto uses = [this](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), selection_.buffer) != names.end();
  };
  return !selection_.buffer.empty() && (uses(node.reads) || uses(node.writes));
}

bool LoopTreeView::conflicting(const LoopTreeNode& node) const {
  if (node.kind == LoopTreeNode::Kind::Loop)
    return std::find(conflictLoops_.begin(), conflictLoops_.end(), node.loop) != conflictLoops_.end();
  return node.block.valid() &&
         std::find(conflictBlocks_.begin(), conflictBlocks_.end(), node.block) != conflictBlocks_.end();
}

void LoopTreeView::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(origin());
  const QRect visible = event->rect().translated(-origin());
  if (tree_.nodes.empty()) {
    painter.setFont(interfaceFont(15, QFont::DemiBold));
    painter.setPen(theme_.text);
    const QRect room = viewport()->rect().adjusted(24, 0, -24, -viewport()->height() / 2);
    painter.drawText(room, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, emptyTitle_);
    painter.setFont(interfaceFont(13));
    painter.setPen(theme_.dim);
    painter.drawText(viewport()->rect().adjusted(24, viewport()->height() / 2 + 8, -24, 0),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, emptyText_);
    return;
  }
  for (size_t i = 0; i < boxes_.size(); ++i)
    if (boxes_[i].frame.adjusted(-2, -2, 2, 2).intersects(visible)) paintNode(painter, int(i));
  const int free = viewport()->height() - contentHeight_;
  if (free > 40) {
    painter.setPen(theme_.dim);
    painter.setFont(interfaceFont(12));
    painter.drawText(QRect(kMargin + 4, contentHeight_ - 2, viewport()->width() - 2 * kMargin, 38),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     tr("drag a loop to reorder · double-click to split · right-click for every step"));
  }
}

void LoopTreeView::paintNode(QPainter& painter, int index) const {
  switch (tree_.nodes[size_t(index)].kind) {
    case LoopTreeNode::Kind::Loop:
      return paintLoop(painter, index);
    case LoopTreeNode::Kind::Block:
      return paintBlock(painter, index);
    case LoopTreeNode::Kind::Statement:
      return paintStatement(painter, index);
  }
}

void LoopTreeView::paintLoop(QPainter& painter, int index) const {
  const LoopTreeNode& node = tree_.nodes[size_t(index)];
  const Box& box = boxes_[size_t(index)];
  const QColor color = colorOf(node);
  const QRectF frame = QRectF(box.frame).adjusted(0.5, 0.5, -0.5, -0.5);
  // The coloured edge is the same rounded box, seen through a strip of four pixels.
  painter.setPen(QPen(theme_.hairline, 1));
  painter.setBrush(node.depth % 2 ? blend(theme_.panel, theme_.raised, 0.45) : theme_.panel);
  painter.drawRoundedRect(frame, 6, 6);
  painter.save();
  painter.setClipRect(QRectF(frame.left() - 1, frame.top(), 4.5, frame.height()));
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawRoundedRect(frame, 6, 6);
  painter.restore();

  const QRectF header = QRectF(box.header).adjusted(3.5, 1.5, -1.5, -0.5);
  if (selected(node)) {
    painter.setPen(QPen(theme_.accent, 1.6));
    painter.setBrush(theme_.selection);
    painter.drawRoundedRect(header, 6, 6);
  } else if (index == dropTarget_ || conflicting(node)) {
    painter.setPen(QPen(conflicting(node) ? theme_.reduce : theme_.accent, 1.4, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(header, 6, 6);
  } else if (index == hovered_) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(blend(theme_.raised, theme_.text, 0.04));
    painter.drawRoundedRect(header, 6, 6);
  }

  int x = box.header.left() + 13;
  const int middle = box.header.center().y() + 1;
  const auto text = [&](const QString& s, const QFont& font, const QColor& ink) {
    painter.setFont(font);
    painter.setPen(ink);
    const int width = QFontMetrics(font).horizontalAdvance(s);
    painter.drawText(QRect(x, middle - 12, width + 4, 24), Qt::AlignLeft | Qt::AlignVCenter, s);
    x += width + 8;
  };
  text(QString::fromStdString(node.name), codeFont(13), theme_.text);
  text(QString::fromStdString(node.extent), codeFont(12.5), theme_.dim);
  const QFont chipFont = interfaceFont(11, QFont::Medium);
  const QString chip = QString::fromStdString(node.chip);
  const QRectF chipRect(x + 0.5, middle - 8.5, QFontMetrics(chipFont).horizontalAdvance(chip) + 16, 17);
  painter.setPen(QPen(color, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(chipRect, 8.5, 8.5);
  painter.setFont(chipFont);
  painter.drawText(chipRect, Qt::AlignCenter, chip);

  const int barRight = box.header.right() - 12;
  const int barWidth = std::min(kBar, barRight - int(chipRect.right()) - 12);
  if (barWidth >= kLeastBar) {
    const QRectF track(barRight - barWidth, middle - 3, barWidth, 6);
    painter.setPen(Qt::NoPen);
    painter.setBrush(blend(theme_.hairline, theme_.panel, 0.25));
    painter.drawRoundedRect(track, 3, 3);
    if (node.share > 0) {
      painter.setBrush(theme_.accent);
      painter.drawRoundedRect(QRectF(track.left(), track.top(), std::max(6.0, track.width() * node.share), 6), 3, 3);
    }
  }
}

void LoopTreeView::paintBuffers(QPainter& painter, const LoopTreeNode& node, int x, int baseline) const {
  const auto list = [&](const QString& word, const std::vector<std::string>& names) {
    if (names.empty()) return;
    painter.setFont(interfaceFont(12));
    painter.setPen(theme_.dim);
    painter.drawText(x, baseline, word);
    x += QFontMetrics(painter.font()).horizontalAdvance(word) + 6;
    for (const std::string& name : names) {
      const QString text = QString::fromStdString(name);
      painter.setFont(codeFont(12, name == selection_.buffer ? QFont::Bold : QFont::Normal));
      painter.setPen(theme_.buffer);
      painter.drawText(x, baseline, text);
      x += QFontMetrics(painter.font()).horizontalAdvance(text) + 6;
    }
    x += 8;
  };
  list(tr("reads"), node.reads);
  list(tr("writes"), node.writes);
}

void LoopTreeView::paintBlock(QPainter& painter, int index) const {
  const LoopTreeNode& node = tree_.nodes[size_t(index)];
  const Box& box = boxes_[size_t(index)];
  const bool chosen = selected(node);
  const QColor edge = conflicting(node) ? theme_.reduce : theme_.accent;
  painter.setPen(QPen(edge, chosen ? 1.6 : 1.0, chosen ? Qt::SolidLine : Qt::CustomDashLine));
  if (!chosen) {
    QPen pen = painter.pen();
    pen.setDashPattern({3, 2.5});
    painter.setPen(pen);
  }
  painter.setBrush(chosen              ? theme_.selection
                   : index == hovered_ ? blend(theme_.raised, theme_.text, 0.04)
                                       : theme_.raised);
  painter.drawRoundedRect(QRectF(box.frame).adjusted(1.5, 1.5, -1.5, -0.5), 6, 6);

  const int x = box.header.left() + 12, width = box.header.width() - 24;
  int baseline = box.header.top() + kBlockPadding + 12;
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_.accent);
  painter.drawRoundedRect(QRectF(x, baseline - 9, 9, 9), 2, 2);
  painter.setPen(theme_.accent);
  painter.setFont(interfaceFont(13, QFont::DemiBold));
  const QString name = QString::fromStdString(node.name);
  painter.drawText(x + 15, baseline, name);
  const int after = x + 15 + QFontMetrics(painter.font()).horizontalAdvance(name) + 8;
  painter.setFont(interfaceFont(12));
  painter.setPen(theme_.dim);
  painter.drawText(after, baseline, node.init.empty() ? tr("block") : tr("update"));
  const auto line = [&](const QString& word, const QString& code) {
    if (code.isEmpty()) return;
    baseline += kLine;
    int left = x;
    if (!word.isEmpty()) {
      painter.setFont(interfaceFont(12));
      painter.setPen(theme_.dim);
      painter.drawText(left, baseline, word);
      left += QFontMetrics(painter.font()).horizontalAdvance(word) + 7;
    }
    painter.setFont(codeFont(12));
    painter.setPen(theme_.text);
    painter.drawText(left, baseline, QFontMetrics(painter.font()).elidedText(code, Qt::ElideRight, width - (left - x)));
  };
  line(tr("init"), QString::fromStdString(node.init));
  for (const QString& part : statementLines(node, box.header.width())) line({}, part);
  line(tr("where"), QString::fromStdString(node.predicate));
  if (!node.reads.empty() || !node.writes.empty()) paintBuffers(painter, node, x, baseline + kLine);
}

void LoopTreeView::paintStatement(QPainter& painter, int index) const {
  const Box& box = boxes_[size_t(index)];
  painter.setFont(codeFont(12));
  painter.setPen(theme_.dim);
  painter.drawText(box.header.adjusted(12, 0, -6, 0), Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(painter.font())
                       .elidedText(QString::fromStdString(tree_.nodes[size_t(index)].name), Qt::ElideRight,
                                   box.header.width() - 18));
}

// ---- picking ----

int LoopTreeView::nodeAt(const QPoint& position) const {
  const QPoint point = position - origin();
  for (size_t i = boxes_.size(); i-- > 0;)  // children come after their parents
    if (boxes_[i].frame.contains(point)) return int(i);
  return -1;
}

int LoopTreeView::current() const {
  const int loop = tree_.find(selection_.loop());
  return loop >= 0 ? loop : tree_.find(selection_.block());
}

void LoopTreeView::pick(int index, bool add) {
  const LoopTreeNode& node = tree_.nodes[size_t(index)];
  LinkedSelection next;
  if (add) next.nodes = selection_.nodes;
  const auto toggle = [add](auto& list, auto id) {
    const auto found = std::find(list.begin(), list.end(), id);
    if (found == list.end())
      list.push_back(id);
    else if (add)
      list.erase(found);
  };
  if (node.loop.valid()) toggle(next.nodes.loops, node.loop);
  if (node.block.valid()) toggle(next.nodes.blocks, node.block);
  selection_ = next;
  reveal(index);
  viewport()->update();
  Q_EMIT picked(next);
}

void LoopTreeView::reveal(int index) {
  QScrollBar* bar = verticalScrollBar();
  const QRect header = boxes_[size_t(index)].header, frame = boxes_[size_t(index)].frame;
  const int wanted = header.top() + std::min(frame.height(), viewport()->height() / 3);
  if (header.top() >= bar->value() && wanted + kMargin <= bar->value() + viewport()->height()) return;
  // With what it holds, as far as that fits; else with some of what stands around it.
  const int above = std::max(kMargin, std::min(viewport()->height() / 3, viewport()->height() - frame.height()));
  bar->setValue(header.top() - above);
  // Sideways as far as the name and the kind need.
  QScrollBar* across = horizontalScrollBar();
  across->setValue(std::min(header.left() - kMargin, std::max(across->value(), header.left() + kLeastWidth -
                                                                                   viewport()->width())));
}

void LoopTreeView::resizeEvent(QResizeEvent*) {
  relayout();
  if (current() >= 0) reveal(current());
}

void LoopTreeView::scrollContentsBy(int, int) { viewport()->update(); }

void LoopTreeView::mousePressEvent(QMouseEvent* event) {
  const int index = nodeAt(event->position().toPoint());
  pressed_ = index;
  pressedAt_ = event->position().toPoint();
  if (index < 0 || tree_.nodes[size_t(index)].kind == LoopTreeNode::Kind::Statement) return;
  const bool add = event->modifiers() & Qt::ControlModifier;
  if (event->button() == Qt::LeftButton || !selected(tree_.nodes[size_t(index)])) pick(index, add);
}

void LoopTreeView::mouseMoveEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  const int index = nodeAt(position);
  if (event->buttons() & Qt::LeftButton && pressed_ >= 0) {
    if ((position - pressedAt_).manhattanLength() >= QApplication::startDragDistance()) dragging_ = true;
    const bool onLoop = index >= 0 && index != pressed_ && tree_.nodes[size_t(index)].kind == LoopTreeNode::Kind::Loop;
    dropTarget_ = dragging_ && onLoop ? index : -1;
    setCursor(dragging_ ? Qt::ClosedHandCursor : Qt::ArrowCursor);
  }
  hovered_ = index;
  viewport()->update();
}

void LoopTreeView::mouseReleaseEvent(QMouseEvent*) {
  setCursor(Qt::ArrowCursor);
  const int from = pressed_, to = dropTarget_;
  pressed_ = dropTarget_ = -1;
  dragging_ = false;
  viewport()->update();
  if (from < 0 || to < 0) return;
  const LoopTreeNode &moved = tree_.nodes[size_t(from)], &target = tree_.nodes[size_t(to)];
  if (moved.kind == LoopTreeNode::Kind::Loop)
    Q_EMIT loopDropped(moved.loop, target.loop);
  else if (moved.kind == LoopTreeNode::Kind::Block)
    Q_EMIT blockDropped(moved.block, target.loop);
}

void LoopTreeView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (nodeAt(event->position().toPoint()) >= 0) Q_EMIT activated(event->globalPosition().toPoint());
}

void LoopTreeView::leaveEvent(QEvent*) {
  hovered_ = -1;
  viewport()->update();
}

void LoopTreeView::contextMenuEvent(QContextMenuEvent* event) {
  if (event->reason() == QContextMenuEvent::Keyboard && current() >= 0)
    Q_EMIT menuWanted(viewport()->mapToGlobal(rectOfNode(current()).center()));
  else if (nodeAt(event->pos()) >= 0)
    Q_EMIT menuWanted(event->globalPos());
}

void LoopTreeView::keyPressEvent(QKeyEvent* event) {
  if (tree_.nodes.empty()) return QAbstractScrollArea::keyPressEvent(event);
  const int at = current(), last = int(tree_.nodes.size()) - 1;
  const bool add = event->modifiers() & Qt::ShiftModifier;
  // Statements cannot be selected; the keys step over them.
  const auto step = [&](int from, int by) {
    int next = from;
    do next += by;
    while (next >= 0 && next <= last && tree_.nodes[size_t(next)].kind == LoopTreeNode::Kind::Statement);
    if (next >= 0 && next <= last) pick(next, add);
  };
  switch (event->key()) {
    case Qt::Key_Down:
      return step(at, 1);
    case Qt::Key_Up:
      return at < 0 ? step(-1, 1) : step(at, -1);
    case Qt::Key_Left:
      if (at >= 0 && tree_.nodes[size_t(at)].parent >= 0) pick(tree_.nodes[size_t(at)].parent, false);
      return;
    case Qt::Key_Right:
      if (at >= 0 && !tree_.nodes[size_t(at)].children.empty()) step(tree_.nodes[size_t(at)].children.front() - 1, 1);
      return;
    case Qt::Key_Home:
      return step(-1, 1);
    case Qt::Key_End:
      return step(last + 1, -1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (at >= 0) Q_EMIT activated(viewport()->mapToGlobal(rectOfNode(at).center()));
      return;
    default:
      break;
  }
  if (event->text().size() == 1 && event->text()[0].isLetter() &&
      !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)))
    Q_EMIT stepKey(event->text()[0].toLower());
  else
    QAbstractScrollArea::keyPressEvent(event);
}

}  // namespace lw
