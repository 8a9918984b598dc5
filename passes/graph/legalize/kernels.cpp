#include "passes/graph/legalize/kernels.h"

#include <algorithm>

#include "core/ir/visit.h"
#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {

// The variables of sizes in the order of their use, and sizes with others in their place.
class SizeVars {
 public:
  std::vector<Var> graph, kernel;

  Expr local(const Expr& e) {
    for (const Var& v : freeVars(e)) {
      if (map_.contains(v.key())) continue;
      graph.push_back(v);
      kernel.emplace_back(v.name(), dtype::Int64);
      map_.emplace(v.key(), Expr(kernel.back()));
    }
    return map_.empty() ? e : substitute(e, map_);
  }
  Sizes local(Sizes sizes) {
    for (Expr& size : sizes) size = local(size);
    return sizes;
  }
  std::string name(const Var& v) const {
    const auto at = std::find_if(kernel.begin(), kernel.end(), [&](const Var& k) { return k.sameAs(v); });
    return "s" + std::to_string(at - kernel.begin());
  }

 private:
  VarMap map_;
};

namespace {

using graph::Node;
using graph::StructInfo;
using graph::TensorInfo;

// The number that a node holds, if it is known: a constant of rank 0 or R.prim_value.
std::optional<Expr> numberOf(const Node& node) {
  if (const auto* constant = node.as<graph::Constant>()) {
    if (!constant->data || !constant->data->shape.empty()) return std::nullopt;
    const DataType type = constant->data->type;
    return type.isFloat() ? makeFloat(type, constant->data->getDouble(0)) : makeConst(type, constant->data->getInt(0));
  }
  const Result<StructInfo> info = infoOf(node);
  const auto* scalar = info ? info->as<graph::ScalarInfo>() : nullptr;
  const bool known = scalar && scalar->value && (scalar->value->as<IntImm>() || scalar->value->as<FloatImm>());
  return known ? scalar->value : std::nullopt;
}

StructInfo localInfo(const StructInfo& info, SizeVars& vars) {
  if (const auto* tensor = info.as<TensorInfo>()) {
    TensorInfo copy = *tensor;
    if (copy.sizes) copy.sizes = vars.local(*copy.sizes);
    return copy;
  }
  if (const auto* shape = info.as<graph::ShapeInfo>()) {
    graph::ShapeInfo copy = *shape;
    if (copy.sizes) copy.sizes = vars.local(*copy.sizes);
    return copy;
  }
  if (const auto* scalar = info.as<graph::ScalarInfo>(); scalar && scalar->value)
    return graph::ScalarInfo{scalar->type, vars.local(*scalar->value)};
  if (const auto* tuple = info.as<graph::TupleInfo>()) {
    graph::TupleInfo copy;
    for (const StructInfo& field : tuple->fields) copy.fields.push_back(localInfo(field, vars));
    return copy;
  }
  return info;
}

bool isSmall(const Sizes& sizes) {
  int64_t elements = 1;
  for (const Expr& size : sizes) {
    const auto value = asInt(size);
    if (!value || *value < 0 || *value > (1 << 30)) return false;
    elements *= std::max<int64_t>(1, *value);
    if (elements > (1 << 30)) return false;
  }
  return true;
}

std::vector<TensorInfo> tensorsOf(const StructInfo& info) {
  if (const auto* tensor = info.as<TensorInfo>()) return {*tensor};
  std::vector<TensorInfo> all;
  if (const auto* tuple = info.as<graph::TupleInfo>())
    for (const StructInfo& field : tuple->fields)
      if (const auto* tensor = field.as<TensorInfo>()) all.push_back(*tensor);
  return all;
}

bool sameAttributes(const graph::AttributeMap& a, const graph::AttributeMap& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.name == y.name && sameAttribute(x.value, y.value); });
}

bool isOperand(const graph::OperatorParam& param) {
  return param.kind != graph::ParamKind::Attribute && param.kind != graph::ParamKind::Infos;
}

bool holdsTensors(graph::ParamKind kind) {
  return kind == graph::ParamKind::Value || kind == graph::ParamKind::Values || kind == graph::ParamKind::Scalar;
}

}  // namespace

// A call with what is known of its operands, in variables of the kernel.
struct Kernels::Request {
  const graph::Call& call;
  graph::Inference inference;
  SizeVars vars;
  std::vector<std::vector<Node>> operands;  // by the place of the argument
  std::vector<TensorInfo> results;
  DataType index = dtype::Int32;
  std::string key;
  std::string name;    // of the kernel
  bool sizes = false;  // the kernel finds the sizes of the results
  Sizes counted;       // those that were found

  // Take what the call passes to the kernel. False: not enough is known of it.
  bool takeOperands(KernelCall& result);
  bool takeCounted(const Counted& found, KernelCall& result);
  void chooseIndexType();
  // Adds the operands to `l`. None: one of them has no known sizes.
  std::optional<std::vector<te::Parameter>> parameters(Lowering& l) const;
};

std::optional<std::vector<te::Parameter>> Kernels::Request::parameters(Lowering& l) const {
  std::vector<te::Parameter> made;
  for (size_t place = 0; place < operands.size(); ++place) {
    std::vector<Operand> added;
    for (size_t i = 0; i < operands[place].size(); ++i) {
      if (const auto number = numberOf(operands[place][i])) {
        added.push_back({std::nullopt, *number, {}, number->dtype()});
        continue;
      }
      const auto& infos = inference.infos[place];
      const auto* tuple = infos->as<graph::TupleInfo>();
      const auto* tensor = (tuple ? tuple->fields[i] : *infos).as<TensorInfo>();
      if (!tensor || !tensor->sizes || !tensor->type) return std::nullopt;
      std::string title = "found";
      for (size_t p = 0, at = 0; p < call.op->params.size(); ++p)
        if (isOperand(call.op->params[p]) && at++ == place) title = call.op->params[p].name;
      if (tuple) title += "_" + std::to_string(i);
      Operand operand{std::nullopt, std::nullopt, *tensor->sizes, *tensor->type};
      for (Expr& size : operand.shape) size = cast(index, size);
      te::Operation placeholder{.kind = te::Operation::Kind::Placeholder, .name = title};
      placeholder.outputs = {makeBuffer(title, operand.shape, operand.type)};
      operand.tensor = l.host.add(std::move(placeholder)).hostAs<te::TensorValue>()->tensor;
      made.emplace_back(*operand.tensor);
      added.push_back(std::move(operand));
    }
    l.add(std::move(added));
  }
  return made;
}

bool Kernels::Request::takeOperands(KernelCall& result) {
  size_t place = 0;
  for (const graph::OperatorParam& param : call.op->params) {
    if (!isOperand(param)) continue;
    if (place == call.args.size()) break;
    const std::optional<Node>& arg = call.args[place++];
    operands.emplace_back();
    inference.infos.emplace_back();
    if (!arg) {
      key += "; -";
      continue;
    }
    const Result<StructInfo> info = infoOf(*arg);
    if (!info) return false;
    inference.infos.back() = localInfo(*info, vars);
    key += "; " + toText(*inference.infos.back(), {.size = [&](const Var& v) { return vars.name(v); }});
    if (const auto* type = arg->as<graph::TypeNode>()) key += " " + toString(type->type);
    if (!holdsTensors(param.kind)) continue;
    std::vector<Node>& own = operands.back();
    if (const auto* tuple = arg->as<graph::TupleNode>()) {
      own = tuple->fields;
    } else if (const auto* fields = info->as<graph::TupleInfo>()) {
      for (size_t i = 0; i < fields->fields.size(); ++i) own.emplace_back(graph::TupleItem{*arg, static_cast<int>(i)});
    } else {
      own.push_back(*arg);
    }
    for (const Node& operand : own)
      if (const auto number = numberOf(operand))
        key += " = " + graph::sizeText(*number) + ":" + toString(number->dtype());
      else
        result.args.push_back(operand);
  }
  return true;
}

bool Kernels::Request::takeCounted(const Counted& found, KernelCall& result) {
  graph::TupleInfo infos;
  const auto places = static_cast<size_t>(std::count_if(call.op->params.begin(), call.op->params.end(), isOperand));
  operands.resize(places);
  inference.infos.resize(places);
  for (const Node& one : found.found) {
    const Result<StructInfo> info = infoOf(one);
    if (!info) return false;
    infos.fields.push_back(localInfo(*info, vars));
    key += "; " + toText(infos.fields.back(), {.size = [&](const Var& v) { return vars.name(v); }});
  }
  operands.push_back(found.found);
  inference.infos.emplace_back(std::move(infos));
  result.args.insert(result.args.end(), found.found.begin(), found.found.end());
  for (const Var& size : found.sizes) counted.push_back(vars.local(Expr(size)));
  index = dtype::Int64;
  return true;
}

// 64 bits where a tensor may have more elements than an int32 counts, or a size is not known.
void Kernels::Request::chooseIndexType() {
  bool small = !sizes;
  for (const auto& info : inference.infos) {
    if (!info) continue;
    for (const TensorInfo& tensor : tensorsOf(*info)) small = small && tensor.sizes && isSmall(*tensor.sizes);
    if (const auto* shape = info->as<graph::ShapeInfo>(); shape && shape->sizes)
      for (const Expr& size : *shape->sizes) small = small && asInt(size);
  }
  for (const TensorInfo& tensor : results) small = small && (!tensor.sizes || isSmall(*tensor.sizes));
  if (!small) index = dtype::Int64;
}

std::optional<Kernels::Made> Kernels::make(const Request& r) {
  const Entry* entry = findLowering(r.call.op->name);
  const LowerFunction lower = !entry ? nullptr : r.sizes ? entry->sizes : entry->lower;
  if (!lower) return std::nullopt;
  std::vector<TensorInfo> results = r.results;
  for (TensorInfo& result : results)
    if (result.sizes)
      for (Expr& size : *result.sizes) size = cast(r.index, size);
  Lowering l(r.inference, r.index, std::move(results));
  l.counted = r.counted;
  std::optional<std::vector<te::Parameter>> parameters = r.parameters(l);
  if (!parameters) return std::nullopt;
  const std::optional<Outputs> outputs = lower(l);
  if (!outputs) return std::nullopt;

  Made made{r.call, r.key, "", r.vars.kernel, {}, {}};
  for (const Tensor& output : *outputs) {
    const bool again = std::any_of(parameters->begin(), parameters->end(), [&](const te::Parameter& p) {
      const auto* tensor = std::get_if<Tensor>(&p);
      return tensor && *tensor == output;
    });
    if (again) return std::nullopt;
    parameters->emplace_back(output);
    Sizes sizes = output.buffer()->shape;
    for (Expr& size : sizes) size = cast(dtype::Int64, size);
    made.results.push_back(*graph::tensorOf(std::move(sizes), output.buffer()->dtype).as<TensorInfo>());
  }
  // Sizes that are no dimension of a tensor are passed as numbers.
  for (const Var& v : r.vars.kernel) {
    bool dimension = false;
    for (const te::Parameter& p : *parameters)
      if (const auto* tensor = std::get_if<Tensor>(&p))
        for (const Expr& size : tensor->buffer()->shape)
          dimension = dimension || (size.as<Var>() && size.as<Var>()->sameAs(v));
    made.extra.push_back(!dimension);
  }
  for (size_t i = 0; i < made.extra.size(); ++i)
    if (made.extra[i]) parameters->emplace_back(r.vars.kernel[i]);
  made.name = freeFunctionName(model_, r.name);
  Result<te::Created> created = te::createPrimFunc(*parameters, {.name = made.name});
  if (!created) return std::nullopt;
  model_.kernels.functions.push_back(std::move(created->function));
  return made;
}

bool hasKernel(const graph::Operator& op) { return findLowering(op.name) != nullptr; }
bool countsItsResults(const graph::Operator& op) {
  const Entry* entry = findLowering(op.name);
  return entry && entry->sizes;
}

std::optional<KernelCall> Kernels::of(const graph::Call& call) {
  return countsItsResults(*call.op) ? std::nullopt : made(call, nullptr, false);
}
std::optional<KernelCall> Kernels::sizesOf(const graph::Call& call) { return made(call, nullptr, true); }
std::optional<KernelCall> Kernels::of(const graph::Call& call, const Counted& counted) {
  return made(call, &counted, false);
}

std::optional<KernelCall> Kernels::made(const graph::Call& call, const Counted* counted, bool sizes) {
  Request r{call, {*call.op, call, {}}};
  r.sizes = sizes;
  r.name = call.op->name.substr(call.op->name.rfind('.') + 1) + (sizes ? "_size" : "");
  const Result<StructInfo> whole = infoOf(Node(call));
  if (!whole) return std::nullopt;
  KernelCall result;
  if (!r.takeOperands(result) || (counted && !r.takeCounted(*counted, result))) return std::nullopt;
  r.results = tensorsOf(localInfo(*whole, r.vars));
  r.chooseIndexType();
  const std::string family = call.op->name + (sizes ? " sizes" : "");
  auto [at, end] = made_.equal_range(family);
  while (at != end && !(at->second.operands == r.key && sameAttributes(at->second.call.attrs, call.attrs))) ++at;
  if (at == end) {
    std::optional<Made> fresh = make(r);
    if (!fresh) return std::nullopt;
    at = made_.emplace(family, std::move(*fresh));
  }
  const Made& made = at->second;
  result.kernel = made.name;
  VarMap back;
  for (size_t i = 0; i < made.vars.size(); ++i) {
    back.emplace(made.vars[i].key(), Expr(r.vars.graph[i]));
    if (made.extra[i]) result.extra.emplace_back(r.vars.graph[i]);
  }
  const std::vector<TensorInfo> known = sizes ? std::vector<TensorInfo>() : tensorsOf(*whole);
  for (size_t i = 0; i < made.results.size(); ++i) {
    if (i < known.size() && known[i].sizes && known[i].type == made.results[i].type) {
      TensorInfo info = known[i];
      info.shape = nullptr;
      result.results.emplace_back(std::move(info));
      continue;
    }
    TensorInfo info = made.results[i];
    for (Expr& size : *info.sizes) size = substitute(size, back);
    result.results.emplace_back(std::move(info));
  }
  return result;
}

}  // namespace lw::legalize
