// The cheap proofs of legality say "yes" only if the exact analysis by ISL does not say "no". Random programs, random
// steps, and random damage; each test also counts how often the cheap proof was sufficient. LW_RANDOM_PROOFS=N runs N
// programs per test.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/dependence/same_iteration.h"
#include "core/analysis/values/quick_flow.h"
#include "core/analysis/values/written_first.h"
#include "core/ir/equal.h"
#include "core/ir/visit.h"
#include "core/schedule/support/quick_legality.h"
#include "core/script/schedule_script.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "tests/random/flow_questions.h"
#include "tests/random/random_program.h"
#include "tests/random/random_schedule.h"

namespace lw {
namespace {

TEST(QuickFlow, AcceptsOnlyDamageThatChangesNothing) {
  FlowCount count;
  std::mt19937_64 random(11);
  for (int i = 0; i < roundsOfProofs(120); ++i) {
    const PrimFunc before = randomProgram(random);
    std::optional<PrimFunc> after = mutated(before, random);
    if (after && random() % 3 == 0) after = mutated(*after, random);
    if (!after) continue;
    ASSERT_NO_FATAL_FAILURE(compareProofs(before, *after, {}, "damage " + std::to_string(i), count));
    ASSERT_NO_FATAL_FAILURE(compareProofs(*after, before, {}, "repair " + std::to_string(i), count));
  }
  std::printf("%d of %d proven, %d undecided by ISL\n", count.proven, count.asked, count.undecided);
  EXPECT_GT(count.proven, count.asked / 50);
  EXPECT_LT(count.undecided, count.proven / 4);
}

TEST(QuickFlow, AcceptsOnlyStepsThatTheExactAnalysisAccepts) {
  FlowCount count;
  std::mt19937_64 random(12);
  std::map<std::string, std::pair<int, int>> steps;  // number of questions, number of proofs
  const std::vector<std::string> without = {"bind",     "set_scope", "annotate", "unannotate",
                                            "parallel", "vectorize", "unroll"};
  for (int i = 0; i < roundsOfProofs(12); ++i) {
    Schedule at{Snapshot(randomProgram(random))};
    for (int step = 0; step < 6; ++step) {
      const RandomRun run = randomSchedule(at, 1, random, without);
      if (run.steps.empty()) break;
      const Instruction& last = run.schedule.step(run.schedule.stepCount() - 1);
      Arguments args;
      for (const StepValue& a : last.args)
        if (Result<StepValue> v = run.schedule.prefix(run.schedule.stepCount() - 1).resolve(a)) args.push_back(*v);
      const Schedule before = run.schedule.prefix(run.schedule.stepCount() - 1);
      if (const auto c = correspondenceOf(before, run.schedule, *last.primitive, args)) {
        const int proven = count.proven;
        ASSERT_NO_FATAL_FAILURE(compareProofs(before.program().function(), run.schedule.program().function(), *c,
                                              run.steps.front().text, count));
        ++steps[last.primitive->name].first;
        steps[last.primitive->name].second += count.proven - proven;
      }
      at = run.schedule;
    }
  }
  for (const auto& [name, n] : steps) std::printf("%s: %d of %d proven\n", name.c_str(), n.second, n.first);
  EXPECT_GT(count.proven * 4, count.asked) << "the hazards leave enough to be proven";
}

// Random schedules seldom contain inlining, so this test tries it for every block.
TEST(QuickFlow, AcceptsOnlyInliningThatTheExactAnalysisAccepts) {
  FlowCount count;
  std::mt19937_64 random(18);
  for (int i = 0; i < roundsOfProofs(12); ++i) {
    const Schedule before{Snapshot(randomProgram(random))};
    for (const BlockId block : before.program().blocks(0))
      for (const char* name : {"compute_inline", "reverse_compute_inline", "cache_write"}) {
        Schedule after = before;
        Arguments args{block};
        if (name == std::string("cache_write")) {  // inlines the copy into the block again
          if (!after.program().scopeOf(block).valid() || !after.apply(name, {block, 0, "global"})) continue;
          const Schedule cached = after;
          args = {*after.resolve(*after.step(after.stepCount() - 1).outputs.front().as<BlockRv>())};
          if (!after.apply("reverse_compute_inline", args)) continue;
          const auto c = correspondenceOf(cached, after, *findPrimitive("reverse_compute_inline"), args);
          ASSERT_NO_FATAL_FAILURE(
              compareProofs(cached.program().function(), after.program().function(), *c, "copy back", count));
          continue;
        }
        if (!after.apply(name, args)) continue;
        const auto c = correspondenceOf(before, after, *findPrimitive(name), args);
        ASSERT_NO_FATAL_FAILURE(
            compareProofs(before.program().function(), after.program().function(), *c, name, count));
      }
  }
  std::printf("%d of %d proven, %d undecided by ISL\n", count.proven, count.asked, count.undecided);
  EXPECT_GT(count.proven * 4, count.asked);
}

// The cheap proofs must answer the steps of a typical session without ISL. Otherwise these steps would only become
// slower.
TEST(QuickFlow, ProvesTheStepsOfTheSample) {
  std::ifstream in(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
  std::ostringstream text;
  text << in.rdbuf();
  const SourceFile file = parseSource("mm_exp_mm.py", text.str());
  const std::vector<std::pair<const char*, const char*>> steps = {
      {"full_tiling", "cache_read(\"C_update\", 1, \"global\")"},
      {"full_tiling", "cache_read(\"F_update\", \"D\", \"global\")"},
      {"full_tiling", "cache_write(\"D\", 0, \"global\")"},
      {"full_tiling", "cache_write(\"F_update\", 0, \"global\")"},
      {"naive", "cache_write(\"C\", 0, \"global\")"},
      {"fused", "cache_write(\"C\", 0, \"global\")"},
      {"full_tiling", "compute_at(\"D\", F_update.rl_0)"},
      {"full_tiling", "compute_at(\"D\", F_update.n_1)"},
      {"full_tiling", "reverse_compute_at(\"D\", C_init.m_0)"},
      {"full_tiling", "reverse_compute_at(\"D\", C_update.rk_0)"},
      {"full_tiling", "reverse_compute_at(\"D\", C_update.l_1)"},
      {"naive", "compute_at(\"C\", D.m)"},
      {"full_tiling", "compute_inline(\"D\")"},
      {"fused", "decompose_reduction(\"F\", F.rl_0)"},
      {"naive", "decompose_reduction(\"C\", C.rk)"},
      {"full_tiling", "reverse_compute_inline(\"D_global\")"},
      {"naive", "reverse_compute_inline(\"D_global\")"},
      {"full_tiling", "read_at(C_update.rk_0, \"C_update\", 1, \"shared\")"},
      {"naive", "read_at(C.m, \"C\", \"A\", \"shared\")"},
      {"naive", "write_at(C.m, \"C\", 0, \"shared\")"}};
  for (const auto& [schedule, call] : steps) {
    Result<Schedule> before = runSchedule(file, schedule, Schedule(Snapshot(*file.select(""))));
    ASSERT_TRUE(before) << schedule << ": " << toText(before.error());
    if (std::string(call).starts_with("reverse_compute_inline"))
      before = runStep("cache_write(\"D\", 0, \"global\")", *before);
    const Result<Schedule> after = runStep(call, *before);
    ASSERT_TRUE(after) << call << ": " << toText(after.error());
    const int last = after->stepCount() - 1;
    Arguments args;
    for (const StepValue& a : after->step(last).args) args.push_back(*after->prefix(last).resolve(a));
    const auto c = correspondenceOf(*before, *after, *after->step(last).primitive, args);
    ASSERT_TRUE(c) << call;
    EXPECT_TRUE(provablyKeepsValueFlow(before->program().function(), after->program().function(), *c))
        << schedule << ", " << call;
  }
  // A prefetch does not prevent the analysis.
  const Result<Schedule> panels = runSchedule(file, "gebp", Schedule(Snapshot(*file.select(""))));
  ASSERT_TRUE(panels);
  ASSERT_FALSE(panels->program().blocksNamed("prefetch_E_global", 0).empty());
  EXPECT_TRUE(analysis::collectStatements(panels->program().function()).understood);
}

// The second product of the sample is packed like the first one. Its left factor is a computed buffer, which the rows
// that fill up tiles read only where it has elements.
TEST(QuickFlow, ProvesThatPaddingReadsWhatIsThere) {
  std::ifstream in(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
  std::ostringstream text;
  text << in.rdbuf();
  const SourceFile file = parseSource("mm_exp_mm.py", text.str());
  const std::vector<std::string> steps = {"pad_einsum(\"F\", [6, 64, 64])", "cache_read(\"F\", 0, \"global\")",
                                          "compute_inline(\"D_pad\")", "split(F.m, [None, 6])",
                                          "compute_at(\"D_pad_global\", F.m_0)"};
  Schedule at{Snapshot(*file.select(""))};
  for (const std::string& call : steps) {
    const Result<Schedule> after = runStep(call.c_str(), at);
    ASSERT_TRUE(after) << call << ": " << toText(after.error());
    const int last = after->stepCount() - 1;
    Arguments args;
    for (const StepValue& a : after->step(last).args) args.push_back(*after->prefix(last).resolve(a));
    if (const auto c = correspondenceOf(at, *after, *after->step(last).primitive, args)) {
      EXPECT_TRUE(provablyKeepsValueFlow(at.program().function(), after->program().function(), *c)) << call;
    }
    at = *after;
  }
}

// Four rows of S have been computed. The conditions around a read decide which elements it reads.
TEST(QuickFlow, ConditionsSayWhichElementsAreRead) {
  const std::vector<std::pair<const char*, bool>> values = {
      {"S[vi, vj]", false},
      {"T.if_then_else(vi < 4, S[vi, vj], 0)", true},
      {"T.if_then_else(vi < 5, S[vi, vj], 0)", false},
      {"T.if_then_else(vi < 4, 0, S[vi, vj])", false},
      {"T.if_then_else(vi >= 4, 0, S[vi, vj])", true},
      {"T.if_then_else(vi >= 4, S[vi - 4, vj], S[vi, vj])", true},
      {"T.if_then_else(vj < 2, T.if_then_else(vi < 4, S[vi, vj], 1), 0)", true},
      {"T.if_then_else(vj < 2, T.if_then_else(vi < 4, 1, S[vi, vj]), 0)", false},
      {"T.if_then_else(vi < 4, 1, 0) + S[vi, vj]", false},
      {"T.if_then_else(vi < 4 and vj < 2, S[vi, vj], 0)", true},
      {"T.if_then_else(vi < 4 or vj < 2, S[vi, vj], 0)", false},
      {"T.if_then_else(O[vi, vj] < 4, S[vi, vj], 0)", false},
      {"T.if_then_else(S[vi, vj] < 4, 1, 0)", false},
  };
  for (const auto& [value, there] : values) {
    const std::string text =
        "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(O: T.Buffer((6, 6), \"int32\")):\n    S = "
        "T.alloc_buffer((6, 6), \"int32\")\n"
        "    for i, j in T.grid(4, 6):\n        with T.block(\"a\"):\n            vi, vj = T.axis.remap(\"SS\", [i, "
        "j])\n            S[vi, vj] = vi + vj\n"
        "    for i, j in T.grid(6, 6):\n        with T.block(\"b\"):\n            vi, vj = T.axis.remap(\"SS\", [i, "
        "j])\n            O[vi, vj] = " +
        std::string(value) + "\n";
    const SourceFile file = parseSource("main.py", text);
    ASSERT_FALSE(file.hasErrors()) << text;
    const PrimFunc function = *file.select("");
    const analysis::Statements all = analysis::collectStatements(function);
    ASSERT_EQ(all.all.size(), 2u);
    const analysis::Statement& reader = all.all.back();
    const analysis::Knowledge known(reader);
    bool written = true;
    for (const analysis::Touch& read : reader.loads)
      if (read.buffer->name == "S")
        written = written && analysis::provablyWrittenFirst(reader, read, known, all.all.front(), 0);
    EXPECT_EQ(written, there) << value;
  }
}

// If the limit is too small to decide anything, the answer is never "yes".
TEST(OperationLimit, LeadsToUnknown) {
  std::mt19937_64 random(17);
  int asked = 0;
  for (int i = 0; i < 40; ++i) {
    const PrimFunc f = randomProgram(random);
    const Snapshot program(f);
    EXPECT_FALSE(keepsValueFlowExactly(f, f, {}, ProofBudget(1)).yes());
    for (const LoopId loop : program.loops(0)) {
      ++asked;
      const Verdict whole = iterationsIndependentExactly(f, loop);
      const Verdict cut = iterationsIndependentExactly(f, loop, ProofBudget(1));
      // Without a common buffer there is nothing to ask ISL, and "yes" is right.
      EXPECT_TRUE(!cut.yes() || whole.yes());
      EXPECT_TRUE(cut.yes() || cut.no() || (cut.conservative && !cut.reason.empty()));
      for (const auto& [data, buffer] : analysis::collectStatements(f).memory)
        EXPECT_TRUE(!privateToIterationExactly(f, buffer, loop, ProofBudget(1)) ||
                    privateToIterationExactly(f, buffer, loop));
    }
  }
  EXPECT_GT(asked, 100);
}

TEST(QuickPrivate, AcceptsOnlyWhatTheExactAnalysisAccepts) {
  FlowCount count;
  std::mt19937_64 random(13);
  for (int i = 0; i < roundsOfProofs(50); ++i) {
    PrimFunc f = randomProgram(random);
    if (random() % 2)
      f = randomSchedule(Schedule{Snapshot(f)}, 3, random, {"bind", "set_scope", "vectorize", "read_at", "write_at"})
              .schedule.program()
              .function();
    const analysis::Statements statements = analysis::collectStatements(f);
    std::vector<LoopId> loops;
    std::vector<Buffer> buffers;
    forEachStmt(f.body, [&](const Stmt& s) {
      if (const auto* loop = s.as<For>()) loops.push_back(loop->id);
      if (const auto* block = s.as<Block>()) buffers.insert(buffers.end(), block->allocs.begin(), block->allocs.end());
    });
    for (const LoopId loop : loops)
      for (const Buffer& b : buffers) {
        ++count.asked;
        if (!analysis::provablyPrivate(statements, b->data.key(), loop)) continue;
        ++count.proven;
        ASSERT_TRUE(privateToIterationExactly(f, b, loop)) << b->name << "\n" << print(f).text;
      }
  }
  std::printf("%d of %d proven\n", count.proven, count.asked);
  EXPECT_GT(count.proven, count.asked / 50);
}

TEST(QuickLegality, ReorderableNestsAreReorderable) {
  FlowCount count;
  std::mt19937_64 random(14);
  for (int i = 0; i < roundsOfProofs(200); ++i) {
    PrimFunc f = randomProgram(random);
    if (random() % 2)
      if (auto damaged = mutated(f, random)) f = *damaged;
    const Snapshot program(f);
    for (const LoopId loop : program.loops(0)) {
      std::vector<LoopId> chain{loop};
      while (const auto* inner = program.loop(chain.back()).body.as<For>()) chain.push_back(inner->id);
      if (chain.size() < 2) continue;
      ++count.asked;
      if (!provablyReorderable(program, chain)) continue;
      ++count.proven;
      std::vector<LoopId> order = chain;
      std::shuffle(order.begin(), order.end(), random);
      const Verdict exact = reorderKeepsResults(program.function(), order);
      ASSERT_FALSE(exact.no()) << (exact.witness ? exact.witness->sentence() : "") << "\n" << print(f).text;
    }
  }
  std::printf("%d of %d proven\n", count.proven, count.asked);
  EXPECT_GT(count.proven, count.asked / 10);
}

TEST(QuickLegality, IndependentIterationsAreIndependent) {
  FlowCount count;
  std::mt19937_64 random(15);
  for (int i = 0; i < roundsOfProofs(60); ++i) {
    PrimFunc f = randomProgram(random);
    if (random() % 2)
      if (auto damaged = mutated(f, random)) f = *damaged;
    if (random() % 2)
      f = randomSchedule(Schedule{Snapshot(f)}, 2, random, {"bind", "set_scope", "parallel", "vectorize"})
              .schedule.program()
              .function();
    const Snapshot program(f);
    const analysis::Statements statements = analysis::collectStatements(program.function());
    for (const LoopId loop : program.loops(0)) {
      ++count.asked;
      if (!provablyIndependent(program, loop) && !analysis::provablyIndependent(statements, loop)) continue;
      ++count.proven;
      const Verdict exact = iterationsIndependentExactly(program.function(), loop);
      ASSERT_FALSE(exact.no()) << (exact.witness ? exact.witness->sentence() : "") << "\n" << print(f).text;
    }
  }
  std::printf("%d of %d proven\n", count.proven, count.asked);
  EXPECT_GT(count.proven, count.asked / 10);
}

// A layout by quotients and remainders: the lanes of a copy into panels of 32 columns write neighbouring elements. With
// panels of 24 columns, of which 32 is no multiple, nothing is proven.
TEST(QuickLegality, PanelsAreUnderstood) {
  const auto lanesOf = [](const std::string& width) {
    const SourceFile file = parseSource(
        "pack.py",
        "from tvm.script import tir as T\n\n\n@T.prim_func\ndef pack(B: T.Buffer((64, 96), \"float32\"), P: "
        "T.Buffer((8, 64, 32), \"float32\")):\n"
        "    for k, o, i in T.grid(64, 3, 32):\n        with T.block(\"P\"):\n            vk = T.axis.spatial(64, k)\n"
        "            vn = T.axis.spatial(96, o * 32 + i)\n            P[vn // " +
            width + ", vk, vn % " + width + "] = B[vk, vn]\n");
    const Snapshot program(*file.select(""));
    return std::pair(program, program.loops(0).back());
  };
  const auto [packed, lanes] = lanesOf("32");
  EXPECT_TRUE(analysis::provablyIndependent(analysis::collectStatements(packed.function()), lanes));
  EXPECT_TRUE(iterationsIndependentExactly(packed.function(), lanes).yes());
  const auto [odd, oddLanes] = lanesOf("24");
  EXPECT_FALSE(analysis::provablyIndependent(analysis::collectStatements(odd.function()), oddLanes));
  EXPECT_TRUE(iterationsIndependent(odd.function(), oddLanes).yes()) << "which takes the exact analysis";
}

// Outermost loops of neighbouring nests of equal extents, with the loops that are perfectly nested in both.
std::vector<std::pair<std::vector<LoopId>, std::vector<LoopId>>> neighbours(const PrimFunc& f) {
  std::vector<std::pair<std::vector<LoopId>, std::vector<LoopId>>> pairs;
  const auto chainOf = [](const For* loop) {
    std::vector<const For*> chain{loop};
    while (const auto* inner = chain.back()->body.as<For>()) chain.push_back(inner);
    return chain;
  };
  forEachStmt(f.body, [&](const Stmt& s) {
    const auto* seq = s.as<Seq>();
    for (size_t i = 0; seq && i + 1 < seq->stmts.size(); ++i) {
      const auto *a = seq->stmts[i].as<For>(), *b = seq->stmts[i + 1].as<For>();
      if (!a || !b) continue;
      const std::vector<const For*> x = chainOf(a), y = chainOf(b);
      std::vector<LoopId> first, second;
      for (size_t k = 0; k < std::min(x.size(), y.size()); ++k) {
        if (!equal(x[k]->extent, y[k]->extent) || !equal(x[k]->min, y[k]->min)) break;
        first.push_back(x[k]->id);
        second.push_back(y[k]->id);
        pairs.emplace_back(first, second);
      }
    }
  });
  return pairs;
}

TEST(QuickMerge, AcceptsOnlyWhatTheExactAnalysisAccepts) {
  FlowCount count;
  std::mt19937_64 random(16);
  for (int i = 0; i < roundsOfProofs(200); ++i) {
    PrimFunc f = randomProgram(random);
    if (random() % 2)
      if (auto damaged = mutated(f, random)) f = *damaged;
    const analysis::Statements statements = analysis::collectStatements(f);
    for (const auto& [first, second] : neighbours(f)) {
      ++count.asked;
      if (!analysis::provablyMergeable(statements, first, second)) continue;
      ++count.proven;
      const Verdict exact = mergeKeepsResultsExactly(f, first, second);
      ASSERT_FALSE(exact.no()) << (exact.witness ? exact.witness->sentence() : "") << "\n" << print(f).text;
    }
  }
  std::printf("%d of %d proven\n", count.proven, count.asked);
  EXPECT_GT(count.proven, count.asked / 10);
}

}  // namespace
}  // namespace lw
