// A limit on how deeply JSON from outside is nested: libraries write and copy values by recursion.
#pragma once

#include <optional>
#include <string_view>

namespace lw {

inline constexpr int kMostJsonDepth = 200;  // a trace or a session needs about ten

// The position of the first bracket that is nested too deeply; nullopt: there is none. Does not check the text.
std::optional<size_t> tooDeepInJson(std::string_view text);

}  // namespace lw
