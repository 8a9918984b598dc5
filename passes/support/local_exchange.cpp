#include "passes/support/local_exchange.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>

#include <algorithm>

#include "core/analysis/affine_text.h"
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

// Builds sets of (thread, element); values that all threads share are parameters.
class Elements {
 public:
  explicit Elements(const std::vector<const For*>& axes) : axes_(axes) {}

  // Returns nullopt if an index or a condition is not affine.
  std::optional<std::string> textOf(const std::vector<ThreadAccess>& accesses) {
    std::string parts;
    for (const ThreadAccess& access : accesses) {
      const auto part = partOf(access);
      if (!part) return std::nullopt;
      parts += (parts.empty() ? "" : "; ") + *part;
    }
    return "{ " + parts + " }";
  }
  std::string parameters() const {
    std::string text;
    for (size_t i = 0; i < params_.size(); ++i) text += (text.empty() ? "" : ", ") + ("p" + std::to_string(i));
    return "[" + text + "] -> ";
  }

 private:
  static bool isThread(const For& axis) { return axis.thread.starts_with("threadIdx"); }
  std::string nameOf(const Var& v, const std::vector<const For*>& loops) {
    for (size_t i = 0; i < loops.size(); ++i)
      if (loops[i]->var == v) return "l" + std::to_string(i);
    for (size_t i = 0; i < axes_.size(); ++i)
      if (axes_[i]->var == v && isThread(*axes_[i])) return "t" + std::to_string(i);
    const auto [found, added] = params_.try_emplace(v.key(), "p" + std::to_string(params_.size()));
    return found->second;
  }
  std::optional<std::string> partOf(const ThreadAccess& access) {
    const auto name = [&](const Var& v) -> std::optional<std::string> { return nameOf(v, access.loops); };
    std::string dims, constraints = "0 = 0", loops;
    const auto range = [&](const std::string& of, const Expr& min, const Expr& extent) {
      const auto low = analysis::affineText(min, name), high = analysis::affineText(min + extent, name);
      if (low && high) constraints += " and " + *low + " <= " + of + " and " + of + " < " + *high;
      return low && high;
    };
    for (size_t i = 0; i < axes_.size(); ++i) {
      const std::string coordinate = nameOf(axes_[i]->var, access.loops);  // blockIdx is a parameter
      if (isThread(*axes_[i])) dims += (dims.empty() ? "" : ", ") + coordinate;
      if (!range(coordinate, axes_[i]->min, axes_[i]->extent)) return std::nullopt;
    }
    for (size_t i = 0; i < access.loops.size(); ++i) {
      const std::string l = "l" + std::to_string(i);
      loops += (loops.empty() ? "" : ", ") + l;
      if (!range(l, access.loops[i]->min, access.loops[i]->extent)) return std::nullopt;
    }
    for (const Expr& condition : access.conditions) {
      const auto text = analysis::conditionText(condition, name);
      if (!text) return std::nullopt;
      constraints += " and " + *text;
    }
    for (size_t d = 0; d < access.indices.size(); ++d) {
      const auto index = analysis::affineText(access.indices[d], name);
      if (!index) return std::nullopt;
      const std::string e = "e" + std::to_string(d);
      dims += (dims.empty() ? "" : ", ") + e;
      constraints += " and " + e + " = " + *index;
    }
    return "[" + dims + "] : " + (loops.empty() ? constraints : "exists (" + loops + " : " + constraints + ")");
  }

  const std::vector<const For*>& axes_;
  std::map<const void*, std::string> params_;
};

// Whether every thread writes, at some time, each element that it reads.
bool writesWhatItReads(const OwnAccesses::Of& of, const std::vector<const For*>& axes) {
  constexpr unsigned long kOperations = 1'000'000;
  Elements elements(axes);
  const auto loads = elements.textOf(of.loads), stores = elements.textOf(of.stores);
  if (!loads || !stores || of.loads.empty()) return true;
  isl_ctx* ctx = isl_ctx_alloc();
  isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(ctx, kOperations);
  isl_set* read = isl_set_read_from_str(ctx, (elements.parameters() + *loads).c_str());
  isl_set* written = isl_set_read_from_str(ctx, (elements.parameters() + *stores).c_str());
  const isl_bool covered = read && written ? isl_set_is_subset(read, written) : isl_bool_error;
  isl_set_free(read);
  isl_set_free(written);
  isl_ctx_free(ctx);
  return covered != isl_bool_false;
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
