// Helpers for tests of the access view.
#pragma once

#include <QToolButton>

#include "app/services/runs/interpreter_runs.h"
#include "tests/gui/fixture.h"

namespace lw {

inline Playback* playback(const WindowFixture& f) { return f.executions()->playback(); }
inline CacheRun::Counts counts(const WindowFixture& f) {
  return playback(f)->cache().countUpTo(playback(f)->position());
}
inline bool openAccesses(const WindowFixture& f, const char* text, const QString& name = "small.py") {
  if (!f.openText(text, name)) return false;
  for (QToolButton* button : f.window->findChildren<QToolButton*>())
    if (button->text() == "Accesses" && button->property("class") == "switch")
      QTest::mouseClick(button, Qt::LeftButton);
  return QTest::qWaitFor([&] { return !playback(f)->empty(); }, 20000);
}
inline void click(const WindowFixture& f, const char* name) {
  auto* button = f.window->findChild<QToolButton*>(name);
  QVERIFY2(button, name);
  QTest::mouseClick(button, Qt::LeftButton);
}
inline void pictures(WindowFixture& f, const QString& name) {
  for (const QString& theme : themeNames()) {
    f.window->setThemeByName(theme);
    QVERIFY(f.settle());
    f.screenshot(name + "_" + theme);
  }
}

inline QPointF middleOf(AccessGrids* grids, int memory, int64_t element) {
  for (const AccessGrid& grid : grids->layout().grids) {
    const auto [column, row] = grid.shape.cellOf(element);
    if (grid.memory == memory) return grid.cells.topLeft() + QPointF(column + 0.5, row + 0.5) * grids->layout().cell;
  }
  return {};
}

}  // namespace lw
