#include "core/analysis/gpu/thread_conflicts.h"

#include <algorithm>

#include "core/analysis/tables/isl_sets.h"
#include "core/ir/ops.h"
#include "core/ir/threads.h"

namespace lw {
namespace {

using analysis::AffineCondition;
using analysis::AffineExpr;
using analysis::AffineReader;
using analysis::Conjunction;

constexpr unsigned long kOperations = 1'000'000;

bool isThreadAxis(const For& axis) { return !isBlockAxis(axis); }

// The set of all pairs of executions by two threads of a block that access one element.
class Meetings {
 public:
  explicit Meetings(const std::vector<const For*>& axes)
      : axes_(axes), readers_{AffineReader(sizes_), AffineReader(sizes_)} {}

  const Conjunction& meet(const ThreadAccess& a, const ThreadAccess& b, TimeApart apart) {
    std::vector<AffineCondition> other;
    defineLoops(a, 0, 0);
    defineThreads(0);
    for (size_t i = 0; i < apart.same; ++i) readers_[1].define(b.loops[i]->var, readers_[0].value(a.loops[i]->var));
    defineLoops(b, 1, apart.same);
    defineThreads(1);
    domain(a, 0, 0);
    domain(b, 1, apart.same);
    for (const For* axis : axes_) {
      if (isThreadAxis(*axis))
        other.push_back(AffineCondition::differ(readers_[0].value(axis->var), readers_[1].value(axis->var)));
      else
        range(*axis, 0);
    }
    sameElement(a, b);
    if (apart.carried)
      conditions_.push_back(AffineCondition::less(readers_[0].value(a.loops[apart.same]->var),
                                                  readers_[1].value(b.loops[apart.same]->var)));
    conditions_.push_back(AffineCondition::any(std::move(other)));
    return conditions_;
  }
  size_t rank() const { return rank_; }
  std::vector<int> sizes() const { return analysis::allSizes(sizes_); }

 private:
  void define(const Var& v, size_t side) { readers_[side].define(v, AffineExpr::dim(static_cast<int>(rank_++))); }
  void defineLoops(const ThreadAccess& access, size_t side, size_t first) {
    for (size_t i = first; i < access.loops.size(); ++i) define(access.loops[i]->var, side);
  }
  void defineThreads(size_t side) {
    for (const For* axis : axes_)
      if (isThreadAxis(*axis)) define(axis->var, side);
  }
  // A bound that is not affine is left out: more pairs meet then.
  void range(const For& loop, size_t side) {
    const AffineExpr v = readers_[side].value(loop.var);
    const auto min = readers_[side].expr(loop.min), end = readers_[side].expr(loop.min + loop.extent);
    if (min) conditions_.push_back(AffineCondition::atMost(*min, v));
    if (end) conditions_.push_back(AffineCondition::less(v, *end));
  }
  void domain(const ThreadAccess& access, size_t side, size_t first) {
    for (size_t i = first; i < access.loops.size(); ++i) range(*access.loops[i], side);
    for (const For* axis : axes_)
      if (isThreadAxis(*axis)) range(*axis, side);
    for (const Expr& condition : access.conditions)
      if (const auto affine = readers_[side].condition(condition)) conditions_.push_back(*affine);
  }
  // The elements are equal. A vector index accesses the elements of all its lanes, so it is left out.
  void sameElement(const ThreadAccess& a, const ThreadAccess& b) {
    if (a.indices.size() != b.indices.size()) return;
    for (size_t d = 0; d < a.indices.size(); ++d) {
      const auto x = readers_[0].expr(a.indices[d]), y = readers_[1].expr(b.indices[d]);
      if (x && y) conditions_.push_back(AffineCondition::equal(*x, *y));
    }
  }

  const std::vector<const For*>& axes_;
  analysis::SizeNumbers sizes_;
  AffineReader readers_[2];  // of the two executions
  Conjunction conditions_;
  size_t rank_ = 0;
};

}  // namespace

ThreadConflicts::ThreadConflicts(std::vector<const For*> axes) : axes_(std::move(axes)) {}

bool ThreadConflicts::isThread(const Var& v) const {
  return std::any_of(axes_.begin(), axes_.end(),
                     [&](const For* axis) { return isThreadAxis(*axis) && axis->var == v; });
}

bool ThreadConflicts::isAffine(const ThreadAccess& a) const {
  analysis::SizeNumbers sizes;
  return std::all_of(a.indices.begin(), a.indices.end(),
                     [&](const Expr& e) { return AffineReader(sizes).expr(e).has_value(); });
}

bool ThreadConflicts::meet(const ThreadAccess& a, const ThreadAccess& b, TimeApart apart) {
  if (std::none_of(axes_.begin(), axes_.end(), [](const For* axis) { return isThreadAxis(*axis); })) return false;
  Meetings meetings(axes_);
  const Conjunction& conditions = meetings.meet(a, b, apart);
  const auto [found, added] = answers_.try_emplace({meetings.rank(), conditions}, true);
  if (!added) return found->second;
  const analysis::IslContext context(kOperations);
  const auto empty = context.ask([&] {
    return analysis::SetSpace(context, meetings.sizes()).where({"", meetings.rank()}, conditions).is_empty();
  });
  return found->second = empty != true;
}

}  // namespace lw
