// Programs that sum in half precision: what is said about them before a search, and which candidates are right.
#include "backends/measure/sum_errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/tune/local_runner.h"
#include "core/te/read_program.h"

namespace lw::tune {
namespace {

using testing::HasSubstr;

std::string head(const std::string& name) {
  return "@T.prim_func\ndef " + name +
         "(X: T.Buffer((8, 4096), \"float16\"), Y: T.Buffer((8,), \"float16\")):\n"
         "    T.func_attr({\"tir.noalias\": True})\n";
}

// The sum of `terms` of 4,096 terms.
std::string sum(const std::string& name, int terms) {
  return head(name) + "    for i, k in T.grid(8, " + std::to_string(terms) +
         "):\n"
         "        with T.block(\"Y\"):\n"
         "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
         "            with T.init():\n"
         "                Y[vi] = T.float16(0)\n"
         "            Y[vi] = Y[vi] + X[vi, vk]\n";
}

// The same sum in 64 parts, which loses fewer digits.
std::string parts() {
  return head("parts") +
         "    P = T.alloc_buffer((8, 64), \"float16\")\n"
         "    for i, l, k in T.grid(8, 64, 64):\n"
         "        with T.block(\"P\"):\n"
         "            vi, vl, vk = T.axis.remap(\"SSR\", [i, l, k])\n"
         "            with T.init():\n"
         "                P[vi, vl] = T.float16(0)\n"
         "            P[vi, vl] = P[vi, vl] + X[vi, vk * 64 + vl]\n"
         "    for i, l in T.grid(8, 64):\n"
         "        with T.block(\"Y\"):\n"
         "            vi, vl = T.axis.remap(\"SR\", [i, l])\n"
         "            with T.init():\n"
         "                Y[vi] = T.float16(0)\n"
         "            Y[vi] = Y[vi] + P[vi, vl]\n";
}

const std::string kReference = "def reference(X, Y):\n    Y[:] = X.astype(\"float32\").sum(axis=1)\n";

class SumErrorsTest : public testing::Test {
 protected:
  void start(const std::string& inputs, bool withReference) {
    file_ =
        readProgram("sums.py", sum("whole", 4096) + parts() + sum("half", 2048) + (withReference ? kReference : ""));
    ASSERT_FALSE(file_.hasErrors()) << file_.diagnostics.front().message;
    LocalRunnerOptions options;
    options.measure.threads = 1;
    options.measure.peaks = false;
    options.measure.inputs.ranges["X"] = *parseValueRange(inputs);
    auto started = LocalRunner::start(file_, *file_.select("whole"), options);
    ASSERT_TRUE(started.ok()) << started.error().message;
    runner_ = std::move(*started);
    sums_ = runner_->sums();
    ASSERT_TRUE(sums_);
  }
  Outcome outcomeOf(std::string_view name) {
    runner_->submit({next_++, *file_.select(std::string(name)), "{}", 0});
    const auto result = runner_->next();
    return result ? result->outcome : Outcome::BuildFailed;
  }
  SourceFile file_;
  std::unique_ptr<LocalRunner> runner_;
  std::optional<SumErrors> sums_;
  int next_ = 0;
};

// The sum of terms from 1 to 2 stops growing at 4096, where the next number is 4 further on.
TEST_F(SumErrorsTest, AreSaidWithTheRemedy) {
  start("1..2", true);
  EXPECT_GT(sums_->own, 0.02);
  EXPECT_EQ(sums_->wide, 0);
  EXPECT_TRUE(sums_->misses);
  EXPECT_THAT(sums_->warning().text(), HasSubstr("block Y sums 4096 terms in float16"));
  EXPECT_THAT(sums_->remedy().text(),
              HasSubstr("sum in float32: sch.cache_write(\"Y\", 0, \"global\"); sch.unsafe_set_dtype(\"Y\", 0, "
                        "\"float32\"); the results are then exact"));
  EXPECT_EQ(outcomeOf("whole"), Outcome::Measured);
  EXPECT_EQ(outcomeOf("parts"), Outcome::Measured);
}

// The program itself is what candidates are compared with; a more exact one differs from it, and is right.
TEST_F(SumErrorsTest, DoNotMakeAMoreExactCandidateWrong) {
  start("1..2", false);
  EXPECT_GT(sums_->own, 0.02);
  EXPECT_EQ(outcomeOf("whole"), Outcome::Measured);
  EXPECT_EQ(outcomeOf("parts"), Outcome::Measured);
}

TEST_F(SumErrorsTest, LeaveWrongCandidatesWrong) {
  start("-1..1", true);
  EXPECT_LT(sums_->allowed, 0.1);
  EXPECT_EQ(outcomeOf("half"), Outcome::Wrong);
  EXPECT_EQ(outcomeOf("parts"), Outcome::Measured);
}

TEST(NarrowSums, AreThoseOfSmallFloats) {
  const SourceFile file = readProgram("sums.py", sum("whole", 4096) + parts());
  const std::vector<NarrowSum> whole = narrowSumsOf(*file.select("whole")), parts = narrowSumsOf(*file.select("parts"));
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(whole[0].terms, 4096);
  EXPECT_DOUBLE_EQ(reorderingError(whole[0]), 4 * 64 / 2048.0);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].terms, 64);
}

}  // namespace
}  // namespace lw::tune
