#include "views/loop_tree/loop_tree_scene.h"

#include <QPainter>
#include <algorithm>

#include "views/loop_tree/loop_tree_item.h"

namespace lw {
namespace {

constexpr int kMotionMs = 200;
constexpr size_t kMostCovering = 16;  // loops inside a loop; with more, looking them up would cost more than it saves
constexpr double kFirstSight = 0.3;   // progress of the first frame, so that new boxes are visible in it
// The duration of the first frame: the other panes are painted before the second one. The animation's clock may be
// ahead.
constexpr int kFirstMs = 25;

// Aligned to whole pixels, on which boxes are painted fast.
QRectF between(const QRectF& a, const QRectF& b, qreal at) {
  const auto mix = [at](const QPointF& p, const QPointF& q) { return QPointF((p + (q - p) * at).toPoint()); };
  return {mix(a.topLeft(), b.topLeft()), mix(a.bottomRight(), b.bottomRight())};
}

bool uses(const LoopTreeNode& node, const std::string& buffer) {
  const auto holds = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), buffer) != names.end();
  };
  return !buffer.empty() && (holds(node.reads) || holds(node.writes));
}

}  // namespace

LoopTreeScene::LoopTreeScene(QObject* parent)
    : QGraphicsScene(parent), style_(loadTheme("dark")), flows_(new LoopTreeFlows(*this)) {
  setItemIndexMethod(NoIndex);  // items move more often than they are searched for
  addItem(flows_);
  flows_->setVisible(false);
  motion_.setDuration(kMotionMs);
  motion_.setEasingCurve(QEasingCurve::OutCubic);
  motion_.setStartValue(0.0);
  motion_.setEndValue(1.0);
  connect(&motion_, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
    if (value.toDouble() > kFirstSight && (started_.elapsed() >= kFirstMs || value.toDouble() >= 1))
      moveTo(value.toDouble());
  });
}

LoopTreeScene::~LoopTreeScene() { motion_.stop(); }

bool LoopTreeScene::flowsShown() const { return flows_->isVisible(); }

void LoopTreeScene::setTheme(const Theme& theme) {
  style_ = TreeStyle(theme);
  relayout(false);
}

// Boxes start at the position that the same loop or block had before.
void LoopTreeScene::setTree(LoopTree tree, bool animated) {
  // Loops and blocks of a program share one range of numbers; looked up by key only.
  std::unordered_map<uint32_t, TreeBox> before;
  const auto key = [](const LoopTreeNode& node) { return node.loop.valid() ? node.loop.value : node.block.value; };
  for (size_t i = 0; i < tree_.nodes.size(); ++i)
    if (key(tree_.nodes[i]) != 0) before.emplace(key(tree_.nodes[i]), shown_[i]);
  motion_.stop();
  tree_ = std::move(tree);
  hovered_ = -1;
  drag_ = {};
  conflictLoops_.clear();
  conflictBlocks_.clear();
  witness_.reset();
  calloutAt_ = -1;
  from_.assign(tree_.nodes.size(), {});
  fresh_.assign(tree_.nodes.size(), true);
  bool any = false;
  for (size_t i = 0; i < tree_.nodes.size(); ++i) {
    const auto found = before.find(key(tree_.nodes[i]));
    if (found == before.end()) continue;
    from_[i] = found->second;
    fresh_[i] = false;
    any = true;
  }
  shown_.assign(tree_.nodes.size(), {});
  makeItems();
  relayout(animated && any);
}

void LoopTreeScene::makeItems() {
  for (size_t i = tree_.nodes.size(); i < items_.size(); ++i) delete items_[i];
  const size_t had = std::min(items_.size(), tree_.nodes.size());
  items_.resize(tree_.nodes.size());
  for (size_t i = had; i < items_.size(); ++i) {
    items_[i] = new LoopTreeItem(*this, int(i));
    addItem(items_[i]);
  }
}

void LoopTreeScene::setWidth(qreal width) {
  if (width == width_) return;
  width_ = width;
  relayout(false);
}

void LoopTreeScene::relayout(bool animated) {
  flows_->boxesMove();
  TreeLayout next = layoutTree(tree_, style_, width_, calloutAt_);
  const bool moves = animated && next.boxes.size() == from_.size();
  layout_ = std::move(next);
  setSceneRect(QRectF(QPointF(), layout_.size));
  if (moves) {
    for (size_t i = 0; i < from_.size(); ++i)
      if (fresh_[i]) from_[i] = layout_.boxes[i];
    moveTo(kFirstSight);
    started_.start();
    motion_.start();
  } else {
    motion_.stop();
    fresh_.assign(tree_.nodes.size(), false);
    from_ = layout_.boxes;
    moveTo(1);
  }
  update();
  Q_EMIT laidOut();
}

void LoopTreeScene::moveTo(double progress) {
  flows_->boxesMove();
  for (size_t i = 0; i < items_.size(); ++i) {
    items_[i]->boxMoves();
    const TreeBox &a = from_[i], &b = layout_.boxes[i];
    shown_[i] = progress >= 1
                    ? b
                    : TreeBox{between(a.frame, b.frame, progress), between(a.header, b.header, progress), b.callout};
    items_[i]->setOpacity(fresh_[i] ? progress : 1.0);
  }
}

void LoopTreeScene::setMetric(TreeMetric metric) {
  metric_ = metric;
  update();
}

void LoopTreeScene::setSelection(const LinkedSelection& selection) {
  selection_ = selection;
  update();
}

void LoopTreeScene::setConflict(const std::vector<LoopId>& loops, const std::vector<BlockId>& blocks,
                                const std::optional<Witness>& witness) {
  conflictLoops_ = loops;
  conflictBlocks_ = blocks;
  witness_ = witness;
  int at = -1;
  if (witness)
    for (const BlockId block : blocks) at = std::max(at, tree_.find(block));
  if (witness && at < 0)
    for (const LoopId loop : loops) at = std::max(at, tree_.find(loop));
  if (at == calloutAt_ && at < 0) return update();
  calloutAt_ = at;
  relayout(false);
}

void LoopTreeScene::updateNode(int node) {
  if (node >= 0 && node < int(items_.size())) items_[size_t(node)]->update();
}

void LoopTreeScene::setHovered(int node) {
  if (node == hovered_) return;
  updateNode(hovered_);
  hovered_ = node;
  updateNode(hovered_);
}

void LoopTreeScene::setFlowsShown(bool shown) { flows_->setVisible(shown); }

// The flows of the selected blocks, or of the blocks inside the selected loops; all flows if nothing is selected.
std::vector<const LoopTreeFlow*> LoopTreeScene::visibleFlows() const {
  std::vector<const LoopTreeFlow*> out;
  const bool some = current() >= 0;
  const auto chosen = [&](int node) {
    for (; node >= 0; node = tree_.nodes[size_t(node)].parent)
      if (selected(node)) return true;
    return false;
  };
  for (const LoopTreeFlow& flow : tree_.flows)
    if (!some || chosen(flow.from) || chosen(flow.to)) out.push_back(&flow);
  return out;
}

// ---- a drag ----

void LoopTreeScene::setDrag(TreeDrag drag) {
  drag_ = std::move(drag);
  update();
}

const DropVerdict* LoopTreeScene::verdictFor(int node) const {
  if (node < 0) return nullptr;
  const auto found = drag_.verdicts.find(tree_.nodes[size_t(node)].loop);
  return found == drag_.verdicts.end() ? nullptr : &found->second;
}

// ---- state of a node ----

bool LoopTreeScene::selected(int index) const {
  const LoopTreeNode& node = tree_.nodes[size_t(index)];
  if (node.kind == LoopTreeNode::Kind::Loop) return selection_.holds(node.loop);
  if (node.kind == LoopTreeNode::Kind::Statement) return false;
  return selection_.holds(node.block) || uses(node, selection_.buffer);
}

void LoopTreeScene::setMarks(std::vector<StepMark> marks) {
  if (marks.empty() && marks_.empty()) return;
  marks_ = std::move(marks);
  update();
}

void LoopTreeScene::setBadges(TreeBadges badges) {
  badges_ = std::move(badges);
  for (size_t i = 0; i < tree_.nodes.size(); ++i)
    if (tree_.nodes[i].kind == LoopTreeNode::Kind::Block) updateNode(int(i));
}

void LoopTreeScene::setPinned(std::set<LoopId> loops) {
  if (loops == pinned_) return;
  pinned_ = std::move(loops);
  update();
}

const TreeBadge* LoopTreeScene::badgeOf(int node) const {
  const auto found = badges_.find(tree_.nodes[size_t(node)].block);
  return found == badges_.end() || tree_.nodes[size_t(node)].kind != LoopTreeNode::Kind::Block ? nullptr
                                                                                               : &found->second;
}

bool LoopTreeScene::hides(int node) const {
  return tree_.nodes[size_t(node)].kind == LoopTreeNode::Kind::Loop && drag_.node < 0 &&
         items_[size_t(node)]->opacity() >= 1;
}

NodeLook LoopTreeScene::lookOf(int index) const {
  const LoopTreeNode& node = tree_.nodes[size_t(index)];
  NodeLook look;
  if (node.children.size() <= kMostCovering)
    for (const int child : node.children)
      if (hides(child)) look.covered.push_back(shown_[size_t(child)].frame);
  look.selected = selected(index);
  look.hovered = index == hovered_ && drag_.node < 0;
  look.buffer = selection_.buffer;
  look.badge = badgeOf(index);
  look.pinned = node.loop.valid() && pinned_.contains(node.loop);
  look.conflict = (node.loop.valid() &&
                   std::find(conflictLoops_.begin(), conflictLoops_.end(), node.loop) != conflictLoops_.end()) ||
                  (node.block.valid() &&
                   std::find(conflictBlocks_.begin(), conflictBlocks_.end(), node.block) != conflictBlocks_.end());
  for (const StepMark& mark : marks_)
    if ((mark.loop.valid() && mark.loop == node.loop) || (mark.block.valid() && mark.block == node.block))
      look.becomes = mark.becomes, look.difference = mark.difference;
  if (drag_.node < 0) return look;
  look.underDrag = index == drag_.target;
  if (index == drag_.node)
    look.drop = NodeLook::Drop::Dragged;
  else if (node.kind != LoopTreeNode::Kind::Loop)
    look.drop = NodeLook::Drop::None;
  else if (const DropVerdict* verdict = verdictFor(index))
    look.drop = verdict->legal ? NodeLook::Drop::Legal : NodeLook::Drop::Refused;
  else
    look.drop = NodeLook::Drop::Checking;
  return look;
}

int LoopTreeScene::nodeAt(const QPointF& position) const {
  for (size_t i = layout_.boxes.size(); i-- > 0;)  // children come after their parents
    if (layout_.boxes[i].frame.contains(position)) return int(i);
  return -1;
}

int LoopTreeScene::current() const {
  const int loop = tree_.find(selection_.loop());
  return loop >= 0 ? loop : tree_.find(selection_.block());
}

void LoopTreeScene::drawBackground(QPainter* painter, const QRectF& rect) {
  painter->setRenderHint(QPainter::Antialiasing, false);
  painter->fillRect(rect, style_.theme.panel);
  painter->setRenderHint(QPainter::Antialiasing);
  const LoopTreePainter paint = this->painter();
  for (size_t i = 0; i < layout_.boxes.size(); ++i) {
    const QRectF& frame = layout_.boxes[i].frame;
    if (frame.bottom() >= rect.top() && frame.top() <= rect.bottom()) paint.paintHeat(*painter, int(i));
  }
}

}  // namespace lw
