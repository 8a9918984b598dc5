// fx.symbolic_trace of PyTorch (J. Reed et al., "torch.fx", MLSys 2022): `forward` runs on nodes in the place of
// tensors.
#include <algorithm>

#include "core/te/errors.h"
#include "core/te/torch/torch_values.h"

namespace lw::te {
namespace {

// As in torch.fx: "linear0", then "linear0_1".
std::string freshName(TorchTrace& trace, std::string base) {
  std::replace(base.begin(), base.end(), '.', '_');
  const int count = trace.names[base]++;
  return count == 0 ? base : base + "_" + std::to_string(count);
}

Value addNode(TorchTrace& trace, TeHost& host, const std::string& op, const std::string& base, Value target,
              std::vector<Value> args) {
  auto node = std::make_shared<FxNode>(host, op, freshName(trace, base), std::move(target), std::move(args));
  trace.nodes.emplace_back(node);
  return Value(std::move(node));
}

}  // namespace

Result<Value> TorchTrace::argument(TeHost& host, const Value& value) {
  if (const auto* parameter = value.hostAs<ParameterValue>()) {
    const std::string path = root->pathOf(*parameter);
    if (path.empty())
      return explain(err::kTorchForeign(parameter->typeName()),
                     "assign it to an attribute in __init__: self.weight = nn.Parameter(...)");
    return addNode(*this, host, "get_attr", path, Value(path), {});
  }
  if (const std::vector<Value>* items = value.items()) {
    std::vector<Value> inner;
    for (const Value& item : *items) {
      Result<Value> one = argument(host, item);
      if (!one) return one;
      inner.push_back(std::move(*one));
    }
    return script::makeTuple(std::move(inner));
  }
  return value;
}

Result<Value> TorchTrace::record(TeHost& host, const std::string& op, const std::string& base, Value target,
                                 const CallArgs& args) {
  std::vector<Value> positional;
  for (const Value& arg : args.positional) {
    Result<Value> one = argument(host, arg);
    if (!one) return one;
    positional.push_back(std::move(*one));
  }
  std::vector<std::pair<std::string, Value>> named;
  for (const auto& [name, arg] : args.named) {
    Result<Value> one = argument(host, arg);
    if (!one) return one;
    named.emplace_back(name, std::move(*one));
  }
  Value made = addNode(*this, host, op, base, std::move(target), std::move(positional));
  made.hostAs<FxNode>()->named = std::move(named);
  return made;
}

Result<Value> TorchTrace::recordOperator(TeHost& host, py::BinOp op, const Value& a, const Value& b) {
  const char* name = op == py::BinOp::Add      ? "add"
                     : op == py::BinOp::Sub    ? "sub"
                     : op == py::BinOp::Mul    ? "mul"
                     : op == py::BinOp::Div    ? "truediv"
                     : op == py::BinOp::MatMul ? "matmul"
                                               : nullptr;
  if (!name) return host.Host::binary(op, a, b, false);
  CallArgs args;
  args.positional = {a, b};
  return record(host, "call_function", name, Value(std::make_shared<NamedFunction>(host, "operator", name)), args);
}

Result<Value> FxNode::attribute(std::string_view wanted) {
  if (wanted == "op") return Value(op);
  if (wanted == "name") return Value(name);
  if (wanted == "target") return target;
  if (wanted == "args") return script::makeTuple(args);
  if (wanted == "kwargs") {
    auto dict = std::make_shared<script::DictObject>();
    for (const auto& [key, value] : named) dict->items.emplace_back(Value(key), value);
    return Value(script::DictRef{std::move(dict)});
  }
  return explain(err::kTorchHasNo(typeName(), wanted), "it has op, name, target, args and kwargs");
}
Result<Value> FxNode::callMethod(std::string_view method, CallArgs& given, Caller&) {
  if (!host.tracing) return explain(err::kTorchHasNo(typeName(), method), "it has op, name, target, args and kwargs");
  CallArgs all = given;
  const auto itself = std::find_if(host.tracing->nodes.begin(), host.tracing->nodes.end(),
                                   [&](const Value& node) { return node.host() == this; });
  all.positional.insert(all.positional.begin(), *itself);
  return host.tracing->record(host, "call_method", std::string(method), Value(std::string(method)), all);
}

Result<Value> TracedModel::attribute(std::string_view name) {
  if (name == "graph") return Value(std::make_shared<TracedModel>(root, nodes));
  if (name == "nodes") return script::makeTuple(nodes);
  return root->attribute(name);
}
Result<Value> TracedModel::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  if (name == "print_tabular") return Value();
  return root->callMethod(name, args, caller);
}

Result<Value> symbolicTrace(TeHost& host, CallArgs& args, Caller& caller) {
  const auto bound = bindCall("torch.fx.symbolic_trace", args, {"root"}, 1);
  if (!bound) return bound.error();
  auto* model = (*bound)[0]->hostAs<LayerValue>();
  const Value* forward = model ? model->type->method("forward") : nullptr;
  const auto* function = forward ? forward->as<script::FunctionRef>() : nullptr;
  if (!function)
    return explain(err::kTorchNoModel(script::typeName(*(*bound)[0])),
                   "trace an object of a class of the file that has forward(self, x)");
  if (host.tracing) return err::kTorchTraceInside();
  host.tracing = std::make_shared<TorchTrace>();
  host.tracing->root = model->shared_from_this();
  std::vector<Value> inputs = {*(*bound)[0]};
  const std::vector<py::Parameter>& params = *function->object->params;
  for (size_t i = 1; i < params.size(); ++i)
    inputs.push_back(addNode(*host.tracing, host, "placeholder", params[i].name, Value(params[i].name), {}));
  Result<Value> result = caller.callFunction(*forward, std::move(inputs));
  const std::shared_ptr<TorchTrace> trace = std::exchange(host.tracing, nullptr);
  if (!result) return result;
  if (!result->hostAs<FxNode>() && !result->items())
    return explain(err::kTorchNoOutput(script::typeName(*result)), "return a value that is computed from the input");
  addNode(*trace, host, "output", "output", Value("output"), {*result});
  return Value(std::make_shared<TracedModel>(trace->root, trace->nodes));
}

bool isTraced(const CallArgs& args) {
  const std::function<bool(const Value&)> is = [&](const Value& v) {
    const std::vector<Value>* items = v.items();
    return v.hostAs<FxNode>() || (items && std::any_of(items->begin(), items->end(), is));
  };
  return std::any_of(args.positional.begin(), args.positional.end(), is) ||
         std::any_of(args.named.begin(), args.named.end(), [&](const auto& named) { return is(named.second); });
}

}  // namespace lw::te
