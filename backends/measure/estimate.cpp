#include "backends/measure/estimate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>

#include "backends/measure/errors.h"
#include "backends/measure/kernel.h"
#include "backends/measure/loop_parts.h"
#include "backends/measure/measure_parts.h"
#include "backends/runner/errors.h"
#include "core/support/text.h"
#include "passes/pipeline.h"
#include "passes/split_at_barriers.h"

namespace lw {
namespace {

constexpr double kAllMs = 1200;  // of kernel time that an estimate is allowed, roughly
constexpr double kLeastSampleMs = 15, kMostSampleMs = 250;
constexpr int kPlaces = 3;       // first, middle and last iterations
constexpr double kMargin = 0.1;  // beyond the spread: caches and memory differ in the whole
constexpr int64_t kMostGrowth = 16;
constexpr double kMostBeforeMs = 500;  // of nests that run whole before each part of another one

int64_t roundsOf(int64_t count, int threads) { return (count + threads - 1) / threads; }

// The child process with the kernel of the parts. A run that takes too long or crashes ends the process; the next run
// starts another one.
class PartRunner {
 public:
  PartRunner(const Kernel& kernel, std::vector<Argument> arguments, const LoopParts& parts,
             const MeasureOptions& options, int threads)
      : kernel_(kernel), arguments_(std::move(arguments)), options_(options), threads_(threads) {
    for (const PartNest& nest : parts.nests) {
      // Contents that a nest computes from its own are needed as they are at first.
      restores_ = restores_ || !nest.before.empty();
      slots_.emplace_back();
      for (const PartAxis& axis : nest.axes) slots_.back().push_back({slotOf(axis.first), slotOf(axis.count)});
    }
  }

  int threads() const { return threads_; }
  const MeasureOptions& options() const { return options_; }

  void set(size_t nest, size_t axis, int64_t first, int64_t count) {
    values_[slots_[nest][axis].first] = first;
    values_[slots_[nest][axis].second] = count;
  }

  Result<double> run() {  // ms
    if (!child_ || !child_->alive())
      if (Status s = start(); !s) return std::move(s).error();
    for (const auto& [slot, value] : values_) launch_.scalars[slot] = value;
    Result<double> ns = child_->run(launch_);
    if (!ns) return std::move(ns).error();
    return *ns / 1e6;
  }

 private:
  size_t slotOf(const Var& v) const {
    const auto found = std::find_if(kernel_.signature.scalars.begin(), kernel_.signature.scalars.end(),
                                    [&](const ScalarSlot& slot) { return slot.var.sameAs(v); });
    return size_t(found - kernel_.signature.scalars.begin());
  }

  Status start() {
    Result<RunnerProcess> child =
        RunnerProcess::start({.timeoutSeconds = options_.timeoutSeconds, .cancelled = options_.cancelled});
    if (!child) return std::move(child).error();
    child_ = std::make_unique<RunnerProcess>(std::move(*child));
    Result<Launch> launch = kernel_.load(*child_, arguments_, threads_, options_.memory);
    if (!launch) return std::move(launch).error();
    launch_ = std::move(*launch);
    if (!restores_) launch_.restore.clear();  // the results are not used
    return Unit{};
  }

  const Kernel& kernel_;
  std::vector<Argument> arguments_;
  const MeasureOptions& options_;
  int threads_;
  bool restores_ = false;
  std::unique_ptr<RunnerProcess> child_;
  Launch launch_;
  std::vector<std::vector<std::pair<size_t, size_t>>> slots_;  // of first and count among the scalars
  std::map<size_t, int64_t> values_;
};

bool isTimeout(const Explanation& e) { return e.kind == err::kRunnerTimeout.id; }

// One nest, whose parts are run by the kernel.
class NestTimer {
 public:
  NestTimer(PartRunner& runner, const LoopParts& parts, size_t number)
      : runner_(runner), parts_(parts), nest_(parts.nests[number]), number_(number) {
    for (const PartAxis& axis : nest_.axes)
      sizes_.push_back(axis.parallel ? std::min<int64_t>(axis.extent, runner_.threads()) : 1);
  }

  // ms of the whole nest. `sampleMs`: how long one part should take; `emptyMs`: the time without any part.
  Result<RunEstimate> estimate(double sampleMs, double emptyMs) {
    setBefore(true);
    Result<RunEstimate> e = estimateNest(sampleMs, emptyMs);
    setBefore(false);
    for (size_t i = 0; i < sizes_.size(); ++i) runner_.set(number_, i, 0, 0);
    return e;
  }
  bool grown() const { return grown_; }  // beyond the smallest part

 private:
  void setBefore(bool whole) {
    for (const size_t nest : nest_.before)
      for (size_t i = 0; i < parts_.nests[nest].axes.size(); ++i)
        runner_.set(nest, i, 0, whole ? parts_.nests[nest].axes[i].extent : 0);
  }

  Result<RunEstimate> estimateNest(double sampleMs, double emptyMs) {
    if (!nest_.before.empty()) {  // the time of those before
      Result<double> base = runner_.run();
      if (base) base = runner_.run();
      if (!base) return std::move(base).error();
      emptyMs = *base;
    }
    Result<double> grown = grow(sampleMs, emptyMs);
    if (!grown) return std::move(grown).error();
    RunEstimate e;
    if (workOf(sizes_) >= wholeWork()) {  // nothing is left to extrapolate
      Result<double> again = run(0);
      if (!again) return std::move(again).error();
      e.lowMs = std::max(0.0, std::min(*grown, *again) - emptyMs);
      e.highMs = std::max(0.0, std::max(*grown, *again) - emptyMs);
      e.ms = (e.lowMs + e.highMs) / 2;
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
    return e;
  }

  // Iterations, where those that threads run at the same time count once.
  double workOf(const std::vector<int64_t>& sizes) const {
    double work = 1;
    for (size_t i = 0; i < sizes.size(); ++i)
      work *= double(nest_.axes[i].parallel ? roundsOf(sizes[i], runner_.threads()) : sizes[i]);
    return work;
  }
  double wholeWork() const {
    std::vector<int64_t> all;
    for (const PartAxis& axis : nest_.axes) all.push_back(axis.extent);
    return workOf(all);
  }

  // `place` from 0, at the first iterations, to 1, at the last.
  Result<double> run(double place) {
    for (size_t i = 0; i < sizes_.size(); ++i) {
      const int64_t most = nest_.axes[i].extent - sizes_[i];
      runner_.set(number_, i, int64_t(std::llround(place * double(most))), sizes_[i]);
    }
    Result<double> ms = runner_.run();
    if (ms) spentMs_ += *ms;
    return ms;
  }

  // From one iteration on, the innermost axis first, until a part takes `sampleMs`. Goes back to the part before where
  // the next one takes too long, because its iterations take much longer than the first.
  Result<double> grow(double sampleMs, double emptyMs) {
    const auto partOf = [&](double ms) { return ms - emptyMs; };
    Result<double> ms = run(0);
    for (size_t axis = sizes_.size(); ms && axis-- > 0;) {
      const int64_t whole = nest_.axes[axis].extent, step = nest_.axes[axis].parallel ? runner_.threads() : 1;
      while (ms && partOf(*ms) < sampleMs && sizes_[axis] < whole) {
        const int64_t before = sizes_[axis];
        const double factor = std::clamp(sampleMs / std::max(partOf(*ms), 1e-3), 2.0, double(kMostGrowth));
        sizes_[axis] = std::min(whole, roundsOf(int64_t(double(before) * factor), int(step)) * step);
        Result<double> next = run(0);
        if (!next && isTimeout(next.error())) {
          sizes_[axis] = before;
          return ms;
        }
        ms = std::move(next);
        grown_ = true;
      }
      if (ms && partOf(*ms) >= sampleMs) break;
    }
    return ms;
  }

  PartRunner& runner_;
  const LoopParts& parts_;
  const PartNest& nest_;
  size_t number_;
  std::vector<int64_t> sizes_;
  double spentMs_ = 0;
  bool grown_ = false;
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

// The reason why the nest has no estimate. A part that crashes says nothing about the program: it may have read what
// only the whole computes.
Explanation refusal(const LoopParts& parts, const PartNest& nest, const Explanation& reason, bool grown,
                    double seconds) {
  if (isTimeout(reason)) {
    std::string names = join(parts.nests, [&](const PartNest& n) { return n.axes.front().loop; });
    const Snippet time(timeText(seconds * 1000));
    return explain(grown ? err::kEstimatePart(Snippet(names), time) : err::kEstimateSlow(Snippet(names), time),
                   "run the whole program");
  }
  if (reason.kind == err::kRunnerCancelled.id) return kRunCancelled();
  return explain(err::kEstimateAlone(nest.axes.front().loop), "run the whole program");
}

}  // namespace

Result<RunEstimate> estimateRun(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                const MeasureOptions& options) {
  Result<std::optional<PackedOnce>> packed = packOnce(scheduled);
  if (!packed) return std::move(packed).error();
  if (*packed) return explain(err::kEstimatePacked(scheduled.name), "run the whole program");
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options);
  if (!arguments) return std::move(arguments).error();
  if (Status runs = checkSplitAtBarriers(scheduled); !runs) return std::move(runs).error();
  Result<LoopParts> parts = loopParts(lowerForCpu(scheduled));
  if (!parts) return std::move(parts).error();
  const auto begin = std::chrono::steady_clock::now();
  Result<Kernel> kernel = buildParts(scheduled, *parts, options);
  if (!kernel && options.cancelled && options.cancelled()) return kRunCancelled();
  if (!kernel) return std::move(kernel).error();
  RunEstimate whole;
  whole.compileMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  whole.threads = options.threads > 0 ? options.threads : onlineCores();
  for (size_t i = 0; i < parts->parameters().size(); ++i) arguments->emplace_back(int64_t{0});
  PartRunner runner(*kernel, std::move(*arguments), *parts, options, whole.threads);
  Result<double> empty = runner.run();  // no part
  if (empty) empty = runner.run();
  if (!empty) return std::move(empty).error();
  const double emptyMs = *empty;
  const double sampleMs =
      std::clamp(kAllMs / double(parts->nests.size()) / (kPlaces + 2), kLeastSampleMs, kMostSampleMs);
  double shares = 0;
  std::vector<double> nestMs;
  for (size_t i = 0; i < parts->nests.size(); ++i) {
    if (options.cancelled && options.cancelled()) return kRunCancelled();
    const PartNest& nest = parts->nests[i];
    double before = 0;
    for (const size_t earlier : nest.before) before += nestMs[earlier];
    if (before > kMostBeforeMs)
      return explain(err::kEstimateIndices(nest.axes.front().loop, Snippet(timeText(before))), "run the whole program");
    NestTimer timer(runner, *parts, i);
    Result<RunEstimate> one = timer.estimate(sampleMs, emptyMs);
    if (!one) return refusal(*parts, nest, one.error(), timer.grown(), options.timeoutSeconds);
    nestMs.push_back(one->ms);
    whole.nests.push_back({nest.blocks, one->ms});
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
