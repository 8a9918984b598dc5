// Copies of tensors: what is outside of an array becomes zeros, boxes follow loops, and the host knows the descriptors.
#include <gmock/gmock.h>

#include <map>

#include "core/ir/tensor_copies.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

std::string sample() { return contents(LW_SOURCE_DIR "/samples/gpu/hopper_matmul.py"); }

std::vector<TensorMap> mapsOf(const Scheduled& s) {
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : toText(program.error()));
  if (!program) return {};
  EXPECT_EQ(program->kernels.size(), 1u);
  const Result<GpuPlan> plan =
      planLaunches(*program, launchValues(s.source, *makeArguments(s.source, {})), defaultGpuDevice());
  EXPECT_TRUE(plan.ok());
  std::vector<TensorMap> maps;
  for (const auto& [memory, map] : plan->launches.at(0).tensors) {
    EXPECT_EQ(plan->memories.at(static_cast<size_t>(memory)).data, map.data);
    maps.push_back(map);
  }
  return maps;
}

// Core matrices are boxes of four dimensions: columns and rows of a core matrix, then core matrices along both.
TEST(TensorCopies, DescriptorsOfCoreMatrices) {
  const std::vector<TensorMap> maps = mapsOf(scheduledBy(sample(), "core_matrices"));
  ASSERT_EQ(maps.size(), 2u);
  EXPECT_EQ(maps[0].elementBytes, 2);
  EXPECT_EQ(maps[0].swizzle, 0);
  // 64 x 256 elements of A; a box of 64 x 64.
  EXPECT_EQ(maps[0].dims, (std::vector<TensorDim>{{8, 2, 8}, {8, 512, 8}, {32, 16, 8}, {8, 4096, 8}}));
  // 64 x 256 elements of B; a box of 64 x 64.
  EXPECT_EQ(maps[1].dims, (std::vector<TensorDim>{{8, 2, 8}, {8, 512, 8}, {32, 16, 8}, {8, 4096, 8}}));
}

TEST(TensorCopies, DescriptorsOfSwizzledRows) {
  const std::vector<TensorMap> maps = mapsOf(scheduledBy(sample(), "by_mma"));
  ASSERT_EQ(maps.size(), 2u);
  EXPECT_EQ(maps[0].swizzle, 128);
  EXPECT_EQ(maps[0].dims, (std::vector<TensorDim>{{256, 2, 64}, {64, 512, 64}}));
  EXPECT_EQ(maps[1].dims, (std::vector<TensorDim>{{256, 2, 64}, {64, 512, 64}}));
}

TEST(TensorCopies, SwizzledRowsAreReadWithoutBankConflicts) {
  const EmulatorReport report = expectRight(scheduledBy(sample(), "by_mma"), "by_mma");
  ASSERT_EQ(report.kernels.size(), 1u);
  int64_t reads = 0;
  for (const GpuAccessCount& a : report.kernels[0].accesses)
    if (a.scope.starts_with("shared") && !a.store) {
      reads += a.requests;
      EXPECT_EQ(a.transactions, a.ideal);
    }
  EXPECT_GT(reads, 1000);
}

std::string doubled(int rows, int columns, const std::string& more = "") {
  const std::string r = std::to_string(rows), c = std::to_string(columns);
  return R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer(()" +
         r + ", " + c + R"(), "float32"), C: T.Buffer(()" + r + ", " + c + R"(), "float32")):
    for i, j in T.grid()" +
         r + ", " + c + R"():
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] * T.float32(2)


def schedule(sch):
    block = sch.get_block("C")
    i, j = sch.get_loops(block)
    i0, i1 = sch.split(i, [None, 8])
    j0, j1 = sch.split(j, [None, 32])
    sch.reorder(j0, i0, i1, j1)
    sch.bind(j0, "blockIdx.x")
    copy = sch.cache_read(block, 0, "shared")
    sch.compute_at(copy, i0)
    sch.bind(j1, "threadIdx.x")
)" + more +
         "    sch.specialize_warps(i0, 2, tensor_copies=True)\n";
}

// Tiles at the edges: the rest of a box is zeros, which nobody reads, but its bytes are counted.
TEST(TensorCopies, BoxesMayReachBeyondTheArray) {
  for (const auto& [rows, columns] : {std::pair(24, 64), {20, 64}, {24, 40}, {21, 44}, {9, 36}}) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    const Scheduled s = scheduledBy(doubled(rows, columns), "schedule");
    expectRight(s, "doubled");
    const std::vector<TensorMap> maps = mapsOf(s);
    ASSERT_EQ(maps.size(), 1u);
    EXPECT_EQ(maps[0].dims, (std::vector<TensorDim>{{columns, 4, std::min<int64_t>(32, columns)},
                                                    {rows, columns * 4, std::min<int64_t>(8, rows)}}));
  }
}

std::string refusalOf(const std::string& text) {
  const SourceFile file = readProgram("test.py", text);
  const ScriptRun run =
      interpretScheduleOf(file, "schedule", Schedule(Snapshot(*file.select("")).withIntrinsics(file.intrinsics)));
  if (run.error) return toText(*run.error);
  const Result<GpuProgram> program = lowerForGpu(run.schedule.program().function(), defaultGpuDevice());
  return program ? "" : toText(program.error());
}

// Limits of descriptors, with numbers.
TEST(TensorCopies, LimitsAreNamed) {
  EXPECT_THAT(refusalOf(doubled(24, 33)), HasSubstr("elements of A along one dimension are 132 bytes apart, and "
                                                    "descriptors take multiples of 16"));
  EXPECT_THAT(refusalOf(doubled(24, 64, "    sch.storage_align(copy, 0, -2, 32, 4)\n")),
              HasSubstr("elements of A_shared do not follow each other as the loops of the copy do"));
  EXPECT_THAT(refusalOf(doubled(24, 64, "    sch.storage_swizzle(copy, 0, 64)\n")),
              HasSubstr("rows of the box have 128 bytes, but the layout of A_shared is swizzled for 64"));
  EXPECT_EQ(refusalOf(doubled(24, 64, "    sch.storage_swizzle(copy, 0, 128)\n")), "");
  EXPECT_THAT(refusalOf(doubled(24, 64, "    sch.split(sch.get_loops(copy)[-1], [None, 6])\n")),
              HasSubstr("are not divided evenly by 6"));
  EXPECT_THAT(refusalOf(doubled(24, 64,
                                "    r, c = sch.get_loops(copy)[-2:]\n    sch.split(r, [2, 2, 2])\n"
                                "    sch.split(c, [2, 2, 8])\n")),
              HasSubstr("the box has 6 dimensions, and descriptors have 1 to 5"));
  std::string wide = doubled(24, 1024);
  wide.replace(wide.find("[None, 32]"), 10, "[None, 512]");
  EXPECT_THAT(refusalOf(wide), HasSubstr("the box has 512 elements along one dimension, and descriptors at most 256"));
  std::string odd = doubled(24, 64);
  odd.replace(odd.find("[None, 8]"), 9, "[None, 3]");
  odd.replace(odd.find("[None, 32]"), 10, "[None, 4]");
  EXPECT_THAT(refusalOf(odd), HasSubstr("the box has 48 bytes, and the next one would begin at no multiple of 128"));
}

}  // namespace
}  // namespace lw
