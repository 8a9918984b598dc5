#include "backends/runner/package_run.h"

#include <algorithm>
#include <cmath>
#include "core/support/json.h"

#include "backends/runner/errors.h"
#include "backends/runner/gpu_job.h"
#include "backends/runner/object_run.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr int64_t kMostCalls = 1'000'000;

std::string namesOf(const KernelPackage& package) {
  return join(package.texts, [&](const KernelText& t) { return t.api + (t.arch.empty() ? "" : " " + t.arch); });
}

}  // namespace

void checkOutput(const PackageArray& array, const NDArray& got, PackageReport& report) {
  if (!array.expected) return;
  report.checked = true;
  const Agreement a = agreementOf(array.every > 1 ? someOf(got, array.every) : got, *array.expected, array.allowed);
  report.maxAbsolute = std::max(report.maxAbsolute, a.maxAbsolute);
  report.maxRelative = std::max(report.maxRelative, a.maxRelative);
  if (a.ok || !report.ok) return;
  report.ok = false;
  report.wrong = array.name;
  report.difference = a.worst;
  if (array.every > 1) {  // converts to the index of the full array
    int64_t flat = a.worst.at.front() * array.every;
    report.difference.at.assign(got.shape.size(), 0);
    for (size_t d = got.shape.size(); d-- > 0; flat /= got.shape[d]) report.difference.at[d] = flat % got.shape[d];
  }
}

Result<PackageReport> runPackage(const KernelPackage& package, const PackageOptions& options) {
  if (options.api == kProcessorApi) return runObject(package, options);
  PackageReport report;
  {
    Result<std::unique_ptr<GpuDriver>> driver = openGpu(options.api, options.device);
    if (!driver) return std::move(driver).error();
    const GpuDeviceInfo info = (*driver)->info();
    report.device = info.name;
    report.version = info.version;
  }
  const KernelText* text = textFor(package, options.api, report.version);
  if (!text)
    return explain(err::kPackageText(options.api, report.version, namesOf(package)), "export it again for this device");
  report.arch = text->arch;
  nlohmann::json description = nlohmann::json::parse(package.plan);
  description["api"] = options.api;
  description["device"] = options.device;
  description["code"] = text->text;
  Result<GpuJob> job = GpuJob::load(description);
  if (!job) return std::move(job).error();

  std::vector<NDArray> values;
  for (const PackageArray& a : package.arrays) values.push_back(a.value);
  std::vector<GpuHostBuffer> buffers;
  for (NDArray& v : values) buffers.push_back({v.data.data(), v.data.size(), false});
  const Result<double> first = job->run(buffers, 1, true);
  if (!first) return first.error();
  for (size_t i = 0; i < values.size(); ++i) {
    const PackageArray& array = package.arrays[i];
    if (array.written) checkOutput(array, values[i], report), report.outputs.push_back(values[i]);
    if (!array.restored) continue;
    std::copy(array.value.data.begin(), array.value.data.end(), values[i].data.begin());
    buffers[i].upload = true;
  }
  std::vector<double> samples;
  const double firstMs = *first / 1e6;
  const int64_t calls =
      firstMs >= options.minMs
          ? 1
          : std::min(kMostCalls, static_cast<int64_t>(std::ceil(options.minMs / std::max(firstMs, 1e-4))));
  double spent = 0;
  for (int i = 0; i < std::max(options.repeat, 1) && spent < options.maxSeconds * 1000; ++i) {
    const Result<double> ns = job->run(buffers, calls, false);
    if (!ns) return ns.error();
    samples.push_back(*ns / 1e6 / static_cast<double>(calls));
    spent += *ns / 1e6;
  }
  report.time = summarize(samples);
  return report;
}

}  // namespace lw
