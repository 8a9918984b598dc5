// The window: a shell around the features. It builds them, places what they declare, and closes.
#pragma once

#include "app/window/window_context.h"
#include "views/widgets/control_chords.h"

namespace lw {

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  // `settings`: where layout, theme and recent files are kept. The window does not own it.
  explicit MainWindow(QSettings* settings, QWidget* parent = nullptr);

  Workbench* workbench() { return &context_.workbench(); }
  template <class F>
  F& feature() const {
    return context_.feature<F>();
  }
  const WindowContext& context() const { return context_; }
  const Theme& theme() const { return context_.theme(); }
  void setThemeByName(const QString& name) { context_.setTheme(name); }
  void openFile(const QString& path, const QString& schedule = {});  // Workbench::open
  bool idle() const;                                                 // no job is under way: what is shown is up to date

 Q_SIGNALS:
  void said(const QString& text);  // what was done, or why not

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  void buildTop();
  void buildStatusBar();

  ControlChords chords_;
  WindowContext context_;
};

}  // namespace lw
