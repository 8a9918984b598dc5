#include "backends/tune/emulator_runner.h"

#include <chrono>
#include <optional>

#include "backends/measure/emulated.h"
#include "backends/measure/memory_needs.h"
#include "backends/package/agreement.h"
#include "backends/tune/one_by_one.h"
#include "backends/tune/trial_build.h"
#include "backends/tune/wrong_result.h"
#include "passes/pipeline.h"

namespace lw::tune {
namespace {

using EmulationClock = std::chrono::steady_clock;

// Whether what some blocks of the only launch store is what the whole program computes there.
bool partsCount(const GpuPlan& plan, const EmulatorReport& report) {
  if (plan.launches.size() != 1) return false;
  for (const GpuKernelReport& kernel : report.kernels)
    for (const GpuAccessCount& access : kernel.accesses)
      if (access.atomic) return false;
  return true;
}

}  // namespace

struct EmulatorRunner::Impl {
  Impl(TrialGround g, const EmulatorRunnerOptions& how, const GpuDevice& model)
      : ground(std::move(g)), options(how), device(model), work([this](const TrialRequest& r) { return measure(r); }) {}

  TrialResult failed(int number, Outcome outcome, Explanation why) const {
    return {number, outcome, std::move(why), {}, 0};
  }

  // Fails as a run does: out of bounds, too many steps.
  Result<EmulatorReport> run(const GpuProgram& program, const PrimFunc& scheduled, int64_t launchSteps,
                             std::vector<Argument>& results) const {
    results = ground.arguments;
    return emulate(program, scheduled, results,
                   {.device = &device, .launchSteps = launchSteps, .cancelled = [this] { return work.cancelled(); }});
  }

  // The first output that differs. Of a program that did not run as a whole, elements that were not stored keep what
  // they were before, and do not count.
  std::optional<Explanation> difference(const std::vector<Argument>& results, bool complete) const {
    size_t buffer = 0;
    for (size_t i = 0; i < results.size(); ++i) {
      const auto* got = std::get_if<NDArray>(&results[i]);
      if (!got) continue;
      const PackageArray& array = ground.arrays[buffer++];
      if (!array.expected) continue;
      NDArray value = *got;
      if (!complete) {
        const NDArray& before = std::get<NDArray>(ground.arguments[i]);
        const auto bytes = static_cast<size_t>(value.type.bytes());
        for (size_t at = 0; at + bytes <= value.data.size(); at += bytes)
          if (std::equal(&value.data[at], &value.data[at] + bytes, &before.data[at]))
            std::copy(&array.expected->data[at], &array.expected->data[at] + bytes, &value.data[at]);
      }
      const Agreement a = agreementOf(value, *array.expected, array.allowed);
      if (a.ok) continue;
      return wrongResult(array.name, a.worst);
    }
    return std::nullopt;
  }

  // Nothing: what was emulated is right.
  std::optional<TrialResult> mistake(int number, const Result<EmulatorReport>& report, const GpuPlan& plan,
                                     const std::vector<Argument>& results) const {
    if (!report)
      return failed(number, report.error().kind == "run.step-limit" ? Outcome::TimedOut : Outcome::Crashed,
                    report.error());
    if (!report->clean()) return failed(number, Outcome::Wrong, report->findings.front().explanation);
    if (report->complete || partsCount(plan, *report))
      if (std::optional<Explanation> why = difference(results, report->complete))
        return failed(number, Outcome::Wrong, std::move(*why));
    return std::nullopt;
  }

  TrialResult measure(const TrialRequest& request) {
    const std::shared_ptr<void> turn = options.turn ? options.turn() : nullptr;
    const auto begin = EmulationClock::now();
    const Result<GpuProgram> program = lowerForGpu(request.scheduled, device);
    if (!program) return failed(request.number, Outcome::BuildFailed, program.error());
    const Result<GpuPlan> plan = planLaunches(*program, launchValues(program->lowered, ground.arguments), device);
    if (!plan) return failed(request.number, Outcome::BuildFailed, plan.error());
    if (Status s = requireMemory(plannedNeeds(*plan, request.scheduled), options.measure.memory); !s)
      return failed(request.number, Outcome::BuildFailed, s.error());
    const double compileMs = std::chrono::duration<double, std::milli>(EmulationClock::now() - begin).count();
    std::vector<Argument> results;
    const Result<EmulatorReport> report = run(*program, request.scheduled, options.launchSteps, results);
    if (auto wrong = mistake(request.number, report, *plan, results)) return *wrong;
    const double ms = report->modelledMs;
    const int64_t most = finals ? options.finalSteps : options.wholeSteps;
    bool complete = report->complete;
    if (!complete && report->longest <= most && (finals || bestMs <= 0 || ms < bestMs)) {
      const Result<EmulatorReport> whole = run(*program, request.scheduled, most, results);
      if (auto wrong = mistake(request.number, whole, *plan, results)) return *wrong;
      complete = whole->complete;
    }
    if (bestMs <= 0 || ms < bestMs) bestMs = ms;
    return {request.number, Outcome::Measured, {}, {ms}, compileMs, complete};
  }

  TrialGround ground;
  EmulatorRunnerOptions options;
  const GpuDevice& device;
  double bestMs = 0;                 // of what was measured here
  std::atomic<bool> finals = false;  // the best candidates are measured again
  OneByOne work;                     // the last member: its thread uses the others
};

EmulatorRunner::EmulatorRunner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
EmulatorRunner::~EmulatorRunner() = default;

Result<std::unique_ptr<EmulatorRunner>> EmulatorRunner::start(const SourceFile& file, const PrimFunc& original,
                                                              const EmulatorRunnerOptions& options) {
  const std::shared_ptr<void> turn = options.turn ? options.turn() : nullptr;
  const Result<const GpuDevice*> device = emulatedDevice(options.measure.device);
  if (!device) return device.error();
  Result<TrialGround> ground = groundOf(file, original, options.measure);
  if (!ground) return std::move(ground).error();
  return std::unique_ptr<EmulatorRunner>(
      new EmulatorRunner(std::make_unique<Impl>(std::move(*ground), options, **device)));
}

const std::string& EmulatorRunner::reference() const { return impl_->ground.reference; }
void EmulatorRunner::submit(TrialRequest request) { impl_->work.submit(std::move(request)); }
std::optional<TrialResult> EmulatorRunner::next() { return impl_->work.next(); }
void EmulatorRunner::cancel() { impl_->work.cancel(); }
void EmulatorRunner::pause(bool paused) { impl_->work.pause(paused); }

std::vector<TrialResult> EmulatorRunner::inTurns(const std::vector<TrialRequest>& requests, int) {
  std::vector<TrialResult> again;
  impl_->finals = true;
  for (const TrialRequest& request : requests) {
    impl_->work.submit(request);
    std::optional<TrialResult> result = impl_->work.next();
    if (!result) return {};
    again.push_back(std::move(*result));
  }
  impl_->finals = false;
  return again;
}

}  // namespace lw::tune
