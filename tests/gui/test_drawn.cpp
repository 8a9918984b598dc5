// What the views draw: sizes of texts, labels beside lines, and the colour of the selection.
#include <QPushButton>
#include <algorithm>

#include "tests/gui/fixture.h"
#include "views/loop_tree/loop_tree_view.h"
#include "views/selection/block_signs.h"

namespace lw {

class TestDrawn : public QObject {
  Q_OBJECT

  // The hues that the selection has in both themes. Greys with a touch of blue do not look like it.
  static bool isSelectionBlue(const QColor& c) {
    const auto [low, high] = std::minmax({c.red(), c.green(), c.blue()});
    return high - low > 56 && c.hslHue() >= 198 && c.hslHue() <= 240;
  }
  static int bluePixels(QWidget* widget) {
    const QImage image = widget->grab().toImage().convertToFormat(QImage::Format_RGB32);
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) count += isSelectionBlue(image.pixelColor(x, y));
    return count;
  }

 private Q_SLOTS:
  void onlyTheSelectionIsBlue() {
    for (const QString& theme : themeNames()) {
      WindowFixture f(theme);
      for (const char* program : {kSmallProgram, kTwoBlocks}) {
        QVERIFY(f.openText(program));
        const auto blue = [&] {
          return bluePixels(f.tree()->viewport()) + bluePixels(f.bar()) + bluePixels(f.runButton()) +
                 bluePixels(f.inspector());
        };
        f.window->workbench()->selection()->select({});
        QVERIFY(f.settle() && f.atRest());
        QCOMPARE(blue(), 0);
        QVERIFY(f.clickLoop(f.loopNames().front()));
        QVERIFY(f.atRest());
        QVERIFY2(bluePixels(f.tree()->viewport()) > 200, "the selected loop");
        QCOMPARE(bluePixels(f.inspector()) + bluePixels(f.runButton()), 0);
      }
      const Theme t = loadTheme(theme);
      for (int i = 0; i < kBlockColors; ++i) QVERIFY(!isSelectionBlue(blockColor(t, i)));
      QVERIFY(isSelectionBlue(t.selectionEdge));
    }
  }
};

}  // namespace lw

int testDrawn(int argc, char** argv) {
  lw::TestDrawn test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_drawn.moc"
