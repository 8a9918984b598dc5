// A small part of PyTorch, for code that translates its models: modules of layers with parameters, and
// fx.symbolic_trace, which records the calls of `forward`. Nothing is computed: random parameters are numbers from a
// fixed seed.
#pragma once

#include <map>

#include "core/ir/ndarray.h"
#include "core/te/te_host.h"

namespace lw::te {

inline constexpr int64_t kMostNumbers = int64_t{1} << 26;  // of one array

// A tensor with its numbers, or a NumPy array.
struct ArrayValue : HostObject {
  explicit ArrayValue(std::shared_ptr<const NDArray> d) : data(std::move(d)) {}
  std::shared_ptr<const NDArray> data;
  Message typeName() const override { return "an array"; }
  Result<Value> attribute(std::string_view name) override;                                   // shape, dtype, data
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;  // cpu, numpy, detach
};

// nn.Parameter
struct ParameterValue : HostObject {
  explicit ParameterValue(std::shared_ptr<const NDArray> d) : data(std::move(d)) {}
  std::shared_ptr<const NDArray> data;
  Message typeName() const override { return "a parameter"; }
  Result<Value> attribute(std::string_view name) override;
  Status setAttribute(std::string_view name, const Value& value) override;  // data, of the same shape and type
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;
};

// A class of layers of torch.nn, or one of the file that is made of them.
struct LayerClass : HostObject, std::enable_shared_from_this<LayerClass> {
  LayerClass(TeHost& h, std::string n, bool b) : host(h), name(std::move(n)), builtIn(b) {}
  TeHost& host;
  std::string name;  // "Linear"
  bool builtIn;      // of torch.nn: recorded as one call
  std::vector<std::pair<std::string, Value>> methods;
  const Value* method(std::string_view wanted) const;
  Message typeName() const override { return say("the class {0}", Ident(name)); }
  Result<Value> call(CallArgs& args, Caller& caller) override;  // makes a layer
  bool sameAs(const HostObject& other) const override;
};

// nn.Module: an object of such a class.
struct LayerValue : HostObject, std::enable_shared_from_this<LayerValue> {
  explicit LayerValue(std::shared_ptr<LayerClass> t) : type(std::move(t)) {}
  std::shared_ptr<LayerClass> type;
  std::vector<std::pair<std::string, Value>> attributes;  // in the order in which they were assigned
  const Value* find(std::string_view name) const;
  Message typeName() const override { return say("a layer of the class {0}", Ident(type->name)); }
  Result<Value> attribute(std::string_view name) override;
  Status setAttribute(std::string_view name, const Value& value) override;
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;
  Result<Value> call(CallArgs& args, Caller& caller) override;  // while it is traced
  // All layers, itself first as "", with their paths: "blocks.linear".
  std::vector<std::pair<std::string, std::shared_ptr<LayerValue>>> layers();
  // Of a layer or parameter below this one; empty: it is not there.
  std::string pathOf(const HostObject& object) const;
};

// fx.Node, which also stands for the value while the model is traced.
struct FxNode : HostObject {
  FxNode(TeHost& h, std::string k, std::string n, Value t, std::vector<Value> a)
      : host(h), op(std::move(k)), name(std::move(n)), target(std::move(t)), args(std::move(a)) {}
  TeHost& host;
  std::string op, name;  // "call_function", "matmul"
  Value target;          // a function, or the name of a parameter or layer
  std::vector<Value> args;
  std::vector<std::pair<std::string, Value>> named;
  Message typeName() const override { return "a node of a traced model"; }
  std::string text() const override { return name; }
  Result<Value> attribute(std::string_view wanted) override;
  Result<Value> callMethod(std::string_view method, CallArgs& args, Caller& caller) override;  // is recorded
};

// fx.GraphModule: a traced model.
struct TracedModel : HostObject {
  TracedModel(std::shared_ptr<LayerValue> r, std::vector<Value> n) : root(std::move(r)), nodes(std::move(n)) {}
  std::shared_ptr<LayerValue> root;
  std::vector<Value> nodes;  // FxNodes, in the order in which they were recorded
  Message typeName() const override { return "a traced model"; }
  Result<Value> attribute(std::string_view name) override;
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;
};

// What is recorded while fx.symbolic_trace runs.
struct TorchTrace {
  std::shared_ptr<LayerValue> root;
  std::vector<Value> nodes;
  std::map<std::string, int> names;  // how many nodes have this base
  // Adds a node. Parameters among the arguments become nodes that fetch them.
  Result<Value> record(TeHost& host, const std::string& op, const std::string& base, Value target,
                       const CallArgs& args);
  Result<Value> argument(TeHost& host, const Value& value);
  Result<Value> recordOperator(TeHost& host, py::BinOp op, const Value& a, const Value& b);  // x + y: operator.add
};

bool isTorchModule(std::string_view module);
// A class or function of the module; nothing: it has none of this name.
std::optional<Value> torchAttribute(TeHost& host, std::string_view module, std::string_view name);
Result<Value> callTorch(TeHost& host, std::string_view module, std::string_view name, CallArgs& args, Caller& caller);
Result<Value> symbolicTrace(TeHost& host, CallArgs& args, Caller& caller);
bool isTraced(const CallArgs& args);  // is one of them a node?
// hasattr, getattr, type, super
std::optional<Value> pythonFunction(std::string_view name);

}  // namespace lw::te
