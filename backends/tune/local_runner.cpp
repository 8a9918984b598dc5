#include "backends/tune/local_runner.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "backends/measure/expected.h"
#include "backends/measure/kernel.h"
#include "backends/measure/measure_parts.h"
#include "backends/package/agreement.h"
#include "backends/tune/errors.h"
#include "backends/tune/work_queue.h"

namespace lw::tune {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTrialsPerChild =
    50;  // code of earlier kernels stays in the child, so that it is replaced from time to time
constexpr int kLeastSamples = 3;

// ---- cores ----

int lastCore() { return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)) - 1; }

void runOnLastCore(int pid) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(lastCore(), &set);
  sched_setaffinity(pid, sizeof set, &set);  // a system that does not allow it runs the kernels anywhere
}

}  // namespace

struct LocalRunner::Impl {
  struct Built {
    TrialRequest request;
    Result<Kernel> kernel;
  };

  Impl(const SourceFile& f, const PrimFunc& o, LocalRunnerOptions how) : file(f), original(o), options(std::move(how)) {
    threads = options.measure.threads > 0 ? options.measure.threads : onlineCores();
  }

  // ---- building ----

  Result<Kernel> build(const TrialRequest& request) {
    CpuOptions cpu = options.measure.cpu;
    cpu.stop = [this] { return cancelled.load(); };
    cpu.maxSeconds = options.measure.timeoutSeconds;
    return Kernel::build(request.scheduled, cpu, 1);
  }

  void buildAll() {
    while (std::optional<TrialRequest> request = requests.take()) {
      Result<Kernel> kernel = build(*request);
      built.put({std::move(*request), std::move(kernel)});
    }
  }

  // ---- running ----

  std::shared_ptr<void> waitForTurn() const { return options.turn ? options.turn() : nullptr; }

  Status startChild() {
    RunnerOptions runner;
    runner.timeoutSeconds = options.measure.timeoutSeconds;
    runner.cancelled = [this] { return cancelled.load() || Clock::now() > deadline.load(); };
    deadline = Clock::time_point::max();
    Result<RunnerProcess> started = RunnerProcess::start(runner);
    if (!started) return started.error();
    child.emplace(std::move(*started));
    if (threads == 1 && lastCore() > 0) runOnLastCore(child->pid());
    trialsInChild = 0;
    return success();
  }

  Status livingChild() {
    if (child && child->alive() && trialsInChild < kTrialsPerChild) return success();
    return startChild();
  }

  void limitCall(double bestMs) {
    const double ms = std::max(options.maxSeconds * 1000, 10 * bestMs);
    deadline = Clock::now() + std::chrono::microseconds(static_cast<int64_t>(ms * 1000));
  }

  // What an error of the child means: it crashed, or it was ended because of the time limit.
  TrialResult failed(int number, const Explanation& why) const {
    const bool late = !cancelled && Clock::now() > deadline.load();
    if (late) return {number, Outcome::TimedOut, err::kTuneTooSlow(timeText(options.maxSeconds * 1000)), {}, 0};
    return {number, Outcome::Crashed, why, {}, 0};
  }

  // The first output that differs, in words.
  std::optional<Explanation> difference(const std::vector<std::pair<std::string, NDArray>>& outputs) const {
    for (size_t i = 0; i < outputs.size() && i < expected.outputs.size(); ++i) {
      const Agreement a = agreementOf(outputs[i].second, expected.outputs[i]);
      if (a.ok) continue;
      std::string index;
      for (const int64_t at : a.worst.at) index += (index.empty() ? "" : ", ") + std::to_string(at);
      return err::kTuneWrong(outputs[i].first, index, std::to_string(a.worst.got), std::to_string(a.worst.expected),
                             a.worst.count);
    }
    return std::nullopt;
  }

  void drop(const Launch& launch) {
    for (const int id : launch.buffers)
      if (child && child->alive()) (void)child->dropBuffer(id);
  }

  TrialResult measure(Built& work) {
    const int number = work.request.number;
    if (!work.kernel) return {number, Outcome::BuildFailed, work.kernel.error(), {}, 0};
    if (Status s = livingChild(); !s) return {number, Outcome::Crashed, s.error(), {}, 0};
    ++trialsInChild;
    deadline = Clock::time_point::max();
    Result<Launch> launch = work.kernel->load(*child, arguments, threads, options.measure.memory);
    if (!launch) return {number, Outcome::BuildFailed, launch.error(), {}, work.kernel->compileMs};
    TrialResult result = runLoaded(*work.kernel, *launch, work.request);
    result.compileMs = work.kernel->compileMs;
    deadline = Clock::time_point::max();
    drop(*launch);
    return result;
  }

  TrialResult runLoaded(const Kernel& kernel, Launch& launch, const TrialRequest& request) {
    const int number = request.number;
    const double best = request.bestMs > 0 && (bestMs <= 0 || request.bestMs < bestMs) ? request.bestMs : bestMs;
    limitCall(best);
    const Result<double> firstNs = child->run(launch);
    if (!firstNs) return failed(number, firstNs.error());
    auto outputs = fetchOutputs(*child, launch, kernel.function, arguments);
    if (!outputs) return failed(number, outputs.error());
    if (std::optional<Explanation> wrong = difference(*outputs)) return {number, Outcome::Wrong, *wrong, {}, 0};
    return timed(launch, number, *firstNs / 1e6, best);
  }

  TrialResult timed(Launch& launch, int number, double firstMs, double best) {
    TrialResult result{number, Outcome::Measured, {}, {}, 0};
    if (firstMs < options.measure.minMs) {
      const Result<int64_t> loops = callsPerSample(*child, launch, options.measure.minMs);
      if (!loops) return failed(number, loops.error());
      launch.loops = *loops;
    }
    double spent = 0;
    for (int i = 0; i < options.measure.repeat && (i < kLeastSamples || spent < options.sampleMs); ++i) {
      limitCall(best);
      const Result<double> ns = child->run(launch);
      if (!ns) return failed(number, ns.error());
      spent += *ns / 1e6;
      result.ms.push_back(*ns / 1e6 / static_cast<double>(launch.loops));
      if (best > 0 && *std::min_element(result.ms.begin(), result.ms.end()) > options.stopRatio * best) {
        result.outcome = Outcome::Stopped;
        result.why = err::kTuneStopped(timeText(result.ms.back()), timeText(best));
        return result;
      }
    }
    const double median = summarize(result.ms).median;
    if (bestMs <= 0 || median < bestMs) bestMs = median;
    return result;
  }

  // All are loaded into one child. One that fails ends the comparison: the child is gone.
  std::vector<TrialResult> compare(const std::vector<TrialRequest>& all, int rounds) {
    const std::shared_ptr<void> turn = waitForTurn();
    if (Status s = startChild(); !s) return {};
    std::vector<TrialResult> compared;
    std::vector<Launch> launches;
    std::vector<Kernel> kernels;  // hold what the child has loaded
    for (const TrialRequest& request : all) {
      Result<Kernel> kernel = build(request);
      if (!kernel) continue;
      Result<Launch> launch = kernel->load(*child, arguments, threads, options.measure.memory);
      if (!launch) continue;
      compared.push_back({request.number, Outcome::Measured, {}, {}, kernel->compileMs});
      launches.push_back(std::move(*launch));
      kernels.push_back(std::move(*kernel));
    }
    referenceInTurns.clear();
    for (int round = -1; round < rounds; ++round) {  // the first is cold and does not count
      for (size_t i = 0; i < launches.size(); ++i) {
        limitCall(bestMs);
        if (round == 0 && options.measure.minMs > 0)
          if (const Result<int64_t> loops = callsPerSample(*child, launches[i], options.measure.minMs))
            launches[i].loops = *loops;
        const Result<double> ns = child->run(launches[i]);
        if (!ns) return {};
        if (round >= 0) compared[i].ms.push_back(*ns / 1e6 / static_cast<double>(launches[i].loops));
      }
      if (const Result<double> ms = expected.timeOnce && round >= 0 ? expected.timeOnce() : Result<double>(-1.0);
          ms && *ms >= 0)
        referenceInTurns.push_back(*ms);
    }
    deadline = Clock::time_point::max();
    for (const Launch& launch : launches) drop(launch);
    return compared;
  }

  void measureAll() {
    while (std::optional<Built> work = built.take()) {
      paused.wait(true);
      const std::shared_ptr<void> turn = waitForTurn();
      if (cancelled) break;
      TrialResult result = measure(*work);
      if (cancelled) break;
      results.put(std::move(result));
    }
    results.close();
  }

  const SourceFile file;
  const PrimFunc original;
  LocalRunnerOptions options;
  int threads = 1;
  std::vector<Argument> arguments;
  Expected expected;
  double referenceMs = 0;
  std::vector<double> referenceInTurns;
  std::optional<RunnerProcess> child;
  std::atomic<Clock::time_point> deadline = Clock::time_point::max();
  int trialsInChild = 0;
  double bestMs = 0;  // of what was measured here
  std::atomic<bool> cancelled = false;
  std::atomic<bool> paused = false;
  std::atomic<int> underWay = 0;
  WorkQueue<TrialRequest> requests;
  WorkQueue<Built> built;
  WorkQueue<TrialResult> results;
  std::thread builder, measurer;
};

LocalRunner::LocalRunner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<LocalRunner>> LocalRunner::start(const SourceFile& file, const PrimFunc& original,
                                                        const LocalRunnerOptions& options) {
  auto impl = std::make_unique<Impl>(file, original, options);
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options.measure);
  if (!arguments) return std::move(arguments).error();
  impl->arguments = std::move(*arguments);
  const std::shared_ptr<void> turn = impl->waitForTurn();
  if (Status s = impl->startChild(); !s) return s.error();
  Result<Expected> expected =
      evaluateExpected(*impl->child, file, original, impl->arguments, options.measure, impl->threads, false);
  if (!expected) return std::move(expected).error();
  impl->expected = std::move(*expected);
  for (int i = 0; i < 3 && impl->expected.timeOnce; ++i) {
    const Result<double> ms = impl->expected.timeOnce();
    if (!ms) return ms.error();
    impl->referenceMs = impl->referenceMs > 0 ? std::min(impl->referenceMs, *ms) : *ms;
  }
  Impl* shared = impl.get();
  impl->builder = std::thread([shared] { shared->buildAll(); });
  impl->measurer = std::thread([shared] { shared->measureAll(); });
  return std::unique_ptr<LocalRunner>(new LocalRunner(std::move(impl)));
}

LocalRunner::~LocalRunner() {
  if (!impl_) return;
  cancel();
  if (impl_->builder.joinable()) impl_->builder.join();
  if (impl_->measurer.joinable()) impl_->measurer.join();
}

void LocalRunner::submit(TrialRequest request) {
  ++impl_->underWay;
  impl_->requests.put(std::move(request));
}

std::optional<TrialResult> LocalRunner::next() {
  std::optional<TrialResult> result = impl_->results.take([this] { return impl_->underWay == 0; });
  if (result) --impl_->underWay;
  return result;
}

void LocalRunner::pause(bool paused) {
  impl_->paused = paused;
  impl_->paused.notify_all();
}

void LocalRunner::cancel() {
  impl_->cancelled = true;
  pause(false);
  impl_->requests.close();
  impl_->built.close();
  impl_->results.close();
}

double LocalRunner::referenceMs() const { return impl_->referenceMs; }
const std::vector<double>& LocalRunner::referenceInTurns() const { return impl_->referenceInTurns; }

std::vector<TrialResult> LocalRunner::inTurns(const std::vector<TrialRequest>& requests, int rounds) {
  return impl_->compare(requests, rounds);
}

std::function<std::shared_ptr<void>()> turns() {
  return [mutex = std::make_shared<std::mutex>()]() -> std::shared_ptr<void> {
    mutex->lock();
    return {mutex.get(), [mutex](std::mutex* held) { held->unlock(); }};
  };
}

void leaveLastCoreToKernels() {
  if (lastCore() < 1) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int core = 0; core < lastCore(); ++core) CPU_SET(core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

}  // namespace lw::tune
