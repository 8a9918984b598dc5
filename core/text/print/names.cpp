#include "core/text/print/names.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace lw {

namespace {

// Python's keywords and the names that the text of a function uses, sorted.
constexpr std::string_view kReserved[] = {
    "False",  "None",     "T",      "True", "and",   "as",     "assert",   "async",   "await", "break",
    "class",  "continue", "def",    "del",  "elif",  "else",   "except",   "finally", "for",   "from",
    "global", "if",       "import", "in",   "is",    "lambda", "nonlocal", "not",     "or",    "pass",
    "raise",  "range",    "return", "try",  "while", "with",   "yield"};
static_assert(std::is_sorted(std::begin(kReserved), std::end(kReserved)));

bool isReserved(std::string_view name) { return std::binary_search(std::begin(kReserved), std::end(kReserved), name); }

}  // namespace

Names::Names(std::initializer_list<const char*> modules) : taken_(modules.begin(), modules.end()) { push(); }

void Names::pop() {
  for (const void* key : scopes_.back().keys) texts_.erase(key);
  for (const std::string& name : scopes_.back().taken) taken_.erase(name);
  if (!scopes_.back().taken.empty()) next_.clear();
  scopes_.pop_back();
}

const std::string& Names::define(const void* key, const std::string& hint, bool keeps) {
  std::string base = hint.empty() ? "v" : hint;
  for (char& c : base)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && !(c & 0x80)) c = '_';
  if (std::isdigit(static_cast<unsigned char>(base[0]))) base = "_" + base;
  std::string name = base;
  const bool kept = keeps && (name == "T" || name == "range");
  keptModule_ = keptModule_ || (kept && name == "T");
  if (taken_.contains(name) || (isReserved(name) && !kept)) {
    int& i = next_.try_emplace(base, 1).first->second;
    do name = base + "_" + std::to_string(i++);
    while (taken_.contains(name));
  }
  taken_.insert(name);
  scopes_.back().taken.push_back(name);
  alias(key, name);
  return texts_.at(key);
}

void Names::alias(const void* key, std::string text) {
  if (texts_.insert_or_assign(key, std::move(text)).second) scopes_.back().keys.push_back(key);
}

const std::string* Names::find(const void* key) const {
  const auto found = texts_.find(key);
  return found == texts_.end() ? nullptr : &found->second;
}

}  // namespace lw
