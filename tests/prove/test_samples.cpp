// The schedules of all samples: the program that each gives is proved equal to the program that it started from.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "tests/prove/sample_pairs.h"

namespace lw {
namespace {

constexpr int kLeastPercent = 74;

// LW_PROVE_REPORT=1 prints a line for each schedule.
TEST(Samples, SchedulesAreProvedToKeepResults) {
  int proved = 0, all = 0;
  const bool report = std::getenv("LW_PROVE_REPORT") != nullptr;
  const char* only = std::getenv("LW_PROVE_ONLY");
  forEachSamplePair(only ? only : "", [&](const ProgramPair& pair) {
    const auto begin = std::chrono::steady_clock::now();
    const ProofResult result = proveEqual(pair.before, pair.after, limitsOfTests());
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    const bool equal = result.answer == ProofResult::Answer::Equal;
    ++all;
    proved += equal;
    if (report)
      std::cout << (equal ? "equal     " : "undecided ") << static_cast<int>(ms) << " ms  " << pair.name << "  "
                << result.output << ": " << result.obstacle.reason.text() << std::endl;
  });
  std::cout << proved << " of " << all << " schedules of samples\n";
  if (!only) EXPECT_GE(proved * 100, all * kLeastPercent);
}

}  // namespace
}  // namespace lw
