// Limits the cost of exact answers. A question to isl has a limit of operations. If very many questions are asked at
// once (every step at a selection), each gets less, and what was undecided for that reason is asked again when it
// matters.
#pragma once

#include <memory>

namespace lw {

// For each of hundreds of candidates: several times what a usual step needs.
inline constexpr unsigned long kQuickOperations = 30'000;

// Passed from whoever asks for checks to the analyses. Copies share whether the budget is exhausted.
class ProofBudget {
 public:
  ProofBudget() = default;  // every question has its usual limit
  explicit ProofBudget(unsigned long operations) : operations_(operations), exhausted_(std::make_shared<bool>(false)) {}
  // Only for tests that measure what the analyses refuse: each question whether results stay the same is answered with
  // yes, without a proof.
  static ProofBudget assumingYes() {
    ProofBudget budget;
    budget.assumesYes_ = true;
    return budget;
  }
  bool assumesYes() const { return assumesYes_; }
  // The limit of a question whose usual limit is `usual`.
  unsigned long operations(unsigned long usual) const { return exhausted_ ? operations_ : usual; }
  bool exhausted() const { return exhausted_ && *exhausted_; }  // a question needed more than this
  void exhaust() const {
    if (exhausted_) *exhausted_ = true;
  }

 private:
  unsigned long operations_ = 0;
  bool assumesYes_ = false;
  std::shared_ptr<bool> exhausted_;
};

}  // namespace lw
