// A feature: a pane, a page or a group of commands with its views, its wiring to the workbench, and all that the window
// needs to know of it. A feature declares its parts in its constructor; the window places them. features.cpp lists all.
#pragma once

#include <QJsonObject>
#include <QKeySequence>
#include <QObject>
#include <QString>
#include <functional>
#include <utility>
#include <vector>

#include "app/window/menus.h"
#include "views/help/tour.h"
#include "views/theme/theme.h"

class QAction;
class QMenu;

namespace lw {

class Pane;
class WindowContext;
class Workbench;

// Panes of a row are side by side, in the order of the features.
enum class PaneRow : uint8_t { Top, Bottom };

struct PanePlace {
  Pane* pane;
  PaneRow row;
  int share;        // of the window's width, in hundredths
  int narrowShare;  // of the width of a narrow window
};

// The line of the title above; the row of tools below it.
enum class TopPlace : uint8_t { Title, TitleEnd, ToolRow, ToolRowEnd };

struct TopWidget {
  QWidget* widget;
  TopPlace place;
  int order;  // among those of the place, from the left
};

struct StatusWidget {
  QWidget* widget;
  int order;  // from the left
};

// Keys that only one pane has, for the page of all keys.
struct KeyGroup {
  QString title;                                  // of a menu or pane
  std::vector<std::pair<QString, QString>> keys;  // "Ctrl+K", "Type a step"
};

struct TourPlace {
  int order;
  TourStop stop;
};

struct HelpPage {
  QString topic;                  // of resources/help; empty: none
  const QWidget* view = nullptr;  // while it has the keys, F1 opens the page
};

struct FeatureParts {
  std::vector<PanePlace> panes;
  std::vector<MenuEntry> menu;
  std::vector<TopWidget> top;
  std::vector<StatusWidget> status;
  std::vector<KeyGroup> keys;
  std::vector<TourPlace> tour;
  HelpPage help;
};

class Feature : public QObject {
  Q_OBJECT

 public:
  // A constructor may use the features that are listed before this one.
  explicit Feature(WindowContext& window);
  const FeatureParts& parts() const { return parts_; }

  // In this order, each for all features in the order of the list.
  virtual void connectFeatures() {}  // all features exist, and their widgets are in the window
  virtual void restore() {}          // from the settings
  virtual void start() {}            // everything is restored: it shows what the workbench has

  virtual void setTheme(const Theme&) {}
  virtual void refreshActions() {}  // what can be done now
  virtual void save() {}            // to the settings: the window closes
  // What a session keeps of the window. What `layout` does not hold is left as it is.
  virtual void saveLayout(QJsonObject&) const {}
  virtual void restoreLayout(const QJsonObject& /*layout*/) {}
  // Larger (1), smaller (-1), the actual size (0) of the view that has the keys; false: it is none of this feature.
  virtual bool zoom(QWidget* /*keys*/, int /*by*/) { return false; }

 protected:
  void addPane(Pane* pane, PaneRow row, int share, int narrowShare);
  void addToTop(QWidget* widget, TopPlace place, int order = 0);
  void addToStatus(QWidget* widget, int order);
  void addKeys(const QString& title, std::vector<std::pair<QString, QString>> keys);
  void addTourStop(int order, QWidget* about, const QString& title, const QString& words);
  void setHelp(const QString& topic, const QWidget* view = nullptr) { parts_.help = {topic, view}; }
  // Entries of a section are in the order of the features, unless `order` says otherwise.
  QAction* addAction(MenuSection section, const QString& text, const QList<QKeySequence>& keys,
                     std::function<void()> run, int order = 0);
  QAction* addAction(MenuSection section, const QString& text, const char* key, std::function<void()> run,
                     int order = 0);
  QMenu* addMenu(MenuSection section, const QString& title, int order = 0);
  void addMenu(MenuSection section, QMenu* menu, int order = 0);

  WindowContext& window_;
  Workbench& workbench_;

 private:
  FeatureParts parts_;
};

}  // namespace lw
