// The state that the shown one is compared with, until the user chooses another one or none; and proofs that two states
// are equal.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lw {

struct OtherState;
struct ProvedState;
struct StatesProof;

class StateComparison : public QObject {
  Q_OBJECT

 public:
  ~StateComparison() override;
  virtual void compareWith(std::optional<int> node) = 0;
  std::optional<int> compared() const { return node_; }
  const OtherState* state() const { return state_.get(); }  // nullptr: none, or not ready yet

  // ---- proofs, in the background ----
  virtual void prove(int first, int second) = 0;  // nodes
  virtual void stopProof() = 0;                   // the answer says so
  virtual void forgetProof() = 0;                 // also ends a proof without an answer
  const std::optional<std::pair<int, int>>& proving() const { return proving_; }
  const StatesProof* proof() const { return proof_.get(); }  // the answer; nullptr: there is none
  virtual std::optional<ProvedState> proved(int node) const = 0;
  virtual QString labelOf(int node) const = 0;

 Q_SIGNALS:
  void chosen(std::optional<int> node);
  void changed();
  void proofChanged();
  void proofKept();  // proved() has changed

 protected:
  std::optional<int> node_;
  std::shared_ptr<const OtherState> state_;
  std::optional<std::pair<int, int>> proving_;
  std::unique_ptr<const StatesProof> proof_;
};

}  // namespace lw
