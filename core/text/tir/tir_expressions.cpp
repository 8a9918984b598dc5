// Expressions of a prim_func, except calls.
#include "core/ir/ops.h"
#include "core/ir/python_values.h"
#include "core/text/errors.h"
#include "core/text/python/arithmetic.h"
#include "core/text/tir/opaque_calls.h"
#include "core/text/tir/tir_parser.h"
#include "core/text/tir/tir_types.h"

namespace lw::tir {

ParsedValue FunctionParser::eval(const py::Expr& e) {
  const Span span = e->span;
  const auto unsupported = [&](const std::string& what) -> ParsedValue { fail(span, err::kNoMeaningInPrimFunc(what)); };
  return std::visit(Overloaded{[](const py::NoneLiteral&) -> ParsedValue { return NoneValue{}; },
                               [&](const py::EllipsisLiteral&) { return unsupported("`...`"); },
                               [](const py::BoolLiteral& n) -> ParsedValue { return n.value; },
                               [](const py::IntLiteral& n) -> ParsedValue { return n.value; },
                               [](const py::WideLiteral& n) -> ParsedValue {
                                 return Expr(IntImm{dtype::UInt(64), static_cast<int64_t>(n.value)});
                               },
                               [](const py::FloatLiteral& n) -> ParsedValue { return n.value; },
                               [](const py::StringLiteral& n) -> ParsedValue { return n.value; },
                               [&](const py::Name& n) {
                                 ParsedValue value = resolve(n.id, span);
                                 if (const auto* x = value.as<Expr>())
                                   if (const auto* v = x->as<Var>())
                                     map(MappedRange::Kind::Variable, span, n.id, v->key());
                                 if (const auto* b = value.as<Buffer>())
                                   map(MappedRange::Kind::Buffer, span, n.id, b->key());
                                 if (const auto* s = value.as<ScalarValue>())
                                   map(MappedRange::Kind::Buffer, span, n.id, s->buffer.key());
                                 return value;
                               },
                               [&](const py::Attribute& n) { return attribute(n, span); },
                               [&](const py::Slice&) { return unsupported("a slice"); },
                               [&](const py::Subscript& n) { return subscript(n, span); },
                               [&](const py::Call& n) { return call(n, span); },
                               [&](const py::Starred&) { return unsupported("`*`"); },
                               [&](const py::Unary& n) { return unary(n, span); },
                               [&](const py::Binary& n) {
                                 const ParsedValue a = eval(n.left), b = eval(n.right);
                                 ParsedValue made = binaryOp(n.op, a, n.left->span, b, n.right->span, span);
                                 if (const auto* x = made.as<Expr>())
                                   map(MappedRange::Kind::Expression, span, {}, x->key());
                                 return made;
                               },
                               [&](const py::Compare& n) { return compare(n, span); },
                               [&](const py::BoolOp& n) { return boolean(n, span); },
                               [&](const py::Conditional& n) { return choice(n, span); },
                               [&](const py::Lambda&) { return unsupported("a lambda"); },
                               [&](const py::Tuple& n) -> ParsedValue { return items(n.items); },
                               [&](const py::List& n) -> ParsedValue { return items(n.items); },
                               [&](const py::Dict& n) -> ParsedValue {
                                 MapValue entries;
                                 for (const auto& [k, v] : n.items) {
                                   std::string key = evalString(k, "the key of a map");
                                   entries.items.emplace_back(std::move(key), eval(v));
                                 }
                                 return entries;
                               },
                               [&](const py::Comprehension& n) {
                                 return helpers_.empty() ? unsupported("a comprehension") : comprehension(n);
                               },
                               [&](const py::FString&) { return unsupported("an f-string"); }},
                    e->value);
}

// The values of a list; *list stands for all of its values.
ListValue FunctionParser::items(const std::vector<py::Expr>& list) {
  ListValue result;
  for (const py::Expr& item : list) {
    const auto* star = item->as<py::Starred>();
    ParsedValue value = eval(star ? star->value : item);
    const auto* several = star ? value.as<ListValue>() : nullptr;
    if (star && !several) fail(item->span, err::kCannotUnpack(describe(value)));
    if (several)
      result.items.insert(result.items.end(), several->items.begin(), several->items.end());
    else
      result.items.push_back(std::move(value));
  }
  return result;
}

Expr FunctionParser::evalExpr(const py::Expr& e) { return toExpr(eval(e), e->span); }

Expr FunctionParser::toExpr(const ParsedValue& value, Span span) {
  if (const auto* e = value.as<Expr>()) return *e;
  if (const auto number = numberOf(value)) return numberExpr(*number);
  if (const auto* s = value.as<std::string>()) return StringImm{*s};
  if (const auto* s = value.as<SliceValue>()) return load(*s, span);
  if (const auto* t = value.as<ThreadValue>()) return t->var;
  if (const auto* s = value.as<ScalarValue>()) return BufferLoad{s->buffer, {0}};
  if (const auto* b = value.as<Buffer>(); b && file_.newest && isScalarBuffer(*b)) return BufferLoad{*b, {0}};
  if (const auto* b = value.as<Buffer>())
    fail(span, err::kBufferUsedAsValue((*b)->name), say("write its indices: {0}[...]", Ident((*b)->name)));
  fail(span, err::kExpectedValue(describe(value)));
}

Operand FunctionParser::toOperand(const ParsedValue& value, Span span) {
  const auto number = numberOf(value);
  return number ? Operand(*number) : Operand(toExpr(value, span));
}

std::pair<Expr, Expr> FunctionParser::matched(const ParsedValue& va, Span spanA, const ParsedValue& vb, Span spanB,
                                              Span span) {
  Operand a = toOperand(va, spanA), b = toOperand(vb, spanB);
  if (const Misfit why = matchTypes(a, b); !why.empty()) fail(span, err::kTypeMisfit(why.message), why.hint);
  return {a.value, b.value};
}

Expr FunctionParser::converted(Operand value, DataType type, Span span) {
  if (const Misfit why = convert(value, type); !why.empty()) fail(span, err::kTypeMisfit(why.message), why.hint);
  return value.value;
}

Expr FunctionParser::evalInteger(const py::Expr& e, std::string_view what) {
  const ParsedValue value = eval(e);
  Expr result = toExpr(value, e->span);
  if (!result.dtype().isInteger() || result.dtype().isVector())
    fail(e->span, err::kMustBeInteger(std::string(what), describe(value)));
  return result;
}

int64_t FunctionParser::evalConstant(const py::Expr& e, std::string_view what) {
  const ParsedValue value = eval(e);
  if (const auto* i = value.as<int64_t>()) return *i;
  if (const auto* x = value.as<Expr>())
    if (const auto i = asInt(*x)) return *i;
  fail(e->span, err::kMustBeConstantInteger(std::string(what), describe(value)));
}

std::string FunctionParser::evalString(const py::Expr& e, std::string_view what) {
  const ParsedValue value = eval(e);
  if (const auto* s = value.as<std::string>()) return *s;
  fail(e->span, err::kMustBeString(std::string(what), describe(value)));
}

DataType FunctionParser::evalType(const py::Expr& e) {
  const ParsedValue value = eval(e);
  std::string text;
  if (const auto* s = value.as<std::string>()) text = *s;
  if (const auto* f = value.as<FunctionName>()) text = tirMember(f->path);
  if (value.as<std::string>() && text.empty()) return dtype::Void();
  if (const auto type = typeNamed(text)) return *type;
  fail(e->span, text.empty() ? err::kExpectedDataType(describe(value)) : err::kNoDataType(text),
       "types are written \"float32\", \"int8\", \"bool\", \"float32x4\" ...");
}

Expr FunctionParser::asCondition(Expr e, Span span) {
  if (e.dtype().isBool()) return e;
  if (e.dtype().isHandle() || e.dtype().code == TypeCode::Void) fail(span, err::kConditionType(toString(e.dtype())));
  return ne(e, makeZero(e.dtype()));
}

Expr FunctionParser::condition(const py::Expr& e) { return asCondition(evalExpr(e), e->span); }

std::optional<std::string> FunctionParser::path(const py::Expr& function) {
  if (const auto* name = function->as<py::Name>()) return name->id;
  const auto* attribute = function->as<py::Attribute>();
  if (!attribute) return std::nullopt;
  const auto object = path(attribute->object);
  return object ? std::optional(*object + "." + attribute->name) : std::nullopt;
}

std::string FunctionParser::tirMember(const std::string& path) const {
  if (!file_.tileName.empty() && path.starts_with(file_.tileName + ".") && !lookup(file_.tileName))
    return "tile." + path.substr(file_.tileName.size() + 1);
  for (const std::string& prefix : {file_.tirName + ".", std::string("tir."), std::string("tirx."),
                                    std::string("tvm.tir."), std::string("tvm.tirx."), std::string("I.")}) {
    if (prefix == "I." && path != "I.meta_var") continue;
    if (!path.starts_with(prefix)) continue;
    const std::string base = prefix.substr(0, prefix.find('.'));
    return lookup(base) ? "" : path.substr(prefix.size());
  }
  return {};
}

ParsedValue FunctionParser::attribute(const py::Attribute& node, Span span) {
  if (const auto* base = node.object->as<py::Name>(); base && !lookup(base->id)) {
    if (base->id == file_.tirName || base->id == "tir" || base->id == "tirx" || base->id == "T" ||
        base->id == file_.tileName || (base->id == "I" && node.name == "meta_var"))
      return FunctionName{base->id + "." + node.name};
    if (base->id == "cls" || (base->id == file_.module && !base->id.empty())) return FunctionName{"cls." + node.name};
    if (base->id == "tvm" || base->id == "np" || base->id == "numpy") return FunctionName{base->id + "." + node.name};
  }
  const ParsedValue object = eval(node.object);
  if (const auto* f = object.as<FunctionName>()) return FunctionName{f->path + "." + node.name};
  if (const auto* b = object.as<Buffer>()) {
    const BufferNode& buffer = **b;
    if (node.name == "data") return Expr(buffer.data);
    if (node.name == "ty") return *b;  // A.ty.shape
    if (node.name == "elem_offset") return buffer.elemOffset;
    if (node.name == "dtype") return toString(buffer.dtype);
    if (node.name == "shape" || node.name == "strides") {
      ListValue list;
      for (const Expr& e : node.name == "shape" ? buffer.shape : buffer.strides) list.items.push_back(e);
      return list;
    }
    if (node.name == "access_ptr" || node.name == "scope" || node.name == "vload" || node.name == "vstore" ||
        node.name == "ptr_to")
      return Method{std::make_shared<const ParsedValue>(object), node.name};
    fail(node.nameSpan, err::kBufferHasNoAttribute(node.name),
         "known are data, elem_offset, strides, shape, dtype, scope() and access_ptr()");
  }
  if (const auto* s = object.as<ScalarValue>(); s && node.name == "buffer") return s->buffer;
  const bool isExpr = object.as<Expr>() || object.as<SliceValue>() || object.as<ScalarValue>() || object.isLiteral();
  if (isExpr && node.name == "astype")
    return Method{std::make_shared<const ParsedValue>(toExpr(object, span)), node.name};
  if (isExpr && (node.name == "dtype" || node.name == "ty")) return toString(toExpr(object, span).dtype());
  fail(node.nameSpan, err::kHasNoAttribute(describe(object), node.name));
}

ParsedValue FunctionParser::subscript(const py::Subscript& node, Span span) {
  const ParsedValue object = eval(node.object);
  if (const auto* b = object.as<Buffer>()) {
    SliceValue s = slice(*b, node, span);
    map(MappedRange::Kind::Expression, span, (*b)->name, nullptr);
    return s;
  }
  if (const auto* list = object.as<ListValue>(); list && node.indices.size() == 1) {
    if (const auto* part = node.indices[0]->as<py::Slice>()) return listSlice(*list, *part);
    const int64_t i = evalConstant(node.indices[0], "an index");
    const auto size = static_cast<int64_t>(list->items.size());
    if (i < -size || i >= size) fail(span, err::kListIndex(i, size));
    return list->items[static_cast<size_t>(i < 0 ? i + size : i)];
  }
  if (const auto* f = object.as<FunctionName>()) {
    const std::string member = tirMember(f->path);
    // T.ptx["name of an instruction"](...)
    const auto* text = node.indices.size() == 1 ? node.indices[0]->as<py::StringLiteral>() : nullptr;
    const auto* name = node.indices.size() == 1 ? node.indices[0]->as<py::Name>() : nullptr;
    if (text || (name && opaqueResult(member + ".x")))
      return FunctionName{f->path + "[\"" + evalString(node.indices[0], "the name of the instruction") + "\"]"};
    if (member == "S" || opaqueResult(member)) {
      std::vector<Expr> args{StringImm{member}};
      for (const py::Expr& index : node.indices) args.push_back(argument(index));
      return Expr(Call{dtype::Handle(), std::string(kPyItem), std::move(args)});
    }
  }
  if (const auto* s = object.as<ScalarValue>()) return slice(s->buffer, node, span);
  fail(node.object->span, err::kCannotBeIndexed(describe(object)));
}

SliceValue FunctionParser::slice(const Buffer& buffer, const py::Subscript& node, Span span) {
  std::vector<py::Expr> items = node.indices;
  if (items.size() == 1)
    if (const auto* tuple = items[0]->as<py::Tuple>()) items = tuple->items;
  if (std::any_of(items.begin(), items.end(), [](const py::Expr& e) { return e->as<py::Starred>(); }))
    return starredSlice(buffer, items, span);
  checkIndexCount(buffer, items.size(), span);
  SliceValue result{buffer, {}, {}};
  for (size_t d = 0; d < items.size(); ++d) {
    if (const auto* s = items[d]->as<py::Slice>()) {
      const Expr size = buffer->shape[d];
      Expr start = s->lower ? evalInteger(s->lower, "the start of a slice") : makeZero(size.dtype());
      const Expr stop = s->upper ? evalInteger(s->upper, "the end of a slice") : size;
      Expr extent = extentBetween(start, stop);
      if (const Misfit why = matchTypes(start, extent); !why.empty())
        fail(items[d]->span, err::kTypeMisfit(why.message), why.hint);
      if (s->step && evalConstant(s->step, "the step of a slice") != 1) {
        const int64_t step = evalConstant(s->step, "the step of a slice");
        const auto count = asInt(extent);
        if (!count || step <= 0 || *count <= 0) fail(items[d]->span, err::kSliceStepNotConstant());
        const int64_t lanes = (*count + step - 1) / step;
        if (lanes > 4096) fail(items[d]->span, err::kTooManyLanes());
        if (lanes > 1) start = Ramp{start, makeConst(start.dtype(), step), static_cast<int>(lanes)};
        extent = 1;
      }
      result.ranges.push_back({start, extent});
      result.isPoint.push_back(start.dtype().isVector());
      continue;
    }
    Expr index = evalExpr(items[d]);
    if (!index.dtype().isInteger()) fail(items[d]->span, err::kIndexNotInteger(toString(index.dtype())));
    result.ranges.push_back({index, makeConst(index.dtype().element(), 1)});
    result.isPoint.push_back(true);
  }
  return result;
}

// A[i, *js]: all indices are numbers.
SliceValue FunctionParser::starredSlice(const Buffer& buffer, const std::vector<py::Expr>& written, Span span) {
  SliceValue result{buffer, {}, {}};
  for (const ParsedValue& value : items(written).items) {
    const Expr index = toExpr(value, span);
    if (!index.dtype().isInteger()) fail(span, err::kIndexNotInteger(toString(index.dtype())));
    result.ranges.push_back({index, makeConst(index.dtype().element(), 1)});
    result.isPoint.push_back(true);
  }
  checkIndexCount(buffer, result.ranges.size(), span);
  return result;
}

void FunctionParser::checkIndexCount(const Buffer& buffer, size_t count, Span span) {
  const size_t rank = buffer->shape.size();
  if (count != rank)
    fail(span, err::kIndexCount(buffer->name, rank, rank == 1 ? " dimension" : " dimensions", count,
                                count == 1 ? " index is" : " indices are"));
}

std::vector<Expr> FunctionParser::indices(const SliceValue& slice, Span span) {
  std::vector<Expr> result;
  for (size_t d = 0; d < slice.ranges.size(); ++d) {
    const Range& range = slice.ranges[d];
    if (slice.isPoint[d] || isOne(range.extent)) {
      result.push_back(range.min);
      if (range.min.dtype().isVector() && d + 1 != slice.ranges.size())
        fail(span, err::kVectorIndexNotLast(slice.buffer->name));
      continue;
    }
    const auto lanes = asInt(range.extent);
    if (!lanes || *lanes < 1 || *lanes > 4096) fail(span, err::kSliceLengthNotConstant());
    if (d + 1 != slice.ranges.size()) fail(span, err::kSliceIndexNotLast(slice.buffer->name));
    result.push_back(Ramp{range.min, makeConst(range.min.dtype(), 1), static_cast<int>(*lanes)});
  }
  return result;
}

Expr FunctionParser::load(const SliceValue& slice, Span span) {
  const Expr e = BufferLoad{slice.buffer, indices(slice, span)};
  map(MappedRange::Kind::Expression, span, slice.buffer->name, e.key());
  return e;
}

ParsedValue FunctionParser::unary(const py::Unary& node, Span span) {
  if (const auto* wide = node.value->as<py::WideLiteral>(); wide && node.op != py::UnaryOp::Plus)
    fail(span, err::kIntegerTooWide("-" + std::to_string(wide->value)), "the least is -9223372036854775808");
  const ParsedValue value = eval(node.value);
  if (const auto number = numberOf(value)) return plain(py::applied(node.op, *number), span);
  if (const auto truth = node.op == py::UnaryOp::Not ? truthOf(value) : std::nullopt) return !*truth;
  if (node.op == py::UnaryOp::Plus) return value;
  const Expr e = toExpr(value, node.value->span);
  if (node.op == py::UnaryOp::Not) return Expr(Not{asCondition(e, span)});
  if (e.dtype().isHandle()) fail(span, err::kNegatedPointer());
  if (node.op == py::UnaryOp::Invert) return Expr(Call{e.dtype(), "bitwise_not", {e}});
  // As in TVM: a product with -1.
  return binary(BinaryOp::Mul, e, makeConst(e.dtype(), -1));
}

ParsedValue FunctionParser::binaryOp(py::BinOp op, const ParsedValue& va, Span spanA, const ParsedValue& vb, Span spanB,
                                     Span span) {
  if (std::optional<ParsedValue> plain = plainBinary(op, va, vb, span)) return std::move(*plain);
  const bool ambiguous = divisionIsAmbiguous(toOperand(va, spanA), toOperand(vb, spanB));
  const auto [a, b] = matched(va, spanA, vb, spanB, span);
  if (a.dtype().isHandle() || a.dtype().code == TypeCode::Void) fail(span, err::kPointerArithmetic());
  const auto bits = [&, &a = a, &b = b](const char* name) -> ParsedValue {
    if (a.dtype().isFloat()) fail(span, err::kBitsOfType(toString(a.dtype())), "use integers");
    return Expr(Call{a.dtype(), name, {a, b}});
  };
  const bool isInteger = a.dtype().isInteger() || a.dtype().isBool();
  switch (op) {
    case py::BinOp::Add:
      return binary(BinaryOp::Add, a, b);
    case py::BinOp::Sub:
      return binary(BinaryOp::Sub, a, b);
    case py::BinOp::Mul:
      return binary(BinaryOp::Mul, a, b);
    case py::BinOp::Div:
      if (ambiguous) fail(span, err::kDivisionIsAmbiguous(), "write // to round down, or T.truncdiv to round to zero");
      if (isInteger && isZero(b)) fail(spanB, err::kDivisionByZero());
      return binary(BinaryOp::Div, a, b);
    case py::BinOp::FloorDiv:
    case py::BinOp::Mod:
      if (isInteger && isZero(b)) fail(spanB, err::kDivisionByZero());
      return binary(op == py::BinOp::Mod ? BinaryOp::FloorMod : BinaryOp::FloorDiv, a, b);
    case py::BinOp::Pow:
      return Expr(Call{a.dtype(), "pow", {a, b}});
    case py::BinOp::LShift:
      return bits("shift_left");
    case py::BinOp::RShift:
      return bits("shift_right");
    case py::BinOp::BitAnd:
      return bits("bitwise_and");
    case py::BinOp::BitOr:
      return bits("bitwise_or");
    case py::BinOp::BitXor:
      return bits("bitwise_xor");
    case py::BinOp::MatMul:
      fail(span, err::kMatrixProductOperator(), "write the loops");
  }
  __builtin_unreachable();
}

ParsedValue FunctionParser::compareTwo(py::CompareOp op, const ParsedValue& va, Span spanA, const ParsedValue& vb,
                                       Span spanB) {
  const Span span{spanA.begin, spanB.end};
  if (const auto plain = plainCompare(op, va, vb)) return *plain;
  BinaryOp kind = BinaryOp::EQ;
  switch (op) {
    case py::CompareOp::Eq:
      break;
    case py::CompareOp::Ne:
      kind = BinaryOp::NE;
      break;
    case py::CompareOp::Lt:
      kind = BinaryOp::LT;
      break;
    case py::CompareOp::Le:
      kind = BinaryOp::LE;
      break;
    case py::CompareOp::Gt:
      kind = BinaryOp::GT;
      break;
    case py::CompareOp::Ge:
      kind = BinaryOp::GE;
      break;
    case py::CompareOp::In:
    case py::CompareOp::NotIn:
    case py::CompareOp::Is:
    case py::CompareOp::IsNot:
      fail(span, err::kInOperator());
  }
  Operand a = toOperand(va, spanA), b = toOperand(vb, spanB);
  if (const Misfit why = matchCompared(a, b); !why.empty()) fail(span, err::kTypeMisfit(why.message), why.hint);
  return binary(kind, a.value, b.value);
}

ParsedValue FunctionParser::compare(const py::Compare& node, Span) {
  std::optional<ParsedValue> result;
  ParsedValue left = eval(node.first);
  Span leftSpan = node.first->span;
  for (const auto& [op, e] : node.rest) {
    ParsedValue right = eval(e);
    const ParsedValue one = compareTwo(op, left, leftSpan, right, e->span);
    const bool *x = result ? result->as<bool>() : nullptr, *y = one.as<bool>();
    if (!result)
      result = one;
    else if (x && y)
      result = *x && *y;
    else
      result = Expr(Binary{BinaryOp::And, toExpr(*result, leftSpan), toExpr(one, e->span)});
    left = std::move(right);
    leftSpan = e->span;
  }
  return *result;
}

// Python's `and` and `or` give one of their operands, and a function of the file leaves the others unread. In a
// prim_func, all operands are read, as in TVM.
ParsedValue FunctionParser::boolean(const py::BoolOp& node, Span) {
  std::optional<ParsedValue> result;
  for (const py::Expr& e : node.values) {
    const std::optional<bool> known = result ? truthOf(*result) : std::nullopt;
    if (known && *known != node.isAnd && !helpers_.empty()) return *result;
    ParsedValue value = eval(e);
    if (!result || (known && truthOf(value))) {
      if (!result || *known == node.isAnd) result = std::move(value);
      continue;
    }
    Expr a = asCondition(toExpr(*result, e->span), e->span), b = asCondition(toExpr(value, e->span), e->span);
    if (const Misfit why = matchTypes(a, b); !why.empty()) fail(e->span, err::kTypeMisfit(why.message), why.hint);
    result = Expr(Binary{node.isAnd ? BinaryOp::And : BinaryOp::Or, a, b});
  }
  return *result;
}

}  // namespace lw::tir
