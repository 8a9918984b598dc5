#include "passes/plan_buffer_allocation.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/dependence/dependence.h"
#include "core/ir/threads.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"

namespace lw {
namespace {

class Uses : public Visitor {
 public:
  explicit Uses(const Buffer& b) : buffer_(b) {}
  bool found = false;
  void bufferUse(const Buffer& b) override { found |= b->data == buffer_->data; }
  void varUse(const Var& v) override { found |= v == buffer_->data; }

 private:
  const Buffer& buffer_;
};

bool uses(const Stmt& s, const Buffer& b) {
  Uses look(b);
  look.stmt(s);
  return look.found;
}
bool uses(const Expr& e, const Buffer& b) {
  Uses look(b);
  look.expr(e);
  return look.found;
}

// Which statements of a sequence use which buffers, found in one walk for all buffers.
class PartsOf : public Visitor {
 public:
  explicit PartsOf(const Seq& seq) {
    for (const Stmt& part : seq.stmts) {
      stmt(part);
      ++at_;
    }
  }
  // The only statement that uses this buffer; nullopt if no statement or several do.
  std::optional<size_t> only(const Buffer& b) const {
    const auto found = parts_.find(b->data.key());
    return found == parts_.end() || found->second.second != found->second.first ? std::nullopt
                                                                                : std::optional(found->second.first);
  }
  void bufferUse(const Buffer& b) override { note(b->data); }
  void varUse(const Var& v) override { note(v); }

 private:
  void note(const Var& v) { parts_.try_emplace(v.key(), at_, at_).first->second.second = at_; }
  std::unordered_map<const void*, std::pair<size_t, size_t>>
      parts_;  // by Var::key(): the first and the last statement; looked up by key only
  size_t at_ = 0;
};
using KnownParts = std::unordered_map<const void*, PartsOf>;  // by Stmt::key() of the sequence

// The loops around all uses of a buffer, outermost first.
void pathTo(const Stmt& s, const Buffer& b, KnownParts& known, std::vector<const For*>& loops) {
  if (const auto* n = s.as<For>()) {
    if (uses(n->min, b) || uses(n->extent, b)) return;
    loops.push_back(n);
    return pathTo(n->body, b, known, loops);
  }
  if (const auto* n = s.as<Block>()) {
    for (const Expr& e : n->bindings)
      if (uses(e, b)) return;
    if (!uses(n->predicate, b) && !n->init) pathTo(n->body, b, known, loops);
    return;
  }
  if (const auto* n = s.as<IfThenElse>()) {
    if (!uses(n->condition, b) && !(n->elseBody && uses(*n->elseBody, b))) pathTo(n->thenBody, b, known, loops);
    return;
  }
  const auto* seq = s.as<Seq>();
  if (!seq) return;
  if (const std::optional<size_t> only = known.try_emplace(s.key(), *seq).first->second.only(b))
    pathTo(seq->stmts[*only], b, known, loops);
}

constexpr int kMaxQuestions = 6, kMaxLocalQuestions = 12;  // a proof costs about a millisecond

// The innermost of these loops whose iterations may each have their own copy of the buffer.
const For* innermostPrivate(const PrimFunc& f, const Buffer& b, std::vector<const For*> loops,
                            int questions = kMaxQuestions) {
  for (; !loops.empty() && questions > 0; loops.pop_back(), --questions)
    if (privateToIteration(f, b, loops.back()->id)) return loops.back();
  return nullptr;
}

// On a GPU, a shared or local buffer may be allocated anywhere in its kernel; compact_buffer_allocation accounts for
// the threads that share it. A global buffer that a single thread uses becomes local; other global buffers stay outside
// of the kernels.
const For* placeOnGpu(const PrimFunc& f, const Buffer& b, std::vector<const For*> loops) {
  const auto kernel =
      std::find_if(loops.begin(), loops.end(), [](const For* l) { return l->kind == ForKind::ThreadBinding; });
  if (kernel == loops.end()) return nullptr;
  std::vector<const For*> inside(kernel, loops.end());
  const bool ofThread = b->scope == "local" || isFragment(b->scope);
  // Every thread has its own copy of a local buffer. Iterations of other loops may pass on what is in it.
  const auto serial =
      std::find_if(inside.begin(), inside.end(), [](const For* l) { return l->kind != ForKind::ThreadBinding; });
  const For* outermost = *(serial - 1);
  if (ofThread) inside.erase(inside.begin(), serial);
  if (b->scope == "global") std::erase_if(inside, [](const For* l) { return bindsThreads(l->body); });
  const For* found = innermostPrivate(f, b, std::move(inside), ofThread ? kMaxLocalQuestions : kMaxQuestions);
  // Shared memory lasts for one launch, so nothing outside of the only kernel is concerned.
  const bool ofLaunch = b->scope.starts_with("shared") && kernel == loops.begin();
  return found || !(ofThread || ofLaunch) ? found : outermost;
}

class Plan {
 public:
  Plan(const PrimFunc& f, bool gpu) : f_(f), gpu_(gpu) {}
  std::map<LoopId, std::vector<Buffer>> moved;
  BufferMap local;  // global buffers that become local

  Stmt visit(const Stmt& root) {
    return rewriteStmts(root, [&](const Stmt& s) -> std::optional<Stmt> {
      const auto* block = s.as<Block>();
      if (!block || block->allocs.empty()) return std::nullopt;
      known_.clear();
      Block rest = *block;
      std::erase_if(rest.allocs, [&](const Buffer& b) { return place(b, block->body); });
      return rest.allocs.size() == block->allocs.size() ? std::nullopt
                                                        : std::optional(Stmt(std::move(rest), s.origin()));
    });
  }

 private:
  bool place(const Buffer& b, const Stmt& body) {
    std::vector<const For*> loops;
    pathTo(body, b, known_, loops);
    const For* found = gpu_ ? placeOnGpu(f_, b, std::move(loops)) : innermostPrivate(f_, b, std::move(loops));
    if (!found) return false;
    moved[found->id].push_back(b);
    if (gpu_ && b->scope == "global") {
      BufferNode node = *b;
      node.scope = "local";
      local.emplace(b.key(), Buffer(std::move(node)));
    }
    return true;
  }

  const PrimFunc& f_;
  const bool gpu_;
  KnownParts known_;  // of statements of the current block
};

PrimFunc plan(const PrimFunc& f, bool gpu) {
  Plan plan(f, gpu);
  const Stmt without = plan.visit(f.body);
  if (plan.moved.empty()) return f;
  PrimFunc result = f;
  result.body = rewriteStmts(without, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* loop = s.as<For>();
    const auto found = loop ? plan.moved.find(loop->id) : plan.moved.end();
    if (found == plan.moved.end()) return std::nullopt;
    For copy = *loop;
    Block holder(result.freshBlock(), "", loop->body);
    holder.allocs = found->second;
    copy.body = Stmt(std::move(holder), loop->body.origin());
    return Stmt(std::move(copy), s.origin());
  });
  if (!plan.local.empty()) result.body = substituteBuffers(result.body, plan.local);
  return result;
}

}  // namespace

PrimFunc planBufferAllocation(const PrimFunc& f) { return plan(f, false); }
PrimFunc planGpuBufferAllocation(const PrimFunc& f) { return plan(f, true); }

const Pass kPlanBufferAllocationPass{.name = "plan_and_update_buffer_allocation_location",
                                     .label = "plan allocations",
                                     .help = "Move allocations next to their uses.",
                                     .run = programOnly<planBufferAllocation>};

const Pass kPlanGpuBufferAllocationPass{.name = "plan_and_update_buffer_allocation_location",
                                        .label = "plan allocations",
                                        .help = "Move allocations to the kernel, block or thread that uses them.",
                                        .run = programOnly<planGpuBufferAllocation>};

}  // namespace lw
