// Very many random schedules of tiny programs, in this process and by the interpreter alone: every state that steps
// make is verified, computes what the unscheduled program computes, also with its parallel loops backwards, and
// declares no region outside of its buffers. A failure is reduced to a small case, which is written to build/fuzz.
// LW_TINY_SCHEDULES=N runs N schedules (the default is 1,500), LW_TINY_SEED sets the first seed, LW_TINY_PROGRAM=N
// tests only that program of the seed, LW_TINY_FROM=N begins with that one, LW_RANDOM_MINUTES=N ends after that time
// and prints the number of schedules.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>

#include "core/ir/verify.h"
#include "core/schedule/support/block_checks.h"
#include "tests/random/drawn_step.h"
#include "tests/random/fuzz.h"
#include "tests/random/reversed_loops.h"
#include "tests/random/tiny_program.h"
#include "tests/schedule/regions_inside.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

uint64_t tinyNumber(const char* variable, uint64_t usual) {
  const char* text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : usual;
}

// Names the program if the engine crashes or an assertion fails.
char crashed[200];
const char* crashedStep = "";
void onCrash(int number) {
  [[maybe_unused]] const ssize_t n =
      write(STDERR_FILENO, crashed, strlen(crashed)) + write(STDERR_FILENO, crashedStep, strlen(crashedStep));
  signal(number, SIG_DFL);
  raise(number);
}

struct Uses {
  uint64_t applied = 0, refused = 0;
};

class TinySchedules : public testing::Test {
 protected:
  static constexpr int kSchedulesOfAProgram = 16, kMisses = 12;
  static constexpr unsigned long kOperations = 1500;

  void SetUp() override {
    signal(SIGABRT, onCrash);
    signal(SIGSEGV, onCrash);
  }
  void TearDown() override {
    signal(SIGABRT, SIG_DFL);
    signal(SIGSEGV, SIG_DFL);
  }

  // Tests some schedules of one program; false: one of them is wrong.
  bool runProgram(uint64_t seed, uint64_t number) {
    const uint64_t own = seed * 1'000'000'007 + number;
    std::snprintf(crashed, sizeof crashed, "crash: LW_TINY_SEED=%llu LW_TINY_PROGRAM=%llu, at a step ",
                  static_cast<unsigned long long>(seed), static_cast<unsigned long long>(number));
    std::mt19937_64 random(own);
    const FuzzProgram p =
        fuzzProgram("tiny_" + std::to_string(seed) + "_" + std::to_string(number), tinyProgram(random));
    const auto expected = ExpectedValues::of(p.function, p.inputs);
    EXPECT_TRUE(expected) << p.name << "\n" << print(p.function).text;
    if (!expected) return false;
    // The exact analysis takes most of the time: only one schedule of each program may use it without limit.
    const Snapshot program = p.snapshot();
    for (int i = 0; i < kSchedulesOfAProgram; ++i) {
      const Schedule start(i == 0 ? program : program.withBudget(ProofBudget(kOperations)));
      if (++schedules_; !runSchedule(p, *expected, start, random)) return false;
    }
    return true;
  }

  bool runSchedule(const FuzzProgram& p, const ExpectedValues& expected, const Schedule& start,
                   std::mt19937_64& random) {
    const std::span<const Primitive* const> all = allPrimitives();
    static const std::vector<const Primitive*> rare{&kTensorize,
                                                    &kFuseReductionEpilogue,
                                                    &kLiftAlloc,
                                                    &kMerge,
                                                    &kSlidingWindow,
                                                    &kRollingBuffer,
                                                    &kDecomposePadding,
                                                    &kPadEinsum,
                                                    &kComputeGroupAt,
                                                    &kFission,
                                                    &kComputeAt,
                                                    &kReverseComputeAt,
                                                    &kReverseComputeInline,
                                                    &kRfactor,
                                                    &kDecomposeReduction};
    Schedule schedule = start;
    const int most = 1 + static_cast<int>(random() % 5);
    const uint64_t rarely = start.program().budget().operations(0) ? 4 : 2;
    // A region that was declared by hand or is outside of its buffer already: others may be derived from it.
    bool declared = !test::RegionsInside(p.function, true).outside.empty();
    for (int steps = 0, misses = 0; steps < most && misses < kMisses;) {
      const Primitive& primitive = random() % rarely ? *all[random() % all.size()] : *rare[random() % rare.size()];
      Uses& uses = uses_[primitive.name];
      crashedStep = primitive.name.c_str();
      const std::optional<Arguments> args = drawnArguments(schedule.program(), primitive, random);
      if (!args || changesCallers(schedule.program(), primitive, *args)) {
        ++misses;
        continue;
      }
      const Schedule before = schedule;
      if (Result<StepValue> done = schedule.apply(primitive, *args); !done) {
        EXPECT_FALSE(done.error().message.empty()) << primitive.name;
        ++uses.refused;
        ++misses;
        continue;
      }
      ++uses.applied;
      ++states_;
      ++steps;
      if (schedule.program().sameAs(before.program())) continue;
      const PrimFunc& scheduled = schedule.program().function();
      const bool unsafe = primitive.name.starts_with("unsafe");
      declared = declared || &primitive == &kAnnotateBufferAccess;
      const Fault fault = unsafe ? &broken : &wrong;
      std::string found = unsafe ? broken(p, scheduled) : inEachOrder(expected, scheduled);
      if (!found.empty()) return report(p, schedule, found, fault), false;
      if (unsafe) return true;  // values may change from here on
      if (declared) continue;
      found = outside(p, scheduled);
      if (!found.empty()) return report(p, schedule, found, outside), false;
    }
    return true;
  }

  // The layout of a parameter is one of the caller, too.
  static bool changesCallers(const Snapshot& program, const Primitive& primitive, const Arguments& args) {
    if (&primitive != &kTransformLayout) return false;
    const auto* block = args[0].as<BlockId>();
    const auto* slot = args[1].as<StepValue::List>();
    const auto* index = slot ? slot->back().as<int64_t>() : nullptr;
    if (!block || !index) return false;
    const Block& b = program.block(*block);
    const std::vector<BufferRegion>& touched = *slot->front().as<std::string>() == "write" ? b.writes : b.reads;
    return *index >= 0 && *index < static_cast<int64_t>(touched.size()) &&
           isParameter(program.function(), touched[static_cast<size_t>(*index)].buffer);
  }
  static std::string wrong(const FuzzProgram& program, const PrimFunc& scheduled) {
    const auto expected = ExpectedValues::of(program.function, program.inputs);
    return expected ? inEachOrder(*expected, scheduled) : "";
  }
  // What is wrong with the results, also if loops that run at once run backwards.
  static std::string inEachOrder(const ExpectedValues& expected, const PrimFunc& scheduled) {
    std::string found = expected.interpreted(scheduled);
    const auto backwards = found.empty() ? withReversedLoops(scheduled) : std::nullopt;
    if (!backwards) return found;
    found = expected.interpreted(*backwards);
    return found.empty() ? "" : "with parallel loops backwards: " + found;
  }
  static std::string broken(const FuzzProgram&, const PrimFunc& scheduled) {
    const auto rules = verify(scheduled);
    return rules.empty() ? "" : rules.front();
  }
  static std::string outside(const FuzzProgram& program, const PrimFunc& scheduled) {
    return test::regionsOutside(Snapshot(program.function), Snapshot(scheduled));
  }

  void report(const FuzzProgram& p, const Schedule& schedule, const std::string& wrong, const Fault& fault) {
    const FuzzCase small = shrunk({p, traceOf(schedule)}, fault);
    const fs::path folder = fs::path(LW_BINARY_DIR) / "fuzz";
    fs::create_directories(folder);
    const fs::path file = folder / (p.name + ".py");
    std::ofstream(file) << textOf(small, wrong);
    ADD_FAILURE() << p.name << ": " << wrong << "\nreduced to " << file.string() << ":\n" << textOf(small, wrong);
  }

  std::map<std::string, Uses> uses_;
  uint64_t schedules_ = 0, states_ = 0;
};

TEST_F(TinySchedules, ChangeNoResult) {
  const uint64_t total = tinyNumber("LW_TINY_SCHEDULES", 1500), seed = tinyNumber("LW_TINY_SEED", 1),
                 minutes = tinyNumber("LW_RANDOM_MINUTES", 600), only = tinyNumber("LW_TINY_PROGRAM", UINT64_MAX);
  const auto start = std::chrono::steady_clock::now();
  const auto late = [&] { return std::chrono::steady_clock::now() - start > std::chrono::minutes(minutes); };
  for (const Primitive* p : allPrimitives()) uses_[p->name];
  int failures = 0;
  if (only != UINT64_MAX) {
    runProgram(seed, only);
    return;
  }
  for (uint64_t i = tinyNumber("LW_TINY_FROM", 0); schedules_ < total && failures < 20 && !late(); ++i) {
    failures += !runProgram(seed, i);
    if (schedules_ % 100'000 < kSchedulesOfAProgram)
      std::printf("%llu schedules, %d failures\n", static_cast<unsigned long long>(schedules_), failures),
          std::fflush(stdout);
  }
  std::string summary, never;
  for (const auto& [name, uses] : uses_) {
    summary += " " + name + ":" + std::to_string(uses.applied) + "/" + std::to_string(uses.applied + uses.refused);
    if (uses.applied == 0) never += " " + name;
  }
  std::printf("%llu schedules, %llu states; applied of drawn:%s\n", static_cast<unsigned long long>(schedules_),
              static_cast<unsigned long long>(states_), summary.c_str());
  EXPECT_GT(states_, schedules_) << "too few steps were legal for the test to mean anything";
  if (schedules_ >= 20'000) {
    EXPECT_EQ(never, "") << "these steps were never legal";
  }
}

}  // namespace
}  // namespace lw
