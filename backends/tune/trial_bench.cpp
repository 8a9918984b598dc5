#include "backends/tune/trial_bench.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>

#include "backends/measure/measure.h"
#include "backends/measure/memory_needs.h"
#include "backends/measure/turns.h"
#include "backends/package/agreement.h"
#include "backends/tune/errors.h"
#include "backends/tune/wrong_result.h"

namespace lw::tune {
namespace {

using BenchClock = std::chrono::steady_clock;

constexpr int kTrialsPerChild =
    50;  // code of earlier kernels stays in the child, so that it is replaced from time to time
constexpr int kLeastSamples = 3;
constexpr int kFirstPart = 32;       // of parallel loops, to see how long a call takes
constexpr double kAgreement = 1.25;  // samples of one candidate differ by less, unless something disturbs the machine
constexpr double kFarSlower = 4;     // times the limit: no disturbance explains it

void runOnCore(int pid, int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  sched_setaffinity(pid, sizeof set, &set);  // a system that does not allow it runs the kernels anywhere
}

}  // namespace

bool isSlow(const std::vector<double>& ms, double limit, bool last) {
  const auto [least, most] = std::minmax_element(ms.begin(), ms.end());
  if (*least <= limit) return false;
  if (last || *least > kFarSlower * limit) return true;
  return ms.size() > 1 && *most <= kAgreement * *least;
}

struct TrialBench::Impl {
  Status startChild() {
    RunnerOptions runner;
    runner.timeoutSeconds = options.loadSeconds;
    runner.cancelled = [this] { return (cancelled && cancelled()) || BenchClock::now() > deadline; };
    deadline = BenchClock::time_point::max();
    Result<RunnerProcess> started = RunnerProcess::start(runner);
    if (!started) return started.error();
    child.emplace(std::move(*started));
    coreOfChild = -1;
    trialsInChild = 0;
    return success();
  }

  void moveTo(int core) {
    if (core >= 0 && core != coreOfChild) runOnCore(child->pid(), core);
    coreOfChild = core;
  }

  Status livingChild() {
    if (child && child->alive() && trialsInChild < kTrialsPerChild) return success();
    return startChild();
  }

  void limitCall(double best) {
    limitMs = std::max(options.maxSeconds * 1000, 10 * best);
    deadline = BenchClock::now() + std::chrono::microseconds(static_cast<int64_t>(limitMs * 1000));
  }

  // What an error of the child means: it crashed, or it was ended because of the time limit.
  TrialResult failed(int number, const Explanation& why) const {
    const bool late = !(cancelled && cancelled()) && BenchClock::now() > deadline;
    if (late) return {number, Outcome::TimedOut, err::kTuneTooSlow(timeText(limitMs)), {}, 0};
    return {number, Outcome::Crashed, why, {}, 0};
  }

  Result<Launch> load(const BuiltTrial& trial) {
    if (Status s = requireMemory(trial.call.needs, options.memory); !s) return s.error();
    Result<int> kernel =
        trial.device.empty() ? child->loadKernel(trial.code) : child->loadGpu(trial.code.name, trial.device);
    if (!kernel) return std::move(kernel).error();
    Launch launch{.kernel = *kernel, .scalars = trial.call.scalars, .threads = options.threads};
    launch.gpu = !trial.device.empty();
    for (const PackageArray& a : arrays) {
      Result<int> id = child->addBuffer(a.name, a.value.data.data(), a.value.data.size());
      if (!id) return std::move(id).error();
      launch.buffers.push_back(*id);
    }
    for (const int slot : trial.call.restored) launch.restore.push_back(launch.buffers.at(static_cast<size_t>(slot)));
    if (Result<double> packed = packWeights(*child, trial.call, launch); !packed) return std::move(packed).error();
    return launch;
  }

  // The first output that differs, in words.
  Result<std::optional<Explanation>> difference(const Launch& launch) {
    for (size_t i = 0; i < arrays.size(); ++i) {
      const PackageArray& array = arrays[i];
      if (!array.expected) continue;
      NDArray got = array.value;
      if (Status s = child->fetch(launch.buffers[i], got.data.data()); !s) return s.error();
      const Agreement a = agreementOf(got, *array.expected, array.allowed);
      if (a.ok) continue;
      return std::optional<Explanation>(wrongResult(array.name, a.worst));
    }
    return std::optional<Explanation>();
  }

  void drop(const Launch& launch) {
    for (const int id : launch.buffers)
      if (child && child->alive()) (void)child->dropBuffer(id);
  }

  TrialResult measure(const BuiltTrial& trial, int core) {
    if (Status s = livingChild(); !s) return {trial.number, Outcome::Crashed, s.error(), {}, 0};
    moveTo(core);
    ++trialsInChild;
    deadline = BenchClock::time_point::max();
    Result<Launch> launch = load(trial);
    if (!launch) return {trial.number, Outcome::BuildFailed, launch.error(), {}, trial.compileMs};
    TrialResult result = runLoaded(*launch, trial);
    result.compileMs = trial.compileMs;
    deadline = BenchClock::time_point::max();
    drop(*launch);
    return result;
  }

  TrialResult runLoaded(Launch& launch, const BuiltTrial& trial) {
    const double best = trial.bestMs > 0 && (bestMs <= 0 || trial.bestMs < bestMs) ? trial.bestMs : bestMs;
    if (std::optional<TrialResult> part = onPart(launch, trial.number, best)) return std::move(*part);
    limitCall(best);
    launch.download = launch.gpu;
    const Result<double> firstNs = child->run(launch);
    launch.download = false;
    if (!firstNs) return failed(trial.number, firstNs.error());
    const auto wrong = difference(launch);
    if (!wrong) return failed(trial.number, wrong.error());
    if (*wrong) return {trial.number, Outcome::Wrong, **wrong, {}, 0};
    return timed(launch, trial.number, *firstNs / 1e6, best);
  }

  // Calls that take too long run a part of their parallel loops only. Their results are not compared: those that may be
  // the best run whole at the end. nullopt: calls are short, or no loop is parallel.
  std::optional<TrialResult> onPart(Launch& launch, int number, double best) {
    if (launch.gpu || options.partMs <= 0 || (best > 0 && best < options.partMs)) return std::nullopt;
    launch.part = 1.0 / kFirstPart;
    double wholeMs = 0;
    for (int i = 0; i < 2; ++i) {  // the first call may be slow because memory is used for the first time
      limitCall(best);
      const auto begin = BenchClock::now();
      const Result<double> ns = child->run(launch);
      const std::chrono::duration<double, std::milli> spent = BenchClock::now() - begin;
      if (!ns) return failed(number, ns.error());
      wholeMs = *ns / 1e6;
      if (wholeMs < options.partMs || spent.count() > wholeMs / 2) {
        launch.part = 1;
        return std::nullopt;
      }
    }
    const auto divisor = std::clamp<int64_t>(std::llround(wholeMs / options.partMs * 4), 2, 1024);
    launch.part = 1.0 / static_cast<double>(divisor);
    TrialResult result = timed(launch, number, wholeMs, best);
    launch.part = 1;
    if (result.outcome == Outcome::Measured) result.why = err::kTunePart(divisor);
    result.whole = false;
    return result;
  }

  TrialResult timed(Launch& launch, int number, double firstMs, double best) {
    TrialResult result{number, Outcome::Measured, {}, {}, 0};
    if (firstMs < options.minMs) {
      const Result<int64_t> loops = callsPerSample(*child, launch, options.minMs);
      if (!loops) return failed(number, loops.error());
      launch.loops = *loops;
    }
    double spent = 0;
    for (int i = 0; i < options.repeat && (i < kLeastSamples || spent < options.sampleMs); ++i) {
      limitCall(best);
      const Result<double> ns = child->run(launch);
      if (!ns) return failed(number, ns.error());
      spent += *ns / 1e6;
      result.ms.push_back(*ns / 1e6 / static_cast<double>(launch.loops));
      if (best > 0 && isSlow(result.ms, options.stopRatio * best, false)) break;
    }
    if (best > 0 && isSlow(result.ms, options.stopRatio * best, true)) {
      result.outcome = Outcome::Stopped;
      result.why = err::kTuneStopped(timeText(summarize(result.ms).median), timeText(best));
      return result;
    }
    const double median = summarize(result.ms).median;
    if (bestMs <= 0 || median < bestMs) bestMs = median;
    return result;
  }

  // Runs each whole, once. Those that compute something wrong are not timed: their result says so.
  Status keepRight(std::vector<TrialResult>& compared, std::vector<Launch>& launches) {
    std::vector<TrialResult> wrong;
    for (size_t i = launches.size(); i-- > 0;) {
      limitCall(bestMs);
      launches[i].download = launches[i].gpu;
      if (const Result<double> ns = child->run(launches[i]); !ns) return ns.error();
      launches[i].download = false;
      const auto differs = difference(launches[i]);
      if (!differs) return differs.error();
      if (!*differs) continue;
      wrong.push_back({compared[i].number, Outcome::Wrong, **differs, {}, compared[i].compileMs});
      drop(launches[i]);
      launches.erase(launches.begin() + static_cast<std::ptrdiff_t>(i));
      compared.erase(compared.begin() + static_cast<std::ptrdiff_t>(i));
    }
    rejected = std::move(wrong);
    return success();
  }

  // All are loaded into one child. One that fails ends the comparison: the child is gone.
  std::vector<TrialResult> inTurns(const std::vector<BuiltTrial>& trials, int rounds,
                                   const std::function<void()>& afterRound, int core) {
    if (Status s = startChild(); !s) return {};
    moveTo(core);
    std::vector<TrialResult> compared;
    std::vector<Launch> launches;
    for (const BuiltTrial& trial : trials) {
      Result<Launch> launch = load(trial);
      if (!launch) continue;
      compared.push_back({trial.number, Outcome::Measured, {}, {}, trial.compileMs});
      launches.push_back(std::move(*launch));
    }
    if (Status s = keepRight(compared, launches); !s) return {};
    for (int round = -1; round < rounds; ++round) {  // the first is cold and does not count
      for (size_t turn = 0; turn < launches.size(); ++turn) {
        // Each begins as often as the others: who begins finds the caches as `afterRound` has left them.
        const size_t i = (turn + static_cast<size_t>(round + 1)) % launches.size();
        limitCall(bestMs);
        if (round == 0 && options.minMs > 0)
          if (const Result<int64_t> loops = callsPerSample(*child, launches[i], options.minMs))
            launches[i].loops = *loops;
        // As in measure(), a sample finds the caches as the same kernel has left them.
        const auto loops = static_cast<double>(launches[i].loops);
        const Result<double> ms = warmed(
            [&]() -> Result<double> {
              const Result<double> ns = child->run(launches[i]);
              return ns ? Result<double>(*ns / 1e6 / loops) : ns;
            },
            loops)();
        if (!ms) return {};
        if (round >= 0) compared[i].ms.push_back(*ms);
      }
      if (round >= 0 && afterRound) afterRound();
    }
    deadline = BenchClock::time_point::max();
    for (const Launch& launch : launches) drop(launch);
    compared.insert(compared.end(), rejected.begin(), rejected.end());
    return compared;
  }

  std::vector<PackageArray> arrays;
  BenchOptions options;
  std::function<bool()> cancelled;
  std::optional<RunnerProcess> child;
  BenchClock::time_point deadline = BenchClock::time_point::max();
  int trialsInChild = 0, coreOfChild = -1;
  std::vector<TrialResult> rejected;  // of the last comparison
  double bestMs = 0;                  // of what was measured here
  double limitMs = 0;                 // of the call that runs
};

TrialBench::TrialBench(std::vector<PackageArray> arrays, const BenchOptions& options, std::function<bool()> cancelled)
    : impl_(new Impl{std::move(arrays), options, std::move(cancelled)}) {}

TrialBench::~TrialBench() = default;

TrialResult TrialBench::measure(const BuiltTrial& trial, int core) { return impl_->measure(trial, core); }

std::vector<TrialResult> TrialBench::inTurns(const std::vector<BuiltTrial>& trials, int rounds,
                                             const std::function<void()>& afterRound, int core) {
  return impl_->inTurns(trials, rounds, afterRound, core);
}

}  // namespace lw::tune
