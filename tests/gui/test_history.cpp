// The trace as an editable history: bookmarks, notes in the rows, steps switched off, rows dragged, variants as a tree,
// and the steps that made a loop.
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QTextDocument>
#include <QToolButton>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"

namespace lw {

class TestHistory : public QObject {
  Q_OBJECT

  static QString cell(const WindowFixture& f, int row, int column, int role = Qt::DisplayRole) {
    return f.trace()->model()->index(row, column).data(role).toString();
  }
  static QString call(const WindowFixture& f, int row) { return cell(f, row, TraceModel::kCall); }
  static int rows(const WindowFixture& f) { return f.trace()->model()->rowCount(); }
  static QPoint middle(const WindowFixture& f, int row) {
    return f.trace()->visualRect(f.trace()->model()->index(row, TraceModel::kCall)).center();
  }
  static bool tiled(const WindowFixture& f) {
    if (!f.openText(kSmallProgram)) return false;
    f.window->workbench()->steps()->applyFunction("tiled");
    if (!f.settle()) return false;
    f.window->workbench()->steps()->applyText("unroll(i_1)");
    return f.settle() && rows(f) == 4;
  }
  static bool choose(const WindowFixture& f, int row) {
    f.trace()->setFocus();
    QTest::mouseClick(f.trace()->viewport(), Qt::LeftButton, {}, middle(f, row));
    return f.settle();
  }
  static bool press(const WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers keys = {}) {
    QTest::keyClick(f.trace(), key, keys);
    return f.settle();
  }
  static bool letter(const WindowFixture& f, char c) {
    QTest::keyClick(f.trace(), c);
    return f.settle();
  }

 private Q_SLOTS:
  void bookmarks() {
    WindowFixture f;
    QVERIFY(tiled(f));
    QVERIFY(choose(f, 1));
    QVERIFY(press(f, Qt::Key_B));
    QVERIFY(choose(f, 3));
    QVERIFY(press(f, Qt::Key_B));
    QVERIFY(cell(f, 1, TraceModel::kNumber, TraceModel::kBookmark) == "true");
    QVERIFY(cell(f, 2, TraceModel::kNumber, TraceModel::kBookmark) == "false");
    QVERIFY(cell(f, 1, TraceModel::kCall, Qt::AccessibleTextRole).contains("bookmarked"));
    QVERIFY(letter(f, '['));
    QCOMPARE(f.trace()->traceModel()->currentRow(), 1);
    QVERIFY(letter(f, ']'));
    QCOMPARE(f.trace()->traceModel()->currentRow(), 3);
    QVERIFY(letter(f, ']'));  // wraps around
    QCOMPARE(f.trace()->traceModel()->currentRow(), 1);
    QVERIFY(press(f, Qt::Key_B));  // removes it
    QVERIFY(cell(f, 1, TraceModel::kNumber, TraceModel::kBookmark) == "false");
  }

  void notesStandInTheirRows() {
    WindowFixture f;
    QVERIFY(tiled(f));
    QVERIFY(choose(f, 2));
    {
      const InDialog note([](QDialog* dialog) {
        QTest::keyClicks(dialog->findChild<QPlainTextEdit*>(), "rows of A stay in L1");
        QTest::mouseClick(dialog->findChildren<QPushButton*>().first(), Qt::LeftButton);
      });
      QTest::keyClick(f.trace(), Qt::Key_N);
      QVERIFY(note.came());
    }
    QVERIFY(f.settle());
    QCOMPARE(cell(f, 2, TraceModel::kCall, TraceModel::kRemark), QString("rows of A stay in L1"));
  }

  // A step that is switched off is shown struck through, and the later steps are applied without it; switching it on
  // restores the original.
  void switchedOff() {
    WindowFixture f;
    QVERIFY(tiled(f));
    const std::string whole = f.window->workbench()->program()->views().printed.text;
    QVERIFY(choose(f, 2));
    QVERIFY(call(f, 2).startsWith("reorder"));
    QVERIFY(press(f, Qt::Key_Space));
    QCOMPARE(rows(f), 4);
    QCOMPARE(cell(f, 2, TraceModel::kChange), QString("switched off"));
    QVERIFY(cell(f, 2, TraceModel::kCall, TraceModel::kOff) == "true");
    QCOMPARE(cell(f, 3, TraceModel::kChange), QString("kind"));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i_0", "i_1", "j", "k"}));
    QVERIFY(f.window->workbench()->program()->views().printed.text.find("T.unroll(8)") != std::string::npos);
    QVERIFY(choose(f, 2));
    {
      const QString session = f.folder.filePath("off.lwsession");
      f.window->workbench()->files()->saveSession(session);
      QVERIFY(f.settle());
      const Result<LoadedSession> loaded = loadSession(session.toStdString());
      QVERIFY(loaded.ok());
      const History& history = loaded->session.workspace().history;
      int off = 0;
      for (int i = 0; i < history.size(); ++i) off += history.node(i).off;
      QCOMPARE(off, 1);
    }
    QVERIFY(press(f, Qt::Key_Space));
    QCOMPARE(rows(f), 4);
    QVERIFY(press(f, Qt::Key_End));
    QVERIFY(f.window->workbench()->program()->views().printed.text == whole);
  }

  void draggedRows() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    for (const char* step : {"split(p, [None, 8])", "split(x, [None, 4])", "unroll(x_1)"})
      f.window->workbench()->steps()->applyText(step);
    QVERIFY(f.settle());
    QWidget* viewport = f.trace()->viewport();
    const auto drag = [&](int from, const QPoint& to) {
      QTest::mousePress(viewport, Qt::LeftButton, {}, middle(f, from));
      for (const QPoint& at : {middle(f, from) + QPoint(0, 15), to}) {
        QMouseEvent move(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(viewport, &move);
      }
      f.screenshot("drag_row_dark");
      QTest::mouseRelease(viewport, Qt::LeftButton, {}, to);
      return f.settle();
    };
    const std::string text = f.window->workbench()->program()->views().printed.text;
    QVERIFY(drag(1, middle(f, 3) + QPoint(0, 10)));  // to the end
    QCOMPARE(call(f, 1), QString("split(x, [None, 4])"));
    QCOMPARE(call(f, 3), QString("split(p, [None, 8])"));
    QVERIFY(f.window->workbench()->program()->views().printed.text == text);
    const int before = f.window->workbench()->document()->history().size();
    QVERIFY(drag(2, middle(f, 2) + QPoint(0, 5)));  // back to its own place: no change
    QCOMPARE(f.window->workbench()->document()->history().size(), before);
    QVERIFY(drag(3, middle(f, 0)));  // not before the source
    QCOMPARE(call(f, 0), QString("as written"));
    QCOMPARE(call(f, 1), QString("split(p, [None, 8])"));
  }

  // In a narrow trace the calls remain readable: bars are hidden first, then the changes; in a wide one nothing is
  // elided.
  void narrowTracesKeepTheirCalls() {
    TraceView trace;
    const QString change = QString::fromUtf8("−199 blocks, +12 loops");
    trace.setRows({{0, "as written", "", 77.3, TraceRow::Check::Good},
                   {1, "split(C.m_0_fused, [None, 16])", change, 2.48, TraceRow::Check::Good}},
                  1);
    trace.show();
    const int letters = QFontMetrics(codeFont(12.5)).horizontalAdvance(QString(12, 'm'));
    for (const int width : {230, 280, 340, 420, 520, 700, 1100}) {
      trace.resize(width, 200);
      QVERIFY(QTest::qWaitForWindowExposed(&trace));
      const int call = trace.columnWidth(TraceModel::kCall);
      QVERIFY2(call >= letters + 16, qPrintable(QStringLiteral("%1 of %2").arg(call).arg(width)));
      QCOMPARE(trace.isColumnHidden(TraceModel::kTime), width < 280);
      QCOMPARE(trace.isColumnHidden(TraceModel::kChange), width < 340);
    }
    QVERIFY(trace.columnWidth(TraceModel::kChange) >= QFontMetrics(interfaceFont(12)).horizontalAdvance(change) + 16);
    QVERIFY(trace.columnWidth(TraceModel::kTime) > 160);  // with bars
  }

  // The name of a variant is never elided, not even in a narrow window.
  void namesOfVariantsAreWhole() {
    WindowFixture f;
    QVERIFY(tiled(f));
    f.window->workbench()->history()->goTo(f.window->workbench()->history()->shownPath()[1]);
    f.window->workbench()->steps()->applyText("vectorize(j)");
    QVERIFY(f.settle());
    const BranchView* tree = f.branches();
    for (const QSize& size : {QSize(1000, 640), QSize(1600, 900)}) {
      f.window->resize(size);
      QVERIFY(f.settle());
      if (!tree->isVisible()) QTest::mouseClick(f.window->findChild<QToolButton*>("showBranches"), Qt::LeftButton);
      QVERIFY(f.settle());
      const QTreeWidgetItem* inner = tree->topLevelItem(0)->child(0);
      const int room = tree->visualItemRect(inner).right() - tree->visualItemRect(inner).left(),
                name = QFontMetrics(inner->font(0)).horizontalAdvance(inner->text(0));
      QVERIFY2(tree->columnWidth(0) >= name + 2 * tree->indentation() + 8,
               qPrintable(QStringLiteral("%1 of %2, %3").arg(tree->columnWidth(0)).arg(name).arg(room)));
      f.screenshot(QStringLiteral("variants_%1").arg(size.width()));
    }
  }

  void variantsAsATree() {
    WindowFixture f;
    QVERIFY(tiled(f));
    f.window->workbench()->history()->goTo(f.window->workbench()->history()->shownPath()[1]);
    f.window->workbench()->steps()->applyText("vectorize(j)");
    QVERIFY(f.settle());
    auto* toggle = f.window->findChild<QToolButton*>("showBranches");
    QVERIFY(!f.branches()->isVisible());
    QTest::mouseClick(toggle, Qt::LeftButton);
    BranchView* tree = f.branches();
    QVERIFY(tree->isVisible());
    QCOMPARE(tree->topLevelItemCount(), 1);
    QTreeWidgetItem* first = tree->topLevelItem(0);
    QCOMPARE(first->text(0), QString("tiled"));
    QCOMPARE(first->childCount(), 1);
    QCOMPARE(first->child(0)->text(1), QString("from step 1"));
    QVERIFY(tree->currentItem() == first->child(0));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.screenshot("branches_" + theme);
    }
    f.window->activateWindow();
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_F2);
    auto* line = tree->findChild<QLineEdit*>();
    QVERIFY(line);
    line->selectAll();
    QTest::keyClicks(line, "lanes");
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(f.window->workbench()->document()->history().firstNamed("lanes") > 0, 30000);
    QVERIFY(f.settle());
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(tree->topLevelItem(0)).center());
    QVERIFY(f.settle());
    QCOMPARE(rows(f), 4);
    tree->setFocus();
    tree->setCurrentItem(tree->topLevelItem(0)->child(0));
    {
      const InDialog sure(lw::press(QMessageBox::Yes));
      QTest::keyClick(tree, Qt::Key_Delete);
      QVERIFY(sure.came());
    }
    QVERIFY(f.settle());
    QCOMPARE(tree->topLevelItem(0)->childCount(), 0);
    QTest::mouseClick(toggle, Qt::LeftButton);
    QVERIFY(!tree->isVisible());
  }

  // The inspector names the steps that made a loop; each is a link to its row. A row shows what it made.
  void provenance() {
    WindowFixture f;
    QVERIFY(tiled(f));
    QVERIFY(f.clickLoop("i_1"));
    auto* made = f.inspector()->findChild<QLabel*>("madeBy");
    QVERIFY(made);
    QTextDocument words;
    words.setHtml(made->text());
    QCOMPARE(words.toPlainText(), QString("8 iterations, spatial, made by steps 1 and 3"));
    // The first link by keys: Tab reaches it, Return opens it.
    f.window->activateWindow();
    made->setFocus();
    QTest::keyClick(made, Qt::Key_Tab);
    QTest::keyClick(made, Qt::Key_Return);
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->currentRow(), 1);
    QVERIFY(press(f, Qt::Key_H));
    const LinkedSelection selection = f.window->workbench()->selection()->current();
    QCOMPARE(selection.nodes.loops.size(), size_t(2));
    QVERIFY(selection.holds(f.loop("i_0")) && selection.holds(f.loop("i_1")));
  }
};

}  // namespace lw

int testHistory(int argc, char** argv) {
  lw::TestHistory test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_history.moc"
