#include "core/tune/trial.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lw::tune {
namespace {

constexpr std::array<std::string_view, 7> kNames = {"measured", "stopped", "refused",  "build-failed",
                                                    "wrong",    "crashed", "timed-out"};

}  // namespace

std::string_view nameOf(Outcome outcome) { return kNames[static_cast<size_t>(outcome)]; }

std::optional<Outcome> outcomeNamed(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Outcome>(found - kNames.begin());
}

double Trial::medianMs() const {
  if (ms.empty()) return std::numeric_limits<double>::infinity();
  std::vector<double> sorted = ms;
  std::sort(sorted.begin(), sorted.end());
  const size_t half = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

}  // namespace lw::tune
