// Five journeys of a user, by mouse and keys as they come, each with pictures of its stations ("journey_…"): the first
// start, a product made as fast as its reference, a refused step that is repaired, two variants compared down to the
// assembly, and a lecture on a projector.
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "app/models/document/document.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/run_records.h"
#include "app/window/lecture/lecture.h"
#include "app/window/start/start_feature.h"
#include "tests/gui/fixture.h"
#include "views/values/values_view.h"

namespace lw {

class TestJourneys : public QObject {
  Q_OBJECT

  static void station(const WindowFixture& f, const char* name) {
    QVERIFY(f.settle() && f.atRest());
    f.screenshot(QStringLiteral("journey_") + name);
  }
  static bool press(const WindowFixture& f, const char* step) {
    QTest::mouseClick(f.bar()->button(step), Qt::LeftButton);
    return f.settle();
  }

 private Q_SLOTS:
  // Nothing is open: the start page; a click on a card opens a sample, another one selects a loop and lists its steps.
  void firstStart() {
    WindowFixture f;
    f.window->resize(1440, 900);
    QTRY_VERIFY_WITH_TIMEOUT(f.feature<StartFeature>().page() && f.feature<StartFeature>().page()->isVisible(), 20000);
    StartPage* page = f.feature<StartFeature>().page();
    QTRY_VERIFY_WITH_TIMEOUT(!page->cards().empty() && page->cards().back()->picture()->tree().nodes.size() > 2,
                             180000);
    station(f, "1a_start");
    QTest::mouseClick(page->cards().front(), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->document()->hasProgram());
    station(f, "1b_opened");
    const LoopTreeNode* loop = nullptr;
    for (const LoopTreeNode& node : f.tree()->tree().nodes)
      if (!loop && node.loop.valid()) loop = &node;
    QVERIFY(loop && f.clickLoop(loop->name));
    QVERIFY(!f.inspector()->findChildren<QPushButton*>().isEmpty());
    station(f, "1c_selected");
  }

  // The product of the tour, from its first state to the reference's speed, without typing more than a number.
  void toTheSpeedOfTheReference() {
    WindowFixture f;
    f.window->resize(1440, 900);
    f.window->openFile(LW_SOURCE_DIR "/samples/first_product.py");
    QVERIFY(f.settle());
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    const RunModel& runs = *f.window->workbench()->records()->model();
    const RunRow* first = runs.of(runs.shown());
    QVERIFY(first && first->ok);
    station(f, "2a_as_written");
    QVERIFY(f.drag(f.tree()->rectOf(f.loop("k")), f.tree()->rectOf(f.loop("j"))));
    QVERIFY(f.clickLoop("i"));
    QVERIFY(press(f, "split"));
    auto* factors = qobject_cast<QLineEdit*>(f.form()->editor("factors")->widget());
    QVERIFY(factors);
    factors->selectAll();
    QTest::keyClicks(factors, "None, 4");
    station(f, "2b_form");
    QTest::keyClick(factors, Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY(f.drag(f.tree()->rectOf(f.loop("k")), f.tree()->rectOf(f.loop("i_1"))));
    QVERIFY(f.clickLoop("j") && press(f, "vectorize"));
    QVERIFY(f.clickLoop("i_1") && press(f, "unroll"));
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    const RunRow* last = runs.of(runs.shown());
    QVERIFY(last && last->ok && last->reference.ms > 0);
    QVERIFY2(f.scheduled()->code().find("T.vectorized") != std::string::npos, f.scheduled()->code().c_str());
    station(f, "2c_scheduled");
  }

  // parallel(k) is refused: the two iterations and the element are shown on the code, and a link repairs it.
  void fromARefusalToItsRepair() {
    WindowFixture f;
    f.window->resize(1440, 900);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("k"));
    f.tree()->setFocus();
    QTest::keyClick(f.tree(), Qt::Key_P);
    QVERIFY(f.settle());
    QVERIFY(f.form()->isVisible());
    QLabel* link = nullptr;
    const auto found = [&] {
      for (QLabel* label : f.form()->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains("href") && label->text().contains("parallel(")) link = label;
      return link != nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(found(), 120000);
    station(f, "3a_refused");
    QTest::mouseClick(link, Qt::LeftButton, {}, QPoint(24, 10));
    QVERIFY(f.settle());
    QVERIFY(!f.form()->isVisible());
    QVERIFY(f.trace()->traceModel()->rowCount() >= 2);
    station(f, "3b_repaired");
  }

  // The state as written against the scheduled one: program, loop tree, lowered code and assembly.
  void twoVariantsDownToTheAssembly() {
    WindowFixture f;
    f.window->resize(1440, 900);
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    f.showScheduled(true);
    f.trace()->setFocus();
    QTest::keyClick(f.trace(), Qt::Key_Home);
    QVERIFY(f.settle());
    QTest::keyClick(f.trace(), Qt::Key_C);
    QVERIFY(f.settle());
    QTest::keyClick(f.trace(), Qt::Key_End);
    QVERIFY(f.settle());
    QVERIFY(f.scheduled()->comparison());
    station(f, "4a_program");
    f.lowered()->chooseStage("assembly");
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(f.lowered()->text()->comparison(), 60000);
    station(f, "4b_assembly");
    QTest::keyClick(f.trace(), Qt::Key_Escape);
    QVERIFY(!f.scheduled()->comparison());
  }

  // A projector at 1280x800: the keys of a presenter's remote go through the steps.
  void aLectureOnAProjector() {
    WindowFixture f;
    f.window->resize(1280, 800);
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    QVERIFY(f.typeKey(Qt::Key_F11, {}));
    auto* lecture = f.window->findChild<Lecture*>();
    QVERIFY(lecture && lecture->isVisible());
    lecture->tree()->setAnimated(false);
    lecture->showNormal();
    lecture->resize(1280, 800);
    QTRY_COMPARE(lecture->size(), QSize(1280, 800));
    QVERIFY(f.settle());
    lecture->setFocus();
    QTest::keyClick(lecture, Qt::Key_Home);
    QTRY_COMPARE(lecture->call()->text(), QString("as written"));
    QStringList calls;
    for (int step = 0; step < 3; ++step) {
      QVERIFY(lw::atRest(lecture));
      QVERIFY(lecture->grab().save(QStringLiteral(LW_BINARY_DIR "/screenshots/journey_5%1_lecture.png").arg(step)));
      calls << lecture->call()->text();
      QTest::keyClick(lecture, Qt::Key_PageDown);
      QVERIFY(f.settle());
    }
    calls.removeDuplicates();
    QVERIFY2(calls.size() >= 2, qPrintable(calls.join(' ')));
    QTest::keyClick(lecture, Qt::Key_Escape);
    QVERIFY(!lecture->isVisible());
  }
};

}  // namespace lw

int testJourneys(int argc, char** argv) {
  lw::TestJourneys test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_journeys.moc"
