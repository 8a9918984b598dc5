// What the functions see that evaluate one call of an operator of a graph. Internal to graph_reference.cpp and
// graph_*.cpp; an error is thrown as GraphFailure and caught by evaluateGraph.
#pragma once

#include <functional>
#include <map>

#include "backends/reference/elementwise.h"
#include "backends/reference/linalg.h"
#include "backends/reference/reduce.h"
#include "backends/reference/shaping.h"
#include "core/graph/infer/infer.h"

namespace lw::reference {

struct GraphFailure {
  Explanation error;
};
template <class T>
T given(Result<T> result) {
  if (!result) throw GraphFailure{result.error()};
  return std::move(*result);
}

// A value of a graph: a tensor, sizes, a number, or a tuple of values.
struct GraphItem {
  std::variant<Array, Shape, Expr, std::vector<GraphItem>> kind;
};

struct GraphCall {
  graph::Inference in;  // with the shapes that the operands have
  std::vector<std::optional<GraphItem>> items;
  std::vector<graph::TensorInfo> results;  // as far as they are known

  bool has(size_t place) const { return place < items.size() && items[place]; }
  Array array(size_t place) const;                // a number is a tensor of rank 0
  std::vector<Array> arrays(size_t place) const;  // of a tuple
  int64_t integer(size_t place, int64_t otherwise) const;
  double real(std::string_view name) const;
  bool flag(std::string_view name) const;
  int64_t integer(std::string_view name) const;
  std::vector<int64_t> integers(std::string_view name) const;
  size_t axis(std::string_view name, int rank) const;
  std::vector<int64_t> axes(std::string_view name, int rank) const;  // all for None
  Shape shape(size_t result = 0) const;
  DataType type(size_t result = 0) const;
};

using GraphFunction = std::function<GraphItem(const GraphCall&)>;
using GraphFunctions = std::map<std::string, GraphFunction, std::less<>>;
void addElementwise(GraphFunctions& to);   // graph_elementwise.cpp
void addArrangements(GraphFunctions& to);  // graph_arrangements.cpp: shapes, indices, creation, reductions
void addLayers(GraphFunctions& to);        // graph_layers.cpp: products, windows, normalisations
void addSearches(GraphFunctions& to);      // graph_searches.cpp: sorted order
void addDetection(GraphFunctions& to);     // graph_detection.cpp: boxes and regions of pictures
void addGradients(GraphFunctions& to);     // graph_gradients.cpp
void addPictures(GraphFunctions& to);      // graph_pictures.cpp
void addCounted(GraphFunctions& to);       // graph_counted.cpp: results whose sizes depend on data
void addUpdates(GraphFunctions& to);       // graph_updates.cpp: elements that indices name, read or changed

// ---- arithmetic on arrays ----
Array apply(BinaryKernel kernel, const Array& a, const Array& b);
Array apply(BinaryKernel kernel, const Array& a, double b);
Array apply(BinaryKernel kernel, double a, const Array& b);
Array apply(UnaryKernel kernel, const Array& a);
inline Array operator+(const Array& a, const Array& b) { return apply(BinaryKernel::Add, a, b); }
inline Array operator-(const Array& a, const Array& b) { return apply(BinaryKernel::Sub, a, b); }
inline Array operator*(const Array& a, const Array& b) { return apply(BinaryKernel::Mul, a, b); }
inline Array operator/(const Array& a, const Array& b) { return apply(BinaryKernel::Div, a, b); }
inline Array operator+(const Array& a, double b) { return apply(BinaryKernel::Add, a, b); }
inline Array operator*(const Array& a, double b) { return apply(BinaryKernel::Mul, a, b); }
Array select(const Array& condition, const Array& a, const Array& b);
Array filledArray(DataType type, const Shape& shape, double value);
// The elements start, start + step, ... of one dimension: `count` of them.
Array every(const Array& a, size_t axis, int64_t start, int64_t step, int64_t count);
Array reduced(Reduction how, const Array& a, const std::vector<int64_t>& axes, bool keepDims);
Array inShape(const Array& a, Shape shape);
// Calls `visit` for each point of the shape.
void forEachPoint(const Shape& shape, const std::function<void(const Shape&)>& visit);
int64_t elementAt(const Array& a, const Shape& point);  // for getReal() and its like
void copyElement(const Array& to, const Shape& toPoint, const Array& from, const Shape& fromPoint);
double valueAt(const Array& a, const Shape& point);  // of any type
// A tensor of rank 1 along one dimension of `rank`.
Array along(const Array& a, size_t axis, size_t rank);

}  // namespace lw::reference
