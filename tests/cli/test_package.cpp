// Kernel packages, lw-runner by itself, and runs on another machine; ssh is a script that stays here.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

const std::string kGpuSamples = LW_SOURCE_DIR "/samples/gpu/";
const std::string kRunner = LW_BINARY_DIR "/bin/lw-runner";

class Packages : public Cli {
 protected:
  static std::string scheduled(const std::string& sample, const std::string& schedule) {
    return kGpuSamples + sample + ".py --script " + kGpuSamples + sample + ".py:" + schedule;
  }
  Outcome shell(const std::string& command) const {
    FILE* pipe = popen((command + " 2>" + (folder / "err").string()).c_str(), "r");
    Outcome result;
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) result.out.append(buffer, n);
    const int status = pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
    result.err = slurp((folder / "err").string());
    return result;
  }
  int openClDevices() const {
    int count = 0;
    for (const json& d : json::parse(shell(kRunner + " --devices").out))
      count += d.value("api", "") == "opencl" && !d.contains("error");
    return count;
  }
  std::string exported(const std::string& sample, const std::string& schedule) const {
    const std::string path = (folder / (sample + ".lwpkg")).string();
    const Outcome r = lw("export " + scheduled(sample, schedule) + " --format package -o " + path);
    EXPECT_EQ(r.code, 0) << r.err;
    return path;
  }
};

TEST_F(Packages, RunnerNeedsNothingButTheSystem) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "a runner with sanitizers needs their libraries";
#endif
  const Outcome libraries = shell("ldd " + kRunner);
  for (const char* name : {"LLVM", "Qt", "tbb", "stdc++", "OpenCL", "libcuda"})
    EXPECT_THAT(libraries.out, Not(HasSubstr(name)));
  EXPECT_LT(fs::file_size(kRunner), 5u << 20);
  const std::string names = slurp(kRunner);
  for (const char* newer : {"GLIBC_2.36", "GLIBC_2.37", "GLIBC_2.38", "GLIBC_2.39", "GLIBC_2.40", "GLIBC_2.41"})
    EXPECT_EQ(names.find(newer), std::string::npos) << "machines with an older C library could not start it: " << newer;
}

// Copies of tensors: the host makes the descriptors, of what the package says. Only sm_90 has them.
TEST_F(Packages, HoldWhatDescriptorsAreMadeOf) {
  const std::string package = exported("hopper_matmul", "schedule");
  const std::string text = slurp(package);
  EXPECT_THAT(text, HasSubstr(".target sm_90a"));
  for (const char* part : {".target sm_70", ".target sm_80", "__kernel"}) EXPECT_THAT(text, Not(HasSubstr(part)));
  for (const char* part : {"tensor", "swizzle", "stride", "box"}) EXPECT_THAT(text, HasSubstr(part));
}

TEST_F(Packages, HoldEverythingToRunCheckAndTime) {
  const std::string package = exported("reduction", "schedule");
  const std::string text = slurp(package);
  for (const char* part : {"loopwright package 1\n", "__kernel void row_sums_kernel", ".target sm_70", ".target sm_80",
                           ".target sm_90", "\"grid\""})
    EXPECT_THAT(text, HasSubstr(part));
  if (openClDevices() == 0) GTEST_SKIP() << "no OpenCL device";
  const fs::path alone = folder / "alone";  // what is copied to another machine
  fs::create_directories(alone);
  fs::copy_file(kRunner, alone / "lw-runner", fs::copy_options::overwrite_existing);
  const Outcome r = shell((alone / "lw-runner").string() + " " + package + " --target opencl --repeat 3 --json");
  ASSERT_EQ(r.code, 0) << r.err << r.out;
  const json j = json::parse(r.out);
  EXPECT_EQ(j["ok"], true);
  EXPECT_EQ(j["checked"], true);
  EXPECT_EQ(j["runs"], 3);
  EXPECT_GT(j["median_ms"], 0);
  EXPECT_GT(j["gbps"], 0);
  EXPECT_EQ(j["reference"]["kind"], "reference");
  EXPECT_THAT(shell(kRunner + " - --target opencl < " + package).out, HasSubstr("result  ok"));
}

// Inputs are made where the package runs; of the results, some are compared.
// Instructions that older devices lack: their versions are left out.
TEST_F(Packages, LeaveOutVersionsThatCannotRunTheKernels) {
  const std::string text = slurp(exported("mma", "schedule"));
  for (const char* part : {"__kernel void matmul_kernel", ".target sm_80", ".target sm_90"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, Not(HasSubstr(".target sm_70")));
}

// A package is of one size: the launches and arrays are made in advance.
TEST_F(Packages, TakeTheSizeThatIsGiven) {
  const std::string program =
      file("twice.py",
           "from tvm.script import tir as T\n\n\n@T.prim_func\ndef twice(a: T.handle, b: "
           "T.handle):\n    n = T.int32()\n    A = T.match_buffer(a, (n,), \"float32\")\n    B = "
           "T.match_buffer(b, (n,), \"float32\")\n    for i in range(n):\n        with "
           "T.block(\"B\"):\n            vi = T.axis.spatial(n, i)\n            B[vi] = A[vi] * "
           "T.float32(2)\n\n\ndef schedule(sch):\n    o, t = sch.split(sch.get_loops(\"B\")[0], "
           "[None, 128])\n    sch.bind(o, \"blockIdx.x\")\n    sch.bind(t, \"threadIdx.x\")\n");
  const std::string path = (folder / "twice.lwpkg").string();
  const std::string command = "export " + program + " --script " + program + " --format package -o " + path;
  EXPECT_THAT(lw(command).err, HasSubstr("n of twice has no value\n  hint: give it with --bind n=16"));
  EXPECT_THAT(lw(command + " --bind m=3").err, HasSubstr("twice has no size named m"));
  ASSERT_EQ(lw(command + " --bind n=1000").code, 0);
  EXPECT_THAT(slurp(path), HasSubstr("\"grid\""));
  if (openClDevices() == 0) GTEST_SKIP() << "no OpenCL device";
  const Outcome r = shell(kRunner + " " + path + " --target opencl --repeat 1 --json");
  ASSERT_EQ(r.code, 0) << r.err << r.out;
  EXPECT_EQ(json::parse(r.out)["ok"], true);
}

TEST_F(Packages, LightOnesLeaveTheArraysOut) {
  const std::string whole = exported("transpose", "schedule"), path = (folder / "light.lwpkg").string();
  const Outcome made = lw("export " + scheduled("transpose", "schedule") + " --format package --light -o " + path);
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_LT(fs::file_size(path) + 100'000, fs::file_size(whole));
  if (openClDevices() == 0) GTEST_SKIP() << "no OpenCL device";
  Outcome r = shell(kRunner + " " + path + " --target opencl --json");
  ASSERT_EQ(r.code, 0) << r.err << r.out;
  EXPECT_EQ(json::parse(r.out)["checked"], true);
  std::string wrong = slurp(path);
  wrong[wrong.size() - 1] ^= 0x40;  // of the last element that is compared, not the last one
  r = shell(kRunner + " " + file("wrong_light.lwpkg", wrong) + " --target opencl");
  EXPECT_EQ(r.code, 3);
  EXPECT_THAT(r.out, HasSubstr("WRONG: 1 elements differ; worst: B[127, "));
}

TEST_F(Packages, WrongResultsAndDamageAreTold) {
  const std::string package = exported("reduction", "schedule"), text = slurp(package);
  if (openClDevices() > 0) {
    std::string wrong = text;
    wrong[wrong.size() - 1] ^= 0x40;  // the last number of what is expected
    const Outcome r = shell(kRunner + " " + file("wrong.lwpkg", wrong) + " --target opencl");
    EXPECT_EQ(r.code, 3);
    EXPECT_THAT(r.out, HasSubstr("WRONG: 1 elements differ; worst: S[15]"));
  }
  Outcome r = shell(kRunner + " " + file("cut.lwpkg", text.substr(0, text.size() - 100)));
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("is incomplete"));
  r = shell(kRunner + " " + file("other.lwpkg", "PK something"));
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("this is not a kernel package"));
  EXPECT_EQ(shell(kRunner + " " + package + " --target rocm").code, 2);
  EXPECT_EQ(shell(kRunner + " " + (folder / "none.lwpkg").string()).code, 1);
  r = lw("export " + kGpuSamples + "transpose.py --format package -o " + package);  // no schedule
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("outside of any kernel"));
}

// ssh that runs the command in a folder, as a home folder elsewhere; it writes down what it was asked.
class Remote : public Packages {
 protected:
  void SetUp() override {
    Packages::SetUp();
    const fs::path bin = folder / "bin", home = folder / "home";
    fs::create_directories(bin);
    fs::create_directories(home);
    std::ofstream(bin / "ssh") << "#!/bin/sh\nfor word; do last=$word; done\ncase \"$*\" in *gone@*) echo 'ssh: no "
                                  "route to host' >&2; exit 255;; esac\necho \"$last\" >> "
                               << (folder / "asked").string() << "\ncd " << home.string()
                               << " && exec sh -c \"$last\"\n";
    fs::permissions(bin / "ssh", fs::perms::owner_all);
    before_ = getenv("PATH");
    setenv("PATH", (bin.string() + ":" + before_).c_str(), 1);
  }
  void TearDown() override {
    setenv("PATH", before_.c_str(), 1);
    Packages::TearDown();
  }
  std::string before_;
};

TEST_F(Remote, RunsThereAndCopiesTheRunnerOnce) {
  if (openClDevices() == 0) GTEST_SKIP() << "no OpenCL device";
  for (int round = 0; round < 2; ++round) {
    const Outcome r =
        lw("run " + scheduled("transpose", "schedule") + " --target opencl --host user@box --repeat 3 --json");
    ASSERT_EQ(r.code, 0) << r.err << r.out;
    const json j = json::parse(r.out);
    EXPECT_EQ(j["ok"], true);
    EXPECT_EQ(j["checked"], true);
    EXPECT_EQ(j["runs"], 3);
    EXPECT_THAT(j["device"].get<std::string>(), HasSubstr(" at user@box"));
  }
  const std::string asked = slurp((folder / "asked").string());
  size_t copies = 0;
  for (size_t at = 0; (at = asked.find("cat > .cache/loopwright/lw-runner-", at)) != std::string::npos; ++at) ++copies;
  EXPECT_EQ(copies, 1u) << asked;
}

TEST_F(Remote, OutputsComeBack) {
  if (openClDevices() == 0) GTEST_SKIP() << "no OpenCL device";
  const std::string here = (folder / "here.npz").string(), there = (folder / "there.npz").string();
  ASSERT_EQ(lw("run " + scheduled("transpose", "schedule") + " --target opencl --repeat 1 --save " + here).code, 0);
  const Outcome r =
      lw("run " + scheduled("transpose", "schedule") + " --target opencl --host user@box --repeat 1 --save " + there);
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("ok, max error"));
  EXPECT_GT(fs::file_size(there), 128u * 128u * 4u);
  EXPECT_EQ(slurp(here), slurp(there));
}

TEST_F(Remote, WhatFailsThereIsTold) {
  Outcome r = lw("run " + scheduled("transpose", "schedule") + " --target opencl --host gone@box");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("no route to host"));
  EXPECT_THAT(lw("run " + scheduled("transpose", "schedule") + " --target opencl --host=-oProxyCommand=x").err,
              HasSubstr("is not a host"));
  EXPECT_THAT(lw("run " + scheduled("transpose", "schedule") + " --target gpu-emulator --host user@box").err,
              HasSubstr("not gpu-emulator"));
  r = lw("run " + scheduled("transpose", "schedule") + " --target opencl --device 77 --host user@box");
  EXPECT_EQ(r.code, 4);
}

}  // namespace
