#include "backends/tune/local_runner.h"

#include <atomic>
#include <thread>

#include "backends/measure/turns.h"
#include "backends/targets/targets.h"
#include "backends/tune/trial_bench.h"
#include "backends/tune/trial_build.h"
#include "backends/tune/turnstile.h"
#include "backends/tune/work_queue.h"

namespace lw::tune {

struct LocalRunner::Impl {
  struct Built {
    TrialRequest request;
    Result<BuiltTrial> trial;
  };

  Impl(TrialGround g, LocalRunnerOptions how, std::string itsDevice)
      : ground(std::move(g)),
        options(std::move(how)),
        device(std::move(itsDevice)),
        // A kernel of a device is measured from any core.
        cores(options.cores ? options.cores : coresOfKernels(1, device.empty() ? threadsOf(options.measure) : 2)) {
    for (int i = 0; i < cores->size(); ++i)
      benches.push_back(
          std::make_unique<TrialBench>(ground.arrays, benchOptions(), [this] { return cancelled.load(); }));
  }

  BenchOptions benchOptions() const {
    BenchOptions bench = lw::tune::benchOptions(options.measure);
    bench.sampleMs = options.sampleMs;
    bench.stopRatio = options.stopRatio;
    bench.partMs = options.partMs;
    bench.maxSeconds = options.maxSeconds;
    if (device.empty() && bench.threads > 1) bench.minMs = std::max(bench.minMs, kLeastTeamSample);
    return bench;
  }

  // Nothing is compiled while a kernel that uses all cores is timed.
  std::shared_ptr<void> allCores() {
    return device.empty() && cores->cores().front() == kAnyCore ? machine.pass() : nullptr;
  }

  Result<BuiltTrial> build(const TrialRequest& request) {
    const std::shared_ptr<void> alone = allCores();
    if (!device.empty()) return buildDeviceTrial(request, ground.arguments, options.measure, device);
    return buildTrial(request, ground.arguments, options.measure, [this] { return cancelled.load(); });
  }

  void buildAll() {
    while (std::optional<TrialRequest> request = requests.take()) {
      Result<BuiltTrial> trial = build(*request);
      built.put({std::move(*request), std::move(trial)});
    }
  }

  std::shared_ptr<void> waitForTurn() const { return options.turn ? options.turn() : nullptr; }

  std::vector<TrialResult> compare(const std::vector<TrialRequest>& all, int rounds) {
    const std::shared_ptr<void> turn = waitForTurn();
    const std::shared_ptr<const int> core = cores->take();
    std::vector<BuiltTrial> trials;
    for (const TrialRequest& request : all)
      if (Result<BuiltTrial> trial = build(request)) trials.push_back(std::move(*trial));
    referenceInTurns.clear();
    const auto timeReference = [this] {
      if (!ground.timeReference) return;
      if (const Result<double> ms = ground.timeReference()) referenceInTurns.push_back(*ms);
    };
    const std::shared_ptr<void> alone = allCores();
    return benches.front()->inTurns(trials, rounds, timeReference, *core);
  }

  void measureAll(TrialBench& bench) {
    while (std::optional<Built> work = built.take()) {
      if (!work->trial) {
        results.put({work->request.number, Outcome::BuildFailed, work->trial.error(), {}, 0});
        continue;
      }
      paused.wait(true);
      const std::shared_ptr<void> turn = waitForTurn();
      const std::shared_ptr<const int> core = cores->take();
      if (cancelled) break;
      const std::shared_ptr<void> alone = allCores();
      TrialResult result = bench.measure(*work->trial, *core);
      if (cancelled) break;
      results.put(std::move(result));
    }
    results.close();
  }

  TrialGround ground;
  LocalRunnerOptions options;
  std::string device;  // as lw-runner describes it; empty: this machine's processor
  double referenceMs = 0;
  std::vector<double> referenceInTurns;
  std::atomic<bool> cancelled = false;
  std::atomic<bool> paused = false;
  std::atomic<int> underWay = 0;
  WorkQueue<TrialRequest> requests;
  WorkQueue<Built> built;
  WorkQueue<TrialResult> results;
  std::shared_ptr<CorePool> cores;
  Turnstile machine;
  std::vector<std::unique_ptr<TrialBench>> benches;  // one for each thread that measures
  std::thread builder;
  std::vector<std::thread> measurers;
};

LocalRunner::LocalRunner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<LocalRunner>> LocalRunner::start(const SourceFile& file, const PrimFunc& original,
                                                        const LocalRunnerOptions& options) {
  const std::shared_ptr<void> turn = options.turn ? options.turn() : nullptr;
  const TargetDescriptor* target =
      options.measure.target.empty() ? &defaultTarget() : findTarget(options.measure.target);
  std::string device;
  if (target && target->driverText) {
    Result<std::string> found = deviceOfTrials(options.measure);
    if (!found) return found.error();
    device = std::move(*found);
  }
  Result<TrialGround> ground = groundOf(file, original, options.measure);
  if (!ground) return std::move(ground).error();
  auto impl = std::make_unique<Impl>(std::move(*ground), options, std::move(device));
  for (int i = 0; i < 3 && impl->ground.timeReference; ++i) {
    const Result<double> ms = impl->ground.timeReference();
    if (!ms) return ms.error();
    impl->referenceMs = impl->referenceMs > 0 ? std::min(impl->referenceMs, *ms) : *ms;
  }
  Impl* shared = impl.get();
  impl->builder = std::thread([shared] { shared->buildAll(); });
  for (const auto& bench : impl->benches)
    impl->measurers.emplace_back([shared, one = bench.get()] { shared->measureAll(*one); });
  return std::unique_ptr<LocalRunner>(new LocalRunner(std::move(impl)));
}

LocalRunner::~LocalRunner() {
  if (!impl_) return;
  cancel();
  if (impl_->builder.joinable()) impl_->builder.join();
  for (std::thread& measurer : impl_->measurers) measurer.join();
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

const std::string& LocalRunner::reference() const { return impl_->ground.reference; }
double LocalRunner::referenceMs() const { return impl_->referenceMs; }
std::vector<double> LocalRunner::referenceInTurns() const { return impl_->referenceInTurns; }
const std::optional<SumErrors>& LocalRunner::sums() const { return impl_->ground.sums; }
const std::optional<blas::Kernels>& LocalRunner::blas() const { return impl_->ground.blas; }

std::vector<TrialResult> LocalRunner::inTurns(const std::vector<TrialRequest>& requests, int rounds) {
  return impl_->compare(requests, rounds);
}

}  // namespace lw::tune
