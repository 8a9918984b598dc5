// Kernels and libraries that try what they are not allowed to do: each attempt ends the child, and is named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "backends/cpu/cpu.h"
#include "backends/runner/confinement.h"
#include "backends/runner/runner.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

using testing::HasSubstr;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "confinementXXXXXX").string();
    path_ = mkdtemp(name.data()) ? name : "";
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  std::string path(const std::string& file) const { return path_ + "/" + file; }

 private:
  std::string path_;
};

// The kernel stores what the system call returns: {number, arguments}. `path` takes the place of an argument of -99.
constexpr long kPath = -99;
KernelCode kernelThatCalls(const std::vector<long>& call, const std::string& path = "/etc/passwd") {
  std::string arguments, constraints;
  const char* registers[] = {"rax", "rdi", "rsi", "rdx", "r10", "r8", "r9"};
  for (size_t i = 0; i < 7; ++i) {
    const long value = i < call.size() ? call[i] : 0;
    const std::string text = value == kPath ? "ptrtoint (ptr @path to i64)" : std::to_string(value);
    arguments += (i ? ", i64 " : "i64 ") + text;
    constraints += std::string(",{") + registers[i] + "}";
  }
  std::string escaped;
  for (const char c : path) escaped += c == '"' ? std::string("\\22") : std::string(1, c);
  const std::string llvm = "@path = private constant [" + std::to_string(path.size() + 1) + " x i8] c\"" + escaped +
                           "\\00\"\ndefine float @attempt() {\n  %r = call i64 asm sideeffect \"syscall\", \"={rax}" +
                           constraints + ",~{rcx},~{r11},~{memory}\"(" + arguments +
                           ")\n  %f = sitofp i64 %r to float\n  ret float %f\n}\n";
  const Buffer a = makeBuffer("A", {8}, dtype::Float32);
  const Stmt store = BufferStore{a, {0}, Call{dtype::Float32, "call_extern", {StringImm{"attempt"}}}};
  PrimFunc function("main", AttrStmt{"pragma_import_llvm", 0, StringImm{llvm}, store});
  const Var handle("a", dtype::Handle());
  function.params.push_back(handle);
  function.buffers.emplace_back(handle, a);
  const auto module = compileForCpu(function, {.optLevel = 0, .allows = [](const std::string&) { return true; }});
  EXPECT_TRUE(module.ok()) << (module ? "" : toText(module.error()));
  return module ? KernelCode{module->object, module->symbol, module->failures, "main"} : KernelCode{};
}

struct Attempt {
  std::string error;  // empty: it ran
  double returned = 0;
};
Attempt attempt(const std::vector<long>& call, const std::string& path = "/etc/passwd") {
  float values[8] = {};
  const Result<RunReport> report = runKernel({.kernel = kernelThatCalls(call, path),
                                              .buffers = {{"A", values, sizeof values}},
                                              .threads = 2,
                                              .repeat = 0,
                                              .runner = {.timeoutSeconds = 20}});
  return {report ? "" : report.error().message, double(values[0])};
}

class ConfinementTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!possibleConfinement().calls) GTEST_SKIP() << "this system, or a program with sanitizers, has no seccomp";
  }
};

TEST_F(ConfinementTest, WhatAKernelTriesIsNamed) {
  const std::string file = "kernel main tried to open a file, which kernels are not allowed to do",
                    change = "kernel main tried to change files, which kernels are not allowed to do",
                    connection = "kernel main tried to open a connection, which kernels are not allowed to do",
                    program = "kernel main tried to start a program, which kernels are not allowed to do",
                    process = "kernel main tried to start a process or a thread, which kernels are not allowed to do",
                    others = "kernel main tried to reach another process, which kernels are not allowed to do";
  const struct {
    std::vector<long> call;
    const std::string& error;
  } cases[] = {
      {{SYS_openat, AT_FDCWD, kPath, O_RDONLY}, file},
      {{SYS_open, kPath, O_RDONLY}, file},
      {{SYS_openat, AT_FDCWD, kPath, O_WRONLY | O_CREAT, 0600}, file},
      {{SYS_memfd_create, kPath, 0}, file},
      {{SYS_unlink, kPath}, change},
      {{SYS_rename, kPath, kPath}, change},
      {{SYS_mkdir, kPath, 0700}, change},
      {{SYS_chmod, kPath, 0777}, change},
      {{SYS_ftruncate, 1, 0}, change},
      {{SYS_socket, AF_INET, SOCK_STREAM, 0}, connection},
      {{SYS_socket, AF_UNIX, SOCK_STREAM, 0}, connection},
      {{SYS_connect, 3, 0, 0}, connection},
      {{SYS_io_uring_setup, 8, 0}, connection},
      {{SYS_execve, kPath, 0, 0}, program},
      {{SYS_fork}, process},
      {{SYS_vfork}, process},
      {{SYS_clone, SIGCHLD, 0, 0, 0, 0}, process},
      {{SYS_clone, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD, 0, 0, 0, 0}, process},
      {{SYS_clone3, 0, 0}, process},
      {{SYS_kill, getpid(), SIGTERM}, others},
      {{SYS_tgkill, getpid(), getpid(), SIGTERM}, others},
      {{SYS_ptrace, 16, getpid(), 0, 0}, others},
      {{SYS_process_vm_readv, getpid(), 0, 0, 0, 0, 0}, others},
  };
  for (const auto& c : cases) EXPECT_EQ(attempt(c.call).error, c.error) << "system call " << c.call[0];
}

TEST_F(ConfinementTest, CallsWithoutANameAreRefusedByNumber) {
  for (const long call : {long{SYS_mount}, long{SYS_bpf}, long{SYS_setuid}, long{SYS_reboot}, long{SYS_shmget},
                          long{SYS_sched_setaffinity}, long{SYS_prlimit64}, long{SYS_perf_event_open}})
    EXPECT_EQ(attempt({call, 1, 1, 1}).error, "kernel main tried to make system call " + std::to_string(call) +
                                                  ", which kernels are not allowed to do");
  EXPECT_THAT(attempt({SYS_write, 3, kPath, 4}).error, HasSubstr("tried to make system call 1,"))
      << "the socket to the parent has no plain writes";
  EXPECT_THAT(attempt({SYS_sendto, 4, kPath, 4, 0, 0, 0}).error, HasSubstr("tried to make system call 44,"));
}

TEST_F(ConfinementTest, ComputingIsAllowed) {
  EXPECT_EQ(attempt({SYS_sched_yield}).error, "");
  EXPECT_EQ(attempt({SYS_write, 1, kPath, 4}).returned, 4) << "printing";
}

TEST_F(ConfinementTest, MemoryIsLimited) {
  constexpr long kPrivate = 0x22, kReadWrite = 3, kNoMemory = -ENOMEM;
  EXPECT_EQ(attempt({SYS_mmap, 0, long{1} << 45, kReadWrite, kPrivate | 0x4000, -1, 0}).returned, kNoMemory);
  EXPECT_GT(attempt({SYS_mmap, 0, long{1} << 20, kReadWrite, kPrivate, -1, 0}).returned, 0);
}

// A kernel can write to the socket of its child: what is no answer ends the child, not the program that asked.
TEST_F(ConfinementTest, ForgedAnswersAreNotRead) {
  for (const std::string text : {R"({"ok":true,"ns":"x"})", R"({"ok":true,"code":[1]})", R"({"crash":"x"})", "[1]",
                                 R"({"ok":true,"devices":3})", R"({"error":7})", R"({"ok":true,"ns":{}})"})
    EXPECT_THAT(attempt({SYS_sendto, 3, kPath, long(text.size()), 0, 0, 0}, text).error,
                HasSubstr("ended unexpectedly (its answer is not"))
        << text;
}

// The numbers of kernels and buffers are counted on this side: a forged one would make memory of another size the
// place that results are copied from.
TEST_F(ConfinementTest, ForgedNumbersAreNotUsed) {
  const std::string text = R"({"ok":true,"buffer":0})";
  Result<RunnerProcess> child = RunnerProcess::start();
  ASSERT_TRUE(child.ok());
  const Result<int> kernel =
      child->loadKernel(kernelThatCalls({SYS_sendto, 3, kPath, long(text.size()), 0, 0, 0}, text));
  const Result<int> large = child->addBuffer("A", nullptr, 1 << 20);
  ASSERT_TRUE(kernel.ok() && large.ok());
  (void)child->run({.kernel = *kernel, .buffers = {*large}});  // its answer is the forged one; the true one comes next
  const Result<int> small = child->addBuffer("B", nullptr, 4);
  ASSERT_FALSE(small.ok());
  EXPECT_THAT(small.error().message, HasSubstr("its answer is not one to this question"));
  EXPECT_FALSE(child->alive());
}

TEST_F(ConfinementTest, TheSandboxCanBeSwitchedOff) {
  setenv("LW_SANDBOX", "off", 1);
  const Attempt opened = attempt({SYS_openat, AT_FDCWD, kPath, O_RDONLY}, "/dev/null");
  unsetenv("LW_SANDBOX");
  EXPECT_EQ(opened.error, "");
  EXPECT_GT(opened.returned, 2) << "a descriptor";
}

// ---- libraries ----

class LibraryTest : public ConfinementTest {
 protected:
  // What happens when a library is loaded whose start-up code is this C text.
  std::string loading(const std::string& text) {
    const std::string source = folder_.path("lib.c"), library = folder_.path("lib.so");
    std::ofstream(source) << "#include <fcntl.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <sys/socket.h>\n"
                             "#include <unistd.h>\nstatic void *idle(void *x) { return x; }\n"
                             "__attribute__((constructor)) static void start(void) {\n"
                          << text << "\n}\nint answer(void) { return 42; }\n";
    const std::string command = "cc -shared -fPIC -o '" + library + "' '" + source + "' 2>&1";
    if (std::system(command.c_str()) != 0) return "cc failed";
    const Result<RunnerProcess> child = RunnerProcess::start({.libraries = {library}});
    return child ? "loaded" : child.error().message;
  }
  TemporaryFolder folder_;
};

TEST_F(LibraryTest, ReadsFilesAndStartsThreadsOnly) {
  EXPECT_EQ(loading("int f = open(\"/etc/passwd\", O_RDONLY); char c; if (f < 0 || read(f, &c, 1) != 1) abort();"),
            "loaded");
  EXPECT_EQ(loading("pthread_t t; if (pthread_create(&t, 0, idle, 0) || pthread_join(t, 0)) abort();"), "loaded");
  const auto refused = [&](const std::string& act) {
    return "library " + folder_.path("lib.so") + " cannot be loaded: its start-up code tried to " + act +
           ", which libraries are not allowed to do";
  };
  const std::string made = folder_.path("made");
  EXPECT_EQ(loading("open(\"" + made + "\", O_WRONLY | O_CREAT, 0600);"), refused("open a file"));
  EXPECT_FALSE(std::filesystem::exists(made));
  EXPECT_EQ(loading("socket(AF_INET, SOCK_STREAM, 0);"), refused("open a connection"));
  EXPECT_EQ(loading("execl(\"/bin/true\", \"true\", (char *)0);"), refused("start a program"));
  EXPECT_EQ(loading("fork();"), refused("start a process or a thread"));
  EXPECT_EQ(loading("unlink(\"" + folder_.path("lib.c") + "\");"), refused("change files"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path("lib.c")));
}

// ---- rights on files, without the filter ----

// What the function returns in a child that is restricted.
int restricted(bool readAnywhere, int (*act)(const char* path), const char* path) {
  const pid_t child = fork();
  if (child == 0) _exit(restrictFiles(readAnywhere) ? act(path) : 99);
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}
int reads(const char* path) { return open(path, O_RDONLY) < 0 ? errno : 0; }
int writes(const char* path) { return open(path, O_WRONLY | O_CREAT, 0600) < 0 ? errno : 0; }
int executes(const char* path) {
  char* const none[] = {nullptr};
  execve(path, none, none);
  return errno;
}
int connects(const char*) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(9);
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect(socket, reinterpret_cast<sockaddr*>(&where), sizeof where) == 0 ? 0 : errno;
}

TEST(FileRights, AreThoseThatLoadingNeeds) {
  if (!possibleConfinement().files) GTEST_SKIP() << "this system, or a program with sanitizers, has no Landlock";
  const TemporaryFolder folder;
  const std::string file = folder.path("file");
  std::ofstream(file) << "text";
  EXPECT_EQ(restricted(false, reads, "/usr/lib"), 0);
  EXPECT_EQ(restricted(false, reads, file.c_str()), EACCES);
  EXPECT_EQ(restricted(true, reads, file.c_str()), 0);
  for (const bool anywhere : {false, true}) {
    EXPECT_EQ(restricted(anywhere, writes, file.c_str()), EACCES);
    EXPECT_EQ(restricted(anywhere, writes, folder.path("new").c_str()), EACCES);
    EXPECT_EQ(restricted(anywhere, executes, "/bin/true"), EACCES);
  }
  const int connected = restricted(false, connects, "");
  if (connected == ECONNREFUSED) GTEST_SKIP() << "this version of Landlock has no rights on connections";
  EXPECT_EQ(connected, EACCES);
}

}  // namespace
}  // namespace lw
