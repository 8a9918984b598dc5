// The rule for masks: candidates for attention in which a token sees earlier tokens only leave tiles out, and compute
// what the program computes, also for a number of tokens that no tile divides.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/trace/trace.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/space.h"

namespace lw::tune {
namespace {

std::string causal(const std::string& sizes) {
  std::ifstream in(std::string(LW_SOURCE_DIR) + "/tests/bench/programs/causal.py");
  std::stringstream text;
  text << in.rdbuf();
  return std::regex_replace(text.str(), std::regex("12, 128, 64, 0.125"), sizes);
}

WrittenSpace spaceOf(const PrimFunc& program) {
  Machine machine;
  machine.vectorBits = 512;
  machine.vectorRegisters = 32;
  machine.caches = {48 << 10, 2 << 20, 32 << 20};
  machine.threads = 1;
  return writeSpace(Snapshot(program), 0, machine, cpuRules());
}

TEST(Masks, CandidatesLeaveTilesOut) {
  const SourceFile file = readProgram("causal.py", causal("1, 37, 16, 0.25"));
  ASSERT_FALSE(file.hasErrors());
  const PrimFunc& before = file.functions.at(0);
  const WrittenSpace written = spaceOf(before);
  EXPECT_THAT(written.rules, testing::Contains("masks"));
  EXPECT_THAT(written.text, testing::HasSubstr("    try:\n        sch.skip_masked(\"root\")\n"));
  const auto space = std::make_shared<const SourceFile>(readProgram("space.py", written.text));
  const Space drawnFrom(space, "space", Schedule(Snapshot(before)));
  InputSpec inputs;
  inputs.ranges.emplace("*", *parseValueRange("-1..1"));
  const std::vector<Argument> arguments = *makeArguments(before, inputs);
  std::vector<Argument> wanted = arguments;
  ASSERT_TRUE(interpret(before, wanted).ok());
  int legal = 0, skip = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    const auto candidate = drawnFrom.candidate({}, seed);
    const auto* drawn = std::get_if<Candidate>(&candidate);
    if (!drawn) continue;
    ++legal;
    skip += toJson(traceOf(drawn->schedule)).find("SkipMasked") != std::string::npos;
    std::vector<Argument> got = arguments;
    const Status ran = interpret(drawn->schedule.program().function(), got);
    ASSERT_TRUE(ran.ok()) << toText(ran.error()) << printedText(drawn->schedule.program());
    const Mismatch m = compareArrays(std::get<NDArray>(got.back()), std::get<NDArray>(wanted.back()), 1e-5, 1e-6);
    ASSERT_EQ(m.count, 0) << m.got << " for " << m.expected << printedText(drawn->schedule.program());
  }
  EXPECT_GE(legal, 10);
  EXPECT_EQ(skip, legal);
}

TEST(Masks, SayWhyThereIsNone) {
  const SourceFile plain = readProgram(
      "plain.py", std::regex_replace(causal("1, 8, 4, 0.5"), std::regex("T.float32\\(\"-inf\"\\)"), "T.float32(0)"));
  const Rule* rules[] = {&kMasks};
  const WrittenSpace none = writeSpace(Snapshot(plain.functions.at(0)), 0, Machine(), rules);
  EXPECT_EQ(none.text, "");
  ASSERT_EQ(none.others.size(), 1u);
  EXPECT_EQ(none.others[0].second.text(), "no block chooses between a value and a masked one");
}

}  // namespace
}  // namespace lw::tune
