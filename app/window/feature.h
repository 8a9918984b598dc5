// A feature: a pane, a page or a group of commands, with its views, its connections to the services, and everything
// that the window needs to know about it. A feature declares its parts in its constructor, and the window places them.
// features.cpp lists all features.
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
class Services;

// Panes of a row are side by side, in the order of the features.
enum class PaneRow : uint8_t { Top, Bottom };

struct PanePlace {
  Pane* pane;
  PaneRow row;
  int share;        // of the window's width, in hundredths; 0: hidden unless a layout shows it
  int narrowShare;  // of the width of a narrow window
};

// The line of the title above; the row of tools below it.
enum class TopPlace : uint8_t { Title, TitleEnd, ToolRow, ToolRowEnd };

struct TopWidget {
  QWidget* widget;
  TopPlace place;
  int order;  // position in the place, from the left
};

struct StatusWidget {
  QWidget* widget;
  int order;  // position, from the left
};

// Keys that work in one pane only, for the shortcut sheet.
struct KeyGroup {
  QString title;                                  // of a menu or pane
  std::vector<std::pair<QString, QString>> keys;  // "Ctrl+K", "Type a step"
};

struct TourPlace {
  int order;
  TourStop stop;
};

struct HelpPage {
  QString topic;                  // in resources/help; empty: none
  const QWidget* view = nullptr;  // F1 opens the page while this view has the focus
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

  // Called in this order, each for all features in the order of the list.
  virtual void connectFeatures() {}  // all features exist, and their widgets are in the window
  virtual void restore() {}          // from the settings
  virtual void start() {}            // after restoring: shows the state of the services

  virtual void setTheme(const Theme&) {}
  virtual void refreshActions() {}  // updates which actions are enabled
  virtual void save() {}            // to the settings, when the window closes
  // The feature's part of the state of the window in a session. restoreLayout() does not change what `layout` does not
  // contain.
  virtual void saveLayout(QJsonObject&) const {}
  virtual void restoreLayout(const QJsonObject& /*layout*/) {}
  // Zooms in (1), out (-1) or to the actual size (0) if the view with the focus belongs to this feature; otherwise
  // returns false.
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
  const Services& services_;

 private:
  FeatureParts parts_;
};

}  // namespace lw
