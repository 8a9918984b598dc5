#include "core/tune/rules/contractions/put.h"
#include "core/support/text.h"

#include <cassert>

namespace lw::tune {

std::string putAll(std::string_view pattern, const std::vector<std::string>& values) {
  std::string text;
  size_t next = 0;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '{') {
      text += pattern[i];
      continue;
    }
    const bool numbered = pattern[i + 1] != '}';
    const size_t at = numbered ? static_cast<size_t>(pattern[i + 1] - '0') : next++;
    assert(at < values.size() && pattern[i + (numbered ? 2 : 1)] == '}');
    text += values[at];
    i += numbered ? 2 : 1;
  }
  return text;
}

}  // namespace lw::tune
