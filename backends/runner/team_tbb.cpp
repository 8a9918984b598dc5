#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "backends/runner/team.h"

namespace lw {
namespace {

class TbbTeam : public KernelTeam {
 public:
  // `most`: threads of this and all teams that share them.
  TbbTeam(int threads, int most)
      : limit_(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(most)), most_(most), arena_(threads) {}
  void execute(void (*work)(void*), void* context) override {
    arena_.execute([&] { work(context); });
  }
  std::unique_ptr<KernelTeam> sharing(int threads) override { return std::make_unique<TbbTeam>(threads, most_); }
  void parallelFor(int64_t begin, int64_t end, void (*part)(int64_t, int64_t, void*), void* context) override {
    // Parts are small, so that no thread waits long for the last one. With TBB's own choice that wait is an eighth of a
    // thread's work.
    const auto grain = static_cast<size_t>(std::max<int64_t>(1, (end - begin) / (kParts * arena_.max_concurrency())));
    tbb::parallel_for(
        tbb::blocked_range<int64_t>(begin, end, grain),
        [&](const tbb::blocked_range<int64_t>& range) { part(range.begin(), range.end(), context); },
        tbb::simple_partitioner());
  }

 private:
  static constexpr int64_t kParts = 16;  // of a loop, for each thread

  // Of the process, which may have smaller and larger teams; TBB's own is the number of cores.
  tbb::global_control limit_;
  int most_;
  tbb::task_arena arena_;
};

}  // namespace
}  // namespace lw

__attribute__((visibility("default"))) lw::KernelTeam* lwMakeTeam(int threads) {
  return new lw::TbbTeam(threads, threads);
}
