#include "backends/measure/gpu_code.h"

#include <algorithm>
#include <map>
#include "core/support/json.h"

#include "backends/measure/errors.h"
#include "backends/measure/expected.h"
#include "backends/measure/measure_parts.h"
#include "core/analysis/program/roles.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

nlohmann::json scalarJson(const GpuScalar& s) {
  if (s.type.isFloat()) return {{"float", s.real}, {"bytes", s.type.bytes()}};
  return {{"int", s.whole}, {"bytes", s.type.isBool() ? 4 : std::max(1, s.type.bytes())}};
}

nlohmann::json tensorJson(int memory, const TensorMap& map) {
  nlohmann::json dims = nlohmann::json::array();
  for (const TensorDim& d : map.dims) dims.push_back({{"size", d.size}, {"stride", d.stride}, {"box", d.box}});
  return {{"memory", memory}, {"element", map.elementBytes}, {"swizzle", map.swizzle}, {"dims", dims}};
}

std::string planJsonOf(const GpuProgram& program, const GpuPlan& plan) {
  nlohmann::json memories = nlohmann::json::array(), steps = nlohmann::json::array();
  for (const GpuPlan::Memory& m : plan.memories) {
    memories.push_back(m.parameter >= 0 ? nlohmann::json{{"parameter", m.parameter}}
                                        : nlohmann::json{{"bytes", m.elements * m.type.bytes()}});
    memories.back()["name"] = m.name;
    memories.back()["shape"] = m.shape;
  }
  for (const GpuLaunch& l : plan.launches) {
    const GpuKernel& kernel = program.kernels[static_cast<size_t>(l.kernel)];
    steps.push_back(stepJson(l, kernel.function.name, l.buffers));
  }
  return nlohmann::json{{"memories", memories}, {"steps", steps}}.dump();
}

}  // namespace

nlohmann::json stepJson(const GpuLaunch& launch, const std::string& kernel, const std::vector<int>& memories) {
  nlohmann::json arguments = nlohmann::json::array();
  for (const int memory : memories) arguments.push_back({{"memory", memory}});
  for (const GpuScalar& s : launch.scalars) arguments.push_back(scalarJson(s));
  for (const auto& [place, map] : launch.tensors) arguments.push_back({{"tensor", tensorJson(place, map)}});
  return {{"kernel", kernel}, {"grid", launch.grid}, {"block", launch.block}, {"arguments", arguments}};
}

Result<nlohmann::json> chooseDevice(const std::string& list, const MeasureOptions& options) {
  const int wanted = options.device.empty() ? 0 : std::atoi(options.device.c_str());
  int number = 0;
  std::string why = "there are no more";
  const nlohmann::json devices = nlohmann::json::parse(list, nullptr, false);
  if (devices.is_discarded()) return err::kRunTarget(options.target, "the list of devices cannot be read");
  for (const nlohmann::json& d : devices) {
    if (d.value("api", "") != options.target) continue;
    if (d.contains("error"))
      why = d.value("error", "");
    else if (number++ == wanted)
      return d;
  }
  return explain(err::kRunTarget(options.target, wanted > 0 ? say("device {0}: {1}", wanted, why) : why),
                 "`lw devices` lists what is here; `--target gpu-emulator` runs anywhere");
}

GpuDevice limitsOf(const nlohmann::json& device) {
  GpuDevice limits = defaultGpuDevice();
  limits.maxThreads = static_cast<int>(device.value("max_threads", int64_t{1024}));
  limits.sharedPerBlock = device.value("shared_memory", int64_t{48 << 10});
  for (int64_t& most : limits.maxBlock) most = std::max<int64_t>(most, limits.maxThreads);
  return limits;
}

Result<GpuReady> readyForGpu(const PrimFunc& scheduled, const std::vector<Argument>& arguments,
                             const GpuDevice& limits) {
  Result<GpuProgram> program = lowerForGpu(scheduled, limits);
  if (!program) return std::move(program).error();
  Result<GpuPlan> plan = planLaunches(*program, launchValues(program->lowered, arguments), limits);
  if (!plan) return std::move(plan).error();
  std::string text = planJsonOf(*program, *plan);
  return GpuReady{std::move(*program), std::move(*plan), std::move(text)};
}

void lighten(PackageArray& a, const SourceFile& file, const PrimFunc& function, const MeasureOptions& options) {
  constexpr int64_t kResults = 4096;
  leaveOutRandomValues(a, file, function, options.inputs);
  if (!a.expected || a.expected->size() <= kResults) return;
  a.every = a.expected->size() / kResults;
  while (a.every % 2 == 0 || a.every % 3 == 0) ++a.every;  // not a multiple of usual tile sizes
  a.expected = someOf(*a.expected, a.every);
}

Result<KernelPackage> packageOf(const PrimFunc& original, const PrimFunc& scheduled,
                                const std::vector<Argument>& arguments, std::vector<PackageArray> arrays,
                                const GpuDevice& limits, const std::vector<PackagedText>& texts) {
  Result<GpuReady> ready = readyForGpu(scheduled, arguments, limits);
  if (!ready) return std::move(ready).error();
  KernelPackage package;
  package.name = scheduled.name;
  package.plan = ready->planJson;
  // An older device, or another target, may not have the instructions; one text is then enough.
  std::map<const TargetDescriptor*, std::optional<Explanation>> missing;
  for (const PackagedText& wanted : texts) {
    Result<KernelText> text = wanted.target->driverText(ready->program, wanted.version);
    if (text) {
      package.texts.push_back(std::move(*text));
      missing[wanted.target].reset();
    } else {
      missing[wanted.target] = std::move(text).error();
    }
  }
  for (const PackagedText& wanted : texts)
    if (auto& error = missing[wanted.target]; error && package.texts.empty()) return std::move(*error);
  const std::vector<ParamRole> roles = paramRoles(ready->program.lowered);
  for (size_t i = 0; i < arrays.size(); ++i) {
    arrays[i].written = roles[i].writes();
    arrays[i].restored = roles[i].role == Role::InOut;
  }
  package.arrays = std::move(arrays);
  Measurement work;
  countWorkOf(original, scheduled, arguments, work);
  package.flops = work.flops;
  package.bytes = work.bytes;
  return package;
}

Result<KernelPackage> packageOf(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                const MeasureOptions& options, const GpuDevice& limits,
                                const std::vector<PackagedText>& texts, bool threadsMayWait) {
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options);
  if (!arguments) return std::move(arguments).error();
  Result<Expected> expected = evaluateExpected(file, original, *arguments, options, onlineCores(), threadsMayWait);
  if (!expected) return std::move(expected).error();
  std::vector<PackageArray> arrays = packageArrays(original, *arguments, *expected);
  if (options.light)
    for (PackageArray& a : arrays) lighten(a, file, original, options);
  Result<KernelPackage> package = packageOf(original, scheduled, *arguments, std::move(arrays), limits, texts);
  if (package) package->reference = expected->kind;
  return package;
}

}  // namespace lw
