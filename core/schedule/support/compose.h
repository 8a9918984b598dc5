// Runs several steps as one: a primitive that consists of others runs them on the program in turn. The first refusal
// becomes the refusal of the whole primitive; the changes of all steps become one edit.
#pragma once

#include "core/schedule/primitive.h"

namespace lw {

class ComposedSteps {
 public:
  ComposedSteps(Snapshot program, int function) : program_(std::move(program)), function_(function) {}

  // Checks the step on the current program and carries it out. Loops and blocks in `args` are LoopId and BlockId.
  // Returns the outputs of the step.
  Result<std::vector<StepValue>> run(const Primitive& primitive, const Arguments& args);

  const Snapshot& program() const { return program_; }
  bool conservative() const { return conservative_; }  // a step was accepted by the signatures of blocks
  Edit edit(std::vector<StepValue> outputs) const;

 private:
  Snapshot program_;
  int function_;
  bool changed_ = false, conservative_ = false;
  NodeReplacement fate_;
};

// The loop or block at this position of a step's outputs.
inline LoopId loopAt(const std::vector<StepValue>& outputs, size_t i) { return *outputs[i].as<LoopId>(); }
inline BlockId blockAt(const std::vector<StepValue>& outputs, size_t i) { return *outputs[i].as<BlockId>(); }

}  // namespace lw
