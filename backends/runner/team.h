// A team of threads that share the iterations of a kernel's loops: oneTBB, in a separate library (lw-threads.so) that
// is opened when a kernel wants more than one thread. So lw-runner also runs on machines without oneTBB, with a team of
// its own (team_plain.h).
#pragma once

#include <cstdint>
#include <memory>

namespace lw {

class KernelTeam {
 public:
  virtual ~KernelTeam() = default;
  // Calls `work` in a context in which parallelFor() uses the team's threads.
  virtual void execute(void (*work)(void*), void* context) = 0;
  // Calls `part(begin, end, context)` for parts of begin..end, on all threads; returns when all are done.
  virtual void parallelFor(int64_t begin, int64_t end, void (*part)(int64_t, int64_t, void*), void* context) = 0;
  // One that uses at most so many of this team's threads and starts none; this one outlives it, and waits meanwhile.
  virtual std::unique_ptr<KernelTeam> sharing(int threads) = 0;
};

}  // namespace lw

// The one function of lw-threads.so.
extern "C" lw::KernelTeam* lwMakeTeam(int threads);
