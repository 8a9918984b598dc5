// scripts/gpu: makes the packages, and compares where they run; devices, lw-runner's answers and PyTorch are made up
// here.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

class GpuScript : public Cli {
 protected:
  Outcome script(const std::string& command) const {
    FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    Outcome result;
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) result.out.append(buffer, n);
    const int status = pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
    return result;
  }
  void program(const fs::path& path, const std::string& text) const {
    fs::remove(path);
    std::ofstream(path) << text;
    fs::permissions(path, fs::perms::owner_all);
  }
};

TEST_F(GpuScript, PacksRunsAndCompares) {
  const fs::path packed = folder / "packed";
  const std::string pack =
      "python3 " LW_SOURCE_DIR "/scripts/gpu pack " + packed.string() + " --bin " LW_BINARY_DIR "/bin ";
  Outcome r = script(pack + "--only transpose,window_sum --small");
  ASSERT_EQ(r.code, 0) << r.out;
  for (const char* name :
       {"lw-runner", "gpu", "transpose.schedule.lwpkg", "transpose.plain.lwpkg", "window_sum.schedule.lwpkg"})
    EXPECT_TRUE(fs::exists(packed / name)) << name;
  EXPECT_FALSE(fs::exists(packed / "matmul.schedule.lwpkg"));
  // Without PyTorch, where a driver is.
  const bool openCl = script(LW_BINARY_DIR "/bin/lw-runner --devices").out.find("\"api\": \"opencl\",\n  \"error\"") ==
                          std::string::npos &&
                      json::parse(lw("devices --json").out)["targets"][2].contains("devices");
  if (openCl) {
    r = script((packed / "gpu").string() + " run --target opencl");
    EXPECT_EQ(r.code, 0) << r.out;
    EXPECT_THAT(r.out, HasSubstr("6 of 6 packages ran and are right"));
    EXPECT_EQ(script((packed / "gpu").string() + " check --target opencl").out, "6 of 6 packages ran and are right\n");
  }
  // With a device and PyTorch that are made up: 40 of 50 TFLOP/s, 1000 of 2000 GB/s.
  program(packed / "lw-runner",
          "#!/bin/sh\ncase \"$1\" in *broken*) echo no >&2; exit 4;; *wrong*) ok=false;; *) ok=true;; esac\necho "
          "'{\"ok\": '$ok', \"checked\": true, \"median_ms\": 2.0, \"gflops\": 40000.0, \"gbps\": 1000.0}'\n");
  for (const char* name : {"matmul.schedule.large.lwpkg", "transpose.schedule.large.lwpkg"})
    std::ofstream(packed / name) << "x";
  fs::create_directories(folder / "python");
  std::ofstream(folder / "python" / "torch.py") << R"(
__version__ = "9.9"
float32 = None

class _Array:
    def copy_(self, other):
        cuda.next = 8 * (1 << 26) / 2000e6
    def half(self): return self

def rand(*shape, device): return _Array()
def mm(a, b, out): cuda.next = 2 * 4096**3 / 50e9

class _Flags: allow_tf32 = True
class backends:
    class cuda: matmul = _Flags()
    cudnn = _Flags()

class cuda:
    next = 0
    class Event:
        def __init__(self, enable_timing): pass
        def record(self): pass
        def elapsed_time(self, end): return cuda.next
    @staticmethod
    def is_available(): return not backends.cuda.matmul.allow_tf32 or cuda.next == 0
    @staticmethod
    def synchronize(): pass
    @staticmethod
    def empty_cache(): pass
    @staticmethod
    def get_device_name(i): return "Imagined"
)";
  const std::string run =
      "PYTHONPATH=" + (folder / "python").string() + " python3 " + (packed / "gpu").string() + " run";
  r = script(run);
  EXPECT_EQ(r.code, 0) << r.out;
  EXPECT_THAT(r.out,
              HasSubstr("Imagined, PyTorch 9.9: cuBLAS (TF32 off) 50000 GFLOP/s, of float16 50000, copy 2000 GB/s"));
  EXPECT_THAT(r.out, HasSubstr("| matmul.schedule | 2.0000 | 40000 | 1000 | cublas | 80 % | 70 % reached |"));
  EXPECT_THAT(r.out, HasSubstr("| transpose.schedule | 2.0000 | 40000 | 1000 | copy | 50 % | 85 % |"));
  const json report = json::parse(slurp((packed / "results.json").string()));
  EXPECT_EQ(report["results"].size(), 8u);
  EXPECT_NEAR(report["peers"]["copy_gbps"].get<double>(), 2000, 1e-6);
  // What fails or is wrong is told, and the rest runs.
  std::ofstream(packed / "broken.lwpkg") << "x";
  std::ofstream(packed / "wrong.lwpkg") << "x";
  r = script(run);
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.out, HasSubstr("FAILED  no"));
  EXPECT_THAT(r.out, HasSubstr("WRONG"));
  EXPECT_THAT(r.out, HasSubstr("8 of 10 packages ran and are right"));
  r = script((packed / "gpu").string() + " check --jobs 3");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.out, HasSubstr("broken.lwpkg: no\nwrong.lwpkg: wrong\n8 of 10 packages ran and are right"));
}

// `lw` is made up here.
TEST_F(GpuScript, PacksEverySampleInItsLargeSize) {
  fs::create_directories(folder / "bin");
  program(folder / "bin" / "lw", "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = -o ] && : > \"$2\"; shift; done\n");
  program(folder / "bin" / "lw-runner", "");
  const fs::path packed = folder / "all";
  // A reference that names a size would compute another one than the large program does.
  const Outcome r =
      script("python3 " LW_SOURCE_DIR "/scripts/gpu pack " + packed.string() + " --bin " + (folder / "bin").string());
  EXPECT_EQ(r.code, 0) << r.out;
  EXPECT_THAT(slurp((packed / "window_sum.large.py").string()), HasSubstr("A: T.Buffer((67108867,)"));
  for (const char* name : {"matmul", "mma", "wgmma", "softmax", "window_sum"})
    EXPECT_TRUE(fs::exists(packed / (std::string(name) + ".schedule.large.lwpkg"))) << name;
}

// `lw` is made up here.
TEST_F(GpuScript, TunesOnTheDeviceOfAnotherMachine) {
  fs::create_directories(folder / "bin");
  program(folder / "bin" / "lw", "#!/bin/sh\necho \"$@\" >> " + (folder / "asked").string() +
                                     "\nwhile [ $# -gt 1 ]; do [ \"$1\" = -o ] && echo '{}' > \"$2\"; shift; done\n");
  const std::string tune = "python3 " LW_SOURCE_DIR "/scripts/gpu tune " + (folder / "best").string() + " --bin " +
                           (folder / "bin").string();
  const Outcome r = script(tune + " --only matmul --host user@box --trials 5");
  EXPECT_EQ(r.code, 0) << r.out;
  EXPECT_THAT(r.out, HasSubstr("2 of 2 searches found a right candidate"));
  EXPECT_TRUE(fs::exists(folder / "best" / "matmul.best.json"));
  EXPECT_TRUE(fs::exists(folder / "best" / "matmul.rules.best.json"));
  const std::string asked = slurp((folder / "asked").string());
  EXPECT_THAT(asked, HasSubstr("gpu_matmul_space.py:space --target cuda --trials 5"));
  EXPECT_THAT(asked, HasSubstr("--host user@box"));
  // Rules write the space of the program in its large size.
  EXPECT_THAT(asked, HasSubstr("tune " + (folder / "best" / "matmul.large.py").string() + " --target cuda --trials 5"));
  EXPECT_THAT(slurp((folder / "best" / "matmul.large.py").string()), HasSubstr("T.grid(4096, 4096, 4096)"));
  fs::remove(folder / "asked");
  EXPECT_THAT(script(tune + " --spaces rules").out, HasSubstr("17 of 17 searches found a right candidate"));
  EXPECT_THAT(slurp((folder / "asked").string()), Not(HasSubstr("--space ")));
  EXPECT_EQ(script(tune + " --only nothing").code, 1);
}

TEST_F(GpuScript, SearchesSpacesThatRulesWrite) {
  const fs::path best = folder / "best";
  const Outcome r = script("python3 " LW_SOURCE_DIR "/scripts/gpu tune " + best.string() +
                           " --bin " LW_BINARY_DIR "/bin --only transpose --small --target gpu-emulator --trials 2");
  ASSERT_EQ(r.code, 0) << r.out;
  EXPECT_THAT(r.out, HasSubstr("1 of 1 searches found a right candidate"));
  EXPECT_THAT(r.out, HasSubstr("modelled, not measured"));
  const std::string sample = LW_SOURCE_DIR "/samples/gpu/transpose.py";
  const Outcome run = lw("run " + sample + " --trace " + (best / "transpose.rules.best.json").string() +
                         " --target gpu-emulator --json");
  EXPECT_EQ(run.code, 0) << run.err << run.out;
}

// Only the program gets other sizes, not the schedules.
TEST_F(GpuScript, EnlargesPrograms) {
  const Outcome r =
      script("cd " LW_SOURCE_DIR
             "/scripts && python3 -B -c \"import importlib.util, importlib.machinery; l = "
             "importlib.machinery.SourceFileLoader('gpu', 'gpu'); m = "
             "importlib.util.module_from_spec(importlib.util.spec_from_loader('gpu', l)); l.exec_module(m); "
             "[open('" +
             folder.string() +
             "/' + n + '.py', 'w').write(m.enlarged(n, open(m.sample_files()[n]).read())) for n in m.LARGE]\"");
  ASSERT_EQ(r.code, 0) << r.out;
  EXPECT_THAT(slurp((folder / "matmul.py").string()), HasSubstr("T.grid(4096, 4096, 4096)"));
  const std::pair<const char*, const char*> schedules[] = {
      {"matmul", "schedule"},         {"matmul", "ahead"},
      {"matmul", "pipelined"},        {"matmul", "virtual_threads"},
      {"transpose", "schedule"},      {"softmax", "schedule"},
      {"layer_norm", "schedule"},     {"reduction", "schedule"},
      {"column_sums", "schedule"},    {"window_sum", "schedule"},
      {"grouped_matmul", "schedule"}, {"rms_norm", "schedule"}};
  for (const auto& [name, schedule] : schedules) {
    const std::string path = (folder / (std::string(name) + ".py")).string();
    const Outcome lowered = lw("lower " + path + " --script " + path + ":" + schedule + " --target cuda --stage ptx");
    EXPECT_EQ(lowered.code, 0) << name << lowered.err;
    EXPECT_THAT(lowered.out, HasSubstr(".entry")) << name;
  }
}

}  // namespace
