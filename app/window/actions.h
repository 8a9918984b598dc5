// The menus of the window and their shortcuts.
#pragma once

#include <QMenuBar>
#include <functional>
#include <vector>

#include "core/schedule/primitive.h"
#include "views/widgets/deferred_call.h"

namespace lw {

class MainWindow;

class Actions {
 public:
  Actions(MainWindow& window, QMenuBar& bar);
  void showTheme(const QString& name);
  void refresh() {
    refresh_.request();
  }  // enabled states, schedule functions, recent files: once what changed is painted
  void rememberFile(const QString& path);
  void rememberKept(const QString& copy);  // the document of a copy of the recovery folder
  bool saveAs();
  bool save();
  void saveSession(bool ask);  // `ask`: for another name
  void revert();
  QAction* undo() const { return undo_; }
  QAction* redo() const { return redo_; }
  QMenu* functions() const { return functions_; }
  QMenu* samples() const { return samples_; }  // nullptr: there are none
  void openDialog();

 private:
  void fileMenu(QMenuBar& bar);
  void editMenu(QMenuBar& bar);
  void scheduleMenu(QMenuBar& bar);
  void groupMenu(QMenu& schedule, Group group);
  void runMenu(QMenuBar& bar);
  void viewMenu(QMenuBar& bar);
  void helpMenu(QMenuBar& bar);
  void sampleMenu(QMenu& file);
  void exportPicture(const QString& title, const std::function<bool(const QString&)>& write);
  void treeMenu(QMenu& view);
  void foldMenu(QMenu& view);
  void beginLecture();
  void fillRecent();
  void refreshNow();

  MainWindow& window_;
  DeferredCall refresh_{[this] { refreshNow(); }};
  std::vector<QAction*> themes_;
  QMenu *recent_ = nullptr, *samples_ = nullptr, *functions_ = nullptr, *programs_ = nullptr, *composites_ = nullptr;
  QAction *save_ = nullptr, *revert_ = nullptr, *saveSession_ = nullptr, *saveSessionAs_ = nullptr, *undo_ = nullptr,
          *redo_ = nullptr, *run_ = nullptr, *cancel_ = nullptr, *exportPicture_ = nullptr, *exportChart_ = nullptr;
};

}  // namespace lw
