#include "core/schedule/support/layout_change.h"

#include <algorithm>

#include "core/ir/ops.h"
#include "core/schedule/support/regions.h"
#include "core/text/tir/regions.h"

namespace lw {
namespace {

class LayoutChange : public Rewriter {
 public:
  LayoutChange(const Buffer& from, const Buffer& to, const IndexMap& map) : from_(from), to_(to), map_(map) {}

  Buffer buffer(const Buffer& b) override { return b == from_ ? to_ : b; }
  Expr expr(const Expr& e) override {
    const auto* load = e.as<BufferLoad>();
    if (!load || !(load->buffer == from_)) return children(e);
    return BufferLoad{to_, applyMap(map_, exprs(load->indices), analyzer_)};
  }
  Stmt stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) analyzer_.bind(loop->var, {loop->min, loop->extent});
    if (const auto* block = s.as<Block>()) return changed(s, *block);
    const auto* store = s.as<BufferStore>();
    if (!store || !(store->buffer == from_)) return children(s);
    return Stmt(BufferStore{to_, applyMap(map_, exprs(store->indices), analyzer_), expr(store->value)}, s.origin());
  }

 private:
  // Regions of the buffer with its old shape cannot be rewritten alone: they are removed before the rewrite and put
  // back after it.
  Stmt changed(const Stmt& s, const Block& block) {
    for (const IterVar& iter : block.iters) analyzer_.bind(iter.var, iter.domain);
    Block without = block;
    const auto isFrom = [&](const BufferRegion& r) { return r.buffer == from_; };
    const bool reads = std::any_of(block.reads.begin(), block.reads.end(), isFrom),
               writes = std::any_of(block.writes.begin(), block.writes.end(), isFrom);
    if (!reads && !writes) return children(s);
    std::erase_if(without.reads, isFrom);
    std::erase_if(without.writes, isFrom);
    const Stmt done = children(Stmt(without, s.origin()));
    Block result = *done.as<Block>();
    const tir::BlockRegions found = tir::inferRegions(result, {to_});
    restore(block.reads, found.reads, result.reads);
    restore(block.writes, found.writes, result.writes);
    return Stmt(std::move(result), s.origin());
  }
  void restore(const std::vector<BufferRegion>& old, const std::vector<BufferRegion>& found,
               std::vector<BufferRegion>& list) const {
    for (size_t i = 0; i < old.size(); ++i) {
      if (!(old[i].buffer == from_)) continue;
      BufferRegion region = found.empty() ? BufferRegion{to_, wholeRanges(to_->shape)} : found.front();
      // What is inferred for a block around loops does not know that conditions in it keep accesses inside.
      for (size_t d = 0; d < region.ranges.size(); ++d)
        if (!loadsMemory(region.ranges[d])) region.ranges[d] = insideBuffer(region.ranges[d], to_->shape[d], analyzer_);
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(i), std::move(region));
    }
  }

  const Buffer &from_, &to_;
  const IndexMap& map_;
  Analyzer analyzer_;
};

}  // namespace

Buffer withShape(const Buffer& buffer, std::vector<Expr> shape) {
  BufferNode node = *buffer;
  node.shape = std::move(shape);
  return Buffer(std::move(node));
}

PrimFunc changeLayout(const PrimFunc& function, const Buffer& from, const Buffer& to, const IndexMap& map) {
  PrimFunc changed = function;
  for (auto& [param, buffer] : changed.buffers)
    if (buffer == from) buffer = to;
  changed.body = LayoutChange(from, to, map).stmt(function.body);
  return changed;
}

}  // namespace lw
