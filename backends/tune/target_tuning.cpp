#include "backends/tune/target_tuning.h"

#include "backends/measure/errors.h"
#include "backends/tune/emulator_runner.h"
#include "backends/tune/host_runner.h"
#include "backends/tune/record_key.h"

namespace lw::tune {

Result<StartedRunner> startRunner(const SourceFile& file, const PrimFunc& original, const LocalRunnerOptions& options) {
  const TargetDescriptor* target =
      options.measure.target.empty() ? &defaultTarget() : findTarget(options.measure.target);
  if (!target) return err::kRunTarget(options.measure.target, "there is no such target");
  if (target->emulated) {
    auto runner = EmulatorRunner::start(file, original, {.measure = options.measure, .turn = options.turn});
    if (!runner) return runner.error();
    std::string reference = (*runner)->reference();
    return StartedRunner{std::move(*runner), 0, std::move(reference)};
  }
  if (!options.measure.host.empty()) {
    auto runner = HostRunner::start(file, original, options.measure, options.cores);
    if (!runner) return runner.error();
    return StartedRunner{std::move(*runner), 0};
  }
  auto runner = LocalRunner::start(file, original, options);
  if (!runner) return runner.error();
  const double referenceMs = (*runner)->referenceMs();
  std::string reference = (*runner)->reference();
  std::optional<blas::Kernels> blas = (*runner)->blas();
  std::optional<SumErrors> sums = (*runner)->sums();
  return StartedRunner{std::move(*runner), referenceMs, std::move(reference), std::move(blas), std::move(sums)};
}

Result<std::string> measuringDevice(const MeasureOptions& options) {
  if (!options.host.empty()) return deviceNameAt(options);
  return processorName(options.target.empty() ? defaultTarget() : *findTarget(options.target), options.device);
}

}  // namespace lw::tune
