// Files and sessions: opening, saving, recent files, samples, and the state of the window in a session.
#pragma once

#include "app/window/feature.h"

namespace lw {

class DocumentsFeature : public Feature {
  Q_OBJECT

 public:
  explicit DocumentsFeature(WindowContext& window);
  void connectFeatures() override;
  void restore() override;
  void start() override;
  void refreshActions() override;
  void save() override;

  // Imports a schedule of another file into the open program; opens every other file.
  void openOrImport(const QString& path);
  void takeFiles(const QStringList& files);  // from a second start of the program: raises the window
  void openDialog();
  void openFolder();
  void openClipboard();
  QString keptFolder() const;                  // with the copies of the work on documents
  std::string sessionLayout() const;           // the state of the window for a session
  QMenu* samples() const { return samples_; }  // nullptr: there are none

 protected:
  bool eventFilter(QObject* window, QEvent* event) override;

 private:
  QString nearPath() const;  // where dialogs for files begin
  void addSampleMenu();
  void recover();
  void rememberFile(const QString& path);
  void rememberKept(const QString& copy);  // adds the document of a copy in the recovery folder to the recent files
  void fillRecent();
  bool saveFile();
  bool saveFileAs();
  void saveSession(bool ask);  // `ask`: ask for a file name
  void revert();

  QMenu *recent_ = nullptr, *samples_ = nullptr;
  QAction *revert_, *saveSession_, *saveSessionAs_;
};

}  // namespace lw
