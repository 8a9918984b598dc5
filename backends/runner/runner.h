// Running kernels in the child process lw-runner: a kernel that crashes, hangs or writes out of bounds costs a child,
// and comes back as an Explanation. Plain C++; knows nothing of the IR.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backends/runner/peak_kernels.h"
#include "core/support/result.h"

namespace lw {

struct RunnerOptions {
  std::string program;                 // of lw-runner; empty: $LW_RUNNER, or the one beside this program
  std::vector<std::string> libraries;  // shared libraries whose functions kernels call
  double timeoutSeconds = 60;          // of one request; the child is killed then
  std::function<bool()> cancelled;     // asked while waiting; true kills the child
};

struct KernelCode {
  std::string object;                 // an x86-64 ELF relocatable object
  std::string symbol;                 // int symbol(void** buffers, int64_t* scalars)
  std::vector<std::string> failures;  // messages: symbol returned 1 + index
  std::string name;                   // for messages
};

struct Launch {
  int kernel = 0;            // from loadKernel
  std::vector<int> buffers;  // from addBuffer
  std::vector<int64_t> scalars;
  int threads = 1;
  int64_t loops = 1;         // calls, timed together
  std::vector<int> restore;  // buffers that get their first contents back before, outside the timing
  bool gpu = false;          // `kernel` is from loadGpu
  bool download = false;     // from the GPU, after the calls: what fetch() gives
};

// One child. After an error that ended it, alive() is false and everything fails; start another one.
class RunnerProcess {
 public:
  static Result<RunnerProcess> start(const RunnerOptions& options = {});
  RunnerProcess(RunnerProcess&&) noexcept;
  RunnerProcess& operator=(RunnerProcess&&) noexcept;
  ~RunnerProcess();

  Result<int> loadKernel(const KernelCode& code);
  // `description`: JSON, what GpuJob::load() takes. The time is the device's, from the first launch's start to the last
  // one's end.
  Result<int> loadGpu(const std::string& name, const std::string& description);
  Result<std::string> gpuDevices();  // JSON: a list of devices, and why a driver has none
  // Copies `bytes` from data (zeros for nullptr) to the child. The address there is a multiple of `alignment`.
  Result<int> addBuffer(const std::string& name, const void* data, size_t bytes, size_t alignment = 64);
  Status dropBuffer(int buffer);
  // Calls the kernel launch.loops times; nanoseconds of all calls. Writes beyond any buffer are an error.
  Result<double> run(const Launch& launch);
  Status fetch(int buffer, void* data);  // copies the buffer's contents back
  // What this machine does at best; see runPeakKernels().
  Result<PeakKernelResults> measurePeaks(int threads, const std::vector<int64_t>& caches);
  std::string output();  // what kernels printed since the last call
  bool alive() const;
  int pid() const;

 private:
  struct Impl;
  explicit RunnerProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// How many calls make one sample last at least minMs, found by trying; 1 where minMs is 0.
Result<int64_t> callsPerSample(RunnerProcess& process, Launch launch, double minMs);

struct RunBuffer {
  std::string name;
  void* data;  // in: contents; out, where written: after one run on these contents
  size_t bytes;
  bool written = true;
};

struct RunRequest {
  KernelCode kernel;
  std::vector<RunBuffer> buffers;
  std::vector<int64_t> scalars;
  int threads = 0;                // 0: all cores
  int repeat = 10;                // samples; 0: run once, untimed
  double minMs = 0;               // least time of a sample: short kernels are called several times
  std::function<void()> between;  // called before each sample, to interleave something to compare with
  RunnerOptions runner;
};

struct RunReport {
  std::vector<double> ms;  // of one call, per sample
  int64_t loopsPerSample = 1;
  double firstMs = 0;  // the first, cold call
  std::string output;  // what the kernel printed
};

// Runs once for the results and then `repeat` times for the timing, restoring written buffers before each sample.
Result<RunReport> runKernel(const RunRequest& request);

int onlineCores();
std::string runnerProgram();  // the path of lw-runner: $LW_RUNNER, or the one beside this program

}  // namespace lw
