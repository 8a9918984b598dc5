// What the rows of a search say: which times may be compared, and whether the model's expectation means anything.
#include <gtest/gtest.h>

#include "tests/services/fixture.h"
#include "views/tune/candidate_model.h"

namespace lw {
namespace {

CandidateRow candidate(double ms, double expectedMs = 0) {
  CandidateRow row;
  row.outcome = "right";
  row.ms = ms, row.expectedMs = expectedMs;
  return row;
}

QString textOf(const CandidateModel& model, int row, CandidateModel::Column column, int role = Qt::DisplayRole) {
  return model.index(row, column).data(role).toString();
}

TEST(Candidates, ATimeThatWasMeasuredOnceIsNoFasterThanTheBest) {
  CandidateRow best = candidate(2.5), tied = candidate(2.6), lucky = candidate(2.3), slower = candidate(4);
  best.best = best.again = tied.again = tied.tied = true;
  EXPECT_TRUE(isUnproven(lucky, best));
  EXPECT_FALSE(isUnproven(slower, best));
  EXPECT_FALSE(isUnproven(tied, best));
  EXPECT_FALSE(isUnproven(best, best));
  CandidateModel model;
  model.setContent({{lucky, best, tied, slower}, 0});
  EXPECT_EQ(textOf(model, 0, CandidateModel::kTime), "2.30 ms once");
  EXPECT_EQ(textOf(model, 0, CandidateModel::kRelative), "–");
  EXPECT_TRUE(textOf(model, 0, CandidateModel::kTime, Qt::ToolTipRole).contains("need not be faster"));
  EXPECT_EQ(textOf(model, 1, CandidateModel::kTime), "2.50 ms");
  EXPECT_EQ(textOf(model, 3, CandidateModel::kRelative), "1.60×");
  const auto sorted = [&](int row) {
    return model.index(row, CandidateModel::kTime).data(CandidateModel::kSort).toDouble();
  };
  EXPECT_LT(sorted(1), sorted(0)) << "the best is first";
  EXPECT_LT(sorted(0), sorted(2));
  best.again = false;  // the search was stopped before
  EXPECT_FALSE(isUnproven(lucky, best));
}

// Candidates that the model expects in the order of their times, or in the reverse one.
std::vector<CandidateRow> expected(int count, bool reversed) {
  std::vector<CandidateRow> rows;
  for (int i = 1; i <= count; ++i) rows.push_back(candidate(i, reversed ? 100 - i : 10 * i));
  return rows;
}

TEST(Candidates, AnExpectationIsHiddenUntilItAgreesWithTheLastOnes) {
  EXPECT_FALSE(expectationsHold(expected(2, false))) << "two say nothing";
  EXPECT_TRUE(hiddenWords(expected(2, false)).contains("three candidates"));
  EXPECT_TRUE(expectationsHold(expected(10, false)));
  EXPECT_EQ(hiddenWords(expected(10, false)), "");
  EXPECT_FALSE(expectationsHold(expected(10, true)));
  EXPECT_TRUE(hiddenWords(expected(10, true)).contains("-1.00")) << hiddenWords(expected(10, true)).toStdString();
  // Wrong at first, right on the last sixteen.
  std::vector<CandidateRow> rows = expected(20, true);
  for (const CandidateRow& later : expected(kLastCandidates, false)) rows.push_back(later);
  EXPECT_TRUE(expectationsHold(rows));
  EXPECT_EQ(*lastCorrelation(rows), 1);
  EXPECT_EQ(hiddenWords({candidate(1), candidate(2)}), "") << "no model was asked: nothing is hidden";
}

TEST(Candidates, AHiddenExpectationIsNowhere) {
  CandidateModel model;
  model.setContent({expected(10, true), 0});
  EXPECT_EQ(textOf(model, 0, CandidateModel::kExpected), "–");
  EXPECT_FALSE(textOf(model, 0, CandidateModel::kTime, Qt::ToolTipRole).contains("expected"));
  model.setContent({expected(10, false), 0});
  EXPECT_EQ(textOf(model, 0, CandidateModel::kExpected), "10.0 ms");
  EXPECT_TRUE(textOf(model, 0, CandidateModel::kTime, Qt::ToolTipRole).contains("expected 10.0 ms"));
}

}  // namespace
}  // namespace lw
