// Functions on expressions: choices, conditions, constants, casts, divisions, mathematical functions, external calls.
#include <algorithm>
#include <limits>

#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/support/words.h"
#include "core/te/errors.h"
#include "core/te/te_host.h"

namespace lw::te {

Value packed(const Buffer& b);  // te_functions.cpp, as the next one
Result<Value> variable(CallArgs& args, const char* function);

namespace {

struct NamedBinary {
  std::string_view name;
  BinaryOp op;
};
constexpr NamedBinary kBinary[] = {{"floordiv", BinaryOp::FloorDiv},
                                   {"floormod", BinaryOp::FloorMod},
                                   {"truncdiv", BinaryOp::Div},
                                   {"truncmod", BinaryOp::Mod},
                                   {"indexdiv", BinaryOp::FloorDiv},
                                   {"indexmod", BinaryOp::FloorMod},
                                   {"div", BinaryOp::Div},
                                   {"EQ", BinaryOp::EQ},
                                   {"NE", BinaryOp::NE},
                                   {"LT", BinaryOp::LT},
                                   {"LE", BinaryOp::LE},
                                   {"GT", BinaryOp::GT},
                                   {"GE", BinaryOp::GE},
                                   {"Max", BinaryOp::Max},
                                   {"Min", BinaryOp::Min},
                                   {"max", BinaryOp::Max},
                                   {"min", BinaryOp::Min}};
constexpr std::string_view kOthers =
    "all any Select if_then_else const Cast cast min_value max_value infinity abs ceildiv power And Or Not "
    "call_packed call_extern call_pure_extern call_intrin IntImm FloatImm Var SizeVar";

// Reads the arguments one by one and keeps the first error.
class Reader {
 public:
  Reader(std::string name, const CallArgs& args) : name_(std::move(name)), args_(args) {}
  bool takes(size_t least, size_t most) {
    if (!args_.named.empty() &&
        !(args_.named.size() == 1 && (args_.named[0].first == "span" || args_.named[0].first == "dtype")))
      return fail(err::kTeHasNoArgument(name_, args_.named[0].first), "give its arguments by position");
    if (args_.positional.size() >= least && args_.positional.size() <= most) return true;
    const size_t n = args_.positional.size();
    const std::string wanted = std::to_string(least) + (most > least ? " to " + std::to_string(most) : "");
    return fail(err::kTakesArgument(name_, wanted, most == 1 ? " argument, " : " arguments, ", n,
                                    n == 1 ? " is given" : " are given"),
                n < least ? "give all of them by position" : "leave the others out");
  }
  Expr expr(size_t i) {
    Result<Expr> e = toExpr(args_.positional[i]);
    if (e) return *e;
    if (!error) error = e.error();
    return 0;
  }
  Operand operand(size_t i) {
    const auto number = numberOf(args_.positional[i]);
    return number ? Operand(*number) : Operand(expr(i));
  }
  // Two arguments, converted to the type of their operation.
  std::pair<Expr, Expr> matched(size_t i, size_t j) {
    Operand a = operand(i), b = operand(j);
    if (Status same = match(a, b); !same && !error) error = same.error();
    return {a.value, b.value};
  }
  Expr condition(size_t i) {
    const Expr e = expr(i);
    if (!error && !e.dtype().isBool())
      fail(err::kTeConditionType(i + 1, name_, toString(e.dtype())), "compare it: x != 0");
    return e;
  }
  std::optional<DataType> type(const Value& v) {
    const Result<DataType> t = toType(v);
    if (t) return *t;
    error = t.error();
    return std::nullopt;
  }
  std::optional<Expr> converted(const Operand& value, DataType type) {
    const Result<Expr> e = convertedTo(type, value);
    if (e) return *e;
    error = e.error();
    return std::nullopt;
  }
  bool fail(Explanation e, Message hint = {}) {
    error = explain(std::move(e), std::move(hint));
    return false;
  }
  std::optional<Explanation> error;

 private:
  std::string name_;
  const CallArgs& args_;
};

std::optional<Expr> choice(std::string_view name, Reader& read) {
  if (!read.takes(3, 3)) return std::nullopt;
  const Expr test = read.condition(0);
  const auto [yes, no] = read.matched(1, 2);
  if (read.error) return std::nullopt;
  return name == "Select" ? Expr(Select{test, yes, no}) : Expr(Call{yes.dtype(), "if_then_else", {test, yes, no}});
}

std::optional<Expr> constant(const CallArgs& args, Reader& read) {
  const auto bound = bindCall("const", args, {"value", "dtype", "span"}, 1);
  if (!bound) {
    read.error = bound.error();
    return std::nullopt;
  }
  const Result<Operand> value = toOperand(*(*bound)[0]);
  if (!value) {
    read.error = value.error();
    return std::nullopt;
  }
  if (!(*bound)[1] || (*bound)[1]->isNone()) return value->value;
  const auto type = read.type(*(*bound)[1]);
  return type ? read.converted(*value, *type) : std::nullopt;
}

// tir.IntImm("int64", 8), tir.FloatImm("float16", 0.5).
std::optional<Expr> immediate(std::string_view name, const CallArgs& args, Reader& read) {
  const auto bound = bindCall("tir." + std::string(name), args, {"dtype", "value", "span"}, 2);
  if (!bound) {
    read.error = bound.error();
    return std::nullopt;
  }
  const auto type = read.type(*(*bound)[0]);
  if (!type) return std::nullopt;
  if (type->isVector() || (name == "IntImm" ? !type->isInteger() && !type->isBool() : !type->isFloat())) {
    read.fail(err::kTirTypeUnknown(toString(*type), name),
              name == "IntImm" ? "tir.IntImm(\"int32\", 8)" : "tir.FloatImm(\"float32\", 0.5)");
    return std::nullopt;
  }
  const Result<Operand> value = toOperand(*(*bound)[1]);
  if (value) return read.converted(*value, *type);
  read.error = value.error();
  return std::nullopt;
}

// T.int64(8) is a constant, T.int64(i) a conversion.
std::optional<DataType> numberType(std::string_view name) {
  const auto type = parseDataType(name);
  return type && !type->isVector() && (type->isInteger() || type->isFloat() || type->isBool()) ? type : std::nullopt;
}
std::optional<Expr> typed(DataType type, const CallArgs& args, Reader& read) {
  if (!read.takes(1, 1)) return std::nullopt;
  const std::string* text = args.positional[0].text();
  if (text && type.isFloat() && (*text == "inf" || *text == "-inf" || *text == "nan"))
    return read.converted(Number(*text == "nan" ? std::numeric_limits<double>::quiet_NaN()
                                                : (*text == "inf" ? 1 : -1) * std::numeric_limits<double>::infinity()),
                          type);
  const Operand value = read.operand(0);
  return read.error ? std::nullopt : read.converted(value, type);
}

std::optional<Expr> bound(std::string_view name, const CallArgs& args, Reader& read) {
  if (!read.takes(1, 1)) return std::nullopt;
  const auto type = read.type(args.positional[0]);
  if (!type) return std::nullopt;
  if (name == "infinity" && type->isFloat() && !hasInfinity(*type)) {
    read.fail(err::kTirTypeUnknown(toString(*type), name), "tir.max_value(\"" + toString(*type) + "\")");
    return std::nullopt;
  }
  if (name == "infinity") return makeFloat(*type, std::numeric_limits<double>::infinity());
  return name == "min_value" ? leastOf(*type) : greatestOf(*type);
}

std::optional<Expr> casted(std::string_view name, const CallArgs& args, Reader& read) {
  if (!read.takes(2, 2)) return std::nullopt;
  const bool typeFirst = name == "Cast";
  const auto type = read.type(args.positional[typeFirst ? 0 : 1]);
  const Operand e = read.operand(typeFirst ? 1 : 0);
  return type && !read.error ? read.converted(e, *type) : std::nullopt;
}

std::optional<Expr> absolute(Reader& read) {
  if (!read.takes(1, 1)) return std::nullopt;
  const Expr e = read.expr(0);
  if (e.dtype().isFloat()) return Expr(Call{e.dtype(), "fabs", {e}});
  return e.dtype().isInt() ? Expr(Select{ge(e, makeZero(e.dtype())), e, -e}) : e;
}

// Checks the operands of a division: all divisions except `div` are for integers, and the divisor must not be zero.
bool divisible(std::string_view name, const Expr& a, const Expr& b, Reader& read) {
  const auto whole = [](const Expr& e) { return e.dtype().isInteger() || e.dtype().isBool(); };
  if (name != "div" && !(whole(a) && whole(b)))
    return read.fail(err::kTirNeedsIntegers(name), "use / and tir.floor, or .astype(\"int32\")");
  if (whole(b) && isZero(b)) read.error = divisionByZero();
  return !read.error;
}

std::optional<Expr> twoOf(std::string_view name, BinaryOp op, Reader& read) {
  if (!read.takes(2, 2)) return std::nullopt;
  const auto [a, b] = read.matched(0, 1);
  if (read.error) return std::nullopt;
  const bool divides =
      op == BinaryOp::Div || op == BinaryOp::Mod || op == BinaryOp::FloorDiv || op == BinaryOp::FloorMod;
  if (divides && !divisible(name, a, b, read)) return std::nullopt;
  return binary(op, a, b);
}

// Division that rounds up.
std::optional<Expr> ceilDiv(Reader& read) {
  if (!read.takes(2, 2)) return std::nullopt;
  const auto [a, b] = read.matched(0, 1);
  if (read.error || !divisible("ceildiv", a, b, read)) return std::nullopt;
  return floordiv(a + b - makeConst(a.dtype(), 1), b);
}

// Bitwise operators that are written as functions.
std::optional<Expr> bits(std::string_view name, Reader& read) {
  if (name == "bitwise_not" ? !read.takes(1, 1) : !read.takes(2, 2)) return std::nullopt;
  const Operand a = read.operand(0), b = name == "bitwise_not" ? a : read.operand(1);
  if (read.error) return std::nullopt;
  const py::BinOp op = name == "shift_left"    ? py::BinOp::LShift
                       : name == "shift_right" ? py::BinOp::RShift
                       : name == "bitwise_or"  ? py::BinOp::BitOr
                       : name == "bitwise_xor" ? py::BinOp::BitXor
                                               : py::BinOp::BitAnd;
  Result<Expr> e = binaryExpr(op, a, b);
  if (!e) read.error = e.error();
  if (name == "bitwise_not" && e)
    return a.value.dtype().isBool() ? logicalNot(a.value) : Expr(Call{a.value.dtype(), "bitwise_not", {a.value}});
  return e ? std::optional(*e) : std::nullopt;
}

// call_packed("name", buffers and numbers ...), call_extern("int32", "name", ...).
std::optional<Expr> external(std::string_view name, const CallArgs& args, Reader& read) {
  std::vector<Expr> values;
  size_t at = 0;
  DataType type = dtype::Int32;
  if (name != "call_packed") {
    if (args.positional.size() < 2)
      read.fail(err::kCallArguments(name), say("{0}(\"int32\", \"name\", x)", Ident(name)));
    else if (const auto t = read.type(args.positional[at++]))
      type = *t;
  }
  if (!read.error && (at >= args.positional.size() || !args.positional[at].text()))
    read.fail(err::kNeedsFunctionName(name), "write it in quotes: \"name\"");
  if (read.error) return std::nullopt;
  const std::string function = *args.positional[at++].text();
  if (name == "call_intrin") {
    const std::string plain = function.starts_with("tir.") ? function.substr(4) : function;
    if (!findIntrinsic(plain))
      read.fail(err::kUnknownIntrinsic(function), "use call_extern to call a function of your own");
    for (; at < args.positional.size(); ++at) values.push_back(read.expr(at));
    return read.error ? std::nullopt : std::optional<Expr>(Call{type, plain, std::move(values)});
  }
  values.emplace_back(StringImm{function});
  for (; at < args.positional.size(); ++at) {
    const Value& v = args.positional[at];
    const auto* buffer = v.hostAs<BufferValue>();
    if (const std::string* text = v.text())
      values.emplace_back(StringImm{*text});
    else if (buffer)
      values.push_back(name == "call_packed" ? packed(buffer->buffer).hostAs<ExprValue>()->expr
                                             : Expr(buffer->buffer->data));
    else
      values.push_back(read.expr(at));
  }
  return read.error ? std::nullopt : std::optional<Expr>(Call{type, std::string(name), std::move(values)});
}

// Mathematical functions that are also defined for integers.
constexpr std::string_view kOfIntegers[] = {"fma",   "fabs",  "floor",    "ceil",     "trunc", "round",  "nearbyint",
                                            "isnan", "isinf", "isfinite", "popcount", "clz",   "likely", "reinterpret"};

std::optional<Expr> mathematical(const IntrinsicInfo& f, const CallArgs& args, Reader& read) {
  if (!read.takes(static_cast<size_t>(f.minArgs), static_cast<size_t>(f.maxArgs))) return std::nullopt;
  std::vector<Operand> operands;
  for (size_t i = 0; i < args.positional.size(); ++i) operands.push_back(read.operand(i));
  if (read.error) return std::nullopt;
  if (const Misfit why = matchArguments(f.name, operands); !why.empty()) {
    read.fail(err::kTeTypeMisfit(why.message), why.hint);
    return std::nullopt;
  }
  std::vector<Expr> values;
  for (const Operand& o : operands) values.push_back(o.value);
  if (!values[0].dtype().isFloat() &&
      std::find(std::begin(kOfIntegers), std::end(kOfIntegers), f.name) == std::end(kOfIntegers)) {
    read.fail(err::kTirNeedsFloats(f.name, toString(values[0].dtype())), "convert it first: .astype(\"float32\")");
    return std::nullopt;
  }
  return Expr(Call{f.result == ResultType::Bool    ? dtype::Bool()
                   : f.result == ResultType::Int32 ? dtype::Int32
                                                   : values[0].dtype(),
                   std::string(f.name), std::move(values)});
}

const IntrinsicInfo* mathNamed(std::string_view name) {
  const IntrinsicInfo* f = findIntrinsic(name);
  return f && f->elementwise() && f->maxArgs >= f->minArgs && f->effect == Effect::Pure ? f : nullptr;
}

std::optional<Expr> junction(std::string_view name, const CallArgs& args, Reader& read) {
  if (args.positional.empty()) read.fail(err::kTeNeedsConditions(name), say("te.{0}(i > 0, i < n)", Ident(name)));
  std::optional<Expr> all;
  for (size_t i = 0; i < args.positional.size() && !read.error; ++i) {
    const Expr next = read.condition(i);
    if (read.error) break;
    all = !all ? next : name == "all" || name == "And" ? logicalAnd(*all, next) : logicalOr(*all, next);
  }
  return read.error ? std::nullopt : all;
}

std::optional<Expr> evaluate(std::string_view name, const CallArgs& args, Reader& read) {
  if (name == "all" || name == "any" || name == "And" || name == "Or") return junction(name, args, read);
  if (name == "Select" || name == "if_then_else") return choice(name, read);
  if (name == "const") return constant(args, read);
  if (name == "IntImm" || name == "FloatImm") return immediate(name, args, read);
  if (const auto type = numberType(name)) return typed(*type, args, read);
  if (name == "Cast" || name == "cast") return casted(name, args, read);
  if (name == "min_value" || name == "max_value" || name == "infinity") return bound(name, args, read);
  if (name == "abs") return absolute(read);
  if (name == "call_packed" || name == "call_extern" || name == "call_pure_extern" || name == "call_intrin")
    return external(name, args, read);
  if (name == "Not") return read.takes(1, 1) ? std::optional(logicalNot(read.condition(0))) : std::nullopt;
  if (name == "ceildiv") return ceilDiv(read);
  for (const NamedBinary& b : kBinary)
    if (b.name == name) return twoOf(name, b.op, read);
  if (name.starts_with("bitwise_") || name.starts_with("shift_")) return bits(name, read);
  return mathematical(*mathNamed(name == "power" ? "pow" : name), args, read);
}

}  // namespace

Expr leastOf(DataType type) {
  return type.isFloat() ? makeFloat(type, -largestFloatOf(type)) : makeConst(type, minValueOf(type));
}
Expr greatestOf(DataType type) {
  return type.isFloat() ? makeFloat(type, largestFloatOf(type)) : makeConst(type, maxValueOf(type));
}

bool isTirFunction(std::string_view name) {
  return hasWord(kOthers, name) || mathNamed(name) || numberType(name) ||
         std::any_of(std::begin(kBinary), std::end(kBinary), [&](const NamedBinary& b) { return b.name == name; });
}

Called callTir(std::string_view name, CallArgs& args) {
  if (!isTirFunction(name)) return std::optional<Value>();
  if (name == "Var" || name == "SizeVar") {
    Result<Value> made = variable(args, name == "Var" ? "tir.Var" : "tir.SizeVar");
    return made ? Called(std::optional<Value>(std::move(*made))) : Called(made.error());
  }
  Reader read("tir." + std::string(name), args);
  std::optional<Expr> e = evaluate(name, args, read);
  if (read.error) return *read.error;
  Result<Value> value = combined(std::move(*e), args.positional);
  return value ? Called(std::optional<Value>(std::move(*value))) : Called(value.error());
}

}  // namespace lw::te
