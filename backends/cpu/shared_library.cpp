#include "backends/cpu/shared_library.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace lw {
namespace {

namespace fs = std::filesystem;

constexpr ErrorKind kNoLinker{"cpu.no-linker", "there is no cc, gcc or clang here to link a shared library with"};
constexpr ErrorKind kNotLinked{"cpu.not-linked", "the shared library could not be linked: {0}"};
constexpr ErrorKind kNoFolder{"cpu.no-folder", "no temporary folder could be made in {0}"};

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The exit status; -1: the program is not there.
int execute(const std::vector<std::string>& words, const std::string& log) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

struct Folder {
  fs::path path;
  ~Folder() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
};

}  // namespace

Result<std::string> linkShared(const std::string& object, const std::string& name) {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path(error) / "loopwright-link-XXXXXX").string();
  if (!mkdtemp(pattern.data()))
    return explain(kNoFolder, {fs::temp_directory_path(error).string()}, "set TMPDIR to a folder that can be written");
  const Folder folder{pattern};
  const std::string from = (folder.path / "kernel.o").string(), to = (folder.path / "kernel.so").string(),
                    log = (folder.path / "log").string();
  std::ofstream(from, std::ios::binary) << object;
  for (const char* driver : {"cc", "gcc", "clang"}) {
    const int status = execute({driver, "-shared", "-o", to, from, "-lm", "-Wl,-soname," + name}, log);
    if (status == -1 || status == 127) continue;
    if (status != 0) return explain(kNotLinked, {contents(log)});
    return contents(to);
  }
  return explain(kNoLinker, {}, "install gcc or clang, or export an object");
}

}  // namespace lw
