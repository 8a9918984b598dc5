// te.placeholder, te.compute, te.extern, te.create_prim_func and the variables of tensor expressions.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/te/create_prim_func.h"
#include "core/te/errors.h"
#include "core/te/te_host.h"

namespace lw::te {

namespace {

constexpr std::string_view kFunctions[] = {"placeholder", "reduce_axis", "compute",          "var",
                                           "size_var",    "extern",      "create_prim_func", "scan"};

std::string textOr(const std::optional<Value>& value, std::string otherwise) {
  const std::string* text = value ? value->text() : nullptr;
  return text ? *text : otherwise;
}

Result<DataType> typeOr(const std::optional<Value>& value, DataType otherwise) {
  return value && !value->isNone() ? toType(*value) : Result<DataType>(otherwise);
}

Result<Value> placeholder(TeHost& host, CallArgs& args) {
  const auto bound = bindCall("te.placeholder", args, {"shape", "dtype", "name"}, 1);
  if (!bound) return bound.error();
  Result<std::vector<Expr>> shape = toShape(*(*bound)[0]);
  if (!shape) return shape.error();
  const Result<DataType> type = typeOr((*bound)[1], dtype::Float32);
  if (!type) return type.error();
  Operation op{.kind = Operation::Kind::Placeholder, .name = textOr((*bound)[2], "placeholder"), .span = args.span};
  op.outputs = {makeBuffer(op.name, std::move(*shape), *type)};
  return host.add(std::move(op));
}

Result<Value> reduceAxis(TeHost& host, CallArgs& args) {
  const auto bound = bindCall("te.reduce_axis", args, {"dom", "name", "thread_tag", "span"}, 1);
  if (!bound) return bound.error();
  const std::vector<Value>* ends = (*bound)[0]->items();
  if (!ends || ends->size() != 2) return explain(err::kReduceAxisDomain(), "te.reduce_axis((0, n), name=\"k\")");
  Result<Expr> begin = toExpr((*ends)[0]), end = toExpr((*ends)[1]);
  if (!begin) return begin.error();
  if (!end) return end.error();
  if (!begin->dtype().isInteger() || !end->dtype().isInteger())
    return explain(err::kReduceAxisDomainGiven(), "te.reduce_axis((0, n), name=\"k\")");
  if (const Misfit why = matchTypes(*begin, *end); !why.empty())
    return explain(err::kTeTypeMisfit(why.message), why.hint);
  IterVar axis = host.axis(textOr((*bound)[1], "rv"), *end - *begin, IterKind::Reduce);
  axis.domain.min = *begin;
  return Value(std::make_shared<AxisValue>(axis));
}

// ---- te.compute ----

struct Formula {
  std::vector<std::string> names;  // one per named axis
  bool rest = false;               // *rest takes the remaining axes
};

Result<Formula> formulaOf(const Value& value, size_t rank) {
  const auto* function = value.as<script::FunctionRef>();
  if (!function)
    return explain(err::kComputeNeedsFunction(script::typeName(value)), "te.compute((n,), lambda i: A[i] + 1)");
  Formula formula;
  const size_t plain = function->object->params->size() - function->object->defaults.size();
  size_t at = 0;
  for (const py::Parameter& p : *function->object->params) {
    if (p.star)
      formula.rest = true;
    else if (at < plain || formula.names.size() < rank)
      formula.names.push_back(p.name);
    ++at;
  }
  if (formula.names.size() > rank) {
    const std::string n = std::to_string(rank);
    return explain(err::kComputeIndexCount(formula.names.size(), n, rank == 1 ? " axis" : " axes"),
                   "give it one parameter for each axis");
  }
  return formula;
}

// The expressions must use no axis of another operation.
Status checkAxes(const TeHost& host, const Operation& op) {
  std::set<const void*> own;
  for (const IterVar& axis : op.axes) own.insert(axis.var.key());
  if (op.reduction)
    for (const IterVar& axis : op.reduction->axes) own.insert(axis.var.key());
  std::vector<Expr> all = op.reduction ? op.reduction->sources : op.values;
  if (op.reduction && op.reduction->condition) all.push_back(*op.reduction->condition);
  for (const Expr& e : all)
    for (const Var& v : freeVars(e))
      if (host.isAxis(v) && !own.contains(v.key()))
        return explain(err::kNotAnAxis(v.name(), op.name),
                       say("reduction axes go into te.sum(..., axis={0}); indices are the parameters of the function",
                           Ident(v.name())));
  return success();
}

Result<Value> finish(TeHost& host, Operation op, const std::vector<Expr>& shape, const Value& result) {
  const bool several = result.items() != nullptr;
  const std::vector<Value> values = several ? *result.items() : std::vector<Value>{result};
  if (values.empty()) return explain(err::kComputeGivesNoValue(op.name), "return an expression of the indices");
  std::vector<DataType> types;
  if (const auto* reduction = values[0].hostAs<ReductionValue>(); reduction && values.size() == 1) {
    op.reduction = reduction->reduction;
    for (const Expr& e : op.reduction->combiner.results) types.push_back(e.dtype());
  } else {
    for (const Value& v : values) {
      if (const auto* r = v.hostAs<ReductionValue>(); r && several)
        return explain(err::kReductionInside(r->name, values.size()),
                       "make a te.compute for each reduction, or reduce all results together with te.comm_reducer");
      Result<Expr> e = toExpr(v);
      if (!e) return e.error();
      types.push_back(e->dtype());
      op.values.push_back(std::move(*e));
    }
  }
  if (Status known = checkAxes(host, op); !known) return known.error();
  for (size_t i = 0; i < types.size(); ++i)
    op.outputs.push_back(makeBuffer(types.size() == 1 ? op.name : op.name + "_v" + std::to_string(i), shape, types[i]));
  std::vector<Expr> reads = op.reduction ? op.reduction->sources : op.values;
  if (op.reduction && op.reduction->condition) reads.push_back(*op.reduction->condition);
  if (op.reduction) reads.insert(reads.end(), op.reduction->init.begin(), op.reduction->init.end());
  op.inputs = host.tensorsIn(reads);
  return host.add(std::move(op));
}

Result<Value> compute(TeHost& host, CallArgs& args, Caller& caller) {
  const auto bound = bindCall("te.compute", args, {"shape", "fcompute", "name", "tag", "attrs", "varargs_names"}, 2);
  if (!bound) return bound.error();
  Result<std::vector<Expr>> shape = toShape(*(*bound)[0]);
  if (!shape) return shape.error();
  const Result<Formula> formula = formulaOf(*(*bound)[1], shape->size());
  if (!formula) return formula.error();
  Operation op{.kind = Operation::Kind::Compute,
               .name = textOr((*bound)[2], "compute"),
               .tag = textOr((*bound)[3], ""),
               .span = args.span};
  // As in TVM, a function of fewer indices makes a result with fewer axes.
  const size_t rank = formula->rest ? shape->size() : formula->names.size();
  shape->erase(shape->begin() + static_cast<std::ptrdiff_t>(rank), shape->end());
  std::vector<Value> indices;
  for (size_t i = 0; i < rank; ++i) {
    op.axes.push_back(host.axis(i < formula->names.size() ? formula->names[i] : "i" + std::to_string(i), (*shape)[i],
                                IterKind::Spatial));
    indices.emplace_back(std::make_shared<AxisValue>(op.axes.back()));
  }
  Result<Value> result = caller.callFunction(*(*bound)[1], std::move(indices));
  return result ? finish(host, std::move(op), *shape, *result) : result;
}

// ---- te.extern ----

// A buffer in the form in which a packed function receives it.
Expr packedArgument(const Buffer& b) {
  return Call{dtype::Handle(),
              "tvm_stack_make_array",
              {Expr(b->data), Call{dtype::Handle(), "tvm_stack_make_shape", b->shape}, 0, Expr(b.rank()),
               makeZero(b->dtype), b->elemOffset}};
}

Result<Value> external(TeHost& host, CallArgs& args, Caller& caller) {
  const auto bound =
      bindCall("te.extern", args,
               {"shape", "inputs", "fcompute", "name", "dtype", "in_buffers", "out_buffers", "tag", "attrs"}, 3);
  if (!bound) return bound.error();
  for (const size_t i : {5, 6})
    if ((*bound)[i] && !(*bound)[i]->isNone())
      return explain(err::kExternBuffersOfOne(), "leave in_buffers and out_buffers out");
  Operation op{.kind = Operation::Kind::Extern,
               .name = textOr((*bound)[3], "extern"),
               .tag = textOr((*bound)[7], ""),
               .span = args.span};
  std::vector<Value> ins, outs;
  const std::vector<Value>* inputs = (*bound)[1]->items();
  for (const Value& v : inputs ? *inputs : std::vector<Value>{*(*bound)[1]}) {
    const auto* t = v.hostAs<TensorValue>();
    if (!t) return explain(err::kExternInputs(script::typeName(v)), "te.extern(shape, [A, B], lambda ins, outs: ...)");
    op.inputs.push_back(t->tensor);
    ins.emplace_back(std::make_shared<BufferValue>(t->tensor.buffer()));
  }
  const std::vector<Value>* list = (*bound)[0]->items();
  const bool several = list && !list->empty() && (*list)[0].items();
  const std::vector<Value> shapes = several ? *list : std::vector<Value>{*(*bound)[0]};
  for (size_t i = 0; i < shapes.size(); ++i) {
    Result<std::vector<Expr>> shape = toShape(shapes[i]);
    if (!shape) return shape.error();
    const std::optional<Value>& given = (*bound)[4];
    const std::vector<Value>* types = given ? given->items() : nullptr;
    const std::optional<Value> own = types && i < types->size() ? std::optional<Value>((*types)[i]) : given;
    if ((!own || own->isNone()) && op.inputs.empty()) return explain(err::kExternNeedsType(), "dtype=\"float32\"");
    const Result<DataType> type = typeOr(own, op.inputs.empty() ? dtype::Float32 : op.inputs[0].buffer()->dtype);
    if (!type) return type.error();
    op.outputs.push_back(
        makeBuffer(shapes.size() == 1 ? op.name : op.name + "_v" + std::to_string(i), std::move(*shape), *type));
    outs.emplace_back(std::make_shared<BufferValue>(op.outputs.back()));
  }
  const auto asList = [](std::vector<Value> items) { return script::makeTuple(std::move(items)); };
  Result<Value> body = caller.callFunction(*(*bound)[2], {asList(std::move(ins)), asList(std::move(outs))});
  if (!body) return body;
  const auto* e = body->hostAs<ExprValue>();
  if (!e || !e->expr.as<Call>())
    return explain(err::kExternGivesNoStatement(script::typeName(*body)),
                   "return tir.call_packed(\"name\", ins[0], outs[0])");
  op.body = Evaluate{e->expr};
  return host.add(std::move(op));
}

// ---- te.create_prim_func ----

Result<Value> create(TeHost& host, CallArgs& args) {
  const auto bound = bindCall("te.create_prim_func", args, {"ops", "index_dtype_override"}, 1);
  if (!bound) return bound.error();
  const std::vector<Value>* list = (*bound)[0]->items();
  std::vector<Parameter> parameters;
  for (const Value& v : list ? *list : std::vector<Value>{*(*bound)[0]}) {
    const auto* t = v.hostAs<TensorValue>();
    const auto* e = v.hostAs<ExprValue>();
    if (t)
      parameters.emplace_back(t->tensor);
    else if (e && e->expr.as<Var>() && !v.hostAs<AxisValue>())
      parameters.emplace_back(*e->expr.as<Var>());
    else
      return explain(err::kBadTensorParameter(script::typeName(v)), "te.create_prim_func([A, B, C])");
  }
  CreateOptions options;
  options.firstId = host.firstId;
  if ((*bound)[1] && !(*bound)[1]->isNone()) {
    const Result<DataType> type = toType(*(*bound)[1]);
    if (!type) return type.error();
    if (!type->isInt() || type->bits < 32)
      return explain(err::kCannotCountElements(toString(*type)), "index_dtype_override is \"int32\" or \"int64\"");
    options.indexType = *type;
  }
  Result<Created> f = createPrimFunc(parameters, options);
  return f ? Result<Value>(Value(std::make_shared<FunctionValue>(std::move(*f)))) : Result<Value>(f.error());
}

}  // namespace

// A variable of the program, whose name and type are given.
Result<Value> variable(CallArgs& args, const char* function) {
  const auto bound = bindCall(function, args, {"name", "dtype"}, 0);
  if (!bound) return bound.error();
  const Result<DataType> type = typeOr((*bound)[1], dtype::Int32);
  return type ? Result<Value>(makeExpr(Expr(Var(textOr((*bound)[0], "tindex"), *type)))) : Result<Value>(type.error());
}

Value packed(const Buffer& b) { return makeExpr(packedArgument(b)); }

bool isTeFunction(std::string_view name) {
  return std::find(std::begin(kFunctions), std::end(kFunctions), name) != std::end(kFunctions);
}

std::vector<std::string_view> teFunctions() {
  std::vector<std::string_view> all(std::begin(kFunctions), std::end(kFunctions));
  for (const std::string_view reducer : {"sum", "max", "min", "comm_reducer"}) all.push_back(reducer);
  return all;
}

Called callTe(TeHost& host, std::string_view name, CallArgs& args, Caller& caller) {
  const auto given = [](Result<Value> value) -> Called {
    return value ? Called(std::optional<Value>(std::move(*value))) : Called(value.error());
  };
  if (name == "placeholder") return given(placeholder(host, args));
  if (name == "reduce_axis") return given(reduceAxis(host, args));
  if (name == "compute") return given(compute(host, args, caller));
  if (name == "var") return given(variable(args, "te.var"));
  if (name == "size_var") return given(variable(args, "te.size_var"));
  if (name == "extern") return given(external(host, args, caller));
  if (name == "create_prim_func") return given(create(host, args));
  if (name == "scan")
    return explain(err::kScanUnsupported(), "write the recurrence as a @T.prim_func with T.axis.scan");
  return std::optional<Value>();
}

}  // namespace lw::te
