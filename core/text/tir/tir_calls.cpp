// Calls in expressions: functions of T, methods of buffers, and some functions of Python.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/wide_index.h"
#include "core/support/words.h"
#include "core/text/errors.h"
#include "core/text/suggest.h"
#include "core/text/tir/function_names.h"
#include "core/text/tir/opaque_calls.h"
#include "core/text/tir/tir_parser.h"
#include "core/text/tir/tir_types.h"

namespace lw::tir {

namespace {

struct NamedOp {
  std::string_view name;
  BinaryOp op;
  bool raw;  // the node's constructor, unlike other functions, which fold constants
};
constexpr NamedOp kBinaryCalls[] = {{"min", BinaryOp::Min, false},
                                    {"max", BinaryOp::Max, false},
                                    {"floordiv", BinaryOp::FloorDiv, false},
                                    {"floormod", BinaryOp::FloorMod, false},
                                    {"truncdiv", BinaryOp::Div, false},
                                    {"truncmod", BinaryOp::Mod, false},
                                    {"indexdiv", BinaryOp::FloorDiv, false},
                                    {"indexmod", BinaryOp::FloorMod, false},
                                    {"div", BinaryOp::Div, false},
                                    {"Add", BinaryOp::Add, true},
                                    {"Sub", BinaryOp::Sub, true},
                                    {"Mul", BinaryOp::Mul, true},
                                    {"Div", BinaryOp::Div, true},
                                    {"Mod", BinaryOp::Mod, true},
                                    {"FloorDiv", BinaryOp::FloorDiv, true},
                                    {"FloorMod", BinaryOp::FloorMod, true},
                                    {"Min", BinaryOp::Min, true},
                                    {"Max", BinaryOp::Max, true},
                                    {"EQ", BinaryOp::EQ, true},
                                    {"NE", BinaryOp::NE, true},
                                    {"LT", BinaryOp::LT, true},
                                    {"LE", BinaryOp::LE, true},
                                    {"GT", BinaryOp::GT, true},
                                    {"GE", BinaryOp::GE, true},
                                    {"And", BinaryOp::And, true},
                                    {"Or", BinaryOp::Or, true}};
constexpr std::string_view kOtherNames =
    "IntImm FloatImm Cast cast Select Ramp Broadcast Let Not if_then_else abs min_value max_value infinity ceildiv "
    "power grid serial parallel vectorized unroll thread_binding block sblock init reads writes where block_attr "
    "sblock_attr func_attr alloc_buffer sblock_alloc_buffer match_buffer Buffer decl_buffer allocate attr "
    "launch_thread env_thread evaluate handle float32 float8_e4m3fn float8_e5m2 float16 float64 int8 int16 int32 "
    "int64 uint8 uint32 bool axis.spatial axis.reduce axis.scan axis.opaque axis.remap prim_func ramp broadcast any "
    "all llvm_lookup_intrinsic_id";

}  // namespace

FunctionParser::Args::Args(FunctionParser& parser, const py::Call& call, Span span, std::string function,
                           std::initializer_list<std::string_view> names, size_t required)
    : span(span) {
  if (call.args.size() > names.size())
    parser.fail(call.args[names.size()]->span,
                err::kTakesAtMostArgumentsGiven(function, names.size(), call.args.size()));
  for (size_t i = 0; i < call.args.size(); ++i) values_[names.begin()[i]] = &call.args[i];
  for (const py::Keyword& k : call.keywords) {
    const auto name = std::find(names.begin(), names.end(), k.name);
    if (name == names.end())
      parser.fail(k.span, err::kHasNoArgumentNamed(function, k.name),
                  didYouMean(k.name, std::vector<std::string>(names.begin(), names.end())));
    if (values_.contains(*name)) parser.fail(k.span, err::kArgumentTwice(k.name, function));
    values_[*name] = &k.value;
  }
  for (size_t i = 0; i < required; ++i)
    if (!values_.contains(names.begin()[i])) parser.fail(span, err::kNeedsArgument(function, names.begin()[i]));
}

const py::Expr* FunctionParser::Args::get(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : found->second;
}

std::vector<ParsedValue> FunctionParser::positional(const py::Call& node, size_t least, size_t most,
                                                    const std::string& function, Span span) {
  if (node.args.size() < least || node.args.size() > most) {
    std::string wanted = std::to_string(least);
    if (most != least)
      wanted = most == std::string::npos ? "at least " + wanted : wanted + " to " + std::to_string(most);
    fail(span, err::kTakesArguments(function, wanted, wanted == "1" ? " argument, " : " arguments, ", node.args.size(),
                                    node.args.size() == 1 ? " is given" : " are given"));
  }
  std::vector<ParsedValue> values;
  for (const py::Expr& e : node.args) values.push_back(eval(e));
  return values;
}

std::vector<std::string> functionNames() {
  std::vector<std::string> known = listedWords(kOtherNames);
  for (const NamedOp& n : kBinaryCalls) known.emplace_back(n.name);
  for (const IntrinsicInfo& i : allIntrinsics()) known.emplace_back(i.name);
  return known;
}

void FunctionParser::unknownFunction(const std::string& path, Span span) {
  fail(span, err::kUnknownFunction(path), didYouMean(tirMember(path), functionNames(), "T."));
}

ParsedValue FunctionParser::call(const py::Call& node, Span span) {
  const ParsedValue function = eval(node.function);
  if (const auto* m = function.as<Method>()) return method(*m, node, span);
  if (const auto* f = function.as<FileFunction>()) return helperCall(*f->definition->as<py::FunctionDef>(), node, span);
  const auto* name = function.as<FunctionName>();
  if (!name) fail(node.function->span, err::kCannotBeCalled(describe(function)));
  if (name->path.starts_with("cls.")) return functionCall(name->path.substr(4), node, span);
  const std::string member = tirMember(name->path);
  if (!member.empty()) return tirCall(member, node, span);
  return builtin(name->path, node, span);
}

ParsedValue FunctionParser::method(const Method& m, const py::Call& node, Span span) {
  if (m.name == "astype") {
    const Args args(*this, node, span, "astype", {"dtype"}, 1);
    return cast(evalType(*args.get("dtype")), *m.object->as<Expr>());
  }
  const Buffer& buffer = *m.object->as<Buffer>();
  if (m.name == "scope") return buffer->scope;
  if (m.name == "access_ptr") return accessPointer(buffer, node, span);
  if (m.name == "vload") return vectorLoad(buffer, node, span);
  if (m.name == "ptr_to") {
    const Args args(*this, node, span, "ptr_to", {"indices"}, 1);
    std::vector<Expr> indices = methodIndices(buffer, *args.get("indices"), "ptr_to", span);
    return Expr(Call{dtype::Handle(), "address_of", {BufferLoad{buffer, std::move(indices)}}});
  }
  fail(node.function->span, err::kUnsupportedMethod(m.name), "write the access with []");
}

ParsedValue FunctionParser::accessPointer(const Buffer& buffer, const py::Call& node, Span span) {
  const Args args(*this, node, span, "access_ptr", {"access_mask", "ptr_type", "content_lanes", "offset", "extent"}, 1);
  const ParsedValue mask = eval(*args.get("access_mask"));
  int bits = 0;
  if (const auto* s = mask.as<std::string>()) {
    for (char c : *s) bits |= c == 'r' ? 1 : c == 'w' ? 2 : 0;
  } else if (const auto* i = mask.as<int64_t>()) {
    bits = static_cast<int>(*i & 3);
  }
  if (bits == 0) fail(span, err::kAccessMask());
  const Expr offset = args.get("offset") ? evalInteger(*args.get("offset"), "the offset") : Expr(0);
  Expr extent = 1;
  if (const py::Expr* e = args.get("extent")) {
    extent = evalInteger(*e, "the extent");
  } else if (!buffer->shape.empty() && buffer->strides.size() == buffer->shape.size()) {
    extent = productOf({buffer->strides[0], buffer->shape[0]}) - offset;
  } else {
    extent = productOf(buffer->shape) - offset;
  }
  const Expr type = Call{buffer->dtype, "type_annotation", {}};
  return Expr(Call{
      dtype::Handle(), "tvm_access_ptr", {type, Expr(buffer->data), buffer->elemOffset + offset, extent, Expr(bits)}});
}

ParsedValue FunctionParser::tirCall(const std::string& name, const py::Call& node, Span span) {
  for (auto read : {&FunctionParser::typeCall, &FunctionParser::binaryCall, &FunctionParser::valueCall,
                    &FunctionParser::vectorCall, &FunctionParser::choiceCall, &FunctionParser::intrinsicCall})
    if (auto value = (this->*read)(name, node, span)) return *value;
  if (name == "call_intrin" || name == "Call") return intrinsicByName(node, span);
  if (name == "meta_var") return eval(onlyArgument(node, name, span));
  if (const auto type = opaqueResult(name)) return opaqueCall(name, node, span, *type);
  if (hasWord(kOtherNames, name)) fail(node.function->span, err::kCannotStandInExpression(name));
  unknownFunction("T." + name, node.function->span);
}

// T.float32(x), T.int64(3), T.bool(True), T.handle().
std::optional<ParsedValue> FunctionParser::typeCall(const std::string& name, const py::Call& node, Span span) {
  const auto type = typeNamed(name);
  if (!type) return std::nullopt;
  if (type->isHandle()) return Expr(Var("handle", dtype::Handle()));
  if (node.args.empty() && node.keywords.empty() && !anonymous_.empty()) {
    declared_.emplace_back(anonymous_ + std::to_string(anonymousCount_++), *type);
    return Expr(declared_.back());
  }
  if (node.args.empty()) fail(span, err::kVariableNeedsName(name), "n = T." + name + "()");
  const ParsedValue value = positional(node, 1, 1, "T." + name, span)[0];
  if (const auto* s = value.as<std::string>(); s && type->isFloat()) {
    const double inf = std::numeric_limits<double>::infinity();
    if (*s == "nan" || (hasInfinity(*type) && (*s == "inf" || *s == "-inf")))
      return Expr(FloatImm{*type, *s == "nan" ? std::numeric_limits<double>::quiet_NaN() : *s == "inf" ? inf : -inf});
  }
  if (value.isLiteral()) {
    if (type->isBool()) {
      const Expr e = toExpr(value, span);
      return boolConst(!isZero(e));
    }
    if (const auto typed = numberAs(*numberOf(value), *type)) return *typed;
    fail(span, err::kConstantNotOfType(describe(value), name));
  }
  const Expr e = toExpr(value, span);
  if (e.dtype().isHandle()) fail(span, err::kConstantNotOfType(describe(value), name));
  return cast(type->withLanes(e.dtype().lanes), e);
}

std::optional<ParsedValue> FunctionParser::binaryCall(const std::string& name, const py::Call& node, Span span) {
  for (const NamedOp& n : kBinaryCalls) {
    if (n.name != name) continue;
    const std::vector<ParsedValue> args = positional(node, 2, 2, "T." + name, span);
    if (args[0].isLiteral() && args[1].isLiteral() && !n.raw) {
      const auto folded = foldBinary(n.op, toExpr(args[0], span), toExpr(args[1], span));
      if (folded && asInt(*folded)) return ParsedValue(*asInt(*folded));
    }
    auto [a, b] = matched(args[0], node.args[0]->span, args[1], node.args[1]->span, span);
    if (a.dtype().isHandle() || a.dtype().code == TypeCode::Void) fail(span, err::kPointerArithmetic());
    if (n.op == BinaryOp::And || n.op == BinaryOp::Or) {
      a = asCondition(a, node.args[0]->span);
      b = asCondition(b, node.args[1]->span);
    }
    return ParsedValue(n.raw ? rawBinary(n.op, a, b) : binary(n.op, a, b));
  }
  if (name == "ceildiv") {
    const std::vector<ParsedValue> args = positional(node, 2, 2, "T.ceildiv", span);
    const Span sa = node.args[0]->span, sb = node.args[1]->span;
    ParsedValue sum = binaryOp(py::BinOp::Add, args[0], sa, args[1], sb, span);
    if (const auto* e = sum.as<Expr>())
      sum = binary(BinaryOp::Sub, *e, makeConst(e->dtype(), 1));  // keeps the type of the sum
    else
      sum = binaryOp(py::BinOp::Sub, sum, span, int64_t{1}, sb, span);
    return binaryOp(py::BinOp::FloorDiv, sum, span, args[1], sb, span);
  }
  return std::nullopt;
}

// ---- casts and constants ----

const py::Expr& FunctionParser::onlyArgument(const py::Call& node, const std::string& name, Span span) {
  if (node.args.size() != 1) fail(span, err::kTakesOneArgument(name));
  return node.args[0];
}

std::optional<ParsedValue> FunctionParser::valueCall(const std::string& name, const py::Call& node, Span span) {
  if (name == "Cast" || name == "cast") {
    const bool typeFirst = name == "Cast";
    std::vector<py::Expr> args = node.args;
    for (const py::Keyword& k : node.keywords) args.push_back(k.value);
    if (args.size() != 2) fail(span, err::kTakesTypeAndValue(name));
    const DataType type = evalType(args[typeFirst ? 0 : 1]);
    const Expr e = evalExpr(args[typeFirst ? 1 : 0]);
    if (e.as<StringImm>()) fail(span, err::kCannotCast("string", toString(type)));
    if (type.lanes != e.dtype().lanes) fail(span, err::kCannotCast(toString(e.dtype()), toString(type)));
    return ParsedValue(typeFirst ? Expr(Cast{type, e}) : cast(type, e));
  }
  if (name == "IntImm" || name == "FloatImm") return immediate(name, node, span);
  if (name == "min_value" || name == "max_value" || name == "infinity") {
    if (node.args.size() != 1) fail(span, err::kTakesType(name));
    const DataType type = evalType(node.args[0]);
    const bool greatest = name != "min_value";
    if (type.isFloat()) {
      if (name == "infinity" && !hasInfinity(type)) fail(span, err::kNoSuchValueOfType(toString(type)));
      const double value = name == "infinity" ? std::numeric_limits<double>::infinity() : largestFloatOf(type);
      return ParsedValue(Expr(FloatImm{type, greatest ? value : -value}));
    }
    if (type.isHandle() || type.isVector()) fail(span, err::kNoSuchValueOfType(toString(type)));
    return ParsedValue(Expr(IntImm{type, greatest ? maxValueOf(type) : minValueOf(type)}));
  }
  if (name == "abs") {
    const ParsedValue value = positional(node, 1, 1, "T.abs", span)[0];
    const Expr e = toExpr(value, span);
    if (e.dtype().isFloat()) return ParsedValue(Expr(Call{e.dtype(), "fabs", {e}}));
    if (!e.dtype().isInt()) return ParsedValue(e);
    if (const auto i = asInt(e); i && *i != INT64_MIN) return ParsedValue(makeConst(e.dtype(), *i < 0 ? -*i : *i));
    return ParsedValue(Expr(Select{ge(e, makeZero(e.dtype())), e, -e}));
  }
  if (name == "Not") {
    const Expr e = toExpr(positional(node, 1, 1, "T.Not", span)[0], span);
    return ParsedValue(Expr(Not{asCondition(e, span)}));
  }
  if (name == "any" || name == "all") {
    std::optional<Expr> joined;
    for (const py::Expr& e : node.args) {
      const Expr condition = asCondition(evalExpr(e), e->span);
      joined = !joined ? condition : name == "any" ? logicalOr(*joined, condition) : logicalAnd(*joined, condition);
    }
    if (!joined) fail(span, err::kNeedsConditions(name));
    return ParsedValue(*joined);
  }
  if (name == "llvm_lookup_intrinsic_id")
    return ParsedValue(
        Expr(StringImm{evalString(onlyArgument(node, name, span), "the name of the intrinsic")}));  // kept as a name
  if (name == "Let") return ParsedValue(letExpr(node, span));
  return std::nullopt;
}

// T.IntImm("int64", 8), T.FloatImm("float32", 1.5): makes a constant by the constructor of its node.
ParsedValue FunctionParser::immediate(const std::string& name, const py::Call& node, Span span) {
  const Args args(*this, node, span, "T." + name, {"dtype", "value", "span"}, 2);
  const DataType type = evalType(*args.get("dtype"));
  const ParsedValue value = eval(*args.get("value"));
  if (name == "IntImm" && type == dtype::Bool() && (value.as<int64_t>() || value.as<bool>()))
    return boolConst(!isZero(toExpr(value, span)));
  const bool fits = (name == "IntImm" ? type.isInteger() : type.isFloat()) && !type.isVector();
  const auto number = numberOf(value);
  const auto typed = fits && number ? numberAs(*number, type) : std::nullopt;
  if (!typed) fail(span, err::kConstantNotOfType(describe(value), toString(type)));
  return *typed;
}

// T.Let(body, where={x: value}).
Expr FunctionParser::letExpr(const py::Call& node, Span span) {
  const auto* where =
      node.keywords.size() == 1 && node.keywords[0].name == "where" ? node.keywords[0].value->as<py::Dict>() : nullptr;
  if (node.args.size() != 1 || !where || where->items.size() != 1)
    fail(span, err::kLetArguments(), "T.Let(x * x, where={x: value})");
  const ParsedValue variable = eval(where->items[0].first);
  const auto* e = variable.as<Expr>();
  const auto* var = e ? e->as<Var>() : nullptr;
  if (!var) fail(where->items[0].first->span, err::kLetNeedsVariable(), "x = T.int32() before it");
  const Expr value = cast(var->dtype(), evalExpr(where->items[0].second));
  return Let{*var, value, evalExpr(node.args[0])};
}

std::optional<ParsedValue> FunctionParser::vectorCall(const std::string& name, const py::Call& node, Span span) {
  const auto lanesOf = [&](const py::Expr& e) {
    const int64_t lanes = evalConstant(e, "the number of lanes");
    if (lanes < 2 || lanes > 4096) fail(e->span, err::kLaneCount(lanes));
    return static_cast<int>(lanes);
  };
  const auto scalar = [&](const Expr& e) {
    if (e.dtype().isVector() || e.dtype().isHandle()) fail(span, err::kNeedsNumberHasType(name, toString(e.dtype())));
  };
  if (name == "Broadcast" || name == "broadcast") {
    const Args args(*this, node, span, "T.Broadcast", {"value", "lanes"}, 2);
    const Expr value = evalExpr(*args.get("value"));
    scalar(value);
    return ParsedValue(Expr(Broadcast{value, lanesOf(*args.get("lanes"))}));
  }
  if (name == "Ramp" || name == "ramp") {
    const Args args(*this, node, span, "T.Ramp", {"base", "stride", "lanes"}, 3);
    const Expr base = evalExpr(*args.get("base"));
    scalar(base);
    // As in TVM, the stride is converted to the type of the base.
    return ParsedValue(Expr(Ramp{base, converted(toOperand(eval(*args.get("stride")), span), base.dtype(), span),
                                 lanesOf(*args.get("lanes"))}));
  }
  return std::nullopt;
}

std::optional<ParsedValue> FunctionParser::choiceCall(const std::string& name, const py::Call& node, Span span) {
  if (name != "Select" && name != "if_then_else") return std::nullopt;
  const std::vector<ParsedValue> args = positional(node, 3, name == "Select" ? 3 : 4, "T." + name, span);
  const Expr test = asCondition(toExpr(args[0], node.args[0]->span), node.args[0]->span);
  const auto [a, b] = matched(args[1], node.args[1]->span, args[2], node.args[2]->span, span);
  if (name == "Select") return ParsedValue(Expr(Select{test, a, b}));
  return ParsedValue(Expr(Call{a.dtype(), "if_then_else", {test, a, b}}));
}

namespace {

DataType resultType(const IntrinsicInfo& intrinsic, const std::vector<Expr>& args, std::optional<DataType> given) {
  switch (intrinsic.result) {
    case ResultType::OfFirstArgument:
      return args[0].dtype();
    case ResultType::OfSecondArgument:
      return args[1].dtype();
    case ResultType::Bool:
      return dtype::Bool(args.empty() ? 1 : args[0].dtype().lanes);
    case ResultType::Handle:
      return dtype::Handle();
    case ResultType::Int32:
      return dtype::Int32.withLanes(intrinsic.elementwise() ? args[0].dtype().lanes : 1);
    case ResultType::Void:
      return dtype::Void();
    case ResultType::Given:
      break;
  }
  return given.value_or(dtype::Int32);
}

}  // namespace

std::vector<Expr> FunctionParser::intrinsicArguments(const IntrinsicInfo& intrinsic, const std::string& name,
                                                     const std::vector<py::Expr>& args,
                                                     std::vector<ParsedValue>& evaluated, Span span) {
  std::vector<Expr> values;
  if (std::any_of(args.begin(), args.end(), [](const py::Expr& e) { return e->as<py::Starred>(); })) {
    evaluated = items(args).items;
    for (const ParsedValue& value : evaluated) values.push_back(toExpr(value, span));
    return values;
  }
  const bool isExtern = intrinsic.maxArgs == -1;
  for (const py::Expr& e : args) {
    evaluated.push_back(eval(e));
    const auto* b = evaluated.back().as<Buffer>();
    if (b && name == "address_of") {
      std::vector<Expr> first;
      for (const Expr& size : (*b)->shape) first.push_back(makeZero(size.dtype()));
      values.emplace_back(BufferLoad{*b, std::move(first)});
      continue;
    }
    values.push_back(b && isExtern ? Expr((*b)->data) : toExpr(evaluated.back(), e->span));
  }
  return values;
}

std::optional<ParsedValue> FunctionParser::intrinsicCall(const std::string& name, const py::Call& node, Span span) {
  const IntrinsicInfo* intrinsic = findIntrinsic(name == "power" ? "pow" : name);
  if (!intrinsic) return std::nullopt;
  std::vector<py::Expr> args = node.args;
  std::optional<DataType> given;
  for (const py::Keyword& k : node.keywords) {
    if (k.name == "dtype")
      given = evalType(k.value);
    else
      fail(k.span, err::kFunctionHasNoArgumentNamed(name, k.name));
  }
  const auto string = [&](size_t i) { return i < args.size() ? args[i]->as<py::StringLiteral>() : nullptr; };
  const bool isExtern = intrinsic->maxArgs == -1;
  if (intrinsic->result == ResultType::Given && !given && string(0) && parseDataType(string(0)->value) &&
      (!isExtern || string(1) || name == "call_llvm_intrin" || name == "call_llvm_pure_intrin")) {
    given = parseDataType(string(0)->value);
    args.erase(args.begin());
  }
  const auto count = static_cast<int>(args.size());
  if (count < intrinsic->minArgs || (intrinsic->maxArgs >= 0 && count > intrinsic->maxArgs))
    fail(span,
         err::kFunctionTakesArguments(name, intrinsic->maxArgs == intrinsic->minArgs ? "" : "at least ",
                                      intrinsic->minArgs, intrinsic->minArgs == 1 ? " argument, " : " arguments, ",
                                      count, count == 1 ? " is given" : " are given"));
  std::vector<ParsedValue> evaluated;
  std::vector<Expr> values = intrinsicArguments(*intrinsic, name, args, evaluated, span);
  // After the name of an LLVM intrinsic, TVM passes the number of arguments that select an overload. Their types
  // determine it here, so it is dropped.
  const auto* lookup = name.starts_with("call_llvm") && !args.empty() ? args[0]->as<py::Call>() : nullptr;
  if (lookup && values.size() > 1 && values[0].as<StringImm>() && values[1].as<IntImm>() &&
      values[1].dtype() == dtype::UInt(32))
    values.erase(values.begin() + 1);
  if (intrinsic->elementwise() && values.size() > 1 && !given) {
    std::vector<Operand> operands;
    for (const ParsedValue& v : evaluated) operands.push_back(toOperand(v, span));
    if (const Misfit why = matchArguments(intrinsic->name, operands); !why.empty())
      fail(span, err::kTypeMisfit(why.message), why.hint);
    for (size_t i = 0; i < values.size(); ++i) values[i] = operands[i].value;
  }
  if (intrinsic->elementwise() && (values[0].dtype().isHandle() || values[0].dtype().code == TypeCode::Void))
    fail(span, err::kNeedsNumbers(name, describe(evaluated[0])));
  const DataType type = resultType(*intrinsic, values, given);
  const auto bitsOf = [](DataType t) { return t.bits * t.lanes; };
  if (const DataType from = name == "reinterpret" ? values[0].dtype() : type; bitsOf(from) != bitsOf(type))
    fail(span, err::kReinterpretBits(toString(from), bitsOf(from), toString(type), bitsOf(type)));
  return ParsedValue(Expr(Call{given.value_or(type), std::string(intrinsic->name), std::move(values)}));
}

}  // namespace lw::tir
