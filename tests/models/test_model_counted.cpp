// Models that compute sizes while they run: compiled and interpreted, and what is refused.
#include <gmock/gmock.h>

#include "backends/measure/measure_model.h"
#include "core/te/read_program.h"
#include "core/text/graph/read_model.h"
#include "passes/graph/in_place.h"
#include "passes/graph/model_sizes.h"

namespace lw {
namespace {

constexpr const char* kCountedClass = R"(
@I.ir_module
class M:
    @T.prim_func
    def count(x: T.handle, C: T.Buffer((1,), "int64")):
        n = T.int64()
        X = T.match_buffer(x, (n,), "int32")
        C[0] = T.int64(0)
        for i in range(n):
            if X[i] > 0:
                C[0] = C[0] + T.int64(1)

    @T.prim_func
    def keep(x: T.handle, y: T.handle):
        n, m = T.int64(), T.int64()
        X = T.match_buffer(x, (n,), "int32")
        Y = T.match_buffer(y, (m,), "int32")
        K = T.alloc_buffer((1,), "int64")
        K[0] = T.int64(0)
        for i in range(n):
            if X[i] > 0:
                Y[K[0]] = X[i]
                K[0] = K[0] + T.int64(1)

    @T.prim_func
    def less(x: T.handle, y: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n,), "int32")
        Y = T.match_buffer(y, (n,), "int32")
        for i in range(n):
            with T.block("Y"):
                vi = T.axis.spatial(n, i)
                Y[vi] = X[vi] - 30

    @T.prim_func
    def minus(C: T.Buffer((1,), "int64")):
        C[0] = T.int64(-3)

    @R.function
    def positive(x: R.Tensor(("k",), "int32")):
        k = T.int64()
        p = T.int64()
        size = R.call_tir(M.count, (x,), R.Tensor((1,), "int64"))
        shape = R.tensor_to_shape(size)
        named = R.match_cast(shape, R.Shape([p]))
        kept = R.call_tir(M.keep, (x,), R.Tensor((p,), "int32"))
        return kept

    @R.function
    def main(x: R.Tensor(("n",), "int32"), c: R.Tensor((), "bool")):
        n = T.int64()
        m = T.int64()
)";

Result<ModelProgram> countedProgram(const std::string& lines) {
  const SourceFile file = readProgram("model.py", kCountedClass + lines);
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source);
  const GraphChoice main = *graphNamed(file, "M.main");
  return modelProgramOf(modelOf(file, *main.graph), *main.function);
}

std::vector<NDArray> countedInputs(int64_t n, uint64_t seed) {
  return {randomArray(dtype::Int32, {n}, {ValueRange::Kind::Between, -100, 100}, seed),
          NDArray::zeros(dtype::Bool(), {})};
}

// The function is called twice, so that each call has a size of its own.
constexpr const char* kTwice = R"(
        a = M.positive(x)
        b = R.call_tir(M.less, (a,), R.Tensor((m,), "int32"))
        d = M.positive(b)
        return (a, d)
)";
const std::string kTwiceText = [] {
  std::string text = kTwice;
  const std::string line = "        a = M.positive(x)\n";
  text.replace(text.find(line), line.size(),
               "        whole = M.positive(x)\n        a = R.match_cast(whole, R.Tensor((m,), \"int32\"))\n");
  return text;
}();

TEST(CountedModels, ComputeWhatTheInterpreterComputes) {
  Result<RunnerProcess> child = RunnerProcess::start();
  ASSERT_TRUE(child.ok());
  const Result<ModelProgram> program = countedProgram(kTwiceText);
  ASSERT_TRUE(program.ok()) << program.error().message;
  ASSERT_EQ(program->counts.size(), 2u);
  EXPECT_THAT(toText(*program), testing::HasSubstr("p = size[0], known from step 1\n"));
  const Result<CompiledModel> model = CompiledModel::build(*program, {.optLevel = 1}, 1);
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(model->segments.size(), 3u);
  for (const int64_t n : {40, 1, 7}) {
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      const std::vector<NDArray> inputs = countedInputs(n, seed);
      Result<ModelRun> run = ModelRun::load(*child, *model, inputs, 1, 0, {});
      ASSERT_TRUE(run.ok()) << run.error().message;
      for (const int64_t loops : {1, 3}) ASSERT_TRUE(run->run(loops).ok());
      const Result<std::vector<double>> times = run->timeSteps(2);
      ASSERT_TRUE(times.ok()) << times.error().message;
      EXPECT_EQ(times->size(), 5u);
      const auto got = run->outputs(), expected = interpretModel(*program, inputs, {});
      ASSERT_TRUE(got.ok() && expected.ok());
      int64_t positive = 0, above = 0;
      for (int64_t i = 0; i < n; ++i) {
        positive += inputs[0].getInt(i) > 0 ? 1 : 0;
        above += inputs[0].getInt(i) > 30 ? 1 : 0;
      }
      EXPECT_EQ((*got)[0].shape, (std::vector<int64_t>{positive}));
      EXPECT_EQ((*got)[1].shape, (std::vector<int64_t>{above}));
      for (size_t o = 0; o < 2; ++o) EXPECT_EQ((*got)[o].data, (*expected)[o].data);
    }
  }
}

// The steps behind a computed size write into what an earlier entry has computed. Timing them runs no entry twice in a
// row, which would read what the first run has left there.
TEST(CountedModels, TimingTheStepsLeavesTheResultsAsTheyAre) {
  Result<RunnerProcess> child = RunnerProcess::start();
  ASSERT_TRUE(child.ok());
  const Result<ModelProgram> program = countedProgram(R"(
        early = R.call_tir(M.less, (x,), R.Tensor((n,), "int32"))
        kept = M.positive(x)
        b = R.call_tir(M.less, (early,), R.Tensor((n,), "int32"))
        d = R.call_tir(M.less, (b,), R.Tensor((n,), "int32"))
        return (kept, d)
)");
  ASSERT_TRUE(program.ok()) << program.error().message;
  const Result<CompiledModel> model = CompiledModel::build(*program, {.optLevel = 1}, 1);
  ASSERT_TRUE(model.ok()) << model.error().message;
  ASSERT_EQ(model->segments.size(), 2u);
  const std::vector<NDArray> inputs = countedInputs(40, 1);
  Result<ModelRun> run = ModelRun::load(*child, *model, inputs, 1, 0, {});
  ASSERT_TRUE(run.ok()) << run.error().message;
  const auto expected = interpretModel(*program, inputs, {});
  ASSERT_TRUE(expected.ok());
  for (const int64_t calls : {1, 2, 5}) {
    const Result<std::vector<double>> times = run->timeSteps(calls);
    ASSERT_TRUE(times.ok()) << times.error().message;
    EXPECT_EQ(times->size(), program->steps.size());
    const auto got = run->outputs();
    ASSERT_TRUE(got.ok());
    for (size_t o = 0; o < 2; ++o) EXPECT_EQ((*got)[o].data, (*expected)[o].data) << calls << " calls, result " << o;
  }
}

TEST(CountedModels, SizesMustFitWhatTheyAreSaidToBe) {
  Result<RunnerProcess> child = RunnerProcess::start();
  ASSERT_TRUE(child.ok());
  const auto failure = [&](ModelProgram program) -> std::pair<std::string, std::string> {
    const std::vector<NDArray> inputs = countedInputs(20, 1);
    const Result<CompiledModel> model = CompiledModel::build(program, {.optLevel = 1}, 1);
    if (!model) return {model.error().message, ""};
    Result<ModelRun> run = ModelRun::load(*child, *model, inputs, 1, 0, {});
    if (!run) return {run.error().message, ""};
    const Result<double> ran = run->run();
    const auto interpreted = interpretModel(program, inputs, {});
    return {ran.ok() ? "ran" : ran.error().message, interpreted.ok() ? "ran" : interpreted.error().message};
  };
  const std::string sized = "        size = R.call_tir(M.count, (x,), R.Tensor((1,), \"int64\"))\n";
  const std::string cast =
      "        shape = R.tensor_to_shape(size)\n        named = R.match_cast(shape, R.Shape([$]))\n";
  const auto with = [&](const std::string& size) {
    std::string text = cast;
    return text.replace(text.find('$'), 1, size);
  };
  const Result<ModelProgram> all = countedProgram(sized + with("n") + "        return size\n");
  ASSERT_TRUE(all.ok()) << all.error().message;
  const auto [ran, interpreted] = failure(*all);
  EXPECT_THAT(ran, testing::StartsWith("the shape of named does not fit: named is "));
  EXPECT_THAT(ran, testing::EndsWith("but n is 20"));
  EXPECT_EQ(ran, interpreted);

  const Result<ModelProgram> negative = countedProgram(
      "        size = R.call_tir(M.minus, (), R.Tensor((1,), \"int64\"))\n" + with("m") + "        return size\n");
  ASSERT_TRUE(negative.ok()) << negative.error().message;
  EXPECT_EQ(failure(*negative),
            std::pair(std::string("the size m of main is -3"), std::string("the size m of main is -3")));

  Result<ModelProgram> bounded = countedProgram(kTwiceText);
  ASSERT_TRUE(bounded.ok());
  ASSERT_TRUE(boundSizes(*bounded, {{"p", 2}}).ok());
  EXPECT_THAT(failure(*bounded).first, testing::HasSubstr("but the memory of main is planned for 2 at most"));
}

TEST(CountedModels, RefuseWhatIsNoShapeAndSizesInBranches) {
  const auto message = [](const std::string& lines) {
    const Result<ModelProgram> program = countedProgram(lines);
    return program.ok() ? "accepted" : program.error().message;
  };
  EXPECT_EQ(
      message("        s = R.tensor_to_shape(x)\n        return x\n"),
      "s makes a shape of R.Tensor((n,), dtype=\"int32\"): a model that runs makes shapes of int64 tensors of one "
      "known dimension");
  EXPECT_EQ(
      message("        if c:\n            y = M.positive(x)\n        else:\n            y = x\n        return y\n"),
      "the sizes of named are computed on one side of an `if`: a model that runs computes sizes outside of it");
}

// Where the sizes are constants, nothing is left to the run.
TEST(CountedModels, SizesOfConstantsAreKnown) {
  const Result<ModelProgram> program = countedProgram(
      "        shape = R.tensor_to_shape(R.const([4], \"int64\"))\n        named = R.match_cast(shape, R.Shape([m]))\n"
      "        y = R.call_tir(M.keep, (x,), R.Tensor((m,), \"int32\"))\n        return y\n");
  ASSERT_TRUE(program.ok()) << program.error().message;
  EXPECT_TRUE(program->counts.empty());
  EXPECT_THAT(toText(*program), testing::HasSubstr("output y: R.Tensor((4,), dtype=\"int32\")"));
}

}  // namespace
}  // namespace lw
