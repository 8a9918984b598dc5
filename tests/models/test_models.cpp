// Models as code: compiled and run in the child process, they compute what the interpreter computes step by step.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "backends/blas/library.h"
#include "backends/measure/library_functions.h"
#include "backends/measure/measure_model.h"
#include "backends/reference/registered.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "core/text/graph/read_model.h"

namespace lw {
namespace {

constexpr const char* kClass = R"(
import numpy as np

@tvm.register_func("test.twice")
def twice(x, out):
    out[:] = x + x

@tvm.register_func("test.rows")
def rows(x, y, out):
    out[:] = np.sum(x, axis=1).reshape(-1, 1) + y

@tvm.register_func("test.wrong")
def wrong(x):
    return x

@I.ir_module
class M:
    @T.prim_func
    def copy(x: T.handle, y: T.handle):
        n, m = T.int64(), T.int64()
        X = T.match_buffer(x, (n, m), "int32")
        Y = T.match_buffer(y, (n, m), "int32")
        for i, j in T.grid(n, m):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj] + 1

    @T.prim_func
    def add(x: T.handle, y: T.handle, z: T.handle):
        n, m = T.int64(), T.int64()
        X = T.match_buffer(x, (n, m), "int32")
        Y = T.match_buffer(y, (n, m), "int32")
        Z = T.match_buffer(z, (n, m), "int32")
        for i in T.parallel(n):
            for j in range(m):
                with T.block("Z"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    Z[vi, vj] = X[vi, vj] - 2 * Y[vi, vj]

    @T.prim_func
    def both(x: T.handle, y: T.handle, z: T.handle):
        n, m = T.int64(), T.int64()
        X = T.match_buffer(x, (n, m), "int32")
        Y = T.match_buffer(y, (n, m), "int32")
        Z = T.match_buffer(z, (n, m), "int32")
        for i, j in T.grid(n, m):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj] * 3
        for i, j in T.grid(n, m):
            with T.block("Z"):
                vi, vj = T.axis.remap("SS", [i, j])
                Z[vi, vj] = Y[vi, vj] - X[vi, vj]

    @T.prim_func
    def shift(x: T.handle, y: T.handle, by: T.int64):
        n, m = T.int64(), T.int64()
        X = T.match_buffer(x, (n, m), "int32")
        Y = T.match_buffer(y, (n, m), "int32")
        for i, j in T.grid(n, m):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj] + T.Cast("int32", by)

    @T.prim_func
    def positive(x: T.handle, y: T.handle):
        n, m = T.int64(), T.int64()
        X = T.match_buffer(x, (n, m), "int32")
        Y = T.match_buffer(y, (n, m), "int32")
        assert n < 5, "too many rows"
        for i, j in T.grid(n, m):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj]

    @R.function
    def main(x: R.Tensor(("n", "m"), "int32"), w: R.Tensor(("n", "m"), "int32")):
        n, m = T.int64(), T.int64()
)";

const std::string kInfo = "R.Tensor((n, m), \"int32\")";

// A random program of `steps` calls; returns some of its values.
std::string drawn(std::mt19937& random, int steps, bool registered) {
  const auto below = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
  std::vector<std::string> values{"x", "w"};
  std::string text;
  const auto any = [&] { return values[values.size() - 1 - below(std::min<size_t>(values.size(), 5))]; };
  for (int s = 0; s < steps; ++s) {
    const std::string name = "v" + std::to_string(s);
    text += "        " + name + " = ";
    switch (below(registered ? 7 : 5)) {
      case 0:
        text += "R.call_tir(M.copy, (" + any() + ",), " + kInfo + ")\n";
        break;
      case 1:
        text += "R.call_tir(M.add, (" + any() + ", " + any() + "), " + kInfo + ")\n";
        break;
      case 2:
        text += "R.call_tir(M.both, (" + any() + ",), [" + kInfo + ", " + kInfo + "])\n        " + name +
                "b = " + name + "[0]\n        " + name + "c = " + name + "[1]\n";
        values.push_back(name + "b");
        values.push_back(name + "c");
        continue;
      case 3:
        text += "R.call_tir(M.shift, (" + any() + ",), " + kInfo + ", tir_vars=R.shape([" +
                (below(2) ? "n * 2 + 1" : "7") + "]))\n";
        break;
      case 4:
        text += any() + "\n";
        break;
      case 5:
        text += "R.call_dps_packed(\"test.twice\", (" + any() + ",), " + kInfo + ")\n";
        break;
      default:
        text += "R.call_dps_packed(\"test.rows\", (" + any() + ", " + any() + "), " + kInfo + ")\n";
    }
    values.push_back(name);
  }
  text += "        return (" + values.back() + ", " + any() + ", " + any() + ")\n";
  return text;
}

struct Read {
  SourceFile file;
  Result<ModelProgram> program;
};
Read readModel(const std::string& lines) {
  SourceFile file = readProgram("model.py", kClass + lines);
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source);
  const GraphChoice main = *graphNamed(file, "M.main");
  Result<ModelProgram> program = modelProgramOf(modelOf(file, *main.graph), *main.function);
  return {std::move(file), std::move(program)};
}

std::vector<NDArray> inputsOf(int64_t n, int64_t m) {
  const ValueRange range{ValueRange::Kind::Between, -100, 100};
  return {randomArray(dtype::Int32, {n, m}, range, 1), randomArray(dtype::Int32, {n, m}, range, 2)};
}

class Models : public testing::Test {
 protected:
  Models() : child(RunnerProcess::start()) {}
  Result<std::vector<NDArray>> results(const CompiledModel& model, const std::vector<NDArray>& inputs,
                                       const HostFunction& host) {
    Result<ModelRun> run = ModelRun::load(*child, model, inputs, 2, 0, host);
    if (!run) return run.error();
    for (int i = 0; i < 2; ++i)
      if (Result<double> ns = run->run(i + 1); !ns) return ns.error();
    Result<std::vector<double>> times = run->timeSteps();
    if (!times) return times.error();
    EXPECT_EQ(times->size(), model.program.steps.size());
    for (const double ns : *times) EXPECT_GE(ns, 0);
    return run->outputs();
  }
  Result<RunnerProcess> child;
};

TEST_F(Models, ComputeWhatTheInterpreterComputes) {
  ASSERT_TRUE(child.ok());
  std::mt19937 random(1);
  for (int i = 0; i < 24; ++i) {
    const std::string text = drawn(random, 1 + i % 12, i % 3 == 2);
    const Read read = readModel(text);
    ASSERT_TRUE(read.program.ok()) << read.program.error().message << "\n" << text;
    const RegisteredFunctions registered(read.file);
    const HostFunction host = [&](const std::string& name, std::vector<NDArray>& buffers, size_t written) {
      return registered.call(name, buffers, written);
    };
    const Result<CompiledModel> model = CompiledModel::build(*read.program, {.optLevel = 1}, 1 + i % 2);
    ASSERT_TRUE(model.ok()) << model.error().message;
    for (const auto& [n, m] : {std::pair<int64_t, int64_t>(3, 4), std::pair<int64_t, int64_t>(1, 17)}) {
      const std::vector<NDArray> inputs = inputsOf(n, m);
      const auto got = results(*model, inputs, host);
      const auto expected = interpretModel(*read.program, inputs, host);
      ASSERT_TRUE(got.ok()) << got.error().message << "\n" << text;
      ASSERT_TRUE(expected.ok()) << expected.error().message << "\n" << text;
      ASSERT_EQ(got->size(), 3u);
      for (size_t o = 0; o < got->size(); ++o) {
        EXPECT_EQ((*got)[o].shape, (std::vector<int64_t>{n, m}));
        EXPECT_EQ((*got)[o].data, (*expected)[o].data) << "output " << o << " of\n" << text;
      }
    }
  }
}

// At most 2 us for each call, with the kernel, which computes one element.
TEST_F(Models, CallsCostLittle) {
  std::string text = "        v0 = x\n";
  constexpr int kCalls = 20;
  for (int i = 0; i < kCalls; ++i)
    text +=
        "        v" + std::to_string(i + 1) + " = R.call_tir(M.copy, (v" + std::to_string(i) + ",), " + kInfo + ")\n";
  const Read read = readModel(text + "        return v" + std::to_string(kCalls) + "\n");
  const Result<CompiledModel> model = CompiledModel::build(*read.program, {});
  ASSERT_TRUE(model.ok());
  Result<ModelRun> run = ModelRun::load(*child, *model, inputsOf(1, 1), 1, 0, {});
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_EQ(run->plan().peak, 0);  // each call writes its result into its input, the last one into the output
  double best = 1e9;
  for (int i = 0; i < 5; ++i) best = std::min(best, *run->run(1000) / 1000 / kCalls);
  std::printf("  %.1f ns for a call\n", best);
  EXPECT_LT(best, 2000);
}

TEST_F(Models, AreNotCompiledAgain) {
  const Read read = readModel("        a = R.call_tir(M.add, (x, w), " + kInfo + ")\n        return a\n");
  const std::string folder = testing::TempDir() + "lw_models_" + std::to_string(::getpid());
  for (const bool known : {false, true}) {
    const Result<CompiledModel> model = CompiledModel::build(*read.program, {.objects = folder});
    ASSERT_TRUE(model.ok());
    EXPECT_EQ(model->known, known);
    EXPECT_TRUE(results(*model, inputsOf(2, 3), {}).ok());
  }
  std::filesystem::remove_all(folder);
}

TEST_F(Models, NameTheAssertionOfTheKernelThatFails) {
  const Read read = readModel("        a = R.call_tir(M.copy, (x,), " + kInfo +
                              ")\n        b = R.call_tir(M.positive, (a,), " + kInfo + ")\n        return b\n");
  const Result<CompiledModel> model = CompiledModel::build(*read.program, {});
  ASSERT_TRUE(model.ok());
  const auto small = results(*model, inputsOf(4, 2), {});
  EXPECT_TRUE(small.ok());
  const auto large = results(*model, inputsOf(6, 2), {});
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().message, "kernel main: assertion failed: positive: too many rows");
}

TEST_F(Models, RefuseInputsThatDoNotFit) {
  const Read read = readModel("        a = R.call_tir(M.add, (x, w), " + kInfo + ")\n        return a\n");
  const Result<CompiledModel> model = CompiledModel::build(*read.program, {});
  ASSERT_TRUE(model.ok());
  std::vector<NDArray> inputs = inputsOf(2, 3);
  inputs[1] = NDArray::zeros(dtype::Int32, {2, 4});
  EXPECT_EQ(results(*model, inputs, {}).error().message, "input w is int32(2, 4), but the function takes int32(n, m)");
  inputs[1] = NDArray::zeros(dtype::Float32, {2, 3});
  EXPECT_EQ(results(*model, inputs, {}).error().message,
            "input w is float32(2, 3), but the function takes int32(n, m)");
}

TEST_F(Models, CompareSizesThatOnlyTheCallKnows) {
  const Read read =
      readModel("        z = R.match_cast(x, R.Tensor((m, n), \"int32\"))\n        a = R.call_tir(M.copy, (z,), " +
                kInfo + ")\n        return a\n");
  ASSERT_TRUE(read.program.ok()) << read.program.error().message;
  const Result<CompiledModel> model = CompiledModel::build(*read.program, {});
  ASSERT_TRUE(model.ok());
  EXPECT_TRUE(results(*model, inputsOf(3, 3), {}).ok());
  EXPECT_EQ(results(*model, inputsOf(2, 3), {}).error().message, "the shape of z does not fit: n is 2, but m is 3");
}

TEST_F(Models, NumbersOfACallAreIntegers) {
  const Read read =
      readModel("        a = R.call_tir(M.shift, (x, R.prim_value(0.5)), " + kInfo + ")\n        return a\n");
  ASSERT_TRUE(read.program.ok()) << read.program.error().message;
  const Result<CompiledModel> model = CompiledModel::build(*read.program, {});
  ASSERT_TRUE(model.ok());
  const auto got = results(*model, inputsOf(2, 3), {});
  ASSERT_FALSE(got.ok());
  EXPECT_THAT(got.error().message, testing::EndsWith("that shift takes is not known from the sizes"));
}

TEST_F(Models, LibraryFunctionsTakeTheirBuffers) {
  const Read read = readModel("        a = R.call_dps_packed(\"env.relu\", (x, w), " + kInfo + ")\n        return a\n");
  ModelProgram program = *read.program;
  const Status status = resolveFunctions(program, RegisteredFunctions(read.file), 1, false);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "env.relu takes 2 buffers, but it is called with 3");
}

TEST_F(Models, ListTheFunctionsThatAreRegistered) {
  const Read read = readModel("        a = R.call_dps_packed(\"env.line\", (x, w), " + kInfo + ")\n        return a\n");
  ModelProgram program = *read.program;
  const Status status = resolveFunctions(program, RegisteredFunctions(read.file), 1, false);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "no function is registered as env.line");
  EXPECT_EQ(status.error().hint,
            "registered are test.rows, test.twice, test.wrong, env.linear, env.relu; write "
            "@tvm.register_func(\"env.line\") above a function of this file");
  EXPECT_EQ(read.file.source.text.substr(static_cast<size_t>(status.error().span.begin), 1), "a");
}

TEST_F(Models, RegisteredFunctionsTakeAllBuffers) {
  const Read read = readModel("        a = R.call_dps_packed(\"test.wrong\", (x,), " + kInfo + ")\n        return a\n");
  const RegisteredFunctions registered(read.file);
  std::vector<NDArray> buffers = inputsOf(1, 2);
  const Status status = registered.call("test.wrong", buffers, 1);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message,
            "the function that is registered as test.wrong has 1 parameters, but a call passes 2 buffers");
}

// env.linear over OpenBLAS and env.relu compute what their loops compute under the interpreter.
TEST_F(Models, LibraryFunctions) {
  SourceFile file = readProgram("model.py", R"(
@I.ir_module
class M:
    @R.function
    def main(x: R.Tensor(("b", 24), "float32"), w: R.Tensor((5, 24), "float32"), c: R.Tensor((5,), "float32")):
        b = T.int64()
        y = R.call_dps_packed("env.linear", (x, w, c), R.Tensor((b, 5), "float32"))
        z = R.call_dps_packed("env.relu", (y,), R.Tensor((b, 5), "float32"))
        return z
)");
  const GraphChoice main = *graphNamed(file, "");
  const Result<ModelProgram> program = modelProgramOf(modelOf(file, *main.graph), *main.function);
  ASSERT_TRUE(program.ok()) << program.error().message;
  ModelProgram fast = *program, plain = *program;
  const RegisteredFunctions registered(file);
  ASSERT_TRUE(resolveFunctions(fast, registered, 1, false).ok());
  ASSERT_TRUE(resolveFunctions(plain, registered, 1, true).ok());
  std::vector<NDArray> inputs;
  for (const std::vector<int64_t>& shape : {std::vector<int64_t>{3, 24}, {5, 24}, {5}})
    inputs.push_back(randomArray(dtype::Float32, shape, {ValueRange::Kind::Tenths}, 1 + inputs.size()));
  const Result<CompiledModel> model = CompiledModel::build(fast, {});
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(callsBlas(fast), blas::functions() != nullptr);
  EXPECT_FALSE(callsBlas(plain));
  child = RunnerProcess::start(runnerWithBlas({}));
  const auto got = results(*model, inputs, {});
  ASSERT_TRUE(got.ok()) << got.error().message;
  const auto expected = interpretModel(plain, inputs, {});
  ASSERT_TRUE(expected.ok()) << expected.error().message;
  EXPECT_EQ((*got)[0].data, (*expected)[0].data);
  double sum = 0;
  for (int64_t i = 0; i < (*got)[0].size(); ++i) sum += (*got)[0].getDouble(i);
  EXPECT_GT(sum, 0);
}

// The layer of samples/tuning/packed_weights.py, once with W as a constant and once with W as an argument.
TEST_F(Models, PackConstantWeightsOnce) {
  std::ifstream in(LW_SOURCE_DIR "/samples/tuning/packed_weights.py");
  std::string text{std::istreambuf_iterator<char>(in), {}};
  text += R"(

@R.function
def main(X: R.Tensor((64, 512), "float32"), W: R.Tensor((512, 512), "float32")):
    a = R.call_tir(layer, (X, W), R.Tensor((64, 512), "float32"))
    b = R.call_tir(layer, (a, W), R.Tensor((64, 512), "float32"))
    return (a, b)
)";
  const SourceFile file = readProgram("model.py", text);
  const GraphChoice main = *graphNamed(file, "main");
  graph::Model model = modelOf(file, *main.graph);
  const PrimFunc layer = *model.kernels.find("layer");
  const ScriptRun scheduled = interpretScheduleOf(file, "packed", Schedule(Snapshot(layer)));
  ASSERT_FALSE(scheduled.error) << scheduled.error->message;
  model.kernels.functions = {scheduled.schedule.program().function(0)};

  const auto weights =
      std::make_shared<const NDArray>(randomArray(dtype::Float32, {512, 512}, {ValueRange::Kind::Integers}, 1));
  const NDArray x = randomArray(dtype::Float32, {64, 512}, {ValueRange::Kind::Integers}, 2);
  const Result<graph::Model> bound = withBoundParameters(model, "main", {{"W", weights}});
  ASSERT_TRUE(bound.ok());
  const Result<ModelProgram> constant = modelProgramOf(*bound, *bound->graph.find("main")),
                             argument = modelProgramOf(model, *main.function);
  ASSERT_TRUE(constant.ok() && argument.ok());
  const Result<CompiledModel> once = CompiledModel::build(*constant, {}), each = CompiledModel::build(*argument, {});
  ASSERT_TRUE(once.ok()) << once.error().message;
  ASSERT_TRUE(each.ok()) << each.error().message;
  EXPECT_EQ(each->program.once.size(), 0u);
  EXPECT_EQ(once->program.once.size(), 1u);
  EXPECT_THAT(toText(once->program), testing::HasSubstr("  once W_global = layer_packing(constant_0)\n"
                                                        "  a = layer(W_global, X)\n"
                                                        "  b = layer(W_global, a)\n"));
  const auto got = results(*once, {x}, {}), expected = results(*each, {x, *weights}, {});
  ASSERT_TRUE(got.ok()) << got.error().message;
  ASSERT_TRUE(expected.ok()) << expected.error().message;
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ((*got)[i].data, (*expected)[i].data);
}

TEST_F(Models, ParametersAreBoundByName) {
  const Read read = readModel("        a = R.call_tir(M.add, (x, w), " + kInfo + ")\n        return a\n");
  const graph::Function& main = *graphNamed(read.file, "M.main")->function;
  const NDArray zeros = NDArray::zeros(dtype::Int32, {2, 3});
  const auto array = std::make_shared<const NDArray>(zeros);
  const Result<BoundParameters> bound = bindParameters(main, {{"w", array}}, "p.npz", {});
  ASSERT_TRUE(bound.ok());
  EXPECT_TRUE(bound->contains("w"));
  EXPECT_EQ(bindParameters(main, {{"ww", array}}, "p.npz", {}).error().message,
            "p.npz has 'ww', but the model has no such parameter");
  EXPECT_EQ(bindParameters(main, {{"x", array}}, "p.npz", {}).error().message, "p.npz has no values for w");
  EXPECT_TRUE(bindParameters(main, {{"x", array}}, "p.npz", {{"w", zeros}}).ok());
}

}  // namespace
}  // namespace lw
