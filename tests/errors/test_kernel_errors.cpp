// What is refused where a lowered program is divided into kernels and the host's launches.
#include <gtest/gtest.h>

#include "core/text/tir/parser.h"
#include "passes/pipeline.h"
#include "passes/support/gpu_program.h"

namespace lw {
namespace {

struct RefusedKernel {
  const char* program;
  const char* kind;
  const char* message;
};

const RefusedKernel kRefusedKernels[] = {
    {R"(def main(A: T.Buffer((8, 8), "float32")):
    for i in T.thread_binding(8, thread="blockIdx.x"):
        for j in T.thread_binding(i + 1, thread="threadIdx.x"):
            with T.block("A"):
                vi, vj = T.axis.remap("SS", [i, j])
                A[vi, vj] = T.float32(1)
)",
     "gpu.inner-extent",
     "the extent (i + 1) of loop j, bound to threadIdx.x, depends on i, which has no value yet where the kernel "
     "starts"},
    {R"(def main(A: T.Buffer((8,), "float32"), B: T.Buffer((1,), "float32")):
    for i in T.thread_binding(8, thread="blockIdx.x"):
        with T.block("A"):
            vi = T.axis.spatial(8, i)
            A[vi] = T.float32(1)
    B[0] = T.float32(2)
)",
     "gpu.host", "a store to B runs outside of any kernel, on the host, which only launches kernels"},
    {R"(def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    C = T.alloc_buffer((8,), "float32", scope="texture")
    for i in T.thread_binding(8, thread="blockIdx.x"):
        with T.block("C"):
            vi = T.axis.spatial(8, i)
            C[vi] = A[vi]
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = C[vi]
)",
     "gpu.scope-unknown", "buffer C has the scope texture, which this target does not have"},
    {R"(def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    C = T.alloc_buffer((8,), "float32", scope="shared")
    for i in T.thread_binding(8, thread="threadIdx.x"):
        with T.block("C"):
            vi = T.axis.spatial(8, i)
            C[vi] = A[vi]
    for r in range(2):
        for i in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                B[vi] = C[vi]
)",
     "gpu.scope", "buffer C has the scope shared, but is used outside of one kernel"},
    {R"(def main(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (8, n), "float32")
    B = T.match_buffer(b, (8, n), "float32")
    C = T.alloc_buffer((8, n), "float32", scope="local")
    for i in T.thread_binding(8, thread="blockIdx.x"):
        for j in range(n):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj]
        for j in range(n):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = C[vi, n - 1 - vj]
)",
     "gpu.size", "the size of C is not known before the kernel runs: n"},
    {R"(def main(N: T.Buffer((1,), "int32"), A: T.Buffer((8,), "float32")):
    for r in range(N[0]):
        for i in T.thread_binding(8, thread="blockIdx.x"):
            with T.block("A"):
                vi = T.axis.spatial(8, i)
                A[vi] = A[vi] + T.float32(1)
)",
     "gpu.size", "the size of loop r is not known before the kernel runs: N[0]"},
    {R"(def main(A: T.Buffer((8,), "float16"), s: T.float16):
    for i in T.thread_binding(8, thread="blockIdx.x"):
        with T.block("A"):
            vi = T.axis.spatial(8, i)
            A[vi] = A[vi] * s
)",
     "gpu.scalar-type", "scalar parameter s is float16, which cannot be passed to kernels"},
};

TEST(KernelErrors, SayWhatKernelsDoNotTake) {
  for (const RefusedKernel& c : kRefusedKernels) {
    SCOPED_TRACE(c.kind);
    const SourceFile file =
        parseSource("case.py", std::string("from tvm.script import tir as T\n\n\n@T.prim_func\n") + c.program);
    for (const Diagnostic& d : file.diagnostics) ADD_FAILURE() << render(d, file.source);
    const PrimFunc function = *file.select("main");
    LaunchValues values;
    for (const Var& v : function.params)
      if (v.dtype().isFloat()) values[v.key()] = 1.0;
    const Result<GpuProgram> program = lowerForGpu(function, defaultGpuDevice());
    const Result<GpuPlan> plan =
        program ? planLaunches(*program, values, defaultGpuDevice()) : Result<GpuPlan>(program.error());
    ASSERT_FALSE(plan.ok());
    EXPECT_EQ(plan.error().kind, c.kind);
    EXPECT_EQ(plan.error().message, c.message);
  }
}

}  // namespace
}  // namespace lw
