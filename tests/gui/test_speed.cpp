// How long a step takes until it is seen, as the meter in the status line sees it, in a real event loop. The times are printed for
// the record; the limits are loose, because machines that test are busy.
#include <time.h>
#include <unistd.h>

#include <QProcess>
#include <QSignalSpy>
#include <algorithm>

#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "tests/gui/programs.h"

namespace lw {

class TestSpeed : public QObject {
  Q_OBJECT

 private:
  // Time that this thread has computed, in ms: on a machine that does other things as well, the better measure.
  static double busyMs() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) * 1e-6;
  }
  static double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
  }
  // Of the whole process, in MB.
  static double memory() {
    QFile file("/proc/self/statm");
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE)) / 1e6 : 0;
  }

  // The same step `times` times, each taken back. `busy`: what the UI thread computed until tree and text were seen, in ms.
  static SpeedMeter* measure(const WindowFixture& f, const char* step, int times, double* busy = nullptr) {
    auto* meter = f.window->findChild<SpeedMeter*>();
    meter->setWanted(true);
    std::vector<double> all;
    double before = 0;
    QObject scope;
    connect(meter, &SpeedMeter::measured, &scope, [&](SpeedMeter::Panes panes) {
      if (panes == SpeedMeter::Panes::Program) all.push_back(busyMs() - before);
      if (busy) *busy = median(all);
    });
    for (int i = 0; i < times; ++i) {
      before = busyMs();
      QSignalSpy seen(meter, &SpeedMeter::measured);
      f.window->workbench()->applyText(step);
      while (seen.size() < 2)
        if (!seen.wait(30000)) return nullptr;
      before = busyMs();
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
    double busy = 0;
    const SpeedMeter* meter = measure(f, "split(\"C.rk\", [None, 16])", 10, &busy);
    QVERIFY(meter);
    qInfo("the sample: %s; UI thread %.1f ms", qPrintable(meter->text()), busy);
    QVERIFY(meter->percentile95(SpeedMeter::Panes::Program) < 500);
    QVERIFY(f.clickLoop("rk"));
    QVERIFY(measure(f, "split(\"C.rk\", [None, 16])", 10, &busy));
    qInfo("with a loop selected: %s; UI thread %.1f ms", qPrintable(meter->text()), busy);
    f.window->lowered()->chooseStage("assembly");
    QVERIFY(f.settle());
    QVERIFY(measure(f, "split(\"C.rk\", [None, 16])", 6, &busy));
    qInfo("with the assembly shown: %s; UI thread %.1f ms", qPrintable(meter->text()), busy);
  }

  void themesChangeAtOnce() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    std::vector<double> times, busy;
    for (int i = 0; i < 6; ++i) {
      QElapsedTimer clock;
      clock.start();
      const double before = busyMs();
      f.window->setThemeByName(i % 2 ? "dark" : "light");
      QCoreApplication::sendPostedEvents();
      times.push_back(double(clock.nsecsElapsed()) * 1e-6);
      busy.push_back(busyMs() - before);
    }
    qInfo("another theme: %.0f ms, UI thread %.0f ms", median(times), median(busy));
    QVERIFY(median(busy) < 400);
  }

  // From the start of the program to the picture of a file that was opened, all written and the program at its end.
  void startsQuickly() {
    QTemporaryDir folder;
    QElapsedTimer clock;
    clock.start();
    QProcess app;
    app.start(LW_BINARY_DIR "/bin/loopwright", {LW_SOURCE_DIR "/samples/mm_exp_mm.py", "--screenshot", folder.filePath("start.png")});
    QVERIFY(app.waitForFinished(60000));
    QCOMPARE(app.exitCode(), 0);
    qInfo("from the start to a picture with assembly: %lld ms", clock.elapsed());
    clock.restart();
    WindowFixture f;
    QCoreApplication::sendPostedEvents();
    qInfo("another window: %lld ms", clock.elapsed());
  }

  void fiveHundredSteps() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    const double before = memory();
    const int steps = 500, atOnce = 50;
    int done = 0;
    while (done < steps) {
      const int had = f.window->workbench()->history().size();
      QString lines;
      for (int i = 0; i < atOnce; ++i) lines += QStringLiteral("annotate(\"C.rk\", \"note_%1\", %1)\n").arg(done + i);
      f.window->workbench()->applyText(lines.trimmed());
      QVERIFY(f.settle());
      done += f.window->workbench()->history().size() - had;
      QVERIFY2(f.window->workbench()->history().size() == had + atOnce, "a step was refused");
    }
    QElapsedTimer clock;
    clock.start();
    const double busyBefore = busyMs();
    f.window->workbench()->applyText("split(\"C.rk\", [None, 16])");
    QVERIFY(f.settle());
    qInfo("500 steps: %.0f MB more, %.0f MB in all; one step more %lld ms, UI thread %.0f ms", memory() - before, memory(), clock.elapsed(), busyMs() - busyBefore);
#ifndef __SANITIZE_ADDRESS__
    QVERIFY(memory() - before < 150);
    QVERIFY(memory() < 300);
#endif
  }

  void twoHundredBlocks() {
    WindowFixture f;
    QVERIFY(f.openText(chainOfStages(200).c_str(), "chain.py"));
    double busy = 0;
    const SpeedMeter* meter = measure(f, "split(\"b100.i100\", [None, 8])", 4, &busy);
    QVERIFY(meter);
    qInfo("200 blocks: %s; UI thread %.1f ms", qPrintable(meter->text()), busy);
    QVERIFY(meter->percentile95(SpeedMeter::Panes::Program) < 2000);
  }
};

}  // namespace lw

int testSpeed(int argc, char** argv) {
  lw::TestSpeed test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_speed.moc"
