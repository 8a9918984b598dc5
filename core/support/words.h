// Lists of words that are known beforehand, as one text with single blanks between them: "split fuse reorder".
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace lw {

constexpr std::string_view leadingWord(std::string_view words) { return words.substr(0, words.find(' ')); }

constexpr bool hasWord(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::string_view next = leadingWord(words);
    if (next == word) return true;
    words.remove_prefix(std::min(next.size() + 1, words.size()));
  }
  return false;
}

inline std::vector<std::string> listedWords(std::string_view words) {
  std::vector<std::string> list;
  while (!words.empty()) {
    list.emplace_back(leadingWord(words));
    words.remove_prefix(std::min(list.back().size() + 1, words.size()));
  }
  return list;
}

}  // namespace lw
