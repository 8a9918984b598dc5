#include "tests/bench/side_by_side.h"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>

#include "backends/runner/runtime.h"
#include "passes/pipeline.h"

namespace lw::bench {
namespace {

constexpr int kBuilds = 5;  // of each kernel, for the median of their time

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

}  // namespace

void stop(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

std::string contents(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

Memory::Memory(size_t bytes) : bytes(bytes) {
  constexpr size_t kHuge = 2u << 20;
  data = std::aligned_alloc(kHuge, (bytes + kHuge - 1) / kHuge * kHuge);
  madvise(data, bytes, MADV_HUGEPAGE);
  std::memset(data, 0, bytes);
}

Memory::~Memory() { std::free(data); }

Kernel build(const std::string& text, const std::function<ScriptRun(const SourceFile&, Schedule)>& apply) {
  const SourceFile file = parseSource("bench.py", text);
  if (file.hasErrors()) stop(file.diagnostics.front().message);
  Kernel kernel;
  std::vector<double> times;
  for (int i = 0; i < kBuilds; ++i) {
    const Clock::time_point start = Clock::now();
    const ScriptRun run = apply(file, Schedule(Snapshot(*file.select("")).withIntrinsics(file.intrinsics)));
    if (run.error) stop(toText(*run.error));
    Result<CpuModule> module = compileForCpu(lowerForCpu(run.schedule.program().function()), {.threads = 2});
    if (!module) stop(toText(module.error()));
    times.push_back(since(start));
    kernel.module = std::move(*module);
  }
  kernel.prepareMs = summarize(times).median;
  Result<LoadedObject> object = LoadedObject::load(kernel.module.object, findKernelSymbol);
  if (!object) stop(toText(object.error()));
  kernel.object = std::move(*object);
  kernel.entry = reinterpret_cast<int (*)(void**, int64_t*)>(kernel.object->find(kernel.module.symbol));
  return kernel;
}

Row compare(Pair pair, int rounds) {
  const auto& [name, threads, work, kernel, buffers, theirs, error, allowed, bounds, boundWork] = pair;
  KernelThreads pool(threads);
  pair.buffers.push_back(nullptr);
  int64_t scalars[1] = {0};
  const auto ours = [&pool, &pair, &scalars] {
    if (pool.call(pair.kernel.entry, pair.buffers.data(), scalars) != 0) stop(pair.name + ": the kernel failed");
  };
  ours();
  theirs();
  if (const double e = error(); !(e <= allowed)) stop(name + ": results differ by " + std::to_string(e));
  Clock::time_point start = Clock::now();
  ours();
  const int calls = std::clamp(static_cast<int>(1.0 / std::max(since(start), 1e-6)), 1, 10000);
  const auto now =
      [threads =
           pair.threads] {  // of one thread: the time that the processor worked for it, whatever else the machine does
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
  std::vector<std::vector<double>> parts(bounds.size());
  for (int r = 0; r < rounds; ++r) {
    const bool first = r % 2 == 0;
    const double a = first ? timed(ours) : 0, b = timed(theirs), c = first ? a : timed(ours);
    our.push_back(c);
    their.push_back(b);
    ratios.push_back(b / c);
    for (size_t i = 0; i < bounds.size(); ++i) parts[i].push_back(work / c * timed(bounds[i]) / boundWork);
  }
  Row row{name, threads, work, summarize(our).median, summarize(their).median, kernel.prepareMs, summarize(ratios)};
  for (const std::vector<double>& part : parts) row.ofBounds.push_back(summarize(part).median);
  std::printf("%-32s %d thread%s  %9.3f ms %9.3f ms  x%.2f (%.2f to %.2f)\n", name.c_str(), threads,
              threads > 1 ? "s" : " ", row.ourMs, row.theirMs, row.ratio.median, row.ratio.medianLow,
              row.ratio.medianHigh);
  std::fflush(stdout);
  return row;
}

double geometricMean(const std::vector<Row>& rows, size_t from) {
  double sum = 0;
  for (size_t i = from; i < rows.size(); ++i) sum += std::log(rows[i].ratio.median);
  return std::exp(sum / static_cast<double>(rows.size() - from));
}

}  // namespace lw::bench
