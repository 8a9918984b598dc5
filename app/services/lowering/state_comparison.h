// The state that the shown one is compared with, until the user chooses another one or none; and proofs that two states
// are equal.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

namespace lw {

class Document;
class JobRunner;
class Lowering;
class TargetChoice;
struct OtherState;
struct StatesProof;

class StateComparison : public QObject {
  Q_OBJECT

 public:
  StateComparison(Document& document, const Lowering& lowering, const TargetChoice& target, JobRunner& jobs,
                  const std::vector<int64_t>& caches);
  ~StateComparison() override;
  void compareWith(std::optional<int> node);
  std::optional<int> compared() const { return node_; }
  const OtherState* state() const { return state_.get(); }  // nullptr: none, or not ready yet
  void refresh();                                           // for another target or arithmetic
  void addMachineCode();                                    // generates machine code that is requested and missing
  void forgetRemoved();                                     // ends a comparison with a state that was removed

  // ---- proofs, in the background ----
  void prove(int first, int second);  // nodes
  void stopProof();                   // the answer says so
  void forgetProof();                 // also ends a proof without an answer
  const std::optional<std::pair<int, int>>& proving() const { return proving_; }
  const StatesProof* proof() const { return proof_.get(); }  // the answer; nullptr: there is none
  QString labelOf(int node) const;

 Q_SIGNALS:
  void chosen(std::optional<int> node);
  void changed();
  void proofChanged();

 private:
  Document& document_;
  const Lowering& lowering_;
  const TargetChoice& target_;
  JobRunner& jobs_;
  const std::vector<int64_t>& caches_;
  std::optional<int> node_;
  std::shared_ptr<const OtherState> state_;
  std::optional<std::pair<int, int>> proving_;
  std::unique_ptr<const StatesProof> proof_;
};

}  // namespace lw
