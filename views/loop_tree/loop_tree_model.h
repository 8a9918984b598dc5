// What the loop tree shows of one function: loops, blocks and the statements outside of blocks, as plain data.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/cost.h"
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
  // ---- blocks ----
  std::string statement;                   // what it computes, one line; empty for a block of loops
  std::string init;                        // its first value, when the block initialises
  std::string predicate;                   // guard, when it has one
  std::vector<std::string> reads, writes;  // names of buffers
  // ---- loops and blocks ----
  Cost cost;
  double flopShare = 0, byteShare = 0;  // of the function's, 0 to 1
  int sign = -1;                        // of a block: number of its letter and colour (block_signs.h); -1: it has none

  int parent = -1;
  int depth = 0;
  std::vector<int> children;
};

// A value goes from one block to another, or from one execution of a block to the next.
struct LoopTreeFlow {
  int from = -1, to = -1;  // nodes
  std::string buffer;
  std::string carriedBy;  // of a block to itself: the loops of the reduction
};

struct LoopTree {
  std::vector<LoopTreeNode> nodes;  // in program order, parents first
  std::vector<int> roots;
  std::vector<LoopTreeFlow> flows;  // from the last block before that writes the buffer; in the order of the readers
  Cost whole;
  std::shared_ptr<const ProgramCost> costs;  // what those of the nodes are from
  std::vector<std::string> assumed;          // sizes that nothing is known of
  std::vector<int64_t> caches;               // bytes, smallest first
  int find(LoopId loop) const;               // -1: not there
  int find(BlockId block) const;
};

// The root block is not shown. `caches`: sizes in bytes, smallest first.
LoopTree buildLoopTree(const Snapshot& program, int function = 0, const std::vector<int64_t>& caches = {});

// The smallest cache that holds so many bytes; caches.size(): none does.
size_t cacheFor(double bytes, const std::vector<int64_t>& caches);

}  // namespace lw
