// Operators on plain values: those of numbers are in core/text/python/arithmetic.h.
#include "core/script/errors.h"
#include "core/script/interpreter.h"
#include "core/text/errors.h"

namespace lw::script {

namespace {

constexpr int kMaxCompareDepth = 50;

std::optional<int64_t> integerOf(const Value& v) {
  if (const auto* i = v.as<int64_t>()) return *i;
  if (const auto* b = v.as<bool>()) return *b;
  return std::nullopt;
}

bool isHosted(const Value& v) { return v.host() || v.as<Scalar>(); }

}  // namespace

std::optional<Number> plainNumber(const Value& value) {
  if (const auto* b = value.as<bool>()) return *b;
  if (const auto* i = value.as<int64_t>()) return *i;
  if (const auto* d = value.as<double>()) return *d;
  return std::nullopt;
}

Value plainValue(const Number& number) {
  return std::visit([](auto value) { return Value(value); }, number);
}

Value Interpreter::binary(py::BinOp op, const Value& a, const Value& b, Span span, bool inPlace) {
  if (isHosted(a) || isHosted(b)) return take(host_.binary(op, a, b, inPlace), span);
  if (const auto x = plainNumber(a), y = plainNumber(b); x && y) return plainValue(take(py::applied(op, *x, *y), span));
  if (op == py::BinOp::Add) {
    if (a.text() && b.text()) {
      charge(static_cast<int64_t>(a.text()->size() + b.text()->size()), span);
      return *a.text() + *b.text();
    }
    if (a.items() && b.items() && (a.as<ListRef>() != nullptr) == (b.as<ListRef>() != nullptr)) {
      charge(static_cast<int64_t>(a.items()->size() + b.items()->size()), span);
      std::vector<Value> items = *a.items();
      items.insert(items.end(), b.items()->begin(), b.items()->end());
      if (inPlace && a.as<ListRef>()) {
        a.as<ListRef>()->object->items = std::move(items);
        return a;
      }
      return a.as<ListRef>() ? makeList(std::move(items), span) : makeTuple(std::move(items));
    }
  }
  if (op == py::BinOp::Mul && (a.items() || a.text() || b.items() || b.text())) {
    const auto ia = integerOf(a), ib = integerOf(b);
    const Value& sequence = ib ? a : b;
    const auto count = ib ? ib : ia;
    if (count && (sequence.items() || sequence.text())) {
      const int64_t n = std::max<int64_t>(*count, 0), length = lengthOf(sequence, span);
      if (length > 0 && n > limits_.items / length) charge(limits_.items + 1, span);
      charge(n * length, span);
      if (sequence.text()) {
        std::string text;
        for (int64_t i = 0; i < n && length > 0; ++i) text += *sequence.text();
        return text;
      }
      std::vector<Value> items;
      for (int64_t i = 0; i < n && length > 0; ++i)
        items.insert(items.end(), sequence.items()->begin(), sequence.items()->end());
      return sequence.as<ListRef>() ? makeList(std::move(items), span) : makeTuple(std::move(items));
    }
  }
  fail(span, err::kOperatorDoesNotTakeBoth(symbolOf(op), typeName(a), typeName(b)));
}

Value Interpreter::unary(py::UnaryOp op, const Value& a, Span span) {
  if (op == py::UnaryOp::Not) return !truth(a, span);
  if (isHosted(a)) return take(host_.unary(op, a), span);
  if (const auto n = plainNumber(a)) return plainValue(take(py::applied(op, *n), span));
  fail(span, err::kUnaryDoesNotTake(symbolOf(op), typeName(a)));
}

bool Interpreter::equalValues(const Value& a, const Value& b, Span span, int depth) {
  if (depth > kMaxCompareDepth) fail(span, err::kListsTooDeepToCompare());
  tick(span);
  if (isHosted(a) || isHosted(b)) return truth(take(host_.compare(py::CompareOp::Eq, a, b), span), span);
  if (const auto x = plainNumber(a), y = plainNumber(b); x && y) return py::ordered(*x, *y) == 0;
  if (a.variant().index() != b.variant().index()) return false;
  if (a.isNone() || a.as<Ellipsis>()) return true;
  if (a.text()) return *a.text() == *b.text();
  if (a.items()) {
    const std::vector<Value>&x = *a.items(), &y = *b.items();
    if (x.size() != y.size()) return false;
    for (size_t i = 0; i < x.size(); ++i)
      if (!equalValues(x[i], y[i], span, depth + 1)) return false;
    return true;
  }
  if (const auto *r = a.as<RangeRef>(), *s = b.as<RangeRef>(); r && s)
    return r->object->length() == s->object->length() &&
           (r->object->length() == 0 || r->object->start == s->object->start) &&
           (r->object->length() < 2 || r->object->step == s->object->step);
  if (const auto *f = a.as<FunctionRef>(), *g = b.as<FunctionRef>(); f && g) return f->object == g->object;
  if (const auto *f = a.as<Builtin>(), *g = b.as<Builtin>(); f && g) return *f == *g;
  if (const auto *d = a.as<DictRef>(), *e = b.as<DictRef>(); d && e) {
    if (d->object->items.size() != e->object->items.size()) return false;
    for (const auto& [key, value] : d->object->items) {
      bool found = false;
      for (const auto& [k, v] : e->object->items)
        found = found || (equalValues(key, k, span, depth + 1) && equalValues(value, v, span, depth + 1));
      if (!found) return false;
    }
    return true;
  }
  return false;
}

bool Interpreter::compare(py::CompareOp op, const Value& a, const Value& b, Span span, int depth) {
  switch (op) {
    case py::CompareOp::Eq:
      return equalValues(a, b, span);
    case py::CompareOp::Ne:
      return !equalValues(a, b, span);
    case py::CompareOp::In:
      return contains(b, a, span);
    case py::CompareOp::NotIn:
      return !contains(b, a, span);
    case py::CompareOp::Is:
    case py::CompareOp::IsNot: {
      bool same = a.variant().index() == b.variant().index() && (a.isNone() || equalValues(a, b, span));
      if (a.host() && b.host())
        same = a.host() == b.host() || a.host()->sameAs(*b.host());
      else if (a.host() || b.host())
        same = false;
      return same == (op == py::CompareOp::Is);
    }
    case py::CompareOp::Lt:
    case py::CompareOp::Le:
    case py::CompareOp::Gt:
    case py::CompareOp::Ge:
      break;
  }
  if (isHosted(a) || isHosted(b)) return truth(take(host_.compare(op, a, b), span), span);
  if (const auto x = plainNumber(a), y = plainNumber(b); x && y) return py::compared(op, py::ordered(*x, *y));
  if (a.text() && b.text()) return py::compared(op, *a.text() <=> *b.text());
  if (a.items() && b.items()) {
    if (depth > kMaxCompareDepth) fail(span, err::kListsTooDeepToCompare());
    const std::vector<Value>&x = *a.items(), &y = *b.items();
    for (size_t i = 0; i < x.size() && i < y.size(); ++i)
      if (!equalValues(x[i], y[i], span, depth)) return compare(op, x[i], y[i], span, depth + 1);
    return py::compared(op, x.size() <=> y.size());
  }
  fail(span, err::kNoOrder(typeName(a), typeName(b)), "compare values of one kind");
}

Value Interpreter::compareValue(py::CompareOp op, const Value& a, const Value& b, Span span) {
  const bool plain =
      op == py::CompareOp::In || op == py::CompareOp::NotIn || op == py::CompareOp::Is || op == py::CompareOp::IsNot;
  if (!plain && (isHosted(a) || isHosted(b))) return take(host_.compare(op, a, b), span);
  return compare(op, a, b, span);
}

bool Interpreter::contains(const Value& container, const Value& item, Span span) {
  if (const auto* dict = container.as<DictRef>()) {
    for (const auto& [key, value] : dict->object->items)
      if (equalValues(key, item, span)) return true;
    return false;
  }
  if (const std::string* text = container.text()) {
    if (!item.text()) fail(span, err::kInStringNeedsString(typeName(item)));
    return text->find(*item.text()) != std::string::npos;
  }
  if (const auto* range = container.as<RangeRef>())
    if (const auto i = integerOf(item)) {
      const RangeObject& r = *range->object;
      if (r.step > 0 ? *i < r.start || *i >= r.stop : *i > r.start || *i <= r.stop) return false;
      return static_cast<uint64_t>(*i - r.start) % static_cast<uint64_t>(r.step > 0 ? r.step : -r.step) == 0 ||
             (*i - r.start) % r.step == 0;
    }
  for (const Value& value : itemsOf(container, span))
    if (equalValues(value, item, span)) return true;
  return false;
}

bool Interpreter::truth(const Value& value, Span span) {
  if (const auto n = plainNumber(value)) return py::truth(*n);
  if (const auto* s = value.as<Scalar>()) return s->asDouble() != 0;
  if (value.isNone()) return false;
  if (HostObject* host = value.host()) return take(host->truth(), span);
  if (value.as<FunctionRef>() || value.as<Builtin>() || value.as<Ellipsis>() || value.as<SliceRef>()) return true;
  return lengthOf(value, span) != 0;
}

}  // namespace lw::script
