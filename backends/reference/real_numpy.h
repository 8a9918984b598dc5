// Runs the same reference text in a real Python with NumPy, in a child process. It is not sandboxed (SECURITY.md).
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "backends/blas/kernels.h"
#include "backends/process/temporary_folder.h"
#include "backends/reference/reference.h"

namespace lw {

struct RealNumpyOptions {
  int repeat = 1;  // timed runs, after an untimed one
  double timeoutSeconds = 120;
  std::vector<std::string> pythons = {"python3", "/usr/bin/python3"};  // the first one that has NumPy is used
};
struct RealNumpyResult {
  std::vector<NDArray> outputs;       // as PreparedReference::outputs()
  std::vector<double> milliseconds;   // one per timed run
  std::string version;                // of NumPy
  std::optional<blas::Kernels> blas;  // what it calculates products with, where that is OpenBLAS
};

// The Python to use, and how its OpenBLAS is to be started (backends/blas/kernels.h): its version is its own.
struct RealNumpy {
  std::string python;
  std::vector<std::string> variables;  // for its environment
  std::optional<blas::Kernels> blas;
};
// Or the reason why there is none.
Result<RealNumpy> findNumpy(const std::vector<std::string>& pythons = RealNumpyOptions{}.pythons);
// `prepared` describes the parameters; it need not have run.
Result<RealNumpyResult> runRealNumpy(const SourceFile& file, const PreparedReference& prepared,
                                     const ReferenceOptions& options = {}, const RealNumpyOptions& numpy = {});

// The same in a child that stays after its first run, so that further runs take turns with those of a kernel.
class RealNumpyTurns {
 public:
  // `numpy.repeat` does not matter; `numpy.timeoutSeconds` is for each run.
  static Result<std::shared_ptr<RealNumpyTurns>> start(const SourceFile& file, const PreparedReference& prepared,
                                                       const ReferenceOptions& options = {},
                                                       const RealNumpyOptions& numpy = {});
  ~RealNumpyTurns();
  const RealNumpyResult& first() const { return first_; }
  Result<double> run();  // milliseconds

 private:
  explicit RealNumpyTurns(TemporaryFolder folder) : folder_(std::move(folder)) {}
  Result<std::string> answer();

  const TemporaryFolder folder_;
  RealNumpyResult first_;
  std::string python_, said_;  // what the child said after the last whole line
  double timeoutSeconds_ = 0;
  int ask_ = -1, told_ = -1;                                         // named pipes
  std::atomic<bool> stop_ = false, ended_ = false, killed_ = false;  // of the child
  std::thread child_;
};

}  // namespace lw
