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

using Pair = std::pair<ProgramPair, Mutant>;

std::vector<Pair> allMutants() {
  std::vector<Pair> all;
  for (const auto& path : pythonFilesBelow("tests/golden/conformance"))
    for (const ProgramPair& pair : pairsOf(path))
      for (const PrimFunc* program : {&pair.before, &pair.after})
        for (Mutant& mutant : mutantsOf(*program)) all.emplace_back(pair, std::move(mutant));
  return all;
}

struct Count {
  int proved = 0, different = 0, open = 0;
  int all() const { return proved + different + open; }
};

// LW_PROVE_MUTANTS=5000 tries as many; LW_PROVE_REPORT=1 prints what was left undecided.
TEST(Mutants, NoneThatTheInterpreterTellsApartIsProved) {
  const char* wish = std::getenv("LW_PROVE_MUTANTS");
  const size_t most = wish ? std::stoul(wish) : 60;
  const std::vector<Pair> all = allMutants();
  std::map<std::string, Count> counts;  // by fault
  Count sum;
  for (size_t k = 0; k < std::min(most, all.size()); ++k) {
    const size_t i = k * all.size() / std::min(most, all.size());
    const auto& [pair, mutant] = all[i];
    const ProofResult result = proveEqual(pair.before, mutant.program, {.operations = 500'000, .seconds = 1});
    const bool proved = result.answer == ProofResult::Answer::Equal;
    const Runs runs = compare(pair.before, mutant.program, pair.inputs, proved, proved && result.reordered.empty());
    EXPECT_FALSE(proved && (runs == Runs::Differ || runs == Runs::Fails))
        << pair.name << ": " << mutant.fault << " " << i;
    for (Count* count : {&counts[mutant.fault], &sum})
      ++(proved ? count->proved : runs == Runs::Differ || runs == Runs::Fails ? count->different : count->open);
    if (std::getenv("LW_PROVE_REPORT") && !proved && runs != Runs::Differ && runs != Runs::Fails)
      std::cout << pair.name << ": " << mutant.fault << " " << i << ": " << result.obstacle.reason.text() << "\n";
  }
  counts["all"] = sum;
  for (const auto& [fault, c] : counts)
    std::cout << fault << ": " << c.all() << " mutants, " << c.proved << " proved equal, " << c.different
              << " different, " << c.open << " undecided\n";
  EXPECT_GE(sum.different * 10, (sum.different + sum.open) * 9);
  EXPECT_GT(sum.different, sum.all() / 3);
}

}  // namespace
}  // namespace lw
