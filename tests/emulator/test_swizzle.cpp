// storage_swizzle: tiles in shared memory with swizzled layouts hold the same values, need no padding, and are read and
// written without bank conflicts.
#include <gmock/gmock.h>

#include <map>

#include "core/ir/swizzle.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

std::string without(std::string text, const std::string& line) {
  const size_t at = text.find(line);
  EXPECT_NE(at, std::string::npos) << line;
  return at == std::string::npos ? text : text.replace(at, line.size(), "pass");
}

// Passes over the banks beyond those that the data needs.
int64_t conflictsOf(const EmulatorReport& report) {
  int64_t more = 0;
  for (const GpuKernelReport& kernel : report.kernels)
    for (const GpuAccessCount& a : kernel.accesses)
      if (a.scope.starts_with("shared")) more += a.transactions - a.ideal;
  return more;
}

TEST(Swizzle, MultistageProductHasNoBankConflicts) {
  const std::string text = contents(LW_SOURCE_DIR "/samples/gpu/multistage.py");
  for (const char* name : {"schedule", "longer"}) {
    const EmulatorReport report = expectRight(scheduledBy(text, name), name);
    ASSERT_EQ(report.kernels.size(), 1u);
    int64_t shared = 0;
    for (const GpuAccessCount& a : report.kernels[0].accesses)
      if (a.scope.starts_with("shared")) shared += a.requests;
    EXPECT_GT(shared, 1000);
    EXPECT_EQ(conflictsOf(report), 0) << name;
  }
  // Four stages of 32 x (64 + 64) elements, without padding.
  const EmulatorReport report = expectRight(scheduledBy(text, "schedule"), "schedule");
  EXPECT_EQ(report.kernels[0].sharedBytes, 4 * 32 * 128 * 2);
  const std::string plain = without(text, "sch.storage_swizzle(copy, 0, bytes)");
  EXPECT_GT(conflictsOf(expectRight(scheduledBy(plain, "schedule"), "not swizzled")), 1'000);
}

// Any type and layout, rows that are no multiples of it, vectors that fit into pieces and some that do not.
TEST(Swizzle, EveryLayoutKeepsValues) {
  int vectors = 0;
  for (const std::string type : {"int8", "float16", "float32", "float64"})
    for (const int bytes : {32, 64, 128})
      for (const int columns : {16, 24, 40, 64})
        for (const int lanes : {1, 2, 4, 8}) {
          const std::string what =
              type + " " + std::to_string(bytes) + " " + std::to_string(columns) + " " + std::to_string(lanes);
          const std::string n = std::to_string(columns);
          std::string text = R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((20, COLUMNS), "TYPE"), C: T.Buffer((COLUMNS, 20), "TYPE")):
    for i, j in T.grid(COLUMNS, 20):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[19 - vj, vi]


def schedule(sch):
    block = sch.get_block("C")
    copy = sch.cache_read(block, 0, "shared")
    i, j = sch.get_loops(block)
    j0, j1 = sch.split(j, [2, 10])
    sch.reorder(j0, i, j1)
    sch.bind(j0, "blockIdx.x")
    sch.compute_at(copy, j0)
    sch.bind(i, "threadIdx.x")
    sch.bind(j1, "threadIdx.y")
    rows, row = sch.get_loops(copy)[-2:]
    outer, lane = sch.split(row, [None, LANES])
    sch.bind(rows, "threadIdx.y")
    sch.vectorize(lane)
    sch.storage_swizzle(copy, 0, BYTES)
)";
          for (const auto& [from, to] : std::map<std::string, std::string>{
                   {"COLUMNS", n}, {"TYPE", type}, {"LANES", std::to_string(lanes)}, {"BYTES", std::to_string(bytes)}})
            for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
              text.replace(at, from.size(), to);
          const Scheduled s = scheduledBy(text, "schedule");
          expectRight(s, what);
          if (HasFailure()) return;
          const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
          forEachStmt(program->lowered.body, [&](const Stmt& x) {
            const auto* store = x.as<BufferStore>();
            vectors += store && swizzleOf(store->buffer->scope) == bytes && store->indices[0].as<Ramp>();
          });
        }
  EXPECT_GT(vectors, 80);
}

}  // namespace
}  // namespace lw
