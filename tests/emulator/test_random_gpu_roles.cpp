// Random schedules with what newer devices have: producer warps, copies and stores of tensors, swizzled tiles,
// pipelines of asynchronous copies, products of mma and wgmma by their composites, and results that threads hand to
// each other through shared memory. Every schedule that the steps and lowering accept runs on the emulator in several
// orders of blocks, warps and lanes, without a finding, and computes in each exactly what the unscheduled program
// computes; in some of them also interleavings of two threads are searched. LW_RANDOM_GPU_ROLES=N makes N schedules
// (the default is 16), LW_RANDOM_SEED=N begins with that seed, LW_RANDOM_GPU_VERBOSE=1 prints what is refused.
#include <algorithm>
#include <map>
#include <random>

#include "backends/emulator/protocol.h"
#include "core/ir/phased_barriers.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

constexpr int kOrders = 3;  // of threads

class RolesMaker {
 public:
  explicit RolesMaker(unsigned seed) : random_(seed) {}

  std::string program() {
    const int kind = number(0, 9);
    if (kind == 0) return byGroups();
    if (kind <= 2) return byWarps();
    return byThreads();
  }

 private:
  int number(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }
  bool maybe(int percent) { return number(1, 100) <= percent; }
  template <class T>
  T oneOf(std::initializer_list<T> list) {
    return *(list.begin() + number(0, static_cast<int>(list.size()) - 1));
  }
  static std::string text(int n) { return std::to_string(n); }
  static std::string text(bool b) { return b ? "True" : "False"; }
  void step(const std::string& s) { text_ += "    " + s + "\n"; }
  static std::string matrix(int rows, int columns) { return "(" + text(rows) + ", " + text(columns) + ")"; }

  // A product, and a stage behind it if `after`.
  std::string source(int m, int n, int k, const std::string& in, const std::string& sum, bool transposed, bool after) {
    const auto wide = [&](const std::string& x) { return in == sum ? x : "T.Cast(\"" + sum + "\", " + x + ")"; };
    const std::string zero = "T." + sum + "(0)", sums = matrix(m, n), result = after ? "C" : "D";
    const std::string extra = after && in == sum && maybe(25) ? " + A[vi, 0]" : "";
    return "from composites.gpu_matmul import mma_matmul, wgmma_matmul\nfrom tvm.script import tir as T\n\n\n"
           "@T.prim_func\ndef main(A: T.Buffer(" +
           matrix(m, k) + ", \"" + in + "\"), B: T.Buffer(" + (transposed ? matrix(n, k) : matrix(k, n)) + ", \"" + in +
           "\"), D: T.Buffer(" + sums + ", \"" + sum + "\")):\n" +
           (after ? "    C = T.alloc_buffer(" + sums + ", \"" + sum + "\")\n" : "") + "    for i, j, k in T.grid(" +
           text(m) + ", " + text(n) + ", " + text(k) +
           "):\n        with T.block(\"C\"):\n            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
           "            with T.init():\n                " +
           result + "[vi, vj] = " + zero + "\n            " + result + "[vi, vj] = " + result + "[vi, vj] + " +
           wide("A[vi, vk]") + " * " + wide(transposed ? "B[vj, vk]" : "B[vk, vj]") + "\n" +
           (after ? "    for i, j in T.grid" + sums +
                        ":\n        with T.block(\"D\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                        "            D[vi, vj] = T.max(C[vi, vj], " +
                        zero + ")" + extra + "\n"
                  : "") +
           "\n\ndef schedule(sch):\n";
  }

  std::string byThreads() {
    const bool half = maybe(30), transposed = maybe(40), after = maybe(60);
    const int ty = 4 << number(0, 2), tx = 8, rows = number(1, 2), columns = number(1, 2), tiles = number(1, 3),
              unit = half ? 8 : 4, deep = unit << number(0, 2);
    const int m = std::max(1, tiles * ty * rows - (maybe(20) ? number(1, 5) : 0)),
              n = tx * columns * number(1, 2) - (maybe(10) ? 4 : 0), k = deep * number(1, 4) - (maybe(15) ? 4 : 0);
    const std::string program = source(m, n, k, half ? "float16" : "float32", "float32", transposed, after);
    text_.clear();
    step("block = sch.get_block(\"C\")");
    step("i, j, k = sch.get_loops(block)");
    const bool own = maybe(60), stored = !after && maybe(60);
    if (stored) step("out = sch.cache_write(block, 0, \"shared\")");
    if (own) step("own = sch.cache_write(block, 0, \"local\")");
    step("p, i1, i2 = sch.split(i, [None, " + text(ty) + ", " + text(rows) + "])");
    step("j0, j1, j2 = sch.split(j, [None, " + text(tx) + ", " + text(columns) + "])");
    step("k0, k1 = sch.split(k, [None, " + text(deep) + "])");
    step("sch.reorder(j0, p, i1, j1, k0, i2, j2, k1)");
    step("sch.bind(j0, \"blockIdx.x\")");
    const bool serial = maybe(45);  // a block computes several tiles
    if (!serial) step("sch.bind(p, \"blockIdx.y\")");
    step(std::string("sch.bind(i1, \"threadIdx.") + (maybe(20) ? "z" : "y") + "\")");
    step("sch.bind(j1, \"threadIdx.x\")");
    if (own) step("sch.reverse_compute_at(own, j1)");
    if (after) exchange(tx);
    if (stored) storeTile();
    const bool pipelined = maybe(20);
    int copies = 0;
    for (int operand = 0; operand < 2; ++operand)
      if (maybe(80)) ++copies, copy(operand, pipelined, ty, tx);
    if (maybe(40)) step("sch.decompose_reduction(block, k0)");
    if (maybe(30)) step("sch.unroll(k1)");
    if (pipelined)
      pipeline(copies);
    else
      roles(ty * tx % 128 == 0);
    return program + text_;
  }

  // A tile of the result in shared memory, which one instruction stores.
  void storeTile() {
    step("sch.reverse_compute_at(out, " + oneOf<std::string>({"p", "p", "p", "j0"}) + ")");
    if (maybe(10)) step("sch.storage_align(block, 0, 0, 8, 4)");
    if (maybe(20)) step("ro, ri = sch.split(sch.get_loops(out)[-2], [None, 2])");
    step("sch.annotate(sch.get_loops(out)[-2], \"tensor_store\", True)");
  }

  // The threads of a block hand their part of the tile to each other through shared memory.
  void exchange(int tx) {
    const bool shared = maybe(80);
    if (shared) step("sch.set_scope(block, 0, \"shared\")");
    step("sch.reverse_compute_at(\"D\", " + oneOf<std::string>({"j0", "p", "p", "p", "j1"}) + ")");
    if (shared && maybe(25)) step("sch.storage_align(block, 0, 0, 8, 4)");
    if (maybe(15)) step("sch.storage_swizzle(block, 0, " + text(32 << number(0, 2)) + ")");
    const int way = number(0, 3);
    if (way == 0) return;  // every thread computes everything, or its own part
    step("fused = sch.fuse(*sch.get_loops(\"D\")[-2:])");
    const int vector = way == 1 ? 1 : 4;
    step("rest, y, x, v = sch.split(fused, [None, " + text(way == 3 ? 2 : 1) + ", " + text(tx) + ", " + text(vector) +
         "])");
    step("sch.bind(x, \"threadIdx.x\")");
    if (way == 3) step("sch.bind(y, \"threadIdx.y\")");
    if (vector > 1 && maybe(60)) step("sch.vectorize(v)");
  }

  void copy(int operand, bool byThreads, int ty, int tx) {
    step("copy = sch.cache_read(block, " + text(operand) + ", \"shared\")");
    step("sch.compute_at(copy, " + (maybe(90) ? std::string("k0") : oneOf<std::string>({"p", "j1", "j0"})) + ")");
    const int layout = number(0, 4);
    if (layout == 0) step("sch.storage_align(copy, 0, -2, 8, 4)");
    if (layout == 1) step("sch.storage_swizzle(copy, 0, " + text(32 << number(0, 2)) + ")");
    if (byThreads || maybe(4)) {
      step("fused = sch.fuse(*sch.get_loops(copy)[-2:])");
      step("rest, y, x = sch.split(fused, [None, " + text(ty) + ", " + text(tx) + "])");
      step("sch.bind(x, \"threadIdx.x\")");
      step("sch.bind(y, \"threadIdx.y\")");
    } else if (maybe(15)) {
      step("rows, columns = sch.get_loops(copy)[-2:]");
      step("ro, ri = sch.split(rows, [None, " + text(2 << number(0, 1)) + "])");
      if (maybe(30)) step("sch.reorder(ri, ro)");
    }
  }

  void pipeline(int copies) {
    std::string stages, order;
    for (int c = 0; c < copies; ++c) stages += "0, ", order += text(c) + ", ";
    step("sch.annotate(k0, \"software_pipeline_stage\", [" + stages + text(number(1, 3)) + "])");
    step("sch.annotate(k0, \"software_pipeline_order\", [" + order + text(copies) + "])");
    if (maybe(80)) step("sch.annotate(k0, \"software_pipeline_async_stages\", [0])");
  }

  void roles(bool groups) {
    const std::string registers = groups && maybe(30) ? ", 24, 64" : ", 0, 0";
    step("sch.specialize_warps(" + std::string(maybe(92) ? "k0" : "p") + ", " + text(number(1, maybe(80) ? 3 : 8)) +
         registers + ", " + text(maybe(50)) + ")");
  }

  std::string byWarps() {
    struct Types {
      const char *in, *sum, *name;
      int k;
    };
    const auto types = oneOf<Types>({{"float16", "float32", "f16f16f32", 16},
                                     {"float16", "float16", "f16f16f16", 16},
                                     {"bfloat16", "float32", "bf16bf16f32", 16},
                                     {"int8", "int32", "i8i8i32", 32},
                                     {"float8_e4m3fn", "float32", "e4m3e4m3f32", 32}});
    const int warpsM = number(1, 2), warpsN = number(1, 2), blockM = 16 * warpsM * number(1, 2),
              blockN = 16 * warpsN * number(1, 2), stepK = types.k * (1 << number(0, 2));
    const bool transposed = maybe(50), tensors = maybe(50), ahead = maybe(25),
               swizzle = tensors || (ahead && maybe(50));
    const int k = stepK * number(1, 3) - (maybe(10) ? 16 : 0);
    const std::string program =
        source(blockM * number(1, 2), blockN * number(1, 2), std::max(16, k), types.in, types.sum, transposed, false);
    text_.clear();
    std::string args = ", " + text(blockM) + ", " + text(blockN) + ", " + text(warpsM) + ", " + text(warpsN) + ", " +
                       text(stepK) + ", \"" + types.name + "\", transposed=" + text(transposed) +
                       ", vector=" + text(1 << number(0, 4)) + ", swizzle=" + text(swizzle);
    if (ahead && !tensors)
      args += ", ahead=" + text(number(1, 3));
    else
      args +=
          ", stages=" + text(number(1, 4)) + ", tensors=" + text(tensors) + (maybe(25) ? ", registers=[40, 232]" : "");
    args += ", staged=" + text(maybe(50));
    step("mma_matmul(sch, sch.get_block(\"C\")" + args + ")");
    return program + text_;
  }

  std::string byGroups() {
    const bool bytes = maybe(30), transposed = bytes || maybe(60), tensors = maybe(60), swizzle = tensors && maybe(60);
    const int stepK = (bytes ? 32 : 16) * (1 << number(0, 2));
    const std::string program = source(64, 64, stepK * number(1, 2), bytes ? "int8" : "float16",
                                       bytes ? "int32" : "float32", transposed, false);
    text_.clear();
    step("wgmma_matmul(sch, sch.get_block(\"C\"), 64, step_k=" + text(stepK) + ", types=\"" +
         (bytes ? "i8i8i32" : "f16f16f32") + "\", transposed=" + text(transposed) + ", stages=" + text(number(1, 3)) +
         ", tensors=" + text(tensors) + ", swizzle=" + text(swizzle) + ", staged=" + text(maybe(50)) +
         (maybe(25) ? ", registers=[40, 232]" : "") + ")");
    return program + text_;
  }

  std::mt19937 random_;
  std::string text_;
};

// What is wrong with the scheduled program; empty: nothing.
std::string fault(const PrimFunc& source, const PrimFunc& scheduled, const GpuProgram& program, unsigned seed) {
  InputSpec inputs{.seed = seed};
  inputs.ranges.emplace("*", ValueRange{ValueRange::Kind::Integers});  // sums are exact
  const Result<std::vector<Argument>> arguments = makeArguments(source, inputs);
  if (!arguments) return toText(arguments.error());
  const std::vector<Argument> wanted = wantedOf(source, *arguments);
  for (int order = 0; order < kOrders; ++order) {
    std::vector<Argument> got = *arguments;
    const uint64_t seeded = order == 0 ? 0 : uint64_t{seed} * kOrders + static_cast<uint64_t>(order);
    const std::string what = "order " + std::to_string(seeded) + ": ";
    const Result<EmulatorReport> report =
        emulate(program, scheduled, got, {.countedBlocks = order == 0 ? 1 : 0, .order = seeded});
    if (!report) return what + toText(report.error());
    if (!report->clean()) return what + textOf(*report);
    for (size_t i = 0; i < got.size(); ++i)
      if (std::get<NDArray>(got[i]).data != std::get<NDArray>(wanted[i]).data)
        return what + "argument " + std::to_string(i) + " differs";
  }
  packageForDevice(source, scheduled, *arguments, wanted);
  if (seed % 6 != 0) return "";
  const Result<Protocol> protocol = recordProtocol(program, scheduled, *arguments);
  if (!protocol) return toText(protocol.error());
  const ProtocolReport checked = checkProtocol(*protocol, {}, {.states = 300'000});
  return checked.clean() ? "" : checked.findings.front().explanation.message;
}

// What the accepted programs have.
struct Met {
  int producers = 0, tensors = 0, named = 0, groups = 0, operations = 0, stores = 0;
  void add(const PrimFunc& f) {
    int has[6] = {};
    forEachStmt(f.body, [&](const Stmt& s) {
      has[0] |=
          barriersOf(s, [](const Stmt& x) { return phasedCall(x) && phasedCall(x)->kind < PhasedKind::Named; }) > 0;
      has[2] |= isNamedBarrier(s);
      const auto* n = s.as<AttrStmt>();
      if (!n) return;
      const auto* tuple = n->key == kBulkCopy ? n->value.as<Call>() : nullptr;
      has[1] |= tuple && tuple->args.size() > 4;
      has[3] |= n->key == "async_scope";
      has[4] |= n->key == "warp_matrix";
      has[5] |= n->key == kBulkStore;
    });
    producers += has[0], tensors += has[1], named += has[2], groups += has[3], operations += has[4], stores += has[5];
  }
};

void printCounts(const char* by, const std::map<std::string, int>& counts) {
  std::printf("; refused by %s:", by);
  for (const auto& [kind, n] : counts) std::printf(" %d %s", n, kind.c_str());
}

TEST(RandomGpuRoles, WhatIsAcceptedIsRightInEveryOrder) {
  const auto number = [](const char* variable, int usual) {
    const char* text = std::getenv(variable);
    return text ? std::atoi(text) : usual;
  };
  const int wanted = number("LW_RANDOM_GPU_ROLES", 16), from = number("LW_RANDOM_SEED", 0);
  const bool verbose = std::getenv("LW_RANDOM_GPU_VERBOSE") != nullptr;
  int accepted = 0, failures = 0, seed = from;
  Met met;
  std::map<std::string, int> steps, lowering;  // what is refused, by kind
  const auto refused = [&](std::map<std::string, int>& by, const Explanation& why) {
    EXPECT_FALSE(why.message.empty());
    if (++by[why.kind] == 1 && verbose) std::printf("%d: %s\n", seed, toText(why).c_str());
  };
  for (; seed < from + wanted && failures < 3; ++seed) {
    const std::string text = RolesMaker(static_cast<unsigned>(seed)).program();
    const SourceFile file = readProgram("random.py", text);
    ASSERT_FALSE(file.hasErrors()) << text << file.diagnostics.front().message;
    const Schedule start(Snapshot(*file.select("")).withIntrinsics(file.intrinsics));
    const ScriptRun run = interpretScheduleOf(file, "schedule", start);
    if (run.error) {
      refused(steps, *run.error);
      continue;
    }
    const PrimFunc& scheduled = run.schedule.program().function();
    const Result<GpuProgram> program = lowerForGpu(scheduled, defaultGpuDevice());
    if (!program) {
      refused(lowering, program.error());
      continue;
    }
    const PrimFunc& unscheduled = start.program().function();
    const Result<GpuPlan> plan =
        planLaunches(*program, launchValues(unscheduled, *makeArguments(unscheduled, {})), defaultGpuDevice());
    if (!plan) {  // too many threads
      refused(lowering, plan.error());
      continue;
    }
    ++accepted;
    met.add(program->lowered);
    const std::string wrong = fault(unscheduled, scheduled, *program, static_cast<unsigned>(seed));
    if (wrong.empty()) continue;
    ++failures;
    ADD_FAILURE() << "seed " << seed << ": " << wrong << "\n" << text << print(program->lowered).text;
  }
  std::printf(
      "  seeds %d to %d: %d run in %d orders; with producers %d, tensors %d, named barriers %d, groups of copies %d, "
      "matrix operations %d, tensor stores %d",
      from, seed - 1, accepted, kOrders, met.producers, met.tensors, met.named, met.groups, met.operations, met.stores);
  printCounts("steps", steps);
  printCounts("lowering", lowering);
  std::printf("\n");
  EXPECT_GT(accepted, (seed - from) / 4);
  if (seed - from < 100) return;
  for (const int each : {met.producers, met.tensors, met.named, met.groups, met.operations, met.stores})
    EXPECT_GT(each, 0);
}

}  // namespace
}  // namespace lw
