#include "backends/emulator/warps.h"

#include <algorithm>
#include <set>

namespace lw::emulator {

Warps::Site& Warps::siteOf(const Key& key, const Touch& t) {
  // Copies of one statement that unrolling made count together.
  const auto same = [&](const GpuAccessCount& c) { return c.origin.block == t.origin.block && c.buffer == (*t.buffer)->name && c.store == t.store; };
  const auto [count, isNew] = known_.try_emplace(key.site, counts.size());
  if (isNew) count->second = static_cast<size_t>(std::find_if(counts.begin(), counts.end(), same) - counts.begin());
  if (count->second == counts.size()) counts.push_back({t.origin, (*t.buffer)->name, (*t.buffer)->scope, t.store});
  const auto [site, opened] = open_.try_emplace(key);
  if (opened) {
    site->second.count = count->second;
    site->second.bytes = (*t.buffer)->dtype.bytes();
    site->second.made.assign(static_cast<size_t>(warpSize_), 0);
    order_.push_back(key);
  }
  return site->second;
}

void Warps::touch(int64_t thread, const Touch& t) {
  Site& site = siteOf({t.site, thread / warpSize_}, t);
  const int lane = static_cast<int>(thread % warpSize_);
  int64_t& made = site.made[static_cast<size_t>(lane)];
  if (t.lane == 0) ++made;
  const auto at = static_cast<size_t>(std::max<int64_t>(made, 1) - 1);
  if (at >= kMostAccesses) return;
  if (site.together.size() <= at) site.together.resize(at + 1);
  std::vector<Lane>& lanes = site.together[at];
  const int64_t first = t.element * site.bytes, last = first + site.bytes;
  if (t.lane > 0 && !lanes.empty() && lanes.back().lane == lane && lanes.back().last == first) lanes.back().last = last;
  else lanes.push_back({lane, first, last});
}

int64_t Warps::sectors(const std::vector<Lane>& lanes) {
  constexpr int64_t kSector = 32;
  std::set<int64_t> touched;
  for (const Lane& l : lanes)
    for (int64_t s = l.first / kSector; s <= (l.last - 1) / kSector; ++s) touched.insert(s);
  return static_cast<int64_t>(touched.size());
}

// Lanes are served in groups that together take up to 128 bytes.
int64_t Warps::passes(const std::vector<Lane>& lanes) {
  constexpr int64_t kBanks = 32, kWord = 4, kPass = kBanks * kWord;
  int64_t total = 0;
  for (size_t begin = 0; begin < lanes.size();) {
    std::vector<std::set<int64_t>> words(static_cast<size_t>(kBanks));
    int64_t bytes = 0;
    size_t end = begin;
    for (; end < lanes.size() && (end == begin || bytes + std::max(lanes[end].last - lanes[end].first, kWord) <= kPass); ++end) {
      bytes += std::max(lanes[end].last - lanes[end].first, kWord);
      for (int64_t w = lanes[end].first / kWord; w <= (lanes[end].last - 1) / kWord; ++w) words[static_cast<size_t>(w % kBanks)].insert(w);
    }
    size_t most = 1;
    for (const std::set<int64_t>& bank : words) most = std::max(most, bank.size());
    total += static_cast<int64_t>(most);
    begin = end;
  }
  return total;
}

int64_t Warps::distinctBytes(const std::vector<Lane>& lanes) {
  std::vector<std::pair<int64_t, int64_t>> runs;
  for (const Lane& l : lanes) runs.emplace_back(l.first, l.last);
  std::sort(runs.begin(), runs.end());
  int64_t bytes = 0, end = INT64_MIN;
  for (const auto& [first, last] : runs) {
    bytes += std::max<int64_t>(0, last - std::max(first, end));
    end = std::max(end, last);
  }
  return bytes;
}

void Warps::flush() {
  for (const Key& key : order_) {
    const Site& site = open_.at(key);
    GpuAccessCount& count = counts[site.count];
    const bool shared = count.scope.starts_with("shared");
    int64_t requests = 0, transactions = 0, ideal = 0;
    for (const std::vector<Lane>& lanes : site.together) {
      if (lanes.empty()) continue;
      ++requests;
      transactions += shared ? passes(lanes) : sectors(lanes);
      const int64_t unit = shared ? 128 : 32;
      ideal += std::max<int64_t>(1, (distinctBytes(lanes) + unit - 1) / unit);
    }
    const int64_t made = *std::max_element(site.made.begin(), site.made.end());
    const double scale = requests ? static_cast<double>(std::max(made, requests)) / static_cast<double>(requests) : 0;
    const auto scaled = [&](int64_t n) { return static_cast<int64_t>(static_cast<double>(n) * scale + 0.5); };
    count.requests += scaled(requests);
    count.transactions += scaled(transactions);
    count.ideal += scaled(ideal);
  }
  order_.clear();
  open_.clear();
}

}  // namespace lw::emulator
