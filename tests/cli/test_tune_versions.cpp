// lw tune --dispatch: schedules for several sizes, one of which runs.
#include "core/support/json.h"
#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;

const char* kRows = R"(import numpy as np
from tvm.script import tir as T


@T.prim_func
def rows(a: T.handle, B: T.Buffer((64, 32), "float32"), c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int32()
    A = T.match_buffer(a, (n, 64), "float32")
    C = T.match_buffer(c, (n, 32), "float32")
    for i, j, k in T.grid(n, 32, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)
)";

class TuneVersions : public Cli {
 protected:
  std::string at(const std::string& name) const { return (folder / name).string(); }
};

TEST_F(TuneVersions, RunForTheSizesThatTheyFit) {
  const std::string program = file("rows.py", kRows), found = at("versions.json");
  const std::string command = "tune " + program + " --bind n=1,64,3 --dispatch --db " + at("tuning.db");
  const Outcome r = lw(command + " --trials 9 --json -o " + found);
  ASSERT_EQ(r.code, 0) << r.err << r.out;
  std::istringstream lines(r.out);
  nlohmann::json last;
  for (std::string line; std::getline(lines, line);) last = nlohmann::json::parse(line);
  EXPECT_EQ(last["event"], "versions");
  EXPECT_EQ(last["values"], nlohmann::json({1, 3, 64}));
  EXPECT_EQ(last["chosen"].size(), 3u);
  const nlohmann::json written = nlohmann::json::parse(slurp(found));
  EXPECT_EQ(written["versions_by"], "n");
  EXPECT_EQ(written["versions"].size(), last["most"].size());
  for (const char* n : {"1", "2", "7", "64", "100"}) {
    const Outcome run = lw("run " + program + " --repeat 2 --trace " + found + " --json --bind n=" + n);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("\"ok\": true")) << n;
  }
  const Outcome c = lw("export " + program + " --trace " + found + " --format c");
  ASSERT_EQ(c.code, 0) << c.err;
  EXPECT_THAT(c.out, HasSubstr("int rows("));
  const Outcome python = lw(command + " --trials 3 -o " + at("versions.py"));
  ASSERT_EQ(python.code, 0) << python.err;
  EXPECT_THAT(python.out, HasSubstr("times, and how many times as long as the fastest, by n:"));
  EXPECT_THAT(slurp(at("versions.py")), HasSubstr("VERSIONS = [\n"));
}

// A choice made by hand: each version runs where it should.
TEST_F(TuneVersions, TheSizeChooses) {
  const std::string program = file("rows.py", kRows);
  const auto trace = [](const std::string& kind) {
    return R"([[["GetBlock", [], ["C", "main"], ["b0"]], ["GetLoops", ["b0"], [], ["l1", "l2", "l3"]], [")" + kind +
           R"(", ["l1"], [], []]], []])";
  };
  const std::string found = file("versions.json", R"({"versions_by": "n", "versions": [{"most": 5, "trace": )" +
                                                      trace("Unroll") + R"(}, {"trace": )" + trace("Parallel") + "}]}");
  const Outcome r = lw("apply " + program + " --trace " + found);
  ASSERT_EQ(r.code, 0) << r.err;
  const size_t branch = r.out.find("if n <= 5:"), otherwise = r.out.find("else:", branch);
  ASSERT_NE(branch, std::string::npos) << r.out;
  EXPECT_LT(branch, r.out.find("T.unroll(n)"));
  EXPECT_LT(r.out.find("T.unroll(n)"), otherwise);
  EXPECT_LT(otherwise, r.out.find("T.parallel(n)"));
  const std::string exported = "export " + program + " --trace " + found;
  const std::string python = lw(exported + " --format python").out;
  EXPECT_THAT(python, HasSubstr("sch.unroll("));
  EXPECT_THAT(python, HasSubstr("VERSIONS = [\n    (5, n_to_5),\n    (None, "));
  const std::string again = file("again.json", lw(exported + " --format json").out);
  EXPECT_EQ(lw("apply " + program + " --trace " + again).out, r.out);
  EXPECT_THAT(lw(exported + " --format cpp").err, HasSubstr("format cpp is for one schedule, and there are 2, by n"));
  EXPECT_THAT(lw(exported + " --format json --do 'annotate(root, \"a\", 1)'").err,
              HasSubstr("steps after the choice among schedules by n are in none of their traces"));
}

TEST_F(TuneVersions, SayWhatIsMissing) {
  const std::string program = file("rows.py", kRows), tune = "tune " + program + " --dispatch";
  EXPECT_THAT(lw(tune).err, HasSubstr("--dispatch needs several values of one size"));
  EXPECT_EQ(lw(tune).code, 2);
  EXPECT_THAT(lw(tune + " --bind n=4").err, HasSubstr("for example --bind n=1,2,4,8,16,64,256"));
  EXPECT_THAT(lw(tune + " --bind n=1,x").err, HasSubstr("--bind takes NAME=VALUE, not 'n=1,x'"));
  EXPECT_THAT(lw(tune + " --bind n=1,2 --bind m=1,2").err, HasSubstr("--bind lists values of both n and m"));
  EXPECT_THAT(lw(tune + " --bind m=1,2").err, HasSubstr("rows has no size named m whose value could choose a version"));
  EXPECT_THAT(lw("tune " + program + " --bind n=1,2").err, HasSubstr("--bind takes NAME=VALUE, not 'n=1,2'"));
  EXPECT_THAT(lw("run " + program + " --trace " + file("bad.json", "{\"versions_by\": 3}")).err,
              HasSubstr("versions_by should be the name of a size"));
}

}  // namespace
