// What the views draw: sizes of texts, labels beside lines, and the colour of the selection.
#include <QDir>
#include <QPushButton>
#include <algorithm>
#include <set>

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/window/graph/graph_feature.h"
#include "tests/gui/drawn.h"
#include "tests/gui/few_colours.h"
#include "tests/gui/fixture.h"
#include "views/accesses/access_layout.h"
#include "views/graph/graph_panel.h"
#include "views/loop_tree/loop_tree_view.h"
#include "views/roofline/roofline_view.h"
#include "views/theme/block_colors.h"

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
  static QString smallTexts(QWidget* widget, int& count) {
    QStringList small;
    const test::Drawn drawn = test::drawnBy(widget);
    for (const test::DrawnText& text : drawn.texts)
      if (!text.text.trimmed().isEmpty() && ++count && text.pixels < 10.95)
        small << QStringLiteral("%1: %2 px").arg(text.text).arg(text.pixels);
    return small.join(u'\n');
  }

 private Q_SLOTS:
  // The sizes that the check below relies on.
  void sizesOfTextsAreRecorded() {
    class Texts : public QWidget {
      void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setFont(codeFont(12));
        painter.drawText(10, 20, "plain");
        painter.scale(0.5, 0.5);
        painter.drawText(10, 80, "half");
      }
    } widget;
    widget.resize(200, 100);
    const test::Drawn drawn = test::drawnBy(&widget);
    QCOMPARE(int(drawn.texts.size()), 2);
    QCOMPARE(drawn.texts[0].pixels, 12.0);
    QCOMPARE(drawn.texts[1].text, QString("half"));
    QCOMPARE(drawn.texts[1].pixels, 6.0);
    QVERIFY(drawn.texts[0].place.boundingRect().bottom() < 21);
  }

  // Of every sample with a graph: as it is shown first, and at the sizes below and above.
  void textOfGraphsIsReadable() {
    WindowFixture f;
    f.window->resize(1440, 900);
    const QDir folder(LW_SOURCE_DIR "/samples/models");
    GraphView* view = f.feature<GraphFeature>().view();
    int shown = 0;
    for (const QString& name : folder.entryList({"*.py"}, QDir::Files, QDir::Name)) {
      f.window->openFile(folder.filePath(name));
      QVERIFY(f.settle());
      if (f.window->workbench()->document()->source()->graphs.empty()) continue;
      ++shown;
      QVERIFY2(view->hasPicture(), qPrintable(name));
      QVERIFY(f.atRest());
      const auto check = [&](const QString& what) {
        int texts = 0;
        const QString small = smallTexts(f.feature<GraphFeature>().panel(), texts);
        QVERIFY2(small.isEmpty(), qPrintable(name + what + small));
        QVERIFY2(texts > 3, qPrintable(name + what + "no texts"));
      };
      check(QStringLiteral(" at first: "));
      for (const qreal zoom : {0.5, 0.69, 0.71, 0.85, 1.0, 1.3}) {
        view->setZoom(zoom, {});
        check(QStringLiteral(" at %1: ").arg(zoom));
      }
    }
    QVERIFY(shown >= 5);
  }

  // In a low pane there is no room for every roof's label; those that are shown cross no roof.
  void labelsOfRoofsAreBesideTheLines() {
    RooflineContent content;
    content.gflops = 236, content.gflopsOne = 118;
    content.roofs = {{"L2", 218}, {"L3", 81.9}, {"memory", 27.3}};
    content.points.push_back({});
    content.points[0].label = "as written";
    content.points[0].gflops = 3;
    content.points[0].intensity = {1.2, 4, 10.6};
    RooflinePlot plot;
    plot.setContent(content);
    plot.setPath(2);
    for (int height = 90; height <= 400; height += 10) {
      plot.resize(690, height);
      const test::Drawn drawn = test::drawnBy(&plot);
      int labels = 0;
      for (const test::DrawnText& text : drawn.texts) {
        if (!text.text.endsWith("GB/s")) continue;
        ++labels;
        for (const QLineF& line : drawn.lines) {
          if (std::abs(line.dx()) < 1 || std::abs(line.dy()) < 1) continue;
          for (int i = 0; i + 1 < text.place.size(); ++i)
            QVERIFY2(line.intersects(QLineF(text.place[i], text.place[i + 1]), nullptr) != QLineF::BoundedIntersection,
                     qPrintable(QStringLiteral("%1 at height %2").arg(text.text).arg(height)));
        }
      }
      if (height >= 200) QCOMPARE(labels, 3);
    }
  }

  // Long matrices are in strips, so that their cells fill the pane; every element has a cell of its own.
  void longMatricesFillTheirPane() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const Document* document = f.window->workbench()->document();
    Recording recording{.function = document->functionAt(document->history().current())};
    for (const std::vector<int64_t>& shape : {std::vector<int64_t>{512, 8}, {8, 8}, {6, 300}}) {
      Recording::Memory memory;
      memory.name = std::string(1, char('A' + recording.memories.size()));
      memory.shape = shape;
      memory.type = dtype::Float(32);
      memory.first.resize(size_t(shape[0] * shape[1]));
      recording.memories.push_back(memory);
    }
    for (int i = 0; i < 3; ++i) recording.accesses.push_back({.memory = i});
    const QRectF area(0, 0, 640, 160);
    const AccessLayout layout = layOutAccess(recording, area);
    QVERIFY2(layout.cell >= 2, qPrintable(QString::number(layout.cell)));  // in one piece: 0.28 pixels
    QCOMPARE(int(layout.grids.size()), 3);
    QCOMPARE(layout.grids[1].shape.columns, 8);
    for (const AccessGrid& grid : layout.grids) {
      QVERIFY(area.adjusted(-1, -1, 1, 1).contains(grid.cells));
      std::set<std::pair<int, int>> cells;
      for (int64_t e = 0; e < grid.shape.elements; ++e) {
        const auto cell = grid.shape.cellOf(e);
        QVERIFY(cell.first < grid.shape.columns && cell.second < grid.shape.rows);
        QVERIFY(cells.insert(cell).second);
        if (e % recording.memories[size_t(grid.memory)].shape[1] == 0) continue;
        const auto before = grid.shape.cellOf(e - 1);
        QVERIFY(cell.second == before.second || cell.first == 0);  // a row stays a row, up to the end of its strip
      }
    }
  }

  // Pictures of the manual: many blues, and a few pixels of another colour, which stay.
  void rareColoursOfPicturesStay() {
    QImage picture(300, 100, QImage::Format_RGB32);
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x) picture.setPixel(x, y, qRgb(x / 3, 100 + y / 2, 200 + x % 50));
    picture.setPixel(150, 50, qRgb(200, 60, 20));
    const QImage few = test::withFewColours(picture);
    QVERIFY(few.colorCount() <= 256);
    int most = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x) {
        const QColor a = picture.pixelColor(x, y), b = few.pixelColor(x, y);
        most = std::max(
            {most, std::abs(a.red() - b.red()), std::abs(a.green() - b.green()), std::abs(a.blue() - b.blue())});
      }
    QVERIFY2(most <= 24, qPrintable(QString::number(most)));
  }

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
