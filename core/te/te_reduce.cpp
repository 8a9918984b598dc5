// Reductions: te.sum, te.max, te.min and user-defined reducers. As in TVM, a reducer that is called with two values and
// no axis combines the values.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/te/errors.h"
#include "core/te/te_host.h"

namespace lw::te {

namespace {

Called given(Result<Value> value) {
  return value ? Called(std::optional<Value>(std::move(*value))) : Called(value.error());
}

constexpr const char* kMakeAxis = "axis must be a te.reduce_axis: k = te.reduce_axis((0, n), name=\"k\")";

// The axes of a reduction; nullopt: the value is not an axis.
Result<std::optional<std::vector<IterVar>>> axesOf(const Value& value) {
  const std::vector<Value> one{value};
  std::vector<IterVar> axes;
  for (const Value& v : value.items() ? *value.items() : one) {
    const auto* axis = v.hostAs<AxisValue>();
    if (!axis) {
      if (!value.items()) return std::optional<std::vector<IterVar>>();
      return explain(err::kReductionOverNoAxis(script::typeName(v)), kMakeAxis);
    }
    if (axis->axis.kind != IterKind::Reduce) return explain(err::kReductionOverIndex(axis->axis.var.name()), kMakeAxis);
    axes.push_back(axis->axis);
  }
  return std::optional(std::move(axes));
}

Result<std::vector<Expr>> exprsOf(const Value& value) {
  const std::vector<Value> one{value};
  std::vector<Expr> exprs;
  for (const Value& v : value.items() ? *value.items() : one) {
    Result<Expr> e = toExpr(v);
    if (!e) return e.error();
    exprs.push_back(std::move(*e));
  }
  return exprs;
}

struct Given {
  std::vector<Expr> sources;
  std::vector<IterVar> axes;
  std::optional<Expr> condition;
  std::vector<Expr> init;
};

// The arguments of reducer(expr, axis, where=None, init=None).
Result<Given> givenTo(const std::string& name, const std::vector<std::optional<Value>>& bound) {
  Given g;
  Result<std::vector<Expr>> sources = exprsOf(*bound[0]);
  if (!sources) return sources.error();
  g.sources = std::move(*sources);
  Result<std::optional<std::vector<IterVar>>> axes = axesOf(*bound[1]);
  if (!axes) return axes.error();
  g.axes = **axes;
  if (g.axes.empty()) return explain(err::kReductionNeedsAxis(name), kMakeAxis);
  if (bound[2] && !bound[2]->isNone()) {
    Result<Expr> condition = toExpr(*bound[2]);
    if (!condition) return condition.error();
    if (!condition->dtype().isBool())
      return explain(err::kReductionConditionType(name, toString(condition->dtype())), "compare it: x != 0");
    g.condition = *condition;
  }
  if (bound[3] && !bound[3]->isNone()) {
    Result<std::vector<Expr>> init = exprsOf(*bound[3]);
    if (!init) return init.error();
    if (init->size() != g.sources.size())
      return explain(err::kReductionInitCount(name, init->size(), g.sources.size()), "give one value for each result");
    for (size_t i = 0; i < init->size(); ++i) g.init.push_back(cast(g.sources[i].dtype(), (*init)[i]));
  }
  return g;
}

// `axis=` must be an axis. A positional argument may also be the second of two values to combine.
Status checkNamedAxis(const std::string& name, const CallArgs& args) {
  const Value* axis = args.find("axis");
  if (!axis || axis->items() || axis->hostAs<AxisValue>()) return success();
  return explain(err::kAxisOf(name, script::typeName(*axis)), kMakeAxis);
}

Value reductionOf(const std::string& name, Given g, Combiner combiner) {
  return Value(
      std::make_shared<ReductionValue>(name, Reduction{std::move(combiner), std::move(g.sources), std::move(g.axes),
                                                       std::move(g.condition), std::move(g.init)}));
}

BinaryOp opOf(std::string_view name) {
  return name == "sum" ? BinaryOp::Add : name == "max" ? BinaryOp::Max : BinaryOp::Min;
}

Result<Value> known(const std::string& name, CallArgs& args) {
  const auto bound = bindCall("te." + name, args, {"expr", "axis", "where", "init"}, 2);
  if (!bound) return bound.error();
  if (Status named = checkNamedAxis("te." + name, args); !named) return named.error();
  const Result<std::optional<std::vector<IterVar>>> axes = axesOf(*(*bound)[1]);
  if (!axes) return axes.error();
  const BinaryOp op = opOf(name);
  if (!*axes) {
    Result<Operand> a = toOperand(*(*bound)[0]), b = toOperand(*(*bound)[1]);
    if (!a) return a.error();
    if (!b) return b.error();
    Result<Expr> e = binaryExpr(op, *a, *b);
    return e ? combined(*e, {&*(*bound)[0], &*(*bound)[1]}) : Result<Value>(e.error());
  }
  Result<Given> g = givenTo("te." + name, *bound);
  if (!g) return g.error();
  if (g->sources.size() != 1) return explain(err::kReducesOneValue(name), "several at once need te.comm_reducer");
  const DataType type = g->sources[0].dtype();
  if (type.isBool() || type.isHandle())
    return explain(err::kReductionNeedsNumbers(name, toString(type)), "use .astype(\"int32\")");
  const Var x("x", type), y("y", type);
  const Expr identity = op == BinaryOp::Add ? makeZero(type) : op == BinaryOp::Max ? leastOf(type) : greatestOf(type);
  return reductionOf(name, std::move(*g), {{x}, {y}, {rawBinary(op, Expr(x), Expr(y))}, {identity}});
}

Result<std::vector<Expr>> resultsOf(const ReducerValue& r, const Result<Value>& value,
                                    const std::vector<DataType>& types, const char* what) {
  if (!value) return value.error();
  Result<std::vector<Expr>> exprs = exprsOf(*value);
  if (!exprs) return exprs.error();
  if (exprs->size() != types.size())
    return explain(err::kReducerValueCount(what, say(" of {0}", Ident(r.name)), exprs->size(), types.size()),
                   "return one value for each result of the reduction");
  for (size_t i = 0; i < types.size(); ++i) (*exprs)[i] = cast(types[i], (*exprs)[i]);
  return exprs;
}

}  // namespace

Result<Value> ReducerValue::call(CallArgs& args, Caller& caller) {
  const auto bound = bindCall(name, args, {"expr", "axis", "where", "init"}, 2);
  if (!bound) return bound.error();
  if (Status named = checkNamedAxis(name, args); !named) return named.error();
  const Result<std::optional<std::vector<IterVar>>> axes = axesOf(*(*bound)[1]);
  if (!axes) return axes.error();
  if (!*axes) return caller.callFunction(combine, {*(*bound)[0], *(*bound)[1]});
  Result<Given> g = givenTo(name, *bound);
  if (!g) return g.error();
  Combiner c;
  std::vector<Value> left, right, types;
  std::vector<DataType> dtypes;
  for (const Expr& e : g->sources) {
    dtypes.push_back(e.dtype());
    c.left.emplace_back("x", e.dtype());
    c.right.emplace_back("y", e.dtype());
    left.push_back(makeExpr(Expr(c.left.back())));
    right.push_back(makeExpr(Expr(c.right.back())));
    types.emplace_back(toString(e.dtype()));
  }
  const bool tuple = (*bound)[0]->items() != nullptr;
  Result<std::vector<Expr>> results = resultsOf(
      *this,
      caller.callFunction(combine, tuple ? std::vector<Value>{script::makeTuple(left), script::makeTuple(right)}
                                         : std::vector<Value>{left[0], right[0]}),
      dtypes, "the function");
  if (!results) return results.error();
  Result<std::vector<Expr>> start = resultsOf(*this, caller.callFunction(identity, types), dtypes, "the identity");
  if (!start) return start.error();
  c.results = std::move(*results);
  c.identity = std::move(*start);
  return reductionOf(name, std::move(*g), std::move(c));
}

bool isReducer(std::string_view name) {
  return name == "sum" || name == "max" || name == "min" || name == "comm_reducer";
}

Called callReducer(TeHost& host, std::string_view name, CallArgs& args, Caller&) {
  if (name != "comm_reducer")
    return isReducer(name) ? given(known(std::string(name), args)) : Called(std::optional<Value>());
  const auto bound = bindCall("te.comm_reducer", args, {"fcombine", "fidentity", "name"}, 2);
  if (!bound) return bound.error();
  const std::string* own = (*bound)[2] ? (*bound)[2]->text() : nullptr;
  return std::optional<Value>(
      Value(std::make_shared<ReducerValue>(host, own ? *own : "reduce", *(*bound)[0], *(*bound)[1])));
}

}  // namespace lw::te
