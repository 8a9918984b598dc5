#include "passes/support/local_exchange.h"

#include <algorithm>

#include "core/analysis/affine_sets.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/errors.h"
#include "passes/support/kernel_nest.h"
#include "passes/support/thread_conflicts.h"

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
    if (const auto* call = e.as<Call>(); call && call->op == "if_then_else") return choice(*call);
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
  // What is read under a condition is not read where it does not hold.
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

// The elements that a thread touches, as a set over its coordinates (t0, t1, ...) and the element (e0, e1, ...). What
// all threads share (blocks of threads, sizes) keeps one name in all sets.
class ThreadElements {
 public:
  ThreadElements(const std::vector<const For*>& axes, const analysis::IslContext& context)
      : axes_(axes), context_(context) {}

  // nullopt: an index or a condition is not affine.
  std::optional<isl::set> touched(const ThreadAccess& access) {
    std::vector<std::string> loops;
    for (size_t i = 0; i < access.loops.size(); ++i) loops.push_back("l" + std::to_string(i));
    const analysis::AffineReader read(context_, [&](const Var& v) { return std::optional(nameOf(v, access.loops)); });
    isl::set points = read.everywhere();
    const auto require = [&](const std::optional<isl::set>& where) {
      if (where) points = points.intersect(*where);
      return where.has_value();
    };
    for (const For* axis : axes_)
      if (!require(read.range(nameOf(axis->var, access.loops), axis->min, axis->extent))) return std::nullopt;
    for (size_t i = 0; i < access.loops.size(); ++i)
      if (!require(read.range(loops[i], access.loops[i]->min, access.loops[i]->extent))) return std::nullopt;
    for (const Expr& condition : access.conditions)
      if (!require(read.where(condition))) return std::nullopt;
    for (size_t d = 0; d < access.indices.size(); ++d) {
      const auto index = read.value(access.indices[d]);
      if (!index) return std::nullopt;
      points = points.intersect(read.variable("e" + std::to_string(d)).eq_set(*index));
    }
    return analysis::without(points, loops);
  }

 private:
  static bool isThread(const For& axis) { return axis.thread.starts_with("threadIdx"); }
  std::string nameOf(const Var& v, const std::vector<const For*>& loops) {
    for (size_t i = 0; i < loops.size(); ++i)
      if (loops[i]->var == v) return "l" + std::to_string(i);
    for (size_t i = 0; i < axes_.size(); ++i)
      if (axes_[i]->var == v && isThread(*axes_[i])) return "t" + std::to_string(i);
    return shared_.try_emplace(v.key(), "p" + std::to_string(shared_.size())).first->second;
  }

  const std::vector<const For*>& axes_;
  const analysis::IslContext& context_;
  std::map<const void*, std::string> shared_;
};

// Every thread writes what it reads, some time. What isl does not decide is taken for true.
bool writesWhatItReads(const OwnAccesses::Of& of, const std::vector<const For*>& axes) {
  constexpr unsigned long kOperations = 1'000'000;
  const analysis::IslContext context(kOperations);
  const auto answer = context.ask([&]() -> bool {
    ThreadElements elements(axes, context);
    const auto unionOf = [&](const std::vector<ThreadAccess>& accesses) -> std::optional<isl::set> {
      isl::set all = isl::set::empty(isl::space::unit(context.get()));
      for (const ThreadAccess& access : accesses) {
        const auto touched = elements.touched(access);
        if (!touched || access.indices.size() != of.buffer->shape.size()) return std::nullopt;
        all = all.unite(*touched);
      }
      return all;
    };
    const auto loads = unionOf(of.loads), stores = unionOf(of.stores);
    return !loads || !stores || loads->is_subset(*stores);
  });
  return answer.value_or(true);
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
