// Steps that are refused although they are legal. Random steps are checked at random states of random programs, of the
// golden programs and of the samples. A refused step is checked again with all proofs assumed
// (ProofBudget::assumingYes): if it is still refused, a rule of the step or of its form forbids it; otherwise a proof
// is missing, the step is carried out without it, and the results are compared by running. LW_REFUSALS=N looks at N
// states (10,000 in the long form), LW_REFUSALS_SEED sets the first seed, LW_REFUSALS_STEPS=N checks N steps at each
// state, LW_REFUSALS_LIST=1 prints examples of every row, LW_REFUSALS_MINUTES=N ends after that time.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "core/analysis/dependence/dependence.h"
#include "core/text/print/printer.h"
#include "core/trace/trace.h"
#include "tests/random/brute_force.h"
#include "tests/random/random_program.h"
#include "tests/random/random_schedule.h"
#include "tests/random/random_workload.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

uint64_t setting(const char* variable, uint64_t usual) {
  const char* text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : usual;
}

std::vector<std::string> programFiles() {
  std::vector<std::string> paths;
  for (const char* folder : {"tests/golden", "samples"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(LW_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".py" && entry.path().string().find(".trace.") == std::string::npos)
        paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

const std::vector<std::string> kNeverDrawn{"bind", "set_scope", "unsafe_set_dtype", "unsafe_hide_buffer_access",
                                           "sample_compute_location"};

// `often`: moving statements of the program often changes results. Such a program may read what was never written;
// another one is drawn then.
FuzzProgram randomOne(std::mt19937_64& random, bool often) {
  if (!often) return fuzzProgram("workload", randomWorkload(random));
  for (;;) {
    FuzzProgram p{"program", randomProgram(random), {}, {}};
    p.inputs.ranges.emplace("*", *parseValueRange("-99..99"));
    if (ExpectedValues::of(p.function, p.inputs)) return p;
  }
}

class LegalRefusals : public testing::Test {
 protected:
  struct Row {
    int refused = 0, byRule = 0, right = 0, races = 0, legal = 0, open = 0;
    std::string example;
  };

  void lookAt(const FuzzProgram& program, std::mt19937_64& random, uint64_t steps) {
    RandomRun run =
        randomSchedule(Schedule(Snapshot(program.function)), static_cast<int>(random() % 5), random, kNeverDrawn, 8);
    for (int i = static_cast<int>(random() % 3); i > 0; --i)  // loops that run at once
      if (const Primitive& p = random() % 2 ? kParallel : kVectorize;
          const auto args = randomArguments(run.schedule.program(), p, random))
        (void)run.schedule.apply(p, *args);
    const bool races = !racesOf(program, run.schedule.program()).empty() || mayRace(run.schedule.program());
    for (uint64_t i = 0; i < steps; ++i) {
      const Primitive& p = *drawn_[random() % drawn_.size()];
      const Snapshot& state = run.schedule.program();
      std::optional<Arguments> args;
      if (random() % 2) args = anyArguments(state, p, random);
      if (!args) args = randomArguments(state, p, random);
      if (!args) continue;
      ++checked_;
      const Status status = run.schedule.check(p, *args);
      if (!status)
        judge(program, state, p, *args, status.error());
      else if (!races)
        expectNoRaces(program, run.schedule, p, *args);
    }
  }

  static std::string racesOf(const FuzzProgram& program, const Snapshot& state) {
    return raceFound(state.function(), program.inputs);
  }
  // Whether iterations of a loop that runs at once depend on each other, or may do so: signatures decided.
  static bool mayRace(const Snapshot& state) {
    const std::vector<LoopId> loops = state.loops(0);
    return std::any_of(loops.begin(), loops.end(), [&](LoopId l) {
      const ForKind kind = state.loop(l).kind;
      return (kind == ForKind::Parallel || kind == ForKind::Vectorized) &&
             !iterationsIndependent(state.function(), l).yes();
    });
  }
  void expectNoRaces(const FuzzProgram& program, Schedule schedule, const Primitive& p, const Arguments& args) {
    const std::string before = print(schedule.program().function()).text, call = callText(schedule.program(), p, args);
    if (!schedule.apply(p, args)) return;
    const std::string race = racesOf(program, schedule.program());
    EXPECT_EQ(race, "") << call << " introduces a race:\n" << before << print(schedule.program().function()).text;
  }

  void judge(const FuzzProgram& program, const Snapshot& state, const Primitive& p, const Arguments& args,
             const Explanation& reason) {
    Row& row = rows_[{reason.kind + (reason.conservative ? " (not decided)" : ""), p.name}];
    ++row.refused;
    if (reason.kind.starts_with("schedule.")) return void(++row.byRule);  // of any step, whatever it does
    const Result<Checked> assumed = p.check(state.withBudget(ProofBudget::assumingYes()), args);
    if (!assumed) return void(++row.byRule);
    const Edit edit = assumed->rewrite();
    if (!edit.changed) return void(++row.byRule);
    const BruteForce answer = compareByRunning(program, state.function(edit.function), *edit.changed);
    row.right += answer.answer == BruteForce::Answer::Differs;
    row.races += answer.answer == BruteForce::Answer::Races;
    row.open += answer.answer == BruteForce::Answer::NotRun;
    if (answer.answer != BruteForce::Answer::Same) return;
    ++row.legal;
    legalButCertain_ += !reason.conservative;
    const std::string example = callText(state, p, args) + "\n" + reason.message + "\n" + reason.hint + "\n" +
                                (reason.witness ? reason.witness->sentence() + "\n" : "") +
                                print(state.function(edit.function)).text;
    if (row.example.empty() || example.size() < row.example.size()) row.example = example;
  }

  void report() const {
    std::printf("%-34s %-24s %7s %7s %7s %7s %7s %7s\n", "kind", "step", "refused", "rule", "differs", "races", "legal",
                "not run");
    for (const auto& [key, r] : rows_)
      std::printf("%-34s %-24s %7d %7d %7d %7d %7d %7d\n", key.first.c_str(), key.second.c_str(), r.refused, r.byRule,
                  r.right, r.races, r.legal, r.open);
    if (setting("LW_REFUSALS_LIST", 0) == 0) return;
    for (const auto& [key, r] : rows_)
      if (r.legal) std::printf("==== %s, %s\n%s\n", key.first.c_str(), key.second.c_str(), r.example.c_str());
  }
  Row total() const {
    Row all;
    for (const auto& [key, r] : rows_) {
      all.refused += r.refused, all.byRule += r.byRule, all.right += r.right;
      all.races += r.races, all.legal += r.legal, all.open += r.open;
    }
    return all;
  }

  void SetUp() override {
    for (const Primitive* p : allPrimitives())
      if (!p->query && p->group != Group::Sampling &&
          std::find(kNeverDrawn.begin(), kNeverDrawn.end(), p->name) == kNeverDrawn.end())
        drawn_.push_back(p);
  }

  std::vector<const Primitive*> drawn_;
  std::map<std::pair<std::string, std::string>, Row> rows_;
  int checked_ = 0, legalButCertain_ = 0;
};

TEST_F(LegalRefusals, AreRare) {
  const uint64_t states = setting("LW_REFUSALS", 24), seed = setting("LW_REFUSALS_SEED", 1),
                 steps = setting("LW_REFUSALS_STEPS", 20), minutes = setting("LW_REFUSALS_MINUTES", 600);
  const std::vector<std::string> files = programFiles();
  ASSERT_GE(files.size(), 500u);
  const auto start = std::chrono::steady_clock::now();
  uint64_t i = 0;
  for (; i < states && std::chrono::steady_clock::now() - start < std::chrono::minutes(minutes); ++i) {
    if (i > 0 && i % 250 == 0)
      std::printf("%llu states, %d steps\n", static_cast<unsigned long long>(i), checked_), std::fflush(stdout);
    std::mt19937_64 random(seed * 1'000'000'007 + i);
    std::vector<FuzzProgram> programs;
    if (i % 4 == 0) programs = smallPrograms(files[(i / 4 * 37 + seed) % files.size()]);
    if (programs.empty()) programs = {randomOne(random, i % 4 == 1)};
    lookAt(programs[random() % programs.size()], random, steps);
  }
  report();
  const Row all = total();
  const int judged = all.right + all.races + all.legal;
  std::printf(
      "%llu states, %d steps checked, %d refused: %d by a rule, %d for a missing proof, of which %d change results, "
      "%d have races, %d are legal (%.2f %%, and %.2f %% of all refusals) and %d could not be run\n",
      static_cast<unsigned long long>(i), checked_, all.refused, all.byRule, all.refused - all.byRule, all.right,
      all.races, all.legal, 100.0 * all.legal / std::max(judged, 1), 100.0 * all.legal / std::max(all.refused, 1),
      all.open);
  EXPECT_GT(all.right * 64, checked_) << "too few steps were refused for the test to mean anything";
  std::printf("%d of the legal ones were called illegal for certain\n", legalButCertain_);
  // Some keep all results by chance, as a sum does of equal terms, or at the sizes that are tried here: one in any run.
  EXPECT_LT((legalButCertain_ - 1) * 100, judged * 3) << "the analysis is wrong about steps that keep all results";
  EXPECT_LT(all.legal * 12, judged + 12) << "too many steps that keep all results are undecided";
}

}  // namespace
}  // namespace lw
