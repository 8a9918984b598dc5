#include "core/text/exercise.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/text/errors.h"

namespace lw {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

// What follows the mark on the first line that begins with it.
std::optional<std::string_view> commentOf(std::string_view text, std::string_view mark) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with(mark)) return trimmed(line.substr(mark.size()));
  }
  return std::nullopt;
}

// A number from 0 to a million, and the words after it.
std::optional<std::pair<double, std::string_view>> numberOf(std::string_view part) {
  double value = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value, std::chars_format::fixed);
  if (error != std::errc() || !(value >= 0 && value <= 1e6)) return std::nullopt;
  return std::pair(value, trimmed(part.substr(static_cast<size_t>(end - part.data()))));
}

Result<PointsRule> readPoints(std::string_view list) {
  PointsRule rule{.given = true};
  bool first = true;
  for (; !list.empty() || first; first = false) {
    const std::string_view part = trimmed(list.substr(0, list.find(',')));
    list.remove_prefix(std::min(list.size(), std::min(list.find(','), list.size()) + 1));
    const auto number = numberOf(part);
    if (first && number && number->second.empty())
      rule.most = number->first;
    else if (!first && number && number->second == "right" && number->first <= rule.most)
      rule.right = number->first;
    else if (!first && part == "in proportion")
      rule.share = true;
    else
      return explain(err::kPointsUnread(std::string(part)), "write for example: # points: 10, 4 right, in proportion");
  }
  return rule;
}

// The docstring at the top of the file, or nothing.
std::string_view docstringOf(std::string_view text) {
  constexpr std::string_view kQuotes = "\"\"\"";
  if (!text.starts_with(kQuotes)) return {};
  text.remove_prefix(kQuotes.size());
  return text.substr(0, text.find(kQuotes));
}

}  // namespace

Result<ExerciseRules> exerciseRules(std::string_view text) {
  ExerciseRules rules;
  if (const auto points = commentOf(text, "# points:")) {
    Result<PointsRule> rule = readPoints(*points);
    if (!rule) return std::move(rule).error();
    rules.points = *rule;
  }
  if (const auto byHand = commentOf(text, "# by hand:")) {
    if (*byHand != "accepted" && *byHand != "refused")
      return explain(err::kByHandUnread(std::string(*byHand)), "write # by hand: accepted");
    rules.byHand = *byHand == "accepted";
  }
  return rules;
}

double pointsOf(const PointsRule& rule, bool met, bool right, double share) {
  if (met) return rule.most;
  if (!right) return 0;
  const double more = rule.share ? (rule.most - rule.right) * std::clamp(share, 0.0, 1.0) : 0;
  // What rounding errors of the product take away is given back.
  const double tenths = std::floor((rule.right + more) * 10 + 1e-9) / 10;
  return rule.share && rule.most > rule.right ? std::max(std::min(tenths, rule.most - 0.1), rule.right) : tenths;
}

ExerciseText exerciseText(std::string_view text) {
  std::string words;
  std::string_view rest = docstringOf(text);
  while (!rest.empty()) {
    const std::string_view line = trimmed(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(rest.size(), std::min(rest.find('\n'), rest.size()) + 1));
    if (line.starts_with("Hint: ")) break;
    if (line.empty() && !words.empty() && !words.ends_with("\n\n")) words += "\n\n";
    if (!line.empty() && !words.empty() && !words.ends_with('\n')) words += ' ';
    words += line;
  }
  words = trimmed(words);
  if (words.starts_with("Course, "))
    if (const size_t colon = words.find(": "); colon != std::string::npos) words = words.substr(colon + 2);
  const size_t end = words.find(". ");
  ExerciseText said{words.substr(0, end), end == std::string::npos ? "" : words.substr(end + 2)};
  if (said.title.ends_with('.')) said.title.pop_back();
  if (!said.title.empty()) said.title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(said.title[0])));
  return said;
}

}  // namespace lw
