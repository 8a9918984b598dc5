// The spaces that rules write for what is no contraction: their text, and that what is drawn from them is legal and
// computes what the program computes, also for sizes that nothing divides.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "core/ir/intrin_meaning.h"
#include "core/ir/verify.h"
#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/space.h"

namespace lw::tune {
namespace {

const std::string kRoot = LW_SOURCE_DIR;
constexpr int kDraws = 20, kMostRefused = 2;

std::string contents(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string programText(const std::string& name) { return contents(kRoot + "/tests/bench/tune/" + name + ".py"); }

// A server processor with AVX-512.
Machine fixedMachine(int threads) {
  Machine machine;
  machine.vectorBits = 512;
  machine.vectorRegisters = 32;
  machine.caches = {48 << 10, 2 << 20, 32 << 20};
  machine.threads = threads;
  return machine;
}

std::shared_ptr<const SourceFile> read(const std::string& text) {
  return std::make_shared<const SourceFile>(readProgram("program.py", text));
}

// All rules but those for contractions, which have tests of their own.
std::span<const Rule* const> rowRules() {
  static constexpr const Rule* kRules[] = {&kInline,        &kOnlineSums,     &kRowChains,        &kSharedReads,
                                           &kRowReductions, &kFullReductions, &kColumnReductions, &kAtomicUpdates,
                                           &kTransposes,    &kElementwise,    &kOtherLoops,       &kSharedLoops,
                                           &kLocations};
  return kRules;
}

WrittenSpace written(const PrimFunc& function, const Machine& machine) {
  return writeSpace(Snapshot(function), 0, machine, rowRules());
}
WrittenSpace written(const PrimFunc& function, int threads) { return written(function, fixedMachine(threads)); }

struct Drawn {
  int refused = 0;
  std::vector<Schedule> legal;
  std::string reasons;
};

Drawn draw(const PrimFunc& program, const std::string& space, int count) {
  const auto file = read(space);
  EXPECT_FALSE(file->hasErrors()) << space;
  const Space drawnFrom(file, "space", Schedule(Snapshot(program)));
  Drawn drawn;
  for (int seed = 1; seed <= count; ++seed) {
    const auto candidate = drawnFrom.candidate({}, static_cast<uint64_t>(seed));
    if (const auto* legal = std::get_if<Candidate>(&candidate)) {
      drawn.legal.push_back(legal->schedule);
      continue;
    }
    const auto& refused = std::get<RefusedCandidate>(candidate);
    EXPECT_NE(refused.why.message, "");
    drawn.reasons += toJson(refused.decisions) + ": " + toText(refused.why) + "\n";
    ++drawn.refused;
  }
  return drawn;
}

// What is drawn from the space is legal, well formed, and gives what the program gives.
void expectSameResultsOf(const PrimFunc& before, const std::string& space, int draws,
                         const std::map<std::string, int64_t>& sizes = {}) {
  ASSERT_NE(space, "");
  const Drawn drawn = draw(before, space, draws);
  EXPECT_LE(drawn.refused, kMostRefused) << space << drawn.reasons;
  InputSpec inputs;
  inputs.ranges.emplace("*", *parseValueRange("integers"));
  inputs.bind = sizes;
  const std::vector<Argument> arguments = *makeArguments(before, inputs);
  std::vector<Argument> wanted = arguments;
  const Status original = interpret(before, wanted);
  ASSERT_TRUE(original.ok()) << toText(original.error());
  for (const Schedule& s : drawn.legal) {
    EXPECT_EQ(verify(s.program().function()), std::vector<std::string>());
    std::vector<Argument> got = arguments;
    const Status ran = interpret(s.program().function(), got);
    ASSERT_TRUE(ran.ok()) << toText(ran.error()) << printedText(s.program());
    for (size_t i = 0; i < got.size(); ++i) {
      const Mismatch m = compareArrays(std::get<NDArray>(got[i]), std::get<NDArray>(wanted[i]), 1e-5, 1e-6);
      ASSERT_EQ(m.count, 0) << before.params[i].name() << ": " << m.got << " for " << m.expected
                            << printedText(s.program());
    }
  }
}

// The same for the program's space.
void expectSameResults(const PrimFunc& before, const Machine& machine, int draws = kDraws,
                       const std::map<std::string, int64_t>& sizes = {}) {
  expectSameResultsOf(before, written(before, machine).text, draws, sizes);
}

struct Case {
  const char* program;
  // Replaces sizes by others that no vector and no tile divides, small enough to be interpreted.
  std::vector<std::pair<const char*, const char*>> sizes;
  int threads = 1;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.program << c.threads; }

std::string small(const Case& c) {
  std::string text = programText(c.program);
  for (const auto& [from, to] : c.sizes)
    text = std::regex_replace(text, std::regex("\\b" + std::string(from) + "\\b"), to);
  return text;
}

class RowRules : public testing::TestWithParam<Case> {};

TEST_P(RowRules, WriteTheSpaceOfTheSketch) {
  const auto file = read(programText(GetParam().program));
  const std::string text = written(file->functions.at(0), GetParam().threads).text;
  const std::string threads = GetParam().threads > 1 ? "_" + std::to_string(GetParam().threads) + "_threads" : "";
  const std::string path = kRoot + "/tests/tune/sketches/" + GetParam().program + threads + ".py";
  if (std::getenv("LW_UPDATE")) std::ofstream(path) << text;
  EXPECT_EQ(text, contents(path)) << "LW_UPDATE=1 rewrites " << path;
}

TEST_P(RowRules, DrawLegalCandidates) {
  const auto file = read(programText(GetParam().program));
  const PrimFunc& program = file->functions.at(0);
  const Drawn drawn = draw(program, written(program, GetParam().threads).text, kDraws);
  EXPECT_LE(drawn.refused, kMostRefused) << drawn.reasons;
  for (const Schedule& s : drawn.legal) EXPECT_EQ(verify(s.program().function()), std::vector<std::string>());
}

TEST_P(RowRules, KeepTheResultsOfOddSizes) {
  const auto file = read(small(GetParam()));
  ASSERT_FALSE(file->hasErrors()) << file->diagnostics.front().message;
  expectSameResults(file->functions.at(0), fixedMachine(GetParam().threads));
}

INSTANTIATE_TEST_SUITE_P(
    Programs, RowRules,
    testing::Values(
        Case{"softmax", {{"2048", "9"}, {"1024", "75"}}}, Case{"layer_norm", {{"2048", "9"}, {"1024", "75"}}},
        Case{"sums", {{"2048", "67"}, {"4096", "131"}}}, Case{"elementwise", {{"2048", "37"}}},
        Case{"transpose", {{"2048", "37"}}}, Case{"row_sums", {{"2048", "21"}, {"4096", "75"}}},
        Case{"column_sums", {{"2048", "37"}, {"4096", "75"}}}, Case{"global_max", {{"2048", "21"}, {"4096", "75"}}},
        Case{"global_mean", {{"2048", "21"}, {"4096", "75"}}}, Case{"heads_softmax", {{"8", "3"}, {"512", "37"}}},
        Case{"blur", {{"2050", "39"}, {"2048", "37"}}}, Case{"max_pool", {{"64", "3"}, {"224", "38"}, {"112", "19"}}},
        Case{"channels_last", {{"64", "19"}, {"112", "21"}}}, Case{"softmax", {{"2048", "9"}, {"1024", "75"}}, 4},
        Case{"column_sums", {{"2048", "37"}, {"4096", "75"}}, 4},
        Case{"global_max", {{"2048", "21"}, {"4096", "75"}}, 4}, Case{"histogram", {{"65536", "301"}}, 4}),
    testing::PrintToStringParamName());

// Programs of other forms, each small: row_cases.py.
TEST(RowCases, KeepTheirResults) {
  const auto file = read(contents(kRoot + "/tests/tune/row_cases.py"));
  ASSERT_FALSE(file->hasErrors()) << file->diagnostics.front().message;
  for (const PrimFunc& program : file->functions)
    for (const int threads : {1, 3}) {
      if (threads > 1 && written(program, threads).text == written(program, 1).text) continue;
      SCOPED_TRACE(program.name + " on " + std::to_string(threads));
      expectSameResults(program, fixedMachine(threads), 8);
    }
}

TEST(RowCases, ThreadsShareTheFirstLoopThatRunsTwice) {
  const auto file = read(contents(kRoot + "/tests/tune/row_cases.py"));
  std::map<std::string, std::string> spaces;
  for (const PrimFunc& program : file->functions) spaces[program.name] = written(program, 4).text;
  EXPECT_THAT(spaces["unit_rows"], testing::HasSubstr("sch.parallel(y)"));
  EXPECT_THAT(spaces["padded_windows"], testing::HasSubstr("sch.parallel(c)"));
  EXPECT_THAT(spaces["unit_scan"], testing::HasSubstr("outer = sch.get_loops(\"S\")[1]\n    sch.parallel(outer)"));
  EXPECT_THAT(spaces["unit_turn"], testing::HasSubstr("sch.parallel(outer)"));
  EXPECT_THAT(spaces["unit_scatter"], testing::HasSubstr("sch.parallel(i)"));
  // The border is written once for each channel, or asked about by each reader.
  EXPECT_THAT(spaces["padded_windows"], testing::HasSubstr("        sch.compute_at(\"P\", c)\n"));
  EXPECT_THAT(spaces["padded_windows"], testing::HasSubstr("        sch.compute_inline(\"P\")\n"));
}

TEST(RowCases, OnePassOverRowsTakesVectorsOfPartialResults) {
  const auto file = read(contents(kRoot + "/tests/tune/row_cases.py"));
  const std::string text = written(*file->select("online_rows"), 1).text;
  EXPECT_THAT(text, testing::HasSubstr("partial = sch.rfactor(lane, 1)"));
  EXPECT_THAT(text, testing::HasSubstr("sch.vectorize(lane)"));
}

// Rows that no cache holds are read once for the maximum and the sum.
TEST(RowCases, LongRowsOfSoftmaxAreReadInOnePass) {
  const auto file = read(small({"softmax", {{"2048", "9"}, {"1024", "75"}}}));
  const PrimFunc& program = file->functions.at(0);
  EXPECT_THAT(written(program, 1).text, testing::Not(testing::HasSubstr("fuse_online")));
  Machine machine = fixedMachine(1);
  machine.caches = {64, 128, 256};
  EXPECT_THAT(written(program, machine).text, testing::HasSubstr("sch.fuse_online(\"largest\", \"total\")"));
  expectSameResults(program, machine, 8);
}

// Scores of attention are multiplied by a power of two where softmax reads them; other factors stay in the sum.
TEST(RowCases, PowersOfTwoAreMultipliedOnce) {
  const std::string text = contents(kRoot + "/tests/tune/scaled_softmax.py");
  const auto spaceOf = [](const std::string& program) {
    return writeSpace(Snapshot(read(program)->functions.at(0)), 0, fixedMachine(1), cpuRules()).text;
  };
  const std::string space = spaceOf(text);
  EXPECT_THAT(space, testing::HasSubstr("sch.compute_inline(sch.factor_out(\"scores\"))"));
  EXPECT_THAT(spaceOf(std::regex_replace(text, std::regex("0\\.125"), "0.3")),
              testing::Not(testing::HasSubstr("factor_out")));
  expectSameResultsOf(read(text)->functions.at(0), space, 8);
}

// Programs of many sizes: loops of one iteration, rows of exactly a vector, and of few.
std::vector<PrimFunc> programsOfSizes() {
  const auto name = [](int64_t n) { return std::to_string(n); };
  std::vector<PrimFunc> programs;
  for (const char* path : {"softmax", "layer_norm", "row_sums", "column_sums", "global_max"})
    for (const int64_t rows : {1, 2, 33})
      for (const int64_t columns : {1, 8, 16, 64, 65}) {
        std::string text = programText(path);
        text = std::regex_replace(text, std::regex("\\b2048\\b"), name(rows));
        text = std::regex_replace(text, std::regex("\\b(4096|1024)\\b"), name(columns));
        const auto file = read(text);
        EXPECT_FALSE(file->hasErrors()) << text;
        programs.push_back(file->functions.at(0));
        programs.back().name += "_" + name(rows) + "_" + name(columns);
      }
  return programs;
}

TEST(RowCases, NoSizeBreaksTheSpaceItself) {
  for (const PrimFunc& program : programsOfSizes())
    for (const int threads : {1, 4}) {
      const std::string space = written(program, threads).text;
      if (space.empty()) continue;  // nothing to choose
      EXPECT_EQ(draw(program, space, 6).reasons, "") << program.name << " on " << threads << "\n" << space;
    }
}

TEST(RowCases, KeepTheirResultsInShorterVectors) {
  const auto file = read(contents(kRoot + "/tests/tune/row_cases.py"));
  for (const PrimFunc& program : file->functions) {
    SCOPED_TRACE(program.name);
    expectSameResults(program, Machine(), 4);  // AVX2, caches unknown
  }
}

// The number of rows is known only when the kernel runs.
class SymbolicRows : public testing::TestWithParam<const char*> {
 protected:
  static PrimFunc program() {
    const auto file = read(contents(kRoot + "/tests/tune/symbolic_cases.py"));
    for (const PrimFunc& f : file->functions)
      if (f.name == GetParam()) return f;
    ADD_FAILURE() << "no function " << GetParam();
    return file->functions.at(0);
  }
};

TEST_P(SymbolicRows, WriteTheSpaceOfTheSketch) {
  const std::string text = written(program(), 1).text;
  const std::string path = kRoot + "/tests/tune/sketches/symbolic_" + GetParam() + ".py";
  if (std::getenv("LW_UPDATE")) std::ofstream(path) << text;
  EXPECT_EQ(text, contents(path)) << "LW_UPDATE=1 rewrites " << path;
}

// Rows shorter than a vector, as long as one, and longer.
TEST_P(SymbolicRows, KeepTheResults) {
  const bool anyLength = std::string(GetParam()).starts_with("any");
  for (const auto& [n, m] : {std::pair{1, 64}, {5, 3}, {37, 131}})
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(std::to_string(n) + " rows on " + std::to_string(threads));
      std::map<std::string, int64_t> sizes = {{"n", n}};
      if (anyLength) sizes["m"] = m;
      expectSameResults(program(), fixedMachine(threads), anyLength ? 4 : 10, sizes);
    }
}

INSTANTIATE_TEST_SUITE_P(Programs, SymbolicRows,
                         testing::Values("rows_softmax", "rows_sums", "columns_sums", "rows_scaled", "any_softmax",
                                         "any_sums", "any_scaled", "any_largest"));

// Where the length of a row is needed, the reason names its size and says what to do.
TEST(SymbolicColumns, AreNamedInTheReason) {
  const auto file = read(R"(
@T.prim_func
def scaled(x: T.handle, y: T.handle):
    n = T.int32()
    m = T.int32()
    X = T.match_buffer(x, (n, m), "float32")
    Y = T.match_buffer(y, (m,), "float32")
    for i, j in T.grid(n, m):
        with T.block("Y"):
            vi, vj = T.axis.remap("RS", [i, j])
            with T.init():
                Y[vj] = T.float32(0)
            Y[vj] = Y[vj] + X[vi, vj] * T.float32(2)
)");
  const WrittenSpace none = written(file->functions.at(0), 1);
  EXPECT_EQ(none.text, "");
  for (const auto& [rule, why] : none.others)
    if (rule == "column-reductions")
      EXPECT_EQ(why.text(), "block Y: its loop j has m iterations; write a number in place of the symbolic size");
}

TEST(SymbolicColumns, AReductionOfAllRowsIsLeftAlone) {
  const auto file = read(contents(kRoot + "/tests/tune/symbolic_cases.py"));
  const auto whole = std::find_if(file->functions.begin(), file->functions.end(),
                                  [](const PrimFunc& f) { return f.name == "whole_sum"; });
  ASSERT_NE(whole, file->functions.end());
  const WrittenSpace none = written(*whole, 1);
  EXPECT_EQ(none.text, "");
  int said = 0;
  for (const auto& [rule, why] : none.others) {
    if (rule != "full-reductions" && rule != "other-loops") continue;
    EXPECT_EQ(why.text(), "block Y: its loop i has n iterations; write a number in place of the symbolic size") << rule;
    ++said;
  }
  EXPECT_EQ(said, 2);
}

// The loops of a triangle have no size of their own.
TEST(SymbolicColumns, TrianglesAreNoRectangles) {
  const auto file = read(R"(
@T.prim_func
def triangle(X: T.Buffer((32, 32), "float32"), Y: T.Buffer((32, 32), "float32")):
    for i in range(32):
        for j in range(i + 1):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj] * T.float32(2)
)");
  ASSERT_FALSE(file->hasErrors()) << file->diagnostics.front().message;
  const WrittenSpace none = written(file->functions.at(0), 1);
  for (const auto& [rule, why] : none.others)
    if (rule == "elementwise") EXPECT_EQ(why.text(), "block Y: its loop j does not run from 0 to a constant");
}

}  // namespace
}  // namespace lw::tune
