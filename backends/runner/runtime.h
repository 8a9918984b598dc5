// What a kernel calls in the process that runs it: lw_alloc, lw_free, lw_parallel_for. They have C's interface and no
// context, so the kernel's threads find their settings through a thread-local pointer that KernelScope sets.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace lw {

// Runs kernels with a number of threads (team.h). Parallel loops inside parallel loops run serially.
class KernelThreads {
 public:
  explicit KernelThreads(int threads);
  ~KernelThreads();
  int count() const { return threads_; }
  int call(int (*kernel)(void**, int64_t*), void** buffers, int64_t* scalars);
  int parallelFor(int (*body)(int64_t, int64_t, void*), int64_t begin, int64_t end, void* captures);

 private:
  struct Impl;
  int threads_;
  std::unique_ptr<Impl> impl_;
};

// The address of a function of the run time, of libm, or of a library loaded before; of libc only what has no effect
// outside of the process. nullptr: there is none that a kernel may call.
void* findKernelSymbol(const std::string& name);

}  // namespace lw
