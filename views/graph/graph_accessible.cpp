#include "views/graph/graph_accessible.h"

#include <QAccessibleWidget>

#include "views/graph/graph_view.h"
#include "views/graph/graph_words.h"

namespace lw {
namespace {

class GraphNodeInterface : public QAccessibleInterface {
 public:
  GraphNodeInterface(GraphView* view, int node) : view_(view), node_(node) {}
  bool isValid() const override { return view_->hasPicture() && node_ < int(view_->drawing()->outline->nodes.size()); }
  QObject* object() const override { return nullptr; }
  QAccessible::Role role() const override { return QAccessible::ListItem; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(view_); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text what) const override {
    return isValid() && what == QAccessible::Name
               ? sentenceOf(*view_->drawing()->outline, node_, view_->drawing()->figures)
               : QString();
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override {
    const QRect here = isValid() ? view_->rectOf(node_) : QRect();
    return {view_->viewport()->mapToGlobal(here.topLeft()), here.size()};
  }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.selectable = state.focusable = true;
    state.selected = isValid() && view_->current() == node_;
    state.focused = state.selected && view_->hasFocus();
    return state;
  }

 private:
  GraphView* view_;
  int node_;
};

class GraphInterface : public QAccessibleWidget {
 public:
  explicit GraphInterface(GraphView* view) : QAccessibleWidget(view, QAccessible::List), view_(view) {}
  ~GraphInterface() override {
    for (const QAccessible::Id id : nodes_) QAccessible::deleteAccessibleInterface(id);
  }
  int childCount() const override { return view_->hasPicture() ? int(view_->drawing()->outline->nodes.size()) : 0; }
  QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= childCount()) return nullptr;
    while (int(nodes_.size()) <= index)
      nodes_.push_back(QAccessible::registerAccessibleInterface(new GraphNodeInterface(view_, int(nodes_.size()))));
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
  QAccessibleInterface* focusChild() const override { return child(view_->current()); }

 private:
  GraphView* view_;
  mutable std::vector<QAccessible::Id> nodes_;  // created on request
};

}  // namespace

QAccessibleInterface* graphAccessible(const QString& className, QObject* object) {
  if (className != QLatin1String("lw::GraphView")) return nullptr;
  auto* view = qobject_cast<GraphView*>(object);
  return view ? new GraphInterface(view) : nullptr;
}

}  // namespace lw
