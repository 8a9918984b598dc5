// Steps that were accepted although nothing decides them, in sessions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/script/schedule_script.h"
#include "core/session/session.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

// A step that nothing decides: the elements that are written depend on a table.
constexpr const char* kScatter = R"(from tvm.script import tir as T

@T.prim_func
def scatter(A: T.Buffer((64,), "float32"), index: T.Buffer((64,), "int32"), C: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("C"):
            vi = T.axis.spatial(64, i)
            C[index[vi]] = A[vi]
)";

TEST(Session, AssumedStepsStayAssumed) {
  Session session("scatter.py", kScatter);
  History& history = session.workspace().history;
  EXPECT_TRUE(interpretStep("parallel(i)", history.schedule()).error);
  Schedule assuming = history.schedule();
  assuming.assumeUndecided(true);
  ScriptRun run = interpretStep("parallel(i)", assuming);
  ASSERT_FALSE(run.error) << toText(*run.error);
  const int last = run.schedule.stepCount() - 1;
  EXPECT_TRUE(run.schedule.step(last).assumed);
  EXPECT_TRUE(run.schedule.proofs(last).front().assumed());
  run.schedule.assumeUndecided(false);
  history.add(run.schedule, "parallel(i)");

  const std::string saved = toJson(session);
  const Result<LoadedSession> loaded = sessionFromJson(saved);
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings, testing::IsEmpty());
  const Schedule& again = loaded->session.workspace().history.schedule();
  EXPECT_EQ(print(again.program().function(0)).text, print(run.schedule.program().function(0)).text);
  EXPECT_TRUE(again.step(last).assumed);
  EXPECT_EQ(toJson(loaded->session), saved);
  // Without the mark, the step is refused as before.
  std::string unmarked = saved;
  const std::string mark = "\"assumed\"";
  ASSERT_NE(unmarked.find(mark), std::string::npos);
  unmarked.replace(unmarked.find(mark), mark.size(), "\"other\"");
  const Result<LoadedSession> other = sessionFromJson(unmarked);
  ASSERT_TRUE(other.ok());
  EXPECT_THAT(other->warnings, testing::Not(testing::IsEmpty()));
}

}  // namespace
}  // namespace lw
