#include "backends/measure/estimate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "backends/measure/errors.h"
#include "backends/measure/kernel.h"
#include "backends/measure/loop_parts.h"
#include "backends/measure/measure_parts.h"
#include "backends/runner/errors.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

constexpr double kAllMs = 1200;  // of kernel time that an estimate is allowed, roughly
constexpr double kLeastSampleMs = 15, kMostSampleMs = 250;
constexpr int kPlaces = 3;       // first, middle and last iterations
constexpr double kMargin = 0.1;  // beyond the spread: caches and memory differ in the whole
constexpr int64_t kMostGrowth = 16;

int64_t roundsOf(int64_t count, int threads) { return (count + threads - 1) / threads; }

// One nest, whose parts are run by the kernel.
class NestTimer {
 public:
  NestTimer(RunnerProcess& child, Launch& launch, const KernelSignature& signature, const PartNest& nest, int threads)
      : child_(child), launch_(launch), nest_(nest), threads_(threads) {
    for (const PartAxis& axis : nest_.axes) {
      slots_.push_back({slotOf(signature, axis.first), slotOf(signature, axis.count)});
      sizes_.push_back(axis.parallel ? std::min<int64_t>(axis.extent, threads_) : 1);
    }
  }

  // ms of the whole nest; `sampleMs`: how long one part should take.
  Result<RunEstimate> estimate(double sampleMs, double emptyMs) {
    Result<double> grown = grow(sampleMs, emptyMs);
    if (!grown) return std::move(grown).error();
    RunEstimate e;
    if (workOf(sizes_) >= wholeWork()) {  // nothing is left to extrapolate
      Result<double> again = run(0);
      if (!again) return std::move(again).error();
      e.lowMs = std::min(*grown, *again), e.highMs = std::max(*grown, *again);
      e.ms = (e.lowMs + e.highMs) / 2 - emptyMs;
      e.lowMs -= emptyMs, e.highMs -= emptyMs;
      e.share = 1;
    } else {
      std::vector<double> rates;
      for (int place = 0; place < kPlaces; ++place) {
        Result<double> ms = run(double(place) / (kPlaces - 1));
        if (!ms) return std::move(ms).error();
        rates.push_back(std::max(0.0, *ms - emptyMs) / workOf(sizes_));
      }
      const double mean = std::accumulate(rates.begin(), rates.end(), 0.0) / double(rates.size());
      e.ms = mean * wholeWork();
      e.lowMs = *std::min_element(rates.begin(), rates.end()) * wholeWork();
      e.highMs = *std::max_element(rates.begin(), rates.end()) * wholeWork();
      e.share = workOf(sizes_) / wholeWork();
    }
    e.lowMs *= 1 - kMargin, e.highMs *= 1 + kMargin;
    e.spentMs = spentMs_;
    stop();
    return e;
  }

 private:
  static size_t slotOf(const KernelSignature& signature, const Var& v) {
    const auto found = std::find_if(signature.scalars.begin(), signature.scalars.end(),
                                    [&](const ScalarSlot& slot) { return slot.var.sameAs(v); });
    return size_t(found - signature.scalars.begin());
  }

  // Iterations, where those that threads run at the same time count once.
  double workOf(const std::vector<int64_t>& sizes) const {
    double work = 1;
    for (size_t i = 0; i < sizes.size(); ++i)
      work *= double(nest_.axes[i].parallel ? roundsOf(sizes[i], threads_) : sizes[i]);
    return work;
  }
  double wholeWork() const {
    std::vector<int64_t> all;
    for (const PartAxis& axis : nest_.axes) all.push_back(axis.extent);
    return workOf(all);
  }

  // `place` from 0, at the first iterations, to 1, at the last.
  Result<double> run(double place) {
    for (size_t i = 0; i < slots_.size(); ++i) {
      const int64_t most = nest_.axes[i].extent - sizes_[i];
      launch_.scalars[slots_[i].first] = int64_t(std::llround(place * double(most)));
      launch_.scalars[slots_[i].second] = sizes_[i];
    }
    Result<double> ns = child_.run(launch_);
    if (!ns) return std::move(ns).error();
    spentMs_ += *ns / 1e6;
    return *ns / 1e6;
  }
  void stop() {
    for (const auto& [first, count] : slots_) launch_.scalars[first] = launch_.scalars[count] = 0;
  }

  // From one iteration on, the innermost axis first, until a part takes `sampleMs`.
  Result<double> grow(double sampleMs, double emptyMs) {
    const auto partOf = [&](double ms) { return ms - emptyMs; };
    Result<double> ms = run(0);
    for (size_t axis = sizes_.size(); ms && axis-- > 0;) {
      const int64_t whole = nest_.axes[axis].extent, step = nest_.axes[axis].parallel ? threads_ : 1;
      while (ms && partOf(*ms) < sampleMs && sizes_[axis] < whole) {
        const double factor = std::clamp(sampleMs / std::max(partOf(*ms), 1e-3), 2.0, double(kMostGrowth));
        sizes_[axis] = std::min(whole, roundsOf(int64_t(double(sizes_[axis]) * factor), int(step)) * step);
        ms = run(0);
      }
      if (ms && partOf(*ms) >= sampleMs) break;
    }
    return ms;
  }

  RunnerProcess& child_;
  Launch& launch_;
  const PartNest& nest_;
  int threads_;
  std::vector<std::pair<size_t, size_t>> slots_;  // of first and count among the scalars
  std::vector<int64_t> sizes_;
  double spentMs_ = 0;
};

// The kernel of the parts. Its arguments are those of the function, and a zero for each parameter of a part.
Result<Kernel> buildParts(const PrimFunc& scheduled, const LoopParts& parts, const MeasureOptions& options) {
  PrimFunc called = scheduled;
  for (const Var& v : parts.parameters()) called.params.push_back(v);
  CpuOptions cpu = options.cpu;
  if (!cpu.stop) cpu.stop = options.cancelled;
  if (cpu.maxSeconds <= 0) cpu.maxSeconds = options.timeoutSeconds;
  Result<CpuModule> code = compileForCpu(parts.lowered, cpu);
  if (!code) return std::move(code).error();
  Kernel kernel{called, signatureOf(called), std::move(*code), parts.lowered};
  kernel.compileMs = kernel.code.compileMs;
  return kernel;
}

Explanation tooSlow(const LoopParts& parts, const Explanation& reason, double seconds) {
  if (reason.kind != err::kRunnerTimeout.id) return reason;
  std::string names;
  for (const PartNest& nest : parts.nests) names += (names.empty() ? "" : ", ") + nest.axes.front().loop;
  return explain(err::kEstimateSlow(Snippet(names), Snippet(timeText(seconds * 1000))), "run the whole program");
}

}  // namespace

Result<RunEstimate> estimateRun(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                const MeasureOptions& options) {
  Result<std::optional<PackedOnce>> packed = packOnce(scheduled);
  if (!packed) return std::move(packed).error();
  if (*packed) return explain(err::kEstimatePacked(scheduled.name), "run the whole program");
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options);
  if (!arguments) return std::move(arguments).error();
  Result<LoopParts> parts = loopParts(lowerForCpu(scheduled));
  if (!parts) return std::move(parts).error();
  const auto begin = std::chrono::steady_clock::now();
  Result<Kernel> kernel = buildParts(scheduled, *parts, options);
  if (!kernel && options.cancelled && options.cancelled()) return kRunCancelled();
  if (!kernel) return std::move(kernel).error();
  RunEstimate whole;
  whole.compileMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  whole.threads = options.threads > 0 ? options.threads : onlineCores();
  Result<RunnerProcess> child =
      RunnerProcess::start({.timeoutSeconds = options.timeoutSeconds, .cancelled = options.cancelled});
  if (!child) return std::move(child).error();
  for (size_t i = 0; i < parts->parameters().size(); ++i) arguments->emplace_back(int64_t{0});
  Result<Launch> launch = kernel->load(*child, *arguments, whole.threads, options.memory);
  if (!launch) return std::move(launch).error();
  launch->restore.clear();                     // the results are not used
  Result<double> empty = child->run(*launch);  // no part
  if (empty) empty = child->run(*launch);
  if (!empty) return std::move(empty).error();
  const double emptyMs = *empty / 1e6;
  const double sampleMs =
      std::clamp(kAllMs / double(parts->nests.size()) / (kPlaces + 2), kLeastSampleMs, kMostSampleMs);
  double shares = 0;
  for (const PartNest& nest : parts->nests) {
    if (options.cancelled && options.cancelled()) return kRunCancelled();
    Result<RunEstimate> one =
        NestTimer(*child, *launch, kernel->signature, nest, whole.threads).estimate(sampleMs, emptyMs);
    if (!one) return tooSlow(*parts, one.error(), options.timeoutSeconds);
    whole.ms += one->ms, whole.lowMs += one->lowMs, whole.highMs += one->highMs;
    whole.spentMs += one->spentMs;
    shares += one->share * one->ms;
  }
  whole.share = whole.ms > 0 ? shares / whole.ms : 1;
  whole.ms += emptyMs, whole.lowMs += emptyMs, whole.highMs += emptyMs;
  return whole;
}

std::string estimateText(const RunEstimate& estimate) {
  return timeText(estimate.ms) + " (" + timeText(estimate.lowMs) + " to " + timeText(estimate.highMs) + ")";
}

}  // namespace lw
