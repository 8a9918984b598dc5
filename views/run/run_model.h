// The runs of a session, newest last, as the run dock shows them.
#pragma once

#include <QAbstractTableModel>
#include <QColor>
#include <QString>
#include <map>
#include <optional>
#include <vector>

#include "core/text/challenge.h"

namespace lw {

struct RunRow {
  int node = 0;             // of the history
  int step = 0;             // number of the trace row
  bool named = false;       // a person gave the state its label
  std::vector<int> before;  // the states that led to it, nearest first
  int primitives = 0;       // steps of the schedule, of which an action may have made several
  QString label;            // "step 4", "full_tiling"; no two states have the same
  QString call;             // the action that made the state
  QString target, device;
  QString aside;  // why the numbers are not those of the shown program: "earlier text"; empty: they are
  QString
      conditions;  // what the time depends on besides state and arithmetic: rows are compared only where it is equal
  QString math;    // what was changed of floating-point arithmetic: "reassociate, reciprocal"; empty: the usual
  int threads = 1, samples = 0;
  double medianMs = -1, minMs = -1, maxMs = -1, lowMs = -1, highMs = -1;  // [low, high] holds the median
  bool codeKnown = false;  // compiled before: compileMs is the time to find the code
  double compileMs = 0, gflops = 0, gbps = 0, peakFraction = 0;
  double estimateMs = 0;  // by the model of roofs; 0: not known yet
  QString estimateBound;  // what takes longest there: "operations", "bytes from memory"
  bool checked = false, ok = false;
  double maxAbsError = 0, maxRelError = 0;
  QString difference;  // the first element that differs
  QString referenceKind;
  double referenceMs = -1, baselineMs = -1;
  bool cancelled = false;
  QString error;  // the run failed: a sentence; the times are then absent

  bool operator==(const RunRow&) const = default;
};

// What is found out about a state after it ran.
struct RunFigures {
  double estimateMs = 0, peakFraction = 0;
  QString bound;
};

class RunModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kLabel, kTarget, kMedian, kSpread, kGflops, kEstimate, kReference, kCheck, kColumns };
  using QAbstractTableModel::QAbstractTableModel;
  void add(RunRow run);
  void setRuns(std::vector<RunRow> runs);  // figures that were found stay with their rows
  void clear() { setRuns({}); }
  void setTheme(const QColor& wrong, const QColor& dim);
  void setFigures(const std::map<int, RunFigures>& figures);  // by row
  const std::vector<RunRow>& runs() const { return runs_; }
  const RunRow* last() const { return runs_.empty() ? nullptr : &runs_.back(); }
  // Which runs the window speaks of: those on this target and by this arithmetic (as RunRow::math; of cpu only).
  void setChoice(const QString& target, const QString& math);
  const QString& target() const { return target_; }
  // The last run of the state by that choice, of the program as it is: what all views say of it. nullptr: there is
  // none.
  const RunRow* of(int node) const;
  // The last run of each state and arithmetic on the chosen target that took a time, under the same conditions; by
  // state.
  std::vector<const RunRow*> comparable() const;
  void setShown(int node);  // the state that the window shows
  int shown() const { return shown_; }
  int shownIndex() const;                                         // of() the shown state; -1: none
  void setChallenge(std::optional<Result<Challenge>> challenge);  // of the program's file
  const std::optional<Result<Challenge>>& challenge() const { return challenge_; }
  void setCompared(std::optional<int> node);  // the state that others are compared with; none: with the one before
  std::optional<int> compared() const { return compared_; }
  // What the run is compared with, under the same conditions and with a right result: the last run of the compared
  // state, where one is chosen. Else the run before of the same state, if that was by another arithmetic; else the last
  // run of the nearest state that led to this one. nullptr: none.
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
  QColor wrong_, dim_;
  int shown_ = 0;
  std::optional<int> compared_;
  std::optional<Result<Challenge>> challenge_;
};

// The time is an emulator's: nothing can be compared with it.
bool isEmulated(const QString& target);
bool isEmulated(const RunRow& run);
bool isOnThisProcessor(const QString& target);  // the one that the window runs on
// The result was compared and differs: the time says nothing, and is compared with nothing.
bool isWrong(const RunRow& run);
// "step 4", "step 4 · reassociate", "step 4 · earlier text".
QString nameOf(const RunRow& run);
// "cpu · 2 threads", "gpu-emulator".
QString targetOf(const RunRow& run);
// "the reference", "the unscheduled program", "numpy 2.1".
QString referenceName(const QString& kind);
inline QString referenceOf(const RunRow& run) { return referenceName(run.referenceKind); }
// "right: as the unscheduled program", "wrong: C[0, 1] is 3, should be 4", why it failed.
QString checkWords(const RunRow& run);
// "1.86× faster", "1.20× slower", or "indistinguishable" when the intervals of the medians overlap; and whether the two
// ran by different choices of arithmetic. Where either result is wrong, that.
QString compareRuns(const RunRow& now, const RunRow& before);
// How the measured time stands to the model's, in words that do not flatter it: "as the model says", "2.1× that" ...
QString estimateText(double ms, double estimateMs);
QString ratioText(double ms, double referenceMs);
Attempt attemptOf(const RunRow& run);
QString challengeText(const Challenge& challenge);  // "20 times as fast as the start, in at most 12 steps"
// "✓ 24 of 20×, 9 of 12 steps"; what is missing comes first.
QString verdictText(const Challenge& challenge, const RunRow& run);

}  // namespace lw
