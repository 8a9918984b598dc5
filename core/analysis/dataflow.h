// What a function computes from what: its inputs and blocks as the nodes of a graph.
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
  std::vector<std::pair<int, int>> edges;  // from what is read to what reads it; each once, ordered
  int find(BlockId block) const;           // -1: none
  int find(const std::string& input) const;
};

// Blocks that hold other blocks are no nodes. A block reads what was written last before it in the text; a buffer that
// no block writes and that is no parameter is left out.
Dataflow dataflowOf(const PrimFunc& function);

}  // namespace lw
