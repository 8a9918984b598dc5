#include "passes/support/warp_lanes.h"

#include "core/analysis/gpu/producer_copies.h"
#include "core/ir/lane_operations.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/errors.h"

namespace lw {
namespace {

constexpr int64_t kLanesOfColumn = 8, kLanesOfRow = 4;  // lanes in a column and in a row

Expr rowOfLane(const Expr& lane, const Expr& number) { return floordiv(lane, 4) + number * Expr(8); }
Expr columnOfLane(const Expr& lane, const Expr& number) {
  return floordiv(number, 2) * Expr(8) + floormod(lane, 4) * Expr(2) + floormod(number, 2);
}

Stmt partOfLane(const Stmt& nest, const std::vector<MatrixLoop>& loops, size_t at, const Expr& lane) {
  const auto* loop = at < loops.size() ? nest.as<For>() : nullptr;
  if (!loop) return nest;
  For own = *loop;
  own.body = partOfLane(loop->body, loops, at + 1, lane);
  if (loops[at] != MatrixLoop::Common) {
    const bool rows = loops[at] == MatrixLoop::Rows;
    own.var = Var(loop->var.name(), loop->var.dtype());
    own.extent =
        makeConst(loop->extent.dtype(), asInt(loop->extent).value_or(0) / (rows ? kLanesOfColumn : kLanesOfRow));
    const Expr own32 = cast(dtype::Int32, own.var);
    own.body = substitute(
        own.body,
        {{loop->var.key(), cast(loop->var.dtype(), rows ? rowOfLane(lane, own32) : columnOfLane(lane, own32))}});
  }
  return Stmt(std::move(own), nest.origin());
}

class CheckOfWarps : public Visitor {
 public:
  CheckOfWarps(const Stmt& kernel, const std::map<std::string, const For*>& axes)
      : hasProducer_(anyStmt(kernel, [](const Stmt& s) {
          const auto* loop = s.as<For>();
          return loop && loop->annotations.contains(std::string(kSpecializeNote));
        })) {
    const auto found = axes.find("threadIdx.x");
    if (found != axes.end()) lanes_ = found->second;
  }
  std::optional<Explanation> error;

  void expr(const Expr& e) override {
    children(e);
    if (const auto* load = e.as<BufferLoad>()) access(load->buffer);
  }
  void stmt(const Stmt& s) override {
    if (error) return;
    const auto* loop = s.as<For>();
    const bool ofLanes = loop && loop->thread == "threadIdx.x";
    const Block* outer = block_;
    if (const auto* n = s.as<Block>()) {
      block_ = n;
      for (const Buffer& b : n->allocs)
        if (isFragment(b->scope)) depth_.insert_or_assign(b->data.key(), depthOfLanes_);
    }
    depthOfLanes_ += ofLanes;
    const auto* n = s.as<AttrStmt>();
    if (n && n->key == kWarpMatrix)
      operation(*n);
    else
      children(s);
    depthOfLanes_ -= ofLanes;
    if (const auto* store = s.as<BufferStore>()) access(store->buffer);
    block_ = outer;
  }

 private:
  Ident name() const { return Ident(block_ && !block_->name.empty() ? block_->name : "root"); }
  void fail(Explanation e) {
    if (error) return;
    if (block_) e.blocks = {block_->id};
    error = std::move(e);
  }
  void access(const Buffer& b) {
    if (!isFragment(b->scope)) return;
    fail(explain(err::kGpuFragmentElement(name(), b->name, b->scope),
                 "tensorize the block with an intrinsic for this scope, for example \"wmma_fill_16x16x16_f32\" or "
                 "\"wmma_store_16x16x16_f32_shared\""));
  }
  void operation(const AttrStmt& n) {
    if (!lanes_ && hasProducer_) return;  // unify_thread_binding adds the axis of the lanes
    const auto extent = lanes_ ? asInt(lanes_->extent) : std::nullopt;
    if (!extent || *extent % kWarpLanes != 0)
      return fail(
          explain(err::kGpuWarpThreads(name(), lanes_ ? say("threadIdx.x has {0} iterations", extent.value_or(0))
                                                      : Message("no loop is bound to threadIdx.x")),
                  "bind a loop of 32 iterations to threadIdx.x, for example in the copy to shared memory, and "
                  "the loops over warps to threadIdx.y"));
    if (depthOfLanes_ == 0) return;
    forEachExpr(n.value, [&](const Expr& e) {
      const auto* load = e.as<BufferLoad>();
      if (!load || !isFragment(load->buffer->scope)) return;
      const auto found = depth_.find(load->buffer->data.key());
      if (found != depth_.end() && found->second > 0) return;
      if (block_ && found == depth_.end())
        for (const MatchBuffer& m : block_->matches)
          if (const auto source = depth_.find(m.source.buffer->data.key());
              m.buffer == load->buffer && source != depth_.end() && source->second > 0)
            return;
      fail(explain(err::kGpuWarpInThread(name(), lanes_->var.name()),
                   say("move the block out of loop {0}: all threads of a warp carry out the operation together",
                       Ident(lanes_->var.name()))));
    });
  }

  const bool hasProducer_;
  const For* lanes_ = nullptr;
  const Block* block_ = nullptr;
  int depthOfLanes_ = 0;
  std::map<const void*, int> depth_;  // loops over lanes around the allocation
};

// Finds operations that not all lanes of a warp carry out in the same way.
class CheckOfLanes : public Visitor {
 public:
  explicit CheckOfLanes(const KernelNest& kernel) {
    for (const For* axis : kernel.axes)
      if (axis->thread == "threadIdx.x") lane_ = axis->var;
  }
  std::optional<Explanation> error;

  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    if (error || !lane_) return;
    const Message outer = where_;
    if (const auto* n = s.as<IfThenElse>(); n && differs(n->condition)) where_ = "a condition";
    if (const auto* n = s.as<For>(); n && (differs(n->min) || differs(n->extent))) where_ = "a loop";
    if (const auto* n = s.as<While>(); n && differs(n->condition)) where_ = "a loop";
    if (const auto* n = s.as<LetStmt>()) lets_.insert_or_assign(n->var.key(), substitute(n->value, lets_));
    const auto* n = s.as<AttrStmt>();
    if (n && isOfWarp(n->key))
      operation(*n, s.origin());
    else
      children(s);
    where_ = outer;
  }

 private:
  void operation(const AttrStmt& n, Origin origin) {
    if (where_.empty() && n.key == kWarpMatrix && differs(n.value, false))
      where_ = "a statement with operands of single threads";
    if (where_.empty()) return;
    error = explain(err::kGpuWarpDivergent(where_),
                    "let conditions and loops around it, and its operands, depend on threadIdx.y and threadIdx.z only, "
                    "which number the warps");
    if (origin.block.valid()) error->blocks = {origin.block};
  }
  // May the lanes of a warp have different values? Each has its own local memory.
  bool differs(const Expr& e, bool loads = true) const {
    return anyExpr(substitute(e, lets_), [&](const Expr& x) {
      const auto* v = x.as<Var>();
      const auto* load = x.as<BufferLoad>();
      return (v && *v == *lane_) || (loads && load && load->buffer->scope == "local");
    });
  }

  std::optional<Var> lane_;
  VarMap lets_;
  Message where_;  // the statement around that not all lanes execute in the same way
};

}  // namespace

std::optional<Explanation> whyDivergent(const KernelNest& kernel) {
  CheckOfLanes check(kernel);
  check.stmt(kernel.body);
  return check.error;
}

Stmt ofLane(const Stmt& attribute, const Expr& lane) {
  AttrStmt copy = *attribute.as<AttrStmt>();
  const auto operation = readWarpMatrix(copy);
  if (!operation) return attribute;
  copy.body = partOfLane(copy.body, loopsOf(*operation), 0, lane);
  return Stmt(std::move(copy), attribute.origin());
}

std::optional<Explanation> whyNoWarp(const Stmt& kernel, const std::map<std::string, const For*>& axes) {
  CheckOfWarps check(kernel, axes);
  check.stmt(kernel);
  return check.error;
}

}  // namespace lw
