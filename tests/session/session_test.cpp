// Sessions: saved and loaded whole, damaged files refused, steps carried over to an edited text.
#include "core/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/script/schedule_script.h"

namespace lw {
namespace {

const std::string kText = R"(from tvm.script import tir as T

@T.prim_func
def scaled(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i, j in T.grid(64, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
)";

void step(Session& session, const std::string& text) {
  const ScriptRun run = interpretStep(text, session.workspace().history.schedule());
  ASSERT_FALSE(run.error) << toText(*run.error);
  session.workspace().history.add(run.schedule, text);
}

Session worked() {
  Session session("scaled.py", kText);
  step(session, "split(i, [None, 8])");
  step(session, "parallel(i_0)");
  session.workspace().history.undo();
  step(session, "vectorize(j)");
  session.workspace().history.rename(3, "vectorised");
  session.workspace().history.annotate(3, "fast enough");
  session.workspace().runs.push_back({.node = 3, .when = "2026-11-21T10:20:30Z", .target = "cpu", .threads = 2, .runs = 10, .medianMs = 1.5, .gflops = 3.25, .ok = true, .referenceKind = "reference"});
  session.notes["block B"] = "the only one";
  session.layout = "docks";
  return session;
}

TEST(Session, SavesAndLoadsEverything) {
  const Session session = worked();
  EXPECT_EQ(session.function(), "scaled");
  const Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded.ok()) << toText(loaded.error());
  EXPECT_THAT(loaded->warnings, testing::IsEmpty());
  const History &a = session.workspace().history, &b = loaded->session.workspace().history;
  ASSERT_EQ(b.size(), a.size());
  EXPECT_EQ(b.current(), a.current());
  for (int i = 0; i < a.size(); ++i) {
    EXPECT_EQ(b.node(i).parent, a.node(i).parent);
    EXPECT_EQ(b.node(i).title, a.node(i).title);
    EXPECT_EQ(b.node(i).name, a.node(i).name);
    EXPECT_EQ(b.node(i).note, a.node(i).note);
    EXPECT_EQ(toPython(traceOf(b.node(i).schedule)), toPython(traceOf(a.node(i).schedule)));
  }
  EXPECT_EQ(loaded->session.workspace().runs, session.workspace().runs);
  EXPECT_EQ(loaded->session.notes, session.notes);
  EXPECT_EQ(loaded->session.layout, "docks");
  EXPECT_EQ(loaded->session.text(), kText);
  EXPECT_EQ(toJson(loaded->session), toJson(session)) << "saving again gives the same file";
}

TEST(Session, FilesAreReplacedWhole) {
  const std::string folder = std::filesystem::path(testing::TempDir()) / "lw_session_test", path = folder + "/a.lwsession";
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(saveSession(worked(), path).ok());
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
  EXPECT_TRUE(loadSession(path).ok());
  const Status nowhere = saveSession(worked(), folder + "/no/such/folder/a.lwsession");
  ASSERT_FALSE(nowhere.ok());
  EXPECT_THAT(nowhere.error().message, testing::HasSubstr("cannot write"));
  EXPECT_THAT(loadSession(folder + "/b.lwsession").error().message, testing::HasSubstr("cannot read"));
  std::filesystem::remove_all(folder);
  EXPECT_EQ(autosavePath("/x/y.py"), "/x/.y.py.lwsession");
}

TEST(Session, OtherFilesAreRefused) {
  EXPECT_EQ(sessionFromJson("hello").error().message, "this is no session of Loopwright");
  EXPECT_EQ(sessionFromJson("{}").error().message, "this is no session of Loopwright");
  EXPECT_EQ(sessionFromJson(R"({"format": "loopwright-session", "version": 99})").error().message, "the session has version 99, this program reads up to 1");
  const std::string good = toJson(worked());
  for (size_t i = 0; i < good.size(); i += 11) {  // damaged ones load in part or are refused
    std::string bad = good;
    bad[i] = bad[i] == '1' ? '9' : '1';
    (void)sessionFromJson(bad);
    (void)sessionFromJson(std::string_view(good).substr(0, i));
  }
}

TEST(Session, StepsFollowAnEditedText) {
  Session session = worked();
  std::string edited = kText;
  for (size_t at; (at = edited.find("64")) != std::string::npos;) edited.replace(at, 2, "96");
  EXPECT_THAT(session.setText(edited), testing::IsEmpty());
  const Schedule& schedule = session.workspace().history.schedule();
  EXPECT_EQ(schedule.program().loops(0).size(), 3u);
  EXPECT_EQ(session.workspace().history.node(3).name, "vectorised");
  std::string renamed = kText;
  for (size_t at; (at = renamed.find("\"B\"")) != std::string::npos;) renamed.replace(at, 3, "\"Z\"");
  const std::vector<Casualty> lost = session.setText(renamed);
  EXPECT_FALSE(lost.empty() && session.workspace().history.schedule().stepCount() == 0) << "what is lost is told";
  const int before = session.workspace().history.size();
  EXPECT_THAT(session.setText("def broken(:\n"), testing::IsEmpty());
  EXPECT_TRUE(session.source().hasErrors());
  EXPECT_EQ(session.workspace().history.size(), before) << "nothing is lost while the text has errors";
}

}  // namespace
}  // namespace lw
