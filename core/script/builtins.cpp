// Python's built-in functions.
#include <algorithm>
#include <cmath>

#include "core/script/errors.h"
#include "core/script/interpreter.h"
#include "core/support/quote.h"

namespace lw::script {

namespace {

std::string_view builtinName(Builtin b) {
  constexpr std::string_view kNames[] = {"len",    "min",       "max",      "sum",   "abs",        "range", "list",
                                         "tuple",  "dict",      "int",      "float", "str",        "bool",  "sorted",
                                         "zip",    "enumerate", "reversed", "print", "any",        "all",   "map",
                                         "filter", "round",     "divmod",   "pow",   "isinstance", "slice", "repr"};
  return kNames[static_cast<size_t>(b)];
}

struct Arity {
  size_t least, most;
};
Arity arityOf(Builtin b) {
  switch (b) {
    case Builtin::Len:
    case Builtin::Abs:
    case Builtin::Any:
    case Builtin::All:
    case Builtin::Reversed:
    case Builtin::Repr:
    case Builtin::Sorted:
      return {1, 1};
    case Builtin::Min:
    case Builtin::Max:
      return {1, SIZE_MAX};
    case Builtin::Sum:
    case Builtin::Round:
    case Builtin::Enumerate:
      return {1, 2};
    case Builtin::Range:
    case Builtin::Slice:
      return {1, 3};
    case Builtin::List:
    case Builtin::Tuple:
    case Builtin::Dict:
    case Builtin::Int:
    case Builtin::Float:
    case Builtin::Str:
    case Builtin::Bool:
      return {0, 1};
    case Builtin::Zip:
    case Builtin::Print:
      return {0, SIZE_MAX};
    case Builtin::Map:
      return {2, SIZE_MAX};
    case Builtin::Filter:
    case Builtin::Divmod:
    case Builtin::Pow:
    case Builtin::Isinstance:
      return {2, 2};
  }
  return {0, 0};
}
std::vector<std::string> keywordsOf(Builtin b) {
  if (b == Builtin::Min || b == Builtin::Max) return {"key", "default"};
  if (b == Builtin::Sorted) return {"key", "reverse"};
  if (b == Builtin::Enumerate || b == Builtin::Sum) return {"start"};
  if (b == Builtin::Print) return {"sep", "end"};
  if (b == Builtin::Zip) return {"strict"};
  if (b == Builtin::Round) return {"ndigits"};
  return {};
}

}  // namespace

// The built-in functions that need the interpreter's operators.
class Builtins {
 public:
  Builtins(Interpreter& in, CallArgs& args) : in_(in), args_(args), span_(args.span) {}

  Value call(Builtin b) {
    checkArguments(b);
    switch (b) {
      case Builtin::Len:
        return in_.lengthOf(at(0), span_);
      case Builtin::Min:
        return extreme(py::CompareOp::Lt, "min");
      case Builtin::Max:
        return extreme(py::CompareOp::Gt, "max");
      case Builtin::Sum:
        return sum();
      case Builtin::Abs:
        return absolute();
      case Builtin::Range:
        return range();
      case Builtin::List:
        return in_.makeList(count() ? in_.itemsOf(at(0), span_) : std::vector<Value>{}, span_);
      case Builtin::Tuple:
        return makeTuple(count() ? in_.itemsOf(at(0), span_) : std::vector<Value>{});
      case Builtin::Dict:
        return dict();
      case Builtin::Int:
        return integer();
      case Builtin::Float:
        return real();
      case Builtin::Str:
        return count() ? toText(at(0)) : std::string();
      case Builtin::Repr:
        return toRepr(at(0));
      case Builtin::Bool:
        return count() ? in_.truth(at(0), span_) : false;
      case Builtin::Sorted:
        return sorted();
      case Builtin::Zip:
        return zip();
      case Builtin::Enumerate:
        return enumerate();
      case Builtin::Reversed:
        return reversed();
      case Builtin::Print:
        return print();
      case Builtin::Any:
        return quantified(true);
      case Builtin::All:
        return !std::get<bool>(quantified(false).variant());
      case Builtin::Map:
        return map();
      case Builtin::Filter:
        return filter();
      case Builtin::Round:
        return round();
      case Builtin::Divmod:
        if (const auto x = plainNumber(at(0)), y = plainNumber(at(1)); x && y) {
          const auto [quotient, rest] = in_.take(py::divided(*x, *y), span_);
          return makeTuple({plainValue(quotient), plainValue(rest)});
        }
        return makeTuple({in_.binary(py::BinOp::FloorDiv, at(0), at(1), span_, false),
                          in_.binary(py::BinOp::Mod, at(0), at(1), span_, false)});
      case Builtin::Pow:
        return in_.binary(py::BinOp::Pow, at(0), at(1), span_, false);
      case Builtin::Isinstance:
        return isInstance(at(0), at(1));
      case Builtin::Slice:
        return slice();
    }
    return {};
  }

 private:
  const Value& at(size_t i) const { return args_.positional[i]; }
  size_t count() const { return args_.positional.size(); }

  void checkArguments(Builtin b) {
    const std::string name(builtinName(b));
    const Arity arity = arityOf(b);
    if (count() < arity.least || count() > arity.most)
      in_.fail(span_,
               err::kFunctionArgumentCount(name,
                                           arity.most == SIZE_MAX      ? say("at least {0}", arity.least)
                                           : arity.least == arity.most ? std::to_string(arity.least)
                                                                       : say("{0} to {1}", arity.least, arity.most),
                                           arity.most == 1 ? "" : "s", count()));
    const std::vector<std::string> known = keywordsOf(b);
    if (b != Builtin::Dict)
      for (const auto& [key, value] : args_.named)
        if (std::find(known.begin(), known.end(), key) == known.end())
          in_.fail(span_, err::kHasNoParameterNamed(name, key), didYouMean(key, known));
  }

  Value keyOf(const Value& item) {
    const Value* key = args_.find("key");
    if (!key || key->isNone()) return item;
    CallArgs one{{item}, {}, {span_}, span_};
    return in_.callValue(*key, one);
  }

  Value extreme(py::CompareOp op, const char* name) {
    const std::vector<Value> items = count() == 1 ? in_.itemsOf(at(0), span_) : args_.positional;
    if (items.empty()) {
      if (const Value* fallback = args_.find("default")) return *fallback;
      in_.fail(span_, err::kExtremeOfNothing(name), "give `default=`");
    }
    size_t best = 0;
    Value bestKey = keyOf(items[0]);
    for (size_t i = 1; i < items.size(); ++i) {
      Value key = keyOf(items[i]);
      if (!in_.compare(op, key, bestKey, span_)) continue;
      best = i;
      bestKey = std::move(key);
    }
    return items[best];
  }

  Value sum() {
    const Value* start = args_.find("start");
    Value total = count() > 1 ? at(1) : start ? *start : Value(0);
    for (const Value& item : in_.itemsOf(at(0), span_)) total = in_.binary(py::BinOp::Add, total, item, span_, false);
    return total;
  }

  Value absolute() {
    if (const auto n = plainNumber(at(0))) return plainValue(in_.take(py::absolute(*n), span_));
    if (const auto* s = at(0).as<Scalar>())
      return s->type.isFloat() ? Scalar::ofReal(s->type, std::fabs(s->real))
                               : Scalar::ofInt(s->type, s->integer < 0 ? -s->integer : s->integer);
    return in_.take(toInt(at(0), "abs"), span_);
  }

  Value range() {
    auto r = std::make_shared<RangeObject>();
    int64_t values[3] = {0, 0, 1};
    for (size_t i = 0; i < count(); ++i) values[i] = in_.take(toInt(at(i), "range"), span_);
    *r = count() == 1 ? RangeObject{0, values[0], 1} : RangeObject{values[0], values[1], values[2]};
    if (r->step == 0) in_.fail(span_, err::kRangeStepZero());
    return RangeRef{std::move(r)};
  }

  Value dict() {
    auto d = std::make_shared<DictObject>();
    const Value result = DictRef{d};
    if (count()) {
      if (const auto* from = at(0).as<DictRef>())
        d->items = from->object->items;
      else
        for (const Value& pair : in_.itemsOf(at(0), span_)) {
          const std::vector<Value> two = in_.itemsOf(pair, span_);
          if (two.size() != 2) in_.fail(span_, err::kDictNeedsPairs());
          const Value key[1] = {two[0]};
          in_.setIndex(result, key, two[1], span_);
        }
    }
    for (const auto& [name, value] : args_.named) {
      const Value key[1] = {name};
      in_.setIndex(result, key, value, span_);
    }
    return result;
  }

  Value integer() {
    if (!count()) return 0;
    if (const std::string* text = at(0).text()) return in_.take(py::integerFrom(*text), span_);
    if (const auto n = plainNumber(at(0))) return in_.take(py::toInteger(*n), span_);
    if (const auto* s = at(0).as<Scalar>(); s && s->type.isFloat())
      return in_.take(py::toInteger(Number(s->real)), span_);
    return in_.take(toInt(at(0), "int"), span_);
  }

  Value real() {
    if (!count()) return 0.0;
    if (const std::string* text = at(0).text()) return in_.take(py::floatFrom(*text), span_);
    if (const auto n = plainNumber(at(0))) return py::toFloat(*n);
    if (const auto* s = at(0).as<Scalar>()) return s->asDouble();
    return static_cast<double>(in_.take(toInt(at(0), "float"), span_));
  }

  Value sorted() {
    std::vector<std::pair<Value, Value>> keyed;
    for (const Value& item : in_.itemsOf(at(0), span_)) keyed.emplace_back(keyOf(item), item);
    const Value* reverse = args_.find("reverse");
    const bool down = reverse && in_.truth(*reverse, span_);
    mergeSort(keyed, down);
    std::vector<Value> out;
    for (auto& [key, item] : keyed) out.push_back(std::move(item));
    return in_.makeList(std::move(out), span_);
  }

  // A stable sort that is safe even if the comparison is not an order (std::sort is not).
  void mergeSort(std::vector<std::pair<Value, Value>>& items, bool down) {
    for (size_t width = 1; width < items.size(); width *= 2) {
      std::vector<std::pair<Value, Value>> out;
      out.reserve(items.size());
      for (size_t begin = 0; begin < items.size(); begin += 2 * width) {
        const size_t middle = std::min(begin + width, items.size()), end = std::min(begin + 2 * width, items.size());
        size_t i = begin, j = middle;
        while (i < middle || j < end) {
          const bool right = i == middle || (j < end && in_.compare(down ? py::CompareOp::Gt : py::CompareOp::Lt,
                                                                    items[j].first, items[i].first, span_));
          out.push_back(std::move(items[right ? j++ : i++]));
        }
      }
      items = std::move(out);
    }
  }

  Value zip() {
    std::vector<std::vector<Value>> columns;
    for (const Value& arg : args_.positional) columns.push_back(in_.itemsOf(arg, span_));
    size_t rows = columns.empty() ? 0 : SIZE_MAX;
    for (const auto& column : columns) rows = std::min(rows, column.size());
    if (const Value* strict = args_.find("strict"); strict && in_.truth(*strict, span_))
      for (const auto& column : columns)
        if (column.size() != rows) in_.fail(span_, err::kZipLengths());
    std::vector<Value> out;
    for (size_t r = 0; r < rows; ++r) {
      std::vector<Value> row;
      for (const auto& column : columns) row.push_back(column[r]);
      in_.charge(static_cast<int64_t>(row.size()), span_);
      out.push_back(makeTuple(std::move(row)));
    }
    return in_.makeList(std::move(out), span_);
  }

  Value enumerate() {
    const Value* named = args_.find("start");
    int64_t i = count() > 1 ? in_.take(toInt(at(1), "enumerate"), span_)
                : named     ? in_.take(toInt(*named, "enumerate"), span_)
                            : 0;
    std::vector<Value> out;
    for (Value& item : in_.itemsOf(at(0), span_)) {
      in_.charge(2, span_);
      out.push_back(makeTuple({i++, std::move(item)}));
    }
    return in_.makeList(std::move(out), span_);
  }

  Value reversed() {
    std::vector<Value> items = in_.itemsOf(at(0), span_);
    std::reverse(items.begin(), items.end());
    return in_.makeList(std::move(items), span_);
  }

  Value print() {
    std::string line;
    const Value* separator = args_.find("sep");
    for (size_t i = 0; i < count(); ++i) {
      if (i) line += separator && separator->text() ? *separator->text() : " ";
      line += toText(at(i));
    }
    in_.charge(static_cast<int64_t>(line.size()), span_);
    in_.host_.print(line);
    return {};
  }

  Value quantified(bool stopAt) {
    for (const Value& item : in_.itemsOf(at(0), span_))
      if (in_.truth(item, span_) == stopAt) return true;
    return false;
  }

  Value map() {
    std::vector<std::vector<Value>> columns;
    size_t rows = SIZE_MAX;
    for (size_t i = 1; i < count(); ++i) {
      columns.push_back(in_.itemsOf(at(i), span_));
      rows = std::min(rows, columns.back().size());
    }
    std::vector<Value> out;
    for (size_t r = 0; r < rows; ++r) {
      CallArgs one{{}, {}, {}, span_};
      for (const auto& column : columns) one.positional.push_back(column[r]);
      one.spans.assign(one.positional.size(), span_);
      out.push_back(in_.callValue(at(0), one));
    }
    return in_.makeList(std::move(out), span_);
  }

  Value filter() {
    std::vector<Value> out;
    for (Value& item : in_.itemsOf(at(1), span_)) {
      CallArgs one{{item}, {}, {span_}, span_};
      if (in_.truth(at(0).isNone() ? item : in_.callValue(at(0), one), span_)) out.push_back(std::move(item));
    }
    return in_.makeList(std::move(out), span_);
  }

  Value round() {
    const Value* given = count() > 1 ? &at(1) : args_.find("ndigits");
    std::optional<int64_t> digits;
    if (given && !given->isNone()) digits = in_.take(toInt(*given, "round"), span_);
    const auto* scalar = at(0).as<Scalar>();
    const auto n = scalar ? std::optional(Number(scalar->asDouble())) : plainNumber(at(0));
    if (!n) in_.fail(span_, err::kRoundNeedsNumber(typeName(at(0))));
    return plainValue(in_.take(py::rounded(*n, digits), span_));
  }

  bool isInstance(const Value& v, const Value& type) {
    if (const auto* kinds = type.items()) {
      for (const Value& kind : *kinds)
        if (isInstance(v, kind)) return true;
      return false;
    }
    const auto* b = type.as<Builtin>();
    if (!b) in_.fail(span_, err::kIsinstanceTypes());
    switch (*b) {
      case Builtin::Int:
        return v.as<int64_t>() || v.as<bool>();
      case Builtin::Float:
        return v.as<double>() != nullptr;
      case Builtin::Str:
        return v.text() != nullptr;
      case Builtin::Bool:
        return v.as<bool>() != nullptr;
      case Builtin::List:
        return v.as<ListRef>() != nullptr;
      case Builtin::Tuple:
        return v.as<TupleRef>() != nullptr;
      case Builtin::Dict:
        return v.as<DictRef>() != nullptr;
      default:
        return false;
    }
  }

  Value slice() {
    auto s = std::make_shared<SliceObject>();
    if (count() == 1)
      s->stop = at(0);
    else
      s->start = at(0), s->stop = at(1);
    if (count() == 3) s->step = at(2);
    return SliceRef{std::move(s)};
  }

  Interpreter& in_;
  CallArgs& args_;
  Span span_;
};

Value Interpreter::callBuiltin(Builtin builtin, CallArgs& args) { return Builtins(*this, args).call(builtin); }

Result<int64_t> toInt(const Value& value, std::string_view what) {
  if (const auto* i = value.as<int64_t>()) return *i;
  if (const auto* b = value.as<bool>()) return int64_t{*b};
  if (const auto* s = value.as<Scalar>(); s && !s->type.isFloat()) return s->integer;
  return explain(
      err::kNeedsInteger(std::string(what), typeName(value), value.as<double>() ? " (" + toText(value) + ")" : ""),
      value.as<double>() ? "use // for integer division, or int(...)" : "");
}

}  // namespace lw::script
