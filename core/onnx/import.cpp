#include "core/onnx/import.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/graph/visit.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/onnx/importer.h"

namespace lw::onnx {
namespace {

constexpr int64_t kMostSize = int64_t{1} << 40;  // of a dimension
constexpr int64_t kMostInline = 16;              // elements of a constant in the text of the model
constexpr int64_t kMostFolded = 1 << 16;         // elements of a constant that is computed while the model is read

bool isIdentifier(std::string_view s) {
  return !s.empty() && !std::isdigit(static_cast<unsigned char>(s[0])) && std::all_of(s.begin(), s.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  });
}

}  // namespace

std::string identifierFrom(std::string_view name, std::string_view otherwise) {
  std::string made;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      made += c;
    else if (!made.empty() && made.back() != '_')
      made += '_';
  while (!made.empty() && made.back() == '_') made.pop_back();
  if (made.empty()) return std::string(otherwise);
  if (!isIdentifier(made)) made = "v" + made;
  static const std::set<std::string_view> kTaken{
      "and",   "as",  "assert", "break",  "class",  "continue", "def", "del",     "elif",   "else",  "except",
      "False", "for", "from",   "global", "if",     "import",   "in",  "is",      "lambda", "None",  "nonlocal",
      "not",   "or",  "pass",   "raise",  "return", "True",     "try", "while",   "with",   "yield", "T",
      "R",     "I",   "cls",    "range",  "main",   "relax",    "tvm", "metadata"};
  return kTaken.contains(made) ? made + "_" : made;
}

namespace {

Message typeWords(const Type& type) {
  switch (type.kind) {
    case Type::Kind::Sequence:
      return "a sequence";
    case Type::Kind::Optional:
      return "an optional value";
    case Type::Kind::Map:
      return "a map";
    case Type::Kind::SparseTensor:
      return "a sparse tensor";
    default:
      return "of an unknown type";
  }
}

// Sizes of a damaged file may be beyond what can be counted.
void checkSizes(const graph::StructInfo& info, std::string_view of) {
  const auto* tensor = info.as<graph::TensorInfo>();
  if (!tensor || !tensor->sizes) return;
  for (const Expr& size : *tensor->sizes)
    if (anyExpr(size, [](const Expr& e) {
          const auto* n = e.as<IntImm>();
          return n && (n->value > kMostSize || n->value < -kMostSize);
        }))
      throw Failure{err::kOnnxShape(of, graph::toText(*tensor->sizes))};
}

}  // namespace

std::string Importer::freeName(std::string_view wanted, std::string_view otherwise,
                               const std::set<std::string>& others) {
  const std::string base = identifierFrom(wanted, otherwise);
  std::string name = base;
  for (int number = 1; others.contains(name) || !names_.insert(name).second; ++number)
    name = base + "_" + std::to_string(number);
  return name;
}

Expr Importer::symbol(const std::string& name) {
  std::vector<std::string>& symbols = import_.symbols;
  if (std::find(symbols.begin(), symbols.end(), name) == symbols.end()) symbols.push_back(name);
  const auto known = options_.sizes.find(name);
  if (known != options_.sizes.end()) return IntImm{dtype::Int64, known->second};
  const auto at = symbols_.find(name);
  if (at != symbols_.end()) return at->second;
  return symbols_.emplace(name, Var(freeName(name, "n"), dtype::Int64)).first->second;
}

graph::StructInfo Importer::infoOf(const ValueInfo& value) {
  const std::optional<DataType> type = dataTypeOf(value.type.element);
  if (value.type.kind != Type::Kind::Tensor) throw Failure{err::kOnnxInputType(value.name, typeWords(value.type))};
  if (!type) throw Failure{err::kOnnxType(value.name, toString(value.type.element))};
  if (!value.type.shape) return graph::tensorOfRank(-1, type);
  graph::Sizes sizes;
  int place = 0;
  for (const Dimension& d : *value.type.shape) {
    const bool open = !d.size || *d.size == -1;  // Paddle writes -1 where it knows nothing
    if (!open && (*d.size < 0 || *d.size > kMostSize))
      throw Failure{err::kOnnxShape(value.name, std::to_string(*d.size))};
    sizes.push_back(!open ? Expr(IntImm{dtype::Int64, *d.size})
                          : symbol(d.name.empty() ? value.name + "_" + std::to_string(place) : d.name));
    ++place;
  }
  return graph::tensorOf(std::move(sizes), type);
}

// The node with parameters in the place of large constants.
graph::Node Importer::outlined(const graph::Node& node) {
  if (!options_.outline) return node;
  if (const auto* tuple = node.as<graph::TupleNode>()) {
    graph::TupleNode made;
    for (const graph::Node& field : tuple->fields) made.fields.push_back(outlined(field));
    return made;
  }
  if (const auto* call = node.as<graph::Call>()) {
    graph::Call made = *call;
    for (std::optional<graph::Node>& arg : made.args)
      if (arg) arg = outlined(*arg);
    return made;
  }
  const auto* constant = node.as<graph::Constant>();
  if (!constant || !constant->data) return node;
  const NDArray& array = *constant->data;
  const bool saysShape = array.size() > 0 || array.shape.size() == 1;  // [] is of the shape (0,)
  if (array.size() <= kMostInline && saysShape) return node;
  const NDArray* key = constant->data.get();
  if (const auto known = outlined_.find(key); known != outlined_.end()) return known->second;
  const auto title = titles_.find(key);
  std::shared_ptr<const NDArray> data = constant->data;
  const DataType type = data->type;
  const bool widened = options_.forNumpy && (type == dtype::BFloat16() || type.isFloat8());
  if (widened) {
    NDArray wide = NDArray::zeros(dtype::Float32, data->shape);
    for (int64_t i = 0; i < data->size(); ++i) wide.set(i, data->getDouble(i));
    data = std::make_shared<const NDArray>(std::move(wide));
  }
  const graph::TensorInfo* info = constant->info.as<graph::TensorInfo>();
  const std::string name = freeName(title == titles_.end() ? std::string_view("const") : title->second, "const");
  graph::Value value(graph::ValueNode{name, graph::tensorOf(*info->sizes, data->type), false, true, {}});
  constants_.push_back(value);
  import_.constants.emplace_back(name, std::move(data));
  graph::Node made = value;
  if (widened) {
    graph::Call cast{graph::findOperator("astype"), {}, {made}, {{"dtype", attributeOf(type)}}, {}, false};
    graph::Value wide(graph::ValueNode{freeName(name, "const"), graph::tensorOf(*info->sizes, type), true, false, {}});
    prologue_.push_back({wide, graph::Node(std::move(cast)), {}, {}});
    made = wide;
  }
  outlined_.emplace(key, made);
  kept_.push_back(constant->data);
  return made;
}

graph::Node Importer::bind(graph::Node given, std::string_view name) {
  const graph::Node node = outlined(given);
  const Result<graph::StructInfo> info = graph::infoOf(node);
  if (!info) throw Failure{info.error()};
  graph::Value value(graph::ValueNode{std::string(name), *info, true, false, {}});
  bindings_.push_back({value, node, {}, {}});
  ++import_.calls;
  return value;
}

const NDArray* dataOf(const graph::Node& node) {
  const auto* constant = node.as<graph::Constant>();
  return constant ? constant->data.get() : nullptr;
}

graph::Node constantNode(NDArray data) {
  graph::Sizes sizes;
  for (const int64_t n : data.shape) sizes.push_back(IntImm{dtype::Int64, n});
  graph::StructInfo info = graph::tensorOf(std::move(sizes), data.type);
  return graph::Constant{std::move(info), std::make_shared<const NDArray>(std::move(data)), -1};
}

graph::Node Importer::call(std::string_view op, std::vector<std::optional<graph::Node>> args,
                           graph::AttributeMap attributes) {
  graph::Call made;
  made.op = graph::findOperator(op);
  assert(made.op);
  made.args = std::move(args);
  size_t values = 0;
  for (const graph::OperatorParam& p : made.op->params) values += p.kind != graph::ParamKind::Attribute;
  if (made.args.size() < values) made.args.resize(values);
  // As the operator lists them, without those that are at their default.
  for (const graph::OperatorParam& p : made.op->params)
    for (graph::NamedAttribute& a : attributes) {
      if (p.kind != graph::ParamKind::Attribute || a.name != p.name) continue;
      graph::Attribute value = graph::normalised(p, std::move(a.value));
      if (!p.optional || !graph::sameAttribute(value, p.defaultValue)) made.attrs.push_back({p.name, std::move(value)});
    }
  const Result<graph::StructInfo> info = graph::infoOf(made);
  if (!info) throw Failure{info.error()};
  checkSizes(*info, op);
  if (std::optional<graph::Node> known = evaluated(made, *info)) return *known;
  return bind(std::move(made), op.substr(op.rfind('.') + 1));
}

// The value of a call of constants, if it is small.
std::optional<graph::Node> Importer::evaluated(const graph::Call& call, const graph::StructInfo& info) {
  const auto* tensor = info.as<graph::TensorInfo>();
  // Windows may need far more memory than what they compute.
  const std::string& name = call.op->name;
  if (name.find("conv") != std::string::npos || name.find("pool") != std::string::npos || name.starts_with("image."))
    return std::nullopt;
  if (!options_.evaluate || !tensor || !tensor->sizes || !tensor->type) return std::nullopt;
  int64_t count = 1;
  for (const Expr& size : *tensor->sizes) {
    const std::optional<int64_t> n = asInt(size);
    if (!n || *n > kMostFolded) return std::nullopt;
    count *= *n;
    if (count > kMostFolded) return std::nullopt;
  }
  const auto isKnown = [](const graph::Node& n, const auto& self) -> bool {
    if (const auto* t = n.as<graph::TupleNode>())
      return std::all_of(t->fields.begin(), t->fields.end(), [&](const graph::Node& f) { return self(f, self); });
    if (const auto* shape = n.as<graph::ShapeNode>())
      return std::all_of(shape->sizes.begin(), shape->sizes.end(), [](const Expr& e) { return asInt(e).has_value(); });
    const NDArray* data = dataOf(n);
    return (data && data->size() <= kMostFolded) || n.as<graph::ScalarNode>();
  };
  for (const std::optional<graph::Node>& arg : call.args)
    if (arg && !isKnown(*arg, isKnown)) return std::nullopt;
  Result<NDArray> value = options_.evaluate(call);
  if (!value) return std::nullopt;
  ++import_.folded;
  return constantNode(*std::move(value));
}

const Operand* Importer::find(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto at = scope->find(name); at != scope->end()) return &at->second;
  return nullptr;
}

void Importer::define(const std::string& name, Operand value) {
  if (name.empty()) return;
  const auto* known = value.node ? value.node->as<graph::Value>() : nullptr;
  if (known) wantedNames_.emplace(known->key(), name);  // of several names the first
  scopes_.back().insert_or_assign(name, std::move(value));
}

void Importer::problem(Explanation why) { import_.problems.push_back(std::move(why)); }

void Importer::addProducers(const Graph& graph) {
  for (const ValueInfo& v : graph.values) stated_.emplace(v.name, &v);
  for (const ValueInfo& v : graph.outputs) stated_.emplace(v.name, &v);
  for (const Node& n : graph.nodes) {
    for (const std::string& name : n.outputs) producers_.emplace(name, &n);
    for (const Attribute& a : n.attributes)
      if (a.graph) addProducers(*a.graph);
  }
}

void Importer::want(const std::string& value) {
  if (producers_.empty()) addProducers(model_.graph);
  std::set<std::string> seen;
  std::vector<std::string> open{value};
  while (!open.empty()) {
    const std::string name = std::move(open.back());
    open.pop_back();
    if (name.empty() || !seen.insert(name).second) continue;
    if (inputs_.contains(name)) {
      const auto& all = model_.graph.inputs;
      const auto input = std::find_if(all.begin(), all.end(), [&](const ValueInfo& i) { return i.name == name; });
      // Larger tensors are the model's data.
      if (name != value && (input == all.end() || !input->type.shape || input->type.shape->size() > 1)) continue;
      if (std::find(import_.wanted.begin(), import_.wanted.end(), name) == import_.wanted.end())
        import_.wanted.push_back(name);
    } else if (const auto at = producers_.find(name); at != producers_.end()) {
      const Node& node = *at->second;
      if (node.op == "Shape" || node.op == "Size") continue;
      open.insert(open.end(), node.inputs.begin(), node.inputs.end());
      for (const Attribute& a : node.attributes)
        for (size_t i = 0; a.graph && i < a.graph->outputs.size(); ++i) open.push_back(a.graph->outputs[i].name);
    }
  }
}

// The versions of operators that hold for a node: those of the model, or of the function around it.
int64_t Importer::versionOf(const std::string& domain) const {
  const auto at = versions_->find(domain);
  return at == versions_->end() ? 1 : at->second;
}

// Bodies of loops are read once for each round.
void Importer::countParameters(const Tensor& tensor, const NDArray& data) {
  if (!counted_.insert(&tensor).second) return;
  import_.parameters += data.size();
  import_.parameterBytes += static_cast<int64_t>(data.data.size());
}

void Importer::addInitializers(const Graph& graph) {
  for (const Tensor& t : graph.initializers) {
    if (options_.known.contains(t.name)) continue;
    Result<NDArray> data = arrayOf(t, model_.folder);
    if (!data) {
      problem(data.error());
      unknown_.insert(t.name);
      continue;
    }
    if (model_.file && !t.raw.empty()) model_.file->release(t.raw);
    countParameters(t, *data);
    const graph::Node made = constantNode(*std::move(data));
    titles_.emplace(dataOf(made), t.name);
    define(t.name, {made, {}, {}, t.type});
  }
  for (const std::string& name : graph.sparse) {
    problem(err::kOnnxRefused(name, "sparse_initializer", "sparse tensors have no kernels"));
    unknown_.insert(name);
  }
}

// The node as bindings, by its function or its row of the table. Throws Failure.
void Importer::convert(const Conversion& conversion, bool inputUnknown) {
  const Node& node = conversion.node();
  for (const std::string& name : node.inputs)
    if (!name.empty() && !unknown_.contains(name) && !find(name))
      conversion.fail(err::kOnnxUnknownValue(conversion.title(), name));
  for (const std::string& name : node.outputs)
    if (!name.empty() && scopes_.back().contains(name)) conversion.fail(err::kOnnxTwice(conversion.title(), name));
  if (const Function* f = functionOf(node)) return inputUnknown ? void() : inlined(*f, node);
  const OperatorRow* row = findRow(node.op, node.domain);
  if (!row)
    conversion.fail(
        err::kOnnxUnknownOperator(conversion.title(), node.domain.empty() ? node.op : node.domain + "." + node.op));
  if (row->since == 0) conversion.fail(err::kOnnxRefused(conversion.title(), node.op, row->whyNot));
  if (row->since > conversion.version())
    conversion.fail(err::kOnnxVersion(conversion.title(), node.op, row->since, conversion.version()));
  if (inputUnknown) return;
  if (row->convert)
    row->convert(conversion);
  else
    same(conversion, row->as);
}

void Importer::run(const Node& node) {
  const bool inputUnknown = std::any_of(node.inputs.begin(), node.inputs.end(),
                                        [&](const std::string& name) { return unknown_.contains(name); });
  const size_t before = bindings_.size();
  const Conversion conversion(*this, node, versionOf(node.domain));
  std::optional<Failure> failure;
  try {
    convert(conversion, inputUnknown);
  } catch (Failure& why) {
    failure = std::move(why);
  }
  if (failure) bindings_.erase(bindings_.begin() + static_cast<std::ptrdiff_t>(before), bindings_.end());
  // A damaged graph has no call from outside either.
  if (failure && options_.allowUnsupported && !inputUnknown && failure->why.kind != "onnx.graph") {
    try {
      outside(conversion, failure->why.message);
      failure.reset();
    } catch (Failure& why) {
      problem(std::move(failure->why));
      failure = std::move(why);
    }
  }
  if (failure) {
    const bool titled = failure->why.message.starts_with(conversion.title());
    problem(titled ? std::move(failure->why) : err::kOnnxDiffers(conversion.title(), failure->why.reason));
  }
  for (const std::string& name : node.outputs)
    if (!name.empty() && (failure || inputUnknown || !scopes_.back().contains(name))) unknown_.insert(name);
}

// The operator of graphs takes the same operands and computes the same.
void Importer::same(const Conversion& c, std::string_view op) {
  std::vector<std::optional<graph::Node>> args;
  for (const graph::OperatorParam& p : graph::findOperator(op)->params) {
    if (p.kind == graph::ParamKind::Attribute) continue;
    args.push_back(p.optional ? c.optionally(args.size()) : c.in(args.size()));
  }
  if (c.count() > args.size()) c.refuse(say("it has {0} operands, more than {1}", c.count(), args.size()));
  c.out(c.call(op, std::move(args)));
}

const Function* Importer::functionOf(const Node& node) const {
  for (const Function& f : model_.functions)
    if (f.name == node.op && f.domain == node.domain) return &f;
  return nullptr;
}

namespace {

// The node with the function's attributes in the places that name them.
Node withAttributes(Node node, const Node& call, const Function& function) {
  for (Attribute& a : node.attributes) {
    if (a.from.empty()) continue;
    const Attribute* given = call.find(a.from);
    for (const Attribute& d : function.defaults)
      if (!given && d.name == a.from) given = &d;
    const std::string name = a.name;
    a = given ? *given : Attribute{};
    a.name = given ? name : std::string();
    a.from.clear();
  }
  std::erase_if(node.attributes, [](const Attribute& a) { return a.name.empty(); });
  return node;
}

}  // namespace

void Importer::inlined(const Function& function, const Node& call) {
  constexpr size_t kMostDepth = 64;
  if (scopes_.size() > kMostDepth) throw Failure{err::kOnnxDeep(static_cast<int64_t>(kMostDepth))};
  std::map<std::string, Operand> values;
  for (size_t i = 0; i < function.inputs.size() && i < call.inputs.size(); ++i)
    if (const Operand* given = find(call.inputs[i])) values[function.inputs[i]] = *given;
  const auto* outer = versions_;
  std::set<std::string> unknown;
  std::swap(unknown, unknown_);
  std::vector<std::map<std::string, Operand>> scopes{std::move(values)};
  std::swap(scopes, scopes_);
  versions_ = &function.versions;
  for (const Node& n : function.nodes) run(withAttributes(n, call, function));
  versions_ = outer;
  std::swap(scopes, scopes_);
  std::swap(unknown, unknown_);
  for (size_t i = 0; i < function.outputs.size() && i < call.outputs.size(); ++i) {
    const auto made = scopes[0].find(function.outputs[i]);
    if (made != scopes[0].end())
      define(call.outputs[i], made->second);
    else
      unknown_.insert(call.outputs[i]);
  }
}

std::vector<Operand> Importer::body(const Graph& graph, const std::vector<Operand>& inputs) {
  constexpr size_t kMostDepth = 64;
  if (scopes_.size() > kMostDepth) throw Failure{err::kOnnxDeep(static_cast<int64_t>(kMostDepth))};
  scopes_.emplace_back();
  addInitializers(graph);
  for (size_t i = 0; i < graph.inputs.size() && i < inputs.size(); ++i) define(graph.inputs[i].name, inputs[i]);
  for (const Node& n : graph.nodes) run(n);
  std::vector<Operand> outputs;
  std::optional<std::string> missing;
  for (const ValueInfo& o : graph.outputs) {
    const Operand* value = find(o.name);
    if (!value || unknown_.contains(o.name)) missing = o.name;
    outputs.push_back(value ? *value : Operand{});
  }
  scopes_.pop_back();
  if (missing) throw Failure{err::kOnnxNoOutput(*missing)};
  return outputs;
}

// The value that the caller gives for an input of one integer, as for a symbolic size.
std::optional<NDArray> Importer::givenNumber(const ValueInfo& input) {
  const auto given = options_.sizes.find(input.name);
  if (given == options_.sizes.end() || !isOneInteger(input)) return std::nullopt;
  import_.symbols.push_back(input.name);
  NDArray number = NDArray::zeros(*dataTypeOf(input.type.element), std::vector<int64_t>(input.type.shape->size(), 1));
  number.setInt(0, given->second);
  return number;
}

// A parameter for the tensor, or several for those of a sequence.
Operand Importer::parameter(const ValueInfo& input, std::vector<graph::Value>& params) {
  Port port{input.name, {}, input.type, params.size(), 1};
  const bool list = input.type.kind == Type::Kind::Sequence || input.type.kind == Type::Kind::Optional;
  Operand value;
  if (list) {
    const auto given = options_.lengths.find(input.name);
    if (given == options_.lengths.end()) {
      want(input.name);
      throw Failure{err::kOnnxInputType(input.name, typeWords(input.type))};
    }
    port.count = given->second;
    const Type* of = input.type.of.get();
    const bool nested = of && of->kind == Type::Kind::Sequence;
    if (nested) of = of->of.get();
    value.items.emplace();
    for (size_t i = 0; i < port.count; ++i) {
      ValueInfo one{input.name + "_" + std::to_string(i), of ? *of : Type{}};
      if (const auto shapes = options_.shapes.find(input.name); shapes != options_.shapes.end()) {
        one.type.shape.emplace();
        for (const int64_t n : shapes->second.at(i)) one.type.shape->push_back({n, {}});
      }
      const graph::StructInfo info = infoOf(one);
      params.emplace_back(graph::ValueNode{freeName(one.name, "x"), info, false, true, {}});
      value.items->push_back({graph::Node(params.back()), {}, {}, one.type.element});
    }
    if (nested) value.items = {Operand{.node = {}, .items = std::move(value.items)}};
    value.isOptional = input.type.kind == Type::Kind::Optional;
  } else {
    const graph::StructInfo info = infoOf(input);
    params.emplace_back(graph::ValueNode{freeName(input.name, "x"), info, false, true, {}});
    value.node = params.back();
    port.parameter = params.back().name();
    value.type = input.type.element;
  }
  import_.inputs.push_back(std::move(port));
  return value;
}

void Importer::results(const Graph& graph, std::vector<graph::Node>& all) {
  for (const ValueInfo& o : graph.outputs) {
    const Operand* value = find(o.name);
    if (unknown_.contains(o.name)) continue;  // a problem has said why
    if (!value) {
      problem(err::kOnnxNoOutput(o.name));
      continue;
    }
    Port port{o.name, {}, o.type, all.size(), 1};
    std::vector<const Operand*> tensors;
    const auto add = [&](const Operand& v, const auto& self) -> void {
      if (!v.items) return tensors.push_back(&v);
      for (const Operand& item : *v.items) self(item, self);
    };
    add(*value, add);
    port.count = tensors.size();
    for (const Operand* t : tensors) all.push_back(tensorOf(*t));
    import_.outputs.push_back(std::move(port));
  }
}

graph::Node Importer::tensorOf(const Operand& value) {
  if (value.node) return *value.node;
  if (!value.sizes) throw Failure{err::kOnnxNoOutput("")};
  const graph::Node made = call("shape_to_tensor", {graph::Node(graph::ShapeNode{*value.sizes})}, {});
  return made;
}

Import Importer::take(const std::string& name) {
  scopes_.emplace_back();
  versions_ = &model_.versions;
  const Graph& graph = model_.graph;
  import_.nodes = graph.nodes.size();
  for (const Node& n : graph.nodes) ++import_.operators[n.domain.empty() ? n.op : n.domain + "." + n.op];
  std::vector<graph::Value> params;
  std::set<std::string> initialised;
  for (const Tensor& t : graph.initializers) initialised.insert(t.name);
  for (const ValueInfo& input : graph.inputs) {
    if (initialised.contains(input.name) && !options_.known.contains(input.name)) continue;  // its default
    inputs_.insert(input.name);
    try {
      if (const auto known = options_.known.find(input.name); known != options_.known.end())
        define(input.name, {constantNode(known->second), {}, {}, input.type.element});
      else if (std::optional<NDArray> number = givenNumber(input))
        define(input.name, {constantNode(*std::move(number)), {}, {}, input.type.element});
      else
        define(input.name, parameter(input, params));
    } catch (Failure& failure) {
      problem(std::move(failure.why));
      unknown_.insert(input.name);
    }
  }
  addInitializers(graph);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    import_.stopped = options_.goOn && !options_.goOn(i);
    if (import_.stopped) return std::move(import_);
    run(graph.nodes[i]);
  }
  std::vector<graph::Node> outputs;
  try {
    results(graph, outputs);
  } catch (Failure& failure) {
    problem(std::move(failure.why));
  }
  if (!import_.problems.empty()) return std::move(import_);
  finish(name, std::move(params), std::move(outputs));
  return std::move(import_);
}

bool isOneInteger(const ValueInfo& value) {
  const std::optional<DataType> type = dataTypeOf(value.type.element);
  if (value.type.kind != Type::Kind::Tensor || !value.type.shape || !type || !type->isInt()) return false;
  const std::vector<Dimension>& shape = *value.type.shape;
  return shape.empty() || (shape.size() == 1 && shape[0].size == 1);
}

Import importModel(const Model& model, const ImportOptions& options, const std::string& name) {
  return Importer(model, options).take(name);
}

}  // namespace lw::onnx
