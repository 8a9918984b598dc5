// The changes of a stage, and the differences of two states of the program.
#include <QLabel>
#include <QToolButton>

#include "app/models/lowering/state_comparison.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/steps.h"
#include "tests/gui/fixture.h"

namespace lw {

class TestCompare : public QObject {
  Q_OBJECT

  static QToolButton* tool(const WindowFixture& f, const char* name) { return f.window->findChild<QToolButton*>(name); }
  static QStringList linesOfKind(const CodeView* view, DiffLine::Kind kind) {
    QStringList lines;
    if (const DiffText* diff = view->comparison())
      for (size_t i = 0; i < diff->lines.size(); ++i)
        if (diff->lines[i].kind == kind) lines << view->text(int(i)).trimmed();
    return lines;
  }
  static bool markedWith(const CodeView* view, const QString& line, int markers) {
    for (int i = 0; i < view->lines(); ++i)
      if (view->text(i).trimmed() == line) return int(view->markersAtLine(i)) & markers;
    return false;
  }

 private Q_SLOTS:
  // The button shows what the chosen stage changed; Up and Down choose the next stage.
  void stageAgainstTheOneBefore() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.lowered()->chooseStage("lower_init_block");
    CodeView* text = f.lowered()->text();
    QVERIFY(!text->comparison());
    const QString plain = text->text();
    QTest::mouseClick(tool(f, "stageDiff"), Qt::LeftButton);
    QVERIFY(text->comparison());
    QVERIFY2(linesOfKind(text, DiffLine::Kind::Removed).contains("with T.init():"),
             qPrintable(linesOfKind(text, DiffLine::Kind::Removed).join("\n")));
    QVERIFY(linesOfKind(text, DiffLine::Kind::Added).join("\n").contains("if "));
    QVERIFY(markedWith(text, "with T.init():", 1 << 2));
    f.screenshot("diff_stage_dark");
    QTest::keyClick(f.lowered()->list(), Qt::Key_Down);
    QVERIFY(f.lowered()->list()->currentIndex().row() > 1 || text->comparison());
    f.lowered()->chooseStage("lower_init_block");
    QTest::mouseClick(tool(f, "stageDiff"), Qt::LeftButton);
    QCOMPARE(text->text(), plain);
  }

  // The selection keeps its lines, also between removed lines.
  void selectionInADiff() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.lowered()->chooseStage("lower_init_block");
    QTest::mouseClick(tool(f, "stageDiff"), Qt::LeftButton);
    QVERIFY(f.clickLoop("k"));
    CodeView* text = f.lowered()->text();
    QVERIFY(!text->highlightedLines().empty());
    for (const int line : text->highlightedLines())
      QVERIFY(text->comparison()->lines[size_t(line)].kind != DiffLine::Kind::Removed);
    const Span block = text->comparison()->shown({0, 1});
    QVERIFY(block.valid());
    QCOMPARE(text->comparison()->second(block.begin), 0);
  }

  // C in the trace chooses a state; every pane compares the states shown afterwards with it, until Esc.
  void twoStates() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    f.showScheduled(true);
    TraceView* trace = f.trace();
    trace->setFocus();
    QTest::keyClick(trace, Qt::Key_Home);
    QVERIFY(f.settle());
    QTest::keyClick(trace, Qt::Key_C);
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->comparison()->compared(), std::optional(0));
    QVERIFY(linesOfKind(f.scheduled(), DiffLine::Kind::Added).isEmpty());
    QTest::keyClick(trace, Qt::Key_End);
    QVERIFY(f.settle());
    const QStringList added = linesOfKind(f.scheduled(), DiffLine::Kind::Added),
                      removed = linesOfKind(f.scheduled(), DiffLine::Kind::Removed);
    QVERIFY2(removed.contains("for i, j, k in T.grid(64, 64, 64):"), qPrintable(removed.join("\n")));
    QVERIFY2(added.join("\n").contains("i_0, j, i_1, k in T.grid(8, 64, 8, 64)"), qPrintable(added.join("\n")));
    f.lowered()->chooseStage("scheduled TIR");
    QVERIFY(f.lowered()->text()->comparison());
    QVERIFY(tool(f, "comparedWith")->isVisible());
    QVERIFY(tool(f, "comparedWith")->text().contains("as written"));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("compare_" + theme);
    }
    QTest::keyClick(trace, Qt::Key_Escape);
    QVERIFY(!f.scheduled()->comparison());
    QVERIFY(!f.lowered()->text()->comparison());
    QVERIFY(!tool(f, "comparedWith")->isVisible());
  }

  // The loop tree says what differs from the compared state: new, moved and changed loops, and those that are gone.
  void inTheLoopTree() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    f.window->workbench()->steps()->applyText("parallel(j)");
    QVERIFY(f.settle());
    const auto said = [&](const char* loop) {
      return f.tree()->picture().lookOf(f.tree()->tree().find(f.loop(loop))).becomes;
    };
    const auto state = [&] {
      return f.feature<LoopTreeFeature>().pane()->header()->findChild<QLabel*>("paneState")->toolTip();
    };
    QCOMPARE(said("i_0"), QString());
    TraceView* trace = f.trace();
    trace->setFocus();
    QTest::keyClick(trace, Qt::Key_Home);
    QVERIFY(f.settle());
    QTest::keyClick(trace, Qt::Key_C);
    QVERIFY(f.settle());
    QTest::keyClick(trace, Qt::Key_End);
    QVERIFY(f.settle());
    QCOMPARE(said("i_0"), QStringLiteral("new"));
    QCOMPARE(said("j"), QStringLiteral("was serial"));
    QCOMPARE(said("k"), QString());
    QCOMPARE(state(), QStringLiteral("Against as written, without i"));
    f.screenshot("compare_tree_dark");
    QTest::keyClick(trace, Qt::Key_Escape);
    QCOMPARE(said("i_0"), QString());
    QCOMPARE(state(), QString());
  }

  // The run pane compares the time of the shown state with that of the chosen one.
  void inTime() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const auto facts = [&] {
      QStringList words;
      for (const QLabel* label : f.runView()->findChildren<QLabel*>()) words << label->text();
      return words;
    };
    const auto run = [&] {
      f.window->workbench()->runs()->run();
      return f.settle();
    };
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle() && run());
    f.window->workbench()->steps()->applyText("unroll(i_1)");
    f.window->workbench()->steps()->applyText("split(j, [None, 8])");
    QVERIFY(f.settle() && run());
    QTRY_VERIFY_WITH_TIMEOUT(facts().contains("Against step 1"), 30000);
    TraceView* trace = f.trace();
    trace->setFocus();
    QTest::keyClick(trace, Qt::Key_Home);
    QVERIFY(f.settle());
    QTest::keyClick(trace, Qt::Key_C);
    QVERIFY(f.settle());
    QTest::keyClick(trace, Qt::Key_End);
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(facts().contains("Compared with") && facts().contains("not run yet"), 30000);
    QTest::keyClick(trace, Qt::Key_Home);
    QVERIFY(f.settle() && run());
    QTest::keyClick(trace, Qt::Key_End);
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(facts().contains("Against as written") && !facts().contains("Against step 1"), 30000);
    QTest::keyClick(trace, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!facts().contains("Compared with"), 30000);
  }

  // A comparison ends with another text, because its nodes no longer exist.
  void endsWithTheDocument() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    f.window->workbench()->comparison()->compareWith(0);
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->comparison()->state());
    QVERIFY(f.openText(kTwoBlocks, "two.py"));
    QVERIFY(!f.window->workbench()->comparison()->state());
    QVERIFY(!f.scheduled()->comparison());
    f.window->workbench()->comparison()->compareWith(99);
    QVERIFY(!f.window->workbench()->comparison()->compared());
  }
};

}  // namespace lw

int testCompare(int argc, char** argv) {
  lw::TestCompare test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_compare.moc"
