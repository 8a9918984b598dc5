// lw onnx-test: runs ONNX's own tests, a folder each, in processes of their own, and tells what passed by operator.
#include <atomic>
#include <cstdio>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/models/onnx_test.h"
#include "core/support/json.h"

namespace lw {
namespace {

const char* wordOf(OnnxTest::Outcome outcome) {
  switch (outcome) {
    case OnnxTest::Outcome::Passed:
      return "passed";
    case OnnxTest::Outcome::Wrong:
      return "WRONG";
    case OnnxTest::Outcome::Refused:
      return "not read";
    case OnnxTest::Outcome::Failed:
      return "failed";
  }
  return "";
}

// The tests in the order of the folders; `jobs` at a time.
Result<std::vector<OnnxTest>> runAll(const std::vector<std::string>& folders, const OnnxTestOptions& options,
                                     int jobs) {
  std::vector<OnnxTest> tests(folders.size());
  std::atomic<size_t> next{0};
  std::mutex mutex;
  std::optional<Explanation> error;
  const auto work = [&] {
    std::optional<RunnerProcess> child;
    for (size_t i = next++; i < folders.size(); i = next++) {
      if (!child || !child->alive()) {
        Result<RunnerProcess> started = RunnerProcess::start({.timeoutSeconds = 60});
        if (!started) {
          const std::lock_guard lock(mutex);
          error = started.error();
          return;
        }
        child = *std::move(started);
      }
      tests[i] = runOnnxTest(folders[i], *child, options);
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < jobs; ++i) threads.emplace_back(work);
  threads.clear();
  if (error) return *error;
  return tests;
}

void printTable(const std::vector<OnnxTest>& tests) {
  std::map<std::string, std::pair<int, int>> byOperator;  // passed, all
  for (const OnnxTest& t : tests)
    for (const std::string& op : t.operators) {
      byOperator[op].first += t.outcome == OnnxTest::Outcome::Passed;
      ++byOperator[op].second;
    }
  for (const auto& [op, counts] : byOperator)
    std::printf("%-32s %4d of %4d\n", op.c_str(), counts.first, counts.second);
}

int run(const CommandLine& arguments) {
  const Result<int64_t> jobs = arguments.integer("--jobs", 0, 256);
  if (!jobs) return fail(arguments, jobs.error(), nullptr, kWrongUsage);
  const std::vector<std::string> folders = onnxTestFolders(arguments.get("FOLDER"));
  if (folders.empty()) return fail(arguments, err::kOnnxNoTests(arguments.get("FOLDER")));
  OnnxTestOptions options;
  options.compiled = !arguments.has("--reference");
  const int most =
      *jobs > 0 ? static_cast<int>(*jobs) : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const Result<std::vector<OnnxTest>> tests = runAll(folders, options, most);
  if (!tests) return fail(arguments, tests.error());
  std::map<OnnxTest::Outcome, int> counts;
  int wrong = 0;
  nlohmann::json list = nlohmann::json::array();
  for (const OnnxTest& t : *tests) {
    ++counts[t.outcome];
    wrong += t.outcome == OnnxTest::Outcome::Wrong;
    if (arguments.json())
      list.push_back({{"name", t.name},
                      {"outcome", wordOf(t.outcome)},
                      {"operators", t.operators},
                      {"message", t.message},
                      {"bound", t.bound}});
    else if (t.outcome != OnnxTest::Outcome::Passed)
      std::printf("%-8s %s: %s\n", wordOf(t.outcome), t.name.c_str(), t.message.c_str());
  }
  const auto of = [&](OnnxTest::Outcome outcome) { return counts[outcome]; };
  if (arguments.json()) {
    std::cout << nlohmann::json{{"ok", wrong == 0}, {"tests", list}, {"passed", of(OnnxTest::Outcome::Passed)}}.dump(2)
              << "\n";
  } else {
    if (arguments.has("--table")) printTable(*tests);
    std::printf("%d of %zu passed; %d wrong, %d not read, %d failed\n", of(OnnxTest::Outcome::Passed), tests->size(),
                wrong, of(OnnxTest::Outcome::Refused), of(OnnxTest::Outcome::Failed));
  }
  return wrong > 0 ? kWrongResult : kDone;
}

}  // namespace

Command onnxTestCommand() {
  return {"onnx-test",
          "run the tests of ONNX below a folder",
          {{"FOLDER", "folders with a model.onnx and its test data", "", OptionSpec::kRequired},
           {"--table", "how many tests of each operator passed", "", OptionSpec::kFlag},
           {"--reference", "in NumPy terms, operator by operator, without compiling", "", OptionSpec::kFlag},
           {"--jobs", "how many at a time; 0: one per core", "0", OptionSpec::kValue}},
          run};
}

}  // namespace lw
