#include "backends/measure/measure.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "backends/measure/errors.h"
#include "backends/measure/kernel.h"
#include "backends/measure/machine.h"
#include "backends/measure/measure_parts.h"
#include "backends/measure/memory_needs.h"
#include "backends/measure/turns.h"
#include "backends/measure/ways.h"
#include "backends/package/agreement.h"
#include "backends/target/target.h"
#include "core/analysis/cost/roofline.h"
#include "core/analysis/shapes/index_ranges.h"
#include "core/support/text.h"
#include "core/text/print/program_hash.h"

namespace lw {
namespace {

std::string shapeText(const NDArray& a) {
  std::string text = toString(a.type) + "(";
  text += join(a.shape, [&](const auto& item) { return std::to_string(item); });
  return text + ")";
}

}  // namespace

const Error<> kRunCancelled{"run.cancelled", "the run was cancelled"};

Result<std::vector<Argument>> inputArguments(const SourceFile& file, const PrimFunc& function,
                                             const MeasureOptions& options) {
  InputSpec inputs = options.inputs;
  InputSpec said = inputsFromComments(file.source.text);
  inputs.bind.merge(said.bind);  // options take precedence
  inputs.ranges.merge(said.ranges);
  inputs = withIndexRanges(function, std::move(inputs));
  const Result<std::vector<MemoryNeed>> needs = parameterNeeds(function, inputs);
  if (!needs) return needs.error();
  if (Status s = requireMemory(*needs, options.memory); !s) return s.error();
  Result<std::vector<Argument>> arguments = makeArguments(function, inputs);
  if (!arguments) return arguments;
  for (const auto& [name, array] : options.given) {
    bool found = false;
    for (size_t i = 0; i < function.params.size(); ++i) {
      const Buffer* buffer = function.bufferOf(function.params[i]);
      if (!buffer || (*buffer)->name != name) continue;
      NDArray& slot = std::get<NDArray>((*arguments)[i]);
      if (!(slot.type == array.type) || slot.shape != array.shape)
        return err::kRunInputShape(name, shapeText(array), shapeText(slot));
      slot = array;
      found = true;
    }
    if (!found) return explain(err::kUnknownInput(name), "name the arrays as the function names its buffers");
  }
  return arguments;
}

void compareOutputs(const Expected& expected, Measurement& m) {
  if (expected.outputs.empty()) return;  // there is nothing to compare with
  m.checked = true;
  m.ok = true;
  m.sums = expected.sums;
  for (size_t i = 0; i < m.outputs.size() && i < expected.outputs.size(); ++i) {
    const auto& [name, got] = m.outputs[i];
    const Agreement a = agreementOf(got, expected.outputs[i], expected.sums ? expected.sums->allowed : 0);
    m.maxAbsError = std::max(m.maxAbsError, a.maxAbsolute);
    m.maxRelError = std::max(m.maxRelError, a.maxRelative);
    if (a.ok) continue;
    m.ok = false;
    if (!m.difference) m.difference = FirstDifference{name, a.worst.at, a.worst.got, a.worst.expected, a.worst.count};
  }
}

namespace {

Status timeLaunch(RunnerProcess& child, Launch launch, const MeasureOptions& options, double firstMs,
                  const Expected& expected, Measurement& m) {
  const double least = launch.threads > 1 && !launch.gpu ? std::max(options.minMs, kLeastTeamSample) : options.minMs;
  if (firstMs < least) {
    Result<int64_t> loops = callsPerSample(child, launch, least);
    if (!loops) return std::move(loops).error();
    launch.loops = *loops;
  }
  const auto kernel = [&]() -> Result<double> {
    Result<double> ns = child.run(launch);
    if (!ns) return ns;
    return *ns / 1e6 / static_cast<double>(launch.loops);
  };
  return timeInTurns(kernel, static_cast<double>(launch.loops), firstMs, child.pid(), options, expected, m);
}

// The same code as that of `m` has its time.
Result<double> timeBaseline(RunnerProcess& child, const PrimFunc& original, const std::vector<Argument>& arguments,
                            const Measurement& m, const MeasureOptions& options) {
  Result<Kernel> kernel = Kernel::build(original, {.objects = options.cpu.objects,
                                                   .allows = options.cpu.allows,
                                                   .maxSeconds = options.timeoutSeconds,
                                                   .stop = options.cancelled});
  if (!kernel) return std::move(kernel).error();
  if (hashOf(kernel->code.object) == m.codeHash) return m.time.median;
  Result<Launch> launch = kernel->load(child, arguments, m.threads, options.memory);
  if (!launch) return std::move(launch).error();
  std::vector<double> ms;
  for (int i = 0; i < 3; ++i) {
    Result<double> ns = child.run(*launch);
    if (!ns) return std::move(ns).error();
    ms.push_back(*ns / 1e6);
    if (ms.back() > 200) break;
  }
  for (const int id : launch->buffers)
    if (Status s = child.dropBuffer(id); !s) return std::move(s).error();
  return summarize(ms).median;
}

Sizes sizesOf(const PrimFunc& function, const std::vector<Argument>& arguments) {
  Sizes sizes;
  for (size_t i = 0; i < function.params.size(); ++i) {
    const Buffer* buffer = function.bufferOf(function.params[i]);
    const auto* array = std::get_if<NDArray>(&arguments[i]);
    if (!buffer || !array) continue;
    for (size_t d = 0; d < (*buffer)->shape.size() && d < array->shape.size(); ++d)
      if (const auto* v = (*buffer)->shape[d].as<Var>()) sizes.emplace(v->key(), array->shape[d]);
  }
  return sizes;
}

}  // namespace

constexpr int64_t kPeakSeconds = 600;  // peaks that were measured later are not measured again
constexpr double kBusyCores = 0.5;     // peaks that were measured beside more are measured again

Status timeInTurns(const std::function<Result<double>()>& kernel, double calls, double firstMs, int process,
                   const MeasureOptions& options, const Expected& expected, Measurement& m) {
  const double mostMs = options.maxSeconds * 1000;
  const LoadMeter meter({process});
  const Result<Turns> turns =
      takeTurns(warmed(kernel, calls), expected.timeOnce, {options.repeat, mostMs, calls, firstMs < mostMs}, firstMs,
                [&](double done) -> Status {
                  if (options.cancelled && options.cancelled()) return kRunCancelled();
                  if (options.progress) options.progress("timing", done);
                  return success();
                });
  if (!turns) return turns.error();
  m.load = meter.load();
  m.time = summarizeInOrder(turns->kernel.empty() ? std::vector{firstMs} : turns->kernel);
  m.referenceTime = summarizeInOrder(turns->reference);
  if (m.referenceTime.count > 0) m.blas = expected.blas;
  return success();
}

void compareWithPeak(const MeasureOptions& options, Measurement& m) {
  std::optional<Peaks> peaks = knownPeaks(m.threads);
  const auto exceeded = [&] { return peaks && m.gflops > kAbovePeak * peaks->gflops(m.floatBits); };
  // Not after every run: some programs exceed the peak whatever it is, because the compiler leaves operations out.
  const bool old = peaks && std::time(nullptr) - peaks->when > kPeakSeconds;
  const bool better = peaks && peaks->load.busy() > kBusyCores && m.load && isQuiet(*m.load);
  if (options.peaks && (!peaks || (old && (better || exceeded())))) {
    if (options.progress) options.progress("measuring this machine's peaks", 0);
    if (Result<Peaks> measured = measurePeaks(m.threads, options.cancelled)) peaks = *measured;
  }
  m.abovePeak = exceeded();
  if (peaks && m.blas && m.blas->name == peaks->productKernels) m.blasShare = peaks->productGflops / peaks->gflops32;
  if (peaks && !m.abovePeak) m.peakFraction = std::min(1.0, m.gflops / peaks->gflops(m.floatBits));
}

void keepValues(const PrimFunc& function, const std::vector<Argument>& arguments, const Expected& expected,
                Measurement& m) {
  for (size_t i = 0; m.checked && i < m.outputs.size() && i < expected.outputs.size(); ++i)
    m.expected.emplace_back(m.outputs[i].first, expected.outputs[i]);
  for (size_t i = 0; i < function.params.size(); ++i) {
    const Buffer* buffer = function.bufferOf(function.params[i]);
    const auto* array = std::get_if<NDArray>(&arguments[i]);
    const auto isOutput = [&](const auto& output) { return output.first == (*buffer)->name; };
    if (buffer && array && std::none_of(m.outputs.begin(), m.outputs.end(), isOutput))
      m.inputs.emplace_back((*buffer)->name, *array);
  }
}

void countWorkOf(const PrimFunc& original, const PrimFunc& scheduled, const std::vector<Argument>& arguments,
                 Measurement& m) {
  const Work work = countWork(original, sizesOf(original, arguments));
  m.flops = work.flops;
  m.bytes = work.bytes;
  m.operations = work.operations;
  m.gflops = work.flops / m.time.median / 1e6;
  m.gbps = work.bytes / m.time.median / 1e6;
  m.floatBits = floatBitsOf(scheduled);
}

Status runCheckTime(RunnerProcess& child, Launch launch, const SourceFile& file, const PrimFunc& original,
                    const PrimFunc& scheduled, const std::vector<Argument>& arguments, const MeasureOptions& options,
                    bool threadsMayWait, Measurement& m) {
  const auto phase = [&](const char* name) {
    if (options.progress) options.progress(name, 0);
    return !(options.cancelled && options.cancelled());
  };
  if (!phase("running")) return kRunCancelled();
  Result<double> firstNs = child.run(launch);
  if (!firstNs) return std::move(firstNs).error();
  launch.download = false;
  auto outputs = fetchOutputs(child, launch, scheduled, arguments);
  if (!outputs) return std::move(outputs).error();
  m.outputs = std::move(*outputs);
  if (!phase("checking")) return kRunCancelled();
  Result<Expected> expected = evaluateExpected(file, original, arguments, options, m.threads, threadsMayWait);
  if (!expected) return std::move(expected).error();
  m.referenceKind = expected->kind;
  if (options.reference != ReferenceKind::None) compareOutputs(*expected, m);
  if (options.keepValues) keepValues(original, arguments, *expected, m);
  if (Status s = timeLaunch(child, launch, options, *firstNs / 1e6, *expected, m); !s) return s;
  countWorkOf(original, scheduled, arguments, m);
  return success();
}

Result<Measurement> measureOnProcessor(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                       const MeasureOptions& options, const TargetDescriptor& target) {
  const auto phase = [&](const char* name) {
    if (options.progress) options.progress(name, 0);
    return !(options.cancelled && options.cancelled());
  };
  Measurement m;
  m.target = target.name;
  m.device = cpuInfo().model;
  m.threads = options.threads > 0 ? options.threads : onlineCores();
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options);
  if (!arguments) return std::move(arguments).error();
  if (!phase("compiling")) return kRunCancelled();
  CpuOptions cpu = options.cpu;
  if (!cpu.stop) cpu.stop = options.cancelled;
  if (cpu.maxSeconds <= 0) cpu.maxSeconds = options.timeoutSeconds;
  Result<Kernel> kernel = Kernel::build(scheduled, cpu);
  if (!kernel && options.cancelled && options.cancelled()) return kRunCancelled();
  if (!kernel) return std::move(kernel).error();
  m.compileMs = kernel->compileMs;
  m.codeKnown = kernel->code.known;

  if (!phase("starting")) return kRunCancelled();
  Result<RunnerProcess> child =
      RunnerProcess::start({.timeoutSeconds = options.timeoutSeconds, .cancelled = options.cancelled});
  if (!child) return std::move(child).error();
  m.confined = child->filtersCalls();
  m.packedOnce = kernel->packedNames();
  Result<Launch> launch = kernel->load(*child, *arguments, m.threads, options.memory, &m.packingMs);
  if (!launch) return std::move(launch).error();
  if (Status s = runCheckTime(*child, *launch, file, original, scheduled, *arguments, options, target.kernels, m); !s)
    return std::move(s).error();
  m.codeHash = hashOf(kernel->code.object);
  compareWithPeak(options, m);
  const bool atStart = scheduled.body.sameAs(original.body);  // then it would be compared with itself
  if (options.baseline && !atStart && phase("baseline")) {
    Result<double> baseline = timeBaseline(*child, original, *arguments, m, options);
    if (!baseline) return std::move(baseline).error();
    m.baselineMs = *baseline;
  }
  m.output = child->output();
  m.code = std::move(kernel->code);
  return m;
}

std::string timeText(double ms) {
  char text[32];
  const auto format = [&](double value, const char* unit) {
    const int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    std::snprintf(text, sizeof text, "%.*f %s", decimals, value, unit);
    return std::string(text);
  };
  if (ms >= 1000) return format(ms / 1000, "s");
  if (ms >= 1) return format(ms, "ms");
  if (ms >= 1e-3) return format(ms * 1000, "us");
  return format(ms * 1e6, "ns");
}

}  // namespace lw
