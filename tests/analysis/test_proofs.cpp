// Who decides is recorded, and every question goes to its provers in the order of the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/proofs.h"
#include "core/analysis/shapes/box.h"
#include "core/analysis/values/value_flow.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

using ::testing::ElementsAre;

PrimFunc twoNests(const std::string& first, const std::string& second) {
  const std::string text =
      "from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), "
      "\"float32\"), C: T.Buffer((8,), \"float32\")):\n    for i in range(8):\n        with T.block(\"B\"):\n          "
      "  "
      "vi = T.axis.spatial(8, i)\n            " +
      first +
      "\n    for i in range(8):\n        with T.block(\"C\"):\n            vi = T.axis.spatial(8, i)\n            " +
      second + "\n";
  const SourceFile file = parseSource("two.py", text);
  EXPECT_EQ(file.functions.size(), 1u) << text;
  return file.functions.front();
}

PrimFunc exchanged(PrimFunc f) {
  Block root = *f.body.as<Block>();
  const Seq& nests = *root.body.as<Seq>();
  root.body = sequence({nests.stmts[1], nests.stmts[0]});
  f.body = root;
  return f;
}

LoopId firstLoop(const PrimFunc& f) {
  LoopId found;
  forEachStmt(f.body, [&](const Stmt& s) {
    if (const auto* loop = s.as<For>(); loop && !found.valid()) found = loop->id;
  });
  return found;
}

std::vector<ProofRecord> asked(const std::function<Verdict(const ProofBudget&)>& question,
                               const ProofBudget& limits = {}) {
  const ProofBudget budget = limits.recording();
  question(budget);
  return budget.proofs();
}

std::vector<ProofRecord> askedOfLoop(const PrimFunc& f, const ProofBudget& limits = {}) {
  return asked([&](const ProofBudget& budget) { return iterationsIndependent(f, firstLoop(f), budget); }, limits);
}

std::vector<ProofRecord> askedOfValues(const PrimFunc& before, const PrimFunc& after) {
  return asked([&](const ProofBudget& budget) { return keepsValueFlow(before, after, {}, budget); });
}

constexpr auto kYes = ProofAnswer::Yes, kNo = ProofAnswer::No, kUnknown = ProofAnswer::Unknown;

TEST(Proofs, TheFirstThatDecidesIsRecorded) {
  const auto independent = [](Prover by, ProofAnswer answer) {
    return ElementsAre(ProofRecord{Question::IterationsIndependent, by, answer});
  };
  EXPECT_THAT(askedOfLoop(twoNests("B[vi] = A[vi]", "C[vi] = A[vi]")), independent(Prover::SameIteration, kYes));
  EXPECT_THAT(askedOfLoop(twoNests("B[0] = A[vi]", "C[vi] = A[vi]")), independent(Prover::Dependence, kNo));
  EXPECT_THAT(askedOfLoop(twoNests("B[T.bitwise_xor(vi, 1)] = A[vi]", "C[vi] = A[vi]")),
              independent(Prover::Enumeration, kYes));
  EXPECT_THAT(askedOfLoop(twoNests("B[T.bitwise_and(vi, 6)] = A[vi]", "C[vi] = A[vi]")),
              independent(Prover::Enumeration, kNo));
}

TEST(Proofs, ValuesHaveProversOfTheirOwn) {
  const auto values = [](Prover by, ProofAnswer answer) {
    return ElementsAre(ProofRecord{Question::KeepsValues, by, answer});
  };
  const PrimFunc apart = twoNests("B[vi] = A[vi]", "C[vi] = A[7 - vi]");
  EXPECT_THAT(askedOfValues(apart, exchanged(apart)), values(Prover::Writers, kYes));
  const PrimFunc passed = twoNests("B[vi] = A[vi]", "C[vi] = B[7 - vi]");
  EXPECT_THAT(askedOfValues(passed, exchanged(passed)), values(Prover::ValueFlow, kNo));
  // Elements that the first nest does not write, by an index that is not affine.
  const PrimFunc swizzled = twoNests("B[T.bitwise_or(vi, 1)] = A[vi]", "C[vi] = B[T.bitwise_and(vi, 6)]");
  EXPECT_THAT(askedOfValues(swizzled, exchanged(swizzled)), values(Prover::Enumeration, kYes));
}

TEST(Proofs, WhatIsNotDecidedIsSaid) {
  const PrimFunc f = twoNests("B[(vi * 3) % 8] = A[vi]", "C[vi] = A[vi]");
  EXPECT_THAT(askedOfLoop(f, ProofBudget(1)),
              ElementsAre(ProofRecord{Question::IterationsIndependent, std::nullopt, kUnknown}));
  const ProofBudget budget = ProofBudget().recording();
  budget.record({Question::ReorderKeepsResults, std::nullopt, kUnknown});
  budget.record({Question::ReorderKeepsResults, Prover::Signatures, kYes});  // decides what was left open
  budget.record({Question::ReorderKeepsResults, Prover::Signatures, kYes});
  EXPECT_THAT(budget.proofs(), ElementsAre(ProofRecord{Question::ReorderKeepsResults, Prover::Signatures, kYes}));
  EXPECT_EQ(wordsOf(budget.proofs().front()).text(),
            "the order of executions may change: proved by the signatures of the blocks");
}

TEST(Proofs, IndicesAreDecidedByTheFirstThatCan) {
  const Var i("i"), j("j");
  const Box box{{i, j}, {{0, 8}, {0, 8}}};
  const auto provers = [&](const std::vector<Expr>& indices) {
    return asked([&](const ProofBudget& budget) {
      Verdict verdict;
      verdict.answer = determines(box, indices, {i, j}, budget).answer;
      return verdict;
    });
  };
  using Answer = Verdict::Answer;
  EXPECT_THAT(provers({i * 8 + j}), ElementsAre(ProofRecord{Question::OneToOne, Prover::IterationMaps, Answer::Yes}));
  EXPECT_THAT(provers({i, floormod(i + j, 8)}),
              ElementsAre(ProofRecord{Question::OneToOne, Prover::IntegerSets, Answer::Yes}));
  EXPECT_THAT(provers({i, Call{dtype::Int32, Intrinsic::BitwiseXor, {i, j}}}),
              ElementsAre(ProofRecord{Question::OneToOne, Prover::AllPoints, Answer::Yes}));
  EXPECT_THAT(provers({i + j}), ElementsAre(ProofRecord{Question::OneToOne, Prover::IntegerSets, Answer::No}));
  // Nothing is assumed of indices that may leave a buffer.
  const Var n("n");
  const Box open{{i}, {{0, n}}};
  const Expr inside = lt(Call{dtype::Int32, Intrinsic::BitwiseXor, {i, 1}}, n);
  EXPECT_EQ(holdsEverywhere(open, inside, ProofBudget().assumingUndecided()).answer, Answer::Unknown);
}

TEST(Proofs, CheapProversComeFirst) {
  const auto costOf = [](Prover prover) {
    for (const ProverCost& cost : proverCosts())
      if (cost.prover == prover) return cost.operations;
    ADD_FAILURE() << "no cost of " << wordsOf(prover).text();
    return 0ul;
  };
  for (const ProofRow& row : proofTable()) {
    ASSERT_FALSE(row.provers.empty());
    EXPECT_FALSE(wordsOf(row.question).text().empty());
    bool isExact = false;
    for (const Prover prover : row.provers) {
      if (prover == Prover::Signatures) continue;  // asked last: they are what the program promises
      EXPECT_TRUE(!isExact || costOf(prover) > 0) << wordsOf(row.question).text();
      isExact = isExact || costOf(prover) > 0;
    }
  }
}

}  // namespace
}  // namespace lw
