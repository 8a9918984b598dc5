// Hints before a click: the menu of a loop, the reason of a greyed step in the status line, and the steps that consumed
// a name.
#include <QHelpEvent>
#include <QMenu>
#include <QStatusBar>
#include <QSvgRenderer>
#include <QToolButton>

#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/program/selection_model.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/steps.h"
#include "app/services/offers/offers.h"
#include "tests/gui/context_menu.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/palette/primitive_bar.h"
#include "views/palette/step_groups.h"

namespace lw {

class TestMenus : public QObject {
  Q_OBJECT

  static QAction* entry(const QMenu* menu, const QString& begin) {
    for (QAction* action : menu->actions())
      if (action->text() == begin || action->text().startsWith(begin + " ")) return action;
    return nullptr;
  }
  static QStringList names(const QMenu* menu) {
    QStringList all;
    for (const QAction* action : menu->actions())
      all << (action->isSeparator() ? QStringLiteral("--") : action->text().section(' ', 0, 0));
    return all;
  }
  static QString statusOver(const WindowFixture& f, const std::string& step) {
    QToolButton* button = f.bar()->button(step);
    QEnterEvent enter(QPointF(4, 4), QPointF(4, 4), QPointF(4, 4));
    QCoreApplication::sendEvent(button, &enter);
    return f.window->statusBar()->currentMessage();
  }

 private Q_SLOTS:
  // On a screen 768 pixels high each menu is one column: a second one covers what the menu is about.
  void menusFitALowScreen() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    auto* bar = f.window->findChild<QMenuBar*>();
    for (QAction* title : bar->actions()) {
      QTest::mouseClick(bar, Qt::LeftButton, {}, bar->actionGeometry(title).center());
      QMenu* menu = title->menu();
      QTRY_VERIFY2(menu->isVisible(), qPrintable(title->text()));
      QSet<int> columns;
      for (QAction* entry : menu->actions())
        if (entry->isVisible()) columns << menu->actionGeometry(entry).left();
      QVERIFY2(
          columns.size() == 1 && menu->height() <= 730,
          qPrintable(QString("%1: %2 columns, %3 pixels").arg(title->text()).arg(columns.size()).arg(menu->height())));
      QTest::keyClick(menu, Qt::Key_Escape);
    }
  }

  // The right button selects the loop under the mouse, and offers the steps for this loop and not for the previous one.
  void menuOfALoop() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    bool refused = false, first = false;
    QString reason;
    QVERIFY(menuAt(f, f.tree()->rectOf(f.loop("k")), [&](QMenu* menu) {
      const QAction* loops = entry(menu, "Loops");
      const QAction* parallel = loops ? entry(loops->menu(), "parallel") : nullptr;
      refused = parallel && parallel->text().contains("refused");
      reason = parallel ? parallel->toolTip() : QString();
      QAction* unroll = entry(menu, "unroll");
      first = unroll && !unroll->text().contains("refused");
      if (unroll) QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(unroll).center());
    }));
    QVERIFY(refused && first);
    QVERIFY2(reason.contains("carries the reduction of block \"C\""), qPrintable(reason));
    QCOMPARE(f.trace()->traceModel()->index(1, TraceModel::kCall).data().toString(), QString("unroll(k)"));
  }

  // Legal steps come first; then every group once, in the order of the bar, with its name.
  void menusByGroup() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const auto isLegal = [&](const QString& name) {
      return f.window->workbench()->offers()->of(name.toStdString())->state == StepOffer::State::Legal;
    };
    QStringList found, loops;
    QVERIFY(menuAt(f, f.tree()->rectOf(f.loop("i")), [&](QMenu* menu) {
      found = names(menu);
      if (const QAction* group = entry(menu, "Loops")) loops = names(group->menu());
      menu->grab().save(LW_BINARY_DIR "/screenshots/menu_of_a_loop.png");
    }));
    const qsizetype line = found.indexOf("--");
    QVERIFY2(line > 2 && line <= 10, qPrintable(found.join(' ')));
    for (qsizetype i = 0; i < line; ++i) QVERIFY2(isLegal(found[i]), qPrintable(found[i]));
    QStringList groups;
    for (const Group group : stepGroups()) groups << groupName(group).section(' ', 0, 0);
    qsizetype last = -1;
    for (const QString& name : found.mid(line + 1)) {
      const qsizetype at = name == "Composites" ? groups.size() : groups.indexOf(name);
      QVERIFY2(at > last, qPrintable(found.join(' ')));
      last = at;
    }
    for (const char* step : {"split", "fuse", "tile", "peel"})
      QVERIFY2(loops.contains(step), qPrintable(loops.join(' ')));
    const QMenu* schedule = entryOf(f.window->findChild<QMenuBar*>(), "Schedule")->menu();
    QVERIFY2(schedule->sizeHint().height() < 500, qPrintable(QString::number(schedule->sizeHint().height())));
    QVERIFY(clickMenu(f.window.get(), {"Schedule", "Memory", "cache_read"}));
    QVERIFY(f.form()->isVisible());
  }

  void menuOfABlock() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    QVERIFY(menuAt(f, f.tree()->rectOf(f.block("B")), [&](QMenu* menu) {
      if (QAction* inlined = entry(menu, "compute_inline"))
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(inlined).center());
    }));
    QCOMPARE(f.trace()->traceModel()->index(1, TraceModel::kCall).data().toString(), QString("compute_inline(\"B\")"));
    QVERIFY(!f.block("B").valid());
  }

  // Directly after a click on another loop, a step applies to that loop, even while its offers are still being
  // computed.
  void offersOfTheLoopBeforeAreNotApplied() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    const QRect box = f.tree()->rectOf(f.loop("j"));
    QTest::mouseClick(f.tree()->viewport(), Qt::LeftButton, {}, box.topLeft() + QPoint(20, 14));
    QTest::keyClick(f.tree(), Qt::Key_U);
    QVERIFY(f.settle());
    if (f.form()->isVisible()) {  // the form asks if the offers are not known yet
      QVERIFY(f.settle());
      QTest::mouseClick(f.form()->findChild<QPushButton*>("applyStep"), Qt::LeftButton);
      QVERIFY(f.settle());
    }
    QCOMPARE(f.trace()->traceModel()->index(1, TraceModel::kCall).data().toString(), QString("unroll(j)"));
  }

  // Before any click.
  void reasonsInTheStatusLine() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY2(statusOver(f, "unroll").contains("select a loop"), qPrintable(statusOver(f, "unroll")));
    QVERIFY(f.clickLoop("k"));
    QString said = statusOver(f, "parallel");
    QVERIFY2(said.startsWith("parallel(k): ") && said.contains("carries the reduction of block \"C\""),
             qPrintable(said));
    QHelpEvent help(QEvent::ToolTip, QPoint(4, 4), QPoint(4, 4));
    QCoreApplication::sendEvent(f.bar()->button("parallel"), &help);
    QCOMPARE(f.bar()->button("parallel")->toolTip().section('\n', 1), said);
    said = statusOver(f, "unroll");
    QCOMPARE(said, QString("unroll(k): legal here"));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(f.bar()->button("unroll"), &leave);
    QVERIFY(f.window->statusBar()->currentMessage().isEmpty());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);
  }

  // A name that an earlier step consumed.
  void consumedNames() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    for (const char* step : {"split(i, [None, 8])", "parallel(\"i\")"}) f.window->workbench()->steps()->applyText(step);
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 2);
    const Problem problem = f.window->workbench()->messages()->problems().front();
    QCOMPARE(problem.message, QString("loop i no longer exists: step 1 (split) consumed it"));
  }

  void chartAsAPicture() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(!clickMenu(f.window.get(), {"File", "Export the chart of the runs as a picture"}));  // there are no runs
    f.window->workbench()->runs()->run();
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyText("unroll(k)");
    QVERIFY(f.settle());
    f.window->workbench()->runs()->run();
    QVERIFY(f.settle());
    for (const char* name : {"chart.svg", "chart.png"}) {
      const QString path = f.folder.filePath(name);
      InDialog dialog(typeAndEnter(path));
      QVERIFY(clickMenu(f.window.get(), {"File", "Export the chart of the runs as a picture"}));
      QVERIFY(dialog.came());
      QVERIFY2(QFileInfo(path).size() > 2000, name);
    }
    const QImage png(f.folder.filePath("chart.png"));
    QCOMPARE(png.size(), QSize(1920, 960));
    int bars = 0;  // of both states, in the colours of their bars
    for (int x = 0; x < png.width(); x += 4)
      for (int y = 0; y < png.height(); y += 4)
        bars += png.pixelColor(x, y) == f.window->theme().bar || png.pixelColor(x, y) == f.window->theme().vectorized;
    QVERIFY2(bars > 500, qPrintable(QString::number(bars)));
    QDir().mkpath(LW_BINARY_DIR "/screenshots");
    QFile::remove(LW_BINARY_DIR "/screenshots/chart.png");
    QVERIFY(QFile::copy(f.folder.filePath("chart.png"), LW_BINARY_DIR "/screenshots/chart.png"));
    QFile svg(f.folder.filePath("chart.svg"));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QVERIFY(svg.readAll().contains("step 1"));
  }

  // The menu of samples has a menu for each folder, at any depth.
  void samplesAreListedAtAnyDepth() {
    WindowFixture f;
    QAction* kernel = nullptr;
    for (QAction* action : f.window->findChildren<QAction*>())
      if (action->text() == "flash_attention.py") kernel = action;
    QVERIFY(kernel);
    kernel->trigger();
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->text()->path().endsWith("samples/gpu/kernels/flash_attention.py"));
  }

  // A step whose check takes long is offered, and checked on request.
  void undecidedStepsAreOffered() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/gpu/split_k.py");
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyFunction("schedule");
    QVERIFY(f.settle());
    f.window->workbench()->selection()->select(LinkedSelection::of(f.block("C_update")));
    QVERIFY(f.settle());
    const auto& offers = f.window->workbench()->offers()->all();
    const auto undecided = std::find_if(offers.begin(), offers.end(),
                                        [](const StepOffer& o) { return o.state == StepOffer::State::Undecided; });
    QVERIFY(undecided != offers.end());
    const std::string name = undecided->primitive->name;
    QToolButton* button = f.bar()->button(name);
    QVERIFY(!button->property("refused").toBool());
    f.screenshot("undecided_dark");
    QVERIFY2(statusOver(f, name).contains("not checked yet: the exact check runs on the click"),
             qPrintable(statusOver(f, name)));
  }
};

}  // namespace lw

int testMenus(int argc, char** argv) {
  lw::TestMenus test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_menus.moc"
