#include "backends/cpu/shared_library.h"
#include "backends/cpu/errors.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "backends/process/process.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
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
    return explain(err::kCpuNoFolder(fs::temp_directory_path(error).string()),
                   "set TMPDIR to a folder that can be written");
  const Folder folder{pattern};
  const std::string from = (folder.path / "kernel.o").string(), to = (folder.path / "kernel.so").string(),
                    log = (folder.path / "log").string();
  std::ofstream(from, std::ios::binary) << object;
  for (const char* driver : {"cc", "gcc", "clang"}) {
    const LoggedResult linked =
        runLogged({driver, "-shared", "-o", to, from, "-lm", "-Wl,-soname," + name}, {.log = log});
    if (!linked.started || linked.code == 127) continue;
    if (!linked.succeeded()) return err::kCpuNotLinked(contents(log));
    return contents(to);
  }
  return explain(err::kCpuNoLinker(), "install gcc or clang, or export an object");
}

}  // namespace lw
