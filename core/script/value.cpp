#include "core/script/value.h"

#include <charconv>
#include <cmath>

#include "core/ir/expr.h"
#include "core/script/host.h"
#include "core/support/quote.h"
#include "core/text/python/arithmetic.h"

namespace lw::script {

namespace {

// Moves the children of a destroyed container to `pending`, so that destructors do not recurse.
void release(std::vector<Value>& items, std::vector<Value>& pending) {
  for (Value& item : items)
    if (item.as<ListRef>() || item.as<TupleRef>() || item.as<DictRef>() || item.as<FunctionRef>())
      pending.push_back(std::move(item));
  items.clear();
}
void releaseAll(std::vector<Value> pending) {
  while (!pending.empty()) {
    Value value = std::move(pending.back());
    pending.pop_back();
    ListObject* list = nullptr;
    if (const auto* l = value.as<ListRef>(); l && l->object.use_count() == 1) list = l->object.get();
    if (const auto* t = value.as<TupleRef>(); t && t->object.use_count() == 1) list = t->object.get();
    if (list) release(list->items, pending);
    if (const auto* d = value.as<DictRef>(); d && d->object.use_count() == 1) {
      std::vector<Value> items;
      for (auto& [key, item] : d->object->items) {
        items.push_back(std::move(key));
        items.push_back(std::move(item));
      }
      d->object->items.clear();
      release(items, pending);
    }
  }
}

constexpr int kMaxTextDepth = 20;
constexpr size_t kMaxTextLength = 100'000;

std::string repr(const Value& value, int depth, bool top);

std::string joined(const std::vector<Value>& items, int depth) {
  std::string text;
  for (const Value& item : items) {
    if (!text.empty()) text += ", ";
    if (text.size() > kMaxTextLength) return text + "...";
    text += repr(item, depth + 1, false);
  }
  return text;
}

std::string scalarText(const Scalar& s) {
  if (s.type.isBool()) return s.integer ? "True" : "False";
  if (!s.type.isFloat()) return std::to_string(s.integer);
  if (s.type.bits < 64) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<float>(s.real)).ptr;
    std::string text(buffer, end);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
  }
  return py::floatText(s.real);
}

std::string repr(const Value& value, int depth, bool top) {
  if (depth > kMaxTextDepth) return "...";
  return std::visit(Overloaded{
                        [](None) -> std::string { return "None"; },
                        [](bool v) -> std::string { return v ? "True" : "False"; },
                        [](int64_t v) { return std::to_string(v); },
                        [](double v) { return py::floatText(v); },
                        [](const Scalar& s) { return scalarText(s); },
                        [](Ellipsis) -> std::string { return "Ellipsis"; },
                        [](Builtin) -> std::string { return "<built-in function>"; },
                        [&](const StringRef& s) { return top ? *s.object : pythonRepr(*s.object); },
                        [&](const ListRef& l) { return "[" + joined(l.object->items, depth) + "]"; },
                        [&](const TupleRef& t) {
                          return "(" + joined(t.object->items, depth) + (t.object->items.size() == 1 ? ",)" : ")");
                        },
                        [&](const DictRef& d) {
                          std::string text;
                          for (const auto& [key, item] : d.object->items) {
                            if (!text.empty()) text += ", ";
                            if (text.size() > kMaxTextLength) {
                              text += "...";
                              break;
                            }
                            text += repr(key, depth + 1, false) + ": " + repr(item, depth + 1, false);
                          }
                          return "{" + text + "}";
                        },
                        [](const RangeRef& r) {
                          std::string text =
                              "range(" + std::to_string(r.object->start) + ", " + std::to_string(r.object->stop);
                          return text + (r.object->step != 1 ? ", " + std::to_string(r.object->step) : "") + ")";
                        },
                        [](const SliceRef&) -> std::string { return "<slice>"; },
                        [](const FunctionRef& f) { return "<function " + f.object->name + ">"; },
                        [](const HostRef& h) { return h.object->text(); },
                    },
                    value.variant());
}

}  // namespace

ListObject::ListObject(std::vector<Value> values) : items(std::move(values)) {}
ListObject::~ListObject() {
  std::vector<Value> pending;
  release(items, pending);
  releaseAll(std::move(pending));
}
DictObject::~DictObject() {
  std::vector<Value> values, pending;
  for (auto& [key, item] : items) {
    values.push_back(std::move(key));
    values.push_back(std::move(item));
  }
  items.clear();
  release(values, pending);
  releaseAll(std::move(pending));
}

int64_t RangeObject::length() const {
  if (step > 0)
    return start < stop ? static_cast<int64_t>((static_cast<uint64_t>(stop) - static_cast<uint64_t>(start) - 1) /
                                               static_cast<uint64_t>(step)) +
                              1
                        : 0;
  const uint64_t down = uint64_t{0} - static_cast<uint64_t>(step);
  return start > stop
             ? static_cast<int64_t>((static_cast<uint64_t>(start) - static_cast<uint64_t>(stop) - 1) / down) + 1
             : 0;
}

const std::string* Value::text() const {
  const auto* s = as<StringRef>();
  return s ? s->object.get() : nullptr;
}
const std::vector<Value>* Value::items() const {
  if (const auto* l = as<ListRef>()) return &l->object->items;
  if (const auto* t = as<TupleRef>()) return &t->object->items;
  return nullptr;
}
HostObject* Value::host() const {
  const auto* h = as<HostRef>();
  return h ? h->object.get() : nullptr;
}

Value makeTuple(std::vector<Value> items) { return TupleRef{std::make_shared<ListObject>(std::move(items))}; }
Value makeString(std::string text) { return Value(std::move(text)); }

Message typeName(const Value& value) {
  return std::visit(Overloaded{
                        [](None) -> Message { return "None"; },
                        [](bool) -> Message { return "a bool"; },
                        [](int64_t) -> Message { return "an integer"; },
                        [](double) -> Message { return "a float"; },
                        [](const Scalar& s) { return say("a {0} scalar", TypeName(lw::toString(s.type))); },
                        [](Ellipsis) -> Message { return "`...`"; },
                        [](Builtin) -> Message { return "a function"; },
                        [](const StringRef&) -> Message { return "a string"; },
                        [](const ListRef&) -> Message { return "a list"; },
                        [](const TupleRef&) -> Message { return "a tuple"; },
                        [](const DictRef&) -> Message { return "a dict"; },
                        [](const RangeRef&) -> Message { return "a range"; },
                        [](const SliceRef&) -> Message { return "a slice"; },
                        [](const FunctionRef&) -> Message { return "a function"; },
                        [](const HostRef& h) { return h.object->typeName(); },
                    },
                    value.variant());
}

std::string toText(const Value& value) { return repr(value, 0, true); }
std::string toRepr(const Value& value) { return repr(value, 0, false); }

}  // namespace lw::script
