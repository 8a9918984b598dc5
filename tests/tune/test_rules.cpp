// What each rule says where it fits no block, and the text that rules write into.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/text/print/printer.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/space.h"

namespace lw::tune {
namespace {

using testing::HasSubstr;

std::string head(const std::string& parameters) {
  return "from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(" + parameters + "):\n";
}

// C[i, j] = the sum of products over k.
const std::string kProduct =
    head("A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64, 64), \"float32\"), C: T.Buffer((64, 64), \"float32\")") +
    R"(    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)";

const std::string kScale = head("A: T.Buffer((64, 6), \"float32\"), B: T.Buffer((64, 6), \"float32\")") +
                           R"(    for i, j in T.grid(64, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
)";

const std::string kShortRows = head("A: T.Buffer((64, 6), \"float32\"), B: T.Buffer((64,), \"float32\")") +
                               R"(    for i, j in T.grid(64, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vj]
)";

const std::string kParallel = head("A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")") +
                              R"(    for i in T.parallel(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi]
)";

const std::string kShared = head(
                                "A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\"), C: T.Buffer((64,), "
                                "\"float32\")") +
                            R"(    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi]
        with T.block("C"):
            vi = T.axis.spatial(64, i)
            C[vi] = A[vi]
)";

const std::string kSymbolic = R"(from tvm.script import tir as T


@T.prim_func
def f(a: T.handle, B: T.Buffer((1,), "float32")):
    n = T.int32()
    A = T.match_buffer(a, (n,))
    for i in range(n):
        with T.block("B"):
            vi = T.axis.reduce(n, i)
            with T.init():
                B[0] = T.float32(0)
            B[0] = B[0] + A[vi]
)";

const std::string kNoBlocks =
    head("A: T.Buffer((64,), \"float32\")") + "    for i in range(64):\n        A[i] = T.float32(0)\n";

WrittenSpace spaceOf(const std::string& text, const Rule& rule, int threads = 1) {
  const SourceFile file = readProgram("f.py", text);
  EXPECT_FALSE(file.hasErrors());
  Machine machine;
  machine.threads = threads;
  const Rule* rules[] = {&rule};
  return writeSpace(Snapshot(file.functions.at(0)), 0, machine, rules);
}

std::string whyNot(const std::string& text, const Rule& rule, int threads = 1) {
  const WrittenSpace space = spaceOf(text, rule, threads);
  EXPECT_EQ(space.text, "");
  EXPECT_EQ(space.others.size(), 1u);
  return space.others.empty() ? "" : space.others[0].second.text();
}

TEST(Rules, SayWhyTheyFitNoBlock) {
  EXPECT_EQ(whyNot(kProduct, kInline), "block C: it is not a single store");
  EXPECT_EQ(whyNot(kScale, kInline), "block B: it writes the result B");
  EXPECT_EQ(whyNot(kProduct, kRowChains), "block C: no reduction over its own rows comes before it");
  EXPECT_EQ(whyNot(kProduct, kSharedReads),
            "block C: no other block reduces the columns of a matrix whose rows this one reduces");
  EXPECT_EQ(whyNot(kProduct, kRowReductions), "block C: it does not reduce the contiguous axis of what it reads");
  EXPECT_EQ(whyNot(kShortRows, kRowReductions), "block B: its rows are shorter than a vector");
  EXPECT_EQ(whyNot(kShortRows, kFullReductions), "block B: it computes more than one element");
  EXPECT_EQ(whyNot(kProduct, kColumnReductions),
            "block C: it does not reduce to results that are contiguous in memory");
  EXPECT_EQ(whyNot(kScale, kAtomicUpdates), "block B: which elements it writes does not depend on data");
  EXPECT_EQ(whyNot(kScale, kTransposes), "block B: it reads and writes along the same axis");
  EXPECT_EQ(whyNot(kProduct, kElementwise), "block C: it is a reduction");
  EXPECT_EQ(whyNot(kScale, kLocations), "block B: no other block reads what it computes");
}

TEST(Rules, SayWhyTheyLeaveABlockAlone) {
  EXPECT_EQ(whyNot(kParallel, kElementwise), "block B: an earlier step has scheduled its loop i");
  EXPECT_EQ(whyNot(kShared, kElementwise),
            "block B: it shares its loop i with other blocks; block C: it shares its loop i with other blocks");
  EXPECT_EQ(whyNot(kSymbolic, kFullReductions),
            "block B: its loop i has n iterations; write a number in place of the symbolic size");
  EXPECT_EQ(whyNot(kNoBlocks, kElementwise), "the program has no blocks that rules could schedule");
}

TEST(Rules, ANestOfSeveralBlocksKeepsItsLoops) {
  EXPECT_EQ(whyNot(kScale, kSharedLoops), "block B: it shares its loops with no other block");
  const WrittenSpace space = spaceOf(kShared, kSharedLoops);
  EXPECT_THAT(space.text, HasSubstr("outer = sch.get_loops(\"B\")[0]\n    sch.parallel(outer)"));
  EXPECT_EQ(whyNot(kParallel + R"(        with T.block("C"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi]
)",
                   kSharedLoops),
            "block B: an earlier step has scheduled its loop i");
}

constexpr const char* kTwoFunctions = R"(from tvm.script import tir as T, ir as I


@I.ir_module
class Both:
    @T.prim_func
    def first(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
        for i, j in T.grid(64, 64):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]

    @T.prim_func
    def second(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32")):
        for x, y in T.grid(32, 32):
            with T.block("B"):
                vx, vy = T.axis.remap("SS", [x, y])
                B[vx, vy] = A[vx, vy]


)";

TEST(Rules, TheSpaceOfAModuleSchedulesTheFunctionThatWasChosen) {
  const SourceFile module = readProgram("f.py", kTwoFunctions);
  const Result<Program> program = programOf(module, "Both");
  ASSERT_TRUE(program.ok()) << program.error().message;
  const WrittenSpace written = writeSpace(program->snapshot, 1, Machine(), cpuRules());
  const auto file = std::make_shared<const SourceFile>(readProgram("f.py", kTwoFunctions + written.text));
  const auto candidate = Space(file, "space", Schedule(program->snapshot)).candidate({}, 1);
  const auto* legal = std::get_if<Candidate>(&candidate);
  ASSERT_NE(legal, nullptr) << toText(std::get<RefusedCandidate>(candidate).why) << written.text;
  const Snapshot& after = legal->schedule.program();
  EXPECT_EQ(print(after.function(0)).text, print(program->snapshot.function(0)).text);
  EXPECT_NE(print(after.function(1)).text, print(program->snapshot.function(1)).text);
}

TEST(Rules, AllReasonsAreGivenWhereNoneFits) {
  const SourceFile file = readProgram("f.py", kSymbolic);
  const WrittenSpace space = writeSpace(Snapshot(file.functions.at(0)), 0, Machine(), cpuRules());
  EXPECT_EQ(space.text, "");
  EXPECT_TRUE(space.rules.empty());
  EXPECT_EQ(space.others.size(), cpuRules().size());
}

TEST(Rules, AnEarlierRuleLeavesNoBlock) {
  const SourceFile file = readProgram("f.py", kScale);
  const Rule* rules[] = {&kElementwise, &kOtherLoops};
  const WrittenSpace space = writeSpace(Snapshot(file.functions.at(0)), 0, Machine(), rules);
  EXPECT_EQ(space.rules, std::vector<std::string>{"elementwise"});
  ASSERT_EQ(space.others.size(), 1u);
  EXPECT_EQ(space.others[0].second.text(), "earlier rules have scheduled all blocks");
}

constexpr const char* kAttention = R"(from tvm.script import tir as T


@T.prim_func
def f(Q: T.Buffer((64, 32), "float32"), K: T.Buffer((64, 32), "float32"), V: T.Buffer((64, 32), "float32"),
      O: T.Buffer((64, 32), "float32")):
    S = T.alloc_buffer((64, 64))
    total = T.alloc_buffer((64,))
    P = T.alloc_buffer((64, 64))
    for i, j, k in T.grid(64, 64, 32):
        with T.block("S"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                S[vi, vj] = T.float32(0)
            S[vi, vj] = S[vi, vj] + Q[vi, vk] * K[vj, vk]
    for i, j in T.grid(64, 64):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + T.exp(S[vi, vj])
    for i, j in T.grid(64, 64):
        with T.block("P"):
            vi, vj = T.axis.remap("SS", [i, j])
            P[vi, vj] = T.exp(S[vi, vj]) / total[vi]
    for i, j, k in T.grid(64, 32, 64):
        with T.block("O"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                O[vi, vj] = T.float32(0)
            O[vi, vj] = O[vi, vj] + P[vi, vk] * V[vk, vj]
)";

// The product before the rows and the one after them are other rules' work, and so are rows that one of them has moved.
TEST(Rules, RowsBetweenTwoProductsAreAChain) {
  const SourceFile file = readProgram("f.py", kAttention);
  const Snapshot program(file.functions.at(0));
  const Machine machine;
  const auto block = [&](const char* name) { return program.blocksNamed(name, 0).at(0); };
  SpaceText text;
  RuleContext beside{program, 0, machine, {block("S"), block("O")}, text};
  EXPECT_EQ(kRowChains.apply(beside).text(), "");
  EXPECT_EQ(beside.taken, (std::vector<BlockId>{block("S"), block("O"), block("P"), block("total")}));
  EXPECT_THAT(text.text("space", ""), HasSubstr("# Row by row: total, P, while"));
  SpaceText none;
  RuleContext moved{program, 0, machine, {block("S"), block("P"), block("O")}, none};
  EXPECT_EQ(kRowChains.apply(moved).text(), "block total: no reduction over its own rows comes before it");
}

TEST(Rules, NamesAreDistinctAndListed) {
  std::vector<std::string_view> names;
  for (const Rule* rule : cpuRules()) {
    names.push_back(rule->name);
    EXPECT_THAT(std::string(rule->help), testing::EndsWith("."));
  }
  std::vector<std::string_view> sorted = names;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(std::unique(sorted.begin(), sorted.end()), sorted.end());
  EXPECT_EQ(names.front(), "inline");
  EXPECT_EQ(names.back(), "masks");
}

TEST(SpaceText, MakesNamesAndIndents) {
  SpaceText text;
  EXPECT_EQ(text.fresh("i"), "i");
  EXPECT_EQ(text.fresh("i"), "i_2");
  EXPECT_EQ(text.fresh("2 x"), "_2_x");
  EXPECT_EQ(text.fresh("row"), "row_2");  // rules write `row` without asking
  EXPECT_TRUE(text.once("helper"));
  EXPECT_FALSE(text.once("helper"));
  text.open("if i:");
  text.line("pass");
  text.close();
  text.line("j = 1");
  EXPECT_EQ(text.text("space", "Why."), "def space(sch):\n    \"\"\"Why.\"\"\"\n    if i:\n        pass\n    j = 1\n");
}

TEST(SpaceText, WrapsComments) {
  SpaceText text;
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word ";
  text.comment(words + "end");
  std::istringstream lines(text.text("space", ""));
  std::string line;
  std::getline(lines, line);
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    EXPECT_LE(line.size(), 100u);
    EXPECT_THAT(line, testing::StartsWith("    # word"));
  }
  EXPECT_EQ(count, 4);
}

}  // namespace
}  // namespace lw::tune
