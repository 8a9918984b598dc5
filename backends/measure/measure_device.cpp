// `lw run --target opencl` and `--target cuda`: kernels are written here, and built, run and timed by the child process.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "backends/c/opencl.h"
#include "backends/cuda/ptx.h"
#include "backends/measure/kernel.h"
#include "backends/measure/measure_parts.h"
#include "core/analysis/roles.h"

namespace lw {
namespace {

constexpr ErrorKind kNoDevice{"run.target", "target '{0}' is not available here: {1}"};

// The device of the wanted number, or the first one.
Result<nlohmann::json> deviceOf(RunnerProcess& child, const MeasureOptions& options) {
  Result<std::string> list = child.gpuDevices();
  if (!list) return std::move(list).error();
  const int wanted = options.device.empty() ? 0 : std::atoi(options.device.c_str());
  int number = 0;
  std::string why = "there are no more";
  for (nlohmann::json& d : nlohmann::json::parse(*list)) {
    if (d.value("api", "") != options.target) continue;
    if (d.contains("error")) why = d.value("error", "");
    else if (number++ == wanted) return d;
  }
  return explain(kNoDevice, {options.target, wanted > 0 ? "device " + std::to_string(wanted) + ": " + why : why}, "`lw devices` lists what is here; `--target gpu-emulator` runs anywhere");
}

GpuDevice limitsOf(const nlohmann::json& device) {
  GpuDevice limits = defaultGpuDevice();
  limits.maxThreads = static_cast<int>(device.value("max_threads", int64_t{1024}));
  limits.sharedPerBlock = device.value("shared_memory", int64_t{48 << 10});
  for (int64_t& most : limits.maxBlock) most = std::max<int64_t>(most, limits.maxThreads);
  return limits;
}

// PTX runs on its own architecture and on later ones.
std::string architectureFor(const std::string& version) {
  std::string best = "sm_70";
  for (const GpuDevice& model : gpuDevices())
    if (version.size() >= model.name.size() && version.compare(0, model.name.size(), model.name) >= 0) best = model.name;
  return version.size() > best.size() ? std::string(gpuDevices().back().name) : best;
}

Result<std::string> codeOf(const GpuProgram& program, const std::string& target, const nlohmann::json& device) {
  if (target == "opencl") return writeOpenCl(program);
  Result<PtxModule> module = compileForCuda(program, architectureFor(device.value("version", "")));
  if (!module) return std::move(module).error();
  return std::move(module->text);
}

std::string description(const GpuProgram& program, const GpuPlan& plan, const MeasureOptions& options, const std::string& code) {
  nlohmann::json memories = nlohmann::json::array(), steps = nlohmann::json::array();
  for (const GpuPlan::Memory& m : plan.memories)
    memories.push_back(m.parameter >= 0 ? nlohmann::json{{"parameter", m.parameter}} : nlohmann::json{{"bytes", m.elements * m.type.bytes()}});
  for (const GpuLaunch& l : plan.launches) {
    const GpuKernel& kernel = program.kernels[static_cast<size_t>(l.kernel)];
    nlohmann::json arguments = nlohmann::json::array();
    for (const int memory : l.buffers) arguments.push_back({{"memory", memory}});
    for (size_t i = 0; i < l.scalars.size(); ++i) arguments.push_back({{"int", l.scalars[i]}, {"bytes", std::max(kernel.scalars[i].dtype().isBool() ? 4 : 1, kernel.scalars[i].dtype().bytes())}});
    steps.push_back({{"kernel", kernel.function.name}, {"grid", l.grid}, {"block", l.block}, {"arguments", arguments}});
  }
  return nlohmann::json{{"api", options.target}, {"device", options.device.empty() ? 0 : std::atoi(options.device.c_str())}, {"code", code}, {"memories", memories}, {"steps", steps}}.dump();
}

// One buffer of the child for each buffer of the function, in that order.
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

std::map<const void*, int64_t> launchSizes(const PrimFunc& f, const std::vector<Argument>& arguments) {
  std::map<const void*, int64_t> sizes;
  for (size_t i = 0; i < f.params.size() && i < arguments.size(); ++i) {
    if (const auto* whole = std::get_if<int64_t>(&arguments[i])) sizes[f.params[i].key()] = *whole;
    const Buffer* buffer = f.bufferOf(f.params[i]);
    const auto* array = std::get_if<NDArray>(&arguments[i]);
    for (size_t d = 0; buffer && array && d < array->shape.size() && d < (*buffer)->shape.size(); ++d)
      if (const auto* v = (*buffer)->shape[d].as<Var>()) sizes.try_emplace(v->key(), array->shape[d]);
  }
  return sizes;
}

Result<Measurement> measureOnDevice(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled, const MeasureOptions& options) {
  const auto phase = [&](const char* name) {
    if (options.progress) options.progress(name, 0);
    return !(options.cancelled && options.cancelled());
  };
  Measurement m;
  m.target = options.target;
  if (!phase("starting")) return explain(kRunCancelled, {});
  Result<RunnerProcess> child = RunnerProcess::start({.timeoutSeconds = options.timeoutSeconds, .cancelled = options.cancelled});
  if (!child) return std::move(child).error();
  Result<nlohmann::json> device = deviceOf(*child, options);
  if (!device) return std::move(device).error();
  m.device = device->value("name", "");
  m.threads = onlineCores();  // of the reference
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options);
  if (!arguments) return std::move(arguments).error();
  if (!phase("compiling")) return explain(kRunCancelled, {});
  const auto start = std::chrono::steady_clock::now();
  const GpuDevice limits = limitsOf(*device);
  Result<GpuProgram> program = lowerForGpu(scheduled, limits);
  if (!program) return std::move(program).error();
  Result<GpuPlan> plan = planLaunches(*program, launchSizes(program->lowered, *arguments), limits);
  if (!plan) return std::move(plan).error();
  Result<std::string> code = codeOf(*program, options.target, *device);
  if (!code) return std::move(code).error();
  Result<int> kernel = child->loadGpu(scheduled.name, description(*program, *plan, options, *code));
  if (!kernel) return std::move(kernel).error();
  m.compileMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  Result<Launch> launch = launchOf(*child, program->lowered, *arguments, *kernel);
  if (!launch) return std::move(launch).error();
  if (!phase("running")) return explain(kRunCancelled, {});
  Result<double> firstNs = child->run(*launch);
  if (!firstNs) return std::move(firstNs).error();
  launch->download = false;
  auto outputs = fetchOutputs(*child, *launch, scheduled, *arguments);
  if (!outputs) return std::move(outputs).error();
  m.outputs = std::move(*outputs);
  if (!phase("checking")) return explain(kRunCancelled, {});
  Result<Expected> expected = evaluateExpected(*child, file, original, *arguments, options, m.threads);
  if (!expected) return std::move(expected).error();
  m.referenceKind = expected->kind;
  if (options.reference != ReferenceKind::None) compareOutputs(*expected, m);
  if (options.keepValues) keepValues(original, *arguments, *expected, m);
  if (Status s = timeInterleaved(*child, *launch, options, *firstNs / 1e6, *expected, m); !s) return s.error();
  countWorkOf(original, scheduled, *arguments, m);
  m.output = child->output();
  return m;
}

}  // namespace lw
