// What both sides of an `if` compute is in one buffer after it. A side that computes its result itself writes that
// buffer in the place of its own; a side that gives a value from elsewhere copies it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "passes/graph/model_program.h"

namespace lw {

class ArmResults {
 public:
  // The steps and buffers that were added while the side was read; the second side's follow those of the first.
  struct Side {
    int arm;
    size_t firstStep, lastStep;      // the last one is not part of it
    size_t firstBuffer, lastBuffer;  // likewise
  };
  ArmResults(const graph::Model& model, ModelProgram& program, Side first, Side second)
      : model_(model), program_(program), sides_{first, second} {}

  // The buffer that has the value of `first` or of `second` after the `if`. Their shapes and types are the same.
  int joined(int first, int second, const std::string& name, Span place);

 private:
  bool madeBy(int side, int buffer) const;
  void rename(int side, int from, int to);
  void copy(int side, int from, int to, Span place);

  const graph::Model& model_;
  ModelProgram& program_;
  Side sides_[2];
  std::set<int> taken_;         // buffers that are results already
  std::map<int, int> renamed_;  // buffers of the second side that are others now
};

// Removes temporaries that no step uses any more.
void dropUnusedBuffers(ModelProgram& program);

}  // namespace lw
