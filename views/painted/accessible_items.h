// A painted picture of items for assistive technologies: a list or tree whose items have names, places and states.
#pragma once

#include <QAccessibleWidget>
#include <vector>

namespace lw {

// `Items` says of a view, by static functions: its roles, and of its items count(view), nameOf(view, item),
// rectOf(view, item) in the viewport, selected(view, item) and current(view), which is -1 if there is none.
template <class View, class Items>
class AccessibleItem : public QAccessibleInterface {
 public:
  AccessibleItem(View* view, int item) : view_(view), item_(item) {}
  bool isValid() const override { return item_ < Items::count(*view_); }
  QObject* object() const override { return nullptr; }
  QAccessible::Role role() const override { return Items::kItemRole; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(view_); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text what) const override {
    return isValid() && what == QAccessible::Name ? Items::nameOf(*view_, item_) : QString();
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override {
    const QRect here = isValid() ? Items::rectOf(*view_, item_) : QRect();
    return {view_->viewport()->mapToGlobal(here.topLeft()), here.size()};
  }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.selectable = state.focusable = true;
    state.selected = isValid() && Items::selected(*view_, item_);
    state.focused = state.selected && view_->hasFocus();
    return state;
  }

 private:
  View* view_;
  int item_;
};

template <class View, class Items>
class AccessibleItems : public QAccessibleWidget {
 public:
  explicit AccessibleItems(View* view) : QAccessibleWidget(view, Items::kRole), view_(view) {}
  ~AccessibleItems() override {
    for (const QAccessible::Id id : made_) QAccessible::deleteAccessibleInterface(id);
  }
  int childCount() const override { return Items::count(*view_); }
  QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= childCount()) return nullptr;
    while (int(made_.size()) <= index)
      made_.push_back(
          QAccessible::registerAccessibleInterface(new AccessibleItem<View, Items>(view_, int(made_.size()))));
    return QAccessible::accessibleInterface(made_[size_t(index)]);
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    for (int i = childCount(); i-- > 0;)
      if (child(i)->rect().contains(x, y)) return child(i);
    return nullptr;
  }
  int indexOfChild(const QAccessibleInterface* wanted) const override {
    for (int i = 0; i < int(made_.size()); ++i)
      if (QAccessible::accessibleInterface(made_[size_t(i)]) == wanted) return i;
    return -1;
  }
  QAccessibleInterface* focusChild() const override { return child(Items::current(*view_)); }

  // For QAccessible::installFactory. `name`: of the view's class.
  static QAccessibleInterface* of(const char* name, const QString& className, QObject* object) {
    auto* view = className == QLatin1String(name) ? qobject_cast<View*>(object) : nullptr;
    return view ? new AccessibleItems(view) : nullptr;
  }

 private:
  View* view_;
  mutable std::vector<QAccessible::Id> made_;  // on request
};

}  // namespace lw
