// GPU schedules from the command line.
#include <filesystem>
#include <regex>

#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"
#include "tests/emulator/m16n8k8_program.h"
#include "tests/float8_values.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;

const std::string kGpu = LW_SOURCE_DIR "/samples/gpu/";

std::string scheduled(const std::string& sample, const std::string& schedule) {
  return kGpu + sample + ".py --script " + kGpu + sample + ".py:" + schedule;
}

TEST_F(Cli, EmulatedRunsCountTransactionsAndConflicts) {
  const Outcome r =
      lw("run " + scheduled("transpose", "through_shared_memory") + " --target gpu-emulator --device sm_90 --json");
  ASSERT_EQ(r.code, 0) << r.err;
  const auto j = nlohmann::json::parse(r.out);
  EXPECT_EQ(j["ok"], true);
  EXPECT_EQ(j["device"], "emulated sm_90");
  const auto& kernel = j["emulated"]["kernels"][0];
  EXPECT_EQ(kernel["grid"], nlohmann::json({4, 4, 1}));
  EXPECT_EQ(kernel["block"], nlohmann::json({32, 8, 1}));
  EXPECT_EQ(kernel["barriers"], 1);
  bool conflict = false;
  for (const auto& access : kernel["accesses"]) conflict |= access["scope"] == "shared" && access["per_request"] == 32;
  EXPECT_TRUE(conflict) << "a column of a tile of 32 lies in one bank";
  EXPECT_THAT(lw("run " + scheduled("transpose", "schedule") + " --target gpu-emulator").out,
              HasSubstr("limited by threads"));
}

TEST_F(Cli, InterleavingsAreVisited) {
  const std::string run = "run " + scheduled("transpose", "schedule") + " --target gpu-emulator --interleavings";
  const Outcome r = lw(run + " --json");
  ASSERT_EQ(r.code, 0) << r.err;
  const auto j = nlohmann::json::parse(r.out)["emulated"]["interleavings"];
  EXPECT_EQ(j["complete"], true);
  EXPECT_GT(j["scenarios"], 0);
  EXPECT_GT(j["states"], 10);
  EXPECT_THAT(lw(run).out, HasSubstr("pairs of threads and elements"));
}

TEST_F(Cli, RacesOfThreadsAreWrongResults) {
  const auto program = [](const std::string& element) {
    return R"(# inputs: I=7..7
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((8,), "float32"), I: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32")):
    for i in T.thread_binding(8, thread="blockIdx.x"):
        with T.block("A"):
            vi = T.axis.spatial(8, i)
            A[vi] = T.Cast("float32", vi)
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[)" +
           element + "]\n";
  };
  // Which element is read is only known when the kernel runs.
  const Outcome r = lw("run " + file("race.py", program("I[vi]")) + " --target gpu-emulator --reference none");
  EXPECT_THAT(r.out, HasSubstr("of block (7, 0, 0)"));
  EXPECT_THAT(r.out, HasSubstr("the blocks of a kernel run in no fixed order"));
  EXPECT_EQ(r.code, 3);
  const Outcome known = lw("run " + file("known.py", program("7 - vi")) + " --target gpu-emulator --reference none");
  EXPECT_THAT(known.err,
              HasSubstr("thread blocks in one kernel access the same elements of A, and they run in no fixed order"));
  EXPECT_EQ(known.code, 1);
}

TEST_F(Cli, LoweringForGpusRefusesWhatCannotRun) {
  Outcome r = lw("lower " + kGpu + "window_sum.py --target gpu-emulator");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("block \"C\" runs outside of any kernel"));
  r = lw("lower " + scheduled("window_sum", "schedule") + " --target cuda --stage thread_sync");
  EXPECT_THAT(r.out, HasSubstr("T.tvm_storage_sync(\"shared\")"));
  r = lw("run " + kGpu + "window_sum.py --target gpu-emulator --device sm_1");
  EXPECT_THAT(r.err, HasSubstr("there is no device model 'sm_1'"));
  EXPECT_THAT(r.err, HasSubstr("sm_80"));
}

// Every sample on the first OpenCL device; scripts/packages brings one that is the cpu.
TEST_F(Cli, KernelsRunOnOpenClDevices) {
  const Outcome devices = lw("devices --json");
  const auto targets = nlohmann::json::parse(devices.out)["targets"];
  ASSERT_EQ(targets[3]["models"].size(), 6u);
  EXPECT_EQ(targets[3]["models"][2]["name"], "sm_80");
  EXPECT_EQ(targets[3]["models"][2]["threads_of_multiprocessor"], 2048);
  EXPECT_THAT(lw("devices").out, HasSubstr("A100: 108 multiprocessors, each with 2048 threads"));
  if (!targets[2].contains("devices")) GTEST_SKIP() << "no OpenCL device: " << targets[2].dump();
  EXPECT_GT(targets[2]["devices"][0]["max_threads"], 0);
  const std::pair<const char*, const char*> schedules[] = {
      {"window_sum", "shared"},     {"window_sum", "schedule"},
      {"matmul", "blocking"},       {"matmul", "schedule"},
      {"matmul", "ahead"},          {"matmul", "virtual_threads"},
      {"matmul", "pipelined"},      {"reduction", "schedule"},
      {"reduction", "parts_first"}, {"reduction", "parts_in_shared_memory"},
      {"transpose", "schedule"},    {"softmax", "schedule"},
      {"layer_norm", "schedule"},   {"column_sums", "own_column"},
      {"column_sums", "schedule"},  {"batch_matmul", "schedule"},
      {"split_k", "schedule"},      {"conv2d", "schedule"},
      {"tensor_cores", "schedule"}, {"mma", "schedule"},
      {"mma", "pipelined"},         {"wgmma", "schedule"}};
  for (const auto& [sample, schedule] : schedules) {
    const Outcome r = lw("run " + scheduled(sample, schedule) + " --target opencl --repeat 2 --json");
    ASSERT_EQ(r.code, 0) << sample << ":" << schedule << r.err << r.out;
    const auto j = nlohmann::json::parse(r.out);
    EXPECT_EQ(j["ok"], true);
    EXPECT_EQ(j["checked"], true);
    EXPECT_GT(j["median_ms"], 0) << "timed by events";
  }
  // The same in other types, where the device has them.
  for (const char* type : {"float64", "float16"})
    for (const std::string sample : {"reduction", "transpose", "matmul"}) {
      if (type == std::string("float64") && !targets[2]["devices"][0].value("float64", false)) continue;
      std::string text = slurp(kGpu + sample + ".py");
      for (size_t at; (at = text.find("float32")) != std::string::npos;) text.replace(at, 7, type);
      const std::string path = file(sample + "_" + type + ".py", text);
      for (const std::string target : {"opencl", "gpu-emulator"}) {
        if (target == "gpu-emulator" && sample == "matmul") continue;  // tests/emulator does it
        const Outcome r = lw("run " + path + " --script " + path +
                             ":schedule --repeat 1 --json --input '*=integers' --target " + target);
        ASSERT_EQ(r.code, 0) << sample << " in " << type << " on " << target << r.err << r.out;
        EXPECT_EQ(nlohmann::json::parse(r.out)["ok"], true);
      }
    }
  // A loop that the compiler of the device writes out.
  const std::string sums = file("sums.py", R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((64, 8), "float32"), B: T.Buffer((64,), "float32")):
    for i, k in T.grid(64, 8):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]


def schedule(sch):
    i, k = sch.get_loops("B")
    sch.bind(i, "threadIdx.x")
    sch.unroll(k)
    sch.annotate(k, "pragma_unroll_explicit", 0)
)");
  EXPECT_THAT(lw("lower " + sums + " --script " + sums + " --target opencl --stage opencl").out,
              HasSubstr("#pragma unroll\n  for (int32_t k"));
  const Outcome unrolled = lw("run " + sums + " --script " + sums + " --target opencl --repeat 1 --json");
  ASSERT_EQ(unrolled.code, 0) << unrolled.err;
  EXPECT_EQ(nlohmann::json::parse(unrolled.out)["ok"], true);
  const std::string path = file("many.py", R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((65536,), "float32")):
    for i in T.thread_binding(65536, thread="threadIdx.x"):
        with T.block("A"):
            vi = T.axis.spatial(65536, i)
            A[vi] = T.float32(1)
)");
  const Outcome r = lw("run " + path + " --target opencl --reference none");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("threadIdx.x has 65536 iterations, but the device's limit is"));
}

// The kernels of today's models compute what NumPy computes, on the first OpenCL device, which has none of NVIDIA's
// instructions; without one, emulated.
TEST_F(Cli, KernelsOfModelsComputeWhatTheyShould) {
  const auto targets = nlohmann::json::parse(lw("devices --json").out)["targets"];
  const std::string target = targets[2].contains("devices") ? "opencl" : "gpu-emulator";
  const std::regex function(R"(\ndef (\w+)\(sch\):)");
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kGpu + "kernels")) {
    const std::string sample = "kernels/" + entry.path().stem().string(), text = slurp(entry.path().string());
    for (std::sregex_iterator i(text.begin(), text.end(), function), end; i != end; ++i, ++count) {
      const std::string command =
          "run " + scheduled(sample, (*i)[1].str()) + " --repeat 1 --no-baseline --json --target " + target;
      const Outcome r = lw(command);
      ASSERT_EQ(r.code, 0) << command << ": " << r.err << r.out;
      const auto j = nlohmann::json::parse(r.out);
      EXPECT_TRUE(j["checked"] == true && j["ok"] == true) << command << ": " << r.out;
    }
  }
  EXPECT_GE(count, 19);
}

// Where there are no instructions for them: every value of the types of eight bits, their products, and those of
// m16n8k8.
TEST_F(Cli, NarrowTypesAndSmallFragmentsRunOnOpenClDevices) {
  const auto targets = nlohmann::json::parse(lw("devices --json").out)["targets"];
  if (!targets[2].contains("devices")) GTEST_SKIP() << "no OpenCL device: " << targets[2].dump();
  const std::string product = R"(from composites.gpu_matmul import mma_matmul
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((64, 64), "float8_e4m3fn"), B: T.Buffer((64, 64), "float8_e4m3fn"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])


def schedule(sch):
    mma_matmul(sch, sch.get_block("C"), types="e4m3e4m3f32")
)";
  const std::pair<const char*, std::string> programs[] = {{"e4m3.py", lw::test::float8Program(true)},
                                                          {"e5m2.py", lw::test::float8Program(false)},
                                                          {"float8.py", product},
                                                          {"m16n8k8.py", lw::test::m16n8k8Program("float32")}};
  for (const auto& [name, text] : programs) {
    const std::string path = file(name, text);
    for (const std::string target : {"opencl", "cpu"}) {
      const Outcome r = lw("run " + path + (target == "cpu" ? "" : " --script " + path + ":schedule") +
                           " --repeat 1 --json --target " + target);
      ASSERT_EQ(r.code, 0) << name << " on " << target << r.err << r.out;
      EXPECT_EQ(nlohmann::json::parse(r.out)["ok"], true) << name << r.out;
      EXPECT_EQ(nlohmann::json::parse(r.out)["checked"], true) << name;
    }
  }
}

// ldmatrix and mma on registers: where there are no such instructions, lanes exchange their operands.
TEST_F(Cli, RegistersOfWarpsRunOnGpuTargets) {
  const std::string path = file("registers.py", R"(import numpy as np
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 16, 16), "float16"), B: T.Buffer((2, 16, 8), "float16"), C: T.Buffer((2, 16, 8), "float32")):
    for ty in T.thread_binding(2, thread="threadIdx.y"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("warp"):
                T.reads(A[0:2, 0:16, 0:16], B[0:2, 0:16, 0:8])
                T.writes(C[0:2, 0:16, 0:8])
                sa = T.alloc_buffer((2, 16, 24), "float16", scope="shared")
                a = T.alloc_buffer((8,), "float16", scope="local")
                b = T.alloc_buffer((4,), "float16", scope="local")
                c = T.alloc_buffer((4,), "float32", scope="local")
                for i in range(8):
                    sa[ty, i * 2 + tx // 16, tx % 16] = A[ty, i * 2 + tx // 16, tx % 16]
                T.evaluate(T.ptx_ldmatrix(False, 4, ".b16", a.data, 0, T.address_of(sa[ty, tx % 16, tx // 16 * 8]), 0, dtype="float16"))
                for e in range(4):
                    b[e] = B[ty, tx % 4 * 2 + e % 2 + e // 2 * 8, tx // 4]
                T.evaluate(T.mma_fill(4, c.data, 0, dtype="float32"))
                T.evaluate(T.ptx_mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", a.data, 0, b.data, 0, c.data, 0, False, dtype="float32"))
                for e in range(4):
                    C[ty, tx // 4 + e // 2 * 8, tx % 4 * 2 + e % 2] = c[e]


def reference(A, B, C):
    np.matmul(A.astype("float32"), B.astype("float32"), out=C)
)");
  const bool device = nlohmann::json::parse(lw("devices --json").out)["targets"][2].contains("devices");
  for (const std::string target : {"gpu-emulator", "opencl"}) {
    if (target == "opencl" && !device) continue;
    const Outcome r = lw("run " + path + " --no-baseline --repeat 1 --json --target " + target);
    ASSERT_EQ(r.code, 0) << target << r.err << r.out;
    EXPECT_EQ(nlohmann::json::parse(r.out)["checked"], true);
  }
  const Outcome cpu = lw("run " + path + " --no-baseline --target cpu");
  EXPECT_EQ(cpu.code, 1);
  EXPECT_THAT(cpu.err, HasSubstr("ptx_ldmatrix"));
}

// A kernel that does not end is ended, and the device takes the next one.
TEST_F(Cli, KernelsThatHangAreEnded) {
  const std::string path = file("endless.py", R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    for i in T.thread_binding(4, thread="threadIdx.x"):
        with T.block("A"):
            vi = T.axis.spatial(4, i)
            T.reads(A[vi])
            T.writes(A[vi])
            A[vi] = T.float32(1)
            while A[vi] > T.float32(0):
                A[vi] = A[vi] * T.float32(0.5) + T.float32(1)
)");
  const Outcome r = lw("run " + path + " --target opencl --reference none --no-baseline --timeout 2");
  EXPECT_EQ(r.code, 3);
  EXPECT_THAT(r.err, HasSubstr("kernel on the device did not end within 2 s and was stopped"));
  EXPECT_EQ(lw("run " + scheduled("window_sum", "schedule") + " --target opencl --repeat 2").code, 0);
}

// What lowered programs of other systems say of threads: no loops, and values that are exchanged through shared memory.
TEST_F(Cli, LaunchedThreadsRunOnEveryTarget) {
  const std::string path = file("launch.py", R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    bx = T.launch_thread("blockIdx.x", 4)
    tx = T.launch_thread("threadIdx.x", 32)
    B[bx * 32 + tx] = A[bx * 32 + tx] + T.float32(1)
)");
  for (const std::string target : {"cpu", "gpu-emulator", "opencl"}) {
    const Outcome r = lw("run " + path + " --repeat 1 --target " + target);
    EXPECT_EQ(r.code, 0) << target << r.err;
    EXPECT_THAT(r.out, HasSubstr("ok, max error 0 "));
  }
  const std::string exported = file("launch.c", "");
  ASSERT_EQ(lw("export " + path + " --format c -o " + exported).code, 0);
  EXPECT_EQ(std::system(("cc -c " + exported + " -o " + exported + ".o").c_str()), 0);
  const std::string turned = file("turned.py", R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    bx = T.launch_thread("blockIdx.x", 4)
    tx = T.launch_thread("threadIdx.x", 32)
    data = T.allocate([32], "float32", "shared")
    tile = T.Buffer((32,), data=data, scope="shared")
    tile[tx] = A[bx * 32 + tx]
    T.tvm_storage_sync("shared")
    B[bx * 32 + tx] = tile[31 - tx]


def reference(A, B):
    B[:] = A.reshape(4, 32)[:, ::-1].reshape(128)
)");
  EXPECT_THAT(lw("run " + turned + " --repeat 1 --target gpu-emulator").out, HasSubstr("ok, max error 0 "));
}

TEST_F(Cli, TimelinesShowWhatTheWarpsOfABlockDo) {
  const std::string program = scheduled("multistage", "schedule");
  const Outcome text = lw("timeline " + program + " --device sm_90");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("one block of 4 warps on sm_90"));
  EXPECT_THAT(text.out, HasSubstr("by a model, not measured"));
  EXPECT_THAT(text.out, testing::ContainsRegex("threads   96 to  127  issue +[0-9]+ %, stalled +[0-9]+ %"));
  EXPECT_THAT(text.out, testing::ContainsRegex("[0-9]+ asynchronous copies, in flight [0-9]+ % of the time"));

  const nlohmann::json all = nlohmann::json::parse(lw("timeline --json " + program).out);
  ASSERT_EQ(all["kernels"].size(), 1u);
  const nlohmann::json& kernel = all["kernels"][0];
  EXPECT_EQ(kernel["device"], "sm_80");
  EXPECT_EQ(kernel["warps"].size(), 4u);
  double ends = 0;
  for (const auto& span : kernel["warps"][0]["spans"]) ends = std::max(ends, span["end"].get<double>());
  EXPECT_LE(ends, kernel["cycles"].get<double>() + 1e-6);
  EXPECT_EQ(kernel["copies"][0]["buffer"].get<std::string>().substr(1), "_shared");

  // Without a device: one that has the instructions.
  EXPECT_THAT(lw("timeline " + scheduled("specialized", "schedule")).out, HasSubstr("of 5 warps on sm_90"));
  EXPECT_THAT(lw("run " + scheduled("specialized", "schedule") + " --target gpu-emulator").out,
              HasSubstr("emulated sm_90"));

  const Outcome unknown = lw("timeline " + program + " --device sm_1");
  EXPECT_EQ(unknown.code, 4);
  EXPECT_THAT(unknown.err, HasSubstr("there is no device model 'sm_1'"));
  const Outcome plain = lw("timeline " + kGpu + "multistage.py");
  EXPECT_NE(plain.code, 0);
  EXPECT_THAT(plain.err, HasSubstr("runs outside of any kernel"));
}

}  // namespace
