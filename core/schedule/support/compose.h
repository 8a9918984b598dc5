// Several steps as one: a primitive that is made of others runs them on the program in turn. The first refusal is the
// whole's; what all of them changed is one edit.
#pragma once

#include "core/schedule/primitive.h"

namespace lw {

class Steps {
 public:
  Steps(Snapshot program, int function) : program_(std::move(program)), function_(function) {}

  // Checks the step on the program so far and carries it out. Loops and blocks in `args` are LoopId and BlockId. Gives
  // what the step returns.
  Result<std::vector<Value>> run(const Primitive& primitive, const Arguments& args);

  const Snapshot& program() const { return program_; }
  bool conservative() const { return conservative_; }  // a step was accepted by the signatures of blocks
  Edit edit(std::vector<Value> outputs) const;

 private:
  Snapshot program_;
  int function_;
  bool changed_ = false, conservative_ = false;
  NodeReplacement fate_;
};

// The loop or block that a step returned at this place.
inline LoopId loopAt(const std::vector<Value>& outputs, size_t i) { return *outputs[i].as<LoopId>(); }
inline BlockId blockAt(const std::vector<Value>& outputs, size_t i) { return *outputs[i].as<BlockId>(); }

}  // namespace lw
