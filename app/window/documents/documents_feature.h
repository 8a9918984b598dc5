// Files and sessions: opening, saving, recent files, samples, and what a session keeps of the window.
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

  // A schedule of another file goes to the program that is open; everything else is opened.
  void openOrImport(const QString& path);
  void takeFiles(const QStringList& files);  // of a second start of the program: the window comes to the front
  void openDialog();
  std::string sessionLayout() const;           // what a session keeps of the window
  QMenu* samples() const { return samples_; }  // nullptr: there are none

 protected:
  bool eventFilter(QObject* window, QEvent* event) override;

 private:
  void addSampleMenu();
  void recover();
  void rememberFile(const QString& path);
  void rememberKept(const QString& copy);  // the document of a copy of the recovery folder
  void fillRecent();
  bool saveFile();
  bool saveFileAs();
  void saveSession(bool ask);  // `ask`: for another name
  void revert();

  QMenu *recent_ = nullptr, *samples_ = nullptr;
  QAction *revert_, *saveSession_, *saveSessionAs_;
};

}  // namespace lw
