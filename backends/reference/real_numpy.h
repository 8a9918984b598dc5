// The same reference text under a real Python with NumPy, in a child process.
#pragma once

#include <vector>

#include "backends/reference/reference.h"

namespace lw {

struct RealNumpyOptions {
  int repeat = 1;  // timed runs, after one that is not
  double timeoutSeconds = 120;
  std::vector<std::string> pythons = {"python3", "/usr/bin/python3"};  // the first one that has NumPy is taken
};
struct RealNumpyResult {
  std::vector<NDArray> outputs;      // as PreparedReference::outputs()
  std::vector<double> milliseconds;  // one per timed run
  std::string version;               // of NumPy
};

// The Python to use, or the reason why there is none.
Result<std::string> findNumpy(const std::vector<std::string>& pythons = RealNumpyOptions{}.pythons);
// `prepared` says which parameters there are; it need not have run.
Result<RealNumpyResult> runRealNumpy(const SourceFile& file, const PreparedReference& prepared,
                                     const ReferenceOptions& options = {}, const RealNumpyOptions& numpy = {});

}  // namespace lw
