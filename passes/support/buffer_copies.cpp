#include "passes/support/buffer_copies.h"

#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/wide_index.h"

namespace lw {

Buffer withCopies(const Buffer& b, int64_t count, bool newData) {
  BufferNode node = *b;
  if (!node.strides.empty()) node.strides.insert(node.strides.begin(), productOf({b->strides[0], b->shape[0]}));
  node.shape.insert(node.shape.begin(), makeConst(dtype::Int32, count));
  if (newData) node.data = Var(b->data.name(), b->data.dtype());
  return Buffer(std::move(node));
}

bool isIn(const std::vector<Buffer>& list, const Buffer& b) {
  return std::any_of(list.begin(), list.end(), [&](const Buffer& x) { return x->data == b->data; });
}

const Buffer* UseCopy::find(const Buffer& b) const {
  for (const auto& [one, all] : copies_)
    if (one->data == b->data) return &all;
  return nullptr;
}

std::vector<Expr> UseCopy::at(std::vector<Expr> indices) const {
  indices.insert(indices.begin(), number_);
  return indices;
}

Expr UseCopy::expr(const Expr& e) {
  Expr done = children(e);
  const auto* load = done.as<BufferLoad>();
  const Buffer* to = load ? find(load->buffer) : nullptr;
  return to ? Expr(BufferLoad{*to, at(load->indices)}) : done;
}

Stmt UseCopy::stmt(const Stmt& s) {
  Stmt done = children(s);
  if (const auto* store = done.as<BufferStore>())
    if (const Buffer* to = find(store->buffer))
      return Stmt(BufferStore{*to, at(store->indices), store->value}, s.origin());
  const auto* block = done.as<Block>();
  if (!block) return done;
  Block copy = *block;
  bool changed = false;
  for (std::vector<BufferRegion>* list : {&copy.reads, &copy.writes})
    for (BufferRegion& r : *list)
      if (const Buffer* to = find(r.buffer)) {
        r.buffer = *to;
        r.ranges.insert(r.ranges.begin(), Range{number_, 1});
        changed = true;
      }
  return changed ? Stmt(std::move(copy), s.origin()) : done;
}

BufferUses::BufferUses(const std::vector<Stmt>& list) {
  for (const Stmt& s : list) {
    forEachExpr(s, [&](const Expr& e) {
      if (const auto* load = e.as<BufferLoad>()) loads.push_back(load->buffer);
      if (const auto* v = e.as<Var>(); v && v->dtype().isHandle()) pointers.push_back(*v);
    });
    forEachStmt(s, [&](const Stmt& x) {
      if (const auto* store = x.as<BufferStore>()) stores.push_back(store->buffer);
    });
  }
}

bool BufferUses::touches(const Buffer& b) const { return isIn(loads, b) || isIn(stores, b); }

}  // namespace lw
