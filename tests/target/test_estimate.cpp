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
void expectAgreement(const char* text) {
  const SourceFile file = fileOf(text);
  const PrimFunc& f = file.functions.front();
  MeasureOptions options;
  options.threads = 1;
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
    const double low = std::min(before->time.min, after->time.min), high = std::max(before->time.max, after->time.max);
    if (estimated->lowMs <= high && estimated->highMs >= low) return;
    seen += estimateText(*estimated) + ", measured " + timeText(low) + " to " + timeText(high) + "\n";
  }
  ADD_FAILURE() << "no estimate fits the measured time:\n" << seen;
}

TEST(Estimate, AgreesWithTheWholeForTwoNests) { expectAgreement(kTwoNests); }

TEST(Estimate, AgreesWithTheWholeWhereIterationsDiffer) { expectAgreement(kTriangle); }

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
  EXPECT_LT(found->spentMs, 20e3);
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
