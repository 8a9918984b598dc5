// Programs with planted faults: none that the interpreter tells from the original is called equal.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "backends/interpreter/interpreter.h"
#include "core/prove/prove.h"
#include "tests/prove/mutants.h"
#include "tests/prove/programs.h"

namespace lw {
namespace {

enum class Runs : uint8_t { Same, Differ, Fail };

Runs compare(const PrimFunc& a, const PrimFunc& b, InputSpec spec, bool exact) {
  for (spec.seed = 1; spec.seed <= 2; ++spec.seed) {
    Result<std::vector<Argument>> left = makeArguments(a, spec);
    if (!left) return Runs::Fail;
    std::vector<Argument> right = *left;
    const InterpretOptions options{.maxSteps = 4'000'000};
    if (!interpret(a, *left, options) || !interpret(b, right, options)) return Runs::Fail;
    for (size_t i = 0; i < right.size(); ++i) {
      const auto* array = std::get_if<NDArray>(&right[i]);
      if (!array) continue;
      const auto [relative, absolute] = exact ? std::pair{0.0, 0.0} : toleranceOf(array->type);
      if (compareArrays(*array, std::get<NDArray>((*left)[i]), relative, absolute).count) return Runs::Differ;
    }
  }
  return Runs::Same;
}

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
