// Runs the object of a package on the processor of this machine.
#pragma once

#include "backends/runner/package_run.h"

namespace lw {

inline constexpr const char* kProcessorApi = "cpu";  // PackageOptions::api

// In a child process: a kernel that crashes is explained. The child is this program, started without arguments.
Result<PackageReport> runObject(const KernelPackage& package, const PackageOptions& options);

}  // namespace lw
