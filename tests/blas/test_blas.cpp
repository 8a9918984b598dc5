// The choice of OpenBLAS's kernels, with made-up processors and libraries, and the library of this machine.
#include <gmock/gmock.h>

#include <map>
#include "core/support/json.h"

#include "backends/blas/library.h"
#include "backends/process/process.h"
#include "backends/runner/runner.h"

namespace lw::blas {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Processor processor(const std::string& model, const std::string& flags) {
  return parseProcessor("processor : 0\nmodel name : " + model + "\nflags : " + flags + "\n");
}
const char* const kAvx2 = "pni avx avx2 fma f16c";
const std::string kAvx512 = std::string(kAvx2) + " avx512f avx512cd avx512bw avx512dq avx512vl";
const Processor kHaswell = processor("Intel(R) Core(TM) i7-4770", kAvx2);
const Processor kSkylake = processor("Intel(R) Xeon(R) Platinum 8175M", kAvx512);
const Processor kEmerald = processor("INTEL(R) XEON(R) PLATINUM 8581C", kAvx512 + " avx512_bf16 avx512_fp16 amx_tile");
const Processor kGenoa = processor("AMD EPYC 9R14", kAvx512 + " avx512_bf16");
const Processor kRome = processor("AMD EPYC 7R32", kAvx2);
const Processor kOld = processor("Intel(R) Core(TM)2 Duo", "pni ssse3");

// A library that knows some kernels and chooses one of them by itself.
struct Library {
  std::string own;
  std::map<std::string, std::string> known = {};  // what is asked for, and what then runs; others fall back to `own`
  std::vector<std::string> wrong = {};            // kernels that calculate wrong or crash
  std::vector<std::string> asked = {};
  Trial operator()(const std::string& name) {
    asked.push_back(name);
    const auto found = known.find(name);
    Trial trial{"0.3.21", found == known.end() ? own : found->second, true, true, name};
    trial.right = std::find(wrong.begin(), wrong.end(), trial.kernels) == wrong.end();
    return trial;
  }
};
Library debian(const std::string& own) {
  return {own,
          {{"Prescott", "Prescott"},
           {"Haswell", "Haswell"},
           {"Zen", "Zen"},
           {"SkylakeX", "SkylakeX"},
           {"Cooperlake", "Cooperlake"},
           {"Sandybridge", "Sandybridge"}}};
}
Choice chosen(const Processor& p, Library& library, const std::string& set = "") {
  return choose(p, set, [&](const std::string& name) { return library(name); });
}

TEST(BlasKernels, FitTheInstructionsOfTheProcessor) {
  EXPECT_FALSE(fit("Prescott", kHaswell));
  EXPECT_FALSE(fit("Sandybridge", kHaswell));
  EXPECT_TRUE(fit("Haswell", kHaswell));
  EXPECT_TRUE(fit("HASWELL", kHaswell)) << "names are compared whatever their case";
  EXPECT_FALSE(fit("Haswell", kSkylake)) << "half the width of its registers";
  EXPECT_TRUE(fit("SkylakeX", kEmerald));
  EXPECT_TRUE(fit("Zen", kGenoa)) << "as fast there as those for AVX-512";
  EXPECT_TRUE(fit("Prescott", kOld));
  EXPECT_TRUE(fit("Cometlake", kSkylake)) << "of a version that this list does not know";
}

TEST(BlasKernels, CandidatesAreOfferedBestFirst) {
  EXPECT_THAT(candidates(kEmerald), ElementsAre("Sapphirerapids", "Cooperlake", "SkylakeX", "Haswell", "Sandybridge"));
  EXPECT_THAT(candidates(kSkylake), ElementsAre("SkylakeX", "Haswell", "Sandybridge"));
  EXPECT_THAT(candidates(kGenoa), ElementsAre("Cooperlake", "SkylakeX", "Zen", "Sandybridge"));
  EXPECT_THAT(candidates(kRome), ElementsAre("Zen", "Sandybridge"));
  EXPECT_TRUE(candidates(kOld).empty());
}

TEST(BlasKernels, AProcessorThatTheLibraryDoesNotKnowGetsItsKernels) {
  Library library = debian("Prescott");
  const Choice choice = chosen(kEmerald, library);
  EXPECT_EQ(choice.variable, "Cooperlake") << "this version has none for Sapphire Rapids";
  EXPECT_EQ(choice.kernels, (Kernels{"OpenBLAS 0.3.21", "Cooperlake", "", Kernels::Chosen::ByLoopwright}));
  EXPECT_THAT(library.asked, ElementsAre("", "Sapphirerapids", "Cooperlake"));
  EXPECT_EQ(warningOf(choice.kernels), "");
}

TEST(BlasKernels, TheLibrarysOwnChoiceStaysWhereItFits) {
  Library library = debian("SkylakeX");
  const Choice choice = chosen(kEmerald, library);
  EXPECT_EQ(choice.variable, "");
  EXPECT_EQ(choice.kernels.chosen, Kernels::Chosen::ByLibrary);
  EXPECT_THAT(library.asked, ElementsAre("")) << "one child";
}

TEST(BlasKernels, WhatThePersonSetIsKeptAndJudged) {
  Library library = debian("SkylakeX");
  const Choice choice = chosen(kEmerald, library, "Prescott");
  EXPECT_EQ(choice.variable, "Prescott");
  EXPECT_EQ(choice.kernels.expected, "Sapphirerapids");
  EXPECT_EQ(warningOf(choice.kernels),
            "OpenBLAS runs its Prescott kernels, which do not use what this processor can do (Sapphirerapids kernels "
            "would): the reference takes too long; OPENBLAS_CORETYPE asks for them");
  const nlohmann::json j = toJson(choice.kernels);
  EXPECT_EQ(j["kernels"], "Prescott");
  EXPECT_EQ(j["fit"], false);
  EXPECT_EQ(j["expected_kernels"], "Sapphirerapids");
  EXPECT_EQ(j["chosen_by"], "OPENBLAS_CORETYPE");
}

TEST(BlasKernels, ThoseThatCalculateWrongAreNotUsed) {
  Library library = debian("Prescott");
  library.wrong = {"Cooperlake", "SkylakeX"};
  EXPECT_EQ(chosen(kEmerald, library).variable, "Haswell");
  EXPECT_EQ(chosen(kEmerald, library).kernels.expected, "Sapphirerapids") << "half the speed: comparisons say so";
  library.wrong = {"SkylakeX"};
  library.own = "SkylakeX";
  EXPECT_EQ(chosen(kSkylake, library).variable, "Haswell") << "its own choice is wrong";
  EXPECT_EQ(chosen(kSkylake, library, "SkylakeX").variable, "Haswell") << "and so is the person's";
  library.wrong = {"Prescott", "Haswell", "Zen", "SkylakeX", "Cooperlake", "Sandybridge"};
  EXPECT_FALSE(chosen(kSkylake, library).usable);
  EXPECT_THAT(warningOf(chosen(kSkylake, library).kernels), HasSubstr("calculates without OpenBLAS"));
}

TEST(BlasKernels, NothingIsChosenWhereNothingCanBeTried) {
  const Choice choice = choose(kEmerald, "", [](const std::string&) { return Trial{}; });
  EXPECT_TRUE(choice.usable);
  EXPECT_EQ(choice.variable, "");
}

// What the person has set for the threads stays; otherwise they do not wait busily for a tenth of a second.
TEST(BlasKernels, ThreadsThatWaitSleepSoon) {
  const char* set = std::getenv("OPENBLAS_THREAD_TIMEOUT");
  const std::string before = set ? set : "";
  unsetenv("OPENBLAS_THREAD_TIMEOUT");
  EXPECT_EQ(blas::waitVariable(), "OPENBLAS_THREAD_TIMEOUT=22");
  setenv("OPENBLAS_THREAD_TIMEOUT", "26", 1);
  EXPECT_EQ(blas::waitVariable(), "");
  if (set)
    setenv("OPENBLAS_THREAD_TIMEOUT", before.c_str(), 1);
  else
    unsetenv("OPENBLAS_THREAD_TIMEOUT");
}

TEST(BlasLibrary, CalculatesRightHereWithKernelsThatFit) {
  const Functions* f = functions();
  ASSERT_TRUE(f) << "libopenblas0 is one of the packages that the tests need";
  EXPECT_TRUE(calculatesRight(*f));
  EXPECT_EQ(kernels().name, f->kernels());
  EXPECT_THAT(kernels().library, HasSubstr("OpenBLAS 0."));
  if (!std::getenv("OPENBLAS_CORETYPE")) EXPECT_TRUE(kernels().fit()) << warningOf(kernels());
}

TEST(BlasLibrary, AChildRunsTheKernelsThatItsEnvironmentAsksFor) {
  const Result<ProcessResult> ended =
      runProcess({runnerProgram(), std::string(kTryOption)}, {.variables = {"OPENBLAS_CORETYPE=Prescott"}});
  ASSERT_TRUE(ended.ok()) << ended.error().message;
  const nlohmann::json told = nlohmann::json::parse(ended->out, nullptr, false);
  ASSERT_TRUE(told.is_object()) << ended->out << ended->err;
  EXPECT_EQ(told["kernels"], "Prescott");
  EXPECT_EQ(told["right"], true);
}

// Products that are wrong in one place, as a broken kernel would leave them.
template <class T>
void wrongInOneCorner(int, int, int, int m, int n, int, T, const T*, int, const T*, int, T, T* c, int stride) {
  c[(m - 1) * stride + n - 1] += 1;
}
TEST(BlasLibrary, AWrongProductIsNoticed) {
  const Functions* f = functions();
  ASSERT_TRUE(f);
  Functions broken = *f;
  broken.dgemm = wrongInOneCorner<double>;
  EXPECT_FALSE(calculatesRight(broken));
  broken = *f;
  broken.sgemm = [](int order, int ta, int tb, int m, int n, int k, float alpha, const float* a, int la, const float* b,
                    int lb, float beta, float* c, int lc) {
    functions()->sgemm(order, ta, tb, m, n, k, alpha, a, la, b, lb, beta, c, lc);
    if (m == 70) wrongInOneCorner<float>(order, ta, tb, m, n, k, alpha, a, la, b, lb, beta, c, lc);
  };
  EXPECT_FALSE(calculatesRight(broken));
}

}  // namespace
}  // namespace lw::blas
