// Schedules from the cost model: they give what the program gives, and are found in the store the second time.
#include "backends/tune/drafts.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "backends/interpreter/evaluate_kernel.h"
#include "core/te/read_program.h"
#include "core/text/print/printer.h"

namespace lw::tune {
namespace {

namespace fs = std::filesystem;

constexpr const char* kText = R"(
@T.prim_func
def product(A: T.Buffer((60, 70), "float32"), B: T.Buffer((70, 80), "float32"), C: T.Buffer((60, 80), "float32")):
    for i, j, k in T.grid(60, 80, 70):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

@T.prim_func
def single(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
    B[0] = A[0]
)";

class Drafts : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("lw_drafts_" + std::to_string(getpid()));
    const SourceFile file = readProgram("programs.py", kText);
    for (const PrimFunc& f : file.functions) programs_.emplace_back(f);
    ASSERT_EQ(programs_.size(), 2u);
  }
  void TearDown() override { fs::remove_all(folder_); }

  MeasureOptions kept() const {
    MeasureOptions options{.threads = 1};
    options.cpu.objects = folder_;
    return options;
  }
  // Drafts, and the code of kernels that were timed.
  std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    if (fs::exists(folder_))
      for (const auto& entry : fs::directory_iterator(folder_)) all.push_back(entry.path());
    return all;
  }
  static std::string textOf(const DraftedSchedule& draft) { return print(draft.schedule.program().function(0)).text; }

  fs::path folder_;
  std::vector<Snapshot> programs_;
};

TEST_F(Drafts, ComputeWhatTheProgramComputes) {
  const auto drafts = draftSchedules(programs_, {.threads = 1});
  ASSERT_EQ(drafts.size(), 2u);
  ASSERT_TRUE(drafts[0]);
  EXPECT_FALSE(drafts[1]);  // no rule makes a single copy faster
  EXPECT_LT(drafts[0]->expectedMs, drafts[0]->unscheduledMs);
  std::vector<NDArray> inputs = {NDArray::zeros(dtype::Float32, {60, 70}), NDArray::zeros(dtype::Float32, {70, 80})};
  for (NDArray& input : inputs)
    for (int64_t i = 0; i < input.shape[0] * input.shape[1]; ++i) input.set(i, static_cast<double>(i * 7 % 13) - 6);
  const auto expected = evaluateKernel(programs_[0].function(0), inputs),
             got = evaluateKernel(drafts[0]->schedule.program().function(0), inputs);
  ASSERT_TRUE(expected.ok() && got.ok());
  EXPECT_EQ((*got)[0].data, (*expected)[0].data);  // sums of small whole numbers are exact
}

// The search does without proofs; what it finds is proven.
TEST_F(Drafts, HaveProofsOfTheirSteps) {
  const auto drafts = draftSchedules(programs_, {.threads = 1});
  ASSERT_TRUE(drafts[0]);
  const Schedule& schedule = drafts[0]->schedule;
  int proven = 0;
  for (int i = 0; i < schedule.stepCount(); ++i)
    for (const ProofRecord& proof : schedule.proofs(i)) proven += proof.prover && proof.answer == ProofAnswer::Yes;
  EXPECT_GT(proven, 0);
  EXPECT_FALSE(schedule.program().budget().assumesYes());
}

// Only what is timed is compiled, and its code is kept.
TEST_F(Drafts, AreTimedOnlyWhereTheModelMayBeWrong) {
  const auto drafts = draftSchedules(programs_, kept());
  ASSERT_TRUE(drafts[0]);
  const bool clear = drafts[0]->unscheduledMs >= 10 * drafts[0]->expectedMs;
  EXPECT_EQ(files().size() == programs_.size(), clear) << drafts[0]->unscheduledMs << " " << drafts[0]->expectedMs;
}

TEST_F(Drafts, AreFoundTheSecondTime) {
  const auto first = draftSchedules(programs_, kept());
  const size_t count = files().size();
  EXPECT_GE(count, 2u);
  const auto second = draftSchedules(programs_, kept());
  ASSERT_TRUE(first[0] && second[0]);
  EXPECT_EQ(textOf(*first[0]), textOf(*second[0]));
  EXPECT_EQ(first[0]->expectedMs, second[0]->expectedMs);
  EXPECT_FALSE(second[1]);
  EXPECT_EQ(files().size(), count);
}

TEST_F(Drafts, ADamagedFileIsMadeAgain) {
  const auto first = draftSchedules(programs_, kept());
  for (const fs::path& path : files()) std::ofstream(path) << "damaged";
  const auto second = draftSchedules(programs_, kept());
  ASSERT_TRUE(first[0] && second[0]);
  EXPECT_EQ(textOf(*first[0]), textOf(*second[0]));
  EXPECT_FALSE(second[1]);
}

}  // namespace
}  // namespace lw::tune
