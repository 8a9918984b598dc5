// lw tune: a search from the command line.
#include <unistd.h>

#include <set>
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;

constexpr const char* kProgram = R"(from tvm.script import tir as T


@T.prim_func
def scale(A: T.Buffer((512, 64), "float32"), B: T.Buffer((512, 64), "float32")):
    for i, j in T.grid(512, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def reference(A, B):
    B[:] = 2 * A


def space(sch):
    i, j = sch.get_loops("B")
    rows = sch.sample_perfect_tile(i, n=2, max_innermost_factor=64)
    outer, inner = sch.split(i, rows)
    lanes = sch.sample_categorical([8, 16, 32], [0.3, 0.4, 0.3])
    _, lane = sch.split(j, [None, lanes])
    sch.vectorize(lane)


def never(sch):
    i, j = sch.get_loops("B")
    lanes = sch.sample_categorical([8, 16], [0.5, 0.5])
    sch.reorder(i, i)
)";

TEST_F(Cli, TuneAndWorkerRefuseQueuesThatAreNone) {
  const std::string program = file("scale.py", kProgram);
  const Outcome url =
      lw("tune " + program + ":scale --space " + program + ":space --queue ftp://me:secret@host --json");
  EXPECT_EQ(url.code, 1);
  EXPECT_THAT(url.out, HasSubstr("'ftp://me@host' is not the address of a queue: it does not begin with amqps://"));
  const Outcome none = lw("worker --queue amqp://me:secret@127.0.0.1:1");
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("amqp://me@127.0.0.1:1 cannot be reached: Connection refused"));
  EXPECT_THAT(none.err + url.out, testing::Not(HasSubstr("secret")));
  const Outcome threads = lw("worker --queue amqp://127.0.0.1:1 --threads 0");
  EXPECT_EQ(threads.code, 2);
  EXPECT_THAT(threads.err, HasSubstr("a kernel runs on at least one thread, not on 0"));
}

TEST_F(Cli, TunePrintsTheSpaceForTheTarget) {
  const std::string program = file("scale.py", kProgram);
  const Outcome cpu = lw("tune " + program + ":scale --print-space");
  ASSERT_EQ(cpu.code, 0) << cpu.err;
  EXPECT_THAT(cpu.out, HasSubstr("\"\"\"Written by the rules elementwise.\"\"\""));
  for (const char* target : {"cuda", "opencl", "gpu-emulator"}) {
    const Outcome gpu = lw("tune " + program + ":scale --print-space --target " + target);
    ASSERT_EQ(gpu.code, 0) << gpu.err;
    EXPECT_THAT(gpu.out, HasSubstr("\"\"\"Written by the rules gpu-elements.\"\"\"")) << target;
    EXPECT_THAT(gpu.out, HasSubstr("sch.bind(thread, \"threadIdx.x\")")) << target;
  }
}

TEST_F(Cli, TuneWritesOneEventALineAndATraceThatRuns) {
  const std::string program = file("scale.py", kProgram), trace = (folder / "best.json").string();
  const Outcome r = lw("tune " + program + ":scale --space " + program + ":space --trials 12 --json --db " +
                       (folder / "tuning.db").string() + " -o " + trace);
  ASSERT_EQ(r.code, 0) << r.err << r.out;
  std::istringstream lines(r.out);
  std::vector<nlohmann::json> events;
  for (std::string line; std::getline(lines, line);) events.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(events.size(), 13u);
  EXPECT_EQ(events[0]["event"], "trial");
  EXPECT_TRUE(events[0]["decisions"].contains("rows"));
  EXPECT_TRUE(events[0]["decisions"].contains("lanes"));
  const nlohmann::json& end = events.back();
  EXPECT_EQ(end["end"], "all trials are done");
  EXPECT_EQ(end["trials"], 12);
  EXPECT_EQ(end["best"]["proved"], true);
  EXPECT_GT(end["best"]["ms"], 0.0);
  const Outcome run = lw("run " + program + ":scale --repeat 2 --trace " + trace + " --json");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("\"ok\": true"));
}

// On a machine with two cores, one of the workers shares its core with the search.
TEST_F(Cli, TuneByTwoWorkersReportsEachCandidateOnce) {
  if (sysconf(_SC_NPROCESSORS_ONLN) < 2) GTEST_SKIP() << "there is one core only";
  const std::string program = file("scale.py", kProgram), trace = (folder / "best.json").string();
  const Outcome r = lw("tune " + program + ":scale --space " + program +
                       ":space --workers 2 --trials 14 --search random --json --db " + (folder / "tuning.db").string() +
                       " -o " + trace);
  ASSERT_EQ(r.code, 0) << r.err << r.out;
  std::istringstream lines(r.out);
  std::set<int> numbers;
  std::set<std::string> decisions;
  nlohmann::json end;
  for (std::string line; std::getline(lines, line);) {
    const auto event = nlohmann::json::parse(line);
    if (event["event"] == "end") end = event;
    if (event["event"] != "trial") continue;
    EXPECT_TRUE(numbers.insert(event["number"].get<int>()).second) << line;
    EXPECT_TRUE(decisions.insert(event["decisions"].dump()).second) << line;
    EXPECT_TRUE(event["outcome"] == "measured" || event["outcome"] == "stopped") << line;
  }
  EXPECT_EQ(numbers.size(), 14u);
  EXPECT_EQ(*numbers.rbegin(), 14);
  EXPECT_EQ(end["trials"], 14);
  EXPECT_TRUE(decisions.contains(end["best"]["decisions"].dump()));
  const Outcome run = lw("run " + program + ":scale --repeat 2 --trace " + trace + " --json");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("\"ok\": true"));
}

TEST_F(Cli, TuneOfASpaceThatRefusesEverythingSaysWhy) {
  const std::string program = file("scale.py", kProgram);
  const Outcome r =
      lw("tune " + program + ":scale --space " + program + ":never --trials 4 --db " + (folder / "tuning.db").string());
  EXPECT_EQ(r.code, 3);
  EXPECT_THAT(r.out, HasSubstr("every candidate was refused after 0 trials"));
  EXPECT_THAT(r.out, HasSubstr("candidates refused: "));
}

TEST_F(Cli, TuneRefusesAFunctionThatIsNoSpaceAtOnce) {
  const std::string program = file("scale.py", kProgram), db = " --db " + (folder / "tuning.db").string();
  const Outcome r = lw("tune " + program + ":scale --space " + program + ":reference" + db);
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("error: "));
  EXPECT_THAT(r.err, HasSubstr("reference"));
  EXPECT_THAT(r.out, testing::Not(HasSubstr("refused")));
}

TEST_F(Cli, TuneOfOneCandidateComparesNothing) {
  const std::string program = file("scale.py", kProgram + std::string("\n\ndef one(sch):\n"
                                                                      "    i, j = sch.get_loops(\"B\")\n"
                                                                      "    sch.vectorize(j)\n"));
  const std::string trace = (folder / "one.json").string();
  const Outcome r = lw("tune " + program + ":scale --space " + program + ":one --trials 3 -o " + trace + " --db " +
                       (folder / "tuning.db").string());
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("the space has no further candidates after 1 trials"));
  EXPECT_THAT(r.err, testing::Not(HasSubstr("Comparing the best candidates")));
  EXPECT_THAT(slurp(trace), HasSubstr("Vectorize"));
}

TEST_F(Cli, TuneContinuesWhereStepsEnd) {
  const std::string program = file("scale.py", kProgram + std::string("\n\ndef rest(sch):\n"
                                                                      "    i, j = sch.get_loops(\"B\")[:2]\n"
                                                                      "    rows = sch.sample_perfect_tile(i, n=2)\n"
                                                                      "    sch.split(i, rows)\n"));
  const Outcome r = lw("tune " + program + ":scale --do 'split(j, [None, 16])' --do 'vectorize(j_1)' --space " +
                       program + ":rest --trials 3 --json --db " + (folder / "tuning.db").string());
  ASSERT_EQ(r.code, 0) << r.err;
  const nlohmann::json end = nlohmann::json::parse(r.out.substr(r.out.rfind("{\"event\"")));
  EXPECT_THAT(end["trace"].dump(), HasSubstr("Vectorize"));
}

TEST_F(Cli, TuneKeepsPinnedDecisions) {
  const std::string program = file("scale.py", kProgram), db = " --db " + (folder / "tuning.db").string();
  const std::string tune = "tune " + program + ":scale --space " + program + ":space --json" + db;
  ASSERT_EQ(lw(tune + " --trials 6").code, 0);
  const Outcome r = lw(tune + " --trials 5 --pin lanes=32 --pin 'rows=[16,32]' --resume");
  ASSERT_TRUE(r.code == 0) << r.err;
  std::istringstream lines(r.out);
  int trials = 0;
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json event = nlohmann::json::parse(line);
    if (event["event"] != "trial") continue;
    ++trials;
    EXPECT_EQ(event["chosen"]["lanes"], "32");
    EXPECT_EQ(event["chosen"]["rows"], "[16, 32]");
  }
  EXPECT_LE(trials, 1) << "one candidate has both";
  const Outcome name = lw(tune + " --pin columns=4");
  EXPECT_EQ(name.code, 1);
  EXPECT_THAT(name.out, HasSubstr("the space has no decision named columns"));
  EXPECT_THAT(name.out, HasSubstr("known: rows, lanes"));
  const Outcome pair = lw(tune + " --pin lanes");
  EXPECT_EQ(pair.code, 2);
  EXPECT_THAT(pair.out, HasSubstr("--pin takes NAME=VALUE, not 'lanes'"));
  const Outcome twice = lw(tune + " --pin lanes=8 --pin lanes=16");
  EXPECT_EQ(twice.code, 2);
  EXPECT_THAT(twice.out + twice.err, HasSubstr("--pin names the decision lanes twice"));
  const Outcome value = lw(tune + " --pin lanes=12");
  EXPECT_EQ(value.code, 1);
  EXPECT_THAT(value.out, HasSubstr("the decision lanes cannot be 12"));
  EXPECT_THAT(value.out, HasSubstr("known: 8, 16, 32"));
}

TEST_F(Cli, TuneRecordsItsTrialsAndGoesOnWithThem) {
  const std::string program = file("scale.py", kProgram), db = " --db " + (folder / "tuning.db").string();
  const std::string tune = "tune " + program + ":scale --space " + program + ":space --json" + db;
  ASSERT_EQ(lw(tune + " --trials 6").code, 0);
  const Outcome records = lw("records " + program + ":scale --json" + db);
  ASSERT_EQ(records.code, 0) << records.err;
  EXPECT_THAT(records.out, HasSubstr("\"measured\""));
  const Outcome more = lw(tune + " --trials 10 --resume");
  ASSERT_EQ(more.code, 0) << more.err;
  int trials = 0;
  std::istringstream lines(more.out);
  for (std::string line; std::getline(lines, line);) trials += nlohmann::json::parse(line)["event"] == "trial";
  EXPECT_EQ(trials, 4);
  const Outcome tuned = lw("run " + program + ":scale --tuned --threads 1 --repeat 2 --json" + db);
  EXPECT_EQ(tuned.code, 0) << tuned.err;
  EXPECT_THAT(tuned.out, HasSubstr("\"ok\": true"));
}

constexpr const char* kGpuSpace = R"(

def threads(sch):
    i, j = sch.get_loops("B")
    lanes = sch.sample_categorical([8, 16, 32, 64], [0.25, 0.25, 0.25, 0.25])
    order = sch.sample_categorical([0, 1], [0.5, 0.5])
    if sch.get(order) == 1:
        sch.reorder(j, i)
        i, j = j, i
    outer, inner = sch.split(sch.fuse(i, j), [None, lanes])
    sch.bind(outer, "blockIdx.x")
    sch.bind(inner, "threadIdx.x")
)";

TEST_F(Cli, TuneForAGpuNeedsNone) {
  const std::string program = file("scale.py", std::string(kProgram) + kGpuSpace);
  const std::string db = " --db " + (folder / "tuning.db").string(), trace = (folder / "best.json").string();
  const std::string tune = "tune " + program + ":scale --space " + program + ":threads --target gpu-emulator" + db;
  for (const char* model : {"off", "draft", "learned"}) {
    const Outcome r = lw(tune + " --trials 8 --json --model " + model + " -o " + trace);
    ASSERT_EQ(r.code, 0) << r.err << r.out;
    const nlohmann::json end = nlohmann::json::parse(r.out.substr(r.out.rfind("{\"event\"")));
    EXPECT_EQ(end["best"]["modelled"], true);
    EXPECT_EQ(end["outcomes"]["measured"], 8);
    EXPECT_EQ(end["best"]["decisions"]["order"], 0) << "rows are contiguous";
  }
  const Outcome run = lw("run " + program + ":scale --trace " + trace + " --target gpu-emulator --json");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_GT(nlohmann::json::parse(run.out)["emulated"]["modelled_ms"].get<double>(), 0);
  EXPECT_THAT(lw("run " + program + ":scale --trace " + trace + " --target gpu-emulator").out,
              HasSubstr("on the device, by a model of it, not measured"));
  // Another device is another key; what was recorded is not measured again.
  const Outcome other = lw(tune + " --device sm_86 --trials 3 --resume");
  EXPECT_EQ(other.code, 0) << other.err;
  EXPECT_THAT(other.out, HasSubstr("all trials are done after 3 trials"));
  EXPECT_THAT(other.out, HasSubstr(", modelled, not measured"));
  const Outcome known = lw(tune + " --trials 8 --resume --json");
  EXPECT_EQ(known.code, 0) << known.err;
  EXPECT_THAT(known.out, testing::Not(HasSubstr("\"event\":\"trial\"")));
  const Outcome records = lw("records " + program + ":scale" + db);
  EXPECT_THAT(records.out, HasSubstr("emulated sm_80"));
  EXPECT_THAT(records.out, HasSubstr("emulated sm_86"));
  EXPECT_THAT(lw("records " + program + ":scale --json" + db).out, HasSubstr(" model 1\""))
      << "times of another model are not compared";
  const Outcome none = lw(tune + " --device sm_1");
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("there is no device model 'sm_1'"));
}

// PoCL makes the cpu such a device; ssh is a script that stays here.
TEST_F(Cli, TuneMeasuresOnDevicesHereAndElsewhere) {
  const auto targets = nlohmann::json::parse(lw("devices --json").out)["targets"];
  if (!targets[2].contains("devices")) GTEST_SKIP() << "no OpenCL device: " << targets[2].dump();
  const std::string program = file("scale.py", std::string(kProgram) + kGpuSpace), trace = (folder / "b.py").string();
  const std::string tune = "tune " + program + ":scale --space " + program +
                           ":threads --target opencl --trials 3 --db " + (folder / "tuning.db").string();
  const Outcome here = lw(tune + " -o " + trace);
  ASSERT_EQ(here.code, 0) << here.err << here.out;
  EXPECT_THAT(here.out, HasSubstr("best: "));
  EXPECT_THAT(here.out, testing::Not(HasSubstr("modelled")));
  EXPECT_THAT(slurp(trace), HasSubstr("threadIdx.x"));
  std::filesystem::create_directories(folder / "bin");
  std::filesystem::create_directories(folder / "home");
  file("bin/ssh",
       "#!/bin/sh\nfor word; do last=$word; done\ncd " + (folder / "home").string() + " && exec sh -c \"$last\"\n");
  std::filesystem::permissions(folder / "bin/ssh", std::filesystem::perms::owner_all);
  const std::string before = getenv("PATH");
  setenv("PATH", ((folder / "bin").string() + ":" + before).c_str(), 1);
  const Outcome there = lw(tune + " --host user@box --json");
  // The machine is gone after two candidates: the search ends, and no candidate is to blame.
  file("bin/ssh", "#!/bin/sh\nfor word; do last=$word; done\ncd " + (folder / "home").string() +
                      "\ncase \"$last\" in *--repeat*) echo >> runs; [ $(wc -l < runs) -gt 2 ] && exit 255;; esac\n" +
                      "exec sh -c \"$last\"\n");
  const std::string other = (folder / "lost.db").string();
  const Outcome lost = lw("tune " + program + ":scale --space " + program +
                          ":threads --target opencl --trials 6 --seed 2 --host user@box --json --db " + other);
  setenv("PATH", before.c_str(), 1);
  EXPECT_EQ(lost.code, 1);
  EXPECT_THAT(lost.out, HasSubstr("\"measured\":2"));
  EXPECT_THAT(lost.out, HasSubstr("remote.failed"));
  const auto records = nlohmann::json::parse(lw("records " + program + ":scale --json --db " + other).out)["records"];
  EXPECT_GE(records.size(), 2u);
  for (const auto& r : records) EXPECT_EQ(r["outcome"], "measured") << r.dump();
  ASSERT_EQ(there.code, 0) << there.err << there.out;
  const nlohmann::json end = nlohmann::json::parse(there.out.substr(there.out.rfind("{\"event\"")));
  EXPECT_EQ(end["outcomes"]["measured"], 3);
  EXPECT_GT(end["best"]["ms"], 0.0);
  EXPECT_EQ(end["best"]["all_compared"], true);
}

}  // namespace
