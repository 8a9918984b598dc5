#include "passes/support/thread_conflicts.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>

#include <algorithm>

#include "core/analysis/affine_text.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

constexpr unsigned long kOperations = 1'000'000;

bool isThreadAxis(const For& axis) { return axis.thread.starts_with("threadIdx"); }

}  // namespace

struct ThreadConflicts::Context {
  isl_ctx* ctx = isl_ctx_alloc();
  Context() {
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(ctx, kOperations);
  }
  ~Context() { isl_ctx_free(ctx); }
};

// The set of all pairs of executions by two threads that access one element. Dimensions of the first execution begin
// with a, those of the second with b; values that both share are parameters.
struct ThreadConflicts::Question {
  const ThreadConflicts& owner;
  const ThreadAccess &a, &b;
  TimeApart apart;
  std::vector<std::string> dims, params, constraints;
  std::map<const void*, std::string> shared;  // Var::key()

  std::string name(char side, size_t i) { return std::string(1, side) + std::to_string(i); }
  std::optional<std::string> nameOf(const Var& v, const ThreadAccess& access, char side) {
    for (size_t i = 0; i < access.loops.size(); ++i)
      if (access.loops[i]->var == v) return name(i < apart.same ? 'a' : side, i);
    for (size_t i = 0; i < owner.axes_.size(); ++i)
      if (owner.axes_[i]->var == v && isThreadAxis(*owner.axes_[i]))
        return std::string(1, side) + "t" + std::to_string(i);
    const auto [found, added] = shared.try_emplace(v.key(), "p" + std::to_string(shared.size()));
    if (added) params.push_back(found->second);
    return found->second;
  }
  std::optional<std::string> affine(const Expr& e, const ThreadAccess& access, char side) {
    return analysis::affineText(e, [&](const Var& v) { return nameOf(v, access, side); });
  }
  void range(const std::string& name, const Expr& min, const Expr& extent, const ThreadAccess& access, char side) {
    const auto low = affine(min, access, side), high = affine(min + extent, access, side);
    if (low) constraints.push_back(*low + " <= " + name);
    if (high) constraints.push_back(name + " < " + *high);
  }
  void domain(const ThreadAccess& access, char side) {
    for (size_t i = side == 'a' ? 0 : apart.same; i < access.loops.size(); ++i) {
      dims.push_back(name(side, i));
      range(dims.back(), access.loops[i]->min, access.loops[i]->extent, access, side);
    }
    for (size_t i = 0; i < owner.axes_.size(); ++i) {
      if (!isThreadAxis(*owner.axes_[i])) continue;
      dims.push_back(std::string(1, side) + "t" + std::to_string(i));
      range(dims.back(), owner.axes_[i]->min, owner.axes_[i]->extent, access, side);
    }
    for (const Expr& condition : access.conditions)
      if (const auto text = analysis::conditionText(condition, [&](const Var& v) { return nameOf(v, access, side); }))
        constraints.push_back(*text);
  }
  // The elements are equal; a vector index accesses the elements of all its lanes.
  void element() {
    if (a.indices.size() != b.indices.size()) return;
    for (size_t d = 0; d < a.indices.size(); ++d) {
      const auto x = affine(a.indices[d], a, 'a'), y = affine(b.indices[d], b, 'b');
      if (x && y) constraints.push_back(*x + " = " + *y);
    }
  }
  std::string text() {
    domain(a, 'a');
    domain(b, 'b');
    element();
    if (apart.carried) constraints.push_back(name('a', apart.same) + " < " + name('b', apart.same));
    std::string other;
    for (size_t i = 0; i < owner.axes_.size(); ++i)
      if (isThreadAxis(*owner.axes_[i]))
        other += (other.empty() ? "(at" : " or at") + std::to_string(i) + " != bt" + std::to_string(i);
    if (other.empty()) return "";
    constraints.push_back(other + ")");
    for (const For* axis : owner.axes_)
      if (!isThreadAxis(*axis) && shared.contains(axis->var.key()))
        range(shared.at(axis->var.key()), axis->min, axis->extent, a, 'a');
    const auto join = [](const std::vector<std::string>& list, const char* by) {
      std::string text;
      for (const std::string& word : list) text += (text.empty() ? "" : by) + word;
      return text;
    };
    return "[" + join(params, ", ") + "] -> { [" + join(dims, ", ") + "] : " + join(constraints, " and ") + " }";
  }
};

ThreadConflicts::ThreadConflicts(std::vector<const For*> axes)
    : axes_(std::move(axes)), context_(std::make_unique<Context>()) {}
ThreadConflicts::~ThreadConflicts() = default;

bool ThreadConflicts::isThread(const Var& v) const {
  return std::any_of(axes_.begin(), axes_.end(),
                     [&](const For* axis) { return isThreadAxis(*axis) && axis->var == v; });
}

bool ThreadConflicts::isAffine(const ThreadAccess& a) {
  Question question{*this, a, a, {}, {}, {}, {}, {}};
  return std::all_of(a.indices.begin(), a.indices.end(),
                     [&](const Expr& e) { return question.affine(e, a, 'a').has_value(); });
}

bool ThreadConflicts::meet(const ThreadAccess& a, const ThreadAccess& b, TimeApart apart) {
  Question question{*this, a, b, apart, {}, {}, {}, {}};
  const std::string text = question.text();
  if (text.empty()) return false;  // there is only one thread
  const auto [found, added] = answers_.try_emplace(text, true);
  if (!added) return found->second;
  isl_ctx_reset_operations(context_->ctx);
  isl_set* set = isl_set_read_from_str(context_->ctx, text.c_str());
  const isl_bool empty = set ? isl_set_is_empty(set) : isl_bool_error;
  isl_set_free(set);
  return found->second = empty != isl_bool_true;
}

}  // namespace lw
