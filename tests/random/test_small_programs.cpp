// What is decided by carrying out small programs with terms (core/analysis/values/small_programs.h) against runs with
// numbers: random steps of tiny programs are rewritten without any proof, and what leaves the same terms must leave the
// same results; loops whose iterations are called independent must have no races.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "core/analysis/values/small_programs.h"
#include "core/ir/visit.h"
#include "core/text/print/printer.h"
#include "tests/random/brute_force.h"
#include "tests/random/drawn_step.h"
#include "tests/random/tiny_program.h"

namespace lw {
namespace {

uint64_t smallProgramsSetting(const char* variable, uint64_t usual) {
  const char* text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : usual;
}

FuzzProgram tinyOne(std::mt19937_64& random) { return fuzzProgram("tiny", tinyProgram(random)); }

// The program after a step that is carried out whether it is legal or not.
std::optional<PrimFunc> changedBy(const Snapshot& program, const Primitive& p, std::mt19937_64& random) {
  const auto args = drawnArguments(program, p, random);
  if (!args) return std::nullopt;
  const Result<Checked> assumed = p.check(program.withBudget(ProofBudget::assumingYes()), *args);
  if (!assumed) return std::nullopt;
  const Edit edit = assumed->rewrite();
  // With a parameter in another layout, the same arrays do not fit.
  const auto& before = program.function().buffers;
  const bool fits = edit.function == 0 && edit.changed && edit.changed->buffers.size() == before.size() &&
                    std::equal(before.begin(), before.end(), edit.changed->buffers.begin(),
                               [](const auto& a, const auto& b) { return a.second == b.second; });
  return fits ? edit.changed : std::nullopt;
}

TEST(SmallPrograms, EqualTermsMeanEqualResults) {
  const uint64_t rounds = smallProgramsSetting("LW_SMALL_PROGRAMS", 300);
  std::mt19937_64 random(smallProgramsSetting("LW_SMALL_SEED", 1));
  int compared = 0, same = 0, right = 0, refused = 0;
  for (uint64_t round = 0; round < rounds; ++round) {
    const FuzzProgram program = tinyOne(random);
    const Snapshot start = program.snapshot();
    for (const Primitive* p : allPrimitives()) {
      if (p->query || p->name.starts_with("unsafe_")) continue;
      const auto changed = changedBy(start, *p, random);
      if (!changed) continue;
      ++compared;
      const bool equal = analysis::leaveTheSameTerms(program.function, *changed, {}, ProofBudget(100'000));
      if (random() % (equal ? 1 : 8) != 0) continue;
      const BruteForce answer = compareByRunning(program, program.function, *changed);
      // What threads exchange is asked of other checks: such a program cannot run at all.
      if (answer.what.find("threads exchange") != std::string::npos) continue;
      const bool differs = answer.answer == BruteForce::Answer::Differs;
      same += equal;
      right += equal && !differs;
      refused += !equal && differs;
      ASSERT_FALSE(equal && differs) << p->name << ": " << answer.what << "\n"
                                     << print(program.function).text << print(*changed).text;
    }
  }
  std::printf("%d changed programs, %d leave the same terms; of others that were run, %d differ\n", compared, same,
              refused);
  EXPECT_GT(same * 4, compared) << "too few programs can be carried out for the test to mean anything";
  EXPECT_GT(refused * 200, compared);
}

TEST(SmallPrograms, IndependentIterationsHaveNoRaces) {
  const uint64_t rounds = smallProgramsSetting("LW_SMALL_PROGRAMS", 300);
  std::mt19937_64 random(smallProgramsSetting("LW_SMALL_SEED", 1));
  int independent = 0, racing = 0;
  for (uint64_t round = 0; round < rounds; ++round) {
    const FuzzProgram program = tinyOne(random);
    std::vector<For> loops;
    forEachStmt(program.function.body, [&](const Stmt& s) {
      if (const auto* loop = s.as<For>()) loops.push_back(*loop);
    });
    for (const For& loop : loops) {
      const auto answer = analysis::independentWhenRun(program.function, loop.id, ProofBudget(100'000));
      if (!answer) continue;
      PrimFunc parallel = program.function;
      parallel.body = rewriteStmts(parallel.body, [&](const Stmt& s) -> std::optional<Stmt> {
        const auto* found = s.as<For>();
        if (!found || found->id != loop.id) return std::nullopt;
        For changed = *found;
        changed.kind = ForKind::Parallel;
        return Stmt(changed);
      });
      const std::string race = raceFound(parallel, program.inputs);
      (*answer ? independent : racing) += 1;
      ASSERT_EQ(*answer, race.empty()) << loop.var.name() << ": " << race << "\n" << print(program.function).text;
    }
  }
  std::printf("%d loops are independent, %d are not\n", independent, racing);
  EXPECT_GT(independent, 100);
  EXPECT_GT(racing * 20, independent);
}

}  // namespace
}  // namespace lw
