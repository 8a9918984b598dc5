// Arrangements of the panes, the shortcut sheet, the tour, the single window, crash reports and colours.
#include <QDockWidget>
#include <QLabel>
#include <QLocalServer>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QTextBrowser>
#include <QThread>
#include <array>
#include <cmath>
#include <csignal>
#include <thread>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/services/document/documents.h"
#include "app/window/crash_log.h"
#include "app/window/single_instance.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/run/run_view.h"

namespace lw {

class TestWindow : public QObject {
  Q_OBJECT

  static QDockWidget* pane(const WindowFixture& f, const char* name) { return f.window->findChild<QDockWidget*>(name); }
  static QString report(const QString& folder) {
    const QStringList found = QDir(folder).entryList({"crash-*.txt"});
    return found.isEmpty() ? QString() : QString::fromStdString(bytesOf(folder + "/" + found.front()));
  }

 private Q_SLOTS:
  // Help and version on the command line need no display.
  void helpWithoutADisplay() {
    for (const auto& [option, expected] :
         {std::pair{"--help", "--new-window"}, std::pair{"-h", "[FILE]"}, std::pair{"--version", "loopwright"}}) {
      QProcess app;
      QProcessEnvironment none = QProcessEnvironment::systemEnvironment();
      for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) none.remove(name);
      app.setProcessEnvironment(none);
      app.start(LW_BINARY_DIR "/bin/loopwright", {option});
      QVERIFY(app.waitForFinished(30000));
      QCOMPARE(app.exitCode(), 0);
      const QString said = app.readAllStandardOutput();
      QVERIFY2(said.contains(expected), qPrintable(said));
    }
  }

  // The first start offers files to open: samples by folder, and later recent files.
  void somethingToOpen() {
    WindowFixture f;
    QVERIFY(f.settle());
    auto* links = f.tree()->findChild<QLabel*>("emptyLinks");
    QVERIFY(links && links->isVisible());
    QVERIFY2(links->text().contains("Open a sample"), qPrintable(links->text()));
    f.screenshot("first_start");
    // By keys: Tab moves between links, Enter opens one.
    QStringList samples;
    QTimer::singleShot(300, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (!menu) return;
      for (const QAction* action : menu->actions()) samples << action->text();
      menu->grab().save(LW_BINARY_DIR "/screenshots/samples.png");
      menu->close();
    });
    f.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    const InDialog files([](QDialog* dialog) { dialog->reject(); });  // in case the first link opens the dialog
    links->setFocus();
    for (int i = 0; i < 2; ++i) QTest::keyClick(links, Qt::Key_Tab);
    QTest::keyClick(links, Qt::Key_Return);
    QTRY_VERIFY2_WITH_TIMEOUT(samples.contains("mm_exp_mm.py") && samples.contains("kernels") && samples.contains("te"),
                              qPrintable(samples.join(' ')), 3000);
    QVERIFY(clickMenu(f.window.get(), {"File", "Samples", "kernels", "softmax.py"}));
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->document()->hasProgram());
    QVERIFY(f.window->workbench()->text()->path().endsWith("samples/kernels/softmax.py"));
    QVERIFY(!links->isVisible());
    QVERIFY(!files.came());
    MainWindow later(&f.settings);
    later.show();
    const auto* recent = later.feature<LoopTreeFeature>().tree()->findChild<QLabel*>("emptyLinks");
    QTRY_VERIFY2_WITH_TIMEOUT(recent->isVisible() && recent->text().contains("softmax.py"), qPrintable(recent->text()),
                              10000);
  }

  void namedLayouts() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(pane(f, "inspector")->isVisible());
    f.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    QTest::keyClick(f.window.get(), Qt::Key_2, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(QTest::qWaitFor([&] { return !pane(f, "inspector")->isVisible(); }));
    QVERIFY(pane(f, "tree")->isVisible() && pane(f, "source")->isVisible() && pane(f, "trace")->isVisible());
    for (const QString& name : Layouts::builtIn()) {
      f.layouts().show(name);
      QVERIFY(f.atRest());
      f.screenshot("layout_" + name.toLower() + "_dark");
    }
    QVERIFY(clickMenu(f.window.get(), {"View", "Layout", "Tune: loop tree and search"}));
    QVERIFY(!pane(f, "source")->isVisible());
    {
      const InDialog name(typeAndEnter("mine & yours"));
      QVERIFY(clickMenu(f.window.get(), {"View", "Layout", "Save this layout"}));
      QVERIFY(name.came());
    }
    QVERIFY(clickMenu(f.window.get(), {"View", "Layout", "Explore: all panes"}));
    QVERIFY(pane(f, "source")->isVisible());
    QCOMPARE(f.layouts().saved(), QStringList("mine & yours"));
    f.layouts().show("mine & yours");
    QVERIFY(!pane(f, "source")->isVisible());
    f.layouts().remove("mine & yours");
    QVERIFY(f.layouts().saved().isEmpty());
  }

  // A pane that a saved layout of an older version does not contain gets its default place.
  void unknownPanesKeepTheirPlace() {
    WindowFixture f;
    f.layouts().show("Teach");
    const QByteArray state = f.layouts().state();
    auto* later = new Pane("later", "Later", new QLabel("of a later version"));
    f.window->addDockWidget(Qt::BottomDockWidgetArea, later);
    later->show();
    f.resetLayout();
    f.layouts().restore(state);
    QVERIFY(!pane(f, "inspector")->isVisible());
    QVERIFY(later->isVisible());
    QCOMPARE(f.window->dockWidgetArea(later), Qt::BottomDockWidgetArea);
    // The same for a layout from before panes had names.
    QMainWindow& window = *f.window;
    const QByteArray old = window.saveState();
    f.resetLayout();
    f.layouts().restore(old);
    QVERIFY(!pane(f, "inspector")->isVisible());
    f.layouts().restore("damaged");
  }

  void thePageOfKeys() {
    WindowFixture f;
    QVERIFY(f.typeKey(Qt::Key_Question, {}));
    ShortcutSheet* sheet = f.feature<HelpFeature>().sheet();
    QVERIFY(sheet && sheet->isVisible());
    const QString text = sheet->page()->toPlainText();
    for (const char* expected : {"Ctrl+K", "Type a step", "Ctrl+O", "F5", "Space", "Switch the step off or on",
                                 "Tune: loop tree and search", "FILE", "LOOP TREE"})
      QVERIFY2(text.contains(expected), qPrintable(QString(expected) + " is not in\n" + text));
    sheet->grab().save(LW_BINARY_DIR "/screenshots/keys_dark.png");
    f.window->setThemeByName("light");
    f.feature<HelpFeature>().showKeys();
    sheet->grab().save(LW_BINARY_DIR "/screenshots/keys_light.png");
    QTest::keyClick(sheet, Qt::Key_Escape);
    QVERIFY(!sheet->isVisible());
  }

  // The tour opens its own sample, so that it never runs over empty panes; texts beside the panes, then exercises.
  void theTour() {
    WindowFixture f;
    QVERIFY(clickMenu(f.window.get(), {"Help", "Tour of the window"}));
    QTRY_VERIFY_WITH_TIMEOUT(f.feature<HelpFeature>().tour() && f.feature<HelpFeature>().tour()->isVisible(), 20000);
    QVERIFY(f.settle() && f.window->workbench()->document()->hasProgram());
    Tour* tour = f.feature<HelpFeature>().tour();
    QCOMPARE(tour->stop(), 0);
    QCOMPARE(tour->stopCount(), 18);
    int stops = 0;
    while (tour->isVisible() && stops < 30) {
      QVERIFY2(f.window->rect().contains(tour->card()->geometry()), "the card is inside the window");
      if (stops % 2) f.window->setThemeByName(stops % 4 == 1 ? "dark" : "light"), tour->setTheme(f.window->theme());
      f.screenshot(QStringLiteral("tour_%1").arg(stops));
      const int stop = tour->stop();
      if (stops % 2)
        QTest::keyClick(tour, Qt::Key_Right);
      else
        QTest::mouseClick(tour->next(), Qt::LeftButton);
      QTRY_VERIFY_WITH_TIMEOUT(!tour->isVisible() || tour->stop() > stop, 60000);
      ++stops;
    }
    QCOMPARE(stops, 18);
    QVERIFY(clickMenu(f.window.get(), {"Help", "Tour of the window"}));
    QTRY_VERIFY_WITH_TIMEOUT(tour->isVisible(), 20000);
    QTest::keyClick(tour, Qt::Key_Left);  // there is no stop before the first
    QCOMPARE(tour->stop(), 0);
    QTest::keyClick(tour, Qt::Key_Escape);
    QVERIFY(!tour->isVisible());
  }

  void aSecondStartHandsItsFilesOver() {
    const QString name = QStringLiteral("lw-test-%1").arg(QCoreApplication::applicationPid());
    SingleInstance first(name), second(name);
    QVERIFY(!second.handOver({"a.py"}));  // no instance is listening
    QVERIFY(first.listen());
    QVERIFY(!second.listen());
    QStringList got;
    int calls = 0;
    connect(&first, &SingleInstance::filesHanded, this, [&](const QStringList& files) { got = files, ++calls; });
    // The other instance is a process; a thread replaces it here, because this process has to answer.
    bool taken = false;
    std::unique_ptr<QThread> other(
        QThread::create([&] { taken = SingleInstance(name).handOver({"a.py", "/b c/d.py"}); }));
    other->start();
    QVERIFY(QTest::qWaitFor([&] { return calls == 1 && other->isFinished(); }, 10000));
    QVERIFY(taken);
    QCOMPARE(got, (QStringList{QDir::current().absoluteFilePath("a.py"), "/b c/d.py"}));
  }

  // The socket of a crashed instance, on which nobody listens.
  void aStaleSocketIsTakenOver() {
    const QString name = QStringLiteral("lw-stale-%1").arg(QCoreApplication::applicationPid());
    SingleInstance instance(name);
    QFile stale(instance.socketName());
    if (!instance.socketName().startsWith('/')) QSKIP("no runtime folder: sockets have no file here");
    QVERIFY(stale.open(QIODevice::WriteOnly));
    stale.close();
    QVERIFY(!instance.handOver({}));
    QVERIFY(instance.listen());
  }

  void filesOfAnotherStartAreOpened() {
    WindowFixture f;
    QFile file(f.folder.filePath("handed.py"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(kTwoBlocks);
    file.close();
    f.filesHanded({file.fileName()});
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->text()->path(), file.fileName());
  }

  void aCrashLeavesAReport() {
    for (const char* how : {"signal", "abort", "exception"}) {
      QTemporaryDir folder;
      QProcess child;
      child.start(QCoreApplication::applicationFilePath(), {"--crash", folder.path(), how});
      QVERIFY(child.waitForFinished(60000));
      QCOMPARE(child.exitStatus(), QProcess::CrashExit);
      const QString text = report(folder.path());
      QVERIFY2(text.contains("Loopwright 7.8.9 crashed."), how);
      QVERIFY2(text.contains("split(i, [None, 8])\n  vectorize(j)"), qPrintable(text));
      QVERIFY(text.contains("calls:\n"));
      QVERIFY(text.section("calls:\n", 1).count('\n') > 3);
      if (QLatin1String(how) == QLatin1String("exception"))
        QVERIFY2(text.contains("exception that nobody took: on purpose"), qPrintable(text));
      else
        QVERIFY2(text.contains("signal "), qPrintable(text));
      // The next start reports the crash once.
      CrashLog log(folder.path().toStdString(), "7.8.9");
      const std::string told = log.unread();
      QVERIFY(QFile::exists(QString::fromStdString(told)));
      QVERIFY(log.unread().empty());
      WindowFixture f;
      f.feature<HelpFeature>().tellOfCrash(QString::fromStdString(told));
      auto* box = f.window->findChild<QMessageBox*>("crashNotice");
      QVERIFY(box && box->isVisible());
      QVERIFY(box->informativeText().contains(QString::fromStdString(told)));
      QTest::keyClick(box, Qt::Key_Return);
    }
  }

  // Kinds and results have distinct colours for each of the common forms of colour blindness (matrices of Machado,
  // Oliveira and Fernandes, 2009, for the full deficiency).
  void coloursForColourBlindEyes() {
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    const double eyes[][9] = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1},
        {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
        {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
        {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}};
    const auto seen = [&](const QColor& c, const double* m) {
      const double in[] = {linear(c.redF()), linear(c.greenF()), linear(c.blueF())};
      double rgb[3];
      for (int i = 0; i < 3; ++i)
        rgb[i] = std::clamp(m[3 * i] * in[0] + m[3 * i + 1] * in[1] + m[3 * i + 2] * in[2], 0.0, 1.0);
      const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
      const double x = f((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047),
                   y = f(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]),
                   z = f((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883);
      return std::array<double, 3>{116 * y - 16, 500 * (x - y), 200 * (y - z)};
    };
    const auto nearest = [&](const Theme& t) {
      const QColor colours[] = {t.serial, t.parallel, t.vectorized, t.unrolled, t.reduce, t.block};
      double least = 1e9;
      for (const auto& eye : eyes)
        for (size_t i = 0; i < std::size(colours); ++i)
          for (size_t j = 0; j < i; ++j) {
            const auto a = seen(colours[i], eye), b = seen(colours[j], eye);
            least = std::min(least, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
          }
      return least;
    };
    for (const QString& name : themeNames()) {
      QVERIFY2(nearest(loadTheme(name, true)) > 10,
               qPrintable(QStringLiteral("%1: %2").arg(name).arg(nearest(loadTheme(name, true)))));
      QVERIFY(nearest(loadTheme(name)) < 10);  // the problem that the setting solves
    }
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const QColor before = f.window->theme().reduce;
    QVERIFY(clickMenu(f.window.get(), {"View", "Colours for colour-blind users"}));
    QVERIFY(f.window->theme().reduce != before);
    QVERIFY(f.settings.value("safeColours").toBool());
    f.screenshot("colour_safe_dark");
  }

  // Every empty pane describes its purpose.
  void emptyPanes() {
    WindowFixture f;
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.showPage(RunFeature::kPage);
      f.screenshot("empty_run_" + theme);
      f.showPage(ProblemsFeature::kPage);
      f.screenshot("empty_problems_" + theme);
    }
  }
};

}  // namespace lw

// Crashes in the requested way; runs in a process of its own.
int crashOnPurpose(const QString& folder, const QString& how) {
  lw::CrashLog log(folder.toStdString(), "7.8.9");
  for (int i = 0; i < 100; ++i) log.note("step " + std::to_string(i));
  log.note("split(i, [None, 8])");
  log.note("vectorize(j)");
  if (how == QLatin1String("abort")) std::abort();
  if (how == QLatin1String("exception")) {
    std::thread([] { throw std::runtime_error("on purpose"); }).join();  // not caught in the thread
  }
  raise(SIGSEGV);
  return 0;
}

int testWindow(int argc, char** argv) {
  lw::TestWindow test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_window.moc"
