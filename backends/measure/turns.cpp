#include "backends/measure/turns.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "backends/runner/statistics.h"

namespace lw {
namespace {

constexpr int kMostRounds = 3;   // times `repeat`, while the machine drifts
constexpr double kShortMs = 20;  // what the other one leaves in the caches does not matter to longer samples
constexpr double kWarmMs =
    3;  // until sleeping threads are awake: after a pause a product on two threads took 0.2 ms more
constexpr int kMostCalls = 50;                     // before a sample, of kernels that take almost no time
constexpr std::chrono::milliseconds kBusyWait{4};  // blas::waitVariable()

void keepLast(std::vector<double>& samples, size_t count) {
  if (samples.size() > count) samples.erase(samples.begin(), samples.end() - static_cast<std::ptrdiff_t>(count));
}

}  // namespace

std::function<Result<double>()> warmed(std::function<Result<double>()> sample, double calls) {
  return [sample = std::move(sample), calls]() -> Result<double> {
    Result<double> last = sample();
    if (!last || *last * calls >= kShortMs) return last;
    double spentMs = 0;
    for (int i = 1; last && i < kMostCalls && (i == 1 || spentMs < kWarmMs); ++i) {
      spentMs += *last * calls;
      last = sample();
    }
    return last;
  };
}

std::function<Result<double>()> untilThreadsSleep(std::function<Result<double>()> sample) {
  return [sample = std::move(sample)]() -> Result<double> {
    const Result<double> ms = sample();
    std::this_thread::sleep_for(kBusyWait);
    return ms;
  };
}

Result<Turns> takeTurns(const std::function<Result<double>()>& kernel, const std::function<Result<double>()>& reference,
                        const TurnLimits& limits, double spentMs, const std::function<Status(double)>& next) {
  Turns all, last;  // those of `last` are the newest rounds
  const auto steady = [&] { return !drifts(last.kernel) && !drifts(last.reference); };
  for (int round = 0; round < kMostRounds * limits.repeat; ++round) {
    if (round > 0 && spentMs >= limits.mostMs) break;
    if (round >= limits.repeat && steady()) return last;
    if (Status s = next(std::min(1.0, double(round) / limits.repeat)); !s) return s.error();
    for (const bool ours : {false, true}) {
      const auto& sample = ours ? kernel : reference;
      if (!sample || (ours && !limits.kernel)) continue;
      const Result<double> ms = sample();
      if (!ms) return ms.error();
      spentMs += ours ? *ms * limits.calls : *ms;
      (ours ? all.kernel : all.reference).push_back(*ms);
    }
    last = all;
    keepLast(last.kernel, static_cast<size_t>(limits.repeat));
    keepLast(last.reference, static_cast<size_t>(limits.repeat));
    if (!limits.kernel) break;
  }
  return steady() ? last : all;
}

}  // namespace lw
