#include "backends/reference/numpy_values.h"

#include <algorithm>
#include <cmath>

#include "backends/reference/errors.h"
#include "core/script/interpreter.h"

namespace lw::reference {

namespace {

using script::Scalar;
constexpr int kMaxShown = 6;
constexpr int kMaxNesting = 32;

void show(const Array& a, size_t dimension, int64_t element, std::string& out) {
  if (dimension == a.shape.size()) {
    out += script::toText(scalarAt(a, element));
    return;
  }
  out += "[";
  for (int64_t i = 0; i < a.shape[dimension]; ++i) {
    if (i) out += dimension + 1 == a.shape.size() ? " " : "\n" + std::string(dimension + 1, ' ');
    if (i == kMaxShown / 2 && a.shape[dimension] > kMaxShown) {
      out += "...";
      i = a.shape[dimension] - kMaxShown / 2 - 1;
      continue;
    }
    show(a, dimension + 1, element + i * a.strides[dimension], out);
  }
  out += "]";
}

// Converts an index of the interpreter to an array index.
Result<Index> indexOf(const Value& v) {
  const auto bound = [](const Value& part) -> Result<std::optional<int64_t>> {
    if (part.isNone()) return std::optional<int64_t>();
    Result<int64_t> i = script::toInt(part, "a slice bound");
    return i ? Result<std::optional<int64_t>>(*i) : Result<std::optional<int64_t>>(i.error());
  };
  if (const auto* slice = v.as<script::SliceRef>()) {
    const auto start = bound(slice->object->start), stop = bound(slice->object->stop),
               step = bound(slice->object->step);
    for (const auto* each : {&start, &stop, &step})
      if (!*each) return each->error();
    return Index(SliceIndex{*start, *stop, *step});
  }
  if (v.isNone()) return Index(NewAxis{});
  if (v.as<script::Ellipsis>()) return Index(Dots{});
  if (v.items() || isArray(v) || v.as<bool>()) {
    Result<Array> a = arrayOf(v);
    if (!a) return a.error();
    if (a->rank() == 0 && !a->type.isBool()) return Index(getInteger(*a, a->offset));
    return Index(std::move(*a));
  }
  Result<int64_t> i = script::toInt(v, "an index");
  if (!i) return i.error();
  return Index(*i);
}

Result<std::vector<Index>> indicesOf(std::span<const Value> values) {
  std::vector<Index> out;
  for (const Value& v : values) {
    Result<Index> i = indexOf(v);
    if (!i) return i.error();
    out.push_back(std::move(*i));
  }
  return out;
}

Result<Array> fromItems(const std::vector<Value>& items, int depth) {
  if (depth > kMaxNesting) return err::kTooManyDimensions(kMaxRank);
  if (items.empty()) return makeArray(dtype::Float(64), {0});
  std::vector<Array> parts;
  std::optional<DataType> type;
  Weak weak = Weak::None;
  for (const Value& item : items) {
    Result<Operand> each = item.items() ? [&]() -> Result<Operand> {
      Result<Array> a = fromItems(*item.items(), depth + 1);
      return a ? Result<Operand>(Operand{*a}) : Result<Operand>(a.error());
    }()
        : operandOf(item);
    if (!each) return each.error();
    if (each->array.shape != (parts.empty() ? each->array.shape : parts[0].shape))
      return err::kRaggedRows(toString(parts[0].shape), toString(each->array.shape));
    if (each->weak != Weak::None)
      weak = std::max(weak, each->weak);
    else
      type = type ? promote(*type, each->array.type) : each->array.type;
    parts.push_back(each->array);
  }
  const DataType final = type ? promoteWeak(*type, weak) : weak == Weak::Float ? dtype::Float(64) : dtype::Int64;
  Shape shape = parts[0].shape;
  shape.insert(shape.begin(), static_cast<int64_t>(parts.size()));
  Result<Array> out = makeArray(final, shape, false);
  if (!out) return out;
  for (size_t i = 0; i < parts.size(); ++i) {
    Array row = *out;
    row.shape.erase(row.shape.begin());
    row.strides.erase(row.strides.begin());
    row.offset += static_cast<int64_t>(i) * out->strides[0];
    if (Status status = assign(row, parts[i]); !status) return status.error();
  }
  return out;
}

Array ofScalar(const Scalar& s) {
  Array a = *makeArray(s.type, {});
  if (s.type.isFloat())
    setReal(a, 0, s.real);
  else
    setInteger(a, 0, s.integer);
  return a;
}

}  // namespace

bool isArray(const Value& value) { return value.hostAs<ArrayObject>() != nullptr; }

Value scalarAt(const Array& a, int64_t element) {
  return a.type.isFloat() ? Scalar::ofReal(a.type, getReal(a, element)) : Scalar::ofInt(a.type, getInteger(a, element));
}
Value valueOf(Array array) {
  if (array.shape.empty()) return scalarAt(array, array.offset);
  return Value(std::make_shared<ArrayObject>(std::move(array)));
}

Result<Operand> operandOf(const Value& value) {
  if (const auto* a = value.hostAs<ArrayObject>()) return Operand{a->array};
  if (const auto* s = value.as<Scalar>()) return Operand{ofScalar(*s)};
  if (const auto* b = value.as<bool>()) return Operand{ofScalar(Scalar::ofInt(dtype::Bool(), *b))};
  if (const auto* i = value.as<int64_t>()) return numberOperand(*i);
  if (const auto* d = value.as<double>()) return numberOperand(*d);
  if (value.items()) {
    Result<Array> a = fromItems(*value.items(), 0);
    if (!a) return a.error();
    return Operand{std::move(*a)};
  }
  if (const auto* r = value.as<script::RangeRef>()) {
    if (r->object->length() > 100'000'000) return err::kRangeTooLongForArray();
    Result<Array> a = makeArray(dtype::Int64, {r->object->length()});
    if (!a) return a.error();
    for (int64_t i = 0; i < r->object->length(); ++i) setInteger(*a, i, r->object->at(i));
    return Operand{std::move(*a)};
  }
  return err::kNeitherArrayNorNumber(script::typeName(value));
}
Result<Array> arrayOf(const Value& value) {
  Result<Operand> operand = operandOf(value);
  if (!operand) return operand.error();
  return std::move(operand->array);
}

Result<DataType> typeOf(const Value& value) {
  if (const auto* t = value.hostAs<TypeObject>()) return t->type;
  if (const auto* b = value.as<script::Builtin>()) {
    if (*b == script::Builtin::Float) return dtype::Float(64);
    if (*b == script::Builtin::Int) return dtype::Int64;
    if (*b == script::Builtin::Bool) return dtype::Bool();
  }
  if (const std::string* text = value.text()) {
    const std::string name = *text == "float" || *text == "double" ? "float64"
                             : *text == "int"                      ? "int64"
                             : *text == "bool_"                    ? "bool"
                             : *text == "half"                     ? "float16"
                             : *text == "single"                   ? "float32"
                                                                   : *text;
    if (const auto type = parseDataType(name); type && supportedType(*type)) return *type;
  }
  return explain(err::kBadElementType(value.text() ? "'" + *value.text() + "'" : script::typeName(value)),
                 "use np.float32, \"float32\", np.int64, bool ...");
}

Result<Value> convertTo(const Value& value, DataType type) {
  Result<Array> a = value.text() ? Result<Array>(err::kStringNoNumber()) : arrayOf(value);
  if (!a) return a.error();
  Result<Array> out = cast(*a, type);
  if (!out) return out.error();
  return valueOf(std::move(*out));
}

Message ArrayObject::typeName() const { return say("an array of shape {0}", toString(array.shape)); }
std::string ArrayObject::text() const {
  std::string out;
  show(array, 0, array.offset, out);
  return out;
}

Result<Value> ArrayObject::attribute(std::string_view name) {
  if (name == "shape") {
    std::vector<Value> extents(array.shape.begin(), array.shape.end());
    return script::makeTuple(std::move(extents));
  }
  if (name == "dtype") return Value(std::make_shared<TypeObject>(array.type));
  if (name == "size") return Value(array.size());
  if (name == "ndim") return Value(int64_t{array.rank()});
  if (name == "itemsize") return Value(int64_t{array.bytes()});
  if (name == "nbytes") return Value(array.size() * array.bytes());
  if (name == "T") return valueOf(*permuted(array, {}));
  if (const FunctionEntry* f = findFunction(name); f && f->method)
    return explain(err::kMethodOfArrays(name), say("call it: .{0}(...)", Ident(name)));
  return explain(err::kArraysHaveNoAttribute(name),
                 script::didYouMean(name, {"shape", "dtype", "size", "ndim", "T", "sum", "max", "min", "mean", "astype",
                                           "reshape", "transpose"}));
}

Result<Value> ArrayObject::callMethod(std::string_view name, CallArgs& args, script::Caller&) {
  const FunctionEntry* f = findFunction(name);
  if (!f || !f->method) {
    if (name == "numpy") return valueOf(array);
    Result<Value> attribute = this->attribute(name);
    if (!attribute) return attribute;
    return explain(err::kNoFunction(name), "leave out the parentheses");
  }
  CallArgs with = args;
  with.positional.insert(with.positional.begin(), Value(std::make_shared<ArrayObject>(array)));
  if ((name == "reshape" || name == "transpose") && with.positional.size() > 2) {  // x.reshape(2, 3)
    std::vector<Value> extents(with.positional.begin() + 1, with.positional.end());
    with.positional.resize(1);
    with.positional.push_back(script::makeTuple(std::move(extents)));
  }
  return callNumpy(name, with);
}

// Plain integers for all dimensions, the common case in loops, need no views.
std::optional<int64_t> ArrayObject::element(std::span<const Value> index, std::optional<Explanation>& error) const {
  if (index.size() != array.shape.size() || index.empty()) return std::nullopt;
  int64_t at = array.offset;
  for (size_t d = 0; d < index.size(); ++d) {
    const auto* i = index[d].as<int64_t>();
    if (!i) return std::nullopt;
    const int64_t extent = array.shape[d];
    if (*i < -extent || *i >= extent) {
      error = explain(err::kArrayIndexOutOfRange(*i, d, toString(array.shape)),
                      extent ? say("indices go from {0} to {1}", -extent, extent - 1) : "the dimension is empty");
      return std::nullopt;
    }
    at += (*i < 0 ? *i + extent : *i) * array.strides[d];
  }
  return at;
}

Result<Value> ArrayObject::item(std::span<const Value> index) {
  std::optional<Explanation> error;
  if (const auto at = element(index, error)) return scalarAt(array, *at);
  if (error) return std::move(*error);
  Result<std::vector<Index>> indices = indicesOf(index);
  if (!indices) return indices.error();
  Result<Array> part = indexed(array, *indices);
  if (!part) return part.error();
  return valueOf(std::move(*part));
}

Status ArrayObject::setItem(std::span<const Value> index, const Value& value) {
  std::optional<Explanation> error;
  if (const auto at = element(index, error)) {
    if (const auto* s = value.as<Scalar>()) {
      if (s->type.isFloat())
        setReal(array, *at, s->real);
      else
        setInteger(array, *at, s->integer);
      return success();
    }
    if (const auto* d = value.as<double>()) return setReal(array, *at, *d), success();
    if (const auto* i = value.as<int64_t>()) return setInteger(array, *at, *i), success();
  }
  if (error) return std::move(*error);
  Result<std::vector<Index>> indices = indicesOf(index);
  if (!indices) return indices.error();
  Result<Array> from = arrayOf(value);
  if (!from) return from.error();
  return assignIndexed(array, *indices, *from);
}

Result<int64_t> ArrayObject::length() {
  if (array.shape.empty()) return err::kScalarHasNoLength();
  return array.shape[0];
}
Result<bool> ArrayObject::truth() {
  if (array.size() == 1) return getReal(array, array.offset) != 0;
  return explain(err::kAmbiguousTruth(toString(array.shape)), "use .any() or .all()");
}

Result<Value> TypeObject::attribute(std::string_view name) {
  if (name == "name") return Value(lw::toString(type));
  if (name == "itemsize") return Value(int64_t{type.bytes()});
  return HostObject::attribute(name);
}
Result<Value> TypeObject::call(CallArgs& args, script::Caller&) {
  if (args.positional.size() != 1 || !args.named.empty()) return err::kTakesOneValue(lw::toString(type));
  return convertTo(args.positional[0], type);
}
bool TypeObject::sameAs(const HostObject& other) const {
  const auto* o = dynamic_cast<const TypeObject*>(&other);
  return o && o->type == type;
}

Result<Bound> Bound::bind(std::string_view function, std::string_view parameters, const CallArgs& args) {
  Bound bound;
  bound.function_ = std::string(function);
  std::vector<std::string> names;
  size_t positional = SIZE_MAX;
  for (size_t begin = 0; begin < parameters.size();) {
    const size_t end = std::min(parameters.find(' ', begin), parameters.size());
    const std::string name(parameters.substr(begin, end - begin));
    if (name == "*")
      positional = names.size();
    else
      names.push_back(name);
    begin = end + 1;
  }
  if (args.positional.size() > std::min(positional, names.size()))
    return err::kTooManyPositional(bound.function_, std::min(positional, names.size()), args.positional.size());
  for (size_t i = 0; i < args.positional.size(); ++i) bound.values_.emplace_back(names[i], args.positional[i]);
  for (const auto& [name, value] : args.named) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      return explain(err::kHasNoParameterNamedHere(bound.function_, name), script::didYouMean(name, names));
    for (const auto& [given, old] : bound.values_)
      if (given == name) return err::kNumpyArgumentTwice(bound.function_, name);
    bound.values_.emplace_back(name, value);
  }
  return bound;
}
const Value* Bound::find(std::string_view name) const {
  for (const auto& [given, value] : values_)
    if (given == name) return value.isNone() ? nullptr : &value;
  return nullptr;
}
Explanation Bound::missing(std::string_view name) const { return err::kNumpyArgumentMissing(function_, name); }
Result<Operand> Bound::operand(std::string_view name) const {
  const Value* value = find(name);
  if (!value) return missing(name);
  return operandOf(*value);
}
Result<Array> Bound::array(std::string_view name) const {
  Result<Operand> o = operand(name);
  if (!o) return o.error();
  return std::move(o->array);
}
Result<std::vector<Array>> Bound::arrays(std::string_view name) const {
  const Value* value = find(name);
  if (!value || !value->items() || value->items()->empty()) return err::kTakesListOfArrays(function_);
  std::vector<Array> out;
  for (const Value& each : *value->items()) {
    Result<Array> a = arrayOf(each);
    if (!a) return a.error();
    out.push_back(std::move(*a));
  }
  return out;
}
Result<std::optional<int64_t>> Bound::integer(std::string_view name) const {
  const Value* value = find(name);
  if (!value) return std::optional<int64_t>();
  Result<int64_t> i = script::toInt(*value, function_ + ": '" + std::string(name) + "'");
  if (!i) return i.error();
  return std::optional<int64_t>(*i);
}
Result<int64_t> Bound::integer(std::string_view name, int64_t fallback) const {
  Result<std::optional<int64_t>> i = integer(name);
  if (!i) return i.error();
  return i->value_or(fallback);
}
Result<std::vector<int64_t>> Bound::integers(std::string_view name) const {
  const Value* value = find(name);
  std::vector<int64_t> out;
  if (!value) return out;
  const std::vector<Value> one{*value};
  for (const Value& each : value->items() ? *value->items() : one) {
    Result<int64_t> i = script::toInt(each, function_ + ": '" + std::string(name) + "'");
    if (!i) return i.error();
    out.push_back(*i);
  }
  return out;
}
bool Bound::flag(std::string_view name) const {
  const Value* value = find(name);
  if (!value) return false;
  if (const auto* b = value->as<bool>()) return *b;
  const auto* i = value->as<int64_t>();
  return i && *i != 0;
}
Result<std::optional<DataType>> Bound::type(std::string_view name) const {
  const Value* value = find(name);
  if (!value) return std::optional<DataType>();
  Result<DataType> type = typeOf(*value);
  if (!type) return type.error();
  return std::optional<DataType>(*type);
}
Result<const Array*> Bound::out() const {
  const Value* value = find("out");
  if (!value) return static_cast<const Array*>(nullptr);
  const auto* a = value->hostAs<ArrayObject>();
  if (!a) return err::kOutTakesArrayNot(function_, script::typeName(*value));
  return &a->array;
}

}  // namespace lw::reference
