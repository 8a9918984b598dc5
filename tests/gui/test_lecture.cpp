// The lecture: one large step at a time, by keys; its slides.
#include <QTemporaryDir>
#include <optional>

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/models/runs/runs.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/text/number_text.h"
#include "app/services/runs/run_records.h"
#include "app/window/lecture/lecture.h"
#include "app/window/lecture/lecture_feature.h"
#include "app/window/lecture/slides.h"

#include "tests/gui/fixture.h"
#include "views/loop_tree/loop_tree_drag.h"
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
  // Records a run of a state that took so long.
  static void record(const WindowFixture& f, int node, double ms, bool right = true) {
    Workbench* workbench = f.window->workbench();
    RunRecord run;
    run.node = node;
    run.target = workbench->target()->name().toStdString();
    run.math = toText(workbench->target()->math());
    run.function = workbench->document()->session()->function();
    run.program = workbench->records()->programHash();
    run.runs = 5;
    run.medianMs = ms, run.lowMs = run.minMs = ms * 0.99, run.highMs = run.maxMs = ms * 1.01;
    run.checked = true, run.ok = right;
    if (!right) run.difference = "C[0, 0] is 1, should be 2";
    workbench->records()->add(workbench->document()->session()->program(), std::move(run));
  }
  static std::vector<std::string> loops(const Lecture* lecture) {
    std::vector<std::string> names;
    for (const LoopTreeNode& node : lecture->tree()->tree().nodes)
      if (node.loop.valid()) names.push_back(node.name);
    return names;
  }

  // The presenter's window at the size of its screen, at the step before the last: nothing is cut, and the next loop
  // tree is visible.
  static void presenterFits(const WindowFixture& f, Lecture* lecture, const QSize& size, const QString& theme) {
    Presenter* presenter = lecture->presenter();
    QTest::keyClick(lecture, Qt::Key_PageUp);
    QTest::keyClick(lecture, Qt::Key_N);
    QVERIFY(f.settle());
    presenter->resize(size);
    QVERIFY(lw::atRest(presenter));
    QVERIFY(presenter->grab().save(
        QStringLiteral(LW_BINARY_DIR "/screenshots/presenter_%1_%2.png").arg(theme).arg(size.width())));
    for (const QLabel* label : presenter->findChildren<QLabel*>()) {
      if (!label->isVisible() || label->text().isEmpty()) continue;
      const QRect room = label->contentsRect();
      const QRect text =
          label->fontMetrics().boundingRect(room, label->wordWrap() ? Qt::TextWordWrap : 0, label->text());
      QVERIFY2(text.width() <= room.width() && text.height() <= room.height(), qPrintable(label->text()));
    }
    // The type grows with the screen, and with it the tree.
    QVERIFY(presenter->call()->fontMetrics().height() * 1000 >= 18 * std::min(size.width(), 1700));
    QVERIFY(presenter->nextTree()->isVisible() && presenter->nextTree()->width() > size.width() / 3);
    QTest::keyClick(lecture, Qt::Key_N);
    QTest::keyClick(lecture, Qt::Key_PageDown);
    QVERIFY(f.settle());
  }

 private Q_SLOTS:
  // Slides: what the lecture shows of each state, as a PDF and as pictures; the window is where it was.
  void slidesOfAllSteps() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    const int shown = f.window->workbench()->document()->history().current();
    const size_t states = f.window->workbench()->history()->shownPath().size();
    QVERIFY(states >= 2);
    const QTemporaryDir folder;
    const auto write = [&](const QString& name) {
      std::optional<SlidesWritten> written;
      f.feature<LectureFeature>().writeSlides(folder.filePath(name), [&](const SlidesWritten& w) { written = w; });
      if (!QTest::qWaitFor([&] { return written.has_value(); }, 60000)) return QStringLiteral("nothing was written");
      return written->error.isEmpty() ? QString::number(written->count) : written->error;
    };
    QCOMPARE(write("all.pdf"), QString::number(states));
    QFile pdf(folder.filePath("all.pdf"));
    QVERIFY(pdf.open(QIODevice::ReadOnly));
    const QByteArray bytes = pdf.readAll();
    QCOMPARE(bytes.count("/Type /Page\n"), qsizetype(states));
    QVERIFY(bytes.contains("/FontFile2"));  // text, which can be searched, and no picture of it
    QCOMPARE(write("all.png"), QString::number(states));
    std::vector<QImage> pictures;
    for (size_t i = 0; i < states; ++i) {
      pictures.emplace_back(folder.filePath(QStringLiteral("all_%1.png").arg(i)));
      QCOMPARE(pictures.back().size(), QSize(2560, 1440));
      QVERIFY(i == 0 || pictures[i] != pictures[i - 1]);
    }
    // With times, the answer is on the slide, and there is room for it.
    const std::vector<int> path = f.window->workbench()->history()->shownPath();
    record(f, path[0], 12);
    record(f, path[1], 4);
    QCOMPARE(write("timed.png"), QString::number(states));
    const QImage timed(folder.filePath("timed_1.png"));
    QVERIFY(timed.copy(0, 1300, 2560, 140) != pictures[1].copy(0, 1300, 2560, 140));
    timed.save(LW_BINARY_DIR "/screenshots/slide.png");
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->document()->history().current(), shown);
    QTRY_VERIFY(!f.window->findChild<Lecture*>());  // nothing is left of it
    QCOMPARE(write("missing/all.pdf"), QStringLiteral("Cannot write %1").arg(folder.filePath("missing/all.pdf")));
  }

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

  // The audience guesses the range of the time, by a key or the mouse; the answer marks the right range and the guess.
  void guesses() {
    WindowFixture f;
    Lecture* lecture = begin(f);
    QVERIFY(lecture);
    QVERIFY(lecture->quiz()->isHidden());
    const std::vector<int> path = f.window->workbench()->history()->shownPath();
    QCOMPARE(path.size(), size_t(3));
    record(f, path[0], 12);
    record(f, path[1], 4);
    record(f, path[2], 4.2);
    QTest::keyClick(lecture, Qt::Key_PageUp);
    QVERIFY(f.settle());
    QVERIFY(lecture->quiz()->isVisible());
    QVERIFY2(lecture->quiz()->button(3)->text().contains("2 to 5 times as fast"),
             qPrintable(lecture->quiz()->button(3)->text()));
    QVERIFY(lecture->quiz()->button(3)->text().contains("2.40 ms to 6.00 ms"));
    QTest::keyClick(lecture, Qt::Key_5);
    QCOMPARE(lecture->quiz()->guessed(), std::optional(4));
    QTest::mouseClick(lecture->quiz()->button(2), Qt::LeftButton);  // another opinion
    QCOMPARE(lecture->quiz()->guessed(), std::optional(2));
    QVERIFY(!lecture->quiz()->button(3)->text().startsWith(QStringLiteral("✓")));
    QTest::keyClick(lecture, Qt::Key_Space);
    QVERIFY(lecture->quiz()->button(3)->text().startsWith(QStringLiteral("✓")));
    QVERIFY(lecture->quiz()->button(2)->text().startsWith(QStringLiteral("✗")));
    QCOMPARE(lecture->time()->text(), QStringLiteral("3.0 times as fast: 12.0 ms → 4.00 ms"));
    QTest::keyClick(lecture, Qt::Key_4);  // too late
    QCOMPARE(lecture->quiz()->guessed(), std::optional(2));
    QCOMPARE(lecture->quiz()->rightCount(), 0);
    QTest::keyClick(lecture, Qt::Key_PageDown);
    QVERIFY(f.settle());
    QVERIFY(lecture->time()->text().startsWith("Faster or slower?"));
    QTest::keyClick(lecture, Qt::Key_2);  // 5 % slower counts as about the same
    QTest::keyClick(lecture, Qt::Key_Space);
    QCOMPARE(lecture->quiz()->rightCount(), 1);
    QCOMPARE(lecture->quiz()->answeredCount(), 2);
    // A wrong result is no question.
    record(f, path[2], 1, false);
    QTest::keyClick(lecture, Qt::Key_PageUp);
    QTest::keyClick(lecture, Qt::Key_PageDown);
    QVERIFY(f.settle());
    QVERIFY(lecture->quiz()->isHidden());
    QVERIFY(lecture->time()->text().startsWith(QStringLiteral("✗ the result is wrong")));
  }

  // With the answer comes why, whole and below everything else.
  void theAnswerSaysWhy() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyText("reorder(k, j)");
    QVERIFY(f.settle() && f.typeKey(Qt::Key_F11, {}));
    auto* lecture = f.window->findChild<Lecture*>();
    QVERIFY(lecture && sized(f, lecture, QSize(1280, 800)));
    const std::vector<int> path = f.window->workbench()->history()->shownPath();
    record(f, path[0], 12);
    record(f, path[1], 4);
    QVERIFY(f.settle());
    QVERIFY(lecture->quiz()->isVisible() && lecture->why()->isHidden());
    QTest::keyClick(lecture, Qt::Key_Space);
    QVERIFY(f.settle());
    const QLabel* why = lecture->why();
    QVERIFY(why->isVisible());
    QVERIFY2(why->text().contains(
                 "In the innermost loop j, B is read element after element; before, it moved by 256 bytes."),
             qPrintable(why->text()));
    QVERIFY(why->geometry().bottom() <= lecture->height() && why->y() > lecture->time()->y());
    const QRect text = why->fontMetrics().boundingRect(why->contentsRect(), Qt::TextWordWrap, why->text());
    QVERIFY(text.height() <= why->height() && text.width() <= why->width());
    lecture->grab().save(LW_BINARY_DIR "/screenshots/lecture_why.png");
  }

  // The presenter's window has the notes that the audience does not see, the next step, the answer and the same keys.
  void presenterWindow() {
    WindowFixture f;
    Lecture* lecture = begin(f);
    QVERIFY(lecture);
    HistoryEditor* history = f.window->workbench()->history();
    history->annotate(history->shownPath()[1], "Rows of 8 fit L1.\n---\nAsk why 8.");
    QTest::keyClick(lecture, Qt::Key_PageUp);
    QVERIFY(f.settle());
    QCOMPARE(lecture->note()->text(), QStringLiteral("Rows of 8 fit L1."));
    Presenter* presenter = lecture->presenter();
    QVERIFY(!presenter->isVisible());
    QTest::keyClick(lecture, Qt::Key_N);
    QVERIFY(presenter->isVisible() && presenter->isWindow());
    QCOMPARE(presenter->notes(), QStringLiteral("Rows of 8 fit L1.\n\nAsk why 8."));
    QVERIFY(presenter->call()->text().startsWith("split("));
    QVERIFY2(presenter->next()->text().startsWith("Next: reorder("), qPrintable(presenter->next()->text()));
    std::vector<std::string> names;
    for (const LoopTreeNode& node : presenter->nextTree()->tree().nodes)
      if (node.loop.valid()) names.push_back(node.name);
    QCOMPARE(names, (std::vector<std::string>{"i_0", "j", "i_1", "k"}));
    QTest::keyClick(presenter, Qt::Key_PageDown);
    QVERIFY(f.settle());
    QVERIFY(lecture->call()->text().startsWith("reorder("));
    QCOMPARE(presenter->next()->text(), QStringLiteral("This is the last step."));
    presenter->close();
    QVERIFY(lecture->isVisible());
    QTest::keyClick(lecture, Qt::Key_N);
    QTest::keyClick(presenter, Qt::Key_Escape);
    QVERIFY(!presenter->isVisible() && !lecture->isVisible());
  }

  // The keys of a presenter's remote: steps, black screen, start and end.
  void remoteKeys() {
    WindowFixture f;
    Lecture* lecture = begin(f);
    QVERIFY(lecture);
    for (const Qt::Key key : {Qt::Key_B, Qt::Key_Period}) {
      QTest::keyClick(lecture, key);
      QVERIFY(lecture->pen()->isBlank());
      QCOMPARE(lecture->grab().toImage().pixelColor(lecture->rect().center()), QColor(Qt::black));
      QTest::keyClick(lecture, key);
      QVERIFY(!lecture->pen()->isBlank());
    }
    QTest::keyClick(lecture, Qt::Key_B);
    QTest::keyClick(lecture, Qt::Key_PageUp);  // goes on, and shows the lecture again
    QVERIFY(f.settle());
    QVERIFY(!lecture->pen()->isBlank());
    QVERIFY(lecture->call()->text().startsWith("split("));
    QTest::keyClick(lecture, Qt::Key_F5);
    QVERIFY(f.settle());
    QCOMPARE(lecture->call()->text(), QStringLiteral("as written"));
    QTest::keyClick(lecture, Qt::Key_B);
    QTest::keyClick(lecture, Qt::Key_Escape);  // first the black screen
    QVERIFY(lecture->isVisible() && !lecture->pen()->isBlank());
    QTest::keyClick(lecture, Qt::Key_Escape);
    QVERIFY(!lecture->isVisible());
  }

  // Esc ends the lecture also when the keyboard focus is in its tree, in its text or in the window behind it.
  void escapeFromEverywhere() {
    WindowFixture f;
    for (const int place : {0, 1, 2}) {
      Lecture* lecture = place == 0 ? begin(f) : f.window->findChild<Lecture*>();
      QVERIFY(lecture);
      if (place > 0) QVERIFY(f.typeKey(Qt::Key_F11, {}));
      f.showScheduled(true);
      QVERIFY(lecture->isVisible());
      QWidget* from = place == 0   ? static_cast<QWidget*>(lecture->tree()->viewport())
                      : place == 1 ? static_cast<QWidget*>(lecture->code())
                                   : f.scheduled();
      QTest::mouseClick(from, Qt::LeftButton);
      QTest::keyClick(from, Qt::Key_Escape);
      QVERIFY2(!lecture->isVisible(), qPrintable(QString::number(place)));
    }
  }

  // The pointer follows the mouse, the pen draws, and a step removes what was drawn.
  void pointerAndPen() {
    WindowFixture f;
    Lecture* lecture = begin(f);
    QVERIFY(lecture);
    QTest::keyClick(lecture, Qt::Key_L);
    QVERIFY(lecture->childAt(310, 210) == lecture->pen());
    QMouseEvent point(QEvent::MouseMove, QPointF(310, 210), lecture->pen()->mapToGlobal(QPointF(310, 210)),
                      Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(lecture->pen(), &point);
    QCOMPARE(lecture->pen()->pointer(), std::optional(QPointF(310, 210)));
    QTest::keyClick(lecture, Qt::Key_P);
    QVERIFY(!lecture->pen()->pointer());
    const QImage before = lecture->grab().toImage();
    QTest::mousePress(lecture->pen(), Qt::LeftButton, {}, QPoint(300, 200));
    QMouseEvent move(QEvent::MouseMove, QPointF(500, 260), lecture->pen()->mapToGlobal(QPointF(500, 260)), Qt::NoButton,
                     Qt::LeftButton, {});
    QCoreApplication::sendEvent(lecture->pen(), &move);
    QTest::mouseRelease(lecture->pen(), Qt::LeftButton, {}, QPoint(500, 260));
    QCOMPARE(lecture->pen()->lines().size(), 1U);
    QVERIFY(lecture->grab().toImage().pixelColor(400, 230) != before.pixelColor(400, 230));
    QTest::keyClick(lecture, Qt::Key_E);
    QVERIFY(lecture->pen()->lines().empty());
    QTest::mouseClick(lecture->pen(), Qt::LeftButton, {}, QPoint(300, 200));
    QCOMPARE(lecture->pen()->lines().size(), 1U);
    QTest::keyClick(lecture, Qt::Key_PageUp);
    QVERIFY(f.settle());
    QVERIFY(lecture->pen()->lines().empty());
    QTest::keyClick(lecture, Qt::Key_P);
    QVERIFY(lecture->childAt(310, 210) != lecture->pen());  // the mouse reaches what is below
    QTest::mouseClick(lecture->tree()->viewport(), Qt::LeftButton, {},
                      lecture->tree()->rectOf(lecture->tree()->tree().nodes[1].loop).center());
    QVERIFY(!f.window->workbench()->selection()->current().empty());
  }

  // Z shows the tree alone and larger, then the text alone; the tree has no hints about editing and no drags.
  void enlarges() {
    WindowFixture f;
    Lecture* lecture = begin(f);
    QVERIFY(lecture);
    const qreal zoom = lecture->tree()->zoom();
    const int width = lecture->tree()->width();
    QTest::keyClick(lecture, Qt::Key_Z);
    QVERIFY(lecture->tree()->zoom() > zoom * 1.3 && lecture->code()->isHidden() == false);
    QVERIFY(!lecture->code()->isVisible());
    QVERIFY(f.settle());
    QVERIFY(lecture->tree()->width() > width * 3 / 2);
    QTest::keyClick(lecture, Qt::Key_Z);
    QVERIFY(lecture->code()->isVisible() && !lecture->tree()->isVisible());
    QTest::keyClick(lecture, Qt::Key_Z);
    QVERIFY(lecture->code()->isVisible() && lecture->tree()->isVisible());
    QCOMPARE(lecture->tree()->zoom(), zoom);
    const LoopId first = lecture->tree()->tree().nodes[0].loop, second = lecture->tree()->tree().nodes[1].loop;
    QTest::mousePress(lecture->tree()->viewport(), Qt::LeftButton, {}, lecture->tree()->rectOf(first).center());
    QTest::mouseMove(lecture->tree()->viewport(), lecture->tree()->rectOf(second).center());
    QVERIFY(!lecture->tree()->drag()->pressed());
    QTest::mouseRelease(lecture->tree()->viewport(), Qt::LeftButton);
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
      f.window->workbench()->history()->annotate(f.window->workbench()->document()->history().current(),
                                                 "The innermost loop now goes along rows of B and C, so that every "
                                                 "line of the cache is used whole.\n---\nDraw "
                                                 "a row of B. Ask which accesses were strided before.");
      const std::vector<int> path = f.window->workbench()->history()->shownPath();
      record(f, path[path.size() - 2], 23000);
      record(f, path.back(), 2100);
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
        // All words of the question are in their buttons.
        for (int i = 0; i < 5 && lecture->quiz()->isVisible(); ++i) {
          const QPushButton* button = lecture->quiz()->button(i);
          for (const QString& line : button->text().split('\n'))
            QVERIFY2(button->fontMetrics().horizontalAdvance(line) <= button->width() - 8, qPrintable(line));
        }
        // The texts fit the screen, and the first changed line is visible.
        const CodeView* code = lecture->code();
        QVERIFY(code->comparison());
        const auto& lines = code->comparison()->lines;
        const auto first = std::find_if(lines.begin(), lines.end(),
                                        [](const DiffLine& line) { return line.kind != DiffLine::Kind::Same; }) -
                           lines.begin();
        const int top =
            int(code->SendScintilla(QsciScintilla::SCI_DOCLINEFROMVISIBLE,
                                    (unsigned long)code->SendScintilla(QsciScintilla::SCI_GETFIRSTVISIBLELINE)));
        // Long lines are wrapped within the view; no word is left out.
        QVERIFY(code->wrapMode() != QsciScintilla::WrapNone);
        QVERIFY(QString::fromStdString(code->code()).contains("T.reads("));
        QVERIFY2(
            top > 0 && top <= first &&
                first < top + code->viewport()->height() / int(code->SendScintilla(QsciScintilla::SCI_TEXTHEIGHT, 0UL)),
            qPrintable(QStringLiteral("%1 %2").arg(first).arg(top)));
        presenterFits(f, lecture, size, theme);
        if (QTest::currentTestFailed()) return;
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
