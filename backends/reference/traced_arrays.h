// Values of a graph that scripts use as if they were arrays of NumPy.
#pragma once

#include "backends/reference/numpy_host.h"
#include "core/graph/graph.h"

namespace lw::reference {

// The bindings that a script makes.
struct TracedCalls {
  std::vector<graph::Binding> bindings;
  bool dataflow = false;
  Result<graph::Node> add(std::string_view op, std::vector<std::optional<graph::Node>> args,
                          graph::AttributeMap attrs = {});
};

struct TracedArray : script::HostObject {
  TracedArray(std::optional<graph::Node> n, graph::TensorInfo i, TracedCalls& c)
      : node(std::move(n)), info(std::move(i)), calls(c) {}
  std::optional<graph::Node> node;  // nothing: an output that is not written yet
  graph::TensorInfo info;
  TracedCalls& calls;
  bool writable = false;  // as a whole: it is not a view of another array
  Message typeName() const override { return "an array"; }
  Result<Value> attribute(std::string_view name) override;
  Result<Value> callMethod(std::string_view name, CallArgs& args, script::Caller& caller) override;
  Result<Value> item(std::span<const Value> index) override;
  Status setItem(std::span<const Value> index, const Value& value) override;
  Result<bool> truth() override;
};

// NumPy, where an argument may be a value of the graph.
class TracingHost : public NumpyHost {
 public:
  explicit TracingHost(TracedCalls& calls) : calls_(calls) {}
  Result<std::optional<Value>> global(std::string_view name, bool called) override;
  std::optional<Value> module(std::string_view name) override;
  Result<Value> binary(py::BinOp op, const Value& a, const Value& b, bool inPlace) override;
  Result<Value> compare(py::CompareOp op, const Value& a, const Value& b) override;
  Result<Value> unary(py::UnaryOp op, const Value& a) override;
  Result<std::optional<Value>> builtin(script::Builtin builtin, CallArgs& args) override;

 private:
  TracedCalls& calls_;
};

// The value as an operand beside a tensor of this type: numbers take the type, as in NumPy.
Result<graph::Node> nodeOf(const Value& value, DataType type);

}  // namespace lw::reference
