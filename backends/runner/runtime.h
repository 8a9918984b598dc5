// The functions that a kernel calls in the process that runs it: lw_alloc, lw_free, lw_parallel_for. They have a C
// interface without a context parameter, so the kernel's threads find their settings through a thread-local pointer
// that KernelThreads sets.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace lw {

// Runs kernels with a number of threads (team.h). Parallel loops inside parallel loops run serially.
class KernelThreads {
 public:
  explicit KernelThreads(int threads);
  KernelThreads(int threads, const KernelThreads& all);  // shares the threads of `all`, which outlives it
  ~KernelThreads();
  int count() const { return threads_; }
  bool wake();  // starts all threads; false: the system did not run all of them within two seconds
  int call(int (*kernel)(void**, int64_t*), void** buffers, int64_t* scalars);
  // Of each parallel loop, calls run so large a part only, one iteration at least.
  void setPart(double part) { part_ = part; }
  // How much longer the calls since the last question would have taken with all iterations, in ns.
  double leftOutNs();
  int parallelFor(int (*body)(int64_t, int64_t, void*), int64_t begin, int64_t end, void* captures);

 private:
  struct Impl;
  int runAll(int (*body)(int64_t, int64_t, void*), int64_t begin, int64_t end, void* captures);
  int threads_;
  double part_ = 1, leftOut_ = 0;
  std::unique_ptr<Impl> impl_;
};

// The address of a function of the runtime, of libm, or of a library loaded before; from libc only functions without
// effects outside the process. nullptr: a kernel may not call this function, or it does not exist.
void* findKernelSymbol(const std::string& name);

}  // namespace lw
