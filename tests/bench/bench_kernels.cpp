// Kernels side by side with OpenBLAS, as NumPy calls it, in one process: each round runs both, one after the other, and gives a
// ratio of their times, so that a busy machine disturbs both. A result that differs ends the program with 1.
//   scripts/bench [rounds]      writes tests/bench/RESULTS.md
#include <cblas.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <sstream>
#include <utility>

#include "backends/cpu/cpu.h"
#include "backends/reference/kernels.h"
#include "backends/runner/elf_loader.h"
#include "backends/runner/peak_kernels.h"
#include "backends/runner/runtime.h"
#include "backends/runner/statistics.h"
#include "core/script/composite.h"
#include "core/script/schedule_script.h"
#include "passes/pipeline.h"

extern "C" void openblas_set_num_threads(int threads);

namespace lw {
namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

[[noreturn]] void stop(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

// In pages as large as they come, as the runner gives them to kernels.
struct Memory {
  explicit Memory(size_t bytes) : bytes(bytes) {
    constexpr size_t kHuge = 2u << 20;
    data = std::aligned_alloc(kHuge, (bytes + kHuge - 1) / kHuge * kHuge);
    madvise(data, bytes, MADV_HUGEPAGE);
    std::memset(data, 0, bytes);
  }
  Memory(Memory&& other) noexcept : data(std::exchange(other.data, nullptr)), bytes(other.bytes) {}
  ~Memory() { std::free(data); }
  template <class T>
  T* as() const { return static_cast<T*>(data); }
  void* data;
  size_t bytes;
};

struct Kernel {
  CpuModule module;
  std::optional<LoadedObject> object;
  double prepareMs = 0;  // schedule, lower, compile
  int (*entry)(void**, int64_t*) = nullptr;
};

Kernel build(const std::string& text, const std::function<ScriptRun(const SourceFile&, Schedule)>& apply) {
  const SourceFile file = parseSource("bench.py", text);
  if (file.hasErrors()) stop(file.diagnostics.front().message);
  Kernel kernel;
  const Clock::time_point start = Clock::now();
  const ScriptRun run = apply(file, Schedule(Snapshot(*file.select(""))));
  if (run.error) stop(toText(*run.error));
  Result<CpuModule> module = compileForCpu(lowerForCpu(run.schedule.program().function()));
  if (!module) stop(toText(module.error()));
  kernel.prepareMs = since(start);
  kernel.module = std::move(*module);
  Result<LoadedObject> object = LoadedObject::load(kernel.module.object, findKernelSymbol);
  if (!object) stop(toText(object.error()));
  kernel.object = std::move(*object);
  kernel.entry = reinterpret_cast<int (*)(void**, int64_t*)>(kernel.object->find(kernel.module.symbol));
  return kernel;
}

struct Row {
  std::string name;
  int threads;
  double flops, ourMs, theirMs, prepareMs;
  TimeSummary ratio;  // how many times as fast
};

// Calls both often enough for a sample of a millisecond, in turns.
Row compare(const std::string& name, int threads, double flops, const Kernel& kernel, std::vector<void*> buffers, const std::function<void()>& theirs,
            const std::function<double()>& error, double allowed, int rounds) {
  openblas_set_num_threads(threads);
  KernelThreads pool(threads);
  buffers.push_back(nullptr);
  int64_t scalars[1] = {0};
  const auto ours = [&] { if (pool.call(kernel.entry, buffers.data(), scalars) != 0) stop(name + ": the kernel failed"); };
  ours();
  theirs();
  if (const double e = error(); !(e <= allowed)) stop(name + ": results differ by " + std::to_string(e));
  Clock::time_point start = Clock::now();
  ours();
  const int calls = std::clamp(static_cast<int>(1.0 / std::max(since(start), 1e-6)), 1, 10000);
  const auto now = [&] {  // of one thread: the time that the processor worked for it, whatever else the machine does
    timespec t;
    clock_gettime(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
  };
  const auto timed = [&](const auto& f) {
    const double begin = now();
    for (int i = 0; i < calls; ++i) f();
    return (now() - begin) / calls;
  };
  std::vector<double> our, their, ratios;
  for (int r = 0; r < rounds; ++r) {
    const bool first = r % 2 == 0;
    const double a = first ? timed(ours) : 0, b = timed(theirs), c = first ? a : timed(ours);
    our.push_back(c);
    their.push_back(b);
    ratios.push_back(b / c);
  }
  const Row row{name, threads, flops, summarize(our).median, summarize(their).median, kernel.prepareMs, summarize(ratios)};
  std::printf("%-28s %d thread%s  %9.3f ms %9.3f ms  %7.1f GFLOP/s  x%.2f (%.2f to %.2f)\n", name.c_str(), threads, threads > 1 ? "s" : " ", row.ourMs, row.theirMs,
              flops / row.ourMs * 1e-6, row.ratio.median, row.ratio.medianLow, row.ratio.medianHigh);
  std::fflush(stdout);
  return row;
}

template <class T>
void fill(const Memory& memory, double width) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> value(-width, width);
  for (size_t i = 0; i < memory.bytes / sizeof(T); ++i) memory.as<T>()[i] = static_cast<T>(value(random));
}

// The largest difference, relative to the largest value.
template <class T>
double difference(const Memory& a, const Memory& b) {
  double most = 0, size = 1e-30;
  for (size_t i = 0; i < a.bytes / sizeof(T); ++i) {
    most = std::max(most, std::abs(static_cast<double>(a.as<T>()[i]) - static_cast<double>(b.as<T>()[i])));
    size = std::max(size, std::abs(static_cast<double>(b.as<T>()[i])));
  }
  return most / size;
}

void gemm(int m, int n, int k, const float* a, const float* b, float* c) { cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 0, c, n); }
void gemm(int m, int n, int k, const double* a, const double* b, double* c) { cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 0, c, n); }

template <class T>
Row product(int m, int n, int k, int rounds) {
  const std::string type = sizeof(T) == 4 ? "float32" : "float64";
  const auto shape = [&](const char* name, int rows, int columns) { return std::string(name) + ": T.Buffer((" + std::to_string(rows) + ", " + std::to_string(columns) + "), \"" + type + "\")"; };
  const std::string text = "from tvm.script import tir as T\n\n\n@T.prim_func\ndef mm(" + shape("A", m, k) + ", " + shape("B", k, n) + ", " + shape("C", m, n) +
                           "):\n    T.func_attr({\"tir.noalias\": True})\n    for i, j, k in T.grid(" + std::to_string(m) + ", " + std::to_string(n) + ", " + std::to_string(k) +
                           "):\n        with T.block(\"C\"):\n            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n            with T.init():\n                C[vi, vj] = T." + type +
                           "(0)\n            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";
  const Kernel kernel = build(text, [](const SourceFile&, Schedule s) { return interpretStep(sizeof(T) == 4 ? "gebp(C)" : "gebp(C, 64, 16)", s); });
  const auto bytes = [](int64_t rows, int64_t columns) { return static_cast<size_t>(rows * columns) * sizeof(T); };
  const Memory a(bytes(m, k)), b(bytes(k, n)), c(bytes(m, n)), wanted(bytes(m, n));
  fill<T>(a, 1);
  fill<T>(b, 1);
  return compare(std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k) + " " + type, 1, 2.0 * m * n * k, kernel, {a.data, b.data, c.data},
                 [&] { gemm(m, n, k, a.as<T>(), b.as<T>(), wanted.as<T>()); }, [&] { return difference<T>(c, wanted); }, sizeof(T) == 4 ? 1e-5 : 1e-13, rounds);
}

std::string contents(const char* path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

Row sample(const char* function, int threads, int rounds) {
  constexpr int m = 1024, k = 2048, l = 1024, n = 3072;
  const Kernel kernel = build(contents(LW_SOURCE_DIR "/samples/mm_exp_mm.py"), [&](const SourceFile& file, Schedule s) { return interpretSchedule(file, function, s); });
  const Memory a(m * k * 4), b(k * l * 4), e(l * n * 4), f(m * n * 4), c(m * l * 4), wanted(m * n * 4);
  fill<float>(a, 0.1);
  fill<float>(b, 0.1);
  fill<float>(e, 1);
  const auto theirs = [&] {
    gemm(m, l, k, a.as<float>(), b.as<float>(), c.as<float>());
    reference::unaryRun(reference::UnaryKernel::Exp, reference::Compute::F32, c.data, c.data, m * l);
    gemm(m, n, l, c.as<float>(), e.as<float>(), wanted.as<float>());
  };
  return compare(std::string("mm_exp_mm ") + function, threads, 2.0 * m * l * (k + n), kernel, {a.data, b.data, e.data, f.data}, theirs, [&] { return difference<float>(f, wanted); }, 1e-4, rounds);
}

double geometricMean(const std::vector<Row>& rows, size_t from) {
  double sum = 0;
  for (size_t i = from; i < rows.size(); ++i) sum += std::log(rows[i].ratio.median);
  return std::exp(sum / static_cast<double>(rows.size() - from));
}

std::string report(const std::vector<Row>& rows, size_t from, const PeakKernelResults& peak) {
  std::ostringstream out;
  char line[240];
  out << "# Kernels beside OpenBLAS\n\nWritten by `scripts/bench`. Both run in turns in one process; the ratio is the median over the rounds of their time over\n"
         "ours, with an interval that holds the true median with 95 %; one thread is timed by the processor's time. Every result was\n"
         "compared before it was timed.\n\n";
  std::snprintf(line, sizeof line, "Processor %s, %.1f GFLOP/s float32 and %.1f float64 of one thread by multiply-adds in registers alone, measured right after.\n\n", hostCpuName().c_str(),
                peak.gflops32, peak.gflops64);
  out << line << "| program | threads | ours ms | OpenBLAS ms | GFLOP/s | of the peak | times as fast | schedule, lower, compile ms |\n|---|---|---|---|---|---|---|---|\n";
  for (const Row& r : rows) {
    const double gflops = r.flops / r.ourMs * 1e-6, roof = (r.name.find("float64") != std::string::npos ? peak.gflops64 : peak.gflops32) * r.threads;
    std::snprintf(line, sizeof line, "| %s | %d | %.3f | %.3f | %.1f | %.0f %% | %.2f (%.2f to %.2f) | %.0f |\n", r.name.c_str(), r.threads, r.ourMs, r.theirMs, gflops, 100 * gflops / roof,
                  r.ratio.median, r.ratio.medianLow, r.ratio.medianHigh, r.prepareMs);
    out << line;
  }
  std::snprintf(line, sizeof line, "\nGeometric mean of the products by the composite `gebp`: %.2f times as fast.\n", geometricMean(rows, from));
  out << line;
  return out.str();
}

}  // namespace
}  // namespace lw

int main(int argc, char** argv) {
  using namespace lw;
  const int rounds = argc > 1 ? std::max(5, std::atoi(argv[1])) : 21;
  std::vector<Row> rows;
  for (const char* function : {"full_tiling", "vectorised", "gebp"}) rows.push_back(sample(function, 1, rounds));
  rows.push_back(sample("gebp", 2, rounds));
  const size_t products = rows.size();
  for (const int size : {128, 256, 512, 1024, 2048}) rows.push_back(product<float>(size, size, size, rounds));
  for (const auto& [m, n, k] : {std::array{37, 53, 91}, {1000, 999, 998}, {4096, 64, 256}, {64, 4096, 256}}) rows.push_back(product<float>(m, n, k, rounds));
  for (const int size : {128, 512, 1024}) rows.push_back(product<double>(size, size, size, rounds));
  rows.push_back(product<double>(1000, 999, 998, rounds));
  const std::string text = report(rows, products, runPeakKernels(1, {}));  // last: it changes the threads of the process
  std::fputs(("\n" + text).c_str(), stdout);
  if (argc > 2) std::ofstream(argv[2]) << text;
}
