// Kernels of less common schedules compute the same values as the program, and their counts follow the hardware's
// rules.
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

const std::string kImports = "from tvm.script import tir as T\n\n\n@T.prim_func\n";

std::string sumOf(const std::string& combine, const std::string& start) {
  return kImports + R"(
def main(A: T.Buffer((6, 100), "float32"), S: T.Buffer((6,), "float32")):
    for i, k in T.grid(6, 100):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = )" +
         start + R"(
            S[vi] = )" +
         combine + R"(


def schedule(sch):
    i, k = sch.get_loops(sch.get_block("S"))
    k0, k1 = sch.split(k, [None, 24])
    i0, i1 = sch.split(i, [None, 2])
    sch.reorder(i0, i1, k1, k0)
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(k1, "threadIdx.x")
)";
}

// A number of threads that is not a power of two, a guard in the reduction, and other threads in the block.
TEST(CrossThread, AnyReducer) {
  expectRight(scheduledBy(sumOf("S[vi] + A[vi, vk]", "T.float32(0)"), "schedule"), "sum");
  expectRight(scheduledBy(sumOf("T.max(S[vi], A[vi, vk])", "T.float32(-1000)"), "schedule"), "max");
  expectRight(scheduledBy(sumOf("T.min(S[vi], A[vi, vk])", "T.float32(1000)"), "schedule"), "min");
  expectRight(scheduledBy(sumOf("S[vi] * (A[vi, vk] * T.float32(0.01) + T.float32(1))", "T.float32(1)"), "schedule"),
              "product");
}

TEST(CrossThread, PositionOfTheMaximum) {
  expectRight(scheduledBy(kImports + R"(
def main(A: T.Buffer((6, 96), "float32"), P: T.Buffer((6,), "int32"), V: T.Buffer((6,), "float32")):
    for i, k in T.grid(6, 96):
        with T.block("best"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                P[vi] = 96
                V[vi] = T.float32(-1000)
            v_p: T.int32 = T.Select(V[vi] > A[vi, vk] or V[vi] == A[vi, vk] and P[vi] < vk, P[vi], vk)
            v_v: T.float32 = T.Select(V[vi] > A[vi, vk] or V[vi] == A[vi, vk] and P[vi] < vk, V[vi], A[vi, vk])
            P[vi] = v_p
            V[vi] = v_v


def schedule(sch):
    i, k = sch.get_loops(sch.get_block("best"))
    k0, k1 = sch.split(k, [None, 32])
    sch.bind(i, "blockIdx.x")
    sch.bind(k1, "threadIdx.x")
)",
                          "schedule"),
              "argmax");
}

std::string rowSums(const std::string& type, int rows, int columns, const std::string& schedule) {
  const std::string shape =
      "T.Buffer((" + std::to_string(rows) + ", " + std::to_string(columns) + "), \"" + type + "\")";
  return kImports + "def main(A: " + shape + ", S: T.Buffer((" + std::to_string(rows) + ",), \"" + type +
         "\")):\n    for i, k in T.grid(" + std::to_string(rows) + ", " + std::to_string(columns) + R"():
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.)" +
         type + R"((0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    i, k = sch.get_loops(sch.get_block("S"))
)" + schedule;
}

int warpSyncsOf(const Stmt& s) {
  int n = 0;
  forEachStmt(s, [&](const Stmt& x) { n += isWarpSync(x); });
  return n;
}

// Whole warps exchange registers; one value of each warp is passed through shared memory, with one barrier.
TEST(CrossThread, WarpsExchangeRegisters) {
  for (const int threads : {32, 64, 256, 1024})
    for (const char* type : {"float32", "float64", "float16", "int32", "int64"}) {
      const std::string bind =
          "    k0, k1 = sch.split(k, [None, " + std::to_string(threads) +
          "])\n    sch.reorder(i, k1, k0)\n    sch.bind(i, \"blockIdx.x\")\n    sch.bind(k1, \"threadIdx.x\")\n";
      const Scheduled s = scheduledBy(rowSums(type, 3, 1024, bind), "schedule");
      InputSpec small;
      small.ranges["A"] = *parseValueRange("integers");  // exact, also in float16
      const EmulatorReport report = expectRight(s, std::string(type) + " by " + std::to_string(threads), small);
      ASSERT_EQ(report.kernels.size(), 1u);
      EXPECT_EQ(report.kernels[0].barriers, threads > 32 ? 1 : 0);
      EXPECT_EQ(report.kernels[0].sharedBytes,
                threads > 32 ? threads / 32 * s.source.buffers[0].second->dtype.bytes() : 0);
    }
}

// A local buffer outlives the loops through which its values are passed on, however many these are.
TEST(LocalMemory, LastsAsLongAsItsValues) {
  expectRight(scheduledBy(kImports + R"(
def main(A: T.Buffer((2, 2), "float32"), B: T.Buffer((2, 2, 2, 2, 2, 2, 2, 2, 2), "float32")):
    S = T.alloc_buffer((2, 2), scope="local")
    for t in T.thread_binding(2, thread="threadIdx.x"):
        for a, b, c, d, e, f, g, h in T.grid(2, 2, 2, 2, 2, 2, 2, 2):
            for j in range(2):
                with T.block("S"):
                    vt, vj = T.axis.remap("SS", [t, j])
                    T.where(a < 1 and b < 1)
                    S[vt, vj] = A[vt, vj]
            with T.block("B"):
                vt, va, vb, vc, vd, ve, vf, vg, vh = T.axis.remap("SSSSSSSSS", [t, a, b, c, d, e, f, g, h])
                B[vt, va, vb, vc, vd, ve, vf, vg, vh] = S[vt, vh]


def schedule(sch):
    pass
)",
                          "schedule"),
              "local memory");
}

// All threads reduce for all threads where a loop around the reduction runs along the same axis.
TEST(CrossThread, LoopsAlongOneAxisAreTheSameThreads) {
  for (const int width : {9, 64, 96}) {
    const std::string n = std::to_string(width);
    expectRight(scheduledBy(kImports + "def main(A: T.Buffer((3, " + n + R"(), "float32"), B: T.Buffer((3, )" + n +
                                R"(), "float32")):
    S = T.alloc_buffer((3,))
    for i, k in T.grid(3, )" + n +
                                R"():
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
    for i, k in T.grid(3, )" + n +
                                R"():
        with T.block("B"):
            vi, vk = T.axis.remap("SS", [i, k])
            B[vi, vk] = A[vi, vk] * S[vi]


def schedule(sch):
    k = sch.get_loops("B")[1]
    sch.bind(k, "threadIdx.x")
    sch.set_scope("S", 0, "shared")
    sch.compute_at("S", k)
    sch.bind(sch.get_loops("S")[-1], "threadIdx.x")
)",
                            "schedule"),
                n);
  }
}

TEST(CrossThread, LoopsOfOneBlockNeedDifferentAxes) {
  for (const std::string& block : {std::string(R"("SRR", [i, k, l])"), std::string(R"("SSR", [i, k, l])")}) {
    const std::string element = block.starts_with("\"SRR") ? "S[vi, 0]" : "S[vi, vk]";
    const Scheduled s = scheduledBy(kImports + R"(
def main(A: T.Buffer((3, 4, 4), "float32"), S: T.Buffer((3, 4), "float32")):
    for i in range(3):
        for k in T.thread_binding(4, thread="threadIdx.x"):
            for l in T.thread_binding(4, thread="threadIdx.x"):
                with T.block("S"):
                    vi, vk, vl = T.axis.remap()" +
                                        block + R"()
                    with T.init():
                        )" + element + R"( = T.float32(0)
                    )" + element + " = " +
                                        element + R"( + A[vi, vk, vl]


def schedule(sch):
    pass
)",
                                    "schedule");
    const Result<GpuProgram> lowered = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_FALSE(lowered);
    EXPECT_EQ(lowered.error().kind, "gpu.cross-thread-reduction");
    EXPECT_NE(lowered.error().message.find("is bound to the same threads"), std::string::npos)
        << lowered.error().message;
    EXPECT_EQ(lowered.error().hint, "bind the loops of the block to different axes");
  }
}

// One block processes several rows in turn: a row must not overwrite what other threads still read for the row before.
TEST(CrossThread, WarpsInLoops) {
  for (const char* order : {"sch.reorder(i0, i1, k1, k0)", "sch.reorder(i0, k1, i1, k0)"}) {
    const Scheduled s = scheduledBy(
        rowSums("float32", 8, 128,
                std::string("    i0, i1 = sch.split(i, [None, 4])\n    k0, k1 = sch.split(k, [None, 64])\n    ") +
                    order + "\n    sch.bind(i0, \"blockIdx.x\")\n    sch.bind(k1, \"threadIdx.x\")\n"),
        "schedule");
    expectRight(s, order);
  }
}

// Every warp synchronisation separates one step of the exchange from the next one.
TEST(CrossThread, EveryWaitOfAWarpIsNeeded) {
  const Scheduled s = scheduledBy(rowSums("float32", 2, 128,
                                          "    k0, k1 = sch.split(k, [None, 64])\n    sch.reorder(i, k1, k0)\n    "
                                          "sch.bind(i, \"blockIdx.x\")\n    sch.bind(k1, \"threadIdx.x\")\n"),
                                  "schedule");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  ASSERT_EQ(warpSyncsOf(program->lowered.body), 6) << print(program->lowered).text;
  for (int wait = 0; wait < 6; ++wait) {
    int at = 0;
    PrimFunc broken = program->lowered;
    broken.body = rewriteStmts(broken.body, [&](const Stmt& x) -> std::optional<Stmt> {
      if (!isWarpSync(x) || at++ != wait) return std::nullopt;
      return Stmt(Evaluate{0});
    });
    Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
    const Result<GpuProgram> split = splitHostDevice(broken);
    const Result<EmulatorReport> found = emulate(*split, s.scheduled, *arguments);
    ASSERT_TRUE(found.ok());
    // In the last step, the first half of the threads reads what it has written itself, except for the value of the
    // second warp.
    EXPECT_FALSE(found->clean()) << "wait " << wait << "\n" << print(broken).text;
  }
}

// One tile is used while the next one is fetched: twice the memory, one barrier per iteration instead of two.
TEST(Kernels, FetchTilesAhead) {
  const std::string text = smallerProduct(contents(LW_SOURCE_DIR "/samples/gpu/matmul.py"), 64, 40);
  const EmulatorReport one = expectRight(scheduledBy(text, "schedule"), "schedule"),
                       two = expectRight(scheduledBy(text, "ahead"), "ahead");
  ASSERT_EQ(two.kernels.size(), 1u);
  EXPECT_EQ(one.kernels[0].barriers, 10);
  EXPECT_EQ(two.kernels[0].barriers, 5);
  EXPECT_EQ(two.kernels[0].sharedBytes, 2 * one.kernels[0].sharedBytes);
}

// The host passes a factor as an argument.
TEST(Kernels, TakeFloatScalars) {
  const Scheduled s = scheduledBy(kImports + R"(
def main(A: T.Buffer((64,), "float32"), x: T.float32, n: T.int32, y: T.float64, B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi] * x + T.Cast("float32", y) + T.Cast("float32", n)


def schedule(sch):
    i, = sch.get_loops(sch.get_block("B"))
    i0, i1 = sch.split(i, [None, 32])
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")
)",
                                  "schedule");
  InputSpec inputs{.bind = {{"n", 3}}};
  inputs.ranges["x"] = inputs.ranges["y"] = *parseValueRange("tenths");
  expectRight(s, "scalars", inputs);
}

// Sums of columns: the reduce axis is the first one.
TEST(CrossThread, FirstAxis) {
  expectRight(scheduledBy(kImports + R"(
def main(A: T.Buffer((64, 40), "float32"), S: T.Buffer((40,), "float32")):
    for j, k in T.grid(40, 64):
        with T.block("S"):
            vj, vk = T.axis.remap("SR", [j, k])
            with T.init():
                S[vj] = T.float32(0)
            S[vj] = S[vj] + A[vk, vj]


def schedule(sch):
    j, k = sch.get_loops(sch.get_block("S"))
    j0, j1 = sch.split(j, [None, 8])
    k0, k1 = sch.split(k, [None, 16])
    sch.reorder(j0, k1, j1, k0)
    sch.bind(j0, "blockIdx.x")
    sch.bind(k1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
)",
                          "schedule"),
              "columns");
}

// Sizes that are known only at the launch: the grid depends on them, and a guard limits the last block.
TEST(Kernels, SymbolicSizes) {
  const Scheduled s = scheduledBy(kImports + R"(
def main(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = A[vi] + T.float32(1)


def schedule(sch):
    i, = sch.get_loops(sch.get_block("B"))
    b, t = sch.split(i, [None, 32])
    sch.bind(b, "blockIdx.x")
    sch.bind(t, "threadIdx.x")
)",
                                  "schedule");
  for (const int64_t n : {1, 31, 32, 33, 100}) {
    const EmulatorReport report = expectRight(s, "n=" + std::to_string(n), {.bind = {{"n", n}}});
    ASSERT_FALSE(report.kernels.empty());
    EXPECT_EQ(report.kernels.front().launch.grid[0], (n + 31) / 32);
  }
}

// Two stages without a common loop become two kernels, and the intermediate is allocated in device memory.
TEST(Kernels, SeveralInOneFunction) {
  const Scheduled s = scheduledBy(kImports + R"(
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    B = T.alloc_buffer((64,))
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi] + T.float32(1)
    for i in range(64):
        with T.block("C"):
            vi = T.axis.spatial(64, i)
            C[vi] = B[63 - vi] * T.float32(2)


def schedule(sch):
    for name in ["B", "C"]:
        i, = sch.get_loops(sch.get_block(name))
        b, t = sch.split(i, [None, 16])
        sch.bind(b, "blockIdx.x")
        sch.bind(t, "threadIdx.x")
)",
                                  "schedule");
  EXPECT_EQ(expectRight(s, "two kernels").kernels.size(), 2u);
}

const GpuAccessCount* find(const EmulatorReport& report, const std::string& buffer, bool store) {
  for (const GpuKernelReport& k : report.kernels)
    for (const GpuAccessCount& a : k.accesses)
      if (a.buffer.starts_with(buffer) && a.store == store) return &a;
  return nullptr;
}

// Rows of 128 floats: a warp that reads a column accesses 32 sectors, a warp that reads a row 4. A column of a tile
// that is 32 floats wide is in one bank, of a tile that is 33 floats wide in 32 banks.
TEST(Counts, CoalescingAndBanks) {
  const std::string text = contents(LW_SOURCE_DIR "/samples/gpu/transpose.py");
  const EmulatorReport plain = expectRight(scheduledBy(text, "plain"), "plain");
  const EmulatorReport shared = expectRight(scheduledBy(text, "through_shared_memory"), "shared");
  const EmulatorReport padded = expectRight(scheduledBy(text, "schedule"), "padded");
  ASSERT_TRUE(find(plain, "A", false) && find(plain, "B", true));
  EXPECT_EQ(find(plain, "A", false)->perRequest(), 32);
  EXPECT_EQ(find(plain, "B", true)->perRequest(), 4);
  EXPECT_EQ(
      find(shared, "A_1", false) ? find(shared, "A_1", false)->perRequest() : find(shared, "A", false)->perRequest(),
      4);
  EXPECT_EQ(find(shared, "A_shared", false)->perRequest(), 32);
  EXPECT_EQ(find(padded, "A_shared", false)->perRequest(), 1);
  EXPECT_EQ(summaryOf(plain), "no race; occupancy 100 %; each warp takes 32 sectors of 32 bytes to load A, 4 would do");
  EXPECT_EQ(summaryOf(shared),
            "no race; occupancy 100 %; each warp takes 32 passes over the banks to load A_shared, 1 would do");
  EXPECT_EQ(summaryOf(padded), "no race; occupancy 100 %; every access moves only what it needs");
  EXPECT_EQ(padded.kernels.front().sharedBytes, (31 * 33 + 32) * 4);  // the last row needs no padding
}

// k_1 is unrolled eight times; its loads are one entry. Four rows of eight floats are in the same banks.
TEST(Counts, UnrolledCopiesCountTogether) {
  const std::string text = smallerProduct(contents(LW_SOURCE_DIR "/samples/gpu/matmul.py"), 64, 40);
  const EmulatorReport report = expectRight(scheduledBy(text, "schedule"), "matmul");
  ASSERT_EQ(report.kernels.size(), 1u);
  EXPECT_EQ(report.kernels[0].accesses.size(), 7u);
  ASSERT_TRUE(find(report, "A_shared", false));
  EXPECT_EQ(find(report, "A_shared", false)->perRequest(), 4);
  EXPECT_EQ(report.kernels[0].barriers, 10);
}

TEST(Counts, Occupancy) {
  const GpuDevice& a100 = *findGpuDevice("sm_80");
  EXPECT_EQ(occupancyOf(a100, 256, 0, 32).share, 1);
  EXPECT_EQ(occupancyOf(a100, 256, 0, 64).share, 0.5);
  EXPECT_EQ(occupancyOf(a100, 256, 0, 64).limit, "registers");
  EXPECT_EQ(occupancyOf(a100, 128, 48 << 10, 32).blocks, 3);
  EXPECT_EQ(occupancyOf(a100, 128, 48 << 10, 32).limit, "shared memory");
  EXPECT_EQ(occupancyOf(a100, 32, 0, 16).limit, "blocks");
}

}  // namespace
}  // namespace lw
