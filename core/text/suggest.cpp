#include "core/text/suggest.h"

#include <algorithm>
#include <set>

namespace lw {

namespace {

// Levenshtein distance, in which exchanging two neighbouring characters costs one.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known) {
  if (word.size() > 64) return {};
  std::set<std::pair<size_t, std::string>> ranked;
  const size_t limit = word.size() < 3 ? 1 : word.size() < 6 ? 2 : 3;
  for (const std::string& k : known) {
    if (k.empty() || k.size() > word.size() + limit || word.size() > k.size() + limit) continue;
    const size_t d = distance(word, k);
    if (d <= limit && d < std::max(word.size(), k.size())) ranked.emplace(d, k);
  }
  std::vector<std::string> result;
  for (const auto& [d, k] : ranked)
    if (result.size() < 3) result.push_back(k);
  return result;
}

Message didYouMean(std::string_view word, const std::vector<std::string>& known, const std::string& prefix) {
  std::vector<Snippet> words;
  for (const std::string& w : nearest(word, known)) words.emplace_back("'" + prefix + w + "'");
  if (words.empty()) return {};
  if (words.size() == 1) return say("did you mean {0}?", words[0]);
  if (words.size() == 2) return say("did you mean {0} or {1}?", words[0], words[1]);
  return say("did you mean {0}, {1} or {2}?", words[0], words[1], words[2]);
}

}  // namespace lw
