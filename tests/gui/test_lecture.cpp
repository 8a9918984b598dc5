// The lecture: one large step at a time, by keys.
#include "app/window/lecture/lecture.h"

#include "tests/gui/fixture.h"
#include "views/trace/trace_model.h"

namespace lw {

class TestLecture : public QObject {
  Q_OBJECT

  static Lecture* begin(const WindowFixture& f) {
    if (!f.openText(kSmallProgram)) return nullptr;
    f.window->workbench()->steps()->applyFunction("tiled");
    if (!f.settle() || !f.typeKey(Qt::Key_F11, {})) return nullptr;
    auto* lecture = f.window->findChild<Lecture*>();
    if (!lecture) return nullptr;
    lecture->tree()->setAnimated(false);
    return sized(f, lecture, QSize(1280, 800)) ? lecture : nullptr;
  }
  // Resizes the lecture, because the screen of the tests is small.
  static bool sized(const WindowFixture& f, Lecture* lecture, const QSize& size) {
    lecture->showNormal();
    lecture->resize(size);
    return f.settle() && QTest::qWaitFor([&] { return lecture->size() == size; }, 5000);
  }
  static std::vector<std::string> loops(const Lecture* lecture) {
    std::vector<std::string> names;
    for (const LoopTreeNode& node : lecture->tree()->tree().nodes)
      if (node.loop.valid()) names.push_back(node.name);
    return names;
  }

 private Q_SLOTS:
  // Arrows move through the trace, and the window behind follows; the text shows what the step changed.
  void arrowsGoThroughTheTrace() {
    WindowFixture f;
    Lecture* lecture = begin(f);
    QVERIFY(lecture && lecture->isVisible());
    QVERIFY(lecture->call()->text().startsWith("reorder("));
    QCOMPARE(loops(lecture), (std::vector<std::string>{"i_0", "j", "i_1", "k"}));
    QTest::keyClick(lecture, Qt::Key_Left);
    QVERIFY(f.settle());
    QVERIFY2(lecture->call()->text().startsWith("split("), qPrintable(lecture->call()->text()));
    QCOMPARE(loops(lecture), (std::vector<std::string>{"i_0", "i_1", "j", "k"}));
    QCOMPARE(f.loopNames(), loops(lecture));
    QCOMPARE(f.trace()->traceModel()->currentRow(), 1);
    const DiffText* diff = lecture->code()->comparison();
    QVERIFY(diff && diff->added > 0 && diff->removed > 0);
    // What the step made is visible, and tinted in the tree.
    for (const char* made : {"i_0", "i_1"})
      for (const LoopTreeNode& node : lecture->tree()->tree().nodes)
        if (node.name == made)
          QVERIFY(lecture->tree()->viewport()->rect().intersects(lecture->tree()->rectOf(node.loop)));
    const int current = lecture->tree()->picture().current();
    QVERIFY(current >= 0);
    const std::string& name = lecture->tree()->tree().nodes[size_t(current)].name;
    QVERIFY2(name == "i_0" || name == "i_1", name.c_str());
    QTest::keyClick(lecture, Qt::Key_PageUp);
    QVERIFY(f.settle());
    QCOMPARE(lecture->call()->text(), QStringLiteral("as written"));
    QVERIFY(!lecture->code()->comparison());
    QTest::keyClick(lecture, Qt::Key_Left);  // there is no step before
    QVERIFY(f.settle());
    QCOMPARE(lecture->call()->text(), QStringLiteral("as written"));
    QTest::keyClick(lecture, Qt::Key_End);
    QVERIFY(f.settle());
    QCOMPARE(loops(lecture), (std::vector<std::string>{"i_0", "j", "i_1", "k"}));
    QVERIFY(lecture->code()->comparison());
    QTest::keyClick(lecture, Qt::Key_Home);
    QVERIFY(f.settle());
    QCOMPARE(loops(lecture), (std::vector<std::string>{"i", "j", "k"}));
    QTest::keyClick(lecture, Qt::Key_Escape);
    QVERIFY(!lecture->isVisible());
    QVERIFY(f.window->isVisible());
  }

  // The type grows with the screen and by keys, in the text and in the tree.
  void largeType() {
    WindowFixture f;
    Lecture* lecture = begin(f);
    QVERIFY(lecture);
    const qreal before = lecture->scale();
    const auto lineHeight = [&] { return int(lecture->code()->SendScintilla(QsciScintilla::SCI_TEXTHEIGHT, 0UL)); };
    const int line = lineHeight();
    QVERIFY(line > int(f.scheduled()->SendScintilla(QsciScintilla::SCI_TEXTHEIGHT, 0UL)) * 5 / 4);
    QCOMPARE(lecture->tree()->zoom(), before);
    QVERIFY(sized(f, lecture, QSize(1920, 1080)));
    QVERIFY(lecture->scale() > before * 1.4);
    QVERIFY(lineHeight() > line * 5 / 4);
    QTest::keyClick(lecture, Qt::Key_Minus);
    QTest::keyClick(lecture, Qt::Key_Minus);
    QVERIFY(lecture->scale() < before * 1.4);
    QTest::keyClick(lecture, Qt::Key_Escape);
    QCOMPARE(int(f.scheduled()->SendScintilla(QsciScintilla::SCI_TEXTHEIGHT, 0UL)), 20);
  }

  // A note is shown below its step; the speedup of a step is shown on request.
  void notesAndAnswers() {
    WindowFixture f;
    Lecture* lecture = begin(f);
    QVERIFY(lecture);
    Workbench* workbench = f.window->workbench();
    workbench->history()->annotate(workbench->document()->history().current(), "the columns of C stay in L1");
    QVERIFY(f.settle());
    QCOMPARE(lecture->note()->text(), QStringLiteral("the columns of C stay in L1"));
    QVERIFY(lecture->time()->text().isEmpty());
    workbench->runs()->run();
    QVERIFY(f.settle(120000));
    QVERIFY2(lecture->time()->text().endsWith("s"), qPrintable(lecture->time()->text()));
    QTest::keyClick(lecture, Qt::Key_Left);
    QVERIFY(f.settle());
    QVERIFY(lecture->note()->text().isEmpty());
    workbench->runs()->run();
    QVERIFY(f.settle(120000));
    QTest::keyClick(lecture, Qt::Key_Right);
    QVERIFY(f.settle());
    QVERIFY2(lecture->time()->text().startsWith("Faster or slower?"), qPrintable(lecture->time()->text()));
    QTest::keyClick(lecture, Qt::Key_Space);
    const QString answer = lecture->time()->text();
    QVERIFY2(answer.contains(
                 timeOf(workbench->records()->model()->of(workbench->document()->history().current())->medianMs)) &&
                 answer.contains(QStringLiteral(" → ")),
             qPrintable(answer));
    QTest::keyClick(lecture, Qt::Key_Space);
    QVERIFY(lecture->time()->text().startsWith("Faster or slower?"));
  }

  void noProgram() {
    WindowFixture f;
    QVERIFY(f.typeKey(Qt::Key_F11, {}));
    QVERIFY(!f.window->findChild<Lecture*>());
  }

  void slides() {
    for (const QString& theme : themeNames()) {
      WindowFixture f;
      f.window->setThemeByName(theme);
      f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
      QVERIFY(f.settle());
      f.window->workbench()->steps()->applyFunction("loop_reorder");
      QVERIFY(f.settle());
      f.window->workbench()->history()->annotate(
          f.window->workbench()->document()->history().current(),
          "The innermost loop now goes along rows of B and C, so that every line of the cache is used whole.");
      QVERIFY(f.typeKey(Qt::Key_F11, {}));
      auto* lecture = f.window->findChild<Lecture*>();
      QVERIFY(lecture);
      lecture->tree()->setAnimated(false);
      for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
        QVERIFY(sized(f, lecture, size));
        QVERIFY(atRest(lecture));
        QDir().mkpath(LW_BINARY_DIR "/screenshots");
        QVERIFY(lecture->grab().save(
            QStringLiteral(LW_BINARY_DIR "/screenshots/lecture_%1_%2.png").arg(theme).arg(size.width())));
        // The texts fit the screen, and the first changed line is visible.
        const CodeView* code = lecture->code();
        QVERIFY(code->comparison());
        const auto& lines = code->comparison()->lines;
        const auto first = std::find_if(lines.begin(), lines.end(),
                                        [](const DiffLine& line) { return line.kind != DiffLine::Kind::Same; }) -
                           lines.begin();
        const int top = int(code->SendScintilla(QsciScintilla::SCI_GETFIRSTVISIBLELINE));
        QVERIFY2(
            top > 0 && top <= first &&
                first < top + code->viewport()->height() / int(code->SendScintilla(QsciScintilla::SCI_TEXTHEIGHT, 0UL)),
            qPrintable(QStringLiteral("%1 %2").arg(first).arg(top)));
        QVERIFY(lecture->call()->fontMetrics().horizontalAdvance(lecture->call()->text()) <= lecture->call()->width());
      }
    }
  }
};

}  // namespace lw

int testLecture(int argc, char** argv) {
  lw::TestLecture test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_lecture.moc"
