// Index maps at work: values, shapes and inverses, in the forms that TVM gives them.
#pragma once

#include "core/analysis/box.h"
#include "core/arith/iter_map.h"
#include "core/schedule/value.h"

namespace lw {

// The map at these indices, simplified; in the widest type of the indices.
std::vector<Expr> applyMap(const IndexMap& map, const std::vector<Expr>& indices, const Analyzer& analyzer);

// The ranges of the results while the inputs run through theirs; at least what the map hits.
std::vector<Range> mapRanges(const IndexMap& map, const std::vector<Range>& inputs);

// A map as detectIterMap sees it, over fresh variables of the type of the ranges.
struct InverseMap {
  std::vector<Var> outputs;                 // axis0, axis1 ...: the results of the map
  std::vector<Range> ranges;                // of the outputs
  std::vector<Expr> inputs;                 // the inputs of the map, over the outputs
  Expr padding = IntImm{dtype::Bool(), 0};  // over the outputs: true where no input is mapped to
};
// nullopt: the map is no one-to-one map that splits and fuses.
std::optional<InverseMap> inverseOf(const IndexMap& map, const std::vector<Range>& inputs);

// 0 <= e < extent at all points.
bool staysInside(const Box& box, const Expr& e, const Expr& extent, const ProofBudget& budget);

std::vector<Range> wholeRanges(const std::vector<Expr>& shape);
// The map with inputs of that type, so that its results are what an access can use.
IndexMap retyped(const IndexMap& map, DataType type);
DataType indexTypeOf(const std::vector<Expr>& indices);  // the widest; int32 where there are none

}  // namespace lw
