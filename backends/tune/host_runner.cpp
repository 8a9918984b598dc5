#include "backends/tune/host_runner.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include "core/support/json.h"

#include "backends/measure/gpu_code.h"
#include "backends/measure/measure_parts.h"
#include "backends/measure/remote.h"
#include "backends/targets/targets.h"
#include "backends/tune/one_by_one.h"
#include "backends/tune/trial_build.h"
#include "backends/tune/wrong_result.h"

namespace lw::tune {

// A connection, and what it is for.
struct ReachedDevice {
  RemoteRunner remote;
  nlohmann::json device;
};

static Result<ReachedDevice> reachDevice(const MeasureOptions& options) {
  Result<RemoteRunner> remote = RemoteRunner::reach(options.host, options.timeoutSeconds, options.cancelled);
  if (!remote) return std::move(remote).error();
  Result<nlohmann::json> device = chooseDevice(remote->devices(), options);
  if (!device) return std::move(device).error();
  return ReachedDevice{std::move(*remote), std::move(*device)};
}

struct HostRunner::Impl {
  Impl(PrimFunc o, MeasureOptions how, ReachedDevice there, TrialGround known, std::vector<PackageArray> few,
       std::shared_ptr<CorePool> pool, std::shared_ptr<std::atomic<bool>> ends)
      : original(std::move(o)),
        options(std::move(how)),
        reached(std::move(there)),
        ground(std::move(known)),
        light(std::move(few)),
        cores(std::move(pool)),
        cancelled(std::move(ends)),
        work([this](const TrialRequest& r) { return run(r); }) {}

  static bool compareAll(const std::vector<PackageArray>& arrays) {
    return std::all_of(arrays.begin(), arrays.end(), [](const PackageArray& a) { return a.every == 1; });
  }

  TrialResult run(const TrialRequest& request) {
    const std::vector<PackageArray>& arrays = compares ? ground.arrays : light;
    const auto begin = std::chrono::steady_clock::now();
    const TargetDescriptor& target = *findTarget(options.target);
    const Result<KernelPackage> package =
        packageOf(original, request.scheduled, ground.arguments, arrays, limitsOf(reached.device),
                  {{&target, reached.device.value("version", "")}});
    if (!package) return {request.number, Outcome::BuildFailed, package.error(), {}, 0};
    const double compileMs =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    Measurement m;
    const std::shared_ptr<const int> turn = cores ? cores->take() : nullptr;
    if (Status s = runThere(reached.remote, *package, options, target, m); !s)
      return failed(request.number, s.error(), compileMs);
    if (m.checked && !m.ok) {
      const FirstDifference d = m.difference.value_or(FirstDifference());
      return {
          request.number, Outcome::Wrong, wrongResult(d.buffer, d.index, d.got, d.expected, d.count), {}, compileMs};
    }
    // The samples stay there: the median and the ends of its interval take their place.
    return {request.number, Outcome::Measured, {}, {m.time.medianLow, m.time.median, m.time.medianHigh},
            compileMs,      compareAll(arrays)};
  }

  // A connection that is lost is no fault of the candidate: the search ends.
  TrialResult failed(int number, const Explanation& why, double compileMs) {
    if (!*cancelled && (why.kind.starts_with("remote.") || why.kind.starts_with("process."))) {
      const std::lock_guard lock(mutex);
      lost = why;
      work.cancel();
    }
    const bool late = why.kind == "runner.timeout" || why.kind == "package.timeout";
    const bool ran = why.kind.starts_with("runner.");
    return {number, late ? Outcome::TimedOut : ran ? Outcome::Crashed : Outcome::BuildFailed, why, {}, compileMs};
  }

  PrimFunc original;
  MeasureOptions options;
  ReachedDevice reached;
  TrialGround ground;
  std::vector<PackageArray> light;     // those of `ground`, as they are sent to be compared in part
  std::atomic<bool> compares = false;  // all results
  std::shared_ptr<CorePool> cores;
  std::shared_ptr<std::atomic<bool>> cancelled;
  std::mutex mutex;
  std::optional<Explanation> lost;
  OneByOne work;  // the last member: its thread uses the others
};

HostRunner::HostRunner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HostRunner::~HostRunner() { cancel(); }

Result<std::unique_ptr<HostRunner>> HostRunner::start(const SourceFile& file, const PrimFunc& original,
                                                      const MeasureOptions& given, std::shared_ptr<CorePool> cores) {
  auto cancelled = std::make_shared<std::atomic<bool>>(false);
  MeasureOptions options = given;
  options.cancelled = [cancelled, before = given.cancelled] { return *cancelled || (before && before()); };
  options.keepValues = false;
  Result<ReachedDevice> reached = reachDevice(options);
  if (!reached) return std::move(reached).error();
  Result<TrialGround> ground = groundOf(file, original, options);
  if (!ground) return std::move(ground).error();
  for (PackageArray& a : ground->arrays) leaveOutRandomValues(a, file, original, options.inputs);
  std::vector<PackageArray> light = ground->arrays;
  for (PackageArray& a : light) lighten(a, file, original, options);
  return std::unique_ptr<HostRunner>(
      new HostRunner(std::make_unique<Impl>(original, std::move(options), std::move(*reached), std::move(*ground),
                                            std::move(light), std::move(cores), std::move(cancelled))));
}

void HostRunner::submit(TrialRequest request) { impl_->work.submit(std::move(request)); }
std::optional<TrialResult> HostRunner::next() { return impl_->work.next(); }
void HostRunner::cancel() {
  *impl_->cancelled = true;
  impl_->work.cancel();
}
void HostRunner::pause(bool paused) { impl_->work.pause(paused); }

std::optional<Explanation> HostRunner::failure() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->lost;
}

// A package is sent for each candidate and round, so that there are few rounds. All results are compared, in the first
// of them.
std::vector<TrialResult> HostRunner::inTurns(const std::vector<TrialRequest>& requests, int rounds) {
  constexpr int kMostRounds = 3;
  std::vector<TrialResult> all;
  for (const TrialRequest& r : requests) all.push_back({r.number, Outcome::Measured, {}, {}, 0});
  for (int round = 0; round < std::min(rounds, kMostRounds); ++round) {
    impl_->compares = round == 0;
    for (size_t i = 0; i < requests.size(); ++i) {
      if (all[i].outcome != Outcome::Measured) continue;
      impl_->work.submit(requests[i]);
      std::optional<TrialResult> result = impl_->work.next();
      if (!result) return {};
      if (result->outcome != Outcome::Measured)
        all[i] = std::move(*result);
      else
        all[i].ms.insert(all[i].ms.end(), result->ms.begin(), result->ms.end());
    }
  }
  return all;
}

Result<std::string> deviceNameAt(const MeasureOptions& options) {
  const Result<ReachedDevice> reached = reachDevice(options);
  if (!reached) return reached.error();
  return reached->device.value("name", "");
}

}  // namespace lw::tune
