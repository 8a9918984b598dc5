// Locked panes, and several panes of one kind.
#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/program/selection_model.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/run_records.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/run/run_view.h"

namespace lw {

class TestPanes : public QObject {
  Q_OBJECT

  static bool press(const WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers keys = {}) {
    f.window->activateWindow();
    if (!QTest::qWaitForWindowActive(f.window.get())) return false;
    QTest::keyClick(f.window->windowHandle(), key, keys);
    return f.settle();
  }
  static QToolButton* lockOf(const WindowFixture& f, const char* pane) {
    return f.window->findChild<Pane*>(pane)->findChild<QToolButton*>("lockPane");
  }
  // Chooses a row of the chooser's menu.
  static bool choose(const WindowFixture& f, const ExtraPane* pane, const QString& row) {
    bool found = false;
    QTimer::singleShot(50, [&] {
      QMenu* menu = pane->chooser()->menu();
      for (QAction* action : menu->actions())
        if (action->text() == row) {
          found = true;
          QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
          return;
        }
      menu->close();
    });
    QTest::mouseClick(pane->chooser(), Qt::LeftButton);
    return f.settle() && found;
  }
  static bool steps(const WindowFixture& f) {
    f.window->workbench()->steps()->applyFunction("tiled");
    return f.settle();
  }

 private Q_SLOTS:
  // Neither the text of a run nor a search moves the borders between panes.
  void bordersStayWhereTheyAre() {
    WindowFixture f;
    f.window->resize(1000, 640);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(steps(f));
    const auto borders = [&] {
      QStringList all;
      for (const char* pane : {"source", "tree", "lowered", "inspector", "trace", "results"})
        if (const auto* p = f.window->findChild<Pane*>(pane))
          all << QStringLiteral("%1 %2 %3 %4 %5").arg(pane).arg(p->x()).arg(p->y()).arg(p->width()).arg(p->height());
      return all.join('\n');
    };
    const RunView* run = f.runView();
    const QSize least = run->minimumSizeHint();
    const auto heights = [&] {
      QStringList all;
      for (const char* pane : {"source", "trace", "results"})
        all << QString::number(f.window->findChild<Pane*>(pane)->height());
      return all.join(' ');
    };
    const QString high = heights();
    f.runView()->setProgress("compiling", 0.4);
    QVERIFY(f.settle());
    QCOMPARE(heights(), high);
    QCOMPARE(run->minimumSizeHint(), least);
    const QString before = borders();
    QVERIFY(f.settle());
    QCOMPARE(borders(), before);
    f.screenshot("run_under_way");
    f.runView()->setProgress({}, 0);
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->records()->model()->rowCount() > 0);
    QCOMPARE(run->minimumSizeHint(), least);
    QCOMPARE(borders(), before);
    f.screenshot("after_a_run");
    const auto* facts = f.runView()->findChild<QScrollArea*>("runFacts");
    const auto inside = [&](const QWidget* part) {
      return f.runView()->rect().contains(QRect(part->mapTo(f.runView(), QPoint(0, 0)), part->size()));
    };
    QVERIFY(inside(facts));
    QVERIFY(facts->widget()->height() <= facts->viewport()->height() ||
            (facts->verticalScrollBar()->isVisible() && inside(facts->verticalScrollBar())));
    f.written()->setFocus();
    QVERIFY(press(f, Qt::Key_F, Qt::ControlModifier));
    QVERIFY(QApplication::focusWidget() && QApplication::focusWidget()->objectName() == "findEdit");
    QTest::keyClicks(QApplication::focusWidget(), "float32");
    QVERIFY(f.settle());
    QCOMPARE(borders(), before);
    f.screenshot("narrow_find");
  }

  void lockedPanesStay() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.showScheduled(true);
    QVERIFY(f.clickLoop("k"));
    CodeView *scheduled = f.scheduled(), *lowered = f.lowered()->text();
    const std::string text = scheduled->code(), stage = lowered->code();
    const std::vector<int> lines = scheduled->highlightedLines();
    QTest::mouseClick(lockOf(f, "source"), Qt::LeftButton);
    lowered->setFocus();
    QVERIFY(press(f, Qt::Key_K, Qt::ControlModifier | Qt::AltModifier));
    QVERIFY(lockOf(f, "lowered")->isChecked());
    QCOMPARE(lockOf(f, "source")->text(), QString("as written"));
    QVERIFY(steps(f));
    QVERIFY(f.clickLoop("i_0"));
    QCOMPARE(scheduled->code(), text);
    QCOMPARE(lowered->code(), stage);
    QCOMPARE(scheduled->highlightedLines(), lines);
    QVERIFY(lockOf(f, "source")->toolTip().startsWith("Locked at as written") ||
            lockOf(f, "source")->toolTip().contains("as written"));
    // A click into a locked text selects what still exists.
    scheduled->setFocus();
    scheduled->goTo(int(scheduled->plainCode().find("j, k in")));
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->selection()->current().loop() == f.loop("j"));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.screenshot("locked_" + theme);
    }
    QTest::mouseClick(lockOf(f, "source"), Qt::LeftButton);
    QTest::mouseClick(lockOf(f, "lowered"), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(scheduled->code().find("i_0") != std::string::npos);
    QVERIFY(lowered->code().find("i_0") != std::string::npos);
    QVERIFY(lockOf(f, "source")->text().isEmpty());
    // Opening another file unlocks panes.
    QTest::mouseClick(lockOf(f, "source"), Qt::LeftButton);
    QVERIFY(f.openText(kTwoBlocks, "two.py"));
    QVERIFY(!lockOf(f, "source")->isChecked());
    QVERIFY(scheduled->code().find("def two") != std::string::npos);
  }

  void aLockedTreeStays() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("k"));
    f.tree()->setFocus();
    QVERIFY(press(f, Qt::Key_K, Qt::ControlModifier | Qt::AltModifier));
    QVERIFY(lockOf(f, "tree")->isChecked());
    const std::vector<std::string> names = f.loopNames();
    QVERIFY(steps(f));
    QCOMPARE(lockOf(f, "tree")->text(), QString("as written"));
    QVERIFY(f.loopNames() == names);
    // A click selects what still exists; nothing can be dragged.
    const int before = f.window->workbench()->document()->history().size();
    QVERIFY(f.drag(f.tree()->rectOf(f.loop("k")), f.tree()->rectOf(f.loop("j"))));
    QCOMPARE(f.window->workbench()->document()->history().size(), before);
    QTest::mouseClick(lockOf(f, "tree"), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(f.loop("i_0").valid());
    QVERIFY(lockOf(f, "tree")->text().isEmpty());
  }

  // Machine code is generated if a view shows it, for the last shown state; the costs of its lines follow.
  void machineCodeIsMadeWhenItIsSeen() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    LoweredView* lowered = f.lowered();
    const auto made = [&] { return lowered->model()->stage(lowered->model()->rowOf("assembly"))->ready; };
    QVERIFY(!made());
    QVERIFY(steps(f));
    QVERIFY(!made());
    lowered->chooseStage("assembly");
    QVERIFY(f.settle());
    QVERIFY(made());
    QVERIFY(!lowered->model()->stage(lowered->model()->rowOf("LLVM IR"))->ready);
    const std::string code = lowered->text()->code();
    QVERIFY2(code.find("ret") != std::string::npos, code.c_str());
    f.window->workbench()->history()->undo();
    f.window->workbench()->history()->redo();
    f.window->workbench()->steps()->applyText("unroll(i_1)");
    QVERIFY(f.settle());
    QVERIFY(made() && lowered->ready());
    QVERIFY(lowered->text()->code() != code);
    const StageText* shown = lowered->shownStage();
    QCOMPARE(shown->notes.front().lines.size(), size_t(std::count(shown->text.begin(), shown->text.end(), '\n')));
    const std::string& about = shown->notes.front().about;
    QVERIFY2(about.find("model of") != std::string::npos, about.c_str());
    const auto rounds = std::count_if(shown->notes.front().lines.begin(), shown->notes.front().lines.end(),
                                      [](const std::string& n) { return n.starts_with("= "); });
    QVERIFY(rounds > 0);
    QVERIFY(lowered->text()->marginWidth(0) > 70);
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.screenshot("cycles_" + theme);
    }
  }

  // A session restores additional panes, with their rows and stages, and pinned names.
  void sessionsKeepPanesAndPins() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(steps(f));
    QVERIFY(press(f, Qt::Key_L, Qt::ControlModifier | Qt::AltModifier));
    ExtraPane* pane = f.extraPanes()->all().front();
    QVERIFY(choose(f, pane, "as written"));
    pane->lowered()->chooseStage("flatten_buffer");
    pane->setLocked(true);
    f.lowered()->chooseStage("lower_opaque_block");
    f.codePanes()->pins()->toggle("A");
    const QString path = f.folder.filePath("kept.lwsession");
    f.window->workbench()->document()->setLayout(f.feature<DocumentsFeature>().sessionLayout());
    f.window->workbench()->files()->saveSession(path);
    QVERIFY(f.settle());
    WindowFixture g;
    g.window->openFile(path);
    QVERIFY(g.settle());
    QCOMPARE(g.extraPanes()->all().size(), size_t(1));
    const ExtraPane* back = g.extraPanes()->all().front();
    QCOMPARE(back->node(), std::optional(0));
    QVERIFY(back->locked());
    QVERIFY(QTest::qWaitFor([&] { return back->lowered()->ready(); }, 10000));
    QCOMPARE(back->lowered()->shownStage()->name, std::string("flatten_buffer"));
    QVERIFY(back->text()->code().find("i_0") == std::string::npos);
    QVERIFY(g.codePanes()->pins()->holds("A"));
    QCOMPARE(g.lowered()->shownStage()->name, std::string("lower_opaque_block"));
  }

  // Two stages of one state, then two states, side by side.
  // A second lowered pane shows the same state for another target, and follows the steps.
  void twoTargets() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(press(f, Qt::Key_L, Qt::ControlModifier | Qt::AltModifier));
    ExtraPane* other = f.extraPanes()->all().front();
    const QString target = f.window->workbench()->target()->name();
    QVERIFY(choose(f, other, "Lower for gpu-emulator"));
    QTRY_COMPARE_WITH_TIMEOUT(other->chooser()->text(), QString("As shown · gpu-emulator"), 10000);
    QCOMPARE(f.window->workbench()->target()->name(), target);
    const auto names = [](const LoweredView* view) {
      std::set<std::string> all;
      for (int row = 0; row < view->model()->rowCount(); ++row) all.insert(view->model()->stage(row)->name);
      return all;
    };
    QTRY_VERIFY_WITH_TIMEOUT(names(other->lowered()) != names(f.lowered()), 10000);
    QVERIFY(names(f.lowered()).contains("assembly") && !names(other->lowered()).contains("assembly"));
    other->lowered()->chooseStage("scheduled TIR");
    f.window->workbench()->steps()->applyText("bind(i, \"threadIdx.x\")");
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(other->text()->code().find("threadIdx.x") != std::string::npos, 10000);
    QVERIFY(f.clickLoop("i"));
    QVERIFY(!other->text()->highlightedLines().empty());
    QVERIFY(other->text()->isVisible());
    QVERIFY2(other->text()->height() > other->height() / 2 && other->text()->width() > other->width() / 3,
             qPrintable(QStringLiteral("%1 × %2").arg(other->text()->width()).arg(other->text()->height())));
    f.screenshot("two_targets_dark");
    const std::vector<ExtraPanes::Kept> kept = f.extraPanes()->kept();
    QCOMPARE(kept.front().target, QString("gpu-emulator"));
    QVERIFY(choose(f, other, "Lower for the target of the window"));
    QTRY_VERIFY_WITH_TIMEOUT(names(other->lowered()) == names(f.lowered()), 10000);
    QCOMPARE(other->chooser()->text(), QString("As shown"));
  }

  void twoOfAKind() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(steps(f));
    QVERIFY(press(f, Qt::Key_L, Qt::ControlModifier | Qt::AltModifier));
    QCOMPARE(f.extraPanes()->all().size(), size_t(1));
    ExtraPane* other = f.extraPanes()->all().front();
    QVERIFY(other->isVisible());
    f.lowered()->chooseStage("scheduled TIR");
    other->lowered()->list()->setFocus();
    QVERIFY(press(f, Qt::Key_Home));
    QCOMPARE(other->lowered()->shownStage()->name, std::string("scheduled TIR"));
    for (const char* stage : {"split_at_barriers", "lower_empty_reduction", "lower_intrin", "lower_init_block"}) {
      QVERIFY(press(f, Qt::Key_Down));
      QCOMPARE(other->lowered()->shownStage()->name, std::string(stage));
    }
    QVERIFY(other->text()->code() != f.lowered()->text()->code());
    // Both panes show the selection, and a click in this one changes it.
    QVERIFY(f.clickLoop("i_1"));
    QVERIFY(!other->text()->highlightedLines().empty());
    other->text()->setFocus();
    other->text()->goTo(int(other->text()->plainCode().find("k == 0")));
    QVERIFY(f.settle());
    QVERIFY(!f.window->workbench()->selection()->current().empty());
    QVERIFY(choose(f, other, "as written"));
    QCOMPARE(other->chooser()->text(), QString("as written"));
    QVERIFY(other->text()->code().find("i_0") == std::string::npos);
    QVERIFY(f.lowered()->text()->code().find("i_0") != std::string::npos);
    QVERIFY(choose(f, other, "step 1: split(i, [None, 8])"));
    QVERIFY(other->text()->code().find("i_0, i_1, j, k") != std::string::npos);
    f.window->workbench()->steps()->applyText("unroll(i_1)");
    QVERIFY(f.settle());
    QVERIFY(other->text()->code().find("T.unroll") == std::string::npos);
    f.showScheduled(true);
    QVERIFY(clickMenu(f.window.get(), {"View", "New scheduled pane\tCtrl+Alt+D"}) ||
            clickMenu(f.window.get(), {"View", "New scheduled pane"}));
    QVERIFY(f.settle());
    ExtraPane* program = f.extraPanes()->all().back();
    QVERIFY(program->text()->code().find("T.unroll") != std::string::npos);
    QTest::mouseClick(program->lock(), Qt::LeftButton);
    QCOMPARE(program->lock()->text(), QString("step 3"));
    f.window->workbench()->history()->undo();
    QVERIFY(f.settle());
    QVERIFY(program->text()->code().find("T.unroll") != std::string::npos);
    QVERIFY(f.scheduled()->code().find("T.unroll") == std::string::npos);
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.window->resize(1720, 1000);
      QVERIFY(f.settle());
      f.screenshot("extra_panes_" + theme);
    }
    QTest::mouseClick(program->lock(), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(program->text()->code().find("T.unroll") == std::string::npos);
    QTest::mouseClick(program->findChild<QToolButton*>("closePane"), Qt::LeftButton);
    QCOMPARE(f.extraPanes()->all().size(), size_t(1));
    QVERIFY(f.openText(kTwoBlocks, "two.py"));
    QCOMPARE(other->chooser()->text(), QString("As shown"));
    QVERIFY(other->text()->code().find("def two") != std::string::npos);
  }

  // The panes are restored in their places, with their stages.
  // A button does not see the mouse leave while its menu is open: it is not lit after another was chosen there.
  void whoseMenuWasUsedIsNotLitLater() {
    WindowFixture f;
    PaneHeader header(QStringLiteral("Results"), f.window.get());
    header.setSwitches({QStringLiteral("Run"), QStringLiteral("Roofline"), QStringLiteral("Accesses")});
    const auto resize = [&](int width) {
      header.resize(width, header.sizeHint().height());
      QCoreApplication::processEvents();
    };
    resize(700);
    header.show();
    QToolButton* accesses = nullptr;
    for (QToolButton* button : header.findChildren<QToolButton*>())
      if (button->text() == QStringLiteral("Accesses")) accesses = button;
    QVERIFY(accesses && accesses->isVisible());
    const QImage plain = accesses->grab().toImage();
    resize(150);
    header.setSwitch(2);
    resize(151);
    QVERIFY(accesses->isVisible() && accesses->menu());
    accesses->setAttribute(Qt::WA_UnderMouse);
    Q_EMIT accesses->menu()->aboutToShow();
    accesses->menu()->actions().first()->trigger();
    QCOMPARE(header.currentSwitch(), 0);
    QVERIFY(!accesses->isVisible());
    resize(700);
    QVERIFY(accesses->isVisible());
    QCOMPARE(accesses->grab().toImage(), plain);
    accesses->setAttribute(Qt::WA_UnderMouse);
    QVERIFY(accesses->grab().toImage() != plain);
  }

  void comeBack() {
    QTemporaryDir folder;
    QSettings settings(folder.filePath("s.ini"), QSettings::IniFormat);
    settings.setValue("autosave", folder.filePath("autosave"));
    settings.setValue("autoMeasure", false);
    QRect place;
    {
      WindowFixture f;
      QVERIFY(f.openText(kSmallProgram));
      QVERIFY(press(f, Qt::Key_L, Qt::ControlModifier | Qt::AltModifier));
      f.extraPanes()->all().front()->lowered()->chooseStage("flatten_buffer");
      f.lowered()->chooseStage("vectorize_loop");
      place = f.extraPanes()->all().front()->geometry();
      f.window->close();
      for (const char* key : {"extraPanes", "layout", "geometry", "stage"})
        settings.setValue(key, f.settings.value(key));
    }
    MainWindow again(&settings);
    again.show();
    QCOMPARE(again.feature<ExtraPanesFeature>().panes()->all().size(), size_t(1));
    ExtraPane* pane = again.feature<ExtraPanesFeature>().panes()->all().front();
    QVERIFY(pane->isVisible());
    QVERIFY(std::abs(pane->geometry().left() - place.left()) < 40);
    again.openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(QTest::qWaitFor([&] { return again.idle() && again.workbench()->document()->hasProgram(); }, 30000));
    QCOMPARE(pane->lowered()->shownStage()->name, std::string("flatten_buffer"));
    QCOMPARE(again.feature<LoweredFeature>().view()->shownStage()->name, std::string("vectorize_loop"));
    again.feature<LayoutsFeature>().reset();
    QVERIFY(again.feature<ExtraPanesFeature>().panes()->all().empty());
  }
};

}  // namespace lw

int testPanes(int argc, char** argv) {
  lw::TestPanes test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_panes.moc"
