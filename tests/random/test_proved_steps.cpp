// Steps of random schedules and the proofs of core/prove, which know nothing of each other: each accepted step is
// proved to keep the results, or its proof does not end. LW_PROVE_STEPS=N draws from N schedules (the default is 40);
// LW_PROVE_REPORT=1 prints what was not proved.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "backends/interpreter/interpreter.h"
#include "core/prove/prove.h"
#include "core/schedule/support/meaning.h"
#include "core/text/print/printer.h"
#include "tests/prove/mutants.h"
#include "tests/random/fuzz.h"
#include "tests/random/random_schedule.h"
#include "tests/random/random_workload.h"

namespace lw {
namespace {

using Answer = ProofResult::Answer;

const ProofLimits kLimits{.operations = 400'000, .seconds = 2};

class ProvedSteps : public testing::Test {
 protected:
  void check(const FuzzProgram& program, const RandomRun& run) {
    const size_t open = open_.size();
    for (int i = 0; i < static_cast<int>(run.steps.size()); ++i) {
      const PrimFunc before = run.schedule.prefix(i).program().function(0),
                     after = run.schedule.prefix(i + 1).program().function(0);
      ++steps_;
      step(program, run.steps[static_cast<size_t>(i)], meaningOf(before, program.intrinsics),
           meaningOf(after, program.intrinsics));
    }
    if (std::getenv("LW_PROVE_REPORT") && open_.size() > open) std::cout << print(program.function).text << "\n";
  }

  void step(const FuzzProgram& program, const RandomStep& step, const PrimFunc& before, const PrimFunc& after) {
    const ProofResult result = proveEqual(before, after, kLimits);
    const std::optional<ExpectedValues> expected = ExpectedValues::of(before, program.inputs);
    if (!expected) return;
    if (result.answer == Answer::Equal) {
      ++proved_;
      EXPECT_EQ(expected->interpreted(after), "") << program.name << ": " << step.text << " was proved";
      return;
    }
    const prove::Obstacle& why = result.obstacle;
    ++open_[step.primitive->name];
    if (std::getenv("LW_PROVE_REPORT"))
      std::cout << program.name << ": " << step.text << ": " << why.reason.text() << "; " << why.place.text() << "\n";
    // A step that makes iterations meet which run in any order was accepted wrongly, if the order matters.
    if (!why.race || why.race->ordered || !why.race->ofSecond) return;
    EXPECT_EQ(expected->interpreted(withReversedLoop(after, why.race->loop)), "")
        << program.name << ": " << step.text << ": " << why.place.text();
  }

  static void sameResults(const FuzzProgram& p, const Mutant& mutant) {
    InputSpec inputs = p.inputs;
    for (inputs.seed = 1; inputs.seed <= 5; ++inputs.seed) {
      std::vector<Argument> results = *makeArguments(p.function, inputs), expected = results;
      const InterpretOptions lenient{.allowUninitialised = true};
      ASSERT_TRUE(interpret(p.function, expected, lenient));
      const Status ran = interpret(mutant.program, results, lenient);
      // Results that do not depend on a quotient are equal although computing it fails: no divisor is taken to be zero.
      if (!ran && ran.error().message.starts_with("division by zero")) continue;
      ASSERT_TRUE(ran) << mutant.fault << ": " << ran.error().message << "\n"
                       << print(p.function).text << print(mutant.program).text;
      for (size_t k = 0; k < results.size(); ++k)
        if (const auto* array = std::get_if<NDArray>(&results[k]))
          EXPECT_EQ(compareArrays(*array, std::get<NDArray>(expected[k]), 0, 0).count, 0u)
              << mutant.fault << "\n"
              << print(p.function).text << print(mutant.program).text;
    }
  }

  int steps_ = 0, proved_ = 0;
  std::map<std::string, int> open_;
};

TEST_F(ProvedSteps, AreNeverDifferent) {
  const char* wish = std::getenv("LW_PROVE_STEPS");
  const uint64_t total = wish ? std::stoull(wish) : 40;
  const std::vector<FuzzProgram> golden = goldenPrograms();
  for (uint64_t i = 0; i < total && !HasFailure(); ++i) {
    std::mt19937_64 random(7'000'000'007 + i);
    FuzzProgram p = i % 4 == 0 ? golden[i / 4 % golden.size()] : fuzzProgram("workload", randomWorkload(random));
    p.name += "_" + std::to_string(i);
    check(p, randomSchedule(Schedule(p.snapshot()), 5, random,
                            {"unsafe_set_dtype", "unsafe_hide_buffer_access", "sample_compute_location"}, 4));
  }
  std::cout << proved_ << " of " << steps_ << " steps proved; not:";
  for (const auto& [primitive, count] : open_) std::cout << " " << primitive << ":" << count;
  std::cout << "\n";
  EXPECT_GE(proved_ * 10, steps_ * 7);
  EXPECT_GT(steps_, static_cast<int>(total));
}

// Programs with one fault: of those that are proved equal to the original, all results are the same.
// LW_PROVE_FAULTS=N draws N programs and tries all faults (the default is 24, and one fault of eight).
TEST_F(ProvedSteps, FaultsThatChangeResultsAreNotProved) {
  const char* wish = std::getenv("LW_PROVE_FAULTS");
  const uint64_t total = wish ? std::stoull(wish) : 24;
  int faults = 0, proved = 0;
  for (uint64_t i = 0; i < total && !HasFailure(); ++i) {
    std::mt19937_64 random(9'000'000'007 + i);
    const FuzzProgram p = fuzzProgram("workload", randomWorkload(random));
    const std::optional<ExpectedValues> expected = ExpectedValues::of(p.function, p.inputs);
    const ProofLimits limits{.operations = 200'000, .seconds = 1};
    if (!expected || proveEqual(p.function, p.function, limits).answer != Answer::Equal) continue;
    const std::vector<Mutant> mutants = mutantsOf(p.function);
    for (size_t m = wish ? 0 : i % 8; m < mutants.size(); m += wish ? 1 : 8) {
      const Mutant& mutant = mutants[m];
      ++faults;
      if (proveEqual(p.function, mutant.program, limits).answer != Answer::Equal) continue;
      ++proved;
      sameResults(p, mutant);
    }
  }
  std::cout << proved << " of " << faults << " programs with a fault are equal\n";
  EXPECT_GT(proved, 0);
  EXPECT_LT(proved, faults);
}

}  // namespace
}  // namespace lw
