#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "core/script/schedule_script.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "core/tune/cost_model.h"
#include "core/tune/model/cache_use.h"
#include "core/tune/model/inner_tile.h"
#include "core/tune/space.h"

namespace lw::tune {
namespace {

constexpr const char* kProduct = R"(
@T.prim_func
def product(A: T.Buffer((16, 64), "float32"), B: T.Buffer((64, 32), "float32"), C: T.Buffer((16, 32), "float32")):
    for i, j, k in T.grid(16, 32, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

def naive(sch):
    pass

def tile(sch):
    i, j, k = sch.get_loops("C")
    io, ii = sch.split(i, [None, 4])
    sch.reorder(io, k, ii, j)
    sch.decompose_reduction("C", k)
    sch.unroll(ii)
    sch.vectorize(j)
    sch.parallel(io)

def packed(sch):
    right = sch.cache_read("C", 1, "global")
    sch.transform_layout(right, ("write", 0), lambda k, n: (n // 8, k, n % 8))
    i, j, k = sch.get_loops("C")
    jo, ji = sch.split(j, [None, 8])
    sch.reorder(i, jo, k, ji)

def padded(sch):
    left = sch.cache_read("C", 0, "global")
    sch.storage_align(left, 0, 0, 32, 16)
    rows = sch.get_loops("C")[0]
    sch.prefetch("B", rows, 1)
    sch.annotate(left, "pragma_stream_stores", 1)
)";

Machine wide() {
  return {.vectorBits = 512, .vectorRegisters = 32, .threads = 2, .caches = {32 << 10, 1 << 20, 32 << 20}};
}

PrimFunc scheduled(const char* text, const char* function) {
  auto file = std::make_shared<const SourceFile>(readProgram("product.py", text));
  const Space space(file, function, Schedule(Snapshot(file->functions.at(0))));
  const auto made = space.candidate({}, 1);
  if (const auto* refused = std::get_if<RefusedCandidate>(&made)) ADD_FAILURE() << refused->why.message;
  return std::get<Candidate>(made).schedule.program().function();
}

struct NamedRow {
  const std::vector<float>& row;
  float operator[](const std::string& name) const {
    static const std::vector<std::string> names = featureNames();
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) ADD_FAILURE() << "no feature " << name;
    return at == names.end() ? -1 : row[static_cast<size_t>(at - names.begin())];
  }
};

TEST(Features, EveryNumberHasANameOfItsOwn) {
  const std::vector<std::string> names = featureNames();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const std::vector<float>& row : featuresOf(scheduled(kProduct, "tile"), wide()).rows)
    EXPECT_EQ(row.size(), names.size());
}

TEST(Features, OfAnUnscheduledProduct) {
  const Features f = featuresOf(scheduled(kProduct, "naive"), wide());
  ASSERT_EQ(f.rows.size(), 2u);
  const NamedRow start{f.rows[0]}, sum{f.rows[1]};
  EXPECT_EQ(start["initial"], 1);
  EXPECT_EQ(start["executions"], 16 * 32);
  EXPECT_EQ(sum["executions"], 16 * 32 * 64);
  EXPECT_EQ(sum["operations"], 2 * 16 * 32 * 64);
  EXPECT_EQ(sum["multiply_adds"], 1);
  EXPECT_EQ(sum["multiplies"], 0);
  EXPECT_EQ(sum["adds"], 0);
  EXPECT_EQ(sum["update"], 1);
  EXPECT_EQ(sum["reads"], 2);  // the element that is updated is not one of them
  EXPECT_EQ(sum["loops"], 3);
  EXPECT_EQ(sum["loop0_trips"], 64);
  EXPECT_EQ(sum["read0_stride0"], 1);   // A along k
  EXPECT_EQ(sum["read0_stride1"], 0);   // and along j
  EXPECT_EQ(sum["read1_stride0"], 32);  // B along k
  EXPECT_EQ(sum["read1_stride1"], 1);
  EXPECT_EQ(sum["write_stride0"], 0);
  EXPECT_EQ(sum["write_reuses"], 64);
  EXPECT_EQ(sum["vector_asked"] + sum["vector_found"], 0);
  EXPECT_EQ(sum["parallel"], 1);
  // A line of each buffer; 4 lines of a row of A, 64 of a column of B, one of C; all rows of B.
  EXPECT_EQ(sum["loop0_footprint"], 3 * 64);
  EXPECT_EQ(sum["loop1_footprint"], (4 + 64 + 1) * 64);
  EXPECT_EQ(sum["loop2_footprint"], (4 + 128 + 2) * 64);
  EXPECT_EQ(sum["function_footprint"], (64 + 128 + 32) * 64);
  EXPECT_EQ(sum["cache1_traffic"], 0);  // all of it fits
}

TEST(Features, OfATileInRegisters) {
  const Features f = featuresOf(scheduled(kProduct, "tile"), wide());
  ASSERT_EQ(f.rows.size(), 2u);
  const NamedRow sum{f.rows[1]};
  EXPECT_EQ(sum["vector_asked"], 1);
  EXPECT_EQ(sum["vector_length"], 32);
  EXPECT_EQ(sum["vectors"], 2);
  EXPECT_EQ(sum["lane_use"], 1);
  EXPECT_EQ(sum["unrolled"], 4);
  EXPECT_EQ(sum["code"], 8);
  EXPECT_EQ(sum["repeats"], 64);
  EXPECT_EQ(sum["tiles"], 4 * 64);
  EXPECT_EQ(sum["tile_multiply_adds"], 8);
  EXPECT_EQ(sum["sums"], 8);
  EXPECT_EQ(sum["registers"], 8 + 2 + 1);
  EXPECT_EQ(sum["spilled"], 0);
  EXPECT_EQ(sum["sums_in_registers"], 1);
  EXPECT_EQ(sum["chain"], 1);
  EXPECT_EQ(sum["broadcast_reads"], 1);
  EXPECT_EQ(sum["contiguous_reads"], 1);
  EXPECT_FLOAT_EQ(sum["tile_loads"], 4 + 2 + 8.0f / 64);  // the sums are loaded once for the whole reduction
  EXPECT_FLOAT_EQ(sum["loads_per_multiply_add"], (6 + 8.0f / 64) / 8);
  EXPECT_EQ(sum["parallel"], 4);
  EXPECT_EQ(sum["threads"], 2);
  EXPECT_EQ(sum["balance"], 1);
}

TEST(Features, NarrowRegistersSpill) {
  const PrimFunc tile = scheduled(kProduct, "tile");
  Machine narrow = wide();
  narrow.vectorBits = 128;
  narrow.vectorRegisters = 16;
  const Features f = featuresOf(tile, narrow);
  const NamedRow sum{f.rows[1]};
  EXPECT_EQ(sum["vectors"], 8);
  EXPECT_EQ(sum["sums"], 32);
  EXPECT_EQ(sum["spilled"], 32 + 8 + 1 - 16);
  EXPECT_EQ(sum["sums_in_registers"], 0);
}

TEST(Features, APackedPanelIsReadContiguously) {
  const StoreTable table = storeTable(scheduled(kProduct, "packed"));
  ASSERT_EQ(table.stores.size(), 3u);
  const TableStore& sum = table.stores[2];
  const TableAccess& panel = sum.accesses[2];
  const TableBuffer& buffer = table.buffers[static_cast<size_t>(panel.buffer)];
  EXPECT_EQ(buffer.strides, (std::vector<double>{512, 8, 1}));
  const std::vector<int>& loops = sum.loops;  // i, jo, k, ji
  EXPECT_EQ(movementIn(panel, buffer, loops[1]).stride, 512);
  EXPECT_EQ(movementIn(panel, buffer, loops[2]).stride, 8);
  EXPECT_EQ(movementIn(panel, buffer, loops[3]).stride, 1);
  for (const int loop : loops) EXPECT_TRUE(movementIn(panel, buffer, loop).regular);
  // The copy walks along rows of 32, and writes 8 elements to each panel.
  const TableAccess& copied = table.stores[0].accesses.back();
  const Movement m = movementIn(copied, buffer, table.stores[0].loops[1]);
  EXPECT_FALSE(m.regular);
  EXPECT_EQ(m.stride, 1);
}

// What is packed before the calls is not in their time.
TEST(Features, PackingOfWeightsIsLeftOut) {
  constexpr const char* kWeights = R"(
@T.prim_func
def layer(X: T.Buffer((16, 64), "float32"), W: T.Buffer((64, 32), "float32"), Y: T.Buffer((16, 32), "float32")):
    T.func_attr({"layout_free_buffers": [1]})
    for i, j, k in T.grid(16, 32, 64):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vk, vj]

def packed(sch):
    panels = sch.cache_read("Y", 1, "global")
    sch.transform_layout(panels, ("write", 0), lambda k, n: (n // 8, k, n % 8))
    i, j, k = sch.get_loops("Y")
    jo, ji = sch.split(j, [None, 8])
    sch.reorder(i, jo, k, ji)

def once(sch):
    packed(sch)
    sch.annotate(sch.get_producers("Y")[0], "meta_schedule.layout_rewrite_preproc", True)
)";
  const PrimFunc packed = scheduled(kWeights, "packed"), once = scheduled(kWeights, "once");
  EXPECT_EQ(storeTable(packed).stores.size(), 3u);
  const StoreTable table = storeTable(once);
  ASSERT_EQ(table.stores.size(), 2u);
  // The panels are there as a whole.
  const TableAccess& panel = table.stores[1].accesses[2];
  EXPECT_EQ(table.buffers[static_cast<size_t>(panel.buffer)].strides, (std::vector<double>{512, 8, 1}));
  EXPECT_EQ(storeTable(once, Packing::InEveryCall).stores.size(), 3u);
  const Features all = featuresOf(packed, wide()), calls = featuresOf(once, wide());
  EXPECT_EQ(all.rows.size(), 3u);
  EXPECT_EQ(calls.rows.size(), 2u);
  EXPECT_LT(calls.draftMs, all.draftMs);
  EXPECT_LT(NamedRow{calls.rows[1]}["function_footprint"], NamedRow{all.rows[2]}["function_footprint"]);
  Machine gpu;
  gpu.gpu = GpuFacts{};
  EXPECT_EQ(featuresOf(once, gpu).rows.size(), 3u);
}

TEST(Features, AlignedRowsPrefetchesAndStreamingStores) {
  const PrimFunc padded = scheduled(kProduct, "padded");
  const StoreTable table = storeTable(padded);
  const TableStore& copy = table.stores[0];
  EXPECT_EQ(table.buffers[static_cast<size_t>(copy.accesses.back().buffer)].strides, (std::vector<double>{80, 1}));
  EXPECT_TRUE(copy.streams);
  EXPECT_FALSE(table.stores[1].streams);
  EXPECT_EQ(table.prefetches, 16 * 64 * 2);  // two lines of each row of B
  EXPECT_EQ(NamedRow{featuresOf(padded, wide()).rows[0]}["copied_bytes"], 16 * 64 * 4);
}

TEST(Features, OnlyThePartOfACacheThatIsUsedAtATimeIsAllocated) {
  constexpr const char* kCopy = R"(
@T.prim_func
def copies(A: T.Buffer((64, 128), "float32"), B: T.Buffer((64, 128), "float32")):
    for i, j in T.grid(64, 128):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)

def schedule(sch):
    copy = sch.cache_read("B", 0, "global")
    rows, _ = sch.split(sch.get_loops("B")[0], [None, 4])
    sch.compute_at(copy, rows)
)";
  const StoreTable table = storeTable(scheduled(kCopy, "schedule"));
  const TableAccess& copied = table.stores[0].accesses.back();
  EXPECT_EQ(table.buffers[static_cast<size_t>(copied.buffer)].extents, (std::vector<double>{4, 128}));
}

TEST(Features, AFunctionOfWhatStaysTheSameInTheInnerLoopsIsComputedBeforeThem) {
  constexpr const char* kRows = R"(
@T.prim_func
def rows(X: T.Buffer((32, 128), "float32"), S: T.Buffer((32,), "float32"), Y: T.Buffer((32, 128), "float32")):
    for i, j in T.grid(32, 128):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = T.exp(X[vi, vj]) / T.sqrt(S[vi])

def schedule(sch):
    pass
)";
  const OperationCounts o = storeTable(scheduled(kRows, "schedule")).stores[0].operations;
  EXPECT_EQ(o.functions, 1 + 1.0 / 128);
  EXPECT_EQ(o.divisions, 1);
}

TEST(Features, SquaresAreTransposedAndNeighboursShareTheirReads) {
  constexpr const char* kPrograms = R"(
@T.prim_func
def turned(A: T.Buffer((256, 256), "float32"), B: T.Buffer((256, 256), "float32")):
    for i, j in T.grid(256, 256):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]

def squares(sch):
    i, j = sch.get_loops("B")
    io, ii = sch.split(i, [None, 16])
    jo, ji = sch.split(j, [None, 16])
    sch.reorder(io, jo, ii, ji)
    sch.unroll(ii)
    sch.vectorize(ji)

def gathered(sch):
    sch.vectorize(sch.split(sch.get_loops("B")[1], [None, 16])[1])
)";
  const Features squares = featuresOf(scheduled(kPrograms, "squares"), wide()),
                 gathered = featuresOf(scheduled(kPrograms, "gathered"), wide());
  EXPECT_EQ(NamedRow{squares.rows[0]}["tile_loads"], 16);
  EXPECT_EQ(NamedRow{squares.rows[0]}["tile_gathers"], 0);
  EXPECT_EQ(NamedRow{gathered.rows[0]}["tile_gathers"], NamedRow{gathered.rows[0]}["tile_loads"]);

  constexpr const char* kWindow = R"(
@T.prim_func
def window(X: T.Buffer((66, 16), "float32"), Y: T.Buffer((64, 16), "float32")):
    for i, j, r in T.grid(64, 16, 3):
        with T.block("Y"):
            vi, vj, vr = T.axis.remap("SSR", [i, j, r])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + X[vi + vr, vj]

def schedule(sch):
    i, j, r = sch.get_loops("Y")
    io, ii = sch.split(i, [None, 4])
    sch.reorder(io, r, ii, j)
    sch.decompose_reduction("Y", r)
    sch.unroll(r)
    sch.unroll(ii)
    sch.vectorize(j)
)";
  const Features window = featuresOf(scheduled(kWindow, "schedule"), wide());
  const NamedRow sum{window.rows[1]};
  EXPECT_EQ(sum["expanded"], 12);
  EXPECT_EQ(sum["tile_loads"], 6 + 4);  // rows 0 to 5 of X, and the sums
}

// Each column of a matrix of 1 MiB is walked down: a line for each element, and none is there any more when its
// neighbour is read.
TEST(Features, TrafficCountsLinesThatDoNotStay) {
  constexpr const char* kColumns = R"(
@T.prim_func
def columns(A: T.Buffer((4096, 64), "float32"), B: T.Buffer((64, 4096), "float32")):
    for j, i in T.grid(64, 4096):
        with T.block("B"):
            vj, vi = T.axis.remap("SS", [j, i])
            B[vj, vi] = A[vi, vj]

def schedule(sch):
    pass
)";
  const StoreTable table = storeTable(scheduled(kColumns, "schedule"));
  const CacheUse use = cacheUse(table, {32 << 10, 1 << 20, 32 << 20});
  EXPECT_EQ(use.footprint, 2.0 * (1 << 20));
  const StoreTraffic& t = use.stores[0];
  EXPECT_EQ(t.footprints[0], 4096 * 64 + 4096 * 4);
  // A: 64 columns of 4096 lines. B: each line is read and written back once.
  EXPECT_EQ(t.traffic[0], 64.0 * 4096 * 64 + 2 * (1 << 20));
  EXPECT_EQ(t.traffic[1], (1 << 20) + 2.0 * (1 << 20));
  EXPECT_EQ(t.traffic[2], 0);
  EXPECT_EQ(t.iterationsInside[2], 64 * 4096);
  // Lines 256 bytes apart fall on a quarter of the sets. In 512 KiB only 2048 of the 4096 have room, though all of them
  // take no more than 256 KiB.
  EXPECT_EQ(cacheUse(table, {512 << 10}).stores[0].traffic[0], t.traffic[0]);
}

// Whatever a program does, its numbers are numbers: opaque calls, tensor instructions, threads of a GPU, unknown sizes.
TEST(Features, OfAllSamplesAreFinite) {
  int programs = 0;
  for (const char* folder : {"kernels", "hardware", "gpu", "transforms", "composites"})
    for (const auto& entry : std::filesystem::directory_iterator(LW_SOURCE_DIR "/samples/" + std::string(folder))) {
      if (entry.path().extension() != ".py") continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      const SourceFile file = readProgram(entry.path().string(), text.str());
      if (file.functions.empty()) continue;
      const Schedule start(Snapshot(*file.select("")).withIntrinsics(file.intrinsics));
      const ScriptRun run = interpretSchedule(file, "", start);
      for (const Schedule* schedule : {&start, &run.schedule}) {
        const Features f = featuresOf(schedule->program().function(), wide());
        EXPECT_FALSE(f.rows.empty()) << entry.path();
        EXPECT_TRUE(std::isfinite(f.draftMs) && f.draftMs > 0) << entry.path() << " " << f.draftMs;
        for (const std::vector<float>& row : f.rows)
          EXPECT_TRUE(std::all_of(row.begin(), row.end(), [](float v) { return std::isfinite(v); })) << entry.path();
        ++programs;
      }
    }
  EXPECT_GT(programs, 40);
}

// Schedules for a GPU, the fastest first: what coalesces, tiles and fills the device costs less.
TEST(GpuDraft, OrdersSchedules) {
  const SourceFile file = readProgram("gpu.py", R"(
@T.prim_func
def product(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
    for i, j, k in T.grid(1024, 1024, 1024):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

def bound(sch, i, j, rows, columns):
    i0, i1 = sch.split(i, [None, rows])
    j0, j1 = sch.split(j, [None, columns])
    sch.reorder(i0, j0, i1, j1)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    return i1, j1

def tiles(sch):
    result = sch.cache_write("C", 0, "local")
    i, j, k = sch.get_loops("C")
    i1, j1 = bound(sch, i, j, 64, 64)
    i1, i2 = sch.split(i1, [None, 8])
    j1, j2 = sch.split(j1, [None, 8])
    k0, k1 = sch.split(k, [None, 8])
    sch.reorder(i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(result, j1)
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    for operand in range(2):
        copy = sch.cache_read("C", operand, "shared")
        sch.compute_at(copy, k0)
        ax0, ax1 = sch.get_loops(copy)[-2:]
        rest, ty, tx = sch.split(sch.fuse(ax0, ax1), [None, 8, 8])
        sch.bind(ty, "threadIdx.y")
        sch.bind(tx, "threadIdx.x")

def naive(sch):
    i, j, k = sch.get_loops("C")
    i1, j1 = bound(sch, i, j, 16, 16)
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")

def strided(sch):
    i, j, k = sch.get_loops("C")
    i1, j1 = bound(sch, i, j, 16, 16)
    sch.bind(i1, "threadIdx.x")
    sch.bind(j1, "threadIdx.y")

def one_block(sch):
    i, j, k = sch.get_loops("C")
    sch.bind(j, "threadIdx.x")
)");
  ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
  double before = 0;
  for (const char* name : {"tiles", "naive", "strided", "one_block"}) {
    const ScriptRun run = interpretScheduleOf(file, name, Schedule(Snapshot(file.functions.at(0))));
    ASSERT_FALSE(run.error) << name << ": " << toText(*run.error);
    const Features features = featuresOf(run.schedule.program().function(), Machine());
    EXPECT_GT(features.draftMs, before) << name;
    EXPECT_FALSE(features.rows.empty());
    before = features.draftMs;
  }
}

}  // namespace
}  // namespace lw::tune
