#include "core/tune/search/tuner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/te/read_program.h"
#include "core/tune/errors.h"
#include "core/tune/search/simulated_runner.h"

namespace lw::tune {
namespace {

constexpr const char* kText = R"(
@T.prim_func
def scale(A: T.Buffer((4096, 32), "float32"), B: T.Buffer((4096, 32), "float32")):
    for i, j in T.grid(4096, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)

def space(sch):
    i, j = sch.get_loops("B")
    factors = sch.sample_perfect_tile(i, n=3, max_innermost_factor=4096)
    sch.split(i, factors)
    lanes = sch.sample_categorical([1, 2, 4, 8, 16], [0.2, 0.2, 0.2, 0.2, 0.2])
    sch.split(j, [None, lanes])

def large(sch):
    i, j = sch.get_loops("B")
    factors = sch.sample_perfect_tile(i, n=4, max_innermost_factor=4096)
    sch.split(i, factors)
    lanes = sch.sample_categorical([1, 2, 4, 8, 16], [0.2, 0.2, 0.2, 0.2, 0.2])
    sch.split(j, [None, lanes])

def refusing(sch):
    i, j = sch.get_loops("B")
    lanes = sch.sample_categorical([4, 8], [0.5, 0.5])
    sch.split(i, [3, 5])

def small(sch):
    i, j = sch.get_loops("B")
    lanes = sch.sample_categorical([4, 8, 16], [0.3, 0.3, 0.4])
    sch.split(j, [None, lanes])
)";

TuneTask taskOf(const char* function) {
  auto file = std::make_shared<const SourceFile>(readProgram("scale.py", kText));
  return {"scale", Space(file, function, Schedule(Snapshot(file->functions.at(0)))), 0, 1, {}};
}

// Fastest with factors [64, 16, 4] and 8 lanes; smooth in between.
double modelled(const TrialRequest& request) {
  const Decisions d = *decisionsFromJson(request.decisions);
  const auto factor = [&](size_t i) {
    return std::log2(double(*(*find(d, "factors")->as<StepValue::List>())[i].as<int64_t>()));
  };
  const auto lanes = double(*find(d, "lanes")->as<int64_t>());
  return 1 + std::abs(factor(0) - 6) + std::abs(factor(1) - 4) + std::abs(factor(2) - 2) + std::abs(lanes - 3);
}

struct Kept : TuneObserver {
  std::vector<Trial> trials;
  std::vector<TuneProgress> progress;
  std::vector<std::string> phases;
  std::optional<size_t> failAfter;
  void phase(std::string_view name) override { phases.emplace_back(name); }
  Status done(size_t, const Trial& trial, const TuneProgress& p) override {
    trials.push_back(trial);
    progress.push_back(p);
    if (failAfter && trials.size() >= *failAfter) return err::kTuneNotRecorded("a full disk");
    return success();
  }
};

TuneResult tuned(TuneTask task, const TuneOptions& options, Strategy& strategy, TrialRunner& runner, Kept& kept,
                 const std::function<bool()>& stop = {}) {
  std::vector<TuneTask> tasks;
  tasks.push_back(std::move(task));
  return tuneTasks(std::move(tasks), options, Machine{}, strategy, *noModel(), runner, kept, stop);
}

// Fastest with factors [16, 8, 8, 4] and 8 lanes: one of 2,275 candidates.
double modelledLarge(const TrialRequest& request) {
  const Decisions d = *decisionsFromJson(request.decisions);
  constexpr double kBest[] = {4, 3, 3, 2};
  double ms = 1 + std::abs(double(*find(d, "lanes")->as<int64_t>()) - 3);
  const auto& factors = *find(d, "factors")->as<StepValue::List>();
  for (size_t i = 0; i < factors.size(); ++i) ms += std::abs(std::log2(double(*factors[i].as<int64_t>())) - kBest[i]);
  return ms;
}

double bestOfSearch(const char* strategy, uint64_t seed, int trials) {
  SimulatedRunner runner(modelledLarge);
  Kept kept;
  const TuneResult r = tuned(taskOf("large"), {.trials = trials, .seed = seed}, *strategyNamed(strategy), runner, kept);
  return r.tasks[0].trials.at(size_t(r.tasks[0].best)).medianMs();
}

}  // namespace

TEST(Tuner, TheSameSeedAndTimesGiveTheSameSearch) {
  std::string texts[3];
  for (int run = 0; run < 3; ++run) {
    SimulatedRunner runner(modelled);
    Kept kept;
    tuned(taskOf("space"), {.trials = 40, .seed = run == 2 ? 8u : 7u}, *evolutionarySearch(), runner, kept);
    for (const Trial& t : kept.trials) texts[run] += toJson(t.decisions) + "\n";
    EXPECT_EQ(kept.trials.size(), 40u);
  }
  EXPECT_EQ(texts[0], texts[1]);
  EXPECT_NE(texts[0], texts[2]);
}

TEST(Tuner, NoCandidateIsMeasuredTwice) {
  SimulatedRunner runner(modelled);
  Kept kept;
  tuned(taskOf("space"), {.trials = 100}, *evolutionarySearch(), runner, kept);
  std::set<std::string> seen;
  for (const Trial& t : kept.trials) EXPECT_TRUE(seen.insert(toJson(t.decisions)).second) << toJson(t.decisions);
}

TEST(Tuner, EvolutionAndBeamFindWhatRandomSearchDoesNot) {
  double random = 0, evolution = 0, beam = 0;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    random += bestOfSearch("random", seed, 64);
    evolution += bestOfSearch("evolution", seed, 64);
    beam += bestOfSearch("beam", seed, 64);
  }
  EXPECT_LT(evolution, random) << beam;
  EXPECT_LT(beam, random);
}

TEST(Tuner, FailedCandidatesNeverWinAndTheSearchGoesOn) {
  SimulatedRunner runner(
      [](const TrialRequest& r) { return r.number % 2 ? modelled(r) : std::numeric_limits<double>::infinity(); });
  Kept kept;
  const TuneResult r = tuned(taskOf("space"), {.trials = 30}, *evolutionarySearch(), runner, kept);
  EXPECT_EQ(kept.trials.size(), 30u);
  EXPECT_EQ(r.tasks[0].trials.at(size_t(r.tasks[0].best)).outcome, Outcome::Measured);
  EXPECT_EQ(kept.trials[0].outcome, Outcome::Crashed);
}

TEST(Tuner, EndsWhereAllCandidatesFail) {
  SimulatedRunner runner([](const TrialRequest&) { return std::numeric_limits<double>::infinity(); });
  Kept kept;
  const TuneResult r = tuned(taskOf("space"), {.trials = 20}, *evolutionarySearch(), runner, kept);
  EXPECT_EQ(r.tasks[0].best, -1);
  EXPECT_EQ(kept.trials.size(), 20u);
  EXPECT_EQ(r.end, TuneResult::End::Trials);
}

TEST(Tuner, ASpaceThatRefusesEverythingEndsWithTheReasonsCounted) {
  SimulatedRunner runner(modelled);
  Kept kept;
  const TuneResult r = tuned(taskOf("refusing"), {.trials = 20}, *evolutionarySearch(), runner, kept);
  EXPECT_EQ(r.end, TuneResult::End::AllRefused);
  ASSERT_EQ(r.tasks[0].refusals.size(), 1u);
  EXPECT_EQ(r.tasks[0].refusals[0].kind, "split.covers-less");
  EXPECT_EQ(r.tasks[0].refusals[0].count, r.tasks[0].drawn);
  EXPECT_GT(r.tasks[0].drawn, 20);
}

TEST(Tuner, ASmallSpaceIsExhausted) {
  SimulatedRunner runner([](const TrialRequest& r) { return 1.0 + r.number; });
  Kept kept;
  const TuneResult r = tuned(taskOf("small"), {.trials = 20}, *evolutionarySearch(), runner, kept);
  EXPECT_EQ(r.end, TuneResult::End::Exhausted);
  EXPECT_EQ(kept.trials.size(), 3u);
}

TEST(Tuner, KnownTrialsCountAndAreNotMeasuredAgain) {
  SimulatedRunner runner(modelled);
  Kept first;
  tuned(taskOf("space"), {.trials = 24}, *evolutionarySearch(), runner, first);
  TuneTask task = taskOf("space");
  task.known = first.trials;
  Kept second;
  const TuneResult r = tuned(std::move(task), {.trials = 40}, *evolutionarySearch(), runner, second);
  EXPECT_EQ(second.trials.size(), 16u);
  EXPECT_EQ(r.tasks[0].trials.size(), 40u);
  std::set<std::string> seen;
  for (const Trial& t : r.tasks[0].trials) EXPECT_TRUE(seen.insert(toJson(t.decisions)).second);
}

TEST(Tuner, AnObserverThatCannotKeepATrialEndsTheSearch) {
  SimulatedRunner runner(modelled);
  Kept kept;
  kept.failAfter = 5;
  const TuneResult r = tuned(taskOf("space"), {.trials = 40}, *evolutionarySearch(), runner, kept);
  EXPECT_EQ(r.end, TuneResult::End::Failed);
  EXPECT_EQ(kept.trials.size(), 5u);
  EXPECT_EQ(r.error->message, "no time is recorded for the decisions a full disk");
}

TEST(Tuner, ComparesTheTwoFastestAndWhatIsNearThem) {
  SimulatedRunner apart([](const TrialRequest& r) { return 1.0 + r.number; });
  Kept alone;
  const TuneResult two = tuned(taskOf("small"), {.trials = 8}, *evolutionarySearch(), apart, alone);
  EXPECT_EQ(alone.phases, (std::vector<std::string>{"searching", "comparing"}));
  EXPECT_EQ(two.tasks[0].again.size(), 2u) << "the third is far behind";
  SimulatedRunner near([](const TrialRequest& r) { return 1.0 + 0.01 * r.number; });
  Kept several;
  tuned(taskOf("small"), {.trials = 8}, *evolutionarySearch(), near, several);
  EXPECT_EQ(several.phases, (std::vector<std::string>{"searching", "comparing"}));
}

TEST(Tuner, StopsWhenAskedTo) {
  SimulatedRunner runner(modelled);
  Kept kept;
  const TuneResult r = tuned(taskOf("space"), {.trials = 40}, *evolutionarySearch(), runner, kept,
                             [&] { return kept.trials.size() >= 12; });
  EXPECT_EQ(r.end, TuneResult::End::Stopped);
  EXPECT_EQ(kept.trials.size(), 12u);
  EXPECT_GE(r.tasks[0].best, 0);
}

TEST(Tuner, SeveralTasksShareTheTrialsByWhatIsToBeGained) {
  std::vector<TuneTask> tasks;
  tasks.push_back(taskOf("space"));
  tasks.push_back(taskOf("space"));
  tasks[1].weight = 20;
  SimulatedRunner runner(modelled);
  Kept kept;
  const TuneResult r =
      tuneTasks(std::move(tasks), {.trials = 120}, Machine{}, *evolutionarySearch(), *noModel(), runner, kept, {});
  EXPECT_GE(r.tasks[0].trials.size(), 8u);
  EXPECT_GT(r.tasks[1].trials.size(), 2 * r.tasks[0].trials.size());
  EXPECT_EQ(r.tasks[0].trials.size() + r.tasks[1].trials.size(), 120u);
}

TEST(Tuner, EachOfManyTasksHasATurnBeforeAnyHasTwo) {
  std::vector<TuneTask> tasks;
  for (int i = 0; i < 20; ++i) tasks.push_back(taskOf("space"));
  SimulatedRunner runner(modelled);
  Kept kept;
  const TuneResult r =
      tuneTasks(std::move(tasks), {.trials = 40}, Machine{}, *evolutionarySearch(), *noModel(), runner, kept, {});
  for (const TuneResult::Task& task : r.tasks) EXPECT_EQ(task.trials.size(), 2u);
}

namespace {

// Compares a part of the results at first; at the end, those of the fastest candidates turn out to be wrong.
class ComparesInPart : public SimulatedRunner {
 public:
  explicit ComparesInPart(int wrong) : SimulatedRunner(modelled), wrong_(wrong) {}
  std::optional<TrialResult> next() override {
    std::optional<TrialResult> result = SimulatedRunner::next();
    if (result) result->whole = false;
    return result;
  }
  std::vector<TrialResult> inTurns(const std::vector<TrialRequest>& requests, int rounds) override {
    std::vector<TrialResult> all = SimulatedRunner::inTurns(requests, rounds);
    for (TrialResult& r : all)
      if (wrong_-- > 0) r = {r.number, Outcome::Wrong, err::kTuneNotRecorded("{}"), {}, 0};
    return all;
  }

 private:
  int wrong_;
};

// The machine is gone after some candidates.
class GetsLost : public SimulatedRunner {
 public:
  GetsLost() : SimulatedRunner(modelled) {}
  std::optional<TrialResult> next() override {
    if (lost_) return std::nullopt;
    lost_ = ++count_ == 10;
    return SimulatedRunner::next();
  }
  std::optional<Explanation> failure() const override {
    return lost_ ? std::optional<Explanation>(err::kTuneNotRecorded("{}")) : std::nullopt;
  }

 private:
  int count_ = 0;
  bool lost_ = false;
};

struct Counting : Kept {
  Status measuredAgain(size_t, const Trial&) override {
    ++again;
    return success();
  }
  void proposed(size_t, int count) override { proposals += count; }
  int again = 0, proposals = 0;
};

}  // namespace

TEST(Tuner, ComparesAllResultsOfTheBest) {
  for (const int wrong : {0, 5}) {
    ComparesInPart runner(wrong);
    Counting observer;
    const TuneResult result = tuned(taskOf("space"), {.trials = 16, .finalists = 1}, *randomSearch(), runner, observer);
    const TuneResult::Task& task = result.tasks.at(0);
    ASSERT_GE(task.best, 0);
    const Trial& best = task.trials[static_cast<size_t>(task.best)];
    EXPECT_EQ(best.outcome, Outcome::Measured);
    EXPECT_TRUE(best.whole) << "also where nothing is as fast";
    int found = 0;
    for (const Trial& t : task.trials) {
      found += t.outcome == Outcome::Wrong;
      if (t.outcome == Outcome::Measured) EXPECT_GE(t.medianMs(), best.medianMs());
    }
    EXPECT_EQ(found, wrong);
    EXPECT_EQ(observer.again, wrong + 1);
  }
}

namespace {

// A machine that was quicker while it measured one of the candidates.
class LuckyOnce : public SimulatedRunner {
 public:
  LuckyOnce() : SimulatedRunner(modelled) {}
  std::optional<TrialResult> next() override {
    std::optional<TrialResult> result = SimulatedRunner::next();
    if (result && ++count_ == 3 && result->outcome == Outcome::Measured)
      for (double& ms : result->ms) ms *= 0.01;
    return result;
  }

 private:
  int count_ = 0;
};

}  // namespace

TEST(Tuner, TheBestIsTheBestOfThoseThatWereMeasuredAgain) {
  LuckyOnce runner;
  Counting observer;
  const TuneResult result = tuned(taskOf("space"), {.trials = 24}, *randomSearch(), runner, observer);
  const TuneResult::Task& task = result.tasks.at(0);
  ASSERT_GE(task.best, 0);
  ASSERT_GE(task.again.size(), 2u) << "also where the second is far behind";
  EXPECT_NE(std::find(task.again.begin(), task.again.end(), task.best), task.again.end());
  const double best = task.trials[static_cast<size_t>(task.best)].medianMs();
  for (const int again : task.again) EXPECT_GE(task.trials[static_cast<size_t>(again)].medianMs(), best);
}

TEST(Tuner, EndsWhereItsRunnerIsLost) {
  GetsLost runner;
  Counting observer;
  const TuneResult result = tuned(taskOf("space"), {.trials = 64}, *randomSearch(), runner, observer);
  EXPECT_EQ(result.end, TuneResult::End::Failed);
  EXPECT_EQ(result.tasks.at(0).trials.size(), 10u);
  EXPECT_GE(result.tasks.at(0).best, 0) << "what was measured counts";
  EXPECT_LE(observer.proposals, 24) << "nothing more is proposed";
}

}  // namespace lw::tune
