// Runs, background measurements, consent and the choice of target; the tests replace the function that runs programs.
#include <atomic>

#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/runs/runs.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/auto_measure.h"
#include "app/services/runs/code_approval.h"
#include "app/services/runs/run_job.h"
#include "app/services/runs/run_records.h"
#include "backends/emulator/emulator.h"
#include "backends/target/target.h"
#include "backends/targets/targets.h"
#include "tests/services/fixture.h"
#include "tests/waiting.h"

namespace lw {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

Measurement measured(double ms) {
  Measurement m;
  m.target = "cpu";
  m.device = cpuInfo().model;
  m.time = {.count = 5, .median = ms, .min = ms, .max = ms, .medianLow = ms, .medianHigh = ms};
  m.checked = m.ok = true;
  m.referenceKind = "reference";
  return m;
}

Result<Measurement> failure(const std::string& message) {
  Explanation e;
  e.message = message;
  return e;
}

class RunsTest : public ServicesTest {
 protected:
  void SetUp() override {
    bench.runJobs()->setMeasure(
        [this](const SourceFile&, const PrimFunc&, const PrimFunc& scheduled, const MeasureOptions& options) {
          ++calls;
          return measure(scheduled, options);
        });
    measure = [](const PrimFunc&, const MeasureOptions&) { return measured(2); };
    bench.runJobs()->setEstimate(
        [this](const SourceFile&, const PrimFunc&, const PrimFunc&, const MeasureOptions&) { return estimate(); });
    ASSERT_TRUE(open(kProduct));
    progressed.clear();
  }
  // Makes runs wait until they are cancelled or `released`.
  void holdRuns() {
    measure = [this](const PrimFunc&, const MeasureOptions& options) {
      test::waitUntil([&] { return options.cancelled() || released; });
      return measured(3);
    };
  }
  const RunModel& model() { return *bench.records()->model(); }
  QString lastSaid() { return said.isEmpty() ? QString() : said.last().first().toString(); }

  std::function<Result<Measurement>(const PrimFunc&, const MeasureOptions&)> measure;
  std::function<Result<RunEstimate>()> estimate = []() -> Result<RunEstimate> { return Explanation(); };
  std::atomic<int> calls = 0;
  std::atomic<bool> released = false;
  QSignalSpy progressed{bench.runs(), &Runs::progressed}, values{bench.runs(), &Runs::valuesFound};
  QSignalSpy said{bench.messages(), &Messages::said}, changed{bench.history(), &HistoryEditor::changed};
};

TEST_F(RunsTest, ARunIsRecordedForItsState) {
  measure = [](const PrimFunc&, const MeasureOptions& options) {
    EXPECT_TRUE(options.keepValues);
    EXPECT_FALSE(options.baseline);
    options.progress("timing", 0.5);
    return measured(2);
  };
  bench.runs()->run();
  ASSERT_TRUE(settle());
  ASSERT_EQ(model().rowCount(), 1);
  EXPECT_EQ(model().runs()[0].label, QString("as written"));
  EXPECT_EQ(model().runs()[0].medianMs, 2);
  EXPECT_EQ(values.count(), 1);
  ASSERT_EQ(progressed.count(), 3);
  EXPECT_EQ(progressed[1].first().toString(), QString("timing"));
  EXPECT_TRUE(progressed[2].first().toString().isEmpty());
}

TEST_F(RunsTest, TheRunAsWrittenIsTheBaselineOfTheOthers) {
  bench.runs()->run();
  ASSERT_TRUE(settle());
  ASSERT_TRUE(apply("unroll(k)"));
  measure = [](const PrimFunc&, const MeasureOptions&) { return measured(1); };
  bench.runs()->run();
  ASSERT_TRUE(settle());
  ASSERT_EQ(model().rowCount(), 2);
  EXPECT_EQ(model().runs()[1].baselineMs, 2);
}

TEST_F(RunsTest, AWrongResultIsAProblem) {
  measure = [](const PrimFunc&, const MeasureOptions&) {
    Measurement m = measured(2);
    m.ok = false;
    m.difference = FirstDifference{"C", {0, 1}, 3, 4, 7};
    return m;
  };
  bench.runs()->run();
  ASSERT_TRUE(settle());
  ASSERT_FALSE(bench.messages()->problems().empty());
  EXPECT_TRUE(bench.messages()->problems().front().message.contains("C[0, 1] is 3, should be 4"));
}

TEST_F(RunsTest, AFailedRunSaysWhy) {
  measure = [](const PrimFunc&, const MeasureOptions&) { return failure("the kernel read past the end of A"); };
  bench.runs()->run();
  ASSERT_TRUE(settle());
  ASSERT_EQ(model().rowCount(), 1);
  EXPECT_EQ(model().runs()[0].error, QString("the kernel read past the end of A"));
  EXPECT_EQ(bench.messages()->problems().front().place, QString("as written"));
}

TEST_F(RunsTest, OnlyOneRunAtATimeAndItCanBeCancelled) {
  holdRuns();
  bench.runs()->run();
  bench.runs()->run();
  EXPECT_THAT(lastSaid().toStdString(), HasSubstr("A run is in progress"));
  bench.runs()->cancel();
  ASSERT_TRUE(settle());
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(lastSaid(), QString("Run cancelled"));
  EXPECT_EQ(model().rowCount(), 0);
  EXPECT_TRUE(progressed.last().first().toString().isEmpty());
}

TEST_F(RunsTest, ARunOfAClosedDocumentOnlyEnds) {
  holdRuns();
  bench.runs()->run();
  bench.files()->openText(kChain);
  ASSERT_TRUE(settle());
  EXPECT_EQ(model().rowCount(), 0);
  EXPECT_EQ(values.count(), 0);
  EXPECT_TRUE(progressed.last().first().toString().isEmpty());
  for (const QList<QVariant>& text : said) EXPECT_NE(text.first().toString(), QString("Run cancelled"));
}

TEST_F(RunsTest, ARunOfAnEarlierTextIsMarked) {
  bench.runs()->run();
  ASSERT_TRUE(settle());
  EXPECT_TRUE(model().runs()[0].aside.isEmpty());
  const QString hash = bench.records()->textHash();
  bench.text()->edit(std::string(kProduct) + "\n\ndef reference(A, B, C):\n    np.matmul(A, B, out=C)\n");
  ASSERT_TRUE(settle());
  EXPECT_NE(bench.records()->textHash(), hash);
  ASSERT_EQ(model().rowCount(), 1);
  EXPECT_EQ(model().runs()[0].aside, QString("earlier text"));
}

TEST_F(RunsTest, LabelsFollowTheHistory) {
  ASSERT_TRUE(apply("unroll(k)"));
  bench.runs()->run();
  ASSERT_TRUE(settle());
  EXPECT_EQ(model().runs()[0].label, QString("step 1"));
  bench.history()->rename(1, "flat");
  EXPECT_EQ(model().runs()[0].label, QString("flat"));
}

TEST_F(RunsTest, TheFirstStateWithAWrongResultIsFound) {
  ASSERT_TRUE(apply("split(i, [None, 8])\nunroll(i_1)\nunroll(k)"));
  measure = [](const PrimFunc& scheduled, const MeasureOptions&) {
    Measurement m = measured(1);
    m.ok = print(scheduled).text.find("unroll") == std::string::npos;
    if (!m.ok) m.difference = FirstDifference{"C", {0, 0}, 1, 2, 1};
    return m;
  };
  bench.runs()->findBreakingStep(3);
  ASSERT_TRUE(settle());
  EXPECT_EQ(history().current(), 2) << "the first unroll";
  EXPECT_TRUE(bench.messages()->problems().front().message.contains("The first state with a wrong result is"));
  measure = [](const PrimFunc&, const MeasureOptions&) { return measured(1); };
  bench.runs()->findBreakingStep(3);
  ASSERT_TRUE(settle());
  EXPECT_EQ(lastSaid(), QString("Every state up to this one gives the right result"));
  measure = [](const PrimFunc&, const MeasureOptions&) { return failure("no memory"); };
  bench.runs()->findBreakingStep(3);
  ASSERT_TRUE(settle());
  EXPECT_EQ(lastSaid(), QString("The search stopped: no memory"));
}

// ---- in the background ----

TEST_F(RunsTest, StatesWithoutATimeAreMeasuredWhileNothingElseIsDone) {
  ASSERT_TRUE(apply("unroll(k)"));
  QSignalSpy measuring(bench.autoMeasure(), &AutoMeasure::measuringChanged);
  bench.autoMeasure()->setOn(true);
  ASSERT_TRUE(comes([&] { return model().rowCount() == 2; }));
  EXPECT_EQ(model().runs()[0].node, 1) << "the shown state first";
  EXPECT_EQ(measuring.first().first().toString(), QString("Timing step 1…"));
  EXPECT_EQ(values.count(), 0) << "nobody asked for values";
  bench.autoMeasure()->setOn(false);
  EXPECT_TRUE(measuring.last().first().toString().isEmpty());
}

TEST_F(RunsTest, AStepEndsAMeasurementInTheBackground) {
  holdRuns();
  bench.autoMeasure()->setOn(true);
  ASSERT_TRUE(comes([&] { return calls == 1; }));
  EXPECT_EQ(bench.autoMeasure()->timing(), 0);
  EXPECT_TRUE(bench.idle()) << "nobody waits for it";
  bench.steps()->applyText("unroll(k)");
  ASSERT_TRUE(comes([&] { return calls == 2; })) << "it is tried again, with the state that is shown then";
  EXPECT_EQ(model().rowCount(), 0);
  EXPECT_EQ(bench.autoMeasure()->timing(), 1);
  bench.autoMeasure()->setOn(false);
}

TEST_F(RunsTest, AStateThatTakesTooLongIsGivenUp) {
  bench.runJobs()->setQuickTimeout(7);
  measure = [this](const PrimFunc&, const MeasureOptions& options) {
    EXPECT_EQ(options.timeoutSeconds, calls == 1 ? 2 : 7) << "a short attempt first";
    return failure("the kernel did not end within 7 s");
  };
  bench.autoMeasure()->setOn(true);
  ASSERT_TRUE(comes([&] { return bench.autoMeasure()->untimed(0) != nullptr; }));
  EXPECT_TRUE(bench.autoMeasure()->untimed(0)->tooSlow);
  EXPECT_GE(changed.count(), 1) << "the trace shows it";
  ASSERT_TRUE(comes([&] { return !bench.autoMeasure()->due(); })) << "the pause before the next attempt is over";
  EXPECT_EQ(calls, 2) << "not tried again";
  EXPECT_EQ(bench.autoMeasure()->estimate(0), nullptr);
  bench.files()->openText(kChain);
  ASSERT_TRUE(settle());
  bench.autoMeasure()->setOn(false);
  EXPECT_EQ(bench.autoMeasure()->untimed(0), nullptr);
}

TEST_F(RunsTest, ASlowStateHasAnEstimateUntilItIsTimed) {
  bench.runJobs()->setQuickTimeout(7);
  measure = [](const PrimFunc&, const MeasureOptions&) { return failure("the kernel did not end within 2 s"); };
  estimate = [] { return RunEstimate{.ms = 23e3, .lowMs = 20e3, .highMs = 26e3, .share = 0.01}; };
  bench.autoMeasure()->setOn(true);
  ASSERT_TRUE(comes([&] { return bench.autoMeasure()->untimed(0) != nullptr; }));
  bench.autoMeasure()->setOn(false);
  ASSERT_NE(bench.autoMeasure()->estimate(0), nullptr);
  EXPECT_EQ(bench.autoMeasure()->estimate(0)->ms, 23e3);
  EXPECT_EQ(calls, 1) << "the estimate says that waiting longer is in vain";
  EXPECT_TRUE(bench.autoMeasure()->untimed(0)->tooSlow);
  measure = [](const PrimFunc&, const MeasureOptions&) { return measured(22e3); };
  bench.runs()->run();
  ASSERT_TRUE(settle());
  ASSERT_NE(model().of(0), nullptr);
  EXPECT_EQ(model().of(0)->medianMs, 22e3) << "the user waited";
}

TEST_F(RunsTest, ADocumentDoesNotInheritTheTargetOfTheLast) {
  bench.target()->choose("gpu-emulator");
  bench.target()->chooseMath({.reassociate = true});
  bench.files()->openText(kChain);
  ASSERT_TRUE(settle());
  EXPECT_EQ(bench.target()->name().toStdString(), defaultTarget().name);
  EXPECT_EQ(bench.target()->math(), FloatMath());
}

TEST_F(RunsTest, ARunTakesThePlaceOfAMeasurementInTheBackground) {
  holdRuns();
  bench.autoMeasure()->setOn(true);
  ASSERT_TRUE(comes([&] { return calls == 1; }));
  released = false;
  measure = [](const PrimFunc&, const MeasureOptions&) { return measured(4); };
  bench.autoMeasure()->setOn(false);
  bench.runs()->run();
  ASSERT_TRUE(settle());
  ASSERT_EQ(model().rowCount(), 1);
  EXPECT_EQ(model().runs()[0].medianMs, 4);
}

// ---- target and consent ----

TEST_F(RunsTest, RunsAreOfTheChosenTargetAndArithmetic) {
  bench.runs()->run();
  ASSERT_TRUE(settle());
  EXPECT_NE(model().of(0), nullptr);
  QSignalSpy target(bench.target(), &TargetChoice::changed), math(bench.target(), &TargetChoice::mathChanged);
  bench.target()->chooseMath({.reassociate = true});
  bench.target()->chooseMath({.reassociate = true});
  EXPECT_EQ(math.count(), 1);
  EXPECT_EQ(model().of(0), nullptr) << "that run was by the default arithmetic";
  bench.target()->choose("gpu-emulator");
  bench.target()->choose({});
  EXPECT_EQ(target.count(), 1);
  EXPECT_TRUE(bench.target()->descriptor().kernels);
  EXPECT_EQ(model().target(), QString("gpu-emulator"));
  ASSERT_TRUE(settle());
}

TEST_F(RunsTest, WhatTheEmulatorFoundStaysWithItsState) {
  measure = [](const PrimFunc&, const MeasureOptions&) {
    Measurement m = measured(1);
    m.target = "gpu-emulator";
    m.emulated.emplace();
    return m;
  };
  bench.target()->choose("gpu-emulator");
  EXPECT_EQ(bench.runs()->emulated(), nullptr);
  bench.runs()->run();
  ASSERT_TRUE(settle());
  EXPECT_NE(bench.runs()->emulated(), nullptr);
  ASSERT_TRUE(apply("unroll(k)"));
  EXPECT_EQ(bench.runs()->emulated(), nullptr);
  bench.history()->undo();
  ASSERT_TRUE(settle());
  EXPECT_NE(bench.runs()->emulated(), nullptr);
  bench.target()->choose(QString::fromUtf8(defaultTarget().name));
  EXPECT_EQ(bench.runs()->emulated(), nullptr) << "another target is chosen";
}

TEST_F(RunsTest, ForeignCodeRunsOnlyWhenItIsAllowed) {
  ASSERT_TRUE(apply("annotate(k, \"pragma_import_llvm\", \"int helper(void) { return 1; }\")"));
  ASSERT_EQ(history().size(), 2) << lastSaid().toStdString();
  QSignalSpy requested(bench.approval(), &CodeApproval::requested), allowed(bench.approval(), &CodeApproval::allowed);
  bench.runs()->run();
  ASSERT_EQ(requested.count(), 1);
  EXPECT_FALSE(requested.last().at(1).toString().isEmpty());
  EXPECT_EQ(calls, 0);
  bench.approval()->answer(false);
  EXPECT_EQ(lastSaid(), QString("Not run: the program's code was not allowed"));
  EXPECT_TRUE(requested.last().at(1).toString().isEmpty()) << "the question is gone";

  bench.runs()->run();
  bench.history()->undo();  // the subject of the question is no longer shown
  ASSERT_TRUE(settle());
  bench.approval()->answer(true);
  EXPECT_EQ(allowed.count(), 0);
  bench.history()->redo();
  ASSERT_TRUE(settle());

  bench.runs()->run();
  bench.approval()->answer(true);
  ASSERT_TRUE(settle());
  EXPECT_EQ(allowed.count(), 1);
  EXPECT_EQ(calls, 1);
  bench.runs()->run();
  ASSERT_TRUE(settle());
  EXPECT_EQ(calls, 2) << "that very text is known now";
}

}  // namespace
}  // namespace lw
