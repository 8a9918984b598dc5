// The window: it creates the features, places the parts that they declare, and closes them.
#pragma once

#include "app/window/window_context.h"
#include "views/widgets/control_chords.h"

namespace lw {

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  // `settings`: stores layout, theme and recent files. The window does not own it.
  explicit MainWindow(QSettings* settings, QWidget* parent = nullptr);

  Workbench* workbench() { return &context_.workbench(); }
  template <class F>
  F& feature() const {
    return context_.feature<F>();
  }
  const WindowContext& context() const { return context_; }
  const Theme& theme() const { return context_.theme(); }
  void setThemeByName(const QString& name) { context_.setTheme(name); }
  void openFile(const QString& path, const QString& schedule = {});  // DocumentFiles::open
  bool idle() const;                                                 // no job is running: what is shown is up to date

 Q_SIGNALS:
  void said(const QString& text);  // the result of an action, or why it failed

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  void buildTop();
  void buildStatusBar();

  ControlChords chords_;
  WindowContext context_;
};

}  // namespace lw
