// What a run takes of memory is known before it begins, and refused where there is not so much.
#include "backends/measure/measure.h"
#include "backends/measure/memory_needs.h"
#include "backends/runner/gpu_job.h"
#include "backends/targets/targets.h"
#include "tests/large/large_fixture.h"

namespace lw::test {
namespace {

// Two temporaries of 4 MiB one after the other, a third of 1 MiB beside them.
const std::string kTemporaries =
    "def parts(A: T.Buffer((1024, 1024), \"float32\"), B: T.Buffer((1024,), \"float32\")):\n    C = "
    "T.alloc_buffer((1024, 1024), \"float32\")\n    D = T.alloc_buffer((1024, 1024), \"float32\")\n"
    "    for i, j in T.grid(1024, 1024):\n        with T.block(\"C\"):\n            vi, vj = T.axis.remap(\"SS\", [i, "
    "j])\n            C[vi, vj] = A[vi, vj] + T.float32(1)\n"
    "    for i, j in T.grid(1024, 1024):\n        with T.block(\"D\"):\n            vi, vj = T.axis.remap(\"SS\", [i, "
    "j])\n            D[vi, vj] = C[vj, vi]\n"
    "    for i in range(1024):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(1024, i)\n            "
    "B[vi] = D[vi, vi]\n";

MeasureOptions quick(int64_t memory, const std::string& target = "cpu") {
  MeasureOptions options;
  options.target = target;
  options.repeat = 1, options.peaks = options.baseline = false;
  options.memory = memory;
  return options;
}

Explanation refusalOf(const Large& program, const MeasureOptions& options) {
  const Result<Measurement> m = measure(program.file, program.source, program.scheduled, options);
  EXPECT_FALSE(m.ok());
  return m.ok() ? Explanation() : m.error();
}

TEST(Memory, TemporariesAliveAtTheSameTimeAreAdded) {
  const Large program = large(kTemporaries);
  const std::vector<MemoryNeed> needs = temporaryNeeds(lowerForCpu(program.scheduled), program.scheduled, {}, 1);
  double held = 0;
  for (const MemoryNeed& n : needs) held += n.held;
  EXPECT_EQ(held, 8 << 20);
  ASSERT_EQ(needs.size(), 2u);
  EXPECT_EQ(needs[0].shape, (std::vector<int64_t>{1024, 1024}));
}

TEST(Memory, EveryThreadHasItsOwn) {
  const Large program = large(kTemporaries, {"compute_at(\"C\", \"D.i\")", "parallel(\"D.i\")"});
  const std::vector<MemoryNeed> one = temporaryNeeds(lowerForCpu(program.scheduled), program.scheduled, {}, 1),
                                eight = temporaryNeeds(lowerForCpu(program.scheduled), program.scheduled, {}, 8);
  const auto inner = [](const std::vector<MemoryNeed>& needs) {
    for (const MemoryNeed& n : needs)
      if (n.name == "C") return n.held;
    return 0.0;
  };
  EXPECT_EQ(inner(one), 1024 * 4);
  EXPECT_EQ(inner(eight), 8 * inner(one));
}

TEST(Memory, ARunIsRefusedBeforeItBegins) {
  const Explanation parameter = refusalOf(large(kTemporaries), quick(8 << 20));
  EXPECT_EQ(parameter.kind, "run.memory");
  EXPECT_THAT(parameter.message, HasSubstr("parameter A of shape (1024, 1024) takes 4194304 bytes (4.0 MiB)"));
  EXPECT_THAT(parameter.message, HasSubstr("but only 8388608 bytes (8.0 MiB) of memory are available"));
  const std::string small =
      "def grows(A: T.Buffer((4,), \"int8\"), B: T.Buffer((4,), \"int8\")):\n    C = T.alloc_buffer((4, 65536, 65536), "
      "\"float32\")\n"
      "    for i in range(4):\n        with T.block(\"C\"):\n            vi = T.axis.spatial(4, i)\n            C[vi, "
      "vi, vi * 2 % 3] = T.Cast(\"float32\", A[vi])\n"
      "    for i in range(4):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(4, i)\n            B[vi] "
      "= T.Cast(\"int8\", C[vi, vi, vi * 2 % 3])\n"
      "    for i in range(4):\n        with T.block(\"E\"):\n            vi = T.axis.spatial(4, i)\n            C[vi, "
      "65535, 65535] = T.float32(0)\n";
  const Explanation temporary = refusalOf(large(small), quick(int64_t{4} << 30));
  EXPECT_EQ(temporary.kind, "run.memory");
  EXPECT_THAT(temporary.message, HasSubstr("temporary buffer C"));
  EXPECT_THAT(temporary.message, HasSubstr("4294967296 bytes (4.0 GiB) of memory are available"));
}

TEST(Memory, TheEmulatorIsAskedToo) {
  const Large program = large(kTemporaries, {"bind(\"C.i\", \"blockIdx.x\")", "bind(\"D.i\", \"blockIdx.x\")",
                                             "bind(\"B.i\", \"blockIdx.x\")"});
  const Explanation refused = refusalOf(program, quick(6 << 20, "gpu-emulator"));
  EXPECT_EQ(refused.kind, "run.memory");
}

TEST(Memory, SharedMemoryIsNamedWithItsShape) {
  const std::string text =
      "def tile(A: T.Buffer((64, 128), \"float32\"), B: T.Buffer((64, 128), \"float32\")):\n    S = "
      "T.alloc_buffer((64, 128), \"float64\", scope=\"shared\")\n"
      "    for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n        for i, j in T.grid(64, 128):\n            "
      "with T.block(\"S\"):\n                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
      "                S[vi, vj] = T.Cast(\"float64\", A[vi, vj])\n        for i, j in T.grid(64, 128):\n            "
      "with T.block(\"B\"):\n"
      "                vi, vj = T.axis.remap(\"SS\", [i, j])\n                B[vi, vj] = T.Cast(\"float32\", S[63 - "
      "vi, 127 - vj])\n";
  const Result<GpuProgram> program = lowerForGpu(large(text).scheduled, defaultGpuDevice());
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().kind, "gpu.shared-memory");
  EXPECT_THAT(program.error().message, HasSubstr("S (64, 128) float64: 65536"));
}

TEST(Memory, SizesThatInt32DoesNotCount) {
  const std::string text =
      "def rows(a: T.handle):\n    n = T.int32()\n    A = T.match_buffer(a, (n, 65536), \"int8\")\n    for i, j in "
      "T.grid(n, 65536):\n        with T.block(\"A\"):\n"
      "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            A[vi, vj] = T.int8(1)\n";
  const Large fused = large(text, {"fuse(i, j)"});
  const PrimFunc lowered = lowerForCpu(fused.scheduled);
  const Var* n = (*lowered.bufferOf(lowered.params[0]))->shape[0].as<Var>();
  ASSERT_TRUE(n);
  EXPECT_TRUE(requireCountable(lowered, {{n->key(), int64_t{32767}}}).ok());
  const Status refused = requireCountable(lowered, {{n->key(), int64_t{32768}}});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, "run.index-type");
  EXPECT_THAT(refused.error().message, HasSubstr("loop i_j_fused has 2147483648 iterations"));
  // Kernels count in the type of the sizes.
  const Large bound = large(text, {"bind(i, \"blockIdx.x\")"});
  const Result<GpuProgram> program = lowerForGpu(bound.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  const Var* m = (*program->lowered.bufferOf(program->lowered.params[0]))->shape[0].as<Var>();
  ASSERT_TRUE(m);
  EXPECT_TRUE(planLaunches(*program, {{m->key(), int64_t{32767}}}, defaultGpuDevice()).ok());
  const Result<GpuPlan> plan = planLaunches(*program, {{m->key(), int64_t{32768}}}, defaultGpuDevice());
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().kind, "gpu.index-type");
  EXPECT_THAT(plan.error().message, HasSubstr("buffer A has 2147483648 elements"));
}

TEST(Memory, DevicesHaveLimits) {
  GpuDeviceInfo device;
  device.name = "a GPU";
  device.memory = 1000, device.maxAllocation = 400;
  EXPECT_TRUE(requireDeviceMemory({{"A", {10, 10}, 400}, {"B", {600}, 400}}, device).ok());
  const Status large = requireDeviceMemory({{"A", {10, 10}, 400}, {"B", {401}, 401}}, device);
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().message,
            "buffer B of shape (401,) takes 401 bytes, but a GPU allocates 400 at most for one buffer");
  const Status many = requireDeviceMemory({{"A", {10, 10}, 400}, {"B", {300}, 300}, {"C", {301}, 301}}, device);
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(many.error().message,
            "buffer A of shape (10, 10) takes 400 bytes and the kernels take 1001 in all, but a GPU has 1000");
  device.maxAllocation = device.memory = 0;  // it does not say
  EXPECT_TRUE(requireDeviceMemory({{"A", {10, 10}, 4000}}, device).ok());
}

}  // namespace
}  // namespace lw::test
