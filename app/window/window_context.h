// The services of the window for its features: the services, the settings, the theme, the status line, and the other
// features.
#pragma once

#include <QMainWindow>
#include <QMenuBar>
#include <QSettings>
#include <cassert>
#include <cstdlib>
#include <memory>

#include "app/models/support/deferred_call.h"
#include "app/window/feature.h"
#include "app/window/pane_layout.h"
#include "app/window/restyler.h"

namespace lw {

class Services;
class Workbench;

class WindowContext : public QObject {
  Q_OBJECT

 public:
  // `settings`: stores layout, theme and recent files.
  WindowContext(QMainWindow& window, QSettings& settings);
  ~WindowContext() override;

  QMainWindow* window() const { return &window_; }  // the parent of dialogs
  QSettings& settings() const { return settings_; }
  const Services& services() const { return services_; }
  Workbench& workbench() const { return *workbench_; }  // for tests
  bool idle() const;                                    // no job is running: what is shown is up to date
  const Theme& theme() const { return theme_; }
  void setTheme(const QString& name);
  void say(const QString& text);  // in the status line
  // Updates enabled states and the menus that list files or functions, after changes are painted.
  void refreshActions() { refresh_.request(); }

  void add(std::unique_ptr<Feature> feature);
  const std::vector<std::unique_ptr<Feature>>& features() const { return features_; }
  template <class F>
  F& feature() const;

  void placePanes();  // places the panes in the window when all features exist
  PaneLayout& layout() const { return *layout_; }
  void fillMenus(QMenuBar* menus);
  QString helpTopic(const QWidget* keys) const;  // of the feature whose view has the focus; empty: it has no page
  QMenuBar* menus() const { return menus_; }

 Q_SIGNALS:
  void said(const QString& text);

 private:
  QMainWindow& window_;
  QSettings& settings_;
  Theme theme_;
  Restyler restyler_;
  const std::unique_ptr<Workbench> workbench_;
  const Services& services_;
  std::unique_ptr<PaneLayout> layout_;
  QMenuBar* menus_ = nullptr;
  std::vector<std::unique_ptr<Feature>> features_;
  DeferredCall refresh_;
};

template <class F>
F& WindowContext::feature() const {
  for (const auto& feature : features_)
    if (auto* found = dynamic_cast<F*>(feature.get())) return *found;
  assert(false && "the feature is not in the list, or comes after the one that asks for it");
  std::abort();
}

}  // namespace lw
