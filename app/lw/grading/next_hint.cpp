#include "app/lw/grading/next_hint.h"

#include <algorithm>
#include <cctype>

#include "core/schedule/all_primitives.h"

namespace lw {
namespace {

// The words of a text that are names of primitives, as primitivesOf() writes them.
std::vector<std::string> namedSteps(const std::string& text) {
  std::vector<std::string> found;
  std::string word, plain;
  const auto end = [&] {
    const bool known = std::any_of(allPrimitives().begin(), allPrimitives().end(),
                                   [&](const Primitive* p) { return p->name == word && !p->name.starts_with("get_"); });
    if (known) found.push_back(plain);
    word.clear(), plain.clear();
  };
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) || c == '_') {
      word += static_cast<char>(std::tolower(letter));
      if (c != '_') plain += word.back();
    } else {
      end();
    }
  }
  end();
  return found;
}

}  // namespace

std::string nextHint(const Exercise& exercise, const Judged& judged) {
  if (exercise.hints.empty() || judged.outcome == "reached") return {};
  const std::string* general = nullptr;
  for (const std::string& hint : exercise.hints) {
    const std::vector<std::string> steps = namedSteps(hint);
    if (steps.empty() && !general) general = &hint;
    const bool missing = std::any_of(steps.begin(), steps.end(), [&](const std::string& step) {
      return std::find(judged.used.begin(), judged.used.end(), step) == judged.used.end();
    });
    if (missing) return hint;
  }
  return general ? *general : exercise.hints.back();
}

}  // namespace lw
