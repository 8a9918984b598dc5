// Prints and lowers the state that the shown one is compared with.
#pragma once

#include "app/models/lowering/state_comparison.h"
#include "app/models/lowering/states_proof.h"

namespace lw {

class Document;
class JobRunner;
class KeptProofs;
class Lowering;
class TargetChoice;

class ComparedState : public StateComparison {
  Q_OBJECT

 public:
  ComparedState(Document& document, const Lowering& lowering, const TargetChoice& target, JobRunner& jobs,
                KeptProofs& proofs, const std::vector<int64_t>& caches);
  void compareWith(std::optional<int> node) override;
  void prove(int first, int second) override;
  void stopProof() override;
  void forgetProof() override;
  std::optional<ProvedState> proved(int node) const override;
  QString labelOf(int node) const override;
  void refresh();         // for another target or arithmetic
  void addMachineCode();  // generates machine code that is requested and missing
  void forgetRemoved();   // ends a comparison with a state that was removed

 private:
  Document& document_;
  const Lowering& lowering_;
  const TargetChoice& target_;
  JobRunner& jobs_;
  KeptProofs& proofs_;
  const std::vector<int64_t>& caches_;
};

}  // namespace lw
