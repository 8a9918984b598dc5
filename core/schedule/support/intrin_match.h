// Checks whether a block computes what an intrinsic describes: the same statements in the same order over loops of the
// same extents. A buffer of the description corresponds to a part of a buffer of the program, whose start does not
// depend on the inner loops. Operands of commutative operations may be exchanged.
#pragma once

#include <map>

#include "core/arith/analyzer.h"
#include "core/ir/visit.h"

namespace lw {

struct IntrinMatch {
  struct Place {
    Buffer buffer;           // the program's buffer
    std::vector<Expr> base;  // the indices in it at which the description's buffer begins
  };
  std::unordered_map<const void*, Place> places;  // by Buffer::key() of the description's buffer
  Message wanted, found;                          // the first difference; empty: the computations agree
  bool ok() const { return wanted.empty() && found.empty(); }
};

IntrinMatch matchIntrin(const Stmt& body, const Stmt& description);

// All stores of a statement, one per line, to show the difference of two computations.
std::string storesOf(const Stmt& body);

}  // namespace lw
