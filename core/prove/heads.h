// Terms up to their first operation: copies, guards and reads are followed to where values are made, by pieces of the
// executions.
#pragma once

#include "core/prove/equations.h"

namespace lw::prove {

struct Piece {
  enum class Kind : uint8_t {
    Integer,    // an affine number
    Real,       // a constant
    Scalar,     // a parameter that is no affine number
    Input,      // an element of an array as the caller gave it
    Operation,  // of a term
    Sum,        // a chain of updates
    Undefined,  // memory that nothing wrote
    Unknown,    // the limits end here
  };
  Kind kind = Kind::Unknown;
  bool untouched = false;  // the path is that of all executions that were asked for to themselves
  isl::set whole;          // all executions of `statement`, or readers of the chain
  isl::map path;         // from the executions that were asked for to those of `statement`, or to readers of the chain
  size_t statement = 0;  // of an Operation
  Expr term = 0;
  DataType type;
  isl::map value;  // Integer: its number; Input: its element
  int parameter = -1;
  double real = 0;
  const Chain* chain = nullptr;
  int memory = -1;  // of a Sum, Undefined or Input
};

class Heads {
 public:
  explicit Heads(Equations& equations) : e_(equations) {}
  // A term in the executions `where` of a statement.
  std::vector<Piece> of(size_t statement, const Expr& term, const isl::set& where);
  // What a read of `memory` sees; `reads`: readers -> elements.
  std::vector<Piece> of(const Definitions& definitions, const isl::map& reads, int memory);
  Equations& equations() { return e_; }

 private:
  void add(size_t statement, const Expr& term, const isl::map& path);
  void addLoad(size_t statement, const Expr& load, const isl::map& path);
  void addDefinitions(const Definitions& d, const isl::map& reads, int memory, const isl::map& path);
  void addChoice(size_t statement, const Expr& whole, const Expr& condition, const Expr& yes, const Expr& no,
                 const isl::map& path);
  void addLeaf(Piece::Kind kind, size_t statement, const Expr& term, const isl::map& path);

  Equations& e_;
  std::vector<Piece> found_;
  int depth_ = 0;
  bool parted_ = false;  // a choice has parted the executions
};

}  // namespace lw::prove
