// Trials of kernels for a device: they are built here, and the workers of its class have its driver compile and run
// them.
#include <gmock/gmock.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "backends/process/process.h"
#include "backends/queue/errors.h"
#include "backends/queue/protocol.h"
#include "backends/queue/worker.h"
#include "backends/targets/targets.h"
#include "backends/tune/trial_build.h"
#include "core/te/read_program.h"
#include "core/tune/records/records.h"
#include "tests/errors/expect_error.h"
#include "tests/queue/support/shared_server.h"

namespace lw {
namespace {

using test::server;
using test::WorkerProcess;
using tune::Outcome;
using tune::QueueRunner;
using tune::TrialResult;

constexpr const char* kTarget = "opencl";

// `doubled` and `halves` are right, `tripled` is wrong, and `unbound` has no kernel.
const SourceFile& deviceProgram() {
  static const SourceFile file = readProgram("device_trials.py", R"(
@T.prim_func
def doubled(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i in T.thread_binding(64, thread="blockIdx.x"):
        for j in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)

@T.prim_func
def halves(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i in T.thread_binding(32, thread="blockIdx.x"):
        for k in T.thread_binding(2, thread="threadIdx.y"):
            for j in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("B"):
                    vi = T.axis.spatial(64, i * 2 + k)
                    vj = T.axis.spatial(32, j)
                    B[vi, vj] = A[vi, vj] * T.float32(2)

@T.prim_func
def tripled(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i in T.thread_binding(64, thread="blockIdx.x"):
        for j in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(3)

@T.prim_func
def unbound(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i, j in T.grid(64, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)

@T.prim_func
def long(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i in T.thread_binding(64, thread="blockIdx.x"):
        for j in T.thread_binding(32, thread="threadIdx.x"):
            for r in range(20000):
                with T.block("B"):
                    vi, vj, vr = T.axis.remap("SSR", [i, j, r])
                    with T.init():
                        B[vi, vj] = A[vi, vj] * T.float32(2)
                    B[vi, vj] = B[vi, vj] * T.float32(0.5) + A[vi, vj]
)");
  return file;
}

PrimFunc deviceFunction(std::string_view name) {
  for (const PrimFunc& f : deviceProgram().functions)
    if (f.name == name) return f;
  ADD_FAILURE() << "no function " << name;
  return deviceProgram().functions.at(0);
}

class DeviceTrials : public testing::Test {
 protected:
  void SetUp() override {
    if (!findTarget(kTarget)->find().available) GTEST_SKIP() << "there is no OpenCL";
    const Result<std::string> device = tune::deviceOfTrials({.target = kTarget});
    ASSERT_TRUE(device.ok()) << device.error().message;
    workers_ = ownClass(kTarget, 1, *device);
    workers_.name = test::freshClass().name;
  }

  std::unique_ptr<QueueRunner> start() {
    tune::QueueRunnerOptions options = test::runnerOptions(server().address(), workers_);
    options.measure.target = workers_.target;
    options.maxSeconds = 20;
    options.stopRatio = 1e6;  // a busy machine may slow a kernel down many times
    auto runner = QueueRunner::start(deviceProgram(), deviceFunction("doubled"), options);
    EXPECT_TRUE(runner.ok()) << runner.error().message;
    return runner.ok() ? std::move(*runner) : nullptr;
  }
  WorkerProcess worker() const {
    return WorkerProcess({"--queue", server().url(), "--class", workers_.name, "--target", kTarget});
  }
  static void submit(QueueRunner& runner, int number, std::string_view function) {
    runner.submit({number, deviceFunction(function), "{}", 0});
  }
  static void take(QueueRunner& runner, std::map<int, TrialResult>& results) {
    std::optional<TrialResult> r = runner.next();
    ASSERT_TRUE(r);
    const int number = r->number;
    EXPECT_TRUE(results.emplace(number, std::move(*r)).second) << number << " is reported twice";
  }

  WorkerClass workers_;
};

TEST_F(DeviceTrials, AreCompiledAndCheckedByTheDriverThere) {
  WorkerProcess one = worker();
  const auto runner = start();
  const char* functions[] = {"doubled", "tripled", "halves", "unbound"};
  for (int i = 0; i < 4; ++i) submit(*runner, i, functions[i]);
  std::map<int, TrialResult> results;
  for (int i = 0; i < 4; ++i) take(*runner, results);
  EXPECT_FALSE(runner->next());
  for (const int i : {0, 2}) {
    EXPECT_EQ(results.at(i).outcome, Outcome::Measured) << functions[i];
    EXPECT_EQ(results.at(i).ms.size(), 3u);
    EXPECT_GT(results.at(i).compileMs, 0);
  }
  EXPECT_EQ(results.at(1).outcome, Outcome::Wrong);
  EXPECT_THAT(results.at(1).why->message, testing::HasSubstr("; 2048 elements differ"));
  EXPECT_EQ(results.at(3).outcome, Outcome::BuildFailed);
  EXPECT_TRUE(one.said("trial", 3)) << one.output();
  EXPECT_EQ(one.events("trial"), 3) << "what cannot be built is not sent";
}

// One of two workers is killed while it runs a kernel; a wrong result stays wrong whoever finds it.
TEST_F(DeviceTrials, EachIsReportedOnceWhenAWorkerIsKilled) {
  WorkerProcess killed = worker(), other = worker();
  ASSERT_TRUE(killed.said("ready") && other.said("ready"));
  const auto runner = start();
  constexpr int kTrials = 12;
  for (int i = 0; i < kTrials; ++i) submit(*runner, i, i % 4 == 3 ? "tripled" : "long");
  std::map<int, TrialResult> results;
  while (killed.events("trial") < 1 || !killed.runsKernel()) take(*runner, results);
  killed.signal(SIGKILL);
  EXPECT_EQ(killed.wait(), 1000 + SIGKILL);
  while (results.size() < kTrials) take(*runner, results);
  EXPECT_FALSE(runner->next());
  for (const auto& [number, result] : results)
    EXPECT_EQ(result.outcome, number % 4 == 3 ? Outcome::Wrong : Outcome::Measured)
        << number << (result.why ? ": " + result.why->message : "");
  EXPECT_FALSE(runner->failure());
}

TEST_F(DeviceTrials, TheBestAreComparedByOneWorker) {
  WorkerProcess one = worker(), two = worker();
  const auto runner = start();
  const std::vector<TrialResult> again =
      runner->inTurns({{4, deviceFunction("doubled"), "{}", 0}, {9, deviceFunction("halves"), "{}", 0}}, 4);
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[0].number, 4);
  EXPECT_EQ(again[1].ms.size(), 4u);
}

// The number of the device is that of the worker's machine, not of the one that built the kernel.
TEST_F(DeviceTrials, RunOnTheDeviceOfTheWorker) {
  tune::BuiltTrial trial;
  trial.device = R"({"device":7,"code":"x"})";
  tune::runOnDevice(trial, "2");
  EXPECT_EQ(trial.device, R"({"code":"x","device":2})");
  tune::runOnDevice(trial, "");
  EXPECT_EQ(trial.device, R"({"code":"x","device":0})");
  tune::BuiltTrial ofProcessor;
  tune::runOnDevice(ofProcessor, "2");
  EXPECT_EQ(ofProcessor.device, "");
}

TEST_F(DeviceTrials, AMachineWithoutTheDeviceIsNoWorkerOfTheClass) {
  Result<QueueConnection> opened = QueueConnection::open(server().address());
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  ASSERT_TRUE(declareClass(*opened, workers_.name));
  WorkerClass other = workers_;
  other.processor.model = "Abacus 3000";
  other.device = R"({"api":"opencl","name":"Beads","version":"OpenCL 9"})";
  ASSERT_TRUE(announceClass(*opened, server().address(), other));
  const auto joined = [&](const std::string& target, const std::string& device) {
    WorkerOptions worker;
    worker.address = server().address();
    worker.workerClass = workers_.name;
    worker.target = target;
    worker.device = device;
    const Result<int64_t> ran = runWorker(worker);
    return ran.ok() ? Explanation() : ran.error();
  };
  for (const char* target : {kTarget, "cpu"}) {
    const Explanation refused = joined(target, "");
    EXPECT_EQ(refused.kind, err::kQueueProcessor.id) << target;
    EXPECT_THAT(refused.message,
                testing::StartsWith("the class '" + workers_.name +
                                    "' is of workers with Beads (OpenCL 9) at Abacus 3000, but this is "));
  }
  EXPECT_EQ(joined(kTarget, "7").message, "target 'opencl' is not available here: device 7: there are no more");
  const Result<WorkerClass> found = findClass(server().address(), workers_.name, kTarget, 1);
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(measuringDevice(*found), "Beads");
  expectError(findClass(server().address(), workers_.name, "cpu", 1), err::kQueueTarget,
              "workers of the class '" + workers_.name + "' run kernels for opencl, not for cpu");
}

// Where a class was given up and its name is used again, trials of the first one may still come.
TEST_F(DeviceTrials, OfAnotherTargetAreNotRun) {
  const auto runner = start();
  submit(*runner, 0, "doubled");
  WorkerProcess one(test::workerOptions(server().url(), workers_));
  const std::optional<TrialResult> result = runner->next();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->outcome, Outcome::BuildFailed);
  EXPECT_EQ(result->why->message, "workers of the class '" + workers_.name + "' run kernels for " +
                                      measuredOn(test::freshClass()) + ", not for " + measuredOn(workers_));
  EXPECT_EQ(result->why->reason.sentence, err::kQueueTarget.sentence);
}

// Processor and device name the class, so that `--class` may be left out on both sides.
TEST_F(DeviceTrials, TuneSearchesWithWorkersOfThisDevice) {
  WorkerProcess one({"--queue", server().url(), "--target", kTarget, "--device", "0"});
  ASSERT_TRUE(one.said("ready"));
  const std::string db = (std::filesystem::temp_directory_path() / (workers_.name + ".db")).string();
  const WithVariable password("LW_QUEUE_PASSWORD", "secret");
  const auto tuned = [&](std::vector<std::string> more) {
    std::vector<std::string> words{LW_BINARY_DIR "/bin/lw",
                                   "tune",
                                   LW_SOURCE_DIR "/samples/gpu/transpose.py",
                                   "--target",
                                   kTarget,
                                   "--trials",
                                   "4",
                                   "--json",
                                   "--queue",
                                   server().address().shown(),
                                   "--db",
                                   db};
    words.insert(words.end(), more.begin(), more.end());
    return runProcess(words);
  };
  const Result<ProcessResult> first = tuned({});
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_EQ(first->code, 0) << first->err << first->out;
  EXPECT_THAT(first->out, testing::HasSubstr(R"("outcome":"measured")"));
  EXPECT_TRUE(one.said("trial", 4)) << one.output();
  const Result<std::string> device = tune::deviceOfTrials({.target = kTarget});
  const WorkerClass own = ownClass(kTarget, 1, *device);
  {
    const Result<tune::RecordStore> store = tune::RecordStore::open(db);
    ASSERT_TRUE(store.ok());
    const Result<std::vector<tune::Record>> records = store->find({});
    ASSERT_TRUE(records.ok());
    EXPECT_GE(records->size(), 4u);
    for (const tune::Record& r : *records) {
      EXPECT_EQ(r.machine, own.name);
      EXPECT_EQ(r.key.processor, measuringDevice(own));
    }
  }
  // Another class does not take these times for its own.
  WorkerProcess two({"--queue", server().url(), "--target", kTarget, "--class", workers_.name});
  ASSERT_TRUE(two.said("ready"));
  const Result<ProcessResult> second = tuned({"--resume", "--class", workers_.name});
  EXPECT_EQ(second->code, 0) << second->err << second->out;
  EXPECT_TRUE(two.said("trial", 4)) << two.output();
  EXPECT_THAT(second->out, testing::HasSubstr(R"("event":"trial")"));
  const Result<ProcessResult> third = tuned({"--resume", "--class", workers_.name});
  EXPECT_EQ(third->code, 0) << third->err << third->out;
  EXPECT_THAT(third->out, testing::Not(testing::HasSubstr(R"("event":"trial")"))) << "what its workers measured counts";
  for (const char* more : {"", "-wal", "-shm"}) std::filesystem::remove(db + more);
}

}  // namespace
}  // namespace lw
