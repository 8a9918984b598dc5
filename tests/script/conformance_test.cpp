// The interpreter understands every schedule function and Python trace of the conformance cases: only a step may stop
// one, never the language. The tests of the primitives check that the steps give the right programs.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/script/schedule_script.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

std::string readFile(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> cases() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(LW_SOURCE_DIR "/tests/golden/conformance")) {
    const std::string path = fs::relative(entry.path(), LW_SOURCE_DIR).string();
    if (path.ends_with(".py") && path.find("/te/") == std::string::npos) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

bool isLanguageFault(const Explanation& e) {
  return e.kind.starts_with("script.") &&
         !(e.kind == "script.attribute" && e.message.starts_with("there is no step named"));
}

TEST(Conformance, SchedulesAndTracesAreUnderstood) {
  int schedules = 0, traces = 0, completed = 0;
  SourceFile program;
  for (const fs::path& path : cases()) {
    const bool trace = path.string().ends_with(".trace.py");
    const std::string text = readFile(path);
    if (!trace)
      program = parseSource(path.filename().string(), text);
    else
      program = parseSource("case", readFile(path.string().substr(0, path.string().size() - 9) + ".py"));
    const Result<PrimFunc> before = program.select("before");
    if (!before.ok()) continue;
    const Schedule start{Snapshot(*before).withIntrinsics(program.intrinsics)};
    if (!trace && text.find("\ndef schedule(") == std::string::npos) continue;
    const SourceText source = makeSource(path.filename().string(), text);
    const ScriptRun run = trace ? interpretTracePython(source, start) : interpretSchedule(program, "schedule", start);
    (trace ? traces : schedules) += 1;
    completed += !run.error;
    if (!run.error || text.find("# refused:") != std::string::npos) continue;
    EXPECT_FALSE(isLanguageFault(*run.error)) << render(*run.error, &source);
  }
  EXPECT_GT(schedules, 100);
  EXPECT_GT(traces, 50);
  EXPECT_GT(completed, 50);
  std::printf("%d schedules and %d traces, %d of them ran to their end\n", schedules, traces, completed);
}

}  // namespace
}  // namespace lw
