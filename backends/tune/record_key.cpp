#include "backends/tune/record_key.h"

#include "core/support/json.h"

#include "backends/cpu/code_generator.h"
#include "backends/measure/emulated.h"
#include "backends/measure/errors.h"
#include "backends/measure/gpu_code.h"
#include "backends/runner/runner.h"
#include "backends/target/target.h"
#include "core/schedule/program.h"
#include "core/support/text.h"
#include "core/text/print/program_hash.h"

namespace lw::tune {
namespace {

std::string sizesText(const std::map<std::string, int64_t>& sizes) {
  return join(
      sizes,
      [&](const auto& item) {
        const auto& [name, value] = item;
        return name + "=" + std::to_string(value);
      },
      ",");
}

Result<std::string> modelName(const TargetDescriptor& target, const std::string& device) {
  if (device.empty()) return std::string(defaultGpuDevice().name);
  std::string known;
  for (const GpuDevice& model : target.models()) {
    if (model.name == device) return device;
    addItem(known, model.name);
  }
  return explain(err::kUnknownDevice(device), say("the models are {0}", known));
}

Result<std::string> deviceName(const TargetDescriptor& target, const std::string& device) {
  Result<RunnerProcess> child = RunnerProcess::start({.timeoutSeconds = 20});
  if (!child) return std::move(child).error();
  const Result<std::string> devices = child->gpuDevices();
  if (!devices) return devices.error();
  MeasureOptions options;
  options.target = target.name;
  options.device = device;
  const Result<nlohmann::json> found = chooseDevice(*devices, options);
  if (!found) return found.error();
  return found->value("name", "");
}

}  // namespace

std::string programHash(const Snapshot& program, int function) {
  return program.isLoneFunction() ? hashOf(program)
                                  : hashOf(printedText(program) + "\n" + program.functionName(function));
}

std::map<std::string, int64_t> sizesOf(const SourceFile& file, const PrimFunc& function,
                                       const std::map<std::string, int64_t>& given) {
  std::map<std::string, int64_t> all = given, used;
  all.merge(inputsFromComments(file.source.text).bind);
  for (const std::string& name : symbolicSizes(function))
    if (const auto found = all.find(name); found != all.end()) used.insert(*found);
  return used;
}

Result<std::string> processorName(const TargetDescriptor& target, const std::string& device) {
  if (target.onThisProcessor) return cpuInfo().model;
  if (!target.emulated) return deviceName(target, device);
  Result<std::string> model = modelName(target, device);
  if (!model) return model;
  return "emulated " + *model;
}

RecordKey recordKey(const Snapshot& program, int function, const TargetDescriptor& target,
                    const RunConditions& conditions, std::string processor) {
  return {.program = programHash(program, function),
          .target = std::string(target.name),
          .processor = std::move(processor),
          .threads = !target.onThisProcessor   ? 1
                     : conditions.threads == 0 ? cpuInfo().cores
                                               : conditions.threads,
          .math = target.floatMath ? toText(conditions.math) : "",
          .generator = codeGeneratorVersion() + (target.emulated ? " " + std::string(emulatedTimeModel()) : ""),
          .sizes = sizesText(conditions.sizes)};
}

Result<RecordKey> recordKey(const Snapshot& program, int function, const TargetDescriptor& target,
                            const RunConditions& conditions) {
  Result<std::string> processor = processorName(target, conditions.device);
  if (!processor) return std::move(processor).error();
  return recordKey(program, function, target, conditions, std::move(*processor));
}

}  // namespace lw::tune
