// The timeline of one block: its parts follow each other, waits end when what is waited for has happened, and a deeper
// pipeline hides more of the copies.
#include <gmock/gmock.h>

#include "backends/emulator/block_timeline.h"
#include "tests/emulator/gpu_fixture.h"
#include "tests/emulator/phased_program.h"

namespace lw {
namespace {

using namespace lw::test;
using Kind = TimelineSpan::Kind;
using For = TimelineSpan::For;

BlockTimeline timelineOf(const std::string& text, const std::string& schedule = "") {
  const Scheduled s = scheduledBy(schedule.empty() ? text + "\n\ndef schedule(sch):\n    pass\n" : text,
                                  schedule.empty() ? "schedule" : schedule);
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, *findGpuDevice("sm_90"));
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : toText(program.error()));
  const Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
  if (!program || !arguments) return {};
  const Result<std::vector<BlockTimeline>> made =
      blockTimelines(*program, s.scheduled, *arguments, *findGpuDevice("sm_90"));
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : toText(made.error()));
  if (!made || made->size() != 1) return {};
  return made->front();
}

void expectConsistent(const BlockTimeline& t) {
  EXPECT_TRUE(t.complete);
  EXPECT_GT(t.cycles, 0);
  for (const TimelineWarp& warp : t.warps) {
    double end = 0;
    for (const TimelineSpan& span : warp.spans) {
      EXPECT_GE(span.begin, end - 1e-6);
      EXPECT_GT(span.end, span.begin);
      EXPECT_LE(span.busy, (span.end - span.begin) * 1.0001);
      EXPECT_EQ(span.kind == Kind::Wait, span.waitsFor != For::Nothing);
      end = span.end;
    }
    EXPECT_LE(end, t.cycles + 1e-6);
    EXPECT_NEAR(warp.of(Kind::Compute) + warp.of(Kind::Copy) + warp.of(Kind::Wait), end, 1e-3) << "there are gaps";
  }
  for (const TimelineCopy& copy : t.copies) EXPECT_GT(copy.end, copy.begin);
  EXPECT_LE(t.overlapped, t.inFlight + 1e-6);
  EXPECT_LE(t.inFlight, t.cycles + 1e-6);
}

TEST(Timeline, OfAProducerAndItsConsumers) {
  const BlockTimeline t = timelineOf(phasedProgram());
  expectConsistent(t);
  ASSERT_EQ(t.warps.size(), 5u);   // 128 consumers, and the producer's
  ASSERT_EQ(t.copies.size(), 4u);  // of the first block, which has 4 rows
  for (const TimelineCopy& copy : t.copies) {
    EXPECT_EQ(copy.warp, 4);
    EXPECT_EQ(copy.bytes, 2048);
  }
  // The first two tiles are under way together; the third one needs the buffer of the first.
  EXPECT_LT(t.copies[1].begin, t.copies[0].end);
  EXPECT_GE(t.copies[2].begin, t.copies[0].end);
  EXPECT_EQ(t.warps[4].of(Kind::Compute) < t.warps[4].of(Kind::Wait), true) << "the producer waits most of the time";
  for (size_t w = 0; w < 4; ++w) {
    std::vector<TimelineSpan> waits;
    for (const TimelineSpan& span : t.warps[w].spans)
      if (span.waitsFor == For::Phase) waits.push_back(span);
    ASSERT_GE(waits.size(), 2u);
    EXPECT_NEAR(waits[0].end, t.copies[0].end, 1e-6) << "goes on when the first tile has arrived";
    EXPECT_EQ(t.warps[w].of(Kind::Copy), 0);
  }
}

TEST(Timeline, OfDeeperPipelinesHasMoreOverlap) {
  const std::string deep = contents(LW_SOURCE_DIR "/samples/gpu/multistage.py");
  std::string shallow = deep;
  const std::string stages = "\"software_pipeline_stage\", [0, 0, 3]";
  ASSERT_NE(shallow.find(stages), std::string::npos);
  shallow.replace(shallow.find(stages), stages.size(), "\"software_pipeline_stage\", [0, 0, 1]");
  const BlockTimeline three = timelineOf(deep, "schedule"), one = timelineOf(shallow, "schedule");
  expectConsistent(three);
  expectConsistent(one);
  ASSERT_EQ(three.warps.size(), 4u);
  EXPECT_FALSE(three.copies.empty());
  double bytesOfThree = 0, bytesOfOne = 0, waitThree = 0, waitOne = 0;
  for (const TimelineCopy& c : three.copies) bytesOfThree += static_cast<double>(c.bytes);
  for (const TimelineCopy& c : one.copies) bytesOfOne += static_cast<double>(c.bytes);
  EXPECT_EQ(bytesOfThree, bytesOfOne);
  const auto waitsForCopies = [](const BlockTimeline& t) {
    double sum = 0;
    for (const TimelineWarp& w : t.warps)
      for (const TimelineSpan& s : w.spans) sum += s.waitsFor == For::Copies ? s.end - s.begin : 0;
    return sum;
  };
  waitThree = waitsForCopies(three), waitOne = waitsForCopies(one);
  EXPECT_LT(waitThree, waitOne);
  EXPECT_LT(three.cycles, one.cycles);
}

// Consumers go on together behind the named barrier, which is the last that they wait for.
TEST(Timeline, ANamedBarrierHoldsItsWarps) {
  const BlockTimeline t = timelineOf(contents(LW_SOURCE_DIR "/samples/gpu/specialized.py"), "staged");
  expectConsistent(t);
  ASSERT_EQ(t.warps.size(), 5u);
  double last[4] = {};
  for (size_t w = 0; w < 4; ++w)
    for (const TimelineSpan& span : t.warps[w].spans)
      if (span.kind == Kind::Compute) last[w] = span.begin;
  for (size_t w = 1; w < 4; ++w) EXPECT_NEAR(last[w], last[0], 1e-6);
}

// A tensor store is a copy of the thread that issues it, which waits until the tile was read.
TEST(Timeline, OfATensorStore) {
  const BlockTimeline t = timelineOf(contents(LW_SOURCE_DIR "/samples/gpu/hopper_matmul.py"), "stored_by_tensors");
  expectConsistent(t);
  ASSERT_FALSE(t.copies.empty());
  const TimelineCopy& last = t.copies.back();
  EXPECT_EQ(last.warp, 0);
  EXPECT_EQ(last.bytes, 64 * 64 * 4);
  ASSERT_FALSE(t.warps[0].spans.empty());
  const auto waits = std::count_if(t.warps[0].spans.begin(), t.warps[0].spans.end(),
                                   [](const TimelineSpan& span) { return span.waitsFor == For::Copies; });
  EXPECT_EQ(waits, 1);
}

TEST(Timeline, ABarrierHoldsAllWarps) {
  const BlockTimeline t = timelineOf(R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    for t in T.thread_binding(64, thread="threadIdx.x"):
        with T.block("root"):
            S = T.alloc_buffer((64,), scope="shared")
            with T.block("S"):
                vt = T.axis.spatial(64, t)
                S[vt] = A[vt]
            T.evaluate(T.tvm_storage_sync("shared"))
            with T.block("C"):
                vt = T.axis.spatial(64, t)
                C[vt] = S[63 - vt]
)");
  expectConsistent(t);
  ASSERT_EQ(t.warps.size(), 2u);
  EXPECT_TRUE(t.copies.empty());
  for (const TimelineWarp& warp : t.warps)
    EXPECT_TRUE(std::any_of(warp.spans.begin(), warp.spans.end(),
                            [](const TimelineSpan& s) { return s.waitsFor == For::Block; }));
}

}  // namespace
}  // namespace lw
