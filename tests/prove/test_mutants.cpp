// Programs with planted faults: none that the interpreter tells from the original is called equal.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "core/prove/prove.h"
#include "tests/prove/mutants.h"
#include "tests/prove/programs.h"
#include "tests/prove/runs.h"

namespace lw {
namespace {

// LW_PROVE_MUTANTS=5000 tries as many; LW_PROVE_REPORT=1 prints what was left undecided.
TEST(Mutants, NoneThatTheInterpreterTellsApartIsProved) {
  const char* wish = std::getenv("LW_PROVE_MUTANTS");
  const size_t most = wish ? std::stoul(wish) : 60;
  std::vector<std::pair<ProgramPair, Mutant>> all;
  for (const auto& path : pythonFilesBelow("tests/golden/conformance"))
    for (const ProgramPair& pair : pairsOf(path))
      for (const PrimFunc* program : {&pair.before, &pair.after})
        for (Mutant& mutant : mutantsOf(*program)) all.emplace_back(pair, std::move(mutant));
  const size_t step = std::max<size_t>(1, all.size() / most);
  std::map<std::string, std::pair<int, int>> counts;  // fault -> different, equal
  int tried = 0, differ = 0, equal = 0;
  for (size_t i = 0; i < all.size(); i += step) {
    const auto& [pair, mutant] = all[i];
    const ProofResult result = proveEqual(pair.before, mutant.program, {.operations = 500'000, .seconds = 1});
    const bool proved = result.answer == ProofResult::Answer::Equal;
    const Runs runs = compare(pair.before, mutant.program, pair.inputs, proved && result.reordered.empty());
    ++tried;
    differ += runs == Runs::Differ;
    equal += proved;
    ++(proved ? counts[mutant.fault].second : counts[mutant.fault].first);
    EXPECT_FALSE(proved && runs != Runs::Same) << pair.name << ": " << mutant.fault << " " << i;
  }
  std::cout << tried << " mutants, " << differ << " differ, " << equal << " proved equal\n";
  for (const auto& [fault, count] : counts)
    std::cout << "  " << fault << ": " << count.first << " not proved, " << count.second << " proved\n";
  EXPECT_GT(differ, tried / 4);
}

}  // namespace
}  // namespace lw
