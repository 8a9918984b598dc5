// Tests wait for conditions, not for a time, and compare no measured times: both depend on how busy the machine is.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>

namespace {

namespace fs = std::filesystem;

const fs::path kTests = fs::path(LW_SOURCE_DIR) / "tests";

// Calls that wait for a time, also in scripts within a test; readings of a clock; comparisons of measured times.
// Times that a model computes (modelledMs, draftMs, expectedMs) are no measurements, and any time may be above 0.
const std::regex kWait(R"re(\b(sleep_for|sleep_until|usleep|nanosleep|msleep|qSleep|qWait)\s*\(|\bsleep [\d.]+)re");
const std::regex kClock(
    R"re(\b(steady|system|high_resolution)_clock::now\(|\bClock::now\(|\bQElapsedTimer \w|\bclock_gettime\(|\bCLOCK_\w+\b)re");
const std::regex kComparison(R"re(\b(EXPECT|ASSERT)_(LT|LE|GT|GE)\(|\bQ(VERIFY2?|TRY_VERIFY\w*)\(.*([^-]>|<))re");
const std::regex kTime(
    R"re(\b(median|busy|elapsed|spent)\(|\b(seconds|elapsed|spent)\b|\bms\b(?!\.size)|\b(median|low|high|reference|our|their|spent)Ms\b|_ms\b)re");
const std::regex kAboveZero(R"re(G[TE]\(.*, 0(\.0)?\)|[mM]s(\)|")? >=? 0\b|modelled)re");
const std::regex kSentence(R"re("([^"\\]|\\.)* ([^"\\]|\\.)*")re");

struct Exception {
  int lines;
  std::string reason;
};

const std::map<std::string, Exception> kExceptions = {
    {"waiting.h", {1, "where waitUntil() is defined"}},
    // Processes are killed at a random moment; no result depends on which it is.
    {"cli/test_tune_killed.cpp", {3, "a search is killed at a random moment of the time that a whole one takes"}},
    {"gui/test_killed.cpp", {4, "a window is killed at a random moment, and its journal has times"}},
    {"prove/test_conformance.cpp", {2, "LW_PROVE_REPORT prints times; they decide nothing"}},
    {"prove/test_samples.cpp", {2, "LW_PROVE_REPORT prints times; they decide nothing"}},
    {"support/test_replace_file.cpp", {1, "a writer is killed at different moments"}},
    {"tune/test_records.cpp", {2, "a writer is killed at a random moment, and a lock is held for a while"}},
    // Random tests run for as long as somebody asks for; without LW_RANDOM_MINUTES, numbers of programs end them.
    {"emulator/test_random_exchange.cpp", {4, "LW_RANDOM_MINUTES"}},
    {"emulator/test_random_gpu.cpp", {2, "LW_RANDOM_MINUTES"}},
    {"random/test_legal_refusals.cpp", {2, "LW_RANDOM_MINUTES"}},
    {"random/test_random_schedules.cpp", {2, "LW_RANDOM_MINUTES"}},
    {"random/test_tiny_schedules.cpp", {2, "LW_RANDOM_MINUTES"}},
    // What is tested is a time.
    {"gui/test_speed.cpp", {21, "prints the figures of scripts/bench; limits are on the processor time of a thread"}},
    {"gui/walk.cpp", {8, "a person's pauses at a real X server, which sends no signal when it has painted"}},
    {"gui/walker.cpp", {2, "a person's pauses at a real X server, which sends no signal when it has painted"}},
    {"gui/test_suggestions.cpp", {1, "a second click must not count as a double click"}},
    {"gui/visibility.cpp", {1, "a finding is a fault if it lasts"}},
    {"gui/person.h", {2, "pauses as a person does, and notes the processor time of the thread of the window"}},
    {"gui/test_measure.cpp", {1, "a chart is compared with the times that it shows, whatever they are"}},
    {"target/test_estimate.cpp", {4, "an interval contains its estimate, and is above what no processor can do"}},
    {"runner/test_runner.cpp", {1, "a sample lasts at least as long as it was asked to, however busy the machine is"}},
    {"queue/test_trials.cpp", {1, "a kernel that sleeps is never measured as shorter than its sleep"}},
    // Times are made up, or computed by a model.
    {"tune/test_tuner.cpp", {2, "times are made up"}},
    {"services/test_pooled_times.cpp", {2, "times are made up"}},
    {"gui/test_tune_sizes.cpp", {1, "times are made up"}},
    {"emulator/test_device_time.cpp", {2, "times are modelled"}},
    // Another program sets the pace.
    {"queue/test_refusals.cpp", {2, "trials come one by one, so that the server answers between them that it is full"}},
    {"tune_backend/test_host_runner.cpp",
     {2, "a kernel outlasts its limit of 2 s, and two would overlap if they could"}},
};

bool isComparisonOfTimes(std::string line) {
  line = std::regex_replace(line, kSentence, "");
  return std::regex_search(line, kComparison) && std::regex_search(line, kTime) && !std::regex_search(line, kAboveZero);
}

bool dependsOnTime(const std::string& line) {
  const auto has = [&](const char* text) { return line.find(text) != std::string::npos; };
  if (!has("leep") && !has("qWait") && !has("lock") && !has("LOCK") && !has("QElapsed") && !has("EXPECT_L") &&
      !has("EXPECT_G") && !has("ASSERT_") && !has("VERIFY"))
    return false;  // searching for a text is quicker than for an expression
  return std::regex_search(line, kWait) || std::regex_search(line, kClock) || isComparisonOfTimes(line);
}

TEST(Waits, TestsDependOnNoTime) {
  int files = 0;
  std::map<std::string, int> found;
  for (const auto& entry : fs::recursive_directory_iterator(kTests)) {
    const std::string path = fs::relative(entry.path(), kTests).string(), extension = entry.path().extension();
    if ((extension != ".cpp" && extension != ".h") || path.starts_with("bench/") || path == "tidy/test_waits.cpp")
      continue;
    ++files;
    std::ifstream in(entry.path());
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      line = line.substr(0, line.find("//"));
      if (!dependsOnTime(line)) continue;
      ++found[path];
      if (!kExceptions.contains(path))
        ADD_FAILURE() << "tests/" << path << ":" << number << ": " << line
                      << "\nWait for a condition (tests/waiting.h, QTRY_VERIFY), or list the reason in kExceptions";
    }
  }
  EXPECT_GT(files, 300);
  for (const auto& [path, exception] : kExceptions)
    EXPECT_EQ(found[path], exception.lines) << "tests/" << path << " is listed: " << exception.reason;
}

TEST(Waits, AreSeen) {
  for (const char* line :
       {"  QTest::qWait(800);", "usleep(3);", "std::this_thread::sleep_for(1ms);", "\"sleep 2.5; echo\""})
    EXPECT_TRUE(dependsOnTime(line)) << line;
  for (const char* line :
       {"const auto begin = std::chrono::steady_clock::now();", "QElapsedTimer clock;", "Clock::now() - begin"})
    EXPECT_TRUE(dependsOnTime(line)) << line;
  for (const char* line : {"EXPECT_LT(after[\"median_ms\"].get<double>(), before[\"median_ms\"].get<double>());",
                           "QVERIFY(last->medianMs * 3 < before);", "EXPECT_LT(found->spentMs, 20e3);"})
    EXPECT_TRUE(dependsOnTime(line)) << line;
  for (const char* line :
       {"EXPECT_GT(j[\"median_ms\"], 0);", "QVERIFY(run && run->ok && run->referenceMs > 0);",
        "EXPECT_LT(tiles.modelledMs, naive.modelledMs);", "QVERIFY(QTest::qWaitFor([&] { return done; }, 5000));"})
    EXPECT_FALSE(dependsOnTime(line)) << line;
}

}  // namespace
