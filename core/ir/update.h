// Stores that combine an element with a new value, `x = x op e`, and atomic ones among them: other threads may update
// the element at the same time, and no update is lost. In the IR: T.attr(0, "atomic", 1) around the store.
#pragma once

#include <optional>
#include <string_view>

#include "core/ir/stmt.h"

namespace lw {

// x = x op operand, or x = operand op x, where op is commutative and associative and neither the operand nor the
// indices read the memory of x.
struct Update {
  BinaryOp op;
  Expr operand;
  bool stateFirst;
};
std::optional<Update> updateOf(const BufferStore& store);
bool combinesInAnyOrder(BinaryOp op);                       // commutative and associative
bool isElementOf(const Expr& e, const BufferStore& store);  // loads the element that is overwritten

inline constexpr std::string_view kAtomic = "atomic";
bool isAtomic(const AttrStmt& attribute);
// The store, if the body is one atomic update; else nullptr.
const BufferStore* atomicStore(const Stmt& body);
// Whether processors can update elements of this type atomically: types of 32 and 64 bits.
bool canBeAtomic(DataType type);

// The stored value with `state` in place of the overwritten element; nullopt if it reads other elements of that memory,
// or does not read this one.
std::optional<Expr> valueFrom(const BufferStore& store, const Expr& state);

}  // namespace lw
