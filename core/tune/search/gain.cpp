#include "core/tune/search/gain.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lw::tune {
namespace {

constexpr size_t kWindow = 24;   // trials
constexpr double kRecent = 0.2;  // weight of what the last trials gained

double bestOfFirst(std::span<const Trial> trials) {
  double best = std::numeric_limits<double>::infinity();
  for (const Trial& t : trials)
    if (t.outcome == Outcome::Measured) best = std::min(best, t.medianMs());
  return best;
}

double gainOf(const TaskState& task) {
  const double best = bestOfFirst(task.trials);
  const auto count = static_cast<double>(task.trials.size()) + task.underWay;
  if (!std::isfinite(best)) return 1e30 / (count + 1);
  const size_t before = task.trials.size() > kWindow ? task.trials.size() - kWindow : 1;
  const double earlier = bestOfFirst(task.trials.first(before));
  const double recent =
      std::isfinite(earlier) ? (earlier - best) / static_cast<double>(task.trials.size() - before + 1) : 0;
  const double expected = best / count;
  return task.weight * (kRecent * recent + (1 - kRecent) * expected);
}

}  // namespace

size_t taskWithMostGain(std::span<const TaskState> tasks) {
  size_t most = 0;
  double gain = -1;
  for (size_t i = 0; i < tasks.size(); ++i) {
    if (tasks[i].exhausted) continue;
    if (const double g = gainOf(tasks[i]); g > gain) {
      gain = g;
      most = i;
    }
  }
  return most;
}

}  // namespace lw::tune
