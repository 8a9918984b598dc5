// The stores of a function with their loops, guards and block iters, as expressions over the loops: the input of the
// cheap legality proofs. (core/analysis/tables/accesses.h gives the same view to ISL, as text.)
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/analysis/tables/statement_walk.h"
#include "core/arith/reach.h"

namespace lw::analysis {

struct Touch {
  Buffer buffer;
  std::vector<Expr> indices;          // over loops
  std::vector<Expr> conditions = {};  // of the if_then_else around a load, which is read only if they hold; over loops
};

struct Statement : StatementRow<const For*, Expr, Expr> {  // conditions: conjuncts; they and the key are over loops
  const BufferStore* store = nullptr;
  std::vector<IterDomain> domains;  // of the loops, over loops
  std::vector<Var> reduced = {};    // the loops that drive only reduce iters of its block
  Touch target;
  std::vector<Touch> loads = {};   // distinct ones, in the order of their first occurrence
  bool usesLoopsDirectly = false;  // uses a loop outside its block directly, not through an iter
};

struct Statements {
  std::vector<Statement> all;                          // in program order
  std::map<const void*, std::vector<size_t>> writers;  // by data pointer; only looked up
  std::map<const void*, Buffer> memory;
  std::map<const void*, size_t>
      allocated;           // by the function; the loops around the place, each iteration of which has its own
  bool understood = true;  // no calls with effects, no aliases, no bounds or guards that depend on memory

  const std::vector<size_t>& writersOf(const void* data) const;
};

// The function must outlive the result.
Statements collectStatements(const PrimFunc& function);

// The relative position of two statements: the number of loops around both, and which comes first in one of their
// iterations (-1: the first, 1: the second, 0: they are the same statement).
struct Meeting {
  size_t loops = 0;
  int order = 0;
  friend bool operator==(const Meeting&, const Meeting&) = default;
};
Meeting meetingOf(const Statement& first, const Statement& second);

// Do both run in the same iterations of the same loops, under the same guards, with the same keys?
bool runsAlike(const Statement& a, const Statement& b);

// The facts that hold where the statement runs, together with further conditions. Holds scopes of the analyzer; not
// movable.
class Knowledge {
 public:
  explicit Knowledge(const Statement& s, const std::vector<Expr>& conditions = {});
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;
  const Analyzer& analyzer() const { return analyzer_; }

 private:
  Analyzer analyzer_;
  std::vector<Analyzer::Scope> scopes_;
};

}  // namespace lw::analysis
