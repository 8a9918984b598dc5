// Candidates that are measured by a device of another machine: ssh, that machine and its answers are made up here.
// tests/cli/test_tune.cpp has real ones.
#include "backends/tune/host_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "backends/targets/targets.h"
#include "core/te/read_program.h"

namespace lw::tune {
namespace {

namespace fs = std::filesystem;

constexpr const char* kThere = R"(
@T.prim_func
def scale(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i in T.thread_binding(64, thread="blockIdx.x"):
        for j in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
)";

constexpr const char* kRight =
    R"({"ok": true, "checked": true, "device": "Imagined", "runs": 3, "median_ms": 2.0, "median_low_ms": 1.5, "median_high_ms": 2.5})";

class HostRunnerTest : public testing::Test {
 protected:
  void SetUp() override {
    file_ = readProgram("scale.py", kThere);
    ASSERT_FALSE(file_.hasErrors());
    for (const TargetDescriptor* target : allTargets())
      if (target->driverText) options_.target = target->name;
    options_.host = "user@box";
    options_.timeoutSeconds = 2;
    folder_ = fs::temp_directory_path() / ("lw_host_runner_" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = getenv("PATH");
    setenv("PATH", (folder_.string() + ":" + path_).c_str(), 1);
    std::ofstream(folder_ / "devices") << R"([{"api": ")" + options_.target +
                                              R"(", "name": "Imagined", "version": "sm_80"}])";
    std::ofstream(folder_ / "right") << kRight;
  }
  void TearDown() override {
    setenv("PATH", path_.c_str(), 1);
    fs::remove_all(folder_);
  }
  // `answer`: what the shell there does with a package, in the folder of the test; the number of the package is $n.
  void answerBy(const std::string& answer) const {
    std::ofstream(folder_ / "ssh")
        << "#!/bin/sh\ncd " + folder_.string() +
               "\nfor word; do last=$word; done\ncase \"$last\" in *--devices) exec cat "
               "devices;; esac\ncat > package.$$\necho >> packages\nn=$(wc -l < packages)\n" +
               answer + "\n";
    fs::permissions(folder_ / "ssh", fs::perms::owner_all);
  }
  std::unique_ptr<HostRunner> started(const std::shared_ptr<CorePool>& cores = {}) const {
    auto runner = HostRunner::start(file_, file_.functions.at(0), options_, cores);
    EXPECT_TRUE(runner.ok()) << toText(runner.error());
    return runner ? std::move(*runner) : nullptr;
  }
  TrialResult resultOf(HostRunner& runner, int number) const {
    runner.submit({number, file_.functions.at(0), "{}", 0});
    const std::optional<TrialResult> result = runner.next();
    EXPECT_TRUE(result) << "the search ended: " << (runner.failure() ? toText(*runner.failure()) : "");
    return result.value_or(TrialResult());
  }

  SourceFile file_;
  MeasureOptions options_;
  fs::path folder_;
  std::string path_;
};

TEST_F(HostRunnerTest, TheAnswerIsTheResult) {
  answerBy("cat right");
  const auto runner = started();
  const TrialResult r = resultOf(*runner, 7);
  EXPECT_EQ(r.number, 7);
  EXPECT_EQ(r.outcome, Outcome::Measured);
  EXPECT_EQ(r.ms, (std::vector<double>{1.5, 2, 2.5}));
  EXPECT_TRUE(r.whole) << "there are few results";
}

// lw-runner there ends after as many seconds as it was given, which are counted from later than those of ssh.
TEST_F(HostRunnerTest, AKernelThatDoesNotEndIsNoLostConnection) {
  answerBy(
      "case $n in 2) sleep 2.5; echo '{\"errors\": [{\"kind\": \"package.timeout\", \"message\": \"it took more than "
      "2.0 s\"}]}';; *) cat right;; esac");
  const auto runner = started();
  EXPECT_EQ(resultOf(*runner, 0).outcome, Outcome::Measured);
  const TrialResult late = resultOf(*runner, 1);
  EXPECT_EQ(late.outcome, Outcome::TimedOut);
  ASSERT_TRUE(late.why);
  EXPECT_EQ(late.why->message, "it took more than 2.0 s");
  EXPECT_EQ(resultOf(*runner, 2).outcome, Outcome::Measured) << "the search goes on";
  EXPECT_FALSE(runner->failure());
}

// Runners of several functions share the cores, and so do not disturb each other's measurements.
TEST_F(HostRunnerTest, RunnersThatShareACoreMeasureOneAfterTheOther) {
  answerBy("echo begin >> log; sleep 0.3; echo end >> log; cat right");
  const auto cores = std::make_shared<CorePool>(std::vector<int>{kAnyCore});
  const auto one = started(cores), other = started(cores);
  for (int i = 0; i < 2; ++i)
    for (const auto* runner : {&one, &other}) (*runner)->submit({i, file_.functions.at(0), "{}", 0});
  for (int i = 0; i < 2; ++i)
    for (const auto* runner : {&one, &other}) EXPECT_EQ((*runner)->next().value().outcome, Outcome::Measured);
  std::ifstream log(folder_ / "log");
  std::vector<std::string> events;
  for (std::string line; std::getline(log, line);) events.push_back(line);
  EXPECT_THAT(events, testing::ElementsAre("begin", "end", "begin", "end", "begin", "end", "begin", "end"));
}

}  // namespace
}  // namespace lw::tune
