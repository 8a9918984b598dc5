#include <algorithm>
#include <cctype>
#include <string_view>

#include "core/text/print_writer.h"

namespace lw::text {
namespace {

constexpr std::string_view kReserved[] = {"T",    "I",     "R",  "and",  "or",   "not",  "if",    "else", "elif",   "for",
                                          "in",   "while", "is", "def",  "class", "with", "as",   "pass", "return", "lambda",
                                          "True", "False", "None", "assert", "del", "from", "import", "global", "try"};

// Names come from files and from primitives; what is no identifier becomes one.
std::string identifier(const std::string& hint) {
  std::string name;
  for (const char c : hint) name += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name = "v" + name;
  if (std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved)) name += "_";
  return name;
}

}  // namespace

Writer::Scope::~Scope() {
  while (w_.taken_.size() > size_) {
    const auto& [key, name] = w_.taken_.back();
    w_.used_.erase(name);
    w_.names_.erase(key);
    w_.taken_.pop_back();
  }
}

std::string Writer::define(const Var& v) {
  const std::string hint = identifier(v.name());
  std::string name = hint;
  for (int i = 1; !rawNames && used_.contains(name); ++i) name = hint + "_" + std::to_string(i);
  if (used_.insert(name).second) taken_.emplace_back(v.key(), name);
  names_[v.key()] = name;
  return name;
}

std::string Writer::define(const Buffer& b) {
  const std::string hint = identifier(b->name);
  std::string name = hint;
  for (int i = 1; !rawNames && used_.contains(name); ++i) name = hint + "_" + std::to_string(i);
  if (used_.insert(name).second) taken_.emplace_back(b.key(), name);
  names_[b.key()] = name;
  return name;
}

const std::string& Writer::nameOf(const Var& v) {
  if (!isNamed(v)) define(v);
  return names_[v.key()];
}

const std::string& Writer::nameOf(const Buffer& b) {
  if (!isNamed(b)) define(b);
  return names_[b.key()];
}

}  // namespace lw::text
