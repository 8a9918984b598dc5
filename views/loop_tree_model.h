// What the loop tree shows of one function: loops, blocks and the statements outside of blocks, as plain data.
#pragma once

#include <string>
#include <vector>

#include "core/schedule/snapshot.h"

namespace lw {

struct LoopTreeNode {
  enum class Kind : uint8_t { Loop, Block, Statement };
  Kind kind = Kind::Loop;
  LoopId loop;
  BlockId block;
  std::string name;  // of the loop's variable or the block; of a statement: its first line
  // ---- loops ----
  std::string extent;  // "16", or the expression
  std::string chip;    // "serial", "reduce", "parallel", "vectorized", "unrolled", "threadIdx.x"
  ForKind forKind = ForKind::Serial;
  bool reduce = false;  // it moves a reduction: a reduce axis of a block below depends on it
  double share = 0;     // of the function's arithmetic, 0 to 1
  // ---- blocks ----
  std::string statement;                   // what it computes, one line; empty for a block of loops
  std::string init;                        // its first value, when the block initialises
  std::string predicate;                   // guard, when it has one
  std::vector<std::string> reads, writes;  // names of buffers

  int parent = -1;
  int depth = 0;
  std::vector<int> children;
};

struct LoopTree {
  std::vector<LoopTreeNode> nodes;  // in program order, parents first
  std::vector<int> roots;
  int find(LoopId loop) const;  // -1: not there
  int find(BlockId block) const;
};

// The root block is not shown.
LoopTree buildLoopTree(const Snapshot& program, int function = 0);

}  // namespace lw
