#include "passes/graph/bind_threads.h"

#include <algorithm>
#include <bit>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/schedule.h"
#include "passes/graph/run_errors.h"

namespace lw {
namespace {

class ThreadBinder {
 public:
  explicit ThreadBinder(const PrimFunc& kernel) : schedule_(Snapshot(kernel)) {}

  Result<PrimFunc> run() {
    const BlockId root = program().rootBlock(0);
    std::vector<LoopId> done;  // outermost loops of nests that are bound
    for (const BlockId block : program().childBlocks(root)) {
      std::vector<LoopId> loops = program().loopsAbove(block);
      if (!loops.empty() && std::find(done.begin(), done.end(), loops.front()) != done.end()) continue;
      if (Status s = bindNest(block, loops); !s) return s.error();
      loops = program().loopsAbove(block);
      if (!loops.empty()) done.push_back(loops.front());
    }
    return program().function(0);
  }

 private:
  const Snapshot& program() const { return schedule_.program(); }

  // Also of a reduction without an iteration, whose loop could be bound to anything.
  bool reduces(LoopId loop) const {
    for (const BlockId id : program().blocks(0)) {
      const Block& block = program().block(id);
      if (!program().isAncestor(loop, id)) continue;
      for (size_t i = 0; i < block.iters.size(); ++i)
        if (block.iters[i].kind == IterKind::Reduce && usesVar(block.bindings[i], program().loop(loop).var))
          return true;
    }
    return false;
  }
  // Loops of a reduction may be bound to threadIdx only, which then exchange values: they stay in one thread.
  Status bindNest(BlockId block, const std::vector<LoopId>& loops) {
    std::vector<LoopId> chosen;
    for (const LoopId loop : loops) {
      if (reduces(loop) || !schedule_.check(kBind, {StepValue(loop), StepValue("blockIdx.x")})) break;
      chosen.push_back(loop);
      if (program().children(loop).size() != 1) break;
    }
    if (chosen.empty()) {
      const StepValue outermost = loops.empty() ? StepValue(block) : StepValue(loops.front());
      if (auto made = schedule_.apply(kAddUnitLoop, {outermost}); !made) return made.error();
      return bind(program().loopsAbove(block).front(), "threadIdx.x");
    }
    if (chosen.size() > 1) {
      StepValue::List list;
      for (const LoopId loop : chosen) list.emplace_back(loop);
      if (auto fused = schedule_.apply(kFuse, {StepValue(std::move(list))}); !fused) return fused.error();
    }
    const LoopId loop = program().loopsAbove(block).front();
    const auto extent = asInt(program().loop(loop).extent);
    const int64_t threads =
        extent && *extent < kPlainThreads
            ? static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(std::max<int64_t>(*extent, 1))))
            : kPlainThreads;
    StepValue::List factors{StepValue(), StepValue(threads)};
    if (auto parts = schedule_.apply(kSplit, {StepValue(loop), StepValue(std::move(factors))}); !parts)
      return parts.error();
    const std::vector<LoopId> parts = program().loopsAbove(block);
    if (Status s = bind(parts.at(0), "blockIdx.x"); !s) return s;
    return bind(program().loopsAbove(block).at(1), "threadIdx.x");
  }
  Status bind(LoopId loop, const char* thread) {
    if (auto bound = schedule_.apply(kBind, {StepValue(loop), StepValue(thread)}); !bound) return bound.error();
    return success();
  }

  Schedule schedule_;
};

bool hasThreads(const PrimFunc& kernel) {
  return anyStmt(kernel.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    const auto* attribute = s.as<AttrStmt>();
    return (loop && loop->kind == ForKind::ThreadBinding) || (attribute && attribute->key.starts_with(kThreadExtent));
  });
}

}  // namespace

Result<PrimFunc> withPlainThreads(const PrimFunc& kernel) {
  if (hasThreads(kernel)) return kernel;
  const auto* root = kernel.body.as<Block>();
  if (!root || !root->iters.empty()) return err::kModelNoSteps(kernel.name);
  // A single block without loops around it is the root itself: it gets a root around it, and then a loop.
  bool single = true;
  forEachStmt(root->body, [&](const Stmt& s) { single = single && !s.as<Block>(); });
  if (!single) return ThreadBinder(kernel).run();
  PrimFunc inRoot = kernel;
  inRoot.body = Block(inRoot.freshBlock(), "root", kernel.body);
  return ThreadBinder(inRoot).run();
}

}  // namespace lw
