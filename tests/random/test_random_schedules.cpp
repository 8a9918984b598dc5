// Differential test: a random legal schedule changes no result. The unscheduled and the scheduled program are
// interpreted with the same inputs, and for every tenth schedule the lowered code runs in the child process; integers
// and small floats make all results exact. The programs are those of tests/golden/programs, random ones, tensor
// expressions, and kernels of graphs as legalize_ops makes them or as they are after all passes. A failure is reduced
// to a small case, which is written to build/fuzz. LW_RANDOM_KIND=golden, programs, expressions or graphs: only these.
// LW_RANDOM_SCHEDULES=N runs N schedules (the default is 1,000), LW_RANDOM_SEED sets the first seed,
// LW_RANDOM_COMPILED=N compiles every Nth, LW_RANDOM_COSTLY=N draws steps whose check takes long only once in N times,
// LW_RANDOM_STEPS=N draws at most N steps (the default is 7). LW_RANDOM_OPERATIONS=N limits the exact analysis to N
// operations for each question in 15 of 16 schedules (the default is 1,500; 0: never). LW_RANDOM_MINUTES=N ends after
// that time and prints the number of schedules. LW_RANDOM_FIRST=N leaves out the first N schedules of a seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/ir/verify.h"
#include "core/te/read_program.h"
#include "core/text/graph/read_model.h"
#include "passes/graph/graph_pipeline.h"
#include "tests/random/fuzz.h"
#include "tests/random/random_schedule.h"
#include "tests/random/random_tensor_program.h"
#include "tests/random/random_workload.h"
#include "tests/schedule/regions_inside.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

uint64_t number(const char* variable, uint64_t usual) {
  const char* text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : usual;
}

// Primitives that are not drawn. bind, set_scope: for other targets; unsafe ones: may change values;
// sample_compute_location: changes nothing.
const std::vector<std::string> kNotDrawn{"bind", "set_scope", "unsafe_set_dtype", "unsafe_hide_buffer_access",
                                         "sample_compute_location"};

TEST(RandomWorkload, WritesWhatItReads) {
  std::mt19937_64 random(number("LW_RANDOM_SEED", 1));
  for (int i = 0; i < 500; ++i) {
    const std::string text = randomWorkload(random);
    const FuzzProgram p = fuzzProgram("workload", text);
    ASSERT_FALSE(HasFailure()) << text;
    ASSERT_TRUE(verify(p.function).empty()) << verify(p.function).front() << "\n" << text;
    ASSERT_TRUE(ExpectedValues::of(p.function, p.inputs)) << text;
  }
}

FuzzProgram programOf(const std::string& name, const PrimFunc& function) {
  FuzzProgram p{name, function, {}, "", {}};
  p.inputs.ranges.emplace("*", *parseValueRange("integers"));
  return p;
}

std::string errorsIn(const SourceFile& file) {
  std::string all;
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) all += render(d, file.source) + "\n";
  return all;
}

std::optional<FuzzProgram> expressionsProgram(std::mt19937_64& random) {
  const std::string text = randomExpressions(random);
  const SourceFile file = readProgram("expressions.py", text);
  EXPECT_EQ(errorsIn(file), "") << text;
  const Result<PrimFunc> f = file.select("");
  EXPECT_TRUE(f) << text;
  return f ? std::optional(programOf("expressions", *f)) : std::nullopt;
}

// One of the kernels of a random graph.
std::optional<FuzzProgram> graphKernel(std::mt19937_64& random) {
  const std::string text = randomGraph(random);
  const SourceFile file = parseSource("graph.py", text);
  EXPECT_EQ(errorsIn(file), "") << text;
  if (file.graphs.empty()) return std::nullopt;
  const LoweredGraph lowered = lowerGraph(modelOf(file, *file.graphs[0]));
  EXPECT_FALSE(lowered.error) << text << (lowered.error ? toText(*lowered.error) : "");
  const GraphStage* chosen = nullptr;
  for (const GraphStage& stage : lowered.stages)
    if (stage.name == "legalize_ops" || random() % 2) chosen = &stage;
  if (!chosen || chosen->model.kernels.functions.empty()) return std::nullopt;  // the graph returns what it is given
  const std::vector<PrimFunc>& kernels = chosen->model.kernels.functions;
  return programOf("graph", kernels[random() % kernels.size()]);
}

TEST(RandomTensorPrograms, AreReadAndRun) {
  std::mt19937_64 random(number("LW_RANDOM_SEED", 1));
  int kernels = 0;
  for (int i = 0; i < 200 && !HasFailure(); ++i)
    for (const auto& p : {expressionsProgram(random), graphKernel(random)}) {
      if (!p) continue;
      ++kernels;
      EXPECT_TRUE(verify(p->function).empty()) << print(p->function).text;
      EXPECT_TRUE(ExpectedValues::of(p->function, p->inputs)) << print(p->function).text;
    }
  EXPECT_GT(kernels, 380);
}

class RandomSchedules : public testing::Test {
 protected:
  // Tests one schedule of a program; false: it changes results.
  bool runOne(const FuzzProgram& program, uint64_t seed, bool compile) {
    std::mt19937_64 random(seed);
    FuzzProgram p = program;
    p.inputs.seed = random();
    const auto expected = ExpectedValues::of(p.function, p.inputs);
    EXPECT_TRUE(expected) << p.name;
    if (!expected) return false;
    Snapshot start(p.function);
    if (operations_ > 0 && random() % 16 != 0) start = start.withBudget(ProofBudget(operations_));
    const RandomRun run =
        randomSchedule(Schedule(start), 1 + static_cast<int>(random() % mostSteps_), random, kNotDrawn, costlyEvery_);
    for (const RandomStep& s : run.steps) ++used_[s.primitive->name];
    steps_ += static_cast<int>(run.steps.size());
    const PrimFunc& scheduled = run.schedule.program().function();
    if (std::string wrong = expected->interpreted(scheduled); !wrong.empty())
      return report(p, run.schedule, wrong, "",
                    [](const FuzzProgram& program, const PrimFunc& f) { return resultOf(program, f, false); }),
             false;
    for (int k = 1; k <= run.schedule.stepCount() && run.schedule.step(k - 1).primitive != &kAnnotateBufferAccess; ++k)
      if (std::string wrong = outside(p, run.schedule.prefix(k).program().function()); !wrong.empty())
        return report(p, run.schedule.prefix(k), wrong, "_regions", outside), false;
    if (!compile) return true;
    ++compiled_;
    const std::string wrong = expected->compiled(scheduled);
    if (!wrong.empty())
      report(p, run.schedule, wrong, "_compiled",
             [](const FuzzProgram& program, const PrimFunc& f) { return resultOf(program, f, true); });
    return wrong.empty();
  }

  static std::string resultOf(const FuzzProgram& program, const PrimFunc& scheduled, bool compiled) {
    const auto expected = ExpectedValues::of(program.function, program.inputs);
    return !expected ? "" : compiled ? expected->compiled(scheduled) : expected->interpreted(scheduled);
  }
  // Finds a declared region that exceeds its buffer.
  static std::string outside(const FuzzProgram& program, const PrimFunc& scheduled) {
    return test::regionsOutside(Snapshot(program.function), Snapshot(scheduled));
  }

  void report(const FuzzProgram& p, const Schedule& schedule, const std::string& wrong, const std::string& kind,
              const Fault& fault) {
    const FuzzCase small = shrunk({p, traceOf(schedule)}, fault);
    const fs::path folder = fs::path(LW_BINARY_DIR) / "fuzz";
    fs::create_directories(folder);
    const fs::path file = folder / (p.name + kind + ".py");
    std::ofstream(file) << textOf(small, wrong);
    ADD_FAILURE() << p.name << ": " << wrong << "\nreduced to " << file.string() << ":\n" << textOf(small, wrong);
  }

  std::map<std::string, int> used_;
  const uint64_t mostSteps_ = number("LW_RANDOM_STEPS", 7);
  const uint64_t costlyEvery_ = number("LW_RANDOM_COSTLY", 4);
  const uint64_t operations_ = number("LW_RANDOM_OPERATIONS", 1500);
  int steps_ = 0, compiled_ = 0;
};

TEST_F(RandomSchedules, ChangeNoResult) {
  const uint64_t total = number("LW_RANDOM_SCHEDULES", 1000), seed = number("LW_RANDOM_SEED", 1),
                 every = number("LW_RANDOM_COMPILED", 10), minutes = number("LW_RANDOM_MINUTES", 600),
                 first = number("LW_RANDOM_FIRST", 0);
  static constexpr const char* kKinds[] = {"golden",   "expressions", "programs", "graphs",
                                           "programs", "expressions", "programs", "graphs"};
  const std::string only = std::getenv("LW_RANDOM_KIND") ? std::getenv("LW_RANDOM_KIND") : "";
  ASSERT_TRUE(only.empty() || std::find(std::begin(kKinds), std::end(kKinds), only) != std::end(kKinds)) << only;
  const std::vector<FuzzProgram> golden = goldenPrograms();
  ASSERT_GE(golden.size(), 10u);
  const auto start = std::chrono::steady_clock::now();
  const auto late = [&] { return std::chrono::steady_clock::now() - start > std::chrono::minutes(minutes); };
  int failures = 0;
  uint64_t i = first;
  for (; i < total && failures < 5 && !late(); ++i) {
    if (i > first && i % 1000 == 0)
      std::printf("%llu schedules, %d failures\n", static_cast<unsigned long long>(i), failures), std::fflush(stdout);
    const uint64_t own = seed * 1'000'000'007 + i;
    std::mt19937_64 random(own);
    const std::string kind = only.empty() ? kKinds[i % 8] : only;
    std::optional<FuzzProgram> p = kind == "golden"        ? golden[(only.empty() ? i / 8 : i) % golden.size()]
                                   : kind == "expressions" ? expressionsProgram(random)
                                   : kind == "graphs"      ? graphKernel(random)
                                                           : fuzzProgram("workload", randomWorkload(random));
    if (!p) continue;
    p->name += "_" + std::to_string(seed) + "_" + std::to_string(i);
    failures += !runOne(*p, own + 1, i % every == every - 1);
  }
  std::string summary;
  for (const auto& [name, n] : used_) summary += " " + name + ":" + std::to_string(n);
  std::printf("%d steps in %d schedules, %d compiled:%s\n", steps_, static_cast<int>(i - first), compiled_,
              summary.c_str());
  EXPECT_GT(static_cast<uint64_t>(steps_), mostSteps_ * (i - first) / 4)
      << "too few steps were legal for the test to mean anything";
}

}  // namespace
}  // namespace lw
