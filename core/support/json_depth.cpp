#include "core/support/json_depth.h"

namespace lw {

std::optional<size_t> tooDeepInJson(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{') && ++depth > kMostJsonDepth)
      return i;
    else if (!quoted && (c == ']' || c == '}'))
      --depth;
  }
  return std::nullopt;
}

}  // namespace lw
