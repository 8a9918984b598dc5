// The runs of a session, newest last, as the run pane shows them.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QVariant>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/session/sum_note.h"
#include "core/text/challenge.h"

namespace lw {

struct ModelledCosts;

// What a result was compared with, timed in the same turns.
struct ReferenceTime {
  QString kind;                    // "reference", "unscheduled program"
  double ms = -1;                  // the median; below 0: not timed
  double lowMs = -1, highMs = -1;  // an interval that contains the median; below 0: unknown
  int samples = 0;
  QString blas;          // "OpenBLAS 0.3.21, SkylakeX kernels"; empty: it has no products
  QString blasExpected;  // kernels that would fit the processor, in place of those; empty: they fit

  bool operator==(const ReferenceTime&) const = default;
};

// What is computed for a state after it ran.
struct RunFigures {
  double estimateMs = 0;    // by the roofline model; 0: not known yet
  QString bound;            // the bottleneck of the estimate: "operations", "bytes from memory"
  double peakFraction = 0;  // of the measured peak; 0: not known
  bool abovePeak = false;   // peakFraction is 0 because the measured peak is exceeded
  // Where a challenge counts: the model's cycles by loop, what most of a count that is too large is spent on, and the
  // model beside the times.
  std::shared_ptr<const ModelledCosts> model = {};
  QString missing, beside;

  bool operator==(const RunFigures&) const = default;
};

struct RunRow {
  int node = 0;             // of the history
  int step = 0;             // number of its row in the trace
  bool named = false;       // the label is a name that the user gave
  std::vector<int> before;  // the states before it on its path, nearest first
  int primitives = 0;       // steps of the schedule; an action may have several
  QString label;            // "step 4", "full_tiling"; unique for each state
  QString call;             // the action that made the state
  QString target, device;
  QString aside;       // why the run does not belong to the shown program: "earlier text"; empty: it does
  QString conditions;  // the time depends on these too: only rows with equal conditions are compared
  QString math;        // how floating-point arithmetic was changed: "reassociate, reciprocal"; empty: the default
  int threads = 1, samples = 0;
  // [lowMs, highMs] is a confidence interval of the median.
  double medianMs = -1, minMs = -1, maxMs = -1, lowMs = -1, highMs = -1;
  QString packedOnce;      // the weights that were packed before the calls: "W, V"; empty: none
  double packingMs = 0;    // of that, which is in no other time
  bool codeKnown = false;  // the code was in the cache: compileMs is the time of the lookup
  // gops: of a program without floating-point arithmetic, 10^9 operations on integers per second.
  double compileMs = 0, gflops = 0, gops = 0, gbps = 0;
  RunFigures figures;
  bool checked = false, ok = false;
  double maxAbsError = 0, maxRelError = 0;
  QString difference;  // the first element that differs
  ReferenceTime reference;
  double baselineMs = -1, ownMs = -1;  // ownMs: the median of this run alone, where others of the same code count too
  int together = 1;                    // runs of the same code whose samples the time comes from
  QString code;                        // equal texts are the same code; empty: unknown
  double otherCores = -1;              // that other processes kept busy meanwhile; below 0: unknown
  std::optional<SumNote> sums;         // of sums in half precision that lose too much
  Counts counts, startCounts;          // of the state and of the program as written, where a challenge was set
  QString error;                       // why the run failed; there are no times then

  bool operator==(const RunRow&) const = default;
};

class RunModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kLabel, kTarget, kMedian, kSpread, kGflops, kEstimate, kReference, kCheck, kColumns };
  using QAbstractTableModel::QAbstractTableModel;
  void add(RunRow run);
  void setRuns(std::vector<RunRow> runs);  // rows keep the figures that are known
  void clear() { setRuns({}); }
  void setTheme(const QVariant& wrong, const QVariant& dim);  // colours, for Qt::ForegroundRole
  void setFigures(const std::map<int, RunFigures>& figures);  // by row
  const std::vector<RunRow>& runs() const { return runs_; }
  const RunRow* last() const { return runs_.empty() ? nullptr : &runs_.back(); }
  // Chooses the runs that the window shows: those on this target and with this arithmetic (as RunRow::math; CPU only).
  void setChoice(const QString& target, const QString& math);
  const QString& target() const { return target_; }
  // The last run of the state with the chosen target and arithmetic, for the current program; all views show this one.
  // nullptr: there is none.
  const RunRow* of(int node) const;
  // The last run with a time of each state and arithmetic on the chosen target, under the same conditions; sorted by
  // state.
  std::vector<const RunRow*> comparable() const;
  void setShown(int node);  // the state that the window shows
  int shown() const { return shown_; }
  int shownIndex() const;                                         // row of the shown state's run; -1: none
  void setChallenge(std::optional<Result<Challenge>> challenge);  // of the program's file
  const std::optional<Result<Challenge>>& challenge() const { return challenge_; }
  void setCompared(std::optional<int> node);  // the state that others are compared with; nullopt: the previous one
  std::optional<int> compared() const { return compared_; }
  // The run that a run is compared with, under the same conditions and with a correct result: the last run of the
  // compared state, if one is chosen. Otherwise the previous run of the same state, if its arithmetic differs;
  // otherwise the last run of the nearest earlier state on the path. nullptr: none.
  const RunRow* previous(int index) const;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 Q_SIGNALS:
  void shownChanged();

 private:
  std::vector<RunRow> runs_;
  QString target_, math_;
  QVariant wrong_, dim_;
  int shown_ = 0;
  std::optional<int> compared_;
  std::optional<Result<Challenge>> challenge_;
};

// The time is an emulator's and is not compared.
bool isEmulated(const QString& target);
bool isEmulated(const RunRow& run);
bool isOnThisProcessor(const QString& target);  // the processor of this computer
// The result differs from the reference: the time is meaningless and is not compared.
bool isWrong(const RunRow& run);
// "98.0 GFLOP/s"; "4.2 GOP/s" of a program of integers; "12.1 GB/s" of a copy, which computes nothing.
QString performanceOf(const RunRow& run);
// "step 4", "step 4 · reassociate", "step 4 · earlier text".
QString nameOf(const RunRow& run);
// "cpu · 2 threads", "gpu-emulator".
QString targetOf(const RunRow& run);
// "the reference", "the unscheduled program", "numpy 2.1".
QString referenceName(const QString& kind);
inline QString referenceOf(const RunRow& run) { return referenceName(run.reference.kind); }
// "right: as the unscheduled program", "wrong: C[0, 1] is 3, should be 4", why it failed.
QString checkWords(const RunRow& run);
// "1.86× faster", "1.20× slower", "the same code", or "indistinguishable" if the confidence intervals of the medians
// overlap; also whether the arithmetic differs. If either result is wrong, says so instead.
QString compareRuns(const RunRow& now, const RunRow& before);
// The ratio of the measured time to the estimate: "as the model says", "2.1× that" ...
QString estimateText(double ms, double estimateMs);
QString ratioText(double ms, double referenceMs);
// "± 0.02 ms"; "1 run" where there was one.
QString spreadText(const RunRow& run);
// The run beside its reference, as compareRuns().
QString referenceRatio(const RunRow& run);
// Why that says less than it seems to: the kernels that the reference calculated with; empty: nothing is known against
// it.
QString referenceDoubt(const RunRow& run);
// "1.3 other cores were busy"; empty: the machine was quiet, or nobody knows.
QString loadText(const RunRow& run);
Attempt attemptOf(const RunRow& run);
QString countWords(const Countable& what);          // what a challenge counts, in the language of the window
QString challengeText(const Challenge& challenge);  // "20 times as fast as the start, in at most 12 steps"
// "✓ 24 of 20×, 9 of 12 steps"; what is missing comes first.
QString verdictText(const Challenge& challenge, const RunRow& run);

}  // namespace lw
