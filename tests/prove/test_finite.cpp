// Proofs that take values to be finite: terms that are 0 times a value are left out.
#include <gtest/gtest.h>

#include "core/check_proof/check_proof.h"
#include "tests/prove/mutants.h"
#include "tests/prove/runs.h"
#include "tests/prove/sample_pairs.h"

namespace lw {
namespace {

using Answer = ProofResult::Answer;
const ProofLimits kFinite{.finite = true};

std::vector<ProgramPair> maskedPairs() {
  std::vector<ProgramPair> all;
  for (const char* name : {"triangle", "copied_band", "attention"})
    forEachScheduledPair(LW_SOURCE_DIR "/tests/golden/reduction/skip_masked_" + std::string(name) + ".py", "",
                         [&](const ProgramPair& pair) { all.push_back(pair); });
  return all;
}

TEST(FiniteValues, MasksBecomeEndsOfLoops) {
  const std::vector<ProgramPair> pairs = maskedPairs();
  ASSERT_EQ(pairs.size(), 3u);
  for (const ProgramPair& pair : pairs) {
    EXPECT_EQ(proveEqual(pair.before, pair.after).answer, Answer::Undecided) << pair.name;
    Certificate proof;
    const ProofResult result = proveEqual(pair.before, pair.after, kFinite, &proof);
    EXPECT_EQ(result.answer, Answer::Equal) << pair.name << ": " << result.obstacle.reason.text();
    EXPECT_TRUE(result.finite) << pair.name;
    const CheckedProof checked = checkProof(pair.before, pair.after, proof);
    EXPECT_FALSE(checked.refusal) << pair.name << ": " << checked.refusal->text();
    EXPECT_TRUE(checked.finite) << pair.name;
    const auto read = certificateFromJson(toJson(proof));
    ASSERT_TRUE(std::holds_alternative<Certificate>(read)) << pair.name;
    EXPECT_TRUE(std::get<Certificate>(read).finite) << pair.name;
    proof.finite = false;
    EXPECT_TRUE(checkProof(pair.before, pair.after, proof).refusal) << pair.name;
  }
}

// Terms that are not masked are not left out.
TEST(FiniteValues, FaultsAreNotProved) {
  constexpr size_t kEvery = 5;
  const ProofLimits limits{.operations = 200'000, .seconds = 1, .finite = true};
  int differ = 0;
  for (const ProgramPair& pair : maskedPairs()) {
    const std::vector<Mutant> mutants = mutantsOf(pair.after);
    for (size_t i = 0; i < mutants.size(); i += kEvery) {
      const Mutant& mutant = mutants[i];
      const bool proved = proveEqual(pair.before, mutant.program, limits).answer == Answer::Equal;
      const Runs runs = compare(pair.before, mutant.program, pair.inputs, proved, false);
      EXPECT_FALSE(proved && (runs == Runs::Differ || runs == Runs::Fails)) << pair.name << ": " << mutant.fault;
      differ += runs == Runs::Differ;
    }
  }
  EXPECT_GT(differ, 6);
}

Answer proved(const std::string& first, const std::string& second, bool finite) {
  const std::string head = "(A: T.Buffer((16,), \"float32\"), C: T.Buffer((16,), \"float32\")):\n";
  const SourceFile file = parsedText("from tvm.script import tir as T\n@T.prim_func\ndef f" + head + first +
                                     "@T.prim_func\ndef g" + head + second);
  EXPECT_FALSE(file.hasErrors());
  return proveEqual(file.functions.at(0), file.functions.at(1), {.finite = finite}).answer;
}

TEST(FiniteValues, WhatIsZero) {
  const auto sum = [](const std::string& term) {
    return "    C[0] = T.float32(0)\n    for i in range(16):\n        C[0] = C[0] + " + term + "\n";
  };
  const std::string half = "    C[0] = T.float32(0)\n    for i in range(8):\n        C[0] = C[0] + ",
                    least = "T.if_then_else(i < 8, A[i], T.float32(\"-inf\"))";
  const auto expect = [&](const std::string& masked, const std::string& plain, Answer answer) {
    EXPECT_EQ(proved(sum(masked), half + plain + "\n", false), Answer::Undecided) << masked;
    EXPECT_EQ(proved(sum(masked), half + plain + "\n", true), answer) << masked;
  };
  expect("T.if_then_else(i < 8, A[i], T.float32(0)) * A[15 - i]", "A[i] * A[15 - i]", Answer::Equal);
  expect("T.exp(" + least + " - A[0])", "T.exp(A[i] - A[0])", Answer::Equal);
  expect("T.exp(" + least + ") * A[i]", "T.exp(A[i]) * A[i]", Answer::Equal);
  // 0 times infinity, infinity less infinity, and values that are not 0.
  expect("T.if_then_else(i < 8, A[i], T.float32(0)) * T.if_then_else(i < 8, A[i], T.float32(\"-inf\"))", "A[i] * A[i]",
         Answer::Undecided);
  expect("T.exp(" + least + " - " + least + ")", "T.exp(A[i] - A[i])", Answer::Undecided);
  expect("T.exp(A[i] - " + least + ")", "T.exp(A[i] - A[i])", Answer::Undecided);
  expect("T.if_then_else(i < 8, A[i], T.float32(1)) * A[15 - i]", "A[i] * A[15 - i]", Answer::Undecided);
}

}  // namespace
}  // namespace lw
