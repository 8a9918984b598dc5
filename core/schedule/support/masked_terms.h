// Which executions of a store matter: terms of a sum that are 0 because of a mask, values below every maximum, masked
// values of sums of exponentials in one pass (core/schedule/support/online_sums.h), and elements that nothing reads do
// not. A masked value is minus infinity or the least number of its type, alone or added to another one. What is
// multiplied by an exponential of it is taken to be finite, and so is what is subtracted before.
#pragma once

#include <map>

#include "core/analysis/proof_budget.h"
#include "core/schedule/support/loop_accesses.h"

namespace lw {

class MaskedTerms {
 public:
  MaskedTerms(const PrimFunc& function, const LoopAccesses& accesses, const ProofBudget& budget)
      : function_(function), accesses_(accesses), budget_(budget) {}

  // Over the loops around the store, where an execution of it matters, if iterations of `loop` are left out.
  EffectCondition effectOf(const LoopAccess& store, const For& loop) const;
  // The same for the term that the store adds alone, whether or not its block also contains the start of the sum.
  EffectCondition termOf(const LoopAccess& store) const;

 private:
  // Zero; minus infinity or so small that its exponential is 0; minus infinity; at most a number.
  struct Wanted {
    enum class Kind : uint8_t { Zero, Masked, MinusInfinity, Least } kind;
    double most = 0;
    bool masks() const { return kind == Kind::Masked || kind == Kind::MinusInfinity; }
  };

  // Where the value may be another one.
  EffectCondition unless(const Wanted& wanted, const Expr& value, int depth) const;
  EffectCondition unlessBinary(const Wanted& wanted, const Binary& n, int depth) const;
  EffectCondition unlessLoad(const Wanted& wanted, const BufferLoad& load, int depth) const;
  EffectCondition onlineTermOf(const LoopAccess& store) const;
  EffectCondition readsOf(const LoopAccess& store, const For& loop, int depth) const;
  bool passesWithin(const LoopAccess& load, const For& loop) const;
  std::optional<double> leastStart(const LoopAccess& store) const;
  bool isInside(const Buffer& buffer) const;
  bool isPlain(const Buffer& buffer) const;

  const PrimFunc& function_;
  const LoopAccesses& accesses_;
  ProofBudget budget_;
  mutable std::map<const void*, bool> inside_;                     // by buffer
  mutable std::map<std::pair<const void*, LoopId>, bool> passes_;  // by buffer and loop
};

}  // namespace lw
