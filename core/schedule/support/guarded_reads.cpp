#include "core/schedule/support/guarded_reads.h"

#include "core/arith/region.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

class GuardedReads : public Visitor {
 public:
  GuardedReads(const Buffer& buffer, Analyzer analyzer) : buffer_(buffer), analyzer_(std::move(analyzer)) {}
  std::vector<std::vector<IntSet>> boxes;  // one per block that has loads of its own
  bool guarded = false;                    // a block below the outermost blocks has a guard

  void stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) {
      loops_.push_back({loop->var, substitute(Range{loop->min, loop->extent}, values_)});
      stmt(loop->body);
      loops_.pop_back();
    } else if (const auto* block = s.as<Block>()) {
      inBlock(*block);
    } else {
      children(s);
    }
  }
  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) loads_ = loads_ || load->buffer == buffer_;
    children(e);
  }
  void around(const For& loop) { loops_.push_back({loop.var, {loop.min, loop.extent}}); }

 private:
  void inBlock(const Block& block) {
    const Expr outerGuard = guard_, guard = substitute(block.predicate, values_);
    const bool outerLoads = std::exchange(loads_, false);
    guarded = guarded || (depth_ > 0 && !isTrue(guard));
    guard_ = logicalAnd(outerGuard, guard);
    for (size_t i = 0; i < block.iters.size(); ++i)
      values_.insert_or_assign(block.iters[i].var.key(), substitute(block.bindings[i], values_));
    ++depth_;
    if (block.init) stmt(*block.init);
    stmt(block.body);
    --depth_;
    for (const BufferRegion& r : block.reads)
      if (loads_ && r.buffer == buffer_) boxes.push_back(relaxRegion(r, values_, loops_, guard_, analyzer_).dims);
    loads_ = outerLoads;
    guard_ = outerGuard;
  }

  const Buffer& buffer_;
  Analyzer analyzer_;
  std::vector<IterDomain> loops_;
  VarMap values_;  // values of the iters of the blocks around, over loops
  Expr guard_ = boolConst(true);
  int depth_ = 0;
  bool loads_ = false;
};

}  // namespace

std::optional<std::vector<Range>> guardedReads(const Snapshot& program, BlockId scope,
                                               const std::vector<BlockId>& readers, const Buffer& buffer) {
  const Analyzer analyzer = knowingAll(program, program.functionOf(scope));
  std::vector<std::vector<IntSet>> boxes;
  bool guarded = false;
  for (const BlockId id : readers) {
    GuardedReads reads(buffer, analyzer);
    for (const Stmt& s : pathTo(program.block(scope).body, id))
      if (const auto* loop = s.as<For>()) reads.around(*loop);
    reads.stmt(program.stmt(id));
    boxes.insert(boxes.end(), reads.boxes.begin(), reads.boxes.end());
    guarded = guarded || reads.guarded;
  }
  if (!guarded || boxes.empty()) return std::nullopt;
  return toRanges(uniteRegions(boxes, analyzer), buffer, analyzer);
}

}  // namespace lw
