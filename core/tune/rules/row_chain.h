// Blocks that end in one over rows, with reductions along the same rows before it: softmax, layer norm.
#pragma once

#include <optional>
#include <vector>

#include "core/tune/rules/block_facts.h"

namespace lw::tune {

struct RowMember {
  BlockFacts facts;
  std::vector<Var> rows;  // its iteration variables that are the rows of the last block
};

struct RowChain {
  RowMember last;
  size_t rows = 0;                 // how many of the outer loops of the last block go over rows
  std::vector<RowMember> members;  // without the last block, last ones first
};

// The chain that ends in the block, with as many loops over rows as possible; nullopt: there is none.
std::optional<RowChain> rowChainTo(const RuleContext& context, const std::vector<BlockFacts>& blocks,
                                   const BlockFacts& last);

}  // namespace lw::tune
