#include "tests/gui/picture_scenes.h"

#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QToolButton>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/runs/runs.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/interpreter_runs.h"
#include "app/window/lecture/lecture.h"
#include "app/window/notices/notices_feature.h"
#include "app/window/timeline/timeline_feature.h"
#include "tests/gui/few_colours.h"
#include "tests/gui/fixture.h"

namespace lw::test {
namespace {

constexpr int kPatience = 300'000;
constexpr QSize kSize(1240, 780), kWide(1720, 1000);  // kWide: with a column for the inspector

// B is read as if it were stored by columns.
constexpr const char* kWrong = R"(import numpy as np
from tvm.script import tir as T


@T.prim_func
def product(A: T.Buffer((48, 48), "float32"), B: T.Buffer((48, 48), "float32"), C: T.Buffer((48, 48), "float32")):
    for i, j, k in T.grid(48, 48, 48):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]


def reference(A, B, C):
    np.matmul(A, B, out=C)
)";

// Two neighbouring threads store to each element of S.
constexpr const char* kRace = R"(from tvm.script import tir as T


@T.prim_func
def pairs(A: T.Buffer((256,), "float32"), S: T.Buffer((128,), "float32")):
    for i in T.thread_binding(8, thread="blockIdx.x"):
        for k in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SS", [i, k])
                S[(vi * 32 + vk) // 2] = A[vi * 32 + vk]
)";

// ---- ways to a state ----

bool open(const WindowFixture& f, const QString& sample) {
  f.window->openFile(LW_SOURCE_DIR "/samples/" + sample);
  return f.settle() && f.window->workbench()->document()->hasProgram();
}

bool apply(const WindowFixture& f, const QStringList& steps) {
  for (const QString& step : steps) f.window->workbench()->steps()->applyText(step);
  return f.settle();
}

bool applyFunction(const WindowFixture& f, const char* name) {
  f.window->workbench()->steps()->applyFunction(name);
  return f.settle();
}

bool run(const WindowFixture& f) {
  f.window->workbench()->runs()->run();
  return f.settle(kPatience);
}

// Times every state on the path to the shown one.
bool time(const WindowFixture& f) {
  HistoryEditor* history = f.window->workbench()->history();
  for (const int node : history->shownPath()) {
    history->goTo(node);
    if (!f.settle() || !run(f)) return false;
  }
  return true;
}

bool page(const WindowFixture& f, const QString& name, bool larger) {
  for (QToolButton* button : f.window->findChildren<QToolButton*>())
    if (button->text() == name && button->property("class") == "switch") QTest::mouseClick(button, Qt::LeftButton);
  if (larger) QTest::mouseClick(f.largerResults(), Qt::LeftButton);
  return f.settle(kPatience);
}

Playback* playback(const WindowFixture& f) { return f.executions()->playback(); }

bool playTo(const WindowFixture& f, size_t position, bool larger) {
  if (!page(f, "Accesses", larger) || !QTest::qWaitFor([&] { return !playback(f)->empty(); }, kPatience)) return false;
  playback(f)->setPosition(std::min(position, playback(f)->size()));
  return f.settle();
}

bool emulated(const WindowFixture& f) {
  f.window->workbench()->target()->choose("gpu-emulator");
  return f.settle() && run(f);
}

QPushButton* buttonOf(const QWidget* parent, const QString& begin) {
  for (QPushButton* button : parent->findChildren<QPushButton*>())
    if (button->isVisible() && button->text().startsWith(begin)) return button;
  return nullptr;
}

QWidget* window(const WindowFixture& f, bool ready) { return ready ? f.window.get() : nullptr; }

// ---- the scenes: the widget to show, or nullptr if a state was not reached ----

QWidget* roofline(const WindowFixture& f) {
  return window(f, open(f, "first_product.py") && applyFunction(f, "schedule") && time(f) &&
                       page(f, "Roofline", true) &&
                       QTest::qWaitFor(
                           [&] {
                             const RooflineContent& content = f.roofline()->plot()->content();
                             return content.gflops > 0 && !content.roofs.empty() && content.roofs.back().gbps > 0;
                           },
                           kPatience));
}

QWidget* gpuTimeline(const WindowFixture& f) {
  const TimelinePlot* plot = f.feature<TimelineFeature>().view()->plot();
  return window(f, open(f, "gpu/multistage.py") && applyFunction(f, "schedule") && page(f, "Timeline", true) &&
                       QTest::qWaitFor([&] { return plot->kernel() != nullptr; }, kPatience) && f.settle());
}

QWidget* runTimes(const WindowFixture& f) {
  const bool timed = open(f, "first_product.py") && applyFunction(f, "schedule") && time(f);
  f.showPage(RunFeature::kPage);
  QTest::mouseClick(f.largerResults(), Qt::LeftButton);
  return window(f, timed && f.settle(kPatience));
}

QWidget* accesses(const WindowFixture& f) { return window(f, open(f, "first_product.py") && playTo(f, 2600, true)); }

QWidget* gpuBanks(const WindowFixture& f) {
  return window(f,
                open(f, "gpu/transpose.py") && applyFunction(f, "through_shared_memory") && playTo(f, 32 * 88, true));
}

QWidget* values(const WindowFixture& f) {
  return window(f, open(f, "first_product.py") && run(f) && page(f, "Values", true));
}

QWidget* valuesWrong(const WindowFixture& f) {
  return window(f, f.openText(kWrong, "product.py") && run(f) && page(f, "Values", true));
}

QWidget* gpuRace(const WindowFixture& f) {
  const bool found = f.openText(kRace, "pairs.py") && emulated(f);
  f.showPage(ProblemsFeature::kPage);
  f.window->workbench()->selection()->select(LinkedSelection::of(f.block("S")));
  return window(f, found && f.settle());
}

QWidget* gpuCounts(const WindowFixture& f) {
  const bool done = open(f, "gpu/transpose.py") && applyFunction(f, "through_shared_memory") && emulated(f);
  f.window->workbench()->selection()->select(LinkedSelection::of(f.block("B")));
  return window(f, done && f.settle(kPatience));
}

QWidget* graph(const WindowFixture& f) {
  f.window->resize(kWide);
  f.window->openFile(LW_SOURCE_DIR "/samples/models/transformer.py");
  const bool done = f.settle(kPatience);
  f.layouts().show("Model");
  return window(f, done && f.settle(kPatience));
}

Lecture* lectureOf(const WindowFixture& f) {
  if (!open(f, "first_product.py") || !applyFunction(f, "schedule") || !time(f)) return nullptr;
  f.window->workbench()->history()->annotate(f.window->workbench()->document()->history().current(),
                                             "Tiles of four rows are independent: each thread takes its own.\n---\nAsk "
                                             "who writes C[0, 0], and whether two threads can.");
  if (!f.settle() || !f.typeKey(Qt::Key_F11, {})) return nullptr;
  auto* lecture = f.window->findChild<Lecture*>();
  if (!lecture) return nullptr;
  lecture->tree()->setAnimated(false);
  lecture->showNormal();
  lecture->resize(kSize);
  return QTest::qWaitFor([&] { return lecture->size() == kSize; }, kPatience) && f.settle() ? lecture : nullptr;
}

QWidget* lecture(const WindowFixture& f) { return lectureOf(f); }

QWidget* presenter(const WindowFixture& f) {
  Lecture* lecture = lectureOf(f);
  if (!lecture) return nullptr;
  const std::vector<int> path = f.window->workbench()->history()->shownPath();
  f.window->workbench()->history()->annotate(
      path[path.size() - 2],
      "The four rows are written out, so that their sums stay in registers.\n---\n"
      "Ask how many registers that takes: 4 rows of 64 numbers, 8 to a register.");
  QTest::keyClick(lecture, Qt::Key_PageUp);
  QTest::keyClick(lecture, Qt::Key_N);
  if (!f.settle() || !lecture->presenter()) return nullptr;
  lecture->presenter()->resize(kSize);
  return lecture->presenter();
}

QWidget* challenge(const WindowFixture& f) {
  if (!open(f, "course/01_order.py") || !apply(f, {"reorder(i, k, j)"})) return nullptr;
  QPushButton* hint = buttonOf(f.window.get(), "Hint 1");
  if (hint) QTest::mouseClick(hint, Qt::LeftButton);
  return window(f, hint && f.settle());
}

QWidget* challengeSolved(const WindowFixture& f) {
  return window(f, open(f, "course/01_order.py") && applyFunction(f, "solution") && run(f));
}

QWidget* refusal(const WindowFixture& f) {
  const bool done = open(f, "first_product.py") && apply(f, {"vectorize(k)"});
  f.showPage(ProblemsFeature::kPage);
  return window(f, done && f.settle());
}

QWidget* formAt(const WindowFixture& f, const Primitive& primitive, const char* loop) {
  if (!f.clickLoop(loop)) return nullptr;
  const QRect rect = f.tree()->rectOf(f.loop(loop));
  f.openForm(primitive, f.tree()->viewport()->mapTo(f.window.get(), rect.bottomLeft() + QPoint(40, 4)));
  return f.settle() ? f.window.get() : nullptr;
}

QWidget* formRefused(const WindowFixture& f) {
  return open(f, "first_product.py") ? formAt(f, kParallel, "k") : nullptr;
}

QWidget* preview(const WindowFixture& f) {
  if (!open(f, "first_product.py") || !formAt(f, kSplit, "i")) return nullptr;
  auto* factors = qobject_cast<QLineEdit*>(f.form()->editor("factors")->widget());
  if (!factors) return nullptr;
  factors->selectAll();
  QTest::keyClicks(factors, "None, 4");
  return window(f, f.settle());
}

QWidget* palette(const WindowFixture& f) {
  if (!open(f, "first_product.py")) return nullptr;
  f.askForStep();
  auto* line = f.stepPalette()->findChild<QLineEdit*>();
  if (!line) return nullptr;
  QTest::keyClicks(line, "tile i j 16 8");
  return window(f, f.settle());
}

QWidget* variants(const WindowFixture& f) {
  if (!open(f, "first_product.py") || !applyFunction(f, "schedule") || !time(f)) return nullptr;
  f.window->workbench()->history()->goTo(f.window->workbench()->history()->shownPath()[1]);
  if (!apply(f, {"vectorize(j)", "parallel(i)"}) || !time(f)) return nullptr;
  QTest::mouseClick(f.window->findChild<QToolButton*>("showBranches"), Qt::LeftButton);
  return window(f, run(f));
}

QWidget* compare(const WindowFixture& f) {
  if (!open(f, "first_product.py") || !applyFunction(f, "schedule")) return nullptr;
  f.showScheduled(true);
  f.trace()->setFocus();
  QTest::keyClick(f.trace(), Qt::Key_Home);
  if (!f.settle()) return nullptr;
  QTest::keyClick(f.trace(), Qt::Key_C);
  if (!f.settle()) return nullptr;
  QTest::keyClick(f.trace(), Qt::Key_End);
  f.lowered()->chooseStage("scheduled TIR");
  return window(f, f.settle());
}

QWidget* effects(const WindowFixture& f) {
  f.window->resize(kWide);
  f.resetLayout();
  if (!open(f, "first_product.py") || !f.clickLoop("j")) return nullptr;
  const auto known = [&] {
    const auto labels = f.inspector()->findChildren<QLabel*>("effectGroup");
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* l) { return l->isVisibleTo(f.inspector()); });
  };
  if (!QTest::qWaitFor(known, kPatience) || !f.settle()) return nullptr;
  return f.window.get();
}

QWidget* flows(const WindowFixture& f) {
  if (!open(f, "mm_exp_mm.py") || !applyFunction(f, "loop_reorder")) return nullptr;
  f.layouts().show("Teach");
  f.tree()->setAnimated(false);
  f.tree()->setFlowsShown(true);
  f.window->workbench()->selection()->select(LinkedSelection::of(f.block("D")));
  return window(f, f.settle());
}

QWidget* lowered(const WindowFixture& f) {
  if (!open(f, "first_product.py") || !applyFunction(f, "schedule")) return nullptr;
  f.lowered()->chooseStage("assembly");
  return window(f, f.settle(kPatience));
}

QWidget* start(const WindowFixture& f) { return window(f, f.settle()); }

QWidget* help(const WindowFixture& f) {
  if (!open(f, "first_product.py") || !formAt(f, kRfactor, "k")) return nullptr;
  f.showHelp();
  f.help()->resize(860, kSize.height());
  return f.settle() ? f.help() : nullptr;
}

QWidget* teach(const WindowFixture& f) {
  const bool done = open(f, "first_product.py") && applyFunction(f, "schedule");
  f.layouts().show("Teach");
  return window(f, done && f.settle());
}

struct Scene {
  const char* name;
  QWidget* (*make)(const WindowFixture& f);
};
constexpr Scene kScenes[] = {{"roofline", roofline},
                             {"run_times", runTimes},
                             {"accesses", accesses},
                             {"gpu_banks", gpuBanks},
                             {"values", values},
                             {"values_wrong", valuesWrong},
                             {"gpu_race", gpuRace},
                             {"gpu_counts", gpuCounts},
                             {"gpu_timeline", gpuTimeline},
                             {"graph", graph},
                             {"lecture", lecture},
                             {"presenter", presenter},
                             {"challenge", challenge},
                             {"challenge_solved", challengeSolved},
                             {"refusal", refusal},
                             {"form_refused", formRefused},
                             {"preview", preview},
                             {"palette", palette},
                             {"variants", variants},
                             {"compare", compare},
                             {"effects", effects},
                             {"flows", flows},
                             {"lowered", lowered},
                             {"start", start},
                             {"help", help},
                             {"teach", teach}};

}  // namespace

QStringList sceneNames() {
  QStringList names;
  for (const Scene& scene : kScenes) names << scene.name;
  return names;
}

bool takeScene(const QString& name, const QString& folder) {
  const auto* scene = std::find_if(std::begin(kScenes), std::end(kScenes),
                                   [&](const Scene& s) { return name == QLatin1String(s.name); });
  if (scene == std::end(kScenes)) return false;
  for (const QString& theme : themeNames()) {
    WindowFixture f(theme);
    f.window->resize(kSize);
    QWidget* shown = f.settle() ? scene->make(f) : nullptr;
    f.window->statusBar()->clearMessage();
    if (!shown || !f.settle() || !lw::atRest(shown)) return false;
    const QImage picture = shown->grab().toImage().convertToFormat(QImage::Format_RGB32);
    if (!withFewColours(picture).save(folder + "/" + name + "_" + theme + ".png", "PNG", 0)) return false;
  }
  return true;
}

}  // namespace lw::test
