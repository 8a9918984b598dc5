// A person at a real X server: the mouse and the keys are moved by xdotool, pictures are of the screen. Every picture
// is also looked at: what a person could not see is noted beside it (visibility.h), and so is what is painted otherwise
// than a new painting would be.
#pragma once

#include <functional>

#include "tests/gui/fixture.h"

namespace lw::test {

struct WalkPlan {
  QString folder;  // of the pictures and of what is remembered between two processes
  QSize size;
  QString theme, language;
  bool shortForm = false;
};

class Walker {
 public:
  Walker(const WalkPlan& plan, WindowFixture& f);
  ~Walker();

  // ---- the hands ----
  void moveTo(const QWidget* widget, const QPoint& at);
  void click(const QWidget* widget, const QPoint& at, int button = 1);
  void click(const QWidget* widget) { click(widget, widget->rect().center()); }
  void drag(const QWidget* widget, const QPoint& from, const QPoint& to);
  void wheelDown(const QWidget* widget) { click(widget, widget->rect().center(), 5); }
  void clickLoop(const std::string& name);
  void dragLoop(const std::string& name, const std::string& onto);
  void keys(const QString& chord);  // as xdotool names them: "ctrl+k"
  void type(const QString& text);

  // ---- the eyes ----
  bool wait(const std::function<bool()>& until, int ms = 60000);
  void settle() {
    (void)wait([this] { return f_.window->idle(); });
  }
  void expect(bool holds, const QString& what);  // notes a fault
  void station(const QString& name, const QString& what);
  int faults() const { return faults_; }

 private:
  void act(const QStringList& arguments, const QString& told);
  QStringList paintedOtherwise() const;
  void write();

  const WalkPlan plan_;
  WindowFixture& f_;
  QStringList acts_;   // since the last picture
  QStringList notes_;  // faults since the last picture
  QString page_;
  int faults_ = 0, pictures_ = 0;
};

}  // namespace lw::test
