// Products of matrices side by side with OpenBLAS, as NumPy calls it.
//   scripts/bench [rounds]      writes tests/bench/RESULTS.md
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "backends/blas/library.h"
#include "backends/reference/kernels.h"
#include "backends/runner/peak_kernels.h"
#include "backends/runner/runtime.h"
#include "core/script/composite.h"
#include "tests/bench/side_by_side.h"
#include "tests/bench/tile_in_cache.h"

namespace lw::bench {
namespace {

// The library, with the kernels that fit this processor.
const blas::Functions& openBlas() {
  const blas::Functions* const functions = blas::functions();
  if (!functions) stop("there is no OpenBLAS to compare with");
  return *functions;
}

// With b as [n, k] where it is transposed.
void gemm(int m, int n, int k, const float* a, const float* b, float* c, bool transposed = false) {
  openBlas().sgemm(blas::kRowMajor, blas::kNoTrans, transposed ? blas::kTrans : blas::kNoTrans, m, n, k, 1, a, k, b,
                   transposed ? k : n, 0, c, n);
}
void gemm(int m, int n, int k, const double* a, const double* b, double* c, bool transposed = false) {
  openBlas().dgemm(blas::kRowMajor, blas::kNoTrans, transposed ? blas::kTrans : blas::kNoTrans, m, n, k, 1, a, k, b,
                   transposed ? k : n, 0, c, n);
}

// As much work as `pair` has, in registers alone and by tiles in the cache: of one thread.
template <class T>
Pair bounded(Pair pair) {
  if (!hasTile() || pair.threads > 1) return pair;
  const double one = sizeof(T) == 4 ? kTileWork32 : kTileWork64;
  const auto calls = std::max<int64_t>(1, std::llround(pair.work / one));
  pair.bounds = {[calls] { (sizeof(T) == 4 ? inRegisters32 : inRegisters64)(calls); },
                 [calls] { (sizeof(T) == 4 ? tileInCache32 : tileInCache64)(calls); }};
  pair.boundWork = one * static_cast<double>(calls);
  return pair;
}

template <class T>
Row product(int m, int n, int k, int rounds, bool transposed = false) {
  const std::string type = sizeof(T) == 4 ? "float32" : "float64";
  const auto shape = [&](const char* name, int rows, int columns) {
    return std::string(name) + ": T.Buffer((" + std::to_string(rows) + ", " + std::to_string(columns) + "), \"" + type +
           "\")";
  };
  const std::string text = "from tvm.script import tir as T\n\n\n@T.prim_func\ndef mm(" + shape("A", m, k) + ", " +
                           shape("B", transposed ? n : k, transposed ? k : n) + ", " + shape("C", m, n) +
                           "):\n    T.func_attr({\"tir.noalias\": True})\n    for i, j, k in T.grid(" +
                           std::to_string(m) + ", " + std::to_string(n) + ", " + std::to_string(k) +
                           "):\n        with T.block(\"C\"):\n            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, "
                           "k])\n            with T.init():\n                C[vi, vj] = T." +
                           type + "(0)\n            C[vi, vj] = C[vi, vj] + A[vi, vk] * " +
                           (transposed ? "B[vj, vk]\n" : "B[vk, vj]\n");
  const std::string step = std::string("gebp(C") + (transposed ? ", transposed=True)" : ")");
  const Kernel kernel = build(text, [&](const SourceFile&, Schedule s) { return interpretStep(step, s); });
  const auto bytes = [](int64_t rows, int64_t columns) { return static_cast<size_t>(rows * columns) * sizeof(T); };
  const Memory a(bytes(m, k)), b(bytes(k, n)), c(bytes(m, n)), wanted(bytes(m, n));
  fill<T>(a, 1);
  fill<T>(b, 1);
  openBlas().setThreads(1);
  return compare(bounded<T>({.name = std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k) + " " +
                                     type + (transposed ? ", B as [n, k]" : ""),
                             .work = 2.0 * m * n * k,
                             .kernel = kernel,
                             .buffers = {a.data, b.data, c.data},
                             .theirs = [&] { gemm(m, n, k, a.as<T>(), b.as<T>(), wanted.as<T>(), transposed); },
                             .error = [&] { return difference<T>(c, wanted); },
                             .allowed = sizeof(T) == 4 ? 1e-5 : 1e-13}),
                 rounds);
}

// The seed's program: its kernel, and the same by OpenBLAS.
struct Sample {
  static constexpr int m = 1024, k = 2048, l = 1024, n = 3072;
  static constexpr double kWork = 2.0 * m * l * (k + n);

  explicit Sample(const char* function)
      : kernel(build(contents(LW_SOURCE_DIR "/samples/mm_exp_mm.py"),
                     [&](const SourceFile& file, Schedule s) { return interpretSchedule(file, function, s); })) {
    fill<float>(a, 0.1);
    fill<float>(b, 0.1);
    fill<float>(e, 1);
  }
  void theirs() const {
    gemm(m, l, k, a.as<float>(), b.as<float>(), c.as<float>());
    reference::unaryRun(reference::UnaryKernel::Exp, reference::Compute::F32, c.data, c.data, m * l);
    gemm(m, n, l, c.as<float>(), e.as<float>(), wanted.as<float>());
  }

  const Kernel kernel;
  const Memory a{m * k * 4}, b{k * l * 4}, e{l * n * 4}, f{m * n * 4}, c{m * l * 4}, wanted{m * n * 4};
};

Row sample(const char* function, int threads, int rounds) {
  const Sample s(function);
  openBlas().setThreads(threads);
  return compare(bounded<float>({.name = std::string("mm_exp_mm ") + function,
                                 .threads = threads,
                                 .work = Sample::kWork,
                                 .kernel = s.kernel,
                                 .buffers = {s.a.data, s.b.data, s.e.data, s.f.data},
                                 .theirs = [&] { s.theirs(); },
                                 .error = [&] { return difference<float>(s.f, s.wanted); },
                                 .allowed = 1e-4}),
                 rounds);
}

double wallMs(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// What a second thread brings: to the kernel, to OpenBLAS, and to tiles in the cache, which share nothing but the
// processor. All in turns.
std::string secondThread(int rounds) {
  const Sample s("gebp");
  KernelThreads one(1), two(2);
  std::vector<void*> buffers{s.a.data, s.b.data, s.e.data, s.f.data, nullptr};
  int64_t scalars[1] = {0};
  const auto ours = [&](KernelThreads& threads) {
    if (threads.call(s.kernel.entry, buffers.data(), scalars) != 0) stop("gebp: the kernel failed");
  };
  const auto theirs = [&](int threads) {
    openBlas().setThreads(threads);
    s.theirs();
  };
  const auto calls = static_cast<int64_t>(Sample::kWork / kTileWork32) / 2;
  const auto tilesMs = [&](int threads) {
    if (threads == 1) return wallMs([&] { tileInCache32(2 * calls); });
    std::atomic<bool> there = false, begin = false;
    std::jthread other([&] {
      there = true;
      while (!begin) {
      }
      tileInCache32(calls);
    });
    while (!there) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));  // by then each has a processor of its own
    return wallMs([&] {
      begin = true;
      tileInCache32(calls);
      other.join();
    });
  };
  ours(two);
  theirs(1);
  if (!(difference<float>(s.f, s.wanted) <= 1e-4)) stop("gebp: results differ");
  std::vector<double> our, their, bound;
  for (int r = 0; r < rounds; ++r) {
    our.push_back(wallMs([&] { ours(one); }) / wallMs([&] { ours(two); }));
    their.push_back(wallMs([&] { theirs(1); }) / wallMs([&] { theirs(2); }));
    if (hasTile()) bound.push_back(tilesMs(1) / tilesMs(2));
  }
  const auto text = [](const std::vector<double>& ratios) {
    const TimeSummary r = summarize(ratios);
    char words[60];
    std::snprintf(words, sizeof words, "%.2f (%.2f to %.2f)", r.median, r.medianLow, r.medianHigh);
    return std::string(words);
  };
  return "\nTwo threads of mm_exp_mm are so many times as fast as one, by the clock, in turns: `gebp` " + text(our) +
         ", OpenBLAS " + text(their) +
         (bound.empty() ? "" : "; tiles in the cache, which share nothing but the processor: " + text(bound)) + ".\n";
}

std::string report(const std::vector<Row>& rows, size_t from, const PeakKernelResults& peak) {
  std::ostringstream out;
  char line[240];
  out << "# Kernels beside OpenBLAS\n\nWritten by `scripts/bench`, beside " << blas::textOf(blas::kernels())
      << ". Both run in turns in one process; the ratio is the "
         "median over the rounds of their time over\n"
         "ours, with an interval that holds the true median with 95 %; one thread is timed by the processor's time. "
         "Every result was\n"
         "compared before it was timed.\n\n";
  std::snprintf(line, sizeof line,
                "Processor %s, %.1f GFLOP/s float32 and %.1f float64 of one thread by multiply-adds in registers "
                "alone, the best of many, measured right after.\n",
                hostCpuName().c_str(), peak.gflops32, peak.gflops64);
  out << line
      << "\"Of the peak\": beside that; \"in turns\": beside as many multiply-adds in registers, right after each "
         "call, so that neighbours on the machine\n"
         "disturb both. \"Of a tile\": beside a tile of 12 rows and two vectors, built by hand, whose panels lie in "
         "the first-level cache, in the same turns.\n"
         "Schedule, lower, compile: the median of five times, by the clock, on two threads.\n\n"
         "| program | threads | ours ms | OpenBLAS ms | GFLOP/s | of the peak | in turns | of a tile | times as fast | "
         "schedule, lower, compile ms |\n|---|---|---|---|---|---|---|---|---|---|\n";
  for (const Row& r : rows) {
    const double gflops = r.work / r.ourMs * 1e-6,
                 roof = (r.name.find("float64") != std::string::npos ? peak.gflops64 : peak.gflops32) * r.threads;
    std::string parts;  // of what was timed in the same turns
    for (size_t i = 0; i < 2; ++i) {
      char part[20] = "";
      if (i < r.ofBounds.size()) std::snprintf(part, sizeof part, "%.1f %%", 100 * r.ofBounds[i]);
      parts += part + std::string(" | ");
    }
    std::snprintf(line, sizeof line, "| %s | %d | %.3f | %.3f | %.1f | %.1f %% | %s%.2f (%.2f to %.2f) | %.0f |\n",
                  r.name.c_str(), r.threads, r.ourMs, r.theirMs, gflops, 100 * gflops / roof, parts.c_str(),
                  r.ratio.median, r.ratio.medianLow, r.ratio.medianHigh, r.prepareMs);
    out << line;
  }
  std::snprintf(line, sizeof line, "\nGeometric mean of the products by the composite `gebp`: %.2f times as fast.\n",
                geometricMean(rows, from));
  out << line;
  return out.str();
}

}  // namespace
}  // namespace lw::bench

int main(int argc, char** argv) {
  using namespace lw;
  using namespace lw::bench;
  const int rounds = argc > 1 ? std::max(5, std::atoi(argv[1])) : 21;
  std::vector<Row> rows;
  for (const char* function : {"full_tiling", "vectorised", "gebp"}) rows.push_back(sample(function, 1, rounds));
  rows.push_back(sample("gebp", 2, rounds));
  const size_t products = rows.size();
  for (const int size : {128, 256, 512, 1024, 2048}) rows.push_back(product<float>(size, size, size, rounds));
  for (const auto& [m, n, k] : {std::array{37, 53, 91}, {1000, 999, 998}, {4096, 64, 256}, {64, 4096, 256}})
    rows.push_back(product<float>(m, n, k, rounds));
  for (const auto& [m, n, k] : {std::array{1024, 1024, 1024}, {64, 3072, 768}})
    rows.push_back(product<float>(m, n, k, rounds, true));
  for (const int size : {128, 512, 1024}) rows.push_back(product<double>(size, size, size, rounds));
  rows.push_back(product<double>(1000, 999, 998, rounds));
  const std::string scaling = secondThread(rounds);
  const std::string text =
      report(rows, products, runPeakKernels(1, {})) + scaling;  // last: it changes the threads of the process
  std::fputs(("\n" + text).c_str(), stdout);
  if (argc > 2) std::ofstream(argv[2]) << text;
}
