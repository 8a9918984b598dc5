// `lw run` of models: the samples with their parameters, and what it says of wrong files and options.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using nlohmann::json;
using testing::HasSubstr;

const std::string kModels = LW_SOURCE_DIR "/samples/models/";

class ModelRuns : public Cli {
 protected:
  json runJson(const std::string& arguments) const {
    const Outcome run = lw("run " + arguments + " --json --repeat 3");
    EXPECT_EQ(run.code, 0) << run.out << run.err;
    if (run.code != 0) return json(json::value_t::discarded);  // using it fails the test that asked
    return json::parse(run.out, nullptr, false);
  }
};

TEST_F(ModelRuns, TheSamplesAreRight) {
  const std::string params = " --params " + kModels + "data/mlp_params.npz",
                    test = " --inputs " + kModels + "data/mlp_test.npz";
  for (const std::string& arguments : std::vector<std::string>{
           "mlp.py", "mlp.py" + params + test, "mlp.py:MyModule.main" + params, "mlp_mixture.py" + params,
           "mlp_functions.py", "mlp_bound.py", "mlp_bound.py:MyModuleWithParams"}) {
    const json j = runJson(kModels + arguments);
    ASSERT_TRUE(j.is_object()) << arguments;
    EXPECT_TRUE(j["ok"].get<bool>()) << arguments;
    EXPECT_EQ(j["reference"]["kind"], "reference") << arguments;
    EXPECT_EQ(j["calls"], arguments.starts_with("mlp.py") ? 2 : 3) << arguments;  // linear0 and relu0 are one kernel
    EXPECT_LE(j["max_rel_error"].get<double>(), 1e-4) << arguments;
  }
}

TEST_F(ModelRuns, TimesEachCallInItsPlace) {
  const json j = runJson(kModels + "mlp_functions.py --kernels");
  double sum = 0;
  for (const json& k : j["kernels"]) {
    sum += k["share"].get<double>();
    EXPECT_TRUE(k["registered"].get<bool>());
    EXPECT_GT(k["median_ms"].get<double>(), 0);
  }
  EXPECT_NEAR(sum, 1, 1e-6);
  const json mixed = runJson(kModels + "mlp_mixture.py --kernels");
  ASSERT_EQ(mixed["kernels"].size(), 3u);
  EXPECT_EQ(mixed["kernels"][0]["callee"], "linear0");
  EXPECT_EQ(mixed["kernels"][0]["flops"], 2 * 784 * 128 + 128);
  EXPECT_FALSE(mixed["kernels"][2]["registered"].get<bool>());
  EXPECT_EQ(mixed["kernels"][2]["flops"], 2 * 128 * 10);
  EXPECT_EQ(mixed["memory"]["peak"], 128 * 4);  // env.relu writes into what it reads
  const Outcome table = lw("run " + kModels + "mlp.py --kernels --repeat 2");
  EXPECT_THAT(table.out, HasSubstr("MyModule.main\n  result       ok"));
  EXPECT_THAT(table.out, HasSubstr("\n  kernels      "));
  EXPECT_THAT(table.out, HasSubstr("\n  workspace    512 bytes for 512 bytes of temporaries"));
}

TEST_F(ModelRuns, WithoutAReferenceTheInterpreterComputes) {
  std::string text = slurp(kModels + "mlp.py");
  text.resize(text.find("def reference"));
  const json j = runJson(file("alone.py", text));
  EXPECT_EQ(j["reference"]["kind"], "graph, operator by operator");
  EXPECT_TRUE(j["checked"].get<bool>());
  EXPECT_TRUE(j["ok"].get<bool>());
  const std::string saved = (folder / "out.npz").string();
  EXPECT_EQ(lw("run " + folder.string() + "/alone.py --bind b=3 --save " + saved).code, 0);
  EXPECT_GT(std::filesystem::file_size(saved), 3u * 10 * 4);
}

// Sorting, scans, detection and updates: fused, compiled, and compared with the graph, operator by operator.
TEST_F(ModelRuns, OperatorsThatGoStepByStep) {
  const std::string model = std::string(LW_SOURCE_DIR) + "/tests/graph_kernels/models/steps.py";
  for (const char* how : {"", " --as-written", " --target gpu-emulator"}) {
    const json j = runJson(model + how + " --repeat 1");
    EXPECT_EQ(j["reference"]["kind"], "graph, operator by operator") << how;
    EXPECT_TRUE(j["checked"].get<bool>()) << how;
    EXPECT_TRUE(j["ok"].get<bool>()) << how << ": " << j.dump();
  }
}

// The kernels of a graph function that is called are below the call, with the time of all of them beside it.
TEST_F(ModelRuns, TimesTheKernelsOfCalledFunctions) {
  const std::string model = file("calls.py", R"(
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Net:
    @R.function
    def inner(x: R.Tensor((64, 64), "float32")) -> R.Tensor((64, 64), "float32"):
        s = R.sort(x, axis=0)
        return s

    @R.function
    def head(x: R.Tensor((64, 64), "float32")) -> R.Tensor((64, 64), "float32"):
        cls = Net
        a = R.matmul(x, x)
        b = cls.inner(a)
        return b

    @R.function
    def main(x: R.Tensor((64, 64), "float32")):
        cls = Net
        p = R.sort(x, axis=1)
        first = cls.head(p)
        second = cls.head(first)
        return second
)");
  const std::string how = "run " + model + ":Net.main --kernels --repeat 2 --as-written --threads 1";
  const Outcome j = lw(how + " --json");
  ASSERT_EQ(j.code, 0) << j.err;
  const json told = json::parse(j.out);
  std::string calls;
  for (const json& k : told["kernels"]) {
    for (const json& c : k["callers"])
      calls += c["value"].get<std::string>() + "=" + c["function"].get<std::string>() + " ";
    calls += k["callee"].get<std::string>() + "\n";
  }
  EXPECT_EQ(calls,
            "sort_1\nfirst=head matmul\nfirst=head b=inner sort\nsecond=head matmul\nsecond=head b=inner sort\n");
  const Outcome table = lw(how);
  for (const char* line : {"kernels      sort_1  ", "             first = head  ", "               matmul  ",
                           "               b = inner  ", "                 sort  ", "             second = head  "})
    EXPECT_THAT(table.out, HasSubstr(line));
}

// Constant weights are packed before they are copied to a device, and kernels read them packed.
TEST_F(ModelRuns, WeightsArePackedForAGpu) {
  const std::string model = file("packed.py", R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Net:
    @T.prim_func
    def layer(X: T.Buffer((8, 16), "float32"), W: T.Buffer((16, 16), "float32"), Y: T.Buffer((8, 16), "float32")):
        T.func_attr({"tir.noalias": True, "layout_free_buffers": [1]})
        for i, j, k in T.grid(8, 16, 16):
            with T.block("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vk, vj]

    @R.function
    def main(x: R.Tensor((8, 16), "float32")):
        w = R.reshape(R.arange(256, dtype="float32"), R.shape([16, 16]))
        cls = Net
        a = R.call_tir(cls.layer, (x, w), R.Tensor((8, 16), "float32"))
        return R.call_tir(cls.layer, (a, w), R.Tensor((8, 16), "float32"))


def packed(sch):
    i, j, k = sch.get_loops("Y")
    sch.bind(i, "blockIdx.x")
    sch.bind(j, "threadIdx.x")
    panels = sch.cache_read("Y", "W", "global")
    sch.transform_layout(panels, ("write", 0), lambda k, n: (n // 4, k, n % 4))
    sch.annotate(panels, "meta_schedule.layout_rewrite_preproc", True)
)");
  const json j = runJson(model + ":Net.main --target gpu-emulator --schedule layer=" + model + ":packed");
  EXPECT_TRUE(j["checked"].get<bool>());
  EXPECT_TRUE(j["ok"].get<bool>()) << j.dump();
  EXPECT_EQ(j["packed_once"]["weights"].size(), 1u) << j.dump();
  EXPECT_EQ(j["calls"], 2);
}

// The model is run in parts: a size is read when it is known, and what has that size gets its memory.
TEST_F(ModelRuns, ResultsOfUnknownSize) {
  const std::string model = std::string(LW_SOURCE_DIR) + "/tests/graph_kernels/models/counted.py";
  for (const char* how : {"", " --as-written", " --as-written --kernels"}) {
    const json j = runJson(model + how + " --repeat 2");
    EXPECT_EQ(j["reference"]["kind"], "graph, operator by operator") << how;
    EXPECT_TRUE(j["checked"].get<bool>()) << how;
    EXPECT_TRUE(j["ok"].get<bool>()) << how << ": " << j.dump();
  }
  const Outcome gpu = lw("run " + model + " --target gpu-emulator");
  EXPECT_EQ(gpu.code, 1);
  EXPECT_THAT(gpu.err, HasSubstr("the size unique_size is known only while the model runs, but gpu-emulator runs all "
                                 "kernels as one job"));
}

TEST_F(ModelRuns, KernelsAreScheduledInTheirPlaces) {
  const std::string tuned = kModels + "mlp_tuned.py", schedule = " --schedule linear0=" + tuned + ":fast";
  const json before = runJson(tuned + " --kernels --as-written"), after = runJson(tuned + schedule + " --kernels");
  EXPECT_TRUE(after["ok"].get<bool>());
  EXPECT_EQ(after["schedules"]["linear0"], tuned + ":fast");
  EXPECT_FALSE(before.contains("schedules"));
  // The work is that of the program as written, whatever the schedule adds.
  EXPECT_EQ(before["kernels"][0]["flops"], 2 * 784 * 128 + 128);
  EXPECT_EQ(after["kernels"][0]["flops"], 2 * 784 * 128 + 128);
  const std::string records = (folder / "records.sqlite").string();
  const Outcome tune = lw("tune " + tuned + ":MyModuleMixture.linear0 --trials 2 --threads 1 --db " + records);
  ASSERT_EQ(tune.code, 0) << tune.err;
  const json recorded = runJson(tuned + " --tuned --threads 1 --db " + records);
  EXPECT_TRUE(recorded["ok"].get<bool>());
  EXPECT_THAT(recorded["schedules"]["linear0"].get<std::string>(), HasSubstr("record "));
  const Outcome none = lw("run " + tuned + " --tuned --threads 2 --db " + records);
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("there is no right and timed record of "));
}

TEST_F(ModelRuns, TheCostModelSchedulesTheOtherKernels) {
  const std::string model = kModels + "conv_net.py --bind n=64 --threads 1 --kernels";
  const json before = runJson(model + " --as-written"), after = runJson(model);
  EXPECT_FALSE(before.contains("schedules"));
  EXPECT_TRUE(after["ok"].get<bool>());
  size_t drafted = 0;
  for (const auto& [kernel, schedule] : after["schedules"].items()) {
    EXPECT_THAT(schedule.get<std::string>(), HasSubstr("the cost model, "));
    ++drafted;
  }
  EXPECT_GE(drafted, 1u);
  // The product of the last layer becomes about 20 times as fast on every processor, so that none keeps it as written.
  EXPECT_TRUE(after["schedules"].contains("fused_reshape_2_matmul_add_2")) << after["schedules"].dump();
}

TEST_F(ModelRuns, AKernelWithAScheduleIsNotFused) {
  const std::string script =
      file("fast.py", "def fast(sch):\n    sch.parallel(sch.get_loops(sch.get_block(\"Y\"))[1])\n");
  const json j = runJson(kModels + "mlp.py --schedule relu0=" + script + ":fast --kernels");
  EXPECT_TRUE(j["ok"].get<bool>());
  ASSERT_EQ(j["calls"], 3);
  EXPECT_EQ(j["kernels"][1]["callee"], "relu0");
}

// Operators become kernels, and the graph itself is the reference.
TEST_F(ModelRuns, OperatorsRun) {
  for (const char* sample : {"conv_net.py", "transformer.py"}) {
    const json j = runJson(kModels + sample);
    ASSERT_TRUE(j.is_object()) << sample;
    EXPECT_TRUE(j["checked"].get<bool>()) << sample;
    EXPECT_TRUE(j["ok"].get<bool>()) << sample;
    EXPECT_EQ(j["reference"]["kind"], "graph, operator by operator") << sample;
  }
}

// The reference of the file is that of the model.
TEST_F(ModelRuns, AKernelOfAModelRunsAlone) {
  const json j = runJson(kModels + "mlp_tuned.py:MyModuleMixture.linear0 --no-baseline");
  EXPECT_EQ(j["reference"]["kind"], "unscheduled program");
  EXPECT_TRUE(j["ok"].get<bool>());
}

// Also on a machine whose peaks, by which kernels are chosen, were not known before the first run. Those of one thread
// are measured sooner.
TEST_F(ModelRuns, CompiledCodeIsKept) {
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  EXPECT_FALSE(runJson(kModels + "mlp.py --threads 1")["compiled_before"].get<bool>());
  EXPECT_TRUE(runJson(kModels + "mlp.py --threads 1")["compiled_before"].get<bool>());
  runJson(kModels + "transformer.py --threads 1 --reference none");
  EXPECT_TRUE(runJson(kModels + "transformer.py --threads 1 --reference none")["compiled_before"].get<bool>());
  unsetenv("XDG_CACHE_HOME");
}

// The choice of a side is an input; the other side does not run.
TEST_F(ModelRuns, AnIfRunsOneSide) {
  for (const char* quick : {"0..0", "1..1"}) {
    const json j = runJson(kModels + "choice.py --kernels --input quick=" + quick);
    EXPECT_TRUE(j["ok"].get<bool>()) << quick;
    EXPECT_TRUE(j["checked"].get<bool>()) << quick;
    int idle = 0, busy = 0;
    for (const json& k : j["kernels"]) ++(k["median_ms"].get<double>() > 0 ? busy : idle);
    EXPECT_GT(idle, 0);
    EXPECT_GT(busy, 2);
  }
}

TEST_F(ModelRuns, TheWorkspaceIsPlannedForTheBoundOfASize) {
  const std::string model = file("net.py", R"(from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Net:
    @R.function
    def main(x: R.Tensor(("n", 24), "float32"), w: R.Tensor((24, 16), "float32"), v: R.Tensor((16, 8), "float32")):
        n = T.int64()
        with R.dataflow():
            y = R.matmul(x, w)
            z = R.matmul(R.nn.softmax(y, axis=-1), v)
            R.output(z)
        return z
)");
  const auto peakOf = [&](const std::string& options) {
    const json j = runJson(model + " " + options);
    EXPECT_TRUE(j["ok"].get<bool>()) << options;
    return j["memory"]["peak"].get<int64_t>();
  };
  const int64_t two = peakOf("--bind n=2"), four = peakOf("--bind n=4");
  EXPECT_GT(four, two);
  EXPECT_EQ(peakOf("--bind 'n<=4' --bind n=2"), four);
  const Outcome above = lw("run " + model + " --bind 'n<=4' --bind n=5");
  EXPECT_EQ(above.code, 1);
  EXPECT_THAT(above.err, HasSubstr("n is 5, but the memory of main is planned for 4 at most"));
}

TEST_F(ModelRuns, OnAGpuThroughItsDriver) {
  const Outcome first = lw("run " + kModels + "mlp.py --target opencl --kernels --json --repeat 3");
  if (first.code == 4) GTEST_SKIP() << "there is no OpenCL device";
  ASSERT_EQ(first.code, 0) << first.out << first.err;
  const json j = json::parse(first.out);
  EXPECT_TRUE(j["ok"].get<bool>());
  EXPECT_TRUE(j["checked"].get<bool>());
  EXPECT_EQ(j["target"], "opencl");
  ASSERT_EQ(j["kernels"].size(), 2u);
  for (const json& k : j["kernels"]) EXPECT_GT(k["median_ms"].get<double>(), 0);
  const json net = runJson(kModels + "conv_net.py --target opencl --bind n=2");
  EXPECT_TRUE(net["ok"].get<bool>());
  EXPECT_TRUE(net["checked"].get<bool>());
}

TEST_F(ModelRuns, OnTheEmulatorWithItsFindings) {
  const json j = runJson(kModels + "mlp.py --target gpu-emulator --kernels");
  EXPECT_TRUE(j["ok"].get<bool>());
  EXPECT_EQ(j["device"], "emulated sm_80");
  ASSERT_EQ(j["emulated"].size(), 2u);
  for (const json& step : j["emulated"]) {
    EXPECT_TRUE(step["findings"].empty());
    EXPECT_GT(step["modelled_ms"].get<double>(), 0);
  }
  // Which element is read is only known when the kernel runs.
  const Outcome race = lw("run " + file("race.py", R"(# inputs: I=7..7
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class M:
    @T.prim_func
    def race(I: T.Buffer((8,), "int32"), A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in T.thread_binding(8, thread="blockIdx.x"):
            with T.block("A"):
                vi = T.axis.spatial(8, i)
                A[vi] = T.Cast("float32", vi)
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[I[vi]]

    @R.function
    def main(I: R.Tensor((8,), "int32")):
        pair = R.call_tir(M.race, (I,), [R.Tensor((8,), "float32"), R.Tensor((8,), "float32")])
        return pair
)") + " --target gpu-emulator --reference none");
  EXPECT_EQ(race.code, 3);
  EXPECT_THAT(race.out, HasSubstr("the blocks of a kernel run in no fixed order"));
}

TEST_F(ModelRuns, WrongFilesAndOptionsAreNamed) {
  const struct {
    std::string arguments;
    int code;
    const char *message, *hint;
  } kCases[] = {
      {"mlp.py --params weights.pkl", 1,
       "weights.pkl is a pickle, which is not read: reading it would run code that the file contains",
       "numpy.savez(\"params.npz\", **pickle.load(open(\"params.pkl\", \"rb\")))"},
      {"mlp.py --params data/mlp_test.npz", 1, "data/mlp_test.npz has no values for w0, b0, w1, b1", "--inputs"},
      {"mlp.py --target abacus", 4, "target 'abacus' is not available here: there is no such target",
       "leave --target out"},
      {"mlp_mixture.py --target gpu-emulator", 1,
       "env.relu is a function of this machine's processor: a model on gpu-emulator consists of kernels",
       "call an operator or a prim_func in its place"},
      {"choice.py --target gpu-emulator", 1,
       "is chosen by an `if`, which this machine's processor decides: gpu-emulator cannot run it",
       "leave --target out"},
      {"conv_net.py --bind 'm<=4'", 2, "main has no size named m", "its sizes and scalar parameters are n"},
      {"mlp.py:MyModule.relu0 --bind 'n<=4'", 2, "--bind SIZE<=N applies to models, and relu0 is a kernel",
       "write --bind SIZE=N"},
      {"mlp.py --script mlp.py", 2, "--script does not apply to the model MyModule.main",
       "name one of its kernels, as in FILE:Class.kernel, or use --schedule KERNEL=FILE"},
      {"mlp.py --schedule linear0", 2, "--schedule takes NAME=VALUE, not 'linear0'",
       "for example --schedule linear0=fast.py"},
      {"mlp.py --schedule linear=fast.py", 2, "the model has no kernel named linear", "did you mean 'linear0_1'?"},
      {"mlp_bound.py --params data/mlp_params.npz", 2, "--params does not apply to the model MyModuleWithParams.main",
       "the file binds its parameters"},
      {"mlp.py:MyModule.relu0 --kernels", 2, "--kernels applies to models, and relu0 is a kernel", "leave it out"},
  };
  for (const auto& c : kCases) {
    std::string arguments = c.arguments;
    for (const char* name : {" data/", " mlp.py"})
      for (size_t at = arguments.find(name); at != std::string::npos; at = arguments.find(name, at + kModels.size()))
        arguments.insert(at + 1, kModels);
    const Outcome run = lw("run " + kModels + arguments);
    EXPECT_EQ(run.code, c.code) << c.arguments << run.out;
    EXPECT_THAT(run.err, HasSubstr(c.message)) << c.arguments;
    EXPECT_THAT(run.err, HasSubstr(c.hint)) << c.arguments;
  }
}

TEST_F(ModelRuns, ParametersOfTheFileAreADict) {
  std::string text = slurp(kModels + "mlp_bound.py");
  const std::string load = "np.load(\"data/mlp_params.npz\")";
  const auto with = [&](const std::string& params) {
    std::string changed = text;
    changed.replace(changed.find(load), load.size(), params);
    return lw("run " + file("bound.py", changed) + " --repeat 2");
  };
  const std::string rest =
      "\"b0\": np.zeros(3, \"float32\"), \"w1\": np.ones((2, 3), \"float32\"), \"b1\": np.ones(2, \"float32\")}";
  EXPECT_EQ(with("{\"w0\": np.ones((3, 5), \"float32\"), " + rest).code, 0);
  EXPECT_THAT(with("{\"w0\": np.ones((3, 5), \"float32\")}").err,
              HasSubstr("MyModuleWithParams has no values for b0, w1, b1"));
  EXPECT_THAT(with("{\"w0\": np.ones((4, 5), \"float32\"), " + rest).err,
              HasSubstr("parameter b0 is bound to R.Tensor((3,), dtype=\"float32\"), but it is R.Tensor((n,)"));
  EXPECT_THAT(with("np.ones(3)").err,
              HasSubstr("the parameters of MyModuleWithParams are no dict of arrays by their names"));
  EXPECT_THAT(with("pickle.load(open(\"p.pkl\", \"rb\"))").err, HasSubstr("files are not opened here"));
  EXPECT_THAT(with("np.load(3)").err, HasSubstr("np.load takes the path of a .npz file beside this one"));
}

TEST_F(ModelRuns, ChecksSayWhatCannotRun) {
  const Outcome right = lw("check " + kModels + "mlp.py");
  EXPECT_EQ(right.code, 0);
  EXPECT_EQ(right.err, "");
  const Outcome wrong = lw("check " + file("branch.py", R"(
@R.function
def main(x: R.Tensor((4,), "float32"), c: R.Tensor((), "bool")):
    if x:
        y = x
    else:
        y = x
    return y
)"));
  EXPECT_EQ(wrong.code, 0);
  EXPECT_THAT(wrong.err,
              HasSubstr("the graph main is read, checked and printed, but it cannot be run: the condition for y "
                        "is R.Tensor((4,), dtype=\"float32\")"));
}

TEST_F(ModelRuns, ChecksSayWhichFunctionIsNotRegistered) {
  std::string text = slurp(kModels + "mlp_mixture.py");
  text.replace(text.find("\"env.relu\""), 10, "\"env.rely\"");
  EXPECT_THAT(lw("check " + file("rely.py", text)).err, HasSubstr("no function is registered as env.rely"));
}

TEST_F(ModelRuns, SizesWithoutValuesAreNamed) {
  std::string text = slurp(kModels + "mlp.py");
  text.erase(text.find("# bind"), std::string("# bind: b=1").size());
  const Outcome run = lw("run " + file("open.py", text));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("the sizes b of the model have no values"));
  EXPECT_THAT(run.err, HasSubstr("--bind b=16"));
}

}  // namespace
