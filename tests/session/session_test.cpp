// Sessions: saved and loaded whole, damaged files told with their place, steps carried over to an edited text and back.
#include "core/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include "core/support/json.h"

#include "core/script/schedule_script.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kText = R"(from tvm.script import tir as T

@T.prim_func
def scaled(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i, j in T.grid(64, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
)";

const std::string kModule = R"(from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Two:
    @T.prim_func
    def first(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block("step"):
                vi = T.axis.spatial(16, i)
                B[vi] = A[vi] + T.float32(1)

    @T.prim_func
    def second(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block("step"):
                vi = T.axis.spatial(16, i)
                B[vi] = A[vi] * T.float32(2)
)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

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
  session.workspace().runs.push_back({.node = 3,
                                      .when = "2026-11-21T10:20:30Z",
                                      .target = "cpu",
                                      .math = "reassociate",
                                      .threads = 2,
                                      .runs = 10,
                                      .medianMs = 1.5,
                                      .lowMs = 1.4,
                                      .highMs = 1.6,
                                      .packedOnce = "W, V",
                                      .packingMs = 0.25,
                                      .gflops = 3.25,
                                      .checked = true,
                                      .ok = true,
                                      .referenceKind = "reference",
                                      .function = "scaled",
                                      .program = "00ff",
                                      .state = "11ee",
                                      .context = "22dd"});
  session.workspace().runs.push_back({.node = 2,
                                      .when = "2026-11-21T10:21:30Z",
                                      .target = "cpu",
                                      .error = "the kernel crashed",
                                      .function = "scaled"});
  session.notes["block B"] = "the only one";
  session.layout = "docks";
  session.target = "cpu";
  session.math = "no-contract,reassociate";
  session.savedHash = hashOf(kText);
  return session;
}

void expectSameHistory(const History& b, const History& a) {
  ASSERT_EQ(b.size(), a.size());
  EXPECT_EQ(b.current(), a.current());
  for (int i = 0; i < a.size(); ++i) {
    EXPECT_EQ(b.node(i).parent, a.node(i).parent);
    EXPECT_EQ(b.node(i).title, a.node(i).title);
    EXPECT_EQ(b.node(i).name, a.node(i).name);
    EXPECT_EQ(b.node(i).note, a.node(i).note);
    EXPECT_EQ(b.node(i).lost, a.node(i).lost);
    EXPECT_EQ(b.node(i).lastChild, a.node(i).lastChild);
    EXPECT_EQ(toPython(traceOf(b.node(i).schedule)), toPython(traceOf(a.node(i).schedule)));
  }
}

TEST(Session, SavesAndLoadsEverything) {
  const Session session = worked();
  EXPECT_EQ(session.function(), "scaled");
  const Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded.ok()) << toText(loaded.error());
  EXPECT_THAT(loaded->warnings, IsEmpty());
  expectSameHistory(loaded->session.workspace().history, session.workspace().history);
  EXPECT_EQ(loaded->session.workspace().runs, session.workspace().runs);
  EXPECT_EQ(loaded->session.notes, session.notes);
  EXPECT_EQ(loaded->session.layout, "docks");
  EXPECT_EQ(loaded->session.target, "cpu");
  EXPECT_EQ(loaded->session.math, "no-contract,reassociate");
  EXPECT_EQ(loaded->session.savedHash, hashOf(kText));
  EXPECT_EQ(loaded->session.text(), kText);
  EXPECT_EQ(toJson(loaded->session), toJson(session)) << "saving again gives the same file";
}

TEST(Session, AComposedActionStaysOneRow) {
  const std::string text = kText + R"(

def bundle(sch, block, rows=8):
    i, j = sch.get_loops(block)
    io, ii = sch.split(i, factors=[None, rows])
    sch.parallel(io)
)";
  Session session("scaled.py", text);
  const ScriptRun run =
      interpretStep("bundle(B, 4)", session.workspace().history.schedule(), {}, session.sharedSource());
  ASSERT_FALSE(run.error) << toText(*run.error);
  session.workspace().history.add(run.schedule, run.groups.at(0).title);
  step(session, "vectorize(j)");
  const auto expectWhole = [](const History& history) {
    ASSERT_EQ(history.size(), 3);
    EXPECT_EQ(history.node(1).title, "bundle(\"B\", 4)");
    EXPECT_EQ(history.node(1).lost, "");
    EXPECT_TRUE(history.isComposed(1));
    EXPECT_FALSE(history.isComposed(2));
    ASSERT_EQ(history.groupsTo(2).size(), 1u);
    EXPECT_EQ(history.groupsTo(2)[0].count, history.node(1).schedule.stepCount());
  };
  expectWhole(session.workspace().history);
  const Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded.ok()) << toText(loaded.error());
  EXPECT_THAT(loaded->warnings, IsEmpty());
  expectWhole(loaded->session.workspace().history);

  session = loaded->session;
  EXPECT_THAT(session.setText(replaced(text, "32", "48")), IsEmpty());
  expectWhole(session.workspace().history);
  // Lost while the block has another name; found again by its title, which needs the file's composites.
  EXPECT_FALSE(session.setText(replaced(text, "T.block(\"B\")", "T.block(\"Q\")")).empty());
  EXPECT_NE(session.workspace().history.node(1).lost, "");
  EXPECT_THAT(session.setText(text), IsEmpty());
  expectWhole(session.workspace().history);
}

TEST(Session, RedoGoesWhereItWentBeforeSaving) {
  Session session = worked();
  History& history = session.workspace().history;
  history.goTo(2);
  history.undo();
  history.undo();
  ASSERT_EQ(history.current(), 0);
  Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded.ok());
  History& again = loaded->session.workspace().history;
  EXPECT_TRUE(again.redo() && again.redo());
  EXPECT_EQ(again.node(again.current()).title, "parallel(i_0)");
}

// A step costs its own line in the file, not the whole trace again.
TEST(Session, FilesGrowWithTheStepsOnly) {
  Session session("scaled.py", kText);
  size_t before = 0, first = 0;
  for (int i = 0; i < 40; ++i) {
    step(session, "annotate(j, \"n" + std::to_string(i) + "\", 1)");
    const size_t size = toJson(session).size();
    if (i == 1) first = size - before;
    if (i > 1) EXPECT_LT(size - before, first + 64) << "step " << i;
    before = size;
  }
  const Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded.ok());
  expectSameHistory(loaded->session.workspace().history, session.workspace().history);
}

TEST(Session, FilesAreReplacedWhole) {
  const std::string folder = std::filesystem::path(testing::TempDir()) / "lw_session_test",
                    path = folder + "/a.lwsession";
  std::filesystem::create_directories(folder + "/programs");
  Session session = worked();
  session.setPath(folder + "/programs/scaled.py");
  session.document = path;
  ASSERT_TRUE(saveSession(session, path).ok());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()), 2)
      << "nothing is left beside the session and the folder of programs";
  const Result<LoadedSession> loaded = loadSession(path);
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->session.path(), folder + "/programs/scaled.py");
  EXPECT_EQ(loaded->session.document, "") << "a saved session does not say where it lay";
  std::filesystem::create_directories(folder + "/moved");
  std::filesystem::rename(path, folder + "/moved/a.lwsession");
  EXPECT_EQ(loadSession(folder + "/moved/a.lwsession")->session.path(), folder + "/moved/programs/scaled.py")
      << "session and source move together";
  const Status nowhere = saveSession(session, folder + "/no/such/folder/a.lwsession");
  ASSERT_FALSE(nowhere.ok());
  EXPECT_THAT(nowhere.error().message, HasSubstr("cannot write"));
  EXPECT_THAT(loadSession(folder + "/b.lwsession").error().message, HasSubstr("cannot read"));
  std::filesystem::remove_all(folder);
}

TEST(Session, OtherFilesAreRefused) {
  EXPECT_EQ(sessionFromJson("hello").error().message, "this is not a session of Loopwright");
  EXPECT_EQ(sessionFromJson("{}").error().message, "this is not a session of Loopwright");
  EXPECT_EQ(sessionFromJson(R"({"format": "loopwright-session", "version": 99})").error().message,
            "the session has version 99, but this program reads up to 1");
  EXPECT_EQ(sessionFromJson("{\"format\": \"loopwright-session\",\n \"version\" 1}").error().message,
            "line 2, column 12: the session is truncated or damaged here");
  const std::string good = toJson(worked());
  for (size_t i = 0; i < good.size(); i += 11) {  // damaged ones load in part or are refused
    std::string bad = good;
    bad[i] = bad[i] == '1' ? '9' : '1';
    const Result<LoadedSession> loaded = sessionFromJson(bad);
    if (!loaded) EXPECT_FALSE(loaded.error().hint.empty()) << loaded.error().message;
    EXPECT_FALSE(sessionFromJson(std::string_view(good).substr(0, i)).ok());
  }
}

TEST(Session, DefectsAreToldWithTheirPlace) {
  json j = json::parse(toJson(worked()));
  json& w = j["workspaces"][0];
  w["nodes"][1]["parent"] = 5;
  w["nodes"][2]["title"] = 7;
  w["runs"][0]["median_ms"] = "fast";
  w["runs"].push_back(3);
  j["layout"] = false;
  const Result<LoadedSession> loaded = sessionFromJson(j.dump());
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings,
              testing::IsSupersetOf({std::string("workspaces[0].nodes[1].parent: 5 is not between 0 and 0"),
                                     std::string("workspaces[0].nodes[2].title: this should be a text"),
                                     std::string("workspaces[0].runs[0].median_ms: this should be a number"),
                                     std::string("workspaces[0].runs[2]: this should be an object"),
                                     std::string("layout: this should be a text")}));
  EXPECT_EQ(loaded->session.workspace().history.size(), 4) << "the rest is there";
}

// A step that this program refuses stays, with the reason, and is carried out where it fits again.
TEST(Session, StepsThatCannotBeCarriedOutStay) {
  json j = json::parse(toJson(worked()));
  j["workspaces"][0]["nodes"][1]["steps"] = json::parse(R"([[["Teleport", [], [], []]], []])");
  j["workspaces"][0]["nodes"][1]["title"] = "split(q, [None, 8])";
  const Result<LoadedSession> loaded = sessionFromJson(j.dump());
  ASSERT_TRUE(loaded.ok());
  ASSERT_GE(loaded->warnings.size(), 2u);
  EXPECT_THAT(loaded->warnings[0],
              HasSubstr("workspaces[0].nodes[1].steps: instruction 0 is of the unknown kind \"Teleport\""));
  const History& history = loaded->session.workspace().history;
  EXPECT_THAT(history.node(1).lost, HasSubstr("'q' is not known"));
  EXPECT_FALSE(history.node(2).lost.empty()) << "there is no i_0";
  EXPECT_EQ(history.node(3).lost, "") << "vectorize(j) does not need the split";
  EXPECT_EQ(history.schedule().program().loop(history.schedule().program().loops(0)[1]).kind, ForKind::Vectorized);
}

TEST(Session, FieldsOfANewerVersionAreKept) {
  json j = json::parse(toJson(worked()));
  j["mood"] = "good";
  j["workspaces"][0]["colour"] = {1, 2};
  j["workspaces"][0]["nodes"][2]["bookmark"] = true;
  j["workspaces"][0]["runs"][0]["joules"] = 3.5;
  const Result<LoadedSession> loaded = sessionFromJson(j.dump());
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings, IsEmpty());
  EXPECT_EQ(json::parse(toJson(loaded->session)), j);
}

TEST(Session, WhatARunFoundOfItsSumsIsKept) {
  Session session = worked();
  session.workspace().runs.front().sums = SumNote{"C", "float16", 4096, 0.25, 0.005, 0, "sch.parallel(l0)"};
  Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings, IsEmpty());
  EXPECT_EQ(loaded->session.workspace().runs.front(), session.workspace().runs.front());
  json j = json::parse(toJson(session));
  j["workspaces"][0]["runs"][0]["sums"]["terms"] = "many";
  loaded = sessionFromJson(j.dump());
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings, ElementsAre("workspaces[0].runs[0].sums.terms: this should be an integer"));
  EXPECT_EQ(loaded->session.workspace().runs.front().sums->terms, 0);
}

TEST(Session, ProofsAreKept) {
  Session session = worked();
  session.workspace().proofs = {{0, 1, "scaled", "abc", "def", {{"C", "C"}, {"B", "B_1"}}, "2026-11-30T10:00:00Z"},
                                {1, 2, "scaled", "def", "123", {}, ""}};
  json j = json::parse(toJson(session));
  j["workspaces"][0]["proofs"][0]["prover"] = 2;
  Result<LoadedSession> loaded = sessionFromJson(j.dump());
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings, IsEmpty());
  EXPECT_EQ(json::parse(toJson(loaded->session)), j);
  loaded->session.workspace().proofs[0].unknown.clear();
  EXPECT_EQ(loaded->session.workspace().proofs, session.workspace().proofs);
  // They stay with an edited text: it may come back.
  loaded->session.setText(session.text() + "\n# edited\n");
  EXPECT_EQ(loaded->session.workspace().proofs, session.workspace().proofs);
  j["workspaces"][0]["proofs"][0]["second"] = 99;
  j["workspaces"][0]["proofs"][1]["sums"] = {{"C"}};
  j["workspaces"][0]["proofs"][2] = 7;
  loaded = sessionFromJson(j.dump());
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings, ElementsAre(HasSubstr("workspaces[0].proofs[0].second: 99 is not between 0 and "),
                                            "workspaces[0].proofs[1].sums: this should be a list of two names each",
                                            "workspaces[0].proofs[2]: this should be an object"));
  EXPECT_EQ(loaded->session.workspace().proofs.size(), 2u);
}

TEST(Session, TheFileThatPythonRanIsKept) {
  Session session = worked();
  session.origin =
      TextOrigin{"/home/ada", "/home/ada/make.py", "def make(n):\n    ...\n", "make.f", "make(64)", {0, 2, 2}};
  Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings, IsEmpty());
  EXPECT_EQ(loaded->session.origin, session.origin);
  json j = json::parse(toJson(session));
  j["origin"]["lines"] = {1, -4, "two", 2};
  loaded = sessionFromJson(j.dump());
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->session.origin->lines, (std::vector<int>{1, 0, 0, 2}));
}

TEST(Session, StepsFollowAnEditedText) {
  Session session = worked();
  EXPECT_THAT(session.setText(replaced(kText, "64", "96")), IsEmpty());
  const Schedule& schedule = session.workspace().history.schedule();
  EXPECT_EQ(schedule.program().loops(0).size(), 3u);
  EXPECT_EQ(session.workspace().history.node(3).name, "vectorised");
  EXPECT_EQ(session.workspace().history.current(), 3) << "nodes keep their numbers";
}

TEST(Session, ARenamedBlockKeepsTheStepsOnItsLoops) {
  Session session = worked();
  EXPECT_THAT(session.setText(replaced(kText, "\"B\"", "\"Z\"")), IsEmpty());
  EXPECT_EQ(session.workspace().history.schedule().program().loops(0).size(), 3u);
}

// Typing leads through texts that mean something else: what did not fit there is back with the old text.
TEST(Session, LostStepsComeBackWithTheText) {
  Session session("scaled.py", kText);
  step(session, "split(i, [8, 8])");
  step(session, "parallel(i_0)");
  session.workspace().history.undo();
  step(session, "vectorize(j)");
  const std::vector<DroppedStep> lost = session.setText(replaced(kText, "64", "96"));
  ASSERT_EQ(lost.size(), 2u);
  EXPECT_EQ(lost[0].variant, "split(i, [8, 8])");
  EXPECT_THAT(lost[0].why.message, HasSubstr("cover 64 of its 96 iterations"));
  EXPECT_EQ(lost[1].variant, "parallel(i_0)");
  EXPECT_EQ(lost[1].why.message, "loop i_0 of the earlier program has no counterpart in this one");
  const History& history = session.workspace().history;
  EXPECT_EQ(history.size(), 4);
  EXPECT_EQ(history.schedule().program().loops(0).size(), 2u);
  EXPECT_EQ(history.schedule().program().loop(history.schedule().program().loops(0)[1]).kind, ForKind::Vectorized)
      << "the rest stays";
  // Also by way of a file.
  Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings, IsEmpty());
  EXPECT_EQ(loaded->session.workspace().history.schedule().stepCount(), history.schedule().stepCount());
  for (Session* s : {&session, &loaded->session}) {
    EXPECT_THAT(s->setText(kText), IsEmpty());
    EXPECT_EQ(s->workspace().history.node(1).lost, "");
    EXPECT_EQ(s->workspace().history.node(2).lost, "");
    EXPECT_EQ(s->workspace().history.schedule().program().loops(0).size(), 3u);
  }
}

TEST(Session, NothingIsLostWhileTheTextHasErrors) {
  Session session = worked();
  EXPECT_THAT(session.setText("def broken(:\n"), IsEmpty());
  EXPECT_TRUE(session.source().hasErrors());
  expectSameHistory(session.workspace().history, worked().workspace().history);
  Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings, IsEmpty());
  EXPECT_EQ(loaded->session.text(), "def broken(:\n");
  ASSERT_TRUE(loaded->session.hasWorkspace());
  expectSameHistory(loaded->session.workspace().history, worked().workspace().history);
  EXPECT_THAT(loaded->session.setText(kText), IsEmpty());
  expectSameHistory(loaded->session.workspace().history, worked().workspace().history);
}

TEST(Session, ARenamedFunctionKeepsItsVariants) {
  Session session = worked();
  EXPECT_THAT(session.setText(replaced(kText, "def scaled", "def doubled")), IsEmpty());
  EXPECT_EQ(session.program(), "doubled");
  EXPECT_EQ(session.workspace().history.size(), 4);
  EXPECT_EQ(session.workspaces().size(), 1u);
}

TEST(Session, EveryFunctionHasItsOwnVariants) {
  const std::string both = kText + "\n\n" + replaced(kText.substr(kText.find("@T")), "scaled", "other");
  Session session("both.py", both);
  EXPECT_THAT(session.functions(), ElementsAre("scaled", "other"));
  step(session, "split(i, [None, 8])");
  ASSERT_TRUE(session.choose("other").ok());
  EXPECT_EQ(session.workspace().history.size(), 1);
  step(session, "vectorize(j)");
  step(session, "parallel(i)");
  ASSERT_TRUE(session.choose("scaled").ok());
  EXPECT_EQ(session.workspace().history.size(), 2);
  EXPECT_TRUE(session.workspace().history.undo());
  const Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded.ok());
  for (const auto& [name, workspace] : session.workspaces())
    expectSameHistory(loaded->session.workspaces().at(name).history, workspace.history);
  EXPECT_EQ(loaded->session.function(), "scaled");
  EXPECT_FALSE(session.choose("nobody").ok());
  EXPECT_EQ(session.function(), "scaled");
  // A function that is taken out of the text comes back with its variants.
  EXPECT_THAT(session.setText(kText), IsEmpty());
  EXPECT_THAT(session.setText(both), IsEmpty());
  EXPECT_EQ(session.workspaceOf("other")->history.size(), 3);
}

TEST(Session, AnErrorInOneFunctionLeavesTheOthersAlone) {
  const std::string other = replaced(kText.substr(kText.find("@T")), "scaled", "other"), both = kText + "\n\n" + other;
  const std::string broken = replaced(other, "A[vi, vj]", "Z[vi, vj]");
  Session session("both.py", kText + "\n\n" + broken);
  EXPECT_EQ(session.program(), "scaled");
  EXPECT_THAT(session.functions(), ElementsAre("scaled"));
  EXPECT_TRUE(session.fits());
  step(session, "split(i, [None, 8])");
  const Status refused = session.choose("other");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "'Z' is not defined");
  EXPECT_EQ(session.program(), "scaled");
  // The good one follows the text, with the error still there; then the other one comes.
  EXPECT_THAT(session.setText(replaced(kText, "(2)", "(3)") + "\n\n" + broken), IsEmpty());
  EXPECT_TRUE(session.fits());
  EXPECT_THAT(print(session.workspace().history.schedule().program().function()).text, HasSubstr("T.float32(3.0)"));
  EXPECT_THAT(session.setText(both), IsEmpty());
  ASSERT_TRUE(session.choose("other").ok());
  step(session, "vectorize(j)");
  // Now the chosen one gets the error: it stays as it was, and the other one can be chosen.
  EXPECT_THAT(session.setText(kText + "\n\n" + broken), IsEmpty());
  EXPECT_EQ(session.program(), "other");
  EXPECT_FALSE(session.fits());
  EXPECT_EQ(session.workspace().history.size(), 2);
  ASSERT_TRUE(session.choose("scaled").ok());
  EXPECT_TRUE(session.fits());
  EXPECT_THAT(session.setText(both), IsEmpty());
  EXPECT_EQ(session.program(), "scaled");
  EXPECT_EQ(session.workspaceOf("other")->history.size(), 2);
  // An error outside of functions may change what all of them mean.
  EXPECT_THAT(session.setText("N = = 2\n" + both), IsEmpty());
  EXPECT_FALSE(session.fits());
}

TEST(Session, AnErrorInAFunctionOfAClass) {
  const std::string broken = replaced(kModule, "B[vi] = A[vi] * ", "B[vi] = Z[vi] * ");
  Session session("two.py", kModule);
  ASSERT_TRUE(session.choose("Two.second").ok());
  step(session, "split(get_loops(get_block(\"step\", func_name=\"second\"))[0], [4, 4])");
  EXPECT_THAT(session.setText(broken), IsEmpty());
  EXPECT_EQ(session.function(), "Two.second");
  EXPECT_FALSE(session.fits()) << "the class has an error";
  EXPECT_THAT(session.functions(), ElementsAre("Two.first"));
  EXPECT_THAT(session.setText(kModule), IsEmpty());
  EXPECT_EQ(session.workspace().history.size(), 2);
  // Opened with the error, the function without one is there; corrected, the class is.
  Session opened("two.py", broken);
  EXPECT_EQ(opened.function(), "Two.first");
  step(opened, "split(get_loops(get_block(\"step\"))[0], [4, 4])");
  EXPECT_THAT(opened.setText(kModule), IsEmpty());
  EXPECT_EQ(opened.program(), "Two");
  EXPECT_EQ(opened.function(), "Two.first");
  EXPECT_EQ(opened.workspace().history.size(), 2);
}

TEST(Session, AClassOfFunctionsIsOneProgram) {
  Session session("two.py", kModule);
  EXPECT_EQ(session.function(), "Two.first");
  ASSERT_TRUE(session.choose("Two.second").ok());
  EXPECT_EQ(session.program(), "Two");
  EXPECT_EQ(session.workspace().shown, 1);
  step(session, "split(get_loops(get_block(\"step\", func_name=\"second\"))[0], [4, 4])");
  step(session, "parallel(get_loops(get_block(\"step\", func_name=\"first\"))[0])");
  const Result<LoadedSession> loaded = sessionFromJson(toJson(session));
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings, IsEmpty());
  expectSameHistory(loaded->session.workspace().history, session.workspace().history);
  EXPECT_EQ(loaded->session.function(), "Two.second");
  const std::vector<DroppedStep> lost = session.setText(replaced(kModule, "16", "48"));
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_THAT(lost[0].why.message, HasSubstr("cover 16 of its 48 iterations"));
  EXPECT_EQ(session.workspace().history.node(2).lost, "") << "the step on the other function stays";
}

TEST(Session, KnowsWhetherThereIsSomethingToLose) {
  Session session("scaled.py", kText);
  EXPECT_FALSE(session.textIsSaved());
  session.savedHash = hashOf(kText);
  EXPECT_TRUE(session.textIsSaved());
  EXPECT_FALSE(session.hasWork());
  session.setText(kText + "# more\n");
  EXPECT_TRUE(session.hasWork());
  session.setText(kText);
  EXPECT_FALSE(session.hasWork());
  step(session, "vectorize(j)");
  EXPECT_TRUE(session.hasWork());
}

// What was measured: another text, other inputs, another reference, target, device or number of threads is something
// else; another state and another schedule function are not.
TEST(Session, ConditionsOfRuns) {
  const auto context = [](const std::string& more) { return contextHash(Session("f.py", kText + more).source()); };
  const std::string reference = "\n\ndef reference(A, B):\n    B[:] = A * 2\n",
                    schedule = "\n\ndef tiled(sch):\n    sch.get_block(\"B\")\n";
  EXPECT_NE(context(""), context(reference));
  EXPECT_NE(context(reference), context(replaced(reference, "2", "3")));
  EXPECT_EQ(context(reference), context(reference + schedule));
  EXPECT_EQ(context(reference + schedule), context(reference + replaced(schedule, "\"B\"", "\"C\"")));
  EXPECT_EQ(context(reference), context(reference + "\n# a comment\n"));
  EXPECT_NE(context(reference), context(reference + "\n# inputs: A=0..1\n"));
  EXPECT_NE(context(reference + "\n# inputs: A=0..1\n"), context(reference + "\n# inputs: A=0..2\n"));
  EXPECT_NE(context("\n# bind: n=3\n"), context("\n# bind: n=4\n"));
  const RunRecord run{.node = 1,
                      .target = "cpu",
                      .device = "this one",
                      .threads = 2,
                      .function = "scaled",
                      .program = "00ff",
                      .state = "11ee",
                      .context = "22dd"};
  const auto with = [&run](auto change) {
    RunRecord other = run;
    change(other);
    return conditionsOf(other) == conditionsOf(run);
  };
  EXPECT_TRUE(with([](RunRecord& r) { r.node = 2, r.state = "33cc", r.math = "reassociate", r.medianMs = 4; }));
  EXPECT_FALSE(with([](RunRecord& r) { r.program = "00fe"; }));
  EXPECT_FALSE(with([](RunRecord& r) { r.context = "22dc"; }));
  EXPECT_FALSE(with([](RunRecord& r) { r.function = "other"; }));
  EXPECT_FALSE(with([](RunRecord& r) { r.target = "gpu-emulator"; }));
  EXPECT_FALSE(with([](RunRecord& r) { r.device = "another"; }));
  EXPECT_FALSE(with([](RunRecord& r) { r.threads = 1; }));
}

}  // namespace
}  // namespace lw
