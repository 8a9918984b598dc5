#include "core/analysis/gpu/exchanging_nests.h"

#include <algorithm>
#include <map>

#include "core/analysis/dependence/own_reads.h"
#include "core/analysis/gpu/thread_accesses.h"
#include "core/ir/barriers.h"
#include "core/ir/equal.h"
#include "core/ir/lane_operations.h"
#include "core/ir/matrix_instructions.h"
#include "core/ir/threads.h"

namespace lw {
namespace {

constexpr unsigned long kOwnOperations = 200'000;  // of ISL, per question

// Also forms of matrix calls that nothing here has code for, such as ptx_mma_sp.
constexpr std::string_view kWarpCalls[] = {
    "ptx_mma",          "ptx_ldmatrix",      "ptx.",    "mma_", "tvm_mma", "tvm_load_matrix",
    "tvm_store_matrix", "tvm_fill_fragment", "tvm_warp"};
bool isWarpCall(const Callee& op) {
  return matrixCall(op) || std::any_of(std::begin(kWarpCalls), std::end(kWarpCalls),
                                       [&](std::string_view name) { return op.view().starts_with(name); });
}

bool isThreads(const For& loop) { return loop.kind == ForKind::ThreadBinding && !isBlockAxis(loop); }

bool sameIndices(const ThreadAccess& a, const ThreadAccess& b) {
  return std::ranges::equal(a.indices, b.indices, [](const Expr& x, const Expr& y) { return equal(x, y); });
}

// Whether the threads of these loops reduce in the block.
bool reducesAcross(const Block& block, const std::vector<const For*>& threads) {
  for (size_t i = 0; i < block.iters.size(); ++i)
    for (const For* loop : threads)
      if (block.iters[i].kind == IterKind::Reduce && usesVar(block.bindings[i], loop->var)) return true;
  return false;
}

class Exchange {
 public:
  Exchange(const PrimFunc& f, const Stmt& nest) : f_(f) {
    CollectAccesses collect({}, {}, {}, {});
    collect.stmt(nest);
    all_ = std::move(collect.found);
    for (const ThreadAccess& a : all_)
      if (!a.store) read_.push_back(a.buffer->data);
  }

  bool found() {
    for (size_t i = 0; i < all_.size(); ++i)
      for (size_t k = i; k < all_.size(); ++k)
        if (exchanges(all_[i], all_[k])) return true;
    return false;
  }

 private:
  bool exchanges(const ThreadAccess& a, const ThreadAccess& b) {
    if (a.buffer->data != b.buffer->data || (!a.store && !b.store) || a.indices.empty() || b.indices.empty())
      return false;
    if (a.update && a.update == b.update) return false;
    if (a.store && b.store && (isRead(a.buffer->data) || a.statement == b.statement)) return false;
    ThreadConflicts affine({});
    const bool bothAffine = affine.isAffine(a) && affine.isAffine(b);
    if ((a.store && b.store) || a.statement == b.statement)
      if (!bothAffine || sameIndices(a, b)) return false;
    const CommonLoops common = commonLoops(a.loops, b.loops);
    if (common.threads.empty()) return false;
    if (a.reduction && a.reduction == b.reduction && reducesAcross(*a.reduction, common.threads)) return false;
    return threadsMeet(a, b, false) &&
           !(isRead(a.buffer->data) && keptApart(a.buffer) && readsOwn(a.buffer, common.threads.back()->id));
  }
  bool isRead(const Var& data) const { return std::find(read_.begin(), read_.end(), data) != read_.end(); }

  bool keptApart(const Buffer& buffer) {
    const auto [known, added] = apart_.try_emplace(buffer->data.key(), false);
    if (added) known->second = lw::keptApart(f_, buffer, all_);
    return known->second;
  }
  bool readsOwn(const Buffer& buffer, LoopId loop) {
    const auto [known, added] = own_.try_emplace({buffer->data.key(), loop}, false);
    if (added) known->second = readsOwnWrites(f_, buffer, loop, ProofBudget(kOwnOperations));
    return known->second;
  }

  const PrimFunc& f_;
  std::vector<ThreadAccess> all_;
  std::vector<Var> read_;
  std::map<std::pair<const void*, LoopId>, bool> own_;  // looked up by key only, as the following
  std::map<const void*, bool> apart_;
};

bool holdsBarrier(const Stmt& nest) {
  return anyStmt(nest, [&](const Stmt& s) { return isBarrier(s); });
}

}  // namespace

CommonLoops commonLoops(const std::vector<const For*>& a, const std::vector<const For*>& b) {
  CommonLoops common;
  for (size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i) {
    if (isThreads(*a[i])) common.threads.push_back(a[i]);
    if (isBlockAxis(*a[i])) common.blocks.push_back(a[i]);
  }
  return common;
}

bool threadsMeet(const ThreadAccess& a, const ThreadAccess& b, bool atOnce) {
  const CommonLoops common = commonLoops(a.loops, b.loops);
  std::vector<const For*> axes = common.blocks;
  axes.insert(axes.end(), common.threads.begin(), common.threads.end());
  const auto within = [&](ThreadAccess access) {
    std::erase_if(access.loops,
                  [&](const For* loop) { return std::find(axes.begin(), axes.end(), loop) != axes.end(); });
    return access;
  };
  const ThreadAccess x = within(a), y = within(b);
  size_t same = 0;
  while (atOnce && same < x.loops.size() && same < y.loops.size() && x.loops[same] == y.loops[same]) ++same;
  return ThreadConflicts(axes).meet(x, y, {same, false});
}

bool keptApart(const PrimFunc& f, const Buffer& buffer, const std::vector<ThreadAccess>& accesses) {
  const bool allocated = std::none_of(f.buffers.begin(), f.buffers.end(),
                                      [&](const auto& entry) { return entry.second->data == buffer->data; });
  if (allocated && (buffer->scope == "global" || buffer->scope.empty())) return true;
  return std::any_of(accesses.begin(), accesses.end(), [&](const ThreadAccess& a) {
    return a.store && a.buffer->data == buffer->data && threadsMeet(a, a, true);
  });
}

bool worksInWarps(const Stmt& nest) {
  class Finder : public Visitor {
   public:
    bool found = false;
    void expr(const Expr& e) override {
      const auto* call = e.as<Call>();
      found = found || (call && isWarpCall(call->op));
      children(e);
    }
    void stmt(const Stmt& s) override {
      const auto* n = s.as<AttrStmt>();
      found = found || isWarpSync(s) || (n && isOfWarp(n->key));
      children(s);
    }
    void bufferUse(const Buffer& b) override { found = found || b->scope == "warp" || isFragment(b->scope); }
  } finder;
  finder.stmt(nest);
  return finder.found;
}

std::vector<LoopId> exchangingNests(const PrimFunc& f) {
  class Nests : public Visitor {
   public:
    explicit Nests(const PrimFunc& f) : f_(f) {}
    std::vector<LoopId> found;
    void expr(const Expr&) override {}
    void stmt(const Stmt& s) override {
      const auto* loop = s.as<For>();
      if (!loop || !isThreads(*loop)) return children(s);
      if (!worksInWarps(s) && (holdsBarrier(s) || Exchange(f_, s).found())) found.push_back(loop->id);
    }

   private:
    const PrimFunc& f_;
  } nests(f);
  nests.stmt(f.body);
  return nests.found;
}

}  // namespace lw
