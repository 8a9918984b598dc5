#include <algorithm>
#include <cctype>

#include "core/tune/rules/rule.h"

namespace lw::tune {
namespace {

constexpr size_t kCommentColumns = 100;

std::string identifierFrom(std::string_view wish) {
  std::string name;
  for (const char c : wish) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name.insert(0, "_");
  return name;
}

}  // namespace

void SpaceText::line(std::string_view code) { lines_.push_back(std::string(size_t(depth_) * 4, ' ').append(code)); }

void SpaceText::comment(std::string_view words) {
  while (!words.empty()) {
    size_t end = std::min(words.size(), kCommentColumns - 2 - size_t(depth_) * 4);
    if (end < words.size()) end = std::max<size_t>(words.rfind(' ', end), 1);
    line("# " + std::string(words.substr(0, end)));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

void SpaceText::open(std::string_view header) {
  line(header);
  ++depth_;
}

void SpaceText::close() { --depth_; }

std::string SpaceText::fresh(std::string_view wish) {
  const std::string base = identifierFrom(wish);
  std::string name = base;
  for (int i = 2; std::find(names_.begin(), names_.end(), name) != names_.end(); ++i)
    name = base + "_" + std::to_string(i);
  names_.push_back(name);
  return name;
}

bool SpaceText::once(std::string_view name) {
  if (std::find(names_.begin(), names_.end(), name) != names_.end()) return false;
  names_.emplace_back(name);
  return true;
}

std::string SpaceText::text(std::string_view function, std::string_view docstring) const {
  std::string text = "def " + std::string(function) + "(sch):\n";
  if (!docstring.empty()) text += "    \"\"\"" + std::string(docstring) + "\"\"\"\n";
  for (const std::string& l : lines_) text += l + "\n";
  return text;
}

}  // namespace lw::tune
