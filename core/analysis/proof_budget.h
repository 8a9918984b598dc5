// Limits the cost of exact answers. A question to ISL has a limit of operations. If very many questions are asked at
// once (every step at a selection), each gets less, and what was undecided for that reason is asked again when it
// matters.
#pragma once

namespace lw {

// For each of hundreds of candidates: several times what a usual step needs.
inline constexpr unsigned long kQuickOperations = 30'000;

// Limits the questions of this thread during its lifetime. The analyses are reached through the checks of primitives,
// whose signatures describe a step and not the budget of its caller, so the budget is passed beside them.
class ProofBudget {
 public:
  explicit ProofBudget(unsigned long operations);
  ~ProofBudget();
  ProofBudget(const ProofBudget&) = delete;
  ProofBudget& operator=(const ProofBudget&) = delete;
  bool exhausted() const { return exhausted_; }  // a question needed more than its budget

  static unsigned long allowed(unsigned long usual);  // the limit for a question whose usual limit is `usual`
  static bool spent();                                // a question used up its limit, so asking more is useless
  static void ranOut(unsigned long usual);            // reports that a question with this usual limit used it up

 private:
  const unsigned long operations_;
  ProofBudget* const outer_;
  bool exhausted_ = false;
};

}  // namespace lw
