#include "core/text/exercise.h"

#include <gmock/gmock.h>

namespace lw {
namespace {

std::string rules(const std::string& text) {
  const Result<ExerciseRules> found = exerciseRules(text);
  if (!found) return found.error().message;
  const PointsRule& points = found->points;
  return std::to_string(points.most) + " " + std::to_string(points.right) + (points.share ? " share" : "") +
         (points.given ? "" : " default") + (found->byHand ? " by hand" : "");
}

TEST(Exercise, PointsAreReadFromAComment) {
  EXPECT_EQ(rules("x = 1\n"), "1.000000 0.000000 default");
  EXPECT_EQ(rules("\"\"\"Text.\"\"\"\n# points: 10\n"), "10.000000 0.000000");
  EXPECT_EQ(rules("# points: 10, 4 right, in proportion\r\n# points: 3\n"), "10.000000 4.000000 share");
  EXPECT_EQ(rules("# points:2.5,in proportion\n# by hand: accepted\n"), "2.500000 0.000000 share by hand");
  EXPECT_EQ(rules("# by hand: refused"), "1.000000 0.000000 default");
}

TEST(Exercise, RulesThatCannotBeReadAreNamed) {
  const std::string why = "\", which is no number of points for a right result";
  EXPECT_EQ(rules("# points: many"), "the rule of points has \"many" + why);
  EXPECT_EQ(rules("# points:"), "the rule of points has \"" + why);
  EXPECT_EQ(rules("# points: -1"), "the rule of points has \"-1" + why);
  EXPECT_EQ(rules("# points: 10, 11 right"), "the rule of points has \"11 right" + why);
  EXPECT_EQ(rules("# points: 10, 4 wrong"), "the rule of points has \"4 wrong" + why);
  EXPECT_EQ(rules("# points: nan"), "the rule of points has \"nan" + why);
  EXPECT_EQ(rules("# by hand: maybe"), "programs by hand are \"accepted\" or \"refused\", not \"maybe\"");
}

TEST(Exercise, PointsFollowTheRule) {
  const PointsRule plain{.most = 10}, right{.most = 10, .right = 4}, share{.most = 10, .right = 4, .share = true};
  EXPECT_EQ(pointsOf(plain, true, true, 1), 10);
  EXPECT_EQ(pointsOf(plain, false, true, 0.9), 0);
  EXPECT_EQ(pointsOf(right, false, true, 0.9), 4);
  EXPECT_EQ(pointsOf(right, false, false, 0.9), 0);
  EXPECT_EQ(pointsOf(share, false, true, 0.5), 7);
  EXPECT_DOUBLE_EQ(pointsOf(share, false, true, 0.51), 7.0);  // 7.06, rounded down
  EXPECT_EQ(pointsOf(share, false, true, 0), 4);
  EXPECT_DOUBLE_EQ(pointsOf(share, false, true, 1), 9.9);  // only the goal gives all
  EXPECT_EQ(pointsOf(share, true, true, 1), 10);
}

TEST(Exercise, TitleAndTaskAreInTheDocstring) {
  const ExerciseText said = exerciseText(
      "\"\"\"Course, 1 of 12: the order of loops. As written, the loop\nreads columns.\n\nMore.\n\nHint: "
      "no.\n\"\"\"\n");
  EXPECT_EQ(said.title, "The order of loops");
  EXPECT_EQ(said.task, "As written, the loop reads columns.\n\nMore.");
  EXPECT_EQ(exerciseText("\"\"\"Alone.\"\"\"").title, "Alone");
  EXPECT_EQ(exerciseText("x = 1\n").title, "");
}

}  // namespace
}  // namespace lw
