// rfactor of a maximum that keeps the first of equal values. The rows of the input are all sequences of a few values,
// so every tie occurs, also ties with the start value.
#include "tests/schedule_memory/cases.h"

namespace lw::test {
namespace {

constexpr int kValues = 3;

int rowsOf(int length) {
  int rows = 1;
  for (int i = 0; i < length; ++i) rows *= kValues;
  return rows;
}

// `keep` compares best[vi] with X[vi, vk].
std::string programOf(int length, const std::string& keep, const std::string& start) {
  const std::string rows = std::to_string(rowsOf(length)), n = std::to_string(length);
  return "from tvm.script import tir as T\n@T.prim_func\ndef before(X: T.Buffer((" + rows + ", " + n +
         "), \"float32\"), where: T.Buffer((" + rows + ",), \"int32\"), best: T.Buffer((" + rows +
         ",), \"float32\")):\n  for i, k in T.grid(" + rows + ", " + n +
         "):\n    with T.block(\"best\"):\n      vi, vk = T.axis.remap(\"SR\", [i, k])\n      with T.init():\n        "
         "where[vi] = -1\n        best[vi] = T.float32(" +
         start + ")\n      a: T.int32 = T.Select(" + keep + ", where[vi], vk)\n      b: T.float32 = T.Select(" + keep +
         ", best[vi], X[vi, vk])\n      where[vi] = a\n      best[vi] = b\n";
}

std::vector<Argument> allSequences(const PrimFunc& function, int length) {
  Result<std::vector<Argument>> arguments = makeArguments(function, {});
  EXPECT_TRUE(arguments.ok());
  NDArray& x = std::get<NDArray>((*arguments)[0]);
  for (int64_t row = 0; row < rowsOf(length); ++row) {
    int64_t digits = row;
    for (int i = 0; i < length; ++i, digits /= kValues) x.set(row * length + i, static_cast<double>(digits % kValues));
  }
  return *arguments;
}

void expectSameTies(int length, const std::string& keep, const std::string& start, const std::string& steps) {
  const std::string text =
      programOf(length, keep, start) + "def schedule(sch):\n  i, k = sch.get_loops(\"best\")\n" + steps;
  const SourceFile file = parseSource("ties.py", text);
  ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message << "\n" << text;
  const Schedule source{Snapshot(*file.select("before"))};
  const ScriptRun run = interpretSchedule(file, "schedule", source);
  ASSERT_FALSE(run.error) << toText(*run.error) << "\n" << text;
  std::vector<Argument> expected = allSequences(source.program().function(), length), got = expected;
  ASSERT_TRUE(interpret(source.program().function(), expected).ok());
  ASSERT_TRUE(interpret(run.schedule.program().function(), got).ok());
  for (size_t i = 1; i < expected.size(); ++i)
    EXPECT_EQ(compareArrays(std::get<NDArray>(got[i]), std::get<NDArray>(expected[i]), 0, 0).count, 0)
        << text << print(run.schedule.program().function()).text;
}

TEST(Ties, StayInOrderWhereTheOutermostLoopIsFactored) {
  for (const std::string keep :
       {"best[vi] >= X[vi, vk]", "X[vi, vk] <= best[vi]", "best[vi] <= X[vi, vk]", "X[vi, vk] >= best[vi]"})
    for (const std::string start : {"-100", "100", "1", "2", "0"})
      for (const std::string split : {"[2, 3]", "[3, 2]", "[6, 1]", "[1, 6]", "[4, 2]", "[2, 5]"})
        for (const std::string axis : {"0", "1"})
          if (!HasFailure())
            expectSameTies(6, keep, start,
                           "  ko, ki = sch.split(k, factors=" + split + ")\n  sch.rfactor(ko, " + axis + ")\n");
}

TEST(Ties, StayInOrderThroughSeveralSteps) {
  for (const std::string split : {"[2, 3]", "[3, 2]", "[4, 2]"})
    for (const std::string steps : {"  sch.reorder(ko, i)\n  sch.rfactor(ko, 0)\n",
                                    "  rf = sch.rfactor(ko, 0)\n  sch.rfactor(sch.get_loops(rf)[2], 1)\n",
                                    "  sch.rfactor(ko, 0)\n  sch.rfactor(sch.get_loops(\"best\")[1], 0)\n"})
      if (!HasFailure())
        expectSameTies(6, "best[vi] >= X[vi, vk]", "1", "  ko, ki = sch.split(k, factors=" + split + ")\n" + steps);
}

// The partial results of ki would combine position 2 before position 1.
TEST(Ties, AreNotExchangedByAnInnerLoop) {
  const std::string text = programOf(4, "best[vi] >= X[vi, vk]", "-100") +
                           "def schedule(sch):\n  i, k = sch.get_loops(\"best\")\n  ko, ki = sch.split(k, factors=[2, "
                           "2])\n  sch.rfactor(ki, 0)\n";
  const SourceFile file = parseSource("ties.py", text);
  const ScriptRun run = interpretSchedule(file, "schedule", Schedule(Snapshot(*file.select("before"))));
  ASSERT_TRUE(run.error);
  EXPECT_EQ(run.error->kind, "rfactor.ties");
  ASSERT_TRUE(run.error->witness);
  EXPECT_EQ(run.error->witness->sentence(), "best(i=0, k_0=0, k_1=1) and best(i=0, k_0=1, k_1=0) both update where[0]");
  EXPECT_EQ(run.error->hint,
            "factor loop k_0, or let the block compare both elements, as in a > b or a == b and i < k");
}

}  // namespace
}  // namespace lw::test
