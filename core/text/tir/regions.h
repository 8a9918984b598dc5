// Infers the regions that a block reads and writes, as TVM does if T.reads or T.writes is missing.
#pragma once

#include <vector>

#include "core/ir/stmt.h"

namespace lw::tir {

struct BlockRegions {
  std::vector<BufferRegion> reads, writes;
  std::vector<Buffer> opaque;  // used through their pointer: their regions cannot be inferred
};

// `visible`: buffers that are known around the block. Buffers that the block allocates are not in the result.
BlockRegions inferRegions(const Block& block, const std::vector<Buffer>& visible);

}  // namespace lw::tir
