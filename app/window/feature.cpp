#include "app/window/feature.h"

#include <QAction>
#include <QMenu>

#include "app/window/window_context.h"

namespace lw {

Feature::Feature(WindowContext& window) : window_(window), services_(window.services()) {}

void Feature::addPane(Pane* pane, PaneRow row, int share, int narrowShare) {
  parts_.panes.push_back({pane, row, share, narrowShare});
}

void Feature::addToTop(QWidget* widget, TopPlace place, int order) { parts_.top.push_back({widget, place, order}); }

void Feature::addToStatus(QWidget* widget, int order) { parts_.status.push_back({widget, order}); }

void Feature::addKeys(const QString& title, std::vector<std::pair<QString, QString>> keys) {
  parts_.keys.push_back({title, std::move(keys)});
}

void Feature::addTourStop(int order, QWidget* about, const QString& title, const QString& words) {
  parts_.tour.push_back({order, {about, title, words}});
}

QAction* Feature::addAction(MenuSection section, const QString& text, const QList<QKeySequence>& keys,
                            std::function<void()> run, int order) {
  auto* action = new QAction(text, window_.window());
  action->setShortcuts(keys);
  if (run) connect(action, &QAction::triggered, this, std::move(run));
  parts_.menu.push_back({section, action, order});
  return action;
}

QAction* Feature::addAction(MenuSection section, const QString& text, const char* key, std::function<void()> run,
                            int order) {
  const QList<QKeySequence> keys = *key ? QList{QKeySequence(QLatin1String(key))} : QList<QKeySequence>();
  return addAction(section, text, keys, std::move(run), order);
}

QMenu* Feature::addMenu(MenuSection section, const QString& title, int order) {
  auto* menu = new QMenu(title, window_.window());
  addMenu(section, menu, order);
  return menu;
}

void Feature::addMenu(MenuSection section, QMenu* menu, int order) {
  parts_.menu.push_back({section, menu->menuAction(), order});
}

}  // namespace lw
