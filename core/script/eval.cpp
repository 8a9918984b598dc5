// Expressions.
#include <algorithm>

#include "core/script/deeper.h"
#include "core/script/errors.h"
#include "core/text/errors.h"

namespace lw::script {

namespace {

struct BuiltinName {
  std::string_view name;
  Builtin builtin;
};
constexpr BuiltinName kBuiltins[] = {{"len", Builtin::Len},           {"min", Builtin::Min},
                                     {"max", Builtin::Max},           {"sum", Builtin::Sum},
                                     {"abs", Builtin::Abs},           {"range", Builtin::Range},
                                     {"list", Builtin::List},         {"tuple", Builtin::Tuple},
                                     {"dict", Builtin::Dict},         {"int", Builtin::Int},
                                     {"float", Builtin::Float},       {"str", Builtin::Str},
                                     {"bool", Builtin::Bool},         {"sorted", Builtin::Sorted},
                                     {"zip", Builtin::Zip},           {"enumerate", Builtin::Enumerate},
                                     {"reversed", Builtin::Reversed}, {"print", Builtin::Print},
                                     {"any", Builtin::Any},           {"all", Builtin::All},
                                     {"map", Builtin::Map},           {"filter", Builtin::Filter},
                                     {"round", Builtin::Round},       {"divmod", Builtin::Divmod},
                                     {"pow", Builtin::Pow},           {"isinstance", Builtin::Isinstance},
                                     {"slice", Builtin::Slice},       {"repr", Builtin::Repr}};

}  // namespace

Value Interpreter::eval(const py::Expr& e, Frame& frame) {
  tick(e->span);
  const Deeper deeper(*this, e->span);
  return std::visit(
      Overloaded{
          [](const py::NoneLiteral&) -> Value { return {}; },
          [](const py::EllipsisLiteral&) -> Value { return Ellipsis{}; },
          [](const py::BoolLiteral& n) -> Value { return n.value; },
          [](const py::IntLiteral& n) -> Value { return n.value; },
          [&](const py::WideLiteral& n) -> Value {
            fail(e->span, err::kIntegerTooWide(std::to_string(n.value)), "the largest is 9223372036854775807");
          },
          [](const py::FloatLiteral& n) -> Value { return n.value; },
          [](const py::StringLiteral& n) -> Value { return n.value; },
          [&](const py::Name& n) -> Value { return name(e, n, frame, false); },
          [&](const py::Attribute& n) -> Value { return attribute(n, e->span, frame); },
          [&](const py::Slice& n) -> Value {
            auto slice = std::make_shared<SliceObject>();
            if (n.lower) slice->start = eval(n.lower, frame);
            if (n.upper) slice->stop = eval(n.upper, frame);
            if (n.step) slice->step = eval(n.step, frame);
            return SliceRef{std::move(slice)};
          },
          [&](const py::Subscript& n) -> Value { return subscript(e, n, frame); },
          [&](const py::Call& n) -> Value { return evalCall(e, n, frame); },
          [&](const py::Starred&) -> Value { fail(e->span, err::kStarMisplaced(), "remove it"); },
          [&](const py::Unary& n) -> Value { return unary(n.op, eval(n.value, frame), e->span); },
          [&](const py::Binary& n) -> Value {
            const Value a = eval(n.left, frame);
            return binary(n.op, a, eval(n.right, frame), e->span, false);
          },
          [&](const py::Compare& n) -> Value { return comparison(n, frame); },
          [&](const py::BoolOp& n) -> Value {
            Value value;
            for (const py::Expr& operand : n.values) {
              value = eval(operand, frame);
              if (operand != n.values.back() && truth(value, operand->span) != n.isAnd) return value;
            }
            return value;
          },
          [&](const py::Conditional& n) -> Value {
            return eval(truth(eval(n.condition, frame), n.condition->span) ? n.whenTrue : n.whenFalse, frame);
          },
          [&](const py::Lambda& n) -> Value { return lambda(n, frame); },
          [&](const py::Tuple& n) -> Value { return display(n.items, true, frame); },
          [&](const py::List& n) -> Value { return display(n.items, false, frame); },
          [&](const py::Dict& n) -> Value {
            auto dict = std::make_shared<DictObject>();
            for (const auto& [key, value] : n.items) {
              Value k = eval(key, frame);
              dict->items.emplace_back(std::move(k), eval(value, frame));
            }
            charge(static_cast<int64_t>(dict->items.size()), e->span);
            return DictRef{std::move(dict)};
          },
          [&](const py::Comprehension& n) -> Value { return comprehension(n, e->span, frame); },
          [&](const py::FString& n) -> Value { return formatted(n, frame); },
      },
      e->value);
}

Value Interpreter::evalTopLevel(const py::Expr& e) {
  if (!scopes_.functions.contains(e.get())) resolveExpression(e, scopes_);
  FunctionObject holder;
  holder.info = scopes_.functions.at(e.get());
  return eval(e, *newFrame(holder));
}

Value Interpreter::name(const py::Expr& e, const py::Name& n, Frame& frame, bool called) {
  const auto found = scopes_.refs.find(e.get());
  if (found == scopes_.refs.end()) return global(n.id, e->span, called);
  Frame* at = &frame;
  for (int depth = found->second.depth; depth > 0 && at; --depth) at = at->parent.get();
  const size_t slot = static_cast<size_t>(found->second.slot);
  if (!at || slot >= at->slots.size() || !at->bound[slot])
    fail(e->span, err::kUsedBeforeValue(n.id), "assign it on every path that leads here");
  return at->slots[slot];
}

Value Interpreter::global(const std::string& name, Span span, bool called) {
  if (const auto known = constants_.find(name); known != constants_.end()) return known->second;
  if (const py::FunctionDef* def = file_.function(name)) {
    Value function = FunctionRef{std::make_shared<FunctionObject>(functionOf(*def))};
    constants_.emplace(name, function);
    return function;
  }
  if (const py::ClassDef* definition = file_.classNamed(name)) {
    const Value made = classOf(*definition);
    return constants_.emplace(name, made).first->second;
  }
  if (const py::Expr* constant = file_.constant(name)) {
    if (std::find(evaluating_.begin(), evaluating_.end(), name) != evaluating_.end())
      fail(span, err::kScriptConstantCycle(name));
    evaluating_.push_back(name);
    Value value = evalTopLevel(*constant);
    evaluating_.pop_back();
    return constants_.emplace(name, std::move(value)).first->second;
  }
  if (const std::string* module = file_.import(name))
    if (auto value = host_.module(*module)) return std::move(*value);
  if (auto value = take(host_.global(name, called), span)) return std::move(*value);
  for (const BuiltinName& b : kBuiltins)
    if (b.name == name) return b.builtin;
  std::vector<std::string> known = file_.names();
  for (const BuiltinName& b : kBuiltins) known.emplace_back(b.name);
  for (const auto& [params, info] : scopes_.functions)
    known.insert(known.end(), info->names.begin(), info->names.end());
  std::sort(known.begin(), known.end());
  Message hint = didYouMean(name, known);
  if (hint.empty()) hint = host_.namesHint();
  fail(span, err::kUnknownName(name), hint);
}

Value Interpreter::attribute(const py::Attribute& n, Span span, Frame& frame) {
  const Value object = eval(n.object, frame);
  if (HostObject* host = object.host()) return take(host->attribute(n.name), span);
  CallArgs none;
  if (auto special = take(host_.scalarMethod(object, "." + n.name, none), span)) return std::move(*special);
  fail(n.nameSpan, err::kValueHasNoAttribute(typeName(object), n.name), "a method is called with parentheses");
}

Value Interpreter::comparison(const py::Compare& n, Frame& frame) {
  Value left = eval(n.first, frame);
  Value result = true;
  for (size_t i = 0; i < n.rest.size(); ++i) {
    const Span span{n.first->span.begin, n.rest[i].second->span.end};
    Value right = eval(n.rest[i].second, frame);
    result = compareValue(n.rest[i].first, left, right, span);
    if (i + 1 < n.rest.size() && !truth(result, span)) return result;
    left = std::move(right);
  }
  return result;
}

std::vector<Value> Interpreter::indexValues(const py::Subscript& n, Frame& frame) {
  std::vector<Value> values;
  values.reserve(n.indices.size());
  for (const py::Expr& i : n.indices) {
    if (const auto* star = i->as<py::Starred>()) {
      for (Value& item : itemsOf(eval(star->value, frame), i->span)) values.push_back(std::move(item));
      continue;
    }
    values.push_back(eval(i, frame));
  }
  if (values.size() == 1 && !n.tupleIndex)
    if (const auto* tuple = values[0].as<TupleRef>()) {
      std::vector<Value> items = tuple->object->items;
      return items;
    }
  return values;
}

Value Interpreter::subscript(const py::Expr& e, const py::Subscript& n, Frame& frame) {
  const Value object = eval(n.object, frame);
  if (const auto* dict = object.as<DictRef>()) {
    const Value key = n.indices.size() == 1 ? eval(n.indices[0], frame) : makeTuple(indexValues(n, frame));
    tick(e->span);
    for (const auto& [k, value] : dict->object->items)
      if (equalValues(k, key, e->span)) return value;
    fail(e->span, err::kDictHasNoKey(toRepr(key)));
  }
  return index(object, indexValues(n, frame), e->span);
}

namespace {

// Python's slice.indices: clipped start, stop and step of a sequence of n items.
struct Clipped {
  int64_t start, stop, step;
};

}  // namespace

static Result<Clipped> clip(const SliceObject& slice, int64_t n) {
  const auto part = [](const Value& v, int64_t none) -> Result<int64_t> {
    return v.isNone() ? Result<int64_t>(none) : toInt(v, "a slice bound");
  };
  const Result<int64_t> step = part(slice.step, 1);
  if (!step) return step.error();
  if (*step == 0) return explain(err::kSliceStepZero(), "leave it out, or use another number");
  const int64_t low = *step < 0 ? -1 : 0, high = *step < 0 ? n - 1 : n;
  const auto bound = [&](const Value& v, int64_t none) -> Result<int64_t> {
    Result<int64_t> at = part(v, none);
    if (!at || v.isNone()) return at;
    return std::clamp(*at < 0 ? (*at < -n ? low : *at + n) : *at, low, high);
  };
  const Result<int64_t> start = bound(slice.start, *step < 0 ? high : low),
                        stop = bound(slice.stop, *step < 0 ? low : high);
  if (!start) return start.error();
  if (!stop) return stop.error();
  return Clipped{*start, *stop, *step};
}

Value Interpreter::sequenceItem(const std::vector<Value>& items, const Value& index, Span span, bool tuple) {
  const int64_t n = static_cast<int64_t>(items.size());
  if (const auto* slice = index.as<SliceRef>()) {
    const Clipped c = take(clip(*slice->object, n), span);
    std::vector<Value> part;
    const RangeObject range{c.start, c.stop, c.step};
    for (int64_t i = 0; i < range.length(); ++i) part.push_back(items[static_cast<size_t>(range.at(i))]);
    if (!tuple) return makeList(std::move(part), span);
    charge(static_cast<int64_t>(part.size()), span);
    return makeTuple(std::move(part));
  }
  const int64_t i = take(toInt(index, "an index"), span);
  if (i < -n || i >= n)
    fail(span, err::kIndexOutOfRange(i, n, n == 1 ? "" : "s"),
         n == 0 ? "it is empty" : say("indices go from {0} to {1}", -n, n - 1));
  return items[static_cast<size_t>(i < 0 ? i + n : i)];
}

Value Interpreter::index(const Value& object, std::span<const Value> at, Span span) {
  if (HostObject* host = object.host()) return take(host->item(at), span);
  if (const auto* dict = object.as<DictRef>()) {
    const Value key = at.size() == 1 ? at[0] : makeTuple({at.begin(), at.end()});
    for (const auto& [k, value] : dict->object->items)
      if (equalValues(k, key, span)) return value;
    fail(span, err::kDictHasNoKey(toRepr(key)));
  }
  if (at.size() != 1) fail(span, err::kTakesOneIndexNot(typeName(object), at.size()));
  if (const auto* items = object.items()) return sequenceItem(*items, at[0], span, object.as<TupleRef>() != nullptr);
  if (const auto* range = object.as<RangeRef>()) {
    if (at[0].as<SliceRef>()) return sequenceItem(itemsOf(object, span), at[0], span, false);
    const int64_t n = range->object->length(), i = take(toInt(at[0], "an index"), span);
    if (i < -n || i >= n) fail(span, err::kIndexOutOfRange(i, n, n == 1 ? "" : "s"));
    return range->object->at(i < 0 ? i + n : i);
  }
  if (const std::string* text = object.text()) {
    std::vector<Value> letters;
    for (char c : *text) letters.emplace_back(std::string(1, c));
    charge(static_cast<int64_t>(letters.size()), span);
    Value part = sequenceItem(letters, at[0], span, false);
    if (part.text()) return part;
    std::string joined;
    for (const Value& letter : *part.items()) joined += *letter.text();
    return joined;
  }
  fail(span, err::kValueCannotBeIndexed(typeName(object)));
}

void Interpreter::setIndex(const Value& object, std::span<const Value> at, const Value& value, Span span) {
  if (HostObject* host = object.host()) {
    take(host->setItem(at, value), span);
    return;
  }
  if (const auto* dict = object.as<DictRef>()) {
    const Value key = at.size() == 1 ? at[0] : makeTuple({at.begin(), at.end()});
    charge(1, span);
    if (dict->object->items.size() > 10'000) fail(span, err::kDictTooLarge());
    for (auto& [k, old] : dict->object->items)
      if (equalValues(k, key, span)) {
        old = value;
        return;
      }
    dict->object->items.emplace_back(key, value);
    return;
  }
  const auto* list = object.as<ListRef>();
  if (!list) fail(span, err::kCannotBeChanged(typeName(object)), object.as<TupleRef>() ? "use a list: [...]" : "");
  if (at.size() != 1 || at[0].as<SliceRef>()) fail(span, err::kAssignedSlice());
  std::vector<Value>& items = list->object->items;
  const int64_t n = static_cast<int64_t>(items.size()), i = take(toInt(at[0], "an index"), span);
  if (i < -n || i >= n) fail(span, err::kIndexOutOfRange(i, n, n == 1 ? "" : "s"));
  items[static_cast<size_t>(i < 0 ? i + n : i)] = value;
}

Value Interpreter::comprehension(const py::Comprehension& n, Span span, Frame& frame) {
  std::vector<Value> out;
  const auto once = [&](const Value& item) {
    tick(span);
    assign(n.target, item, frame);
    for (const py::Expr& condition : n.conditions)
      if (!truth(eval(condition, frame), condition->span)) return;
    out.push_back(eval(n.element, frame));
    if (static_cast<int64_t>(out.size()) > limits_.items) charge(static_cast<int64_t>(out.size()), span);
  };
  const Value iterable = eval(n.iterable, frame);
  if (const auto* range = iterable.as<RangeRef>())
    for (int64_t i = 0, count = range->object->length(); i < count; ++i) once(range->object->at(i));
  else
    for (const Value& item : itemsOf(iterable, n.iterable->span)) once(item);
  return makeList(std::move(out), span);
}

Value Interpreter::display(const std::vector<py::Expr>& items, bool tuple, Frame& frame) {
  std::vector<Value> values;
  values.reserve(items.size());
  for (const py::Expr& item : items) {
    if (const auto* star = item->as<py::Starred>()) {
      for (Value& v : itemsOf(eval(star->value, frame), item->span)) values.push_back(std::move(v));
      continue;
    }
    values.push_back(eval(item, frame));
  }
  const Span span = items.empty() ? Span{} : items.front()->span;
  if (!tuple) return makeList(std::move(values), span);
  charge(static_cast<int64_t>(values.size()), span);
  return makeTuple(std::move(values));
}

Value Interpreter::formatted(const py::FString& n, Frame& frame) {
  std::string text;
  for (size_t i = 0; i < n.parts.size(); ++i) {
    if (const auto* literal = std::get_if<std::string>(&n.parts[i])) {
      text += *literal;
      continue;
    }
    const py::Expr& hole = std::get<py::Expr>(n.parts[i]);
    const Value value = eval(hole, frame);
    text += take(formatValue(value, i < n.formats.size() ? n.formats[i] : std::string()), hole->span);
    charge(static_cast<int64_t>(text.size()), hole->span);
  }
  return text;
}

Value Interpreter::lambda(const py::Lambda& n, Frame& frame) {
  auto function = std::make_shared<FunctionObject>();
  function->name = "<lambda>";
  function->params = &n.params;
  function->result = n.body;
  function->info = scopes_.functions.at(&n.params);
  function->scope = capture(frame);
  for (const py::Parameter& p : n.params)
    if (p.defaultValue) function->defaults.push_back(eval(p.defaultValue, frame));
  return FunctionRef{std::move(function)};
}

std::vector<Value> Interpreter::itemsOf(const Value& iterable, Span span) {
  if (const auto* items = iterable.items()) return *items;
  std::vector<Value> values;
  if (const auto* range = iterable.as<RangeRef>()) {
    const int64_t n = range->object->length();
    charge(n, span);
    for (int64_t i = 0; i < n; ++i) values.emplace_back(range->object->at(i));
    return values;
  }
  if (const auto* dict = iterable.as<DictRef>()) {
    for (const auto& [key, value] : dict->object->items) values.push_back(key);
    return values;
  }
  if (const std::string* text = iterable.text()) {
    charge(static_cast<int64_t>(text->size()), span);
    for (char c : *text) values.emplace_back(std::string(1, c));
    return values;
  }
  if (HostObject* host = iterable.host()) {
    const int64_t n = take(host->length(), span);
    charge(n, span);
    for (int64_t i = 0; i < n; ++i) {
      const Value at[1] = {i};
      values.push_back(take(host->item(at), span));
      tick(span);
    }
    return values;
  }
  fail(span, err::kNotIterable(typeName(iterable)),
       iterable.as<int64_t>() ? "write range(...) around it" : "use a list, a tuple or a range");
}

int64_t Interpreter::lengthOf(const Value& value, Span span) {
  if (const auto* items = value.items()) return static_cast<int64_t>(items->size());
  if (const auto* range = value.as<RangeRef>()) return range->object->length();
  if (const auto* dict = value.as<DictRef>()) return static_cast<int64_t>(dict->object->items.size());
  if (const std::string* text = value.text()) return static_cast<int64_t>(text->size());
  if (HostObject* host = value.host()) return take(host->length(), span);
  fail(span, err::kHasNoLength(typeName(value)));
}

Value Interpreter::makeList(std::vector<Value> items, Span span) {
  charge(static_cast<int64_t>(items.size()), span);
  auto list = std::make_shared<ListObject>(std::move(items));
  if (lists_.size() == lists_.capacity()) std::erase_if(lists_, [](const auto& weak) { return weak.expired(); });
  lists_.push_back(list);
  return ListRef{std::move(list)};
}

}  // namespace lw::script
