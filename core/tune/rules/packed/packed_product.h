// Recognises sums of products with weights that are stored several to a word, as GPTQ, AWQ, mlc-llm and MatMulNBits
// store them, with scales and zero points for groups of terms: the decoding is inlined into the sum first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/tune/rules/block_facts.h"

namespace lw::tune {

// Words, scales or zero points that are stored row by row of the results: a vector of results reads one element of each
// of as many rows.
struct PackedRead {
  Buffer buffer;
  size_t read;            // its position among the block's reads
  size_t dimension;       // whose index is the axis of the results
  bool once;              // the caller leaves its layout free: it is rearranged once, before the calls
  bool byWord;            // the index is the number of the word that holds the results
  bool word;              // read for each few terms; otherwise one for a whole group
  int64_t lastDimension;  // its extent
};

struct PackedProduct {
  Snapshot program;               // in which the decoding is inlined
  BlockFacts facts;               // of the sum in that program
  std::vector<BlockId> decoding;  // the blocks that are inlined, in order
  size_t lane = 0, term = 0;      // positions among the axes
  std::optional<size_t> row;      // of an axis that the activations alone use, with more than one iteration
  std::vector<PackedRead> reads;
  std::vector<int64_t> groups;  // what the terms are divided into, in terms: each is a multiple of the next
  int64_t fields = 1;           // terms of a word
  int64_t results = 1;          // of a word: AWQ packs them, and not terms

  const BlockAxis& laneAxis() const { return facts.axes[lane]; }
  const BlockAxis& termAxis() const { return facts.axes[term]; }
  const BlockAxis* rowAxis() const { return row ? &facts.axes[*row] : nullptr; }
};

// nullopt: the block is no such sum; `why` says it: "it does not sum ...".
std::optional<PackedProduct> packedProductOf(const RuleContext& context, BlockId block, Message& why);

}  // namespace lw::tune
