// Kernels as PTX: the instructions that are wanted, and code that NVIDIA's assembler takes where it is installed.
#include <gmock/gmock.h>

#include <sstream>

#include "core/ir/intrinsics.h"
#include "tests/cuda/ptx_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;
using ::testing::Not;

std::string ptxOf(const std::string& sample, const std::string& schedule, const std::string& arch = "sm_80") {
  const Scheduled s = scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/" + sample + ".py"), schedule);
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : toText(program.error()));
  if (!program) return "";
  const Result<PtxModule> module = compileForCuda(*program, arch);
  EXPECT_TRUE(module.ok()) << sample << ":" << schedule << ": " << (module.ok() ? "" : toText(module.error()));
  return module ? module->text : "";
}

std::string ptxOfFile(const std::string& path, const std::string& schedule) {
  const Scheduled s = scheduledBy(contents(LW_SOURCE_DIR "/samples/" + path), schedule);
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  const Result<PtxModule> module = program ? compileForCuda(*program, "sm_80") : Result<PtxModule>(program.error());
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : toText(module.error()));
  return module ? module->text : "";
}

// One instruction that others do not come between.
TEST(Ptx, AtomicUpdates) {
  EXPECT_THAT(ptxOfFile("primitives/14_bind.py", "schedule"), HasSubstr("atom.global.add.f32"));
  EXPECT_THAT(ptxOfFile("histogram.py", "gpu"), HasSubstr("atom.global.add.u32"));
}

TEST(Ptx, HasWhatTheScheduleAskedFor) {
  const std::string window = ptxOf("window_sum", "schedule");
  EXPECT_THAT(window, HasSubstr(".entry window_sum_kernel"));
  EXPECT_THAT(window, HasSubstr(".target sm_80"));
  EXPECT_THAT(window, HasSubstr(".maxntid 128"));
  EXPECT_THAT(window, HasSubstr(".shared .align 16 .b8 A_shared"));
  EXPECT_THAT(window, HasSubstr("bar.sync"));
  EXPECT_THAT(window, HasSubstr("%ctaid.x"));
  EXPECT_THAT(window, HasSubstr("ld.shared.f32"));
  EXPECT_THAT(window, HasSubstr("ld.global"));
  EXPECT_THAT(ptxOf("window_sum", "bound"), Not(HasSubstr("bar.sync")));
  const std::string matmul = ptxOf("matmul", "schedule");
  const auto count = [&](const std::string& word) {
    int n = 0;
    for (size_t at = 0; (at = matmul.find(word, at)) != std::string::npos; at += word.size()) ++n;
    return n;
  };
  EXPECT_EQ(count("ld.global.nc.v4.f32"), 4) << "threads copy four floats at a time, two of them from each operand";
  EXPECT_EQ(count("st.shared.v4.f32"), 4);
  EXPECT_EQ(count("fma.rn.f32"), 512);
  EXPECT_EQ(count(".local"), 0) << "the tile of a thread lies in registers";
}

// LLVM's vectorizers, which have errors (backends/cpu/optimise.cpp), do not run: pairs of halves are the schedule's
// work.
TEST(Ptx, PairsHalvesWhereTheScheduleVectorizes) {
  for (const bool vectorized : {false, true}) {
    const Scheduled s = scheduledBy(R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((64, 4), "float16"), B: T.Buffer((64, 4), "float16")):
    for t, i in T.grid(64, 4):
        with T.block("B"):
            vt, vi = T.axis.remap("SS", [t, i])
            B[vt, vi] = A[vt, vi] * A[vt, vi] + A[vt, vi]


def schedule(sch):
    t, i = sch.get_loops(sch.get_block("B"))
    sch.bind(t, "threadIdx.x")
    sch.)" + std::string(vectorized ? "vectorize" : "unroll") +
                                        "(i)\n",
                                    "schedule");
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error());
    const Result<PtxModule> module = compileForCuda(*program, "sm_80");
    ASSERT_TRUE(module.ok()) << toText(module.error());
    EXPECT_EQ(timesIn(module->text, "fma.rn.f16x2"), vectorized ? 2 : 0) << module->text;
  }
}

// 128 threads: five shuffles in each warp, two for the four warps, one barrier between; two words for each double.
TEST(Ptx, WarpsShuffle) {
  const auto count = [](const std::string& text, const std::string& word) {
    int n = 0;
    for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++n;
    return n;
  };
  std::string sums = ptxOf("reduction", "schedule");
  EXPECT_EQ(count(sums, "shfl.sync.idx.b32"), 7) << sums;
  EXPECT_EQ(count(sums, "bar.sync"), 1) << sums;
  EXPECT_EQ(count(sums, ".local"), 0) << "the values lie in registers";
  std::string text = contents(LW_SOURCE_DIR "/samples/gpu/reduction.py");
  for (size_t at; (at = text.find("float32")) != std::string::npos;) text.replace(at, 7, "float64");
  const Scheduled s = scheduledBy(text, "schedule");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  const Result<PtxModule> module = compileForCuda(*program, "sm_80");
  ASSERT_TRUE(module.ok());
  EXPECT_EQ(count(module->text, "shfl.sync.idx.b32"), 14);
  if (assembler().empty()) return;
  const Assembled a = assemble(module->text, "sm_80");
  EXPECT_EQ(a.code, 0) << a.out;
}

// Copies of the next tiles run on by themselves where the device can do that, 16 bytes at a time.
TEST(Ptx, FetchesTilesAhead) {
  const auto count = [](const std::string& text, const std::string& word) {
    int n = 0;
    for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++n;
    return n;
  };
  const std::string ahead = ptxOf("matmul", "ahead");
  EXPECT_GE(count(ahead, "cp.async.ca.shared.global"), 4) << ahead;
  EXPECT_EQ(count(ahead, "cp.async.ca.shared.global"), count(ahead, "], 16;")) << "all are of 16 bytes";
  EXPECT_GE(count(ahead, "cp.async.wait_all"), 1);
  EXPECT_EQ(count(ahead, "bar.sync"), count(ahead, "cp.async.wait_all"))
      << "one of each in a round, before the next copies";
  EXPECT_EQ(count(ahead, "st.shared"), 0);
  EXPECT_EQ(count(ptxOf("matmul", "ahead", "sm_75"), "cp.async"), 0);
  EXPECT_EQ(count(ahead, "fma.rn.f32"), 512) << "rounds with a barrier are not written out";
}

// Two groups are under way while one tile is used; the last two rounds stand behind the loop.
TEST(Ptx, PipelinesKeepCopiesUnderWay) {
  const auto count = [](const std::string& text, const std::string& word) {
    int n = 0;
    for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++n;
    return n;
  };
  const std::string piped = ptxOf("matmul", "pipelined");
  EXPECT_EQ(count(piped, "cp.async.wait_group 2;"), 3) << piped;
  EXPECT_EQ(count(piped, "cp.async.wait_all"), 0);
  EXPECT_EQ(count(piped, "cp.async.commit_group"), 2 * (2 + 1 + 2)) << "empty ones at the end keep the count";
  EXPECT_EQ(count(piped, "bar.sync"), 3);
  EXPECT_EQ(count(piped, "fma.rn.f32"), 3 * 512);
  EXPECT_EQ(count(piped, "st.shared"), 0);
  const std::string old = ptxOf("matmul", "pipelined", "sm_70");
  EXPECT_EQ(count(old, "cp.async"), 0);
  EXPECT_GT(count(old, "st.shared"), 0);
}

// The formulas of the cpu (tests/cpu/test_vector_math.cpp measures them), on instructions that round as IEEE 754 says:
// nothing approximate, no denormal number becomes zero. What comes from elsewhere is refused.
TEST(Ptx, MathIsThatOfTheCpu) {
  const auto kernelOf = [](const std::string& type, const std::string& value) {
    const Scheduled s =
        scheduledBy("from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((64,), \"" + type +
                        "\"), B: T.Buffer((64,), \"" + type + R"(")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = )" + value +
                        R"(


def schedule(sch):
    i, = sch.get_loops(sch.get_block("B"))
    sch.bind(i, "threadIdx.x")
)",
                    "schedule");
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    EXPECT_TRUE(program.ok());
    return compileForCuda(*program, "sm_80");
  };
  for (const char* function : {"exp", "exp2", "log", "log2", "log10", "tanh", "sigmoid", "erf", "sqrt", "rsqrt"}) {
    const Result<PtxModule> module = kernelOf("float32", std::string("T.") + function + "(A[vi])");
    ASSERT_TRUE(module.ok()) << function << ": " << toText(module.error());
    for (const char* sloppy : {".ftz", ".approx", ".full", "call"})
      EXPECT_THAT(module->text, Not(HasSubstr(sloppy))) << function;
  }
  EXPECT_THAT(kernelOf("float32", "A[vi] / T.float32(3.5)")->text, HasSubstr("div.rn.f32"));
  EXPECT_THAT(kernelOf("float32", "T.sqrt(A[vi])")->text, HasSubstr("sqrt.rn.f32"));
  // Everything that the language has, in all types; nothing is left to be linked.
  for (const char* type : {"float16", "float32", "float64"})
    for (const IntrinsicInfo& i : allIntrinsics()) {
      if (!i.elementwise() || i.result != ResultType::OfFirstArgument || i.name.find("shift") == 0 ||
          i.name.find("bitwise") == 0 || i.name == "popcount")
        continue;
      std::string args = "A[vi]";
      for (int k = 1; k < i.minArgs; ++k) args += i.name == "ldexp" ? ", 3" : ", A[63 - vi]";
      const Result<PtxModule> module = kernelOf(type, "T." + std::string(i.name) + "(" + args + ")");
      ASSERT_TRUE(module.ok()) << i.name << " of " << type << ": " << toText(module.error());
      for (const char* sloppy : {".ftz", ".approx", ".full", ".extern"})
        EXPECT_THAT(module->text, Not(HasSubstr(sloppy))) << i.name << " of " << type;
      if (assembler().empty() || type == std::string("float16")) continue;
      const Assembled a = assemble(module->text, "sm_80");
      EXPECT_EQ(a.code, 0) << i.name << " of " << type << a.out;
    }
  EXPECT_THAT(kernelOf("float64", "T.exp(A[vi])")->text, HasSubstr("fma.rn.f64"));
  const Result<PtxModule> refused = kernelOf("float32", "T.call_extern(\"float32\", \"sinpif\", A[vi])");
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("sinpif"));
}

// Every line after `.loc 1 N` is of lines[N - 1]: the stores of the transpose are of the two blocks, and the assembler
// takes the numbers.
TEST(Ptx, LinesLeadToLoopsAndBlocks) {
  const Scheduled s = scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/transpose.py"), "schedule");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  const Result<PtxModule> module = compileForCuda(*program, "sm_80", {.lineNumbers = true});
  ASSERT_TRUE(module.ok()) << toText(module.error());
  std::map<std::string, std::string> blockOfStore;  // "st.shared" -> the block that it is from
  std::istringstream text(module->text);
  size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    if (const size_t at = line.find(".loc"); at != std::string::npos)
      number = std::stoul(line.substr(line.find(' ', at + 5)));
    for (const char* store : {"st.shared", "st.global"})
      if (line.find(store) != std::string::npos) {
        ASSERT_GE(number, 1u);
        ASSERT_LE(number, module->lines.size());
        forEachStmt(s.scheduled.body, [&](const Stmt& x) {
          if (const auto* block = x.as<Block>(); block && block->id == module->lines[number - 1].origin.block)
            blockOfStore[store] = block->name;
        });
      }
  }
  EXPECT_EQ(blockOfStore["st.shared"], "A_shared");
  EXPECT_EQ(blockOfStore["st.global"], "B");
  if (assembler().empty()) return;
  const Assembled a = assemble(module->text, "sm_80");
  EXPECT_EQ(a.code, 0) << a.out;
}

TEST(Ptx, AssemblerTakesItForEveryArchitecture) {
  if (assembler().empty()) GTEST_SKIP() << "ptxas is not installed";
  for (const GpuDevice& device : gpuDevices()) {
    const std::string arch(device.name), ptx = ptxOf("softmax", "schedule", arch);
    const Assembled a = assemble(ptx, arch);
    if (!a.tooOld()) EXPECT_EQ(a.code, 0) << arch << "\n" << a.out;
  }
}

TEST(Ptx, RefusalsAreWords) {
  const Scheduled s = scheduledBy(R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = T.call_pure_extern("float32", "sinpif", A[vi])


def schedule(sch):
    i, = sch.get_loops(sch.get_block("B"))
    sch.bind(i, "threadIdx.x")
)",
                                  "schedule");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  const Result<PtxModule> module = compileForCuda(*program, "sm_80");
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().message, "CUDA kernels cannot call the external function sinpif");
  const Result<PtxModule> arch = compileForCuda(*program, "sm_12");
  ASSERT_FALSE(arch.ok());
  EXPECT_THAT(arch.error().hint, HasSubstr("sm_80"));
}

// Matrix operations of a warp: fragments are in registers, and NVIDIA's assembler takes the code.
TEST(Ptx, TensorCores) {
  for (const std::string arch : {"sm_70", "sm_75", "sm_80", "sm_90"}) {
    const std::string text = ptxOf("tensor_cores", "schedule", arch);
    EXPECT_EQ(timesIn(text, "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16"), 4) << text;
    EXPECT_EQ(timesIn(text, "wmma.load.b.sync.aligned.row.m16n16k16.shared.f16"), 4);
    EXPECT_EQ(timesIn(text, "wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32"), 8);
    EXPECT_EQ(timesIn(text, "wmma.store.d.sync.aligned.row.m16n16k16.global.f32"), 4);
    EXPECT_EQ(timesIn(text, ".local"), 0) << "fragments lie in registers";
    EXPECT_THAT(text, HasSubstr(".shared .align 32 .b8 A_shared"));
    if (assembler().empty()) continue;
    const Assembled a = assemble(text, arch);
    if (a.tooOld()) continue;
    EXPECT_EQ(a.code, 0) << a.out;
    EXPECT_THAT(a.out, HasSubstr("0 bytes spill stores"));
  }
}

TEST(Ptx, TensorCoresOfEveryType) {
  struct Case {
    const char *types, *in, *sum, *arch, *product;
    bool transposed;
  };
  const Case cases[] = {{"f16f16f16", "float16", "float16", "sm_70", "row.row.m16n16k16.f16.f16", false},
                        {"f16f16f32", "float16", "float32", "sm_70", "row.col.m16n16k16.f32.f32", true},
                        {"bf16bf16f32", "bfloat16", "float32", "sm_80", "row.row.m16n16k16.f32.bf16.bf16.f32", false},
                        {"s8s8s32", "int8", "int32", "sm_75", "row.col.m16n16k16.s32.s8.s8.s32", true}};
  for (const Case& c : cases) {
    const std::string b = c.transposed ? "B[vj, vk]" : "B[vk, vj]";
    const auto cast = [&](const std::string& x) {
      return std::string(c.in) == c.sum ? x : "T.Cast(\"" + std::string(c.sum) + "\", " + x + ")";
    };
    const std::string text =
        "from composites.gpu_matmul import tensor_core_matmul\nfrom tvm.script import tir as T\n\n\n@T.prim_func\n"
        "def matmul(A: T.Buffer((64, 64), \"" +
        std::string(c.in) + "\"), B: T.Buffer((64, 64), \"" + c.in + "\"), C: T.Buffer((64, 64), \"" + c.sum +
        "\")):\n    for i, j, k in T.grid(64, 64, 64):\n        with T.block(\"C\"):\n"
        "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n            with T.init():\n"
        "                C[vi, vj] = T." +
        c.sum + "(0)\n            C[vi, vj] = C[vi, vj] + " + cast("A[vi, vk]") + " * " + cast(b) +
        "\n\n\ndef schedule(sch):\n    tensor_core_matmul(sch, sch.get_block(\"C\"), types=\"" + c.types +
        "\", transposed=" + (c.transposed ? "True" : "False") + ")\n";
    const Scheduled s = scheduledBy(text, "schedule");
    expectRight(s, c.types, [] {
      InputSpec inputs;
      inputs.ranges.emplace("*", ValueRange{ValueRange::Kind::Integers});
      return inputs;
    }());
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error());
    const Result<PtxModule> module = compileForCuda(*program, c.arch);
    ASSERT_TRUE(module.ok()) << toText(module.error());
    EXPECT_THAT(module->text, HasSubstr(std::string("wmma.mma.sync.aligned.") + c.product)) << module->text;
    if (!assembler().empty()) {
      const Assembled a = assemble(module->text, c.arch);
      if (!a.tooOld()) EXPECT_EQ(a.code, 0) << a.out;
    }
    if (c.in == std::string("float16")) continue;
    const Result<PtxModule> older = compileForCuda(*program, "sm_70");
    ASSERT_FALSE(older.ok());
    EXPECT_EQ(older.error().message,
              "the target sm_70 has no instruction for matrix operations of the shape m16n16k16 on " +
                  std::string(c.in == std::string("int8") ? c.sum : c.in));
    EXPECT_THAT(older.error().hint, HasSubstr("sm_75 also int8 and sm_80 also bfloat16"));
  }
}

// Tiles of lanes: ldmatrix and mma, with all fragments in registers.
TEST(Ptx, MmaAndLdmatrix) {
  for (const std::string arch : {"sm_80", "sm_90"}) {
    const std::string text = ptxOf("mma", "schedule", arch);
    EXPECT_EQ(timesIn(text, "ldmatrix.sync.aligned.m8n8.x4.shared.b16"), 4) << text;
    EXPECT_EQ(timesIn(text, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"), 4);
    EXPECT_EQ(timesIn(text, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"), 16);
    EXPECT_EQ(timesIn(text, "st.global.v2.f32"), 16);
    EXPECT_EQ(timesIn(text, ".local"), 0) << "fragments lie in registers";
    if (assembler().empty()) continue;
    const Assembled a = assemble(text, arch);
    EXPECT_EQ(a.code, 0) << a.out;
    EXPECT_THAT(a.out, HasSubstr("0 bytes spill stores"));
  }
  const std::string ahead = ptxOf("mma", "pipelined");
  EXPECT_THAT(ahead, HasSubstr("cp.async.wait_group"));
  EXPECT_THAT(ahead, HasSubstr("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"));
  if (assembler().empty()) return;
  const Assembled a = assemble(ahead, "sm_80");
  EXPECT_EQ(a.code, 0) << a.out;
}

TEST(Ptx, MmaOfEveryType) {
  struct Case {
    const char *types, *in, *sum, *product;
    bool transposed, transposedLoads, plainLoads;
  };
  // Bytes by rows of k are put together from elements, because ldmatrix does not transpose them.
  const Case cases[] = {
      {"f16f16f16", "float16", "float16", "m16n8k16.row.col.f16.f16.f16.f16", false, true, true},
      {"f16f16f32", "float16", "float32", "m16n8k16.row.col.f32.f16.f16.f32", true, false, true},
      {"bf16bf16f32", "bfloat16", "float32", "m16n8k16.row.col.f32.bf16.bf16.f32", false, true, true},
      {"i8i8i32", "int8", "int32", "m16n8k32.row.col.s32.s8.s8.s32", true, false, true},
      {"i8i8i32", "int8", "int32", "m16n8k32.row.col.s32.s8.s8.s32", false, false, true},
      {"e4m3e4m3f32", "float8_e4m3fn", "float32", "m16n8k32.row.col.f32.e4m3.e4m3.f32", true, false, true},
      {"e5m2e5m2f32", "float8_e5m2", "float32", "m16n8k32.row.col.f32.e5m2.e5m2.f32", false, false, true},
      {"e4m3e4m3f16", "float8_e4m3fn", "float16", "m16n8k32.row.col.f16.e4m3.e4m3.f16", true, false, true},
      {"e5m2e5m2f16", "float8_e5m2", "float16", "m16n8k32.row.col.f16.e5m2.e5m2.f16", false, false, true}};
  for (const Case& c : cases) {
    const std::string b = c.transposed ? "B[vj, vk]" : "B[vk, vj]";
    const auto cast = [&](const std::string& x) {
      return std::string(c.in) == c.sum ? x : "T.Cast(\"" + std::string(c.sum) + "\", " + x + ")";
    };
    const std::string text =
        "from composites.gpu_matmul import mma_matmul\nfrom tvm.script import tir as T\n\n\n@T.prim_func\n"
        "def matmul(A: T.Buffer((64, 64), \"" +
        std::string(c.in) + "\"), B: T.Buffer((64, 64), \"" + c.in + "\"), C: T.Buffer((64, 64), \"" + c.sum +
        "\")):\n    for i, j, k in T.grid(64, 64, 64):\n        with T.block(\"C\"):\n"
        "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n            with T.init():\n"
        "                C[vi, vj] = T." +
        c.sum + "(0)\n            C[vi, vj] = C[vi, vj] + " + cast("A[vi, vk]") + " * " + cast(b) +
        "\n\n\ndef schedule(sch):\n    mma_matmul(sch, sch.get_block(\"C\"), types=\"" + c.types +
        "\", transposed=" + (c.transposed ? "True" : "False") + ")\n";
    const Scheduled s = scheduledBy(text, "schedule");
    expectRight(s, c.types, smallIntegers());
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error());
    const bool float8 = std::string_view(c.in).starts_with("float8");
    const std::string arch = float8 ? "sm_89" : "sm_80", before = float8 ? "sm_86" : "sm_75";
    const Result<PtxModule> module = compileForCuda(*program, arch);
    ASSERT_TRUE(module.ok()) << toText(module.error());
    EXPECT_THAT(module->text, HasSubstr(std::string("mma.sync.aligned.") + c.product)) << module->text;
    const Result<std::vector<Argument>> inputs = makeArguments(s.source, smallIntegers());
    ASSERT_TRUE(inputs.ok());
    expectComputes(*module, *program, s.source, *inputs, wantedOf(s.source, *inputs), c.product);
    EXPECT_EQ(timesIn(module->text, "x4.trans.shared.b16") > 0, c.transposedLoads) << c.types;
    EXPECT_EQ(timesIn(module->text, "x4.shared.b16") > 0, c.plainLoads) << c.types;
    if (!assembler().empty()) {
      const Assembled a = assemble(module->text, arch);
      EXPECT_EQ(a.code, 0) << a.out;
    }
    const Result<PtxModule> older = compileForCuda(*program, before);
    ASSERT_FALSE(older.ok());
    EXPECT_THAT(older.error().message,
                HasSubstr("the target " + before + " has no instruction for matrix operations of the shape"));
    EXPECT_THAT(older.error().hint, HasSubstr(float8 ? "mma instructions of float8 exist from sm_89 on"
                                                     : "mma instructions of these shapes exist from sm_80 on"));
  }
}

// T.ptx_mma on registers of threads.
TEST(Ptx, MmaOnRegisters) {
  struct Case {
    const char *shape, *in, *sum, *inWord, *sumWord, *instruction;
    int a, b, c;  // elements of a lane
  };
  const Case cases[] = {
      {"m16n8k8", "float16", "float32", "fp16", "fp32", "m16n8k8.row.col.f32.f16.f16.f32", 4, 2, 4},
      {"m16n8k16", "float16", "float16", "fp16", "fp16", "m16n8k16.row.col.f16.f16.f16.f16", 8, 4, 4},
      {"m16n8k16", "bfloat16", "float32", "bf16", "fp32", "m16n8k16.row.col.f32.bf16.bf16.f32", 8, 4, 4},
      {"m16n8k4", "float32", "float32", "tf32", "fp32", "m16n8k4.row.col.f32.tf32.tf32.f32", 2, 1, 4},
      {"m16n8k8", "float32", "float32", "tf32", "fp32", "m16n8k8.row.col.f32.tf32.tf32.f32", 4, 2, 4},
      {"m8n8k16", "int8", "int32", "int8", "int32", "m8n8k16.row.col.s32.s8.s8.s32", 4, 4, 2},
      {"m16n8k16", "uint8", "int32", "uint8", "int32", "m16n8k16.row.col.s32.u8.u8.s32", 8, 4, 4},
      {"m16n8k32", "int8", "int32", "int8", "int32", "m16n8k32.row.col.s32.s8.s8.s32", 16, 8, 4},
      {"m16n8k32", "float8_e4m3fn", "float32", "e4m3", "fp32", "m16n8k32.row.col.f32.e4m3.e4m3.f32", 16, 8, 4},
      {"m16n8k32", "float8_e5m2", "float32", "e5m2", "fp32", "m16n8k32.row.col.f32.e5m2.e5m2.f32", 16, 8, 4},
      {"m16n8k32", "float8_e4m3fn", "float16", "e4m3", "fp16", "m16n8k32.row.col.f16.e4m3.e4m3.f16", 16, 8, 4},
      {"m8n8k4", "float64", "float64", "fp64", "fp64", "m8n8k4.row.col.f64.f64.f64.f64", 1, 1, 2}};
  for (const Case& c : cases) {
    const auto number = [](int n) { return std::to_string(n); };
    const auto copy = [&](const char* name, int n) {
      return "                for e in T.unroll(" + number(n) + "):\n                    " + name +
             "[e] = " + (*name == 'a' ? "A" : "B") + "[tx, e]\n";
    };
    const std::string text =
        "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((32, " + number(c.a) + "), \"" + c.in +
        "\"), B: T.Buffer((32, " + number(c.b) + "), \"" + c.in + "\"), C: T.Buffer((32, " + number(c.c) + "), \"" +
        c.sum +
        "\")):\n    for bx in T.thread_binding(1, thread=\"blockIdx.x\"):\n"
        "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n            with T.block(\"warp\"):\n"
        "                T.reads(A[0:32, 0:" +
        number(c.a) + "], B[0:32, 0:" + number(c.b) +
        "])\n"
        "                T.writes(C[0:32, 0:" +
        number(c.c) +
        "])\n"
        "                a = T.alloc_buffer((" +
        number(c.a) + ",), \"" + c.in +
        "\", scope=\"local\")\n"
        "                b = T.alloc_buffer((" +
        number(c.b) + ",), \"" + c.in +
        "\", scope=\"local\")\n"
        "                c = T.alloc_buffer((" +
        number(c.c) + ",), \"" + c.sum + "\", scope=\"local\")\n" + copy("a", c.a) + copy("b", c.b) +
        "                T.evaluate(T.mma_fill(" + number(c.c) + ", c.data, 0, dtype=\"" + c.sum +
        "\"))\n"
        "                T.evaluate(T.ptx_mma(\"" +
        c.shape + "\", \"row\", \"col\", \"" + c.inWord + "\", \"" + c.inWord + "\", \"" + c.sumWord +
        "\", a.data, 0, b.data, 0, c.data, 0, False, dtype=\"" + c.sum +
        "\"))\n"
        "                for e in T.unroll(" +
        number(c.c) +
        "):\n                    C[tx, e] = c[e]\n"
        "\n\ndef schedule(sch):\n    pass\n";
    const Scheduled s = scheduledBy(text, "schedule");
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error());
    const std::string arch = std::string_view(c.in).starts_with("float8") ? "sm_89" : "sm_80";
    const Result<PtxModule> module = compileForCuda(*program, arch);
    ASSERT_TRUE(module.ok()) << c.instruction << toText(module.error());
    const Result<std::vector<Argument>> inputs = makeArguments(s.source, smallIntegers());
    ASSERT_TRUE(inputs.ok());
    std::vector<Argument> emulated = *inputs;
    ASSERT_TRUE(emulate(*program, s.scheduled, emulated).ok());
    expectComputes(*module, *program, s.source, *inputs, emulated, c.instruction);
    EXPECT_EQ(timesIn(module->text, std::string("mma.sync.aligned.") + c.instruction), 1) << module->text;
    EXPECT_EQ(timesIn(module->text, ".local"), 0) << c.instruction << module->text;
    if (assembler().empty()) continue;
    const Assembled a = assemble(module->text, arch);
    EXPECT_EQ(a.code, 0) << a.out;
  }
}

// Copies ahead of their use are asynchronous, also to tiles that tensor cores load.
TEST(Ptx, TensorCoresOverAsynchronousCopies) {
  const std::string text = ptxOf("tensor_cores", "pipelined");
  EXPECT_THAT(text, HasSubstr("cp.async.ca.shared.global")) << text;
  EXPECT_THAT(text, HasSubstr("cp.async.wait"));
  EXPECT_THAT(text, HasSubstr("wmma.mma.sync"));
  if (assembler().empty()) return;
  const Assembled a = assemble(text, "sm_80");
  EXPECT_EQ(a.code, 0) << a.out;
}

}  // namespace
}  // namespace lw
