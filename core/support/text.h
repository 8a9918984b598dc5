// Texts of lists.
#pragma once

#include <concepts>
#include <functional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

namespace lw {

// The texts of a list with a separator between them: "a, b, c". `text` makes the text of an item; without it the items
// are texts.
template <std::ranges::input_range List, class Text = std::identity>
  requires std::invocable<Text&, std::ranges::range_reference_t<const List&>>
std::string join(const List& list, Text text = {}, std::string_view separator = ", ") {
  std::string all;
  bool first = true;
  for (const auto& item : list) {
    if (!std::exchange(first, false)) all += separator;
    all += std::string_view(text(item));
  }
  return all;
}

template <std::ranges::input_range List>
std::string join(const List& list, std::string_view separator) {
  return join(list, std::identity(), separator);
}

// Adds an item to such a text: "a, b" and "c" are "a, b, c".
inline void addItem(std::string& list, std::string_view item, std::string_view separator = ", ") {
  if (!list.empty()) list += separator;
  list += item;
}

}  // namespace lw
