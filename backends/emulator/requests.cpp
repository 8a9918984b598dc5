#include "backends/emulator/requests.h"

#include <algorithm>
#include <array>
#include <set>

namespace lw::emulator {

constexpr int64_t kSector = 32, kBanks = 32, kWord = 4, kPass = kBanks * kWord;

int64_t sectorsOf(const std::vector<LaneBytes>& lanes) {
  std::set<int64_t> touched;
  for (const LaneBytes& l : lanes)
    for (int64_t s = l.first / kSector; s <= (l.last - 1) / kSector; ++s) touched.insert(s);
  return static_cast<int64_t>(touched.size());
}

BankUse banksOf(const std::vector<LaneBytes>& lanes) {
  BankUse use;
  for (size_t begin = 0; begin < lanes.size();) {
    std::array<std::set<int64_t>, kBanks> words;
    std::array<std::set<int>, kBanks> wanting;
    int64_t bytes = 0;
    size_t end = begin;
    for (; end < lanes.size() && (end == begin || bytes + std::max(lanes[end].last - lanes[end].first, kWord) <= kPass);
         ++end) {
      bytes += std::max(lanes[end].last - lanes[end].first, kWord);
      for (int64_t w = lanes[end].first / kWord; w <= (lanes[end].last - 1) / kWord; ++w) {
        words[static_cast<size_t>(w % kBanks)].insert(w);
        wanting[static_cast<size_t>(w % kBanks)].insert(lanes[end].lane);
      }
    }
    const auto most =
        std::max_element(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    use.passes += std::max<int64_t>(1, static_cast<int64_t>(most->size()));
    if (static_cast<int>(most->size()) > use.words) {
      use.bank = static_cast<int>(most - words.begin());
      use.words = static_cast<int>(most->size());
      use.lanes = static_cast<int>(wanting[static_cast<size_t>(use.bank)].size());
    }
    begin = end;
  }
  return use;
}

int64_t neededBy(const std::vector<LaneBytes>& lanes, bool shared) {
  std::vector<std::pair<int64_t, int64_t>> runs;
  for (const LaneBytes& l : lanes) runs.emplace_back(l.first, l.last);
  std::sort(runs.begin(), runs.end());
  int64_t bytes = 0, end = INT64_MIN;
  for (const auto& [first, last] : runs) {
    bytes += std::max<int64_t>(0, last - std::max(first, end));
    end = std::max(end, last);
  }
  const int64_t unit = shared ? kPass : kSector;
  return std::max<int64_t>(1, (bytes + unit - 1) / unit);
}

}  // namespace lw::emulator
