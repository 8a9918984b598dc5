// Values of Python in a prim_func, which are computed while the function is read: literals, texts, lists, and Python's
// own functions of them. Their arithmetic is Python's (core/text/python/arithmetic.h); an operand that is an expression
// of the program makes the result one.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/text/errors.h"
#include "core/text/python/arithmetic.h"
#include "core/text/tir/tir_parser.h"
#include "core/text/tir/tir_types.h"

namespace lw::tir {

namespace {

constexpr size_t kMostItems = 100'000;  // of a list or text

constexpr std::string_view kBuiltins[] = {"abs",      "bool",  "divmod", "enumerate", "float", "int",
                                          "len",      "list",  "max",    "min",       "pow",   "range",
                                          "reversed", "round", "sum",    "tuple",     "zip",   "slice"};

ParsedValue valueOf(const Number& number) {
  return std::visit([](auto n) { return ParsedValue(n); }, number);
}

// Whether two values without expressions are the same; nullopt: one has some.
std::optional<bool> same(const ParsedValue& a, const ParsedValue& b) {
  if (const auto x = numberOf(a), y = numberOf(b); x && y) return py::ordered(*x, *y) == 0;
  if (!truthOf(a) || !truthOf(b)) return std::nullopt;
  if (const auto *s = a.as<std::string>(), *t = b.as<std::string>(); s && t) return *s == *t;
  const auto *l = a.as<ListValue>(), *m = b.as<ListValue>();
  if (!l || !m) return a.as<NoneValue>() && b.as<NoneValue>();
  if (l->items.size() != m->items.size()) return false;
  for (size_t i = 0; i < l->items.size(); ++i)
    if (const auto each = same(l->items[i], m->items[i]); !each || !*each) return each;
  return true;
}

// None and the values that only one object has; numbers and texts are compared by their values.
std::optional<bool> identical(const ParsedValue& a, const ParsedValue& b) {
  if (a.as<NoneValue>() || b.as<NoneValue>()) return a.as<NoneValue>() && b.as<NoneValue>();
  return a.kind.index() == b.kind.index() ? same(a, b) : std::nullopt;
}

}  // namespace

bool isBuiltin(std::string_view name) {
  return std::find(std::begin(kBuiltins), std::end(kBuiltins), name) != std::end(kBuiltins);
}

ParsedValue FunctionParser::plain(const Result<Number>& number, Span span) {
  if (!number) fail(span, number.error(), number.error().remedy);
  return valueOf(*number);
}

std::optional<ParsedValue> FunctionParser::plainBinary(py::BinOp op, const ParsedValue& a, const ParsedValue& b,
                                                       Span span) {
  const auto x = numberOf(a), y = numberOf(b);
  if (x && y) return plain(py::applied(op, *x, *y), span);
  const auto check = [&](size_t size) {
    if (size > kMostItems) fail(span, err::kHelperTooLarge());
  };
  const auto *s = a.as<std::string>(), *t = b.as<std::string>();
  const auto *l = a.as<ListValue>(), *m = b.as<ListValue>();
  if (op == py::BinOp::Add && s && t) {
    check(s->size() + t->size());
    return *s + *t;
  }
  if (op == py::BinOp::Add && l && m) {
    check(l->items.size() + m->items.size());
    ListValue joined = *l;
    joined.items.insert(joined.items.end(), m->items.begin(), m->items.end());
    return joined;
  }
  const ParsedValue &sequence = s || l ? a : b, &times = s || l ? b : a;
  const auto* several = sequence.as<ListValue>();
  const auto* text = sequence.as<std::string>();
  const auto count = numberOf(times);
  if (op != py::BinOp::Mul || (!several && !text) || !count || std::holds_alternative<double>(*count))
    return std::nullopt;
  const auto n = static_cast<size_t>(std::max<int64_t>(*py::toInteger(*count), 0));
  const size_t length = several ? several->items.size() : text->size();
  check(length > 0 && n > kMostItems ? kMostItems + 1 : n * length);
  ListValue items;
  std::string repeated;
  for (size_t i = 0; i < n && length > 0; ++i)
    if (several)
      items.items.insert(items.items.end(), several->items.begin(), several->items.end());
    else
      repeated += *text;
  return several ? ParsedValue(std::move(items)) : ParsedValue(std::move(repeated));
}

std::optional<bool> FunctionParser::plainCompare(py::CompareOp op, const ParsedValue& a, const ParsedValue& b) {
  switch (op) {
    case py::CompareOp::Is:
    case py::CompareOp::IsNot: {
      const auto known = identical(a, b);
      return known ? std::optional(*known == (op == py::CompareOp::Is)) : std::nullopt;
    }
    case py::CompareOp::In:
    case py::CompareOp::NotIn: {
      const bool wanted = op == py::CompareOp::In;
      const auto *text = b.as<std::string>(), *part = a.as<std::string>();
      if (text && part) return (text->find(*part) != std::string::npos) == wanted;
      const auto* list = b.as<ListValue>();
      if (!list) return std::nullopt;
      for (const ParsedValue& item : list->items) {
        const auto found = same(a, item);
        if (!found) return std::nullopt;
        if (*found) return wanted;
      }
      return !wanted;
    }
    case py::CompareOp::Eq:
    case py::CompareOp::Ne:
    case py::CompareOp::Lt:
    case py::CompareOp::Le:
    case py::CompareOp::Gt:
    case py::CompareOp::Ge:
      break;
  }
  if (const auto x = numberOf(a), y = numberOf(b); x && y) return py::compared(op, py::ordered(*x, *y));
  if (const auto *s = a.as<std::string>(), *t = b.as<std::string>(); s && t) return py::compared(op, *s <=> *t);
  if (op != py::CompareOp::Eq && op != py::CompareOp::Ne) return std::nullopt;
  const auto known = same(a, b);
  return known ? std::optional(*known == (op == py::CompareOp::Eq)) : std::nullopt;
}

// Only the chosen value is computed, so that `A[i - 1] if i > 0 else 0` reads no element before the first.
ParsedValue FunctionParser::choice(const py::Conditional& node, Span span) {
  const ParsedValue condition = eval(node.condition);
  std::optional<bool> known = truthOf(condition);
  const Span place = node.condition->span;
  const Expr test = known ? Expr(*known) : asCondition(toExpr(condition, place), place);
  if (isTrue(test) || isFalse(test)) known = isTrue(test);
  if (known) return eval(*known ? node.whenTrue : node.whenFalse);
  const ParsedValue yes = eval(node.whenTrue), no = eval(node.whenFalse);
  const auto [a, b] = matched(yes, node.whenTrue->span, no, node.whenFalse->span, span);
  const Expr made = Call{a.dtype(), "if_then_else", {test, a, b}};
  map(MappedRange::Kind::Expression, span, {}, made.key());
  return made;
}

// list[1:], list[::-1]: bounds outside of the list are clipped, as in Python.
ListValue FunctionParser::listSlice(const ListValue& list, const py::Slice& slice) {
  const auto size = static_cast<int64_t>(list.items.size());
  const int64_t step = slice.step ? evalConstant(slice.step, "the step of a slice") : 1;
  if (step == 0) fail(slice.step->span, err::kLoopStepIsZero());
  const int64_t low = step < 0 ? -1 : 0, high = step < 0 ? size - 1 : size;
  const auto bound = [&](const py::Expr& e, int64_t none) {
    if (!e) return none;
    const int64_t at = evalConstant(e, "the bound of a slice");
    return std::clamp(at < 0 ? (at < -size ? low : at + size) : at, low, high);
  };
  const int64_t start = bound(slice.lower, step < 0 ? high : low), stop = bound(slice.upper, step < 0 ? low : high);
  ListValue part;
  for (__int128 i = start; step > 0 ? i < stop : i > stop; i += step)
    part.items.push_back(list.items[static_cast<size_t>(i)]);
  return part;
}

// min(...) and max(...) of several values, or of a list; nullopt: not of numbers alone.
std::optional<ParsedValue> FunctionParser::extreme(const std::string& name, std::vector<ParsedValue> values,
                                                   Span span) {
  if (values.size() == 1)
    if (const auto* list = values[0].as<ListValue>()) values = std::vector<ParsedValue>(list->items);
  if (values.empty()) fail(span, err::kNotAnArgument(name));
  std::optional<ParsedValue> best = values[0];
  for (size_t i = 1; i < values.size(); ++i) {
    const auto x = numberOf(values[i]), y = numberOf(*best);
    if (x && y) {
      const auto order = py::ordered(*x, *y);
      if (name == "min" ? order < 0 : order > 0) best = values[i];
      continue;
    }
    const auto [a, b] = matched(*best, span, values[i], span, span);
    if (a.dtype().isHandle() || a.dtype().code == TypeCode::Void) fail(span, err::kPointerArithmetic());
    best = binary(name == "min" ? BinaryOp::Min : BinaryOp::Max, a, b);
  }
  return best;
}

ParsedValue FunctionParser::builtin(const std::string& name, const py::Call& node, Span span) {
  if (!isBuiltin(name) || name == "slice") fail(node.function->span, err::kCannotBeCalledInPrimFunc(name));
  const bool several = name == "min" || name == "max" || name == "zip";
  const std::vector<ParsedValue> args = positional(node, 1,
                                                   several           ? std::string::npos
                                                   : name == "range" ? 3
                                                                     : 2,
                                                   name, span);
  const auto first = numberOf(args[0]), second = args.size() > 1 ? numberOf(args[1]) : std::nullopt;
  const auto* text = args[0].as<std::string>();
  if (name == "min" || name == "max") return *extreme(name, args, span);
  if (name == "abs") return first ? plain(py::absolute(*first), span) : tirCall(name, node, span);
  if (name == "divmod" && first && second) {
    const auto both = py::divided(*first, *second);
    if (!both) fail(span, both.error());
    return ListValue{{valueOf(both->first), valueOf(both->second)}};
  }
  if (name == "pow" && args.size() == 2)
    return binaryOp(py::BinOp::Pow, args[0], node.args[0]->span, args[1], node.args[1]->span, span);
  if (name == "round" && first) {
    const auto* digits = args.size() > 1 ? args[1].as<int64_t>() : nullptr;
    if (args.size() == 1 || digits)
      return plain(py::rounded(*first, digits ? std::optional(*digits) : std::nullopt), span);
  }
  if (args.size() == 1 || name == "enumerate" || name == "sum" || name == "range")
    if (std::optional<ParsedValue> made = sequenceBuiltin(name, args, span)) return std::move(*made);
  if (args.size() == 1 && name == "float" && (first || text)) {
    const Result<double> made = first ? Result<double>(py::toFloat(*first)) : py::floatFrom(*text);
    if (!made) fail(span, made.error());
    return *made;
  }
  if (args.size() == 1 && name == "int" && (first || text)) {
    const Result<int64_t> made = first ? py::toInteger(*first) : py::integerFrom(*text);
    if (!made) fail(span, made.error());
    return *made;
  }
  if (args.size() == 1 && name == "bool")
    if (const auto known = truthOf(args[0])) return *known;
  fail(span, err::kNotAnArgument(name));
}

// Those of lists; nullopt: not for these arguments.
std::optional<ParsedValue> FunctionParser::sequenceBuiltin(const std::string& name,
                                                           const std::vector<ParsedValue>& args, Span span) {
  if (name == "range") {
    std::vector<int64_t> bounds;
    for (const ParsedValue& a : args)
      if (const auto* i = a.as<int64_t>()) bounds.push_back(*i);
    if (bounds.size() != args.size() || (bounds.size() == 3 && bounds[2] == 0)) return std::nullopt;
    const int64_t start = bounds.size() > 1 ? bounds[0] : 0, stop = bounds.size() > 1 ? bounds[1] : bounds[0],
                  step = bounds.size() > 2 ? bounds[2] : 1;
    ListValue list;
    for (__int128 i = start; step > 0 ? i < stop : i > stop; i += step) {
      if (list.items.size() >= kMostItems) fail(span, err::kHelperTooLarge());
      list.items.emplace_back(static_cast<int64_t>(i));
    }
    return list;
  }
  const auto* list = args[0].as<ListValue>();
  if (const auto* text = args[0].as<std::string>(); text && name == "len")
    return static_cast<int64_t>(std::count_if(text->begin(), text->end(), [](char c) { return (c & 0xC0) != 0x80; }));
  if (name == "zip") {
    ListValue rows;
    size_t count = kMostItems;
    for (const ParsedValue& a : args) {
      if (!a.as<ListValue>()) return std::nullopt;
      count = std::min(count, a.as<ListValue>()->items.size());
    }
    for (size_t i = 0; i < count; ++i) {
      ListValue row;
      for (const ParsedValue& a : args) row.items.push_back(a.as<ListValue>()->items[i]);
      rows.items.emplace_back(std::move(row));
    }
    return rows;
  }
  if (!list) return std::nullopt;
  if (name == "len") return static_cast<int64_t>(list->items.size());
  if (name == "list" || name == "tuple") return *list;
  if (name == "reversed") return ListValue{std::vector<ParsedValue>(list->items.rbegin(), list->items.rend())};
  if (name == "sum") {
    ParsedValue total = args.size() > 1 ? args[1] : ParsedValue(int64_t{0});
    for (const ParsedValue& item : list->items) total = binaryOp(py::BinOp::Add, total, span, item, span, span);
    return total;
  }
  if (name != "enumerate") return std::nullopt;
  const auto* start = args.size() > 1 ? args[1].as<int64_t>() : nullptr;
  if (args.size() > 1 && !start) return std::nullopt;
  ListValue pairs;
  for (size_t i = 0; i < list->items.size(); ++i)
    pairs.items.emplace_back(ListValue{{(start ? *start : 0) + static_cast<int64_t>(i), list->items[i]}});
  return pairs;
}

}  // namespace lw::tir
