#include "core/tune/search/choose_versions.h"

#include <algorithm>
#include <cmath>

namespace lw::tune {
namespace {

const double kChange = std::log(1.03);  // what a further version has to gain at one value

double costOf(double ms) { return ms > 0 ? std::log(ms) : 1e6; }

}  // namespace

// The cheapest way through the values, by dynamic programming: times as logarithms, so that each value counts alike.
std::vector<size_t> chooseVersions(const std::vector<std::vector<double>>& ms) {
  const size_t candidates = ms.size(), values = ms.front().size();
  std::vector<double> cost(candidates, 0);
  std::vector<std::vector<size_t>> from(values, std::vector<size_t>(candidates, 0));
  for (size_t v = 0; v < values; ++v) {
    const size_t cheapest = static_cast<size_t>(std::min_element(cost.begin(), cost.end()) - cost.begin());
    std::vector<double> next(candidates);
    for (size_t c = 0; c < candidates; ++c) {
      const bool stays = v == 0 || cost[c] <= cost[cheapest] + kChange;
      from[v][c] = stays ? c : cheapest;
      next[c] = (stays ? cost[c] : cost[cheapest] + kChange) + costOf(ms[c][v]);
    }
    cost = std::move(next);
  }
  std::vector<size_t> chosen(values);
  size_t at = static_cast<size_t>(std::min_element(cost.begin(), cost.end()) - cost.begin());
  for (size_t v = values; v-- > 0;) {
    chosen[v] = at;
    at = from[v][at];
  }
  return chosen;
}

}  // namespace lw::tune
