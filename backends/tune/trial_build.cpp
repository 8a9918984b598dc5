#include "backends/tune/trial_build.h"

#include "backends/measure/expected.h"
#include "backends/measure/measure_parts.h"

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
  Result<RunnerProcess> child =
      RunnerProcess::start({.timeoutSeconds = options.timeoutSeconds, .cancelled = options.cancelled});
  if (!child) return std::move(child).error();
  Result<Expected> expected = evaluateExpected(*child, file, original, *arguments, options, threadsOf(options), false);
  if (!expected) return std::move(expected).error();
  std::vector<PackageArray> arrays = packageArrays(original, *arguments, *expected);
  return TrialGround{std::move(*arguments), std::move(arrays), expected->kind, std::move(expected->timeOnce)};
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

}  // namespace lw::tune
