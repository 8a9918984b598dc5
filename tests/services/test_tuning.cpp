// Tuning without a window: searches with made-up times, their ends, pins, variants, and turns with runs.
#include <QFile>
#include <set>
#include <thread>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/messages.h"
#include "app/models/runs/runs.h"
#include "app/models/runs/target_choice.h"
#include "app/models/support/job_runner.h"
#include "app/services/errors.h"
#include "app/services/runs/measuring_turns.h"
#include "app/services/runs/run_records.h"
#include "app/services/tuning/tune_importance.h"
#include "app/services/tuning/tune_pins.h"
#include "app/services/tuning/tuning.h"
#include "app/shared/errors.h"
#include "backends/targets/targets.h"
#include "core/te/read_program.h"
#include "core/tune/records/records.h"
#include "core/tune/rules/rule.h"
#include "tests/services/fixture.h"
#include "tests/services/made_up_times.h"

namespace lw {
namespace {

class TuningTest : public ServicesTest {
 protected:
  Tuning& tuning() { return *bench.tuning(); }
  bool openTuned() { return open(kTuned); }
  void choose(const QString& space, int trials) {
    TuneChoices choices = tuning().choices();
    choices.space = space;
    choices.trials = trials;
    choices.model = "off";
    tuning().choose(choices);
  }
  bool searched() {
    tuning().start();
    return comes([this] { return !tuning().running(); }) && settle();
  }
  std::string variant() { return history().node(history().current()).name; }
};

TEST_F(TuningTest, FindsTheBestAndMakesItAVariant) {
  ASSERT_TRUE(openTuned());
  EXPECT_EQ(tuning().spaces(), (QStringList{"space", "refusing"}));
  tuning().setMakeRunner(simulated());
  choose("space", 20);
  ASSERT_TRUE(searched());
  EXPECT_EQ(tuning().ending().words, "Done");
  EXPECT_EQ(tuning().candidates().size(), 20u);
  EXPECT_EQ(tuning().prepared().referenceMs, 4);
  ASSERT_GE(tuning().best(), 0);
  const TunedCandidate& best = tuning().candidates()[size_t(tuning().best())];
  EXPECT_EQ(best.trial.medianMs(), 2);
  ASSERT_EQ(best.choices.size(), 2u);
  EXPECT_EQ(best.choices[0].name, "rows");
  EXPECT_EQ(best.choices[0].text, "32") << "the number, not its position";
  EXPECT_NE(best.choices[1].text.find(" × "), std::string::npos) << best.choices[1].text;
  EXPECT_EQ(variant(), "tuned, 2.00 ms");
  EXPECT_NE(history().current(), 0);
  EXPECT_NE(shownText().find("i_1"), std::string::npos) << shownText();
}

TEST_F(TuningTest, ContinuesWithoutRepeating) {
  ASSERT_TRUE(openTuned());
  tuning().setMakeRunner(simulated());
  choose("space", 5);
  ASSERT_TRUE(searched());
  ASSERT_TRUE(searched());
  EXPECT_EQ(tuning().candidates().size(), 10u);
  std::set<std::string> seen;
  for (const TunedCandidate& c : tuning().candidates()) EXPECT_TRUE(seen.insert(toJson(c.trial.decisions)).second);
  tuning().clear();
  EXPECT_TRUE(tuning().candidates().empty());
  EXPECT_TRUE(tuning().ending().words.isEmpty());
}

TEST_F(TuningTest, ContinuesTheShownState) {
  ASSERT_TRUE(openTuned());
  ASSERT_TRUE(apply("annotate(C, 'mark', 1)"));
  const int from = history().current();
  tuning().setMakeRunner(simulated());
  choose("space", 3);
  TuneChoices choices = tuning().choices();
  choices.fromShown = true;
  tuning().choose(choices);
  ASSERT_TRUE(searched());
  const std::vector<int> path = history().pathTo(history().current());
  EXPECT_NE(std::find(path.begin(), path.end(), from), path.end()) << "its steps stay";
  EXPECT_EQ(tuning().candidates()[0].choices.size(), 2u);
  EXPECT_NE(tuning().candidates()[0].choices[1].text.find(" × "), std::string::npos);
}

TEST_F(TuningTest, PinnedDecisionsStay) {
  ASSERT_TRUE(openTuned());
  tuning().setMakeRunner(simulated());
  choose("space", 8);
  ASSERT_TRUE(searched());
  tuning().pin(0, "rows");
  ASSERT_EQ(tuning().pins()->all().size(), 1u);
  EXPECT_EQ(tuning().pins()->all()[0].text.toStdString(), tuning().candidates()[0].choices[0].text);
  const std::string kept = tuning().candidates()[0].choices[0].text;
  choose("space", 3);
  ASSERT_TRUE(searched());
  for (size_t i = 8; i < tuning().candidates().size(); ++i)
    EXPECT_EQ(tuning().candidates()[i].choices[0].text, kept) << i;
  EXPECT_GT(tuning().candidates().size(), 8u);
  tuning().pins()->remove("rows");
  EXPECT_TRUE(tuning().pins()->all().empty());
}

TEST_F(TuningTest, LoopsPinTheDecisionsThatMadeThem) {
  ASSERT_TRUE(openTuned());
  tuning().setMakeRunner(simulated());
  choose("space", 6);
  ASSERT_TRUE(searched());
  const auto loop = [this](const char* name) { return *bench.document()->schedule().loopNamed(name); };
  EXPECT_FALSE(tuning().pins()->mayPin(loop("k")));
  EXPECT_TRUE(tuning().pins()->mayPin(loop("i_1")));
  tuning().pinLoop(loop("j_0"));
  ASSERT_TRUE(comes([this] { return !tuning().pins()->all().empty(); }));
  ASSERT_EQ(tuning().pins()->all().size(), 1u);
  EXPECT_EQ(tuning().pins()->all()[0].decision.name, "columns");
  const auto& best = tuning().candidates()[size_t(tuning().best())];
  EXPECT_EQ(tuning().pins()->all()[0].text.toStdString(), best.choices[1].text);
  // Also when the space was carried out by hand, and steps were added.
  tuning().clear();
  ASSERT_TRUE(apply("unroll(k)"));
  tuning().pinLoop(loop("i_0"));
  ASSERT_TRUE(comes([this] { return tuning().pins()->all().size() == 2; }));
  EXPECT_EQ(tuning().pins()->all()[1].decision.name, "rows");
  // Another space did not make it.
  choose("refusing", 6);
  QStringList said;
  QObject::connect(bench.messages(), &Messages::said, [&](const QString& text) { said << text; });
  tuning().pinLoop(loop("i_0"));
  ASSERT_TRUE(comes([&] { return !said.empty(); }));
  EXPECT_EQ(said.back().toStdString().find("Not pinned: the shown steps are not those of a candidate of refusing"), 0u)
      << said.back().toStdString();
  EXPECT_EQ(tuning().pins()->all().size(), 2u);
}

TEST_F(TuningTest, PausesResumesAndStopsWithWhatItHas) {
  ASSERT_TRUE(openTuned());
  const auto gate = std::make_shared<Gate>();
  tuning().setMakeRunner(gated(gate));
  choose("space", 20);
  tuning().start();
  gate->allow(3);
  ASSERT_TRUE(comes([&] { return tuning().candidates().size() == 3; }));
  tuning().pause(true);
  EXPECT_TRUE(tuning().paused());
  gate->allow(2);
  EXPECT_TRUE(gate->paused);
  tuning().pause(false);
  ASSERT_TRUE(comes([&] { return tuning().candidates().size() == 5; }));
  tuning().stop();
  ASSERT_TRUE(comes([&] { return !tuning().running(); }) && settle());
  EXPECT_EQ(tuning().ending().words, "Stopped");
  EXPECT_EQ(tuning().candidates().size(), 5u);
  EXPECT_EQ(variant().find("tuned, "), 0u) << variant();
}

TEST_F(TuningTest, ACandidateIsOpenedAsAVariant) {
  ASSERT_TRUE(openTuned());
  tuning().setMakeRunner(simulated());
  choose("space", 6);
  ASSERT_TRUE(searched());
  const int other = tuning().best() == 0 ? 1 : 0;
  tuning().open(other);
  ASSERT_TRUE(settle());
  EXPECT_EQ(variant().find("candidate " + std::to_string(other + 1) + ", "), 0u) << variant();
  const std::vector<int> path = history().pathTo(history().current());
  EXPECT_EQ(path.size(), 6u) << "two samples, two splits, a reorder";
}

TEST_F(TuningTest, AnOpenedCandidateHasTheRunThatWasMeasured) {
  ASSERT_TRUE(openTuned());
  tuning().setMakeRunner(simulated());
  choose("space", 6);
  ASSERT_TRUE(searched());
  const auto& runs = [this]() -> const std::vector<RunRecord>& { return bench.document()->workspace().runs; };
  ASSERT_EQ(runs().size(), 1u) << "the best is a variant already";
  const tune::Trial& best = tuning().candidates()[size_t(tuning().best())].trial;
  const RunRecord& run = runs().front();
  EXPECT_EQ(run.node, history().current());
  EXPECT_EQ(run.medianMs, best.medianMs());
  EXPECT_EQ(run.runs, int(best.ms.size()));
  EXPECT_EQ(run.when, best.when);
  EXPECT_EQ(run.threads, 1);
  EXPECT_EQ(run.target, "cpu");
  EXPECT_EQ(run.function, "mm");
  EXPECT_TRUE(run.ok);
  EXPECT_EQ(run.referenceKind, "unscheduled program");
  EXPECT_EQ(run.referenceMs, 4);
  EXPECT_NEAR(run.gflops, 2.0 * 64 * 64 * 64 / run.medianMs / 1e6, 0.1 * run.gflops);
  ASSERT_EQ(bench.records()->model()->rowCount(), 1);
  EXPECT_TRUE(bench.records()->model()->last()->aside.isEmpty()) << "it belongs to the shown text and state";
  const int other = tuning().best() == 0 ? 1 : 0;
  for (int again = 0; again < 2; ++again) {
    tuning().open(other);
    ASSERT_TRUE(settle());
    ASSERT_EQ(runs().size(), 2u) << "once";
  }
  EXPECT_EQ(runs()[1].node, history().current());
  EXPECT_EQ(runs()[1].medianMs, tuning().candidates()[size_t(other)].trial.medianMs());
}

TEST_F(TuningTest, TheShownStateStaysIfAnotherWasChosen) {
  ASSERT_TRUE(openTuned());
  const auto gate = std::make_shared<Gate>();
  tuning().setMakeRunner(gated(gate));
  choose("space", 4);
  tuning().start();
  ASSERT_TRUE(apply("unroll(k)"));
  const int mine = history().current();
  gate->allow(100);
  ASSERT_TRUE(comes([&] { return !tuning().running(); }) && settle());
  EXPECT_EQ(history().current(), mine);
  bool found = false;
  for (int i = 0; i < history().size(); ++i) found = found || history().node(i).name.find("tuned, ") == 0;
  EXPECT_TRUE(found);
}

TEST_F(TuningTest, RefusalsAreCountedByReason) {
  ASSERT_TRUE(openTuned());
  tuning().setMakeRunner(simulated());
  choose("refusing", 8);
  ASSERT_TRUE(searched());
  EXPECT_EQ(tuning().ending().words, "Every candidate was refused");
  EXPECT_TRUE(tuning().ending().failed);
  EXPECT_TRUE(tuning().candidates().empty());
  ASSERT_FALSE(tuning().refusals().reasons.empty());
  EXPECT_GT(tuning().refusals().refused, 0);
  EXPECT_FALSE(tuning().refusals().reasons[0].first.message.empty());
}

TEST_F(TuningTest, NoRuleIsSaidWithItsReasons) {
  const Schedule start{Snapshot(readProgram("chain.py", kChain).functions.at(0))};
  const tune::WrittenSpace written = tune::writeSpace(start.program(), 0, tune::Machine{}, tune::cpuRules());
  const Result<ChosenSpace> chosen = chooseSpace(nullptr, "", start, 0, tune::Machine{});
  EXPECT_EQ(bool(chosen), !written.text.empty());
  const Explanation none = err::kTuneNoRule("chain");
  EXPECT_EQ(std::string(none.message), "no rule writes a search space for chain");
}

TEST_F(TuningTest, ASearchWaitsForRuns) {
  MeasuringTurns turns;
  std::atomic<bool> stop = false;
  MeasuringTurns::Turn candidate = turns.ofCandidate([&] { return stop.load(); });
  ASSERT_TRUE(candidate);
  std::atomic<bool> ran = false;
  std::thread run([&] {
    const MeasuringTurns::Turn turn = turns.ofRun({});
    ran = true;
  });
  ASSERT_TRUE(comes([&] { return turns.runWaitsOrMeasures(); }));
  EXPECT_FALSE(ran);
  candidate.reset();
  run.join();
  EXPECT_TRUE(ran);
  EXPECT_FALSE(turns.runWaitsOrMeasures());
  const MeasuringTurns::Turn again = turns.ofRun({});
  stop = true;
  EXPECT_FALSE(turns.ofCandidate([&] { return stop.load(); })) << "a stopped search does not wait";
}

TEST_F(TuningTest, TheBestAreRecordedAgain) {
  ASSERT_TRUE(openTuned());
  tuning().setMakeRunner(simulated());
  tuning().setRecords(folder.filePath("tuning.db"));
  choose("space", 20);
  ASSERT_TRUE(searched());
  const auto store = tune::RecordStore::open(folder.filePath("tuning.db").toStdString());
  ASSERT_TRUE(store);
  EXPECT_GT(store->find({})->size(), 20u) << "their times in turns count";
  EXPECT_EQ(store->find({.latest = true})->size(), 20u);
}

TEST_F(TuningTest, ResultsAreRecordedAndContinued) {
  ASSERT_TRUE(openTuned());
  tuning().setMakeRunner(simulated());
  tuning().setRecords(folder.filePath("tuning.db"));
  choose("space", 6);
  ASSERT_TRUE(searched());
  Workbench other;  // another window, later
  other.tuning()->setMakeRunner(simulated());
  other.tuning()->setRecords(folder.filePath("tuning.db"));
  other.files()->openText(kTuned);
  ASSERT_TRUE(comes([&] { return other.idle() && other.document()->hasProgram(); }));
  TuneChoices choices = tuning().choices();
  choices.trials = 2;
  other.tuning()->choose(choices);
  other.tuning()->start();
  ASSERT_TRUE(comes([&] { return !other.tuning()->running() && other.idle(); }));
  ASSERT_EQ(other.tuning()->candidates().size(), 8u);
  // Those that were compared with the best were recorded again, and come last.
  const auto known = [](const Tuning& tuning) {
    std::set<std::pair<std::string, std::string>> all;
    for (size_t i = 0; i < 6; ++i) {
      const TunedCandidate& c = tuning.candidates()[i];
      all.emplace(toJson(c.trial.decisions), c.choices[0].text);
    }
    return all;
  };
  EXPECT_EQ(known(*other.tuning()), known(tuning()));
  other.tuning()->clear();
  EXPECT_FALSE(other.tuning()->choices().resume) << "else they would come back";
  other.tuning()->start();
  ASSERT_TRUE(comes([&] { return !other.tuning()->running() && other.idle(); }));
  EXPECT_EQ(other.tuning()->candidates().size(), 2u);
}

TEST_F(TuningTest, ADamagedDatabaseIsSaidBeforeAnythingIsMeasured) {
  ASSERT_TRUE(openTuned());
  const QString path = folder.filePath("tuning.db");
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("this is no database at all, and longer than the header of one would be, so that it is read as one");
  file.close();
  tuning().setMakeRunner(simulated());
  tuning().setRecords(path);
  choose("space", 3);
  ASSERT_TRUE(searched());
  EXPECT_TRUE(tuning().ending().failed);
  EXPECT_TRUE(tuning().candidates().empty());
  EXPECT_TRUE(tuning().ending().words.contains(path)) << tuning().ending().words.toStdString();
  ASSERT_FALSE(bench.messages()->problems().empty());
  EXPECT_EQ(bench.messages()->problems().front().place, "tuning");
}

TEST_F(TuningTest, TheDecisionThatMattersIsFirst) {
  ASSERT_TRUE(openTuned());
  tuning().setMakeRunner(simulated());
  choose("space", 20);
  ASSERT_TRUE(searched());
  TuneImportance importance(tuning(), *bench.jobs());
  importance.request();
  ASSERT_TRUE(comes([&] { return !importance.rows().empty(); }));
  EXPECT_EQ(importance.rows()[0].decision.name, "rows") << "the times depend on nothing else";
  EXPECT_TRUE((QStringList{"16", "32"}).contains(importance.rows()[0].best))
      << importance.rows()[0].best.toStdString() << ": a number that was drawn, not its position";
  EXPECT_GT(importance.rows()[0].decision.share, 0.5);
  tuning().clear();
  EXPECT_TRUE(importance.rows().empty());
}

// On this machine's processor: built, run and checked.
TEST_F(TuningTest, RealCandidatesAreMeasured) {
  ASSERT_TRUE(openTuned());
  choose("space", 3);
  ASSERT_TRUE(searched());
  ASSERT_EQ(tuning().candidates().size(), 3u);
  for (const TunedCandidate& c : tuning().candidates()) EXPECT_TRUE(c.trial.timed()) << nameOf(c.trial.outcome);
  EXPECT_FALSE(tuning().candidates()[0].trial.ms.empty());
}

// ---- other targets ----

constexpr const char* kScaled = R"(from tvm.script import tir as T

@T.prim_func
def scaled(A: T.Buffer((512, 64), "float32"), B: T.Buffer((512, 64), "float32")):
    for i, j in T.grid(512, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def reference(A, B):
    B[:] = 2 * A
)";

const TargetDescriptor& targetWhere(bool (*holds)(const TargetDescriptor&)) {
  for (const TargetDescriptor* target : allTargets())
    if (holds(*target)) return *target;
  return defaultTarget();
}
QString nameOf(const TargetDescriptor& target) { return QString::fromUtf8(target.name); }

// Rules write the space, and the emulator runs the candidates.
TEST_F(TuningTest, SearchesByTheModelOfTheEmulator) {
  ASSERT_TRUE(open(kScaled));
  const TargetDescriptor& emulator = targetWhere([](const TargetDescriptor& t) { return t.emulated; });
  bench.target()->choose(nameOf(emulator));
  tuning().setRecords(folder.filePath("tuning.db"));
  choose("", 4);
  ASSERT_TRUE(searched());
  ASSERT_EQ(tuning().candidates().size(), 4u) << tuning().ending().words.toStdString();
  EXPECT_TRUE(tuning().prepared().modelled());
  EXPECT_EQ(tuning().prepared().referenceMs, 0) << "times of the processor and of a model are not compared";
  for (const TunedCandidate& c : tuning().candidates()) EXPECT_TRUE(c.trial.timed()) << nameOf(c.trial.outcome);
  EXPECT_THAT(shownText(), testing::HasSubstr("threadIdx.x"));
  EXPECT_THAT(variant(), testing::StartsWith("tuned, "));
  EXPECT_THAT(variant(), testing::EndsWith(" modelled"));
  tuning().open(tuning().best() == 0 ? 1 : 0);
  ASSERT_TRUE(settle());
  EXPECT_TRUE(bench.document()->workspace().runs.empty()) << "nothing ran on a device";
  const auto store = tune::RecordStore::open(folder.filePath("tuning.db").toStdString());
  ASSERT_TRUE(store);
  EXPECT_EQ(store->find({.target = std::string(emulator.name), .latest = true})->size(), 4u);
  EXPECT_TRUE(store->find({.target = std::string(defaultTarget().name)})->empty());

  // Candidates of another target are others.
  bench.target()->choose(nameOf(defaultTarget()));
  choose("", 2);
  ASSERT_TRUE(searched());
  EXPECT_EQ(tuning().candidates().size(), 2u);
  EXPECT_FALSE(tuning().prepared().modelled());
  EXPECT_GT(tuning().prepared().referenceMs, 0);
  EXPECT_THAT(variant(), testing::Not(testing::HasSubstr("modelled")));
  EXPECT_EQ(bench.document()->workspace().runs.size(), 1u);
}

TEST_F(TuningTest, ATargetThatIsNotHereIsSaid) {
  const TargetDescriptor& absent = targetWhere([](const TargetDescriptor& t) { return !t.find().available; });
  if (absent.find().available) GTEST_SKIP() << "all targets are here";
  ASSERT_TRUE(open(kScaled));
  bench.target()->choose(nameOf(absent));
  choose("", 2);
  ASSERT_TRUE(searched());
  EXPECT_TRUE(tuning().ending().failed);
  EXPECT_TRUE(tuning().candidates().empty());
  EXPECT_THAT(tuning().ending().words.toStdString(), testing::HasSubstr(std::string(absent.name)));
}

// A device with a driver here: PoCL makes the processor one.
TEST_F(TuningTest, SearchesOnADevice) {
  const TargetDescriptor& device =
      targetWhere([](const TargetDescriptor& t) { return t.driverText && t.find().available; });
  if (!device.driverText) GTEST_SKIP() << "there is no device with a driver";
  ASSERT_TRUE(open(kScaled));
  bench.target()->choose(nameOf(device));
  tuning().setRecords(folder.filePath("tuning.db"));
  choose("", 3);
  ASSERT_TRUE(searched());
  ASSERT_EQ(tuning().candidates().size(), 3u) << tuning().ending().words.toStdString();
  EXPECT_FALSE(tuning().prepared().modelled());
  ASSERT_GE(tuning().best(), 0);
  const std::vector<RunRecord>& runs = bench.document()->workspace().runs;
  ASSERT_EQ(runs.size(), 1u);
  // A run of the same state is under the same conditions, so that the two are compared.
  bench.runs()->run();
  ASSERT_TRUE(comes([&] { return runs.size() == 2; }) && settle());
  EXPECT_EQ(conditionsOf(runs[0]), conditionsOf(runs[1]));
  EXPECT_EQ(runs[0].state, runs[1].state);
  const auto store = tune::RecordStore::open(folder.filePath("tuning.db").toStdString());
  ASSERT_TRUE(store);
  EXPECT_EQ(store->find({.target = std::string(device.name), .latest = true})->size(), 3u);
}

}  // namespace
}  // namespace lw
