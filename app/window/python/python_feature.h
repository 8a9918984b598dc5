// Files that Python runs: the question whether it may, its progress, what it made, and the file that changes on disk.
#pragma once

#include <QFileSystemWatcher>
#include <QPointer>
#include <QTimer>
#include <map>

#include "app/services/python/factory_call.h"
#include "app/window/feature.h"
#include "views/notices/notice_bar.h"
#include "views/python/interpreter_dialog.h"
#include "views/python/made_dialog.h"

namespace lw {

class PythonFeature : public Feature {
  Q_OBJECT

 public:
  static constexpr const char* kNotice = "python";
  static constexpr const char* kChanged = "changed";
  static constexpr const char* kPackage = "package";

  explicit PythonFeature(WindowContext& window);
  void connectFeatures() override;
  void restore() override;
  void start() override;
  void setTheme(const Theme& theme) override;
  void refreshActions() override;
  bool needsPython() const;                       // reading the open text ends where only Python goes on
  MadeDialog* dialog() const { return dialog_; }  // nullptr: it was not shown yet
  InterpreterDialog* interpreterDialog() const { return interpreter_; }  // nullptr: it is not shown

 private:
  void follow();
  void ask();
  void showRunning();
  void showFailure(const QString& why, const QString& remedy);
  void chooseInterpreter();
  NoticeAction chooseAction();
  void tellMissing();
  void showDialog();
  void fillDialog();
  void call(int factory, const FactoryValues& values);
  void rememberShownCall();
  void watch();
  void fileChanged();
  void reload();

  NoticeBar* bar_ = nullptr;
  QPointer<MadeDialog> dialog_;
  QPointer<InterpreterDialog> interpreter_;
  QAction *run_, *made_, *reload_;
  QTimer clock_, soon_;
  int seconds_ = 0;
  bool listAfter_ = false;  // the list was asked for, and the file has to run first
  QFileSystemWatcher watcher_;
  QStringList readOnly_;                     // files for which the question was answered by "Read only"
  std::map<QString, FactoryValues> values_;  // of the factories of the file, by their names
};

}  // namespace lw
