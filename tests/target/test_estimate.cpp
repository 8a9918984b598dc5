// Estimates of the time of slow programs: parts of their loops run, and say something about the whole.
#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "backends/measure/estimate.h"
#include "backends/measure/loop_parts.h"
#include "backends/targets/targets.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

using testing::HasSubstr;

// Two nests; a fraction of a second.
constexpr const char* kTwoNests = R"(from tvm.script import tir as T

@T.prim_func
def two(A: T.Buffer((512, 512), "float32"), B: T.Buffer((512, 512), "float32"), D: T.Buffer((512, 512), "float32")):
    T.func_attr({"tir.noalias": True})
    C = T.alloc_buffer((512, 512), "float32")
    for i, j, k in T.grid(512, 512, 512):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(512, 512):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.exp(C[vi, vj])
)";

// Later rows take longer.
constexpr const char* kTriangle = R"(from tvm.script import tir as T

@T.prim_func
def triangle(A: T.Buffer((2048, 2048), "float32"), B: T.Buffer((2048,), "float32")):
    for i in range(2048):
        for j in range(i + 1):
            for r in range(64):
                B[i] = B[i] * T.float32(0.5) + A[i, j]
)";

SourceFile fileOf(const char* text) {
  SourceFile file = parseSource("program.py", text);
  EXPECT_FALSE(file.hasErrors());
  return file;
}

TEST(LoopParts, EveryNestGetsParametersForItsOuterLoops) {
  const SourceFile file = fileOf(kTwoNests);
  const PrimFunc lowered = lowerForCpu(file.functions.front());
  const Result<LoopParts> parts = loopParts(lowered);
  ASSERT_TRUE(parts.ok()) << parts.error().message;
  ASSERT_EQ(parts->nests.size(), 2u);
  // The innermost loops stay whole: code depends on their extents.
  ASSERT_EQ(parts->nests[0].axes.size(), 2u);
  EXPECT_EQ(parts->nests[0].axes[0].loop, "i");
  EXPECT_EQ(parts->nests[0].iterations(), 512 * 512);
  ASSERT_EQ(parts->nests[1].axes.size(), 1u);
  EXPECT_EQ(parts->nests[1].iterations(), 512);
  for (const PartNest& nest : parts->nests) EXPECT_EQ(nest.blocks.size(), 1u);
  EXPECT_NE(parts->nests[0].blocks, parts->nests[1].blocks);
  EXPECT_EQ(parts->lowered.params.size(), lowered.params.size() + 6);
}

TEST(LoopParts, AProgramWithoutSuchLoopsIsRefused) {
  const SourceFile file = fileOf(R"(from tvm.script import tir as T

@T.prim_func
def one(A: T.Buffer((4,), "float32")):
    A[0] = T.float32(1)
)");
  const Result<LoopParts> parts = loopParts(lowerForCpu(file.functions.front()));
  ASSERT_FALSE(parts.ok());
  EXPECT_EQ(parts.error().kind, "run.estimate");
  EXPECT_THAT(parts.error().message, HasSubstr("one has no outer loop with a known number of iterations"));
}

TEST(LoopParts, LoopsThatFollowTheDataAreRefused) {
  const SourceFile file = fileOf(R"(from tvm.script import tir as T

@T.prim_func
def rows(N: T.Buffer((64,), "int32"), A: T.Buffer((64,), "float32")):
    for i in range(64):
        for j in range(N[i]):
            A[i] = A[i] + T.float32(1)
)");
  const Result<LoopParts> parts = loopParts(lowerForCpu(file.functions.front()));
  ASSERT_FALSE(parts.ok());
  EXPECT_THAT(parts.error().message, HasSubstr("the data says how often loop j runs"));
}

// Whether an estimate and a measured time agree within the range of the estimate. Both vary on a busy machine, so that
// several attempts are allowed, and the whole is timed before and after.
void expectAgreement(const char* text, int threads = 1) {
  const SourceFile file = fileOf(text);
  const PrimFunc& f = file.functions.front();
  MeasureOptions options;
  options.threads = threads;
  options.repeat = 3;
  options.reference = ReferenceKind::None;
  options.peaks = options.baseline = false;
  std::string seen;
  for (int attempt = 0; attempt < 5; ++attempt) {
    const Result<Measurement> before = measure(file, f, f, options);
    const Result<RunEstimate> estimated = estimate(file, f, f, options);
    const Result<Measurement> after = measure(file, f, f, options);
    ASSERT_TRUE(before.ok() && after.ok());
    ASSERT_TRUE(estimated.ok()) << estimated.error().message;
    EXPECT_LE(estimated->lowMs, estimated->ms);
    EXPECT_LE(estimated->ms, estimated->highMs);
    EXPECT_GT(estimated->share, 0);
    EXPECT_FALSE(estimated->nests.empty());
    const double low = std::min(before->time.min, after->time.min), high = std::max(before->time.max, after->time.max);
    if (estimated->lowMs <= high && estimated->highMs >= low) return;
    seen += estimateText(*estimated) + ", measured " + timeText(low) + " to " + timeText(high) + "\n";
  }
  ADD_FAILURE() << "no estimate fits the measured time:\n" << seen;
}

TEST(Estimate, AgreesWithTheWholeForTwoNests) { expectAgreement(kTwoNests); }

TEST(Estimate, AgreesWithTheWholeWhereIterationsDiffer) { expectAgreement(kTriangle); }

// One of two nested parallel loops runs on threads: the other one is no faster for it.
TEST(LoopParts, OfNestedParallelLoopsTheOutermostRunsOnThreads) {
  const SourceFile file = fileOf(R"(from tvm.script import tir as T

@T.prim_func
def nested(A: T.Buffer((3, 5, 64), "float32")):
    for i in T.parallel(3):
        for j in T.parallel(5):
            for k in range(64):
                A[i, j, k] = T.float32(1)
)");
  const Result<LoopParts> parts = loopParts(lowerForCpu(file.functions.front()));
  ASSERT_TRUE(parts.ok()) << parts.error().message;
  ASSERT_EQ(parts->nests.front().axes.size(), 2u);
  EXPECT_TRUE(parts->nests.front().axes[0].parallel);
  EXPECT_FALSE(parts->nests.front().axes[1].parallel);
}

// Five iterations of the inner loop on each of two threads, which used to count as three rounds of two.
TEST(Estimate, AgreesWithTheWholeForNestedParallelLoops) {
  expectAgreement(R"(from tvm.script import tir as T

@T.prim_func
def nested(A: T.Buffer((2, 5, 16), "float32")):
    for i in T.parallel(2):
        for j in T.parallel(5):
            for k in range(4000000):
                A[i, j, 0] = A[i, j, 0] * T.float32(0.5) + T.float32(1)
)",
                  2);
}

// The second nest reads where the first one says, and a part of it needs all of the first.
constexpr const char* kGather = R"(from tvm.script import tir as T

@T.prim_func
def gather(A: T.Buffer((4096,), "float32"), B: T.Buffer((4096, 4096), "float32")):
    first = T.alloc_buffer((4096,), "int32")
    second = T.alloc_buffer((4096,), "int32")
    for i in range(4096):
        with T.block("first"):
            vi = T.axis.spatial(4096, i)
            first[vi] = 4096 - vi
    for i in range(4096):
        with T.block("second"):
            vi = T.axis.spatial(4096, i)
            second[vi] = (first[vi] - 4096) * 1000000 + vi * 1000001
    for i, j in T.grid(4096, 4096):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[second[vj]]
)";

TEST(LoopParts, NestsThatComputeIndicesAreNeededWhole) {
  const SourceFile file = fileOf(kGather);
  const Result<LoopParts> parts = loopParts(lowerForCpu(file.functions.front()));
  ASSERT_TRUE(parts.ok()) << parts.error().message;
  ASSERT_EQ(parts->nests.size(), 3u);
  EXPECT_THAT(parts->nests[0].before, testing::IsEmpty());
  EXPECT_THAT(parts->nests[1].before, testing::IsEmpty());  // it reads the first one's values, but not by them
  EXPECT_THAT(parts->nests[2].before, testing::ElementsAre(1, 0));
}

TEST(Estimate, AgreesWithTheWholeWhereTheProgramComputesIndices) { expectAgreement(kGather); }

// Every iteration needs the one before: a part from the middle reads outside of A.
TEST(Estimate, ACrashOfAPartIsNotReported) {
  const SourceFile file = fileOf(R"(from tvm.script import tir as T

@T.prim_func
def chain(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    at = T.alloc_buffer((65536,), "int32")
    at[0] = 1
    for i in range(65535):
        at[i + 1] = at[i]
        B[at[i]] = A[(at[i] - 1) * 1000000000]
        for k in range(524288):
            B[k % 64] = B[k % 64] + A[k % 64]
)");
  const PrimFunc& f = file.functions.front();
  const Result<RunEstimate> found = estimate(file, f, f, {.threads = 1, .timeoutSeconds = 5});
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().kind, "run.estimate");
  EXPECT_THAT(found.error().message, HasSubstr("a part of loop i does not run alone"));
}

// The first iteration takes no time, so that the next part is 16 of them, which do not end in time: single ones do.
TEST(Estimate, GoesBackWhereALargerPartDoesNotEnd) {
  const SourceFile file = fileOf(R"(from tvm.script import tir as T

@T.prim_func
def steep(A: T.Buffer((64,), "float32")):
    for i in range(64):
        for j in range(T.min(i, 1) * 120000000):
            A[i] = A[i] * T.float32(0.5) + T.float32(1)
)");
  const PrimFunc& f = file.functions.front();
  const Result<RunEstimate> found = estimate(file, f, f, {.threads = 1, .timeoutSeconds = 0.9});
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_LE(found->share, 1.0 / 16);
  EXPECT_GT(found->highMs, 1000) << "63 iterations of some 100 ms";
}

// A program that would run for an hour has an estimate within seconds, from a small share of its iterations.
TEST(Estimate, TellsTheOrderOfAProgramThatNobodyWaitsFor) {
  const SourceFile file = fileOf(R"(from tvm.script import tir as T

@T.prim_func
def slow(A: T.Buffer((64,), "float32"), C: T.Buffer((1,), "float32")):
    for i, j, k in T.grid(65536, 65536, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("RRR", [i, j, k])
            with T.init():
                C[0] = T.float32(0)
            C[0] = C[0] + A[vk]
)");
  const PrimFunc& f = file.functions.front();
  const Result<RunEstimate> found = estimate(file, f, f, {.timeoutSeconds = 20});
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_GT(found->ms, 20e3) << "275 billion additions that depend on each other";
  EXPECT_LT(found->share, 0.1);
}

TEST(Estimate, OtherTargetsAndPackedWeightsAreRefused) {
  const SourceFile file = fileOf(kTwoNests);
  const PrimFunc& f = file.functions.front();
  MeasureOptions options;
  for (const TargetDescriptor* target : allTargets()) {
    if (target->onThisProcessor) continue;
    options.target = target->name;
    const Result<RunEstimate> found = estimate(file, f, f, options);
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().kind, "run.estimate");
    EXPECT_THAT(found.error().message, HasSubstr("this machine's processor only, not on " + std::string(target->name)));
  }
}

}  // namespace
}  // namespace lw
