// Random GPU schedules of a product with a stage after it: every schedule that the steps and lowering accept runs on
// the emulator without a finding and computes the same values as the unscheduled program. LW_RANDOM_GPU=N makes N
// schedules (the default is 40), LW_RANDOM_SEED=N begins with that seed, LW_RANDOM_MINUTES=N ends after that time.
#include <algorithm>
#include <chrono>
#include <random>

#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  std::string program() {
    rows = number(3, 24), columns = number(3, 24), depth = number(2, 20);
    const std::string r = std::to_string(rows), c = std::to_string(columns), d = std::to_string(depth);
    return "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((" + r + ", " + d +
           "), \"float32\"), B: T.Buffer((" + d + ", " + c + "), \"float32\"), D: T.Buffer((" + r + ", " + c +
           "), \"float32\")):\n    C = T.alloc_buffer((" + r + ", " + c + "))\n    for i, j, k in T.grid(" + r + ", " +
           c + ", " + d +
           "):\n        with T.block(\"C\"):\n            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n            "
           "with T.init():\n                C[vi, vj] = T.float32(0)\n"
           "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n    for i, j in T.grid(" +
           r + ", " + c +
           "):\n        with T.block(\"D\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n            D[vi, vj] "
           "= T.max(C[vi, vj], T.float32(0))" +
           (maybe(30) ? " + A[vi, 0]" : "") + "\n\n\n" + schedule();
  }

 private:
  int number(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }
  bool maybe(int percent) { return number(1, 100) <= percent; }
  void step(const std::string& s) { text_ += "    " + s + "\n"; }
  std::string factors(int inner) const { return "[None, " + std::to_string(inner) + "]"; }

  std::string schedule() {
    text_ = "def schedule(sch):\n";
    ty_ = number(1, 6), tx_ = number(1, 8);
    int step_k = number(1, 6);
    const bool together = maybe(35), warps = together && maybe(50), merged = !together && maybe(50),
               own = !together && maybe(50), sides = maybe(30);
    if (warps) tx_ = number(1, 2), step_k = maybe(50) ? 32 : 64;
    step("block = sch.get_block(\"C\")");
    if (own) step("result = sch.cache_write(block, 0, \"local\")");
    step("i, j, k = sch.get_loops(block)");
    const std::string rows =
        sides ? "i0, iv, i1 = sch.split(i, [None, " + std::to_string(number(1, 3)) + ", " + std::to_string(ty_) + "])"
              : "i0, i1 = sch.split(i, " + factors(ty_) + ")";
    const std::string columns =
        sides ? "j0, jv, j1 = sch.split(j, [None, " + std::to_string(number(1, 3)) + ", " + std::to_string(tx_) + "])"
              : "j0, j1 = sch.split(j, " + factors(tx_) + ")";
    step(rows), step(columns);
    step("k0, k1 = sch.split(k, " + factors(step_k) + ")");
    const std::string order =
        sides ? maybe(50) ? "i0, j0, iv, jv, i1, j1, " : "i0, j0, i1, j1, iv, jv, " : "i0, j0, i1, j1, ";
    step("sch.reorder(" + order + (together && maybe(50) ? "k1, k0)" : "k0, k1)"));
    if (sides) step("sch.bind(iv, \"vthread.y\")"), step("sch.bind(jv, \"vthread.x\")");
    step("sch.bind(i0, \"blockIdx.y\")");
    step(!sides && maybe(20) ? "sch.bind(j0, \"vthread.x\")" : "sch.bind(j0, \"blockIdx.x\")");
    step("sch.bind(i1, \"threadIdx.y\")");
    step(warps ? "sch.bind(j1, \"threadIdx.z\")" : "sch.bind(j1, \"threadIdx.x\")");
    if (together) step(warps ? "sch.bind(k1, \"threadIdx.x\")" : "sch.bind(k1, \"threadIdx.z\")");
    if (own)
      step(sides && order.ends_with("jv, ") ? "sch.reverse_compute_at(result, jv)"
                                            : "sch.reverse_compute_at(result, j1)");
    if (!together)
      for (int operand = 0; operand < 2; ++operand)
        if (maybe(70)) copy(operand);
    if (atK_ > 0 && !ahead_ && maybe(60)) pipeline();
    if (!together && maybe(30)) step("sch.unroll(k1)");
    if (!together && maybe(40)) step("sch.decompose_reduction(block, k0)");
    if (merged) step("sch.reverse_compute_at(sch.get_block(\"D\"), " + std::string(maybe(50) ? "j1" : "j0") + ")");
    consumer(merged);
    return text_;
  }

  // Assigns the copies of k0 to early stages and the product to a late one, in any order.
  void pipeline() {
    std::vector<int> stages(static_cast<size_t>(atK_), 0), order;
    for (int& stage : stages) stage = number(0, 1);
    stages.push_back(number(1, 3));
    for (int i = 0; i <= atK_; ++i) order.push_back(i);
    std::shuffle(order.begin(), order.end(), random_);
    const auto list = [](const std::vector<int>& values) {
      std::string text;
      for (const int v : values) text += (text.empty() ? "[" : ", ") + std::to_string(v);
      return text + "]";
    };
    step("sch.annotate(k0, \"software_pipeline_stage\", " + list(stages) + ")");
    step("sch.annotate(k0, \"software_pipeline_order\", " + list(order) + ")");
    if (maybe(60))
      step("sch.annotate(k0, \"software_pipeline_async_stages\", " + std::string(maybe(50) ? "[0]" : "[0, 1]") + ")");
  }

  void copy(int operand) {
    const bool shared = maybe(75);
    const char* places[] = {"j0", "j1", "k0"};
    step("copy = sch.cache_read(block, " + std::to_string(operand) + ", \"" + (shared ? "shared" : "local") + "\")");
    const std::string place = shared ? places[number(0, 2)] : places[number(1, 2)];
    step("sch.compute_at(copy, " + place + ")");
    atK_ += place == "k0";
    if (!shared) return;
    if (maybe(20)) ahead_ = true, step("sch.annotate(copy, \"double_buffer_scope\", 0)");
    if (maybe(30)) step("sch.storage_align(copy, 0, 0, 8, 1)");
    if (maybe(30)) step("sch.storage_swizzle(copy, 0, " + std::to_string(32 << number(0, 2)) + ")");
    if (maybe(25)) return;  // every thread copies everything
    step("fused = sch.fuse(*sch.get_loops(copy)[-2:])");
    if (maybe(50))
      step("rest, row, column = sch.split(fused, [None, " + std::to_string(ty_) + ", " + std::to_string(tx_) + "])");
    else
      step("rest, column = sch.split(fused, " + factors(tx_) + ")"), step("row = None");
    step("if row is not None:");
    step("    sch.bind(row, \"threadIdx.y\")");
    step("sch.bind(column, \"threadIdx.x\")");
  }

  void consumer(bool merged) {
    step("last = sch.get_loops(sch.get_block(\"D\"))");
    if (merged) {
      // Inside the kernel, with or without thread bindings of its own.
      if (maybe(50))
        step("inner, lane = sch.split(last[-1], " + factors(tx_) + ")"), step("sch.bind(lane, \"threadIdx.x\")");
      return;
    }
    step("flat = sch.fuse(*last)");
    step("b, t = sch.split(flat, " + factors(number(1, 32)) + ")");
    step("sch.bind(b, \"blockIdx.x\")");
    step("sch.bind(t, \"threadIdx.x\")");
  }

  std::mt19937 random_;
  std::string text_;
  int rows = 0, columns = 0, depth = 0, ty_ = 1, tx_ = 1;
  int atK_ = 0;         // number of copies in loop k0
  bool ahead_ = false;  // a copy has the annotation double_buffer_scope
};

TEST(RandomGpu, WhatIsAcceptedIsRight) {
  const auto number = [](const char* variable, int usual) {
    const char* text = std::getenv(variable);
    return text ? std::atoi(text) : usual;
  };
  const int wanted = number("LW_RANDOM_GPU", 40), from = number("LW_RANDOM_SEED", 0);
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(number("LW_RANDOM_MINUTES", 600));
  int accepted = 0, refusedSteps = 0, refusedLowering = 0;
  int seed = from;
  for (; seed < from + wanted && std::chrono::steady_clock::now() < end; ++seed) {
    const std::string text = Maker(static_cast<unsigned>(seed)).program();
    const SourceFile file = readProgram("random.py", text);
    ASSERT_FALSE(file.hasErrors()) << text;
    const Schedule start(Snapshot(*file.select("")).withIntrinsics(file.intrinsics));
    const ScriptRun run = interpretScheduleOf(file, "schedule", start);
    if (run.error) {
      ++refusedSteps;
      continue;
    }
    const PrimFunc& scheduled = run.schedule.program().function();
    const Result<GpuProgram> program = lowerForGpu(scheduled, defaultGpuDevice());
    if (!program) {
      EXPECT_FALSE(program.error().message.empty());
      ++refusedLowering;
      continue;
    }
    ++accepted;
    const Result<std::vector<Argument>> arguments =
        makeArguments(start.program().function(), {.seed = static_cast<uint64_t>(seed)});
    ASSERT_TRUE(arguments.ok());
    std::vector<Argument> got = *arguments;
    const Result<EmulatorReport> report = emulate(*program, scheduled, got);
    ASSERT_TRUE(report.ok()) << "seed " << seed << ": " << toText(report.error()) << text
                             << print(program->lowered).text;
    ASSERT_TRUE(report->clean()) << "seed " << seed << ": " << textOf(*report) << text << print(program->lowered).text;
    const std::vector<Argument> wanted = wantedOf(start.program().function(), *arguments);
    expectSameValues(got, wanted, "seed " + std::to_string(seed) + "\n" + text);
    packageForDevice(start.program().function(), scheduled, *arguments, wanted);
    if (HasFailure()) return;
  }
  std::printf("  seeds %d to %d: %d run, %d refused by a step, %d by lowering\n", from, seed - 1, accepted,
              refusedSteps, refusedLowering);
  EXPECT_GT(accepted, (seed - from) / 4);
}

}  // namespace
}  // namespace lw
