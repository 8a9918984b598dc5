// Policies and tokens of jobs: which answers are delivered, and which are dropped.
#include <atomic>
#include <thread>

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/services/jobs/job_threads.h"
#include "app/services/offers/offers.h"
#include "app/services/schedule/composites.h"
#include "tests/services/fixture.h"
#include "tests/waiting.h"

namespace lw {
namespace {

// Runs until it is asked to stop or the test releases it.
struct Endless {
  std::shared_ptr<std::atomic<bool>> stopped = std::make_shared<std::atomic<bool>>(false);
  std::shared_ptr<std::atomic<bool>> released = std::make_shared<std::atomic<bool>>(false);
  int operator()(const Stop& stop) const {
    test::waitUntil([&] { return stop() || *released; });
    *stopped = stop();
    return 1;
  }
};

class JobRunnerTest : public testing::Test {
 protected:
  void run(Channel channel, const Endless& job) {
    runner.run<int>(
        channel, job, [this, channel](int) { delivered.push_back(channel); },
        [this, channel] { dropped.push_back(channel); });
  }
  bool ended(size_t jobs) {
    return comes([&] { return delivered.size() + dropped.size() == jobs; }, 10000);
  }

  JobThreads runner;
  std::vector<Channel> delivered, dropped;
};

TEST_F(JobRunnerTest, DeliversOnTheThreadOfTheRunner) {
  std::thread::id worker, ui;
  runner.run<int>(
      Channel::Check,
      [&](const Stop&) {
        worker = std::this_thread::get_id();
        return 42;
      },
      [&](int answer) {
        EXPECT_EQ(answer, 42);
        ui = std::this_thread::get_id();
      });
  ASSERT_TRUE(comes([&] { return ui != std::thread::id(); }));
  EXPECT_EQ(ui, std::this_thread::get_id());
  EXPECT_NE(worker, ui);
}

// Qt repaints in answer to an event of low priority. Both answers are there before the event loop runs again.
TEST_F(JobRunnerTest, TheLoweredProgramIsTakenAfterWhatChangedIsPainted) {
  std::vector<std::string> order;
  class Repaint : public QObject {
   public:
    explicit Repaint(std::vector<std::string>& order) : order_(order) {}
    bool event(QEvent*) override {
      order_.emplace_back("painted");
      return true;
    }

   private:
    std::vector<std::string>& order_;
  } repaint(order);
  const auto jobs = std::make_shared<int>(0);  // which a thread releases after it has posted the answer of its job
  for (const Channel channel : {Channel::Lower, Channel::Step})
    runner.runTelling<int>(
        channel,
        [jobs, &order, channel](const Stop&, const JobRunner::Tell& tell) {
          tell([&order, channel] { order.emplace_back(channel == Channel::Lower ? "lowered" : "step"); });
          return 1;
        },
        [&order, channel](int) { order.emplace_back(channel == Channel::Lower ? "all lowered" : "end of step"); });
  test::waitUntil([&] { return jobs.use_count() == 1; });
  QCoreApplication::postEvent(&repaint, new QEvent(QEvent::UpdateRequest), Qt::LowEventPriority);
  ASSERT_TRUE(comes([&] { return order.size() == 5; }));
  EXPECT_THAT(order, testing::ElementsAre("step", "end of step", "painted", "lowered", "all lowered"));
}

TEST_F(JobRunnerTest, ANewerJobCancelsTheOlderWhoseAnswerIsDropped) {
  Endless older, newer;
  run(Channel::Preview, older);
  run(Channel::Preview, newer);
  ASSERT_TRUE(ended(1));
  EXPECT_TRUE(*older.stopped);
  EXPECT_EQ(dropped.size(), 1u);
  EXPECT_TRUE(runner.busy(Channel::Preview)) << "the newer one goes on";
  *newer.released = true;
  ASSERT_TRUE(ended(2));
  EXPECT_EQ(delivered.size(), 1u);
  EXPECT_FALSE(*newer.stopped);
  EXPECT_FALSE(runner.busy(Channel::Preview));
}

TEST_F(JobRunnerTest, ACancelledJobStillReports) {
  Endless job;
  run(Channel::Run, job);
  runner.cancel(Channel::Run);
  ASSERT_TRUE(ended(1));
  EXPECT_TRUE(*job.stopped);
  EXPECT_THAT(delivered, testing::ElementsAre(Channel::Run));
}

TEST_F(JobRunnerTest, ADroppedJobDoesNotReport) {
  Endless job;
  run(Channel::Drops, job);
  runner.drop(Channel::Drops);
  ASSERT_TRUE(ended(1));
  EXPECT_TRUE(*job.stopped);
  EXPECT_THAT(delivered, testing::IsEmpty());
}

TEST_F(JobRunnerTest, AJobThatHasEndedMayBecomeStaleBeforeItsAnswerArrives) {
  std::atomic<bool> over = false;
  bool delivered = false;
  runner.run<int>(
      Channel::Check,
      [&](const Stop&) {
        over = true;
        return 1;
      },
      [&](int) { delivered = true; });
  test::waitUntil([&] { return over.load(); });
  runner.drop(Channel::Check);  // the answer is in the event queue
  ASSERT_TRUE(comes([&] { return !runner.busy(); }));
  EXPECT_FALSE(delivered);
}

TEST_F(JobRunnerTest, JobsOfAClosedDocumentNeverReport) {
  Endless check, step, peaks;
  run(Channel::Check, check);
  run(Channel::Step, step);
  run(Channel::Peaks, peaks);
  runner.endScope(JobScope::Document);
  ASSERT_TRUE(ended(2));
  EXPECT_TRUE(*check.stopped && *step.stopped);
  EXPECT_THAT(delivered, testing::IsEmpty());
  EXPECT_TRUE(runner.busy(Channel::Peaks)) << "the machine's peaks belong to no document";
  *peaks.released = true;
  ASSERT_TRUE(ended(3));
  EXPECT_THAT(delivered, testing::ElementsAre(Channel::Peaks));
  EXPECT_FALSE(*peaks.stopped);

  Endless next;
  *next.released = true;
  run(Channel::Check, next);
  ASSERT_TRUE(ended(4));
  EXPECT_EQ(delivered.back(), Channel::Check) << "the document after that reports";
}

TEST_F(JobRunnerTest, MessagesOfAStaleJobAreNotCarriedOut) {
  std::atomic<bool> told = false;
  int carriedOut = 0;
  bool ended = false;
  runner.runTelling<int>(
      Channel::Drops,
      [&](const Stop& stop, const JobRunner::Tell& tell) {
        tell([&] { ++carriedOut; });
        told = true;
        test::waitUntil([&] { return stop(); });
        tell([&] { ++carriedOut; });
        return 1;
      },
      [&](int) {}, [&] { ended = true; });
  ASSERT_TRUE(comes([&] { return told && carriedOut == 1; }));
  runner.drop(Channel::Drops);
  ASSERT_TRUE(comes([&] { return ended; }));
  EXPECT_EQ(carriedOut, 1);
}

TEST_F(JobRunnerTest, NewOffersDropTheCompositesOfTheSelectionBefore) {
  Endless composites, offers;
  *offers.released = true;
  run(Channel::Composites, composites);
  run(Channel::Offers, offers);
  ASSERT_TRUE(ended(2));
  EXPECT_THAT(delivered, testing::ElementsAre(Channel::Offers));
  EXPECT_THAT(dropped, testing::ElementsAre(Channel::Composites));
}

TEST_F(JobRunnerTest, NewStagesDropTheMachineCodeOfTheStateBefore) {
  Endless code, stages;
  *stages.released = true;
  run(Channel::MachineCode, code);
  run(Channel::Lower, stages);
  ASSERT_TRUE(ended(2));
  EXPECT_THAT(delivered, testing::ElementsAre(Channel::Lower));
}

TEST_F(JobRunnerTest, ARunEndsMeasurementsThatNobodyAskedForAndTheyReport) {
  Endless measure, run;
  *run.released = true;
  JobRunnerTest::run(Channel::Measure, measure);
  JobRunnerTest::run(Channel::Run, run);
  ASSERT_TRUE(ended(2));
  EXPECT_TRUE(*measure.stopped);
  EXPECT_THAT(delivered, testing::UnorderedElementsAre(Channel::Measure, Channel::Run));
}

TEST_F(JobRunnerTest, OnlyJobsThatAPersonWaitsForCountAsBusy) {
  QSignalSpy busy(&runner, &JobRunner::busyChanged);
  Endless repairs, check;
  run(Channel::Repairs, repairs);
  EXPECT_FALSE(runner.busy());
  EXPECT_TRUE(runner.busy(Channel::Repairs));
  run(Channel::Check, check);
  EXPECT_TRUE(runner.busy());
  EXPECT_EQ(busy.count(), 2);
  *check.released = *repairs.released = true;
  ASSERT_TRUE(ended(2));
  EXPECT_FALSE(runner.busy());
  EXPECT_EQ(busy.count(), 4);
}

TEST_F(JobRunnerTest, MeasurementsRunOneAtATime) {
  std::atomic<int> running = 0, most = 0;
  std::atomic<bool> queued = false;
  int ended = 0;
  for (const Channel channel : {Channel::Run, Channel::Measure, Channel::Peaks})
    runner.run<int>(
        channel,
        [&](const Stop&) {
          ++running;
          test::waitUntil([&] { return queued.load(); });
          for (int i = 0; i < 10'000; ++i) {  // so that another job would begin meanwhile
            most = std::max<int>(most, running);
            std::this_thread::yield();
          }
          --running;
          return 1;
        },
        [&](int) { ++ended; });
  queued = true;
  ASSERT_TRUE(comes([&] { return ended == 3; }));
  EXPECT_EQ(most, 1);
}

TEST(JobChannels, WhatEndsAnotherChannelIsInTheTable) {
  EXPECT_EQ(policyOf(Channel::Run).cancels, channels(Channel::Measure, Channel::Peaks, Channel::ModelMeasure));
  EXPECT_EQ(policyOf(Channel::Offers).drops, channels(Channel::Composites));
  EXPECT_EQ(policyOf(Channel::Lower).drops, channels(Channel::MachineCode));
  EXPECT_EQ(policyOf(Channel::Open).scope, JobScope::Window) << "opening ends the document before, and itself reports";
}

TEST(ChangeQueue, ChangesFollowEachOtherInOrder) {
  ChangeQueue queue;
  QSignalSpy requested(&queue, &ChangeQueue::changeRequested), drained(&queue, &ChangeQueue::drained);
  std::vector<int> done;
  queue.enqueue([&] { done.push_back(1); });  // ends later
  queue.run([&] { done.push_back(2); });
  EXPECT_THAT(done, testing::ElementsAre(1));
  EXPECT_FALSE(queue.empty());
  queue.finished();
  EXPECT_THAT(done, testing::ElementsAre(1, 2));
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(requested.count(), 2);
  EXPECT_EQ(drained.count(), 1);
}

TEST(ChangeQueue, ClearedForAnotherDocumentItStartsAnew) {
  ChangeQueue queue;
  std::vector<int> done;
  queue.enqueue([&] { done.push_back(1); });
  queue.run([&] { done.push_back(2); });
  queue.clear();
  queue.run([&] { done.push_back(3); });
  EXPECT_THAT(done, testing::ElementsAre(1, 3));
}

}  // namespace
}  // namespace lw
