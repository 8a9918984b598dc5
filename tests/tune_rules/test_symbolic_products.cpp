// The spaces that the rules write for contractions of symbolic sizes: candidates are legal for all sizes and compute
// what the program computes, for sizes below, at and above those of tiles.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "core/ir/verify.h"
#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/space.h"

namespace lw::tune {
namespace {

std::string contents(const std::string& path) {
  std::ifstream in(std::string(LW_SOURCE_DIR) + "/" + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

PrimFunc programNamed(const std::string& name) {
  const SourceFile file = readProgram("program.py", contents("tests/tune/symbolic_products.py"));
  EXPECT_FALSE(file.hasErrors());
  for (const PrimFunc& f : file.functions)
    if (f.name == name) return f;
  ADD_FAILURE() << "no function " << name;
  return file.functions.at(0);
}

WrittenSpace spaceFor(const Snapshot& program, int threads, const std::map<std::string, int64_t>& sizes = {}) {
  Machine machine;
  machine.vectorBits = 512;
  machine.vectorRegisters = 32;
  machine.caches = {48 << 10, 2 << 20, 32 << 20};
  machine.threads = threads;
  return writeSpace(program, 0, machine, cpuRules(), sizes);
}

std::vector<Schedule> drawn(const Snapshot& program, const std::string& text, uint64_t draws) {
  const auto file = std::make_shared<const SourceFile>(readProgram("space.py", text));
  EXPECT_FALSE(file->hasErrors()) << text;
  const Space space(file, "space", Schedule(program));
  std::vector<Schedule> legal;
  for (uint64_t seed = 0; seed < draws; ++seed) {
    const auto candidate = space.candidate({}, seed);
    if (const auto* refused = std::get_if<RefusedCandidate>(&candidate))
      ADD_FAILURE() << toJson(refused->decisions) << ": " << toText(refused->why) << "\n" << text;
    else
      legal.push_back(std::get<Candidate>(candidate).schedule);
  }
  return legal;
}

void expectSameResults(const PrimFunc& source, const std::vector<Schedule>& candidates,
                       const std::map<std::string, int64_t>& sizes) {
  InputSpec inputs;
  inputs.ranges.emplace("*", *parseValueRange("integers"));
  inputs.bind = sizes;
  const std::vector<Argument> arguments = *makeArguments(source, inputs);
  std::vector<Argument> expected = arguments;
  ASSERT_TRUE(interpret(source, expected).ok());
  for (const Schedule& s : candidates) {
    std::vector<Argument> got = arguments;
    const Status ran = interpret(s.program().function(), got);
    ASSERT_TRUE(ran.ok()) << toText(ran.error()) << printedText(s.program());
    for (size_t i = 0; i < got.size(); ++i) {
      if (!std::holds_alternative<NDArray>(got[i])) continue;
      const Mismatch m = compareArrays(std::get<NDArray>(got[i]), std::get<NDArray>(expected[i]), 1e-4, 1e-4);
      ASSERT_EQ(m.count, 0) << printedText(s.program());
    }
  }
}

class SymbolicProducts : public testing::TestWithParam<const char*> {};

TEST_P(SymbolicProducts, AreTiledForAllSizes) {
  const Snapshot program(programNamed(GetParam()));
  for (const int threads : {1, 4}) {
    const WrittenSpace space = spaceFor(program, threads);
    EXPECT_EQ(std::count(space.rules.begin(), space.rules.end(), "register-tiles"), 1) << space.text;
    const std::vector<Schedule> candidates = drawn(program, space.text, threads > 1 ? 1 : 4);
    for (const Schedule& s : candidates) EXPECT_EQ(verify(s.program().function()), std::vector<std::string>());
    for (const auto& [n, m] : {std::pair{1, 1}, {8, 16}, {13, 19}})
      expectSameResults(program.function(), candidates, {{"n", n}, {"m", m}});
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, SymbolicProducts,
                         testing::Values("any_rows", "one_batch", "decoded", "scores", "weighted", "batches"),
                         [](const auto& info) { return std::string(info.param); });

// Rows of two axes, of which one has a symbolic size, would have to be fused.
TEST(SizesOfProducts, SymbolicAxesAreNotFused) {
  const WrittenSpace space = spaceFor(Snapshot(programNamed("fused_rows")), 1);
  for (const auto& [rule, why] : space.others)
    if (rule == "register-tiles")
      EXPECT_EQ(why.text(), "block Y does not fit: it has a number of iterations along vb that is not known");
}

// 2^20 stands for symbolic sizes in estimates; as a number it is one.
TEST(SizesOfProducts, LargeNumbersAreNotSymbolic) {
  std::string text = contents("tests/tune/symbolic_products.py");
  for (size_t at; (at = text.find("n = T.int32()")) != std::string::npos;) text.replace(at, 13, "n = 1048576");
  const SourceFile file = readProgram("program.py", text);
  ASSERT_FALSE(file.hasErrors());
  const Snapshot program(file.functions.at(0));
  const WrittenSpace space = spaceFor(program, 1);
  EXPECT_NE(space.text.find("# S: 1048576 rows, 72 columns"), std::string::npos) << space.text;
  EXPECT_EQ(drawn(program, space.text, 3).size(), 3u);
}

TEST(SizesOfProducts, TilesAreForTheSizesThatAreTimed) {
  const Snapshot program(programNamed("any_rows"));
  const std::string few = spaceFor(program, 1, {{"n", 4}}).text, many = spaceFor(program, 1, {{"n", 4096}}).text;
  EXPECT_NE(few.find("    tiles = 1\n"), std::string::npos) << few;
  EXPECT_NE(many.find("tiles_S = sch.get(sch.sample_categorical([1, 2, 4, 8, 16, 32]"), std::string::npos) << many;
  EXPECT_NE(few.find("# S: any number of rows, 72 columns, sums of 40 products of X and W."), std::string::npos);
}

}  // namespace
}  // namespace lw::tune
