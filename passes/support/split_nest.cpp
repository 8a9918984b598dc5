#include "passes/support/split_nest.h"

#include <algorithm>
#include <utility>

#include "core/analysis/gpu/thread_accesses.h"
#include "core/ir/jumps.h"
#include "core/ir/ops.h"
#include "core/ir/threads.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "passes/errors.h"
#include "passes/support/kernel_nest.h"

namespace lw {
namespace {

// A part of the code between two barriers. `whole`: it has loops over threads of its own; otherwise it is the code of
// one thread.
struct Piece {
  Stmt code;
  bool barrier = false;  // before it
  bool whole = false;
};
using Pieces = std::vector<Piece>;

bool isOneThread(const Pieces& pieces) { return pieces.size() == 1 && !pieces[0].barrier && !pieces[0].whole; }

// Pieces of one thread that no barrier separates become one.
Pieces joined(Pieces pieces) {
  Pieces result;
  for (Piece& p : pieces)
    if (!result.empty() && !p.barrier && !p.whole && !result.back().whole)
      result.back().code = sequence({result.back().code, p.code});
    else
      result.push_back(std::move(p));
  return result;
}

class Divider {
 public:
  Divider(const std::vector<Var>& own, PrimFunc& function, LoopCopies& copies)
      : own_(own), function_(function), copies_(copies) {}
  DividedNest result{Evaluate{0}, {}, {}};
  std::optional<Explanation> error;

  Stmt divide(const Stmt& nest) {
    CollectAccesses all({}, {}, {}, {});
    all.stmt(nest);
    for (const ThreadAccess& a : all.found)
      if (a.store) written_.push_back(a.buffer->data);
    return assembled(convert(nest));
  }

 private:
  static bool isIn(const std::vector<Var>& list, const Var& v) {
    return std::find(list.begin(), list.end(), v) != list.end();
  }
  bool isThread(const Var& v) const {
    return std::any_of(threads_.begin(), threads_.end(), [&](const For* loop) { return loop->var == v; });
  }
  // Whether the expression has the same value in all threads of a block.
  bool uniform(const Expr& e) const {
    const Expr whole = substitute(e, lets_);
    bool same = true;
    for (const Var& v : freeVars(whole)) same = same && !isThread(v);
    forEachExpr(whole, [&](const Expr& x) {
      if (const auto* load = x.as<BufferLoad>())
        same = same && load->buffer->scope != "local" && !isIn(written_, load->buffer->data) &&
               !isIn(own_, load->buffer->data);
    });
    return same;
  }

  std::vector<ThreadAccess> shared(std::vector<ThreadAccess> all) const {
    std::erase_if(all,
                  [&](const ThreadAccess& a) { return !isIn(written_, a.buffer->data) || isIn(own_, a.buffer->data); });
    return all;
  }
  std::vector<ThreadAccess> accessesOf(const Stmt& s) const {
    CollectAccesses collect(loops_, conditions_, lets_, s.origin());
    collect.stmt(s);
    return shared(std::move(collect.found));
  }
  std::vector<ThreadAccess> accessesOf(const Expr& e) const {
    CollectAccesses collect(loops_, conditions_, lets_, {});
    collect.expr(e);
    return shared(std::move(collect.found));
  }
  bool meet(const ThreadAccess& a, const ThreadAccess& b, TimeApart apart) {
    if (a.buffer->data != b.buffer->data || (!a.store && !b.store) || (a.update && a.update == b.update)) return false;
    std::vector<const For*> axes = blocks_;
    axes.insert(axes.end(), threads_.begin(), threads_.end());
    return ThreadConflicts(std::move(axes)).meet(a, b, apart);
  }
  bool conflicts(const std::vector<ThreadAccess>& now) {
    for (const ThreadAccess& p : pending_)
      for (const ThreadAccess& b : now)
        if (meet(p, b, {loops_.size(), false})) return true;
    return false;
  }
  // Decides whether there is a barrier before these accesses, and makes them pending.
  bool barrierBefore(const std::vector<ThreadAccess>& now) {
    const bool needed = conflicts(now);
    if (needed) pending_.clear();
    pending_.insert(pending_.end(), now.begin(), now.end());
    return needed;
  }

  Pieces convert(const Stmt& s) {
    if (isBarrier(s)) {
      pending_.clear();
      return {{Evaluate{0}, true}};
    }
    if (const auto* n = s.as<Seq>()) {
      Pieces all;
      for (const Stmt& part : n->stmts) {
        Pieces more = convert(part);
        std::move(more.begin(), more.end(), std::back_inserter(all));
      }
      return joined(std::move(all));
    }
    if (const auto* n = s.as<For>(); n && n->kind == ForKind::ThreadBinding && !isBlockAxis(*n)) return threads(*n, s);
    if (const auto* n = s.as<For>(); n && isUniform(*n)) return loop(*n, s);
    if (const auto* n = s.as<IfThenElse>(); n && uniform(n->condition)) return branch(*n, s);
    if (const auto* n = s.as<LetStmt>(); n && !n->var.dtype().isHandle()) return let(*n, s);
    if (const auto* n = s.as<Allocate>()) return memory(*n, s);
    if (const auto* n = s.as<DeclBuffer>()) return memory(*n, s);
    if (const auto* n = s.as<AttrStmt>(); n && !isAtomic(*n)) return attribute(*n, s);
    return inOrder(s);
  }

  // The code of all threads.
  Stmt assembled(Pieces pieces) {
    std::vector<Stmt> parts;
    for (Piece& p : joined(std::move(pieces))) {
      Stmt code = std::move(p.code);
      if (!p.whole && isNoOp(code)) continue;
      for (size_t i = threads_.size(); !p.whole && i-- > 0;) code = around(*threads_[i], code);
      parts.push_back(std::move(code));
    }
    return sequence(std::move(parts));
  }
  // The loop over threads around this code: itself the first time, then copies.
  Stmt around(const For& loop, const Stmt& code) {
    For copy = loop;
    copy.body = code;
    if (!copies_.try_emplace(loop.id, loop.id).second) {
      copy.id = function_.freshLoop();
      copy.var = Var(loop.var.name(), loop.var.dtype());
      copies_.emplace(copy.id, loop.id);
      copy.body = substitute(code, {{loop.var.key(), copy.var}});
    }
    return Stmt(std::move(copy), origins_.at(loop.id));
  }

  Pieces threads(const For& n, const Stmt& s) {
    const std::vector<ThreadAccess> all = accessesOf(s);
    const bool barrier = barrierBefore(all);
    const std::vector<ThreadAccess> outer = std::exchange(pending_, {});
    origins_.insert_or_assign(n.id, s.origin());
    threads_.push_back(&n);
    Pieces pieces = joined(convert(n.body));
    threads_.pop_back();
    pending_ = outer;
    if (isOneThread(pieces)) return {{s, barrier}};
    for (Piece& p : pieces)
      if (!p.whole) p.code = isNoOp(p.code) ? p.code : around(n, p.code);
    if (!pieces.empty()) pieces.front().barrier = pieces.front().barrier || barrier;
    return pieces;
  }

  bool isUniform(const For& n) const {
    const bool serial = n.kind == ForKind::Serial || n.kind == ForKind::Unrolled || isBlockAxis(n);
    return serial && uniform(n.min) && uniform(n.extent) && !jumps(n.body);
  }
  // Whether there is a barrier in an iteration of the loop, or between two.
  bool needsDivision(const For& n) {
    const bool written = anyStmt(n.body, [&](const Stmt& s) { return isBarrier(s); });
    if (written) return true;
    loops_.push_back(&n);
    const std::vector<ThreadAccess> all = accessesOf(n.body);
    const size_t depth = loops_.size();
    bool needed = false;
    for (size_t i = 0; i < all.size() && !needed; ++i)
      for (size_t k = 0; k < all.size() && !needed; ++k)
        needed = meet(all[i], all[k], {depth - 1, true}) ||
                 (i < k && all[i].statement != all[k].statement && meet(all[i], all[k], {depth, false}));
    loops_.pop_back();
    return needed;
  }
  Pieces loop(const For& n, const Stmt& s) {
    const bool barrier = barrierBefore(accessesOf(s));
    if (!needsDivision(n)) return checked(s, barrier);
    pending_.clear();
    loops_.push_back(&n);
    if (isBlockAxis(n)) blocks_.push_back(&n);
    For copy = n;
    copy.min = substitute(n.min, lets_), copy.extent = substitute(n.extent, lets_);
    copy.body = assembled(convert(n.body));
    if (isBlockAxis(n)) blocks_.pop_back();
    loops_.pop_back();
    pending_.clear();
    return {{Stmt(std::move(copy), s.origin()), true, true}};
  }
  Pieces branch(const IfThenElse& n, const Stmt& s) {
    const bool barrier = barrierBefore(accessesOf(s));
    const std::vector<ThreadAccess> outer = std::exchange(pending_, {});
    const Expr condition = substitute(n.condition, lets_);
    conditions_.push_back(condition);
    Pieces yes = joined(convert(n.thenBody)), no;
    pending_.clear();
    conditions_.back() = Not{condition};
    if (n.elseBody) no = joined(convert(*n.elseBody));
    conditions_.pop_back();
    pending_ = outer;
    if (isOneThread(yes) && (no.empty() || isOneThread(no))) return {{s, barrier}};
    pending_.clear();
    IfThenElse copy = n;
    copy.condition = condition;
    copy.thenBody = assembled(std::move(yes));
    if (n.elseBody) copy.elseBody = assembled(std::move(no));
    return {{Stmt(std::move(copy), s.origin()), true, true}};
  }

  static void replace(Pieces& pieces, const Var& v, const Expr& value) {
    for (Piece& p : pieces) p.code = substitute(p.code, {{v.key(), value}});
  }
  Pieces let(const LetStmt& n, const Stmt& s) {
    const bool barrier = barrierBefore(accessesOf(n.value));
    lets_.insert_or_assign(n.var.key(), substitute(n.value, lets_));
    Pieces pieces = joined(convert(n.body));
    if (isOneThread(pieces)) {
      LetStmt copy = n;
      copy.body = pieces[0].code;
      return {{Stmt(std::move(copy), s.origin()), barrier}};
    }
    bool pure = true;
    forEachExpr(n.value, [&](const Expr& e) { pure = pure && !e.as<BufferLoad>() && !e.as<Call>(); });
    if (pure) {
      replace(pieces, n.var, n.value);
      if (!pieces.empty()) pieces.front().barrier = pieces.front().barrier || barrier;
      return pieces;
    }
    // The value is computed once, where it was.
    const Buffer kept = makeBuffer(n.var.name(), {1}, n.var.dtype(), "local");
    result.around.emplace_back(Allocate{kept->data, kept->dtype, kept->shape, kept->scope, {}, Evaluate{0}});
    result.around.emplace_back(DeclBuffer{kept, Evaluate{0}});
    result.own.emplace_back(kept->data, threads_);
    replace(pieces, n.var, BufferLoad{kept, {0}});
    pieces.insert(pieces.begin(), Piece{Stmt(BufferStore{kept, {0}, n.value}, s.origin()), barrier});
    return joined(std::move(pieces));
  }

  template <class N>
  Pieces memory(const N& n, const Stmt& s) {
    Pieces pieces = joined(convert(n.body));
    if (isOneThread(pieces)) {
      N copy = n;
      copy.body = pieces[0].code;
      return {{copy.body.sameAs(n.body) ? s : Stmt(std::move(copy), s.origin())}};
    }
    if constexpr (std::is_same_v<N, Allocate>)
      for (const Expr& extent : n.extents) requireOutside(extent, n.data);
    N alone = n;
    alone.body = Evaluate{0};
    result.around.insert(result.around.begin(), Around(std::move(alone)));
    if constexpr (std::is_same_v<N, Allocate>)
      if (n.scope == "local" || isIn(own_, n.data)) result.own.emplace_back(n.data, threads_);
    return pieces;
  }
  // The memory is allocated around the nest, where no variable of the nest is known.
  void requireOutside(const Expr& extent, const Var& data) {
    for (const Var& v : freeVars(extent)) {
      const auto is = [&](const For* loop) { return loop->var == v; };
      const bool inside = lets_.contains(v.key()) || std::any_of(threads_.begin(), threads_.end(), is) ||
                          std::any_of(loops_.begin(), loops_.end(), is);
      if (inside && !error)
        error = explain(err::kThreadCopies(data.name(), say("has a size that depends on {0}", Ident(v.name()))),
                        "allocate it with the largest size");
    }
  }
  Pieces attribute(const AttrStmt& n, const Stmt& s) {
    Pieces pieces = convert(n.body);
    for (Piece& p : pieces) {
      if (isNoOp(p.code)) continue;
      AttrStmt copy = n;
      copy.body = p.code;
      p.code = p.code.sameAs(n.body) ? s : Stmt(std::move(copy), s.origin());
    }
    return pieces;
  }

  // One statement, or several that only some threads reach, in the order in which one thread carries them out.
  Pieces inOrder(const Stmt& s) { return checked(s, barrierBefore(accessesOf(s))); }
  Pieces checked(const Stmt& s, bool barrier) {
    forEachStmt(s, [&](const Stmt& x) {
      if (isBarrier(x) && !error)
        error = explain(err::kBarrierInside(kindOf(s)),
                        "move the barrier out of conditions and loops that depend on the thread");
    });
    const std::vector<ThreadAccess> all = accessesOf(s);
    for (size_t i = 0; i < all.size() && !error; ++i)
      for (size_t k = i; k < all.size() && !error; ++k) within(all[i], all[k], s);
    return {{s, barrier}};
  }
  static Message kindOf(const Stmt& s) {
    return s.as<IfThenElse>() ? "a condition" : s.as<For>() || s.as<While>() ? "a loop" : "one statement";
  }
  void within(const ThreadAccess& a, const ThreadAccess& b, const Stmt& s) {
    size_t same = 0;
    while (same < a.loops.size() && same < b.loops.size() && a.loops[same] == b.loops[same]) ++same;
    const bool one = a.statement == b.statement;
    bool met = !one && meet(a, b, {same, false});
    for (size_t at = loops_.size(); at < same; ++at)
      met = met || meet(a, b, {at, true}) || (&a != &b && meet(b, a, {at, true}));
    // One store to an element by several threads is not known to be wrong: all may store the same value.
    if (one && &a != &b && a.store != b.store && isExactly(a, b)) met = met || meet(a, b, {same, false});
    if (!met) return;
    error =
        explain(err::kGpuDivergentBarrier(a.buffer->name, one ? "one statement" : kindOf(s), exchangeBetween(a, b, s)),
                "write what other threads read in a statement of its own, outside of conditions and loops that "
                "depend on threadIdx");
    for (const Origin& origin : {a.origin, b.origin})
      if (origin.block.valid() && (error->blocks.empty() || error->blocks.front() != origin.block))
        error->blocks.push_back(origin.block);
  }
  static bool isExactly(const ThreadAccess& a, const ThreadAccess& b) {
    const ThreadConflicts conflicts({});
    return conflicts.isAffine(a) && conflicts.isAffine(b) && !a.indices.empty() && !b.indices.empty();
  }

  const std::vector<Var>& own_;
  PrimFunc& function_;
  LoopCopies& copies_;
  std::vector<Var> written_;
  std::vector<const For*> threads_;  // around the current statement, outermost first
  std::vector<const For*> blocks_;   // loops over blocks of threads among loops_
  std::vector<const For*> loops_;    // other loops, each of them divided
  std::map<LoopId, Origin> origins_;
  std::vector<Expr> conditions_;
  VarMap lets_;
  std::vector<ThreadAccess> pending_;  // accesses since the last barrier
};

}  // namespace

std::variant<DividedNest, Explanation> divideNest(const Stmt& nest, const std::vector<Var>& own, PrimFunc& function,
                                                  LoopCopies& copies) {
  Divider divider(own, function, copies);
  Stmt body = divider.divide(nest);
  if (divider.error) return *std::move(divider.error);
  divider.result.body = std::move(body);
  return std::move(divider.result);
}

}  // namespace lw
