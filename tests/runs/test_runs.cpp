// Runs from several threads at once, as the window, its tuner and its compile threads make them: they share the code
// generator, the store of compiled objects, what is known of the machine, and nothing else. Some are cancelled at any
// moment by another thread.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "backends/measure/measure.h"
#include "backends/targets/targets.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "tests/waiting.h"

namespace lw {
namespace {

struct Sample {
  SourceFile file;
  PrimFunc original, scheduled;
};

Sample sample(const std::string& name) {
  std::ifstream in(LW_SOURCE_DIR "/samples/" + name);
  std::ostringstream text;
  text << in.rdbuf();
  SourceFile file = readProgram(name, text.str());
  const PrimFunc original = *file.select("");
  const Schedule start(Snapshot(original).withIntrinsics(file.intrinsics));
  const ScriptRun run = interpretScheduleOf(file, file.scheduleFunctions().front(), start);
  EXPECT_FALSE(run.error) << name;
  return {std::move(file), original, run.schedule.program().function()};
}

class RunsAtOnce : public testing::Test {
 protected:
  RunsAtOnce()
      : folder_(std::filesystem::temp_directory_path() / ("lw_runs_" + std::to_string(std::random_device()()))) {
    std::filesystem::create_directories(folder_);
  }
  ~RunsAtOnce() override { std::filesystem::remove_all(folder_); }
  MeasureOptions options() const {
    MeasureOptions options;
    options.repeat = 2;
    options.maxSeconds = 1;
    options.threads = 2;
    options.peaks = false;
    options.baseline = false;
    options.cpu.threads = 2;
    options.cpu.objects = folder_;
    return options;
  }

  const std::vector<Sample> samples_{sample("kernels/softmax.py"), sample("kernels/transpose.py")};

 private:
  std::filesystem::path folder_;
};

TEST_F(RunsAtOnce, AreRight) {
  std::vector<std::jthread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const Sample& s = samples_[size_t(t) % samples_.size()];
      const Result<Measurement> m = measure(s.file, s.original, s.scheduled, options());
      EXPECT_TRUE(m) << (m ? "" : toText(m.error()));
      right += m && m->ok;
    });
  threads.clear();
  EXPECT_EQ(right, 4);
}

TEST_F(RunsAtOnce, AreCancelledByAnotherThread) {
  for (int round = 0; round < 4; ++round) {
    std::atomic<bool> stop = false;
    std::atomic<int> ended = 0, asked = 0;
    std::vector<std::jthread> threads;
    for (const Sample& s : samples_)
      threads.emplace_back([&] {
        MeasureOptions cancelled = options();
        cancelled.maxSeconds = 60;
        cancelled.repeat = 1'000'000;
        cancelled.cancelled = [&] {
          ++asked;
          return stop.load();
        };
        (void)measure(s.file, s.original, s.scheduled, cancelled);
        ++ended;
      });
    test::waitUntil([&] { return asked >= 8 * round || ended == 2; });
    stop = true;
    threads.clear();
    EXPECT_EQ(ended, 2);
  }
}

}  // namespace
}  // namespace lw
