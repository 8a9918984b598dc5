#include "core/script/methods.h"
#include "core/script/errors.h"

#include <algorithm>

namespace lw::script {

namespace {

Explanation wrongArguments(const std::string& name, const char* takes) {
  return err::kMethodArgumentCount(name, takes);
}

Result<std::optional<Value>> listMethod(ListObject& list, const std::string& name, const CallArgs& args) {
  std::vector<Value>& items = list.items;
  const size_t n = args.positional.size();
  const auto one = [&] { return n == 1 && args.named.empty(); };
  if (name == "append") {
    if (!one()) return wrongArguments(name, "one value");
    const auto* self = args.positional[0].as<ListRef>();
    if (self && self->object.get() == &list) return err::kListIntoItself();
    items.push_back(args.positional[0]);
    return std::optional<Value>(Value());
  }
  if (name == "extend") {
    if (!one() || !args.positional[0].items()) return wrongArguments(name, "one list or tuple");
    const std::vector<Value> more = *args.positional[0].items();
    items.insert(items.end(), more.begin(), more.end());
    return std::optional<Value>(Value());
  }
  if (name == "insert" || name == "pop") {
    const bool insert = name == "insert";
    if (n != (insert ? 2u : n) || n > 2 || (!insert && n > 1))
      return wrongArguments(name, insert ? "a position and a value" : "at most a position");
    const int64_t size = static_cast<int64_t>(items.size());
    Result<int64_t> at = n ? toInt(args.positional[0], name) : Result<int64_t>(int64_t{-1});
    if (!at) return at.error();
    int64_t i = *at < 0 ? *at + size : *at;
    if (insert) {
      items.insert(items.begin() + std::clamp<int64_t>(i, 0, size), args.positional[1]);
      return std::optional<Value>(Value());
    }
    if (i < 0 || i >= size)
      return (size ? err::kIndexOutOfRange(*at, size, size == 1 ? "" : "s") : err::kPopListEmpty());
    const Value value = items[static_cast<size_t>(i)];
    items.erase(items.begin() + i);
    return std::optional<Value>(value);
  }
  if (name == "reverse") return std::reverse(items.begin(), items.end()), std::optional<Value>(Value());
  if (name == "clear") return items.clear(), std::optional<Value>(Value());
  return std::optional<Value>();
}

Result<std::optional<Value>> sequenceMethod(const Value& object, const std::string& name, const CallArgs& args) {
  const std::vector<Value>& items = *object.items();
  if (name == "copy") return std::optional<Value>(ListRef{std::make_shared<ListObject>(items)});
  if (name != "index" && name != "count" && name != "remove") return std::optional<Value>();
  if (args.positional.size() != 1) return wrongArguments(name, "one value");
  int64_t count = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    if (!identical(items[i], args.positional[0])) continue;
    if (name == "index") return std::optional<Value>(static_cast<int64_t>(i));
    if (name == "remove") {
      if (const auto* list = object.as<ListRef>())
        list->object->items.erase(list->object->items.begin() + static_cast<long>(i));
      return std::optional<Value>(Value());
    }
    ++count;
  }
  if (name == "count") return std::optional<Value>(count);
  return err::kNotInList(name, toRepr(args.positional[0]));
}

Result<std::optional<Value>> dictMethod(DictObject& dict, const std::string& name, const CallArgs& args) {
  std::vector<Value> out;
  if (name == "keys" || name == "values" || name == "items") {
    for (const auto& [key, value] : dict.items)
      out.push_back(name == "keys" ? key : name == "values" ? value : makeTuple({key, value}));
    return std::optional<Value>(ListRef{std::make_shared<ListObject>(std::move(out))});
  }
  if (name == "get" || name == "pop" || name == "setdefault") {
    if (args.positional.empty() || args.positional.size() > 2)
      return wrongArguments(name, "a key and at most one value");
    for (size_t i = 0; i < dict.items.size(); ++i) {
      if (!identical(dict.items[i].first, args.positional[0])) continue;
      const Value value = dict.items[i].second;
      if (name == "pop") dict.items.erase(dict.items.begin() + static_cast<long>(i));
      return std::optional<Value>(value);
    }
    const Value fallback = args.positional.size() == 2 ? args.positional[1] : Value();
    if (name == "pop" && args.positional.size() == 1) return err::kDictHasNoKey(toRepr(args.positional[0]));
    if (name == "setdefault") dict.items.emplace_back(args.positional[0], fallback);
    return std::optional<Value>(fallback);
  }
  if (name == "update") {
    const auto* other = args.positional.size() == 1 ? args.positional[0].as<DictRef>() : nullptr;
    if (!other) return wrongArguments(name, "one dict");
    const auto more = other->object->items;
    for (const auto& [key, value] : more) {
      const auto found = std::find_if(dict.items.begin(), dict.items.end(),
                                      [&key = key](const auto& e) { return identical(e.first, key); });
      if (found != dict.items.end())
        found->second = value;
      else
        dict.items.emplace_back(key, value);
    }
    return std::optional<Value>(Value());
  }
  return std::optional<Value>();
}

std::string stripped(const std::string& text, bool left, bool right) {
  size_t begin = 0, end = text.size();
  while (left && begin < end && std::isspace(static_cast<unsigned char>(text[begin]))) ++begin;
  while (right && end > begin && std::isspace(static_cast<unsigned char>(text[end - 1]))) --end;
  return text.substr(begin, end - begin);
}

Result<std::optional<Value>> split(const std::string& text, const CallArgs& args) {
  std::vector<Value> out;
  if (args.positional.empty()) {
    std::string word;
    for (char c : text + " ")
      if (!std::isspace(static_cast<unsigned char>(c)))
        word += c;
      else if (!word.empty())
        out.emplace_back(std::exchange(word, {}));
  } else {
    const std::string* separator = args.positional[0].text();
    if (!separator || separator->empty()) return wrongArguments("split", "a non-empty string");
    size_t begin = 0;
    for (size_t at; (at = text.find(*separator, begin)) != std::string::npos; begin = at + separator->size())
      out.emplace_back(text.substr(begin, at - begin));
    out.emplace_back(text.substr(begin));
  }
  return std::optional<Value>(ListRef{std::make_shared<ListObject>(std::move(out))});
}

Result<std::optional<Value>> stringMethod(const std::string& text, const std::string& name, const CallArgs& args) {
  const auto changed = [&](int (*f)(int)) {
    std::string out = text;
    for (char& c : out) c = static_cast<char>(f(static_cast<unsigned char>(c)));
    return std::optional<Value>(out);
  };
  if (name == "upper") return changed(std::toupper);
  if (name == "lower") return changed(std::tolower);
  if (name == "strip" || name == "lstrip" || name == "rstrip")
    return std::optional<Value>(stripped(text, name != "rstrip", name != "lstrip"));
  if (name == "split") return split(text, args);
  if (name == "isdigit")
    return std::optional<Value>(!text.empty() &&
                                std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); }));
  if (name == "join") {
    if (args.positional.size() != 1 || !args.positional[0].items()) return wrongArguments(name, "one list of strings");
    std::string out;
    for (const Value& part : *args.positional[0].items()) {
      if (!part.text()) return explain(err::kJoinTakesStringsNot(typeName(part)), "write str(...) around it");
      if (&part != args.positional[0].items()->data()) out += text;
      out += *part.text();
    }
    return std::optional<Value>(out);
  }
  if (name == "startswith" || name == "endswith" || name == "find" || name == "count") {
    const std::string* part = args.positional.size() == 1 ? args.positional[0].text() : nullptr;
    if (!part) return wrongArguments(name, "one string");
    if (name == "startswith") return std::optional<Value>(text.starts_with(*part));
    if (name == "endswith") return std::optional<Value>(text.ends_with(*part));
    if (name == "find")
      return std::optional<Value>(text.find(*part) == std::string::npos ? int64_t{-1}
                                                                        : static_cast<int64_t>(text.find(*part)));
    int64_t count = 0;
    for (size_t at = 0; !part->empty() && (at = text.find(*part, at)) != std::string::npos; at += part->size()) ++count;
    return std::optional<Value>(count);
  }
  if (name == "replace") {
    if (args.positional.size() != 2 || !args.positional[0].text() || !args.positional[1].text() ||
        args.positional[0].text()->empty())
      return wrongArguments(name, "two strings, the first not empty");
    if (args.positional[1].text()->size() > 1000) return err::kReplacementTooLong();
    std::string out;
    size_t begin = 0;
    for (size_t at; (at = text.find(*args.positional[0].text(), begin)) != std::string::npos;
         begin = at + args.positional[0].text()->size())
      out += text.substr(begin, at - begin) + *args.positional[1].text();
    return std::optional<Value>(out + text.substr(begin));
  }
  return std::optional<Value>();
}

bool identicalAt(const Value& a, const Value& b, int depth) {
  if (depth > 20) return false;
  const auto number = [](const Value& v) -> std::optional<double> {
    if (const auto* i = v.as<int64_t>()) return static_cast<double>(*i);
    if (const auto* d = v.as<double>()) return *d;
    if (const auto* t = v.as<bool>()) return *t;
    if (const auto* s = v.as<Scalar>()) return s->asDouble();
    return std::nullopt;
  };
  if (const auto *i = a.as<int64_t>(), *j = b.as<int64_t>(); i && j) return *i == *j;
  if (const auto x = number(a), y = number(b); x && y) return *x == *y;
  if (a.text() && b.text()) return *a.text() == *b.text();
  if (a.host() && b.host()) return a.host() == b.host() || a.host()->sameAs(*b.host());
  if (a.variant().index() != b.variant().index()) return false;
  if (a.items()) {
    if (a.items()->size() != b.items()->size()) return false;
    for (size_t i = 0; i < a.items()->size(); ++i)
      if (!identicalAt((*a.items())[i], (*b.items())[i], depth + 1)) return false;
    return true;
  }
  return a.isNone();
}

}  // namespace

bool identical(const Value& a, const Value& b) { return identicalAt(a, b, 0); }

Result<std::optional<Value>> callPlainMethod(const Value& object, const std::string& name, const CallArgs& args) {
  if (const auto* list = object.as<ListRef>()) {
    Result<std::optional<Value>> result = listMethod(*list->object, name, args);
    if (!result || *result) return result;
  }
  if (object.items()) return sequenceMethod(object, name, args);
  if (const auto* dict = object.as<DictRef>()) return dictMethod(*dict->object, name, args);
  if (object.text()) return stringMethod(*object.text(), name, args);
  return std::optional<Value>();
}

std::vector<std::string> plainMethodsOf(const Value& object) {
  if (object.as<ListRef>())
    return {"append", "extend", "insert", "pop", "remove", "reverse", "sort", "index", "count", "copy", "clear"};
  if (object.as<TupleRef>()) return {"index", "count"};
  if (object.as<DictRef>()) return {"keys", "values", "items", "get", "pop", "update", "setdefault"};
  if (object.text())
    return {"upper",    "lower", "strip", "split",   "join",   "startswith",
            "endswith", "find",  "count", "replace", "isdigit"};
  return {};
}

}  // namespace lw::script
