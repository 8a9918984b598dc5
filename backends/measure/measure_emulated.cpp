// `lw run --target gpu-emulator`: the findings and counts of the emulator, and the time of a model of the device.
#include <chrono>

#include "backends/emulator/device_time.h"
#include "backends/emulator/protocol.h"
#include "backends/measure/emulated.h"
#include "backends/measure/errors.h"
#include "backends/measure/measure_parts.h"
#include "backends/measure/memory_needs.h"
#include "backends/measure/ways.h"
#include "core/analysis/program/roles.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"
#include "core/support/text.h"

namespace lw {
namespace {

void keepOutputs(const PrimFunc& f, const std::vector<Argument>& arguments, Measurement& m) {
  const std::vector<ParamRole> roles = paramRoles(f);
  size_t slot = 0;
  for (const Argument& argument : arguments)
    if (const auto* array = std::get_if<NDArray>(&argument)) {
      if (roles[slot].writes()) m.outputs.emplace_back(roles[slot].buffer->name, *array);
      ++slot;
    }
}

bool hasInstructionsOfSm90(const GpuProgram& program) {
  bool found = false;
  for (const GpuKernel& kernel : program.kernels)
    forEachStmt(kernel.body, [&](const Stmt& s) {
      const auto* attribute = s.as<AttrStmt>();
      const auto operation = attribute ? readWarpMatrix(*attribute) : std::nullopt;
      found = found || phasedCall(s) || (operation && operation->isOfGroup());
    });
  return found;
}

// Adds the findings of all interleavings to the report.
Status checkInterleavings(const GpuProgram& program, const PrimFunc& scheduled, const std::vector<Argument>& arguments,
                          const GpuDevice& device, EmulatorReport& report) {
  const Result<Protocol> protocol = recordProtocol(program, scheduled, arguments, device);
  if (!protocol) return protocol.error();
  ProtocolReport checked = checkProtocol(*protocol);
  report.interleavings =
      GpuInterleavings{static_cast<int64_t>(protocol->scenarios.size()), checked.states, checked.complete};
  for (GpuFinding& f : checked.findings) report.findings.push_back(std::move(f));
  return success();
}

}  // namespace

std::string_view emulatedTimeModel() { return kTimeModel; }

Result<const GpuDevice*> emulatedDevice(const std::string& name) {
  if (name.empty()) return &defaultGpuDevice();
  if (const GpuDevice* device = findGpuDevice(name)) return device;
  std::string known = join(gpuDevices(), [&](const GpuDevice& device) { return std::string(device.name); });
  return explain(err::kUnknownDevice(name), say("the models are {0}", known));
}

Result<EmulatedProgram> lowerForEmulator(const PrimFunc& scheduled, const std::string& name) {
  const Result<const GpuDevice*> device = emulatedDevice(name);
  if (!device) return device.error();
  Result<GpuProgram> program = lowerForGpu(scheduled, **device);
  if (!program) return std::move(program).error();
  const GpuDevice* newer = findGpuDevice("sm_90");
  if (!name.empty() || *device == newer || !hasInstructionsOfSm90(*program))
    return EmulatedProgram{std::move(*program), *device};
  program = lowerForGpu(scheduled, *newer);
  if (!program) return std::move(program).error();
  return EmulatedProgram{std::move(*program), newer};
}

Result<Measurement> measureEmulated(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                    const MeasureOptions& options, const TargetDescriptor& target) {
  if (const Result<const GpuDevice*> known = emulatedDevice(options.device); !known) return known.error();
  const auto phase = [&](const char* name) {
    if (options.progress) options.progress(name, 0);
    return !(options.cancelled && options.cancelled());
  };
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  Measurement m;
  m.target = target.name;
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options);
  if (!arguments) return std::move(arguments).error();
  if (!phase("compiling")) return kRunCancelled();
  const auto start = Clock::now();
  const Result<EmulatedProgram> emulated = lowerForEmulator(scheduled, options.device);
  if (!emulated) return emulated.error();
  const GpuProgram& program = emulated->lowered;
  const GpuDevice& device = *emulated->device;
  m.device = "emulated " + std::string(device.name);
  m.compileMs = since(start);
  const Result<GpuPlan> plan = planLaunches(program, launchValues(program.lowered, *arguments), device);
  if (!plan) return plan.error();
  if (Status s = requireMemory(plannedNeeds(*plan, scheduled), options.memory); !s) return s.error();
  if (!phase("emulating")) return kRunCancelled();
  std::vector<Argument> results = *arguments;
  const auto begin = Clock::now();
  Result<EmulatorReport> report =
      emulate(program, scheduled, results, {.device = &device, .cancelled = options.cancelled});
  if (!report) return std::move(report).error();
  if (options.interleavings)
    if (Status s = checkInterleavings(program, scheduled, *arguments, device, *report); !s) return s.error();
  m.time = summarize(std::vector{since(begin)});
  m.emulated = std::move(*report);
  keepOutputs(scheduled, results, m);
  if (!phase("checking")) return kRunCancelled();
  Result<Expected> expected = evaluateExpected(file, original, *arguments, options,
                                               options.threads > 0 ? options.threads : onlineCores(), target.kernels);
  if (!expected) return std::move(expected).error();
  m.referenceKind = expected->kind;
  if (options.reference != ReferenceKind::None) compareOutputs(*expected, m);
  if (options.keepValues) keepValues(original, *arguments, *expected, m);
  countWorkOf(original, scheduled, *arguments, m);
  m.gflops = m.gbps = 0;  // of no device
  m.ok = m.ok && m.emulated->clean();
  return m;
}

}  // namespace lw
