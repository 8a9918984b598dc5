#include "passes/thread_sync.h"

#include <algorithm>
#include <utility>

#include "core/analysis/gpu/thread_accesses.h"
#include "core/ir/async_copies.h"
#include "core/ir/lane_operations.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "passes/errors.h"
#include "passes/support/atomic_kernels.h"
#include "passes/support/kernel_nest.h"
#include "passes/support/local_exchange.h"
#include "passes/support/warp_groups.h"
#include "passes/support/warp_lanes.h"

namespace lw {
namespace {

// An access since the last barrier, and its distance in time.
struct Pending {
  ThreadAccess access;
  TimeApart apart;
  // For an asynchronous copy that may be in flight: the number of groups that the thread has begun since. A barrier
  // orders the copy only after its thread has waited for it.
  std::optional<int64_t> groups;
  bool copied = false;  // the access was an asynchronous copy

  bool operator==(const Pending& o) const {
    const auto same = [](const Expr& x, const Expr& y) { return x.sameAs(y); };
    return groups == o.groups && copied == o.copied && apart.same == o.apart.same && apart.carried == o.apart.carried &&
           access.store == o.access.store && access.buffer->data == o.access.buffer->data &&
           access.loops == o.access.loops && std::ranges::equal(access.indices, o.access.indices, same) &&
           std::ranges::equal(access.conditions, o.access.conditions, same);
  }
};
using Pendings = std::vector<Pending>;

// Places the barriers of one kernel.
class Sync {
 public:
  explicit Sync(const KernelNest& nest) : conflicts_(nest.axes) {
    for (const For* axis : nest.axes)
      oneThread_ = oneThread_ && !(axis->thread.starts_with("threadIdx") && asInt(axis->extent) != 1);
    CollectAccesses all({}, {}, {}, {});
    all.stmt(nest.body);
    for (const ThreadAccess& a : all.found) (a.store ? written_ : read_).push_back(a.buffer->data);
  }
  std::optional<Explanation> error;

  Stmt place(const Stmt& body) { return oneThread_ ? body : walk(body); }

 private:
  bool isIn(const std::vector<Var>& list, const Var& v) const {
    return std::find(list.begin(), list.end(), v) != list.end();
  }

  bool meet(const ThreadAccess& a, const ThreadAccess& b, TimeApart apart) {
    if (a.buffer->data != b.buffer->data || (!a.store && !b.store) || (a.atomic && a.atomic == b.atomic)) return false;
    // A buffer that the kernel only writes: `bind` has proved that each thread writes its own elements.
    const bool exchanged = isIn(read_, a.buffer->data);
    if (!exchanged && (!conflicts_.isAffine(a) || !conflicts_.isAffine(b))) return false;
    if (sameValueEverywhere(a, b)) return false;
    return conflicts_.meet(a, b, apart);
  }
  // Whether two executions of one store do the same in every thread, so that they write the same value.
  bool sameValueEverywhere(const ThreadAccess& a, const ThreadAccess& b) const {
    if (!a.store || !b.store || a.origin != b.origin || a.indices.size() != b.indices.size() || a.indices.empty())
      return false;
    for (size_t d = 0; d < a.indices.size(); ++d)
      if (!a.indices[d].sameAs(b.indices[d]) || dependsOnThread(a.indices[d])) return false;
    return true;
  }
  bool dependsOnThread(const Expr& e) const {
    bool found = false;
    for (const Var& v : freeVars(e)) found |= conflicts_.isThread(v);
    return found;
  }
  // Whether the expression has the same value in all threads of a block.
  bool uniform(const Expr& e) const {
    const Expr whole = substitute(e, lets_);
    bool same = !dependsOnThread(whole);
    forEachExpr(whole, [&](const Expr& x) {
      const auto* load = x.as<BufferLoad>();
      if (load)
        same = same && load->buffer->scope != "local" && load->buffer->scope != "warp" &&
               !isIn(written_, load->buffer->data);
    });
    return same;
  }

  static size_t common(const std::vector<const For*>& a, const std::vector<const For*>& b) {
    size_t n = 0;
    while (n < a.size() && n < b.size() && a[n]->id == b[n]->id) ++n;
    return n;
  }
  bool conflicts(const std::vector<ThreadAccess>& now) {
    for (const Pending& p : pending_)
      for (const ThreadAccess& b : now) {
        if (p.groups) continue;
        const size_t shared = common(p.access.loops, b.loops);
        if (p.apart.carried && shared <= p.apart.same) continue;
        if (meet(p.access, b, {std::min(p.apart.same, shared), p.apart.carried})) return true;
      }
    return false;
  }
  std::vector<ThreadAccess> accessesOf(const Stmt& s) const {
    CollectAccesses collect(loops_, conditions_, lets_, s.origin());
    collect.stmt(s);
    return exchanged(std::move(collect.found));
  }
  std::vector<ThreadAccess> accessesOf(const Expr& e) const {
    CollectAccesses collect(loops_, conditions_, lets_, {});
    collect.expr(e);
    return exchanged(std::move(collect.found));
  }
  // Drops accesses to memory that no thread writes: they need no barriers.
  std::vector<ThreadAccess> exchanged(std::vector<ThreadAccess> all) const {
    std::erase_if(all, [&](const ThreadAccess& a) { return !isIn(written_, a.buffer->data); });
    return all;
  }
  // Decides whether these accesses need a barrier before them, and makes them pending.
  bool needsBarrier(const std::vector<ThreadAccess>& now) {
    const bool needed = conflicts(now);
    if (needed) settle(), ++barriers_;
    for (const ThreadAccess& a : now) {
      const bool copied = async_ && a.store && a.buffer->scope.starts_with("shared");
      pending_.push_back({a, {loops_.size(), false}, copied ? std::optional<int64_t>(-1) : std::nullopt, copied});
    }
    return needed;
  }
  void settle() {
    std::erase_if(pending_, [](const Pending& p) { return !p.groups; });
  }
  static Stmt with(bool needed, const Stmt& s) { return needed ? sequence({barrier(s.origin()), s}) : s; }

  Stmt walk(const Stmt& s) {
    if (isBarrier(s)) {
      settle();
      return s;
    }
    if (const auto* n = s.as<Seq>()) {
      std::vector<Stmt> parts;
      for (const Stmt& part : n->stmts) parts.push_back(walk(part));
      return sequence(std::move(parts)).withOrigin(s.origin());
    }
    if (const auto* n = s.as<For>(); n && isUniform(*n)) return loop(*n, s);
    if (const auto* n = s.as<IfThenElse>(); n && uniform(n->condition)) return branch(*n, s);
    if (const auto* n = s.as<LetStmt>()) return let(*n, s);
    if (const auto* n = s.as<Allocate>()) return holder(*n, s);
    if (const auto* n = s.as<DeclBuffer>()) return holder(*n, s);
    if (const auto* n = s.as<AttrStmt>(); n && !isAtomic(*n)) return attribute(*n, s);
    return atomic(s);
  }
  Stmt attribute(const AttrStmt& n, const Stmt& s) {
    if (n.key == kBulkCopy) return s;
    if (n.key == kWarpMatrix || n.key == kWarpLoad) return atomic(s);  // the lanes of a warp are in step in it
    if (n.key == kBulkStore) return atomic(s);
    if (n.key == kAsyncWait) {
      for (Pending& p : pending_)
        if (p.groups && *p.groups >= asInt(n.value).value_or(0)) p.groups.reset();
    }
    if (n.key != kAsyncScope) return holder(n, s);
    const bool outer = std::exchange(async_, true);
    Stmt done = holder(n, s);
    async_ = outer;
    for (Pending& p : pending_)
      if (p.groups) p.groups = std::min(*p.groups + 1, kMostGroups);
    return done;
  }
  template <class N>
  Stmt holder(const N& n, const Stmt& s) {
    N copy = n;
    copy.body = walk(n.body);
    return Stmt(std::move(copy), s.origin());
  }
  bool isUniform(const For& n) const {
    return (n.kind == ForKind::Serial || n.kind == ForKind::Unrolled) && uniform(n.min) && uniform(n.extent);
  }
  Stmt let(const LetStmt& n, const Stmt& s) {
    const bool needed = needsBarrier(accessesOf(n.value));
    lets_.insert_or_assign(n.var.key(), substitute(n.value, lets_));
    LetStmt copy = n;
    copy.body = walk(n.body);
    return with(needed, Stmt(std::move(copy), s.origin()));
  }
  // Places a barrier that either side needs before the branch, so that the code after the branch can rely on it
  // whichever side ran.
  Stmt branch(const IfThenElse& n, const Stmt& s) {
    bool needed = needsBarrier(accessesOf(n.condition));
    if (!needed && conflicts(accessesOf(s))) needed = true, settle(), ++barriers_;
    const Pendings before = pending_;
    IfThenElse copy = n;
    const Expr condition = substitute(n.condition, lets_);
    conditions_.push_back(condition);
    copy.thenBody = walk(n.thenBody);
    const Pendings after = pending_;
    pending_ = before;
    conditions_.back() = Not{condition};
    if (n.elseBody) copy.elseBody = walk(*n.elseBody);
    conditions_.pop_back();
    addPending(after);
    return with(needed, Stmt(std::move(copy), s.origin()));
  }
  // Each of them once: what was pending before a branch is so after both sides.
  void addPending(const Pendings& more) {
    for (const Pending& p : more)
      if (std::find(pending_.begin(), pending_.end(), p) == pending_.end()) pending_.push_back(p);
  }

  // A barrier before a loop costs less than one in it. The loop gets one before it if accesses before the loop would
  // otherwise add barriers to its body.
  Stmt loop(const For& n, const Stmt& s) {
    const std::vector<ThreadAccess> all = accessesOf(s);
    if (all.empty()) return s;
    const Pendings before = pending_;
    if (!conflicts(all)) return placed(n, s, before);
    const int count = barriers_;
    Pendings underWay = before;
    std::erase_if(underWay, [](const Pending& p) { return !p.groups; });
    const Stmt alone = placed(n, s, underWay);
    const Pendings afterAlone = pending_;
    const int needed = std::exchange(barriers_, count) - count;
    Stmt together = placed(n, s, before);
    if (barriers_ - count <= needed) return together;
    pending_ = afterAlone;
    barriers_ = count + needed + 1;
    return sequence({barrier(s.origin()), alone});
  }

  // Places the barriers of the body again, with the pending accesses of the previous iteration, until these no longer
  // change.
  Stmt placed(const For& n, const Stmt& s, const Pendings& before) {
    const size_t depth = loops_.size();
    const int count = barriers_;
    Pendings carried;
    Stmt body = n.body;
    for (int round = 0; round < kMaxRounds; ++round) {
      pending_ = before;
      pending_.insert(pending_.end(), carried.begin(), carried.end());
      barriers_ = count;
      loops_.push_back(&n);
      body = walk(n.body);
      loops_.pop_back();
      Pendings left;
      for (Pending p : pending_) {
        const bool inside = p.access.loops.size() > depth && p.access.loops[depth]->id == n.id;
        const bool older = p.apart.carried && p.apart.same <= depth;
        if (inside && !older)
          p.apart = {depth, true};
        else if (!p.copied)
          continue;  // accesses from before the loop are added again; a copy may have advanced meanwhile
        if (std::find(left.begin(), left.end(), p) == left.end()) left.push_back(std::move(p));
      }
      if (left.size() == carried.size()) break;
      carried = std::move(left);
    }
    const auto fromBefore = [&](const Pending& p) { return p.apart.carried && p.apart.same == depth; };
    std::erase_if(pending_, [&](const Pending& p) { return fromBefore(p) && !p.copied; });
    for (Pending& p : pending_) {
      if (fromBefore(p)) p.apart.carried = false;
      p.apart.same = std::min(p.apart.same, depth);
    }
    if (const auto extent = asInt(n.extent); !extent || *extent < 1) addPending(before);
    For copy = n;
    copy.body = body;
    return Stmt(std::move(copy), s.origin());
  }

  // One statement, or several that only some threads reach: a barrier can only be placed before it.
  Stmt atomic(const Stmt& s) {
    forEachStmt(s, [&](const Stmt& x) {
      if (!x.sameAs(s) && isWarpSync(x) && !error)
        error = explain(err::kDivergentWarp(s.as<IfThenElse>() ? "a condition" : "a loop"),
                        "reduce over threads outside of conditions and loops that depend on threadIdx");
    });
    const std::vector<ThreadAccess> now = accessesOf(s);
    const bool needed = needsBarrier(now);
    for (size_t i = 0; i < now.size() && !error; ++i)
      for (size_t k = i; k < now.size() && !error; ++k) within(now[i], now[k], s);
    return with(needed, s);
  }
  void within(const ThreadAccess& a, const ThreadAccess& b, const Stmt& s) {
    const size_t shared = common(a.loops, b.loops);
    bool met = &a != &b && !(a.store && b.store && a.origin == b.origin) && meet(a, b, {shared, false});
    for (size_t at = loops_.size(); at < shared; ++at)
      met = met || meet(a, b, {at, true}) || (&a != &b && meet(b, a, {at, true}));
    if (!met) return;
    const char* where = s.as<IfThenElse>() ? "a condition" : s.as<For>() || s.as<While>() ? "a loop" : "one statement";
    error = explain(err::kGpuDivergentBarrier(a.buffer->name, where, exchangeBetween(a, b, s)),
                    "write what other threads read in a statement of its own, outside of conditions and loops that "
                    "depend on threadIdx");
    for (const Origin& origin : {a.origin, b.origin})
      if (origin.block.valid() && (error->blocks.empty() || error->blocks.front() != origin.block))
        error->blocks.push_back(origin.block);
  }

  static constexpr int kMaxRounds = 16;
  static constexpr int64_t kMostGroups = 32;
  ThreadConflicts conflicts_;
  std::vector<Var> written_, read_;
  std::vector<const For*> loops_;
  std::vector<Expr> conditions_;
  VarMap lets_;
  Pendings pending_;
  int barriers_ = 0;    // placed so far
  bool async_ = false;  // inside async_scope
  bool oneThread_ = true;
};

}  // namespace

PrimFunc threadSync(const PrimFunc& f) {
  return withBody(f, rewriteKernels(f.body, [](const KernelNest& nest) { return Sync(nest).place(nest.body); }));
}

Status checkThreadSync(const PrimFunc& before) {
  std::optional<Explanation> error;
  rewriteKernels(before.body, [&](const KernelNest& nest) {
    if (!error) error = whyDivergent(nest);
    if (!error) error = whyNoWarpGroup(nest);
    Sync sync(nest);
    sync.place(nest.body);
    if (sync.error && !error) error = sync.error;
    return nest.body;
  });
  if (error) return *error;
  return success();
}

const Pass kThreadSyncPass{.name = "thread_sync",
                           .label = "barriers",
                           .help = "Insert barriers where threads of a block exchange values.",
                           .checkScheduled = programOnly<checkAtomicKernels>,
                           .check = [](const PrimFunc& before, const TargetFacts&) -> Status {
                             if (Status s = checkLocalExchange(before); !s) return s;
                             return checkThreadSync(before);
                           },
                           .run = programOnly<threadSync>};

}  // namespace lw
