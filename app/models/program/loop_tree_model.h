// The content of the loop tree for one function: loops, blocks and the statements outside of blocks, as plain data.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/cost/cost.h"
#include "core/schedule/snapshot.h"

namespace lw {

struct LoopTreeNode {
  enum class Kind : uint8_t { Loop, Block, Statement };
  Kind kind = Kind::Loop;
  LoopId loop;
  BlockId block;
  std::string name;  // of the loop's variable or the block; for a statement: its first line
  // ---- loops ----
  std::string extent;  // "16", or the expression
  std::string chip;    // "serial", "reduce", "parallel", "vectorized", "unrolled", "threadIdx.x"
  ForKind forKind = ForKind::Serial;
  bool reduce = false;  // a reduce axis of a block inside depends on it
  // ---- blocks ----
  std::string statement;                   // the block's computation, one line; empty for a block that contains loops
  std::string init;                        // the statement of its init, if it has one
  std::string predicate;                   // its guard, if it has one
  std::vector<std::string> reads, writes;  // names of buffers
  // ---- loops and blocks ----
  Cost cost;
  double flopShare = 0, byteShare = 0;  // of the function's total, 0 to 1
  int sign = -1;                        // for a block: number of its colour (block_signs.h); -1: none
  std::string letter;                   // for a block: beside the colour; empty: none

  int parent = -1;
  int depth = 0;
  std::vector<int> children;
};

// The flow of a value from one block to another, or from one execution of a block to the next.
struct LoopTreeFlow {
  int from = -1, to = -1;  // nodes
  std::string buffer;
  std::string carriedBy;  // from a block to itself: the loops of the reduction
};

struct LoopTree {
  std::vector<LoopTreeNode> nodes;  // in program order, parents first
  std::vector<int> roots;
  std::vector<LoopTreeFlow> flows;  // from the last preceding block that writes the buffer; in the order of the readers
  Cost whole;
  std::shared_ptr<const ProgramCost> costs;  // the source of the costs of the nodes
  std::vector<std::string> assumed;          // sizes whose values are assumed
  std::vector<int64_t> caches;               // bytes, smallest first
  int find(LoopId loop) const;               // -1: not found
  int find(BlockId block) const;
};

// Leaves out the root block. `caches`: sizes in bytes, smallest first.
LoopTree buildLoopTree(const Snapshot& program, int function = 0, const std::vector<int64_t>& caches = {});

// The index of the smallest cache that holds so many bytes; caches.size(): none does.
size_t cacheFor(double bytes, const std::vector<int64_t>& caches);

}  // namespace lw
