// Blocks that read a tensor along another axis than they write.
#pragma once

#include <optional>
#include <vector>

#include "core/tune/rules/block_facts.h"

namespace lw::tune {

struct Turn {
  size_t read, written;              // axes along which it reads and writes
  std::vector<size_t> readsOfBlock;  // the tensors that are read across, as positions among the reads
};

std::optional<Turn> turnOf(const BlockFacts& facts);  // nullopt: it reads and writes along the same axis

}  // namespace lw::tune
