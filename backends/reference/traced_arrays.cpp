#include "backends/reference/traced_arrays.h"

#include <algorithm>

#include "backends/reference/errors.h"
#include "core/graph/operators.h"
#include "core/ir/ops.h"
#include "core/text/python/operator_names.h"

namespace lw::reference {
namespace {

using graph::Node;

struct Renamed {
  std::string_view numpy, op;
};
constexpr Renamed kUnary[] = {
    {"exp", "exp"},     {"log", "log"},      {"sqrt", "sqrt"},         {"tanh", "tanh"},     {"sin", "sin"},
    {"cos", "cos"},     {"tan", "tan"},      {"sinh", "sinh"},         {"cosh", "cosh"},     {"arcsin", "asin"},
    {"arccos", "acos"}, {"arctan", "atan"},  {"arcsinh", "asinh"},     {"arccosh", "acosh"}, {"arctanh", "atanh"},
    {"floor", "floor"}, {"ceil", "ceil"},    {"trunc", "trunc"},       {"erf", "erf"},       {"sigmoid", "sigmoid"},
    {"abs", "abs"},     {"absolute", "abs"}, {"negative", "negative"}, {"neg", "negative"},  {"square", "square"},
    {"sign", "sign"}};
constexpr Renamed kBinary[] = {{"add", "add"},
                               {"subtract", "subtract"},
                               {"sub", "subtract"},
                               {"multiply", "multiply"},
                               {"mul", "multiply"},
                               {"divide", "divide"},
                               {"true_divide", "divide"},
                               {"div", "divide"},
                               {"power", "power"},
                               {"pow", "power"},
                               {"maximum", "maximum"},
                               {"minimum", "minimum"},
                               {"arctan2", "atan2"},
                               {"greater", "greater"},
                               {"greater_equal", "greater_equal"},
                               {"less", "less"},
                               {"less_equal", "less_equal"},
                               {"equal", "equal"},
                               {"not_equal", "not_equal"}};
constexpr Renamed kReductions[] = {{"sum", "sum"}, {"mean", "mean"}, {"max", "max"},  {"amax", "max"},
                                   {"min", "min"}, {"amin", "min"},  {"prod", "prod"}};

template <size_t N>
std::optional<std::string_view> among(const Renamed (&names)[N], std::string_view name) {
  for (const Renamed& one : names)
    if (one.numpy == name) return one.op;
  return std::nullopt;
}

TracedArray* tracedOf(const Value& value) { return value.hostAs<TracedArray>(); }

Result<Value> valueOfNode(Result<Node> node, TracedCalls& calls) {
  if (!node) return node.error();
  const Result<graph::StructInfo> info = infoOf(*node);
  if (!info) return info.error();
  const auto* tensor = info->as<graph::TensorInfo>();
  if (!tensor || !tensor->sizes || !tensor->type) return err::kTracedShape();
  return Value(std::make_shared<TracedArray>(std::move(*node), *tensor, calls));
}

Result<Node> readOf(const TracedArray& array) {
  if (!array.node) return err::kTracedUnwritten();
  return *array.node;
}

// Writes the whole array, with broadcasting and conversion.
Status write(TracedArray& to, const Value& value) {
  if (!to.writable) return err::kTracedPart();
  Result<Node> node = nodeOf(value, *to.info.type);
  if (!node) return node.error();
  Result<graph::StructInfo> info = infoOf(*node);
  if (!info) return info.error();
  const auto* tensor = info->as<graph::TensorInfo>();
  if (tensor && tensor->type && *tensor->type != *to.info.type)
    node = to.calls.add("astype", {*node}, {{"dtype", {toString(*to.info.type)}}});
  if (!node) return node.error();
  const graph::Sizes& wanted = *to.info.sizes;
  const bool same = tensor && tensor->sizes && tensor->sizes->size() == wanted.size() &&
                    std::equal(wanted.begin(), wanted.end(), tensor->sizes->begin(),
                               [](const Expr& a, const Expr& b) { return graph::sameSize(a, b) == graph::Fit::Yes; });
  if (!same) node = to.calls.add("broadcast_to", {*node, Node(graph::ShapeNode{wanted})});
  if (!node) return node.error();
  to.node = std::move(*node);
  return success();
}

struct Arguments {
  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> named;
  // A keyword, or the positional argument in this place; taken from those that are left.
  std::optional<Value> take(std::string_view name, size_t place) {
    for (auto at = named.begin(); at != named.end(); ++at)
      if (at->first == name) {
        Value value = at->second;
        named.erase(at);
        return value.isNone() ? std::nullopt : std::optional(value);
      }
    if (place >= positional.size()) return std::nullopt;
    taken = std::max(taken, place + 1);
    return positional[place].isNone() ? std::nullopt : std::optional(positional[place]);
  }
  size_t taken = 0;
  bool all() const { return named.empty() && taken >= positional.size(); }
};

std::optional<graph::Attribute> integersOf(const Value& value) {
  if (const auto* one = value.as<int64_t>()) return graph::Attribute{*one};
  const std::vector<Value>* items = value.items();
  if (!items) return std::nullopt;
  graph::AttributeList list;
  for (const Value& item : *items) {
    const auto* number = item.as<int64_t>();
    if (!number) return std::nullopt;
    list.push_back({*number});
  }
  return graph::Attribute{std::move(list)};
}

// The type in which NumPy computes: that of the arrays, which must be the same.
Result<DataType> commonType(const std::vector<Value>& values) {
  std::optional<DataType> type;
  for (const Value& value : values) {
    std::optional<DataType> own;
    if (const TracedArray* array = tracedOf(value)) own = array->info.type;
    if (const auto* array = value.hostAs<ArrayObject>()) own = array->array.type;
    if (!own) continue;
    if (type && *type != *own) return err::kTracedTypes(toString(*type), toString(*own));
    type = own;
  }
  return type.value_or(dtype::Float32);
}

// Calls of NumPy's functions, with a value of the graph among the arguments.
class TracedCall {
 public:
  TracedCall(TracedCalls& calls, std::string_view name, const CallArgs& args)
      : calls_(calls), name_(name), args_{args.positional, args.named} {}

  Result<Value> result() {
    const std::optional<Value> out = args_.take("out", SIZE_MAX);
    Result<Node> node = made();
    if (!node) return node.error();
    if (!args_.all()) return err::kTracedArguments(name_);
    Result<Value> value = valueOfNode(std::move(*node), calls_);
    if (value && !out) tracedOf(*value)->writable = !isView();
    if (!value || !out) return value;
    TracedArray* to = tracedOf(*out);
    if (!to) return err::kTracedArguments(name_);
    if (Status written = write(*to, *value); !written) return written.error();
    return *out;
  }

 private:
  bool isView() const {
    return name_ == "transpose" || name_ == "reshape" || name_ == "squeeze" || name_ == "expand_dims" ||
           name_ == "asarray" || name_ == "ascontiguousarray";
  }
  Result<Node> unsupported() const { return err::kTracedFunction(name_); }

  Result<Node> made() {
    if (const auto op = among(kUnary, name_)) return unary(*op);
    if (const auto op = among(kBinary, name_)) return binary(*op, args_.take("", 0), args_.take("", 1));
    if (name_ == "relu") return binary("maximum", args_.take("", 0), Value(0.0));
    if (name_ == "matmul" || name_ == "dot" || name_ == "mm" || name_ == "bmm")
      return binary("matmul", args_.take("", 0), args_.take("", 1));
    if (const auto op = among(kReductions, name_)) return reduction(*op);
    if (name_ == "where") return chosen();
    if (name_ == "concatenate" || name_ == "cat") return joined();
    const auto first = args_.take("a", 0);
    TracedArray* array = first ? tracedOf(*first) : nullptr;
    if (!array) return unsupported();
    Result<Node> x = readOf(*array);
    if (!x) return x;
    if (name_ == "copy" || name_ == "ascontiguousarray" || name_ == "asarray" || name_ == "from_dlpack" ||
        name_ == "from_numpy" || name_ == "array")
      return x;
    if (name_ == "transpose") return transposed(*x);
    if (name_ == "reshape") return reshaped(*x);
    if (name_ == "astype") return converted(*x);
    if (name_ == "expand_dims" || name_ == "squeeze") return withAxis(name_, *x);
    if (name_ == "clip") return clipped(*x, *array->info.type);
    return unsupported();
  }

  Result<Node> unary(std::string_view op) {
    const auto value = args_.take("x", 0);
    TracedArray* x = value ? tracedOf(*value) : nullptr;
    if (!x) return unsupported();
    const bool any = op == "abs" || op == "negative" || op == "square" || op == "sign";
    if (!any && !x->info.type->isFloat()) return err::kTracedInteger(name_, toString(*x->info.type));
    Result<Node> node = readOf(*x);
    return node ? calls_.add(op, {*node}) : node;
  }

  Result<Node> binary(std::string_view op, const std::optional<Value>& a, const std::optional<Value>& b) {
    if (!a || !b) return unsupported();
    const Result<DataType> type = commonType({*a, *b});
    if (!type) return type.error();
    if (!type->isFloat() && (op == "divide" || op == "power" || op == "atan2"))
      return err::kTracedInteger(name_, toString(*type));
    const Result<Node> x = nodeOf(*a, *type), y = nodeOf(*b, *type);
    if (!x || !y) return x ? y : x;
    return calls_.add(op, {*x, *y});
  }

  // NumPy sums integers in int64.
  Result<Node> reduction(std::string_view op) {
    const auto value = args_.take("a", 0);
    TracedArray* x = value ? tracedOf(*value) : nullptr;
    if (!x) return unsupported();
    const DataType type = *x->info.type;
    const bool keepsType = op == "max" || op == "min";
    if (!type.isFloat() && !(keepsType && type.isInteger()) && !(op != "mean" && type == dtype::Int64))
      return err::kTracedInteger(name_, toString(type));
    graph::AttributeMap attrs;
    if (const auto axis = args_.take("axis", 1)) {
      const auto given = integersOf(*axis);
      if (!given) return unsupported();
      attrs.push_back({"axis", *given});
    }
    if (const auto keeps = args_.take("keepdims", SIZE_MAX)) {
      const auto* flag = keeps->as<bool>();
      if (!flag) return unsupported();
      attrs.push_back({"keepdims", {*flag}});
    }
    Result<Node> node = readOf(*x);
    return node ? calls_.add(op, {*node}, std::move(attrs)) : node;
  }

  Result<Node> chosen() {
    const auto condition = args_.take("condition", 0), a = args_.take("x", 1), b = args_.take("y", 2);
    TracedArray* decides = condition ? tracedOf(*condition) : nullptr;
    if (!decides || !a || !b || !decides->info.type->isBool()) return unsupported();
    const Result<DataType> type = commonType({*a, *b});
    if (!type) return type.error();
    const Result<Node> c = readOf(*decides), x = nodeOf(*a, *type), y = nodeOf(*b, *type);
    if (!c || !x || !y) return !c ? c : x ? y : x;
    return calls_.add("where", {*c, *x, *y});
  }

  Result<Node> joined() {
    const auto parts = args_.take("arrays", 0), axis = args_.take("axis", 1);
    const std::vector<Value>* items = parts ? parts->items() : nullptr;
    if (!items) return unsupported();
    const Result<DataType> type = commonType(*items);
    if (!type) return type.error();
    graph::TupleNode all;
    for (const Value& item : *items) {
      const Result<Node> node = nodeOf(item, *type);
      if (!node) return node;
      all.fields.push_back(*node);
    }
    const auto given = axis ? integersOf(*axis) : std::optional(graph::Attribute{int64_t{0}});
    if (!given) return unsupported();
    return calls_.add("concat", {Node(std::move(all))}, {{"axis", *given}});
  }

  Result<Node> transposed(const Node& x) {
    if (args_.positional.size() > 2) {  // x.transpose(1, 0)
      graph::AttributeList list;
      for (size_t i = 1; i < args_.positional.size(); ++i) {
        const auto* number = args_.positional[i].as<int64_t>();
        if (!number) return unsupported();
        list.push_back({*number});
      }
      args_.taken = args_.positional.size();
      return calls_.add("permute_dims", {x}, {{"axes", {std::move(list)}}});
    }
    const auto axes = args_.take("axes", 1);
    if (!axes) return calls_.add("permute_dims", {x});
    const auto given = integersOf(*axes);
    return given ? calls_.add("permute_dims", {x}, {{"axes", *given}}) : unsupported();
  }

  Result<Node> reshaped(const Node& x) {
    std::vector<Value> sizes;
    if (args_.positional.size() > 2) {
      sizes.assign(args_.positional.begin() + 1, args_.positional.end());
      args_.taken = args_.positional.size();
    } else if (const auto shape = args_.take("shape", 1)) {
      if (shape->items())
        sizes = *shape->items();
      else
        sizes = {*shape};
    }
    graph::ShapeNode wanted;
    for (const Value& size : sizes) {
      const auto* number = size.as<int64_t>();
      if (!number) return unsupported();
      wanted.sizes.push_back(makeConst(dtype::Int64, *number));
    }
    return calls_.add("reshape", {x, Node(std::move(wanted))});
  }

  Result<Node> converted(const Node& x) {
    const auto wanted = args_.take("dtype", 1);
    const Result<DataType> type = wanted ? typeOf(*wanted) : Result<DataType>(err::kTracedArguments(name_));
    if (!type) return type.error();
    return calls_.add("astype", {x}, {{"dtype", {toString(*type)}}});
  }

  Result<Node> withAxis(std::string_view op, const Node& x) {
    const auto axis = args_.take("axis", 1);
    if (!axis) return op == "squeeze" ? calls_.add(op, {x}) : unsupported();
    const auto given = integersOf(*axis);
    return given ? calls_.add(op, {x}, {{"axis", *given}}) : unsupported();
  }

  Result<Node> clipped(const Node& x, DataType type) {
    const auto low = args_.take("a_min", 1), high = args_.take("a_max", 2);
    Result<Node> node = x;
    if (low) {
      const Result<Node> bound = nodeOf(*low, type);
      if (!bound) return bound;
      node = calls_.add("maximum", {*node, *bound});
    }
    if (!node || !high) return node;
    const Result<Node> bound = nodeOf(*high, type);
    return bound ? calls_.add("minimum", {*node, *bound}) : bound;
  }

  TracedCalls& calls_;
  std::string_view name_;
  Arguments args_;
};

bool isTraced(const Value& value) {
  if (tracedOf(value)) return true;
  const std::vector<Value>* items = value.items();
  return items &&
         std::any_of(items->begin(), items->end(), [](const Value& item) { return tracedOf(item) != nullptr; });
}

// np, torch or one of their modules: functions of arrays are those of NumpyHost, of values of the graph those above.
struct TracedModule : script::HostObject {
  TracedModule(Value i, TracedCalls& c) : inner(std::move(i)), calls(c) {}
  Value inner;
  TracedCalls& calls;
  Message typeName() const override { return inner.host()->typeName(); }
  Result<Value> attribute(std::string_view name) override {
    Result<Value> value = inner.host()->attribute(name);
    if (!value || !value->host() || value->hostAs<TypeObject>()) return value;
    return Value(std::make_shared<TracedModule>(*value, calls));
  }
  Result<Value> callMethod(std::string_view name, CallArgs& args, script::Caller& caller) override {
    for (auto& [key, value] : args.named) key = key == "dim" ? "axis" : key == "keepdim" ? "keepdims" : key;
    const bool traced =
        std::any_of(args.positional.begin(), args.positional.end(), isTraced) ||
        std::any_of(args.named.begin(), args.named.end(), [](const auto& a) { return isTraced(a.second); });
    if (!traced) return inner.host()->callMethod(name, args, caller);
    // What shares the memory is the array itself.
    if ((name == "from_dlpack" || name == "from_numpy" || name == "asarray") && args.positional.size() == 1)
      return args.positional[0];
    return TracedCall(calls, name, args).result();
  }
  Result<Value> call(CallArgs& args, script::Caller& caller) override { return inner.host()->call(args, caller); }
};

std::string_view nameOf(py::CompareOp op) {
  switch (op) {
    case py::CompareOp::Eq:
      return "equal";
    case py::CompareOp::Ne:
      return "not_equal";
    case py::CompareOp::Lt:
      return "less";
    case py::CompareOp::Le:
      return "less_equal";
    case py::CompareOp::Gt:
      return "greater";
    case py::CompareOp::Ge:
      return "greater_equal";
    case py::CompareOp::In:
    case py::CompareOp::NotIn:
    case py::CompareOp::Is:
    case py::CompareOp::IsNot:
      break;
  }
  return "a comparison";
}

Result<Value> called(TracedCalls& calls, std::string_view name, std::vector<Value> values) {
  CallArgs args;
  args.positional = std::move(values);
  return TracedCall(calls, name, args).result();
}

}  // namespace

Result<Node> nodeOf(const Value& value, DataType type) {
  if (const TracedArray* array = tracedOf(value)) return readOf(*array);
  const bool weak = value.as<int64_t>() || value.as<double>() || value.as<bool>();
  if (value.as<double>() && !type.isFloat()) return err::kTracedTypes(toString(type), "float64");
  Result<Array> array = arrayOf(value);
  if (!array) return array.error();
  if (!weak && array->type != type) return err::kTracedTypes(toString(type), toString(array->type));
  Result<Array> own = cast(*array, type);
  if (!own) return own.error();
  graph::Sizes sizes;
  for (const int64_t size : own->shape) sizes.push_back(makeConst(dtype::Int64, size));
  return Node(
      graph::Constant{graph::tensorOf(std::move(sizes), type), std::make_shared<const NDArray>(toNDArray(*own)), -1});
}

Result<Node> TracedCalls::add(std::string_view op, std::vector<std::optional<Node>> args, graph::AttributeMap attrs) {
  graph::Call call;
  call.op = graph::findOperator(op);
  size_t places = 0;
  for (const graph::OperatorParam& param : call.op->params)
    places += param.kind != graph::ParamKind::Attribute && param.kind != graph::ParamKind::Infos ? 1 : 0;
  args.resize(places);
  call.args = std::move(args);
  for (graph::NamedAttribute& attribute : attrs) {
    const graph::OperatorParam* param = call.op->find(attribute.name);
    attribute.value = graph::normalised(*param, std::move(attribute.value));
    if (!sameAttribute(attribute.value, param->defaultValue)) call.attrs.push_back(std::move(attribute));
  }
  const Node node(std::move(call));
  Result<graph::StructInfo> info = infoOf(node);
  if (!info) return info.error();
  const graph::Value value(graph::ValueNode{"lv", std::move(*info), dataflow});
  bindings.push_back({value, node, std::nullopt, {}});
  return Node(value);
}

Result<Value> TracedArray::attribute(std::string_view name) {
  if (name == "T") return called(calls, "transpose", {Value(std::make_shared<TracedArray>(node, info, calls))});
  if (name == "ndim") return Value(static_cast<int64_t>(info.sizes->size()));
  if (name == "dtype") return Value(std::make_shared<TypeObject>(*info.type));
  if (name != "shape") return err::kTracedFunction(name);
  std::vector<Value> sizes;
  for (const Expr& size : *info.sizes) {
    const auto known = asInt(size);
    if (!known) return err::kTracedShape();
    sizes.emplace_back(*known);
  }
  return Value(script::TupleRef{std::make_shared<script::ListObject>(std::move(sizes))});
}

Result<Value> TracedArray::callMethod(std::string_view name, CallArgs& args, script::Caller&) {
  CallArgs with = args;
  with.positional.insert(with.positional.begin(), Value(std::make_shared<TracedArray>(node, info, calls)));
  return TracedCall(calls, name, with).result();
}

Result<Value> TracedArray::item(std::span<const Value>) { return err::kTracedPart(); }

// x[:] and x[...]
Status TracedArray::setItem(std::span<const Value> index, const Value& value) {
  for (const Value& one : index) {
    const auto* slice = one.as<script::SliceRef>();
    const bool whole =
        slice && slice->object->start.isNone() && slice->object->stop.isNone() && slice->object->step.isNone();
    if (!whole && !one.as<script::Ellipsis>()) return err::kTracedPart();
  }
  return write(*this, value);
}

Result<bool> TracedArray::truth() { return err::kTracedTruth(); }

Result<std::optional<Value>> TracingHost::global(std::string_view name, bool called) {
  Result<std::optional<Value>> found = NumpyHost::global(name, called);
  if (!found || !*found || !(*found)->host() || (*found)->hostAs<TracedModule>()) return found;
  return std::optional<Value>(Value(std::make_shared<TracedModule>(**found, calls_)));
}

std::optional<Value> TracingHost::module(std::string_view name) {
  const std::optional<Value> found = NumpyHost::module(name);
  if (!found) return found;
  return Value(std::make_shared<TracedModule>(*found, calls_));
}

Result<Value> TracingHost::binary(py::BinOp op, const Value& a, const Value& b, bool inPlace) {
  if (!tracedOf(a) && !tracedOf(b)) return NumpyHost::binary(op, a, b, inPlace);
  Result<Value> result = called(calls_, py::nameOf(op), {a, b});
  TracedArray* target = inPlace ? tracedOf(a) : nullptr;
  if (!result || !target) return result;
  if (Status written = write(*target, *result); !written) return written.error();
  return a;
}

Result<Value> TracingHost::compare(py::CompareOp op, const Value& a, const Value& b) {
  if (!tracedOf(a) && !tracedOf(b)) return NumpyHost::compare(op, a, b);
  return called(calls_, nameOf(op), {a, b});
}

Result<Value> TracingHost::unary(py::UnaryOp op, const Value& a) {
  if (!tracedOf(a)) return NumpyHost::unary(op, a);
  if (op == py::UnaryOp::Plus) return a;
  return called(calls_, op == py::UnaryOp::Minus ? "negative" : "a bitwise operation", {a});
}

Result<std::optional<Value>> TracingHost::builtin(script::Builtin builtin, CallArgs& args) {
  if (args.positional.empty() || !tracedOf(args.positional[0])) return NumpyHost::builtin(builtin, args);
  if (builtin != script::Builtin::Abs) return err::kTracedFunction("a built-in function");
  Result<Value> value = called(calls_, "abs", {args.positional[0]});
  if (!value) return value.error();
  return std::optional<Value>(std::move(*value));
}

}  // namespace lw::reference
