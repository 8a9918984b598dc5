#include "core/graph/attribute.h"

#include <charconv>

#include "core/ir/equal.h"

namespace lw::graph {

bool sameAttribute(const Attribute& a, const Attribute& b) {
  if (a.value.index() != b.value.index()) return false;
  return std::visit(
      Overloaded{[](NoneAttribute) { return true; }, [&](const Expr& e) { return e.sameAs(*b.as<Expr>()); },
                 [&](const AttributeList& list) {
                   const auto& other = *b.as<AttributeList>();
                   if (list.size() != other.size()) return false;
                   for (size_t i = 0; i < list.size(); ++i)
                     if (!sameAttribute(list[i], other[i])) return false;
                   return true;
                 },
                 [&](const AttributeMap& map) {
                   const auto& other = *b.as<AttributeMap>();
                   if (map.size() != other.size()) return false;
                   for (size_t i = 0; i < map.size(); ++i)
                     if (map[i].name != other[i].name || !sameAttribute(map[i].value, other[i].value)) return false;
                   return true;
                 },
                 [&](const SourceAttribute& s) { return s.text == b.as<SourceAttribute>()->text; },
                 [&]<class T>(const T& plain) { return plain == *b.as<T>(); }},
      a.value);
}

namespace {

class DefaultReader {
 public:
  explicit DefaultReader(std::string_view text) : rest_(text) {}
  Attribute read() {
    skip();
    if (take("None")) return {NoneAttribute{}};
    if (take("True")) return {true};
    if (take("False")) return {false};
    if (take("'")) {
      const size_t end = rest_.find('\'');
      std::string text(rest_.substr(0, end));
      rest_.remove_prefix(end + 1);
      return {std::move(text)};
    }
    if (take("[")) {
      AttributeList items;
      for (skip(); !take("]"); skip()) {
        items.push_back(read());
        skip();
        take(",");
      }
      return {std::move(items)};
    }
    return number();
  }

 private:
  void skip() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
  }
  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  Attribute number() {
    const size_t length = std::min(rest_.find_first_not_of("0123456789.e+-"), rest_.size());
    const std::string_view digits = rest_.substr(0, length);
    rest_.remove_prefix(length);
    if (digits.find_first_of(".e") != std::string_view::npos) {
      double value = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
      return {value};
    }
    int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return {value};
  }

  std::string_view rest_;
};

}  // namespace

Attribute attributeFrom(std::string_view text) { return DefaultReader(text).read(); }

}  // namespace lw::graph
