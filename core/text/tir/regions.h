// Infers the regions that a block reads and writes, as TVM does if T.reads or T.writes is missing.
#pragma once

#include <initializer_list>
#include <unordered_map>
#include <vector>

#include "core/ir/stmt.h"

namespace lw::tir {

// Buffers that are known around a block, in the order in which they came.
class VisibleBuffers {
 public:
  VisibleBuffers() = default;
  VisibleBuffers(const std::vector<Buffer>& buffers);  // NOLINT(google-explicit-constructor)
  VisibleBuffers(std::initializer_list<Buffer> buffers);
  void add(const Buffer& buffer);
  size_t size() const { return list_.size(); }
  void truncate(size_t size);  // removes those that came last
  bool contains(const Buffer& buffer) const { return byBuffer_.contains(buffer.key()); }
  const std::vector<Buffer>& at(const Var& pointer) const;  // whose data it is

 private:
  std::vector<Buffer> list_;
  std::unordered_map<const void*, int> byBuffer_;  // how often
  std::unordered_map<const void*, std::vector<Buffer>> byPointer_;
};

struct BlockRegions {
  std::vector<BufferRegion> reads, writes;
  std::vector<Buffer> opaque;  // used through their pointer: their regions cannot be inferred
};

// Buffers that the block allocates are not in the result.
BlockRegions inferRegions(const Block& block, const VisibleBuffers& visible);

}  // namespace lw::tir
