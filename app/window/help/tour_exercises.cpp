#include "app/window/help/tour_exercises.h"

#include <QCoreApplication>
#include <algorithm>
#include <memory>

#include "app/models/document/document.h"
#include "app/models/runs/run_model.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/services.h"
#include "app/models/text/number_text.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/palette/palette_feature.h"
#include "app/window/run/run_feature.h"
#include "app/window/window_context.h"
#include "views/run/run_chart.h"
#include "views/widgets/pane.h"

namespace lw {
namespace {

constexpr int kAfterSteps = 3, kAfterRun = 7, kLast = 9;  // the orders of the features' stops
constexpr double kAlike = 1.05;                           // a smaller ratio of two times is called equal

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(lw::TourExercises)
};

// The loops in program order, each with a letter for its kind where it is not serial: "i_0:p k i_1:u j:v".
QString nestOf(const LoopTree& tree) {
  QStringList loops;
  for (const LoopTreeNode& node : tree.nodes) {
    if (!node.loop.valid()) continue;
    const char* kind = node.forKind == ForKind::Vectorized ? ":v"
                       : node.forKind == ForKind::Unrolled ? ":u"
                       : node.forKind == ForKind::Parallel ? ":p"
                                                           : "";
    loops << QString::fromStdString(node.name) + QLatin1String(kind);
  }
  return loops.join(' ');
}

const RunRow* shownRun(const RunModel& runs) {
  const RunRow* run = runs.of(runs.shown());
  return run && run->medianMs > 0 ? run : nullptr;
}

// The fastest right run of an earlier state, if it is faster than the shown one.
const RunRow* fasterBefore(const RunModel& runs) {
  const RunRow* run = shownRun(runs);
  const RunRow* best = nullptr;
  if (!run) return nullptr;
  for (const int node : run->before) {
    const RunRow* earlier = runs.of(node);
    if (earlier && earlier->ok && earlier->medianMs > 0 && earlier->highMs < run->lowMs &&
        earlier->conditions == run->conditions && (!best || earlier->medianMs < best->medianMs))
      best = earlier;
  }
  return best;
}

QString resultTitle(const RunModel& runs) {
  const RunRow* run = shownRun(runs);
  if (run && !isWrong(*run) && run->baselineMs > 0 && run->medianMs > run->baselineMs)
    return Texts::tr("Slower than as written");
  return run && !isWrong(*run) && fasterBefore(runs) ? Texts::tr("Slower than before") : Texts::tr("What you reached");
}

// Promises nothing: what the user's machine measured.
QString resultWords(const RunModel& runs) {
  const RunRow* run = shownRun(runs);
  if (!run) return Texts::tr("This state was not measured. Press F5 to build, check and time it.");
  if (isWrong(*run))
    return Texts::tr("The result of this state is wrong, so its time means nothing. Ctrl+Z takes the last step back.");
  QStringList words{Texts::tr("Your product takes %1.").arg(timeOf(run->medianMs))};
  if (run->baselineMs > 0)
    words << Texts::tr("The program as written took %1: yours is %2.")
                 .arg(timeOf(run->baselineMs), ratioText(run->medianMs, run->baselineMs));
  if (run->reference.ms > 0) {
    const double ratio = run->reference.ms / run->medianMs;
    const QString theirs = timeOf(run->reference.ms);
    words << (ratio > kAlike ? Texts::tr("NumPy's product, computed by OpenBLAS, takes %1: yours is %2.")
                                   .arg(theirs, ratioText(run->medianMs, run->reference.ms))
              : ratio > 1 / kAlike ? Texts::tr("NumPy's product, computed by OpenBLAS, takes as long: %1.").arg(theirs)
                                   : Texts::tr("NumPy's product, computed by OpenBLAS, is faster on this machine: %1. "
                                               "Another factor of the split, or the composite gebp, may help.")
                                         .arg(theirs));
  }
  if (const RunRow* best = fasterBefore(runs))
    words << Texts::tr(
                 "%1 took %2 only. On loops this small, a step like parallel can cost more than it saves: click "
                 "that row of the trace to go back to it.")
                 .arg(best->label, timeOf(best->medianMs));
  if (const QString doubt = referenceDoubt(*run); run->reference.ms > 0 && !doubt.isEmpty()) words << doubt;
  return words.join(' ') + QStringLiteral("\n\n") +
         Texts::tr(
             "All steps are in the trace: click one to see the program as it was then. The start page (menu "
             "File) has more samples, a challenge and a lecture.");
}

}  // namespace

std::vector<TourPlace> tourExercises(WindowContext& window) {
  const Services& services = window.services();
  const RunModel& runs = *services.get<RunModel>();
  LoopTreeView* tree = window.feature<LoopTreeFeature>().tree();
  QWidget* pane = window.feature<LoopTreeFeature>().pane();
  std::vector<TourPlace> exercises;
  // The nests before the first exercise and after each one.
  static const QStringList kRoute{"i j k",         "i k j",           "i_0 i_1 k j",      "i_0 k i_1 j",
                                  "i_0 k i_1 j:v", "i_0 k i_1:u j:v", "i_0:p k i_1:u j:v"};
  const auto steps = std::make_shared<std::vector<const char*>>();  // of the exercises so far
  const auto add = [&](const QString& title, const QString& words, const char* step) {
    const auto at = qsizetype(exercises.size());
    const auto before = std::make_shared<int>(-1);  // the node of the history at which the exercise begins
    TourStop stop{pane, title, words};
    stop.done = [tree, at] { return nestOf(tree->tree()) == kRoute[at + 1]; };
    stop.carryOut = [&services, step] { services.get<Steps>()->applyText(QString::fromLatin1(step)); };
    stop.onRoute = [&services, tree, at, before] {
      const bool is = nestOf(tree->tree()) == kRoute[at];
      if (is) *before = services.get<Document>()->history().current();
      return is;
    };
    stop.goBack = [&services, before, earlier = *steps] {
      services.get<HistoryEditor>()->goTo(std::max(0, *before));
      if (*before < 0)
        for (const char* one : earlier) services.get<Steps>()->applyText(QString::fromLatin1(one));
    };
    steps->push_back(step);
    exercises.push_back({kAfterSteps, std::move(stop)});
  };
  add(Texts::tr("1. Read rows"),
      Texts::tr("Drag loop k onto loop j in the loop tree: rows of B are then read one after the other. During the "
                "drag, loops where a drop is not legal are marked."),
      "reorder(k, j)");
  add(Texts::tr("2. Split the rows"),
      Texts::tr("Click loop i, then split in the row of steps. Enter None, 4 as the factors and apply: four rows will "
                "share each number of B that is loaded."),
      "split(i, [None, 4])");
  add(Texts::tr("3. Update four rows at once"),
      Texts::tr("Drag loop k onto loop i_1. The order becomes i_0, k, i_1, j: for each k, four rows are updated."),
      "reorder(k, i_1)");
  add(Texts::tr("4. Compute columns as vectors"),
      Texts::tr("Click loop j, then vectorize in the row of steps: the columns of a row are computed together."),
      "vectorize(j)");
  add(Texts::tr("5. Write the rows out"),
      Texts::tr("Click loop i_1, then unroll: the results of these rows now stay in registers while k runs."),
      "unroll(i_1)");
  add(Texts::tr("6. Use all cores"),
      Texts::tr("Click loop i_0, then parallel. Its iterations write different rows, so that the step is legal."),
      "parallel(i_0)");
  exercises.push_back(
      {kAfterRun,
       {window.feature<RunFeature>().runButton(), Texts::tr("7. Measure it"),
        Texts::tr("Press Run. The product is built, its result is checked against the reference of the file, which is "
                  "NumPy's product, and both are timed in turns."),
        [&runs] { return shownRun(runs) != nullptr; }, [&services] { services.get<Runs>()->run(); }}});
  exercises.push_back({kLast,
                       {window.feature<RunFeature>().view(),
                        Texts::tr("What you reached"),
                        {},
                        {},
                        {},
                        [&runs] { return resultWords(runs); },
                        [&runs] { return resultTitle(runs); }}});
  return exercises;
}

}  // namespace lw
