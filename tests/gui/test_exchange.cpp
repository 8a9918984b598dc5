// Exchange of files: every format of File > Export, and schedules imported from the menu and by dropping them on the
// window.
#include <QClipboard>
#include <QDropEvent>
#include <QMimeData>
#include <QStatusBar>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/document/arguments.h"
#include "app/services/document/documents.h"
#include "app/services/runs/run_records.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"

namespace lw {

class TestExchange : public QObject {
  Q_OBJECT

  static QString written(const WindowFixture& f, const char* name, const char* text) {
    QFile file(f.folder.filePath(name));
    if (file.open(QIODevice::WriteOnly)) file.write(text);
    return file.fileName();
  }
  static std::string contents(const QString& path) { return bytesOf(path); }
  static int rows(const WindowFixture& f) { return f.trace()->model()->rowCount(); }
  static bool drop(const WindowFixture& f, const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(f.window.get(), &enter);
    QDropEvent dropped(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(f.window.get(), &dropped);
    return enter.isAccepted() && f.settle();
  }
  static constexpr const char* kRecord =
      R"([0, [[[["GetBlock", [], ["C", "main"], ["b0"]], ["GetLoops", ["b0"], [], ["l1", "l2", "l3"]], ["Split", ["l1", "None", 4], [1], ["l4", "l5"]], ["Parallel", ["l4"], [], []], ["EnterPostproc", [], [], []]], []], [0.00041], {"kind": "llvm"}, []]])";

 private Q_SLOTS:
  void everyFormat() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    f.window->workbench()->history()->annotate(f.window->workbench()->document()->history().current(),
                                               "rows stay in L1");
    const std::tuple<const char*, const char*, const char*> formats[] = {
        {"Trace as Python", "out.py", "sch.reorder("},
        {"Trace as JSON, in TVM's format", "out.json", "\"Reorder\""},
        {"Trace as calls in C++", "out.cc", "sch->Reorder("},
        {"C source of the function", "out.c", "int mm(const float *restrict A"},
        {"Object file with a header", "out.o", "lw_kernel_mm"},
        {"Shared library with a header", "libout.so", "lw_kernel_mm"},
        {"Web page of all steps", "out.html", "rows stay in L1"},
        {"Work sheet: all steps, with blanks", "sheet.html", "How many times as fast as before?"},
        {"Web page of this state", "state.html", "rows stay in L1"}};
    for (const auto& [entry, name, expected] : formats) {
      const QString path = f.folder.filePath(name);
      {
        InDialog dialog(typeAndEnter(path));
        QVERIFY2(clickMenu(f.window.get(), {"File", "Export", entry}), entry);
        QVERIFY2(dialog.came(), entry);
      }
      QVERIFY(f.settle());
      QVERIFY2(contents(path).find(expected) != std::string::npos, name);
    }
    QVERIFY(contents(f.folder.filePath("out.h")).find("static inline int mm(") != std::string::npos);
    QVERIFY(contents(f.folder.filePath("libout.h")).find("static inline int mm(") != std::string::npos);
  }

  // One command writes the page of the shown state: what the panes show, linked, with the runs of its states.
  void shared() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    f.window->workbench()->runs()->run();
    QVERIFY(f.settle(120000));
    const QString path = f.folder.filePath("shared.html");
    {
      InDialog dialog(typeAndEnter(path));
      QVERIFY(f.typeKey(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier));
      QVERIFY(dialog.came());
    }
    QVERIFY(f.settle());
    const std::string page = contents(path);
    const Snapshot& program = f.window->workbench()->document()->schedule().program();
    for (const LoopId loop : program.loops(0)) {
      const std::string key = "data-k=\"l" + std::to_string(loop.value) + "\"";
      QVERIFY2(page.find("<div tabindex=\"0\" class=\"box") != std::string::npos, key.c_str());
      QVERIFY2(page.find(key) != page.rfind(key), key.c_str());  // in the tree and in the texts
    }
    const RunRow* run = f.window->workbench()->records()->model()->last();
    QVERIFY(run);
    for (const std::string& expected : {std::string("<td>") + run->label.toStdString() + "</td><td class=\"v\">",
                                        std::string("After 2 steps, for cpu"), std::string("<svg viewBox"),
                                        std::string("data-name=\"asm\""), std::string("sch.reorder(")})
      QVERIFY2(page.find(expected) != std::string::npos, expected.c_str());
    QVERIFY(page.find("src=") == std::string::npos && page.find("http") == std::string::npos);
    {
      InDialog dialog(typeAndEnter(f.folder.filePath("again.html")));
      QVERIFY(clickMenu(f.window.get(), {"File", "Share"}));
      QVERIFY(dialog.came());
    }
    QVERIFY(f.settle());
    QVERIFY(!contents(f.folder.filePath("again.html")).empty());
  }

  // The program and the steps of the shown state, for TVM or for the module of Python.
  void copiedAsPython() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    const std::pair<const char*, const char*> scripts[] = {
        {"A script for TVM", "sch = tvm.tir.Schedule(mm)"},
        {"A script for the module loopwright", "sch = loopwright.Schedule(mm)"}};
    for (const auto& [entry, line] : scripts) {
      QVERIFY2(clickMenu(f.window.get(), {"File", "Copy as Python", entry}), entry);
      const QString text = QApplication::clipboard()->text();
      for (const char* expected : {"@T.prim_func", "def apply_trace(sch)", "sch.reorder(", line, "apply_trace(sch)\n"})
        QVERIFY2(text.contains(expected), expected);
    }
  }

  // The page of all steps has the session in a link, which the desktop hands to the window.
  void linkOfAPage() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    const QString path = f.folder.filePath("steps.html");
    {
      InDialog dialog(typeAndEnter(path));
      QVERIFY(clickMenu(f.window.get(), {"File", "Export", "Web page of all steps"}));
      QVERIFY(dialog.came());
    }
    QVERIFY(f.settle());
    const QString page = QString::fromStdString(contents(path));
    const QString link = page.mid(page.indexOf("loopwright:session?")).section('"', 0, 0);
    WindowFixture g;
    QVERIFY(g.openText(kTwoBlocks));
    g.window->openFile(link);
    QVERIFY(g.settle());
    QCOMPARE(g.loopNames(), f.loopNames());
    QCOMPARE(rows(g), rows(f));
    QVERIFY2(g.window->workbench()->text()->path().isEmpty(), "saving asks for a file");
    // A link that is cut off changes nothing.
    g.window->openFile(link.chopped(40));
    QVERIFY(g.settle());
    QCOMPARE(g.loopNames(), f.loopNames());
    QVERIFY2(g.window->statusBar()->currentMessage().contains("the session in this link is damaged"),
             qPrintable(g.window->statusBar()->currentMessage()));
  }

  // What desktops pass to the program.
  void addressesOfFiles() {
    QCOMPARE(pathOfArgument("file:///a%20b/c.lwsession"), QString("/a b/c.lwsession"));
    QCOMPARE(pathOfArgument("c.py"), QDir::current().absoluteFilePath("c.py"));
    QCOMPARE(pathOfArgument("loopwright:session?eJw"), QString("loopwright:session?eJw"));
    const QString entry =
        QString::fromStdString(contents(LW_SOURCE_DIR "/resources/desktop/org.loopwright.loopwright.desktop"));
    QVERIFY(entry.contains("x-scheme-handler/loopwright;") && entry.contains("Exec=loopwright %u"));
  }

  void importedByTheMenu() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const QString path = written(f, "tuned.json", kRecord);
    {
      InDialog dialog(typeAndEnter(path));
      QVERIFY(clickMenu(f.window.get(), {"File", "Import a schedule"}));
      QVERIFY(dialog.came());
    }
    QVERIFY(f.settle());
    QCOMPARE(rows(f), 3);
    QCOMPARE(f.trace()->model()->index(2, TraceModel::kCall).data().toString(), QString("parallel(i_0)"));
    QVERIFY(f.window->workbench()->document()->history().firstNamed("tuned") > 0);
    QVERIFY(f.window->statusBar()->currentMessage().contains("0.41 ms on llvm"));
  }

  // JSON is exported as a trace that another window imports.
  void jsonOfATrace() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    const QString path = f.folder.filePath("trace.json");
    {
      InDialog dialog(typeAndEnter(path));
      QVERIFY(clickMenu(f.window.get(), {"File", "Export", "Trace as JSON, in TVM's format"}));
      QVERIFY(dialog.came());
    }
    QVERIFY(f.settle());
    WindowFixture g;
    QVERIFY(g.openText(kSmallProgram));
    {
      InDialog dialog(typeAndEnter(path));
      QVERIFY(clickMenu(g.window.get(), {"File", "Import a schedule"}));
      QVERIFY(dialog.came());
    }
    QVERIFY(g.settle());
    QCOMPARE(g.loopNames(), f.loopNames());
    QVERIFY(g.window->workbench()->program()->views().printed.text ==
            f.window->workbench()->program()->views().printed.text);
  }

  // A dropped schedule is imported into the open program; a dropped program is opened.
  void dropped() {
    WindowFixture f;
    QVERIFY(drop(f, written(f, "early.json", kRecord)));
    QVERIFY(f.window->statusBar()->currentMessage().contains("first open the program that it applies to"));
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(drop(f, written(f, "other.py",
                            "def lanes(sch):\n    i, j, k = sch.get_loops(sch.get_block(\"C\"))\n    sch.unroll(j)\n   "
                            " sch.vectorize(k)\n")));
    QCOMPARE(rows(f), 2);  // the second step was refused: k is a reduction
    QVERIFY(!f.window->workbench()->messages()->problems().empty());
    QVERIFY(drop(f, written(f, "trace.py",
                            "def apply_trace(sch):\n    b0 = sch.get_block(name=\"C\", func_name=\"main\")\n    l1, "
                            "l2, l3 = sch.get_loops(block=b0)\n    sch.parallel(loop=l1)\n")));
    QCOMPARE(rows(f), 2);
    QCOMPARE(f.trace()->model()->index(1, TraceModel::kCall).data().toString(), QString("parallel(i)"));
    QVERIFY(drop(f, written(f, "two.py", kTwoBlocks)));
    QVERIFY(f.block("B").valid());
  }

  void whatDoesNotFitIsSaid() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    const int before = f.window->workbench()->document()->history().size();
    f.openOrImport(written(f, "tuned.json", "{\"a\": 1}"));
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->document()->history().size(), before);
    QVERIFY2(f.window->workbench()->messages()->problems().front().message.contains("should be"),
             qPrintable(f.window->workbench()->messages()->problems().front().message));
  }
};

}  // namespace lw

int testExchange(int argc, char** argv) {
  lw::TestExchange test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_exchange.moc"
