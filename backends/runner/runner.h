// Runs kernels in the child process lw-runner: a kernel that crashes, hangs or writes out of bounds ends only the
// child, and becomes an Explanation. Plain C++ that knows nothing of the IR.
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
  std::vector<std::string> variables;  // "NAME=value" for the child's environment
  int threads = 1;                     // the most of any run after the first one
  double timeoutSeconds = 60;          // for one request; then the child is killed
  std::function<bool()> cancelled;     // called while waiting; true kills the child
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
  int64_t loops = 1;                 // calls, timed together
  std::vector<int> restore;          // buffers whose initial contents are restored before the calls, untimed
  bool gpu = false;                  // `kernel` is from loadGpu
  bool download = false;             // copies buffers from the GPU after the calls, for fetch()
  std::vector<int> results = {};     // those that are copied; empty: all
  double part = 1;                   // of the iterations of parallel loops that run; times are those of whole calls
  int firstStep = 0, lastStep = -1;  // of loadGpu's description, the last one is not part; -1: all
};

// One child. After an error that ended it, alive() is false and every call fails; start another child.
class RunnerProcess {
 public:
  static Result<RunnerProcess> start(const RunnerOptions& options = {});
  RunnerProcess(RunnerProcess&&) noexcept;
  RunnerProcess& operator=(RunnerProcess&&) noexcept;
  ~RunnerProcess();

  Result<int> loadKernel(const KernelCode& code);
  // `description`: JSON as GpuJob::load() takes it. Times are the device's, from the start of the first launch to the
  // end of the last.
  Result<int> loadGpu(const std::string& name, const std::string& description);
  Result<std::string> gpuDevices();  // JSON: the devices, and for each driver without one, why
  // Copies `bytes` from data (nullptr: zeros) to the child, at an address that is a multiple of `alignment`.
  Result<int> addBuffer(const std::string& name, const void* data, size_t bytes, size_t alignment = 64);
  Status dropBuffer(int buffer);
  // Gives up the copy for Launch::restore, for buffers that no call changes.
  Status dropOriginal(int buffer);
  // Calls the kernel launch.loops times; nanoseconds of all calls. Writes beyond any buffer are an error.
  Result<double> run(const Launch& launch);
  Status fetch(int buffer, void* data);       // copies the buffer's contents back
  Status fill(int buffer, const void* data);  // gives it other contents, which Launch::restore restores from now on
  // The peaks of this machine; see runPeakKernels(). `product`: also that of OpenBLAS, which the child opens as
  // RunnerOptions::variables say.
  Result<PeakKernelResults> measurePeaks(int threads, const std::vector<int64_t>& caches, bool product = false);
  std::string output();  // what kernels printed since the last call
  bool alive() const;
  int pid() const;
  // What keeps kernels from files, processes and the network (confinement.h); false: this system does not have it.
  bool filtersCalls() const;
  bool restrictsFiles() const;

 private:
  struct Impl;
  explicit RunnerProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// How many calls a sample needs to last at least minMs, found by trying; 1 if minMs is 0.
Result<int64_t> callsPerSample(RunnerProcess& process, Launch launch, double minMs);

struct RunBuffer {
  std::string name;
  void* data;  // in: contents; out, if written: contents after one run
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
