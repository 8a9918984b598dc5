#include "backends/emulator/warps.h"

#include <algorithm>
#include <cmath>

namespace lw::emulator {

Warps::Site& Warps::siteOf(const Key& key, const Touch& t) {
  // Copies of one statement that unrolling made are counted together.
  const auto same = [&](const GpuAccessCount& c) {
    return c.origin.block == t.origin.block && c.buffer == (*t.buffer)->name && c.store == t.store;
  };
  const auto [count, isNew] = known_.try_emplace(key.site, counts.size());
  if (isNew) count->second = static_cast<size_t>(std::find_if(counts.begin(), counts.end(), same) - counts.begin());
  if (count->second == counts.size())
    counts.push_back({t.origin, (*t.buffer)->name, (*t.buffer)->scope, t.store, t.atomic});
  counts[count->second].atomic |= t.atomic;  // copies of a statement need not all be
  const auto [site, opened] = open_.try_emplace(key);
  if (opened) {
    site->second.count = count->second;
    site->second.bytes = (*t.buffer)->dtype.bytes();
    site->second.made.assign(static_cast<size_t>(warpSize_), 0);
    site->second.issued = site->second.made;
    order_.push_back(key);
  }
  return site->second;
}

void Warps::touch(int64_t thread, const Touch& t) {
  Site& site = siteOf({t.site, thread / warpSize_}, t);
  const int lane = static_cast<int>(thread % warpSize_);
  int64_t& made = site.made[static_cast<size_t>(lane)];
  if (t.lane == 0) ++made, site.issued[static_cast<size_t>(lane)] += !t.kept;
  const auto at = static_cast<size_t>(std::max<int64_t>(made, 1) - 1);
  if (at >= kMostAccesses) return;
  if (site.together.size() <= at) site.together.resize(at + 1);
  std::vector<LaneBytes>& lanes = site.together[at];
  const int64_t first = t.element * site.bytes, last = first + site.bytes;
  if (t.lane > 0 && !lanes.empty() && lanes.back().lane == lane && lanes.back().last == first)
    lanes.back().last = last;
  else
    lanes.push_back({lane, first, last});
}

void Warps::flush() {
  for (const Key& key : order_) {
    const Site& site = open_.at(key);
    GpuAccessCount& count = counts[site.count];
    const bool shared = count.scope.starts_with("shared");
    int64_t requests = 0, transactions = 0, ideal = 0;
    for (const std::vector<LaneBytes>& lanes : site.together) {
      if (lanes.empty()) continue;
      ++requests;
      transactions += shared ? banksOf(lanes).passes : sectorsOf(lanes);
      ideal += neededBy(lanes, shared);
    }
    const int64_t made = *std::max_element(site.made.begin(), site.made.end());
    const double scale = requests ? static_cast<double>(std::max(made, requests)) / static_cast<double>(requests) : 0;
    const auto scaled = [&](int64_t n) { return int64_t{std::lround(static_cast<double>(n) * scale)}; };
    count.issued += *std::max_element(site.issued.begin(), site.issued.end());
    count.requests += scaled(requests);
    count.transactions += scaled(transactions);
    count.ideal += scaled(ideal);
  }
  order_.clear();
  open_.clear();
}

}  // namespace lw::emulator
