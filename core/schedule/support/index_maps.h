// Values, shapes and inverses of index maps, in the forms that TVM produces.
#pragma once

#include "core/analysis/shapes/box.h"
#include "core/arith/iter_map.h"
#include "core/schedule/value.h"

namespace lw {

// Applies the map to the indices and simplifies; the results have the widest type of the indices.
std::vector<Expr> applyMap(const IndexMap& map, const std::vector<Expr>& indices, const Analyzer& analyzer);

// The ranges of the results while the inputs run through their ranges; they contain at least all values of the map.
std::vector<Range> mapRanges(const IndexMap& map, const std::vector<Range>& inputs);

// A map in the form that detectIterMap analyses, over fresh variables of the type of the ranges.
struct InverseMap {
  std::vector<Var> outputs;                 // axis0, axis1 ...: the results of the map
  std::vector<Range> ranges;                // of the outputs
  std::vector<Expr> inputs;                 // the inputs of the map, over the outputs
  Expr padding = IntImm{dtype::Bool(), 0};  // over the outputs: true where no input is mapped to the outputs
};
// nullopt: the map is not a one-to-one map made of splits and fusions.
std::optional<InverseMap> inverseOf(const IndexMap& map, const std::vector<Range>& inputs);

// Whether 0 <= e < extent at all points of the box.
bool staysInside(const Box& box, const Expr& e, const Expr& extent, const ProofBudget& budget);

std::vector<Range> wholeRanges(const std::vector<Expr>& shape);
// The map with inputs of that type, so that an access can use its results.
IndexMap retyped(const IndexMap& map, DataType type);
DataType indexTypeOf(const std::vector<Expr>& indices);  // the widest type; int32 if there are no indices

}  // namespace lw
