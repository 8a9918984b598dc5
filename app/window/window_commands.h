// What a window does beside its work: arrangements of the panes, files from and for others, the page of keys, the tour.
// It fills the menus that the actions make.
#pragma once

#include <QMenu>
#include <QMenuBar>

#include "app/window/layouts.h"
#include "app/window/shortcut_sheet.h"
#include "views/help/tour.h"

namespace lw {

class MainWindow;

class WindowCommands {
 public:
  WindowCommands(MainWindow& window, QSettings& settings);

  void exchange(QMenu& file);  // import and export
  void colours(QMenu& view);
  void languages(QMenu& view);  // English, Chinese: from the next start on
  void arrangements(QMenu& view);
  void firstSteps(QMenu& help, const QMenuBar& bar);
  void refresh();  // what can be done now

  Layouts& layouts() { return layouts_; }
  void showKeys();
  void startTour();
  // Once for a person, on the first start.
  void startTourOnce();
  void tellOfCrash(const QString& report);
  ShortcutSheet* sheet() const { return sheet_; }
  Tour* tour() const { return tour_; }

 private:
  void fillArrangements();
  void importDialog();
  void exportDialog(const QString& format);
  void saveArrangement();

  MainWindow& window_;
  QSettings& settings_;
  Layouts layouts_;
  const QMenuBar* bar_ = nullptr;
  QMenu *export_ = nullptr, *arrangements_ = nullptr;
  QAction* import_ = nullptr;
  ShortcutSheet* sheet_ = nullptr;  // made when it is wanted
  Tour* tour_ = nullptr;
};

}  // namespace lw
