// The state of reading a model: values by name, and the bindings made so far. Internal to core/onnx.
#pragma once

#include <set>
#include <unordered_map>

#include "core/graph/visit.h"
#include "core/onnx/conversion.h"
#include "core/onnx/import.h"

namespace lw::onnx {

const NDArray* dataOf(const graph::Node& node);  // of a constant; nullptr: it is none
graph::Node constantNode(NDArray data);
// The name as Python takes it: "/fc1/Gemm_output_0" is fc1_Gemm_output_0.
std::string identifierFrom(std::string_view name, std::string_view otherwise);

class Importer {
 public:
  Importer(const Model& model, const ImportOptions& options) : model_(model), options_(options) {}
  Import take(const std::string& name);

  // For conversions
  const Model& model() const { return model_; }
  const Operand* find(const std::string& name) const;
  void define(const std::string& name, Operand value);
  graph::Node call(std::string_view op, std::vector<std::optional<graph::Node>> args, graph::AttributeMap attributes);
  graph::Node bind(graph::Node node, std::string_view name);
  graph::Node tensorOf(const Operand& value);
  std::vector<Operand> body(const Graph& graph, const std::vector<Operand>& inputs);
  // The value would have solved a problem: that of an input, or the small inputs from which it is computed.
  void want(const std::string& value);
  // A block of bindings of its own, for one side of an `if`.
  std::vector<graph::Binding> exchangeBindings(std::vector<graph::Binding> with) {
    std::swap(bindings_, with);
    return with;
  }
  Expr symbol(const std::string& name);
  void countParameters(const Tensor& tensor, const NDArray& data);

 private:
  void addProducers(const Graph& graph);
  // `wanted` as an identifier, with a number where it is taken, or among `others`.
  std::string freeName(std::string_view wanted, std::string_view otherwise, const std::set<std::string>& others = {});
  graph::StructInfo infoOf(const ValueInfo& value);
  std::optional<graph::Node> evaluated(const graph::Call& call, const graph::StructInfo& info);
  void problem(Explanation why);
  int64_t versionOf(const std::string& domain) const;
  void addInitializers(const Graph& graph);
  void run(const Node& node);
  void convert(const Conversion& conversion, bool inputUnknown);
  void outside(const Conversion& c, const std::string& because);
  const std::string& outsideFunction(const Conversion& c, const std::string& because, size_t outputs);
  graph::StructInfo statedInfo(const Conversion& c, const std::string& name);
  static void same(const Conversion& c, std::string_view op);
  const Function* functionOf(const Node& node) const;
  void inlined(const Function& function, const Node& call);
  std::optional<NDArray> givenNumber(const ValueInfo& input);
  Operand parameter(const ValueInfo& input, std::vector<graph::Value>& params);
  graph::Node outlined(const graph::Node& node);
  void results(const Graph& graph, std::vector<graph::Node>& all);
  graph::Replacements named(std::vector<graph::Binding>& bindings, const std::vector<int>& numbers,
                            const std::vector<graph::Node>& outputs);
  void finish(const std::string& name, std::vector<graph::Value> params, std::vector<graph::Node> outputs);

  const Model& model_;
  const ImportOptions& options_;
  Import import_;
  const std::map<std::string, int64_t>* versions_ = nullptr;
  std::vector<std::map<std::string, Operand>> scopes_;  // of graphs inside of each other
  std::set<std::string> unknown_, inputs_;              // values of nodes that could not be read; inputs of the model
  std::map<std::string, const ValueInfo*> stated_;      // types and shapes that the file says of values between nodes
  std::map<std::string, const Node*> producers_;        // of the model's values, also those of inner graphs
  std::set<const Tensor*> counted_;                     // among the parameters
  std::set<std::string> names_;
  std::map<std::string, Expr> symbols_;
  std::unordered_map<const graph::ValueNode*, std::string> wantedNames_;  // as the model names them
  std::vector<graph::Binding> prologue_, bindings_;
  std::vector<graph::Value> constants_;                       // parameters for constants
  std::unordered_map<const NDArray*, graph::Node> outlined_;  // what stands for a constant
  std::vector<std::shared_ptr<const NDArray>> kept_;          // so that no other constant gets the address of one
  std::unordered_map<const NDArray*, std::string> titles_;    // names of initialisers
};

}  // namespace lw::onnx
