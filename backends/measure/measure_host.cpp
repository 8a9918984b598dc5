// `lw run --host user@box`: compiled here for the processor or a GPU of another machine, with inputs and expected
// results in one package, run there.
#include <algorithm>
#include <chrono>
#include "core/support/json.h"

#include "backends/measure/errors.h"
#include "backends/measure/gpu_code.h"
#include "backends/measure/kernel.h"
#include "backends/measure/measure_parts.h"
#include "backends/measure/remote.h"
#include "backends/measure/ways.h"
#include "backends/runner/errors.h"

namespace lw {
namespace {

using nlohmann::json;

Explanation errorOf(const json& answer) {
  const json& first = answer.at("errors").at(0);
  return receivedError(first.value("kind", ""), first.value("message", ""), first.value("hint", ""),
                       first.value("holes", std::vector<std::string>()));
}

void fill(Measurement& m, const json& answer) {
  m.device = answer.value("device", "") + " at " + m.host;
  m.time.count = answer.value("runs", 0);
  m.time.median = answer.value("median_ms", 0.0), m.time.min = answer.value("min_ms", 0.0),
  m.time.max = answer.value("max_ms", 0.0);
  m.time.medianLow = answer.value("median_low_ms", 0.0), m.time.medianHigh = answer.value("median_high_ms", 0.0);
  m.checked = answer.value("checked", false);
  m.ok = m.checked && answer.value("ok", false);
  m.maxAbsError = answer.value("max_abs_error", 0.0), m.maxRelError = answer.value("max_rel_error", 0.0);
  if (!answer.contains("first_difference")) return;
  const json& d = answer["first_difference"];
  m.difference = FirstDifference{d.value("buffer", ""), d.value("index", std::vector<int64_t>()), d.value("got", 0.0),
                                 d.value("expected", 0.0), d.value("count", int64_t{0})};
}

// The answer is a line with the length of the JSON, the JSON, which is left in `text`, and the rest. An error comes
// without that line.
std::string takeAnswer(std::string& text) {
  const size_t end = text.find('\n');
  const auto length = static_cast<size_t>(std::strtoull(text.c_str(), nullptr, 10));
  if (end == std::string::npos || length == 0 || length > text.size() - end - 1) return {};
  std::string rest = text.substr(end + 1 + length);
  text = text.substr(end + 1, length);
  return rest;
}

bool takeOutputs(Measurement& m, const KernelPackage& package, std::string_view bytes) {
  for (const PackageArray& a : package.arrays) {
    if (!a.written) continue;
    NDArray value = a.value;
    if (bytes.size() < value.data.size()) return false;
    std::copy_n(reinterpret_cast<const std::byte*>(bytes.data()), value.data.size(), value.data.begin());
    bytes.remove_prefix(value.data.size());
    m.outputs.emplace_back(a.name, std::move(value));
  }
  return true;
}

// Packs the weights on this machine: the package then holds them packed.
Status addPacked(KernelPackage& package, const Kernel& kernel, const std::vector<Argument>& arguments,
                 const MeasureOptions& options, Measurement& m) {
  Result<Kernel> packing = Kernel::build(kernel.packed->packing, {.objects = options.cpu.objects,
                                                                  .allows = options.cpu.allows,
                                                                  .maxSeconds = options.timeoutSeconds,
                                                                  .stop = options.cancelled});
  if (!packing) return packing.error();
  std::vector<Argument> all = kernel.packed->weights(arguments);
  for (Argument& a : kernel.packed->emptyPacked()) all.push_back(std::move(a));
  Result<RunnerProcess> child =
      RunnerProcess::start({.timeoutSeconds = options.timeoutSeconds, .cancelled = options.cancelled});
  if (!child) return child.error();
  Result<Launch> launch = packing->load(*child, all, onlineCores(), options.memory);
  if (!launch) return launch.error();
  Result<double> ns = child->run(*launch);
  if (!ns) return ns.error();
  auto packed = fetchOutputs(*child, *launch, packing->function, all);
  if (!packed) return packed.error();
  for (auto& [name, value] : *packed) package.arrays.push_back({name, false, false, std::move(value), {}});
  m.packedOnce = kernel.packedNames();
  m.packingMs = *ns / 1e6;
  return success();
}

// A package for the processor of another machine, whose kernels run on all of its cores unless the options say
// otherwise.
Result<KernelPackage> packageForProcessor(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                          const MeasureOptions& options, const Processor& processor, Measurement& m) {
  m.threads = options.threads > 0 ? options.threads : processor.cores;
  Result<std::vector<Argument>> arguments = inputArguments(file, original, options);
  if (!arguments) return std::move(arguments).error();
  CpuOptions cpu = options.cpu;
  cpu.cpu = processor.cpu;
  cpu.features = processor.features;
  if (!cpu.stop) cpu.stop = options.cancelled;
  if (cpu.maxSeconds <= 0) cpu.maxSeconds = options.timeoutSeconds;
  Result<Kernel> kernel = Kernel::build(scheduled, cpu);
  if (!kernel && options.cancelled && options.cancelled()) return kRunCancelled();
  if (!kernel) return std::move(kernel).error();
  m.compileMs = kernel->compileMs;
  m.codeKnown = kernel->code.known;
  Result<KernelCall> call = kernel->call(*arguments, m.threads);
  if (!call) return std::move(call).error();
  Result<Expected> expected = evaluateExpected(file, original, *arguments, options, onlineCores(), false);
  if (!expected) return std::move(expected).error();
  KernelPackage package;
  package.name = scheduled.name;
  package.plan = "{}";
  package.arrays = packageArrays(original, *arguments, *expected);
  for (PackageArray& a : package.arrays) a.restored = false;
  for (const int slot : call->restored) package.arrays[static_cast<size_t>(slot)].restored = true;
  package.reference = expected->kind;
  package.object = PackagedObject{kernel->code.object, kernel->code.symbol, kernel->code.failures,
                                  std::move(call->scalars), m.threads};
  if (kernel->packed)
    if (Status s = addPacked(package, *kernel, *arguments, options, m); !s) return s.error();
  countWorkOf(original, scheduled, *arguments, m);
  package.flops = m.flops;
  package.bytes = m.bytes;
  m.code = std::move(kernel->code);
  return package;
}

Result<KernelPackage> packageForDevice(const RemoteRunner& remote, const SourceFile& file, const PrimFunc& original,
                                       const PrimFunc& scheduled, const MeasureOptions& options,
                                       const TargetDescriptor& target, Measurement& m) {
  Result<json> device = chooseDevice(remote.devices(), options);
  if (!device) return std::move(device).error();
  const auto start = std::chrono::steady_clock::now();
  Result<KernelPackage> package = packageOf(file, original, scheduled, options, limitsOf(*device),
                                            {{&target, device->value("version", "")}}, target.kernels);
  m.compileMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return package;
}

std::string wordsFor(const MeasureOptions& options, const TargetDescriptor& target) {
  std::string words = "--target " + std::string(target.name);
  if (target.driverText)
    words += " --device " + std::to_string(options.device.empty() ? 0 : std::atoi(options.device.c_str()));
  return words + " --repeat " + std::to_string(options.repeat) + " --min-ms " + std::to_string(options.minMs) +
         " --timeout " + std::to_string(options.timeoutSeconds) + (options.keepValues ? " --outputs" : "");
}

}  // namespace

Status runThere(const RemoteRunner& remote, const KernelPackage& package, const MeasureOptions& options,
                const TargetDescriptor& target, Measurement& m) {
  m.target = target.name;
  m.host = options.host;
  m.referenceKind = package.reference;
  Result<std::string> text = remote.run(encodePackage(package), wordsFor(options, target));
  if (!text) return std::move(text).error();
  std::string rest;
  if (options.keepValues) rest = takeAnswer(*text);
  const json answer = json::parse(*text, nullptr, false);
  if (answer.is_discarded()) return err::kRemoteAnswer(options.host, Snippet(text->substr(0, 200)));
  if (answer.contains("errors")) return errorOf(answer);
  fill(m, answer);
  if (options.keepValues && !takeOutputs(m, package, rest))
    return err::kRemoteAnswer(options.host, "the outputs are incomplete");
  m.flops = package.flops;
  m.bytes = package.bytes;
  m.gflops = m.flops / m.time.median / 1e6;
  m.gbps = m.bytes / m.time.median / 1e6;
  return success();
}

Result<Measurement> measureOnHost(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                  const MeasureOptions& options, const TargetDescriptor& target) {
  const auto phase = [&](const char* name) {
    if (options.progress) options.progress(name, 0);
    return !(options.cancelled && options.cancelled());
  };
  Measurement m;
  if (!phase("starting")) return kRunCancelled();
  Result<RemoteRunner> remote = RemoteRunner::reach(options.host, options.timeoutSeconds, options.cancelled);
  if (!remote) return std::move(remote).error();
  Result<Processor> processor = target.onThisProcessor ? remote->processor() : Processor();
  if (!processor) return std::move(processor).error();
  if (!phase("compiling")) return kRunCancelled();
  Result<KernelPackage> package = target.onThisProcessor
                                      ? packageForProcessor(file, original, scheduled, options, *processor, m)
                                      : packageForDevice(*remote, file, original, scheduled, options, target, m);
  if (!package) return std::move(package).error();
  if (!phase("running")) return kRunCancelled();
  if (Status s = runThere(*remote, *package, options, target, m); !s) return std::move(s).error();
  return m;
}

}  // namespace lw
