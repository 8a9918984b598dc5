// The objects of code that builds graphs: relax.Var, relax.TensorStructInfo, relax.BlockBuilder and what its methods
// return.
#pragma once

#include "core/graph/model.h"
#include "core/te/te_host.h"

namespace lw::te {

// A node of a graph: a parameter, a bound value, a constant, or a call that is not bound yet.
struct NodeValue : HostObject {
  explicit NodeValue(graph::Node n) : node(std::move(n)) {}
  graph::Node node;
  Message typeName() const override { return "a value of a graph"; }
  std::string text() const override;
  Result<Value> item(std::span<const Value> index) override;  // a field of a tuple
  bool sameAs(const HostObject& other) const override;
};

struct StructInfoValue : HostObject {
  explicit StructInfoValue(graph::StructInfo i) : info(std::move(i)) {}
  graph::StructInfo info;
  Message typeName() const override { return "struct info"; }
  std::string text() const override { return graph::toText(info); }
};

// What bb.get() returns: an IRModule.
struct ModelValue : HostObject {
  ModelValue(graph::Model m, std::vector<std::pair<BlockId, Span>> p) : model(std::move(m)), places(std::move(p)) {}
  graph::Model model;
  std::vector<std::pair<BlockId, Span>> places;  // the calls from which the blocks of its kernels were made
  Message typeName() const override { return "a module"; }
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;  // show
};

// relax.BlockBuilder: adds one binding after the other to a function.
class BlockBuilder : public HostObject, public std::enable_shared_from_this<BlockBuilder> {
 public:
  explicit BlockBuilder(TeHost& host) : host_(host) {}
  Message typeName() const override { return "a block builder"; }
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;

  // Of `with bb.function(...)` and `with bb.dataflow()`.
  Status beginFunction(graph::Function function);
  Status endFunction();
  Status beginDataflow();
  Status endDataflow();

 private:
  Result<Value> emit(CallArgs& args, bool output);
  Result<Value> emitTe(CallArgs& args, Caller& caller, bool bound);
  Result<graph::Call> kernelCall(const Value& result, std::vector<Parameter> parameters,
                                 std::vector<graph::Node> inputs, const std::string& name);
  Result<Value> emitFunctionOutput(CallArgs& args);
  Result<Value> addFunction(CallArgs& args);
  Result<Value> function(CallArgs& args);
  Result<Value> get(const Caller& caller);
  // Binds the node to a new value, "lv" inside of a dataflow block or "gv".
  Result<Value> bind(graph::Node node, bool output, std::string name, Span span);
  std::string addKernel(Created made, const std::string& name);
  std::string freshName(const std::string& base);
  graph::Block& openBlock();

  TeHost& host_;
  graph::Model model_;
  std::vector<std::pair<BlockId, Span>> places_;
  std::optional<graph::Function> open_;
  bool dataflow_ = false, ended_ = false;
  std::map<std::string, int> names_;  // how many values have this base
};

// relax.NAME(...), relax.op.NAME(...) and R.NAME(...); nullopt: there is no function of this name.
Called callRelax(TeHost& host, std::string_view module, std::string_view name, CallArgs& args);
bool isRelaxFunction(std::string_view module, std::string_view name);
bool isRelaxModule(std::string_view module);
// A value of the interpreter as a node: a NodeValue, a tuple or list of them.
Result<graph::Node> toNode(const Value& value);
Result<graph::AttributeMap> toAttributes(const Value& value);  // of a dictionary
std::vector<graph::Value> parametersOf(const std::vector<Value>& values, std::optional<Explanation>& error);

}  // namespace lw::te
