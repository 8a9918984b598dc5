// How much exact answers may cost. A question to ISL works under a limit of operations; where very many are asked at
// once (every step at a selection), each may be given less, and what was not decided for that reason is asked again
// when it matters.
#pragma once

namespace lw {

// For each of hundreds of candidates: what the usual step needs several times over.
inline constexpr unsigned long kQuickOperations = 30'000;

// For the questions of this thread while it lives. The functions that ask are reached through checks of primitives,
// whose signatures say what a step is about and not how patient its caller is; so this stands beside them.
class ProofBudget {
 public:
  explicit ProofBudget(unsigned long operations);
  ~ProofBudget();
  ProofBudget(const ProofBudget&) = delete;
  ProofBudget& operator=(const ProofBudget&) = delete;
  bool exhausted() const { return exhausted_; }  // a question needed more than it got

  static unsigned long allowed(unsigned long usual);  // what a question may use that otherwise gets `usual`
  static bool spent();                      // a question has used up what it may: nothing more is worth asking
  static void ranOut(unsigned long usual);  // a question that gets `usual` otherwise used up what it may

 private:
  const unsigned long operations_;
  ProofBudget* const outer_;
  bool exhausted_ = false;
};

}  // namespace lw
