#include "backends/cpu/shared_library.h"
#include "backends/cpu/errors.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "backends/process/process.h"
#include "backends/process/temporary_folder.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Result<std::string> linkShared(const std::string& object, const std::string& name) {
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  if (!folder) return folder.error();
  const std::string from = folder->file("kernel.o"), to = folder->file("kernel.so"), log = folder->file("log");
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
