// Trials through a server and worker processes: whatever happens to workers and connections, each is reported once.
#include <gmock/gmock.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "backends/process/process.h"
#include "backends/queue/errors.h"
#include "backends/queue/protocol.h"
#include "tests/errors/expect_error.h"
#include "tests/queue/support/shared_server.h"

namespace lw {
namespace {

using test::server;
using test::WorkerProcess;
using tune::Outcome;
using tune::QueueRunner;
using tune::TrialResult;

class QueueTrials : public testing::Test {
 protected:
  void SetUp() override { workers_ = test::freshClass(); }

  std::unique_ptr<QueueRunner> start(const QueueAddress& address, std::function<void(const Explanation&)> notice = {}) {
    tune::QueueRunnerOptions options = test::runnerOptions(address, workers_);
    options.notice = std::move(notice);
    auto runner = QueueRunner::start(test::trialProgram(), test::trialFunction("twice"), options);
    EXPECT_TRUE(runner.ok()) << runner.error().message;
    return runner.ok() ? std::move(*runner) : nullptr;
  }
  std::unique_ptr<QueueRunner> start() { return start(server().address()); }
  WorkerProcess worker() const { return WorkerProcess(test::workerOptions(server().url(), workers_)); }
  static void submit(QueueRunner& runner, int number, std::string_view function, double bestMs = 0) {
    runner.submit({number, test::trialFunction(function), "{}", bestMs});
  }
  // All that come, by number; one that comes twice is a failure.
  static std::map<int, TrialResult> all(QueueRunner& runner) {
    std::map<int, TrialResult> results;
    while (std::optional<TrialResult> r = runner.next()) {
      const int number = r->number;
      EXPECT_TRUE(results.emplace(number, std::move(*r)).second) << number << " is reported twice";
    }
    return results;
  }

  WorkerClass workers_;
};

TEST_F(QueueTrials, AreBuiltHereAndMeasuredThere) {
  WorkerProcess one = worker();
  const auto runner = start();
  submit(*runner, 0, "twice");
  submit(*runner, 1, "thrice");
  submit(*runner, 2, "outside");
  submit(*runner, 3, "endless");
  submit(*runner, 4, "twice", 1e-9);
  const std::map<int, TrialResult> results = all(*runner);
  ASSERT_EQ(results.size(), 5u);
  EXPECT_EQ(results.at(0).outcome, Outcome::Measured);
  EXPECT_EQ(results.at(0).ms.size(), 3u);
  EXPECT_GT(results.at(0).compileMs, 0);
  EXPECT_EQ(results.at(1).outcome, Outcome::Wrong);
  EXPECT_EQ(results.at(1).why->kind, "tune.wrong");
  EXPECT_EQ(results.at(2).outcome, Outcome::Crashed);
  EXPECT_EQ(results.at(2).why->kind.substr(0, 7), "runner.") << results.at(2).why->message;
  EXPECT_EQ(results.at(3).outcome, Outcome::TimedOut);
  EXPECT_EQ(results.at(3).why->message, "one call did not end within 1.00 s");
  EXPECT_EQ(results.at(4).outcome, Outcome::Stopped);
  EXPECT_TRUE(one.said("trial", 5)) << one.output();
}

// The clock of a trial starts with its run: those that wait longer than a call may take are measured as well.
TEST_F(QueueTrials, WaitingDoesNotCount) {
  const auto runner = start();
  for (int i = 0; i < 4; ++i) runner->submitBuilt(test::kernelTrial(i, "sleep_100ms"));
  runner->submitBuilt(test::kernelTrial(4, "hang"));
  runner->submitBuilt(test::kernelTrial(5, "sleep_100ms"));
  WorkerProcess one = worker();
  const std::map<int, TrialResult> results = all(*runner);
  ASSERT_EQ(results.size(), 6u);
  EXPECT_EQ(results.at(4).outcome, Outcome::TimedOut);
  for (const int i : {0, 1, 2, 3, 5}) {
    EXPECT_EQ(results.at(i).outcome, Outcome::Measured);
    EXPECT_GE(*std::min_element(results.at(i).ms.begin(), results.at(i).ms.end()), 99) << i;
  }
}

// Three workers, of which one is killed in the middle of a trial, one gets a kernel that never ends, and one loses its
// connection; the search loses its own, too.
TEST_F(QueueTrials, EachIsReportedOnceWhateverHappens) {
  test::TcpProxy forWorker(server().port()), forSearch(server().port());
  WorkerProcess killed = worker(), hung = worker(),
                cut(test::workerOptions("amqp://lw:secret@127.0.0.1:" + std::to_string(forWorker.port()), workers_));
  ASSERT_TRUE(killed.said("ready") && hung.said("ready") && cut.said("ready"));
  QueueAddress address = server().address();
  address.port = forSearch.port();
  std::atomic<int> lost = 0;
  const auto runner = start(address, [&](const Explanation& why) {
    EXPECT_EQ(why.kind, err::kQueueLost.id) << why.message;
    ++lost;
  });
  constexpr int kTrials = 24, kHanging = 3;
  for (int i = 0; i < kTrials; ++i) runner->submitBuilt(test::kernelTrial(i, i == kHanging ? "hang" : "sleep_100ms"));
  std::map<int, TrialResult> results;
  const auto take = [&] {
    std::optional<TrialResult> r = runner->next();
    ASSERT_TRUE(r);
    const int number = r->number;
    EXPECT_TRUE(results.emplace(number, std::move(*r)).second) << number << " is reported twice";
  };
  while (killed.events("trial") < 1 || !killed.runsKernel()) take();
  killed.signal(SIGKILL);
  EXPECT_EQ(killed.wait(), 1000 + SIGKILL);
  while (cut.events("trial") < 1) take();
  forWorker.cut();
  forSearch.cut();
  ASSERT_TRUE(cut.said("lost")) << cut.output();
  ASSERT_TRUE(cut.said("ready", 2)) << cut.output();
  while (results.size() < kTrials) take();
  EXPECT_FALSE(runner->next());
  EXPECT_EQ(forWorker.cuts(), 1);
  EXPECT_EQ(forSearch.cuts(), 1);
  EXPECT_EQ(lost, 1);
  for (const auto& [number, result] : results)
    EXPECT_EQ(result.outcome, number == kHanging ? Outcome::TimedOut : Outcome::Measured) << number;
  EXPECT_FALSE(runner->failure());
}

TEST_F(QueueTrials, AKernelDoesNotReachItsWorker) {
  const auto runner = start();
  WorkerProcess one = worker();
  runner->submitBuilt(test::kernelTrial(0, "kill_parent"));
  const std::optional<TrialResult> result = runner->next();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->outcome, Outcome::Crashed);
  runner->submitBuilt(test::kernelTrial(1, "sleep_20ms"));
  EXPECT_EQ(runner->next()->outcome, Outcome::Measured);
}

TEST_F(QueueTrials, OneThatKillsItsWorkersIsACrash) {
  setenv("LW_SANDBOX", "off", 1);
  const auto off = std::shared_ptr<void>(nullptr, [](void*) { unsetenv("LW_SANDBOX"); });
  const auto runner = start();
  runner->submitBuilt(test::kernelTrial(0, "kill_parent"));
  for (int i = 0; i <= kDeliveryLimit; ++i) {
    WorkerProcess victim = worker();
    EXPECT_EQ(victim.wait(), 1000 + SIGKILL) << i << victim.output();
  }
  std::optional<TrialResult> result = runner->next();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->outcome, Outcome::Crashed);
  EXPECT_EQ(result->why->message, "each of the 3 workers that took it ended without an answer");
  WorkerProcess one = worker();
  runner->submitBuilt(test::kernelTrial(1, "sleep_20ms"));
  EXPECT_EQ(runner->next()->outcome, Outcome::Measured);
  Result<QueueConnection> connection = QueueConnection::open(server().address());
  ASSERT_TRUE(connection.ok());
  const auto dead = connection->peek(kDeadExchange);  // is kept there for people
  ASSERT_TRUE(dead.ok() && *dead);
  EXPECT_EQ((*dead)->type, kTrialType);
}

TEST_F(QueueTrials, TheBestAreComparedByOneWorker) {
  WorkerProcess one = worker(), two = worker();
  const auto runner = start();
  const std::vector<TrialResult> again =
      runner->inTurns({{4, test::trialFunction("twice"), "{}", 0}, {9, test::trialFunction("twice"), "{}", 0}}, 5);
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[0].number, 4);
  EXPECT_EQ(again[1].number, 9);
  EXPECT_EQ(again[0].ms.size(), 5u);
  EXPECT_EQ(again[1].ms.size(), 5u);
}

TEST_F(QueueTrials, OfASearchThatIsOverAreNotRun) {
  auto over = start();
  for (int i = 0; i < 3; ++i) over->submitBuilt(test::kernelTrial(i, "sleep_20ms"));
  {  // they are at the server when the search ends
    Result<QueueConnection> connection = QueueConnection::open(server().address());
    ASSERT_TRUE(connection.ok());
    while (true) {
      const auto waiting = connection->peek(trialsQueue(workers_.name));
      ASSERT_TRUE(waiting.ok());
      if (*waiting) break;
    }
  }
  over.reset();
  WorkerProcess one = worker();
  const auto runner = start();
  runner->submitBuilt(test::kernelTrial(7, "sleep_20ms"));
  EXPECT_EQ(runner->next()->number, 7);
  one.signal(SIGTERM);
  EXPECT_TRUE(one.said("end")) << one.output();
  EXPECT_EQ(one.events("trial"), 1);
}

TEST_F(QueueTrials, AWorkerEndsAfterItsTrial) {
  WorkerProcess one = worker();
  const auto runner = start();
  runner->submitBuilt(test::kernelTrial(0, "sleep_100ms"));
  runner->submitBuilt(test::kernelTrial(1, "sleep_100ms"));
  while (!one.runsKernel()) std::this_thread::yield();
  one.signal(SIGINT);
  EXPECT_EQ(one.wait(), 0) << one.output();
  EXPECT_EQ(one.events("trial"), 1) << one.output();
  EXPECT_THAT(one.output(), testing::HasSubstr(R"("answered":1)"));
  EXPECT_EQ(runner->next()->number, 0);
  WorkerProcess two = worker();
  EXPECT_EQ(runner->next()->number, 1);
}

// The class is described by its worker, so that this machine compiles for it.
TEST_F(QueueTrials, TuneSearchesWithWorkers) {
  WorkerProcess one = worker();
  ASSERT_TRUE(one.said("ready"));
  const std::string program = (std::filesystem::temp_directory_path() / (workers_.name + ".py")).string();
  std::ofstream(program) << R"(from tvm.script import tir as T


@T.prim_func
def scale(A: T.Buffer((512, 64), "float32"), B: T.Buffer((512, 64), "float32")):
    for i, j in T.grid(512, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def space(sch):
    i, j = sch.get_loops("B")
    outer, inner = sch.split(i, sch.sample_perfect_tile(i, n=2, max_innermost_factor=64))
)";
  const WithVariable password("LW_QUEUE_PASSWORD", "secret");
  const Result<ProcessResult> tuned =
      runProcess({LW_BINARY_DIR "/bin/lw", "tune", program + ":scale", "--space", program + ":space", "--trials", "5",
                  "--json", "--queue", server().address().shown(), "--class", workers_.name, "--db", program + ".db"});
  for (const char* file : {"", ".db", ".db-wal", ".db-shm"}) std::filesystem::remove(program + file);
  ASSERT_TRUE(tuned.ok()) << tuned.error().message;
  EXPECT_EQ(tuned->code, 0) << tuned->err << tuned->out;
  EXPECT_THAT(tuned->out, testing::HasSubstr(R"("event":"end")"));
  EXPECT_THAT(tuned->out, testing::HasSubstr(R"("outcome":"measured")"));
  EXPECT_TRUE(one.said("trial", 5)) << one.output();
}

TEST_F(QueueTrials, GoThroughTls) {
  const std::string url = "amqps://lw:secret@localhost:" + std::to_string(server().tlsPort());
  WorkerProcess one({"--queue", url, "--class", workers_.name, "--ca", server().authorities()});
  QueueAddress address = QueueAddress::parse(url).value();
  address.authorities = server().authorities();
  const auto runner = start(address);
  runner->submitBuilt(test::kernelTrial(0, "sleep_20ms"));
  EXPECT_EQ(runner->next()->outcome, Outcome::Measured);
}

TEST_F(QueueTrials, WhilePausedNoneIsSent) {
  WorkerProcess one = worker();
  const auto runner = start();
  runner->pause(true);
  runner->submitBuilt(test::kernelTrial(0, "sleep_20ms"));
  ASSERT_TRUE(one.said("ready"));
  EXPECT_EQ(one.events("trial"), 0);
  runner->pause(false);
  EXPECT_EQ(runner->next()->outcome, Outcome::Measured);
}

}  // namespace
}  // namespace lw
