#include "passes/support/warp_groups.h"

#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"
#include "passes/errors.h"

namespace lw {
namespace {

class CheckOfGroups : public Visitor {
 public:
  explicit CheckOfGroups(const KernelNest& kernel) {
    for (const For* axis : kernel.axes) {
      analyzer_.bind(axis->var, Range{axis->min, axis->extent});
      const auto extent = asInt(axis->extent);
      if (axis->thread == "threadIdx.x") lanes_ = extent.value_or(0);
      if (axis->thread != "threadIdx.y") continue;
      warps_ = extent.value_or(0);
      number_ = axis->var;
    }
    analyzer_.bind(group_, Range{0, makeConst(dtype::Int32, std::max<int64_t>(1, warps_ / kGroupWarps))});
    analyzer_.bind(member_, Range{0, kGroupWarps});
  }
  std::optional<Explanation> error;

  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    if (error) return;
    const Message outer = where_;
    if (const auto* n = s.as<IfThenElse>(); n && differs(n->condition)) where_ = "a condition";
    if (const auto* n = s.as<While>(); n && differs(n->condition)) where_ = "a loop";
    if (const auto* n = s.as<For>()) {
      if (differs(n->min) || differs(n->extent)) where_ = "a loop";
      analyzer_.bind(n->var, Range{n->min, n->extent});
    }
    if (const auto* n = s.as<LetStmt>()) lets_.insert_or_assign(n->var.key(), substitute(n->value, lets_));
    const auto* n = s.as<AttrStmt>();
    const auto operation = n ? readWarpMatrix(*n) : std::nullopt;
    if (operation && operation->isOfGroup())
      product(*operation, s.origin());
    else
      children(s);
    where_ = outer;
  }

 private:
  void fail(Explanation e, Origin origin) {
    if (origin.block.valid()) e.blocks = {origin.block};
    error = std::move(e);
  }
  void product(const WarpMatrix& o, Origin origin) {
    if (lanes_ != kWarpLanes || warps_ == 0 || warps_ % kGroupWarps != 0)
      return fail(explain(err::kGpuWarpGroupThreads(lanes_, std::max<int64_t>(1, warps_)),
                          "bind a loop of 32 iterations to threadIdx.x, and of a multiple of 4 to threadIdx.y"),
                  origin);
    if (!where_.empty())
      return fail(explain(err::kGpuWarpGroupDivergent(where_),
                          "let conditions and loops around it depend on threadIdx.y only by groups of four"),
                  origin);
    for (size_t i = 0; i < 2; ++i) {
      const auto& first = *o.from[i].first.as<BufferLoad>();
      const auto& next = *o.cores[i].across.as<BufferLoad>();
      for (size_t d = 0; d < first.indices.size(); ++d) {
        // A warp has 16 rows, which are two core matrices.
        const Expr step = analyzer_.simplify(substitute(next.indices[d] - first.indices[d], lets_));
        const Expr own = ofMember(first.indices[d], member_) - ofMember(first.indices[d], 0);
        const Expr wanted = i == 0 ? cast(step.dtype(), member_) * step * makeConst(step.dtype(), 2)
                                   : makeZero(first.indices[d].dtype());
        if (analyzer_.canProveEqual(own, wanted)) continue;
        return fail(
            i == 0 ? explain(
                         err::kGpuWarpGroupRows(first.buffer->name),
                         "split the rows by [..., 4, 16], and bind the loop of 4, or what it is the innermost part of, "
                         "to threadIdx.y")
                   : explain(err::kGpuWarpGroupOperand(first.buffer->name),
                             "divide columns of the result among groups of four warps: of the loops that are fused and "
                             "bound to threadIdx.y, the rows are innermost"),
            origin);
      }
    }
  }
  Expr ofMember(const Expr& e, const Expr& member) const {
    return substitute(substitute(e, lets_), {{number_->key(), group_ * Expr(kGroupWarps) + member}});
  }
  // May the warps of a group have different values? Each thread has its own local memory.
  bool differs(const Expr& e) const {
    if (!number_) return false;
    return anyExpr(analyzer_.simplify(ofMember(e, member_)), [&](const Expr& x) {
      const auto* v = x.as<Var>();
      const auto* load = x.as<BufferLoad>();
      return (v && *v == member_) || (load && load->buffer->scope == "local");
    });
  }

  Analyzer analyzer_;
  int64_t lanes_ = 0, warps_ = 0;
  std::optional<Var> number_;  // threadIdx.y
  const Var group_ = Var("group", dtype::Int32), member_ = Var("member", dtype::Int32);
  VarMap lets_;
  Message where_;  // the statement around that not all warps of a group execute in the same way
};

}  // namespace

std::optional<Explanation> whyNoWarpGroup(const KernelNest& kernel) {
  CheckOfGroups check(kernel);
  check.stmt(kernel.body);
  return check.error;
}

}  // namespace lw
