#include "passes/plan_buffer_allocation.h"

#include <algorithm>

#include "core/analysis/dependence.h"
#include "core/ir/visit.h"
#include "passes/pass.h"

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

// The loops around all uses of a buffer, outermost first.
void pathTo(const Stmt& s, const Buffer& b, std::vector<LoopId>& loops) {
  if (const auto* n = s.as<For>()) {
    if (uses(n->min, b) || uses(n->extent, b)) return;
    loops.push_back(n->id);
    return pathTo(n->body, b, loops);
  }
  if (const auto* n = s.as<Block>()) {
    for (const Expr& e : n->bindings)
      if (uses(e, b)) return;
    if (!uses(n->predicate, b) && !n->init) pathTo(n->body, b, loops);
    return;
  }
  if (const auto* n = s.as<IfThenElse>()) {
    if (!uses(n->condition, b) && !(n->elseBody && uses(*n->elseBody, b))) pathTo(n->thenBody, b, loops);
    return;
  }
  const auto* seq = s.as<Seq>();
  if (!seq) return;
  const Stmt* only = nullptr;
  for (const Stmt& part : seq->stmts)
    if (uses(part, b)) {
      if (only) return;
      only = &part;
    }
  if (only) pathTo(*only, b, loops);
}

class Plan {
 public:
  explicit Plan(const PrimFunc& f) : f_(f) {}
  std::map<LoopId, std::vector<Buffer>> moved;

  Stmt visit(const Stmt& root) {
    return rewriteStmts(root, [&](const Stmt& s) -> std::optional<Stmt> {
      const auto* block = s.as<Block>();
      if (!block || block->allocs.empty()) return std::nullopt;
      Block rest = *block;
      std::erase_if(rest.allocs, [&](const Buffer& b) { return place(b, block->body); });
      return rest.allocs.size() == block->allocs.size() ? std::nullopt : std::optional(Stmt(std::move(rest), s.origin()));
    });
  }

 private:
  bool place(const Buffer& b, const Stmt& body) {
    std::vector<LoopId> loops;
    pathTo(body, b, loops);
    int questions = kMaxQuestions;
    for (; !loops.empty() && questions > 0; loops.pop_back(), --questions)
      if (privateToIteration(f_, b, loops.back())) {
        moved[loops.back()].push_back(b);
        return true;
      }
    return false;
  }

  static constexpr int kMaxQuestions = 6;  // a proof costs about a millisecond
  const PrimFunc& f_;
};

}  // namespace

PrimFunc planBufferAllocation(const PrimFunc& f) {
  Plan plan(f);
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
  return result;
}

}  // namespace lw
