// Measures the time from a step until its result is painted, with the meter in the status line and in a real event
// loop; also keys, themes, the start and memory. The figures are printed, and written to the table of LW_SPEED_RESULTS
// (scripts/bench). The limits are loose, because test machines are busy.
#include <time.h>
#include <unistd.h>

#include <QProcess>
#include <QSignalSpy>
#include <algorithm>
#include <utility>

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/lowering/lowering.h"
#include "app/services/lowering/stage_texts.h"
#include "app/window/graph/graph_feature.h"
#include "app/window/status/speed_meter.h"
#include "core/text/tir/parser.h"
#include "passes/pipeline.h"
#include "tests/gui/fixture.h"
#include "tests/gui/graph_programs.h"
#include "tests/gui/menus.h"
#include "tests/gui/programs.h"
#include "tests/gui/visibility.h"
#include "views/graph/graph_view.h"

namespace lw {
namespace {

constexpr int kPause = 30;  // ms between two keys; users are slower
constexpr int kMotion =
    500;  // ms between two steps: the animation has ended, and the effects of the next steps are shown

}  // namespace

// Emits a signal when a widget was painted.
class Painted : public QObject {
 public:
  explicit Painted(QWidget* widget) { widget->installEventFilter(this); }
  bool seen = false;

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint) seen = true;
    return false;
  }
};

class TestSpeed : public QObject {
  Q_OBJECT

 private:
  // CPU time of this thread, in ms: independent of other programs on the machine.
  static double busyMs(clockid_t whose = CLOCK_THREAD_CPUTIME_ID) {
    timespec t{};
    clock_gettime(whose, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) * 1e-6;
  }
  // Enough steps for the table, so that the 95th percentile does not depend on one or two disturbed steps.
  static int steps() { return qEnvironmentVariableIsSet("LW_SPEED_RESULTS") ? 40 : 10; }
  static double share(std::vector<double> values, size_t percent) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[(values.size() - 1) * percent / 100];
  }
  static double median(const std::vector<double>& values) { return share(values, 50); }
  // Prints one row of the table.
  static void tell(const QString& what, const QString& value, const QString& most, const QString& goal) {
    qInfo("%s: %s, 95 %%: %s (goal %s)", qPrintable(what), qPrintable(value), qPrintable(most), qPrintable(goal));
    QFile file(qEnvironmentVariable("LW_SPEED_RESULTS"));
    if (file.fileName().isEmpty() || !file.open(QIODevice::Append | QIODevice::Text)) return;
    file.write(QStringLiteral("| %1 | %2 | %3 | %4 |\n").arg(what, value, most, goal).toUtf8());
  }
  static void tell(const QString& what, const std::vector<double>& ms, const QString& goal) {
    tell(what, QString::number(median(ms), 'f', 1), QString::number(share(ms, 95), 'f', 1), goal);
  }
  // Of the whole process, in MB.
  static double memory() {
    QFile file("/proc/self/statm");
    return file.open(QIODevice::ReadOnly)
               ? file.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE)) / 1e6
               : 0;
  }

  struct Times {
    std::vector<double> program, lowered;  // ms
    std::vector<double> machine;           // a fixed computation after each step
    std::vector<double> busy, busyAll,
        others;  // CPU time: of the UI thread until each of the two, of all other threads until the second
    size_t count() const { return std::min(program.size(), lowered.size()); }
    // The times until the last pane was painted.
    std::vector<double> all() const {
      std::vector<double> last;
      for (size_t i = 0; i < count(); ++i) last.push_back(std::max(program[i], lowered[i]));
      return last;
    }
  };
  // The time of a fixed computation, in ms, which shows how busy the machine is.
  static double sameArithmetic() {
    QElapsedTimer clock;
    clock.start();
    volatile uint32_t value = 1;
    for (int i = 0; i < 1'000'000; ++i) value = value * 1664525u + 1013904223u;
    return double(clock.nsecsElapsed()) * 1e-6;
  }
  // Applies and undoes the same step `times` times.
  static Times measure(const WindowFixture& f, const char* step, int times) {
    auto* meter = f.window->findChild<SpeedMeter*>();
    meter->setTimingShown(true);
    Times found;
    double before = 0, allBefore = 0;
    bool forward = false;
    QObject scope;
    connect(meter, &SpeedMeter::measured, &scope, [&](SpeedMeter::Panes panes) {
      if (!forward) return;
      const double busy = busyMs() - before;
      (panes == SpeedMeter::Panes::Program ? found.busy : found.busyAll).push_back(busy);
      if (panes == SpeedMeter::Panes::Lowered)
        found.others.push_back(busyMs(CLOCK_PROCESS_CPUTIME_ID) - allBefore - busy);
      (panes == SpeedMeter::Panes::Program ? found.program : found.lowered).push_back(meter->last(panes));
    });
    for (int i = 0; i < times; ++i) {
      forward = true;
      before = busyMs();
      allBefore = busyMs(CLOCK_PROCESS_CPUTIME_ID);
      QSignalSpy seen(meter, &SpeedMeter::measured);  // runs an event loop, whereas qWaitFor would sleep
      f.window->workbench()->steps()->applyText(step);
      while (found.count() < size_t(i) + 1)
        if (!seen.wait(30000)) return {};
      if (!f.settle()) return {};
      forward = false;
      found.machine.push_back(sameArithmetic());
      f.window->workbench()->history()->undo();
      if (!f.settle()) return {};
      QTest::qWait(kMotion);
    }
    return found;
  }
  static void tell(const QString& where, const Times& times, const QString& goal) {
    tell(QStringLiteral("%1: a step until source, text and tree are painted, ms").arg(where), times.program, goal);
    tell(QStringLiteral("%1: of that the UI thread's processor time, ms").arg(where), times.busy, goal);
    tell(QStringLiteral("%1: until all panes are painted, lowered stage and inspector too, ms").arg(where), times.all(),
         goal);
    tell(QStringLiteral("%1: of that the UI thread's processor time, ms").arg(where), times.busyAll, goal);
    tell(QStringLiteral("%1: other threads' processor time until then, ms").arg(where), times.others,
         QString::fromUtf8("–"));
    tell(QStringLiteral("%1: a million multiplications meanwhile, which are always the same, ms").arg(where),
         times.machine, QString::fromUtf8("–"));
  }

 private Q_SLOTS:
  void initTestCase() {
    QFile file(qEnvironmentVariable("LW_SPEED_RESULTS"));
    if (file.fileName().isEmpty() || !file.open(QIODevice::Append | QIODevice::Text)) return;
    file.write(
        "\n# The window\n\nOf 40 steps, 50 keys and 12 themes, offscreen, 1440 x 900. The meter in the status line "
        "(View) shows the\nsame of every step. Goals of steps are for the 95 %.\n\n"
        "| what | median | 95 % stay below | goal |\n|---|---|---|---|\n");
  }

  void theMeterIsInTheMenu() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    auto* meter = f.window->findChild<SpeedMeter*>();
    if (meter->isTimingShown()) QVERIFY(clickMenu(f.window.get(), {"View", "Speed of steps in the status bar"}));
    QVERIFY(!meter->isVisible());
    QVERIFY(clickMenu(f.window.get(), {"View", "Speed of steps in the status bar"}));
    QVERIFY(meter->isVisible());
    QCOMPARE(f.settings.value("speedMeter").toBool(), true);
    QCOMPARE(meter->last(SpeedMeter::Panes::Program), 0.0);
    QCOMPARE(measure(f, "split(i, [None, 8])", 2).count(), size_t(2));
    QVERIFY(meter->last(SpeedMeter::Panes::Program) > 0);
    QVERIFY2(meter->text().startsWith("Tree and text"), qPrintable(meter->text()));
  }

  // A measurement ends when the new text is painted: of the tree, of the lowered stage, of the inspector.
  void theMeterWaitsForThePainting() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    auto* meter = f.window->findChild<SpeedMeter*>();
    meter->setTimingShown(true);
    Painted tree(f.tree()->viewport()), lowered(f.lowered()->findChild<CodeView*>()->viewport()),
        inspector(f.inspector()->widget());
    QObject scope;
    bool fresh = false;  // the first stages of a state; the others follow after painting, unless that takes long
    int othersWaited = 0;
    connect(f.window->workbench()->program(), &ShownProgram::changed, &scope,
            [&] { tree.seen = lowered.seen = inspector.seen = false, fresh = true; });
    connect(f.window->workbench()->lowering(), &Lowering::stagesChanged, &scope, [&] {
      if (std::exchange(fresh, false))
        lowered.seen = false;
      else
        othersWaited += lowered.seen;
    });
    int early = 0, told = 0;
    connect(meter, &SpeedMeter::measured, &scope, [&](SpeedMeter::Panes panes) {
      ++told;
      early += panes == SpeedMeter::Panes::Program ? !tree.seen : !lowered.seen || !inspector.seen;
    });
    for (int i = 0; i < 5; ++i) {
      f.window->workbench()->steps()->applyText(QStringLiteral("annotate(\"i\", \"note%1\", 1)").arg(i));
      QVERIFY(f.settle());
      QTRY_COMPARE(told, 2 * i + 2);
    }
    QCOMPARE(early, 0);
    QVERIFY(othersWaited > 0);
  }

  // The visible stage does not wait for the others; a stage without changes has the text of the previous one.
  void theStageThatIsLookedAtComesFirst() {
    const SourceFile file = parseSource("small.py", kSmallProgram);
    const PrimFunc& function = file.functions.front();
    const std::vector<Stage> stages = lowerAll(function, cpuPipeline());
    const std::string wanted = stages[stages.size() / 2].name;
    const auto never = [] { return false; };
    Stages early;
    int told = 0;
    const Stages all =
        stagesOf(function, "cpu", {}, never, {wanted}, [&](Stages some) { early = std::move(some), ++told; });
    QCOMPARE(told, 1);
    QCOMPARE(early.size(), all.size());
    QVERIFY(stageNamed(early, wanted)->ready);
    QCOMPARE(stageNamed(early, wanted)->text, stageNamed(all, wanted)->text);
    QVERIFY(std::any_of(early.begin(), early.begin() + std::ptrdiff_t(stages.size()),
                        [](const auto& stage) { return !stage->ready; }));
    for (size_t i = 0; i < stages.size(); ++i) {
      QVERIFY(all[i]->ready);
      QCOMPARE(all[i]->text, print(stages[i].function).text);
      QCOMPARE(all[i]->changed, stages[i].changed);
      QCOMPARE(early[i]->name, all[i]->name);
    }
    // Machine code is generated in a separate job.
    stagesOf(function, "cpu", {}, never, {"assembly"}, [&](const Stages&) { ++told; });
    QCOMPARE(told, 1);
  }

  // Notes beside the lines are updated only where they differ, and move with their lines when the user types lines.
  void marginsFollowTheText() {
    CodeView view;
    view.setTheme(loadTheme("dark"));
    const auto margins = [&view] {
      QStringList all;
      for (int line = 0; line < view.lines(); ++line) {
        QByteArray text(int(view.SendScintilla(QsciScintillaBase::SCI_MARGINGETTEXT, (unsigned long)line,
                                               static_cast<const char*>(nullptr))),
                        '\0');
        view.SendScintilla(QsciScintillaBase::SCI_MARGINGETTEXT, (unsigned long)line, text.data());
        all << QString::fromUtf8(text).trimmed();
      }
      return all.join(' ');
    };
    view.setCode("a\nb\nc");
    QCOMPARE(margins(), QString("1 2 3"));
    view.goTo(2);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(margins(), QString("1 2 3 4"));
    view.undo();
    QCOMPARE(margins(), QString("1 2 3"));
    view.setCode("d\ne\nf");
    QCOMPARE(margins(), QString("1 2 3"));
    view.setCode(view.plainCode(), {"x", "", "y"});
    QCOMPARE(margins(), QString("x   1 2 y   3"));
    view.setCompared("d\ne\nf", "d\nf");
    QCOMPARE(margins().trimmed(), QString::fromUtf8("1 − 2"));
  }

  // Remaining switches reuse their buttons.
  void switchesTakeNewWords() {
    PaneHeader header("pane");
    header.setSwitches({"a", "b"});
    const QList<QToolButton*> before = header.findChildren<QToolButton*>();
    QCOMPARE(before.size(), 2);
    header.setSwitches({"c", "b", "d"});
    QCOMPARE(before[0]->text(), QString("c"));
    QCOMPARE(before[0]->accessibleName(), QString("c"));
    QCOMPARE(header.findChildren<QToolButton*>().size(), 3);
    header.setSwitches({"e"});
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(header.findChildren<QToolButton*>(), QList<QToolButton*>{before[0]});
    QCOMPARE(before[0]->text(), QString("e"));
  }

  void theSample() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    const char* step = "split(\"C.rk\", [None, 16])";
    const Times plain = measure(f, step, steps());
    QCOMPARE(plain.count(), size_t(steps()));
    tell("mm_exp_mm", plain, "16");
    QVERIFY(median(plain.busy) < 200);
    QVERIFY(f.clickLoop("rk"));
    const Times selected = measure(f, step, steps());
    QCOMPARE(selected.count(), size_t(steps()));
    tell("mm_exp_mm, a loop selected", selected, "16");
    f.lowered()->chooseStage("assembly");
    QVERIFY(f.settle());
    const Times assembly = measure(f, step, 6);
    QCOMPARE(assembly.count(), size_t(6));
    tell("mm_exp_mm, assembly shown: a step until it is painted, ms", assembly.all(), QString::fromUtf8("–"));
  }

  void twoHundredBlocks() {
    WindowFixture f;
    QVERIFY(f.openText(chainOfStages(200).c_str(), "chain.py"));
    const Times times = measure(f, "split(\"b100.i100\", [None, 8])", steps());
    QCOMPARE(times.count(), size_t(steps()));
    tell("200 blocks", times, "50");
    QVERIFY(median(times.busy) < 1000);
  }

  // Clicks on loops all over a long program, each until tree, source and lowered program are painted.
  void twoThousandBlocks() {
    const double before = memory();
    WindowFixture f;
    QElapsedTimer clock;
    clock.start();
    QVERIFY(f.openText(chainOfStages(2000).c_str(), "chain.py"));
    tell("2,000 blocks: a file until it is shown, ms", {double(clock.nsecsElapsed()) * 1e-6}, QString::fromUtf8("–"));
    std::vector<double> times, busy;
    const int clicks = 20;
    for (int i = 0; i < clicks; ++i) {
      const LoopId id = f.loop("i" + std::to_string(1 + 1999 * i / (clicks - 1)));
      QVERIFY(id.valid());
      f.tree()->centerOn(f.tree()->mapToScene(f.tree()->rectOf(id).center()));
      QVERIFY(f.settle());
      const QRect place = f.tree()->rectOf(id);
      clock.start();
      const double then = busyMs();
      QTest::mouseClick(f.tree()->viewport(), Qt::LeftButton, {}, {place.left() + 20, place.center().y()});
      QCoreApplication::sendPostedEvents();
      f.tree()->viewport()->repaint();
      f.written()->viewport()->repaint();
      f.lowered()->findChild<CodeView*>()->viewport()->repaint();
      times.push_back(double(clock.nsecsElapsed()) * 1e-6);
      busy.push_back(busyMs() - then);
      QVERIFY(f.window->workbench()->selection()->current().loop() == id);
      QVERIFY(f.settle());
    }
    tell("2,000 blocks: a click on a loop until it is painted, ms", times, "100");
    tell("2,000 blocks: of that the UI thread's processor time, ms", busy, "100");
    tell("2,000 blocks: memory, MB", QString::number(memory(), 'f', 0), QString::fromUtf8("–"), "1000");
    QVERIFY(median(busy) < 300);
#ifndef __SANITIZE_ADDRESS__
    QVERIFY(memory() - before < 800);
#endif
  }

  // From the key press to the painted text.
  void keysAreSeenAtOnce() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    CodeView* source = f.written();
    f.showScheduled(false);
    source->goTo(int(source->code().size() / 2));
    source->setFocus();
    f.settle();
    Painted painted(source->viewport());
    std::vector<double> times, busy;
    for (const char key : std::string("# words about what the next lines compute\n# and two more")) {
      QTest::qWait(kPause);
      painted.seen = false;
      QElapsedTimer clock;
      clock.start();
      const double before = busyMs();
      if (key == '\n')
        QTest::keyClick(source, Qt::Key_Return);
      else
        QTest::keyClick(source, key);
      QCoreApplication::sendPostedEvents();
      QVERIFY(QTest::qWaitFor([&] { return painted.seen; }, 30000));
      times.push_back(double(clock.nsecsElapsed()) * 1e-6);
      busy.push_back(busyMs() - before);
    }
    tell("a key in the source until it is painted, ms", times, "8");
    tell("a key: of that the UI thread, ms", busy, QString::fromUtf8("–"));
    QVERIFY(median(busy) < 100);
    f.settle();
  }

  void themesChangeAtOnce() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    std::vector<double> times, busy;
    for (int i = 0; i < 12; ++i) {
      QElapsedTimer clock;
      clock.start();
      const double before = busyMs();
      f.window->setThemeByName(i % 2 ? "dark" : "light");
      QCoreApplication::sendPostedEvents();
      times.push_back(double(clock.nsecsElapsed()) * 1e-6);
      busy.push_back(busyMs() - before);
    }
    tell("another theme until it is painted, ms", times, "100");
    tell("another theme: of that the UI thread, ms", busy, "60");
    QVERIFY(median(busy) < 400);
  }

  // Frames while a graph of 3,000 nodes is scrolled, in sizes from the actual one to all of it.
  void framesOfALargeGraph() {
    WindowFixture f;
    QFile file(f.folder.filePath("deep.py"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(deepModel(3000).c_str());
    file.close();
    QElapsedTimer clock;
    clock.start();
    f.window->openFile(file.fileName());
    QVERIFY(f.settle());
    tell("a file with a graph of 3,000 nodes until it is laid out, ms", {double(clock.nsecsElapsed()) * 1e-6}, "3000");
    GraphView* graph = f.feature<GraphFeature>().view();
    QVERIFY(graph->hasPicture());
    for (const double zoom : {1.0, 0.5, 0.25, 0.1, 0.02}) {
      graph->setZoom(zoom, {});
      std::vector<double> times, busy;
      for (int i = 0; i < 40; ++i) {
        const QPointF middle = graph->places().boxes[graph->places().boxes.size() * size_t(i) / 40].center();
        const double before = busyMs();
        clock.start();
        graph->centerOn(middle);
        graph->viewport()->repaint();
        times.push_back(double(clock.nsecsElapsed()) * 1e-6);
        busy.push_back(busyMs() - before);
      }
      tell(QStringLiteral("a frame of a graph of 3,000 nodes at a zoom of %1, ms").arg(zoom), times, "16");
      tell(QStringLiteral("a frame of a graph of 3,000 nodes at a zoom of %1, of the UI thread, ms").arg(zoom), busy,
           "16");
      QVERIFY(median(busy) < 160);
    }
  }

  // Clicks on nodes of a large graph, each until the graph and the source are painted.
  void aLargeGraph() {
    WindowFixture f;
    QFile file(f.folder.filePath("deep.py"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(deepModel(2000).c_str());
    file.close();
    QElapsedTimer clock;
    clock.start();
    f.window->openFile(file.fileName());
    QVERIFY(f.settle());
    tell("a file with a graph of 2,000 nodes until it is laid out, ms", {double(clock.nsecsElapsed()) * 1e-6}, "2000");
    GraphView* graph = f.feature<GraphFeature>().view();
    QVERIFY(graph->hasPicture());
    for (const bool whole : {false, true}) {  // in its actual size, and as a whole
      graph->setZoom(whole ? 0.02 : 1, {});
      std::vector<double> times, busy;
      for (int i = 0; i < 40; ++i) {
        const int box = int(graph->places().boxes.size()) * (i + 1) / 41,
                  node = graph->drawing()->boxes[size_t(box)].node;
        graph->centerOn(graph->places().boxes[size_t(box)].center());
        QCoreApplication::sendPostedEvents();
        clock.start();
        const double before = busyMs();
        QTest::mouseClick(graph->viewport(), Qt::LeftButton, {}, graph->rectOf(node).center());
        graph->viewport()->repaint();
        f.written()->viewport()->repaint();
        times.push_back(double(clock.nsecsElapsed()) * 1e-6);
        busy.push_back(busyMs() - before);
        QVERIFY(graph->current() >= 0);
      }
      const QString size = whole ? QStringLiteral("as a whole") : QStringLiteral("in its actual size");
      tell(QStringLiteral("a click in a graph of 2,000 nodes, %1, until it is painted, ms").arg(size), times, "50");
      QVERIFY(median(busy) < 500);
    }
  }

  // From the start of the process to a window that shows the program of a file and accepts clicks.
  void startsQuickly() {
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) {
      QElapsedTimer clock;
      clock.start();
      QProcess app;
      app.start(LW_BINARY_DIR "/bin/loopwright", {LW_SOURCE_DIR "/samples/mm_exp_mm.py", "--time-start"});
      QVERIFY(app.waitForStarted(30000));
      while (!app.canReadLine() && app.waitForReadyRead(30000)) {
      }
      times.push_back(double(clock.nsecsElapsed()) * 1e-6);
      QCOMPARE(app.readLine().trimmed(), QByteArray("usable"));
      QVERIFY(app.waitForFinished(30000));
      QCOMPARE(app.exitCode(), 0);
    }
    tell("from the start of the program to a usable window, ms", times, "1000");
  }

  void fiveHundredSteps() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    const double before = memory();
    const int steps = 500, atOnce = 50;
    int done = 0;
    while (done < steps) {
      const int had = f.window->workbench()->document()->history().size();
      QString lines;
      for (int i = 0; i < atOnce; ++i) lines += QStringLiteral("annotate(\"C.rk\", \"note_%1\", %1)\n").arg(done + i);
      f.window->workbench()->steps()->applyText(lines.trimmed());
      QVERIFY(f.settle());
      done += f.window->workbench()->document()->history().size() - had;
      QVERIFY2(f.window->workbench()->document()->history().size() == had + atOnce, "a step was refused");
    }
    QElapsedTimer clock;
    clock.start();
    const double busyBefore = busyMs();
    f.window->workbench()->steps()->applyText("split(\"C.rk\", [None, 16])");
    QVERIFY(f.settle());
    qInfo("500 steps: %.0f MB more; one step more %lld ms, UI thread %.0f ms", memory() - before, clock.elapsed(),
          busyMs() - busyBefore);
    tell("memory after 500 steps, MB", QString::number(memory(), 'f', 0), QString::fromUtf8("–"), "300");
#ifndef __SANITIZE_ADDRESS__
    QVERIFY(memory() - before < 150);
    QVERIFY(memory() < 300);
#endif
  }
};

}  // namespace lw

int testSpeed(int argc, char** argv) {
  lw::TestSpeed test;
  const lw::test::VisibilityGuard::Paused paused;  // it measures times
  return QTest::qExec(&test, argc, argv);
}

#include "test_speed.moc"
