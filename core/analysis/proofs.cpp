#include "core/analysis/proofs.h"

#include <array>

#include "core/analysis/shapes/box.h"
#include "core/analysis/values/small_programs.h"

namespace lw {
namespace {

constexpr Prover kIndependent[] = {Prover::NestAccesses, Prover::SameIteration, Prover::Dependence, Prover::Enumeration,
                                   Prover::Signatures};
constexpr Prover kPrivate[] = {Prover::WrittenFirst, Prover::Dependence};
constexpr Prover kReorder[] = {Prover::NestAccesses, Prover::Dependence, Prover::Signatures};
constexpr Prover kMerge[] = {Prover::SameIteration, Prover::Dependence};
constexpr Prover kByDependence[] = {Prover::Dependence};
// The first and the last are asked by single steps: blockize, transform_block_layout.
constexpr Prover kValues[] = {Prover::IterationMaps, Prover::Writers, Prover::ValueFlow, Prover::Enumeration,
                              Prover::Signatures};
constexpr Prover kOnce[] = {Prover::IterationMaps};
constexpr Prover kOneToOne[] = {Prover::IterationMaps, Prover::IntegerSets, Prover::AllPoints};
constexpr Prover kInside[] = {Prover::IntegerSets, Prover::AllPoints};

constexpr std::array kTable{
    ProofRow{Question::IterationsIndependent, kIndependent, true, true, true},
    ProofRow{Question::PrivateToIteration, kPrivate, true},
    ProofRow{Question::ReorderKeepsResults, kReorder, true, true, true},
    ProofRow{Question::MergeKeepsResults, kMerge, true},
    ProofRow{Question::SpatialIterHolds, kByDependence, true},
    ProofRow{Question::MayExchange, kByDependence, true},
    ProofRow{Question::KeepsValues, kValues, false},
    ProofRow{Question::CombinesOnce, kOnce, true},
    ProofRow{Question::OneToOne, kOneToOne, true},
    ProofRow{Question::StaysInside, kInside, true, false},
};

constexpr bool inOrder() {
  for (size_t i = 0; i < kTable.size(); ++i)
    if (kTable[i].question != static_cast<Question>(i)) return false;
  return true;
}
static_assert(inOrder());

constexpr std::array kCosts{
    ProverCost{Prover::NestAccesses, 0},
    ProverCost{Prover::SameIteration, 0},
    ProverCost{Prover::WrittenFirst, 0},
    ProverCost{Prover::Writers, 0},
    ProverCost{Prover::Dependence, kDependenceOperations},
    ProverCost{Prover::ValueFlow, kFlowOperations},
    ProverCost{Prover::Enumeration, analysis::kSmallWork},
    ProverCost{Prover::Signatures, 0},
    ProverCost{Prover::IterationMaps, 0},
    ProverCost{Prover::IntegerSets, kBoxOperations},
    ProverCost{Prover::AllPoints, kMostBoxPoints},
};

}  // namespace

std::span<const ProofRow> proofTable() { return kTable; }
std::span<const ProverCost> proverCosts() { return kCosts; }

Message wordsOf(Question question) {
  switch (question) {
    case Question::IterationsIndependent:
      return "the iterations of a loop may run in any order";
    case Question::PrivateToIteration:
      return "each iteration reads only what it wrote";
    case Question::ReorderKeepsResults:
      return "the order of executions may change";
    case Question::MergeKeepsResults:
      return "two nests may share their loops";
    case Question::SpatialIterHolds:
      return "an axis may be called spatial";
    case Question::MayExchange:
      return "two statements may be exchanged";
    case Question::KeepsValues:
      return "every read gets the same value as before";
    case Question::CombinesOnce:
      return "a reduction combines every value exactly once";
    case Question::OneToOne:
      return "different iterations have different indices";
    case Question::StaysInside:
      return "indices stay inside of a buffer";
  }
  return {};
}

Message wordsOf(Prover prover) {
  switch (prover) {
    case Prover::NestAccesses:
      return "the loads and stores of the nest";
    case Prover::SameIteration:
      return "conflicts within one iteration only";
    case Prover::WrittenFirst:
      return "a write before each read";
    case Prover::Writers:
      return "the same writer for each read";
    case Prover::Dependence:
      return "affine dependence analysis";
    case Prover::ValueFlow:
      return "value flow analysis";
    case Prover::Enumeration:
      return "running all iterations at these sizes";
    case Prover::Signatures:
      return "the signatures of the blocks";
    case Prover::IterationMaps:
      return "iteration maps";
    case Prover::IntegerSets:
      return "sets of integers";
    case Prover::AllPoints:
      return "trying all indices";
  }
  return {};
}

Message wordsOf(const ProofRecord& proof) {
  if (!proof.prover)
    return proof.assumed() ? say("{0}: assumed", wordsOf(proof.question))
                           : say("{0}: not decided", wordsOf(proof.question));
  return proof.answer == ProofAnswer::Yes
             ? say("{0}: proved by {1}", wordsOf(proof.question), wordsOf(*proof.prover))
             : say("{0}: disproved by {1}", wordsOf(proof.question), wordsOf(*proof.prover));
}

}  // namespace lw
