#include "views/graph/graph_accessible.h"

#include "views/graph/graph_view.h"
#include "views/graph/graph_words.h"
#include "views/painted/accessible_items.h"

namespace lw {
namespace {

struct GraphItems {
  static constexpr auto kRole = QAccessible::List, kItemRole = QAccessible::ListItem;
  static int count(const GraphView& view) { return view.hasPicture() ? int(view.drawing()->outline->nodes.size()) : 0; }
  static QString nameOf(const GraphView& view, int node) {
    return sentenceOf(*view.drawing()->outline, node, view.drawing()->figures);
  }
  static QRect rectOf(const GraphView& view, int node) { return view.rectOf(node); }
  static bool selected(const GraphView& view, int node) { return view.current() == node; }
  static int current(const GraphView& view) { return view.current(); }
};

}  // namespace

QAccessibleInterface* graphAccessible(const QString& className, QObject* object) {
  return AccessibleItems<GraphView, GraphItems>::of("lw::GraphView", className, object);
}

}  // namespace lw
