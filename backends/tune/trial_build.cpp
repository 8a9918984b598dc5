#include "backends/tune/trial_build.h"

#include <algorithm>
#include <chrono>
#include "core/support/json.h"

#include "backends/measure/expected.h"
#include "backends/measure/gpu_code.h"
#include "backends/measure/measure_parts.h"
#include "backends/targets/targets.h"
#include "core/analysis/program/roles.h"

namespace lw::tune {

int threadsOf(const MeasureOptions& options) { return options.threads > 0 ? options.threads : onlineCores(); }

BenchOptions benchOptions(const MeasureOptions& options) {
  BenchOptions bench;
  bench.threads = threadsOf(options);
  bench.repeat = options.repeat;
  bench.minMs = options.minMs;
  bench.loadSeconds = options.timeoutSeconds;
  bench.memory = options.memory;
  return bench;
}

Result<TrialGround> groundOf(const SourceFile& file, const PrimFunc& original, const MeasureOptions& options) {
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options);
  if (!arguments) return std::move(arguments).error();
  const TargetDescriptor* target = options.target.empty() ? &defaultTarget() : findTarget(options.target);
  Result<Expected> expected =
      evaluateExpected(file, original, *arguments, options, threadsOf(options), target && target->kernels);
  if (!expected) return std::move(expected).error();
  std::vector<PackageArray> arrays = packageArrays(original, *arguments, *expected);
  return TrialGround{std::move(*arguments),         std::move(arrays),         expected->kind,
                     std::move(expected->timeOnce), std::move(expected->blas), std::move(expected->sums)};
}

Result<BuiltTrial> buildTrial(const TrialRequest& request, const std::vector<Argument>& arguments,
                              const MeasureOptions& options, const std::function<bool()>& stop) {
  CpuOptions cpu = options.cpu;
  cpu.stop = stop;
  cpu.maxSeconds = options.timeoutSeconds;
  Result<Kernel> kernel = Kernel::build(request.scheduled, cpu, 1);
  if (!kernel) return std::move(kernel).error();
  Result<KernelCall> call = kernel->call(arguments, threadsOf(options));
  if (!call) return std::move(call).error();
  return BuiltTrial{request.number, kernel->runnable(), std::move(*call), kernel->compileMs, request.bestMs};
}

bool hasDevices(std::string_view target) {
  const TargetDescriptor* known = findTarget(target);
  return known && known->driverText;
}

Result<std::string> deviceOfTrials(const MeasureOptions& options) {
  if (!hasDevices(options.target)) return std::string();
  Result<RunnerProcess> child =
      RunnerProcess::start({.timeoutSeconds = options.timeoutSeconds, .cancelled = options.cancelled});
  if (!child) return std::move(child).error();
  const Result<std::string> devices = child->gpuDevices();
  if (!devices) return devices.error();
  const Result<nlohmann::json> device = chooseDevice(*devices, options);
  if (!device) return device.error();
  return device->dump();
}

static int deviceNumber(const std::string& text) { return text.empty() ? 0 : std::atoi(text.c_str()); }

Result<BuiltTrial> buildDeviceTrial(const TrialRequest& request, const std::vector<Argument>& arguments,
                                    const MeasureOptions& options, const std::string& device) {
  const auto begin = std::chrono::steady_clock::now();
  const nlohmann::json facts = nlohmann::json::parse(device);
  const Result<GpuReady> ready = readyForGpu(request.scheduled, arguments, limitsOf(facts));
  if (!ready) return ready.error();
  const Result<KernelText> code = findTarget(options.target)->driverText(ready->program, facts.value("version", ""));
  if (!code) return code.error();
  nlohmann::json description = nlohmann::json::parse(ready->planJson);
  description["api"] = options.target;
  description["device"] = deviceNumber(options.device);
  description["code"] = code->text;
  BuiltTrial trial;
  trial.number = request.number;
  trial.code.name = request.scheduled.name;
  trial.device = description.dump();
  trial.bestMs = request.bestMs;
  const std::vector<ParamRole> roles = paramRoles(ready->program.lowered);
  for (size_t i = 0; i < roles.size(); ++i)
    if (roles[i].role == Role::InOut) trial.call.restored.push_back(static_cast<int>(i));
  trial.compileMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return trial;
}

void runOnDevice(BuiltTrial& trial, const std::string& number) {
  nlohmann::json description = nlohmann::json::parse(trial.device, nullptr, false);
  if (!description.is_object()) return;
  description["device"] = deviceNumber(number);
  trial.device = description.dump();
}

}  // namespace lw::tune
