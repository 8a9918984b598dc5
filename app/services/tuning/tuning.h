// Tuning: searches a space for the fastest schedule of the shown function on the chosen target, beside everything else
// that the window does.
// What was measured is kept when a search ends, is stopped or is continued; the best becomes a variant.
#pragma once

#include <QObject>
#include <QStringList>
#include <memory>
#include <optional>

#include "app/models/tuning/tune_choices.h"
#include "app/services/tuning/tune_search.h"
#include "core/session/session.h"

namespace lw {

class CodeApproval;
class Document;
class JobRunner;
class MeasuringTurns;
class Messages;
class RunRecords;
class Steps;
class TargetChoice;
class TunePins;

// A candidate that was measured or failed.
struct TunedCandidate {
  tune::Trial trial;
  std::vector<ChoiceText> choices;
  double seconds = 0;  // since the first search of this space began
  bool tied = false;   // cannot be told apart from the best
  bool again = false;  // its time comes from turns with the best
};

enum class SearchState : uint8_t {
  Idle,
  Preparing,
  Searching,
  Waiting,  // while a run is measured
  Comparing
};

// How a search ended.
struct SearchEnd {
  QString words;  // empty: none has ended
  bool failed = false;
};

class Tuning : public QObject {
  Q_OBJECT

 public:
  Tuning(Document& document, Steps& steps, RunRecords& runs, const TargetChoice& target, CodeApproval& approval,
         Messages& messages, MeasuringTurns& turns, JobRunner& jobs);
  ~Tuning() override;

  const TargetDescriptor& target() const;  // of the next search
  const TuneChoices& choices() const { return choices_; }
  void choose(const TuneChoices& choices);
  QStringList spaces() const;  // the functions of the file that can be chosen
  // Continues if the space is that of the candidates; else the candidates of the earlier one are forgotten.
  void start();
  void pause(bool paused);
  void stop();   // keeps what was measured
  void clear();  // forgets the candidates; not during a search

  SearchState state() const;
  bool running() const { return state_ != SearchState::Idle; }
  bool paused() const { return paused_; }
  const std::vector<TunedCandidate>& candidates() const { return candidates_; }
  int best() const { return best_; }                          // position; -1: none is right yet
  const TunePrepared& prepared() const { return prepared_; }  // of the search that made the candidates
  const tune::TuneProgress& progress() const { return progress_; }
  const TuneRefusals& refusals() const { return refusals_; }
  const SearchEnd& ending() const { return ending_; }  // of the last search

  TunePins* pins() const { return pins_.get(); }
  void pin(int candidate, const QString& decision);
  void pinLoop(LoopId loop);  // of the shown state

  void open(int candidate);  // as a variant, which is shown; its times are recorded as a run
  void setMakeRunner(MakeRunner make) { make_ = std::move(make); }  // replaces this machine
  void setRecords(const QString& file) { records_ = file; }  // the database of results; empty: they are not recorded
  void followText();                                         // the text or its functions have changed

 Q_SIGNALS:
  void stateChanged();     // state, pause, progress and refusals
  void candidateAdded();   // the last one
  void candidatesReset();  // all, or the best and its ties
  void spaceChanged();     // the choice, or the functions that can be chosen

 private:
  friend class SizeTuning;  // searches with the same choices
  TuneSetup setup() const;  // of the next search
  QString refusal() const;  // why no search can begin; empty: it can
  void forget();
  void take(const tune::Trial& trial, std::vector<ChoiceText> choices, const tune::TuneProgress& progress);
  void add(TunedCandidate candidate);
  void takePrepared(const TunePrepared& prepared);
  void end(const TuneEnd& end);
  void takeResult(const tune::TuneResult::Task& result);
  void takeReference(const std::vector<double>& ms);
  void adoptBest();
  QString nameOf(const TunedCandidate& candidate, const QString& kind) const;
  std::function<void(int node)> recording(const tune::Trial& trial) const;

  Document& document_;
  Steps& steps_;
  RunRecords& runs_;
  const TargetChoice& target_;
  CodeApproval& approval_;
  Messages& messages_;
  MeasuringTurns& turns_;
  JobRunner& jobs_;
  MakeRunner make_ = targetRunner;
  TuneChoices choices_;
  SearchState state_ = SearchState::Idle;
  bool paused_ = false;
  std::shared_ptr<TuneControl> control_;
  std::vector<TunedCandidate> candidates_;
  int best_ = -1;
  double secondsBefore_ = 0;       // of earlier searches of the space
  QString function_;               // that was tuned
  int startNode_ = 0;              // shown when the search began
  std::optional<Schedule> start_;  // that the candidates continue
  RunRecord conditions_;           // of the candidates
  std::string program_;            // that was tuned
  TunePrepared prepared_;
  tune::TuneProgress progress_;
  TuneRefusals refusals_;
  SearchEnd ending_;
  std::unique_ptr<TunePins> pins_;
  QString records_;
  QStringList given_;  // names of variants
};

// What candidates continue: the shown state or the program as written, with the shown function as the working function.
Schedule startOf(const Document& document, const TuneChoices& choices);
QString wordsOf(const Explanation& e);  // the reason, and the hint if there is one

}  // namespace lw
