// Programs whose threads exchange values through shared memory, run on the cpu and on the emulated GPU, and checked
// against NumPy's reference.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;

const char* const kHead = "import numpy as np\nfrom tvm.script import tir as T\n\n\n@T.prim_func\n";

struct ThreadProgram {
  const char *name, *text, *reference;
};

constexpr ThreadProgram kRight[] = {
    {"overwritten",
     R"(def overwritten(A: T.Buffer((6, 64), "float32"), C: T.Buffer((64,), "float32")):
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        S = T.alloc_buffer((64,), "float32", scope="shared")
        C[tx] = T.float32(0)
        for k in range(6):
            S[tx] = A[k, tx]
            C[tx] = C[tx] + S[63 - tx]
)",
     "def reference(A, C):\n    C[...] = A.sum(axis=0)[::-1]\n"},
    {"flagged",
     R"(def flagged(F: T.Buffer((4,), "int32"), A: T.Buffer((4, 64), "float32"), C: T.Buffer((4, 64), "float32")):
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            S = T.alloc_buffer((64,), "float32", scope="shared")
            C[bx, tx] = T.float32(0)
            if F[bx] > 0:
                S[tx] = A[bx, tx]
                C[bx, tx] = S[63 - tx]
)",
     "def reference(F, A, C):\n    C[...] = np.where((F > 0)[:, None], A[:, ::-1], 0)\n"},
    {"counting",
     R"(def counting(C: T.Buffer((32,), "int32")):
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        S = T.alloc_buffer((32,), "int32", scope="shared")
        I = T.alloc_buffer((1,), "int32", scope="local")
        I[0] = 0
        S[tx] = 0
        while I[0] < tx:
            S[tx] = S[tx] + 1
            I[0] = I[0] + 1
        C[tx] = S[31 - tx]
)",
     "def reference(C):\n    C[...] = np.arange(31, -1, -1)\n"},
    {"rows",
     R"(def rows(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
    S = T.alloc_buffer((4, 16), "float32", scope="shared")
    L = T.alloc_buffer((1,), "float32", scope="local")
    for ty in T.thread_binding(4, thread="threadIdx.y"):
        for tx in T.thread_binding(16, thread="threadIdx.x"):
            L[0] = A[ty, tx] * T.float32(2)
            S[ty, tx] = A[ty, tx]
            C[ty, tx] = S[3 - ty, 15 - tx] + L[0]
)",
     "def reference(A, C):\n    C[...] = A[::-1, ::-1] + 2 * A\n"},
};

TEST_F(Cli, ThreadsThatExchangeValuesRunRightOnEveryTarget) {
  for (const ThreadProgram& p : kRight) {
    const std::string path = file(std::string(p.name) + ".py", std::string(kHead) + p.text + "\n\n" + p.reference);
    const std::string alone = file(std::string(p.name) + "_alone.py", std::string(kHead) + p.text);
    for (const std::string target : {"cpu", "gpu-emulator"})
      for (const std::string& program : {path, alone}) {
        const Outcome r = lw("run " + program + " --json --target " + target);
        ASSERT_EQ(r.code, 0) << program << " on " << target << ": " << r.err << r.out;
        EXPECT_EQ(nlohmann::json::parse(r.out)["ok"], true) << program << " on " << target;
      }
  }
}

TEST_F(Cli, ABarrierThatOnlySomeThreadsReachIsRefused) {
  const std::string path =
      file("part.py", std::string(kHead) + R"(def part(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        S = T.alloc_buffer((64,), "float32", scope="shared")
        C[tx] = T.float32(0)
        if tx < 48:
            S[tx] = A[tx] * T.float32(2)
            C[tx] = S[47 - tx]


def reference(A, C):
    C[...] = 0
    C[:48] = 2 * A[:48][::-1]
)");
  const std::string sentence =
      "threads exchange elements of S inside a condition, which not all threads of a block execute in the same way, so "
      "no barrier can be placed there: S[tx] = A[tx] * T.float32(2.0) writes what S[47 - tx] reads";
  for (const std::string& command :
       {"run " + path, "run " + path + " --reference none", "export " + path + " --format c -o " + path + ".c"}) {
    const Outcome r = lw(command);
    EXPECT_NE(r.code, 0) << command;
    EXPECT_THAT(r.err, HasSubstr(sentence)) << command;
    EXPECT_THAT(r.err, HasSubstr("outside of conditions and loops that depend on threadIdx")) << command;
  }
  const Outcome emulated = lw("run " + path + " --target gpu-emulator");
  EXPECT_NE(emulated.code, 0);
  EXPECT_THAT(emulated.err, HasSubstr("threads exchange elements of S inside a condition"));
}

TEST_F(Cli, CodeBeforeLlvmsPassesIsShownForUnrolledLoops) {
  const std::string path =
      file("unrolled.py",
           std::string(kHead) + R"(def big(A: T.Buffer((64, 64, 64), "float32"), O: T.Buffer((64, 64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("O"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            O[vi, vj, vk] = A[vk, vj, vi] * T.float32(2)


def schedule(sch):
    for loop in sch.get_loops(sch.get_block("O")):
        sch.unroll(loop)
)");
  const Outcome r = lw("lower " + path + " --script " + path + " --stage llvm");
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("define "));
  EXPECT_LT(r.out.size(), size_t{4} << 20) << "one loop becomes a bounded number of statements";
}

}  // namespace
