// Calls that the program passes on without knowing their meaning, and the Python values that are their arguments.
#include <algorithm>

#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/python_values.h"
#include "core/text/errors.h"
#include "core/text/tir/opaque_calls.h"
#include "core/text/tir/tir_parser.h"
#include "core/text/tir/tir_types.h"

namespace lw::tir {

namespace {

Expr pythonValue(std::string_view kind, std::vector<Expr> args) {
  return Call{dtype::Handle(), std::string(kind), std::move(args)};
}

}  // namespace

Expr FunctionParser::argument(const py::Expr& e) {
  if (e->as<py::Lambda>()) return lambda(e, {});
  if (const auto* s = e->as<py::Slice>()) {
    std::vector<Expr> ends;
    for (const py::Expr& end : {s->lower, s->upper}) ends.push_back(end ? argument(end) : pythonValue(kPyNone, {}));
    return pythonValue(kPySlice, std::move(ends));
  }
  const auto* tuple = e->as<py::Tuple>();
  const auto* list = e->as<py::List>();
  if (tuple || list) {
    std::vector<Expr> items;
    for (const py::Expr& item : tuple ? tuple->items : list->items) items.push_back(argument(item));
    return pythonValue(kPyList, std::move(items));
  }
  if (const auto* dict = e->as<py::Dict>()) {
    std::vector<Expr> items;
    for (const auto& [key, value] : dict->items) {
      items.push_back(argument(key));
      items.push_back(argument(value));
    }
    return pythonValue(kPyMap, std::move(items));
  }
  return argument(eval(e), e->span);
}

Expr FunctionParser::argument(const ParsedValue& value, Span span) {
  if (value.as<NoneValue>()) return pythonValue(kPyNone, {});
  if (const auto* f = value.as<FunctionName>(); f && !tirMember(f->path).empty())
    return pythonValue(kPyItem, {StringImm{tirMember(f->path)}});
  if (const auto* list = value.as<ListValue>()) {
    std::vector<Expr> items;
    for (const ParsedValue& v : list->items) items.push_back(argument(v, span));
    return pythonValue(kPyList, std::move(items));
  }
  const auto* b = value.as<Buffer>();
  const auto* s = value.as<SliceValue>();
  const bool point = s && std::all_of(s->isPoint.begin(), s->isPoint.end(), [](bool p) { return p; });
  if (!b && (!s || point)) return toExpr(value, span);
  const BufferRegion region = *regionArgument(value, span);
  std::vector<Expr> mins, args;
  for (const Range& r : region.ranges) mins.push_back(r.min);
  args.emplace_back(BufferLoad{region.buffer, std::move(mins)});
  for (const Range& r : region.ranges) args.push_back(r.extent);
  return pythonValue(kPyRegion, std::move(args));
}

// lambda x, y: result, over variables of these types; types that are not given are int32.
Expr FunctionParser::lambda(const py::Expr& e, const std::vector<DataType>& types) {
  const auto& node = *e->as<py::Lambda>();
  const size_t names = names_.size();
  std::vector<Var> vars;
  for (const py::Parameter& p : node.params) {
    vars.emplace_back(p.name, vars.size() < types.size() ? types[vars.size()] : dtype::Int32);
    define(p.name, Expr(vars.back()));
  }
  Expr result = argument(node.body);
  names_.truncate(names);
  for (size_t i = vars.size(); i-- > 0;) result = Let{vars[i], makeZero(vars[i].dtype()), result};
  return pythonValue(kPyLambda, {result});
}

// T.comm_reducer(lambda x, y: x + y, [identity]): the variables have the types of the identities.
Expr FunctionParser::reducer(const py::Call& node, Span span) {
  if (node.args.size() != 2 || !node.args[0]->as<py::Lambda>())
    fail(span,
         err::kTakesArguments("T.comm_reducer", "2", " arguments, ", static_cast<int64_t>(node.args.size()),
                              " are given"),
         "T.comm_reducer(lambda x, y: x + y, [T.float32(0)])");
  const Expr identities = argument(node.args[1]);
  const auto* list = identities.as<Call>();
  std::vector<DataType> types;
  for (int side = 0; side < 2; ++side)
    for (const Expr& identity : list && list->op == kPyList ? list->args : std::vector<Expr>{identities})
      types.push_back(identity.dtype());
  return Call{dtype::Handle(), "comm_reducer", {lambda(node.args[0], types), identities}};
}

// T.Shuffle([a, b], [0, 3]): one lane for each index.
Expr FunctionParser::shuffle(const py::Call& node, Span span) {
  const Args args(*this, node, span, "T.Shuffle", {"vectors", "indices"}, 2);
  const ParsedValue given = eval(*args.get("vectors"));
  const auto* list = given.as<ListValue>();
  std::vector<Expr> vectors;
  for (const ParsedValue& v : list ? list->items : std::vector<ParsedValue>{}) vectors.push_back(toExpr(v, span));
  const Expr indices = argument(*args.get("indices"));
  const auto* lanes = indices.as<Call>();
  if (vectors.empty() || !lanes || lanes->op != kPyList || lanes->args.empty())
    fail(span, err::kCannotUnpack("this"), "T.Shuffle([a, b], [0, 1])");
  return Call{vectors[0].dtype().element().withLanes(static_cast<int>(lanes->args.size())),
              "Shuffle",
              {pythonValue(kPyList, vectors), indices}};
}

// T.get_active_lane_mask("uint1x4", base, limit): a lane is active where base and its number are below the limit.
Expr FunctionParser::activeLanes(const py::Call& node, Span span) {
  const Args args(*this, node, span, "T.get_active_lane_mask", {"dtype", "base", "limit"}, 3);
  const int lanes = evalType(*args.get("dtype")).lanes;
  const py::Expr &base = *args.get("base"), &limit = *args.get("limit");
  auto [first, end] = matched(eval(base), base->span, eval(limit), limit->span, span);
  if (lanes == 1) return lt(first, end);
  return lt(Ramp{first, makeConst(first.dtype(), 1), lanes}, Broadcast{end, lanes});
}

ParsedValue FunctionParser::opaqueCall(const std::string& name, const py::Call& node, Span span, DataType type) {
  if (name == "comm_reducer") return reducer(node, span);
  if (name == "Shuffle") return shuffle(node, span);
  if (name == "get_active_lane_mask") return activeLanes(node, span);
  std::vector<Expr> args;
  for (const py::Expr& e : node.args) {
    const auto* star = e->as<py::Starred>();
    if (!star) {
      args.push_back(argument(e));
      continue;
    }
    const ParsedValue value = eval(star->value);
    const auto* list = value.as<ListValue>();
    if (!list) fail(e->span, err::kCannotUnpack(describe(value)));
    for (const ParsedValue& v : list->items) args.push_back(argument(v, e->span));
  }
  for (const py::Keyword& k : node.keywords) {
    if (k.name == "dtype")
      type = evalType(k.value);
    else
      args.push_back(pythonValue(kPyKeyword, {StringImm{k.name}, argument(k.value)}));
  }
  return Expr(Call{type, name, std::move(args)});
}

// T.call_intrin("int32", "tirx.tvm_storage_sync", "shared"): any function by its name.
ParsedValue FunctionParser::intrinsicByName(const py::Call& node, Span span) {
  py::Call rest = node;
  const bool keyword =
      std::any_of(node.keywords.begin(), node.keywords.end(), [](const py::Keyword& k) { return k.name == "dtype"; });
  if (rest.args.size() < (keyword ? 1u : 2u))
    fail(span, err::kNeedsArgument("T.call_intrin", "func_name"), "T.call_intrin(\"int32\", \"tirx.name\", ...)");
  DataType type = dtype::Int32;
  if (!keyword) {
    type = evalType(rest.args[0]);
    rest.args.erase(rest.args.begin());
  }
  std::string name = evalString(rest.args[0], "the name of the function");
  rest.args.erase(rest.args.begin());
  for (std::string_view prefix : {"tirx.", "tir."})
    if (name.starts_with(prefix)) name = name.substr(prefix.size());
  return opaqueCall(name, rest, span, type);
}

// Module.function(...): a call of another function of the module.
ParsedValue FunctionParser::functionCall(const std::string& name, const py::Call& node, Span span) {
  const auto known = file_.results.find(name);
  const ParsedValue made =
      opaqueCall(std::string(kCallFunction), node, span, known == file_.results.end() ? dtype::Void() : known->second);
  Call call = *made.as<Expr>()->as<Call>();
  call.args.insert(call.args.begin(), StringImm{name});
  return Expr(std::move(call));
}

}  // namespace lw::tir
