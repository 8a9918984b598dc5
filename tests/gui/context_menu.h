// The menu of the right button on the loop tree.
#pragma once

#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"

namespace lw {

// Clicks with the right button on a box of the loop tree, as the window system sends it, and runs `act` on the menu.
inline bool menuAt(const WindowFixture& f, const QRect& box, const std::function<void(QMenu*)>& act) {
  LoopTreeView* tree = f.tree();
  const QPoint at = tree->viewport()->mapTo(f.window.get(), QPoint(box.left() + 20, box.top() + 14));
  bool came = false;
  QTimer look;
  look.setInterval(20);
  QObject::connect(&look, &QTimer::timeout, [&] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu || came) return;
    came = true;
    act(menu);
    if (menu->isVisible()) menu->close();
  });
  look.start();
  QTest::mouseClick(f.window->windowHandle(), Qt::RightButton, {}, at);
  (void)QTest::qWaitFor([&] { return came && !QApplication::activePopupWidget(); }, 30000);
  return came && f.settle();
}

}  // namespace lw
