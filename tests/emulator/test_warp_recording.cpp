// Recordings of kernels step by step: what the threads of a warp do at once, and its cost.
#include "backends/emulator/warp_recording.h"

#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

// Threads copy four neighbouring elements each to shared memory, and read every fourth element from it.
const std::string kStrided = R"(from tvm.script import tir as T

@T.prim_func
def strided(A: T.Buffer((256,), "float32"), B: T.Buffer((64,), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        with T.block("tile"):
            vb = T.axis.spatial(2, b)
            S = T.alloc_buffer((128,), "float32", scope="shared")
            for t in T.thread_binding(32, thread="threadIdx.x"):
                for u in range(4):
                    with T.block("S"):
                        vt, vu = T.axis.remap("SS", [t, u])
                        S[vt * 4 + vu] = A[vb * 128 + vt * 4 + vu]
            for t in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("B"):
                    vt = T.axis.spatial(32, t)
                    B[vb * 32 + vt] = S[vt * 4]


def asis(sch):
    pass
)";

Recording recorded(const Scheduled& s, const RecordLimits& limits = {}) {
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : toText(program.error()));
  const Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
  if (!program || !arguments) return {.function = s.scheduled};
  Result<Recording> r = recordKernels(*program, s.scheduled, *arguments, limits);
  EXPECT_TRUE(r.ok()) << (r.ok() ? "" : toText(r.error()));
  return r ? std::move(*r) : Recording{.function = s.scheduled};
}

std::string nameOf(const Recording& r, const Recording::Request& request) {
  const Recording::Access& a = r.accesses[request.firstAccess];
  return std::string(a.store ? "store " : "load ") + r.memories[static_cast<size_t>(a.memory)].name;
}

TEST(WarpRecording, LanesTogether) {
  const Scheduled s = scheduledBy(kStrided, "asis");
  const Recording r = recorded(s);
  // Per block: four loads and four stores of the copy, then a load and a store.
  ASSERT_EQ(r.requests.size(), 2u * 10);
  EXPECT_EQ(r.accesses.size(), 2u * 10 * 32);
  EXPECT_TRUE(r.complete);
  std::vector<std::string> order;
  for (size_t i = 0; i < 10; ++i) order.push_back(nameOf(r, r.requests[i]));
  EXPECT_EQ(order, (std::vector<std::string>{"load A", "store S", "load A", "store S", "load A", "store S", "load A",
                                             "store S", "load S", "store B"}));
  for (const Recording::Request& request : r.requests) EXPECT_EQ(request.lanes, 32);
  // 32 threads at a distance of 16 bytes: 512 bytes, 16 sectors, of which 128 bytes are needed.
  EXPECT_EQ(r.requests[0].moved, 16);
  EXPECT_EQ(r.requests[0].needed, 4);
  EXPECT_FALSE(r.requests[0].shared);
  // Words 4 t + 1: banks 1, 5, 9 ... 29, each of which four threads access.
  EXPECT_TRUE(r.requests[3].shared);
  EXPECT_EQ(r.requests[3].moved, 4);
  EXPECT_EQ(r.requests[3].needed, 1);
  EXPECT_EQ(r.requests[3].bank, 1);
  EXPECT_EQ(r.requests[3].words, 4);
  EXPECT_EQ(r.requests[3].meeting, 4);
  EXPECT_EQ(r.requests[8].bank, 0);
  EXPECT_EQ(r.requests[8].moved, 4);
  EXPECT_EQ(r.requests[9].moved, 4);
  EXPECT_EQ(r.requests[9].needed, 4);
  EXPECT_EQ(r.requests[0].block, (std::array<int64_t, 3>{0, 0, 0}));
  EXPECT_EQ(r.requests[10].block, (std::array<int64_t, 3>{1, 0, 0}));
  for (int lane = 0; lane < 32; ++lane) {
    const Recording::Access& a = r.accesses[r.requests[12].firstAccess + static_cast<size_t>(lane)];
    EXPECT_EQ(a.lane, lane);
    EXPECT_EQ(a.element, 128 + 4 * lane + 1);
  }
}

// Replaying to the end restores what the kernels compute; replaying back to the start restores the previous contents.
TEST(WarpRecording, ReplayLeavesTheResult) {
  for (const char* schedule : {"plain", "through_shared_memory", "schedule"}) {
    const Scheduled s = scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/transpose.py"), schedule);
    const Recording r = recorded(s);
    Replay replay(r);
    replay.moveTo(r.accesses.size());
    const std::vector<double>&a = replay.valuesOf(0), &b = replay.valuesOf(1);
    for (size_t i = 0; i < 128; ++i)
      for (size_t j = 0; j < 128; ++j) ASSERT_EQ(b[i * 128 + j], a[j * 128 + i]) << schedule << " " << i << " " << j;
    replay.moveTo(0);
    EXPECT_EQ(replay.valuesOf(1), r.memories[1].first);
  }
}

// A warp reads a column, and rows with and without a padding element.
TEST(WarpRecording, CostsOfATranspose) {
  const auto costs = [](const char* schedule, const std::string& what) {
    const Recording r = recorded(scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/transpose.py"), schedule));
    std::set<std::pair<int64_t, int64_t>> found;
    for (const Recording::Request& request : r.requests)
      if (nameOf(r, request) == what) found.emplace(request.moved, request.needed);
    return found;
  };
  using Costs = std::set<std::pair<int64_t, int64_t>>;
  EXPECT_EQ(costs("plain", "load A"), (Costs{{32, 4}}));
  EXPECT_EQ(costs("plain", "store B"), (Costs{{4, 4}}));
  EXPECT_EQ(costs("through_shared_memory", "load A"), (Costs{{4, 4}}));
  EXPECT_EQ(costs("through_shared_memory", "store A_shared"), (Costs{{1, 1}}));
  EXPECT_EQ(costs("through_shared_memory", "load A_shared"), (Costs{{32, 1}}));
  EXPECT_EQ(costs("schedule", "load A_shared"), (Costs{{1, 1}}));
}

// An access by only some threads of a warp is recorded in its order and counts only these threads; the recording
// contains the values of the kernel's loops.
TEST(WarpRecording, SomeThreadsAndLoops) {
  const Recording r = recorded(scheduledBy(R"(from tvm.script import tir as T

@T.prim_func
def some(A: T.Buffer((40, 3), "float32"), B: T.Buffer((40, 3), "float32")):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        for t in T.thread_binding(64, thread="threadIdx.x"):
            for k in range(3):
                with T.block("B"):
                    T.where(t < 40)
                    vt, vk = T.axis.remap("SS", [t, k])
                    B[vt, vk] = A[vt, vk]


def asis(sch):
    pass
)",
                                           "asis"));
  ASSERT_EQ(r.requests.size(), 12u);  // two warps, three iterations, a load and a store
  std::vector<int> lanes, warps;
  for (const Recording::Request& request : r.requests) lanes.push_back(request.lanes), warps.push_back(request.warp);
  EXPECT_EQ(lanes, (std::vector<int>{32, 32, 32, 32, 32, 32, 8, 8, 8, 8, 8, 8}));
  EXPECT_EQ(warps, (std::vector<int>{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}));
  ASSERT_EQ(r.instances.size(), 7u) << "the whole run, and three executions of B by each warp";
  EXPECT_EQ(r.instances[3].name, "B");
  EXPECT_EQ(r.loopValues(r.instances[3]), (std::vector<std::pair<std::string, int64_t>>{{"k", 2}}));
}

// A limit ends the recording of all threads of a warp at the same access.
TEST(WarpRecording, Limit) {
  const Recording r =
      recorded(scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/transpose.py"), "plain"), {.accesses = 1000});
  EXPECT_FALSE(r.complete);
  EXPECT_GT(r.accesses.size(), 256u);
  EXPECT_LE(r.accesses.size(), 1000u);
  for (const Recording::Request& request : r.requests) EXPECT_EQ(request.lanes, 32);
}

// Every kernel of the samples can be recorded: with exchanges between warps, atomic updates, and several kernels.
TEST(WarpRecording, EverySample) {
  int schedules = 0;
  for (const char* sample :
       {"batch_matmul", "column_sums", "conv2d", "layer_norm", "reduction", "softmax", "split_k", "window_sum"}) {
    const std::string text = contents(std::string(LW_SOURCE_DIR) + "/samples/gpu/" + sample + ".py");
    for (const std::string& name : readProgram("sample.py", text).scheduleFunctions()) {
      const Recording r = recorded(scheduledBy(text, name), {.accesses = 5000});
      ++schedules;
      ASSERT_TRUE(r.ofWarps()) << sample << " " << name;
      size_t next = 0;
      for (const Recording::Request& request : r.requests) {
        ASSERT_EQ(request.firstAccess, next) << sample << " " << name;
        std::set<int> lanes;
        for (; next < r.accesses.size() && (&request == &r.requests.back() || next < (&request + 1)->firstAccess);
             ++next)
          lanes.insert(r.accesses[next].lane);
        ASSERT_EQ(static_cast<int>(lanes.size()), request.lanes) << sample << " " << name;
        ASSERT_GE(request.moved, request.needed) << sample << " " << name;
      }
      EXPECT_EQ(next, r.accesses.size());
    }
  }
  EXPECT_GT(schedules, 9);
}

// Two warps sum rows, each in a register.
const std::string kRows = R"(from tvm.script import tir as T

@T.prim_func
def rows(A: T.Buffer((128, 8), "float32"), B: T.Buffer((128,), "float32")):
    for i, k in T.grid(128, 8):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]


def in_registers(sch):
    block = sch.get_block("B")
    i, k = sch.get_loops(block)
    i0, i1 = sch.split(i, [None, 64])
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")
    copy = sch.cache_write(block, 0, "local")
    sch.reverse_compute_at(copy, i1)
)";

const Recording::Memory* registersOf(const Recording& r) {
  for (const Recording::Memory& m : r.memories)
    if (m.registers > 0) return &m;
  return nullptr;
}

TEST(WarpRecording, FewRegisters) {
  const Recording r = recorded(scheduledBy(kRows, "in_registers"));
  const Recording::Memory* m = registersOf(r);
  ASSERT_TRUE(m);
  EXPECT_EQ(m->scope, "local");
  EXPECT_EQ(m->registers, 1);
  EXPECT_EQ(m->shape, (std::vector<int64_t>{2, 32}));  // for two warps
  EXPECT_EQ(r.registers, Recording::Registers::Shown);
  EXPECT_TRUE(r.complete);
  // Every lane has its own registers, which cause no memory traffic.
  int64_t requests = 0;
  for (const Recording::Request& request : r.requests) {
    if (!request.registers) continue;
    ++requests;
    EXPECT_EQ(request.lanes, 32);
    EXPECT_EQ(request.moved, 0);
    EXPECT_EQ(request.needed, 0);
    for (size_t i = 0; i < 32; ++i) {
      const Recording::Access& a = r.accesses[request.firstAccess + i];
      EXPECT_EQ(a.element, request.warp * 32 + a.lane);
    }
  }
  EXPECT_EQ(requests,
            2 * 2 * (1 + 2 * 8 + 1));  // blocks, warps; the initial value, eight sums, and the final store
  // At the end the registers contain the sums of the last block.
  Replay replay(r);
  replay.moveTo(r.accesses.size());
  const std::vector<double>&b = replay.valuesOf(1), &held = replay.valuesOf(static_cast<size_t>(m - r.memories.data()));
  for (size_t i = 0; i < 64; ++i) EXPECT_EQ(held[i], b[64 + i]) << i;
}

TEST(WarpRecording, RegistersThatDoNotFit) {
  // 64 registers per lane.
  const Recording many =
      recorded(scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/matmul.py"), "schedule"), {.accesses = 20000});
  EXPECT_TRUE(many.ofWarps());
  EXPECT_FALSE(registersOf(many));
  EXPECT_EQ(many.registers, Recording::Registers::TooMany);
  EXPECT_GT(many.mostRegisters, 16);
  // Global memory alone: 128 rows with 8 loads and a store each.
  const Recording longer = recorded(scheduledBy(kRows, "in_registers"), {.accesses = 2000});
  EXPECT_FALSE(registersOf(longer));
  EXPECT_EQ(longer.registers, Recording::Registers::TooLong);
  EXPECT_TRUE(longer.complete);
  EXPECT_EQ(longer.accesses.size(), 128u * 9);
}

}  // namespace
}  // namespace lw
