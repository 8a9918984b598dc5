// The walk of a person through the window on a real X server, with pictures (scripts/walk): the start page, a product
// made as fast as its reference by the mouse, a refusal and its repair, two states compared down to the assembly, a
// search, a lecture, and a window that is killed and opened again.
#include <signal.h>
#include <unistd.h>

#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

#include "app/models/document/document.h"
#include "app/models/schedule/steps.h"
#include "app/models/text/number_text.h"
#include "app/services/runs/run_records.h"
#include "app/services/tuning/tuning.h"
#include "app/services/workbench.h"
#include "app/window/appearance/language.h"
#include "app/window/lecture/lecture.h"
#include "app/window/start/start_feature.h"
#include "app/window/tune/tune_feature.h"
#include "tests/gui/visibility.h"
#include "tests/gui/walker.h"
#include "views/tune/tune_view.h"

namespace lw::test {
namespace {

QString samplePath(const char* name) { return QStringLiteral(LW_SOURCE_DIR "/samples/") + QLatin1String(name); }

QPushButton* shownButton(const QWidget* parent, const char* name) {
  for (QPushButton* button : parent->findChildren<QPushButton*>(name))
    if (button->isVisible() && !button->property("stale").toBool() && !button->visibleRegion().isEmpty()) return button;
  return nullptr;
}

// Nothing is open: the start page, a card, a loop.
void firstStart(Walker& person, WindowFixture& f) {
  StartPage* page = f.feature<StartFeature>().page();
  person.expect(person.wait([&] { return page && page->isVisible() && page->cards().size() > 3; }), "no start page");
  (void)person.wait([&] { return page->cards().back()->picture()->tree().nodes.size() > 2; });
  person.station("start", "The first start.");
  person.click(page->cards()[1]);
  (void)person.wait([&] { return f.window->workbench()->document()->hasProgram(); });
  person.station("opened", "A click on a card opens a sample.");
  person.clickLoop(f.loopNames().front());
  (void)person.wait([&] { return shownButton(f.inspector(), "nextStep") != nullptr; }, 15000);
  person.station("selected", "A loop is selected: the inspector says what can be done.");
  person.moveTo(f.bar()->button("split"), f.bar()->button("split")->rect().center());
  QTest::qWait(1200);
  person.station("tooltip", "The mouse rests on a step.");
}

// The product of the tour, step by step, by mouse; the times are those of this machine.
void toTheReference(Walker& person, WindowFixture& f) {
  f.window->openFile(samplePath("first_product.py"));
  person.settle();
  person.click(f.runButton());
  (void)person.wait([&] { return f.window->workbench()->records()->model()->last() != nullptr; }, 120000);
  person.station("as_written", "The product as written is run.");
  person.dragLoop("k", "j");
  person.clickLoop("i");
  person.click(f.bar()->button("split"));
  auto* factors = qobject_cast<QLineEdit*>(f.form()->editor("factors")->widget());
  person.expect(factors && f.form()->isVisible(), "the form of split does not open");
  if (!factors) return;
  factors->setFocus();
  person.keys("ctrl+a");
  person.type("None, 4");
  person.station("split", "The factors are typed; the form shows the result before it is applied.");
  person.keys("Return");
  person.settle();
  person.dragLoop("k", "i_1");
  person.clickLoop("j");
  person.click(f.bar()->button("vectorize"));
  person.settle();
  person.clickLoop("i_1");
  person.click(f.bar()->button("unroll"));
  person.settle();
  person.click(f.runButton());
  person.settle();
  const RunModel& runs = *f.window->workbench()->records()->model();
  (void)person.wait([&] { return runs.of(runs.shown()) != nullptr; }, 120000);
  const RunRow* run = runs.of(runs.shown());
  person.expect(run && run->ok, "the scheduled product is not right");
  person.expect(run && run->baselineMs > 3 * run->medianMs, "the scheduled product is not faster");
  person.station("scheduled", run ? QStringLiteral("After the steps: %1, the reference %2.")
                                        .arg(timeOf(run->medianMs), timeOf(run->reference.ms))
                                  : QStringLiteral("After the steps."));
}

// Suggestions of the inspector act after a step while the loop stays selected.
void suggestions(Walker& person, WindowFixture& f) {
  person.clickLoop("i");
  for (int i = 0; i < 2; ++i) {
    QPushButton* next = nullptr;
    person.settle();
    QTest::qWait(600);  // a person looks before the next click
    const auto seen = [&] { return (next = shownButton(f.inspector(), "nextStep")) && next->isEnabled(); };
    for (int turn = 0; turn < 6 && !person.wait(seen, turn == 0 ? 3000 : 500); ++turn) person.wheelDown(f.inspector());
    if (!person.wait(seen, 10000)) return person.expect(i > 0, "the inspector suggests nothing");
    const int before = f.trace()->traceModel()->rowCount();
    person.click(next, {12, next->height() / 2});
    person.expect(person.wait([&] { return f.trace()->traceModel()->rowCount() > before; }, 10000),
                  "a click on a suggestion does nothing");
  }
  person.station("suggestions", "Two suggestions of the inspector are clicked, one after the other.");
}

void palette(Walker& person, WindowFixture& f) {
  person.keys("ctrl+k");
  (void)person.wait([&] { return f.stepPalette()->isVisible(); }, 5000);
  person.expect(f.stepPalette()->isVisible() && f.stepPalette()->list()->height() > 100, "Ctrl+K shows no list");
  person.station("palette", "Ctrl+K opens the palette.");
  person.type("tile i j");
  person.station("palette_values", "Values for the next parameter are listed while a step is typed.");
  person.keys("Escape");
}

void refusalAndRepair(Walker& person, WindowFixture& f) {
  (void)f.openText(kSmallProgram);
  suggestions(person, f);
  (void)f.openText(kSmallProgram, "refused.py");
  palette(person, f);
  person.clickLoop("k");
  person.click(f.bar()->button("parallel"));
  person.settle();
  person.expect(f.form()->isVisible(), "a refused step opens no form");
  QLabel* link = nullptr;
  person.expect(person.wait(
                    [&] {
                      for (QLabel* label : f.form()->findChildren<QLabel*>())
                        if (label->isVisible() && label->text().contains("href") && label->text().contains("parallel("))
                          link = label;
                      return link != nullptr;
                    },
                    60000),
                "the refusal offers no repair");
  person.station("refused", "parallel(k) is refused, with the two iterations and the element.");
  if (!link) return;
  person.click(link, {24, 10});
  person.settle();
  person.expect(f.trace()->traceModel()->rowCount() >= 2, "the repair was not applied");
  person.station("repaired", "The link repairs it.");
}

void comparison(Walker& person, WindowFixture& f) {
  (void)f.openText(kSmallProgram, "compared.py");
  f.window->workbench()->steps()->applyFunction("tiled");
  person.settle();
  person.click(f.trace()->viewport(), f.trace()->visualRect(f.trace()->model()->index(0, 0)).center());
  person.settle();
  person.keys("c");
  person.settle();
  person.keys("End");
  person.settle();
  f.lowered()->chooseStage("assembly");
  person.expect(person.wait([&] { return f.lowered()->text()->comparison() != nullptr; }, 60000),
                "the assembly is not compared");
  person.station("compared", "Two states are compared, down to the assembly.");
  person.keys("Escape");
}

void search(Walker& person, WindowFixture& f) {
  f.window->openFile(samplePath("tuning/matmul_space.py"));
  person.settle();
  f.layouts().show("Tune");
  person.settle();
  TuneView* view = f.feature<TuneFeature>().view();
  person.station("tune", "The layout of a search.");
  QPushButton* start = nullptr;
  for (QPushButton* button : view->findChildren<QPushButton*>())
    if (!start && button->isVisible() && button->isEnabled()) start = button;
  person.expect(start != nullptr, "a search cannot be started");
  if (!start) return;
  person.click(start);
  person.expect(person.wait([&] { return view->model()->rowCount() >= 6; }, 120000), "no candidate appears");
  person.station("searching", "Candidates are measured.");
  f.window->workbench()->tuning()->stop();
  (void)person.wait([&] { return !f.window->workbench()->tuning()->running(); }, 60000);
  f.resetLayout();
}

void lecture(Walker& person, WindowFixture& f) {
  (void)f.openText(kSmallProgram, "lecture.py");
  f.window->workbench()->steps()->applyFunction("tiled");
  person.settle();
  f.tree()->setFocus();
  person.keys("F11");
  auto* lecture = f.window->findChild<Lecture*>();
  person.expect(person.wait([&] { return (lecture = f.window->findChild<Lecture*>()) && lecture->isVisible(); }, 10000),
                "F11 begins no lecture");
  if (!lecture) return;
  QTest::qWait(600);
  person.keys("Home");
  QTest::qWait(600);
  person.station("lecture", "A lecture begins at the program as written.");
  person.keys("Right");
  QTest::qWait(900);
  person.station("lecture_step", "An arrow key shows the next step.");
  person.keys("Escape");
  person.expect(person.wait([&] { return !lecture->isVisible(); }, 10000), "Escape does not end the lecture");
}

void tour(Walker& person, WindowFixture& f) {
  f.feature<HelpFeature>().startTour();
  Tour* tour = nullptr;
  person.expect(person.wait([&] { return (tour = f.feature<HelpFeature>().tour()) && tour->isVisible(); }, 20000),
                "the tour does not begin");
  if (!tour) return;
  person.station("tour", "The tour begins.");
  const QPoint place = tour->next()->mapToGlobal(tour->next()->rect().bottomRight());
  for (int i = 0; i < 4; ++i) person.click(tour->next());
  person.expect(tour->next()->mapToGlobal(tour->next()->rect().bottomRight()) == place, "Next has moved");
  person.station("tour_exercise", "The first exercise.");
  person.dragLoop("k", "j");
  person.station("tour_second", "It is done by the mouse, and the tour goes on.");
  person.clickLoop("k");
  const int rows = f.trace()->traceModel()->rowCount();
  person.keys("Return");
  person.settle();
  person.expect(!f.form()->isVisible() && f.trace()->traceModel()->rowCount() == rows + 1,
                "Return is not the card's after a click in the tree");
  person.station("tour_return", "Return carries the exercise out.");
  person.click(tour->leaveButton());
}

void pages(Walker& person, WindowFixture& f) {
  (void)f.openText(kSmallProgram, "pages.py");
  person.click(f.runButton());
  person.settle();
  for (const char* page : {RunFeature::kPage, RooflineFeature::kPage, AccessesFeature::kPage, ValuesFeature::kPage,
                           ProblemsFeature::kPage}) {
    f.showPage(page);
    QTest::qWait(500);
    person.station(QStringLiteral("page_") + page, QStringLiteral("A page of results."));
  }
  f.window->openFile(samplePath("models/mlp.py"));
  person.settle();
  QTest::qWait(500);
  person.station("model", "A model.");
}

// Applies steps, types, and leaves without a word. What has to come back is in a file.
[[noreturn]] void workAndDie(Walker* person, WindowFixture& f, const WalkPlan& plan) {
  (void)f.openText(kSmallProgram, "killed.py");
  person->clickLoop("i");
  person->keys("ctrl+k");
  (void)person->wait([&] { return f.stepPalette()->isVisible(); }, 5000);
  person->type("split i 16");
  person->keys("Return");
  (void)person->wait([&] { return f.trace()->traceModel()->rowCount() == 2; }, 10000);
  person->station("killed", "A step is applied, and the window is killed.");
  QTest::qWait(1500);  // a person is not faster than this
  QFile kept(plan.folder + "/kept.txt");
  if (kept.open(QIODevice::WriteOnly)) kept.write(f.settings.value("autosave").toString().toUtf8());
  kept.close();
  f.folder.setAutoRemove(false);
  const int faults = person->faults();
  delete person;  // writes its pictures
  if (faults > 0) ::_exit(1);
  ::raise(SIGKILL);
  ::_exit(1);
}

bool recovered(const WalkPlan& plan) {
  QFile file(plan.folder + "/kept.txt");
  if (!file.open(QIODevice::ReadOnly)) return false;
  const QString kept = QString::fromUtf8(file.readAll());
  WindowFixture f(plan.theme);
  f.window.reset();
  f.settings.setValue("autosave", kept);
  f.window = std::make_unique<MainWindow>(&f.settings);
  f.window->show();
  Walker person(plan, f);
  person.expect(f.window->workbench()->document()->hasProgram(), "the document did not come back");
  person.expect(f.trace()->traceModel()->rowCount() == 2, "the step did not come back");
  person.station("recovered", "The next start: the document and its step are there.");
  return person.faults() == 0;
}

}  // namespace

// test_gui --walk FOLDER WIDTHxHEIGHT THEME LANGUAGE all|short|recover; ends by SIGKILL, unless something was wrong.
int walk(const QStringList& words) {
  const QStringList size = words[1].split('x');
  const WalkPlan plan{words[0], QSize(size[0].toInt(), size.value(1).toInt()), words[2], words[3],
                      words[4] == QLatin1String("short")};
  if (!useLanguage(*qApp, plan.language)) return 2;
  QApplication::setCursorFlashTime(0);
  if (words[4] == QLatin1String("recover")) return recovered(plan) ? 0 : 1;
  WindowFixture f(plan.theme);
  auto* person = new Walker(plan, f);
  firstStart(*person, f);
  toTheReference(*person, f);
  refusalAndRepair(*person, f);
  tour(*person, f);
  if (!plan.shortForm) {
    comparison(*person, f);
    pages(*person, f);
    search(*person, f);
    lecture(*person, f);
  }
  workAndDie(person, f, plan);
}

}  // namespace lw::test
