// Models with `if`: what one side computes, and that the other one does not run; compiled, interpreted and planned.
#include <gmock/gmock.h>

#include <random>

#include "backends/measure/measure_model.h"
#include "backends/reference/registered.h"
#include "core/te/read_program.h"
#include "core/text/graph/read_model.h"
#include "passes/graph/in_place.h"

namespace lw {
namespace {

constexpr const char* kBranchClass = R"(
import numpy as np

@tvm.register_func("test.negative")
def negative(x, out):
    out[:] = 0 - x

@I.ir_module
class M:
    @T.prim_func
    def more(X: T.Buffer((3, 4), "int32"), Y: T.Buffer((3, 4), "int32")):
        for i, j in T.grid(3, 4):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj] * 3 + 1

    @T.prim_func
    def add(X: T.Buffer((3, 4), "int32"), Y: T.Buffer((3, 4), "int32"), Z: T.Buffer((3, 4), "int32")):
        for i, j in T.grid(3, 4):
            with T.block("Z"):
                vi, vj = T.axis.remap("SS", [i, j])
                Z[vi, vj] = X[vi, vj] - 2 * Y[vi, vj]

    @T.prim_func
    def odd(X: T.Buffer((3, 4), "int32"), C: T.Buffer((), "bool")):
        with T.block("C"):
            C[()] = X[1, 2] % 2 == 1

    @T.prim_func
    def never(X: T.Buffer((3, 4), "int32"), Y: T.Buffer((3, 4), "int32")):
        assert X[0, 0] > 1000000, "the other side ran"
        for i, j in T.grid(3, 4):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj]

    @R.function
    def main(x: R.Tensor((3, 4), "int32"), c: R.Tensor((), "bool"), d: R.Tensor((), "bool")):
)";
const std::string kBranchInfo = "R.Tensor((3, 4), \"int32\")";

struct BranchModel {
  SourceFile file;
  Result<ModelProgram> program;
};
BranchModel branchModel(const std::string& lines) {
  SourceFile file = readProgram("model.py", kBranchClass + lines);
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source);
  const GraphChoice main = *graphNamed(file, "M.main");
  Result<ModelProgram> program = modelProgramOf(modelOf(file, *main.graph), *main.function);
  return {std::move(file), std::move(program)};
}

std::vector<NDArray> branchInputs(uint64_t seed, bool c, bool d) {
  std::vector<NDArray> inputs{randomArray(dtype::Int32, {3, 4}, {ValueRange::Kind::Between, -100, 100}, seed)};
  for (const bool value : {c, d}) {
    inputs.push_back(NDArray::zeros(dtype::Bool(), {}));
    inputs.back().data[0] = value ? std::byte{1} : std::byte{0};
  }
  return inputs;
}

class ModelBranches : public testing::Test {
 protected:
  ModelBranches() : child(RunnerProcess::start()) {}
  // Compiled and interpreted results agree for all conditions.
  void expectSame(const std::string& text) {
    const BranchModel read = branchModel(text);
    ASSERT_TRUE(read.program.ok()) << read.program.error().message << "\n" << text;
    const RegisteredFunctions registered(read.file);
    const HostFunction host = [&](const std::string& name, std::vector<NDArray>& buffers, size_t written) {
      return registered.call(name, buffers, written);
    };
    const Result<CompiledModel> model = CompiledModel::build(*read.program, {.optLevel = 1}, 1);
    ASSERT_TRUE(model.ok()) << model.error().message;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      const std::vector<NDArray> inputs = branchInputs(seed, seed % 2, seed / 2 % 2);
      const auto expected = interpretModel(*read.program, inputs, host);
      ASSERT_TRUE(expected.ok()) << expected.error().message << "\n" << text;
      const auto inPlace = interpretModel(withBuffersInPlace(*read.program).program, inputs, host);
      ASSERT_TRUE(inPlace.ok()) << inPlace.error().message << "\n" << text;
      for (size_t o = 0; o < inPlace->size(); ++o) EXPECT_EQ((*inPlace)[o].data, (*expected)[o].data) << text;
      Result<ModelRun> run = ModelRun::load(*child, *model, inputs, 1, 0, host);
      ASSERT_TRUE(run.ok()) << run.error().message;
      for (const bool timed : {false, true}) {
        if (timed)
          ASSERT_TRUE(run->timeSteps().ok());
        else
          ASSERT_TRUE(run->run(2).ok());
        const auto got = run->outputs();
        ASSERT_TRUE(got.ok());
        for (size_t o = 0; o < got->size(); ++o)
          EXPECT_EQ((*got)[o].data, (*expected)[o].data) << "output " << o << " of\n" << text << toText(*read.program);
      }
      const Result<std::vector<bool>> taken = run->taken();
      ASSERT_TRUE(taken.ok());
      ran += std::count(taken->begin(), taken->end(), true);
      left += std::count(taken->begin(), taken->end(), false);
    }
  }
  Result<RunnerProcess> child;
  int64_t ran = 0, left = 0;
};

// Random statements; `values` are those that are seen.
void drawBlock(std::mt19937& random, const std::string& indent, std::vector<std::string> values, int depth,
               const std::string& last, std::string& text, int& number) {
  const auto below = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
  const auto any = [&] { return values[values.size() - 1 - below(std::min<size_t>(values.size(), 4))]; };
  const auto statement = [&](const std::string& name) {
    const size_t kind = below(depth < 3 ? 7 : 5);
    if (kind == 0) {
      text += indent + name + " = " + any() + "\n";
    } else if (kind <= 2) {
      text += indent + name + " = R.call_tir(M.more, (" + any() + ",), " + kBranchInfo + ")\n";
    } else if (kind == 3) {
      text += indent + name + " = R.call_tir(M.add, (" + any() + ", " + any() + "), " + kBranchInfo + ")\n";
    } else if (kind == 4) {
      text += indent + name + " = R.call_dps_packed(\"test.negative\", (" + any() + ",), " + kBranchInfo + ")\n";
    } else {
      std::string condition = below(2) ? "c" : "d";
      if (below(2)) {
        condition = "k" + std::to_string(number++);
        text += indent + condition + " = R.call_tir(M.odd, (" + any() + ",), R.Tensor((), \"bool\"))\n";
      }
      text += indent + "if " + condition + ":\n";
      drawBlock(random, indent + "    ", values, depth + 1, name, text, number);
      text += indent + "else:\n";
      drawBlock(random, indent + "    ", values, depth + 1, name, text, number);
    }
    values.push_back(name);
  };
  for (size_t i = below(3); i > 0; --i) statement("v" + std::to_string(number++));
  statement(last);
}

TEST_F(ModelBranches, ComputeWhatTheInterpreterComputes) {
  ASSERT_TRUE(child.ok());
  std::mt19937 random(3);
  for (int i = 0; i < 30; ++i) {
    std::string text;
    int number = 0;
    drawBlock(random, "        ", {"x"}, 0, "first", text, number);
    drawBlock(random, "        ", {"x", "first"}, 0, "second", text, number);
    expectSame(text + "        return (second, first)\n");
  }
  EXPECT_GT(ran, 100);
  EXPECT_GT(left, 100);
}

TEST_F(ModelBranches, OneSideRuns) {
  const std::string text = "        if c:\n            y = R.call_tir(M.never, (x,), " + kBranchInfo +
                           ")\n        else:\n            y = R.call_tir(M.more, (x,), " + kBranchInfo +
                           ")\n        return y\n";
  const BranchModel read = branchModel(text);
  ASSERT_TRUE(read.program.ok()) << read.program.error().message;
  EXPECT_EQ(toText(*read.program),
            "main\n"
            "  input x: R.Tensor((3, 4), dtype=\"int32\")\n"
            "  input c: R.Tensor((), dtype=\"bool\")\n"
            "  input d: R.Tensor((), dtype=\"bool\")\n"
            "  output y: R.Tensor((3, 4), dtype=\"int32\")\n"
            "  if c: y = never(x)\n"
            "  unless c: y = more(x)\n"
            "  returns y\n");
  const Result<CompiledModel> model = CompiledModel::build(*read.program, {});
  ASSERT_TRUE(model.ok());
  for (const bool wrong : {false, true}) {
    Result<ModelRun> run = ModelRun::load(*child, *model, branchInputs(1, wrong, false), 1, 0, {});
    ASSERT_TRUE(run.ok());
    const Result<double> ns = run->run();
    EXPECT_EQ(ns.ok(), !wrong);
    if (!ns) EXPECT_EQ(ns.error().message, "kernel main: assertion failed: never: the other side ran");
  }
}

TEST_F(ModelBranches, ResultsFromBeforeAreCopied) {
  const BranchModel read = branchModel("        a = R.call_tir(M.more, (x,), " + kBranchInfo +
                                       ")\n        if c:\n            y = (a, x)\n        else:\n"
                                       "            b = R.call_tir(M.more, (a,), " +
                                       kBranchInfo + ")\n            y = (b, b)\n        return y\n");
  ASSERT_TRUE(read.program.ok()) << read.program.error().message;
  EXPECT_THAT(toText(*read.program), testing::HasSubstr("  a = more(x)\n"
                                                        "  if c: b = copy_int32_2(a)\n"
                                                        "  if c: y_1 = copy_int32_2(x)\n"
                                                        "  unless c: b = more(a)\n"
                                                        "  unless c: y_1 = copy_int32_2(b)\n"
                                                        "  returns b, y_1\n"));
}

// A side that gives one value twice, or a part of a result of the other side's kind.
TEST_F(ModelBranches, OneValueIsTwoResults) {
  const std::string more = " = R.call_tir(M.more, (", end = ",), " + kBranchInfo + ")\n";
  for (const bool swapped : {false, true}) {
    const std::string two =
        "            p" + more + "x" + end + "            q" + more + "p" + end + "            y = (p, q, x)\n";
    const std::string one = "            b" + more + "x" + end + "            y = (b, b, b)\n";
    expectSame("        if c:\n" + (swapped ? one : two) + "        else:\n" + (swapped ? two : one) + "        z" +
               more + "y[1]" + end + "        return (y[0], z, y[2])\n");
  }
}

TEST_F(ModelBranches, SidesShareTheirMemory) {
  std::string text = "        a = R.call_tir(M.more, (x,), " + kBranchInfo + ")\n";
  for (const std::string side : {"if c", "else"}) {
    text += "        " + side + ":\n";
    for (const std::string step : {"p = R.call_tir(M.more, (a,), ", "q = R.call_tir(M.add, (p, a), ",
                                   "r = R.call_tir(M.add, (q, p), ", "y = R.call_tir(M.more, (r,), "})
      text += "            " + step + kBranchInfo + ")\n";
  }
  text += "        z = R.call_tir(M.more, (y,), " + kBranchInfo + ")\n        return z\n";
  const BranchModel read = branchModel(text);
  ASSERT_TRUE(read.program.ok()) << read.program.error().message;
  const Result<MemoryPlan> plan = planMemory(*read.program);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->peak, 3 * kWorkspaceAlignment) << toText(*plan, *read.program);
  EXPECT_EQ(plan->bound, plan->peak);
  // The buffer y of both sides is free while the second side computes something else.
  const auto y = std::find_if(plan->places.begin(), plan->places.end(), [&](const auto& p) {
    return read.program->buffers[static_cast<size_t>(p.buffer)].name == "y";
  });
  ASSERT_NE(y, plan->places.end());
  EXPECT_EQ(y->ranges, (std::vector<std::pair<int, int>>{{4, 4}, {8, 9}}));
  expectSame(text);
}

TEST_F(ModelBranches, RefuseWhatIsNoConditionAndSidesThatDiffer) {
  const auto refusal = [](const std::string& lines) {
    const BranchModel read = branchModel(lines);
    return read.program ? std::string("it is taken") : read.program.error().kind + ": " + read.program.error().message;
  };
  EXPECT_EQ(refusal("        if x:\n            y = x\n        else:\n            y = x\n        return y\n"),
            "model.branch: the condition for y is R.Tensor((3, 4), dtype=\"int32\"): an `if` of a model takes a tensor "
            "of shape () and type bool");
  EXPECT_EQ(refusal("        if c:\n            y = x\n        else:\n            y = c\n        return y\n"),
            "model.branch: y is R.Tensor((3, 4), dtype=\"int32\") on one side of an `if`, R.Tensor((), dtype=\"bool\") "
            "on the other");
}

}  // namespace
}  // namespace lw
