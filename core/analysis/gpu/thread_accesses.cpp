#include "core/analysis/gpu/thread_accesses.h"

#include <algorithm>
#include <utility>

#include "core/ir/lane_operations.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/update.h"
#include "core/text/print/printer.h"

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
  if (!call || call->op != Intrinsic::AddressOf) return;
  const auto* load = call->args[0].as<BufferLoad>();
  if (load) add(load->buffer, {}, true);
}

void CollectAccesses::stmt(const Stmt& s) {
  const Origin outer = origin_;
  const StmtNode* outerStatement = std::exchange(statement_, s.key());
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
  } else if (const auto* n = s.as<Block>()) {
    block(*n);
  } else {
    const BufferStore* joined = atomicStore(s);
    const auto update = joined ? updateOf(*joined) : std::nullopt;
    if (update) atomic_ = {joined->buffer->data.key(), update->op};
    const auto* store = s.as<BufferStore>();
    const auto own = store ? updateOf(*store) : std::nullopt;
    if (own) update_ = {store->buffer->data.key(), own->op};
    if (const auto* n = s.as<AttrStmt>(); n && (isOfWarp(n->key) || n->key == kBulkStore))
      stmt(n->body);  // its value names elements and accesses none
    else if (!n || n->key != kBulkCopy)
      children(s);
    if (update) atomic_ = {};
    if (store) add(store->buffer, store->indices, true);
    if (own) update_ = {};
  }
  origin_ = outer;
  statement_ = outerStatement;
}

void CollectAccesses::block(const Block& n) {
  for (const Expr& binding : n.bindings) expr(binding);
  expr(n.predicate);
  for (size_t i = 0; i < n.iters.size(); ++i)
    lets_.insert_or_assign(n.iters[i].var.key(), substitute(n.bindings[i], lets_));
  for (const MatchBuffer& match : n.matches) {
    const auto source = matched_.find(match.source.buffer.key());
    matched_.insert_or_assign(match.buffer.key(), source == matched_.end() ? match.source.buffer : source->second);
  }
  const bool reduces =
      std::any_of(n.iters.begin(), n.iters.end(), [](const IterVar& iter) { return iter.kind == IterKind::Reduce; });
  const Block* outer = std::exchange(reduction_, reduces ? &n : nullptr);
  conditions_.push_back(substitute(n.predicate, lets_));
  if (n.init) {
    Expr first = boolConst(true);
    for (const IterVar& iter : n.iters)
      if (iter.kind == IterKind::Reduce) first = logicalAnd(first, eq(iter.var, iter.domain.min));
    conditions_.push_back(substitute(first, lets_));
    stmt(*n.init);
    conditions_.pop_back();
  }
  stmt(n.body);
  conditions_.pop_back();
  reduction_ = outer;
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
  const auto source = matched_.find(buffer.key());
  if (source != matched_.end()) return add(source->second, {}, store);
  ThreadAccess access{buffer, {}, store, loops_, conditions_, origin_};
  if (atomic_.first == buffer->data.key()) access.atomic = atomic_.second;
  if (update_.first == buffer->data.key()) access.update = update_.second;
  access.statement = statement_;
  access.reduction = reduction_;
  for (const Expr& index : indices) access.indices.push_back(substitute(index, lets_));
  found.push_back(std::move(access));
}

Message exchangeBetween(const ThreadAccess& a, const ThreadAccess& b, const Stmt& root) {
  const auto text = [&](const ThreadAccess& access) {
    std::string found = access.buffer->name;
    if (!access.store) found = toText(Expr(BufferLoad{access.buffer, access.indices}));
    if (access.store)
      forEachStmt(root, [&](const Stmt& s) {
        if (s.key() == access.statement && s.as<BufferStore>()) found = toText(s);
      });
    return Snippet(found);
  };
  if (a.store && b.store) return say("{0} and {1} write the same elements", text(a), text(b));
  return a.store ? say("{0} writes what {1} reads", text(a), text(b))
                 : say("{0} writes what {1} reads", text(b), text(a));
}

}  // namespace lw
