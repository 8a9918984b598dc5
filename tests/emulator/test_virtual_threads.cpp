// Virtual threads run side by side: statements that differ between them are repeated, statements that are equal run
// once.
#include <gmock/gmock.h>

#include "passes/inject_virtual_thread.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kImports = "from tvm.script import tir as T\n\n\n@T.prim_func\n";

// The text of the function after the pass.
std::string injected(const Scheduled& s) {
  PrimFunc f = s.scheduled;
  for (const Pass* pass : gpuPipeline().passes) {
    f = *pass->run(f, {});
    if (pass == &kInjectVirtualThreadPass) break;
  }
  forEachStmt(f.body, [&](const Stmt& x) {
    const auto* loop = x.as<For>();
    EXPECT_FALSE(loop && loop->thread.starts_with("vthread"));
  });
  return print(f).text;
}

int count(const std::string& text, const std::string& word) {
  int n = 0;
  for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++n;
  return n;
}

// Each thread has two by two tiles: one fetch for all four, sums and operands in registers per tile, and one loop over
// k.
TEST(VirtualThreads, ShareLoopsAndFetches) {
  const Scheduled s = scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/matmul.py"), "virtual_threads");
  const EmulatorReport report = expectRight(s, "virtual_threads");
  const std::string text = injected(s);
  EXPECT_EQ(count(text, "for k_0 in"), 1) << text;
  EXPECT_EQ(count(text, "A_shared = T.allocate"), 1);
  EXPECT_THAT(text, HasSubstr("C_local = T.allocate([2, 2, 4, 4], \"float32\", \"local\")"));
  EXPECT_THAT(text, HasSubstr("A_shared_local = T.allocate([2, 4, 1], \"float32\", \"local\")"))
      << "a copy for each row of tiles only";
  EXPECT_EQ(count(text, "C_local_1[1, 1, i_3, j_3] ="), 1);
  ASSERT_EQ(report.kernels.size(), 1u);
  EXPECT_EQ(report.kernels[0].barriers, 32);
}

TEST(VirtualThreads, UseOneTileInSharedMemory) {
  expectRight(scheduledBy(kImports + R"(
def main(A: T.Buffer((256,), "float32"), B: T.Buffer((256,), "float32")):
    for i in range(256):
        with T.block("B"):
            vi = T.axis.spatial(256, i)
            B[vi] = A[vi] * T.float32(2)


def schedule(sch):
    block = sch.get_block("B")
    copy = sch.cache_read(block, 0, "shared")
    i, = sch.get_loops(block)
    b, v, t = sch.split(i, [None, 2, 32])
    sch.bind(b, "blockIdx.x")
    sch.bind(v, "vthread.x")
    sch.bind(t, "threadIdx.x")
    sch.compute_at(copy, b)
    ax = sch.get_loops(copy)[-1]
    rest, tx = sch.split(ax, [None, 32])
    sch.bind(tx, "threadIdx.x")
)",
                          "schedule"),
              "vthread");
}

std::string twoStages(const std::string& schedule) {
  return kImports + R"(
def main(A: T.Buffer((192,), "float32"), C: T.Buffer((192,), "float32")):
    B = T.alloc_buffer((192,))
    for i in range(192):
        with T.block("B"):
            vi = T.axis.spatial(192, i)
            B[vi] = A[vi] + T.float32(1)
    for i in range(192):
        with T.block("C"):
            vi = T.axis.spatial(192, i)
            C[vi] = B[vi] * B[vi]


def schedule(sch):
)" + schedule;
}

// An intermediate in registers has a copy for each virtual thread; all of them store, and then all of them load. Shared
// memory contains one tile for all of them.
TEST(VirtualThreads, HaveRegistersOfTheirOwn) {
  const auto schedule = [](const std::string& scope) {
    return twoStages(
        "    i, = sch.get_loops(sch.get_block(\"C\"))\n    b, v, t = sch.split(i, [None, 3, 16])\n    sch.bind(b, "
        "\"blockIdx.x\")\n    sch.bind(v, \"vthread\")\n    sch.bind(t, \"threadIdx.x\")\n    "
        "sch.set_scope(sch.get_block(\"B\"), 0, \"" +
        scope + "\")\n    sch.compute_at(sch.get_block(\"B\"), t)\n");
  };
  const Scheduled local = scheduledBy(schedule("local"), "schedule"),
                  shared = scheduledBy(schedule("shared"), "schedule");
  expectRight(local, "local");
  expectRight(shared, "shared");
  const std::string text = injected(local);
  EXPECT_THAT(text, HasSubstr("B_local = T.allocate([3, 1]"));
  EXPECT_LT(text.find("B_local_1[2, 0] ="), text.find("C[")) << text;
  EXPECT_THAT(injected(shared), HasSubstr("= T.allocate([48], \"float32\", \"shared\")"));
}

// Sixteen or more virtual threads become a loop instead of repeated statements.
TEST(VirtualThreads, ManyBecomeALoop) {
  for (const int many : {2, 15, 16, 48}) {
    const Scheduled s = scheduledBy(
        twoStages("    i, = sch.get_loops(sch.get_block(\"C\"))\n    v, t = sch.split(i, [" + std::to_string(many) +
                  ", None])\n    sch.bind(v, \"vthread\")\n    sch.bind(t, \"threadIdx.x\")\n    "
                  "sch.compute_inline(sch.get_block(\"B\"))\n"),
        "schedule");
    expectRight(s, std::to_string(many));
    const std::string text = injected(s);
    EXPECT_EQ(count(text, "] = (A["), many < kWrittenOut ? many : 1) << text;
  }
}

// A loop whose number of iterations differs between virtual threads, and a condition that differs, are not divided.
TEST(VirtualThreads, DifferInConditionsAndLoops) {
  expectRight(
      scheduledBy(
          twoStages("    i, = sch.get_loops(sch.get_block(\"C\"))\n    v, t = sch.split(i, [5, None])\n    sch.bind(v, "
                    "\"vthread\")\n    sch.bind(t, \"threadIdx.x\")\n    sch.set_scope(sch.get_block(\"B\"), 0, "
                    "\"local\")\n    sch.compute_at(sch.get_block(\"B\"), t)\n"),
          "schedule"),
      "guard");
  expectRight(scheduledBy(kImports + R"(
def main(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    for v, t in T.grid(4, 1):
        for j in range(v + 1):
            with T.block("B"):
                vi = T.axis.spatial(4, v)
                vj = T.axis.spatial(8, j)
                B[vi, vj] = A[vi, vj] * T.float32(2)


def schedule(sch):
    v, t, j = sch.get_loops(sch.get_block("B"))
    sch.bind(v, "vthread.x")
    sch.bind(t, "threadIdx.x")
)",
                          "schedule"),
              "triangle");
}

// Exchanges within warps are not divided, and run one after another.
TEST(VirtualThreads, ReduceOverWarps) {
  for (const int many : {2, 20}) {
    const Scheduled s = scheduledBy(kImports + R"(
def main(A: T.Buffer((40, 64), "float32"), S: T.Buffer((40,), "float32")):
    for i, k in T.grid(40, 64):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    i, k = sch.get_loops(sch.get_block("S"))
    b, v = sch.split(i, [None, )" + std::to_string(many) +
                                        R"(])
    sch.bind(b, "blockIdx.x")
    sch.bind(v, "vthread.x")
    sch.bind(k, "threadIdx.x")
)",
                                    "schedule");
    const EmulatorReport report = expectRight(s, std::to_string(many));
    ASSERT_EQ(report.kernels.size(), 1u);
    EXPECT_LE(report.kernels[0].sharedBytes, 1024) << "one piece of memory serves all";
  }
}

}  // namespace
}  // namespace lw
