#include "passes/support/local_exchange.h"

#include <algorithm>

#include "core/analysis/gpu/thread_conflicts.h"
#include "core/analysis/tables/isl_sets.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/errors.h"
#include "passes/support/kernel_nest.h"

namespace lw {
namespace {

// Loads and stores of the local buffers of one kernel.
class OwnAccesses : public Visitor {
 public:
  struct Of {
    Buffer buffer;
    std::vector<ThreadAccess> loads, stores;
  };
  std::vector<Of> buffers;

  void expr(const Expr& e) override {
    if (const auto* call = e.as<Call>(); call && call->op == Intrinsic::IfThenElse) return choice(*call);
    children(e);
    if (const auto* load = e.as<BufferLoad>()) add(load->buffer, load->indices, false);
  }
  void stmt(const Stmt& s) override {
    const Origin outer = origin_;
    if (s.origin() != Origin{}) origin_ = s.origin();
    if (const auto* n = s.as<For>()) {
      loops_.push_back(n);
      stmt(n->body);
      loops_.pop_back();
    } else if (const auto* n = s.as<IfThenElse>()) {
      conditions_.push_back(n->condition);
      stmt(n->thenBody);
      conditions_.back() = Not{n->condition};
      if (n->elseBody) stmt(*n->elseBody);
      conditions_.pop_back();
    } else {
      children(s);
      if (const auto* store = s.as<BufferStore>()) add(store->buffer, store->indices, true);
    }
    origin_ = outer;
  }

 private:
  // A load under a condition counts only where the condition holds.
  void choice(const Call& n) {
    expr(n.args[0]);
    conditions_.push_back(n.args[0]);
    expr(n.args[1]);
    conditions_.back() = Not{n.args[0]};
    expr(n.args[2]);
    conditions_.pop_back();
  }
  void add(const Buffer& buffer, const std::vector<Expr>& indices, bool store) {
    if (buffer->scope != "local") return;
    auto of = std::find_if(buffers.begin(), buffers.end(), [&](const Of& x) { return x.buffer->data == buffer->data; });
    if (of == buffers.end()) of = buffers.insert(buffers.end(), Of{buffer, {}, {}});
    (store ? of->stores : of->loads).push_back({buffer, indices, store, loops_, conditions_, origin_});
  }
  std::vector<const For*> loops_;
  std::vector<Expr> conditions_;
  Origin origin_;
};

using analysis::AffineExpr;
using analysis::Conjunction;

// What an access touches: dimensions for the threads of the kernel, then for the element, then for the loops.
struct Touched {
  Conjunction conditions;
  size_t loops = 0, end = 0;  // the first dimension of the loops, and the one after the last
};
bool isThread(const For& axis) { return axis.thread.starts_with("threadIdx"); }

// Returns nullopt if an index or a condition is not affine.
std::optional<Touched> touchedBy(const ThreadAccess& access, const std::vector<const For*>& axes,
                                 analysis::SizeNumbers& sizes) {
  Touched touched;
  analysis::AffineReader reader(sizes);
  const auto next = [&] { return AffineExpr::dim(static_cast<int>(touched.end++)); };
  for (const For* axis : axes)
    if (isThread(*axis)) reader.define(axis->var, next());
  std::vector<AffineExpr> element;
  for (size_t d = 0; d < access.indices.size(); ++d) element.push_back(next());
  touched.loops = touched.end;
  for (const For* loop : access.loops) reader.define(loop->var, next());

  const auto inRange = [&](const For* loop) {
    return reader.addRange(touched.conditions, reader.value(loop->var), loop->min, loop->extent);
  };
  if (!std::all_of(axes.begin(), axes.end(), inRange) ||
      !std::all_of(access.loops.begin(), access.loops.end(), inRange))
    return std::nullopt;
  for (const Expr& condition : access.conditions) {
    const auto affine = reader.condition(condition);
    if (!affine) return std::nullopt;
    touched.conditions.push_back(*affine);
  }
  for (size_t d = 0; d < element.size(); ++d) {
    const auto index = reader.expr(access.indices[d]);
    if (!index) return std::nullopt;
    touched.conditions.push_back(analysis::AffineCondition::equal(element[d], *index));
  }
  return touched;
}

isl::union_set unionOf(const analysis::SetSpace& space, const std::vector<Touched>& parts) {
  std::optional<isl::union_set> all;
  for (const Touched& part : parts) {
    const isl::set set =
        analysis::without(space.where({"", part.end}, part.conditions), part.loops, part.end - part.loops);
    all = all ? all->unite(set) : isl::union_set(set);
  }
  return *all;
}

// Whether every thread writes, at some time, each element that it reads. True of memory that nothing writes.
bool writesWhatItReads(const OwnAccesses::Of& of, const std::vector<const For*>& axes) {
  constexpr unsigned long kOperations = 1'000'000;
  analysis::SizeNumbers sizes;
  const auto allTouchedBy = [&](const std::vector<ThreadAccess>& accesses) -> std::optional<std::vector<Touched>> {
    std::vector<Touched> all;
    for (const ThreadAccess& access : accesses) {
      auto touched = touchedBy(access, axes, sizes);
      if (!touched) return std::nullopt;
      all.push_back(std::move(*touched));
    }
    return all;
  };
  const auto loads = allTouchedBy(of.loads), stores = allTouchedBy(of.stores);
  if (!loads || !stores || loads->empty() || stores->empty()) return true;
  const analysis::IslContext context(kOperations);
  const analysis::SetSpace space(context, analysis::allSizes(sizes));
  return context.ask([&] { return unionOf(space, *loads).is_subset(unionOf(space, *stores)); }) != false;
}

}  // namespace

Status checkLocalExchange(const PrimFunc& before) {
  class Kernels : public Visitor {
   public:
    std::optional<Explanation> error;
    void expr(const Expr&) override {}
    void stmt(const Stmt& s) override {
      if (error) return;
      const auto nest = kernelNest(s);
      if (!nest) return children(s);
      OwnAccesses own;
      own.stmt(nest->body);
      for (const OwnAccesses::Of& of : own.buffers)
        if (!error && !writesWhatItReads(of, nest->axes)) error = about(of);
    }

   private:
    static Explanation about(const OwnAccesses::Of& of) {
      Explanation e = explain(err::kGpuLocalExchange(of.buffer->name),
                              "use the scope shared, or let every thread compute what it reads");
      for (const ThreadAccess& load : of.loads)
        if (load.origin.block.valid() &&
            std::find(e.blocks.begin(), e.blocks.end(), load.origin.block) == e.blocks.end())
          e.blocks.push_back(load.origin.block);
      return e;
    }
  } kernels;
  kernels.stmt(before.body);
  if (kernels.error) return *kernels.error;
  return success();
}

}  // namespace lw
