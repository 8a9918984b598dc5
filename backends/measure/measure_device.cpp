// `lw run --target opencl` and `--target cuda`: kernels are generated here; the child process builds, runs and times
// them.
#include <algorithm>
#include <chrono>
#include "core/support/json.h"

#include "backends/measure/gpu_code.h"
#include "backends/measure/kernel.h"
#include "backends/measure/measure_parts.h"
#include "backends/measure/ways.h"
#include "core/analysis/program/roles.h"

namespace lw {
namespace {

// One buffer of the child per buffer of the function, in the same order.
Result<Launch> launchOf(RunnerProcess& child, const PrimFunc& f, const std::vector<Argument>& arguments, int kernel) {
  Launch launch{.kernel = kernel};
  launch.gpu = launch.download = true;
  const std::vector<ParamRole> roles = paramRoles(f);
  for (const auto& [param, buffer] : f.buffers) {
    const auto at = static_cast<size_t>(std::find(f.params.begin(), f.params.end(), param) - f.params.begin());
    const NDArray& array = std::get<NDArray>(arguments[at]);
    Result<int> id = child.addBuffer(buffer->name, array.data.data(), array.data.size());
    if (!id) return std::move(id).error();
    if (roles[launch.buffers.size()].role == Role::InOut) launch.restore.push_back(*id);
    launch.buffers.push_back(*id);
  }
  return launch;
}

}  // namespace

Result<Measurement> measureOnDevice(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                    const MeasureOptions& options, const TargetDescriptor& target) {
  const auto phase = [&](const char* name) {
    if (options.progress) options.progress(name, 0);
    return !(options.cancelled && options.cancelled());
  };
  Measurement m;
  m.target = target.name;
  if (!phase("starting")) return kRunCancelled();
  Result<RunnerProcess> child =
      RunnerProcess::start({.timeoutSeconds = options.timeoutSeconds, .cancelled = options.cancelled});
  if (!child) return std::move(child).error();
  Result<std::string> devices = child->gpuDevices();
  if (!devices) return std::move(devices).error();
  Result<nlohmann::json> device = chooseDevice(*devices, options);
  if (!device) return std::move(device).error();
  m.device = device->value("name", "");
  m.threads = onlineCores();  // of the reference
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options);
  if (!arguments) return std::move(arguments).error();
  if (!phase("compiling")) return kRunCancelled();
  const auto start = std::chrono::steady_clock::now();
  Result<GpuReady> ready = readyForGpu(scheduled, *arguments, limitsOf(*device));
  if (!ready) return std::move(ready).error();
  Result<KernelText> code = target.driverText(ready->program, device->value("version", ""));
  if (!code) return std::move(code).error();
  nlohmann::json description = nlohmann::json::parse(ready->planJson);
  description["api"] = target.name;
  description["device"] = options.device.empty() ? 0 : std::atoi(options.device.c_str());
  description["code"] = code->text;
  Result<int> kernel = child->loadGpu(scheduled.name, description.dump());
  if (!kernel) return std::move(kernel).error();
  m.compileMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  Result<Launch> launch = launchOf(*child, ready->program.lowered, *arguments, *kernel);
  if (!launch) return std::move(launch).error();
  if (Status s = runCheckTime(*child, *launch, file, original, scheduled, *arguments, options, target.kernels, m); !s)
    return s.error();
  m.output = child->output();
  return m;
}

}  // namespace lw
