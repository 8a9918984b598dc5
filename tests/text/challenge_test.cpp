#include "core/text/challenge.h"

#include <gmock/gmock.h>

namespace lw {
namespace {

TEST(Challenge, HintsAreInTheDocstring) {
  EXPECT_EQ(hintsOf("\"\"\"Order.\n\nHint: one\n  loop. \nHint: two\n\nNo hint.\n\"\"\"\nHint: no\n"),
            (std::vector<std::string>{"one loop.", "two"}));
  EXPECT_EQ(hintsOf("# Hint: no\n"), std::vector<std::string>());
  EXPECT_EQ(hintsOf("\"\"\"Hint: open"), std::vector<std::string>{"open"});
  EXPECT_EQ(hintsOf(""), std::vector<std::string>());
}

std::string read(const std::string& text) {
  const auto found = challengeFromComments(text);
  if (!found) return "none";
  return *found ? toText(**found) : found->error().message;
}

TEST(Challenge, IsReadFromTheFirstLineThatSetsOne) {
  EXPECT_EQ(read("import numpy\n"), "none");
  EXPECT_EQ(read("\"\"\"doc\"\"\"\n# challenge: 20x start, 12 steps\n# challenge: 3x start\n"),
            "20 times as fast as the start, in at most 12 steps");
  EXPECT_EQ(read("# challenge:1.05x reference\r\n"), "1.05 times as fast as the reference");
  EXPECT_EQ(read("# challenge: 1 step, 2x reference , 3.5x start"),
            "3.5 times as fast as the start, 2 times as fast as the reference, in at most 1 step");
}

TEST(Challenge, WhatCannotBeReadIsNamed) {
  EXPECT_EQ(read("# challenge: fast"), "the challenge asks for \"fast\", which is no speed, count or number of steps");
  EXPECT_EQ(read("# challenge: -2x start"),
            "the challenge asks for \"-2x start\", which is no speed, count or number of steps");
  EXPECT_EQ(read("# challenge: 2x start, 0 steps"),
            "the challenge asks for \"0 steps\", which is no speed, count or number of steps");
  EXPECT_EQ(read("# challenge: 2.5 steps"),
            "the challenge asks for \"2.5 steps\", which is no speed, count or number of steps");
  EXPECT_EQ(read("# challenge: 2x start,"), "2 times as fast as the start");
  EXPECT_EQ(read("# challenge:"), "the challenge names neither a speed nor a count");
  EXPECT_EQ(read("# challenge: 5 steps"), "the challenge names neither a speed nor a count");
}

TEST(Challenge, AsksForCounts) {
  EXPECT_EQ(read("# challenge: 8x fewer cycles, 4 steps"), "8 times fewer cycles than the start, in at most 4 steps");
  EXPECT_EQ(read("# challenge: 6x fewer lines"), "6 times fewer cache lines than the start");
  EXPECT_EQ(read("# challenge: at most 20 device us, at most 0.5 bank conflicts"),
            "at most 20 device us, at most 0.5 bank conflicts");
  EXPECT_EQ(read("# challenge: 8x fewer device us"),
            "the challenge asks for \"8x fewer device us\", which is no speed, count or number of steps");
  EXPECT_EQ(read("# challenge: 8x fewer tears"),
            "the challenge asks for \"8x fewer tears\", which is no speed, count or number of steps");
  EXPECT_EQ(read("# challenge: at most -1 cycles"),
            "the challenge asks for \"at most -1 cycles\", which is no speed, count or number of steps");
}

TEST(Challenge, TellsHowMuchOfTheGoalIsReached) {
  const auto judged = [](const char* asked, double got, int steps, bool correct = true) {
    const Attempt attempt{
        .steps = steps, .correct = correct, .counts = {{"cycles", got}}, .startCounts = {{"cycles", 100}}};
    return judge(**challengeFromComments(asked), attempt);
  };
  const ChallengeVerdict half = judged("# challenge: 8x fewer cycles, 4 steps", 25, 3);
  ASSERT_EQ(half.goals.size(), 1u);
  EXPECT_EQ(half.goals[0].what, "cycles");
  EXPECT_EQ(half.goals[0].goal, 8);
  EXPECT_EQ(half.goals[0].value, 4);
  EXPECT_FALSE(half.goals[0].met);
  EXPECT_FALSE(half.goals[0].bound);
  EXPECT_EQ(half.share, 0.5);
  EXPECT_EQ(half.steps, 3);
  EXPECT_EQ(judged("# challenge: 8x fewer cycles, 4 steps", 10, 4).share, 1);
  const ChallengeVerdict longer = judged("# challenge: 8x fewer cycles, 4 steps", 10, 5);
  EXPECT_FALSE(longer.met);
  EXPECT_EQ(longer.share, 0.8);  // too many steps
  EXPECT_EQ(judged("# challenge: at most 20 cycles", 80, 1).share, 0.25);
  EXPECT_EQ(judged("# challenge: at most 20 cycles", 80, 1).goals[0].bound, true);
  const ChallengeVerdict wrong = judged("# challenge: 8x fewer cycles", 10, 1, false);
  EXPECT_EQ(wrong.share, 0);
  EXPECT_TRUE(wrong.goals.empty());
}

TEST(Challenge, IsJudgedByCounts) {
  const auto judged = [](const char* asked, double got, double start) {
    const Attempt attempt{.steps = 1, .correct = true, .counts = {{"cycles", got}}, .startCounts = {{"cycles", start}}};
    return judge(**challengeFromComments(asked), attempt).words;
  };
  EXPECT_EQ(judged("# challenge: 8x fewer cycles", 100, 800), "met: 8 times fewer cycles, 1 step");
  EXPECT_EQ(judged("# challenge: 8x fewer cycles", 101, 800), "not yet: 7.92 of 8 times fewer cycles, 1 step");
  EXPECT_EQ(judged("# challenge: at most 5000 cycles", 5000, 0), "met: 5000 cycles, 1 step");
  EXPECT_EQ(judged("# challenge: at most 5000 cycles", 5001, 0), "not yet: 5001 of at most 5000 cycles, 1 step");
  EXPECT_EQ(judged("# challenge: 2x fewer bytes", 1, 1), "not yet: bytes were not counted, 1 step");
  EXPECT_FALSE(judge(**challengeFromComments("# challenge: 8x fewer cycles"),
                     {.steps = 1, .counts = {{"cycles", 1}}, .startCounts = {{"cycles", 100}}})
                   .met);
}

TEST(Challenge, IsJudgedBySpeedStepsAndResult) {
  const Challenge c{.timesStart = 20, .steps = 12};
  const auto words = [&](const Attempt& a) { return judge(c, a).words; };
  EXPECT_EQ(words({.steps = 12, .correct = true, .ms = 1, .startMs = 20}), "met: 20 times the start, 12 steps");
  EXPECT_EQ(words({.steps = 13, .correct = true, .ms = 1, .startMs = 20}),
            "not yet: 20 times the start, 13 steps of at most 12");
  EXPECT_EQ(words({.steps = 1, .correct = true, .ms = 2, .startMs = 20}), "not yet: 10 of 20 times the start, 1 step");
  EXPECT_EQ(words({.steps = 1, .correct = false, .ms = 1, .startMs = 40}),
            "not yet: the result is not known to be right, 1 step");
  EXPECT_EQ(words({.steps = 1, .correct = true, .ms = 1}), "not yet: the start was not timed, 1 step");
  EXPECT_TRUE(judge({.timesReference = 1.5}, {.steps = 400, .correct = true, .ms = 2, .referenceMs = 3}).met);
  EXPECT_FALSE(judge({.timesReference = 1.5}, {.steps = 400, .correct = true, .ms = 2.1, .referenceMs = 3}).met);
}

}  // namespace
}  // namespace lw
