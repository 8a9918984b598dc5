#include "views/loop_tree/loop_tree_accessible.h"

#include <QAccessibleWidget>
#include <memory>

#include "views/loop_tree/loop_tree_view.h"

namespace lw {
namespace {

// One loop, block or statement.
class NodeInterface : public QAccessibleInterface {
 public:
  NodeInterface(LoopTreeView* view, int node) : view_(view), node_(node) {}
  bool isValid() const override { return node_ < int(view_->tree().nodes.size()); }
  QObject* object() const override { return nullptr; }
  QAccessible::Role role() const override { return QAccessible::TreeItem; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(view_); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text what) const override {
    if (!isValid() || what != QAccessible::Name) return {};
    return sentenceOf(view_->tree(), view_->tree().nodes[size_t(node_)]);
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override {
    const QRect here = view_->rectOfNode(node_);
    return {view_->viewport()->mapToGlobal(here.topLeft()), here.size()};
  }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.selectable = state.focusable = true;
    state.selected = isValid() && view_->picture().selected(node_);
    state.focused = state.selected && view_->hasFocus();
    return state;
  }

 private:
  LoopTreeView* view_;
  int node_;
};

class TreeInterface : public QAccessibleWidget {
 public:
  explicit TreeInterface(LoopTreeView* view) : QAccessibleWidget(view, QAccessible::Tree), view_(view) {}
  ~TreeInterface() override {
    for (const QAccessible::Id id : nodes_) QAccessible::deleteAccessibleInterface(id);
  }
  int childCount() const override { return int(view_->tree().nodes.size()); }
  QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= childCount()) return nullptr;
    while (int(nodes_.size()) <= index)
      nodes_.push_back(QAccessible::registerAccessibleInterface(new NodeInterface(view_, int(nodes_.size()))));
    return QAccessible::accessibleInterface(nodes_[size_t(index)]);
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    for (int i = childCount(); i-- > 0;)
      if (child(i)->rect().contains(x, y)) return child(i);
    return nullptr;
  }
  int indexOfChild(const QAccessibleInterface* wanted) const override {
    for (int i = 0; i < int(nodes_.size()); ++i)
      if (QAccessible::accessibleInterface(nodes_[size_t(i)]) == wanted) return i;
    return -1;
  }
  QAccessibleInterface* focusChild() const override { return child(view_->picture().current()); }

 private:
  LoopTreeView* view_;
  mutable std::vector<QAccessible::Id> nodes_;  // created on request
};

}  // namespace

QAccessibleInterface* loopTreeAccessible(const QString& className, QObject* object) {
  if (className != QLatin1String("lw::LoopTreeView")) return nullptr;
  auto* view = qobject_cast<LoopTreeView*>(object);
  return view ? new TreeInterface(view) : nullptr;
}

}  // namespace lw
