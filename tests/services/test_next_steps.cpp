// The effects of the next steps, computed for the selection after a pause.
#include "app/models/schedule/steps.h"
#include "app/services/offers/next_steps.h"
#include "app/services/runs/run_job.h"
#include "tests/services/fixture.h"

namespace lw {
namespace {

class NextStepsTest : public ServicesTest {
 protected:
  bool found() {
    return comes([this] { return !next.rows().empty() && !next.stale(); });
  }
  QString words(const char* call) {
    for (const NextStep& row : next.rows())
      if (row.call.startsWith(QLatin1String(call))) return row.words;
    return {};
  }
  NextSteps next{*bench.document(),        *bench.program(), *bench.selection(),   *bench.offers(), *bench.target(),
                 bench.runJobs()->turns(), *bench.runs(),    *bench.autoMeasure(), *bench.jobs(),   nullptr};
};

TEST_F(NextStepsTest, EstimatesAreOfTheSelectedLoop) {
  ASSERT_TRUE(open(kProduct));
  ASSERT_TRUE(comes([this] { return !next.due(); }));
  EXPECT_TRUE(next.rows().empty()) << "nothing is selected";
  QSignalSpy changed(&next, &NextSteps::changed);
  select(loop("j"));
  ASSERT_TRUE(found());
  EXPECT_GE(changed.count(), 1);
  EXPECT_TRUE(words("vectorize(").startsWith("in vectors 0 % → 100 %")) << words("vectorize(").toStdString();
}

TEST_F(NextStepsTest, AfterAStepTheOldOnesStayInSightUntilTheNewOnesAreThere) {
  ASSERT_TRUE(open(kProduct));
  select(loop("j"));
  ASSERT_TRUE(found());
  bench.steps()->applyText("vectorize(j)");
  EXPECT_TRUE(next.stale());
  EXPECT_FALSE(next.rows().empty());
  ASSERT_TRUE(found());
  EXPECT_TRUE(words("vectorize(").isEmpty());
}

TEST_F(NextStepsTest, AnotherDocumentForgetsThem) {
  ASSERT_TRUE(open(kProduct));
  select(loop("j"));
  ASSERT_TRUE(found());
  ASSERT_TRUE(open(kChain));
  EXPECT_TRUE(next.rows().empty());
}

}  // namespace
}  // namespace lw
