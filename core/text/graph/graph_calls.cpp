// Calls in a graph function: of operators, of functions, and what is written like a call.
#include <algorithm>

#include "core/graph/errors.h"
#include "core/ir/ops.h"
#include "core/text/errors.h"
#include "core/text/graph/graph_reader.h"
#include "core/text/suggest.h"

namespace lw::graph {

Node FunctionReader::call(const py::Call& call, Span span) {
  const std::string name = relaxName(call.function);
  if (!name.empty()) {
    if (std::optional<Node> made = form(name, call, span)) return *made;
    if (const Operator* op = findOperator(name)) return operatorCall(*op, call, span);
    std::vector<std::string> known;
    for (const Operator& op : operators()) known.push_back(op.name);
    fail(call.function->span, err::kGraphUnknownOperator("R." + name), didYouMean(name, known));
  }
  if (const std::string of = path(call.function); of.starts_with("T.") || of.starts_with("tir."))
    return ScalarNode{scalar(std::make_shared<const py::ExprNode>(py::ExprNode{span, call}))};
  Call made;
  made.callee = functionOf(call.function);
  for (const py::Expr& arg : call.args) made.args.emplace_back(node(arg));
  for (const py::Keyword& k : call.keywords) {
    if (k.name != "sinfo_args" && k.name != "ty_args")
      fail(k.span, err::kHasNoArgumentNamed(sourceOf(call.function), k.name));
    made.results = infos(k.value, made.severalResults);
  }
  return made;
}

// What is called: cls.f, f, a closure, R.ExternFunc("f").
Node FunctionReader::functionOf(const py::Expr& e) {
  if (const auto* text = e->as<py::StringLiteral>()) return ExternRef{text->value};
  return node(e);
}

// What is no operator, but is written like one. Nothing: it is not of these.
std::optional<Node> FunctionReader::form(const std::string& name, const py::Call& call, Span span) {
  const auto only = [&](const char* what) -> const py::Expr& {
    if (call.args.size() != 1) fail(span, err::kNeedsArgument("R." + name, what));
    return call.args[0];
  };
  if (name == "tuple") return tuple(call.args);
  if (name == "TupleGetItem" && call.args.size() == 2) return itemOf(call.args[0], call.args[1], span);
  if (name == "shape" || name == "ShapeExpr") {
    if (call.args.empty()) return ShapeNode{};
    return shape(call.args[0]);
  }
  if (name == "prim_value") {
    const py::Expr& value = only("value");
    if (const auto number = fraction(value)) return ScalarNode{makeFloat(dtype::Float(64), *number)};
    if (const auto* b = value->as<py::BoolLiteral>()) return ScalarNode{boolConst(b->value)};
    return ScalarNode{scalar(value)};
  }
  if (name == "str") return TextNode{string(only("value"))};
  if (name == "dtype") return TypeNode{type(only("value"))};
  if (name == "const") return constant(call, span);
  if (name == "ExternFunc" && !call.args.empty()) return ExternRef{string(call.args[0])};
  if ((name == "emit" || name == "emit_with_ty" || name == "emit_with_sinfo") && !call.args.empty())
    return node(call.args[0]);
  return std::nullopt;
}

Node FunctionReader::arguments(const py::Expr& e) {
  Node made = node(e);
  if (made.as<TupleNode>()) return made;
  // A single tensor stands for a tuple of one.
  const Result<StructInfo> known = infoOf(made);
  const bool tuple = !known || known->as<TupleInfo>() || known->as<AnyInfo>();
  return tuple ? made : Node(TupleNode{{made}});
}

Node FunctionReader::nodeOf(const py::Expr& e, ParamKind kind) {
  switch (kind) {
    case ParamKind::Values:
      return arguments(e);
    case ParamKind::Shape:
      return shape(e);
    case ParamKind::Type:
      return TypeNode{type(e)};
    case ParamKind::Text:
      return TextNode{string(e)};
    case ParamKind::Function:
      return functionOf(e);
    default:
      return node(e);
  }
}

// (128, 128), dtype="float32": how releases before 0.12 say what a kernel gives.
StructInfo FunctionReader::resultOf(const py::Expr* shape, const py::Keyword& dtype, const Operator& op,
                                    const OperatorParam& param, Span span) {
  const std::string name = "R." + op.name;
  if (!shape) fail(span, err::kNeedsArgument(name, param.name));
  const auto* info = (*shape)->as<py::Call>();
  if (info) fail(dtype.span, err::kHasNoArgumentNamed(name, "dtype"));
  TensorInfo tensor;
  tensor.sizes = sizes(*shape);
  tensor.rank = static_cast<int>(tensor.sizes->size());
  tensor.type = type(dtype.value);
  return tensor;
}

Node FunctionReader::operatorCall(const Operator& op, const py::Call& call, Span span) {
  Call made;
  made.op = &op;
  std::vector<const py::Expr*> given(op.params.size(), nullptr);
  std::vector<py::Expr> others;  // for *values
  size_t next = 0;
  for (const py::Expr& arg : call.args) {
    if (next < op.params.size() && op.params[next].kind == ParamKind::Variadic) {
      others.push_back(arg);
      continue;
    }
    if (next == op.params.size())
      fail(arg->span, err::kTakesAtMostArgumentsGiven("R." + op.name, static_cast<int64_t>(op.params.size()),
                                                      static_cast<int64_t>(call.args.size())));
    given[next++] = &arg;
  }
  const bool ofKernel = std::any_of(op.params.begin(), op.params.end(),
                                    [](const OperatorParam& p) { return p.kind == ParamKind::Infos; });
  const py::Keyword* typeOfResult = nullptr;
  for (const py::Keyword& k : call.keywords) {
    const OperatorParam* param = op.find(k.name);
    if (!param && ofKernel && k.name == "dtype") {
      typeOfResult = &k;
      continue;
    }
    if (!param) {
      std::vector<std::string> known;
      for (const OperatorParam& p : op.params) known.push_back(p.name);
      fail(k.span, err::kHasNoArgumentNamed("R." + op.name, k.name), didYouMean(k.name, known));
    }
    const py::Expr*& slot = given[static_cast<size_t>(param - op.params.data())];
    if (slot) fail(k.span, err::kArgumentTwice(k.name, "R." + op.name));
    slot = &k.value;
  }
  for (size_t i = 0; i < op.params.size(); ++i) {
    const OperatorParam& param = op.params[i];
    const py::Expr* e = given[i];
    const bool none = !e || (*e)->as<py::NoneLiteral>();
    if (param.kind == ParamKind::Variadic) {
      for (const py::Expr& other : others) made.args.emplace_back(node(other));
    } else if (param.kind == ParamKind::Infos) {
      if (typeOfResult)
        made.results = {resultOf(none ? nullptr : e, *typeOfResult, op, param, span)};
      else if (!none)
        made.results = infos(*e, made.severalResults);
    } else if (param.kind == ParamKind::Attribute) {
      if (!e && !param.optional) fail(span, err::kNeedsArgument("R." + op.name, param.name));
      if (!e) continue;
      Attribute value = normalised(param, attribute(*e));
      if (!param.optional || !sameAttribute(value, param.defaultValue))
        made.attrs.emplace_back(param.name, std::move(value));
    } else if (none) {
      if (!param.optional) fail(span, err::kNeedsArgument("R." + op.name, param.name));
      made.args.emplace_back();
    } else {
      made.args.emplace_back(nodeOf(*e, param.kind));
    }
  }
  return made;
}

}  // namespace lw::graph
