// relax.BlockBuilder, as in TVM: the methods that functions of models are built with.
#include <set>

#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/ir/equal.h"
#include "core/support/text.h"
#include "core/te/errors.h"
#include "core/te/relax/graph_values.h"

namespace lw::te {
namespace {

constexpr std::string_view kMethods[] = {"function",    "dataflow",         "emit",     "emit_te", "call_te",
                                         "emit_output", "emit_func_output", "add_func", "get",     "finalize"};

// with bb.function("main", [x]): and with bb.dataflow():
struct FunctionScope : HostObject {
  FunctionScope(std::shared_ptr<BlockBuilder> b, graph::Function f) : builder(std::move(b)), function(std::move(f)) {}
  std::shared_ptr<BlockBuilder> builder;
  graph::Function function;
  Message typeName() const override { return "the scope of a function"; }
  Result<Value> enter() override {
    if (const Status begun = builder->beginFunction(function); !begun) return begun.error();
    return Value();
  }
  Status leave() override { return builder->endFunction(); }
};
struct DataflowScope : HostObject {
  explicit DataflowScope(std::shared_ptr<BlockBuilder> b) : builder(std::move(b)) {}
  std::shared_ptr<BlockBuilder> builder;
  Message typeName() const override { return "the scope of a dataflow block"; }
  Result<Value> enter() override {
    if (const Status begun = builder->beginDataflow(); !begun) return begun.error();
    return Value();
  }
  Status leave() override { return builder->endDataflow(); }
};

// A tensor expression that has the shape and type of the node.
Result<Value> placeholderOf(TeHost& host, const graph::Node& node, Span span) {
  const Result<graph::StructInfo> info = infoOf(node);
  if (!info) return info.error();
  const auto* tensor = info->as<graph::TensorInfo>();
  if (!tensor || !tensor->sizes || !tensor->type) return err::kBuilderUnknownShape(toText(*info));
  const auto* value = node.as<graph::Value>();
  Operation op{.kind = Operation::Kind::Placeholder, .name = value ? value->name() : "const", .span = span};
  op.outputs = {makeBuffer(op.name, *tensor->sizes, *tensor->type)};
  return host.add(std::move(op));
}

graph::StructInfo infoOf(const Tensor& tensor) {
  graph::Sizes sizes = tensor.buffer()->shape;
  for (Expr& size : sizes)
    if (const auto* known = size.as<IntImm>()) size = IntImm{dtype::Int64, known->value};
  return graph::tensorOf(std::move(sizes), tensor.buffer()->dtype);
}

std::string nameOfFunction(const Value& function) {
  if (const auto* f = function.as<script::FunctionRef>(); f && !f->object->name.empty() && f->object->name[0] != '<')
    return f->object->name;
  if (const auto* f = function.hostAs<NamedFunction>()) return f->name;
  return "te_func";
}

// A value that the function reads, but that is neither a parameter nor bound.
std::optional<graph::Value> firstUnbound(const graph::Function& f, const graph::Node& result) {
  std::set<const graph::ValueNode*> known;
  for (const graph::Value& param : f.params) known.insert(param.key());
  std::optional<graph::Value> unbound;
  const auto check = [&](const graph::Value& v) {
    if (!known.contains(v.key()) && !unbound) unbound = v;
  };
  for (const graph::Block& block : f.body.blocks)
    for (const graph::Binding& binding : block.bindings) {
      forEachRead(binding.value, check);
      if (binding.target) known.insert(binding.target->key());
    }
  forEachRead(result, check);
  return unbound;
}

}  // namespace

std::string NodeValue::text() const {
  const auto* value = node.as<graph::Value>();
  return value ? value->name() : HostObject::text();
}
bool NodeValue::sameAs(const HostObject& other) const {
  const auto* o = dynamic_cast<const NodeValue*>(&other);
  if (!o) return false;
  const auto *a = node.as<graph::Value>(), *b = o->node.as<graph::Value>();
  return a && b ? a->key() == b->key() : &node.data() == &o->node.data();
}
Result<Value> NodeValue::item(std::span<const Value> index) {
  const auto* at = index.size() == 1 ? index[0].as<int64_t>() : nullptr;
  const Result<graph::StructInfo> info = graph::infoOf(node);
  if (!info) return info.error();
  const auto* tuple = info->as<graph::TupleInfo>();
  if (!at || !tuple || *at < 0 || static_cast<size_t>(*at) >= tuple->fields.size())
    return err::kBuilderNoField(graph::toText(*info));
  return Value(std::make_shared<NodeValue>(graph::TupleItem{node, static_cast<int>(*at)}));
}

Result<Value> ModelValue::callMethod(std::string_view name, CallArgs&, Caller&) {
  if (name == "show") return Value();
  return explain(err::kBuilderNoMethod(typeName(), name), "a module has show()");
}

Result<graph::Node> toNode(const Value& value) {
  if (const auto* node = value.hostAs<NodeValue>()) return node->node;
  if (const std::vector<Value>* items = value.items()) {
    graph::TupleNode tuple;
    for (const Value& item : *items) {
      Result<graph::Node> field = toNode(item);
      if (!field) return field;
      tuple.fields.push_back(std::move(*field));
    }
    return graph::Node(std::move(tuple));
  }
  return explain(err::kBuilderNoValue(script::typeName(value)),
                 "relax.const(2.0, \"float32\") makes a value of a number");
}

std::vector<graph::Value> parametersOf(const std::vector<Value>& values, std::optional<Explanation>& error) {
  std::vector<graph::Value> params;
  for (const Value& v : values) {
    const auto* node = v.hostAs<NodeValue>();
    const auto* value = node ? node->node.as<graph::Value>() : nullptr;
    if (value)
      params.push_back(*value);
    else if (!error)
      error = explain(err::kBuilderParameter(script::typeName(v)),
                      "relax.Var(\"x\", relax.TensorStructInfo((1, 784), \"float32\"))");
  }
  return params;
}

Status BlockBuilder::beginFunction(graph::Function function) {
  if (open_) return err::kBuilderNested(open_->name);
  open_ = std::move(function);
  ended_ = false;
  names_.clear();
  for (const graph::Value& param : open_->params) names_[param.name()] = 1;
  return success();
}
Status BlockBuilder::endFunction() {
  if (!ended_) return explain(err::kBuilderNoOutput(open_->name), "bb.emit_func_output(gv)");
  std::erase_if(open_->body.blocks, [](const graph::Block& b) { return b.bindings.empty(); });
  model_.graph.functions.push_back(std::move(*open_));
  open_.reset();
  return success();
}
Status BlockBuilder::beginDataflow() {
  if (!open_) return explain(err::kBuilderOutside("dataflow"), "with bb.function(\"main\", [x]):");
  open_->body.blocks.push_back({.dataflow = true, .bindings = {}, .outputs = {}});
  dataflow_ = true;
  return success();
}
Status BlockBuilder::endDataflow() {
  dataflow_ = false;
  return success();
}

graph::Block& BlockBuilder::openBlock() {
  std::vector<graph::Block>& blocks = open_->body.blocks;
  if (!dataflow_ && (blocks.empty() || blocks.back().dataflow)) blocks.emplace_back();
  return blocks.back();
}

std::string BlockBuilder::freshName(const std::string& base) {
  const int count = names_[base]++;
  return count == 0 ? base : base + std::to_string(count);
}

Result<Value> BlockBuilder::bind(graph::Node node, bool output, std::string name, Span span) {
  const Result<graph::StructInfo> info = graph::infoOf(node);
  if (!info) return info.error();
  const bool inside = dataflow_ && !output;
  const graph::Value value({.name = freshName(!name.empty() ? name
                                              : inside      ? "lv"
                                                            : "gv"),
                            .info = *info,
                            .dataflow = inside,
                            .annotated = false,
                            .span = span});
  graph::Block& block = openBlock();
  block.bindings.push_back({value, std::move(node), {}});
  if (output) block.outputs.push_back(value);
  return Value(std::make_shared<NodeValue>(value));
}

Result<Value> BlockBuilder::emit(CallArgs& args, bool output) {
  const auto bound =
      bindCall(output ? "bb.emit_output" : "bb.emit", args, {output ? "output" : "expr", "name_hint"}, 1);
  if (!bound) return bound.error();
  if (!open_ || (output && !dataflow_))
    return explain(err::kBuilderOutside(output ? "emit_output" : "emit"),
                   output ? "with bb.dataflow():" : "with bb.function(\"main\", [x]):");
  Result<graph::Node> node = toNode(*(*bound)[0]);
  if (!node) return node.error();
  const std::string* name = (*bound)[1] ? (*bound)[1]->text() : nullptr;
  return bind(std::move(*node), output, name ? *name : "", args.span);
}

std::string BlockBuilder::addKernel(Created made, const std::string& name) {
  std::string unique = name;
  for (int i = 1; model_.kernels.find(unique) || model_.graph.find(unique); ++i) {
    made.function.name = unique;
    if (const PrimFunc* same = model_.kernels.find(unique); same && !firstDifference(*same, made.function))
      return unique;
    unique = name + std::to_string(i);
  }
  made.function.name = unique;
  host_.firstId = std::max(host_.firstId, made.function.nextId);
  places_.insert(places_.end(), made.places.begin(), made.places.end());
  model_.kernels.functions.push_back(std::move(made.function));
  return unique;
}

// Makes a kernel of the tensors in `result`; `parameters` are the placeholders of `inputs`.
Result<graph::Call> BlockBuilder::kernelCall(const Value& result, std::vector<Parameter> parameters,
                                             std::vector<graph::Node> inputs, const std::string& name) {
  const std::vector<Value>* several = result.items();
  graph::Call call;
  call.op = graph::findOperator("call_tir");
  call.severalResults = several != nullptr;
  for (const Value& v : several ? *several : std::vector<Value>{result}) {
    const auto* tensor = v.hostAs<TensorValue>();
    if (!tensor) return explain(err::kBuilderNoTensor(name, script::typeName(v)), "return the tensor of a te.compute");
    parameters.emplace_back(tensor->tensor);
    call.results.push_back(infoOf(tensor->tensor));
  }
  CreateOptions options;
  options.name = name;
  options.firstId = host_.firstId;
  options.list = "bb.emit_te";
  options.indexType = dtype::Int64;
  Result<Created> made = createPrimFunc(parameters, options);
  if (!made) return made.error();
  call.args = {graph::Node(graph::FunctionRef{addKernel(std::move(*made), name)}),
               graph::Node(graph::TupleNode{std::move(inputs)}), std::nullopt};
  return call;
}

// The kernel of a tensor expression over placeholders for the values, and its call.
Result<Value> BlockBuilder::emitTe(CallArgs& args, Caller& caller, bool bound) {
  if (!open_ && bound) return explain(err::kBuilderOutside("emit_te"), "with bb.function(\"main\", [x]):");
  if (args.positional.empty()) return err::kBuilderNoFunction();
  const Value function = args.positional[0];
  std::string name = nameOfFunction(function);
  CallArgs inner;
  inner.span = args.span;
  std::vector<graph::Node> inputs;
  std::vector<Parameter> parameters;
  std::optional<Explanation> error;
  // Values, also in lists, become placeholders; whatever else is passed on.
  const std::function<Value(const Value&)> passed = [&](const Value& v) -> Value {
    if (const auto* node = v.hostAs<NodeValue>()) {
      for (size_t i = 0; i < inputs.size(); ++i)
        if (NodeValue(inputs[i]).sameAs(*node)) return host_.valueOf(std::get<Tensor>(parameters[i]));
      Result<Value> tensor = placeholderOf(host_, node->node, args.span);
      if (!tensor) {
        if (!error) error = tensor.error();
        return {};
      }
      inputs.push_back(node->node);
      parameters.emplace_back(tensor->hostAs<TensorValue>()->tensor);
      return *tensor;
    }
    if (const auto* list = v.as<script::ListRef>(); list && !list->object->items.empty()) {
      std::vector<Value> items;
      for (const Value& item : list->object->items) items.push_back(passed(item));
      return script::makeTuple(std::move(items));
    }
    return v;
  };
  for (size_t i = 1; i < args.positional.size(); ++i) inner.positional.push_back(passed(args.positional[i]));
  for (const auto& [key, value] : args.named) {
    if (key == "primfunc_name_hint" && value.text())
      name = *value.text();
    else
      inner.named.emplace_back(key, passed(value));
  }
  if (error) return *error;
  Result<Value> result = Value();
  if (HostObject* host = function.host())
    result = host->call(inner, caller);
  else if (!inner.named.empty())
    return err::kBuilderNamedArguments(inner.named[0].first);
  else
    result = caller.callFunction(function, inner.positional);
  if (!result) return result.error();

  Result<graph::Call> call = kernelCall(*result, std::move(parameters), std::move(inputs), name);
  if (!call) return call.error();
  return bound ? bind(std::move(*call), false, "", args.span)
               : Result<Value>(Value(std::make_shared<NodeValue>(std::move(*call))));
}

Result<Value> BlockBuilder::emitFunctionOutput(CallArgs& args) {
  const auto bound = bindCall("bb.emit_func_output", args, {"output", "params"}, 1);
  if (!bound) return bound.error();
  if (!open_) return explain(err::kBuilderOutside("emit_func_output"), "with bb.function(\"main\", [x]):");
  Result<graph::Node> node = toNode(*(*bound)[0]);
  if (!node) return node.error();
  if (const std::optional<Value>& params = (*bound)[1]; params && !params->isNone()) {
    std::optional<Explanation> error;
    const std::vector<Value>* list = params->items();
    open_->params = parametersOf(list ? *list : std::vector<Value>{*params}, error);
    if (error) return *error;
  }
  if (const std::optional<graph::Value> unknown = firstUnbound(*open_, *node))
    return explain(err::kBuilderUnbound(unknown->name()), "list it: bb.emit_func_output(gv, params=[x])");
  const Result<graph::StructInfo> info = graph::infoOf(*node);
  if (!info) return info.error();
  open_->body.result = std::move(*node);
  open_->result = *info;
  ended_ = true;
  return Value();
}

Result<Value> BlockBuilder::addFunction(CallArgs& args) {
  const auto bound = bindCall("bb.add_func", args, {"func", "func_name"}, 2);
  if (!bound) return bound.error();
  const auto* made = (*bound)[0]->hostAs<FunctionValue>();
  const std::string* name = (*bound)[1]->text();
  if (!made || !name)
    return explain(err::kBuilderNoPrimFunc(script::typeName(*(*bound)[0])),
                   "bb.add_func(te.create_prim_func([A, B]), \"f\")");
  return Value(std::make_shared<NodeValue>(graph::FunctionRef{addKernel(made->made, *name)}));
}

Result<Value> BlockBuilder::get(const Caller& caller) {
  if (open_) return err::kBuilderNested(open_->name);
  const Value made(std::make_shared<ModelValue>(model_, places_));
  if (const std::string name = caller.assigned(); !name.empty()) host_.models.emplace_back(name, made);
  return made;
}

Result<Value> BlockBuilder::function(CallArgs& args) {
  const auto bound = bindCall("bb.function", args, {"name", "params", "attrs", "private", "pure"}, 1);
  if (!bound) return bound.error();
  const std::string* name = (*bound)[0]->text();
  if (!name) return err::kBuilderName(script::typeName(*(*bound)[0]));
  graph::Function made{.name = *name, .params = {}, .result = {}, .attrs = {}, .body = {}, .span = args.span};
  if (const std::optional<Value>& params = (*bound)[1]; params && !params->isNone()) {
    std::optional<Explanation> error;
    const std::vector<Value>* list = params->items();
    made.params = parametersOf(list ? *list : std::vector<Value>{*params}, error);
    if (error) return *error;
  }
  if (const std::optional<Value>& attrs = (*bound)[2]; attrs && !attrs->isNone()) {
    Result<graph::AttributeMap> given = toAttributes(*attrs);
    if (!given) return given.error();
    made.attrs = std::move(*given);
  }
  const auto flag = [&](size_t i, bool otherwise) {
    const bool* given = (*bound)[i] ? (*bound)[i]->as<bool>() : nullptr;
    return given ? *given : otherwise;
  };
  made.privateFunction = flag(3, false);
  made.pure = flag(4, true);
  return Value(std::make_shared<FunctionScope>(shared_from_this(), std::move(made)));
}

Result<Value> BlockBuilder::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  if (name == "function") return function(args);
  if (name == "dataflow") return Value(std::make_shared<DataflowScope>(shared_from_this()));
  if (name == "emit") return emit(args, false);
  if (name == "emit_output") return emit(args, true);
  if (name == "emit_te") return emitTe(args, caller, true);
  if (name == "call_te") return emitTe(args, caller, false);
  if (name == "emit_func_output") return emitFunctionOutput(args);
  if (name == "add_func") return addFunction(args);
  if (name == "get" || name == "finalize") return get(caller);
  std::string all = join(kMethods);
  return explain(err::kBuilderNoMethod(typeName(), name), say("a block builder has {0}", Snippet(all)));
}

}  // namespace lw::te
