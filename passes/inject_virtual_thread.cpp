#include "passes/inject_virtual_thread.h"

#include <algorithm>
#include <unordered_set>

#include "core/analysis/gpu/exchanging_nests.h"
#include "core/analysis/gpu/thread_accesses.h"
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"
#include "passes/errors.h"
#include "passes/support/buffer_copies.h"
#include "passes/support/effects.h"
#include "passes/support/kernel_nest.h"
#include "passes/support/row_major.h"

namespace lw {
namespace {

bool isVirtual(const For& loop) { return loop.kind == ForKind::ThreadBinding && loop.thread.starts_with("vthread"); }

bool isSync(const Expr& e) {
  const auto* call = e.as<Call>();
  return call && call->op == Intrinsic::StorageSync;
}

// Collects variables, and pointers of buffers, whose values differ among the virtual threads.
class VaryingValues : public Visitor {
 public:
  explicit VaryingValues(const For& loop) {
    keys_.insert(loop.var.key());
    for (size_t before = 0; before != keys_.size();) {
      before = keys_.size();
      stmt(loop.body);
    }
  }
  bool has(const Var& v) const { return keys_.contains(v.key()); }
  bool has(const Expr& e) const {
    bool found = !isPure(e) && !isSync(e);
    forEachExpr(e, [&](const Expr& x) {
      if (const auto* v = x.as<Var>()) found |= has(*v);
      if (const auto* load = x.as<BufferLoad>()) found |= has(load->buffer->data);
    });
    return found;
  }
  // For a store without its enclosing statements.
  bool has(const BufferStore& n) const {
    return has(n.buffer->data) || has(n.value) ||
           std::any_of(n.indices.begin(), n.indices.end(), [&](const Expr& e) { return has(e); });
  }

  void stmt(const Stmt& s) override {
    const int outer = depth_;
    if (const auto* n = s.as<For>()) {
      if (has(n->min)) keys_.insert(n->var.key());
      depth_ += has(n->min) || has(n->extent);
    } else if (const auto* n = s.as<IfThenElse>()) {
      depth_ += has(n->condition);
    } else if (const auto* n = s.as<While>()) {
      depth_ += has(n->condition);
    } else if (const auto* n = s.as<LetStmt>()) {
      if (has(n->value)) keys_.insert(n->var.key());
    } else if (const auto* n = s.as<AttrStmt>()) {
      depth_ += isAtomic(*n);
    } else if (const auto* n = s.as<BufferStore>()) {
      if (depth_ > 0 || has(*n)) keys_.insert(n->buffer->data.key());
    } else if (const auto* n = s.as<Evaluate>(); n && !isSync(n->value) && !isPure(n->value)) {
      forEachExpr(n->value, [&](const Expr& e) {
        if (const auto* v = e.as<Var>(); v && v->dtype().isHandle()) keys_.insert(v->key());
        if (const auto* load = e.as<BufferLoad>()) keys_.insert(load->buffer->data.key());
      });
    }
    children(s);
    depth_ = outer;
  }

 private:
  std::unordered_set<const void*> keys_;
  int depth_ = 0;  // enclosing statements whose control flow differs among virtual threads
};

bool hasLoops(const Stmt& s) {
  return anyStmt(s, [&](const Stmt& x) { return x.as<For>() || x.as<While>(); });
}

// If such a statement were unrolled, each virtual thread would get memory of its own.
bool allocatesForBlock(const Stmt& s) {
  return anyStmt(s, [&](const Stmt& x) {
    const auto* n = x.as<Allocate>();
    return n && n->scope != "local" && !isFragment(n->scope);
  });
}

// Whether copies along a first dimension are possible: only loads and stores depend on the addresses of elements.
bool canHaveCopies(const Allocate& n) {
  bool pointer = n.scope == "warp";
  forEachExpr(n.body, [&](const Expr& e) {
    if (const auto* v = e.as<Var>()) pointer |= *v == n.data;
  });
  return !pointer;
}

// Interleaves the virtual threads of one loop.
class SideBySide : public Rewriter {
 public:
  SideBySide(const For& loop, int64_t count, const VaryingValues& varying, PrimFunc& ids)
      : loop_(loop), count_(count), varying_(varying), ids_(ids) {}

  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (differs(s)) return repeated(s);
    if (const auto* n = s.as<Allocate>(); n && varying_.has(n->data)) {
      Allocate all = *n;
      const auto* view = n->body.as<DeclBuffer>();
      if (view && !view->buffer->strides.empty())
        all.extents = {memorySizeOf(withCopies(view->buffer, count_, false))};
      else
        all.extents.insert(all.extents.begin(), makeConst(dtype::Int32, count_));
      allocated_.insert(n->data.key());
      all.body = stmt(n->body);
      return Stmt(std::move(all), s.origin());
    }
    if (const auto* n = s.as<DeclBuffer>(); n && allocated_.contains(n->buffer->data.key())) {
      copies_.emplace_back(n->buffer, withCopies(n->buffer, count_, false));
      const Buffer all = copies_.back().second;
      return Stmt(DeclBuffer{all, stmt(n->body)}, s.origin());
    }
    return children(s);
  }

 private:
  // Whether the virtual threads cannot share one execution of the statement.
  bool differs(const Stmt& s) const {
    if (const auto* n = s.as<BufferStore>()) return varying_.has(*n);
    if (const auto* n = s.as<Evaluate>()) return varying_.has(n->value);
    if (const auto* n = s.as<For>())
      return varying_.has(n->min) || varying_.has(n->extent) || n->kind == ForKind::Vectorized ? anyDiffers(s) : false;
    if (const auto* n = s.as<IfThenElse>()) return varying_.has(n->condition);
    if (const auto* n = s.as<While>()) return varying_.has(n->condition);
    if (const auto* n = s.as<LetStmt>()) return varying_.has(n->value);
    // In an atomic update, each virtual thread makes its own.
    if (const auto* n = s.as<AttrStmt>()) return isAtomic(*n) || varying_.has(n->value);
    if (const auto* n = s.as<AssertStmt>()) return varying_.has(n->condition);
    const auto* n = s.as<Allocate>();
    return n && varying_.has(n->data) && !canHaveCopies(*n);
  }
  bool anyDiffers(const Stmt& s) const {
    const auto* loop = s.as<For>();
    bool found = loop && (varying_.has(loop->min) || varying_.has(loop->extent));
    forEachStmt(s, [&](const Stmt& x) { found |= !x.as<For>() && differs(x); });
    return found;
  }
  Stmt repeated(const Stmt& s) {
    const Stmt one = UseCopy(copies_, loop_.var - loop_.min).stmt(s);
    const auto by = [&](const Expr& value) { return substitute(freshCopy(one, ids_), {{loop_.var.key(), value}}); };
    const bool few = count_ < kWrittenOut && !allocatesForBlock(s);
    if (few && !hasLoops(s)) {
      std::vector<Stmt> all;
      for (int64_t i = 0; i < count_; ++i) all.push_back(by(loop_.min + makeConst(loop_.var.dtype(), i)));
      return sequence(std::move(all));
    }
    const Var number(loop_.var.name(), loop_.var.dtype());
    return Stmt(For{ids_.freshLoop(),
                    number,
                    loop_.min,
                    loop_.extent,
                    few ? ForKind::Unrolled : ForKind::Serial,
                    "",
                    {},
                    by(number)},
                s.origin());
  }

  const For& loop_;
  const int64_t count_;
  const VaryingValues& varying_;
  PrimFunc& ids_;
  Copies copies_;
  std::unordered_set<const void*> allocated_;  // data pointers of buffers with copies
};

class Inject : public Rewriter {
 public:
  explicit Inject(PrimFunc& ids) : ids_(ids) {
    for (const auto& [handle, buffer] : ids.buffers) parameters_.insert(buffer->data.key());
  }
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (axes_.empty())
      if (const auto nest = kernelNest(s)) {
        axes_ = nest->axes;
        Stmt done = children(s);
        axes_.clear();
        return done;
      }
    Stmt done = children(s);
    const auto* loop = done.as<For>();
    return loop && isVirtual(*loop) ? sideBySide(*loop, done) : done;
  }

 private:
  Stmt sideBySide(const For& loop, const Stmt& s) {
    const auto count = asInt(loop.extent);
    const VaryingValues varying(loop);
    if (count && *count > 0 && mayInterleave(loop, s, varying))
      return SideBySide(loop, *count, varying, ids_).stmt(loop.body);
    For serial = loop;
    serial.kind = count && *count < kWrittenOut && !allocatesForBlock(loop.body) ? ForKind::Unrolled : ForKind::Serial;
    serial.thread.clear();
    return Stmt(std::move(serial), s.origin());
  }
  // Whether interleaving is safe: no virtual thread accesses an element of outside memory that another one writes. For
  // parameters, `bind` has proved it.
  bool mayInterleave(const For& loop, const Stmt& s, const VaryingValues& varying) const {
    std::unordered_set<const void*> inside;
    forEachStmt(loop.body, [&](const Stmt& x) {
      if (const auto* n = x.as<Allocate>()) inside.insert(n->data.key());
    });
    CollectAccesses all({}, {}, {}, s.origin(), CollectAccesses::Of::All);
    all.stmt(s);
    std::erase_if(all.found, [&](const ThreadAccess& a) {
      const void* data = a.buffer->data.key();
      return inside.contains(data) || parameters_.contains(data) || !varying.has(a.buffer->data);
    });
    For thread = loop;  // treated as a hardware thread in the query
    thread.thread = "threadIdx.x";
    ThreadConflicts others(axes_), own({&thread});
    const auto without = [](ThreadAccess a) {
      a.loops.erase(a.loops.begin());
      return a;
    };
    for (const ThreadAccess& a : all.found)
      for (const ThreadAccess& b : all.found) {
        if (a.buffer->data != b.buffer->data || (!a.store && !b.store)) continue;
        if (others.meet(a, b, {0, true}) || own.meet(without(a), without(b), {0, false})) return false;
      }
    return true;
  }

  PrimFunc& ids_;
  std::vector<const For*> axes_;
  std::unordered_set<const void*> parameters_;
};

}  // namespace

PrimFunc injectVirtualThread(const PrimFunc& f) {
  PrimFunc result = f;
  result.body = Inject(result).stmt(f.body);
  return result.body.sameAs(f.body) ? f : result;
}

namespace {

// A store of one virtual thread and a load by another one of the same element. Memory of which virtual threads store
// the same elements is filled by each of them.
std::optional<std::pair<ThreadAccess, ThreadAccess>> exchangeOfVirtual(const PrimFunc& f, const Stmt& nest) {
  CollectAccesses all({}, {}, {}, {});
  all.stmt(nest);
  for (const ThreadAccess& store : all.found)
    for (const ThreadAccess& load : all.found) {
      if (!store.store || load.store || store.buffer->data != load.buffer->data || (store.update && load.update))
        continue;
      if (!store.indices.empty() && !load.indices.empty() && threadsMeet(store, load, false) &&
          !keptApart(f, store.buffer, all.found))
        return std::pair(store, load);
    }
  return std::nullopt;
}

}  // namespace

Status checkVirtualThreads(const PrimFunc& before) {
  std::optional<Explanation> error;
  forEachStmt(before.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    if (error || !loop || !isVirtual(*loop) || worksInWarps(s)) return;
    const auto found = exchangeOfVirtual(before, s);
    if (!found) return;
    error = explain(err::kGpuVirtualExchange(found->first.buffer->name, loop->var.name(),
                                             exchangeBetween(found->first, found->second, s)),
                    say("bind loop {0} to threadIdx", Ident(loop->var.name())));
  });
  if (error) return *error;
  return success();
}

const Pass kInjectVirtualThreadPass{.name = "inject_virtual_thread",
                                    .label = "virtual threads",
                                    .help = "Interleave the virtual threads of a thread.",
                                    .check = programOnly<checkVirtualThreads>,
                                    .run = programOnly<injectVirtualThread>};

}  // namespace lw
