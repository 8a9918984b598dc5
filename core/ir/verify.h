// Invariants of a function that every rewrite keeps. What breaks one is a bug in the rewrite, never a user's mistake.
//
//  1. Every loop has an id, every block has one, no id occurs twice, all are below nextId.
//  2. A variable is used only where it is defined and has a value (parameters, sizes in parameters' buffers, loops,
//  iters, lets, allocations).
//  3. A variable is defined once.
//  4. A buffer is used only where it is declared: parameter, alloc_buffer, match_buffer, declared over an allocation.
//  5. An access has one index per dimension, of integer type; if one is a vector, the last is one of as many lanes.
//  6. A block has one binding per iter, of the iter's type; predicates and conditions are of type bool.
//  7. A region has one range per dimension.
//  8. What is stored has the type of the buffer, with the lanes of the index.
//  9. Operands of a binary operation, and the two values of a selection, have one type.
// 10. A loop's variable, start and extent have one integer type.
// 11. Loops bound to threads have a thread tag, other loops have none.
// 12. A Seq has at least two statements and contains no Seq.
#pragma once

#include <string>
#include <vector>

#include "core/ir/stmt.h"

namespace lw {

// One line per broken invariant, beginning with its number; empty: all hold.
std::vector<std::string> verify(const PrimFunc& function);

}  // namespace lw
