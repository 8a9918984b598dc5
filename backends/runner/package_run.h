// Runs the kernels of a package on a device or the processor of this machine, checks them against the results in the
// package, and times them.
#pragma once

#include "backends/package/agreement.h"
#include "backends/package/package.h"
#include "backends/runner/statistics.h"

namespace lw {

struct PackageOptions {
  std::string api = "cuda";     // "cuda", "opencl", or "cpu": the processor of this machine
  int device = 0;               // of that API
  int repeat = 10;              // samples
  double minMs = 0;             // least time of a sample: short kernels are launched several times
  double maxSeconds = 10;       // of sampling
  double timeoutSeconds = 120;  // of one call on the processor
};

struct PackageReport {
  std::string device, version, arch;  // arch: of the text that was used
  bool checked = false, ok = true;
  double maxAbsolute = 0, maxRelative = 0;
  std::string wrong;  // the first output that differs from the expected one
  Mismatch difference;
  TimeSummary time;              // ms of one call, by the device's clock
  std::vector<NDArray> outputs;  // of the written arrays, in order
};

// Compares an output with what is expected of it, if that is known.
void checkOutput(const PackageArray& array, const NDArray& got, PackageReport& report);

Result<PackageReport> runPackage(const KernelPackage& package, const PackageOptions& options);

}  // namespace lw
