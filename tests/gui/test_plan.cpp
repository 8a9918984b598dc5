// Editing earlier steps: each edit creates a variant besides the old one, and later steps are replayed as far as they
// apply.
#include <QLineEdit>

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "tests/gui/fixture.h"

namespace lw {

class TestPlan : public QObject {
  Q_OBJECT

  static QString call(const WindowFixture& f, int row) {
    return f.trace()->model()->index(row, TraceModel::kCall).data().toString();
  }
  static int rows(const WindowFixture& f) { return f.trace()->model()->rowCount(); }
  static bool tiled(const WindowFixture& f) {
    if (!f.openText(kSmallProgram)) return false;
    f.window->workbench()->steps()->applyFunction("tiled");
    if (!f.settle()) return false;
    f.window->workbench()->steps()->applyText("unroll(i_1)");
    return f.settle() && rows(f) == 4;
  }
  static bool choose(const WindowFixture& f, int row) {
    TraceView* trace = f.trace();
    trace->setFocus();
    QTest::mouseClick(trace->viewport(), Qt::LeftButton, {},
                      trace->visualRect(trace->model()->index(row, TraceModel::kCall)).center());
    return f.settle();
  }

 private Q_SLOTS:
  // Another factor: the later steps are replayed, and the old variant remains.
  void anotherFactor() {
    WindowFixture f;
    QVERIFY(tiled(f));
    const int before = f.window->workbench()->document()->history().size();
    QCOMPARE(call(f, 1), QString("split(i, [None, 8])"));
    TraceView* trace = f.trace();
    const QPoint at = trace->visualRect(trace->model()->index(1, TraceModel::kCall)).center();
    QTest::mouseClick(trace->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(trace->viewport(), Qt::LeftButton, {}, at);
    QVERIFY(f.settle());
    if (!trace->editor()->isVisible())
      QTest::keyClick(trace, Qt::Key_F2);  // the rows were laid out again between the clicks
    QVERIFY(trace->editor()->isVisible());
    QCOMPARE(trace->editor()->text(), QString("split(i, [None, 8])"));
    f.screenshot("edit_step_dark");
    trace->editor()->selectAll();
    QTest::keyClicks(trace->editor(), "split(i, [None, 16])");
    QTest::keyClick(trace->editor(), Qt::Key_Return);
    QVERIFY(f.settle());
    QCOMPARE(rows(f), 4);
    QCOMPARE(call(f, 1), QString("split(i, [None, 16])"));
    QVERIFY(f.window->workbench()->program()->views().printed.text.find("T.unroll(16)") != std::string::npos);
    QCOMPARE(f.window->workbench()->document()->history().size(), before + 3);
    QCOMPARE(f.window->workbench()->document()->history().variants().size(), size_t(2));
  }

  void escapeChangesNothing() {
    WindowFixture f;
    QVERIFY(tiled(f));
    QVERIFY(choose(f, 1));
    const int before = f.window->workbench()->document()->history().size();
    QTest::keyClick(f.trace(), Qt::Key_F2);
    QTest::keyClicks(f.trace()->editor(), "split(i, [2])");
    QTest::keyClick(f.trace()->editor(), Qt::Key_Escape);
    QVERIFY(f.settle());
    QVERIFY(!f.trace()->editor()->isVisible());
    QCOMPARE(f.window->workbench()->document()->history().size(), before);
  }

  // A refused edit does not change the variant, and shows the reason.
  void refusedChange() {
    WindowFixture f;
    QVERIFY(tiled(f));
    QVERIFY(choose(f, 1));
    const int before = f.window->workbench()->document()->history().size();
    QTest::keyClick(f.trace(), Qt::Key_F2);
    QTest::keyClicks(f.trace()->editor(), "split(q, [None, 8])");
    QTest::keyClick(f.trace()->editor(), Qt::Key_Return);
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->document()->history().size(), before);
    QVERIFY2(f.window->workbench()->messages()->problems().front().message.contains("q"),
             qPrintable(f.window->workbench()->messages()->problems().front().message));
  }

  // Steps that depend on the removed one remain as rows with the reason.
  void leftOut() {
    WindowFixture f;
    QVERIFY(tiled(f));
    QVERIFY(choose(f, 1));
    QTest::keyClick(f.trace(), Qt::Key_Delete);
    QVERIFY(f.settle());
    QCOMPARE(rows(f), 3);
    QCOMPARE(call(f, 2), QString("unroll(i_1)"));
    QCOMPARE(f.trace()->model()->index(2, TraceModel::kChange).data().toString(), QString("refused"));
    QVERIFY(f.window->workbench()->messages()->problems().front().message.contains("no longer applies"));
    // The old variant is still complete.
    const std::vector<int> variants = f.window->workbench()->document()->history().variants();
    QCOMPARE(variants.size(), size_t(2));
    f.window->workbench()->history()->goTo(variants.front());
    QVERIFY(f.settle());
    QCOMPARE(rows(f), 4);
  }

  void moved() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    for (const char* step : {"split(p, [None, 8])", "split(x, [None, 4])", "unroll(x_1)"})
      f.window->workbench()->steps()->applyText(step);
    QVERIFY(f.settle());
    const std::string text = f.window->workbench()->program()->views().printed.text;
    QVERIFY(choose(f, 2));
    QTest::keyClick(f.trace(), Qt::Key_Up, Qt::AltModifier);
    QVERIFY(f.settle());
    QCOMPARE(call(f, 1), QString("split(x, [None, 4])"));
    QCOMPARE(call(f, 2), QString("split(p, [None, 8])"));
    QVERIFY2(f.window->workbench()->program()->views().printed.text == text, "independent steps: the same program");
    // The first of them cannot move further up.
    QVERIFY(choose(f, 1));
    const int before = f.window->workbench()->document()->history().size();
    QTest::keyClick(f.trace(), Qt::Key_Up, Qt::AltModifier);
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->document()->history().size(), before);
  }
};

}  // namespace lw

int testPlan(int argc, char** argv) {
  lw::TestPlan test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_plan.moc"
