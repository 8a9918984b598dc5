// The schedules of all samples: the program that each gives is proved equal to the program that it started from.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "core/prove/prove.h"
#include "core/schedule/support/meaning.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "tests/prove/programs.h"

namespace lw {
namespace {

constexpr int kLeastPercent = 74;

// LW_PROVE_REPORT=1 prints a line for each schedule.
TEST(Samples, SchedulesAreProvedToKeepResults) {
  int proved = 0, all = 0;
  const bool report = std::getenv("LW_PROVE_REPORT") != nullptr;
  for (const auto& path : pythonFilesBelow("samples")) {
    if (path.string().find("/models/") != std::string::npos) continue;
    std::ifstream in(path, std::ios::binary);
    const SourceFile file = readProgram(path.filename().string(), {std::istreambuf_iterator<char>(in), {}});
    const Result<PrimFunc> program = file.select("");
    if (!program) continue;
    const Schedule start(Snapshot(*program).withIntrinsics(file.intrinsics));
    for (const std::string& name : file.scheduleFunctions()) {
      const char* only = std::getenv("LW_PROVE_ONLY");
      if (only && (path.stem().string() + ":" + name).find(only) == std::string::npos) continue;
      const ScriptRun run = interpretScheduleOf(file, name, start);
      if (run.error) continue;
      const auto begin = std::chrono::steady_clock::now();
      const ProofResult result =
          proveEqual(meaningOf(run.schedule.source().function(0), file.intrinsics),
                     meaningOf(run.schedule.program().function(0), file.intrinsics), limitsOfTests());
      const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
      const bool equal = result.answer == ProofResult::Answer::Equal;
      ++all;
      proved += equal;
      if (report)
        std::cout << (equal ? "equal     " : "undecided ") << static_cast<int>(ms) << " ms  " << path.stem().string()
                  << ":" << name << "  " << result.output << ": " << result.obstacle.reason.text() << std::endl;
    }
  }
  std::cout << proved << " of " << all << " schedules of samples\n";
  if (!std::getenv("LW_PROVE_ONLY")) EXPECT_GE(proved * 100, all * kLeastPercent);
}

}  // namespace
}  // namespace lw
