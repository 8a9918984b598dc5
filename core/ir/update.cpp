#include "core/ir/update.h"

#include <algorithm>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {

bool combinesInAnyOrder(BinaryOp op) {
  return op == BinaryOp::Add || op == BinaryOp::Mul || op == BinaryOp::Min || op == BinaryOp::Max ||
         op == BinaryOp::And || op == BinaryOp::Or;
}

bool isElementOf(const Expr& e, const BufferStore& store) {
  const auto* load = e.as<BufferLoad>();
  return load && load->buffer == store.buffer && equal(load->indices, store.indices);
}

std::optional<Update> updateOf(const BufferStore& store) {
  const auto* b = store.value.as<Binary>();
  if (!b || !combinesInAnyOrder(b->op)) return std::nullopt;
  if (std::any_of(store.indices.begin(), store.indices.end(),
                  [&](const Expr& e) { return loadsFrom(e, store.buffer); }))
    return std::nullopt;
  if (isElementOf(b->a, store) && !loadsFrom(b->b, store.buffer)) return Update{b->op, b->b, true};
  if (isElementOf(b->b, store) && !loadsFrom(b->a, store.buffer)) return Update{b->op, b->a, false};
  return std::nullopt;
}

bool isAtomic(const AttrStmt& attribute) { return attribute.key == kAtomic; }

const BufferStore* atomicStore(const Stmt& body) {
  const auto* attribute = body.as<AttrStmt>();
  return attribute && isAtomic(*attribute) ? attribute->body.as<BufferStore>() : nullptr;
}

bool canBeAtomic(DataType type) {
  return type.lanes == 1 && (type.bits == 32 || type.bits == 64) && (type.isInteger() || type.code == TypeCode::Float);
}

std::optional<Expr> valueFrom(const BufferStore& store, const Expr& state) {
  Expr value = rewriteExprs(store.value, [&](const Expr& e) -> std::optional<Expr> {
    return isElementOf(e, store) ? std::optional(state) : std::nullopt;
  });
  if (loadsFrom(value, store.buffer) || value.sameAs(store.value)) return std::nullopt;
  return value;
}

}  // namespace lw
