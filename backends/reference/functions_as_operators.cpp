#include "backends/reference/functions_as_operators.h"

#include <cmath>

#include "backends/reference/errors.h"
#include "backends/reference/graph_reference.h"
#include "backends/reference/traced_arrays.h"
#include "core/arith/analyzer.h"
#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using graph::Binding;
using graph::Node;
using reference::TracedArray;
using reference::TracedCalls;
using script::Value;

constexpr double kRelative = 1e-3, kAbsolute = 1e-4;  // of float32, in another order of summation

Explanation refused(const std::string& name, const Explanation& why, Span place) {
  return explain(err::kTracedCall(name, why.reason),
                 "write it as a @T.prim_func or with operators, or run the model by `lw run`",
                 why.span.valid() ? why.span : place);
}

// One call of a registered function.
struct Traced {
  std::vector<graph::TensorInfo> inputs, outputs;
  std::vector<Node> results;
  std::vector<Binding> before, bindings;  // before: of the inputs
};

class Tracer {
 public:
  Tracer(const RegisteredFunctions& registered, const std::map<std::string, int64_t>& sizes)
      : registered_(registered), sizes_(sizes) {}
  std::optional<Explanation> error;

  graph::Body body(const graph::Body& before) {
    graph::Body after = before;
    for (graph::Block& block : after.blocks) {
      std::vector<Binding> bindings;
      for (Binding& b : block.bindings) {
        b.value = traced(b.value, block.dataflow, bindings, b.target ? (*b.target)->span : b.span);
        bindings.push_back(std::move(b));
      }
      block.bindings = std::move(bindings);
    }
    return after;
  }

 private:
  Node traced(const Node& node, bool dataflow, std::vector<Binding>& bindings, Span place) {
    if (const auto* branch = node.as<graph::Branch>())
      return graph::Branch{branch->condition, body(branch->whenTrue), body(branch->whenFalse)};
    const auto* call = node.as<graph::Call>();
    if (error || !call || !call->op || call->op->name != "call_dps_packed") return node;
    const auto* callee = call->args[0]->as<graph::ExternRef>();
    if (!callee || !registered_.has(callee->name)) return node;
    Result<Traced> made = functionCall(callee->name, *call, dataflow);
    if (!made) {
      error = refused(callee->name, made.error(), place);
      return node;
    }
    for (const std::vector<Binding>* part : {&made->before, &made->bindings})
      bindings.insert(bindings.end(), part->begin(), part->end());
    const bool tuple = call->severalResults || (call->results.size() == 1 && call->results[0].as<graph::TupleInfo>());
    return tuple ? Node(graph::TupleNode{made->results}) : made->results.front();
  }

  Result<Traced> functionCall(const std::string& name, const graph::Call& call, bool dataflow) {
    const py::FunctionDef& function = registered_.definition(name);
    std::vector<graph::StructInfo> outputs = call.results;
    if (outputs.size() == 1)
      if (const auto* tuple = outputs[0].as<graph::TupleInfo>())
        outputs = std::vector<graph::StructInfo>(tuple->fields);
    std::vector<Node> inputs{*call.args[1]};
    if (const auto* tuple = inputs[0].as<graph::TupleNode>()) inputs = std::vector<Node>(tuple->fields);
    if (function.params.size() != inputs.size() + outputs.size())
      return explain(err::kRegisteredParameters(name, static_cast<int64_t>(function.params.size()),
                                                static_cast<int64_t>(inputs.size() + outputs.size())),
                     "it takes the inputs of the call, then its outputs", function.nameSpan);
    TracedCalls calls{{}, dataflow};
    Traced made;
    std::vector<Value> passed;
    const auto pass = [&](const graph::StructInfo& info, std::optional<Node> node) -> Status {
      const auto* tensor = info.as<graph::TensorInfo>();
      if (!tensor || !tensor->sizes || !tensor->type) return err::kTracedShape();
      const auto array = std::make_shared<TracedArray>(std::move(node), *tensor, calls);
      array->writable = true;
      passed.emplace_back(array);
      (passed.size() <= inputs.size() ? made.inputs : made.outputs).push_back(*tensor);
      return success();
    };
    for (Node& input : inputs) {
      const Result<graph::StructInfo> info = infoOf(input);
      if (!info) return info.error();
      if (!input.as<graph::Value>() && !input.as<graph::Constant>()) {  // computed once, before the function
        const graph::Value value(graph::ValueNode{"lv", *info, dataflow});
        made.before.push_back({value, input, std::nullopt, {}});
        input = Node(value);
      }
      if (Status s = pass(*info, input); !s) return s.error();
    }
    for (const graph::StructInfo& info : outputs)
      if (Status s = pass(info, std::nullopt); !s) return s.error();
    reference::TracingHost host(calls);
    script::Interpreter interpreter(registered_.scope(), host, {});
    const Result<Value> returned = interpreter.run(function, passed);
    if (!returned) return returned.error();
    for (size_t i = inputs.size(); i < passed.size(); ++i) {
      const auto* array = passed[i].hostAs<TracedArray>();
      if (!array->node) return explain(err::kTracedUnwritten(), {}, function.nameSpan);
      made.results.push_back(*array->node);
    }
    made.bindings = std::move(calls.bindings);
    if (Status same = compared(name, inputs, made); !same) return same.error();
    return made;
  }

  // The function and its operators on random numbers.
  Status compared(const std::string& name, const std::vector<Node>& inputs, const Traced& made) {
    const auto shapeOf = [&](const graph::TensorInfo& info) {
      std::vector<int64_t> shape;
      for (const Expr& size : *info.sizes) {
        VarMap values;
        for (const Var& v : freeVars(size)) {
          const auto given = sizes_.find(v.name());
          values.emplace(v.key(), makeConst(v.dtype(), given == sizes_.end() ? 3 : given->second));
        }
        shape.push_back(asInt(simplify(substitute(size, values))).value_or(0));
      }
      return shape;
    };
    graph::Function f;
    f.name = "main";
    graph::Replacements params;
    std::vector<NDArray> arrays;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const graph::Value param(graph::ValueNode{"x" + std::to_string(i), made.inputs[i]});
      f.params.push_back(param);
      if (const auto* value = inputs[i].as<graph::Value>()) params.insert_or_assign(value->key(), Node(param));
      arrays.push_back(randomArray(*made.inputs[i].type, shapeOf(made.inputs[i]), {}, i + 1));
      // A value that is passed twice is one array.
      for (size_t j = 0; j < i; ++j)
        if (const auto *a = inputs[i].as<graph::Value>(), *b = inputs[j].as<graph::Value>();
            a && b && a->key() == b->key())
          arrays[i] = arrays[j];
      if (const auto* constant = inputs[i].as<graph::Constant>(); constant && constant->data)
        arrays[i] = *constant->data;
    }
    graph::Block block;
    for (const Binding& b : made.bindings)
      block.bindings.push_back({b.target, replaceValues(b.value, params), std::nullopt, {}});
    f.body.blocks.push_back(std::move(block));
    graph::TupleNode results;
    for (const Node& result : made.results) results.fields.push_back(replaceValues(result, params));
    f.body.result = Node(std::move(results));
    graph::Model model;
    model.graph.functions.push_back(std::move(f));
    const auto got =
        evaluateGraph(model, "main", arrays, [](const PrimFunc&, std::vector<Argument>&) { return success(); });
    if (!got) return got.error();
    std::vector<NDArray> buffers = arrays;
    for (const graph::TensorInfo& info : made.outputs) buffers.push_back(NDArray::zeros(*info.type, shapeOf(info)));
    if (Status ran = registered_.call(name, buffers, made.outputs.size()); !ran) return ran;
    for (size_t i = 0; i < made.outputs.size(); ++i) {
      const NDArray& wanted = buffers[inputs.size() + i];
      const bool real = wanted.type.isFloat();
      if ((*got)[i].shape != wanted.shape ||
          compareArrays((*got)[i], wanted, real ? kRelative : 0, real ? kAbsolute : 0).count > 0)
        return err::kTracedDiffers();
    }
    return success();
  }

  const RegisteredFunctions& registered_;
  const std::map<std::string, int64_t>& sizes_;
};

}  // namespace

Result<graph::Model> withFunctionsAsOperators(const graph::Model& model, const RegisteredFunctions& registered,
                                              const std::map<std::string, int64_t>& sizes) {
  graph::Model result = model;
  Tracer tracer(registered, sizes);
  for (graph::Function& f : result.graph.functions) {
    f.body = tracer.body(f.body);
    if (tracer.error) return *tracer.error;
  }
  return result;
}

}  // namespace lw
