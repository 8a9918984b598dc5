// Single actions and runs as texts between two histories of the same program.
#include "core/session/exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/script/schedule_script.h"
#include "core/te/schedule_code.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

using testing::HasSubstr;

const std::string kText = R"(from tvm.script import tir as T

@T.prim_func
def product(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"), C: T.Buffer((32, 32), "float32")):
    for i, j, k in T.grid(32, 32, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def rows(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    sch.reorder(i, k, j)
    sch.vectorize(j)
)";

Session opened() {
  Session session("", kText);
  (void)session.choose("");
  return session;
}

std::vector<LoopId> loopsOf(const History& history) { return history.schedule().program().loops(0); }

// Each action goes to the other side as soon as it is made: programs, loops, handles and titles are the same there.
TEST(Exchange, ActionsAreCarriedOutElsewhere) {
  Session here = opened(), there = opened();
  History &made = here.workspace().history, &copy = there.workspace().history;
  for (const char* text : {"split(i, [None, 8])", "reorder(i_0, j, i_1)", "cache_write(\"C\", 0, \"global\")",
                           "reverse_compute_at(\"C_global\", i_0)", "tile([j, i_1], [4, 4])",
                           "sample_perfect_tile(k, 2)", "decompose_reduction(\"C\", k)", "rfactor(k, 0)"}) {
    const ScriptRun run = interpretStep(text, made.schedule());
    if (run.error) continue;  // the rest of the list is legal
    const int node = made.add(run.schedule, text);
    Result<History::Node> action = actionFromJson(copy.schedule(), actionToJson(made, node));
    ASSERT_TRUE(action) << text << ": " << toText(action.error());
    EXPECT_EQ(action->title, text);
    copy.append(std::move(*action));
    EXPECT_EQ(print(copy.schedule().program().function()).text, print(made.schedule().program().function()).text)
        << text;
    EXPECT_EQ(toJson(traceOf(copy.schedule())), toJson(traceOf(made.schedule()))) << text;
    EXPECT_EQ(loopsOf(copy), loopsOf(made)) << text << ": loops have the same ids";
  }
  EXPECT_GT(made.size(), 4);
}

TEST(Exchange, BranchesGoToTheirParents) {
  Session here = opened(), there = opened();
  History &made = here.workspace().history, &copy = there.workspace().history;
  const auto step = [](History& history, const char* text) {
    const ScriptRun run = interpretStep(text, history.schedule());
    EXPECT_FALSE(run.error) << text;
    return history.add(run.schedule, text);
  };
  const int first = step(made, "split(i, [None, 8])");
  made.goTo(0);
  const int second = step(made, "split(i, [None, 8])");
  EXPECT_EQ(first, second);
  made.goTo(0);
  const int other = step(made, "parallel(j)");
  for (const int node : {first, other}) {
    Result<History::Node> action = actionFromJson(copy.node(0).schedule, actionToJson(made, node));
    ASSERT_TRUE(action);
    copy.goTo(0);
    copy.append(std::move(*action));
  }
  EXPECT_EQ(copy.children(0), made.children(0));
}

TEST(Exchange, NamesAndMarksGoWithTheAction) {
  Session session = opened();
  History& history = session.workspace().history;
  const ScriptRun run = interpretScheduleOf(session.source(), "rows", history.schedule());
  ASSERT_FALSE(run.error);
  const int node = history.append({-1, run.schedule, "rows", "", "", false, -1, "", false, false, "agent 1.0"});
  history.rename(node, "fast");
  const Result<History::Node> action = actionFromJson(history.node(0).schedule, actionToJson(history, node));
  ASSERT_TRUE(action);
  EXPECT_EQ(action->name, "fast");
  EXPECT_EQ(action->by, "agent 1.0");
  EXPECT_EQ(action->schedule.changeCount(), 2);
  // Who carried it out is in the file of the session, too.
  const Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->session.workspace().history.node(node).by, "agent 1.0");
  EXPECT_TRUE(loaded->warnings.empty());
}

// What comes from another process is checked as any step is.
TEST(Exchange, WhatIsRefusedHereIsAnError) {
  const Session session = opened();
  const Schedule& start = session.workspace().history.schedule();
  const Result<History::Node> illegal =
      actionFromJson(start, R"x({"title": "x", "steps": [[["GetBlock", [], ["C", "main"], ["b0"]],
                                           ["GetLoops", ["b0"], [], ["l1", "l2", "l3"]],
                                           ["Parallel", ["l3"], [], []]], []]})x");
  ASSERT_FALSE(illegal);
  EXPECT_THAT(illegal.error().message, HasSubstr("k"));
  for (const char* nonsense :
       {"", "3", "[]", "{", R"x({"steps": 3})x", R"x({"steps": [[["Parallel", ["l9"], [], []]], []]})x",
        R"x({"steps": [[["NoSuchStep", [], [], []]], []]})x"})
    EXPECT_FALSE(actionFromJson(start, nonsense)) << nonsense;
  EXPECT_FALSE(actionFromJson(start, std::string(100'000, '[')));
}

TEST(Exchange, RunsGoAcross) {
  const RunRecord run{.node = 2,
                      .when = "2026-11-30T10:00:00Z",
                      .target = "cpu",
                      .threads = 2,
                      .runs = 20,
                      .medianMs = 1.5,
                      .lowMs = 1.25,
                      .highMs = 1.75,
                      .checked = true,
                      .ok = true,
                      .referenceKind = "reference",
                      .referenceMs = 3,
                      .function = "product"};
  EXPECT_EQ(runFromJson(runToJson(run), 3), run);
  EXPECT_EQ(runFromJson(runToJson(run), 2)->node, 0) << "a state that is not there";
  for (const char* nonsense : {"", "3", "[]", "{"}) EXPECT_FALSE(runFromJson(nonsense, 3)) << nonsense;
}

}  // namespace
}  // namespace lw
