#include "backends/runner/peak_kernels.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>

namespace lw {
namespace {

// Enough independent chains to hide the latency of the multiply-add units (4 cycles, two per cycle), and few enough to
// stay in registers.
constexpr int kChains = 12;

template <class V>
[[gnu::always_inline]] inline double multiplyAdds(int64_t rounds) {
  V sum[kChains];
  for (V& s : sum) s = V{} + 1;
  V factor = V{} + decltype(V{}[0] + V{}[0])(0.999), term = V{} + decltype(V{}[0] + V{}[0])(0.001);
  asm volatile("" : "+x"(factor), "+x"(term));  // hides the constants from the compiler
  for (int64_t r = 0; r < rounds; ++r)
#pragma GCC unroll 12
    for (V& s : sum) s = s * factor + term;
  V all{};
  for (const V& s : sum) all += s;
  return all[0];
}

template <class T, int kBytes>
struct Lanes {
  typedef T V __attribute__((vector_size(kBytes)));
};
#define LW_PEAK_KERNEL(name, type, bytes, ...) \
  __VA_ARGS__ double name(int64_t rounds) { return multiplyAdds<Lanes<type, bytes>::V>(rounds); }
LW_PEAK_KERNEL(float512, float, 64, __attribute__((target("avx512f"))))
LW_PEAK_KERNEL(double512, double, 64, __attribute__((target("avx512f"))))
LW_PEAK_KERNEL(float256, float, 32, __attribute__((target("avx2,fma"))))
LW_PEAK_KERNEL(double256, double, 32, __attribute__((target("avx2,fma"))))
LW_PEAK_KERNEL(float128, float, 16, )
LW_PEAK_KERNEL(double128, double, 16, )
#undef LW_PEAK_KERNEL

// Plain stores, as in compiled kernels.
[[gnu::always_inline]] inline void triad(double* __restrict a, const double* __restrict b, const double* __restrict c,
                                         size_t n) {
  for (size_t i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
}
__attribute__((target("avx512f,prefer-vector-width=512"))) void triad512(double* a, const double* b, const double* c,
                                                                         size_t n) {
  triad(a, b, c, n);
}
__attribute__((target("avx2,fma"))) void triad256(double* a, const double* b, const double* c, size_t n) {
  triad(a, b, c, n);
}
void triad128(double* a, const double* b, const double* c, size_t n) { triad(a, b, c, n); }

bool has512() { return __builtin_cpu_supports("avx512f"); }
bool has256() { return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"); }

// Runs the same work on all threads at the same time, repeatedly; gives the least time in which all of them finish.
class Team {
 public:
  using Work = std::function<void(int thread)>;
  explicit Team(int threads) : threads_(threads) {}

  // `prepare` runs once on each thread, so that its memory is allocated near it.
  double best(int samples, const Work& prepare, const Work& work) {
    std::atomic<int> arrived{0};
    std::atomic<int> round{0};
    std::vector<std::thread> others;
    for (int t = 1; t < threads_; ++t)
      others.emplace_back([&, t] {
        prepare(t);
        for (int sample = 1; sample <= samples; ++sample) {
          ++arrived;
          while (round < sample) std::this_thread::yield();
          work(t);
        }
        ++arrived;
      });
    prepare(0);
    double least = 1e30;
    for (int sample = 1; sample <= samples; ++sample) {
      while (arrived < (threads_ - 1) * sample) std::this_thread::yield();
      const auto start = std::chrono::steady_clock::now();
      round = sample;
      work(0);
      while (arrived < (threads_ - 1) * (sample + 1)) std::this_thread::yield();
      least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    for (std::thread& other : others) other.join();
    return least;
  }

 private:
  int threads_;
};

double measureFlops(int threads, int elementBytes) {
  const bool wide = has512(), fused = has256(), single = elementBytes == 4;
  double (*const kernel)(int64_t) = wide    ? (single ? float512 : double512)
                                    : fused ? (single ? float256 : double256)
                                            : (single ? float128 : double128);
  const double perRound = kChains * 2.0 * (wide ? 64 : fused ? 32 : 16) / elementBytes;
  constexpr int64_t kRounds = 100'000;  // under a millisecond: short against a time slice on a busy machine
  std::atomic<double> sink{0};          // using the result keeps the compiler from removing the work
  const double seconds = Team(threads).best(30, [](int) {}, [&](int) { sink = kernel(kRounds); });
  return perRound * kRounds * threads / seconds * 1e-9;
}

// A chain of additions, each of which takes a cycle and waits for the one before.
double measureClock() {
  constexpr int64_t kRounds = 50'000, kAdditions = 32;
  int64_t sum = 0, step = 1;
  asm volatile("" : "+r"(step));  // additions of constants need no cycle on some processors
  const double seconds = Team(1).best(
      30, [](int) {},
      [&](int) {
        for (int64_t r = 0; r < kRounds; ++r)
#pragma GCC unroll 32
          for (int64_t i = 0; i < kAdditions; ++i) {
            sum += step;
            asm volatile("" : "+r"(sum));
          }
      });
  return kRounds * kAdditions / seconds * 1e-9;
}

// `bytes`: of the three arrays of one thread together.
double measureTriad(int threads, int64_t bytes, int samples, double leastSeconds) {
  void (*const kernel)(double*, const double*, const double*, size_t) = has512()   ? triad512
                                                                        : has256() ? triad256
                                                                                   : triad128;
  const size_t count = std::max<size_t>(static_cast<size_t>(bytes) / 24 / 64 * 64, 64);
  struct Arrays {
    std::unique_ptr<double, decltype(&std::free)> memory{nullptr, &std::free};
  };
  std::vector<Arrays> of(static_cast<size_t>(threads));
  int64_t repeat = 1;
  constexpr double kGuess = 100e9;  // bytes per second; only decides how often a small array is traversed
  repeat = std::max<int64_t>(1, static_cast<int64_t>(leastSeconds * kGuess / (24.0 * static_cast<double>(count))));
  std::atomic<bool> failed{false};
  const double seconds = Team(threads).best(
      samples,
      [&](int t) {
        auto* memory = static_cast<double*>(std::aligned_alloc(4096, (count * 24 + 4095) / 4096 * 4096));
        of[static_cast<size_t>(t)].memory.reset(memory);
        if (!memory)
          failed = true;
        else
          std::fill(memory, memory + 3 * count, 1.0);
      },
      [&](int t) {
        double* a = of[static_cast<size_t>(t)].memory.get();
        if (!a) return;
        for (int64_t r = 0; r < repeat; ++r) {
          kernel(a, a + count, a + 2 * count, count);
          asm volatile("" : : "r"(a) : "memory");
        }
      });
  return failed ? 0 : 24.0 * static_cast<double>(count) * static_cast<double>(repeat) * threads / seconds * 1e-9;
}

int64_t freeMemory() { return static_cast<int64_t>(sysconf(_SC_AVPHYS_PAGES)) * sysconf(_SC_PAGESIZE); }

}  // namespace

PeakKernelResults runPeakKernels(int threads, const std::vector<int64_t>& caches) {
  threads = std::max(threads, 1);
  PeakKernelResults results;
  results.gflops32 = measureFlops(threads, 4);
  results.gflops64 = measureFlops(threads, 8);
  results.ghz = measureClock();
  for (size_t level = 0; level < caches.size(); ++level) {
    // Three quarters, since other data uses the cache too, but at least twice the size of the next smaller cache.
    const bool shared = level >= 2;
    const int64_t below = level > 0 ? caches[level - 1] : 0;
    const int64_t own = shared ? caches[level] / threads : caches[level];
    const int64_t bytes = std::min<int64_t>(std::max(own * 3 / 4, below * 2), int64_t{64} << 20);
    results.cacheGbps.push_back(measureTriad(threads, bytes, 5, 0.001));
  }
  const int64_t last = caches.empty() ? 0 : caches.back();
  const int64_t wanted = std::clamp<int64_t>(4 * last, int64_t{256} << 20, int64_t{1536} << 20);
  results.memoryGbps = measureTriad(threads, std::min(wanted, freeMemory() / 4) / threads, 2, 0);
  return results;
}

}  // namespace lw
