// Lines of code from patterns: put("split({}, [None, {}])", loop, 8). Holes are numbered, "{0}", or taken in order,
// "{}".
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace lw::tune {

std::string putAll(std::string_view pattern, const std::vector<std::string>& values);

template <std::integral T>
std::string putText(T value) {
  return std::to_string(value);
}
inline std::string putText(std::string_view text) { return std::string(text); }

template <class... Args>
std::string put(std::string_view pattern, const Args&... args) {
  return putAll(pattern, {putText(args)...});
}

}  // namespace lw::tune
