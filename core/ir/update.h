// Stores that combine one element with a new value, `x = x op e`, and those of them that are atomic: others may update
// the element at the same time, and none of the updates is lost. In the IR: T.attr(0, "atomic", 1) around the store.
#pragma once

#include <optional>
#include <string_view>

#include "core/ir/stmt.h"

namespace lw {

// x = x op operand, or x = operand op x: op is commutative and associative, operand and the indices are free of x's
// memory.
struct Update {
  BinaryOp op;
  Expr operand;
  bool stateFirst;
};
std::optional<Update> updateOf(const BufferStore& store);

inline constexpr std::string_view kAtomic = "atomic";
bool isAtomic(const AttrStmt& attribute);
// The store of a body that is one atomic update; nullptr: it is none.
const BufferStore* atomicStore(const Stmt& body);
// Machines update elements of 32 and 64 bits at once.
bool canBeAtomic(DataType type);

// The value of the store with `state` in place of the element that it overwrites; nullopt: it reads other elements of
// that memory, or none.
std::optional<Expr> valueFrom(const BufferStore& store, const Expr& state);

}  // namespace lw
