#include "backends/runner/object_run.h"

#include <algorithm>

#include "backends/runner/errors.h"
#include "backends/runner/runner.h"
#include "backends/target/processor.h"

namespace lw {
namespace {

Result<Launch> loadObject(RunnerProcess& child, const KernelPackage& package) {
  const PackagedObject& object = *package.object;
  Result<int> kernel = child.loadKernel({object.bytes, object.symbol, object.failures, package.name});
  if (!kernel) return std::move(kernel).error();
  Launch launch{.kernel = *kernel, .scalars = object.scalars, .threads = object.threads};
  for (const PackageArray& a : package.arrays) {
    Result<int> id = child.addBuffer(a.name, a.value.data.data(), a.value.data.size());
    if (!id) return std::move(id).error();
    launch.buffers.push_back(*id);
    if (a.restored) launch.restore.push_back(*id);
  }
  return launch;
}

}  // namespace

Result<PackageReport> runObject(const KernelPackage& package, const PackageOptions& options) {
  PackageReport report;
  const Processor processor = thisProcessor();
  report.device = processor.model;
  report.version = processor.cpu;
  if (!package.object)
    return explain(err::kPackageText(options.api, report.version, package.texts.empty() ? "none" : "GPUs"),
                   "export it again for this device");
  Result<RunnerProcess> child =
      RunnerProcess::start({.program = "/proc/self/exe", .timeoutSeconds = options.timeoutSeconds});
  if (!child) return std::move(child).error();
  Result<Launch> launch = loadObject(*child, package);
  if (!launch) return std::move(launch).error();
  const Result<double> first = child->run(*launch);
  if (!first) return first.error();
  for (size_t i = 0; i < package.arrays.size(); ++i) {
    const PackageArray& array = package.arrays[i];
    if (!array.written) continue;
    NDArray got = array.value;
    if (Status s = child->fetch(launch->buffers[i], got.data.data()); !s) return s.error();
    checkOutput(array, got, report);
    report.outputs.push_back(std::move(got));
  }
  if (*first / 1e6 < options.minMs) {
    const Result<int64_t> loops = callsPerSample(*child, *launch, options.minMs);
    if (!loops) return loops.error();
    launch->loops = *loops;
  }
  std::vector<double> samples;
  double spent = 0;
  for (int i = 0; i < std::max(options.repeat, 1) && spent < options.maxSeconds * 1000; ++i) {
    const Result<double> ns = child->run(*launch);
    if (!ns) return ns.error();
    samples.push_back(*ns / 1e6 / static_cast<double>(launch->loops));
    spent += *ns / 1e6;
  }
  report.time = summarize(samples);
  return report;
}

}  // namespace lw
