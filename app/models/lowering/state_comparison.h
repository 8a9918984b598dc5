// The state that the shown one is compared with, until the user chooses another one or none.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

namespace lw {

struct OtherState;

class StateComparison : public QObject {
  Q_OBJECT

 public:
  ~StateComparison() override;
  virtual void compareWith(std::optional<int> node) = 0;
  std::optional<int> compared() const { return node_; }
  const OtherState* state() const { return state_.get(); }  // nullptr: none, or not ready yet

 Q_SIGNALS:
  void chosen(std::optional<int> node);
  void changed();

 protected:
  std::optional<int> node_;
  std::shared_ptr<const OtherState> state_;
};

}  // namespace lw
