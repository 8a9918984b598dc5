// Models whose calls write over their arguments (R.call_tir_inplace) compute what the same calls with memory of their
// own compute: compiled, interpreted, called again, with each step timed.
#include <gmock/gmock.h>

#include <random>

#include "backends/measure/measure_model.h"
#include "core/te/read_program.h"
#include "core/text/graph/read_model.h"
#include "passes/graph/in_place.h"

namespace lw {
namespace {

// Each kernel in two forms: `_now` writes over its first argument.
constexpr const char* kChangeClass = R"(
@I.ir_module
class M:
    @T.prim_func
    def less(x: T.handle, y: T.handle, z: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n, 4), "int32")
        Y = T.match_buffer(y, (n, 4), "int32")
        Z = T.match_buffer(z, (n, 4), "int32")
        for i, j in T.grid(n, 4):
            with T.block("Z"):
                vi, vj = T.axis.remap("SS", [i, j])
                Z[vi, vj] = X[vi, vj] * 3 - Y[vi, vj]

    @T.prim_func
    def less_now(x: T.handle, y: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n, 4), "int32")
        Y = T.match_buffer(y, (n, 4), "int32")
        for i, j in T.grid(n, 4):
            with T.block("Z"):
                vi, vj = T.axis.remap("SS", [i, j])
                X[vi, vj] = X[vi, vj] * 3 - Y[vi, vj]

    @T.prim_func
    def two(x: T.handle, y: T.handle, a: T.handle, b: T.handle, step: T.int64):
        n = T.int64()
        X = T.match_buffer(x, (n, 4), "int32")
        Y = T.match_buffer(y, (n, 4), "int32")
        A = T.match_buffer(a, (n, 4), "int32")
        B = T.match_buffer(b, (n, 4), "int32")
        for i, j in T.grid(n, 4):
            with T.block("A"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = X[vi, vj] - 2 * Y[vi, vj]
                A[vi, vj] = Y[vi, vj] + T.Cast("int32", step)

    @T.prim_func
    def two_now(x: T.handle, y: T.handle, b: T.handle, step: T.int64):
        n = T.int64()
        X = T.match_buffer(x, (n, 4), "int32")
        Y = T.match_buffer(y, (n, 4), "int32")
        B = T.match_buffer(b, (n, 4), "int32")
        for i, j in T.grid(n, 4):
            with T.block("A"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = X[vi, vj] - 2 * Y[vi, vj]
                X[vi, vj] = Y[vi, vj] + T.Cast("int32", step)

    @T.prim_func
    def turn(C: T.Buffer((), "bool")):
        with T.block("C"):
            C[()] = not C[()]

    @R.function
    def main(x: R.Tensor(("n", 4), "int32"), w: R.Tensor(("n", 4), "int32"), c: R.Tensor((), "bool")):
        n = T.int64()
)";
const std::string kRows = "R.Tensor((n, 4), \"int32\")";

struct ChangeModel {
  SourceFile file;
  Result<ModelProgram> program;
};
ChangeModel changeModel(const std::string& lines) {
  SourceFile file = readProgram("model.py", kChangeClass + lines);
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source) << lines;
  const GraphChoice main = *graphNamed(file, "M.main");
  Result<ModelProgram> program = modelProgramOf(modelOf(file, *main.graph), *main.function);
  return {std::move(file), std::move(program)};
}

// A chain of calls in both forms. A value that was written over is not used again.
std::pair<std::string, std::string> drawnChain(std::mt19937& random, int calls) {
  std::vector<std::string> values{"x", "w"};
  std::string changing, copying;
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  for (int i = 0; i < calls; ++i) {
    const size_t a = below(values.size());
    size_t b = below(values.size());
    if (a == b) b = (b + 1) % values.size();
    const std::string first = values[a], second = values[b], name = "v" + std::to_string(i);
    const bool changes = values.size() > 2 || below(2) == 0, two = below(3) == 0;
    const auto pair = "[" + kRows + ", " + kRows + "]";
    const std::string fields = "        " + name + "a = " + name + "[0]\n        " + name + "b = " + name + "[1]\n";
    const std::string plain =
        "        " + name + " = R.call_tir(" +
        (two ? "M.two, (" + first + ", " + second + "), " + pair + ", tir_vars=R.shape([n]))\n" + fields
             : "M.less, (" + first + ", " + second + "), " + kRows + ")\n");
    copying += plain;
    changing += !changes ? plain
                         : "        " + name + " = R.call_tir_inplace(" +
                               (two ? "M.two_now, (" + first + ", " + second + "), [0, -1], " + pair +
                                          ", tir_vars=R.shape([n]))\n" + fields
                                    : "M.less_now, (" + first + ", " + second + "), [0], " + kRows + ")\n");
    if (changes) values.erase(values.begin() + static_cast<std::ptrdiff_t>(a));
    values.push_back(two ? name + "a" : name);
    if (two) values.push_back(name + "b");
  }
  const std::string result = "        return (" + values.front() + ", " + values.back() + ")\n";
  return {changing + result, copying + result};
}

TEST(ModelChanges, ComputeWhatCopiesCompute) {
  Result<RunnerProcess> child = RunnerProcess::start();
  ASSERT_TRUE(child.ok());
  std::mt19937 random(3);
  int changed = 0;
  for (int i = 0; i < 24; ++i) {
    const auto [changing, copying] = drawnChain(random, 2 + i % 6);
    const ChangeModel read = changeModel(changing), plain = changeModel(copying);
    ASSERT_TRUE(read.program.ok()) << read.program.error().message << "\n" << changing;
    ASSERT_TRUE(plain.program.ok()) << plain.program.error().message << "\n" << copying;
    changed += !changedInputs(*read.program).empty();
    const ValueRange range{ValueRange::Kind::Between, -100, 100};
    const std::vector<NDArray> inputs{randomArray(dtype::Int32, {3, 4}, range, 1),
                                      randomArray(dtype::Int32, {3, 4}, range, 2), NDArray::zeros(dtype::Bool(), {})};
    const auto expected = interpretModel(*plain.program, inputs, {});
    const auto interpreted = interpretModel(*read.program, inputs, {});
    const auto inPlace = interpretModel(withBuffersInPlace(*read.program).program, inputs, {});
    ASSERT_TRUE(expected.ok() && interpreted.ok() && inPlace.ok());
    const Result<CompiledModel> model = CompiledModel::build(*read.program, {.optLevel = 1}, 1);
    ASSERT_TRUE(model.ok()) << model.error().message;
    Result<ModelRun> run = ModelRun::load(*child, *model, inputs, 1, 0, {});
    ASSERT_TRUE(run.ok()) << run.error().message;
    for (const bool timed : {false, true}) {
      if (timed) ASSERT_TRUE(run->timeSteps().ok());
      ASSERT_TRUE(run->run(1).ok());  // inputs are what they were before each run
      const auto got = run->outputs();
      ASSERT_TRUE(got.ok());
      for (size_t o = 0; o < expected->size(); ++o) {
        EXPECT_EQ((*interpreted)[o].data, (*expected)[o].data) << changing << toText(*read.program);
        EXPECT_EQ((*inPlace)[o].data, (*expected)[o].data) << changing << toText(*read.program);
        EXPECT_EQ((*got)[o].data, (*expected)[o].data) << changing << toText(*read.program);
      }
    }
  }
  EXPECT_GT(changed, 8) << "inputs are written over as well";
}

std::string refusalOf(const std::string& lines) {
  const ChangeModel read = changeModel(lines);
  if (read.program) return "none:\n" + toText(*read.program);
  return read.program.error().message + (read.program.error().hint.empty() ? "" : " -> " + read.program.error().hint);
}

TEST(ModelChanges, RefuseWhatWouldBeWrong) {
  const auto call = [](const std::string& arguments, const std::string& places, const std::string& info) {
    return "        v = R.call_tir_inplace(M.less_now, (" + arguments + "), " + places + ", " + info + ")\n";
  };
  const std::string good = call("x, w", "[0]", kRows);
  EXPECT_EQ(refusalOf(good + "        y = R.call_tir(M.less, (x, v), " + kRows + ")\n        return y\n"),
            "x is read after v was written over it -> use v there");
  EXPECT_EQ(refusalOf("        z = x\n" + good + "        return z\n"),
            "x is read after v was written over it -> use v there");
  EXPECT_EQ(refusalOf(call("x, w", "[2]", kRows) + "        return v\n"),
            "inplace_indices has 2, but the call has 2 tensors among its arguments, from 0; -1 stands for new memory");
  EXPECT_EQ(refusalOf(call("x, w", "[0, -1]", kRows) + "        return v\n"),
            "the call has 1 results, but inplace_indices names 2");
  EXPECT_EQ(refusalOf(call("x, x", "[0]", kRows) + "        return v\n"),
            "the call passes x twice, and writes over it");
  EXPECT_EQ(refusalOf(call("x, w", "[0]", "R.Tensor((n, 5), \"int32\")") + "        return v\n"),
            "v is R.Tensor((n, 5), dtype=\"int32\") and cannot be written over x, which is R.Tensor((n, 4), "
            "dtype=\"int32\")");
  EXPECT_EQ(refusalOf("        v = R.call_tir_inplace(M.two_now, (x, w), [0, 0], [" + kRows + ", " + kRows +
                      "], tir_vars=R.shape([n]))\n        return v\n"),
            "two results of the call are written over argument 0");
  EXPECT_EQ(
      refusalOf("        c = R.const([[1, 2, 3, 4]], \"int32\")\n        v = R.call_tir_inplace(M.less_now, (c, c), "
                "[0], R.Tensor((1, 4), \"int32\"))\n        return v\n"),
      "constant_0 is a constant, which no kernel can write over");
  EXPECT_EQ(refusalOf("        if c:\n            y = x\n        else:\n            y = w\n        d = "
                      "R.call_tir_inplace(M.turn, (c,), [0], R.Tensor((), \"bool\"))\n        return (y, d)\n"),
            "an `if` or a size depends on c, so that no kernel can write over it");
  EXPECT_EQ(refusalOf("        v = R.call_tir_inplace(M.less, (x, w), [0], " + kRows + ")\n        return v\n"),
            "kernel less_in_place takes 3 buffers, but it is called with 1 inputs and 1 outputs");
}

}  // namespace
}  // namespace lw
