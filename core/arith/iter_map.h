// Affine iteration maps: index expressions that split and fuse iterators, as schedules produce them. Detection turns
//     [i // 4, i % 4 * 8 + j]   (i in 0..16, j in 0..8)
// into sums of splits ((source // lowerFactor) % extent) * scale of marks (a variable, or a fused sum with its own
// extent), and decides whether the map is one to one. Algorithm and resulting forms are those of TVM's iterator maps,
// because bindings are compared with TVM's.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/arith/analyzer.h"
#include "core/ir/visit.h"

namespace lw {

struct IterMark;
using IterMarkPtr = std::shared_ptr<const IterMark>;  // marks are compared by identity

struct IterSplit {
  IterMarkPtr source;
  Expr lowerFactor, extent, scale;
};
struct IterSum {
  std::vector<IterSplit> args;  // outermost first
  Expr base = 0;
};
struct IterMark {
  std::variant<Expr, IterSum> source;  // Expr: the variable, or variable - start, so that marks start at 0
  Expr extent;
  std::optional<Var> var;  // of a source that is an Expr
  Expr start = 0;
  const IterSum* sum() const { return std::get_if<IterSum>(&source); }
};

struct IterDomain {
  Var var;
  Range range;
};

enum class IterMapLevel : uint8_t {
  Bijective,   // different iterations give different indices, and all indices occur (see predicateUsed)
  Surjective,  // the indices are independent of each other; some iterators may be unused
  NoCheck,     // only the form is wanted
};

struct IterMapResult {
  std::vector<IterSum> indices;                      // one per index; empty where there are errors
  std::vector<std::string> errors;                   // sentences
  Expr paddingPredicate = IntImm{dtype::Bool(), 0};  // over the iterators: true on points that padding added
  bool predicateUsed = true;  // false: part of the predicate bounds iterators in a way that the indices do not show,
                              // so not all values within the extents are hit
  bool ok() const { return errors.empty(); }
};

// `predicate`: a conjunction of comparisons of affine expressions that restricts the iterations. `dropUnitIters`:
// iterators of extent 1 are replaced by their only value.
IterMapResult detectIterMap(const std::vector<Expr>& indices, const std::vector<IterDomain>& iters,
                            const Expr& predicate, IterMapLevel level, const Analyzer& analyzer,
                            bool dropUnitIters = true);

// Converts back to expressions.
Expr toExpr(const IterSum& sum, const Analyzer& analyzer);
Expr toExpr(const IterSplit& split, const Analyzer& analyzer);

// The simplest form of the bindings if they are iteration maps, else the indices as they are.
std::vector<Expr> simplifyIterMap(const std::vector<Expr>& indices, const std::vector<IterDomain>& iters,
                                  const Expr& predicate, IterMapLevel level, const Analyzer& analyzer,
                                  bool dropUnitIters);

// The iterators as functions of the index values, for a Bijective map: `outputs[i]` is the value of index i. The
// results are not simplified. An error names the index that cannot be inverted.
struct InverseIterMap {
  VarMap values;      // Var::key() -> expression over the outputs
  std::string error;  // empty: done
};
InverseIterMap inverseIterMap(const std::vector<IterSum>& indices, const std::vector<Expr>& outputs);

// Divides bindings by a set of inner iterators: binding = outer * innerExtent + inner. The conjunction of
// `outerPredicate` and `innerPredicate` is the predicate.
struct SubspaceDivision {
  struct Part {
    IterSum outer, inner;
    Expr outerExtent, innerExtent;
  };
  std::vector<Part> parts;  // one per binding
  Expr outerPredicate = IntImm{dtype::Bool(), 1}, innerPredicate = IntImm{dtype::Bool(), 1};
  std::vector<std::string> errors;
  // What the first error is about: the form of a binding, the same value of a binding in several iterations of outer
  // and inner loops, or the predicate.
  enum class Cause : uint8_t { Form, Overlap, Predicate } cause = Cause::Form;
  bool ok() const { return errors.empty(); }
};
SubspaceDivision divideSubspace(const std::vector<Expr>& bindings, const std::vector<IterDomain>& iters,
                                const std::vector<Var>& innerIters, const Expr& predicate, IterMapLevel level,
                                const Analyzer& analyzer, bool dropUnitIters = false);

}  // namespace lw
