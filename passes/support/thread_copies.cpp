#include "passes/support/thread_copies.h"

#include <algorithm>

#include "core/analysis/gpu/exchanging_nests.h"
#include "core/analysis/gpu/thread_accesses.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/errors.h"

namespace lw {
namespace {

// The loops over threads around all accesses, if some threads of them overwrite each other's elements.
std::vector<const For*> sharedBy(const std::vector<ThreadAccess>& accesses, std::optional<Explanation>& error) {
  std::vector<const For*> threads = commonLoops(accesses.front().loops, accesses.front().loops).threads;
  for (const ThreadAccess& a : accesses) threads = commonLoops(threads, commonLoops(a.loops, a.loops).threads).threads;
  for (size_t i = 0; i < accesses.size(); ++i)
    for (size_t k = i; k < accesses.size(); ++k) {
      if ((!accesses[i].store && !accesses[k].store) || !threadsMeet(accesses[i], accesses[k], false)) continue;
      if (!threads.empty() && commonLoops(accesses[i].loops, accesses[k].loops).threads == threads) return threads;
      if (!error)
        error = explain(err::kThreadCopies(accesses[i].buffer->name, "is used in several loops over threads"),
                        say("allocate {0} in the loop over threads that uses it", Ident(accesses[i].buffer->name)));
      return {};
    }
  return {};
}

class Expander : public Rewriter {
 public:
  Expander(const OwnMemory& memory, const LoopCopies& copies, std::optional<Explanation>& error)
      : memory_(memory), copies_(copies), error_(error) {}

  Stmt stmt(const Stmt& s) override {
    if (const auto* n = s.as<For>()) {
      loops_.push_back(n);
      const Stmt done = children(s);
      loops_.pop_back();
      return done;
    }
    if (const auto* n = s.as<Allocate>(); n && threadsOf(n->data)) {
      Allocate copy = *n;
      copy.extents = extents(*threadsOf(n->data));
      copy.extents.insert(copy.extents.end(), n->extents.begin(), n->extents.end());
      copy.body = stmt(n->body);
      return Stmt(std::move(copy), s.origin());
    }
    if (const auto* n = s.as<BufferStore>(); n && threadsOf(n->buffer->data)) {
      BufferStore copy{buffer(n->buffer), places(n->buffer, exprs(n->indices)), expr(n->value)};
      return Stmt(std::move(copy), s.origin());
    }
    return children(s);
  }
  Expr expr(const Expr& e) override {
    const auto* n = e.as<BufferLoad>();
    if (!n || !threadsOf(n->buffer->data)) return children(e);
    return BufferLoad{buffer(n->buffer), places(n->buffer, exprs(n->indices))};
  }
  Expr var(const Var& v) override {
    if (threadsOf(v)) fail(v.name(), "is passed on as a pointer", "access its elements with indices");
    return Expr(v);
  }
  Buffer buffer(const Buffer& b) override {
    const auto* threads = threadsOf(b->data);
    if (!threads) return b;
    const auto known = expanded_.find(b.key());
    if (known != expanded_.end()) return known->second;
    if (!b->strides.empty() || !isZero(b->elemOffset))
      fail(b->name, "has strides or an offset", "use a compact buffer");
    BufferNode node = *b;
    node.shape = extents(*threads);
    node.shape.insert(node.shape.end(), b->shape.begin(), b->shape.end());
    return expanded_.emplace(b.key(), Buffer(std::move(node))).first->second;
  }

 private:
  const std::vector<const For*>* threadsOf(const Var& data) const {
    for (const auto& [v, threads] : memory_)
      if (v == data) return &threads;
    return nullptr;
  }
  static std::vector<Expr> extents(const std::vector<const For*>& threads) {
    std::vector<Expr> list;
    for (const For* loop : threads) list.push_back(loop->extent);
    return list;
  }
  // The indices with those of the current thread in front.
  std::vector<Expr> places(const Buffer& b, const std::vector<Expr>& indices) {
    std::vector<Expr> list;
    for (const For* thread : *threadsOf(b->data)) {
      const auto is = [&](const For* loop) {
        const auto copy = copies_.find(loop->id);
        return copy != copies_.end() ? copy->second == thread->id : loop->id == thread->id;
      };
      const auto at = std::find_if(loops_.begin(), loops_.end(), is);
      if (at == loops_.end()) {
        fail(b->name, "is used in several loops over threads", "allocate it in the loop that uses it");
        return indices;
      }
      list.push_back((*at)->var - (*at)->min);
    }
    list.insert(list.end(), indices.begin(), indices.end());
    return list;
  }
  void fail(const std::string& name, Message why, Message hint) {
    if (!error_) error_ = explain(err::kThreadCopies(name, std::move(why)), std::move(hint));
  }

  const OwnMemory& memory_;
  const LoopCopies& copies_;
  std::optional<Explanation>& error_;
  std::vector<const For*> loops_;
  BufferMap expanded_;
};

}  // namespace

OwnMemory ownMemoryAround(const PrimFunc& f, const Stmt& nest, const std::vector<Var>& own,
                          std::optional<Explanation>& error) {
  std::vector<Var> allocatedInside;
  forEachStmt(nest, [&](const Stmt& s) {
    if (const auto* n = s.as<Allocate>()) allocatedInside.push_back(n->data);
  });
  const auto isIn = [](const std::vector<Var>& list, const Var& v) {
    return std::find(list.begin(), list.end(), v) != list.end();
  };
  CollectAccesses everywhere({}, {}, {}, {}, CollectAccesses::Of::All), inside = everywhere;
  everywhere.stmt(f.body);
  inside.stmt(nest);
  OwnMemory memory;
  std::vector<Var> looked;
  for (const ThreadAccess& a : inside.found) {
    const Var& data = a.buffer->data;
    const bool ofThread = a.buffer->scope == "local" || isIn(own, data);
    if (!ofThread || isIn(allocatedInside, data) || isIn(looked, data)) continue;
    looked.push_back(data);
    std::vector<ThreadAccess> all;
    for (const ThreadAccess& x : everywhere.found)
      if (x.buffer->data == data) all.push_back(x);
    std::vector<const For*> threads = sharedBy(all, error);
    if (!threads.empty()) memory.emplace_back(data, std::move(threads));
  }
  return memory;
}

Stmt withThreadCopies(const Stmt& body, const OwnMemory& memory, const LoopCopies& copies,
                      std::optional<Explanation>& error) {
  return memory.empty() ? body : Expander(memory, copies, error).stmt(body);
}

}  // namespace lw
