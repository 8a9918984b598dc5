// The objects of a model of PyTorch: arrays, parameters, layers and their classes.
#include "core/te/torch/torch_values.h"

#include <cmath>

#include "core/te/errors.h"

namespace lw::te {
namespace {

Value shapeOf(const NDArray& array) {
  std::vector<Value> sizes;
  for (const int64_t n : array.shape) sizes.emplace_back(n);
  return script::makeTuple(std::move(sizes));
}

std::string infoText(const NDArray& array) { return toString(array.type) + script::toText(shapeOf(array)); }

// Methods that change where a tensor is, or what is recorded of it, and not its numbers.
constexpr std::string_view kSameNumbers = " cpu numpy detach contiguous float eval train ";

bool returnsItself(std::string_view method) {
  return kSameNumbers.find(" " + std::string(method) + " ") != std::string_view::npos;
}

// Uniform between -bound and bound, as PyTorch draws the parameters of its layers.
Value parameter(TeHost& host, std::vector<int64_t> shape, double bound) {
  NDArray array = NDArray::zeros(dtype::Float32, std::move(shape));
  int64_t count = 1;
  for (const int64_t n : array.shape) count *= n;
  for (int64_t i = 0; i < count; ++i) array.set(i, bound * (2 * host.random.unit() - 1));
  return Value(std::make_shared<ParameterValue>(std::make_shared<const NDArray>(std::move(array))));
}

// nn.Linear(in_features, out_features, bias=True)
Status makeLinear(TeHost& host, LayerValue& layer, const CallArgs& args) {
  const auto bound = bindCall("torch.nn.Linear", args, {"in_features", "out_features", "bias", "device", "dtype"}, 2);
  if (!bound) return bound.error();
  const int64_t *inputs = (*bound)[0]->as<int64_t>(), *outputs = (*bound)[1]->as<int64_t>();
  if (!inputs || !outputs || *inputs < 1 || *outputs < 1 || *inputs > kMostNumbers / *outputs)
    return explain(err::kTorchSizes("nn.Linear"), "nn.Linear(784, 128)");
  const bool* bias = (*bound)[2] ? (*bound)[2]->as<bool>() : nullptr;
  const double most = 1 / std::sqrt(static_cast<double>(*inputs));
  layer.attributes = {{"in_features", *inputs},
                      {"out_features", *outputs},
                      {"weight", parameter(host, {*outputs, *inputs}, most)},
                      {"bias", bias && !*bias ? Value() : parameter(host, {*outputs}, most)}};
  return success();
}

}  // namespace

Result<Value> ArrayValue::attribute(std::string_view name) {
  if (name == "shape") return shapeOf(*data);
  if (name == "dtype") return Value(toString(data->type));
  if (name == "data") return Value(std::make_shared<ArrayValue>(data));
  return explain(err::kTorchHasNo(typeName(), name), "it has shape, dtype and data");
}
Result<Value> ArrayValue::callMethod(std::string_view name, CallArgs&, Caller&) {
  if (returnsItself(name)) return Value(std::make_shared<ArrayValue>(data));
  return explain(err::kTorchHasNo(typeName(), name), "it has cpu(), numpy() and detach()");
}

Result<Value> ParameterValue::attribute(std::string_view name) { return ArrayValue(data).attribute(name); }
Result<Value> ParameterValue::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  return ArrayValue(data).callMethod(name, args, caller);
}
Status ParameterValue::setAttribute(std::string_view name, const Value& value) {
  const auto* array = value.hostAs<ArrayValue>();
  if (name != "data" || !array)
    return explain(err::kTorchHasNo(typeName(), name), "assign an array to its data: layer.weight.data = array");
  if (array->data->shape != data->shape || !(array->data->type == data->type))
    return err::kTorchShape(infoText(*data), infoText(*array->data));
  data = array->data;
  return success();
}

const Value* LayerClass::method(std::string_view wanted) const {
  for (const auto& [name, value] : methods)
    if (name == wanted) return &value;
  return nullptr;
}
bool LayerClass::sameAs(const HostObject& other) const {
  const auto* o = dynamic_cast<const LayerClass*>(&other);
  return o && o->builtIn == builtIn && o->name == name;
}
Result<Value> LayerClass::call(CallArgs& args, Caller& caller) {
  auto layer = std::make_shared<LayerValue>(shared_from_this());
  if (builtIn) {
    if (name == "Linear") {
      if (Status made = makeLinear(host, *layer, args); !made) return made.error();
    } else {
      layer->attributes = args.named;  // such as nn.Softmax(dim=-1)
    }
    return Value(std::move(layer));
  }
  if (const Value* init = method("__init__")) {
    std::vector<Value> all = {Value(std::shared_ptr<HostObject>(layer))};
    all.insert(all.end(), args.positional.begin(), args.positional.end());
    if (!args.named.empty()) return err::kTorchNamed(name);
    if (Result<Value> made = caller.callFunction(*init, std::move(all)); !made) return made;
  }
  return Value(std::move(layer));
}

const Value* LayerValue::find(std::string_view name) const {
  for (const auto& [key, value] : attributes)
    if (key == name) return &value;
  return nullptr;
}
Result<Value> LayerValue::attribute(std::string_view name) {
  if (const Value* value = find(name)) return *value;
  return explain(err::kTorchHasNo(typeName(), name), "attributes are assigned in __init__");
}
Status LayerValue::setAttribute(std::string_view name, const Value& value) {
  for (auto& [key, old] : attributes)
    if (key == name) {
      old = value;
      return success();
    }
  attributes.emplace_back(name, value);
  return success();
}

std::vector<std::pair<std::string, std::shared_ptr<LayerValue>>> LayerValue::layers() {
  std::vector<std::pair<std::string, std::shared_ptr<LayerValue>>> all = {{"", shared_from_this()}};
  for (const auto& [name, value] : attributes) {
    auto* inner = value.hostAs<LayerValue>();
    if (!inner || inner == this) continue;
    for (const auto& [path, layer] : inner->layers()) all.emplace_back(path.empty() ? name : name + "." + path, layer);
  }
  return all;
}
std::string LayerValue::pathOf(const HostObject& object) const {
  for (const auto& [name, value] : attributes) {
    if (value.host() == &object) return name;
    const auto* inner = value.hostAs<LayerValue>();
    const std::string path = inner && inner != this ? inner->pathOf(object) : "";
    if (!path.empty()) return name + "." + path;
  }
  return "";
}

Result<Value> LayerValue::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  if (name == "named_modules") {
    std::vector<Value> all;
    for (auto& [path, layer] : layers())
      all.push_back(script::makeTuple({Value(path), Value(std::shared_ptr<HostObject>(layer))}));
    return script::makeTuple(std::move(all));
  }
  if (returnsItself(name)) return Value(std::shared_ptr<HostObject>(shared_from_this()));
  if (const Value* value = find(name)) {
    if (HostObject* layer = value->host()) return layer->call(args, caller);
  }
  if (const Value* method = type->method(name)) {
    std::vector<Value> all = {Value(std::shared_ptr<HostObject>(shared_from_this()))};
    all.insert(all.end(), args.positional.begin(), args.positional.end());
    return caller.callFunction(*method, std::move(all));
  }
  return explain(err::kTorchHasNo(typeName(), name), "attributes are assigned in __init__");
}

Result<Value> LayerValue::call(CallArgs& args, Caller& caller) {
  TeHost& host = type->host;
  if (!host.tracing || !isTraced(args))
    return explain(err::kTorchNotTraced(typeName()), "fx.symbolic_trace(model) records what its forward calls");
  if (!type->builtIn) return callMethod("forward", args, caller);
  const std::string path = host.tracing->root->pathOf(*this);
  if (path.empty())
    return explain(err::kTorchForeign(typeName()),
                   "assign it to an attribute in __init__: self.linear = nn.Linear(2, 3)");
  return host.tracing->record(host, "call_module", path, Value(path), args);
}

}  // namespace lw::te
