// The first minute: the start page, the tour with its exercises, and what the window tells about a file when it opens.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QToolButton>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/program/selection_model.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/steps.h"
#include "app/models/text/number_text.h"
#include "app/services/runs/run_records.h"
#include "app/window/help/tour_exercises.h"
#include "app/window/lecture/lecture.h"
#include "app/window/notices/notices_feature.h"
#include "app/window/start/start_feature.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/forms/operator_form.h"

namespace lw {

class TestStart : public QObject {
  Q_OBJECT

  static StartPage* page(const WindowFixture& f) { return f.feature<StartFeature>().page(); }
  static NoticeBar* notices(const WindowFixture& f) { return f.feature<NoticesFeature>().bar(); }
  // The page with its pictures.
  static bool opened(const WindowFixture& f) {
    return QTest::qWaitFor([&] { return page(f) && page(f)->isVisible(); }, 5000) &&
           QTest::qWaitFor([&] { return page(f)->cards().back()->picture()->tree().nodes.size() > 2; }, 60000) &&
           f.settle();
  }
  static int cardOf(const QString& file, StartSample::Kind kind = StartSample::Kind::Sample) {
    const std::vector<StartSample> samples = startSamples();
    for (size_t i = 0; i < samples.size(); ++i)
      if (samples[i].file == file && samples[i].kind == kind) return int(i);
    return -1;
  }
  static bool clickCard(const WindowFixture& f, int card) {
    if (!opened(f) || card < 0) return false;
    SampleCard* chosen = page(f)->cards()[size_t(card)];
    page(f)->findChild<QScrollArea*>("startScroll")->ensureWidgetVisible(chosen);
    QTest::mouseClick(chosen, Qt::LeftButton);
    return f.settle();
  }

  static Tour* startedTour(const WindowFixture& f) {
    f.feature<HelpFeature>().startTour();
    const auto shown = [&] { return f.feature<HelpFeature>().tour() && f.feature<HelpFeature>().tour()->isVisible(); };
    return QTest::qWaitFor(shown, 20000) && f.settle() ? f.feature<HelpFeature>().tour() : nullptr;
  }

 private Q_SLOTS:
  // Without a file: cards with pictures drawn from the samples' loop trees, over the empty panes. A click opens one.
  void samplesAreCards() {
    WindowFixture f;
    QVERIFY(opened(f));
    QCOMPARE(page(f)->cards().size(), startSamples().size());
    for (const SampleCard* card : page(f)->cards()) {
      QVERIFY2(!card->picture()->tree().nodes.empty(), qPrintable(card->accessibleName()));
      const QImage drawn = card->picture()->grab().toImage();
      QSet<QRgb> colours;
      for (int x = 0; x < drawn.width(); x += 3)
        for (int y = 0; y < drawn.height(); y += 3) colours.insert(drawn.pixel(x, y));
      QVERIFY2(colours.size() > 8, "the picture is not empty");
    }
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("start_" + theme);
    }
    QVERIFY(clickCard(f, cardOf("kernels/softmax.py")));
    QVERIFY(f.window->workbench()->text()->path().endsWith("samples/kernels/softmax.py"));
    QVERIFY(!page(f)->isVisible());
    // The menu shows it again, with the file that was open; Escape returns to the program.
    QVERIFY(clickMenu(f.window.get(), {"File", "Start page"}));
    QVERIFY(page(f)->isVisible());
    QCOMPARE(page(f)->recent().size(), size_t(1));
    QCOMPARE(page(f)->recent().front()->text(), QString("softmax.py"));
    QTest::keyClick(page(f), Qt::Key_Escape);
    QVERIFY(!page(f)->isVisible());
    QVERIFY(f.window->workbench()->document()->hasProgram());
  }

  // Tab moves among the page's own buttons, Return opens.
  void byKeys() {
    WindowFixture f;
    QVERIFY(opened(f));
    f.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    page(f)->tourButton()->setFocus();
    for (int i = 0; i < 40; ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      QVERIFY2(page(f)->isAncestorOf(QApplication::focusWidget()), "the panes below are not reached");
    }
    SampleCard* card = page(f)->cards()[size_t(cardOf("gpu/matmul.py"))];
    card->setFocus();
    QTest::keyClick(card, Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->text()->path().endsWith("samples/gpu/matmul.py"));
  }

  void newFromText() {
    WindowFixture f;
    QVERIFY(opened(f));
    QTest::mouseClick(page(f)->textButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->document()->hasProgram());
    QVERIFY(f.window->workbench()->text()->path().isEmpty());
    QVERIFY(!page(f)->isVisible());
    QVERIFY(f.written()->hasFocus() || f.written()->isAncestorOf(QApplication::focusWidget()));
  }

  void newFromOperator() {
    WindowFixture f;
    QVERIFY(opened(f));
    QTest::mouseClick(page(f)->operatorButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return f.operatorForm() && f.operatorForm()->isVisible(); }, 5000));
    f.operatorForm()->close();
  }

  // The lecture begins at the program as written.
  void aLectureFromTheStartPage() {
    WindowFixture f;
    QVERIFY(clickCard(f, cardOf("mm_exp_mm.py", StartSample::Kind::Lecture)));
    QTRY_VERIFY_WITH_TIMEOUT(f.window->findChild<Lecture*>() && f.window->findChild<Lecture*>()->isVisible(), 60000);
    QVERIFY(f.settle());
    QCOMPARE(f.window->findChild<Lecture*>()->call()->text(), QString("as written"));
    QVERIFY(f.trace()->traceModel()->rowCount() > 3);
    f.window->findChild<Lecture*>()->close();
  }

  // With nothing selected, the row says what to do first.
  void theRowSaysWhatToDo() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->selection()->select({});
    QVERIFY(f.settle());
    QTRY_VERIFY2_WITH_TIMEOUT(f.bar()->hint()->isVisible(), "there is no hint", 5000);
    QVERIFY(f.bar()->hint()->text().contains("Click a loop or a block"));
    f.screenshot("nothing_selected");
    QVERIFY(f.clickLoop("i"));
    QTRY_VERIFY_WITH_TIMEOUT(!f.bar()->hint()->isVisible(), 5000);
  }

  // The exercises by mouse: each stop goes on by itself when its step was applied. At the end the run is compared with
  // NumPy's product in the user's own numbers.
  void theTourByMouse() {
    WindowFixture f;
    QVERIFY(opened(f));
    QTest::mouseClick(page(f)->tourButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(f.feature<HelpFeature>().tour() && f.feature<HelpFeature>().tour()->isVisible(), 20000);
    QVERIFY(f.settle());
    QVERIFY2(f.window->workbench()->document()->hasProgram(), "never over empty panes");
    Tour* tour = f.feature<HelpFeature>().tour();
    for (int i = 0; i < 4; ++i) QTest::mouseClick(tour->next(), Qt::LeftButton);
    const int first = tour->stop();
    QCOMPARE(tour->next()->text(), QString("Do it for me"));
    f.screenshot("tour_exercise");
    QVERIFY(f.drag(f.tree()->rectOf(f.loop("k")), f.tree()->rectOf(f.loop("j"))));
    QTRY_COMPARE_WITH_TIMEOUT(tour->stop(), first + 1, 10000);
    QVERIFY(f.clickLoop("i"));
    QTest::mouseClick(f.bar()->button("split"), Qt::LeftButton);
    QVERIFY(f.form()->isVisible());
    auto* factors = qobject_cast<QLineEdit*>(f.form()->editor("factors")->widget());
    factors->selectAll();
    QTest::keyClicks(factors, "None, 4");
    QVERIFY(f.settle());
    QTest::keyClick(factors, Qt::Key_Return);
    QVERIFY(f.settle());
    QTRY_COMPARE_WITH_TIMEOUT(tour->stop(), first + 2, 10000);
    QVERIFY(f.drag(f.tree()->rectOf(f.loop("k")), f.tree()->rectOf(f.loop("i_1"))));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i_0", "k", "i_1", "j"}));
    QTRY_COMPARE_WITH_TIMEOUT(tour->stop(), first + 3, 10000);
    const std::pair<const char*, const char*> clicks[] = {{"j", "vectorize"}, {"i_1", "unroll"}, {"i_0", "parallel"}};
    int stop = first + 3;
    for (const auto& [loop, step] : clicks) {
      QVERIFY(f.clickLoop(loop));
      QTest::mouseClick(f.bar()->button(step), Qt::LeftButton);
      QVERIFY(f.settle());
      ++stop;
      QTRY_COMPARE_WITH_TIMEOUT(tour->stop(), stop, 10000);
    }
    QCOMPARE(f.window->workbench()->document()->schedule().changeCount(), 6);
    while (tour->next()->text() != QString("Do it for me")) QTest::mouseClick(tour->next(), Qt::LeftButton);
    const int measure = tour->stop();
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(tour->stop(), measure + 1, 60000);
    QVERIFY(f.settle());
    while (tour->stop() + 1 < tour->stopCount()) QTest::mouseClick(tour->next(), Qt::LeftButton);
    const QString told = tour->card()->findChildren<QLabel*>()[1]->text();
    const RunModel& runs = *f.window->workbench()->records()->model();
    const RunRow* run = runs.of(runs.shown());
    QVERIFY(run && run->ok && run->reference.ms > 0);
    QVERIFY2(told.contains(timeOf(run->medianMs)) && told.contains(timeOf(run->reference.ms)), qPrintable(told));
    QVERIFY2(told.contains("OpenBLAS"), qPrintable(told));
    f.screenshot("tour_end");
    QTest::mouseClick(tour->next(), Qt::LeftButton);
    QVERIFY(!tour->isVisible());
  }

  // Who only presses Return has each step carried out.
  void theTourByReturn() {
    WindowFixture f;
    f.feature<HelpFeature>().startTour();
    QTRY_VERIFY_WITH_TIMEOUT(f.feature<HelpFeature>().tour() && f.feature<HelpFeature>().tour()->isVisible(), 20000);
    QVERIFY(f.settle());
    Tour* tour = f.feature<HelpFeature>().tour();
    for (int presses = 0; tour->isVisible() && presses < 40; ++presses) {
      const int stop = tour->stop();
      QTest::keyClick(tour, Qt::Key_Return);
      QTRY_VERIFY_WITH_TIMEOUT(!tour->isVisible() || tour->stop() > stop, 60000);
    }
    QVERIFY(!tour->isVisible());
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i_0", "k", "i_1", "j"}));
  }

  // Next stays where it is from card to card, and the panes are painted below the exercises, without the veil.
  void theTourStaysAtItsPlace() {
    WindowFixture f;
    f.window->resize(1440, 900);
    Tour* tour = startedTour(f);
    QVERIFY(tour);
    const auto corner = [&] { return tour->next()->mapTo(f.window.get(), tour->next()->rect().bottomRight()); };
    const QPoint place = corner();
    while (tour->next()->text() != QString("Do it for me")) {
      QTest::mouseClick(tour->next(), Qt::LeftButton);
      QCOMPARE(corner(), place);
      QVERIFY(f.window->rect().contains(tour->card()->geometry()));
    }
    QVERIFY(f.settle() && f.atRest());
    // The screen shows what a new painting would: with the veil, every pixel would differ.
    const QImage seen = f.window->screen()->grabWindow(f.window->winId()).toImage(),
                 painted = f.window->grab().toImage();
    for (const QWidget* view :
         {static_cast<QWidget*>(f.tree()->viewport()), f.written()->viewport(), f.lowered()->text()->viewport()}) {
      if (!view->isVisible()) continue;
      const QPoint at = view->mapTo(f.window.get(), QPoint(view->width() - 12, 6));
      QCOMPARE(seen.pixelColor(at), painted.pixelColor(at));
      QCOMPARE(seen.pixelColor(at), f.window->theme().panel);
    }
  }

  // Return is the card's while it is shown, also after a click in the tree; not where a text is typed.
  void returnIsTheCards() {
    WindowFixture f;
    Tour* tour = startedTour(f);
    QVERIFY(tour);
    while (tour->next()->text() != QString("Do it for me")) QTest::mouseClick(tour->next(), Qt::LeftButton);
    const int first = tour->stop();
    QVERIFY(f.clickLoop("k"));
    f.tree()->setFocus();
    QTest::keyClick(f.tree(), Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY2(!f.form()->isVisible(), "Return would open split in the tree");
    QTRY_COMPARE_WITH_TIMEOUT(tour->stop(), first + 1, 10000);
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "k", "j"}));
  }

  // Who applies another step is told, and is brought back.
  void theTourNoticesWhoLeavesTheRoute() {
    WindowFixture f;
    Tour* tour = startedTour(f);
    QVERIFY(tour);
    while (tour->next()->text() != QString("Do it for me")) QTest::mouseClick(tour->next(), Qt::LeftButton);
    const int first = tour->stop();
    const auto words = [&] { return tour->card()->findChildren<QLabel*>()[1]->text(); };
    f.window->workbench()->steps()->applyText("parallel(i)");
    QVERIFY(f.settle());
    QTRY_COMPARE(tour->next()->text(), QString("To the exercise"));
    QVERIFY2(words().contains("Your last step is not part of the tour"), qPrintable(words()));
    QCOMPARE(tour->stop(), first);
    QTest::mouseClick(tour->next(), Qt::LeftButton);
    QVERIFY(f.settle());
    QTRY_COMPARE(tour->next()->text(), QString("Do it for me"));
    QVERIFY(!words().contains("not part of the tour"));
    QTest::mouseClick(tour->next(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(tour->stop(), first + 1, 10000);
    // Another document ends the tour.
    QVERIFY(f.openText(kSmallProgram, "other.py"));
    QVERIFY(!tour->isVisible());
  }

  // A challenge is announced with its goal, and the notice follows the runs.
  void challengesAnnounceThemselves() {
    WindowFixture f;
    QVERIFY(f.openText(("# challenge: 0.0001x start, 1 step\n" + std::string(kSmallProgram)).c_str()));
    QVERIFY(notices(f)->isVisible() && notices(f)->shows("challenge"));
    QVERIFY2(notices(f)->text("challenge").contains("0.0001 times as fast as the start, in at most 1 step"),
             qPrintable(notices(f)->text("challenge")));
    QVERIFY(f.typeKey(Qt::Key_F5, {}));
    QTRY_VERIFY2_WITH_TIMEOUT(notices(f)->text("challenge").contains("✓"), qPrintable(notices(f)->text("challenge")),
                              60000);
    QVERIFY(notices(f)->text("challenge").contains("0 of 1 steps"));
    auto* label = notices(f)->findChild<QLabel*>("noticeText");
    QVERIFY2(label->heightForWidth(label->width()) <= label->height(), "nothing is cut");
    f.screenshot("challenge_notice");
    QTest::mouseClick(notices(f)->findChild<QToolButton*>("closeNotice"), Qt::LeftButton);
    QTRY_VERIFY(!notices(f)->isVisible());
    QVERIFY(f.openText(kTwoBlocks, "other.py"));
    QVERIFY(!notices(f)->isVisible());
  }

  // The course: a card opens the first exercise; hints come one by one, and a solved exercise opens the next one.
  void theCourseGoesOn() {
    const auto action = [](const WindowFixture& f, const QString& text) -> QPushButton* {
      for (QPushButton* button : notices(f)->findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == text) return button;
      return nullptr;
    };
    WindowFixture f;
    QVERIFY(clickCard(f, cardOf(kFirstExercise, StartSample::Kind::Challenge)));
    QVERIFY(f.window->workbench()->text()->path().endsWith("course/01_order.py"));
    QVERIFY(notices(f)->text("challenge").startsWith("Challenge: "));
    QVERIFY(!notices(f)->text("challenge").contains('\n'));
    QVERIFY(action(f, "Hint 1 of 2"));
    QTest::mouseClick(action(f, "Hint 1 of 2"), Qt::LeftButton);
    QTRY_VERIFY(notices(f)->text("challenge").contains("\nHint 1: which loop variable"));
    QVERIFY(!notices(f)->text("challenge").contains("reorder changes"));
    // By keys: the focus stays in the notice.
    action(f, "Hint 2 of 2")->setFocus();
    QTest::keyClick(action(f, "Hint 2 of 2"), Qt::Key_Space);
    QTRY_VERIFY(notices(f)->text("challenge").contains("\nHint 2: reorder changes"));
    QVERIFY(notices(f)->isAncestorOf(f.window->focusWidget()));
    QVERIFY(!action(f, "Hint 2 of 2") && !action(f, "Next exercise ▸"));
    f.screenshot("course_hints");
    f.window->workbench()->steps()->applyFunction("solution");
    QVERIFY(f.settle() && f.typeKey(Qt::Key_F5, {}));
    QTRY_VERIFY2_WITH_TIMEOUT(notices(f)->text("challenge").contains("✓"), qPrintable(notices(f)->text("challenge")),
                              60000);
    QTRY_VERIFY(action(f, "Next exercise ▸"));
    f.screenshot("course_solved");
    QTest::mouseClick(action(f, "Next exercise ▸"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(f.window->workbench()->text()->path().endsWith("course/02_tiles.py"), 10000);
    QVERIFY(f.settle());
    QVERIFY(action(f, "Hint 1 of 2") && !action(f, "Next exercise ▸"));
  }

  // Counts of kernels are those of the emulator.
  void exercisesForAGpuAreJudged() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/course/11_gpu.py");
    QVERIFY(f.settle());
    f.window->workbench()->target()->choose("gpu-emulator");
    f.window->workbench()->steps()->applyFunction("solution");
    QVERIFY(f.settle() && f.typeKey(Qt::Key_F5, {}));
    QTRY_VERIFY2_WITH_TIMEOUT(notices(f)->text("challenge").contains("✓") &&
                                  notices(f)->text("challenge").contains(" of at most 10000 sectors"),
                              qPrintable(notices(f)->text("challenge")), 60000);
  }

  // A file whose schedules bind threads offers targets of GPUs; a file does not inherit the last one's target.
  void gpuFilesOfferTargets() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/gpu/matmul.py");
    QVERIFY(f.settle());
    QVERIFY(notices(f)->isVisible() && notices(f)->shows("targets"));
    QVERIFY2(notices(f)->text("targets").contains("bind loops to threads"), qPrintable(notices(f)->text("targets")));
    f.screenshot("gpu_notice");
    QPushButton* use = nullptr;
    for (QPushButton* button : notices(f)->findChildren<QPushButton*>())
      if (button->text() == QString("Use gpu-emulator")) use = button;
    QVERIFY(use);
    QTest::mouseClick(use, Qt::LeftButton);
    QTRY_COMPARE(f.window->workbench()->target()->name(), QString("gpu-emulator"));
    QTRY_VERIFY(!notices(f)->isVisible());
    QCOMPARE(f.targets()->currentData().toString(), QString("gpu-emulator"));
    QVERIFY(f.settle());
    QVERIFY(f.openText(kSmallProgram));
    QCOMPARE(f.window->workbench()->target()->name(), QString("cpu"));
  }
};

}  // namespace lw

int testStart(int argc, char** argv) {
  lw::TestStart test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_start.moc"
