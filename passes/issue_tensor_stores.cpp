#include "passes/issue_tensor_stores.h"

#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/threads.h"
#include "core/ir/visit.h"
#include "passes/support/kernel_nest.h"

namespace lw {
namespace {

bool isStore(const Stmt& s) {
  const auto* n = s.as<AttrStmt>();
  return n && n->key == kBulkStore;
}
// A store, or one that only some threads make.
bool isGuardedStore(const Stmt& s) {
  const auto* branch = s.as<IfThenElse>();
  return isStore(s) || (branch && !branch->elseBody && isGuardedStore(branch->thenBody));
}
bool isFence(const Stmt& s) {
  const PhasedCall* call = phasedCall(s);
  return call && call->kind == PhasedKind::Fence;
}
Stmt call(const char* name, std::vector<Expr> args, Origin origin) {
  return Stmt(Evaluate{Call{dtype::Int32, name, std::move(args)}}, origin);
}
Stmt fence(Origin origin) { return call("ptx_fence_proxy_async", {}, origin); }

// With the end of the group and the wait for it: `again` if the statement may be carried out once more, which may write
// the same elements.
Stmt issued(const Stmt& s, bool again) {
  if (isStore(s))
    return sequence({s, call("ptx_cp_async_bulk_commit_group", {}, s.origin()),
                     call(again ? "ptx_cp_async_bulk_wait_group" : "ptx_cp_async_bulk_wait_group_read",
                          {makeZero(dtype::Int32)}, s.origin())});
  IfThenElse branch = *s.as<IfThenElse>();
  branch.thenBody = issued(branch.thenBody, again);
  return Stmt(std::move(branch), s.origin());
}

class Issue : public Rewriter {
 public:
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (isGuardedStore(s)) return sequence({fence(s.origin()), barrier(s.origin()), issued(s, loops_ > 0)});
    if (const auto* loop = s.as<For>(); loop && !isKernelAxis(*loop)) {
      ++loops_;
      Stmt done = children(s);
      --loops_;
      return done;
    }
    const auto* list = s.as<Seq>();
    if (!list) return children(s);
    std::vector<Stmt> done;
    size_t begin = 0;  // of the stores that follow each other, in `done`
    for (const Stmt& x : list->stmts) {
      if (!isGuardedStore(x)) {
        done.push_back(stmt(x));
        begin = done.size();
        continue;
      }
      if (begin == done.size()) begin = fenced(done, x.origin());
      done.push_back(issued(x, loops_ > 0));
    }
    return sequence(std::move(done)).withOrigin(s.origin());
  }

 private:
  int loops_ = 0;  // around, in the kernel
  // The statements up to a store, with a fence in front of the last barrier. Returns how many they are.
  static size_t fenced(std::vector<Stmt>& before, Origin origin) {
    if (before.empty() || !isBarrier(before.back())) before.push_back(barrier(origin));
    if (before.size() < 2 || !isFence(before[before.size() - 2])) before.insert(before.end() - 1, fence(origin));
    return before.size();
  }
};

}  // namespace

PrimFunc issueTensorStores(const PrimFunc& f) {
  const bool any = anyStmt(f.body, isStore);
  if (!any) return f;
  PrimFunc result = f;
  result.body = Issue().stmt(f.body);
  return result;
}

const Pass kIssueTensorStoresPass{.name = "issue_tensor_stores",
                                  .label = "tensor store order",
                                  .help = "Let one thread issue tensor stores, behind a fence, and wait for them.",
                                  .run = programOnly<issueTensorStores>};

}  // namespace lw
