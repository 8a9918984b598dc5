// Screenshots of the window for review: build/screenshots/<what>_<theme>_<width>.png. Every run of the tests takes the
// smallest size; LW_SCREENSHOTS=all takes every size and LW_SCREENSHOTS=1440x900 one, both with times of real runs;
// QT_SCALE_FACTOR=2 doubles the resolution.
#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QToolButton>
#include <cmath>

#include "app/models/program/selection_model.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/steps.h"
#include "app/services/tuning/tuning.h"
#include "app/window/tune/tune_feature.h"
#include "core/tune/errors.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "tests/services/made_up_times.h"

namespace lw {
namespace {

constexpr const char* kTunedProduct = R"(from tvm.script import tir as T

@T.prim_func
def product(A: T.Buffer((512, 512), "float32"), B: T.Buffer((512, 512), "float32"),
            C: T.Buffer((512, 512), "float32")):
    for i, j, k in T.grid(512, 512, 512):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def space(sch):
    """Three levels of tiles; the innermost one is vectorized, and the reduction may be unrolled."""
    block = sch.get_block("C")
    i, j, k = sch.get_loops(block)
    rows = sch.sample_perfect_tile(i, n=3, max_innermost_factor=16)
    i_0, i_1, i_2 = sch.split(i, rows)
    columns = sch.sample_perfect_tile(j, n=3, max_innermost_factor=64)
    j_0, j_1, j_2 = sch.split(j, columns)
    depth = sch.sample_categorical([4, 8, 16, 32, 64], [0.2, 0.2, 0.2, 0.2, 0.2])
    k_0, k_1 = sch.split(k, [None, depth])
    sch.reorder(i_0, j_0, k_0, i_1, j_1, k_1, i_2, j_2)
    unroll = sch.sample_categorical([0, 16, 64], [0.3, 0.3, 0.4])
    sch.annotate(i_0, "pragma_auto_unroll_max_step", unroll)
    sch.vectorize(j_2)
)";

}  // namespace

class TestScreenshots : public QObject {
  Q_OBJECT

 private:
  static std::vector<QSize> sizes() {
    const QString wanted = qEnvironmentVariable("LW_SCREENSHOTS");
    if (const QStringList one = wanted.split('x'); one.size() == 2) return {{one[0].toInt(), one[1].toInt()}};
    if (wanted != "all") return {{1280, 800}};
    return {{1024, 700}, {1280, 800}, {1440, 900}, {1920, 1080}, {2560, 1440}};
  }
  static void save(const QPixmap& picture, const QString& name) {
    QDir().mkpath(LW_BINARY_DIR "/screenshots");
    const QString scale = picture.devicePixelRatio() > 1 ? "@2x" : "";
    QVERIFY(picture.save(QStringLiteral(LW_BINARY_DIR "/screenshots/%1%2.png").arg(name, scale)));
  }
  // One screenshot for every theme and size.
  static void shoot(const WindowFixture& f, const QString& what, const std::function<void()>& prepare = {}) {
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      for (const QSize size : sizes()) {
        f.window->resize(size);
        f.resetLayout();
        QVERIFY(f.settle());
        if (prepare) prepare();
        QVERIFY(f.settle());
        QVERIFY(f.atRest());
        save(f.window->grab(), QStringLiteral("%1_%2_%3").arg(what, theme).arg(size.width()));
        // No label of the window is elided.
        for (const QLabel* label : f.window->findChildren<QLabel*>("paneState"))
          if (label->isVisible())
            QVERIFY2(label->width() >= label->fontMetrics().horizontalAdvance(label->text()),
                     qPrintable(label->text()));
      }
    }
  }
  static tune::TrialResult likeASearch(const tune::TrialRequest& request) {
    const int n = request.number;
    const auto noise = double((uint64_t(n) * 2654435761u) % 1000) / 1000;
    const double ms = 0.9 + 9 * std::exp(-n / 14.0) * (0.35 + noise) + 1.6 * noise * noise;
    using tune::Outcome;
    const Explanation slow = err::kTuneNotRecorded("is not needed"), wrong = err::kTuneNotRecorded("wrong");
    if (n % 13 == 7) return {n, Outcome::Crashed, wrong, {}, 0};
    if (n % 5 == 3) return {n, Outcome::Stopped, slow, {ms * 2.4}, 40};
    return {n, Outcome::Measured, {}, {ms, ms * 1.01, ms * 0.99}, 40};
  }
  const std::shared_ptr<Gate> gate_ = std::make_shared<Gate>();
  static bool run(const WindowFixture& f) {
    f.window->workbench()->runs()->run();
    return f.settle(300000);
  }

 private Q_SLOTS:
  void sample() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    shoot(f, "opened");
    const bool all = qEnvironmentVariableIsSet("LW_SCREENSHOTS");
    for (const char* schedule : {"loop_reorder", "tile_reduction", "full_tiling", "vectorised"}) {
      f.window->workbench()->steps()->applyFunction(schedule);
      QVERIFY(f.settle());
      if (all) QVERIFY(run(f));
    }
    f.showScheduled(true);
    QVERIFY(f.clickLoop("n_1"));
    f.lowered()->chooseStage("assembly");
    shoot(f, "main", [&] { f.showPage(RunFeature::kPage); });
    if (all) {
      auto* table = f.window->findChild<QToolButton*>("runTable");
      shoot(f, "table", [&] { table->setChecked(true); });
      table->setChecked(false);
    }
    QVERIFY(f.clickLoop("rl_0"));
    f.window->workbench()->steps()->applyText("parallel(rl_0)");
    f.window->workbench()->steps()->applyText("split(n_1, [3])");
    QVERIFY(f.settle());
    f.lowered()->chooseStage("flatten_buffer");
    shoot(f, "refusal", [&] { f.showPage(ProblemsFeature::kPage); });
    const auto form = [&](const Primitive& primitive, const char* loop) {
      return [&f, &primitive, loop] {
        f.clickLoop(loop);
        const QRect rect = f.tree()->rectOf(f.loop(loop));
        f.openForm(primitive, f.tree()->viewport()->mapTo(f.window.get(), rect.bottomLeft() + QPoint(40, 4)));
      };
    };
    shoot(f, "form_split", form(kSplit, "n_0"));
    shoot(f, "form_bind", form(kBind, "rl_0"));
    shoot(f, "form_reorder", form(kReorder, "n_0"));
    shoot(f, "form_refused", form(kParallel, "rl_0"));
    f.form()->hide();
    shoot(f, "palette", [&] { f.askForStep(); });
    f.stepPalette()->hide();
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.window->resize(1280, 800);
      QVERIFY(f.settle());
      QTest::mouseClick(f.bar()->more(), Qt::LeftButton);
      save(f.bar()->morePanel()->grab(), "more_" + theme);
      f.bar()->morePanel()->hide();
      f.targets()->showPopup();
      QVERIFY(atRest(f.targets()->view()->window()));
      save(f.targets()->view()->window()->grab(), "targets_" + theme);
      f.targets()->hidePopup();
      for (QMenu* menu : f.window->findChildren<QMenu*>())
        if (const QString title = plain(menu->title());
            QStringList{"File", "Run", "View", "Schedule", "Layout", "Copy as Python", "Floating-point arithmetic"}
                .contains(title)) {
          menu->adjustSize();
          save(menu->grab(), "menu_" + QString(title).replace(' ', '_').toLower() + "_" + theme);
        }
    }
  }

  // The loop tree alone, as large as possible: costs, arrows, a witness, a drag, zoomed in and out.
  void tree() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyFunction("full_tiling");
    QVERIFY(f.settle());
    LoopTreeView* tree = f.tree();
    tree->setAnimated(false);
    QVERIFY(f.clickLoop("rk_0"));
    const auto choose = [&](const QString& metric) {
      for (QToolButton* button : f.window->findChildren<QToolButton*>())
        if (button->text() == metric) QTest::mouseClick(button, Qt::LeftButton);
    };
    choose("Footprint");
    shoot(f, "tree_footprint");
    choose("Operations");
    f.window->workbench()->selection()->select(LinkedSelection::of(f.block("D")));
    tree->setFlowsShown(true);
    shoot(f, "tree_arrows", [&] { tree->setSelection(LinkedSelection::of(f.block("D")), true); });
    tree->setFlowsShown(false);
    f.window->workbench()->steps()->applyText("parallel(C_update.rk_0)");
    QVERIFY(f.settle());
    shoot(f, "tree_witness",
          [&] { tree->setConflict({f.loop("rk_0")}, {f.block("C_update")}, tree->picture().witness()); });
    tree->setZoom(0.5);
    shoot(f, "tree_far");
    tree->setZoom(1.6);
    shoot(f, "tree_near");
    tree->setZoom(1);
    shoot(f, "tree_drag", [&] {
      QWidget* viewport = tree->viewport();
      f.window->workbench()->selection()->select(LinkedSelection::of(f.loop("rk_0")));
      tree->setFocus();
      QVERIFY(f.settle());
      QTest::mousePress(viewport, Qt::LeftButton, {}, tree->rectOf(f.loop("rk_1")).topLeft() + QPoint(20, 14));
      QVERIFY(f.settle());
      const QRect from = tree->rectOf(f.loop("rk_1")), to = tree->rectOf(f.loop("rk_0"));
      for (const QPoint& at : {from.topLeft() + QPoint(20, 40), to.topLeft() + QPoint(60, 16)}) {
        QMouseEvent move(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(viewport, &move);
      }
      QVERIFY(QTest::qWaitFor([&] { return tree->picture().verdictFor(tree->tree().find(f.loop("rk_0"))); }, 10000));
    });
    QTest::keyClick(tree, Qt::Key_Escape);
  }

  // The search: before it, under way, done with a selected candidate, refusals, and the text of the space. The times
  // are made up: they fall in the course of the search, and some candidates are stopped or fail.
  void tuning() {
    WindowFixture f;
    f.window->workbench()->tuning()->setMakeRunner(gated(gate_, 1.24, &likeASearch));
    QVERIFY(f.openText(kTunedProduct, "product.py"));
    TuneView* view = f.feature<TuneFeature>().view();
    const auto tuneLayout = [&] { f.layouts().show("Tune"); };
    shoot(f, "tune_empty", tuneLayout);
    TuneChoices choices = f.window->workbench()->tuning()->choices();
    choices.space = "space";
    f.window->workbench()->tuning()->choose(choices);
    f.window->workbench()->tuning()->start();
    gate_->allow(41);
    QVERIFY(QTest::qWaitFor([&] { return view->model()->rowCount() == 41; }, 60000));
    shoot(f, "tune_running", [&] {
      tuneLayout();
      view->controls()->unfold(true);
    });
    view->controls()->unfold(false);
    gate_->allow(1000);
    QVERIFY(QTest::qWaitFor([&] { return !f.window->workbench()->tuning()->running(); }, 60000) && f.settle());
    const int best = view->model()->best();
    f.window->workbench()->tuning()->open(best);
    f.window->workbench()->tuning()->pin(best, "depth");
    shoot(f, "tune_done", [&] {
      tuneLayout();
      view->table()->sortByColumn(CandidateModel::kTime, Qt::AscendingOrder);
      view->table()->setCurrentIndex(view->table()->model()->index(0, 0));
      view->showSide(TuneView::kDecisions);
    });
    shoot(f, "tune_importance", [&] {
      tuneLayout();
      view->showSide(TuneView::kImportance);
      QVERIFY(QTest::qWaitFor([&] { return !view->importance()->rows().empty(); }, 60000));
    });
    shoot(f, "tune_space", [&] {
      tuneLayout();
      view->showSide(TuneView::kSpace);
    });
  }

  void empty() {
    WindowFixture f;
    shoot(f, "no_file");
  }

  void errors() {
    WindowFixture f;
    std::string text = kSmallProgram;
    text.replace(text.find("vk = T.axis"), 0, "");
    text.replace(text.find("T.float32(0)"), 12, "T.float32(");
    text.replace(text.find("A[vi, vk]"), 9, "A[vi, vx]");
    f.openText(text.c_str(), "broken.py");
    QVERIFY(f.problems()->problemsModel()->rowCount() > 0);
    shoot(f, "errors");
  }

  void noFunction() {
    WindowFixture f;
    f.openText("import numpy as np\n\n\ndef reference(A, B):\n    np.exp(A, out=B)\n", "reference_only.py");
    shoot(f, "no_function");
  }

  void failingKernel() {
    WindowFixture f;
    QVERIFY(f.openText(kOutOfBounds, "outside.py"));
    QVERIFY(run(f));
    shoot(f, "failed", [&] { f.showPage(RunFeature::kPage); });
    shoot(f, "failed_problem", [&] { f.showPage(ProblemsFeature::kPage); });
  }
};

}  // namespace lw

int testScreenshots(int argc, char** argv) {
  lw::TestScreenshots test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_screenshots.moc"
