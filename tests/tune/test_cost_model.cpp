#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/te/read_program.h"
#include "core/tune/cost_model.h"
#include "tests/tune/recorded_times.h"

namespace lw::tune {
namespace {

constexpr const char* kProduct = R"(
@T.prim_func
def product(A: T.Buffer((512, 512), "float32"), B: T.Buffer((512, 512), "float32"), C: T.Buffer((512, 512), "float32")):
    for i, j, k in T.grid(512, 512, 512):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

def naive(sch):
    pass

def reordered(sch):
    i, j, k = sch.get_loops("C")
    sch.reorder(i, k, j)

def tile(sch, rows, width):
    i, j, k = sch.get_loops("C")
    io, ii = sch.split(i, [None, rows])
    jo, ji = sch.split(j, [None, width])
    sch.reorder(jo, io, k, ii, ji)
    sch.decompose_reduction("C", k)
    sch.vectorize(ji)
    sch.unroll(ii)

def small_tile(sch):
    tile(sch, 1, 16)

def good_tile(sch):
    tile(sch, 8, 32)

def large_tile(sch):
    tile(sch, 32, 64)

def across(sch):
    # Vectors lie across the rows of A and C: each takes one element from every row.
    i, j, k = sch.get_loops("C")
    io, ii = sch.split(i, [None, 32])
    sch.reorder(io, k, j, ii)
    sch.decompose_reduction("C", k)
    sch.vectorize(ii)

def parallel(sch):
    tile(sch, 8, 32)
    sch.parallel(sch.get_loops("C_update")[0])
)";

Machine zen4() {
  return {.vectorBits = 512,
          .vectorRegisters = 32,
          .threads = 1,
          .caches = {32 << 10, 1 << 20, 32 << 20},
          .roofs = {.gflops32 = 118, .gflops64 = 59, .gbps = {107, 47, 10}}};
}

double draftOf(const char* text, const char* function, const Machine& machine = zen4()) {
  auto file = std::make_shared<const SourceFile>(readProgram("product.py", text));
  const auto made = Space(file, function, Schedule(Snapshot(file->functions.at(0)))).candidate({}, 1);
  if (const auto* refused = std::get_if<RefusedCandidate>(&made)) ADD_FAILURE() << refused->why.message;
  const Features f = featuresOf(std::get<Candidate>(made).schedule.program().function(), machine);
  const double ms = draftModel()->expect(std::vector{f})[0];
  EXPECT_EQ(ms, f.draftMs);
  return ms;
}

TEST(DraftModel, OrdersSchedulesOfAProduct) {
  const double naive = draftOf(kProduct, "naive"), reordered = draftOf(kProduct, "reordered"),
               good = draftOf(kProduct, "good_tile");
  EXPECT_GT(naive, 5 * reordered);
  EXPECT_GT(reordered, 1.5 * good);
  EXPECT_GT(draftOf(kProduct, "small_tile"), 2 * good);    // one sum waits for itself
  EXPECT_GT(draftOf(kProduct, "large_tile"), 1.5 * good);  // 128 sums do not fit into 32 registers
  EXPECT_GT(draftOf(kProduct, "across"), 5 * good);
  // 2 * 512^3 operations at 118 GFLOP/s take 2.27 ms.
  EXPECT_GT(good, 2.27);
  EXPECT_LT(good, 2 * 2.27);
}

TEST(DraftModel, KnowsThreads) {
  Machine two = zen4();
  two.threads = 2;
  two.roofs = {.gflops32 = 236, .gflops64 = 118, .gbps = {214, 94, 10}};
  EXPECT_LT(draftOf(kProduct, "parallel", two), 0.6 * draftOf(kProduct, "good_tile", two));
  EXPECT_EQ(draftOf(kProduct, "parallel"), draftOf(kProduct, "good_tile"));
}

TEST(DraftModel, WorksWithoutMeasuredRoofs) {
  const Machine unknown{.vectorBits = 256, .vectorRegisters = 16};
  EXPECT_GT(draftOf(kProduct, "naive", unknown), 3 * draftOf(kProduct, "reordered", unknown));
  EXPECT_TRUE(std::isfinite(draftOf(kProduct, "naive", unknown)));
}

constexpr const char* kTransposed = R"(
@T.prim_func
def turned(A: T.Buffer((2048, 2048), "float32"), B: T.Buffer((2048, 2048), "float32")):
    for i, j in T.grid(2048, 2048):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi] * T.float32(2)

def rows(sch):
    pass

def squares(sch):
    i, j = sch.get_loops("B")
    io, ii = sch.split(i, [None, 16])
    jo, ji = sch.split(j, [None, 16])
    sch.reorder(io, jo, ii, ji)
)";

TEST(DraftModel, PrefersSquaresWhereRowsMeetColumns) {
  EXPECT_GT(draftOf(kTransposed, "rows"), 1.3 * draftOf(kTransposed, "squares"));
}

TEST(NoModel, ExpectsTheSameOfAll) {
  const std::vector<Features> two = {{.draftMs = 1}, {.draftMs = 2}};
  EXPECT_EQ(noModel()->expect(two), (std::vector<double>{1, 1}));
}

std::vector<Sample> recordedSamples(const std::string& name, const char* function) {
  const std::string folder = LW_SOURCE_DIR "/tests/tune/";
  return samplesOf(openSpace(folder + "spaces/" + name + ".py", function),
                   recordedIn(folder + "recorded/" + name + ".jsonl"), zen4());
}

double correlationOf(const CostModel& model, std::span<const Sample> samples) {
  std::vector<Features> features;
  std::vector<double> ms;
  for (const Sample& s : samples) {
    features.push_back(s.features);
    ms.push_back(s.ms);
  }
  return rankCorrelation(model.expect(features), ms);
}

TEST(LearnedModel, OrdersUnseenCandidatesBetterThanTheDraft) {
  for (const auto& [name, function] : {std::pair{"matmul", "tiled"}, {"conv2d", "tiled"}, {"softmax", "rows"}}) {
    const std::vector<Sample> all = recordedSamples(name, function);
    ASSERT_EQ(all.size(), 192u);
    // Each third is unseen once.
    double drafted = 0, learned = 0;
    for (int third = 0; third < 3; ++third) {
      std::vector<Sample> known, unseen;
      for (size_t i = 0; i < all.size(); ++i) (static_cast<int>(i) / 64 == third ? unseen : known).push_back(all[i]);
      drafted += correlationOf(*draftModel(), unseen) / 3;
      learned += correlationOf(*learnedModel()->learned(known), unseen) / 3;
    }
    EXPECT_GT(drafted, 0.75) << name;
    EXPECT_GT(learned, 0.82) << name;
    EXPECT_GT(learned, drafted) << name;
  }
}

TEST(LearnedModel, TheSameSamplesGiveTheSameModel) {
  const std::vector<Sample> all = recordedSamples("softmax", "rows");
  const auto known = std::span(all).first(64);
  std::vector<Features> unseen;
  for (const Sample& s : std::span(all).subspan(64)) unseen.push_back(s.features);
  const auto one = learnedModel()->learned(known);
  EXPECT_EQ(one->expect(unseen), learnedModel()->learned(known)->expect(unseen));
  // What was learned before leaves no traces.
  EXPECT_EQ(one->expect(unseen), one->learned(known)->expect(unseen));
  EXPECT_NE(one->expect(unseen), one->learned(std::span(all).first(96))->expect(unseen));
}

TEST(LearnedModel, IsTheDraftUntilThereAreSixteenSamples) {
  const std::vector<Sample> all = recordedSamples("softmax", "rows");
  std::vector<Features> unseen;
  for (const Sample& s : std::span(all).subspan(64)) unseen.push_back(s.features);
  const std::vector<double> drafted = draftModel()->expect(unseen);
  EXPECT_EQ(learnedModel()->expect(unseen), drafted);
  EXPECT_EQ(learnedModel()->learned(std::span(all).first(15))->expect(unseen), drafted);
  EXPECT_NE(learnedModel()->learned(std::span(all).first(16))->expect(unseen), drafted);
  EXPECT_TRUE(learnedModel()->expect({}).empty());
}

TEST(LearnedModel, IsTheDraftWhereTheLibraryRefusesTheRows) {
  std::vector<Sample> samples;
  for (int i = 0; i < 20; ++i) samples.push_back({{{}, 1.0 + i}, 2.0});  // no stores at all
  EXPECT_EQ(learnedModel()->learned(samples)->expect(std::vector{samples[3].features}), std::vector{4.0});
  for (Sample& s : samples) s.features.rows.assign(1, {std::numeric_limits<float>::infinity()});
  EXPECT_EQ(learnedModel()->learned(samples)->expect(std::vector{samples[3].features}), std::vector{4.0});
}

TEST(LearnedModel, FailedCandidatesAreExpectedToBeSlow) {
  std::vector<Sample> all = recordedSamples("matmul", "tiled");
  const std::vector<std::string> names = featureNames();
  const auto column = static_cast<size_t>(std::find(names.begin(), names.end(), "vector_asked") - names.begin());
  // All with vectors fail, though they are the fast ones.
  const auto asked = [&](const Sample& s) { return s.features.rows.back()[column] == 1; };
  for (Sample& s : all)
    if (asked(s)) s.ms = std::numeric_limits<double>::infinity();
  const auto model = learnedModel()->learned(std::span(all).first(128));
  double failed = 0, others = 0;
  int failures = 0, count = 0;
  for (const Sample& s : std::span(all).subspan(128)) {
    const double expected = std::log(model->expect(std::vector{s.features})[0]);
    (asked(s) ? failed : others) += expected;
    ++(asked(s) ? failures : count);
  }
  ASSERT_GT(failures, 10);
  ASSERT_GT(count, 5);
  EXPECT_GT(failed / failures, others / count + std::log(4));
}

}  // namespace
}  // namespace lw::tune
