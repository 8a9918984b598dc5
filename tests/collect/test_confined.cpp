// Files that try what they are not allowed to do.
#include <fstream>

#include "tests/collect/collect_fixture.h"

namespace lw::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Confined : public CollectTest {};

TEST_F(Confined, ReadsItsFolderAndLibraries) {
  write("project/neighbour.py", "value = 'from the neighbour'\n");
  write("project/data.txt", "from the data\n");
  EXPECT_EQ(printed("import json, threading, neighbour\nprint(neighbour.value, open('data.txt').read())"),
            "from the neighbour from the data\n\n");
}

TEST_F(Confined, ReadsNothingElse) {
  write("secret.txt", "secret");
  for (const std::string& path :
       {(base / "secret.txt").string(), std::string("/etc/passwd"), std::string("/etc/hosts")})
    EXPECT_THAT(printed("print(open('" + path + "').read())"), StartsWith("raised PermissionError")) << path;
  EXPECT_THAT(printed("import os\nprint(os.listdir('" + base.string() + "'))"), StartsWith("raised PermissionError"));
  EXPECT_THAT(printed("print(open('/proc/1/environ', 'rb').read())"), StartsWith("raised PermissionError"));
}

TEST_F(Confined, SeesNoVariablesOfOthers) {
  setenv("LW_TEST_TOKEN", "secret", 1);
  EXPECT_EQ(printed("import os\nprint(os.environ.get('LW_TEST_TOKEN'), os.environ['HOME'] != '/root')"), "None True\n");
  unsetenv("LW_TEST_TOKEN");
}

TEST_F(Confined, WritesOnlyIntoItsTemporaryFolder) {
  EXPECT_EQ(printed("import tempfile, os\nwith tempfile.TemporaryDirectory() as t:\n"
                    "    open(t + '/a', 'w').write('text')\n    os.rename(t + '/a', t + '/b')\n"
                    "    print(open(t + '/b').read())"),
            "text\n");
  const std::string own = write("project/own.txt", "kept");
  for (const char* attempt :
       {"open('own.txt', 'w')", "open('new.txt', 'w')", "os.remove('own.txt')", "os.rename('own.txt', 'other.txt')",
        "os.mkdir('made')", "os.chmod('own.txt', 0)", "os.utime('own.txt')", "os.truncate('own.txt', 0)",
        "os.symlink('own.txt', 'link')", "os.link('own.txt', os.environ['TMPDIR'] + '/link')",
        "open('/dev/shm/lw_test', 'w')", "os.chown('own.txt', 0, 0)"})
    EXPECT_THAT(printed(std::string("import os\n") + attempt), StartsWith("raised")) << attempt;
  std::ifstream in(own);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "kept");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(base / "project"), {}), 2);
}

TEST_F(Confined, ConnectsToNothing) {
  for (const char* attempt : {"socket.create_connection(('127.0.0.1', 22))", "socket.socket(socket.AF_UNIX)",
                              "socket.socketpair(type=socket.SOCK_DGRAM)"})
    EXPECT_THAT(printed(std::string("import socket\n") + attempt), StartsWith("raised")) << attempt;
  EXPECT_EQ(printed("import asyncio\nasync def f(): return 'loops run'\nprint(asyncio.run(f()))"), "loops run\n");
}

TEST_F(Confined, StartsNoProgramsOrProcesses) {
  EXPECT_THAT(printed("import os\nos.fork()"), StartsWith("raised PermissionError"));
  EXPECT_THAT(printed("import subprocess\nsubprocess.run(['/bin/ls'])"), StartsWith("raised"));
  EXPECT_THAT(printed("import os\nprint(os.posix_spawn('/bin/ls', ['ls'], {}))"), StartsWith("raised PermissionError"));
  EXPECT_THAT(printed("import os\nprint(os.system('ls'))"), Not(HasSubstr("file.py")));
  EXPECT_THAT(printed("import multiprocessing as m\np = m.Process(target=print)\np.start()"), StartsWith("raised"));
  EXPECT_THAT(printed("import os\nos.kill(os.getppid(), 9)"), StartsWith("raised PermissionError"));
}

TEST_F(Confined, StartsThreads) {
  EXPECT_EQ(printed("from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(4) as pool:\n"
                    "    print(sum(pool.map(lambda x: x * x, range(10))))"),
            "285\n");
  EXPECT_EQ(printed("import threading, time\nthreading.Thread(target=lambda: time.sleep(1000), daemon=True).start()\n"
                    "print('started')"),
            "started\n");
}

// lw-runner, in which kernels run, is the one program that may be started.
TEST_F(Confined, StartsTheRunner) {
  const std::string spawned = printed(
      "import os\npid = os.posix_spawn(os.environ['LW_RUNNER'], ['lw-runner', '--help'], {})\n"
      "print(os.waitpid(pid, 0)[1])");
  EXPECT_THAT(spawned, HasSubstr("lw-runner"));
}

// What is started ends with the file, whether it changes its session or not.
TEST_F(Confined, LeavesNothingBehind) {
  EXPECT_EQ(printed("import os, sys\npid = os.posix_spawn(sys.executable, ['python3', '-c', 'import time; "
                    "time.sleep(1000)'], dict(os.environ))\nprint('left')"),
            "left\n");
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream in(entry.path() / "cmdline");
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(in), {}), Not(HasSubstr("time.sleep(1000)")));
  }
}

TEST_F(Confined, MemoryIsLimited) {
  EXPECT_THAT(printed("x = bytearray(20 << 30)"), StartsWith("raised MemoryError"));
  EXPECT_THAT(printed("x = []\nwhile True: x.append(bytearray(1 << 26))", {.memory = 1 << 30}),
              StartsWith("raised MemoryError"));
}

// Root keeps none of its rights but those on files.
TEST_F(Confined, LimitsCannotBeRaised) {
  EXPECT_THAT(printed("import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))"), StartsWith("raised"));
  EXPECT_THAT(printed("import os\nos.nice(-5)"), StartsWith("raised"));
}

TEST_F(Confined, FilesAreLimited) {
  EXPECT_THAT(printed("import os\nwith open(os.environ['TMPDIR'] + '/large', 'wb') as f:\n"
                      "    while True: f.write(bytes(1 << 24))"),
              StartsWith("raised OSError: [Errno 27] File too large"));
}

}  // namespace
}  // namespace lw::test
