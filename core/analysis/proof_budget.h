// Limits the cost of exact answers, and records who gave them. A question to isl has a limit of operations. If very
// many questions are asked at once (every step at a selection), each gets less, and what was undecided for that reason
// is asked again when it matters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lw {

// What steps ask of a program. The table of core/analysis/proofs.h says who answers.
enum class Question : uint8_t {
  IterationsIndependent,
  PrivateToIteration,
  ReorderKeepsResults,
  MergeKeepsResults,
  SpatialIterHolds,
  MayExchange,
  KeepsValues,
  CombinesOnce,
  OneToOne,
  StaysInside,
};

enum class Prover : uint8_t {
  NestAccesses,   // core/schedule/support/quick_legality.h
  SameIteration,  // core/analysis/dependence/same_iteration.h
  WrittenFirst,   // core/analysis/values/written_first.h
  Writers,        // core/analysis/values/quick_flow.h
  Dependence,     // core/analysis/dependence/dependence.h
  ValueFlow,      // core/analysis/values/value_flow.h
  Enumeration,    // core/analysis/values/small_programs.h
  Signatures,     // core/schedule/support/loop_checks.h
  IterationMaps,  // core/arith/iter_map.h
  IntegerSets,    // core/analysis/shapes/box.h
  AllPoints,      // core/analysis/shapes/box.h
};

enum class ProofAnswer : uint8_t { Yes, No, Unknown };

struct ProofRecord {
  Question question;
  std::optional<Prover> prover;  // none: it was not decided
  ProofAnswer answer;            // Yes without a prover: assumed
  bool assumed() const { return !prover && answer == ProofAnswer::Yes; }
  bool operator==(const ProofRecord&) const = default;
};

// For each of hundreds of candidates: several times what a usual step needs.
inline constexpr unsigned long kQuickOperations = 30'000;

// Passed from whoever asks for checks to the analyses. Copies share whether the budget is exhausted, and the record.
class ProofBudget {
 public:
  ProofBudget() = default;  // every question has its usual limit
  explicit ProofBudget(unsigned long operations) : operations_(operations), exhausted_(std::make_shared<bool>(false)) {}
  // Each question has so many times its usual limit.
  static ProofBudget times(unsigned long factor) {
    ProofBudget budget;
    budget.factor_ = factor;
    return budget;
  }
  // For tests that measure what the analyses refuse, and for searches whose result is proven afterwards: each question
  // whether results stay the same is answered with yes, without a proof.
  static ProofBudget assumingYes() {
    ProofBudget budget;
    budget.assumesYes_ = true;
    return budget;
  }
  // What stays undecided counts as yes, which is recorded without a prover. For steps whose programs are compared
  // before and after.
  ProofBudget assumingUndecided() const {
    ProofBudget budget = *this;
    budget.assumesUndecided_ = true;
    return budget;
  }
  // The same limits, with a record of its own. Not for several threads at once.
  ProofBudget recording() const {
    ProofBudget budget = *this;
    budget.proofs_ = std::make_shared<std::vector<ProofRecord>>();
    return budget;
  }
  bool assumesYes() const { return assumesYes_; }
  bool assumesUndecided() const { return assumesUndecided_; }
  // The limit of a question whose usual limit is `usual`.
  unsigned long operations(unsigned long usual) const { return exhausted_ ? operations_ : usual * factor_; }
  bool exhausted() const { return exhausted_ && *exhausted_; }  // a question needed more than this
  void exhaust() const {
    if (exhausted_) *exhausted_ = true;
  }
  // Another prover that decides what was left open before takes its place.
  void record(const ProofRecord& proof) const {
    if (!proofs_) return;
    const bool decided = proof.prover || proof.assumed();
    if (decided && !proofs_->empty() && proofs_->back().answer == ProofAnswer::Unknown &&
        proofs_->back().question == proof.question)
      proofs_->pop_back();
    for (const ProofRecord& known : *proofs_)
      if (known == proof) return;
    proofs_->push_back(proof);
  }
  std::vector<ProofRecord> proofs() const { return proofs_ ? *proofs_ : std::vector<ProofRecord>(); }  // each one once

 private:
  unsigned long operations_ = 0, factor_ = 1;
  bool assumesYes_ = false, assumesUndecided_ = false;
  std::shared_ptr<bool> exhausted_;
  std::shared_ptr<std::vector<ProofRecord>> proofs_;
};

}  // namespace lw
