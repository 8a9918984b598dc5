// The pictures of README, manual and software centres, for scripts/pictures: a sample whose schedule was written by
// hand and then searched for, with the times of real runs on this machine.
#include <QDir>
#include <QPainter>
#include <QStatusBar>
#include <algorithm>
#include <cstdio>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/program/selection_model.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/follow/following.h"
#include "app/services/python/python_runs.h"
#include "app/services/runs/auto_measure.h"
#include "app/services/runs/run_records.h"
#include "app/services/tuning/tuning.h"
#include "app/window/appearance/language.h"
#include "app/window/follow/follow_feature.h"
#include "app/window/notices/notices_feature.h"
#include "app/window/python/python_feature.h"
#include "app/window/tune/tune_feature.h"
#include "tests/gui/few_colours.h"
#include "tests/gui/fixture.h"
#include "tests/gui/picture_scenes.h"
#include "tests/gui/serve_client.h"

namespace lw {
namespace {

constexpr QSize kSize(1720, 1040);  // with a column for the inspector
constexpr int kTrials = 64, kPatience = 900'000;
constexpr QSize kFileSize(1040, 720), kListSize(980, 430);
constexpr int kQuestionHeight = 190, kGap = 32, kFollowHeight = 360;

// A factory, a module and a script that schedules it, as files for TVM have them.
constexpr const char* kKernels = R"(import tvm
from tvm import tir
from tvm.script import ir as I, tir as T


def scaled(n: int, factor: float = 2.0, dtype: str = "float32"):
    @T.prim_func
    def main(a: T.handle, b: T.handle):
        A = T.match_buffer(a, (n,), dtype)
        B = T.match_buffer(b, (n,), dtype)
        for i in range(n):
            with T.block("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi] * T.cast(factor, dtype)

    return main


@I.ir_module
class MatMul:
    @T.prim_func
    def main(A: T.Buffer((256, 256), "float32"), B: T.Buffer((256, 256), "float32"), C: T.Buffer((256, 256), "float32")):
        for i, j, k in T.grid(256, 256, 256):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


large = scaled(1 << 20)

tiled = tir.Schedule(MatMul)
i, j, k = tiled.get_loops(tiled.get_block("C"))
io, ii = tiled.split(i, [None, 8])
tiled.reorder(io, k, ii, j)
tiled.vectorize(j)
tiled.parallel(io)
)";

bool save(const WindowFixture& f, const QString& folder, const QString& name) {
  f.window->statusBar()->clearMessage();
  if (!f.settle() || !f.atRest()) return false;
  return test::withFewColours(f.window->grab().toImage().convertToFormat(QImage::Format_RGB32))
      .save(folder + "/" + name + ".png", "PNG", 0);
}

bool tuned(const WindowFixture& f) {
  Tuning* tuning = f.window->workbench()->tuning();
  TuneChoices choices = tuning->choices();
  choices.trials = kTrials;
  choices.threads = cpuInfo().cores;
  tuning->choose(choices);
  tuning->start();
  return QTest::qWaitFor([&] { return !tuning->running(); }, kPatience) && f.settle() && tuning->best() >= 0;
}

bool ran(const WindowFixture& f) {
  f.window->workbench()->runs()->run();
  return f.settle(kPatience);
}

// Times every state on the path to the shown one.
bool timed(const WindowFixture& f) {
  Workbench* w = f.window->workbench();
  w->autoMeasure()->setOn(true);
  const bool all = QTest::qWaitFor(
      [&] {
        const std::vector<int> path = w->history()->shownPath();
        return std::all_of(path.begin(), path.end(), [&](int node) { return w->records()->model()->of(node); });
      },
      kPatience);
  w->autoMeasure()->setOn(false);
  return all && f.settle();
}

// The steps that were written by hand, and the best of a search as another variant, which is shown. `byHand`: the last
// state of the first.
bool prepare(const WindowFixture& f, int& byHand) {
  f.window->resize(kSize);
  f.window->openFile(LW_SOURCE_DIR "/samples/first_product.py");
  if (!f.settle() || !ran(f)) return false;
  f.window->workbench()->steps()->applyFunction("schedule");
  if (!f.settle() || !timed(f) || !ran(f)) return false;
  byHand = f.window->workbench()->document()->history().current();
  if (!tuned(f)) return false;
  f.window->workbench()->tuning()->open(f.window->workbench()->tuning()->best());
  return f.settle() && ran(f);
}

bool choose(const WindowFixture& f) {
  f.showScheduled(true);
  f.lowered()->chooseStage("assembly");
  for (auto node = f.tree()->tree().nodes.rbegin(); node != f.tree()->tree().nodes.rend(); ++node)
    if (node->loop.valid() && node->name.starts_with("j")) {
      f.window->workbench()->selection()->select(LinkedSelection::of(node->loop));
      break;
    }
  f.showPage(RunFeature::kPage);
  return f.settle();
}

bool takeSearch(const WindowFixture& f, const QString& folder, const QString& theme) {
  f.window->setThemeByName(theme);
  f.layouts().show("Tune");
  TuneView* view = f.feature<TuneFeature>().view();
  view->table()->sortByColumn(CandidateModel::kTime, Qt::AscendingOrder);
  view->table()->setCurrentIndex(view->table()->model()->index(0, 0));
  return save(f, folder, "tune_" + theme);
}

bool takeWindow(const WindowFixture& f, const QString& folder, const QString& theme, const QString& language) {
  f.window->setThemeByName(theme);
  f.resetLayout();
  return choose(f) && save(f, folder, "window_" + theme + language);
}

// The line above the source that asks, and below it what Python made of the file.
bool takePythonFiles(const QString& folder) {
  for (const QString& theme : themeNames()) {
    WindowFixture f;
    f.window->setThemeByName(theme);
    f.window->resize(kFileSize);
    QFile file(f.folder.filePath("kernels.py"));
    if (!file.open(QIODevice::WriteOnly) || file.write(kKernels) < 0) return false;
    file.close();
    f.window->openFile(file.fileName());
    if (!f.settle() || !f.atRest()) return false;
    const QWidget* bar = f.feature<NoticesFeature>().bar();
    const int top = bar->mapTo(f.window.get(), QPoint()).y();
    const QImage asks = f.window->grab(QRect(0, top, kFileSize.width(), kQuestionHeight)).toImage();
    f.window->workbench()->python()->allow();
    if (!f.settle() || !f.feature<PythonFeature>().dialog()) return false;
    MadeDialog* list = f.feature<PythonFeature>().dialog();
    list->resize(kListSize);
    list->select(MadeEntry::Kind::Factory, 0);
    if (!atRest(list)) return false;
    QImage both(kFileSize.width(), kQuestionHeight + kListSize.height() + kGap, QImage::Format_RGB32);
    both.fill(list->palette().color(QPalette::Window));
    QPainter painter(&both);
    painter.drawImage(0, 0, asks);
    painter.setPen(loadTheme(theme).hairline);
    const QPoint at((kFileSize.width() - kListSize.width()) / 2, kQuestionHeight + kGap / 2);
    painter.drawImage(at, list->grab().toImage());
    painter.drawRect(QRect(at, kListSize).adjusted(-1, -1, 0, 0));
    painter.end();
    if (!test::withFewColours(both).save(folder + "/python_files_" + theme + ".png", "PNG", 0)) return false;
  }
  return true;
}

// The line of a followed session above its source and loop tree: the client's steps, one of which a pin refuses.
bool takeFollow(const QString& folder) {
  for (const QString& theme : themeNames()) {
    const QTemporaryDir runtime;
    ServeClient client(runtime);
    client.open(kSmallProgram, "small.py");
    client.apply({"split(i, [None, 8])", "reorder(j, i_1)"});
    WindowFixture f(theme);
    f.window->resize(kFileSize);
    const QDir sessions(runtime.filePath("loopwright/sessions"));
    const QStringList sockets = sessions.entryList(QDir::System | QDir::Files);
    if (sockets.isEmpty()) return false;
    Following* following = f.window->workbench()->following();
    following->follow(sessions.filePath(sockets.front()));
    const auto arrived = [&](const std::function<bool()>& done) {
      return QTest::qWaitFor([&] { return done() && f.window->idle(); }, kPatience) && f.settle();
    };
    if (!arrived([&] { return following->follows() && f.loop("i_1").valid(); })) return false;
    following->pin(f.loop("i_0"));
    if (!arrived([&] { return following->state().pins.size() == 1; })) return false;
    client.apply({"parallel(i_0)"});
    if (!arrived([&] { return following->state().last.kind == FollowEvent::Kind::PinRefused; })) return false;
    f.showScheduled(true);
    f.window->workbench()->selection()->select(LinkedSelection::of(f.loop("i_0")));
    if (!f.settle() || !f.atRest()) return false;
    const int top = f.feature<FollowFeature>().bar()->mapTo(f.window.get(), QPoint()).y();
    const QImage shown = f.window->grab(QRect(0, top, kFileSize.width(), kFollowHeight)).toImage();
    if (!test::withFewColours(shown.convertToFormat(QImage::Format_RGB32))
             .save(folder + "/follow_" + theme + ".png", "PNG", 0))
      return false;
  }
  return true;
}

bool takeWindows(const QString& folder) {
  const QTemporaryDir kept;
  const QString session = kept.filePath("first_product.lwsession");
  {
    WindowFixture f;
    int byHand = 0;
    if (!prepare(f, byHand)) return false;
    for (const QString& theme : themeNames())
      if (!takeSearch(f, folder, theme)) return false;
    f.window->workbench()->history()->goTo(byHand);
    if (!f.settle()) return false;
    for (const QString& theme : themeNames())
      if (!takeWindow(f, folder, theme, "")) return false;
    f.window->workbench()->files()->saveSession(session);
    if (!f.settle() || !QFile::exists(session)) return false;
  }
  if (!useLanguage(*qApp, "zh_CN")) return false;
  WindowFixture f;
  f.window->resize(kSize);
  f.window->openFile(session);
  if (!f.settle()) return false;
  for (const QString& theme : themeNames())
    if (!takeWindow(f, folder, theme, "_zh_CN")) return false;
  return true;
}

// `kinds`: of the pictures; empty: all.
bool takeAll(const QString& folder, const QStringList& kinds) {
  const auto wanted = [&](const char* kind) { return kinds.isEmpty() || kinds.contains(QLatin1String(kind)); };
  if (wanted("python_files") && !takePythonFiles(folder)) return false;
  if (wanted("follow") && !takeFollow(folder)) return false;
  for (const QString& scene : test::sceneNames()) {
    if (!kinds.isEmpty() && !kinds.contains(scene)) continue;
    if (test::takeScene(scene, folder)) continue;
    std::fprintf(stderr, "error: no picture %s\n", qPrintable(scene));
    return false;
  }
  return (!wanted("window") && !wanted("tune")) || takeWindows(folder);
}

}  // namespace
}  // namespace lw

int takePictures(const QString& folder) {
  if (lw::takeAll(folder, qEnvironmentVariable("LW_PICTURES_OF").split(' ', Qt::SkipEmptyParts))) return 0;
  std::fprintf(stderr, "error: the pictures are incomplete: a run, the search or a file of %s failed\n",
               qPrintable(folder));
  return 1;
}
