// How long a step takes until it is seen, as the meter in the status line sees it, in a real event loop. The times are printed for
// the record; the limits are loose, because machines that test are busy.
#include <QSignalSpy>

#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "tests/gui/programs.h"

namespace lw {

class TestSpeed : public QObject {
  Q_OBJECT

 private:
  // The same step `times` times, each taken back.
  static SpeedMeter* measure(const WindowFixture& f, const char* step, int times) {
    auto* meter = f.window->findChild<SpeedMeter*>();
    meter->setWanted(true);
    for (int i = 0; i < times; ++i) {
      QSignalSpy seen(meter, &SpeedMeter::measured);
      f.window->workbench()->applyText(step);
      while (seen.size() < 2)
        if (!seen.wait(30000)) return nullptr;
      QSignalSpy back(meter, &SpeedMeter::measured);
      f.window->workbench()->undo();
      while (back.size() < 2)
        if (!back.wait(30000)) return nullptr;
      if (!f.settle()) return nullptr;
    }
    return meter;
  }

 private Q_SLOTS:
  void theMeterIsInTheMenu() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    auto* meter = f.window->findChild<SpeedMeter*>();
    if (meter->isWanted()) QVERIFY(clickMenu(f.window.get(), {"View", "Speed of steps in the status line"}));
    QVERIFY(!meter->isVisible());
    QVERIFY(clickMenu(f.window.get(), {"View", "Speed of steps in the status line"}));
    QVERIFY(meter->isVisible());
    QCOMPARE(f.settings.value("speedMeter").toBool(), true);
    QCOMPARE(meter->last(SpeedMeter::Panes::Program), 0.0);
    QVERIFY(measure(f, "split(i, [None, 8])", 2));
    QVERIFY(meter->last(SpeedMeter::Panes::Program) > 0);
    QVERIFY2(meter->text().startsWith("tree and text"), qPrintable(meter->text()));
  }

  void theSample() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    const SpeedMeter* meter = measure(f, "split(\"C.rk\", [None, 16])", 10);
    QVERIFY(meter);
    qInfo("the sample: %s", qPrintable(meter->text()));
    QVERIFY(meter->percentile95(SpeedMeter::Panes::Program) < 500);
  }

  void twoHundredBlocks() {
    WindowFixture f;
    QVERIFY(f.openText(chainOfStages(200).c_str(), "chain.py"));
    const SpeedMeter* meter = measure(f, "split(\"b100.i100\", [None, 8])", 2);
    QVERIFY(meter);
    qInfo("200 blocks: %s", qPrintable(meter->text()));
    QVERIFY(meter->percentile95(SpeedMeter::Panes::Program) < 2000);
  }
};

}  // namespace lw

int testSpeed(int argc, char** argv) {
  lw::TestSpeed test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_speed.moc"
