#include "passes/support/thread_accesses.h"

#include "core/ir/lane_operations.h"
#include "core/ir/ops.h"
#include "core/ir/update.h"

namespace lw {

CollectAccesses::CollectAccesses(std::vector<const For*> loops, std::vector<Expr> conditions, VarMap lets,
                                 Origin origin, Of memory)
    : loops_(std::move(loops)),
      conditions_(std::move(conditions)),
      lets_(std::move(lets)),
      origin_(origin),
      memory_(memory) {}

void CollectAccesses::expr(const Expr& e) {
  children(e);
  if (const auto* load = e.as<BufferLoad>()) add(load->buffer, load->indices, false);
  const auto* call = e.as<Call>();
  if (!call || call->op != "address_of") return;
  const auto* load = call->args[0].as<BufferLoad>();
  if (load) add(load->buffer, {}, true);
}

void CollectAccesses::stmt(const Stmt& s) {
  const Origin outer = origin_;
  if (s.origin() != Origin{}) origin_ = s.origin();
  if (const auto* n = s.as<For>()) {
    expr(n->min), expr(n->extent);
    loops_.push_back(n);
    stmt(n->body);
    loops_.pop_back();
  } else if (const auto* n = s.as<IfThenElse>()) {
    branch(*n);
  } else if (const auto* n = s.as<LetStmt>()) {
    expr(n->value);
    lets_.insert_or_assign(n->var.key(), substitute(n->value, lets_));
    stmt(n->body);
  } else {
    const BufferStore* joined = atomicStore(s);
    const auto update = joined ? updateOf(*joined) : std::nullopt;
    if (update) atomic_ = {joined->buffer->data.key(), update->op};
    if (const auto* n = s.as<AttrStmt>(); n && isOfWarp(n->key))
      stmt(n->body);  // its value names elements and accesses none
    else
      children(s);
    if (update) atomic_ = {};
    if (const auto* store = s.as<BufferStore>()) add(store->buffer, store->indices, true);
  }
  origin_ = outer;
}

void CollectAccesses::branch(const IfThenElse& n) {
  expr(n.condition);
  const Expr condition = substitute(n.condition, lets_);
  conditions_.push_back(condition);
  stmt(n.thenBody);
  conditions_.back() = Not{condition};
  if (n.elseBody) stmt(*n.elseBody);
  conditions_.pop_back();
}

void CollectAccesses::add(const Buffer& buffer, const std::vector<Expr>& indices, bool store) {
  // Exchanges within warps are synchronized separately.
  if (memory_ == Of::Shared && (buffer->scope == "local" || buffer->scope == "warp" || isFragment(buffer->scope)))
    return;
  ThreadAccess access{buffer, {}, store, loops_, conditions_, origin_};
  if (atomic_.first == buffer->data.key()) access.atomic = atomic_.second;
  for (const Expr& index : indices) access.indices.push_back(substitute(index, lets_));
  found.push_back(std::move(access));
}

}  // namespace lw
