#include "backends/target/peaks.h"

#include <immintrin.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <vector>

#include "backends/target/target.h"

namespace lw {
namespace {

// Independent chains enough to hide the latency of the multiply-add units (4 cycles, two per cycle).
constexpr int kChains = 12;

__attribute__((target("avx512f"))) float fma512(int64_t rounds) {
  __m512 sum[kChains];
  for (auto& s : sum) s = _mm512_set1_ps(1.0f);
  const __m512 factor = _mm512_set1_ps(0.999f), term = _mm512_set1_ps(0.001f);
  for (int64_t r = 0; r < rounds; ++r)
#pragma GCC unroll 12
    for (auto& s : sum) s = _mm512_fmadd_ps(s, factor, term);
  float result = 0;
  for (auto& s : sum) result += _mm512_cvtss_f32(s);
  return result;
}

__attribute__((target("avx2,fma"))) float fma256(int64_t rounds) {
  __m256 sum[kChains];
  for (auto& s : sum) s = _mm256_set1_ps(1.0f);
  const __m256 factor = _mm256_set1_ps(0.999f), term = _mm256_set1_ps(0.001f);
  for (int64_t r = 0; r < rounds; ++r)
#pragma GCC unroll 12
    for (auto& s : sum) s = _mm256_fmadd_ps(s, factor, term);
  float result = 0;
  for (auto& s : sum) result += _mm256_cvtss_f32(s);
  return result;
}

float fma128(int64_t rounds) {
  __m128 sum[kChains];
  for (auto& s : sum) s = _mm_set1_ps(1.0f);
  const __m128 factor = _mm_set1_ps(0.999f), term = _mm_set1_ps(0.001f);
  for (int64_t r = 0; r < rounds; ++r)
#pragma GCC unroll 12
    for (auto& s : sum) s = _mm_add_ps(_mm_mul_ps(s, factor), term);
  float result = 0;
  for (auto& s : sum) result += _mm_cvtss_f32(s);
  return result;
}

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The time in which all threads together finish work(0) ... work(threads - 1), started together.
double together(int threads, const std::function<void(int)>& work) {
  std::atomic<int> ready{0};
  std::atomic<bool> go{false};
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t)
    others.emplace_back([&, t] {
      ++ready;
      while (!go) std::this_thread::yield();
      work(t);
    });
  while (ready < threads - 1) std::this_thread::yield();
  return seconds([&] {
    go = true;
    work(0);
    for (std::thread& other : others) other.join();
  });
}

double measureFlops(int threads) {
  const bool wide = __builtin_cpu_supports("avx512f"), fused = __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
  float (*const kernel)(int64_t) = wide ? fma512 : fused ? fma256 : fma128;
  const double perRound = kChains * 2.0 * (wide ? 16 : fused ? 8 : 4);
  constexpr int64_t kRounds = 200'000;  // about a millisecond: short against a time slice on a busy machine
  std::atomic<float> sink{0};  // a result that is used cannot be left out
  double best = 1e9;
  for (int sample = 0; sample < 60; ++sample)
    best = std::min(best, together(threads, [&](int) { sink = kernel(kRounds); }));
  return perRound * kRounds * threads / best * 1e-9;
}

// Large against every cache.
double measureBandwidth(int threads) {
  constexpr size_t kCount = (size_t{256} << 20) / sizeof(int64_t);
  std::vector<int64_t> data(kCount, 1);
  std::atomic<int64_t> sink{0};
  const size_t part = kCount / static_cast<size_t>(threads) / 32 * 32;
  double best = 1e9;
  for (int sample = 0; sample < 5; ++sample)
    best = std::min(best, together(threads, [&](int t) {
      const int64_t* from = data.data() + static_cast<size_t>(t) * part;
      int64_t sums[32] = {};
      for (size_t i = 0; i < part; i += 32)
        for (size_t k = 0; k < 32; ++k) sums[k] += from[i + k];
      for (const int64_t s : sums) sink += s;
    }));
  return static_cast<double>(part * sizeof(int64_t)) * threads / best * 1e-9;
}

std::string keyFor(int threads) {
  std::string model = cpuInfo().model;
  std::replace(model.begin(), model.end(), '\t', ' ');
  return model + '\t' + std::to_string(threads) + '\t';
}

std::optional<Peaks> readPeaks(const std::string& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    std::istringstream values(line.substr(key.size()));
    Peaks peaks;
    if (values >> peaks.gflops >> peaks.gbps && peaks.gflops > 0 && peaks.gbps > 0) return peaks;
  }
  return std::nullopt;
}

// By renaming, so that two processes never mix their lines.
void writePeaks(const std::string& file, const std::string& key, const Peaks& peaks) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(file).parent_path(), ignored);
  const std::string fresh = file + "." + std::to_string(getpid());
  {
    std::ifstream in(file);
    std::ofstream out(fresh);
    for (std::string line; std::getline(in, line);)
      if (!line.starts_with(key)) out << line << '\n';
    out << key << peaks.gflops << '\t' << peaks.gbps << '\n';
    if (!out) return;
  }
  std::filesystem::rename(fresh, file, ignored);
}

}  // namespace

Peaks measurePeaks(int threads) {
  threads = std::max(threads, 1);
  return {measureFlops(threads), measureBandwidth(threads)};
}

std::string peaksFile() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const std::string base = cache && *cache ? cache : std::string(home ? home : "/tmp") + "/.cache";
  return base + "/loopwright/peaks.tsv";
}

Peaks cachedPeaks(int threads, const std::string& file) {
  const std::string place = file.empty() ? peaksFile() : file;
  const std::string key = keyFor(threads);
  if (const auto known = readPeaks(place, key)) return *known;
  const Peaks peaks = measurePeaks(threads);
  writePeaks(place, key, peaks);
  return peaks;
}

}  // namespace lw
