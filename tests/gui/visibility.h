// What a person cannot see although the window shows it. VisibilityGuard checks this whenever the application becomes
// idle after an event, in every test of the window; a finding that is still there a moment later fails the test.
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>

namespace lw::test {

enum class Pixels { Ignored, Compared };  // whether the painted pixels are looked at, which takes milliseconds

// One line for each finding, of all windows of the application:
// - the widget with the focus, a pane, popup, dialog or tooltip is smaller than its minimum size hint, or outside of
//   its window or of the screen;
// - a text of a label, button, combo box or header is cut, and no tooltip shows it;
// - a pane, popup or dialog is painted as background only;
// - a tooltip is wider than 480 pixels.
QStringList unseenParts(Pixels pixels);
// Those of them that remain for half a second: what is still being laid out, painted or moved is no fault.
QStringList lastingUnseenParts(Pixels pixels);

// The widgets of a window whose texts are cut. A text that is shortened on purpose has a tooltip with the whole.
enum class Shortened { Allowed, Found };
QStringList cutTexts(const QWidget& window, Shortened shortened);

class VisibilityGuard : public QObject {
 public:
  explicit VisibilityGuard(QObject* parent);
  bool eventFilter(QObject* object, QEvent* event) override;

  // Tests that show wrong sizes on purpose, or that measure times.
  class Paused {
   public:
    Paused();
    ~Paused();
    Paused(const Paused&) = delete;
    Paused& operator=(const Paused&) = delete;
  };

 private:
  void check();
  QTimer idle_;
  bool looking_ = false;
};

}  // namespace lw::test
