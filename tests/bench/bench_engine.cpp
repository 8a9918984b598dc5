// How fast the engine is on the sample: what stands between a click and the refreshed window. Kernels are timed by
// `lw run`, which interleaves them with the reference.
//   build/bin/lw_bench --benchmark_repetitions=5 --benchmark_report_aggregates_only=true
#include <benchmark/benchmark.h>

#include <fstream>
#include <sstream>

#include "backends/cpu/cpu.h"
#include "core/analysis/cost/cost.h"
#include "core/script/schedule_script.h"
#include "core/text/print/graph_printer.h"
#include "core/text/print/printer.h"
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

// A graph is read and printed in time that grows linearly with its functions and their bindings.
void readAndPrintGraph(benchmark::State& state) {
  const auto functions = state.range(0), bindings = state.range(1);
  std::string text = "@I.ir_module\nclass M:\n";
  for (int64_t f = 0; f < functions; ++f) {
    text += "    @R.function\n    def f" + std::to_string(f) + "(x: R.Tensor((\"n\", 4), \"float32\")):\n" +
            "        n = T.int64()\n        v0 = R.exp(x)\n";
    for (int64_t b = 1; b < bindings; ++b)
      text += "        v" + std::to_string(b) + " = R.add(v" + std::to_string(b - 1) + ", x)\n";
    text += "        return v" + std::to_string(bindings - 1) + "\n";
  }
  for (auto _ : state) {
    const SourceFile file = parseSource("graph.py", text);
    if (file.hasErrors()) state.SkipWithError(file.diagnostics[0].message.c_str());
    benchmark::DoNotOptimize(print(file.modules[0], *file.graphs[0]));
  }
}
BENCHMARK(readAndPrintGraph)
    ->Args({1, 2500})
    ->Args({1, 10000})
    ->Args({500, 1})
    ->Args({2000, 1})
    ->Unit(benchmark::kMillisecond);

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

// What the loop tree shows of costs, beside the views.
void costs(benchmark::State& state, const char* schedule) {
  const Schedule s = scheduled(schedule);
  for (auto _ : state) benchmark::DoNotOptimize(costOf(s.program().function(), {1 << 15, 1 << 20, 1 << 25}));
}
BENCHMARK_CAPTURE(costs, naive, "naive")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(costs, full_tiling, "full_tiling")->Unit(benchmark::kMicrosecond);

// The step alone: parsing the call, finding the loops and blocks, the check with its legality analysis, the rewrite.
void step(benchmark::State& state, const char* schedule, const std::string& call) {
  const Schedule before = scheduled(schedule);
  for (auto _ : state) {
    const Result<Schedule> after = runStep(call, before);
    if (!after) {
      state.SkipWithError(after.error().message.c_str());
      break;
    }
    benchmark::DoNotOptimize(after);
  }
}

// Each step is measured alone and with the views behind it.
#define LW_STEP(name, schedule, call)                                                   \
  BENCHMARK_CAPTURE(clickToViews, name, schedule, call)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(step, name, schedule, call)->Unit(benchmark::kMicrosecond)
LW_STEP(split, "full_tiling", "split(C_update.m_1, [None, 4])");
LW_STEP(fuse, "full_tiling", "fuse(D.m, D.l)");
LW_STEP(reorder, "full_tiling", "reorder(C_update.rk_1, C_update.m_1)");
LW_STEP(reorder_naive, "naive", "reorder(C.rk, C.l)");
LW_STEP(vectorize, "full_tiling", "vectorize(C_update.l_1)");
LW_STEP(parallel, "full_tiling", "parallel(C_update.m_0)");
LW_STEP(parallel_vectorised, "vectorised", "parallel(C.m_0_m_m)");
LW_STEP(unroll, "full_tiling", "unroll(C_update.rk_1)");
LW_STEP(bind, "full_tiling", "bind(C_update.m_0, \"blockIdx.x\")");
LW_STEP(annotate, "full_tiling", "annotate(C_update.m_0, \"note\", 1)");
LW_STEP(add_unit_loop, "full_tiling", "add_unit_loop(C_update.m_0)");
LW_STEP(cache_read, "full_tiling", "cache_read(\"C_update\", 1, \"global\")");
LW_STEP(cache_read_intermediate, "full_tiling", "cache_read(\"F_update\", \"D\", \"global\")");
LW_STEP(cache_write, "full_tiling", "cache_write(\"D\", 0, \"global\")");
LW_STEP(cache_write_reduction, "naive", "cache_write(\"C\", 0, \"global\")");
LW_STEP(cache_write_result, "full_tiling", "cache_write(\"F_update\", 0, \"global\")");
LW_STEP(cache_write_fused, "fused", "cache_write(\"C\", 0, \"global\")");
LW_STEP(compute_at, "full_tiling", "compute_at(\"D\", F_update.rl_0)");
LW_STEP(compute_at_naive, "naive", "compute_at(\"C\", D.m)");
LW_STEP(reverse_compute_at, "full_tiling", "reverse_compute_at(\"D\", C_init.m_0)");
LW_STEP(reverse_compute_at_naive, "naive", "reverse_compute_at(\"D\", C.m)");
LW_STEP(compute_inline, "full_tiling", "compute_inline(\"D\")");
LW_STEP(decompose_reduction, "fused", "decompose_reduction(\"F\", F.rl_0)");
LW_STEP(decompose_reduction_naive, "naive", "decompose_reduction(\"C\", C.rk)");
LW_STEP(set_scope, "full_tiling", "set_scope(\"D\", 0, \"shared\")");
LW_STEP(rfactor, "naive", "rfactor(C.rk, 0)");
LW_STEP(loop_partition, "naive", "loop_partition(C.rk, [1000, None])");
LW_STEP(blockize, "full_tiling", "blockize(C_update.m_1)");
LW_STEP(read_at, "full_tiling", "read_at(C_update.rk_0, \"C_update\", 1, \"shared\")");
LW_STEP(merge, "fused", "merge(C.m_0_m, F.m_0)");
#undef LW_STEP

// A step on a schedule that another step has made.
void secondStep(benchmark::State& state, const char* schedule, const std::string& first, const std::string& call) {
  const Result<Schedule> before = runStep(first, scheduled(schedule));
  if (!before) {
    state.SkipWithError(before.error().message.c_str());
    return;
  }
  for (auto _ : state) {
    const Result<Schedule> after = runStep(call, *before);
    if (!after) {
      state.SkipWithError(after.error().message.c_str());
      break;
    }
    benchmark::DoNotOptimize(after);
  }
}
BENCHMARK_CAPTURE(secondStep, reverse_compute_inline, "full_tiling", "cache_write(\"D\", 0, \"global\")",
                  "reverse_compute_inline(\"D_global\")")
    ->Name("step/reverse_compute_inline")
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(secondStep, unannotate, "full_tiling", "annotate(C_update.m_0, \"note\", 1)",
                  "unannotate(C_update.m_0, \"note\")")
    ->Name("step/unannotate")
    ->Unit(benchmark::kMicrosecond);

// What every primitive offers for one selection.
void candidates(benchmark::State& state, const char* schedule, const char* block, int loop) {
  const Snapshot program = scheduled(schedule).program();
  Selection selection;
  const BlockId found = program.blocksNamed(block, 0).front();
  if (loop < 0)
    selection.blocks = {found};
  else
    selection.loops = {program.loopsAbove(found)[static_cast<size_t>(loop)]};
  for (auto _ : state)
    for (const Primitive* p : allPrimitives()) benchmark::DoNotOptimize(p->candidates(program, selection));
}
BENCHMARK_CAPTURE(candidates, naive_block, "naive", "D", -1)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(candidates, full_tiling_elementwise, "full_tiling", "D", -1)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(candidates, full_tiling_init, "full_tiling", "C_init", -1)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(candidates, full_tiling_reduction, "full_tiling", "C_update", -1)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(candidates, fused_block, "fused", "D", -1)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(candidates, vectorised_block, "vectorised", "F", -1)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(candidates, full_tiling_loop, "full_tiling", "C_update", 1)->Unit(benchmark::kMicrosecond);

// A chain of 50 stages and 100 steps on it, two per stage.
std::string chainText(int stages) {
  std::string text =
      "from tvm.script import tir as T\n\n@T.prim_func\ndef chain(A: T.Buffer((64, 64), \"float32\"), Z: T.Buffer((64, "
      "64), \"float32\")):\n";
  const auto buffer = [&](int i) {
    return i == 0 ? std::string("A") : i == stages ? std::string("Z") : "T" + std::to_string(i);
  };
  for (int i = 1; i < stages; ++i) text += "    " + buffer(i) + " = T.alloc_buffer((64, 64), \"float32\")\n";
  for (int i = 1; i <= stages; ++i) {
    const std::string n = std::to_string(i);
    text += "    for i" + n + ", j" + n + " in T.grid(64, 64):\n        with T.block(\"b" + n + "\"):\n";
    text += "            vi, vj = T.axis.remap(\"SS\", [i" + n + ", j" + n + "])\n";
    text += "            " + buffer(i) + "[vi, vj] = " + buffer(i - 1) + "[vi, vj] * T.float32(0.5)\n";
  }
  return text;
}

// The 100 steps, counted without the queries that find blocks and loops.
Schedule longSchedule() {
  const SourceFile file = parseSource("chain.py", chainText(50));
  Schedule s{Snapshot(*file.select(""))};
  const auto apply = [&](const std::string& call) {
    Result<Schedule> next = runStep(call, s);
    if (!next) {
      std::fprintf(stderr, "%s: %s\n", call.c_str(), next.error().message.c_str());
      std::abort();
    }
    s = *next;
  };
  for (int i = 1; i <= 50; ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1), loop = "b" + n + ".i" + n,
                      inner = "b" + n + ".j" + n;
    switch (i % 5) {
      case 0:
        apply("split(" + inner + ", [None, 8])");
        apply("reorder(" + inner + "_0, " + loop + ")");
        break;
      case 1:
        apply("split(" + inner + ", [None, 16])");
        apply("vectorize(" + inner + "_1)");
        break;
      case 2:
        apply("cache_write(\"b" + n + "\", 0, \"global\")");
        apply("parallel(" + loop + ")");
        break;
      case 3:
        apply("split(" + loop + ", [None, 4])");
        apply("compute_at(\"b" + n + "\", b" + next + ".i" + next + ")");
        break;
      default:
        apply("cache_read(\"b" + n + "\", 0, \"global\")");
        apply("unroll(" + inner + ")");
        break;
    }
  }
  return s;
}

void replayLong(benchmark::State& state) {
  const Schedule s = longSchedule();
  const Trace trace = traceOf(s);
  const Snapshot source = s.source();
  int steps = 0;
  for (const Instruction& i : trace.instructions) steps += !i.primitive->query;
  if (steps != 100) state.SkipWithError("the trace has not 100 steps");
  for (auto _ : state) {
    const Result<Schedule> again = replay(source, trace);
    if (!again) state.SkipWithError(again.error().message.c_str());
    benchmark::DoNotOptimize(again);
  }
}
BENCHMARK(replayLong)->Unit(benchmark::kMillisecond);

void lowering(benchmark::State& state, const char* schedule) {
  const Schedule s = scheduled(schedule);
  for (auto _ : state) benchmark::DoNotOptimize(lowerForCpu(s.program().function()));
}
BENCHMARK_CAPTURE(lowering, naive, "naive")->Name("lower/naive")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(lowering, vectorised, "vectorised")->Name("lower/vectorised")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(lowering, gebp, "gebp")->Name("lower/gebp")->Unit(benchmark::kMicrosecond);

// 200 blocks, each pass by itself.
void passOnLongProgram(benchmark::State& state, size_t number) {
  const SourceFile file = parseSource("chain.py", chainText(200));
  const std::span<const Pass* const> passes = cpuPipeline().passes;
  PrimFunc before = *file.select("");
  for (size_t i = 0; i < number; ++i) before = *passes[i]->run(before, {});
  for (auto _ : state) benchmark::DoNotOptimize(passes[number]->run(before, {}));
}
template <class F>
void onLongProgram(benchmark::State& state, F what) {
  const SourceFile file = parseSource("chain.py", chainText(200));
  const Schedule s{Snapshot(*file.select(""))};
  for (auto _ : state) benchmark::DoNotOptimize(what(s));
}
BENCHMARK_CAPTURE(onLongProgram, split, [](const Schedule& s) {
  return runStep("split(b100.i100, [None, 8])", s);
})->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(onLongProgram, print, [](const Schedule& s) {
  return print(s.program().function());
})->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(onLongProgram, costs, [](const Schedule& s) {
  return costOf(s.program().function());
})->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(onLongProgram, lowerAll, [](const Schedule& s) {
  return lowerAll(s.program().function(), cpuPipeline());
})->Unit(benchmark::kMicrosecond);
const bool kPassesRegistered = [] {
  const std::span<const Pass* const> passes = cpuPipeline().passes;
  for (size_t i = 0; i < passes.size(); ++i)
    benchmark::RegisterBenchmark(("pass/" + std::to_string(i) + "_" + std::string(passes[i]->name)).c_str(),
                                 [i](benchmark::State& state) { passOnLongProgram(state, i); })
        ->Unit(benchmark::kMicrosecond);
  return true;
}();

void compile(benchmark::State& state, const char* schedule, int threads) {
  const PrimFunc lowered = lowerForCpu(scheduled(schedule).program().function());
  for (auto _ : state) {
    const Result<CpuModule> code = compileForCpu(lowered, {.threads = threads});
    if (!code) state.SkipWithError(code.error().message.c_str());
  }
}
BENCHMARK_CAPTURE(compile, naive, "naive", 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compile, full_tiling, "full_tiling", 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compile, vectorised, "vectorised", 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compile, gebp, "gebp", 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compile, gebpByTwo, "gebp", 2)->Unit(benchmark::kMillisecond)->UseRealTime();

void runScript(benchmark::State& state, const char* schedule) {
  for (auto _ : state) benchmark::DoNotOptimize(scheduled(schedule));
}
BENCHMARK_CAPTURE(runScript, full_tiling, "full_tiling")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runScript, gebp, "gebp")->Unit(benchmark::kMillisecond);

// From the schedule function to machine code: what a person waits for before a kernel runs. By the clock: two threads
// generate code.
void build(benchmark::State& state, const char* schedule) {
  for (auto _ : state) {
    const Result<CpuModule> code = compileForCpu(lowerForCpu(scheduled(schedule).program().function()), {.threads = 2});
    if (!code) state.SkipWithError(code.error().message.c_str());
  }
}
BENCHMARK_CAPTURE(build, naive, "naive")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(build, loop_reorder, "loop_reorder")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(build, tile_reduction, "tile_reduction")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(build, full_tiling, "full_tiling")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(build, fused, "fused")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(build, vectorised, "vectorised")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(build, gebp, "gebp")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace lw
