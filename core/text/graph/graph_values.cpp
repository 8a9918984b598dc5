// Expressions of a graph function, except calls.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/graph/errors.h"
#include "core/ir/ops.h"
#include "core/text/errors.h"
#include "core/text/graph/graph_reader.h"
#include "core/text/python/python_walk.h"
#include "core/text/suggest.h"

namespace lw::graph {

bool FunctionReader::hasValues(const py::Expr& e) const {
  if (const auto* name = e->as<py::Name>()) return lookup(name->id) != nullptr;
  if (const auto* call = e->as<py::Call>()) {
    if (!relaxName(call->function).empty()) return true;
    if (const std::string of = path(call->function); isModule(of.substr(0, of.find('.')))) return true;
  }
  bool found = false;
  py::forEachChild(*e, [&](const py::Expr& child) { found = found || hasValues(child); });
  return found;
}

Node FunctionReader::node(const py::Expr& e) {
  const Span span = e->span;
  if (const auto* name = e->as<py::Name>()) return named(name->id, span);
  if (const auto number = fraction(e)) return ScalarNode{makeFloat(dtype::Float(64), *number)};
  if (const auto* call = e->as<py::Call>()) return this->call(*call, span);
  if (const auto* t = e->as<py::Tuple>()) return tuple(t->items);
  if (const auto* l = e->as<py::List>()) return tuple(l->items);
  if (const auto* s = e->as<py::Subscript>()) return item(*s, span);
  if (const auto* a = e->as<py::Attribute>()) return attributeNode(*a, span);
  if (const auto* s = e->as<py::StringLiteral>()) return TextNode{s->value};
  if (const auto* b = e->as<py::BoolLiteral>()) return ScalarNode{boolConst(b->value)};
  if (!hasValues(e)) return ScalarNode{scalar(e)};
  if (const auto* b = e->as<py::Binary>()) return binary(*b, span);
  if (const auto* c = e->as<py::Compare>()) return compare(*c, span);
  if (const auto* u = e->as<py::Unary>(); u && u->op == py::UnaryOp::Minus)
    return apply("negative", {node(u->value)}, span);
  fail(span, err::kGraphNoValue(sourceOf(e)));
}

Node FunctionReader::named(const std::string& name, Span span) {
  if (const Value* value = lookup(name)) {
    file_.map.add({span, MappedRange::Kind::Variable, {}, {}, name, value->key()});
    return *value;
  }
  if (sizeNames_.contains(name)) return ScalarNode{sizeNames_.at(name)};
  if (module_.functions.contains(name)) return FunctionRef{name};
  if (std::find(hidden_.begin(), hidden_.end(), name) != hidden_.end())
    fail(span, err::kGraphHidden(name), say("name it at the end of its block: R.output({0})", Ident(name)));
  std::vector<std::string> known(module_.functions.begin(), module_.functions.end());
  for (const auto& [other, value] : names_) known.push_back(other);
  fail(span, err::kUndefinedName(name), didYouMean(name, known));
}

Node FunctionReader::attributeNode(const py::Attribute& a, Span span) {
  const std::string object = path(a.object);
  if (!isModule(object)) fail(span, err::kGraphNoValue(object + "." + a.name));
  if (!module_.functions.contains(a.name)) {
    const std::vector<std::string> known(module_.functions.begin(), module_.functions.end());
    fail(a.nameSpan, err::kGraphNoFunction(object, a.name), didYouMean(a.name, known));
  }
  return FunctionRef{a.name};
}

Node FunctionReader::tuple(const std::vector<py::Expr>& items) {
  TupleNode tuple;
  for (const py::Expr& item : items) tuple.fields.push_back(node(item));
  return tuple;
}

Node FunctionReader::shape(const py::Expr& e) {
  const std::vector<py::Expr>* items = nullptr;
  if (const auto* t = e->as<py::Tuple>()) items = &t->items;
  if (const auto* l = e->as<py::List>()) items = &l->items;
  if (!items) {
    if (hasValues(e)) return node(e);
    return ShapeNode{{size(e)}};
  }
  // A value among the sizes whose number is not known makes it a tuple of values.
  const bool open = std::any_of(items->begin(), items->end(), [&](const py::Expr& item) {
    const auto* name = item->as<py::Name>();
    const Value* value = name ? lookup(name->id) : nullptr;
    const auto* known = value ? value->info().as<ScalarInfo>() : nullptr;
    return value && (!known || !known->value);
  });
  if (open) return tuple(*items);
  return ShapeNode{sizes(e)};
}

// metadata["relax.expr.Constant"][0]
Node FunctionReader::metadata(const py::Subscript& s, Span span) {
  const auto* inner = s.object->as<py::Subscript>();
  const auto* name = inner ? inner->object->as<py::Name>() : nullptr;
  const bool constants =
      name && name->id == "metadata" && inner->indices.size() == 1 && string(inner->indices[0]).ends_with("Constant");
  if (!constants) fail(span, err::kGraphNoValue("metadata"));
  return Constant{AnyInfo{}, nullptr, indexOf(s.indices[0])};
}

Node FunctionReader::item(const py::Subscript& s, Span span) {
  if (s.indices.size() != 1) fail(span, err::kGraphIndex());
  const auto* inner = s.object->as<py::Subscript>();
  if (const auto* name = inner ? inner->object->as<py::Name>() : nullptr; name && name->id == "metadata")
    return metadata(s, span);
  return itemOf(s.object, s.indices[0], span);
}

int FunctionReader::indexOf(const py::Expr& e) {
  const int64_t index = integer(e);
  if (index < 0 || index > std::numeric_limits<int>::max())
    fail(e->span, err::kGraphIndexRange(index, int64_t{std::numeric_limits<int>::max()}));
  return static_cast<int>(index);
}

// t[0] and R.TupleGetItem(t, 0)
Node FunctionReader::itemOf(const py::Expr& of, const py::Expr& place, Span span) {
  const Node tuple = node(of);
  const Result<StructInfo> known = infoOf(tuple);
  if (const auto* fields = known ? known->as<TupleInfo>() : nullptr) {
    const int64_t index = integer(place), count = static_cast<int64_t>(fields->fields.size());
    if (index < 0 || index >= count) fail(span, err::kGraphNoField(index, count));
  } else if (known && known->as<TensorInfo>()) {
    fail(span, err::kGraphIndex(), "R.take and R.strided_slice choose elements of a tensor");
  }
  return TupleItem{tuple, indexOf(place)};
}

Node FunctionReader::apply(std::string_view op, std::vector<std::optional<Node>> args, Span span) {
  const Operator* found = findOperator(op);
  if (!found) fail(span, err::kGraphUnknownOperator(std::string(op)));
  Call call;
  call.op = found;
  call.args = std::move(args);
  return call;
}

Node FunctionReader::binary(const py::Binary& b, Span span) {
  std::string_view op;
  switch (b.op) {
    case py::BinOp::Add:
      op = "add";
      break;
    case py::BinOp::Sub:
      op = "subtract";
      break;
    case py::BinOp::Mul:
      op = "multiply";
      break;
    case py::BinOp::Div:
      op = "divide";
      break;
    case py::BinOp::FloorDiv:
      op = "floor_divide";
      break;
    case py::BinOp::Mod:
      op = "mod";
      break;
    case py::BinOp::Pow:
      op = "power";
      break;
    case py::BinOp::MatMul:
      op = "matmul";
      break;
    case py::BinOp::LShift:
      op = "left_shift";
      break;
    case py::BinOp::RShift:
      op = "right_shift";
      break;
    case py::BinOp::BitAnd:
      op = "bitwise_and";
      break;
    case py::BinOp::BitOr:
      op = "bitwise_or";
      break;
    case py::BinOp::BitXor:
      op = "bitwise_xor";
      break;
  }
  return apply(op, {node(b.left), node(b.right)}, span);
}

Node FunctionReader::compare(const py::Compare& c, Span span) {
  if (c.rest.size() != 1) fail(span, err::kGraphNoValue("a chain of comparisons"));
  std::string_view op;
  switch (c.rest[0].first) {
    case py::CompareOp::Eq:
      op = "equal";
      break;
    case py::CompareOp::Ne:
      op = "not_equal";
      break;
    case py::CompareOp::Lt:
      op = "less";
      break;
    case py::CompareOp::Le:
      op = "less_equal";
      break;
    case py::CompareOp::Gt:
      op = "greater";
      break;
    case py::CompareOp::Ge:
      op = "greater_equal";
      break;
    default:
      fail(span, err::kGraphNoValue("this comparison"));
  }
  return apply(op, {node(c.first), node(c.rest[0].second)}, span);
}

namespace {

constexpr int64_t kMaxElements = 1 << 20;  // of a constant that is written in the text

// An integer is kept exactly.
struct Number {
  double real = 0;
  std::optional<int64_t> integer;
};

struct Numbers {
  std::vector<int64_t> shape;
  std::vector<Number> values;
  bool isFloat = false, isBool = true;
};

// A number, or nested lists of them. False: it is something else, or the lists differ in length.
bool collect(const py::Expr& e, size_t depth, Numbers& out) {
  const std::vector<py::Expr>* items = nullptr;
  if (const auto* l = e->as<py::List>()) items = &l->items;
  if (const auto* t = e->as<py::Tuple>()) items = &t->items;
  if (items) {
    if (depth > 8) return false;
    const auto length = static_cast<int64_t>(items->size());
    // Only the first lists open dimensions: those before the first number.
    if (out.shape.size() == depth && out.values.empty())
      out.shape.push_back(length);
    else if (out.shape.size() <= depth || out.shape[depth] != length)
      return false;
    return std::all_of(items->begin(), items->end(),
                       [&](const py::Expr& item) { return collect(item, depth + 1, out); });
  }
  if (depth != out.shape.size() || static_cast<int64_t>(out.values.size()) >= kMaxElements) return false;
  const auto* minus = e->as<py::Unary>();
  const py::Expr& number = minus && minus->op == py::UnaryOp::Minus ? minus->value : e;
  const int64_t sign = &number == &e ? 1 : -1;
  const auto integer = [&](int64_t value) {
    out.values.push_back({static_cast<double>(value), value});
    return true;
  };
  const auto real = [&](double value) {
    out.isFloat = true;
    out.values.push_back({static_cast<double>(sign) * value, std::nullopt});
    return true;
  };
  if (const auto* b = number->as<py::BoolLiteral>()) {
    out.isBool = out.isBool && sign > 0;
    return integer(b->value ? sign : 0);
  }
  out.isBool = false;
  if (const auto* i = number->as<py::IntLiteral>()) {
    if (sign < 0 && i->value == std::numeric_limits<int64_t>::min()) return false;
    return integer(sign * i->value);
  }
  if (const auto* f = number->as<py::FloatLiteral>()) return real(f->value);
  if (const auto* ratio = number->as<py::Binary>(); ratio && ratio->op == py::BinOp::Div) {  // 1.0 / 3.0
    Numbers a, b;
    if (!collect(ratio->left, 0, a) || !collect(ratio->right, 0, b) || !a.shape.empty() || !b.shape.empty())
      return false;
    if (b.values[0].real == 0) return false;
    return real(a.values[0].real / b.values[0].real);
  }
  // float("inf")
  const auto* call = number->as<py::Call>();
  const auto* name = call && call->args.size() == 1 ? call->function->as<py::Name>() : nullptr;
  const auto* text = name && name->id == "float" ? call->args[0]->as<py::StringLiteral>() : nullptr;
  if (!text) return false;
  if (text->value == "inf") return real(HUGE_VAL);
  if (text->value == "-inf") return real(-HUGE_VAL);
  if (text->value == "nan") return real(NAN);
  return false;
}

// Are there as many numbers as the shape says?
bool isFull(const Numbers& numbers) {
  int64_t count = 1;
  for (const int64_t length : numbers.shape)
    if (__builtin_mul_overflow(count, length, &count)) return false;
  return count == static_cast<int64_t>(numbers.values.size());
}

// "int8 has the numbers -128 to 127"; of types that do not have all numbers of 64 bits.
Message rangeOf(DataType type) {
  const bool isSigned = !type.isUInt();
  const int64_t most =
      type.bits >= 64 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << (type.bits - isSigned)) - 1;
  return say("{0} has the numbers {1} to {2}", TypeName(toString(type)), isSigned ? -most - 1 : int64_t{0}, most);
}

// Does the type have the number? Any number is a bool.
bool fits(DataType type, int64_t value) {
  if (type.isBool()) return true;
  if (type.isUInt()) return value >= 0 && (type.bits >= 63 || value < int64_t{1} << type.bits);
  return type.bits >= 64 || (value >= -(int64_t{1} << (type.bits - 1)) && value < int64_t{1} << (type.bits - 1));
}

}  // namespace

std::optional<double> FunctionReader::fraction(const py::Expr& e) {
  Numbers numbers;
  if (!collect(e, 0, numbers) || !numbers.isFloat || !numbers.shape.empty()) return std::nullopt;
  return numbers.values[0].real;
}

// R.const(value, dtype) and R.const(value, R.Tensor(...)). The type of a plain number is that of Relax.
Node FunctionReader::constant(const py::Call& call, Span span) {
  const py::Expr *value = argument(call, 0, "value"), *kind = argument(call, 1, "dtype");
  if (!kind) kind = argument(call, 1, "struct_info");
  if (!value) fail(span, err::kNeedsArgument("R.const", "value"));
  Numbers numbers;
  if (!collect(*value, 0, numbers) || !isFull(numbers))
    fail((*value)->span, err::kGraphNoConstant(sourceOf(*value)),
         "lists inside of one list have the same length, and hold numbers or lists, not both");
  DataType type = numbers.isFloat ? dtype::Float32 : numbers.isBool ? dtype::Bool() : dtype::Int32;
  if (kind && !(*kind)->as<py::NoneLiteral>()) {
    const auto* text = (*kind)->as<py::StringLiteral>();
    if (text || !relaxName((*kind)->as<py::Call>() ? (*kind)->as<py::Call>()->function : *kind).starts_with("Tensor")) {
      type = this->type(*kind);
    } else if (const StructInfo wanted = info(*kind); wanted.as<TensorInfo>() && wanted.as<TensorInfo>()->type) {
      type = *wanted.as<TensorInfo>()->type;
    }
  }
  if (!type.isInteger() && !type.isFloat() && !type.isBool()) fail(span, err::kNoDataType(toString(type)));
  NDArray data = NDArray::zeros(type, numbers.shape);
  for (size_t i = 0; i < numbers.values.size(); ++i) {
    const auto& [real, integer] = numbers.values[i];
    const auto at = static_cast<int64_t>(i);
    if (type.isFloat()) {
      data.set(at, real);
      continue;
    }
    if (!integer && !(real >= -0x1p63 && real < 0x1p63))
      fail((*value)->span, err::kConstantNotOfType(Snippet(sourceOf(*value)), toString(type)));
    const int64_t whole = integer ? *integer : static_cast<int64_t>(real);
    if (!fits(type, whole))
      fail((*value)->span, err::kConstantNotOfType(Snippet(sourceOf(*value)), toString(type)), rangeOf(type));
    data.setInt(at, whole);
  }
  Sizes sizes;
  for (const int64_t size : numbers.shape) sizes.push_back(makeConst(dtype::Int64, size));
  return Constant{tensorOf(std::move(sizes), type), std::make_shared<const NDArray>(std::move(data)), -1};
}

}  // namespace lw::graph
