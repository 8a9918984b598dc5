#include "core/onnx/conversion.h"

#include <algorithm>

#include "core/ir/ops.h"
#include "core/onnx/importer.h"

namespace lw::onnx {
namespace {

Expr sizeConst(int64_t n) { return IntImm{dtype::Int64, n}; }

graph::Sizes sizesFrom(const std::vector<int64_t>& values) {
  graph::Sizes made;
  for (const int64_t v : values) made.push_back(sizeConst(v));
  return made;
}

const graph::TensorInfo* tensorInfo(const graph::StructInfo& info) { return info.as<graph::TensorInfo>(); }

}  // namespace

std::string Conversion::title() const {
  std::string name = node_.name;
  if (name.empty() && !node_.outputs.empty()) name = node_.outputs[0];
  return node_.op + (name.empty() ? "" : " " + name);
}

void Conversion::fail(Explanation why) const { throw Failure{std::move(why)}; }
void Conversion::refuse(Message why) const { fail(err::kOnnxCase(title(), std::move(why))); }
void Conversion::needsValue(size_t place) const {
  const std::string& name = node_.inputs[place];
  importer_.want(name);
  fail(err::kOnnxNeedsValue(title(), name));
}

bool Conversion::has(size_t place) const { return place < node_.inputs.size() && !node_.inputs[place].empty(); }
const Operand& Conversion::operand(size_t place) const {
  const Operand* found = has(place) ? importer_.find(node_.inputs[place]) : nullptr;
  if (!found) fail(err::kOnnxOperand(title(), static_cast<int64_t>(place)));
  return *found;
}
graph::Node Conversion::in(size_t place) const {
  const Operand& value = operand(place);
  if (value.items) refuse(say("{0} is a sequence or an optional value, not a tensor", Ident(node_.inputs[place])));
  return importer_.tensorOf(value);
}
std::optional<graph::Node> Conversion::optionally(size_t place) const {
  if (!has(place)) return std::nullopt;
  return in(place);
}
Indexed<graph::Node> Conversion::items(size_t place) const {
  const Operand& value = operand(place);
  if (!value.items) refuse(say("{0} is a tensor, not a sequence", Ident(node_.inputs[place])));
  std::vector<graph::Node> made;
  for (const Operand& item : *value.items) made.push_back(importer_.tensorOf(item));
  return made;
}
Indexed<graph::Node> Conversion::all(size_t from) const {
  std::vector<graph::Node> made;
  for (size_t i = from; i < count(); ++i)
    if (has(i)) made.push_back(in(i));
  return made;
}

DataType Conversion::typeOf(const graph::Node& n) const {
  const Result<graph::StructInfo> info = graph::infoOf(n);
  if (!info) fail(info.error());
  const auto* tensor = tensorInfo(*info);
  if (!tensor || !tensor->type) refuse("the element type of an operand is not known");
  return *tensor->type;
}
int64_t Conversion::rankOf(const graph::Node& n) const {
  const Result<graph::StructInfo> info = graph::infoOf(n);
  const auto* tensor = info ? tensorInfo(*info) : nullptr;
  if (!tensor || tensor->rank < 0) refuse("the number of dimensions of an operand is not known");
  return tensor->rank;
}
Indexed<Expr> Conversion::sizesOf(const graph::Node& n) const {
  const Result<graph::StructInfo> info = graph::infoOf(n);
  const auto* tensor = info ? tensorInfo(*info) : nullptr;
  if (!tensor || !tensor->sizes) refuse("the shape of an operand is not known");
  return *tensor->sizes;
}
Indexed<int64_t> Conversion::shapeOf(const graph::Node& n) const {
  const graph::Sizes sizes = sizesOf(n);
  std::vector<int64_t> made;
  for (const Expr& s : sizes) {
    const std::optional<int64_t> known = asInt(s);
    if (!known)
      fail(err::kOnnxNeedsShape(title(), n.as<graph::Value>() ? n.as<graph::Value>()->name() : "an operand",
                                graph::toText(sizes)));
    made.push_back(*known);
  }
  return made;
}
std::optional<int64_t> Conversion::sizeOf(const graph::Node& n, int64_t axis) const {
  return asInt(sizesOf(n)[static_cast<size_t>(axis)]);
}
int64_t Conversion::axis(int64_t given, int64_t rank) const {
  if (given < -rank || given >= std::max<int64_t>(rank, 1))
    refuse(say("there is no axis {0} of {1} dimensions", given, rank));
  return given < 0 ? given + rank : given;
}

std::shared_ptr<const NDArray> Conversion::constant(size_t place) const {
  const Operand& value = operand(place);
  const auto* known = value.node ? value.node->as<graph::Constant>() : nullptr;
  return known ? known->data : nullptr;
}
Indexed<int64_t> Conversion::integersIn(size_t place) const {
  const std::shared_ptr<const NDArray> data = constant(place);
  if (!data) needsValue(place);
  std::vector<int64_t> made;
  for (int64_t i = 0; i < data->size(); ++i)
    made.push_back(data->type.isFloat() ? static_cast<int64_t>(data->getDouble(i)) : data->getInt(i));
  return made;
}
std::optional<Indexed<int64_t>> Conversion::integersIfGiven(size_t place) const {
  if (!has(place)) return std::nullopt;
  return integersIn(place);
}
Indexed<double> Conversion::numbersIn(size_t place) const {
  const std::shared_ptr<const NDArray> data = constant(place);
  if (!data) needsValue(place);
  std::vector<double> made;
  for (int64_t i = 0; i < data->size(); ++i) made.push_back(data->getDouble(i));
  return made;
}
std::optional<graph::Sizes> Conversion::knownSizes(size_t place) const {
  const Operand& value = operand(place);
  if (value.sizes) return value.sizes;
  const NDArray* data = value.node ? dataOf(*value.node) : nullptr;
  if (!data || !data->type.isInteger() || data->shape.size() > 1) return std::nullopt;
  graph::Sizes made;
  for (int64_t i = 0; i < data->size(); ++i) made.push_back(sizeConst(data->getInt(i)));
  return made;
}
Indexed<Expr> Conversion::sizesIn(size_t place) const {
  std::optional<graph::Sizes> known = knownSizes(place);
  if (!known) needsValue(place);
  return *std::move(known);
}

const Attribute* Conversion::attribute(std::string_view name) const { return node_.find(name); }
int64_t Conversion::integer(std::string_view name, int64_t otherwise) const {
  const Attribute* a = attribute(name);
  return a && a->integer ? *a->integer : otherwise;
}
int64_t Conversion::integer(std::string_view name) const {
  const Attribute* a = attribute(name);
  if (!a || !a->integer) fail(err::kOnnxAttribute(title(), name));
  return *a->integer;
}
double Conversion::number(std::string_view name, double otherwise) const {
  const Attribute* a = attribute(name);
  return a && a->number ? static_cast<double>(*a->number) : otherwise;
}
std::string Conversion::text(std::string_view name, std::string_view otherwise) const {
  const Attribute* a = attribute(name);
  return std::string(a && a->text ? *a->text : otherwise);
}
std::optional<Indexed<int64_t>> Conversion::integers(std::string_view name) const {
  const Attribute* a = attribute(name);
  if (!a) return std::nullopt;
  return a->integers;
}
std::optional<Indexed<double>> Conversion::numbers(std::string_view name) const {
  const Attribute* a = attribute(name);
  if (!a) return std::nullopt;
  return std::vector<double>(a->numbers.begin(), a->numbers.end());
}
std::optional<Indexed<int64_t>> Conversion::axes(int64_t since, size_t place, std::string_view name) const {
  return version_ >= since ? integersIfGiven(place) : integers(name);
}

graph::Node Conversion::call(std::string_view op, std::vector<std::optional<graph::Node>> args,
                             graph::AttributeMap attrs) const {
  return importer_.call(op, std::move(args), std::move(attrs));
}
graph::Node Conversion::scalar(double value, DataType type) const {
  NDArray data = NDArray::zeros(type, {});
  if (type.isFloat())
    data.set(0, value);
  else
    data.setInt(0, static_cast<int64_t>(value));
  return constantNode(std::move(data));
}
void Conversion::room(std::vector<int64_t> shape) const {
  constexpr int64_t kMost = 1 << 24;
  int64_t count = 1;
  for (const int64_t n : shape) {
    if (n < 0 || (n > 0 && count > kMost / n)) refuse(say("a constant of more than {0} elements is not made", kMost));
    count *= n;
  }
}
NDArray Conversion::zeros(DataType type, std::vector<int64_t> shape) const {
  room(shape);
  return NDArray::zeros(type, std::move(shape));
}
graph::Node Conversion::array(NDArray data) const { return constantNode(std::move(data)); }
graph::Node Conversion::list(const std::vector<int64_t>& values) const {
  NDArray data = NDArray::zeros(dtype::Int64, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) data.setInt(static_cast<int64_t>(i), values[i]);
  return constantNode(std::move(data));
}
graph::Node Conversion::shape(const graph::Sizes& sizes) const { return graph::ShapeNode{sizes}; }
graph::Node Conversion::item(const graph::Node& tuple, int index) const {
  return importer_.bind(graph::TupleItem{tuple, index}, "item");
}
graph::Node Conversion::cast(const graph::Node& x, DataType type) const {
  return typeOf(x) == type ? x : call("astype", {x}, attrs("dtype", type));
}
graph::Node Conversion::reshape(const graph::Node& x, const graph::Sizes& sizes) const {
  return call("reshape", {x, shape(sizes)});
}
graph::Node Conversion::reshape(const graph::Node& x, const std::vector<int64_t>& sizes) const {
  return reshape(x, sizesFrom(sizes));
}
graph::Node Conversion::permute(const graph::Node& x, const std::vector<int64_t>& axes) const {
  return call("permute_dims", {x}, attrs("axes", axes));
}
graph::Node Conversion::expandDims(const graph::Node& x, const std::vector<int64_t>& axes) const {
  return axes.empty() ? x : call("expand_dims", {x}, attrs("axis", axes));
}
graph::Node Conversion::slice(const graph::Node& x, const std::vector<int64_t>& axes, const graph::Sizes& begin,
                              const graph::Sizes& end, const std::vector<int64_t>& steps) const {
  return call("strided_slice", {x, shape(sizesFrom(axes)), shape(begin), shape(end), shape(sizesFrom(steps))});
}
graph::Node Conversion::reduce(std::string_view op, const graph::Node& x, const std::vector<int64_t>& axes,
                               bool keep) const {
  return call(op, {x}, attrs("axis", axes, "keepdims", keep));
}

void Conversion::out(size_t place, graph::Node n) const {
  const Operand* first = has(0) ? importer_.find(node_.inputs[0]) : nullptr;
  Operand value{.node = std::move(n)};
  if (first && isKeptWider(first->type) && typeOf(*value.node) == dataTypeOf(first->type)) value.type = first->type;
  out(place, std::move(value));
}
void Conversion::out(size_t place, Operand value) const {
  if (wants(place)) importer_.define(node_.outputs[place], std::move(value));
}
std::vector<Operand> Conversion::body(const Graph& graph, const std::vector<Operand>& inputs) const {
  return importer_.body(graph, inputs);
}

graph::Attribute attributeOf(int64_t v) { return {v}; }
graph::Attribute attributeOf(int v) { return {static_cast<int64_t>(v)}; }
graph::Attribute attributeOf(bool v) { return {v}; }
graph::Attribute attributeOf(double v) { return {v}; }
graph::Attribute attributeOf(const char* v) { return {std::string(v)}; }
graph::Attribute attributeOf(const std::string& v) { return {v}; }
graph::Attribute attributeOf(const std::vector<int64_t>& v) {
  graph::AttributeList list;
  for (const int64_t n : v) list.push_back({n});
  return {std::move(list)};
}
graph::Attribute attributeOf(DataType v) { return {toString(v)}; }

}  // namespace lw::onnx
