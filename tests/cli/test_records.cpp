// lw best, lw records and lw run --tuned: what tuning has measured is found again under the same conditions.
#include "core/support/json.h"

#include "core/tune/records/records.h"
#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
namespace tune = lw::tune;

const char* kScale = R"(from tvm.script import tir as T


@T.prim_func
def scale(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for i in range(128):
        with T.block("B"):
            vi = T.axis.spatial(128, i)
            B[vi] = A[vi] * T.float32(3)
)";

class TunedCli : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    program = file("scale.py", kScale);
    db = (folder / "tuning.db").string();
    options = " --db " + db + " --threads 1";
  }
  // The key under which a run here is recorded.
  tune::RecordKey here() const {
    EXPECT_TRUE(tune::RecordStore::open(db).ok());
    const json key = json::parse(lw("records " + program + " --json --db " + db).out).at("here");
    return {key["program"], key["target"], key["processor"], 1, key["math"], key["generator"], key["sizes"]};
  }
  std::string splitTrace(int factor) const {
    const std::string path = (folder / "split.json").string();
    const Outcome r = lw("apply " + program + " --do 'split(i, [None, " + std::to_string(factor) + "])' --trace-json " +
                         path + " -o " + (folder / "scheduled.py").string());
    EXPECT_EQ(r.code, 0) << r.err;
    return slurp(path);
  }
  tune::Record splitBy(int factor, tune::Outcome outcome, std::vector<double> ms) const {
    tune::Record r{.key = here(), .function = "scale", .space = "5e", .machine = "box", .trial = {}};
    r.trial.decisions = {{"factor", factor}};
    r.trial.trace = splitTrace(factor);
    r.trial.outcome = outcome;
    r.trial.ms = std::move(ms);
    r.trial.when = "2026-11-21T10:20:30Z";
    if (outcome != tune::Outcome::Measured) {
      r.trial.why.emplace();
      r.trial.why->setMessage("B[0] is 3 instead of 4");
    }
    return r;
  }
  void add(const tune::Record& record) const {
    const lw::Result<int64_t> id = tune::RecordStore::open(db)->add(record);
    ASSERT_TRUE(id.ok()) << toText(id.error());
  }
  void addSome() const {
    add(splitBy(4, tune::Outcome::Measured, {3, 2, 1}));
    add(splitBy(8, tune::Outcome::Measured, {0.5, 0.25, 0.75}));
    add(splitBy(16, tune::Outcome::Wrong, {0.125}));
  }

  std::string program, db, options;
};

TEST_F(TunedCli, WithoutRecordsTheRemedyIsTold) {
  const Outcome none = lw("best " + program + options);
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("error: there are no tuning records: " + db + " does not exist"));
  EXPECT_THAT(none.err, HasSubstr("`lw tune FILE` measures candidates and records them"));
  EXPECT_FALSE(std::filesystem::exists(db)) << "looking makes no file";
  addSome();
  // Other conditions: what there is, is listed.
  const Outcome other = lw("best " + program + " --db " + db + " --threads 7");
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.err, HasSubstr("error: there is no right and timed record of scale for cpu, "));
  EXPECT_THAT(other.err, HasSubstr(", 7 threads, llvm 19"));
  EXPECT_THAT(other.err,
              testing::ContainsRegex("there are records for cpu, .*, 1 thread, llvm 19[^;]* \\(3, the best 500 us\\)"));
  // Another text.
  std::string text = kScale;
  text.replace(text.find("float32(3)"), 10, "float32(5)");
  const Outcome edited = lw("best " + file("edited.py", text) + options);
  EXPECT_EQ(edited.code, 1);
  EXPECT_THAT(edited.err, HasSubstr("the 3 records of scale are of another text of the program"));
}

TEST_F(TunedCli, BestWritesTheTraceOfTheFastestRightRecord) {
  addSome();
  const Outcome r = lw("best " + program + options);
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("scale: record 2, 500 us\n  time         500 us  (250 us to 750 us, 3 runs)\n"));
  EXPECT_THAT(r.out, HasSubstr("  decisions    factor = 8\n"));
  EXPECT_THAT(r.out, HasSubstr("  measured     2026-11-21T10:20:30Z on box\n"));
  const json j = json::parse(lw("best " + program + options + " --json").out);
  EXPECT_EQ(j["record"]["id"], 2);
  EXPECT_EQ(j["record"]["median_ms"], 0.5);
  EXPECT_EQ(j["record"]["decisions"], json({{"factor", 8}}));
  EXPECT_EQ(j["trace"], json::parse(splitTrace(8)));
  EXPECT_EQ(json::parse(lw("best " + program + options + " --trace json").out), j["trace"]);
  EXPECT_THAT(lw("best " + program + options + " --trace python").out, HasSubstr("factors=[None, 8]"));
  const std::string scheduled = lw("apply " + program + " --do 'split(i, [None, 8])'").out;
  for (const char* name : {"best.json", "best.py"}) {
    const std::string path = (folder / name).string();
    EXPECT_EQ(lw("best " + program + options + " -o " + path).code, 0);
    EXPECT_EQ(lw("apply " + program + " --trace " + path).out, scheduled) << name;
  }
  EXPECT_THAT(lw("best " + program + options + " --id 1").out, HasSubstr("scale: record 1, 2.00 ms"));
  EXPECT_THAT(lw("best " + program + options + " --id 3").out,
              HasSubstr("  outcome      wrong: B[0] is 3 instead of 4\n"));
  const Outcome unknown = lw("best " + program + options + " --id 9");
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("error: scale has no record 9 with a trace"));
  EXPECT_EQ(lw("best " + program + options + " --trace xml").code, 2);
  EXPECT_THAT(lw("best " + program + options + " --trace xml").err, HasSubstr("--trace is json or python, not 'xml'"));
  EXPECT_EQ(lw("best " + program + options + " --processor Else").code, 1);
  EXPECT_EQ(lw("best " + program + options + " --target nothing").code, 4);
}

TEST_F(TunedCli, RunUsesTheBestRecord) {
  addSome();
  const std::string run = "run " + program + options + " --no-baseline --repeat 2 --tuned";
  const Outcome r = lw(run + " --json");
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.err, HasSubstr("record 2, 500 us of " + db));
  const json j = json::parse(r.out);
  EXPECT_EQ(j["tuned"]["id"], 2);
  EXPECT_EQ(j["ok"], true);
  EXPECT_EQ(j["steps"], json::parse(splitTrace(8))[0].size());
  const json more = json::parse(lw(run + " --json --do 'vectorize(i_1)'").out);
  EXPECT_EQ(more["steps"].get<int>(), j["steps"].get<int>() + 1) << "steps may follow those of the record";
  const Outcome fast = lw(run + " --math reassociate");
  EXPECT_EQ(fast.code, 1) << "times with other arithmetic say nothing";
  EXPECT_THAT(fast.err, HasSubstr(", reassociate"));
  for (const char* with : {"--script x.py", "--trace x.json", "--host user@box"}) {
    const std::string option = std::string(with).substr(0, std::string(with).find(' '));
    const Outcome both = lw(run + " " + with);
    EXPECT_EQ(both.code, 2);
    EXPECT_THAT(both.err, HasSubstr("error: --tuned cannot be combined with " + option));
  }
  tune::Record broken = splitBy(2, tune::Outcome::Measured, {0.001});
  broken.trial.trace = "[[[\"Unheard\", [], [], []]], []]";
  add(broken);
  EXPECT_THAT(lw(run).err, HasSubstr("the trace of record 4 cannot be used: instruction 0 is of the unknown kind"));
}

TEST_F(TunedCli, RecordsAreListed) {
  addSome();
  const Outcome all = lw("records --db " + db);
  ASSERT_EQ(all.code, 0) << all.err;
  EXPECT_THAT(all.out, HasSubstr("scale  cpu, "));
  EXPECT_THAT(all.out, HasSubstr("  records      2 measured, 1 wrong\n  best         500 us\n"));
  const Outcome own = lw("records " + program + " --db " + db);
  EXPECT_THAT(own.out, HasSubstr("     3  125 us     wrong        factor = 16: B[0] is 3 instead of 4\n"
                                 "     2  500 us     measured     factor = 8\n"
                                 "     1  2.00 ms    measured     factor = 4\n"));
  EXPECT_THAT(lw("records " + program + " --limit 1 --db " + db).out, HasSubstr("and 2 more"));
  const json measured = json::parse(lw("records " + program + " --outcome measured --json --db " + db).out);
  EXPECT_EQ(measured["records"].size(), 2u);
  EXPECT_EQ(measured["summaries"][0]["counts"], json({{"measured", 2}}));
  EXPECT_THAT(lw("records " + program + " --target cuda --db " + db).out, HasSubstr("no records of this function in "));
  const Outcome outcome = lw("records --outcome splendid --db " + db);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("error: there is no outcome 'splendid'"));
  const std::string fresh = (folder / "fresh.db").string();
  EXPECT_EQ(lw("records --db " + db + " --rescue " + fresh).out,
            "copied 3 records of " + db + " to " + fresh + "; 0 could not be read\n");
  EXPECT_THAT(lw("records --db " + fresh).out,
              HasSubstr("  records      2 measured, 1 wrong\n  best         500 us\n"));
  EXPECT_THAT(lw("records --db " + db + " --rescue " + db).err,
              HasSubstr(db + " is the damaged file itself: --rescue takes a new one"));
  std::ofstream(db) << std::string(9000, 'x');
  const Outcome damaged = lw("records --db " + db);
  EXPECT_EQ(damaged.code, 1);
  EXPECT_THAT(damaged.err, HasSubstr(db + " is not a database of tuning records"));
}

TEST_F(TunedCli, RecordsSayWhetherAllResultsWereCompared) {
  tune::Record part = splitBy(4, tune::Outcome::Measured, {2}), elsewhere = splitBy(8, tune::Outcome::Measured, {3});
  part.trial.whole = false;
  elsewhere.knowsWhole = false;
  for (const tune::Record& r : {part, elsewhere, splitBy(16, tune::Outcome::Measured, {4})}) add(r);
  const json records = json::parse(lw("records " + program + " --json --db " + db).out)["records"];
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0]["all_compared"], false);
  EXPECT_FALSE(records[1].contains("all_compared")) << "it is not known";
  EXPECT_EQ(records[2]["all_compared"], true);
  EXPECT_THAT(lw("records " + program + " --db " + db).out,
              HasSubstr("measured     factor = 4; only some results compared\n"));
  EXPECT_THAT(lw("best " + program + options).out,
              HasSubstr("  compared     only some of its results: all of them would have taken too long\n"));
}

TEST_F(TunedCli, RecordsGoThroughTvmsFiles) {
  addSome();
  tune::Record ours = splitBy(32, tune::Outcome::Measured, {4});
  lw("apply " + program + " --do 'pragma(i, \"unroll_explicit\")' --trace-json " + (folder / "ours.json").string());
  ours.trial.trace = slurp((folder / "ours.json").string());
  add(ours);
  const std::string files = (folder / "tvm").string(), other = (folder / "other.db").string();
  const Outcome r = lw("records " + program + " --db " + db + " --export " + files);
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out, "exported 2 records, now in " + files +
                       "\n  left out: 1 with steps that TVM does not have\n  left out: 1 without times\n");
  const Outcome in = lw("records " + program + " --db " + other + " --import " + files);
  ASSERT_EQ(in.code, 0) << in.err;
  EXPECT_EQ(in.out, "imported 2 records, now in " + other + "\n");
  const json j = json::parse(lw("records " + program + " --json --db " + other).out);
  ASSERT_EQ(j["records"].size(), 2u);
  EXPECT_EQ(j["records"][0]["median_ms"], 0.5);
  EXPECT_EQ(j["records"][0]["key"]["generator"], "imported") << "such times are not compared with those from here";
  EXPECT_EQ(j["records"][0]["key"]["processor"], here().processor);
  EXPECT_FALSE(j["records"][0].contains("all_compared"));
  EXPECT_THAT(lw("best " + program + " --threads 1 --db " + other).err, HasSubstr("imported (2, the best 500 us)"));
  EXPECT_EQ(lw("best " + program + " --id 1 --db " + other).code, 0);
  EXPECT_THAT(lw("records " + program + " --db " + other + " --import " + files).out,
              HasSubstr("imported 0 records, now in " + other + "\n  left out: 2 recorded already\n"));
  std::string text = kScale;
  text.replace(text.find("float32(3)"), 10, "float32(5)");
  EXPECT_THAT(lw("records " + file("edited.py", text) + " --db " + other + " --import " + files).out,
              HasSubstr("left out: 2 of other functions\n"));
  const Outcome nowhere = lw("records --export " + files);
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("error: --export needs the file with the function"));
}

// A database of TVM itself: a graph of nodes that only TVM reads, and traces that it wrote.
TEST_F(TunedCli, RecordsOfTvmAreTakenByTheTypesOfArguments) {
  std::filesystem::create_directories(folder / "tvm");
  file("tvm/database_workload.json", "[\"1\", \"e30=\"]\n");  // {}
  const std::string types = R"([["TENSOR", "float32", [128]], ["TENSOR", "float32", [128]]])";
  const auto line = [](const std::string& block, const std::string& target, const std::string& arguments) {
    return "[0, [[[[\"GetBlock\", [], [\"" + block +
           "\", \"main\"], [\"b0\"]], [\"EnterPostproc\", [], [], []]], []], [0.002], " + target + ", " + arguments +
           "]]\n";
  };
  const std::string llvm = R"({"kind": "llvm", "mcpu": "znver4", "num-cores": 8})";
  file("tvm/database_tuning_record.json", line("B", llvm, types) + line("Z", llvm, types) +
                                              line("B", R"({"kind": "metal"})", types) + line("B", llvm, "[]") +
                                              "half");
  const Outcome r = lw("records " + program + " --json --db " + db + " --import " + (folder / "tvm").string());
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = json::parse(r.out);
  EXPECT_EQ(j["imported"], 1);
  EXPECT_EQ(j["left_out"]["for target metal"], 1);
  EXPECT_EQ(j["left_out"]["of other functions"], 1);
  EXPECT_EQ(j["left_out"].size(), 3u) << j;  // and one is refused, since there is no block Z
  EXPECT_THAT(j["left_out"].dump(), HasSubstr("refused: "));
  EXPECT_THAT(j["unreadable"][0].get<std::string>(), HasSubstr("line 5 of "));
  const json records = json::parse(lw("records " + program + " --json --db " + db).out)["records"];
  EXPECT_EQ(records[0]["key"]["processor"], "znver4");
  EXPECT_EQ(records[0]["key"]["threads"], 8);
}

}  // namespace
