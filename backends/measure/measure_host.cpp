// `lw run --target cuda --host user@box`: compiled here, with inputs and expected results in one package, run there.
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>

#include "backends/measure/errors.h"
#include "backends/measure/gpu_code.h"
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
    std::memcpy(value.data.data(), bytes.data(), value.data.size());
    bytes.remove_prefix(value.data.size());
    m.outputs.emplace_back(a.name, std::move(value));
  }
  return true;
}

}  // namespace

Result<Measurement> measureOnHost(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                  const MeasureOptions& options, const TargetDescriptor& target) {
  const auto phase = [&](const char* name) {
    if (options.progress) options.progress(name, 0);
    return !(options.cancelled && options.cancelled());
  };
  Measurement m;
  m.target = target.name;
  m.host = options.host;
  if (!phase("starting")) return kRunCancelled();
  Result<RemoteRunner> remote = RemoteRunner::reach(options.host, options.timeoutSeconds, options.cancelled);
  if (!remote) return std::move(remote).error();
  Result<json> device = chooseDevice(remote->devices(), options);
  if (!device) return std::move(device).error();
  if (!phase("compiling")) return kRunCancelled();
  const auto start = std::chrono::steady_clock::now();
  Result<KernelPackage> package = packageOf(file, original, scheduled, options, limitsOf(*device),
                                            {{&target, device->value("version", "")}}, target.kernels);
  if (!package) return std::move(package).error();
  m.compileMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  m.referenceKind = package->reference;
  if (!phase("running")) return kRunCancelled();
  const std::string words = "--target " + std::string(target.name) + " --device " +
                            std::to_string(options.device.empty() ? 0 : std::atoi(options.device.c_str())) +
                            " --repeat " + std::to_string(options.repeat) + " --min-ms " +
                            std::to_string(options.minMs) + " --timeout " + std::to_string(options.timeoutSeconds) +
                            (options.keepValues ? " --outputs" : "");
  Result<std::string> text = remote->run(encodePackage(*package), words);
  if (!text) return std::move(text).error();
  std::string rest;
  if (options.keepValues) rest = takeAnswer(*text);
  const json answer = json::parse(*text, nullptr, false);
  if (answer.is_discarded()) return err::kRemoteAnswer(options.host, Snippet(text->substr(0, 200)));
  if (answer.contains("errors")) return errorOf(answer);
  fill(m, answer);
  if (options.keepValues && !takeOutputs(m, *package, rest))
    return err::kRemoteAnswer(options.host, "the outputs are incomplete");
  m.flops = package->flops;
  m.bytes = package->bytes;
  m.gflops = m.flops / m.time.median / 1e6;
  m.gbps = m.bytes / m.time.median / 1e6;
  return m;
}

}  // namespace lw
