#include "core/tune/search/tuner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>
#include <map>

#include "core/trace/trace.h"
#include "core/tune/search/gain.h"

namespace lw::tune {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLeastTurns = 4;  // batches of each task
constexpr int kLeastBatch = 2;

std::string timestamp() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

// One task under way.
struct Running {
  Running(TuneTask& t, const Machine& machine, const CostModel& model)
      : task(t), pool(t.space, t.function, machine), trials(t.known), model(&model) {
    for (const Trial& trial : trials) pool.markKnown(trial.decisions);
  }

  double bestMs() const {
    double best = std::numeric_limits<double>::infinity();
    for (const Trial& t : trials)
      if (t.outcome == Outcome::Measured) best = std::min(best, t.medianMs());
    return best;
  }

  TuneTask& task;
  CandidatePool pool;
  std::vector<Trial> trials;
  std::vector<Sample> samples;  // of the trials that were made here
  const CostModel* model;
  std::unique_ptr<CostModel> learned;
  int underWay = 0;  // candidates that were submitted and have no result yet
  bool exhausted = false;
};

// A candidate that was submitted, and the task it is of.
struct Pending {
  size_t task;
  Proposal proposal;
};

class Tuning {
 public:
  Tuning(std::vector<TuneTask>& tasks, const TuneOptions& options, const Machine& machine, Strategy& strategy,
         const CostModel& model, TrialRunner& runner, TuneObserver& observer, const std::function<bool()>& stop)
      : options_(options),
        strategy_(strategy),
        runner_(runner),
        observer_(observer),
        stop_(stop),
        random_(options.seed) {
    for (TuneTask& t : tasks) tasks_.push_back(std::make_unique<Running>(t, machine, model));
    for (size_t i = 0; i < tasks_.size(); ++i) {
      done_ += static_cast<int>(tasks_[i]->trials.size());
      const double best = tasks_[i]->bestMs();
      best_.push_back(std::isfinite(best) ? best : 0);
    }
    planned_ = done_;
    // Among many tasks, smaller batches, so that each has a few turns.
    const int turns = kLeastTurns * static_cast<int>(tasks_.size() - 1);
    batch_ = options_.batch;
    if (turns > 0)
      batch_ = std::clamp((options_.trials - done_) / turns, std::min(kLeastBatch, options_.batch), options_.batch);
  }

  // A batch is proposed from the results of all batches but the one that is being measured, so that nobody waits.
  TuneResult run() {
    observer_.phase("searching");
    std::vector<int> current = submitted();
    while (!current.empty() && !failed_) {
      std::vector<int> next;
      if (!ended()) next = submitted();
      if (!collect(current)) break;
      current = std::move(next);
      if (current.empty() && !ended()) current = submitted();
    }
    TuneResult result = finish();
    result.seconds = seconds();
    return result;
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool stopped() const { return stop_ && stop_(); }
  TrialRunner& runnerOf(size_t task) {
    TrialRunner* own = tasks_[task]->task.runner;
    return own ? *own : runner_;
  }
  bool ended() {
    if (stopped())
      end_ = TuneResult::End::Stopped;
    else if (lost_)
      end_ = TuneResult::End::Failed;
    else if (planned_ >= options_.trials)
      end_ = TuneResult::End::Trials;
    else if (options_.seconds > 0 && seconds() >= options_.seconds)
      end_ = TuneResult::End::Seconds;
    else
      return false;
    return true;
  }

  size_t nextTask() const {
    std::vector<TaskState> states;
    for (const auto& t : tasks_) states.push_back({t->trials, t->task.weight, t->underWay, t->exhausted});
    return taskWithMostGain(states);
  }

  // Proposes and submits a batch of the task that gains most; the numbers of its candidates. Empty: no trials are left,
  // or no task has further candidates.
  std::vector<int> submitted() {
    std::vector<int> numbers;
    const auto isExhausted = [](const auto& t) { return t->exhausted; };
    while (numbers.empty() && planned_ < options_.trials && !std::all_of(tasks_.begin(), tasks_.end(), isExhausted))
      numbers = submittedOf(nextTask());
    return numbers;
  }

  std::vector<int> submittedOf(size_t task) {
    Running& t = *tasks_[task];
    learn(t);
    const int count = std::min(batch_, options_.trials - planned_);
    const CostModel& model = t.learned ? *t.learned : *t.model;
    std::vector<Proposal> proposals = strategy_.propose(t.pool, model, t.trials, count, random_);
    observer_.proposed(task, static_cast<int>(proposals.size()));
    if (proposals.empty()) {
      t.exhausted = true;
      const bool accepted = t.pool.refusedCount() < t.pool.drawnCount() || !t.trials.empty();
      end_ = accepted ? TuneResult::End::Exhausted : TuneResult::End::AllRefused;
    }
    std::vector<int> numbers;
    TrialRunner& runner = runnerOf(task);
    const double best = t.bestMs();
    for (Proposal& p : proposals) {
      runner.submit({next_, p.scheduled, toJson(p.candidate.decisions), std::isfinite(best) ? best : 0});
      pending_.emplace(next_, Pending{task, std::move(p)});
      numbers.push_back(next_++);
    }
    planned_ += static_cast<int>(numbers.size());
    t.underWay += static_cast<int>(numbers.size());
    return numbers;
  }

  // The samples are those of this run: the functions of known trials are not scheduled again for their features.
  static void learn(Running& t) {
    if (t.samples.empty()) return;
    std::unique_ptr<CostModel> learned = t.model->learned(t.samples);
    if (learned) t.learned = std::move(learned);
  }

  // Waits for all of the batch; false: the search ends. Trials count in the order of submission, whichever is done
  // first.
  bool collect(const std::vector<int>& batch) {
    const auto isDone = [&](int number) { return results_.contains(number); };
    while (!std::all_of(batch.begin(), batch.end(), isDone) && !stopped() && !failed_) {
      std::optional<TrialResult> result = runnerOf(pending_.at(batch.front()).task).next();
      if (!result) {
        lost_ = runnerOf(pending_.at(batch.front()).task).failure().has_value();
        break;
      }
      keep(*result);
      results_.emplace(result->number, std::move(*result));
    }
    for (const int number : batch) {
      const auto result = results_.find(number);
      if (result == results_.end()) continue;
      const Pending& pending = pending_.at(number);
      Running& t = *tasks_[pending.task];
      Trial trial = trialOf(pending.proposal, result->second);
      const double ms = trial.timed() ? trial.medianMs() : std::numeric_limits<double>::infinity();
      t.samples.push_back({pending.proposal.features, ms});
      t.trials.push_back(std::move(trial));
      --t.underWay;
      pending_.erase(number);
      results_.erase(result);
    }
    return !stopped() && !failed_ && !lost_;
  }

  static Trial trialOf(const Proposal& p, const TrialResult& result) {
    return {p.candidate.decisions,
            toJson(traceOf(p.candidate.schedule)),
            result.outcome,
            result.why,
            result.ms,
            result.compileMs,
            p.expectedMs,
            result.whole,
            timestamp()};
  }

  void keep(const TrialResult& result) {
    const Pending& pending = pending_.at(result.number);
    const Running& t = *tasks_[pending.task];
    const Trial trial = trialOf(pending.proposal, result);
    ++done_;
    ++measuredHere_;
    double& best = best_[pending.task];
    if (trial.outcome == Outcome::Measured && (best <= 0 || trial.medianMs() < best)) best = trial.medianMs();
    const double minutes = seconds() / 60;
    const TuneProgress progress{pending.task,
                                done_,
                                options_.trials,
                                best,
                                seconds(),
                                minutes > 0 ? measuredHere_ / minutes : 0,
                                t.pool.refusedCount(),
                                t.pool.drawnCount()};
    if (Status kept = observer_.done(pending.task, trial, progress); !kept) failed_ = kept.error();
  }

  // The fastest candidates of a task, measured again in turns. False: one of them turned out to be wrong; the others
  // are to be compared again.
  bool compareBest(size_t task, TuneResult::Task& result) {
    Running& t = *tasks_[task];
    result.best = -1;
    result.ties.clear();
    result.again.clear();
    std::vector<int> order;
    for (size_t i = 0; i < t.trials.size(); ++i)
      if (t.trials[i].outcome == Outcome::Measured) order.push_back(static_cast<int>(i));
    const auto ms = [&](int i) { return t.trials[static_cast<size_t>(i)].medianMs(); };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return ms(a) < ms(b); });
    if (order.empty()) return true;
    result.best = order.front();
    std::vector<int> finalists;
    for (const int i : order)
      if (static_cast<int>(finalists.size()) < options_.finalists &&
          (finalists.size() < 2 || ms(i) <= 1.15 * ms(order.front())))
        finalists.push_back(i);
    const bool compared = finalists.size() < 2 && t.trials[static_cast<size_t>(order.front())].whole;
    if (compared || stopped() || failed_ || lost_) return true;
    std::vector<TrialRequest> requests;
    for (const int i : finalists)
      if (const std::optional<PrimFunc> f = scheduledAgain(t, t.trials[static_cast<size_t>(i)]))
        requests.push_back({i, *f, toJson(t.trials[static_cast<size_t>(i)].decisions), 0});
    if (!comparing_) observer_.phase("comparing");
    comparing_ = true;
    const std::vector<TrialResult> again = runnerOf(task).inTurns(requests, options_.finalRounds);
    return (!again.empty() || !withoutUnchecked(t, finalists)) && decide(t, task, again, result);
  }

  // Where the comparison failed, candidates of which not all results were compared are not the best. False: all were.
  bool withoutUnchecked(Running& t, const std::vector<int>& finalists) const {
    if (stopped()) return false;
    bool any = false;
    for (const int i : finalists) {
      Trial& trial = t.trials[static_cast<size_t>(i)];
      if (trial.whole) continue;
      trial.outcome = Outcome::Stopped;
      any = true;
    }
    return any;
  }

  static std::optional<PrimFunc> scheduledAgain(const Running& t, const Trial& trial) {
    const Result<Trace> trace = traceFromJson(trial.trace);
    if (!trace) return std::nullopt;
    const Result<Schedule> schedule = replay(t.task.space.start().source(), *trace);
    if (!schedule) return std::nullopt;
    return schedule->program().function(t.task.function);
  }

  // The one with the least median of the new times is the best; those whose quartiles overlap its own are ties. False:
  // one of them is wrong.
  bool decide(Running& t, size_t task, const std::vector<TrialResult>& again, TuneResult::Task& result) {
    const TrialResult* best = nullptr;
    const auto quantile = [](std::vector<double> ms, double at) {
      std::sort(ms.begin(), ms.end());
      return ms[static_cast<size_t>(std::lround(at * static_cast<double>(ms.size() - 1)))];
    };
    for (const TrialResult& r : again)
      if (r.outcome == Outcome::Measured && !r.ms.empty() && (!best || quantile(r.ms, 0.5) < quantile(best->ms, 0.5)))
        best = &r;
    if (best) result.best = best->number;
    bool right = true;
    for (const TrialResult& r : again) {
      if (r.outcome == Outcome::Measured && r.ms.empty()) continue;
      Trial& trial = t.trials[static_cast<size_t>(r.number)];
      trial.ms = r.ms;
      trial.outcome = r.outcome;
      trial.why = r.why;
      trial.whole = r.whole;
      trial.when = timestamp();
      right = right && r.outcome == Outcome::Measured;
      if (r.outcome == Outcome::Measured) result.again.push_back(r.number);
      if (Status kept = observer_.measuredAgain(task, trial); !kept) failed_ = kept.error();
      if (best && &r != best && r.outcome == Outcome::Measured && quantile(r.ms, 0.25) <= quantile(best->ms, 0.75))
        result.ties.push_back(r.number);
    }
    return right;
  }

  TuneResult finish() {
    TuneResult result;
    for (size_t i = 0; i < tasks_.size(); ++i) {
      const auto& t = tasks_[i];
      TuneResult::Task task;
      while (!compareBest(i, task) && !failed_) {
      }
      task.trials = t->trials;
      task.refusals = t->pool.refusals();
      task.refused = t->pool.refusedCount();
      task.drawn = t->pool.drawnCount();
      result.tasks.push_back(std::move(task));
    }
    result.end = failed_ || lost_ ? TuneResult::End::Failed : stopped() ? TuneResult::End::Stopped : end_;
    result.error = failed_;
    return result;
  }

  const TuneOptions& options_;
  Strategy& strategy_;
  TrialRunner& runner_;
  TuneObserver& observer_;
  const std::function<bool()>& stop_;
  Random random_;
  std::vector<std::unique_ptr<Running>> tasks_;
  std::map<int, Pending> pending_;      // by number
  std::map<int, TrialResult> results_;  // that are done, of batches that are not
  std::vector<double> best_;            // ms, of each task; 0: none
  Clock::time_point start_ = Clock::now();
  int batch_ = 1;
  int next_ = 0, done_ = 0, planned_ = 0, measuredHere_ = 0;
  bool comparing_ = false;
  bool lost_ = false;  // a runner gives no further results
  TuneResult::End end_ = TuneResult::End::Trials;
  std::optional<Explanation> failed_;
};

}  // namespace

TuneResult tuneTasks(std::vector<TuneTask> tasks, const TuneOptions& options, const Machine& machine,
                     Strategy& strategy, const CostModel& model, TrialRunner& runner, TuneObserver& observer,
                     const std::function<bool()>& stop) {
  return Tuning(tasks, options, machine, strategy, model, runner, observer, stop).run();
}

}  // namespace lw::tune
