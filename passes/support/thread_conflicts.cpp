#include "passes/support/thread_conflicts.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/affine_sets.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

constexpr unsigned long kOperations = 1'000'000;

bool isThreadAxis(const For& axis) { return axis.thread.starts_with("threadIdx"); }

}  // namespace

struct ThreadConflicts::Context {
  analysis::IslContext isl{kOperations};
  // Questions of the same form come again and again: for every pair of accesses in a loop, and for every barrier.
  std::unordered_multimap<uint32_t, std::pair<isl::set, bool>> answers;  // by hash of the set
};

// The set of all pairs of executions by two threads that touch one element: variables of the first begin with a, those
// of the second with b; what both share has one name.
struct ThreadConflicts::Question {
  const ThreadConflicts& owner;
  const ThreadAccess &a, &b;
  TimeApart apart;
  std::map<const void*, std::string> names = {};  // Var::key() of what is shared

  static std::string name(char side, size_t i) { return std::string(1, side) + std::to_string(i); }
  static std::string threadName(char side, size_t axis) { return std::string(1, side) + "t" + std::to_string(axis); }
  std::string nameOf(const Var& v, const ThreadAccess& access, char side) {
    for (size_t i = 0; i < access.loops.size(); ++i)
      if (access.loops[i]->var == v) return name(i < apart.same ? 'a' : side, i);
    for (size_t i = 0; i < owner.axes_.size(); ++i)
      if (owner.axes_[i]->var == v && isThreadAxis(*owner.axes_[i])) return threadName(side, i);
    return names.try_emplace(v.key(), "p" + std::to_string(names.size())).first->second;
  }
  analysis::AffineReader reader(const ThreadAccess& access, char side) {
    return {owner.context_->isl,
            [this, &access, side](const Var& v) { return std::optional(nameOf(v, access, side)); }};
  }
  // The executions of one of the accesses. What is not affine is left out: the set only gets larger.
  isl::set executions(const ThreadAccess& access, char side) {
    const analysis::AffineReader read = reader(access, side);
    isl::set where = read.everywhere();
    const auto require = [&](const std::optional<isl::set>& part) {
      if (part) where = where.intersect(*part);
    };
    for (size_t i = side == 'a' ? 0 : apart.same; i < access.loops.size(); ++i)
      require(read.range(name(side, i), access.loops[i]->min, access.loops[i]->extent));
    for (size_t i = 0; i < owner.axes_.size(); ++i)
      if (isThreadAxis(*owner.axes_[i]))
        require(read.range(threadName(side, i), owner.axes_[i]->min, owner.axes_[i]->extent));
    for (const Expr& condition : access.conditions) require(read.where(condition));
    return where;
  }
  isl::set meetings() {
    isl::set both = executions(a, 'a').intersect(executions(b, 'b'));
    const analysis::AffineReader first = reader(a, 'a'), second = reader(b, 'b');
    for (size_t d = 0; a.indices.size() == b.indices.size() && d < a.indices.size(); ++d) {
      const auto x = first.value(a.indices[d]), y = second.value(b.indices[d]);
      if (x && y) both = both.intersect(x->eq_set(*y));
    }
    if (apart.carried)
      both = both.intersect(first.variable(name('a', apart.same)).lt_set(first.variable(name('b', apart.same))));
    isl::set others = isl::set::empty(first.everywhere().space());
    for (size_t i = 0; i < owner.axes_.size(); ++i)
      if (isThreadAxis(*owner.axes_[i]))
        others = others.unite(first.variable(threadName('a', i)).ne_set(first.variable(threadName('b', i))));
    both = both.intersect(others);
    for (const For* axis : owner.axes_)
      if (const auto found = names.find(axis->var.key()); !isThreadAxis(*axis) && found != names.end())
        if (const auto range = first.range(found->second, axis->min, axis->extent)) both = both.intersect(*range);
    return both;
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
  Question question{*this, a, a, {}};
  return context_->isl
      .ask([&]() -> bool {
        const analysis::AffineReader read = question.reader(a, 'a');
        return std::all_of(a.indices.begin(), a.indices.end(),
                           [&](const Expr& e) { return read.value(e).has_value(); });
      })
      .value_or(false);
}

bool ThreadConflicts::meet(const ThreadAccess& a, const ThreadAccess& b, TimeApart apart) {
  if (std::none_of(axes_.begin(), axes_.end(), [](const For* axis) { return isThreadAxis(*axis); })) return false;
  const auto answer = context_->isl.ask([&]() -> bool {
    const isl::set meetings = Question{*this, a, b, apart}.meetings();
    const uint32_t hash = isl_set_get_hash(meetings.get());
    const auto [first, last] = context_->answers.equal_range(hash);
    for (auto known = first; known != last; ++known)
      if (isl_set_plain_is_equal(known->second.first.get(), meetings.get()) == isl_bool_true)
        return known->second.second;
    const bool meet = !meetings.is_empty();
    context_->answers.emplace(hash, std::pair(meetings, meet));
    return meet;
  });
  return answer.value_or(true);
}

}  // namespace lw
