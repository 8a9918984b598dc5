#include "core/analysis/gpu/thread_reduction.h"

#include <algorithm>
#include <utility>

#include "core/ir/ops.h"
#include "core/ir/threads.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

bool usesInIter(const Block& block, const For& loop, bool reduce) {
  for (size_t i = 0; i < block.iters.size(); ++i)
    if ((block.iters[i].kind == IterKind::Reduce) == reduce && usesVar(block.bindings[i], loop.var)) return true;
  return false;
}

class Reductions : public Visitor {
 public:
  std::optional<ThreadReduction> found;
  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    if (found) return;
    const auto* loop = s.as<For>();
    if (loop) loops_.push_back(loop);
    if (const auto* block = s.as<Block>()) look(*block);
    children(s);
    if (loop) loops_.pop_back();
  }

 private:
  void look(const Block& block) {
    const auto isReduced = [&](const For* loop) { return usesInIter(block, *loop, true); };
    const bool overThreads = std::any_of(loops_.begin(), loops_.end(), [&](const For* loop) {
      return isKernelAxis(*loop) && !isBlockAxis(*loop) && isReduced(loop);
    });
    if (!overThreads || atomicStore(block.body)) return;
    for (const For* loop : loops_)
      if (isReduced(loop) && usesInIter(block, *loop, false)) {
        found = ThreadReduction{block.id, loop->id};
        return;
      }
    if (const auto other = beside(block, isReduced)) found = ThreadReduction{block.id, other->first, other->second};
  }
  // The work of each thread before the reduction may be inside the loops of the threads: statements before the block,
  // without thread loops of their own.
  template <class IsReduced>
  std::optional<std::pair<LoopId, BlockId>> beside(const Block& block, const IsReduced& isReduced) const {
    const auto first = std::find_if(loops_.begin(), loops_.end(), isReduced);
    size_t threads = static_cast<size_t>(
        std::count_if(first, loops_.end(), [&](const For* loop) { return isKernelAxis(*loop) && isReduced(loop); }));
    bool reduceOnly = std::all_of(first, loops_.end(), isReduced);
    for (auto at = first; at != loops_.end(); ++at) {
      threads -= isKernelAxis(**at) && isReduced(*at);
      const auto* seq = (*at)->body.template as<Seq>();
      if (!seq) continue;
      for (size_t i = 0; i < seq->stmts.size(); ++i) {
        if (holds(seq->stmts[i], block.id)) {
          if (i + 1 == seq->stmts.size()) break;
          return std::pair((*at)->id, firstBlock(seq->stmts[i + 1]));
        }
        if (threads > 0 || !reduceOnly || bindsThreads(seq->stmts[i]))
          return std::pair((*at)->id, firstBlock(seq->stmts[i]));
      }
    }
    return std::nullopt;
  }
  static bool holds(const Stmt& root, BlockId id) {
    return anyStmt(root, [&](const Stmt& s) {
      const auto* x = s.as<Block>();
      return x && x->id == id;
    });
  }
  static BlockId firstBlock(const Stmt& root) {
    BlockId first;
    forEachStmt(root, [&](const Stmt& s) {
      const auto* x = s.as<Block>();
      if (x && !first.valid()) first = x->id;
    });
    return first;
  }
  std::vector<const For*> loops_;
};

// Of blocks and the loops around them in one scope.
class Rewrites : public Visitor {
 public:
  explicit Rewrites(const PrimFunc& function) : function_(function) {}
  std::optional<ThreadRewrite> found;
  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    if (found) return;
    if (const auto* loop = s.as<For>()) {
      const bool launches = !kernel_ && loop->kind == ForKind::ThreadBinding;
      if (launches) kernel_ = s;
      loops_.push_back(loop);
      children(s);
      loops_.pop_back();
      if (launches) kernel_.reset();
    } else if (const auto* block = s.as<Block>()) {
      look(*block);
      const std::vector<const For*> around = std::exchange(loops_, {});
      children(s);
      loops_ = around;
    } else {
      children(s);
    }
  }

 private:
  static bool unused(const Block& block, const For& loop) {
    return asInt(loop.extent) != 1 && !usesVar(block.predicate, loop.var) &&
           std::none_of(block.bindings.begin(), block.bindings.end(),
                        [&](const Expr& e) { return usesVar(e, loop.var); });
  }
  void look(const Block& block) {
    auto at = std::find_if(loops_.begin(), loops_.end(), [&](const For* loop) {
      return isKernelAxis(*loop) && !isBlockAxis(*loop) && unused(block, *loop);
    });
    for (; at != loops_.end() && !found; ++at) {
      if (isKernelAxis(**at) || !unused(block, **at)) continue;
      const std::optional<BlockId> changer = changerOf(block, (*at)->body);
      for (const BufferRegion& write : block.writes)
        if (changer && outlivesKernel(write.buffer)) found = ThreadRewrite{block.id, *changer, (*at)->id, write.buffer};
    }
  }
  // Other memory may become private to each thread.
  bool outlivesKernel(const Buffer& buffer) const {
    const bool isParameter = std::any_of(function_.buffers.begin(), function_.buffers.end(),
                                         [&](const auto& entry) { return entry.second == buffer; });
    return isParameter || blocksWith(buffer, function_.body) > blocksWith(buffer, *kernel_);
  }
  static size_t blocksWith(const Buffer& buffer, const Stmt& root) {
    size_t count = 0;
    const auto of = [&](const BufferRegion& r) { return r.buffer == buffer; };
    forEachStmt(root, [&](const Stmt& s) {
      const auto* b = s.as<Block>();
      count += b && (std::any_of(b->reads.begin(), b->reads.end(), of) ||
                     std::any_of(b->writes.begin(), b->writes.end(), of));
    });
    return count;
  }
  static std::optional<BlockId> changerOf(const Block& block, const Stmt& body) {
    std::optional<BlockId> changer;
    forEachStmt(body, [&](const Stmt& s) {
      const auto* other = s.as<Block>();
      if (!other || other->id == block.id || changer) return;
      for (const BufferRegion& write : other->writes)
        for (const BufferRegion& read : block.reads)
          if (write.buffer == read.buffer) changer = other->id;
    });
    return changer;
  }
  const PrimFunc& function_;
  std::optional<Stmt> kernel_;  // the outermost loop of threads around the statement
  std::vector<const For*> loops_;
};

}  // namespace

std::optional<ThreadRewrite> rewrittenByThreads(const PrimFunc& function) {
  Rewrites rewrites(function);
  rewrites.stmt(function.body);
  return rewrites.found;
}

std::optional<ThreadReduction> brokenThreadReduction(const PrimFunc& function) {
  Reductions reductions;
  reductions.stmt(function.body);
  return reductions.found;
}

}  // namespace lw
