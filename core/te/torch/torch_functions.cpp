// The names of torch, torch.nn and torch.fx, and Python's functions that code about them uses.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/support/text.h"
#include "core/te/errors.h"
#include "core/te/torch/torch_values.h"

namespace lw::te {
namespace {

constexpr std::string_view kLayers[] = {"Linear", "ReLU",    "GELU",     "SiLU",    "Sigmoid", "Tanh",
                                        "ELU",    "Flatten", "Identity", "Dropout", "Softmax", "LogSoftmax"};
constexpr std::string_view kMakers[] = {"randn", "rand", "zeros", "ones", "empty"};
constexpr std::string_view kOperators[] = {"add", "sub", "mul", "truediv", "matmul", "neg"};
constexpr std::string_view kPython[] = {"hasattr", "getattr", "type", "super"};

template <size_t N>
bool isOneOf(const std::string_view (&all)[N], std::string_view name) {
  return std::find(std::begin(all), std::end(all), name) != std::end(all);
}

// torch.randn(128, 64), torch.zeros((3,))
Result<Value> makeArray(TeHost& host, std::string_view name, const CallArgs& args) {
  const std::vector<Value>* list = args.positional.size() == 1 ? args.positional[0].items() : nullptr;
  std::vector<int64_t> shape;
  int64_t count = 1;
  for (const Value& size : list ? *list : args.positional) {
    const auto* n = size.as<int64_t>();
    if (!n || *n < 0 || (*n > 0 && count > kMostNumbers / *n))
      return explain(err::kTorchSizes("torch." + std::string(name)), "torch.randn(784, 128)");
    count *= *n;
    shape.push_back(*n);
  }
  NDArray array = NDArray::zeros(dtype::Float32, std::move(shape));
  for (int64_t i = 0; i < count; ++i) {
    double value = name == "ones" ? 1 : 0;
    if (name == "rand") value = host.random.unit();
    if (name == "randn")  // G. Box, M. Muller, 1958
      value = std::sqrt(-2 * std::log(1 - host.random.unit())) * std::cos(2 * std::numbers::pi * host.random.unit());
    if (value != 0) array.set(i, value);
  }
  return Value(std::make_shared<ArrayValue>(std::make_shared<const NDArray>(std::move(array))));
}

// nn.Parameter(data), torch.from_numpy(data)
Result<const ArrayValue*> arrayIn(std::string_view function, const CallArgs& args) {
  const auto* array = args.positional.empty() ? nullptr : args.positional[0].hostAs<ArrayValue>();
  if (array) return array;
  return explain(
      err::kTorchNoArray(function, args.positional.empty() ? Message("nothing") : script::typeName(args.positional[0])),
      "make an array with torch.randn(784, 128)");
}

// super(): what its methods do, such as __init__, is done for every object.
struct SuperObject : HostObject {
  Message typeName() const override { return "super()"; }
  Result<Value> callMethod(std::string_view, CallArgs&, Caller&) override { return Value(); }
};

struct PythonFunction : HostObject {
  explicit PythonFunction(std::string n) : name(std::move(n)) {}
  std::string name;
  Message typeName() const override { return say("the function {0}", Ident(name)); }

  Result<Value> call(CallArgs& args, Caller&) override {
    if (name == "super") return Value(std::make_shared<SuperObject>());
    const size_t wanted = name == "type" ? 1 : 2;
    const std::string* attribute = wanted == 2 && args.positional.size() == 2 ? args.positional[1].text() : nullptr;
    if (args.positional.size() != wanted || (wanted == 2 && !attribute))
      return explain(err::kTorchPython(name), wanted == 1 ? "type(x)" : say("{0}(x, \"name\")", Snippet(name)));
    HostObject* object = args.positional[0].host();
    if (name == "type") {
      if (const auto* layer = args.positional[0].hostAs<LayerValue>())
        return Value(std::shared_ptr<HostObject>(layer->type));
      return Value(script::typeName(args.positional[0]).text());
    }
    Result<Value> value = object ? object->attribute(*attribute)
                                 : Result<Value>(err::kTorchHasNo(script::typeName(args.positional[0]), *attribute));
    if (name == "hasattr") return Value(value.ok());
    return value;
  }
};

}  // namespace

bool isTorchModule(std::string_view module) {
  return module == "torch" || module.starts_with("torch.") || module == "operator";
}

std::optional<Value> torchAttribute(TeHost& host, std::string_view module, std::string_view name) {
  const bool layers = module == "torch.nn";
  if (layers && (name == "Module" || isOneOf(kLayers, name)))
    return Value(std::make_shared<LayerClass>(host, std::string(name), true));
  if (module == "operator" && !isOneOf(kOperators, name)) return std::nullopt;
  return Value(std::make_shared<NamedFunction>(host, std::string(module), std::string(name)));
}

Result<Value> callTorch(TeHost& host, std::string_view module, std::string_view name, CallArgs& args, Caller& caller) {
  if (module == "torch.fx" && name == "symbolic_trace") return symbolicTrace(host, args, caller);
  if (module == "torch.nn" && name == "Parameter") {
    const Result<const ArrayValue*> array = arrayIn("nn.Parameter", args);
    if (!array) return array.error();
    return Value(std::make_shared<ParameterValue>((*array)->data));
  }
  if (module == "torch.nn" && name == "Module") return explain(err::kTorchLayer("nn.Module"), "derive a class from it");
  if (module == "torch.nn") {
    if (!isOneOf(kLayers, name)) {
      std::string known = join(kLayers);
      return explain(err::kTorchLayer("nn." + std::string(name)), say("the layers are {0}", Snippet(known)));
    }
    return std::make_shared<LayerClass>(host, std::string(name), true)->call(args, caller);
  }
  if (host.tracing && isTraced(args))
    return host.tracing->record(host, "call_function", std::string(name),
                                Value(std::make_shared<NamedFunction>(host, std::string(module), std::string(name))),
                                args);
  if (module == "torch" && isOneOf(kMakers, name)) return makeArray(host, name, args);
  if (module == "torch" && name == "from_numpy") {
    const Result<const ArrayValue*> array = arrayIn("torch.from_numpy", args);
    if (!array) return array.error();
    return Value(std::make_shared<ArrayValue>((*array)->data));
  }
  return explain(err::kTorchNotTraced(say("the function {0}", Ident(name))),
                 "fx.symbolic_trace(model) records what its forward calls");
}

std::optional<Value> pythonFunction(std::string_view name) {
  if (!isOneOf(kPython, name)) return std::nullopt;
  return Value(std::make_shared<PythonFunction>(std::string(name)));
}

Result<Value> TeHost::classOf(const std::string& name, const std::vector<Value>& bases,
                              std::vector<std::pair<std::string, Value>> methods) {
  const auto* base = bases.size() == 1 ? bases[0].hostAs<LayerClass>() : nullptr;
  if (!base || (base->builtIn && base->name != "Module"))
    return explain(err::kTorchBase(name), "class Model(nn.Module):");
  auto made = std::make_shared<LayerClass>(*this, name, false);
  made->methods = std::move(methods);
  for (const auto& inherited : base->methods)
    if (!made->method(inherited.first)) made->methods.push_back(inherited);
  return Value(std::move(made));
}

}  // namespace lw::te
