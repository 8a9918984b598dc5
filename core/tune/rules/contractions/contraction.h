// Recognises sums of products of two buffers: matrix products, batched ones, convolutions. The iters of the block are
// sorted by the factors that use them. The products may have further factors, and factors may be expressions:
// (A[i, k] - zero[0]) * B[k, j] * scale[j] * 0.125. These are computed as they are written, term by term; moved out of
// the sum, or to an operand, they would round otherwise.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "core/tune/rules/rule.h"

namespace lw::tune {

using Axes = std::vector<size_t>;  // positions among the block's iters, in order

struct Factor {
  Buffer buffer;
  std::vector<Expr> indices;
  size_t read = 0;  // its position among the block's reads
};

struct Contraction {
  BlockId block;
  std::string name;  // of the block
  std::vector<Var> iters;
  std::vector<int64_t> extents;  // of those in `symbolic`: kSymbolicExtent
  Factor left, right;            // the right factor is the one whose own axes index the last dimension of the result
  Buffer result;
  std::vector<Expr> resultIndices;
  Axes batch;                  // used by both factors and the result; or by the result alone, with one value
  Axes rows;                   // by the left factor and the result
  Axes columns;                // by the right factor and the result
  Axes sums;                   // by both factors, summed up
  bool allocatedLeft = false;  // the left factor is an intermediate result
  bool plain = true;           // a term is the product of an element of each factor, and nothing else
  Axes symbolic;               // their sizes are known only when the kernel runs
  bool fillsTerms = true;      // terms of factors that are zero are zero: sums may be filled up with them

  int64_t count(const Axes& axes) const;  // of iterations; kSymbolicExtent: one is symbolic
  bool isSymbolic(const Axes& axes) const;
  Message whySymbolic() const;  // completes "block C ..."; empty: all sizes are known
  // Every group but the batch is one axis, and every index is one iter: a product of matrices as it is written.
  bool isMatrixProduct() const;
};

// The reason why the block is no contraction completes "block C ...".
std::variant<Contraction, Message> contractionOf(const Snapshot& program, BlockId block);

// What is known of the elements of a factor along its last dimension.
struct Run {
  int64_t columns = 0;  // so many values of the fused column (for the left factor: row) axis are consecutive in memory
  int64_t sums = 0;     // so many values of the fused sum axis are
};
Run runOf(const Contraction& c, const Factor& factor, const Axes& own);

// The iters in the order of the loops around the block, each of which drives one.
Axes loopOrder(const Snapshot& program, const Contraction& c);

// Elementwise blocks that follow: each reads the result of the one before at its own iteration, and nothing else does.
// Blocks in `taken` are inlined already and are left out; a result that the caller sees ends the chain.
std::vector<BlockId> epilogueOf(const Snapshot& program, const Contraction& c, const std::vector<BlockId>& taken);

// The elementwise block, or copy, that computes a factor for this block alone; invalid: there is none.
BlockId prologueOf(const Snapshot& program, const Contraction& c, const Factor& factor,
                   const std::vector<BlockId>& taken);

// The last argument of a cache_read whose copy is for `block` alone, where other blocks read the buffer as well: ",
// [B]".
std::string onlyFor(const RuleContext& context, BlockId reader, const Buffer& buffer, const std::string& block);

// Is the factor a parameter whose layout the caller leaves free? It is then packed once, before the calls.
bool isWeight(const RuleContext& context, const Factor& factor);

// Calls `write` for the contractions among the blocks that are not taken and for which `misfit` has no objection, and
// adds the blocks that it returns, if any, to those taken. Returns why there was none, of the first block that did not
// fit.
Message forEachContraction(RuleContext& context, Message (*misfit)(const Snapshot&, const Contraction&),
                           const std::function<std::vector<BlockId>(const Contraction&)>& write);

}  // namespace lw::tune
