// Sizes, strides and places on both sides of 2^31, on every path from the scheduled program to code. What runs touches
// a few pages of memory that the system has not committed yet.
#include <sys/mman.h>

#include <cstring>

#include "backends/c/c_source.h"
#include "backends/c/opencl.h"
#include "backends/cuda/ptx.h"
#include "backends/interpreter/interpreter.h"
#include "backends/measure/measure.h"
#include "backends/target/memory.h"
#include "backends/targets/targets.h"
#include "core/analysis/cost/cost.h"
#include "passes/pipeline.h"
#include "tests/c/compile.h"
#include "tests/cpu/kernel_fixture.h"
#include "tests/large/large_fixture.h"

namespace lw::test {
namespace {

constexpr int64_t kBorder = int64_t{1} << 31;

// ---- what lowering makes ----

TEST(Borders, AFlatBufferIsCountedIn64BitsFrom2To31On) {
  const std::string below = loweredText(large(ends(65535)).scheduled), at = loweredText(large(ends(65536)).scheduled);
  EXPECT_THAT(below, HasSubstr("T.allocate([2147385344], \"int8\""));
  EXPECT_THAT(below, Not(HasSubstr("int64")));
  EXPECT_THAT(at, HasSubstr("T.allocate([T.int64(2147483648)], \"int8\""));
  EXPECT_THAT(at, HasSubstr("T.Cast(\"int64\", i) * T.int64("));
}

TEST(Borders, StridesAndPaddedRowsCount) {
  // 2^31 - 2^15 elements; a row that is one longer makes it more than 2^31.
  const std::string text = ends(65535);
  EXPECT_THAT(loweredText(large(text, {"storage_align(\"C\", 0, 0, 32768, 16)"}).scheduled), HasSubstr("T.int64("));
  EXPECT_THAT(loweredText(large(text, {"storage_align(\"C\", 0, 0, 1, 0)"}).scheduled), Not(HasSubstr("T.int64(")));
}

TEST(Borders, OneDimensionWithNarrowIndices) {
  const auto text = [](int64_t size) {
    return "def flat(A: T.Buffer((" + std::to_string(size) +
           ",), \"int8\")):\n    for i, j in T.grid(32768, 65536):\n        with T.block(\"A\"):\n"
           "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            A[vi * 65536 + vj] = T.int8(1)\n";
  };
  EXPECT_THAT(loweredText(large(text(kBorder - 1)).scheduled), HasSubstr("A[i * 65536 + j]"));
  EXPECT_THAT(loweredText(large(text(kBorder)).scheduled),
              HasSubstr("A[T.Cast(\"int64\", i) * T.int64(65536) + T.Cast(\"int64\", j)]"));
}

const std::string kSquare =
    "def square(A: T.Buffer((65536, 65536), \"int8\"), B: T.Buffer((65536, 65536), \"int8\")):\n    for i, j in "
    "T.grid(65536, 65536):\n        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            B[vi, vj] = A[vi, vj] + T.int8(1)\n";

TEST(Borders, FusedLoopsCountAllIterations) {
  const std::string fused = print(large(kSquare, {"fuse(i, j)"}).scheduled, {}).text;
  EXPECT_THAT(fused, HasSubstr("for i_j_fused in range(T.int64(4294967296)):"));
  EXPECT_THAT(fused, HasSubstr("T.axis.spatial(65536, T.Cast(\"int32\", i_j_fused // T.int64(65536)))"));
  // Split again, and in the end the places are linear again.
  const std::string vectors =
      loweredText(large(kSquare, {"fuse(i, j)", "split(i_j_fused, [None, 64])", "vectorize(i_j_fused_1)"}).scheduled);
  EXPECT_THAT(vectors, HasSubstr("cse_var_1: T.int64 = i_j_fused_0 * T.int64(64)\n"));
  EXPECT_THAT(vectors, HasSubstr("B_1[cse_var_1:cse_var_1 + T.int64(64)] = "));
  // One less than 2^31 stays as it was.
  const std::string narrow =
      "def row(A: T.Buffer((1, 2147483647), \"int8\")):\n    for i, j in T.grid(1, 2147483647):\n        with "
      "T.block(\"A\"):\n"
      "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            A[vi, vj] = T.int8(1)\n";
  EXPECT_THAT(print(large(narrow, {"fuse(i, j)"}).scheduled, {}).text,
              HasSubstr("for i_j_fused in range(2147483647):"));
}

TEST(Borders, ATransformedLayoutKeepsItsSize) {
  const std::string text =
      "def layout(A: T.Buffer((4,), \"int8\"), B: T.Buffer((4,), \"int8\")):\n    C = T.alloc_buffer((65536, 65536), "
      "\"int8\")\n"
      "    for i, j in T.grid(65536, 65536):\n        with T.block(\"C\"):\n            vi, vj = T.axis.remap(\"SS\", "
      "[i, j])\n            C[vi, vj] = A[vi % 4]\n"
      "    for i in range(4):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(4, i)\n            B[vi] "
      "= C[vi, vi]\n";
  EXPECT_THAT(
      print(large(text, {"transform_layout(\"C\", (\"write\", 0), lambda i, j: i * 65536 + j)"}).scheduled, {}).text,
      HasSubstr("C = T.alloc_buffer((T.int64(4294967296),), \"int8\")"));
}

TEST(Borders, PartialResultsOfTheSample) {
  std::ifstream in(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const SourceFile file = readProgram("mm_exp_mm.py", text);
  const ScriptRun run = interpretStep("rfactor(\"C.rk\", 0)", Schedule(Snapshot(*file.select(""))));
  ASSERT_FALSE(run.error);
  EXPECT_THAT(loweredText(run.schedule.program().function()),
              HasSubstr("T.allocate([T.int64(2147483648)], \"float32\""));
}

TEST(Borders, CostsOfMoreThan2To31Iterations) {
  const ProgramCost cost = costOf(large(kSquare).scheduled);
  EXPECT_EQ(cost.blocks.rbegin()->second.executions, 65536.0 * 65536);
  EXPECT_EQ(cost.whole.footprint, 2 * 65536.0 * 65536);
  EXPECT_EQ(costOf(large(kSquare, {"fuse(i, j)"}).scheduled).blocks.rbegin()->second.executions, 65536.0 * 65536);
}

// ---- code ----

TEST(Borders, CWritesPlacesIn64Bits) {
  const auto c = [](const std::string& text, const std::vector<std::string>& steps = {}) {
    return writeC(lowerForCpu(large(text, steps).scheduled))->text;
  };
  EXPECT_THAT(c(ends(65536)), HasSubstr("(int64_t)i * "));
  EXPECT_THAT(c(kSquare, {"fuse(i, j)"}),
              HasSubstr("for (int64_t i_j_fused = 0; i_j_fused < 4294967296; ++i_j_fused)"));
  EXPECT_THAT(c(ends(65535)), Not(HasSubstr("int64_t")));
  // Sizes that are not known may be large.
  EXPECT_THAT(c("def rows(a: T.handle, n: T.int32):\n    A = T.match_buffer(a, (n, 4), \"int8\")\n    for i, j in "
                "T.grid(n, 4):\n        with T.block(\"A\"):\n"
                "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            A[vi, vj] = T.int8(1)\n"),
              HasSubstr("int64_t i = 0"));
  EXPECT_THAT(
      c("def gather(a: T.handle, b: T.handle, C: T.Buffer((64,), \"int8\")):\n    n = T.int32()\n    m = T.int32()\n   "
        " A = T.match_buffer(a, (n, 4), \"int8\")\n    B = T.match_buffer(b, (64, m), \"int32\")\n"
        "    for i in range(64):\n        with T.block(\"C\"):\n            vi = T.axis.spatial(64, i)\n            "
        "C[vi] = A[B[vi, 0], 3]\n"),
      HasSubstr("A[(int64_t)B[(int64_t)i * (int64_t)m] * 4 + 3]"));
  // The variable of a loop that ends at 2^31 passes what int32 counts.
  EXPECT_THAT(c("def last(A: T.Buffer((2147483648,), \"int8\")):\n    for i in range(2147483640, 2147483648):\n        "
                "A[i] = T.int8(1)\n"),
              HasSubstr("for (int64_t i = "));
}

// The kernels of a program that fills two gigabytes and a little.
const std::string kFilled =
    "def filled(A: T.Buffer((2147483904,), \"int8\")):\n    for i, j in T.grid(8388609, 256):\n        with "
    "T.block(\"A\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            A[vi * 256 + vj] = T.int8(1)\n";

GpuProgram kernelsOf(const Large& program) {
  Result<GpuProgram> kernels = lowerForGpu(program.scheduled, defaultGpuDevice());
  EXPECT_TRUE(kernels.ok()) << (kernels.ok() ? "" : toText(kernels.error()));
  return std::move(*kernels);
}

TEST(Borders, KernelsComputePlacesIn64Bits) {
  const GpuProgram wide = kernelsOf(large(kFilled, {"bind(i, \"blockIdx.x\")", "bind(j, \"threadIdx.x\")"}));
  EXPECT_THAT(writeOpenCl(wide)->text, HasSubstr("A[(int64_t)blockIdx_x * 256 + (int64_t)threadIdx_x]"));
  const std::string ptx = compileForCuda(wide, "sm_80")->text;
  EXPECT_THAT(ptx, ::testing::ContainsRegex("(mul|mad)\\.wide\\.[su]32|shl\\.b64|mad\\.lo\\.s64")) << ptx;
  EXPECT_THAT(ptx, Not(::testing::ContainsRegex("(shl\\.b32|mad\\.lo\\.s32|mul\\.lo\\.s32)"))) << ptx;
}

TEST(Borders, AxesOfLoopsOverInt64) {
  const GpuProgram wide =
      kernelsOf(large(kSquare, {"fuse(i, j)", "split(i_j_fused, [None, 256])", "bind(i_j_fused_0, \"blockIdx.x\")",
                                "bind(i_j_fused_1, \"threadIdx.x\")"}));
  EXPECT_THAT(writeOpenCl(wide)->text, HasSubstr("((int64_t)blockIdx_x * 256 + (int64_t)threadIdx_x) % 65536"));
  EXPECT_TRUE(compileForCuda(wide, "sm_80").ok());
}

// ---- runs ----

bool shortOfMemory() {
  if (availableMemory() > (int64_t{3} << 30)) return false;
  std::printf("skipped: %s of memory are available\n", memoryText(static_cast<double>(availableMemory())).c_str());
  return true;
}

TEST(Borders, ATemporaryOfMoreThan2GiBIsTouchedAtItsEnds) {
  if (shortOfMemory()) GTEST_SKIP();
  const Large program = large(ends(65540));
  MeasureOptions options;
  options.repeat = 1, options.peaks = options.baseline = false, options.threads = 1;
  const Result<Measurement> m = measure(program.file, program.source, program.scheduled, options);
  ASSERT_TRUE(m.ok()) << toText(m.error());
  ASSERT_EQ(m->outputs.size(), 1u);
  options.reference = ReferenceKind::None;
  const Result<std::vector<Argument>> inputs = makeArguments(program.source, {});
  EXPECT_EQ(m->outputs.front().second.data, std::get<NDArray>((*inputs)[0]).data);
}

// Memory that nobody has touched yet costs nothing.
class Mapped {
 public:
  explicit Mapped(size_t bytes)
      : bytes_(bytes),
        data_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~Mapped() { munmap(data_, bytes_); }
  int8_t* data() const { return data_ == MAP_FAILED ? nullptr : static_cast<int8_t*>(data_); }

 private:
  size_t bytes_;
  void* data_;
};

// Elements 0, 2^30 ..., 2^32 of a parameter, by an index of int32 arithmetic.
const std::string kSteps =
    "def steps(A: T.Buffer((4294967300,), \"int8\")):\n    for i, j in T.grid(2, 3):\n        with T.block(\"A\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            A[vj * 1073741824 + vi * 2147483647] = "
    "T.Cast(\"int8\", vi * 3 + vj + 1)\n";

void expectSteps(const Mapped& memory) {
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t j = 0; j < 3; ++j)
      EXPECT_EQ(memory.data()[j * 1073741824 + i * 2147483647], i * 3 + j + 1) << i << ", " << j;
}

TEST(Borders, CompiledCodeReachesThem) {
  const Mapped memory((size_t{1} << 32) + (size_t{1} << 31));
  if (!memory.data()) GTEST_SKIP() << "the system does not map 6 GiB";
  const test::LoadedKernel kernel = test::compileAndLoad(lowerForCpu(large(kSteps).scheduled));
  ASSERT_TRUE(kernel.entry);
  EXPECT_EQ(kernel.call({memory.data()}), 0);
  expectSteps(memory);
}

TEST(Borders, ExportedCReachesThem) {
  const Mapped memory((size_t{1} << 32) + (size_t{1} << 31));
  if (!memory.data()) GTEST_SKIP() << "the system does not map 6 GiB";
  const PrimFunc lowered = lowerForCpu(large(kSteps).scheduled);
  const Folder folder;
  std::ofstream(folder.path / "k.c") << withCaller(lowered, *writeC(lowered), 0);
  const fs::path library = folder.path / "k.so";
  ASSERT_EQ(complaintsOf("cc -std=c11 -O2 -Wall -Werror -fPIC -shared -o " + library.string() + " " +
                             (folder.path / "k.c").string(),
                         folder.path),
            "");
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(handle);
  const auto call = reinterpret_cast<int (*)(void**, int64_t*)>(dlsym(handle, "call_0"));
  void* buffers[] = {memory.data()};
  int64_t scalars[] = {0};
  EXPECT_EQ(call(buffers, scalars), 0);
  expectSteps(memory);
  dlclose(handle);
}

// Arithmetic of indices does not overflow on any path, where sizes are not known before the call.
TEST(Borders, IndicesOfUnknownSizesDoNotOverflow) {
  const Large program = large(
      "def steps(a: T.handle, b: T.handle):\n    n = T.int32()\n    A = T.match_buffer(a, (n,), \"int32\")\n    B = "
      "T.match_buffer(b, (n,), \"int32\")\n"
      "    for i in range(n):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(n, i)\n            B[vi] "
      "= A[vi * 65536 // 65536]\n");
  InputSpec spec;
  spec.bind["n"] = 40000;
  for (const PrimFunc& f : {program.scheduled, lowerAll(program.scheduled, cpuPipeline())[9].function}) {
    std::vector<Argument> arguments = *makeArguments(program.source, spec);
    const Status status = interpret(f, arguments);
    ASSERT_TRUE(status.ok()) << toText(status.error());
    EXPECT_EQ(std::get<NDArray>(arguments[0]).data, std::get<NDArray>(arguments[1]).data);
  }
}

}  // namespace
}  // namespace lw::test
