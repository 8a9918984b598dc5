#include "passes/unify_thread_binding.h"

#include <algorithm>
#include <array>

#include "core/analysis/gpu/warp_operations.h"
#include "core/arith/analyzer.h"
#include "core/ir/debug_text.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/threads.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"
#include "passes/errors.h"
#include "passes/support/thread_launches.h"
#include "passes/support/warp_lanes.h"

namespace lw {
namespace {

constexpr std::array<const char*, 6> kAxes{"blockIdx.z",  "blockIdx.y",  "blockIdx.x",
                                           "threadIdx.z", "threadIdx.y", "threadIdx.x"};

bool hasKernel(const Stmt& s) {
  return anyStmt(s, [&](const Stmt& x) {
    const auto* loop = x.as<For>();
    return loop && isKernelAxis(*loop);
  });
}

// A kernel begins at the outermost loop over threads, or at a block that allocates memory of its threads.
bool beginsKernel(const Stmt& s) {
  if (const auto* loop = s.as<For>()) return isKernelAxis(*loop);
  const auto* block = s.as<Block>();
  const auto ofThreads = [](const Buffer& b) { return b->scope != "global"; };
  return block && block->name != "root" && std::any_of(block->allocs.begin(), block->allocs.end(), ofThreads) &&
         hasKernel(block->body);
}

struct Axis {
  Var var;
  Expr extent;
  bool guarded = false;  // one thread runs where the loops along the axis have no iteration
};
using Axes = std::map<std::string, Axis>;

// Rewrites the body of a kernel to use one variable for each axis.
class Merge : public Rewriter {
 public:
  explicit Merge(const Axes& axes) : axes_(axes) {}
  Expr var(const Var& v) override {
    const auto found = values_.find(v.key());
    return found == values_.end() ? Expr(v) : found->second;
  }
  Stmt stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    if (loop && isKernelAxis(*loop)) return axis(*loop);
    const auto* attribute = s.as<AttrStmt>();
    if (attribute && attribute->key == kWarpMatrix) return ofWarp(s);
    if (attribute && attribute->key == kBulkCopy) return together(s);
    if (attribute && attribute->key == kBulkStore) return byFirst(together(s), true);
    Stmt done = children(s);
    const auto* store = ofWarp_ ? nullptr : s.as<BufferStore>();
    if (store && store->buffer->scope != "local") return byFirst(done, store->buffer->scope == "global");
    return done;
  }

 private:
  Stmt axis(const For& loop) {
    const Axis& axis = axes_.at(loop.thread);
    values_.insert_or_assign(loop.var.key(), cast(loop.var.dtype(), axis.var) + expr(loop.min));
    ++around_[loop.thread];
    Stmt body = stmt(loop.body);
    --around_[loop.thread];
    if (!axis.guarded) return body;
    return Stmt(IfThenElse{lt(makeZero(loop.extent.dtype()), expr(loop.extent)), body, {}}, body.origin());
  }
  // All lanes of a warp carry out the operation, each its part.
  // One thread has an instruction make the copy, which the program around it chooses.
  Stmt together(const Stmt& s) {
    const bool outer = std::exchange(ofWarp_, true);
    Stmt done = children(s);
    ofWarp_ = outer;
    return done;
  }
  Stmt ofWarp(const Stmt& s) {
    const Stmt done = together(s);
    const auto lanes = axes_.find("threadIdx.x");
    const auto extent = lanes == axes_.end() ? std::nullopt : asInt(lanes->second.extent);
    if (!extent || *extent % kWarpLanes != 0) return done;
    const Expr thread = lanes->second.var;
    return ofLane(done, *extent == kWarpLanes ? thread : floormod(thread, kWarpLanes));
  }
  // Makes a store run once along the axes that do not enclose it: in the first thread of each block or, where blocks
  // share the memory, in the first thread of the first block.
  Stmt byFirst(const Stmt& store, bool ofAllBlocks) {
    Expr first = boolConst(true);
    for (const std::string_view name : kAxes)
      if (const auto found = axes_.find(std::string(name)); (ofAllBlocks || name.starts_with("threadIdx")) &&
                                                            found != axes_.end() && around_[std::string(name)] == 0 &&
                                                            asInt(found->second.extent) != 1)
        first = logicalAnd(first, eq(found->second.var, 0));
    return isTrue(first) ? store : Stmt(IfThenElse{first, store, {}}, store.origin());
  }

  const Axes& axes_;
  VarMap values_;
  std::map<std::string, int> around_;
  bool ofWarp_ = false;  // inside a matrix operation or a bulk copy
};

Axes axesOf(const Stmt& kernel) {
  Axes axes;
  forEachStmt(kernel, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    if (!loop || !isKernelAxis(*loop)) return;
    std::string name = loop->thread;
    std::replace(name.begin(), name.end(), '.', '_');
    axes.try_emplace(loop->thread, Axis{Var(name, dtype::Int32), cast(dtype::Int32, loop->extent)});
  });
  // Where a producer makes all copies, no other statement may be bound to the lanes of a warp.
  const auto has = [&](std::string_view key) {
    return anyStmt(kernel, [&](const Stmt& s) { return s.as<AttrStmt>() && s.as<AttrStmt>()->key == key; });
  };
  if (!axes.contains("threadIdx.x") && has(kWarpMatrix) && has(kConsumerPart))
    axes.try_emplace("threadIdx.x", Axis{Var("threadIdx_x", dtype::Int32), makeConst(dtype::Int32, kWarpLanes)});
  return axes;
}

// Is there something to do in the kernel outside of the loops along this axis?
class Outside : public Visitor {
 public:
  explicit Outside(std::string_view thread) : thread_(thread) {}
  bool found = false;
  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    if (found || (loop && loop->thread == thread_)) return;
    found = s.as<BufferStore>() || (s.as<Evaluate>() && !isNoOp(s));
    children(s);
  }

 private:
  std::string_view thread_;
};

// What is outside of the loops along an axis runs once, also where these loops have no iteration: such an axis has one
// thread then.
void keepOneThread(const Stmt& kernel, Axes& axes) {
  for (auto& [thread, axis] : axes) {
    if (Analyzer().canProve(le(makeConst(axis.extent.dtype(), 1), axis.extent))) continue;
    Outside outside(thread);
    outside.stmt(kernel);
    if (!outside.found) continue;
    axis.guarded = true;
    axis.extent = max(axis.extent, makeConst(axis.extent.dtype(), 1));
  }
}

class Unify : public Rewriter {
 public:
  explicit Unify(PrimFunc& ids) : ids_(ids) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (!beginsKernel(s)) return children(s);
    Axes axes = axesOf(s);
    keepOneThread(s, axes);
    Stmt body = Merge(axes).stmt(s);
    for (size_t i = kAxes.size(); i-- > 0;) {
      const auto found = axes.find(kAxes[i]);
      if (found == axes.end()) continue;
      body = Stmt(
          For{ids_.freshLoop(), found->second.var, 0, found->second.extent, ForKind::ThreadBinding, kAxes[i], {}, body},
          s.origin());
    }
    return body;
  }

 private:
  PrimFunc& ids_;
};

// Checks the part of a function that the host runs.
class Check {
 public:
  std::optional<Explanation> error;

  void host(const Stmt& s) {
    if (error) return;
    if (beginsKernel(s)) return kernel(s);
    if (const auto* n = s.as<For>()) return host(n->body);
    if (const auto* n = s.as<LetStmt>()) return host(n->body);
    if (const auto* n = s.as<AttrStmt>()) return host(n->body);
    if (const auto* n = s.as<AssertStmt>()) return host(n->body);
    if (const auto* n = s.as<Seq>()) {
      for (const Stmt& part : n->stmts) host(part);
      return;
    }
    if (const auto* n = s.as<IfThenElse>()) {
      host(n->thenBody);
      if (n->elseBody) host(*n->elseBody);
      return;
    }
    if (const auto* n = s.as<Block>()) {
      return n->iters.empty() && !isPlain(*n) ? host(n->body) : notBound(*n);
    }
  }

 private:
  // A block that contains neither blocks nor kernels.
  static bool isPlain(const Block& block) {
    bool blocks = false;
    forEachStmt(block.body, [&](const Stmt& s) { blocks |= s.as<Block>() != nullptr; });
    return !blocks && !hasKernel(block.body);
  }
  void notBound(const Block& block) {
    const std::string name = block.name.empty() || block.name == "root" ? "root" : block.name;
    error = explain(err::kGpuNotBound(name),
                    "bind a loop around it, for example bind(loop, \"blockIdx.x\"), or compute it inside another "
                    "kernel with compute_at or compute_inline");
    error->blocks = {block.id};
  }

  void kernel(const Stmt& s) {
    std::map<std::string, const For*> first;
    std::vector<Var> inner;
    collect(s, first, inner);
    if (!error) error = whyNoWarp(s, first);
  }

  void collect(const Stmt& s, std::map<std::string, const For*>& first, std::vector<Var>& inner) {
    Analyzer analyzer;
    forEachStmt(s, [&](const Stmt& x) {
      const auto* loop = x.as<For>();
      if (loop) inner.push_back(loop->var);
    });
    forEachStmt(s, [&](const Stmt& x) {
      const auto* loop = x.as<For>();
      if (error || !loop || !isKernelAxis(*loop)) return;
      for (const Var& v : inner)
        if (usesVar(loop->extent, v)) {
          error = explain(err::kGpuInnerExtent(debugText(loop->extent), loop->var.name(), loop->thread, v.name()),
                          "bind a loop whose extent does not depend on other loops");
          error->loops = {loop->id};
          return;
        }
      const auto [found, added] = first.try_emplace(loop->thread, loop);
      if (added || analyzer.canProveEqual(found->second->extent, loop->extent)) return;
      error = explain(err::kGpuOtherExtent(loop->var.name(), debugText(loop->extent), loop->thread,
                                           debugText(found->second->extent), found->second->var.name()),
                      "split one of them so that both have the same extent");
      error->loops = {loop->id, found->second->id};
    });
  }
};

}  // namespace

PrimFunc unifyThreadBinding(const PrimFunc& f) {
  PrimFunc result = launchesAsLoops(f);
  result.body = Unify(result).stmt(result.body);
  return result;
}

Status checkThreadBinding(const PrimFunc& scheduled) {
  Check check;
  check.host(launchesAsLoops(describeWarpOperations(scheduled)).body);
  if (check.error) return *check.error;
  return success();
}

const Pass kUnifyThreadBindingPass{.name = "unify_thread_binding",
                                   .label = "unify threads",
                                   .help = "Give every kernel one loop for each thread axis.",
                                   .checkScheduled = programOnly<checkThreadBinding>,
                                   .run = programOnly<unifyThreadBinding>};

}  // namespace lw
