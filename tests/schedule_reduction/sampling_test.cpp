// Random decisions: they are legal, recorded, and replay gives the same program.
#include <map>
#include <set>

#include "core/schedule/support/tiling.h"
#include "core/trace/trace.h"
#include "tests/schedule_memory/cases.h"

namespace lw::test {
namespace {

const char* const kProgram = R"(from tvm.script import tir as T


@T.prim_func
def rows(A: T.Buffer((24, 60), "float32"), C: T.Buffer((24, 60), "float32")):
    B = T.alloc_buffer((24, 60), "float32")
    for i, j in T.grid(24, 60):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(24, 60):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] * T.float32(2)


def schedule(sch):
    loc = sch.sample_compute_location("B")
    sch.compute_at("B", loc)
    i, j = sch.get_loops("C")
    sch.split(i, sch.sample_perfect_tile(i, 3, 8))
    sch.split(j, sch.sample_partitioned_tile(j, 3, 1, 4))
    sch.annotate(sch.get_loops("C")[0], "pragma_auto_unroll_max_step", sch.sample_categorical([0, 16, 64, 512], [0.1, 0.2, 0.3, 0.4]))


def twice(sch):
    sch.seed(5)
    first = sch.sample_perfect_tile("C.i", 2)
    other = sch.copy()
    sch.seed(5)
    again = sch.sample_perfect_tile("C.i", 2)
    assert sch.get(first[0]) == sch.get(again[0])
    print(sch.fork_seed() != sch.fork_seed())
    sch.show()
)";

Schedule drawn(const SourceFile& file, uint64_t seed) {
  Schedule start{Snapshot(*file.select("rows"))};
  start.seed(seed);
  const ScriptRun run = interpretSchedule(file, "schedule", start);
  EXPECT_FALSE(run.error) << toText(*run.error);
  return run.schedule;
}

TEST(Sampling, TheSameSeedGivesTheSameProgramAndOthersDiffer) {
  const SourceFile file = parseSource("rows.py", kProgram);
  std::set<std::string> programs;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const std::string text = print(drawn(file, seed).program().function()).text;
    EXPECT_EQ(text, print(drawn(file, seed).program().function()).text);
    programs.insert(text);
  }
  EXPECT_GT(programs.size(), 15u);
}

TEST(Sampling, DecisionsAreRecordedAndReplayed) {
  const SourceFile file = parseSource("rows.py", kProgram);
  const Snapshot source(*file.select("rows"));
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Schedule made = drawn(file, seed);
    const Result<Trace> trace = traceFromJson(toJson(traceOf(made)));
    ASSERT_TRUE(trace.ok()) << toText(trace.error());
    const Result<Schedule> again = replay(source, *trace);
    ASSERT_TRUE(again.ok()) << toText(again.error());
    EXPECT_TRUE(equal(made.program().function(), again->program().function()));
    const ScriptRun python = interpretTracePython(makeSource("t.py", toPython(traceOf(made))), Schedule(source));
    ASSERT_FALSE(python.error) << toText(*python.error) << toPython(traceOf(made));
    EXPECT_TRUE(equal(made.program().function(), python.schedule.program().function()));
  }
}

TEST(Sampling, SeedsAndCopies) {
  const SourceFile file = parseSource("rows.py", kProgram);
  const ScriptRun run = interpretSchedule(file, "twice", Schedule(Snapshot(*file.select("rows"))));
  ASSERT_FALSE(run.error) << toText(*run.error);
  ASSERT_EQ(run.output.size(), 2u);
  EXPECT_EQ(run.output[0], "True");
  EXPECT_NE(run.output[1].find("def rows"), std::string::npos) << run.output[1];
}

TEST(Sampling, FactorsAreUniformWithinTheirLimits) {
  Random random(3);
  std::map<std::vector<int64_t>, int> seen;
  constexpr int kDraws = 6000;
  for (int i = 0; i < kDraws; ++i) {
    const std::vector<int64_t> factors = drawFactors(12, 3, 4, random);
    EXPECT_EQ(factors[0] * factors[1] * factors[2], 12);
    EXPECT_LE(factors[2], 4);
    ++seen[factors];
  }
  // 6 + 4 + 3 + 2 ordered factorizations with innermost 1, 2, 3, 4.
  ASSERT_EQ(seen.size(), 15u);
  for (const auto& [factors, count] : seen) EXPECT_NEAR(count, kDraws / 15.0, 100) << toText(decisionOf(factors));
  for (int i = 0; i < 200; ++i) {
    const std::vector<int64_t> factors = drawPartitionedFactors(96, 4, 2, 8, random);
    EXPECT_EQ(factors[0] * factors[1] * factors[2] * factors[3], 96);
    EXPECT_EQ(factors[2] * factors[3] % 8, 0);
  }
}

TEST(Intrinsics, AreRegisteredInTheFile) {
  const char* const head = "from tvm.script import tir as T\nimport tvm\n\n\n";
  const std::string desc =
      "@T.prim_func\ndef d(a: T.handle):\n    A = T.match_buffer(a, (4,), \"int32\")\n    with T.block(\"root\"):\n    "
      "    T.writes(A[0:4])\n        for i in range(4):\n            A[i] = 0\n\n\n";
  const auto renamed = [&](const char* name, const char* size) {
    std::string text = desc;
    text.replace(text.find("d("), 1, name);
    for (size_t at; (at = text.find("4")) != std::string::npos;) text.replace(at, 1, size);
    return text;
  };
  const auto errors = [](const std::string& text) {
    const SourceFile file = parseSource("f.py", text);
    std::string all;
    for (const Diagnostic& d : file.diagnostics) all += d.message + "; ";
    return all;
  };
  const std::string two = head + renamed("d", "6") + renamed("e", "6");
  const SourceFile file = parseSource("f.py", two + "tvm.tir.TensorIntrin.register(\"zero6\", d, e)\n");
  EXPECT_FALSE(file.hasErrors());
  ASSERT_EQ(file.intrinsics.size(), 1u);
  EXPECT_EQ(file.intrinsics[0].name, "zero6");
  EXPECT_EQ(file.intrinsics[0].impl.name, "e");
  EXPECT_EQ(errors(two + "TensorIntrin.register(\"zero6\", d, f)\n"),
            "TensorIntrin.register takes a name and two functions of this file that are marked @T.prim_func; ");
  EXPECT_EQ(errors(head + renamed("d", "6") + renamed("e", "8") + "TensorIntrin.register(\"zero\", d, e)\n"),
            "\"zero\" is not a valid intrinsic: A of d and A of e differ in their shape, or it is not constant; ");
  EXPECT_EQ(errors(two + "TensorIntrin.register(\"z\", d, e)\nTensorIntrin.register(\"z\", e, d)\n"),
            "there are two intrinsics named \"z\"; ");
  const SourceFile with = parseSource("f.py", two + renamed("p", "5") + "TensorIntrin.register(\"z\", d, e)\n");
  ASSERT_TRUE(with.select("").ok()) << "functions of intrinsics are no programs";
  EXPECT_EQ(with.select("")->name, "p");
}

}  // namespace
}  // namespace lw::test
