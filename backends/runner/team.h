// A number of threads that take parts of a kernel's loops: oneTBB, in a library of its own (lw-threads.so) that is
// opened when a kernel wants more than one thread. So lw-runner alone runs where oneTBB is not installed, as on a
// machine that only has a GPU.
#pragma once

#include <cstdint>

namespace lw {

class KernelTeam {
 public:
  virtual ~KernelTeam() = default;
  // Calls `work` where parallelFor() finds the team's threads.
  virtual void execute(void (*work)(void*), void* context) = 0;
  // Calls `part(begin, end, context)` for parts of begin..end, on all threads; returns when all are done.
  virtual void parallelFor(int64_t begin, int64_t end, void (*part)(int64_t, int64_t, void*), void* context) = 0;
};

}  // namespace lw

// The one function of lw-threads.so.
extern "C" lw::KernelTeam* lwMakeTeam(int threads);
