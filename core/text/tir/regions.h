// The regions that a block reads and writes, as TVM infers them where T.reads or T.writes is not written.
#pragma once

#include <vector>

#include "core/ir/stmt.h"

namespace lw::tir {

struct BlockRegions {
  std::vector<BufferRegion> reads, writes;
  std::vector<Buffer> opaque;  // used through their pointer: their regions cannot be inferred
};

// `visible`: buffers known around the block; those that the block allocates are left out of the result.
BlockRegions inferRegions(const Block& block, const std::vector<Buffer>& visible);

}  // namespace lw::tir
