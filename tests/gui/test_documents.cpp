// Which state of the window another document resets, and which it keeps.
#include <QScrollBar>
#include <QStatusBar>

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/schedule/steps.h"
#include "tests/gui/fixture.h"

namespace lw {

class TestDocuments : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Positions and words of the previous document have no meaning in the next one.
  void anotherDocumentBeginsAtItsStart() {
    WindowFixture f;
    f.window->resize(900, 600);
    std::string nests;
    for (int i = 0; i < 40; ++i)
      nests += "    for i" + std::to_string(i) + " in range(64):\n        with T.block(\"b" + std::to_string(i) +
               "\"):\n            v = T.axis.spatial(64, i" + std::to_string(i) +
               ")\n            B[v] = A[v] * T.float32(" + std::to_string(i) +
               ") + A[v] * A[v] * A[v] * A[v] * A[v] * A[v] * A[v] * A[v] * A[v] * A[v] * A[v] * A[v]\n";
    const std::string text =
        "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((64,), \"float32\"), B: "
        "T.Buffer((64,), \"float32\")):\n" +
        nests;
    QVERIFY(f.openText(text.c_str(), "long.py"));
    f.window->workbench()->steps()->applyText("parallel(i3)");
    QVERIFY(f.settle());
    CodeView* written = f.written();
    written->SendScintilla(QsciScintilla::SCI_GOTOPOS, (unsigned long)text.size() - 1);
    QScrollBar* bar = f.tree()->verticalScrollBar();
    bar->setValue(bar->maximum());
    QVERIFY(bar->value() > 0 && written->SendScintilla(QsciScintilla::SCI_GETFIRSTVISIBLELINE) > 0);
    QVERIFY(!f.window->statusBar()->currentMessage().isEmpty());
    QVERIFY(f.openText(text.c_str(), "again.py"));
    QCOMPARE(bar->value(), 0);
    for (const CodeView* view : {f.written(), f.scheduled()}) {
      QCOMPARE(view->SendScintilla(QsciScintilla::SCI_GETFIRSTVISIBLELINE), 0L);
      QCOMPARE(view->SendScintilla(QsciScintilla::SCI_GETXOFFSET), 0L);
    }
    QVERIFY2(!f.window->statusBar()->currentMessage().contains("parallel"), "the step was another document's");
  }

  // A text that is replaced keeps its scroll position, and does not follow the cursor to the end of a line that was
  // shorter before.
  void newTextStaysWhereItIs() {
    CodeView view;
    view.resize(300, 200);
    view.show();
    view.setCode("a\nb\n");
    view.SendScintilla(QsciScintilla::SCI_GOTOPOS, 3UL);
    view.setCode(std::string(400, 'x') + "\nb\n");
    view.SendScintilla(QsciScintilla::SCI_GOTOPOS, 300UL);
    view.SendScintilla(QsciScintilla::SCI_SETXOFFSET, 0UL);
    view.setCode(std::string(500, 'x') + "\nc\n");
    QCOMPARE(view.SendScintilla(QsciScintilla::SCI_GETXOFFSET), 0L);
  }

  // As for `loopwright --schedule`.
  void aFileOpensWithOneOfItsSchedules() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py", "loop_reorder");
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->document()->schedule().stepCount(),
             8);  // for each of two blocks: the block, its loops, reorder, decompose_reduction
  }

  // Functions without errors can be scheduled.
  void anErrorInOneFunctionBlocksNoOther() {
    WindowFixture f;
    const auto function = [](const std::string& name, const std::string& value) {
      return "\n@T.prim_func\ndef " + name +
             "(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n    for " + name[0] +
             " in range(64):\n        with T.block(\"" + name + "_block\"):\n            v = T.axis.spatial(64, " +
             name[0] + ")\n            B[v] = " + value + "\n";
    };
    const std::string text =
        "from tvm.script import tir as T\n" + function("good", "A[v] * T.float32(2)") + function("bad", "Q[v]");
    QVERIFY(f.openText(text.c_str()));
    const auto problem = [&] {
      return f.problems()->problemsModel()->index(0, ProblemsModel::kMessage).data().toString();
    };
    QCOMPARE(f.problems()->problemsModel()->rowCount(), 1);
    QVERIFY2(problem().contains("'Q' is not defined"), qPrintable(problem()));
    QCOMPARE(f.window->workbench()->document()->functionNames(), QStringList{"good"});
    QVERIFY(f.clickLoop("g"));
    QTest::mouseClick(f.bar()->button("parallel"), Qt::LeftButton);
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 2);
    // An edit of the valid function keeps its step.
    CodeView* written = f.written();
    const auto type = [&](const char* before, const char* keys) {
      written->goTo(int(written->code().find(before)));
      QTest::keyClicks(written, keys);
      return QTest::qWaitFor(
                 [&] { return f.window->workbench()->document()->source()->source.text == written->code(); }, 10000) &&
             f.settle();
    };
    QVERIFY(type("2)", "1"));
    QVERIFY(f.window->workbench()->document()->session()->fits());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 2);
    QVERIFY(f.scheduled()->code().find("T.float32(12.0)") != std::string::npos);
    QVERIFY2(problem().contains("'Q' is not defined"), qPrintable(problem()));
    // With errors in both, the schedule remains for the previous text, and the file has no function to choose.
    QVERIFY(type("A[v] *", "+ = "));
    QVERIFY(!f.window->workbench()->document()->session()->fits());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 2);
    for (int i = 0; i < 4; ++i) QTest::keyClick(written, Qt::Key_Backspace);
    // The other function is corrected.
    written->goTo(int(written->code().find("Q[v]") + 1));
    QTest::keyClick(written, Qt::Key_Backspace);
    QTest::keyClicks(written, "A");
    QVERIFY(QTest::qWaitFor([&] { return f.problems()->problemsModel()->rowCount() == 0; }, 10000));
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->document()->functionNames(), QStringList({"good", "bad"}));
    QVERIFY(f.window->workbench()->document()->session()->fits());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 2);
  }

  // The editor would end the text at a NUL byte, and saving would discard the rest.
  void noTextIsNotOpened() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const QString path = f.folder.filePath("bin.py");
    QByteArray bytes("abc\0def", 7);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == 7);
    file.close();
    f.window->openFile(path);
    QVERIFY(f.settle());
    QCOMPARE(QString::fromStdString(f.written()->code()), QString(kSmallProgram));
    const std::vector<Problem> problems = f.window->workbench()->messages()->problems();
    QVERIFY(!problems.empty() && problems.front().message.contains("bin.py is not a text file: byte 3 is 0"));
  }
};

}  // namespace lw

int testDocuments(int argc, char** argv) {
  lw::TestDocuments test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_documents.moc"
