// How fast the engine is on the sample: what stands between a click and the refreshed window. Kernels are timed by
// `lw run`, which interleaves them with the reference.
//   build/bin/lw_bench --benchmark_repetitions=5 --benchmark_report_aggregates_only=true
#include <benchmark/benchmark.h>

#include <fstream>
#include <sstream>

#include "backends/cpu/cpu.h"
#include "core/script/schedule_script.h"
#include "core/text/printer.h"
#include "core/trace/trace.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

const std::string& sampleText() {
  static const std::string kText = [] {
    std::ifstream in(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }();
  return kText;
}

const SourceFile& sample() {
  static const SourceFile kFile = parseSource("mm_exp_mm.py", sampleText());
  return kFile;
}

Schedule unscheduled() { return Schedule(Snapshot(*sample().select(""))); }

Schedule scheduled(const char* function) {
  Result<Schedule> result = runSchedule(sample(), function, unscheduled());
  if (!result) std::abort();
  return *result;
}

void parse(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(parseSource("mm_exp_mm.py", sampleText()));
}
BENCHMARK(parse)->Unit(benchmark::kMicrosecond);

void printProgram(benchmark::State& state) {
  const Schedule s = scheduled("vectorised");
  for (auto _ : state) benchmark::DoNotOptimize(print(s.program().function()));
}
BENCHMARK(printProgram)->Unit(benchmark::kMicrosecond);

void runScript(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(scheduled("vectorised"));
}
BENCHMARK(runScript)->Unit(benchmark::kMicrosecond);

void replayTrace(benchmark::State& state) {
  const Trace trace = traceOf(scheduled("vectorised"));
  const Snapshot source = unscheduled().program();
  for (auto _ : state) {
    const Result<Schedule> s = replay(source, trace);
    if (!s) state.SkipWithError(s.error().message.c_str());
    benchmark::DoNotOptimize(s);
  }
}
BENCHMARK(replayTrace)->Unit(benchmark::kMicrosecond);

// One step as a click makes it, with the printed scheduled program and all stages of lowering: the 16 ms of a frame.
void clickToViews(benchmark::State& state, const char* schedule, const std::string& step) {
  const Schedule before = scheduled(schedule);
  for (auto _ : state) {
    const Result<Schedule> after = runStep(step, before);
    if (!after) {
      state.SkipWithError(after.error().message.c_str());
      break;
    }
    benchmark::DoNotOptimize(print(after->program().function()));
    benchmark::DoNotOptimize(print(lowerForCpu(after->program().function())));
  }
}
#define LW_CLICK(name, schedule, step) BENCHMARK_CAPTURE(clickToViews, name, schedule, step)->Unit(benchmark::kMillisecond)
LW_CLICK(split, "full_tiling", "split(C_update.m_1, [None, 4])");
LW_CLICK(fuse, "full_tiling", "fuse(D.m, D.l)");
LW_CLICK(reorder, "full_tiling", "reorder(C_update.rk_1, C_update.m_1)");
LW_CLICK(vectorize, "full_tiling", "vectorize(C_update.l_1)");
LW_CLICK(parallel, "full_tiling", "parallel(C_update.m_0)");
LW_CLICK(unroll, "full_tiling", "unroll(C_update.rk_1)");
LW_CLICK(cache_read, "full_tiling", "cache_read(\"C_update\", 1, \"global\")");
LW_CLICK(cache_read_intermediate, "full_tiling", "cache_read(\"F_update\", \"D\", \"global\")");
LW_CLICK(cache_write, "full_tiling", "cache_write(\"D\", 0, \"global\")");
LW_CLICK(cache_write_reduction, "naive", "cache_write(\"C\", 0, \"global\")");
LW_CLICK(compute_at, "full_tiling", "compute_at(\"D\", F_update.rl_0)");
LW_CLICK(reverse_compute_at, "full_tiling", "reverse_compute_at(\"D\", C_init.m_0)");
LW_CLICK(compute_inline, "full_tiling", "compute_inline(\"D\")");
LW_CLICK(decompose_reduction, "fused", "decompose_reduction(\"F\", F.rl_0)");
LW_CLICK(decompose_reduction_naive, "naive", "decompose_reduction(\"C\", C.rk)");
LW_CLICK(set_scope, "full_tiling", "set_scope(\"D\", 0, \"shared\")");
LW_CLICK(merge, "fused", "merge(C.m_0_m, F.m_0)");
#undef LW_CLICK

void lower(benchmark::State& state, const char* schedule) {
  const Schedule s = scheduled(schedule);
  for (auto _ : state) benchmark::DoNotOptimize(lowerForCpu(s.program().function()));
}
BENCHMARK_CAPTURE(lower, naive, "naive")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(lower, vectorised, "vectorised")->Unit(benchmark::kMicrosecond);

void compile(benchmark::State& state, const char* schedule) {
  const PrimFunc lowered = lowerForCpu(scheduled(schedule).program().function());
  for (auto _ : state) {
    const Result<CpuModule> code = compileForCpu(lowered);
    if (!code) state.SkipWithError(code.error().message.c_str());
  }
}
BENCHMARK_CAPTURE(compile, naive, "naive")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compile, full_tiling, "full_tiling")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compile, vectorised, "vectorised")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lw
