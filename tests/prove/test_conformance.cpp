#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "core/prove/prove.h"
#include "tests/prove/programs.h"

namespace lw {
namespace {

constexpr int kLeastPercent = 90;

// LW_PROVE_REPORT=1 prints a line for each case.
TEST(Conformance, ProgramsBeforeAndAfterAreProvedEqual) {
  int proved = 0, all = 0;
  for (const auto& path : pythonFilesBelow("tests/golden/conformance")) {
    for (const ProgramPair& pair : pairsOf(path)) {
      const auto start = std::chrono::steady_clock::now();
      const char* only = std::getenv("LW_PROVE_ONLY");
      if (only && pair.name.find(only) == std::string::npos) continue;
      const ProofResult result = proveEqual(pair.before, pair.after, limitsOfTests());
      const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
      const bool equal = result.answer == ProofResult::Answer::Equal;
      ++all;
      proved += equal;
      if (!std::getenv("LW_PROVE_REPORT")) continue;
      std::cout << (equal ? "equal     " : "undecided ") << static_cast<int>(ms) << " ms  " << pair.name << "  "
                << result.output << ": " << result.obstacle.reason.text() << "\n";
    }
  }
  std::cout << proved << " of " << all << " pairs of programs\n";
  if (!std::getenv("LW_PROVE_ONLY")) EXPECT_GE(proved * 100, all * kLeastPercent);
}

}  // namespace
}  // namespace lw
