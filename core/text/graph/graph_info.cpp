// Struct info, sizes and attributes of a graph function.
#include <algorithm>
#include <iterator>
#include <limits>

#include "core/arith/analyzer.h"
#include "core/graph/errors.h"
#include "core/ir/ops.h"
#include "core/text/errors.h"
#include "core/text/graph/graph_reader.h"
#include "core/text/python/python_parser.h"
#include "core/text/python/python_walk.h"

namespace lw::graph {
namespace {

// The text on one line; breaks and what they are followed by become one space.
std::string joined(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n') {
      out += text[i];
      continue;
    }
    while (i + 1 < text.size() && (text[i + 1] == ' ' || text[i + 1] == '\n')) ++i;
    if (!out.empty() && out.back() != '(' && out.back() != '[' && out.back() != ' ') out += ' ';
  }
  return out;
}

// "lambda n: (n, 4)" in the text of a size is not a size.
const py::Expr* sizeList(const py::Expr& e, const std::vector<py::Expr>*& items) {
  if (const auto* t = e->as<py::Tuple>()) items = &t->items;
  if (const auto* l = e->as<py::List>()) items = &l->items;
  return items ? &e : nullptr;
}

struct Deeper {
  explicit Deeper(int& depth) : depth(depth) { ++depth; }
  ~Deeper() { --depth; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  int& depth;
};

}  // namespace

std::string FunctionReader::sourceOf(const py::Expr& e) const {
  return joined(std::string_view(file_.source.text)
                    .substr(static_cast<size_t>(e->span.begin), static_cast<size_t>(e->span.end - e->span.begin)));
}

std::string FunctionReader::path(const py::Expr& e) const {
  if (const auto* name = e->as<py::Name>()) return name->id;
  const auto* a = e->as<py::Attribute>();
  const std::string object = a ? path(a->object) : std::string();
  return object.empty() ? std::string() : object + "." + a->name;
}

std::string FunctionReader::relaxName(const py::Expr& e) const {
  const std::string full = path(e);
  for (const std::string_view prefix : {"R.", "relax.op.", "relax."})
    if (full.starts_with(prefix)) return full.substr(prefix.size());
  return {};
}

const py::Expr* FunctionReader::argument(const py::Call& call, size_t position, std::string_view name) const {
  if (position < call.args.size()) return &call.args[position];
  for (const py::Keyword& k : call.keywords)
    if (k.name == name) return &k.value;
  return nullptr;
}

StructInfo FunctionReader::info(const py::Expr& e) {
  const auto* call = e->as<py::Call>();
  const std::string name = relaxName(call ? call->function : e);
  if (name == "Object" || name == "Any") return AnyInfo{};
  if (name == "Tensor") return call ? tensorInfo(*call, e->span) : StructInfo(TensorInfo{});
  if (name == "Shape") return call ? shapeInfo(*call) : StructInfo(ShapeInfo{});
  if (name == "Prim" && call) return scalarInfo(*call, e->span);
  if (name == "Tuple") return call ? tupleInfo(*call) : StructInfo(TupleInfo{});
  if (name == "Callable") return call ? functionInfo(*call) : StructInfo(FunctionInfo{std::nullopt, AnyInfo{}, true});
  if (e->as<py::NoneLiteral>()) return TupleInfo{};
  // What another value is.
  if (const auto* a = e->as<py::Attribute>(); a && (a->name == "struct_info" || a->name == "ty"))
    if (const auto* of = a->object->as<py::Name>())
      if (const Value* value = lookup(of->id)) return value->info();
  if (const std::string of = path(e); of.starts_with("T."))
    if (const auto type = parseDataType(of.substr(2))) return ScalarInfo{*type, std::nullopt};
  if (name == "DTensor" || name == "dist.DTensor") fail(e->span, err::kGraphDistributed());
  fail(e->span, err::kGraphNoStructInfo(sourceOf(e)),
       "write R.Tensor(shape, dtype), R.Shape, R.Prim, R.Tuple, R.Callable or R.Object");
}

std::vector<StructInfo> FunctionReader::infos(const py::Expr& e, bool& several) {
  const std::vector<py::Expr>* items = nullptr;
  several = sizeList(e, items) != nullptr;
  std::vector<StructInfo> list;
  if (!several) return {info(e)};
  for (const py::Expr& item : *items) list.push_back(info(item));
  return list;
}

StructInfo FunctionReader::tensorInfo(const py::Call& call, Span span) {
  TensorInfo tensor;
  const py::Expr *shape = argument(call, 0, "shape"), *dtype = argument(call, 1, "dtype");
  // R.Tensor("float32") gives the type only.
  if (const auto* text = shape ? (*shape)->as<py::StringLiteral>() : nullptr; text && parseDataType(text->value)) {
    dtype = shape;
    shape = nullptr;
  }
  if (shape && !(*shape)->as<py::NoneLiteral>()) {
    const auto* name = (*shape)->as<py::Name>();
    if (const Value* value = name ? lookup(name->id) : nullptr) {
      tensor.shape = value->node();
      if (const auto* known = value->info().as<ShapeInfo>()) tensor.rank = known->rank;
    } else {
      tensor.sizes = sizes(*shape);
      tensor.rank = static_cast<int>(tensor.sizes->size());
    }
  }
  if (dtype && !(*dtype)->as<py::NoneLiteral>()) tensor.type = type(*dtype);
  if (const py::Expr* device = argument(call, 2, "vdevice")) this->device(*device, tensor);
  if (const py::Expr* ndim = argument(call, 3, "ndim")) {
    const int rank = this->rank(*ndim);
    if (tensor.sizes && rank >= 0 && rank != tensor.rank)
      fail(span, err::kGraphNdim(int64_t{rank}, toText(*tensor.sizes)));
    if (!tensor.sizes) tensor.rank = rank;
  }
  constexpr std::string_view kNames[] = {"shape", "dtype", "vdevice", "ndim"};
  if (call.args.size() > std::size(kNames))
    fail(span, err::kTakesAtMostArgumentsGiven("R.Tensor", static_cast<int64_t>(std::size(kNames)),
                                               static_cast<int64_t>(call.args.size())));
  for (const py::Keyword& k : call.keywords)
    if (std::find(std::begin(kNames), std::end(kNames), k.name) == std::end(kNames))
      fail(k.span, err::kHasNoArgumentNamed("R.Tensor", k.name));
  return tensor;
}

void FunctionReader::device(const py::Expr& e, TensorInfo& tensor) {
  if (e->as<py::NoneLiteral>()) return;
  const auto* text = e->as<py::StringLiteral>();
  tensor.device = text ? text->value : sourceOf(e);
  tensor.deviceIsSource = !text;
}

int FunctionReader::rank(const py::Expr& e) {
  constexpr int64_t kMaxRank = 64;
  const int64_t rank = integer(e);
  if (rank < -1 || rank > kMaxRank) fail(e->span, err::kGraphNdimRange(rank, kMaxRank));
  return static_cast<int>(rank);
}

StructInfo FunctionReader::shapeInfo(const py::Call& call) {
  ShapeInfo shape;
  const py::Expr* list = argument(call, 0, "values");
  if (list && !(*list)->as<py::NoneLiteral>()) {
    shape.sizes = sizes(*list);
    shape.rank = static_cast<int>(shape.sizes->size());
  } else if (const py::Expr* rank = argument(call, 1, "ndim")) {
    shape.rank = this->rank(*rank);
  }
  return shape;
}

StructInfo FunctionReader::scalarInfo(const py::Call& call, Span span) {
  const py::Expr* dtype = argument(call, 0, "dtype");
  const py::Expr* value = nullptr;
  for (const py::Keyword& k : call.keywords)
    if (k.name == "value") value = &k.value;
  if (value && !(*value)->as<py::NoneLiteral>()) {
    const Expr known = size(*value);
    return ScalarInfo{known.dtype(), known};
  }
  if (!dtype) fail(span, err::kNeedsArgument("R.Prim", "dtype"));
  return ScalarInfo{type(*dtype), std::nullopt};
}

StructInfo FunctionReader::tupleInfo(const py::Call& call) {
  TupleInfo tuple;
  const std::vector<py::Expr>* items = &call.args;
  const std::vector<py::Expr>* list = nullptr;
  if (call.args.size() == 1 && sizeList(call.args[0], list)) items = list;
  for (const py::Expr& item : *items) tuple.fields.push_back(info(item));
  return tuple;
}

StructInfo FunctionReader::functionInfo(const py::Call& call) {
  FunctionInfo function{std::nullopt, AnyInfo{}, true};
  const py::Expr *params = argument(call, 0, "params"), *result = argument(call, 1, "ret"),
                 *pure = argument(call, 2, "purity");
  bool several = false;
  if (params && !(*params)->as<py::NoneLiteral>()) function.params = infos(*params, several);
  if (result) function.result = info(*result);
  if (const auto* flag = pure ? (*pure)->as<py::BoolLiteral>() : nullptr) function.pure = flag->value;
  return function;
}

Sizes FunctionReader::sizes(const py::Expr& e) {
  const std::vector<py::Expr>* items = nullptr;
  if (!sizeList(e, items)) return {size(e)};
  Sizes list;
  for (const py::Expr& item : *items) list.push_back(size(item));
  return list;
}

Expr FunctionReader::size(const py::Expr& e) {
  if (const auto* text = e->as<py::StringLiteral>()) {
    // "n + 1": an expression over sizes, as a string.
    const SourceText source = makeSource("size", text->value);
    const Result<py::Expr> parsed = py::parseExpression(source);
    if (!parsed) fail(e->span, err::kGraphSize(text->value));
    if (const auto* name = (*parsed)->as<py::Name>()) defineSize(name->id);
    const std::optional<Expr> value = evaluated(*parsed);
    if (!value || !value->dtype().isInteger()) fail(e->span, err::kGraphSize(text->value));
    return *value;
  }
  const Expr value = scalar(e);
  if (!value.dtype().isInteger()) fail(e->span, err::kSizeNotInteger(TypeName(toString(value.dtype()))));
  const auto number = asInt(value);
  return number && value.dtype() == dtype::Int32 ? makeConst(dtype::Int64, *number) : value;
}

std::optional<Expr> FunctionReader::evaluated(const py::Expr& e) {
  if (const auto* i = e->as<py::IntLiteral>()) return makeConst(dtype::Int64, i->value);
  scalarErrors_.clear();
  return scalars_.evaluate(e);
}

Expr FunctionReader::scalar(const py::Expr& e) {
  if (const auto* i = e->as<py::IntLiteral>()) return makeConst(dtype::Int64, i->value);
  // A value that holds a known number.
  if (const auto* name = e->as<py::Name>())
    if (const Value* value = lookup(name->id))
      if (const auto* known = value->info().as<ScalarInfo>(); known && known->value) return *known->value;
  if (const auto* call = e->as<py::Call>(); call && call->args.size() == 1)
    if (relaxName(call->function) == "prim_value" || path(call->function).ends_with(".meta_var"))
      return scalar(call->args[0]);
  const std::optional<Expr> value = evaluated(e);
  if (!value) {
    for (Diagnostic& d : scalarErrors_) file_.diagnostics.push_back(std::move(d));
    throw tir::Failed{};
  }
  const auto number = asInt(simplify(*value));
  const bool computed = e->as<py::Unary>() || e->as<py::Binary>();  // of numbers without a type of their own
  if (number && computed) return makeConst(value->dtype() == dtype::Int32 ? dtype::Int64 : value->dtype(), *number);
  return *value;
}

DataType FunctionReader::type(const py::Expr& e) {
  std::string text;
  if (const auto* s = e->as<py::StringLiteral>()) text = s->value;
  if (const auto* call = e->as<py::Call>(); call && relaxName(call->function) == "dtype" && call->args.size() == 1)
    return type(call->args[0]);
  if (const std::string of = path(e); of.starts_with("T.")) text = of.substr(2);
  if (text.empty() && e->as<py::StringLiteral>()) return dtype::Void();
  if (text == "void") return dtype::Void();
  const auto type = parseDataType(text);
  if (!type) fail(e->span, err::kNoDataType(text.empty() ? sourceOf(e) : text));
  return *type;
}

int64_t FunctionReader::integer(const py::Expr& e) {
  const auto value = asInt(scalar(e));
  if (!value) fail(e->span, err::kMustBeConstantInteger("this", Snippet(sourceOf(e))));
  return *value;
}

std::string FunctionReader::string(const py::Expr& e) {
  if (const auto* s = e->as<py::StringLiteral>()) return s->value;
  if (const auto* call = e->as<py::Call>(); call && relaxName(call->function) == "str" && call->args.size() == 1)
    return string(call->args[0]);
  fail(e->span, err::kMustBeString("this", Snippet(sourceOf(e))));
}

Attribute FunctionReader::attribute(const py::Expr& e) {
  if (e->as<py::NoneLiteral>()) return {NoneAttribute{}};
  if (const auto* b = e->as<py::BoolLiteral>()) return {b->value};
  if (const auto* i = e->as<py::IntLiteral>()) return {i->value};
  if (const auto* f = e->as<py::FloatLiteral>()) return {f->value};
  if (const auto* s = e->as<py::StringLiteral>()) return {s->value};
  const std::vector<py::Expr>* items = nullptr;
  if (sizeList(e, items)) {
    AttributeList list;
    for (const py::Expr& item : *items) list.push_back(attribute(item));
    return {std::move(list)};
  }
  if (e->as<py::Dict>()) return {attributeMap(e)};
  if (const auto* call = e->as<py::Call>()) {
    const std::string of = path(call->function);
    if (relaxName(call->function) == "dtype") return {toString(type(e))};
    if (of.starts_with("T.") && parseDataType(of.substr(2)) && call->args.size() == 1) {
      const Attribute inner = attribute(call->args[0]);
      if (inner.as<int64_t>() || inner.as<double>() || inner.as<bool>()) return inner;
    }
  }
  if (std::optional<Attribute> computed = computedAttribute(e)) return *computed;
  return {SourceAttribute{sourceOf(e)}};
}

// A number that is computed, a size, or a constant of the file. Nothing: it is none of these.
std::optional<Attribute> FunctionReader::computedAttribute(const py::Expr& e) {
  constexpr int kMaxConstants = 50;  // that refer to one another
  if (const auto number = fraction(e)) return Attribute{*number};
  const auto* name = e->as<py::Name>();
  if (name && !sizeNames_.contains(name->id)) {
    const auto constant = file_.constants.find(name->id);
    if (constant == file_.constants.end() || lookup(name->id) || constants_ >= kMaxConstants) return std::nullopt;
    const Deeper inside(constants_);
    return attribute(constant->second);
  }
  if (const auto* minus = e->as<py::Unary>(); minus && minus->op == py::UnaryOp::Minus)
    if (const auto* i = minus->value->as<py::IntLiteral>(); i && i->value != std::numeric_limits<int64_t>::min())
      return Attribute{-i->value};
  const bool computes = name || e->as<py::Unary>() || e->as<py::Binary>();
  if (!computes || hasValues(e)) return std::nullopt;
  const std::optional<Expr> value = evaluated(e);
  if (!value || !value->dtype().isInteger()) return std::nullopt;
  const Expr simple = simplify(*value);
  if (const auto number = asInt(simple)) return Attribute{*number};
  return Attribute{*value};
}

AttributeMap FunctionReader::attributeMap(const py::Expr& e) {
  const auto* dict = e->as<py::Dict>();
  if (!dict) fail(e->span, err::kExpectedMap(Snippet(sourceOf(e))));
  AttributeMap map;
  for (const auto& [key, value] : dict->items) map.emplace_back(string(key), attribute(value));
  return map;
}

}  // namespace lw::graph
