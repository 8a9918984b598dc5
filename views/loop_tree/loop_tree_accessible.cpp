#include "views/loop_tree/loop_tree_accessible.h"

#include "views/loop_tree/loop_tree_view.h"
#include "views/painted/accessible_items.h"

namespace lw {
namespace {

// Loops, blocks and statements.
struct TreeItems {
  static constexpr auto kRole = QAccessible::Tree, kItemRole = QAccessible::TreeItem;
  static int count(const LoopTreeView& view) { return int(view.tree().nodes.size()); }
  static QString nameOf(const LoopTreeView& view, int node) {
    return sentenceOf(view.tree(), view.tree().nodes[size_t(node)]);
  }
  static QRect rectOf(const LoopTreeView& view, int node) { return view.rectOfNode(node); }
  static bool selected(const LoopTreeView& view, int node) { return view.picture().selected(node); }
  static int current(const LoopTreeView& view) { return view.picture().current(); }
};

}  // namespace

QAccessibleInterface* loopTreeAccessible(const QString& className, QObject* object) {
  return AccessibleItems<LoopTreeView, TreeItems>::of("lw::LoopTreeView", className, object);
}

}  // namespace lw
