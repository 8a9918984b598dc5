// Does a block compute what an intrinsic describes? The same statements in the same order over loops of the same
// extents; a buffer of the description stands for a part of a buffer of the program, at indices that do not depend on
// what runs inside. Operands of commutative operations may be exchanged.
#pragma once

#include <map>

#include "core/arith/analyzer.h"
#include "core/ir/visit.h"

namespace lw {

struct IntrinMatch {
  struct Place {
    Buffer buffer;           // of the program
    std::vector<Expr> base;  // where the description's buffer begins in it
  };
  std::unordered_map<const void*, Place> places;  // Buffer::key() of the description
  Message wanted, found;                          // the first difference; empty: the computations agree
  bool ok() const { return wanted.empty() && found.empty(); }
};

IntrinMatch matchIntrin(const Stmt& body, const Stmt& description);

// All stores of a statement, one a line, as a difference of two computations is shown.
std::string storesOf(const Stmt& body);

}  // namespace lw
