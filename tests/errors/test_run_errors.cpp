// What runs say that fail: kernels that crash, drivers that refuse, damaged packages, other machines that do not
// answer: a case for each sentence.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <elf.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include "core/support/json.h"

#include "backends/cpu/cpu.h"
#include "backends/measure/errors.h"
#include "backends/measure/estimate.h"
#include "backends/measure/gpu_code.h"
#include "backends/measure/remote.h"
#include "backends/package/errors.h"
#include "backends/package/package.h"
#include "backends/process/process.h"
#include "backends/runner/channel.h"
#include "backends/runner/errors.h"
#include "backends/runner/runner.h"
#include "backends/targets/targets.h"
#include "core/text/tir/parser.h"
#include "tests/errors/expect_error.h"

namespace lw {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// A folder that goes away with its content.
class InFolder : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("lw_run_errors_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string program(const std::string& name, const std::string& script) const {
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(folder_ / name, fs::perms::owner_all);
    return (folder_ / name).string();
  }
  fs::path folder_;
};

// ---- packages ----

TEST(RunErrors, OfPackages) {
  const auto refused = [](const std::string& bytes, const ErrorKind& kind, const char* message) {
    expectError(decodePackage(bytes, 1000), kind, message);
  };
  const KernelPackage package{"f", {}, "{}", {{"A", false, false, NDArray::zeros(dtype::Float32, {2}), {}}}, "", 0, 0};
  const std::string whole = encodePackage(package);
  ASSERT_TRUE(decodePackage(whole, 1000).ok());
  refused("hello\n", err::kPackageFormat, "this is not a kernel package: it does not begin with 'loopwright package '");
  refused("loopwright package 99\n", err::kPackageVersion,
          "this package has version 99, but this program reads version 2");
  refused("loopwright package 1\n500\n{}", err::kPackageCut,
          "the package is incomplete: the description is incomplete");
  refused(whole.substr(0, whole.size() - 1), err::kPackageCut,
          "the package is incomplete: an array needs 8 bytes, but only 7 are left");
  refused("loopwright package 1\n2\n{}", err::kPackageDamaged, "the package's description cannot be read: ");
  KernelPackage code = package;
  code.object = PackagedObject{"12345678901", "f", {}, {}, 1};
  code.arrays.clear();
  const std::string withCode = encodePackage(code);
  ASSERT_TRUE(decodePackage(withCode, 1000).ok());
  EXPECT_EQ(decodePackage(withCode, 1000)->object->bytes, "12345678901");
  refused(withCode.substr(0, withCode.size() - 1), err::kPackageCut,
          "the package is incomplete: the code needs 11 bytes, but only 10 are left");
  std::string other = whole;
  other.replace(other.find("float32"), 7, "float99");
  refused(other, err::kPackageDamaged, "the package's description cannot be read: there is no type 'float99'");
}

// A package of a few bytes cannot make the machine run out of memory, or have values that nothing generates.
TEST(RunErrors, OfPackagesThatAskForTooMuch) {
  const auto with = [](const std::string& array) {
    const std::string text = R"({"name": "f", "plan": {}, "texts": [], "arrays": [)" + array + "]}";
    return "loopwright package 1\n" + std::to_string(text.size()) + "\n" + text;
  };
  const auto made = [&](const std::string& shape, const std::string& more, const std::string& range) {
    return with(R"({"name": "A", "type": "float32", "shape": )" + shape + more + R"(, "made": {"seed": 1, )" + range +
                "}}");
  };
  ASSERT_TRUE(decodePackage(made("[4]", "", "\"kind\": 0"), 1000).ok());
  expectError(decodePackage(made("[549755813888]", "", "\"kind\": 0"), 1000), err::kPackageMemory,
              "with array 'A' the package's arrays need 2199023255552 bytes of memory, but only 1000 are available");
  const std::string two = R"({"name": "A", "type": "float32", "shape": [100], "made": {"seed": 1, "kind": 5}})";
  EXPECT_TRUE(decodePackage(with(two), 400).ok());
  expectError(decodePackage(with(two + ", " + two), 799), err::kPackageMemory,
              "with array 'A' the package's arrays need 800 bytes of memory, but only 799 are available");
  for (const char* range : {"\"kind\": 6", "\"kind\": -1", "\"kind\": 4, \"low\": 2, \"high\": 1",
                            "\"kind\": 4, \"low\": -1e308, \"high\": 1e308"})
    expectError(decodePackage(made("[4]", "", range), 1000), err::kPackageDamaged,
                "the package's description cannot be read: the values of an array come from an impossible range");
  for (const char* every : {"0", "-1", "5", "9223372036854775807"})
    expectError(
        decodePackage(made("[4]", std::string(", \"expected\": true, \"every\": ") + every, "\"kind\": 0"), 1000),
        err::kPackageDamaged,
        ("the package's description cannot be read: the step " + std::string(every) +
         " between the results of array 'A' is not possible")
            .c_str());
}

// ---- kernels in the child process ----

KernelCode kernelOf(const std::string& body, const std::string& llvm = {}) {
  const SourceFile file = parseSource(
      "case.py",
      "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((8,), \"float32\")):\n" + body + "\n");
  EXPECT_FALSE(file.hasErrors()) << body << (file.diagnostics.empty() ? "" : file.diagnostics.front().message);
  PrimFunc f = file.functions.front();
  if (!llvm.empty()) f.body = AttrStmt{"pragma_import_llvm", 0, StringImm{llvm}, f.body};
  const auto module = compileForCpu(f, {.optLevel = 0, .allows = [](const std::string&) { return true; }});
  EXPECT_TRUE(module.ok()) << (module ? "" : toText(module.error()));
  return module ? KernelCode{module->object, module->symbol, module->failures, "main"} : KernelCode{};
}

Result<RunReport> runOf(const KernelCode& kernel, const RunnerOptions& runner = {}) {
  float values[8] = {};
  return runKernel(
      {.kernel = kernel, .buffers = {{"A", values, sizeof values}}, .threads = 1, .repeat = 1, .runner = runner});
}

TEST(RunErrors, OfKernelsThatCrash) {
  const std::string call = "    T.evaluate(T.call_extern(\"void\", \"f\"))", head = "define void @f() {\n",
                    end = "  ret void\n}\n";
  expectError(runOf(kernelOf(call, head + "  call void asm sideeffect \"ud2\", \"\"()\n" + end)),
              err::kRunnerIllegalInstruction, "kernel main used an instruction that this processor does not have");
  expectError(runOf(kernelOf(call, head + "  store volatile i32 1, ptr inttoptr (i64 4096 to ptr)\n" + end)),
              err::kRunnerBadAddress, "kernel main wrote address 0x1000, which is not part of any buffer");
  expectError(runOf(kernelOf("    T.evaluate(T.call_extern(\"void\", \"abort\"))")), err::kRunnerAbort,
              "kernel main was aborted: it gave no reason");
  expectError(runOf(kernelOf("    T.evaluate(T.call_extern(\"void\", \"exit\", 3))")), err::kRunnerLost,
              "the process that runs kernels ended unexpectedly (exit code 3)");
}

TEST(RunErrors, OfTheSandbox) {
  const std::string call = "    T.evaluate(T.call_extern(\"void\", \"f\"))",
                    reboot =
                        "define void @f() {\n  call i64 asm sideeffect \"syscall\", "
                        "\"={rax},{rax},~{rcx},~{r11},~{memory}\"(i64 169)\n  ret void\n}\n";
  auto child = RunnerProcess::start();
  ASSERT_TRUE(child.ok());
  if (!child->filtersCalls()) GTEST_SKIP() << "this system, or a program with sanitizers, has no seccomp";
  expectError(runOf(kernelOf(call, reboot)), err::kRunnerForbidden,
              "kernel main tried to make system call 169, which kernels are not allowed to do");
  const auto kernel = child->loadKernel(kernelOf("    A[0] = T.float32(1)"));
  const auto buffer = child->addBuffer("A", nullptr, 32);
  ASSERT_TRUE(kernel.ok() && buffer.ok());
  ASSERT_TRUE(child->run({.kernel = *kernel, .buffers = {*buffer}, .threads = 2}).ok());
  expectError(child->run({.kernel = *kernel, .buffers = {*buffer}, .threads = 3}), err::kThreadsFixed,
              "a kernel wants 3 threads, but 2 were started before the first one ran, and none can be added");
}

TEST_F(InFolder, LibrariesThatDoMoreThanLoading) {
  const auto child = RunnerProcess::start();
  if (child && !child->filtersCalls()) GTEST_SKIP() << "this system, or a program with sanitizers, has no seccomp";
  const std::string library = (folder_ / "lib.so").string(), source = (folder_ / "lib.c").string();
  std::ofstream(source) << "#include <unistd.h>\n__attribute__((constructor)) static void start(void) { fork(); }\n";
  ASSERT_EQ(std::system(("cc -shared -fPIC -o '" + library + "' '" + source + "'").c_str()), 0);
  expectError(RunnerProcess::start({.libraries = {library}}), err::kLibraryForbidden,
              "library " + library +
                  " cannot be loaded: its start-up code tried to start a process or a thread, which libraries are not "
                  "allowed to do");
}

TEST(RunErrors, OfLibraries) {
  expectError(RunnerProcess::start({.libraries = {"/no/such/library.so"}}), err::kLibraryNotLoaded,
              "library /no/such/library.so cannot be loaded: /no/such/library.so: cannot open shared object file");
}

TEST(RunErrors, OfObjects) {
  const KernelCode whole = kernelOf("    A[0] = T.float32(1)");
  const auto refused = [&](const std::function<void(Elf64_Ehdr&)>& change, const ErrorKind& kind, const char* message) {
    KernelCode code = whole;
    Elf64_Ehdr header;
    std::memcpy(&header, code.object.data(), sizeof header);
    change(header);
    std::memcpy(code.object.data(), &header, sizeof header);
    expectError(runOf(code), kind, message);
  };
  refused([](Elf64_Ehdr& h) { h.e_machine = EM_AARCH64; }, err::kElfUnsupported,
          "the object file needs a machine other than x86-64, which the loader does not support");
  refused([](Elf64_Ehdr& h) { h.e_type = ET_DYN; }, err::kElfMalformed,
          "the object file is damaged: it is not relocatable");
}

// The sanitizers reserve more than a limit allows.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// An object with sections of zeros, `gigabytes` in all.
std::string objectOfZeros(int gigabytes) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_machine = EM_X86_64;
  header.e_type = ET_REL;
  header.e_shoff = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = static_cast<Elf64_Half>(gigabytes);
  Elf64_Shdr section{};
  section.sh_type = SHT_NOBITS;
  section.sh_flags = SHF_ALLOC | SHF_WRITE;
  section.sh_size = 1u << 30;
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  for (int i = 0; i < gigabytes; ++i) bytes.append(reinterpret_cast<const char*>(&section), sizeof section);
  return bytes;
}

TEST(RunErrors, OfMemory) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit small{rlim_t{4} << 30, before.rlim_max};  // of the child, which takes it over
  ASSERT_EQ(setrlimit(RLIMIT_AS, &small), 0);
  auto child = RunnerProcess::start();
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  ASSERT_TRUE(child.ok()) << toText(child.error());
  expectError(child->addBuffer("A", nullptr, size_t{1536} << 20), err::kRunnerOutOfMemory,
              "out of memory: buffer A needs 1610612736 bytes");
  expectError(child->addBuffer("A", nullptr, size_t{3} << 30), err::kDataNotMapped,
              "the data of a buffer cannot be mapped");
  expectError(child->addBuffer("A", nullptr, size_t{1} << 46), err::kRunnerMemory,
              "70368744177664 bytes for buffer A could not be shared with the process that runs kernels: ");
  expectError(child->loadKernel({objectOfZeros(8), "f", {}, "main"}), err::kElfMemory,
              "bytes for the kernel's code could not be mapped: Cannot allocate memory");
}
#endif

// Talks to lw-runner as the program does.
class Protocol : public testing::Test {
 protected:
  void SetUp() override {
    int ends[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    ours_ = Fd(ends[0]);
    const Fd theirs(ends[1]);
    ASSERT_EQ(
        spawnProcess({runnerProgram()}, {.descriptors = {{theirs.get(), kRunnerSocket}}, .searchPath = false}, pid_),
        0);
  }
  void TearDown() override {
    ours_ = Fd();
    waitpid(pid_, nullptr, 0);
  }
  void expectAnswer(const ErrorKind& kind, const std::string& message) {
    json reply;
    Fd none;
    ASSERT_EQ(receiveMessage(ours_.get(), reply, none), Received::Message);
    EXPECT_EQ(reply.value("error", ""), kind.id) << reply;
    EXPECT_EQ(reply.value("message", ""), message);
    EXPECT_EQ(receivedError(reply.value("error", ""), reply.value("message", ""), "",
                            reply.value("holes", std::vector<std::string>()))
                  .reason.sentence,
              kind.sentence);
  }
  void expectRefused(const json& request, const ErrorKind& kind, const std::string& message) {
    ASSERT_TRUE(sendMessage(ours_.get(), request));
    expectAnswer(kind, message);
  }
  Fd ours_;
  pid_t pid_ = -1;
};

TEST_F(Protocol, WrongRequestsAreSaid) {
  ASSERT_EQ(send(ours_.get(), "hello", 5, 0), 5);
  expectAnswer(err::kRequestNotJson, "a request is not JSON");
  expectRefused({{"do", "dance"}}, err::kUnknownRequest, "unknown request \"dance\"");
  expectRefused({{"do", "kernel"}, {"bytes", 8}}, err::kCodeNotRead, "the kernel's code cannot be read");
  expectRefused({{"do", "run"}, {"kernel", 5}}, err::kUnknownKernel, "unknown kernel 5");
  expectRefused({{"do", "buffer"}, {"bytes", 8}}, err::kDataNotMapped, "the data of a buffer cannot be mapped");
  expectRefused({{"do", "fetch"}, {"buffer", 7}}, err::kUnknownBufferNumber, "unknown buffer 7");
}

// ---- drivers ----

json jobFor(const std::string& api, int device = 0) {
  return {{"memories", {{{"parameter", -1}, {"bytes", 16}}}},
          {"steps", json::array()},
          {"api", api},
          {"device", device},
          {"code", "nonsense"}};
}

// The answer to a job where the call `fails` of the fake driver does.
Result<int> loadJob(const json& job, const std::string& fails = {}) {
  const WithVariable libraries("LD_LIBRARY_PATH", LW_FAKE_DRIVERS), failing("LW_FAKE_FAILS", fails);
  auto child = RunnerProcess::start();
  if (!child) return child.error();
  return child->loadGpu("main", job.dump());
}

TEST(RunErrors, OfDrivers) {
  ASSERT_TRUE(loadJob(jobFor("cuda")).ok());
  ASSERT_TRUE(loadJob(jobFor("opencl")).ok());
  expectError(loadJob(jobFor("metal")), err::kGpuApi, "there is no driver for 'metal'");
  expectError(loadJob(json::object()), err::kGpuDescription, "the description of the kernels is incomplete: ");
  expectError(loadJob(jobFor("cuda", 7)), err::kCudaDevice, "there is no NVIDIA device 7: 1 found");
  expectError(loadJob(jobFor("cuda"), "cuModuleLoadDataEx"), err::kCudaBuild,
              "the driver rejects the kernels: the fake driver fails");
  const auto failed = loadJob(jobFor("cuda"), "cuDevicePrimaryCtxRetain");
  expectError(failed, err::kCudaFailed, "the device cannot be used: the fake driver fails");
  EXPECT_EQ(failed.error().kind, "cuda.failed");
  expectError(loadJob(jobFor("opencl", 7)), err::kOpenclDevice, "there is no OpenCL device 7: 1 found");
  expectError(loadJob(jobFor("opencl"), "clBuildProgram"), err::kOpenclBuild,
              "Fake cannot compile the kernels: nonsense");
  expectError(loadJob(jobFor("opencl"), "clCreateContext"), err::kOpenclFailed,
              "clCreateContext failed with error -5: out of resources");
}

TEST_F(InFolder, OldAndMissingDrivers) {
  fs::copy_file(fs::path(LW_FAKE_DRIVERS) / "libOpenCL.so.1", folder_ / "libcuda.so.1");
  std::ofstream(folder_ / "libOpenCL.so.1") << "";
  const WithVariable libraries("LD_LIBRARY_PATH", folder_.string());
  auto child = RunnerProcess::start();
  ASSERT_TRUE(child.ok());
  expectError(child->loadGpu("main", jobFor("cuda").dump()), err::kCudaOldDriver,
              "the NVIDIA driver does not provide cuInit");
  expectError(child->loadGpu("main", jobFor("opencl").dump()), err::kOpenclLoader,
              "no OpenCL: libOpenCL.so.1 not found");
}

// ---- lw-runner by itself ----

struct RunnerCase {
  const ErrorKind& kind;
  std::vector<std::string> words;
  const char* message;
};

TEST_F(InFolder, LwRunnerSaysWhatIsWrong) {
  const std::string package = (folder_ / "f.lwpkg").string();
  std::ofstream(package, std::ios::binary) << encodePackage({"f", {{"opencl", "", "nonsense"}}, "{}", {}, "", 0, 0});
  const WithVariable libraries("LD_LIBRARY_PATH", LW_FAKE_DRIVERS);
  for (const RunnerCase& c : {
           RunnerCase{err::kOptionNoPackage, {"--json"}, "no package is given"},
           {err::kOptionWithoutValue, {"--speed"}, "--speed needs a value, or is not known"},
           {err::kOptionUnknown, {"--speed", "3"}, "--speed is not known"},
           {err::kOptionChoice, {"--target", "metal"}, "--target takes cpu, cuda or opencl, not 'metal'"},
           {err::kOptionNumber, {"--device", "first"}, "--device takes a number, not 'first'"},
           {err::kOptionSecondPackage, {"a", "b"}, "b: one package at a time"},
       }) {
    std::vector<std::string> words{runnerProgram()};
    words.insert(words.end(), c.words.begin(), c.words.end());
    const auto result = runProcess(words);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->code, 2) << c.message;
    EXPECT_EQ(result->err, std::string("error: ") + c.message + "\n  hint: `lw-runner --help` lists the options\n");
  }
  for (const RunnerCase& c : {
           RunnerCase{err::kPackageText,
                      {package, "--target", "cuda", "--json"},
                      "the package has no kernels for cuda (sm_50): it has opencl"},
           {err::kPackageUnreadable, {"/no/such/package", "--json"}, "/no/such/package cannot be read"},
       }) {
    std::vector<std::string> words{runnerProgram()};
    words.insert(words.end(), c.words.begin(), c.words.end());
    const auto result = runProcess(words);
    ASSERT_TRUE(result.ok());
    const json answer = json::parse(result->out, nullptr, false);
    ASSERT_TRUE(answer.contains("errors")) << result->out << result->err;
    const json& e = answer["errors"][0];
    EXPECT_EQ(e.value("kind", ""), c.kind.id);
    EXPECT_EQ(e.value("message", ""), c.message);
    EXPECT_EQ(
        receivedError(e.value("kind", ""), e.value("message", ""), "", e.value("holes", std::vector<std::string>()))
            .reason.sentence,
        c.kind.sentence);
  }
  const std::string pipe = (folder_ / "pipe").string();
  const auto waits =
      runProcess({"sh", "-c", "mkfifo " + pipe + " && exec " + runnerProgram() + " - --timeout 0.1 <> " + pipe});
  ASSERT_TRUE(waits.ok());
  EXPECT_NE(waits->err.find("error: the kernels did not end within 0.1 s and were stopped"), std::string::npos)
      << waits->err;
}

// ---- runs ----

const char* kProgram = R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((8,), "float32")):
    for i in T.thread_binding(8, thread="threadIdx.x"):
        A[i] = T.float32(1)
)";

Result<Measurement> measured(const MeasureOptions& options) {
  const SourceFile file = parseSource("case.py", kProgram);
  EXPECT_FALSE(file.hasErrors());
  return measure(file, file.functions.front(), file.functions.front(), options);
}

TEST(RunErrors, OfRequests) {
  MeasureOptions options;
  options.target = "abacus";
  expectError(measured(options), err::kRunTarget, "target 'abacus' is not available here: there is no such target");
  options.host = "user@box";
  options.target = "gpu-emulator";
  expectError(measured(options), err::kRunHost,
              "a remote machine runs the targets cpu, cuda and opencl, not gpu-emulator");
  options.host.clear();
  options.target = "gpu-emulator";
  options.given = {{"B", NDArray::zeros(dtype::Float32, {8})}};
  expectError(measured(options), err::kUnknownInput, "the file of inputs has 'B', but the function has no such buffer");
  options.given = {{"A", NDArray::zeros(dtype::Float32, {9})}};
  expectError(measured(options), err::kRunInputShape, "input A is float32(9), but the function takes float32(8)");
  options.target = "cuda";
  expectError(chooseDevice("no list", options), err::kRunTarget,
              "target 'cuda' is not available here: the list of devices cannot be read");
  options.device = "2";
  expectError(chooseDevice("[]", options), err::kRunTarget,
              "target 'cuda' is not available here: device 2: there are no more");
}

// ---- estimates ----

Result<RunEstimate> estimated(const std::string& function, const MeasureOptions& options = {}) {
  const SourceFile file = parseSource("case.py", "from tvm.script import tir as T\n\n\n@T.prim_func\n" + function);
  EXPECT_FALSE(file.hasErrors()) << function;
  return estimate(file, file.functions.front(), file.functions.front(), options);
}

TEST(RunErrors, OfEstimates) {
  const std::string fill =
      "def f(A: T.Buffer((8,), \"float32\")):\n    for i in range(8):\n        A[i] = T.float32(1)\n";
  expectError(estimated(fill, {.target = "gpu-emulator"}), err::kEstimateTarget,
              "times are estimated on this machine's processor only, not on gpu-emulator");
  expectError(estimated("def f(A: T.Buffer((8,), \"float32\")):\n    A[0] = T.float32(1)\n"), err::kEstimateLoops,
              "f has no outer loop with a known number of iterations, so that no part of it can run");
  expectError(estimated("def f(N: T.Buffer((8,), \"int32\"), A: T.Buffer((8,), \"float32\")):\n    for i in range(8):\n"
                        "        for j in range(N[i]):\n            A[i] = A[i] + T.float32(1)\n"),
              err::kEstimateData,
              "the data says how often loop j runs: a part of it does not tell the time of the whole");
  expectError(estimated("def f(X: T.Buffer((8, 4), \"float32\"), W: T.Buffer((8, 4), \"float32\"), "
                        "Y: T.Buffer((8, 4), \"float32\")):\n"
                        "    T.func_attr({\"layout_free_buffers\": [1]})\n    P = T.alloc_buffer((8, 4))\n"
                        "    for i, j in T.grid(8, 4):\n        with T.block(\"P\"):\n"
                        "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                        "            T.block_attr({\"meta_schedule.layout_rewrite_preproc\": True})\n"
                        "            P[vi, vj] = W[vi, vj]\n"
                        "    for i, j in T.grid(8, 4):\n        with T.block(\"Y\"):\n"
                        "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                        "            Y[vi, vj] = X[vi, vj] + P[vi, vj]\n"),
              err::kEstimatePacked,
              "f packs weights before the calls: its time cannot be estimated from parts of its loops");
  // Two inner loops: only the outer one runs in part, and one of its iterations takes minutes.
  const std::string inner =
      "        for j, k in T.grid(65536, 65536):\n            A[i] = A[i] * T.float32(0.5) + T.float32(1)\n";
  expectError(estimated("def f(A: T.Buffer((8,), \"float32\")):\n    for i in range(8):\n" + inner + inner,
                        {.timeoutSeconds = 0.5}),
              err::kEstimateSlow, "the smallest part of the loops i takes longer than 500 ms");
}

TEST(RunErrors, OfPartsThatDoNotRun) {
  // The first iterations do nothing; each of the others takes minutes.
  expectError(estimated("def f(A: T.Buffer((64,), \"float32\")):\n    for i in range(64):\n"
                        "        for j in range(T.max(i - 20, 0) * 60000000):\n"
                        "            A[i] = A[i] * T.float32(0.5) + T.float32(1)\n",
                        {.timeoutSeconds = 0.5}),
              err::kEstimatePart, "a part of the loops i takes longer than 500 ms");
  // The parts of the second nest would take the first one along, which takes long.
  expectError(estimated("def f(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\")):\n"
                        "    at = T.alloc_buffer((8,), \"int32\")\n    for i in range(4096):\n"
                        "        for j in range(4000000):\n            at[i % 8] = (at[i % 8] * 5 + j) % 7\n"
                        "    for k in range(8):\n        B[k] = A[at[k]]\n"),
              err::kEstimateIndices, "loop k uses indices that the program computes first, which takes ");
  expectError(estimated("def f(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
                        "    at = T.alloc_buffer((65536,), \"int32\")\n    at[0] = 1\n    for i in range(65535):\n"
                        "        at[i + 1] = at[i]\n        B[at[i]] = A[(at[i] - 1) * 1000000000]\n"
                        "        for k in range(524288):\n            B[k % 64] = B[k % 64] + A[k % 64]\n"),
              err::kEstimateAlone,
              "a part of loop i does not run alone; it may depend on data that other parts of the program compute");
}

// ---- another machine ----

class FakeSsh : public InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    path_.emplace("PATH", folder_.string() + ":" + getenv("PATH"));
  }
  void TearDown() override {
    path_.reset();
    InFolder::TearDown();
  }
  std::optional<WithVariable> path_;
};

TEST_F(FakeSsh, MachinesThatAreNotReached) {
  const auto reached = [] { return RemoteRunner::reach("user@box", 10, {}); };
  expectError(RemoteRunner::reach("-x", 10, {}), err::kRemoteHost, "'-x' is not a host: ssh takes user@box");
  program("ssh", "echo 'no route to host' >&2; exit 255");
  expectError(reached(), err::kRemoteFailed, "lw-runner on user@box failed (255): no route to host");
  program("ssh", "case \"$*\" in *--devices*) exit 127;; esac; echo 'disk full' >&2; exit 1");
  expectError(reached(), err::kRemoteFailed, "copying lw-runner on user@box failed (1): disk full");
  const WithVariable runner("LW_RUNNER", "/no/such/runner");
  expectError(reached(), err::kRemoteProgram, "lw-runner cannot be read: /no/such/runner");
}

// As if ssh led to another machine: the command runs in a folder that takes the place of the home there.
TEST_F(FakeSsh, ProcessorsOfOtherMachinesRunKernels) {
  program("ssh", "for command; do :; done; cd " + folder_.string() + " && exec sh -c \"$command\"");
  const SourceFile file = parseSource("case.py", R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i in T.parallel(64):
        for j in range(32):
            B[i, j] = A[i, j] * T.float32(2)


@T.prim_func
def other(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i, j in T.grid(64, 32):
        B[i, j] = A[i, j] + T.float32(2)


@T.prim_func
def outside(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i in range(10000000):
        B[i * 100, 0] = A[0, 0]
)");
  ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
  MeasureOptions options;
  options.host = "user@box";
  options.target = "cpu";
  options.threads = 3;
  options.repeat = 2;
  options.keepValues = true;
  const PrimFunc &original = file.functions[0], &wrong = file.functions[1], &outside = file.functions[2];
  const Result<Measurement> right = measure(file, original, original, options);
  ASSERT_TRUE(right.ok()) << right.error().message;
  EXPECT_TRUE(right->ok);
  EXPECT_EQ(right->threads, 3);
  EXPECT_EQ(right->time.count, 2);
  EXPECT_GT(right->time.median, 0);
  EXPECT_EQ(right->outputs.size(), 1u);
  EXPECT_TRUE(right->device.ends_with(" at user@box")) << right->device;
  EXPECT_TRUE(fs::exists(folder_ / ".cache/loopwright"));
  const Result<Measurement> differs = measure(file, original, wrong, options);
  ASSERT_TRUE(differs.ok()) << differs.error().message;
  EXPECT_FALSE(differs->ok);
  EXPECT_EQ(differs->difference->buffer, "B");
  const Result<Measurement> crashed = measure(file, original, outside, options);
  ASSERT_FALSE(crashed.ok());
  EXPECT_EQ(crashed.error().kind, err::kRunnerOutOfBounds.id) << crashed.error().message;
  // A machine whose lw-runner does not say what to compile for.
  program("ssh", "case \"$*\" in *--processor*) echo '{}';; *) echo '[]';; esac");
  expectError(measure(file, original, original, options), err::kRemoteAnswer,
              "cannot read the answer of user@box: it does not describe its processor");
  program("ssh", "case \"$*\" in *--processor*) echo broken >&2; exit 5;; *) echo '[]';; esac");
  expectError(measure(file, original, original, options), err::kRemoteFailed,
              "lw-runner on user@box failed (5): broken");
}

TEST_F(FakeSsh, AnswersThatCannotBeRead) {
  const std::string device =
      "case \"$*\" in *--devices*) echo '[{\"api\": \"opencl\", \"name\": \"Fake\", \"max_threads\": 1024}]'; exit 0;; "
      "esac; cat > /dev/null; ";
  MeasureOptions options;
  options.host = "user@box";
  options.target = "opencl";
  program("ssh", device + "echo nonsense");
  expectError(measured(options), err::kRemoteAnswer, "cannot read the answer of user@box: nonsense");
  program("ssh", device + "exit 3");
  expectError(measured(options), err::kRemoteFailed, "lw-runner on user@box failed (3): ");
  options.keepValues = true;
  program("ssh", device + "printf '2\\n{}'");
  expectError(measured(options), err::kRemoteAnswer, "cannot read the answer of user@box: the outputs are incomplete");
}

}  // namespace
}  // namespace lw
