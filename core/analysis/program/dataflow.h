// The dataflow graph of a function, with its inputs and blocks as nodes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/ir/stmt.h"

namespace lw {

struct DataflowNode {
  enum class Kind : uint8_t { Input, Stage, Output };
  Kind kind = Kind::Stage;
  std::string name;  // of the buffer for an input, else of the block
  Buffer buffer;     // that it is or writes
  BlockId block;     // not valid for an input
  bool reduces = false;
};

struct Dataflow {
  std::vector<DataflowNode> nodes;  // inputs in the order of the parameters, then blocks in the order of the program
  std::vector<std::pair<int, int>> edges;  // from producer to consumer; each once, ordered
  int find(BlockId block) const;           // -1: none
  int find(const std::string& input) const;
};

// Blocks that contain other blocks are not nodes. A block reads from the last writer before it in the text. A buffer
// that no block writes and that is not a parameter is left out.
Dataflow dataflowOf(const PrimFunc& function);

}  // namespace lw
