// What the functions of core/onnx/operators see of the node that they turn into calls of graph operators. Errors
// abandon the node: they are thrown as Failure, which does not leave this library.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/graph/operators.h"
#include "core/onnx/errors.h"
#include "core/onnx/model.h"

namespace lw::onnx {

struct Failure {
  Explanation why;
};

// Numbers on a grid: (numbers - zero) * scale, of one element or of one for each place of an axis.
struct Grid {
  graph::Node numbers, scale;
  std::optional<graph::Node> zero;  // nothing: it is 0
  int64_t axis = 0;
};

// A value while the model is read. Constants are nodes with data.
struct Operand {
  std::optional<graph::Node> node;         // nothing: a sequence, or an optional value
  std::optional<graph::Sizes> sizes = {};  // the elements of an integer tensor of rank 0 or 1, where sizes are symbolic
  std::optional<std::vector<Operand>> items = {};  // of a sequence; of an optional value none or one
  ElementType type = ElementType::Undefined;       // of the model, where the graph keeps it in another: int4
  bool isOptional = false;                         // `items` are none or one
  std::shared_ptr<const Grid> grid = {};           // that DequantizeLinear has made it of
};

// A list whose elements are refused where there is none: files may be damaged.
template <class T>
class Indexed : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  Indexed(std::vector<T> list) : std::vector<T>(std::move(list)) {}  // NOLINT(google-explicit-constructor)
  const T& operator[](size_t i) const {
    check(i);
    return std::vector<T>::operator[](i);
  }
  T& operator[](size_t i) {
    check(i);
    return std::vector<T>::operator[](i);
  }
  const T& at(size_t i) const { return (*this)[i]; }
  const T& front() const { return (*this)[0]; }
  T& front() { return (*this)[0]; }
  const T& back() const { return (*this)[this->size() - 1]; }
  T& back() { return (*this)[this->size() - 1]; }

 private:
  void check(size_t i) const {
    if (i >= this->size())
      throw Failure{err::kOnnxTooShort(static_cast<int64_t>(this->size()), static_cast<int64_t>(i))};
  }
};

class Importer;

class Conversion {
 public:
  Conversion(Importer& importer, const Node& node, int64_t version)
      : importer_(importer), node_(node), version_(version) {}

  const Node& node() const { return node_; }
  int64_t version() const { return version_; }  // of the operators of the node's domain
  std::string title() const;                    // "Gemm fc1", for messages

  // Operands
  size_t count() const { return node_.inputs.size(); }
  bool has(size_t place) const;
  const Operand& operand(size_t place) const;
  graph::Node in(size_t place) const;  // a tensor
  std::optional<graph::Node> optionally(size_t place) const;
  // The tensors of a sequence, or of all operands from `place` on.
  Indexed<graph::Node> items(size_t place) const;
  Indexed<graph::Node> all(size_t from = 0) const;

  // Of values
  DataType typeOf(const graph::Node& n) const;
  int64_t rankOf(const graph::Node& n) const;
  Indexed<Expr> sizesOf(const graph::Node& n) const;     // symbolic or known
  Indexed<int64_t> shapeOf(const graph::Node& n) const;  // all must be known
  std::optional<int64_t> sizeOf(const graph::Node& n, int64_t axis) const;
  int64_t axis(int64_t given, int64_t rank) const;  // counted from the front

  // Values that must be known while the model is read
  std::shared_ptr<const NDArray> constant(size_t place) const;  // nullptr: it is not known
  Indexed<int64_t> integersIn(size_t place) const;
  std::optional<Indexed<int64_t>> integersIfGiven(size_t place) const;
  Indexed<double> numbersIn(size_t place) const;
  Indexed<Expr> sizesIn(size_t place) const;  // elements of a shape, which may be symbolic
  // The elements, where all are sizes known early; nothing: they depend on the model's data.
  std::optional<graph::Sizes> knownSizes(size_t place) const;

  // Attributes
  int64_t integer(std::string_view name, int64_t otherwise) const;
  int64_t integer(std::string_view name) const;  // it must be given
  double number(std::string_view name, double otherwise) const;
  std::string text(std::string_view name, std::string_view otherwise) const;
  std::optional<Indexed<int64_t>> integers(std::string_view name) const;
  std::optional<Indexed<double>> numbers(std::string_view name) const;
  const Attribute* attribute(std::string_view name) const;
  // Axes as attributes before `since`, as the operand in `place` from then on. Nothing: they are not given.
  std::optional<Indexed<int64_t>> axes(int64_t since, size_t place, std::string_view name = "axes") const;

  // Making the graph. Calls of constants are carried out at once where they are small.
  graph::Node call(std::string_view op, std::vector<std::optional<graph::Node>> args,
                   graph::AttributeMap attrs = {}) const;
  graph::Node scalar(double value, DataType type) const;
  // For constants that an operator makes. Refused if a damaged file asks for more than 2^24 elements.
  NDArray zeros(DataType type, std::vector<int64_t> shape) const;
  void room(std::vector<int64_t> shape) const;  // the same of lists
  graph::Node array(NDArray data) const;
  graph::Node list(const std::vector<int64_t>& values) const;  // an int64 tensor of rank 1
  graph::Node shape(const graph::Sizes& sizes) const;          // for parameters of the kind `s`
  graph::Node item(const graph::Node& tuple, int index) const;
  graph::Node cast(const graph::Node& x, DataType type) const;
  graph::Node reshape(const graph::Node& x, const graph::Sizes& sizes) const;
  graph::Node reshape(const graph::Node& x, const std::vector<int64_t>& sizes) const;
  graph::Node permute(const graph::Node& x, const std::vector<int64_t>& axes) const;
  graph::Node expandDims(const graph::Node& x, const std::vector<int64_t>& axes) const;
  // As many elements of each axis as `begin`, `end` and `step` say; `end` past the last element is its size.
  graph::Node slice(const graph::Node& x, const std::vector<int64_t>& axes, const graph::Sizes& begin,
                    const graph::Sizes& end, const std::vector<int64_t>& steps) const;
  graph::Node reduce(std::string_view op, const graph::Node& x, const std::vector<int64_t>& axes, bool keep) const;

  // Results
  size_t wanted() const { return node_.outputs.size(); }
  bool wants(size_t place) const { return place < wanted() && !node_.outputs[place].empty(); }
  // A value of the type in which the first operand is kept is of that operand's type: elements that only change places.
  void out(size_t place, graph::Node n) const;
  void out(size_t place, Operand value) const;
  void out(graph::Node n) const { out(0, std::move(n)); }

  // Nodes of a graph inside of this one, with these values of its inputs: the values of its outputs.
  std::vector<Operand> body(const Graph& graph, const std::vector<Operand>& inputs) const;
  Importer& importer() const { return importer_; }

  [[noreturn]] void fail(Explanation why) const;
  [[noreturn]] void refuse(Message why) const;  // "Gemm fc1: ..."
  [[noreturn]] void needsValue(size_t place) const;

 private:
  Importer& importer_;
  const Node& node_;
  int64_t version_;
};

// Attributes in the order in which they are written: attrs("axis", 1, "keepdims", true).
graph::Attribute attributeOf(int64_t v);
graph::Attribute attributeOf(int v);
graph::Attribute attributeOf(bool v);
graph::Attribute attributeOf(double v);
graph::Attribute attributeOf(const char* v);
graph::Attribute attributeOf(const std::string& v);
graph::Attribute attributeOf(const std::vector<int64_t>& v);
graph::Attribute attributeOf(DataType v);
inline void addAttributes(graph::AttributeMap&) {}
template <class T, class... Rest>
void addAttributes(graph::AttributeMap& to, const char* name, const T& value, const Rest&... rest) {
  to.push_back({name, attributeOf(value)});
  addAttributes(to, rest...);
}
template <class... Args>
graph::AttributeMap attrs(const Args&... args) {
  graph::AttributeMap made;
  addAttributes(made, args...);
  return made;
}

// One operator of ONNX: from which version of its domain on it is read, and by what.
struct OperatorRow {
  const char* name;
  const char* domain;
  int64_t since;                       // 0: it is not read
  void (*convert)(const Conversion&);  // nullptr: `as`
  const char* as;                      // the operator of graphs that takes the same operands; "": not read
  const char* whyNot;
};
const OperatorRow* findRow(std::string_view name, std::string_view domain);

}  // namespace lw::onnx
