// What the functions see that make tensors of the result of one call of an operator: its operands as tensors of the
// kernel, its constants, and the shapes of its results. All sizes and indices of a kernel have one type: int32 if all
// sizes are known and small, else int64.
#pragma once

#include "core/graph/infer/infer.h"
#include "core/te/topi.h"

namespace lw::legalize {

using graph::Sizes;
using te::Point;
using te::Tensor;
using Outputs = std::vector<Tensor>;

// A tensor of the kernel, or a number that is written into it.
struct Operand {
  std::optional<Tensor> tensor;
  std::optional<Expr> number;
  Sizes shape;
  DataType type;

  size_t rank() const { return shape.size(); }
  Expr at(const Point& point) const;
  // The element for a point of a result of more dimensions, or of larger ones where this operand has the size 1.
  Expr broadcastAt(const Point& point) const;
};

class Lowering {
 public:
  // `results`: what is known of the tensors that the call gives; empty if it is not known.
  Lowering(const graph::Inference& call, DataType index, std::vector<graph::TensorInfo> results)
      : call(call), index(index), results_(std::move(results)) {}

  const graph::Inference& call;
  const DataType index;  // of sizes and indices
  te::TeHost host;

  // ---- operands ----
  bool has(size_t place) const { return place < operands_.size() && !operands_[place].empty(); }
  const Operand& operator[](size_t place) const { return operands_[place].front(); }
  const std::vector<Operand>& list(size_t place) const { return operands_[place]; }
  std::optional<Sizes> sizes(size_t place) const;  // that the operand holds
  std::optional<Expr> number(size_t place) const;  // an operand that is a number
  std::optional<int64_t> integer(size_t place) const;

  // ---- of a kernel whose results have sizes that another kernel has found in the data ----
  Sizes counted;                                                           // the sizes, as dimensions of results
  const Operand& found(size_t i) const { return operands_.back().at(i); }  // what the other kernel wrote beside them

  // ---- constants ----
  std::optional<double> real(std::string_view name) const;
  bool flag(std::string_view name) const;
  // Dimensions counted from the front, sorted; all `rank` of them for None. Nothing: they are not known, or wrong.
  std::optional<std::vector<size_t>> axes(std::string_view name, size_t rank) const;
  std::optional<size_t> axis(std::string_view name, size_t rank) const;

  // ---- results ----
  bool knows(size_t result = 0) const { return result < results_.size() && results_[result].sizes; }
  size_t resultCount() const { return results_.size(); }
  const Sizes& shape(size_t result = 0) const { return *results_[result].sizes; }
  DataType type(size_t result = 0) const { return results_[result].type.value_or(dtype::Float32); }
  Expr at(int64_t value) const { return makeConst(index, value); }  // as a size or an index
  Tensor compute(const std::string& name, const Sizes& shape, const std::function<Expr(const Point&)>& value) {
    return te::compute(host, name, shape, value);
  }
  IterVar reduceAxis(const std::string& name, const Expr& extent) { return host.axis(name, extent, IterKind::Reduce); }
  Tensor reduce(const std::string& name, std::string_view how, const Sizes& shape, const std::vector<IterVar>& axes,
                const std::function<Expr(const Point&)>& value) {
    return te::reduce(host, name, how, shape, axes, value, {}, true);
  }

  // ---- for the one who prepares the call ----
  void add(std::vector<Operand> operands) { operands_.push_back(std::move(operands)); }

 private:
  std::vector<std::vector<Operand>> operands_;  // by the place of the argument; a tuple has several
  std::vector<graph::TensorInfo> results_;
};

// Makes the tensors of the results. Nothing: there is no kernel for these operands or constants.
using LowerFunction = std::optional<Outputs> (*)(Lowering&);
struct Entry {
  std::string_view op;
  LowerFunction lower;
  // Where the sizes of the results depend on data: makes the tensors of a kernel that runs before. The first one holds
  // the sizes, as int64; `lower` is given the others as well.
  LowerFunction sizes = nullptr;
};
std::vector<Entry> elementwiseEntries();
std::vector<Entry> reductionEntries();
std::vector<Entry> shapeEntries();
std::vector<Entry> productEntries();
std::vector<Entry> windowEntries();
std::vector<Entry> layerEntries();
std::vector<Entry> indexingEntries();
std::vector<Entry> creationEntries();
std::vector<Entry> scatterEntries();
std::vector<Entry> sortingEntries();
std::vector<Entry> imageEntries();
std::vector<Entry> gradientEntries();
std::vector<Entry> detectionEntries();
std::vector<Entry> regionEntries();
std::vector<Entry> countedEntries();
std::vector<Entry> layoutEntries();
const Entry* findLowering(std::string_view op);  // nullptr: there is none

// ---- helpers of several families ----
Expr math(const char* name, const Expr& x);                           // an intrinsic with one argument
Expr quotient(const Expr& a, const Expr& b);                          // of floats, or truncated of integers
Expr choose(const Expr& condition, const Expr& yes, const Expr& no);  // evaluates only one of them
Expr count(const Sizes& sizes);                                       // their product
Expr both(const std::optional<Expr>& a, const Expr& b);
// A reduction over some dimensions of a tensor: `kept` are the others, with their sizes.
struct Reduced {
  std::vector<size_t> axes, kept;
  std::vector<IterVar> iters;
  Sizes keptShape;
  Reduced(Lowering& l, const Sizes& shape, std::vector<size_t> reduced);
  Point whole(const Point& keptPoint) const;    // of the operand
  Point keptOf(const Point& wholePoint) const;  // without the reduced dimensions
  Point reducedOf(const Point& wholePoint) const;
  Sizes extents() const;
};

}  // namespace lw::legalize
