#include "app/window/help/tour_exercises.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/palette/palette_feature.h"
#include "app/window/run/run_feature.h"
#include "app/window/window_context.h"
#include "views/run/run_chart.h"
#include "views/trace/trace_model.h"
#include "views/widgets/pane.h"

namespace lw {
namespace {

constexpr int kAfterSteps = 3, kAfterRun = 7, kLast = 9;  // the orders of the features' stops
constexpr double kAlike = 1.05;                           // a smaller ratio of two times is called equal

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(lw::TourExercises)
};

// The names of the loops around the block, from the outside.
std::vector<std::string> loopsOf(const LoopTree& tree) {
  std::vector<std::string> names;
  for (const LoopTreeNode& node : tree.nodes)
    if (node.loop.valid()) names.push_back(node.name);
  return names;
}

size_t placeOf(const std::vector<std::string>& names, const std::string& name) {
  return size_t(std::find(names.begin(), names.end(), name) - names.begin());
}

bool hasKind(const LoopTree& tree, const std::string& name, ForKind kind) {
  return std::any_of(tree.nodes.begin(), tree.nodes.end(), [&](const LoopTreeNode& node) {
    return node.loop.valid() && node.name == name && node.forKind == kind;
  });
}

const RunRow* shownRun(const Workbench& workbench) {
  const RunModel& runs = *workbench.records()->model();
  const RunRow* run = runs.of(runs.shown());
  return run && run->medianMs > 0 ? run : nullptr;
}

// Promises nothing: what the user's machine measured.
QString resultWords(const Workbench& workbench) {
  const RunRow* run = shownRun(workbench);
  if (!run) return Texts::tr("This state was not measured. Press F5 to build, check and time it.");
  if (isWrong(*run))
    return Texts::tr("The result of this state is wrong, so its time means nothing. Ctrl+Z takes the last step back.");
  QStringList words{Texts::tr("Your product takes %1.").arg(timeOf(run->medianMs))};
  if (run->baselineMs > 0)
    words << Texts::tr("The program as written took %1: yours is %2.")
                 .arg(timeOf(run->baselineMs), ratioText(run->medianMs, run->baselineMs));
  if (run->referenceMs > 0) {
    const double ratio = run->referenceMs / run->medianMs;
    const QString theirs = timeOf(run->referenceMs);
    words << (ratio > kAlike ? Texts::tr("NumPy's product, computed by OpenBLAS, takes %1: yours is %2.")
                                   .arg(theirs, ratioText(run->medianMs, run->referenceMs))
              : ratio > 1 / kAlike ? Texts::tr("NumPy's product, computed by OpenBLAS, takes as long: %1.").arg(theirs)
                                   : Texts::tr("NumPy's product, computed by OpenBLAS, is faster on this machine: %1. "
                                               "Another factor of the split, or the composite gebp, may help.")
                                         .arg(theirs));
  }
  return words.join(' ') + QStringLiteral("\n\n") +
         Texts::tr(
             "All steps are in the trace: click one to see the program as it was then. The start page (menu "
             "File) has more samples, a challenge and a lecture.");
}

}  // namespace

std::vector<TourPlace> tourExercises(WindowContext& window) {
  Workbench& workbench = window.workbench();
  LoopTreeView* tree = window.feature<LoopTreeFeature>().tree();
  QWidget* pane = window.feature<LoopTreeFeature>().pane();
  std::vector<TourPlace> exercises;
  const auto add = [&](const QString& title, const QString& words, const char* step, std::function<bool()> done) {
    exercises.push_back({kAfterSteps, {pane, title, words, std::move(done), [&workbench, step] {
                                         workbench.steps()->applyText(QString::fromLatin1(step));
                                       }}});
  };
  add(Texts::tr("1. Read rows"),
      Texts::tr("Drag loop k onto loop j in the loop tree: rows of B are then read one after the other. During the "
                "drag, loops where a drop is not legal are marked."),
      "reorder(k, j)", [tree] {
        const std::vector<std::string> names = loopsOf(tree->tree());
        return placeOf(names, "k") < placeOf(names, "j");
      });
  add(Texts::tr("2. Split the rows"),
      Texts::tr("Click loop i, then split in the row of steps. Enter None, 4 as the factors and apply: four rows will "
                "share each number of B that is loaded."),
      "split(i, [None, 4])", [tree] { return placeOf(loopsOf(tree->tree()), "i_1") < loopsOf(tree->tree()).size(); });
  add(Texts::tr("3. Update four rows at once"),
      Texts::tr("Drag loop k onto loop i_1. The order becomes i_0, k, i_1, j: for each k, four rows are updated."),
      "reorder(k, i_1)", [tree] {
        const std::vector<std::string> names = loopsOf(tree->tree());
        return placeOf(names, "k") < placeOf(names, "i_1");
      });
  add(Texts::tr("4. Compute columns as vectors"),
      Texts::tr("Click loop j, then vectorize in the row of steps: the columns of a row are computed together."),
      "vectorize(j)", [tree] { return hasKind(tree->tree(), "j", ForKind::Vectorized); });
  add(Texts::tr("5. Write the rows out"),
      Texts::tr("Click loop i_1, then unroll: the results of these rows now stay in registers while k runs."),
      "unroll(i_1)", [tree] { return hasKind(tree->tree(), "i_1", ForKind::Unrolled); });
  add(Texts::tr("6. Use all cores"),
      Texts::tr("Click loop i_0, then parallel. Its iterations write different rows, so that the step is legal."),
      "parallel(i_0)", [tree] { return hasKind(tree->tree(), "i_0", ForKind::Parallel); });
  exercises.push_back(
      {kAfterRun,
       {window.feature<RunFeature>().runButton(), Texts::tr("7. Measure it"),
        Texts::tr("Press Run. The product is built, its result is checked against the reference of the file, which is "
                  "NumPy's product, and both are timed in turns."),
        [&workbench] { return shownRun(workbench) != nullptr; }, [&workbench] { workbench.runs()->run(); }}});
  exercises.push_back(
      {kLast, {window.feature<RunFeature>().view(), Texts::tr("What you reached"), {}, {}, {}, [&workbench] {
                 return resultWords(workbench);
               }}});
  return exercises;
}

}  // namespace lw
