// lw tune is killed at any moment and goes on: at most the trial under way is lost, and no record.
#include <fcntl.h>

#include <chrono>
#include <map>
#include <random>
#include <sstream>
#include <thread>
#include "core/support/json.h"

#include "core/tune/records/records.h"
#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using Clock = std::chrono::steady_clock;

constexpr int kTrials = 8;
constexpr const char* kKilledProgram = R"(from tvm.script import tir as T


@T.prim_func
def scale(A: T.Buffer((512, 64), "float32"), B: T.Buffer((512, 64), "float32")):
    for i, j in T.grid(512, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def space(sch):
    i, j = sch.get_loops("B")
    rows = sch.sample_perfect_tile(i, n=2, max_innermost_factor=64)
    outer, inner = sch.split(i, rows)
    lanes = sch.sample_categorical([8, 16, 32], [0.3, 0.4, 0.3])
    _, lane = sch.split(j, [None, lanes])
    sch.vectorize(lane)
)";

class KilledTune : public Cli {
 protected:
  // Starts lw without a shell between, so that the process itself is killed.
  pid_t start(const std::vector<std::string>& arguments, const std::string& output) const {
    const pid_t child = fork();
    if (child != 0) return child;
    const int out = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), none = open("/dev/null", O_WRONLY);
    dup2(out, STDOUT_FILENO);
    dup2(none, STDERR_FILENO);
    std::vector<char*> words{const_cast<char*>("lw")};
    for (const std::string& a : arguments) words.push_back(const_cast<char*>(a.c_str()));
    words.push_back(nullptr);
    execv(LW_BINARY_DIR "/bin/lw", words.data());
    _exit(127);
  }

  std::vector<std::string> search(const std::string& database, bool resumed) const {
    std::vector<std::string> words{"tune",
                                   program_ + ":scale",
                                   "--space",
                                   program_ + ":space",
                                   "--json",
                                   "--trials",
                                   std::to_string(kTrials),
                                   "--db",
                                   database};
    if (resumed) words.push_back("--resume");
    return words;
  }

  // Decisions and times of the trials that were reported; a line that was cut by the end does not count.
  static std::map<std::string, std::string> reported(const std::string& output) {
    std::map<std::string, std::string> trials;
    std::istringstream lines(slurp(output));
    for (std::string line; std::getline(lines, line);) {
      const auto event = nlohmann::ordered_json::parse(line, nullptr, false);
      if (!event.is_discarded() && event["event"] == "trial") trials[event["decisions"].dump()] = event["ms"].dump();
    }
    return trials;
  }

  // All records, oldest first; none: the database was not made yet.
  static std::vector<lw::tune::Record> recorded(const std::string& database) {
    if (!std::filesystem::exists(database)) return {};
    const auto store = lw::tune::RecordStore::open(database);
    EXPECT_TRUE(store) << store.error().message;
    auto found = store ? store->find({}) : lw::Result<std::vector<lw::tune::Record>>(store.error());
    EXPECT_TRUE(found);
    return found ? std::move(*found) : std::vector<lw::tune::Record>();
  }

  static std::map<std::string, int> candidatesOf(const std::vector<lw::tune::Record>& records) {
    std::map<std::string, int> counts;
    for (const lw::tune::Record& r : records) ++counts[toJson(r.trial.decisions)];
    return counts;
  }

  std::string program_;
};

TEST_F(KilledTune, LosesAtMostTheTrialUnderWay) {
  program_ = file("scale.py", kKilledProgram);
  const char* wish = std::getenv("LW_KILLS");
  const int kills = wish ? std::atoi(wish) : 3;
  const std::string whole = (folder / "whole.txt").string();
  const auto begin = Clock::now();
  int status = 0;
  waitpid(start(search((folder / "whole.db").string(), false), whole), &status, 0);
  ASSERT_EQ(reported(whole).size(), size_t(kTrials));
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  std::mt19937 random(static_cast<unsigned>(kills));
  int cut = 0, lost = 0;
  for (int kill = 0; kill < kills; ++kill) {
    const std::string database = (folder / ("killed" + std::to_string(kill) + ".db")).string();
    const std::string output = (folder / "killed.txt").string();
    const double moment = std::uniform_real_distribution<double>(0, seconds)(random);
    SCOPED_TRACE("kill " + std::to_string(kill) + " after " + std::to_string(moment) + " s");
    const pid_t child = start(search(database, false), output);
    std::this_thread::sleep_for(std::chrono::duration<double>(moment));
    ::kill(child, SIGKILL);
    waitpid(child, &status, 0);
    const std::map<std::string, std::string> told = reported(output);
    const std::vector<lw::tune::Record> kept = recorded(database);
    const std::map<std::string, int> candidates = candidatesOf(kept);
    // A trial is recorded before it is reported.
    for (const auto& [decisions, ms] : told) {
      const auto record = std::find_if(kept.begin(), kept.end(), [&, d = decisions](const auto& r) {
        return nlohmann::ordered_json::parse(toJson(r.trial.decisions)).dump() == d;
      });
      ASSERT_NE(record, kept.end()) << "lost: " << decisions;
      EXPECT_EQ(nlohmann::ordered_json(record->trial.ms).dump(), ms);
    }
    EXPECT_LE(candidates.size(), told.size() + 1);
    if (WIFSIGNALED(status) && told.size() < size_t(kTrials)) ++cut;
    lost += int(candidates.size() - told.size());
    // Going on measures the rest, and nothing again.
    const std::string rest = (folder / "rest.txt").string();
    waitpid(start(search(database, true), rest), &status, 0);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    const std::map<std::string, std::string> more = reported(rest);
    EXPECT_EQ(candidates.size() + more.size(), size_t(kTrials));
    for (const auto& [decisions, ms] : more) EXPECT_FALSE(told.contains(decisions)) << decisions;
    EXPECT_EQ(candidatesOf(recorded(database)).size(), size_t(kTrials));
  }
  std::printf("%d of %d searches were cut; %d trials were recorded but not reported any more\n", cut, kills, lost);
  if (kills >= 10) EXPECT_GT(cut, 0);
}

}  // namespace
